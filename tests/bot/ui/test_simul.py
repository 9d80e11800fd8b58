"""The boards of who gives a simul: those that wait, oldest first, with the way to the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from discord.ui import Button, LayoutView, TextDisplay

from bot.texts import LANGUAGES, texts
from bot.tournaments.changes import continued, joined, started
from bot.tournaments.kinds import FORMATS
from bot.tournaments.simul import OPPONENTS
from bot.ui.clocks import SHARED_CLOCKS, control_name, flag_fall
from bot.ui.links import link
from bot.ui.pairings import my_match_view
from bot.ui.simul import boards_view, is_giver, next_board_view, waiting_boards
from bot.ui.tournament import created_view, title_of, tournament_view
from bot.ui.tournament_end import winner_ids, winners_line
from bot.ui.tournament_leaving import leaving_view, left_text
from data.model.match import Match, MatchState
from data.model.tournament import Kind, Result, Tournament, TournamentState
from games.base import Side
from games.clock import CONTROLS, ROUNDS, Clock, given_by
from tests.boards import on_board
from tests.bot.stories import match_of
from tests.bot.tournaments.played import OPEN, matched
from tests.bot.ui.shown import check_limits

GIVER = 1575921203984465923


def opened(opponents: int) -> Tournament:
    """One that people have joined, before its start."""
    first = FORMATS[Kind.SIMUL].first_entrants(GIVER)
    simul = replace(OPEN, kind=Kind.SIMUL, creator_id=GIVER, entrants=first)
    for person in range(1, opponents + 1):
        simul = joined(simul, GIVER + person)
    return simul


def running(opponents: int) -> Tournament:
    """One whose boards have matches."""
    return matched(continued(started(opened(opponents)), 0.0))


def boards(simul: Tournament, *, since: Sequence[float] = ()) -> list[Match]:
    """The matches of its boards, in which the first side has been to move ``since`` then, else since 0."""
    every = []
    for place, pairing in enumerate(simul.pairings):
        people = [simul.entrant(number or 0).user_id for number in (pairing.first, pairing.second)]
        whole = CONTROLS["1-day"].whole(Side.FIRST)
        moment = since[place] if place < len(since) else 0.0
        clock = Clock(CONTROLS["1-day"], whole, whole, Side.FIRST, moment)
        match = match_of("othello", "8x8", id=pairing.match_id or 0, clock=clock)
        match = replace(match, first_id=people[0], second_id=people[1], state=MatchState.PLAYING)
        every.append(on_board(match, guild_id=GIVER, channel_id=GIVER, message_id=GIVER + place))
    return every


def words(view: LayoutView) -> str:
    return "\n".join(part.content for part in view.walk_children() if isinstance(part, TextDisplay))


def buttons(view: LayoutView) -> list[Button[LayoutView]]:
    return [part for part in view.walk_children() if isinstance(part, Button)]


def test_boards_wait_on_which_the_giver_is_to_move_the_longest_first() -> None:
    simul = running(5)
    matches = boards(simul, since=(30.0, 1.0, 10.0, 2.0, 20.0))
    waiting = [match.id for match in waiting_boards(matches, GIVER)]
    assert waiting == [matches[2].id, matches[4].id, matches[0].id], "1, 3 and 5, on which they move first"


def test_a_board_does_not_wait_that_is_over_or_not_posted() -> None:
    simul = running(3)
    matches = boards(simul)
    matches[0] = replace(matches[0], state=MatchState.OVER)
    matches[2] = on_board(matches[2], message_id=None)
    assert waiting_boards(matches, GIVER) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_board_is_one_press_away(language: str) -> None:
    simul = running(OPPONENTS)
    matches = boards(simul, since=(9.0, 0.0, 5.0))
    view = boards_view(simul, matches, GIVER, SHARED_CLOCKS, texts(language), 1_800_000_000.0)
    check_limits(view)
    first, refresh = buttons(view)
    assert first.url == link(waiting_boards(matches, GIVER)[0].home)
    assert refresh.custom_id == f"p:tournament:mine.{simul.id}"
    lines = words(view).split("\n")
    assert len(lines) == 2 + 4 and "4" in lines[0] and "<t:1800000000:T>" in lines[-1]
    numbers = [match.id for match in waiting_boards(matches, GIVER)]
    assert [line.split("]")[0] for line in lines[1:-1]] == [
        f"{place}. [#{number}" for place, number in enumerate(numbers, start=1)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_waiting_board_there_is_only_refresh(language: str) -> None:
    simul, reader = running(3), texts(language)
    view = boards_view(simul, [], GIVER, SHARED_CLOCKS, reader)
    assert [each.custom_id for each in buttons(view)] == [f"p:tournament:mine.{simul.id}"]
    assert reader(
        "tournament.simul.none-waiting", title=reader("tournament.simul.number", id=simul.id)
    ) in words(view)


def test_the_line_below_a_board_leads_to_the_one_that_waits_longest() -> None:
    simul = running(3)
    waiting = waiting_boards(boards(simul), GIVER)
    view = next_board_view(simul, waiting, texts("en"))
    line = f"[**Next board: #{waiting[0].id}**]({link(waiting[0].home)}) · <@{GIVER + 1}> · 2 are waiting"
    assert words(view) == line and not buttons(view)


def test_the_giver_is_who_plays_everybody_until_they_leave() -> None:
    simul = running(3)
    assert is_giver(simul, GIVER) and not is_giver(simul, GIVER + 1)
    assert not is_giver(opened(3), GIVER)
    assert not is_giver(simul.without(1), GIVER)


def test_who_joins_reads_who_gives_it_on_which_terms_and_sides() -> None:
    shown = words(tournament_view(opened(2), {}, texts("en")))
    assert f"Hosted by <@{GIVER}> · 2 opponents" in shown
    assert "Simul · Othello 8×8 · 1 day per move · not rated" in shown
    assert "The first to join moves second" in shown
    assert shown.split("\n")[-2] == f"<@{GIVER + 1}> <@{GIVER + 2}>"


def test_its_creator_is_in_it_at_once() -> None:
    view = created_view(opened(0), texts("en"))
    assert not buttons(view) and "You play everyone who joins." in words(view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_while_nobody_knows_who_gives_it_its_message_is_shown(language: str) -> None:
    """A moderator has banned the giver a moment ago; it is called off at the next look."""
    simul = opened(2)
    assert tournament_view(replace(simul, entrants=simul.entrants[1:]), {}, texts(language))


def test_a_giver_who_leaves_before_the_start_reads_that_it_ends() -> None:
    simul, reader = opened(2), texts("en")
    question = words(leaving_view(simul, simul.entrants[0], reader))
    assert "is canceled: everyone plays against you." in question and "\n" not in question
    canceled = replace(simul, state=TournamentState.CANCELED)
    assert left_text(canceled, reader).endswith("so it was canceled.")


def test_the_end_says_the_giver_s_record_and_who_did_not_lose() -> None:
    simul = running(4)
    results = (Result.FIRST, Result.SECOND, Result.DRAW, Result.FIRST)
    pairings = tuple(
        replace(pairing, result=result) for pairing, result in zip(simul.pairings, results, strict=True)
    )
    over = replace(simul, pairings=pairings, state=TournamentState.OVER)
    lines = winners_line(over, texts("en")).split("\n")
    assert lines[1:] == [
        f"<@{GIVER}>: 2 wins, 1 draw, 1 loss",
        f"<@{GIVER + 3}>: 1 draw",
        f"<@{GIVER + 4}>: 1 win",
    ]
    assert winners_line(over, texts("ko")).split("\n")[1] == f"<@{GIVER}>: 2승, 1무, 1패"


def opened_by_computer(level: str) -> Tournament:
    """One that the computer gives; its creator and one more person are in it."""
    first = FORMATS[Kind.COMPUTER_SIMUL].first_entrants(GIVER)
    simul = replace(OPEN, kind=Kind.COMPUTER_SIMUL, creator_id=GIVER, level=level, entrants=first)
    return joined(simul, GIVER + 1)


def test_who_joins_reads_at_which_strength_the_computer_plays() -> None:
    shown = words(tournament_view(opened_by_computer("1450"), {}, texts("en")))
    assert "The computer plays at 1450" in shown and "more player" not in shown
    assert "takes a seat" not in shown, "it fills no odd seat"
    assert "You've joined it." in words(created_view(opened_by_computer("4"), texts("en")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_names_the_computer_with_its_record_and_who_has_won(language: str) -> None:
    reader = texts(language)
    simul = matched(continued(started(opened_by_computer("4")), 0.0))
    results = (Result.FIRST, Result.FIRST)  # the computer moves first on board 1
    pairings = tuple(
        replace(pairing, result=result) for pairing, result in zip(simul.pairings, results, strict=True)
    )
    over = replace(simul, pairings=pairings, state=TournamentState.OVER)
    computer = reader("player.computer", level=reader("level.number", level="4"))
    won, lost = reader("tournament.simul.won", n=1), reader("tournament.simul.lost", n=1)
    assert winners_line(over, reader).split("\n")[1:] == [
        f"{computer}: {won}, {lost}",
        f"<@{GIVER + 1}>: {won}",
    ]
    assert winner_ids(over) == [GIVER + 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_gives_a_simul_is_told_once_what_leaving_costs(language: str) -> None:
    simul, reader = running(8), texts(language)
    giver = simul.entrant_of(GIVER)
    assert giver is not None
    sentence = reader("tournament.simul.leave-boards", title=title_of(simul, reader), n=8)
    assert words(leaving_view(simul, giver, reader)) == sentence
    has_left = left_text(simul.without(giver.number), reader)
    assert has_left == reader("tournament.leave.done", title=title_of(simul, reader))


@pytest.mark.parametrize("control", ROUNDS)
def test_where_moves_have_minutes_the_limit_has_no_date(control: str) -> None:
    simul, reader = replace(running(2), control=control), texts("en")
    match = replace(boards(simul)[0], clock=Clock.of(CONTROLS["5+5"]).turn(Side.FIRST, 1.0))
    shown = words(my_match_view(simul, match, GIVER + 1, SHARED_CLOCKS, reader))
    assert ":T>" in shown and ":F>" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_start_it_is_said_how_long_opponents_have(language: str) -> None:
    simul, reader = replace(running(2), control="round-5m"), texts(language)
    assert reader("choice.clock.round-5m") in words(tournament_view(simul, {}, reader))
    assert "15" in reader("choice.clock.round-5m")
    given = given_by(ROUNDS["round-5m"], Side.FIRST)
    match = replace(boards(simul)[0], clock=Clock.of(given).turn(Side.SECOND, 5.0))
    assert flag_fall(match, reader, SHARED_CLOCKS) == "<t:905:R>"
    assert control_name(given, reader) == reader("clock.round-5m")
