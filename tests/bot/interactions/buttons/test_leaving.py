"""Resigning and aborting by buttons, after a question."""

from __future__ import annotations

import pytest

from ai.analysis import Line, Verdict
from bot.texts import texts
from data.model.match import MatchState, OfferKind
from games.base import Move
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness
from tests.bot.interactions.panel_presses import pressed
from tests.bot.service import ANA, BEN


@pytest.mark.parametrize(
    ("moves", "verb", "question", "done", "reason"),
    [
        ((), "abort", "abort.sure", "abort.done", "outcome.aborted"),
        (("b3",), "abort", "abort.sure", "abort.done", "outcome.aborted"),
        (("b3", "b2"), "resign", "resign.sure", "resign.done", "outcome.resigned"),
    ],
)
async def test_leaving_is_confirmed(
    h: Harness, moves: tuple[str, ...], verb: str, question: str, done: str, reason: str
) -> None:
    match = await h.match(moves=moves)
    user, reader = BEN, texts("ko")
    confirmation = await h.presses(user, match, verb)
    assert confirmation.ephemeral and reader(question, title="").strip()[:12] in confirmation.text
    adjourn = ["adjourn"] if verb == "resign" else []
    actions = [custom_id.split(":")[1] for custom_id in confirmation.custom_ids]
    assert actions == [f"{verb}-yes", "resign-no", *adjourn]
    kept = await h.presses(user, match, "resign-no", message=h.ephemeral())
    assert (kept.method, kept.text) == (Method.UPDATE, reader("resign.kept"))
    assert (await h.now(match)).state is MatchState.PLAYING
    closed = await h.presses(user, match, f"{verb}-yes", message=h.ephemeral())
    await h.settled()
    assert (closed.method, closed.text) == (Method.UPDATE, reader(done))
    assert (await h.now(match)).reason == reason
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_who_resigns_while_ahead_is_told_so(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict on the opponent's last move says that with best play the person who resigned wins."""
    match = await h.match(moves=("b3", "b2"))
    won = Line(Move("b2"), (Move("b2"),), -1.0, proven=True, margin=-4.0)

    async def judged(*_: object, **__: object) -> Verdict:
        return Verdict(won)

    monkeypatch.setattr(type(h.player), "analyse", judged)
    await h.presses(ANA, match, "resign")
    await h.presses(ANA, match, "resign-yes", message=h.ephemeral())
    await h.settled()
    reader = h.reader(ANA)
    said = reader("resigned.discs", side=reader.plain("side.black"), n=4)
    assert any(said in request.text for request in h.discord.requests)


async def test_a_match_is_adjourned_instead_of_resigned(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    confirmation = await h.presses(ANA, match, "resign")
    offered = await pressed(h, confirmation.custom_ids[-1])
    assert (offered.method, offered.custom_ids) == (Method.UPDATE, ())
    offer = (await h.now(match)).offer
    assert offer is not None and offer.kind is OfferKind.ADJOURN


async def test_the_board_is_never_replaced_by_the_confirmation(h: Harness) -> None:
    match = await h.match()
    for verb in ("resign-no", "abort-yes"):
        answer = await h.presses(ANA, match, verb)
        assert (answer.method, answer.ephemeral) == (Method.RESPOND, True)


async def test_a_confirmation_that_comes_too_late(h: Harness) -> None:
    match = await h.match()
    await h.services.matches.play(match.id, None, ANA, "b3")
    await h.services.matches.play(match.id, None, BEN, "b2")
    answer = await h.presses(ANA, match, "abort-yes", message=h.ephemeral())
    assert (answer.method, answer.text) == (Method.UPDATE, texts("en")("abort.too-late"))
    await h.services.matches.resign(match.id, None, BEN)
    answer = await h.presses(ANA, match, "resign-yes", message=h.ephemeral())
    assert answer.text == texts("en")("match.over")
