"""Taking moves back: at once from the computer, by asking a person."""

from __future__ import annotations

import asyncio

import pytest

from bot.match.setup import Seats
from bot.match.takebacks import last_own_ply
from data.model.match import Offer, OfferKind, PositionId
from games import replay, setup_of
from games.base import PASS, Move, Record, Side
from tests.bot.service import (
    ANA,
    BEN,
    CHO,
    HERE,
    Service,
    before_a_forced_pass,
    refusal,
    some_move,
    until,
)


async def test_taking_back_while_the_computer_thinks(made: Service) -> None:
    match = await made.computer()
    played = await made.play(match, ANA, "b3")
    await until(lambda: made.waiting.thinking)
    back = await made.matches.takebacks.request(match.id, played.position_id, ANA)
    assert (back.moves, back.position_id, back.state) == ((), PositionId(0, 1), "playing")
    await until(lambda: not made.waiting.thinking)
    again = await made.play(back, ANA, "c2")
    await until(lambda: made.waiting.thinking)
    assert made.player.asked[-1][0] == again.record
    made.waiting.answer()
    await until(lambda: made.changes.seen)
    assert made.changes.seen[-1].moves[0] == "c2"


async def test_a_rated_match_has_no_takebacks(made: Service) -> None:
    match = await made.matches.challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, HERE, is_rated=True)
    match = await made.play(await made.matches.challenges.accept(match.id, BEN), ANA, "b3")
    asked = made.matches.takebacks.request(match.id, match.position_id, ANA)
    assert await refusal(asked) == "match.rated-undo"


async def test_taking_back_after_the_computers_reply(made: Service) -> None:
    match = await made.play(await made.computer(), ANA, "b3")
    await until(lambda: made.waiting.thinking)
    made.waiting.answer()
    await until(lambda: made.changes.seen)
    assert await refusal(made.matches.takebacks.request(match.id, match.position_id, ANA)) == "match.outdated"
    present = made.changes.seen[-1]
    back = await made.matches.takebacks.request(match.id, present.position_id, ANA)
    assert (back.moves, back.takebacks) == ((), 1)


@pytest.mark.parametrize("mover", list(Side))
async def test_taking_back_takes_forced_passes_along(made: Service, mover: Side) -> None:
    """The last move a person chose, whoever passed after it."""
    moves, move = before_a_forced_pass(mover)
    seats = Seats(ANA, None)
    match = await made.at(
        await made.matches.start_against_computer("othello", "6x6", seats, "3", HERE), (*moves, move, PASS)
    )
    assert replay(match.record).to_move is mover
    back = await made.matches.takebacks.request(match.id, match.position_id, ANA)
    assert replay(back.record).to_move is Side.FIRST
    assert back.moves == (moves if mover is Side.FIRST else moves[: back.ply])
    assert list(replay(back.record).legal_moves()) != [PASS]
    assert last_own_ply(match, Side.FIRST) == back.ply


async def test_from_a_position_the_side_that_moves_first_has_the_first_move(made: Service) -> None:
    setup = setup_of(Record("othello", "6x6", (Move("b3"),)))
    match = await made.matches.start_against_computer(
        "othello", "6x6", Seats(None, ANA), "3", HERE, setup=setup
    )
    assert last_own_ply(match, Side.SECOND) is None
    assert not made.waiting.thinking
    match = await made.play(match, ANA, some_move(match))
    await until(lambda: made.waiting.thinking)
    assert made.waiting.thinking[0][0] == match.record
    assert last_own_ply(match, Side.SECOND) == 0
    back = await made.matches.takebacks.request(match.id, match.position_id, ANA)
    assert (back.moves, back.setup) == ((), setup)


async def test_nothing_to_take_back(made: Service) -> None:
    match = await made.computer()
    assert (
        await refusal(made.matches.takebacks.request(match.id, match.position_id, ANA))
        == "match.nothing-to-undo"
    )
    people = await made.play(await made.people(), ANA, "b3")
    assert (
        await refusal(made.matches.takebacks.request(people.id, people.position_id, BEN))
        == "match.nothing-to-undo"
    )


async def test_the_computers_first_move_is_nobodys_to_take_back(made: Service) -> None:
    match = await made.computer(first=None, second=ANA)
    await until(lambda: made.waiting.thinking)
    made.waiting.answer()
    await until(lambda: made.changes.seen)
    present = made.changes.seen[-1]
    assert (
        await refusal(made.matches.takebacks.request(match.id, present.position_id, ANA))
        == "match.nothing-to-undo"
    )


async def test_taking_back_between_people_asks(made: Service) -> None:
    match = await made.play(await made.people(), ANA, "b3")
    asked = await made.matches.takebacks.request(match.id, match.position_id, ANA)
    assert asked.offer == Offer(OfferKind.TAKEBACK, Side.FIRST, 1)
    assert asked.position_id == match.position_id
    for user in (ANA, BEN):
        key = "match.offer-pending" if user == ANA else "match.nothing-to-undo"
        assert await refusal(made.matches.takebacks.request(match.id, asked.position_id, user)) == key
    assert await refusal(made.matches.takebacks.accept(match.id, asked.position_id, ANA)) == "match.own-offer"
    assert (
        await refusal(made.matches.takebacks.accept(match.id, asked.position_id, CHO)) == "match.not-seated"
    )
    assert await made.matches.get(match.id) == asked
    back = await made.matches.takebacks.accept(match.id, asked.position_id, BEN)
    assert (back.moves, back.offer, back.position_id) == ((), None, PositionId(0, 1))


async def test_the_opponents_reply_is_taken_back_too(made: Service) -> None:
    match = await made.play(await made.people(), ANA, "b3")
    match = await made.play(match, BEN, some_move(match))
    asked = await made.matches.takebacks.request(match.id, match.position_id, ANA)
    assert (await made.matches.takebacks.accept(match.id, asked.position_id, BEN)).moves == ()


@pytest.mark.parametrize("user", [ANA, BEN])
async def test_a_request_is_refused_or_withdrawn(made: Service, user: int) -> None:
    match = await made.play(await made.people(), ANA, "b3")
    asked = await made.matches.takebacks.request(match.id, match.position_id, ANA)
    kept = await made.matches.takebacks.decline(match.id, asked.position_id, user)
    assert (kept.moves, kept.offer, kept.takebacks) == (match.moves, None, 0)
    assert await refusal(made.matches.takebacks.decline(match.id, kept.position_id, user)) == "match.outdated"


async def test_a_move_clears_a_request(made: Service) -> None:
    match = await made.play(await made.people(), ANA, "b3")
    asked = await made.matches.takebacks.request(match.id, match.position_id, ANA)
    moved = await made.play(asked, BEN, some_move(asked))
    assert moved.offer is None
    assert await refusal(made.matches.takebacks.accept(match.id, asked.position_id, BEN)) == "match.outdated"
    assert await refusal(made.matches.takebacks.accept(match.id, moved.position_id, BEN)) == "match.outdated"
    assert await made.matches.get(match.id) == moved


async def test_of_a_yes_and_a_withdrawal_at_once_one_counts(made: Service) -> None:
    match = await made.play(await made.people(), ANA, "b3")
    asked = await made.matches.takebacks.request(match.id, match.position_id, ANA)
    results = await asyncio.gather(
        made.matches.takebacks.accept(match.id, asked.position_id, BEN),
        made.matches.takebacks.decline(match.id, asked.position_id, ANA),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == ["Match", "Outdated"]
