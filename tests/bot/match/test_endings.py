"""Resigning and calling off, also while something else happens."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.match.computer import RESIGNS_FROM
from bot.match.endings import is_called_off
from bot.match.setup import Seats
from data.model.match import Match
from games import GAMES, replay
from games.base import PASS, Move, Record, Side
from tests.bot.service import (
    ANA,
    BEN,
    CHO,
    HERE,
    Service,
    assert_one_counts,
    refusal,
    some_move,
    until,
)


async def begun(made: Service) -> Match:
    """A match of Ana and Ben after a move of each; Ana is to move."""
    match = await made.play(await made.people(), ANA, "b3")
    return await made.play(match, BEN, some_move(match))


@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("user", [ANA, BEN])
@pytest.mark.parametrize("by", ["abort", "resign"])
async def test_before_the_second_move_nobody_loses(made: Service, user: int, plies: int, by: str) -> None:
    match = await made.people()
    if plies:
        match = await made.play(match, ANA, "b3")
    over = await getattr(made.matches, by)(match.id, match.position_id, user)
    assert (over.state, over.winner, over.reason, is_called_off(over)) == (
        "over",
        None,
        "outcome.aborted",
        True,
    )
    assert over.begun and over.moves == match.moves
    assert await refusal(made.matches.abort(match.id, None, user)) == "match.over"


async def test_after_the_second_move_nobody_calls_off(made: Service) -> None:
    match = await begun(made)
    for position_id in (match.position_id, None):
        assert await refusal(made.matches.abort(match.id, position_id, ANA)) == "abort.too-late"
    assert await refusal(made.matches.abort(match.id, None, CHO)) == "match.not-seated"
    assert await made.matches.get(match.id) == match


async def test_calling_off_while_the_second_move_is_made(made: Service) -> None:
    """Whichever was first counts."""
    for _ in range(5):
        match = await made.play(await made.people(), ANA, "b3")
        results = await asyncio.gather(
            made.matches.play(match.id, match.position_id, BEN, some_move(match)),
            made.matches.abort(match.id, None, ANA),
            return_exceptions=True,
        )
        present = await made.matches.get(match.id)
        assert present in results
        assert (present.state, present.ply) in (("over", 1), ("playing", 2))


@pytest.mark.parametrize(("user", "winner"), [(ANA, Side.SECOND), (BEN, Side.FIRST)])
async def test_resigning(made: Service, user: int, winner: Side) -> None:
    match = await begun(made)
    over = await made.matches.resign(match.id, match.position_id, user)
    assert (over.state, over.winner, over.reason) == ("over", winner, "outcome.resigned")
    assert await refusal(made.matches.resign(match.id, None, user)) == "match.over"
    assert await refusal(made.matches.takebacks.request(match.id, over.position_id, user)) == "match.over"


async def test_resigning_while_the_computer_thinks(made: Service) -> None:
    match = await made.play(await made.computer(), ANA, "b3")
    await until(lambda: made.waiting.thinking)
    made.waiting.answer()
    await until(lambda: made.changes.seen)
    answered = made.changes.seen.pop()
    match = await made.play(answered, ANA, some_move(answered))
    await until(lambda: made.waiting.thinking)
    over = await made.matches.resign(match.id, None, ANA)
    assert (over.winner, over.ply) == (Side.SECOND, 3)
    await until(lambda: not made.waiting.thinking)
    assert made.changes.seen == [over]
    assert await made.matches.get(match.id) == over


async def test_resigning_counts_though_a_move_comes_between(
    made: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who resigns without looking at a board means the match, whatever its position has become."""
    match = await begun(made)
    read = made.store.matches.get
    moved = False

    async def get(match_id: int) -> Match:
        nonlocal moved
        found = await read(match_id)
        if not moved:
            moved = True
            await made.matches.play(match_id, None, ANA, some_move(found))
        return found

    monkeypatch.setattr(made.store.matches, "get", get)
    over = await made.matches.resign(match.id, None, BEN)
    assert (over.winner, over.ply) == (Side.FIRST, 3)


async def test_resigning_from_an_old_board_is_refused(made: Service) -> None:
    match = await made.people()
    await made.play(match, ANA, "b3")
    assert await refusal(made.matches.resign(match.id, match.position_id, BEN)) == "match.outdated"


async def test_of_a_move_and_a_resignation_at_once_the_store_keeps_one_story(made: Service) -> None:
    for _ in range(5):
        match = await made.people()
        results = await asyncio.gather(
            made.matches.play(match.id, match.position_id, ANA, "b3"),
            made.matches.resign(match.id, match.position_id, BEN),
            return_exceptions=True,
        )
        assert_one_counts(results)
        present = await made.matches.get(match.id)
        assert present in results
        replay(present.record)


def some_plies(number: int) -> tuple[Move, ...]:
    """The moves of a game that is so long and not over."""
    for seed in range(100):
        dice, position, moves = random.Random(seed), GAMES["othello"].start("8x8"), list[Move]()
        while len(moves) < number and position.outcome() is None:
            moves.append(dice.choice(position.legal_moves()))
            position = position.play(moves[-1])
        if position.outcome() is None and list(position.legal_moves()) != [PASS]:
            return tuple(moves)
    raise AssertionError("no such game found")


async def tired_computer(made: Service, moves: tuple[Move, ...]) -> tuple[Match, Side]:
    """Ana's match after these moves, and the side of a computer that thinks, and would rather resign."""
    computer = replay(Record("othello", "8x8", moves)).to_move
    first, second = (None, ANA) if computer is Side.FIRST else (ANA, None)
    match = await made.at(
        await made.matches.start_against_computer("othello", "8x8", Seats(first, second), "3", HERE), moves
    )
    made.player.resigns = True
    await until(lambda: [record for record, _ in made.waiting.thinking] == [match.record])
    return match, computer


@pytest.mark.parametrize("early", [False, True])
async def test_a_computer_resigns_but_not_early(made: Service, early: bool) -> None:
    moves = some_plies(RESIGNS_FROM - 2 if early else RESIGNS_FROM)
    match, computer = await tired_computer(made, moves)
    made.waiting.answer()
    await until(lambda: made.changes.seen)
    present = made.changes.seen[0]
    if early:
        assert (present.state, present.ply) == ("playing", len(moves) + 1)
        return
    assert (present.state, present.winner) == ("over", computer.other)
    assert (present.reason, present.moves) == ("outcome.resigned", moves)
    assert await made.matches.get(match.id) == present


async def test_a_person_resigns_before_the_computer_does(made: Service) -> None:
    """The thought of a computer that would resign ends with the match, or finds it over."""
    moves = some_plies(RESIGNS_FROM)
    match, computer = await tired_computer(made, moves)
    over = await made.matches.resign(match.id, None, ANA)
    await until(lambda: not made.waiting.thinking)
    assert (over.winner, over.reason) == (computer, "outcome.resigned")
    assert await made.matches.get(match.id) == over
