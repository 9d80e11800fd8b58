"""Which matches are not rated: a test for each rule."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from data.model.board import Board
from data.model.fair_play import (
    DAY,
    MAX_A_DAY,
    MIN_PLIES,
    OPENING_PLIES,
    OUTAGE_SECONDS,
    PROVISIONAL_WINS,
    RULES,
    UNPROVEN_WINS,
    WEEK,
    Circumstances,
    Ended,
    ended,
    lost_by_outage,
    never_rated,
    over_newcomers,
    passed_around,
    repeated,
    taken_back,
    too_many_in_a_day,
    too_short,
    traded,
    unproven,
    why_unrated,
)
from data.model.match import DELETED_USER, Match, MatchState, Notified
from data.model.match_rating import Unrated
from games.base import Move, Outcome, Side
from games.starts import random_start

ANNA, BORA, CHAN, DORI = 11, 12, 13, 14
NOW = 100 * DAY
UNKNOWN = Circumstances()


def over(
    plies: int = 30, winner: Side | None = Side.FIRST, reason: str = "outcome.resigned", **changes: Any
) -> Match:
    """A match that Anna has won against Bora."""
    match = Match(
        id=1,
        game="go",
        variant="9x9-korean",
        state=MatchState.OVER,
        first_id=ANNA,
        second_id=BORA,
        level=None,
        challenger_id=ANNA,
        boards=(Board(id=1, guild_id=1, channel_id=2, message_id=3),),
        takebacks=0,
        version=1,
        offer=None,
        outcome=Outcome(winner, reason),
        rematch_of=None,
        created_at=0.0,
        updated_at=NOW,
        ended_at=NOW,
        expires_at=None,
        clock=None,
        paused=None,
        notified=Notified.NOTHING,
        moves=tuple(Move(f"a{n}") for n in range(plies)),
    )
    return replace(match, **changes)


def won(winner: int, loser: int, at: float = NOW - 60, **changes: Any) -> Ended:
    """An earlier match, of other moves."""
    return replace(Ended(winner, loser, winner, at, 30, 77, True), **changes)


def test_an_ordinary_match_is_rated() -> None:
    assert why_unrated(over(), UNKNOWN) is None
    assert why_unrated(over(winner=None, reason="outcome.draw-agreed"), UNKNOWN) is None


def test_each_rule_is_asked() -> None:
    rules = {never_rated, taken_back, too_short, lost_by_outage, repeated, too_many_in_a_day, traded}
    assert set(RULES) == rules | {unproven, over_newcomers, passed_around}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"imported_by": CHAN, "first_id": 0, "second_id": 0}, Unrated.IMPORTED),
        ({"level": "3", "second_id": None}, Unrated.COMPUTER),
        ({"teaching": True}, Unrated.COMPUTER),
        ({"reason": "outcome.aborted", "winner": None}, Unrated.NO_RESULT),
        ({"reason": "outcome.no-result", "winner": None}, Unrated.NO_RESULT),
        ({"reason": "challenge.expired", "winner": None}, Unrated.NO_RESULT),
        ({"second_id": DELETED_USER}, Unrated.ERASED),
        ({"setup": "9x9 …"}, Unrated.SETUP),
    ],
)
def test_never_rated(changes: dict[str, Any], reason: Unrated) -> None:
    assert never_rated(over(**changes), UNKNOWN) is why_unrated(over(**changes), UNKNOWN) is reason


def test_a_match_from_an_even_start_is_rated() -> None:
    setup = random_start("othello", "8x8", random.Random(1))
    assert never_rated(over(game="othello", variant="8x8", setup=setup), UNKNOWN) is None


def test_taken_back() -> None:
    assert taken_back(over(takebacks=1), UNKNOWN) is Unrated.TAKEBACK
    assert taken_back(over(), UNKNOWN) is None


def test_too_short() -> None:
    assert too_short(over(MIN_PLIES - 1), UNKNOWN) is Unrated.SHORT
    assert too_short(over(MIN_PLIES), UNKNOWN) is None


@pytest.mark.parametrize(
    "reason",
    [
        "outcome.five",
        "outcome.king-taken",
        "outcome.king-entered",
        "outcome.hare-trapped",
        "outcome.hare-escaped",
        "outcome.more-discs",
    ],
)
def test_a_win_on_the_board_is_never_too_short(reason: str) -> None:
    """Five in a row after nine moves, for one."""
    assert too_short(over(MIN_PLIES - 1, game="gomoku", reason=reason), UNKNOWN) is None


@pytest.mark.parametrize(
    ("reason", "winner"),
    [
        ("outcome.resigned", Side.FIRST),
        ("outcome.time", Side.FIRST),
        ("outcome.agreed", None),
        ("outcome.points", Side.SECOND),  # two passes, and White has the komi
        ("outcome.two-passes", None),
        ("outcome.repetition", Side.FIRST),
    ],
)
def test_what_people_can_end_at_any_moment_is_too_short(reason: str, winner: Side | None) -> None:
    assert too_short(over(MIN_PLIES - 1, reason=reason, winner=winner), UNKNOWN) is Unrated.SHORT


@pytest.mark.parametrize(
    ("reason", "seconds", "unrated"),
    [
        ("outcome.time", 5.0, Unrated.OUTAGE),
        ("outcome.time", OUTAGE_SECONDS, None),
        ("outcome.time", None, None),
        ("outcome.resigned", 5.0, None),
    ],
)
def test_lost_by_outage(reason: str, seconds: float | None, unrated: Unrated | None) -> None:
    assert lost_by_outage(over(reason=reason), Circumstances(seconds_since_outage=seconds)) is unrated


@pytest.mark.parametrize(
    ("earlier", "unrated"),
    [
        (over(), Unrated.REPEATED),
        (over(OPENING_PLIES), Unrated.REPEATED),  # and other moves after these
        (over(OPENING_PLIES - 1), None),
        (over(winner=Side.SECOND), None),
        (over(winner=None), None),
        (over(variant="9x9-chinese"), None),
        # With the colors exchanged, the same person has won again.
        (over(first_id=BORA, second_id=ANNA, winner=Side.SECOND), Unrated.REPEATED),
        (over(first_id=BORA, second_id=ANNA), None),
    ],
)
def test_repeated(earlier: Match, unrated: Unrated | None) -> None:
    assert repeated(over(), Circumstances(pair=[ended(earlier)])) is unrated


def test_too_many_in_a_day() -> None:
    today = [won(BORA, ANNA, NOW - 3600 * n, opening=n) for n in range(1, MAX_A_DAY + 1)]
    assert too_many_in_a_day(over(), Circumstances(pair=today)) is Unrated.DAILY_LIMIT
    assert too_many_in_a_day(over(), Circumstances(pair=today[1:])) is None
    yesterday = [*today[1:], won(BORA, ANNA, NOW - DAY)]
    assert too_many_in_a_day(over(), Circumstances(pair=yesterday)) is None


def test_unproven() -> None:
    assert unproven(over(), Circumstances(unproven_wins=UNPROVEN_WINS)) is Unrated.UNPROVEN
    assert unproven(over(), Circumstances(unproven_wins=UNPROVEN_WINS - 1)) is None
    assert unproven(over(winner=None), Circumstances(unproven_wins=UNPROVEN_WINS)) is None


def test_over_newcomers() -> None:
    assert over_newcomers(over(), Circumstances(provisional_wins=PROVISIONAL_WINS)) is Unrated.PROVISIONAL
    assert over_newcomers(over(), Circumstances(provisional_wins=PROVISIONAL_WINS - 1)) is None
    assert over_newcomers(over(winner=None), Circumstances(provisional_wins=PROVISIONAL_WINS)) is None


def resigned_early(*winners: int, **changes: Any) -> Circumstances:
    matches = [
        won(one, ANNA + BORA - one, NOW - 600 * (len(winners) - n), plies=12, **changes)
        for n, one in enumerate(winners)
    ]
    return Circumstances(pair=matches)


def test_traded() -> None:
    this = over(12)
    assert traded(this, resigned_early(BORA, ANNA, BORA)) is Unrated.RING
    assert traded(this, resigned_early(ANNA, BORA)) is None, "two may have been unlucky in turn"
    assert traded(this, resigned_early(BORA, ANNA, ANNA)) is None
    assert traded(this, resigned_early(BORA, ANNA, BORA, resigned=False)) is None
    assert traded(over(), resigned_early(BORA, ANNA, BORA)) is None, "a whole match was played"
    long_ago = [replace(one, ended_at=one.ended_at - WEEK) for one in resigned_early(BORA, ANNA, BORA).pair]
    assert traded(this, Circumstances(pair=long_ago)) is None


RING = [won(BORA, CHAN), won(BORA, CHAN), won(CHAN, ANNA), won(CHAN, ANNA), won(ANNA, BORA)]
"""Chan loses to Bora, Anna to Chan, and Bora to Anna."""


@pytest.mark.parametrize(
    ("recent", "unrated"),
    [
        (RING, Unrated.RING),
        (RING[1:], None),  # Chan has lost to Bora once only
        (RING[:-1], None),  # this is the first match of the two
        ([*RING, won(CHAN, BORA)], None),  # which is equal play
        ([*RING, won(ANNA, CHAN, winner_id=None)], None),  # so is a draw
        ([*RING, won(DORI, CHAN)], Unrated.RING),
    ],
)
def test_passed_around(recent: list[Ended], unrated: Unrated | None) -> None:
    assert passed_around(over(), Circumstances(recent=recent)) is unrated


def test_a_draw_passes_nothing_around() -> None:
    assert passed_around(over(winner=None), Circumstances(recent=RING)) is None
