"""Matches of every ending as records of games."""

from __future__ import annotations

from datetime import date

import pytest

from bot.match.game_record import game_record
from bot.records.base import Ending, Result
from data.model.match import MatchState
from data.model.tournament import GIVEN_UP
from games import GAMES, replay
from games.base import Move, Outcome, Record, Side
from games.clock import CONTROLS, Clock
from tests.bot.stories import match_of


def result(record: Record, outcome: Outcome | None = None) -> Result | None:
    ended = outcome or replay(record).outcome()
    assert ended is not None
    match = match_of(record.game, record.variant, record.moves, state=MatchState.OVER, outcome=ended)
    return game_record(match, ("", "")).result


def go(moves: str) -> Record:
    return Record("go", "9x9-chinese", tuple(Move(move.replace("_", " ")) for move in moves.split()))


def first_moves(slug: str) -> Record:
    """The game in which everybody plays the first legal move."""
    variant = GAMES[slug].variants[0]
    position, moves = GAMES[slug].start(variant), list[Move]()
    while legal := position.legal_moves():
        moves.append(legal[0])
        position = position.play(legal[0])
    return Record(slug, variant, tuple(moves))


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome(Side.SECOND, "outcome.resigned"), Result(Side.SECOND, Ending.RESIGNATION)),
        (Outcome(Side.FIRST, "outcome.time"), Result(Side.FIRST, Ending.TIME)),
        *((Outcome(Side.FIRST, reason), Result(Side.FIRST, Ending.FORFEIT)) for reason in GIVEN_UP),
        (Outcome(None, "outcome.aborted"), Result(None, Ending.VOID)),
        (Outcome(None, "outcome.agreed"), Result(None)),
    ],
)
@pytest.mark.parametrize("slug", GAMES)
def test_endings_off_the_board(slug: str, outcome: Outcome, expected: Result) -> None:
    assert result(Record(slug, GAMES[slug].variants[0]), outcome) == expected


def test_discs_of_othello_are_counted() -> None:
    record = first_moves("othello")
    position, found = replay(record), result(record)
    assert found is not None and found.margin is not None
    black, white = (position.score(side) for side in Side)  # type: ignore[attr-defined]
    assert (found.winner is Side.FIRST) is (black > white) and found.margin == abs(black - white) > 0


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("pass pass agree agree", Result(Side.SECOND, None, 7.5)),
        ("e5 pass pass agree agree", Result(Side.FIRST, None, 81 - 7.5)),
        ("e5 pass pass dead_e5 agree agree", Result(Side.SECOND, None, 7.5)),
    ],
)
def test_points_of_go_are_counted_without_dead_stones(moves: str, expected: Result) -> None:
    assert result(go(moves)) == expected


@pytest.mark.parametrize("slug", ["gomoku", "hare_and_hounds", "twelve_janggi"])
def test_nothing_is_counted_in_the_other_games(slug: str) -> None:
    record = first_moves(slug)
    outcome = replay(record).outcome()
    assert outcome is not None and result(record) == Result(outcome.winner)


def test_what_else_it_says() -> None:
    clock = Clock.of(CONTROLS["5+5"])
    match = match_of(
        "othello",
        "8x8",
        (Move("d3"),),
        created_at=86_399.0,
        ended_at=86_401.0,
        clock=clock,
        state="over",
    )
    found = game_record(match, ("Ana", ""), "Daeguk #1")
    assert (found.record, found.names, found.title) == (match.record, ("Ana", ""), "Daeguk #1")
    assert (found.begun, found.ended) == (date(1970, 1, 1), date(1970, 1, 2))
    assert found.control is CONTROLS["5+5"]


def test_a_match_in_play_has_no_result() -> None:
    assert game_record(match_of("othello", "8x8", ()), ("", "")).result is None
