"""The bracket as it is drawn: who is where, with which points, in tournaments of every size."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.drawing.bracket import MAX_COLUMNS, BracketPicture, Player, State
from bot.drawing.standings import Mark
from bot.texts import texts
from bot.tournaments.changes import continued
from bot.ui.tournament_bracket import bracket_picture, people_in_bracket
from data.model.tournament import Kind, Pairing, Result, Tournament, TournamentState
from tests.bot.tournaments.played import matched, play_round, stronger, tournament


def drawn(knockout: Tournament, language: str = "en") -> BracketPicture:
    names = {entrant.user_id or 0: f"P{entrant.number}" for entrant in knockout.entrants}
    return bracket_picture(knockout, names, "dark", texts(language))


def started(people: int) -> Tournament:
    return tournament(Kind.KNOCKOUT, people)


def over(people: int) -> Tournament:
    running = started(people)
    while running.state is TournamentState.RUNNING:
        running = play_round(running, stronger)
    return running


def written(player: Player | None) -> str:
    return "" if player is None else f"{player.name} {player.score}".strip()


def column(picture: BracketPicture, number: int) -> list[list[str]]:
    return [[] if pair is None else [written(player) for player in pair] for pair in picture.columns[number]]


@pytest.mark.parametrize("people", range(2, 65))
def test_every_size_is_drawn_at_its_start_and_at_its_end(people: int) -> None:
    for knockout in (started(people), over(people)):
        picture = drawn(knockout)
        assert len(picture.headers) == len(picture.columns) <= MAX_COLUMNS
        assert len(picture.columns[0]) <= 8
        assert len(picture.below) == (people > 3) + (people > 8)
        assert len(people_in_bracket(knockout)) <= people


def test_a_bracket_of_eight_has_every_round_and_third_place_below() -> None:
    picture = drawn(over(8))
    assert picture.headers == ("Quarterfinals", "Semifinals", "Final")
    assert column(picture, 0) == [
        ["P1 1", "P8 0"],
        ["P4 1", "P5 0"],
        ["P2 1", "P7 0"],
        ["P3 1", "P6 0"],
    ]
    assert column(picture, 2) == [["P1 1", "P2 0"]]
    assert [(header, *map(written, pair)) for header, pair in picture.below] == [
        ("Third place", "P4 0", "P3 1")
    ]


def test_a_bracket_of_sixteen_has_its_final_below() -> None:
    picture = drawn(over(16), "ko")
    assert picture.headers == ("16강", "8강", "4강")
    assert [header for header, _ in picture.below] == ["결승", "3위 결정전"]


def test_the_last_four_rounds_of_more_people_say_who_could_come() -> None:
    picture = drawn(started(32))
    assert column(picture, 0)[0] == ["P1 / P32", "P16 / P17"]
    assert all(player is not None and player.is_guess for pair in picture.columns[0] for player in pair or ())


def test_a_bye_is_not_drawn_and_its_player_is_in_the_next_round() -> None:
    picture = drawn(started(3))
    assert column(picture, 0) == [[], ["P2", "P3"]]
    assert column(picture, 1) == [["P1", ""]]


def with_results(knockout: Tournament, *results: Result) -> Tournament:
    pairings = tuple(
        replace(pairing, result=result) for pairing, result in zip(knockout.pairings, results, strict=False)
    )
    return continued(replace(knockout, pairings=(*pairings, *knockout.pairings[len(pairings) :])), 1.0)


def test_a_player_who_is_through_is_in_the_next_round_before_the_opponent_is_known() -> None:
    picture = drawn(with_results(matched(started(4)), Result.FIRST))
    first = matched(started(4)).pairings[0].first
    assert column(picture, 1) == [[f"P{first}", ""]]
    assert written(picture.below[0][1][0]) == f"P{5 - first}"


def test_two_draws_are_shown_with_who_goes_through() -> None:
    def draw(_: Pairing) -> Result:
        return Result.DRAW

    upper, lower = drawn(play_round(play_round(started(2), draw), draw)).columns[0][0] or (None, None)
    assert [written(upper), written(lower)] == ["P1 ½ ½", "P2 ½ ½"]
    assert lower is not None and (lower.state, lower.mark) == (State.THROUGH, Mark.WIN)


def test_a_match_that_was_not_played_has_signs() -> None:
    picture = drawn(with_results(started(2).without(1)))
    assert column(picture, 0) == [["P1 −", "P2 +"]]


def test_who_was_removed_is_gray_and_takes_no_third_place() -> None:
    semifinals = play_round(started(4), stronger)
    third = semifinals.in_round(2)[1]
    removed = semifinals.without(third.first, removed=True)
    (_, pair), *_ = drawn(removed).below
    assert [player and player.name for player in pair] == [None, f"P{third.second}"]
    final = drawn(semifinals.without(1, removed=True)).columns[-1][0]
    assert final is not None
    assert {player.name: player.state for player in final if player} == {"P1": State.OUT, "P2": State.OPEN}


def test_a_bye_is_named_where_the_player_comes_next() -> None:
    picture = drawn(started(3))
    notes = [player.note for pair in picture.columns[1] if pair for player in pair if player]
    assert notes == ["bye"]
