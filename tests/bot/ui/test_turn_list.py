"""The message that says whose turn it is: whom it names, in which order, and how it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.texts import LANGUAGES, texts
from bot.ui.panel import Panel
from bot.ui.turn_list import MAX_SHOWN, VERB, PuzzleOfGame, Waiting, side_to_move, turn_list_view
from data.model.match import DELETED_USER, Match
from data.model.teams import Member, TeamKind, Teams
from data.servers.turn_lists import OpenPuzzle
from games.base import Move, Side
from games.clock import CONTROLS, Clock
from tests.boards import on_board
from tests.bot.stories import match_of
from tests.bot.ui.shown import check_limits, words

EN = texts("en")
PUZZLE = PuzzleOfGame(OpenPuzzle(7, "2026-11-27", "abc", 70, 901), "go")


def match(number: int = 1, moves: str = "", **changes: object) -> Match:
    """A match of the people 11 and 22."""
    values = {"id": number, "first_id": 11, "second_id": 22, **changes}
    made = match_of("othello", "8x8", tuple(map(Move, moves.split())), **values)
    return on_board(made, guild_id=7, channel_id=70, message_id=500 + number)


def shown(*waiting: Waiting, puzzle: PuzzleOfGame | None = None) -> str:
    view = turn_list_view(waiting, puzzle, EN)
    check_limits(view)
    return words(view)


def test_a_match_names_who_is_to_move_since_when_and_links_to_its_board() -> None:
    text = shown(Waiting(match(moves="d3"), 1000.9))
    assert (
        "**<@22>** · <t:1000:R>\n-# [Othello 8×8](https://discord.com/channels/7/70/501) against <@11>"
        in text
    )


def test_without_matches_nobody_is_waited_for() -> None:
    text = shown()
    assert "No match is waiting for a move." in text
    assert "<@" not in text


def test_matches_of_tournaments_come_first_and_of_each_those_that_wait_longest() -> None:
    late, early = Waiting(match(1), 300.0), Waiting(match(2), 100.0)
    of_tournament = Waiting(match(3, tournament_id=9), 200.0, "Autumn Cup · Round 2")
    text = shown(late, early, of_tournament)
    assert "🏆 [Autumn Cup · Round 2](https://discord.com/channels/7/70/503) against <@22>" in text
    assert [text.index(f"<t:{moment}:R>") for moment in (200, 100, 300)] == sorted(
        text.index(f"<t:{moment}:R>") for moment in (200, 100, 300)
    )


def test_a_long_list_says_how_many_more_there_are() -> None:
    text = shown(*(Waiting(match(number), 100.0 + number) for number in range(MAX_SHOWN + 3)))
    assert text.count(":R>") == MAX_SHOWN
    assert "and 3 more" in text


def test_of_a_team_the_member_in_turn_is_named() -> None:
    teams = Teams(TeamKind.RENGO, (Member(11), Member(12)), (Member(22), Member(23)))
    text = shown(Waiting(match(moves="d3 c3", teams=teams), 100.0))
    assert "**<@12>**" in text and "against <@22>" in text


def test_where_people_vote_everyone_is_waited_for() -> None:
    teams = Teams(TeamKind.VOTE, (Member(11),))
    text = shown(Waiting(match(second_id=None, level="3", teams=teams), 100.0))
    assert "**everyone**" in text


def test_a_player_of_another_server_is_not_named() -> None:
    here = on_board(match(moves="d3"), side=Side.FIRST)
    text = shown(Waiting(here, 100.0))
    assert "**another server**" in text and "<@22>" not in text


def test_a_person_who_has_erased_their_data_is_not_named() -> None:
    assert "Deleted user" in shown(Waiting(match(second_id=DELETED_USER), 100.0))


@pytest.mark.parametrize(
    ("tried", "solved", "words_of_it"),
    [(0, 0, "Go: nobody has tried it yet"), (1, 1, "solved by 1 of 1"), (5, 3, "solved by 3 of 5")],
)
def test_the_puzzle_says_how_many_solved_it(tried: int, solved: int, words_of_it: str) -> None:
    of_game = replace(PUZZLE, puzzle=replace(PUZZLE.puzzle, tried=tried, solved=solved))
    text = shown(puzzle=of_game)
    assert "🧩 [Today's puzzle](https://discord.com/channels/7/70/901) · Go" in text
    assert words_of_it in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_message_has_a_button_by_which_it_is_recognized(language: str) -> None:
    view = turn_list_view([Waiting(match(), 1.0)], PUZZLE, texts(language))
    custom_ids = [component.get("custom_id") for component in check_limits(view)]
    assert Panel(VERB).custom_id in custom_ids


def test_the_side_to_move_is_that_of_the_clock_or_of_the_rules() -> None:
    assert side_to_move(match()) is Side.FIRST
    assert side_to_move(match(moves="d3")) is Side.SECOND
    assert side_to_move(match(clock=Clock.of(CONTROLS["5+5"]).turn(Side.SECOND, 1.0))) is Side.SECOND
    assert side_to_move(match(moves="d3", second_id=None, level="3")) is None, "it is the computer's turn"
