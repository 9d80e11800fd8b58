"""What moderators change: who is removed takes no place, and a corrected result is marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.tournaments.changes import continued, corrected, joined, people_missing
from bot.tournaments.kinds import format_of, standings
from bot.ui.tournament_end import podium
from data.model.tournament import Kind, Result, Tournament, TournamentState
from tests.bot.tournaments.played import OPEN, play_round, stronger, tournament


def played(kind: Kind, people: int) -> Tournament:
    """A tournament that is over; the lower number has won each match."""
    cup = tournament(kind, people)
    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, stronger)
    return cup


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.SWISS, Kind.KNOCKOUT])
def test_who_was_removed_takes_no_place_and_who_left_keeps_it(kind: Kind) -> None:
    cup = played(kind, 4)
    winner, *others = standings(cup)
    assert podium(cup.without(winner.number))[0] == winner, "who left keeps the place"
    after = cup.without(winner.number, removed=True)
    moved_up = [(standing.number, standing.place - 1) for standing in others]
    assert [(standing.number, standing.place) for standing in podium(after)] == moved_up
    last = standings(after)[-1]
    assert (last.number, last.place) == (winner.number, 4)


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.SWISS, Kind.KNOCKOUT])
def test_who_was_removed_is_announced_on_no_place_though_only_two_others_played(kind: Kind) -> None:
    cup = played(kind, 3).without(2, removed=True)
    assert [standing.number for standing in podium(cup)] == [1, 3]


def test_who_was_removed_plays_no_final_of_groups() -> None:
    cup = replace(OPEN, kind=Kind.ROUND_ROBIN, groups=2)
    for person in range(1, 7):
        cup = joined(cup, 100 + person)
    cup = continued(replace(cup, state=TournamentState.RUNNING, rounds=4), 0.0)
    cup = play_round(play_round(cup, stronger), stronger).without(1, removed=True)
    cup = play_round(cup, stronger)
    assert {(pairing.first, pairing.second) for pairing in cup.in_round(4)} == {(3, 2)}


def test_who_was_removed_and_comes_back_takes_a_place_again() -> None:
    cup = tournament(Kind.ARENA, 3).without(2, removed=True)
    assert cup.entrant(2).dropped and cup.entrant(2).removed
    back = joined(cup, 102)
    assert not back.entrant(2).dropped and not back.entrant(2).removed


@pytest.mark.parametrize(
    ("level", "missing"), [(None, (3, 2, 1, 0, 0)), ("3", (3, 2, 0, 0, 0))], ids=["people", "computer"]
)
@pytest.mark.parametrize("people", range(5))
def test_how_many_people_are_missing(people: int, level: str | None, missing: Sequence[int]) -> None:
    cup = replace(OPEN, level=level)
    for person in range(people):
        cup = joined(cup, 101 + person)
    assert people_missing(cup) == missing[people], "a computer plays with two people, not with one"


def test_a_corrected_result_is_marked_and_the_end_announced_anew() -> None:
    cup = replace(played(Kind.ROUND_ROBIN, 3), announced=True)
    after = corrected(cup, 1, 1, Result.DRAW)
    assert [pairing.corrected for pairing in after.pairings] == [True, False, False]
    assert not after.announced


def test_nothing_is_replayed_in_a_knockout_that_is_over() -> None:
    cup = tournament(Kind.KNOCKOUT, 4)
    assert Result.DRAW in format_of(cup).results(cup)
    assert Result.DRAW not in format_of(cup).results(played(Kind.KNOCKOUT, 4))


@pytest.mark.parametrize("people", [3, 5, 6])
def test_a_round_robin_lists_the_rounds_to_come_and_who_rests(people: int) -> None:
    cup = tournament(Kind.ROUND_ROBIN, people)
    listed = format_of(cup).listed(cup, 2)
    for number in range(1, (cup.rounds or 0) + 1):
        theirs = [pairing for pairing in listed if pairing.round == number]
        seats = sorted(seat for each in theirs for seat in (each.first, each.second) if seat)
        assert seats == [*range(1, people + 1)], "everybody is in each round once"
        assert theirs[0].has(2), "the reader's own first"
    met = {frozenset((each.first, each.second)) for each in listed if each.second}
    assert len(met) == people * (people - 1) // 2
    after = format_of(cup).listed(cup.without(3, removed=True), 2)
    forfeited = [pairing for pairing in after if pairing.round > 1 and pairing.has(3) and pairing.second]
    assert {pairing.points_of(3) for pairing in forfeited} == {0}
    assert all(pairing.result is not None for pairing in forfeited)
    second = play_round(cup, stronger)
    later = [(each.round, each.first, each.second) for each in listed if each.round > 1]
    coming = format_of(second).listed(second, 2)
    assert [(each.round, each.first, each.second) for each in coming] == later
