"""Erasing a person: their matches end first, and nothing of them stays."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from sqlalchemy import text

from bot.exceptions import Refusal
from bot.match import erasure
from bot.match.erasure import Erasure
from bot.match.seeks import Seeks
from bot.match.setup import Seats
from data.errors import UnknownMatch
from data.model.match import DELETED_USER, PauseReason
from data.people.personal_data import Stored
from tests.bot.service import ANA, BEN, CHO, HERE, Service, refusal, some_move, until

NOTHING = Stored(0, 0, 0, False, 0, 0)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One batch follows another without a pause, and holds two matches."""
    monkeypatch.setattr(erasure, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(erasure, "BATCH", 2)


@pytest.fixture
def eraser(made: Service) -> Erasure:
    return Erasure(made.store, made.matches, Seeks(made.store, made.events, made.clock))


async def test_every_unfinished_match_is_left(made: Service, eraser: Erasure) -> None:
    played, fresh, computer = await made.people(), await made.people(), await made.computer()
    for user in (ANA, BEN):
        played = await made.play(played, user, some_move(played))
    adjourned = await made.computer()
    await made.store.matches.pause(adjourned.id, None, PauseReason.ADJOURNED)
    create = made.matches.challenges.create
    own = await create("othello", "6x6", Seats(ANA, BEN), ANA, HERE)
    of_anyone = await create("othello", "6x6", Seats(ANA, None), ANA, HERE)
    others = await create("othello", "6x6", Seats(CHO, ANA), CHO, HERE)
    left = {match.id: match.reason for match in await eraser.leave_all(ANA)}
    assert left == {
        played.id: "outcome.resigned",
        fresh.id: "outcome.aborted",
        computer.id: "outcome.aborted",
        adjourned.id: "outcome.aborted",
        own.id: "challenge.cancelled",
        of_anyone.id: "challenge.cancelled",
        others.id: "challenge.declined",
    }
    assert await eraser.leave_all(ANA) == []


async def test_an_erased_person_leaves_the_opponents_match_with_a_seat_of_nobody(
    made: Service, eraser: Erasure
) -> None:
    played = await made.people()
    for user in (ANA, BEN):
        played = await made.play(played, user, some_move(played))
    computers = [await made.computer() for _ in range(4)]
    await made.store.people.update(ANA, theme="dark")
    await eraser.erase(ANA)
    now = await made.matches.get(played.id)
    assert (now.first_id, now.second_id, now.challenger_id) == (DELETED_USER, BEN, DELETED_USER)
    assert (now.reason, now.moves) == ("outcome.resigned", played.moves)
    for match in computers:
        with pytest.raises(UnknownMatch):
            await made.matches.get(match.id)
    assert await made.store.personal_data.count(ANA) == NOTHING
    assert await made.store.personal_data.count(BEN) == Stored(1, 0, 0, False, 0, 0)
    assert await refusal(made.matches.play(played.id, None, BEN, "d1")) == "match.over"


async def test_an_erased_person_is_in_no_match_that_cannot_be_read(made: Service, eraser: Erasure) -> None:
    match = await made.people()
    damage = text(f"UPDATE matches SET version = 'x' WHERE id = {match.id}")
    await made.store.database.write(lambda connection: connection.execute(damage))
    await eraser.erase(ANA)
    assert await made.store.personal_data.count(ANA) == NOTHING
    assert await made.store.queries.unreadable_of(BEN) == [match.id]


async def test_the_computer_stops_thinking_about_an_erased_match(made: Service, eraser: Erasure) -> None:
    thinking = await made.computer(first=None, second=ANA)
    await until(lambda: made.waiting.thinking)
    await eraser.erase(ANA)
    await until(lambda: not made.waiting.thinking)
    with pytest.raises(UnknownMatch):
        await made.matches.get(thinking.id)
    other = await made.computer(first=None, second=BEN)
    await until(lambda: made.waiting.thinking)
    made.waiting.answer()
    await until(lambda: made.changes.seen)
    assert (await made.matches.get(other.id)).ply == 1


async def test_a_move_of_the_computer_at_the_same_moment(made: Service, eraser: Erasure) -> None:
    for _ in range(5):
        await made.computer(first=None, second=ANA)
        await until(lambda: made.waiting.thinking)
        made.waiting.answer()
        await eraser.erase(ANA)
        assert await made.store.personal_data.count(ANA) == NOTHING
    await until(lambda: not made.waiting.thinking)


async def test_moves_and_erasures_at_once(made: Service, eraser: Erasure) -> None:
    match = await made.people()
    for user in (ANA, BEN):
        match = await made.play(match, user, some_move(match))
    _, first, second, _ = await asyncio.gather(
        made.matches.play(match.id, None, ANA, some_move(match)),
        eraser.erase(ANA),
        eraser.erase(ANA),
        made.matches.play(match.id, None, ANA, some_move(match)),
        return_exceptions=True,
    )
    assert first is None
    assert second is None
    assert await made.store.personal_data.count(ANA) == NOTHING
    assert (await made.matches.get(match.id)).side_of(BEN) is not None


async def test_both_erase_themselves_at_once(made: Service, eraser: Erasure) -> None:
    match = await made.people()
    await asyncio.gather(eraser.erase(ANA), eraser.erase(BEN))
    with pytest.raises(UnknownMatch):
        await made.matches.get(match.id)


async def test_a_match_that_the_opponent_ends_meanwhile_is_erased_too(
    made: Service, eraser: Erasure, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await made.people()
    match = await made.play(match, ANA, some_move(match))
    erase = made.store.personal_data.erase_matches

    async def erase_then_resign(user_id: int, most: int) -> int:
        erased = await erase(user_id, most)
        with contextlib.suppress(Refusal):
            await made.matches.resign(match.id, None, ANA)
        return erased

    monkeypatch.setattr(made.store.personal_data, "erase_matches", erase_then_resign)
    await eraser.erase(BEN)
    assert await made.store.personal_data.count(BEN) == NOTHING


async def test_who_goes_on_starting_matches_is_asked_to_try_again(
    made: Service, eraser: Erasure, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def leave_nothing(_: int) -> list[object]:
        return []

    await made.people()
    await made.store.people.update(ANA, theme="dark")
    monkeypatch.setattr(eraser, "leave_all", leave_nothing)
    assert await refusal(eraser.erase(ANA)) == "privacy.still-playing"
    assert (await made.store.people.get(ANA)).theme == "dark"
