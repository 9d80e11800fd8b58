"""Two moderators who confirm the same act at the same moment: it happens once, and the other one is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.match.tournaments import Tournaments
from data.matches.store import MatchStore
from data.servers.bans import Ban, BanStore
from tests.bot.discord_fakes import GUILD, Method
from tests.bot.discord_fakes import Request as Answer
from tests.bot.harness import Harness
from tests.bot.interactions.test_moderation import (
    DAN,
    EVE,
    LOG,
    confirm,
    logged,
    open_tournament,
    over,
    submit_edits,
    tournament,
)
from tests.bot.service import ANA, BEN, CHO, until

__all__ = ["logged"]


def meet(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
    """Have the first two who read with this method go on only when both have read."""
    read: Callable[..., Awaitable[Any]] = getattr(owner, name)
    both, readers = asyncio.Event(), 0

    async def reads(*arguments: Any) -> Any:
        nonlocal readers
        found = await read(*arguments)
        readers += 1
        if readers >= 2:
            both.set()
        await both.wait()
        return found

    monkeypatch.setattr(owner, name, reads)


async def both(h: Harness, argument: str, **fields: Any) -> list[str]:
    """What Cho and Dan read who confirm the same at the same moment."""
    answers = await asyncio.gather(*(confirm(h, argument, user=user, **fields) for user in (CHO, DAN)))
    return [answer.text for answer in answers]


async def lines(h: Harness) -> list[str]:
    """The lines of the log channel."""
    await until(lambda: h.services.moderation_log.is_idle)
    sent = [request.text for request in h.discord.of(Method.SEND) if request.channel_id == LOG]
    return "\n".join(sent).splitlines()


def says(h: Harness, texts: list[str], key: str, **values: Any) -> int:
    """How many of two moderators read a sentence."""
    return sum(h.reader(user)(key, **values) in text for user, text in zip((CHO, DAN), texts, strict=True))


# --- Matches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("argument", ["void.1.playing", "decide.1.2.playing"])
async def test_a_match_ends_once(logged: Harness, monkeypatch: pytest.MonkeyPatch, argument: str) -> None:
    h, match = logged, await logged.match(moves=("b3", "b2"))
    meet(monkeypatch, MatchStore, "get")
    texts = await both(h, argument)
    assert says(h, texts, "moderate.changed") == 1
    assert len(await lines(h)) == 1
    assert (await h.now(match)).state == "over"


@pytest.mark.parametrize("argument", ["void.1.first-won", "correct-match.1.draw.first-won"])
async def test_a_result_is_taken_back_or_corrected_once(
    logged: Harness, monkeypatch: pytest.MonkeyPatch, argument: str
) -> None:
    h, match = logged, await logged.match(moves=("b3", "b2"))
    await h.services.matches.resign(match.id, None, match.people[1])
    meet(monkeypatch, MatchStore, "get")
    texts = await both(h, argument)
    assert says(h, texts, "moderate.changed") == 1
    assert len(await lines(h)) == 1


async def test_of_two_different_acts_one_is_done(logged: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    h, match = logged, await logged.match(moves=("b3", "b2"))
    meet(monkeypatch, MatchStore, "get")
    answers = await asyncio.gather(
        confirm(h, "void.1.playing", user=CHO), confirm(h, "decide.1.2.playing", user=DAN)
    )
    assert says(h, [answer.text for answer in answers], "moderate.changed") == 1
    (line,) = await lines(h)
    assert ("decided" in line) is ((await h.now(match)).winner is not None)


async def test_a_match_is_deleted_once(logged: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    h, _ = logged, await logged.match(moves=("b3", "b2"))
    meet(monkeypatch, MatchStore, "get")
    texts = await both(h, "delete.1.playing")
    assert says(h, texts, "moderate.no-match", id=1) == 1
    assert len(await lines(h)) == 1


# --- People --------------------------------------------------------------------------------------------


async def test_a_person_is_banned_once(logged: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    h = logged
    meet(monkeypatch, BanStore, "find")
    texts = await both(h, f"ban.{BEN}", reason="spam", duration="hour")
    assert says(h, texts, "moderate.changed") == 1
    assert len(await lines(h)) == 1


async def test_a_ban_is_lifted_once(logged: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    h = logged
    await h.store.bans.add(Ban(GUILD, BEN, None, "spam", CHO, 1.0), 9)
    texts = await both(h, f"lift.{BEN}")
    assert says(h, texts, "moderate.not-banned") == 1
    assert len(await lines(h)) == 1


# --- Tournaments ---------------------------------------------------------------------------------------


async def test_the_next_entrant_is_not_removed_with_the_first(
    logged: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the start the numbers change when somebody is removed."""
    h, cup = logged, await open_tournament(logged, ANA, BEN, EVE)
    meet(monkeypatch, Tournaments, "get")
    texts = await both(h, f"remove.{cup.id}.2.{BEN}")
    assert says(h, texts, "moderate.changed-tournament") == 1
    assert len(await lines(h)) == 1
    after = await h.services.part(Tournaments).get(cup.id)
    assert [entrant.user_id for entrant in after.entrants] == [ANA, EVE]


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        ("remove.1.2", "moderate.changed-tournament"),
        (f"replace.1.2.{CHO}", "moderate.changed-tournament"),
        (f"add.1.{CHO}", ""),
        ("call-off.1", "tournament.over"),
        ("delete-all.1", "tournament.unknown"),
        ("extend.1.7.0", "moderate.changed-tournament"),
    ],
)
async def test_a_tournament_changes_once(
    logged: Harness, monkeypatch: pytest.MonkeyPatch, act: str, refusal: str
) -> None:
    h = logged
    cup = await (open_tournament if act.startswith("add") else tournament)(h, ANA, BEN, EVE)
    meet(monkeypatch, Tournaments, "get")
    texts = await both(h, act)
    if refusal:
        assert says(h, texts, refusal, id=cup.id) == 1
    assert len(await lines(h)) == 1


async def test_a_result_of_a_tournament_is_corrected_once(
    logged: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    h, cup = logged, await tournament(logged, ANA, BEN, EVE)
    match = await over(h, cup)
    pairing = next(each for each in cup.pairings if each.match_id == match.id)
    meet(monkeypatch, Tournaments, "get")
    texts = await both(h, f"result.{cup.id}.{pairing.round}.{pairing.board}.draw")
    assert says(h, texts, "moderate.changed-tournament") == 1
    assert len(await lines(h)) == 1


async def test_a_tournament_is_edited_once(logged: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    h, cup = logged, await open_tournament(logged, ANA, BEN)
    meet(monkeypatch, Tournaments, "get")
    edits: list[Answer] = await asyncio.gather(
        *(submit_edits(h, cup, title, "1-day", "unchanged") for title in ("Spring Cup", "Winter Cup"))
    )
    changed = h.reader(CHO)("moderate.changed-tournament")
    assert sum(changed in answer.text for answer in edits) == 1
    (line,) = await lines(h)
    title = (await h.services.part(Tournaments).get(cup.id)).title
    assert f"Autumn Cup → {title}" in line
