"""The weeks of the race of servers, and its table."""

from __future__ import annotations

from data.model.race import Race
from data.model.server_race import COUNTED, RaceWeek, Run, ServerScore, shown_scores, standings

WEEK = RaceWeek(2900)


def run(guild_id: int, solved: int) -> Run:
    """A run with so many solved puzzles."""
    race = Race(1, guild_id, None, None, 1, None, None, ("a",) * 60, 0.0, 0.0, 180.0, None, 0, 0, 2900)
    return Run.of(race, 1, solved, 0, float(solved))


def test_a_week_begins_once_the_one_before_is_counted() -> None:
    assert RaceWeek.containing(WEEK.starts_at) == WEEK
    assert RaceWeek.containing(WEEK.closes_at - 1.0) == WEEK
    assert RaceWeek.containing(WEEK.closes_at) == RaceWeek(WEEK.number + 1)
    assert WEEK.starts_at < WEEK.last_start_at < WEEK.closes_at


def test_the_best_runs_count_and_equals_share_a_place() -> None:
    runs = [*(run(7, solved) for solved in (3, 1, 1, 1, 1, 1)), run(8, 7), run(9, 2), run(10, 9)]
    assert COUNTED == 5
    assert standings(runs, [7, 8, 9, 11]) == [
        ServerScore(7, 1, 7, 6),
        ServerScore(8, 1, 7, 1),
        ServerScore(9, 3, 2, 1),
    ], "a server that takes no part, or has no runs, is not in it"


def test_a_servers_own_row_is_among_those_shown() -> None:
    table = [ServerScore(number, number, 100 - number, 1) for number in range(1, 9)]
    assert [score.place for score in shown_scores(table, table[1], 3)] == [1, 2, 3]
    assert [score.place for score in shown_scores(table, table[6], 3)] == [1, 2, 7]
