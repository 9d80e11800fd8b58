"""Teaching games: which moves get a note, what it says, and that its key takes the move back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from ai.base import Choice, Limit
from bot.match.teaching import JUDGE, LIMIT
from bot.messages import private_notes
from bot.texts import Raw, texts
from games.base import Move, Record
from tests.bot.discord_fakes import UNKNOWN_WEBHOOK, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, until

SAYS = texts("en")


@pytest.fixture
def judged(h: Harness, monkeypatch: pytest.MonkeyPatch) -> dict[int, Choice]:
    """What the judge says of a position, by its ply; the computer waits for the test as ever."""
    verdicts: dict[int, Choice] = {}
    usual = h.player.choose

    async def choose(record: Record, level: str, *, limit: Limit | None = None, **more: Any) -> Choice:
        if more.get("background"):
            assert (level, limit) == (JUDGE, LIMIT)
            return verdicts[len(record.moves)]
        return await usual(record, level, limit=limit, **more)

    monkeypatch.setattr(h.player, "choose", choose)
    return verdicts


def verdict(move: str, score: float) -> Choice:
    return Choice(Move(move), score, 1, 1, (Move(move),))


async def plays(h: Harness, *, teaching: bool = True) -> Any:
    """Ana plays b3, and the computer answers."""
    match = await h.against_computer(teaching=teaching)
    await h.presses(ANA, match, "move", "b3")
    assert not h.notes()
    await until(lambda: h.player.thinking)
    h.player.answer()
    await until(lambda: not h.player.thinking and not h.services.matches._computer._work)
    return await h.now(match)


async def test_a_costly_move_gets_a_note_that_takes_it_back(h: Harness, judged: dict[int, Choice]) -> None:
    judged |= {0: verdict("d2", 0.4), 1: verdict("b2", 0.7)}
    match = await plays(h)
    await until(h.notes)
    ((number, note),) = h.notes().items()
    assert note.text == SAYS(
        "teach.note",
        allows=SAYS("teach.reply", move=Raw("**b3**"), side="White", reply=Raw("**b2**")),
        cost=SAYS("teach.discs", n=13),
    )
    assert note.custom_ids == (f"b:retry:{match.id}:2.0",)
    await h.presses(ANA, match, "retry", message=h.ephemeral(number))
    back = await h.now(match)
    assert (back.ply, back.takebacks, back.teaching) == (0, 1, True)
    await until(lambda: [one.text for one in h.notes().values()] == [SAYS("teach.taken-back")])


async def test_the_note_waits_for_the_answer_to_the_move(
    h: Harness, judged: dict[int, Choice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it, Discord does not know the token."""
    monkeypatch.setattr(private_notes, "ANSWER_SECONDS", (0.0, 0.01))
    h.discord.fail(Method.FOLLOWUP, *[fault(404, UNKNOWN_WEBHOOK)] * 2)
    judged |= {0: verdict("d2", 0.4), 1: verdict("b2", 0.7)}
    await plays(h)
    await until(h.notes)


async def test_a_note_that_comes_too_late_is_not_sent(
    h: Harness, judged: dict[int, Choice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_notes, "ANSWER_SECONDS", (0.5,))
    h.discord.fail(Method.FOLLOWUP, fault(404, UNKNOWN_WEBHOOK))
    judged |= {0: verdict("d2", 0.4), 1: verdict("b2", 0.7)}
    match = await plays(h)
    await until(lambda: h.discord.failed(Method.FOLLOWUP))
    await h.services.matches.resign(match.id, None, ANA)
    await until(lambda: h.services.private_notes.is_idle)
    assert not h.discord.of(Method.FOLLOWUP)


async def test_the_note_closes_on_the_next_move(h: Harness, judged: dict[int, Choice]) -> None:
    judged |= {0: verdict("d2", 0.4), 1: verdict("b2", 0.7)}
    match = await plays(h)
    await until(h.notes)
    await h.services.matches.resign(match.id, None, ANA)
    await until(lambda: not h.notes())


@pytest.mark.parametrize(
    ("teaching", "before"),
    [(False, verdict("d2", 0.9)), (True, verdict("d2", -0.3)), (True, verdict("b3", 0.9))],
)
async def test_other_moves_get_none(
    h: Harness, judged: dict[int, Choice], teaching: bool, before: Choice
) -> None:
    """In other matches, where little is lost, and where the judge plays the same."""
    judged |= {0: before, 1: verdict("b2", 0.5)}
    await plays(h, teaching=teaching)
    await asyncio.sleep(0.02)
    assert not h.notes()
