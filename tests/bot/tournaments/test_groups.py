"""Round robins in groups: everybody meets everybody in a group, and the winners meet in the final."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.drawing.standings import Mark
from bot.texts import texts
from bot.tournaments.changes import continued, joined, started
from bot.tournaments.groups import finalists, group_rounds, groups_of, is_in_groups
from bot.tournaments.kinds import format_of, standings
from bot.ui.tournament import labels, tournament_view
from bot.ui.tournament_end import winner_ids
from bot.ui.tournament_table import standings_table
from data.model.tournament import Kind, Pairing, Result, Tournament, TournamentState
from tests.bot.tournaments.played import OPEN, play_round, stronger
from tests.bot.ui.shown import payload_of


def in_groups(people: int, groups: int) -> Tournament:
    """One of people 101, 102, … in its first round."""
    made = replace(OPEN, kind=Kind.ROUND_ROBIN, groups=groups)
    for person in range(1, people + 1):
        made = joined(made, 100 + person)
    return continued(started(made), 0.0)


@pytest.mark.parametrize(("people", "groups"), [(6, 2), (9, 2), (12, 3), (23, 4), (64, 8)])
def test_all_of_a_group_meet_once_then_its_winners(people: int, groups: int) -> None:
    one = in_groups(people, groups)
    members = groups_of(one)
    assert max(map(len, members)) - min(map(len, members)) <= 1
    while is_in_groups(one):
        one = play_round(one, stronger)
    assert finalists(one) == list(range(1, groups + 1))
    while one.state is TournamentState.RUNNING:
        one = play_round(one, stronger)
    before = group_rounds(one)
    met = Counter(frozenset((each.first, each.second)) for each in one.pairings if each.round <= before)
    assert met == Counter(frozenset((a, b)) for group in members for a in group for b in group if a < b)
    last = Counter(frozenset((each.first, each.second)) for each in one.pairings if each.round > before)
    assert len(last) == groups * (groups - 1) // 2 and set(last.values()) == {1}
    ranked = standings(one)
    assert [standing.place for standing in ranked] == list(range(1, people + 1))
    assert [standing.number for standing in ranked[:groups]] == list(range(1, groups + 1))
    assert winner_ids(one) == [101, 102, 103]


def test_places_in_groups_have_letters() -> None:
    one = play_round(in_groups(6, 2), stronger)
    named = labels(one, standings(one))
    assert sorted(named.values()) == ["A1", "A2", "A3", "B1", "B2", "B3"]
    rows = standings_table(one, {}, "light", texts("en")).rows
    assert [row.place for row in rows] == ["A1", "A2", "A3", "B1", "B2", "B3"]
    for row in rows:
        marks = [cell.mark for cell in row.cells]
        assert len(marks) == 3 and marks.index(Mark.SELF) == int(row.place[1]) - 1


def test_a_big_picture_shows_the_best_of_each_group() -> None:
    rows = standings_table(in_groups(40, 8), {}, "dark", texts("en")).rows
    assert [row.place for row in rows] == [f"{letter}1" for letter in "ABCDEFGH" for _ in range(2)], "level"


def test_a_lost_final_is_no_first_place() -> None:
    one = in_groups(6, 2)
    while is_in_groups(one):
        one = play_round(one, stronger)

    def upset(pairing: Pairing) -> Result:
        return Result.FIRST if pairing.first == 2 else Result.SECOND

    one = play_round(one, upset)
    assert one.state is TournamentState.OVER and [each.number for each in standings(one)][:2] == [2, 1]


@pytest.mark.parametrize("people", [0, 1, 5])
def test_before_it_starts_all_are_listed(people: int) -> None:
    one = replace(OPEN, kind=Kind.ROUND_ROBIN, groups=2)
    for person in range(people):
        one = joined(one, 100 + person)
    assert len(standings(one)) == people
    assert payload_of(tournament_view(one, {}, texts("en")))


def test_how_many_can_take_part() -> None:
    one = replace(OPEN, kind=Kind.ROUND_ROBIN, groups=4)
    assert format_of(one).size(one.groups) == (12, 32)
    assert texts("en")("tournament.groups", n=4) == "4 groups, then a final"
