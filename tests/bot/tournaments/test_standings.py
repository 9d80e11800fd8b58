"""Standings and their tie-breaks, and what people can do to a tournament when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tournaments.changes import can_join, continued, joined, with_results
from bot.tournaments.kinds import FORMATS, standings
from bot.tournaments.standings import needs_sonneborn_berger, separated_by_tiebreaks
from bot.ui.tournament_end import winner_ids
from data.model.tournament import Entrant, Kind, Pairing, Result, Tournament, TournamentState
from tests.bot.tournaments.played import OPEN, matched, play_round, stronger, tournament

RESULTS = {"1": Result.FIRST, "0": Result.SECOND, "=": Result.DRAW}


def of_table(table: str) -> Tournament:
    """A round robin as its crosstable shows it: in each line, the results against the others in order."""
    lines = table.split()
    entrants = tuple(Entrant(number, 100 + number) for number in range(1, len(lines) + 1))
    pairings = tuple(
        Pairing(1, 100 * row + column, row + 1, column + 1, result=RESULTS[sign])
        for row, line in enumerate(lines)
        for column, sign in enumerate(line)
        if column > row
    )
    return replace(OPEN, kind=Kind.ROUND_ROBIN, entrants=entrants, pairings=pairings)


def order(cup: Tournament) -> list[int]:
    return [standing.number for standing in standings(cup)]


def test_sonneborn_berger_counts_whom_one_has_beaten() -> None:
    # A crosstable: 1 and 2 have 2½ points; 1 beat the third, 2 only the last two.
    cup = of_table("x=1= =x=1 0=x1 =00x".replace(" ", "\n"))
    first, second, *_ = standings(cup)
    assert (first.number, first.points, first.sonneborn_berger) == (1, 4, 1 * 4 + 2 * 3 + 1 * 1)
    assert (second.number, second.points, second.sonneborn_berger) == (2, 4, 1 * 4 + 1 * 3 + 2 * 1)
    assert [standing.place for standing in standings(cup)] == [1, 2, 3, 4]


def test_buchholz_counts_the_points_of_opponents() -> None:
    cup = tournament(Kind.SWISS, 6, rounds=2)
    cup = play_round(play_round(cup, stronger), stronger)
    by_number = {standing.number: standing for standing in standings(cup)}
    for number, standing in by_number.items():
        opponents = [pair.opponent_of(number) for pair in cup.of_entrant(number)]
        assert standing.buchholz == sum(by_number[other].points for other in opponents if other)
    assert order(cup)[0] == 1


@pytest.mark.parametrize(
    ("kind", "halves", "rule"),
    [
        (Kind.ROUND_ROBIN, 0, "tournament.rules.points"),
        (Kind.DOUBLE_ROUND_ROBIN, 0, "tournament.rules.points"),
        (Kind.SWISS, 2, "tournament.rules.points-bye"),
        (Kind.KNOCKOUT, 0, None),
    ],
)
def test_a_round_without_an_opponent_brings_what_the_rules_say(
    kind: Kind, halves: int, rule: str | None
) -> None:
    cup = tournament(kind, 3)
    playing = {seat for pairing in cup.pairings if pairing.second for seat in (pairing.first, pairing.second)}
    points = {standing.number: standing.points for standing in standings(cup)}
    assert [points[number] for number in points if number not in playing] == [halves]
    assert FORMATS[kind].points_rule == rule


def test_sonneborn_berger_is_needed_only_where_meetings_do_not_decide() -> None:
    met = of_table("*=11 =*10 00*1 010*")
    level = [[standing.number for standing in tied] for tied in separated_by_tiebreaks(met, standings(met))]
    assert level == [[3, 4]], "the third has beaten the fourth"
    assert not needs_sonneborn_berger(met, standings(met))
    drawn = of_table("*=01 =*10 10*0 011*")
    assert [standing.number for standing in standings(drawn)] == [4, 1, 2, 3]
    assert needs_sonneborn_berger(drawn, standings(drawn))


def test_the_virtual_opponent_of_a_bye_loses_it_and_draws_from_then_on() -> None:
    entrants = tuple(Entrant(number, 100 + number) for number in (1, 2, 3))
    pairings = (
        Pairing(1, 1, 3, 1, result=Result.FIRST),
        Pairing(2, 1, 3, None, result=Result.BYE),
        Pairing(3, 1, 3, 2, result=Result.DRAW),
        Pairing(4, 1, 1, 2),
    )
    (first, *_) = standings(replace(OPEN, entrants=entrants, pairings=pairings))
    assert (first.number, first.points) == (3, 5)
    virtual = 2 + 0 + 1  # as many halves as the third had before, the lost bye, a draw in round 3
    assert first.buchholz == 0 + virtual + 1
    assert first.sonneborn_berger == 2 * 0 + 2 * virtual + 1 * 1


def test_who_has_lost_and_has_a_bye_is_behind_whom_they_have_lost_to() -> None:
    # Alice (1) has beaten Dave (2), who has a bye; Carol (3) and Erin (4) have a point, too, without meeting.
    entrants = tuple(Entrant(number, 100 + number) for number in range(1, 7))
    pairings = (
        Pairing(1, 1, 1, 2, result=Result.FIRST),
        Pairing(1, 2, 3, 5, result=Result.FIRST),
        Pairing(1, 3, 4, 6, result=Result.FIRST),
        Pairing(2, 1, 1, 6),
        Pairing(2, 2, 3, 4),
        Pairing(2, 3, 2, None, result=Result.BYE),
    )
    cup = replace(OPEN, entrants=entrants, pairings=pairings)
    assert order(cup).index(1) < order(cup).index(2)


def test_a_meeting_decides_before_buchholz() -> None:
    entrants = tuple(Entrant(number, 100 + number) for number in range(1, 7))
    pairings = (
        Pairing(1, 1, 1, 2, result=Result.FIRST),
        Pairing(1, 2, 3, 4, result=Result.FIRST),
        Pairing(2, 1, 1, 6, result=Result.SECOND),
        Pairing(2, 2, 2, 3, result=Result.FIRST),
        Pairing(3, 1, 3, 5, result=Result.FIRST),
        Pairing(3, 2, 4, 6, result=Result.DRAW),
    )
    ranked = standings(replace(OPEN, entrants=entrants, pairings=pairings))
    assert [standing.number for standing in ranked] == [3, 6, 1, 2, 4, 5]
    third, fourth = ranked[2:4]
    assert third.points == fourth.points and third.buchholz < fourth.buchholz


def test_direct_encounter_separates_those_who_are_level_otherwise() -> None:
    entrants = tuple(Entrant(number, 100 + number) for number in range(1, 5))
    pairings = (
        Pairing(1, 1, 1, 2, result=Result.SECOND),
        Pairing(1, 2, 3, 4, result=Result.SECOND),
        Pairing(2, 1, 1, 3, result=Result.FIRST),
        Pairing(2, 2, 2, 4, result=Result.SECOND),
        Pairing(3, 1, 2, 3, result=Result.SECOND),
        Pairing(3, 2, 1, 4, result=Result.SECOND),
    )
    places = {
        standing.number: standing.place
        for standing in standings(replace(OPEN, entrants=entrants, pairings=pairings))
    }
    assert places == {4: 1, 1: 2, 2: 2, 3: 2}, "each of the three has beaten one of the others"
    assert order(of_table("x11 0x0 01x")) == [1, 3, 2]


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.SWISS, Kind.DOUBLE_ROUND_ROBIN])
def test_with_equal_points_whoever_has_lost_is_below_those_who_still_play(kind: Kind) -> None:
    cup = matched(tournament(kind, 6))
    first, *_ = cup.in_round(1)
    cup = with_results(cup, {first.match_id or 0: Result.FIRST})
    ranked = standings(cup)
    assert (ranked[0].number, ranked[-1].number) == (first.first, first.second)
    assert [standing.place for standing in ranked] == [1, 2, 2, 2, 2, 6]


def test_who_rests_in_the_first_round_is_not_below_who_has_lost_in_it() -> None:
    cup = matched(tournament(Kind.ROUND_ROBIN, 3))
    (pairing,) = cup.in_round(1)
    cup = with_results(cup, {pairing.match_id or 0: Result.SECOND})
    assert order(cup)[0] == pairing.second and order(cup)[-1] == pairing.first


def test_who_has_missed_a_round_of_a_swiss_is_not_above_who_has_lost_in_it() -> None:
    cup = play_round(tournament(Kind.SWISS, 4, rounds=3), stronger)
    cup = joined(cup, 999)
    places = {standing.number: standing.place for standing in standings(cup)}
    assert places[5] > max(places[number] for number in (3, 4))


def test_without_results_all_share_the_first_place() -> None:
    assert {standing.place for standing in standings(tournament(Kind.SWISS, 4))} == {1}


@pytest.mark.parametrize(
    ("kind", "rounds", "expected"),
    [(Kind.SWISS, 5, True), (Kind.SWISS, 1, False), (Kind.ROUND_ROBIN, None, False)],
)
def test_who_comes_late_can_join_a_swiss_before_its_last_round(
    kind: Kind, rounds: int | None, expected: bool
) -> None:
    assert can_join(OPEN)
    assert can_join(tournament(kind, 6, rounds=rounds)) == expected


def test_leaving_before_the_start_frees_the_number() -> None:
    cup = OPEN
    for person in (7, 8, 9):
        cup = joined(cup, person)
    cup = cup.without(2)
    assert [(entrant.number, entrant.user_id) for entrant in cup.entrants] == [(1, 7), (2, 9)]
    assert joined(cup, 8).entrants[-1] == Entrant(3, 8)


def test_dropping_out_loses_only_what_is_not_begun_and_coming_back_is_possible() -> None:
    cup = tournament(Kind.SWISS, 4, rounds=3)
    begun = matched(cup)
    assert continued(begun.without(1), 1.0).in_round(1)[0].result is None, "the match goes on"
    gone = continued(cup.without(1), 1.0)
    assert gone.in_round(1)[0].result is Result.SECOND_BY_FORFEIT
    assert not joined(gone, 101).entrant(1).dropped


def test_nothing_follows_twice() -> None:
    cup = matched(tournament(Kind.SWISS, 4, rounds=2))
    results = {pair.match_id: Result.FIRST for pair in cup.pairings if pair.match_id}
    once = with_results(cup, results)
    assert with_results(once, dict.fromkeys(results, Result.SECOND)) == once, "a result that is known stays"
    after = continued(once, 5.0)
    assert after.round == 2 and continued(after, 6.0) == after


def test_a_tournament_that_nobody_plays_in_anymore_ends() -> None:
    cup = tournament(Kind.ROUND_ROBIN, 3)
    for number in (1, 2):
        cup = cup.without(number)
    over = continued(cup, 9.0)
    assert over.state is TournamentState.OVER and over.ended_at == 9.0


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN])
def test_a_computer_that_wins_everything_is_last_and_no_winner(kind: Kind) -> None:
    cup = tournament(kind, 5, level="5")
    computer = cup.entrants[-1].number

    def computer_wins(pairing: Pairing) -> Result:
        if pairing.has(computer):
            return Result.FIRST if pairing.first == computer else Result.SECOND
        return stronger(pairing)

    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, computer_wins)
    ranked = standings(cup)
    assert cup.entrant(computer).user_id is None and ranked[-1].number == computer
    assert ranked[-1].points == max(standing.points for standing in ranked)
    assert [standing.place for standing in ranked if standing.place == 1] == [1]
    assert winner_ids(cup)[0] == 101 and len(winner_ids(cup)) == 3
