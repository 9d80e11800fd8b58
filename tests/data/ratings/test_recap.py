"""What a recap says of matches, and which periods there are: tables of matches, without a store."""

from __future__ import annotations

from datetime import UTC, date
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from data.model.match import DELETED_USER
from data.model.match_rating import Standing
from data.model.rating_categories import Category
from data.ratings.profile import Tally
from data.ratings.recap import (
    NotableWin,
    Period,
    PlayedMatch,
    Span,
    Streak,
    recap_of_person,
    recap_of_server,
)
from games.base import Side

ANNA, BORA, CHUL = 111, 222, 333
_NUMBERS = count(1)


def played(
    first: int | None = ANNA,
    second: int | None = BORA,
    result: str = "1-0",
    *,
    game: Category = Category.OTHELLO,
    level: str | None = None,
    rated: str | None = None,
    is_hidden: bool = False,
    is_unplayed: bool = False,
) -> PlayedMatch:
    number = next(_NUMBERS)
    winner = {"1-0": Side.FIRST, "0-1": Side.SECOND, "draw": None}[result]
    return PlayedMatch(
        number, game, first, second, level, winner, float(number), rated, is_hidden, is_unplayed
    )


def rating(second: int, deviation: int = 60) -> str:
    return f"1500~60>1510~60 {second}~{deviation}>{second - 10}~{deviation}"


# --- Periods -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("span", "day", "name", "end", "before"),
    [
        (Span.WEEK, date(2026, 11, 29), "w2026-11-23", date(2026, 11, 30), "w2026-11-16"),
        (Span.MONTH, date(2026, 12, 31), "m2026-12", date(2027, 1, 1), "m2026-11"),
        (Span.MONTH, date(2028, 2, 29), "m2028-02", date(2028, 3, 1), "m2028-01"),
        (Span.YEAR, date(2026, 6, 1), "y2026", date(2027, 1, 1), "y2025"),
    ],
)
def test_a_period_has_a_name_that_is_read_again(
    span: Span, day: date, name: str, end: date, before: str
) -> None:
    period = Period.containing(day, span)
    assert (period.name, period.end, period.before.name) == (name, end, before)
    assert Period.read(name) == period


@pytest.mark.parametrize(
    "name", ["", "m2026", "y2026-11", "w2026-11-24", "m2026-13", "y0000", "y9999", "d2026"]
)
def test_other_names_are_no_periods(name: str) -> None:
    assert Period.read(name) is None


def test_a_month_begins_at_midnight_in_its_time_zone() -> None:
    month = Period.containing(date(2026, 11, 5), Span.MONTH)
    seoul, utc = month.bounds(ZoneInfo("Asia/Seoul")), month.bounds(UTC)
    assert (seoul[0], seoul[1]) == (utc[0] - 9 * 3600, utc[1] - 9 * 3600)


# --- Of a person -------------------------------------------------------------------------------------


def test_results_count_from_the_persons_side_and_the_game_played_most_comes_first() -> None:
    recap = recap_of_person(
        ANNA, [played(game=Category.GO), played(BORA, ANNA, "0-1"), played(result="draw"), played(BORA, ANNA)]
    )
    assert recap.results == {Category.OTHELLO: Tally(1, 1, 1), Category.GO: Tally(1, 0, 0)}
    assert next(iter(recap.results)) is Category.OTHELLO
    assert recap.total == Tally(2, 1, 1)


def test_rivals_are_those_met_most_and_neither_hidden_nor_erased() -> None:
    matches = [played(second=CHUL), played(), played(BORA, ANNA), played(second=DELETED_USER)]
    recap = recap_of_person(ANNA, [*matches, *(played(second=444, is_hidden=True) for _ in range(3))])
    assert recap.rivals == [(BORA, Tally(1, 0, 1)), (CHUL, Tally(1, 0, 0))]
    assert recap.opponents == 3, "who is not named is counted; who is erased is nobody"


def test_the_best_win_is_rated_and_against_a_sure_rating_if_there_is_one() -> None:
    sure = played(rated=rating(1600))
    others = [played(rated=rating(1900, 200)), played(second=CHUL), played(result="0-1", rated=rating(2000))]
    assert recap_of_person(ANNA, [sure, *others]).best_win == NotableWin(ANNA, BORA, Standing(1600, 60))
    assert recap_of_person(ANNA, others[1:]).best_win is None


def test_a_streak_is_of_wins_against_people_and_forfeits_neither_count_nor_end_it() -> None:
    matches = [played(), played(is_unplayed=True, result="0-1"), played(), played(result="0-1"), played()]
    computer = [played(second=None, level="3") for _ in range(5)]
    assert recap_of_person(ANNA, [*matches, *computer]).streak == Streak(ANNA, 2)
    assert recap_of_person(ANNA, computer).streak == Streak(ANNA, 5)
    assert recap_of_person(ANNA, [played()]).streak is None, "a single win is no streak"


def test_levels_that_were_beaten() -> None:
    lost = played(None, ANNA, level="6")
    recap = recap_of_person(ANNA, [played(second=None, level="3"), lost])
    assert recap.beaten == {(Category.OTHELLO, "3")}
    assert recap.opponents == 0 and recap.rivals == []


# --- Of a server -------------------------------------------------------------------------------------


def test_a_server_has_people_pairs_games_and_the_longest_streak() -> None:
    matches = [played(), played(BORA, ANNA), played(second=CHUL), played(), played(second=None, level="2")]
    recap = recap_of_server([*matches, played(CHUL, BORA, game=Category.GO)])
    assert recap.counts == {Category.OTHELLO: 5, Category.GO: 1}
    assert (recap.matches, recap.people) == (6, 3)
    assert recap.most_active[0] == (ANNA, 5)
    assert recap.rivals[0] == ((ANNA, BORA), 3)
    assert recap.streak == Streak(ANNA, 2)


def test_people_of_hidden_matches_and_erased_ones_are_not_named() -> None:
    hidden = [played(CHUL, 444, rated=rating(1900), is_hidden=True) for _ in range(3)]
    recap = recap_of_server(
        [*hidden, played(second=DELETED_USER, rated=rating(1800)), played(rated=rating(1600))]
    )
    assert [person for person, _ in recap.most_active] == [ANNA, BORA]
    assert recap.rivals == [((ANNA, BORA), 1)]
    assert recap.best_win == NotableWin(ANNA, BORA, Standing(1600, 60))
    assert recap.matches == 5


def test_nothing_was_played() -> None:
    assert recap_of_server([]).matches == 0 and recap_of_person(ANNA, []).total.matches == 0
