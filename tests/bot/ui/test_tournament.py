"""What the message of a tournament and its pairings say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord.ui import Button, LayoutView, Select

from bot.drawing.standings import Mark
from bot.exceptions import Refusal
from bot.presenters.keypad import Keypad
from bot.texts import LANGUAGES, Raw, texts
from bot.tournaments.changes import can_join, continued, corrected, joined, seeded, started
from bot.tournaments.kinds import FORMATS, format_of
from bot.ui.clocks import SHARED_CLOCKS
from bot.ui.layout import NEXT_STEP
from bot.ui.links import link
from bot.ui.managed_tournament import managed_tournament_view, results_view
from bot.ui.match_message import match_view
from bot.ui.pairings import (
    PAGE,
    listed_pairings,
    my_match_view,
    on_page,
    onlooker_view,
    pairings_view,
    thread_name,
)
from bot.ui.tournament import NO_PLACE, heading, tournament_view
from bot.ui.tournament_bracket import bracket_picture
from bot.ui.tournament_end import winners_line
from bot.ui.tournament_leaving import leaving_view, left_text
from bot.ui.tournament_results import result_words
from bot.ui.tournament_rules import rules_view
from bot.ui.tournament_table import people_in_table, standings_table
from data.model.match import Match, MatchState
from data.model.tournament import Entrant, Kind, Pairing, Result, Tournament, TournamentState
from games.base import Move, Outcome, Side
from games.clock import CONTROLS, Clock
from tests.boards import on_board
from tests.bot.stories import match_of
from tests.bot.tournaments.played import OPEN, matched, play_round, stronger
from tests.bot.tournaments.played import tournament as played_tournament
from tests.bot.ui.shown import check_limits, components_of, words

EARLY_ID = 1_575_921_203_984_465_923
"""An id as long as Discord's are."""


def opened(kind: Kind, people: int) -> Tournament:
    """One that people with long ids have joined."""
    first = FORMATS[kind].first_entrants(EARLY_ID)
    made = replace(OPEN, id=12345, kind=kind, creator_id=EARLY_ID, entrants=first)
    if kind is Kind.ARENA:
        made = replace(made, control="5+5", minutes=60)
    for person in range(people):
        made = joined(made, EARLY_ID + person)
    return made


def ids(view: LayoutView) -> list[str | None]:
    return [item.custom_id for item in view.walk_children() if isinstance(item, Button)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN, Kind.ARENA])
def test_while_it_starts_there_is_no_round_and_no_deadline_yet(kind: Kind, language: str) -> None:
    reader, cup = texts(language), started(opened(kind, 5))
    shown = tournament_view(cup, {}, reader)
    assert reader("tournament.starting", n=5) in words(shown)
    assert "<t:" not in words(shown) and "0" not in words(shown).split("\n")[2]
    assert not [each for each in ids(shown) if each and "pairings" in each]
    assert reader("tournament.starting", n=5) not in words(tournament_view(continued(cup, 100.0), {}, reader))


def boards(cup: Tournament) -> dict[int, Match]:
    """The matches of its pairings, each with a link of full length."""
    numbers = [pairing.match_id for pairing in cup.pairings if pairing.match_id]
    place = {"guild_id": EARLY_ID, "channel_id": EARLY_ID, "message_id": EARLY_ID}
    return {number: on_board(match_of("othello", "8x8", id=number), **place) for number in numbers}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pairing_of_64_people_is_on_a_page_with_its_whole_link(language: str) -> None:
    cup = matched(continued(started(opened(Kind.SWISS, 64)), 0.0))
    listed, matches = list[str](), boards(cup)
    for page in range(32 // PAGE):
        shown = pairings_view(cup, matches, EARLY_ID + 40, texts(language), page)
        lines = words(shown).split("\n")[1:]
        check_limits(shown)
        assert len(lines) == PAGE
        assert all(line.endswith(f"/{EARLY_ID}/{EARLY_ID}/{EARLY_ID})") for line in lines)
        listed += lines
    assert len(set(listed)) == 32
    assert f"<@{EARLY_ID + 40}>" in listed[0], "the reader's own comes first"
    last = pairings_view(cup, matches, 0, texts(language), 99)
    assert (
        words(last).split("\n")[1:]
        == words(pairings_view(cup, matches, 0, texts(language), 1)).split("\n")[1:]
    )
    assert ids(last) == [f"p:tournament:pairings.12345.{page}" for page in ("0.back", "1", "2.on")]


def test_few_pairings_have_no_pages() -> None:
    cup = matched(continued(started(opened(Kind.SWISS, 8)), 0.0))
    assert ids(pairings_view(cup, boards(cup), 0, texts("en"))) == []
    assert list(on_page(listed_pairings(cup, 0), 0)) == list(cup.in_round(1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_neither_mentions_nor_formats(language: str) -> None:
    reader = texts(language)
    cup = replace(opened(Kind.SWISS, 4), title="**A** @everyone <@1> [x](https://y.z)")
    for text in (words(tournament_view(cup, {}, reader)), winners_line(cup, reader), heading(cup, reader)):
        assert "\\*\\*A\\*\\*" in text
        assert "@everyone" not in text and "<@1>" not in text and "](" not in text and "https:" not in text


def test_without_a_title_it_is_called_by_its_number() -> None:
    assert words(tournament_view(opened(Kind.SWISS, 4), {}, texts("en"))).startswith(
        "### Tournament #12345\n"
    )


ALICE_AND_BOB = {EARLY_ID: "Alice", EARLY_ID + 1: "Bob"}
PAIRINGS_IN_THREADS = [
    (Kind.ROUND_ROBIN, "Alice – Bob · R2 · Autumn Cup"),
    (Kind.SWISS, "Alice – Bob · R2 · Autumn Cup"),
    (Kind.ARENA, "Board 3 · Autumn Cup"),
    (Kind.LADDER, "Alice – Bob · #7 · Autumn Cup"),
]


@pytest.mark.parametrize(("kind", "called"), PAIRINGS_IN_THREADS)
def test_a_thread_says_which_tournament_and_who_plays(kind: Kind, called: str) -> None:
    cup = replace(opened(kind, 4), title="Autumn Cup")
    match, pairing = match_of("othello", "8x8", id=7), Pairing(2, 1, 1, 2, place=3)
    assert thread_name(cup, pairing, match, ALICE_AND_BOB, texts("en")) == called


@pytest.mark.parametrize("kind", list(Kind))
def test_a_thread_s_name_is_as_long_as_discord_allows(kind: Kind) -> None:
    cup = replace(opened(kind, 4), title="T" * 60)
    names = {EARLY_ID: "A" * 32, EARLY_ID + 1: "B\n" * 16}
    match, pairing = match_of("othello", "8x8", id=12345), Pairing(9, 1, 1, 2, place=3)
    called = thread_name(cup, pairing, match, names, texts("ko"))
    assert 50 < len(called) <= 100 and "\n" not in called
    if kind is not Kind.ARENA:
        assert "A" * 27 in called and "B B B" in called and "T" * 20 in called


def test_an_unknown_name_and_a_computer_are_named_in_threads() -> None:
    cup = replace(opened(Kind.SWISS, 2), title="Autumn Cup")
    cup = replace(cup, entrants=(*cup.entrants, Entrant(3, None, "5")))
    match = match_of("othello", "8x8", id=7)
    assert thread_name(cup, Pairing(1, 1, 2, 3), match, {}, texts("en")) == (
        "#2 – Computer (level 5) · R1 · Autumn Cup"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_is_in_the_reader_s_time_and_the_computer_s_level_is_announced(language: str) -> None:
    reader = texts(language)
    cup = replace(opened(Kind.SWISS, 3), starts_at=1_800_000_000.0, level="4")
    shown = words(tournament_view(cup, {}, reader))
    assert "<t:1800000000:F> (<t:1800000000:R>)" in shown
    filler = reader("tournament.filler", level=reader.plain("level.number", level="4"))
    assert filler in shown
    assert filler not in words(tournament_view(started(cup), {}, reader))


def urls(view: LayoutView) -> list[str]:
    return [part.url for part in view.walk_children() if isinstance(part, Button) and part.url]


@pytest.mark.parametrize("kind", list(Kind))
def test_an_entrant_s_own_match_is_one_press_away(kind: Kind) -> None:
    cup, reader = opened(kind, 4), texts("en")
    pairing = Pairing(1, 1, 1, 2, match_id=7)
    cup = replace(cup, state=TournamentState.RUNNING, round=1, pairings=(pairing,))
    assert "p:tournament:mine.12345" in ids(tournament_view(cup, {}, reader))
    board = replace(boards(cup)[7], first_id=EARLY_ID, second_id=EARLY_ID + 1)
    for person in (EARLY_ID, EARLY_ID + 1):
        shown = my_match_view(cup, board, person, SHARED_CLOCKS, reader)
        assert urls(shown) == [link(board.home)]
    soon = my_match_view(cup, on_board(board, message_id=None), EARLY_ID, SHARED_CLOCKS, reader)
    assert not urls(soon) and "in a moment" in words(soon)
    assert reader("tournament.mine.none") in words(
        my_match_view(cup, None, EARLY_ID + 3, SHARED_CLOCKS, reader)
    )
    with pytest.raises(Refusal, match=r"tournament\.not-joined"):
        my_match_view(cup, None, 5, SHARED_CLOCKS, reader)


def test_the_match_for_third_place_is_named_beside_the_final() -> None:
    cup = play_round(played_tournament(Kind.KNOCKOUT, 4), stronger)
    _, third = (line for line in words(tournament_view(cup, {}, texts("en"))).splitlines() if " – " in line)
    assert third.startswith("-# Third place · <@")


def test_the_winners_of_a_knockout_have_their_wins_and_losses_in_words() -> None:
    cup = played_tournament(Kind.KNOCKOUT, 4)
    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, stronger)
    assert "🥇 <@101> · won **2**, lost **0**\n🥈 <@102> · won **1**, lost **1**" in winners_line(
        cup, texts("en")
    )
    assert "🥇 <@101> · **2승 0패**" in winners_line(cup, texts("ko"))


def test_a_second_draw_of_a_knockout_says_who_goes_through() -> None:
    cup = played_tournament(Kind.KNOCKOUT, 4)
    for _ in range(2):
        cup = play_round(cup, lambda pairing: Result.DRAW if pairing.has(1) else stronger(pairing))
    first, *_, second = (pairing for pairing in cup.pairings if pairing.result is Result.DRAW)
    called = [result_words(cup, pairing, pairing.result, texts("en")) for pairing in (first, second)]
    assert called == ["Draw", "Draw, <@104> goes through (lower rating)"]


def test_who_is_out_of_a_knockout_reads_their_place() -> None:
    cup = play_round(played_tournament(Kind.KNOCKOUT, 8), stronger)
    said = words(my_match_view(cup, None, 108, SHARED_CLOCKS, texts("en")))
    assert "You are out, in place 5–8 of 8." in said
    said = words(my_match_view(cup, None, 108, SHARED_CLOCKS, texts("ko")))
    assert "8명 중 5–8위입니다" in said


@pytest.mark.parametrize("starts_at", [None, 1_800_000_000.0])
def test_a_tournament_can_be_started_from_its_message_once_enough_people_have_joined(
    starts_at: float | None,
) -> None:
    for people in range(4):
        cup = replace(opened(Kind.SWISS, people), starts_at=starts_at)
        panel = managed_tournament_view(cup, 0, {}, texts("en"), can_delete=False)
        for shown in (tournament_view(cup, {}, texts("en")), panel):
            (start,) = (part for part in components_of(shown) if part.get("label") == "Start")
            assert start["custom_id"] == "p:tournament:start.12345"
            assert start["disabled"] is (people < 3)
            assert ("needed" in words(shown)) is (people < 3)
            assert people > 2 or f"{3 - people} more player" in words(shown)
        assert "p:tournament:start.12345" not in ids(tournament_view(started(cup), {}, texts("en")))


def test_who_has_taken_over_a_place_reads_that_its_match_is_not_theirs() -> None:
    cup = matched(continued(started(opened(Kind.SWISS, 4)), 0.0))
    board, reader = boards(cup)[cup.pairings[0].match_id or 0], texts("en")
    others = replace(board, first_id=7, second_id=8)
    person = cup.entrant(cup.pairings[0].first).user_id or 0
    shown = my_match_view(cup, others, person, SHARED_CLOCKS, reader)
    assert reader("tournament.mine.of-another") in words(shown) and urls(shown) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(Kind))
def test_the_message_of_60_people_and_its_panel_fit_a_message(kind: Kind, language: str) -> None:
    reader = texts(language)
    waiting = replace(opened(kind, 60), title="T" * 60, starts_at=1_800_000_000.0)
    cup = matched(continued(seeded(started(waiting), {}), 0.0))
    names = {EARLY_ID + person: "가" * 32 for person in range(60)}
    for shown in (tournament_view(waiting, {}, reader), tournament_view(cup, names, reader)):
        check_limits(shown)
    for page in range(3):
        panel = managed_tournament_view(cup, page, names, reader, can_delete=True)
        check_limits(panel)
        menus = [menu for menu in panel.walk_children() if isinstance(menu, Select)]
        assert max(len(menu.options) for menu in menus) == (25, 25, 10)[page]


@pytest.mark.parametrize("people", range(6))
@pytest.mark.parametrize("kind", list(Kind))
def test_the_panel_starts_only_what_has_enough_people(kind: Kind, people: int) -> None:
    cup = opened(kind, people)
    shown = managed_tournament_view(cup, 0, {}, texts("en"), can_delete=True)
    (start,) = (
        item
        for item in shown.walk_children()
        if isinstance(item, Button) and item.custom_id == "p:tournament:start.12345"
    )
    fewest = 2 if FORMATS[kind].is_given_by_computer else 3
    assert start.disabled == (people < fewest)
    assert (start.style is NEXT_STEP) == (people >= fewest)


def test_who_has_a_bye_reads_that() -> None:
    bye = Pairing(1, 1, 1, None, result=Result.BYE)
    cup = replace(opened(Kind.SWISS, 3), state=TournamentState.RUNNING, round=1, pairings=(bye,))
    shown = my_match_view(cup, None, EARLY_ID, SHARED_CLOCKS, texts("en"))
    assert texts("en")("tournament.mine.bye") in words(shown)


def test_the_end_of_a_tournament_has_medals_once_and_all_its_matches() -> None:
    cup, reader = continued(started(opened(Kind.ROUND_ROBIN, 4)), 0.0), texts("en")
    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, stronger)
    shown = tournament_view(cup, {}, reader)
    for medal, person in zip("🥇🥈🥉", range(3), strict=True):
        line = f"{medal} <@{EARLY_ID + person}> · **{3 - person}**"
        assert line in winners_line(cup, reader) and line not in words(shown), "the table has the places"
    assert ids(shown) == [
        "p:tournament:pairings.12345",
        "p:tournament:rules.12345",
        "p:tournament-new:again.12345",
        "p:tournament:manage.12345",
    ]
    listed = listed_pairings(cup, EARLY_ID + 3)
    assert len(listed) == 6 and all(pairing.has(4) for pairing in listed[:3])


def test_equal_points_are_the_same_place_in_the_table_and_on_the_podium() -> None:
    cup, reader = continued(started(opened(Kind.ROUND_ROBIN, 4)), 0.0), texts("en")
    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, lambda pairing: stronger(pairing) if pairing.has(1) else Result.DRAW)
    assert [row.place for row in standings_table(cup, {}, "dark", reader).rows] == ["1", "2", "2", "2"]
    podium = winners_line(cup, reader)
    assert [podium.count(medal) for medal in "🥇🥈🥉"] == [1, 3, 0]
    assert "**3** points" in podium and podium.count("**1** point") == 3


def test_before_the_start_it_says_who_can_press_what_only_organizers_can() -> None:
    shown = tournament_view(opened(Kind.SWISS, 4), {}, texts("en"))
    said = words(shown)
    assert "organizer: <@" in said and texts("en")("tournament.for-organizer") in said
    assert [each.partition(":tournament:")[2] for each in ids(shown) if each] == [
        "join.12345",
        "drop.12345",
        "rules.12345",
        "start.12345",
        "manage.12345",
    ]
    assert texts("en")("tournament.for-organizer") not in words(
        tournament_view(started(opened(Kind.SWISS, 4)), {}, texts("en"))
    )


@pytest.mark.parametrize("kind", [kind for kind in Kind if FORMATS[kind].has_start])
def test_before_the_start_it_says_whether_people_can_join_late_as_they_can(kind: Kind) -> None:
    reader, cup = texts("en"), opened(kind, 5)
    never = reader("tournament.late.never")
    running = continued(seeded(started(cup), {}), 0.0)
    assert (never in words(tournament_view(cup, {}, reader))) != can_join(running)
    assert never not in words(tournament_view(running, {}, reader))


def test_a_running_tournament_names_the_letters_of_its_table_and_repeats_no_places() -> None:
    cup = continued(started(opened(Kind.SWISS, 4)), 0.0)
    shown = words(tournament_view(cup, {}, texts("en")))
    assert texts("en")("tournament.legend") in shown and "🥇" not in shown


def test_a_table_says_who_was_met_and_how_it_ended() -> None:
    cup = continued(started(opened(Kind.SWISS, 5)), 0.0)
    cup = play_round(cup, stronger)
    names = {EARLY_ID + person: f"Person {person + 1}" for person in range(5)}
    table = standings_table(cup, names, "dark", texts("ko"))
    assert table.tiebreak == "SOS" and {row.tiebreak for row in table.rows} != {""}
    of_first = next(row for row in table.rows if row.name == "Person 1").cells
    assert (of_first[0].text, of_first[0].name) == ("승", "Person 3")
    assert (of_first[1].mark, of_first[1].text) == (Mark.OPEN, "…")
    byes = [cell for row in table.rows for cell in row.cells if cell.name == "부전승"]
    assert [(bye.mark, bye.text) for bye in byes] == [(Mark.NONE, "+1")] * 2, "one in each of two rounds"
    assert people_in_table(cup) == [EARLY_ID + int(row.name[-1]) - 1 for row in table.rows]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "key"), [(Kind.ROUND_ROBIN, "rests"), (Kind.SWISS, "bye")])
def test_the_message_names_who_has_no_opponent_in_the_round(kind: Kind, key: str, language: str) -> None:
    cup, reader = continued(started(opened(kind, 3)), 0.0), texts(language)
    playing = {seat for pairing in cup.pairings if pairing.second for seat in (pairing.first, pairing.second)}
    (resting,) = {1, 2, 3} - playing
    line = reader(f"tournament.{key}", name=Raw(f"<@{cup.entrant(resting).user_id}>"))
    assert words(tournament_view(cup, {}, reader)).count(line) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("kind", "key"), [(Kind.ROUND_ROBIN, "tournament.two"), (Kind.KNOCKOUT, "tournament.two-no-computer")]
)
def test_two_people_read_what_they_can_do(kind: Kind, key: str, language: str) -> None:
    reader = texts(language)
    shown = [words(tournament_view(opened(kind, people), {}, reader)) for people in (1, 2, 3)]
    assert [reader(key) in text for text in shown] == [False, True, False]
    with_computer = replace(opened(kind, 2), level="3")
    if kind is Kind.ROUND_ROBIN:
        assert reader(key) not in words(tournament_view(with_computer, {}, reader))
        assert len(started(with_computer).entrants) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_an_example_until_enough_have_joined_and_then_the_numbers(language: str) -> None:
    reader, early, cup = texts(language), opened(Kind.ROUND_ROBIN, 2), opened(Kind.ROUND_ROBIN, 3)
    example = reader("tournament.length.round-robin")
    so_far = reader("tournament.length.now", players=3, rounds=3)
    for said, state in ((example, early), (so_far, cup)):
        assert said in words(rules_view(state, reader)) and said in words(tournament_view(state, {}, reader))
    begun = words(rules_view(continued(started(cup), 0.0), reader))
    assert example not in begun and reader("tournament.length.settled", players=3, rounds=3) in begun


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_break_that_decides_a_place_is_shown_at_the_end(language: str) -> None:
    reader = texts(language)
    results = {
        (1, 2): Result.DRAW,
        (1, 3): Result.SECOND,
        (2, 4): Result.SECOND,
    }  # 1 is above 2 by a tie-break

    def play(pairing: Pairing) -> Result:
        seats = pairing.first, pairing.second or 0
        result = results.get((min(seats), max(seats)), Result.FIRST)
        if (min(seats), max(seats)) == (3, 4):
            result = Result.SECOND
        swapped = {Result.FIRST: Result.SECOND, Result.SECOND: Result.FIRST}
        return result if seats[0] == min(seats) else swapped.get(result, result)

    cup = continued(started(opened(Kind.ROUND_ROBIN, 4)), 0.0)
    while cup.state is TournamentState.RUNNING:
        assert not standings_table(cup, {}, "dark", reader).tiebreak
        assert reader("tournament.equal-points") not in words(tournament_view(cup, {}, reader))
        cup = play_round(cup, play)
    table = standings_table(cup, {}, "dark", reader)
    assert table.tiebreak == "SB"
    assert [(row.points, row.tiebreak) for row in table.rows] == [
        ("2", "2½"),
        ("1½", "2¾"),
        ("1½", "1¾"),
        ("1", "1½"),
    ]
    assert reader("tournament.equal-points") in words(tournament_view(cup, {}, reader))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN])
def test_a_forfeit_does_not_look_like_a_match_that_was_played(kind: Kind, language: str) -> None:
    reader = texts(language)
    cup = continued(started(opened(kind, 4)), 0.0)
    assert reader("tournament.forfeit-legend") not in words(tournament_view(cup, {}, reader))
    cup = continued(cup.without(1), 1.0)
    table = standings_table(cup, {}, "dark", reader)
    signs = {cell.text for row in table.rows for cell in row.cells if cell.text in ("+", "−")}
    assert signs == {"+", "−"}
    shown = words(tournament_view(cup, {}, reader))
    assert reader("tournament.forfeit-legend") in shown
    knockout = continued(seeded(started(opened(Kind.KNOCKOUT, 4)), {}), 0.0).without(1)
    assert reader("tournament.forfeit-legend") in words(tournament_view(continued(knockout, 1.0), {}, reader))
    assert reader("tournament.left", people=Raw(f"<@{EARLY_ID}>")) in shown


def test_whoever_has_no_match_anymore_reads_why() -> None:
    reader, cup = (
        texts("en"),
        replace(opened(Kind.SWISS, 4), state=TournamentState.RUNNING, round=2, rounds=2),
    )
    for changed, key in ((cup, "done"), (cup.without(1), "left"), (replace(cup, rounds=3), "none")):
        shown = my_match_view(changed, None, EARLY_ID, SHARED_CLOCKS, reader)
        assert reader(f"tournament.mine.{key}") in words(shown)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [kind for kind in Kind if FORMATS[kind].gives_up])
def test_the_question_before_leaving_says_what_is_lost_and_how_to_come_back(
    kind: Kind, language: str
) -> None:
    pairing = Pairing(1, 1, 1, 2, match_id=7)
    cup = replace(opened(kind, 4), state=TournamentState.RUNNING, round=1, pairings=(pairing,))
    cup = cup if kind is Kind.LADDER else replace(cup, rounds=3)
    reader, rules = texts(language), FORMATS[kind]
    number = 2 if rules.giver(cup) == cup.entrant(1) else 1  # who gives a simul reads something else
    shown = words(leaving_view(cup, cup.entrant(number), reader))
    opponent = cup.entrant(3 - number).user_id
    assert reader("tournament.leave.match", opponent=Raw(f"<@{opponent}>")) in shown
    assert reader(rules.way_back) in shown
    assert reader(rules.way_back) in left_text(cup.without(number), reader)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bye_is_no_match_of_its_round(language: str) -> None:
    cup, reader = continued(started(opened(Kind.SWISS, 5)), 0.0), texts(language)
    running = reader("tournament.running", round=1, rounds=3, done=0, all=2)
    assert running in words(tournament_view(cup, {}, reader))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pairings_of_a_round_robin_have_the_rounds_to_come_and_who_rests(language: str) -> None:
    cup, reader = matched(continued(started(opened(Kind.ROUND_ROBIN, 5)), 0.0)), texts(language)
    shown = words(pairings_view(cup, {}, EARLY_ID, reader))
    headings = [f"**{reader('tournament.stage.round', n=number)}**" for number in range(2, 6)]
    assert [shown.count(heading) for heading in headings] == [1] * 4
    for person in range(5):
        rests = reader("tournament.rests", name=Raw(f"<@{EARLY_ID + person}>"))
        assert shown.count(str(rests)) == 1
    over = cup
    while over.state is TournamentState.RUNNING:
        over = play_round(over, stronger)
    assert headings[0] not in words(pairings_view(over, {}, EARLY_ID, reader))


@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.SWISS, Kind.KNOCKOUT])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_corrected_result_is_marked_in_the_picture_and_among_the_pairings(
    kind: Kind, language: str
) -> None:
    reader, cup = texts(language), continued(seeded(started(opened(kind, 4)), {}), 0.0)
    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, stronger)
    legend = reader("tournament.corrected-legend", mark=Raw("*"))
    assert legend not in words(tournament_view(cup, {}, reader))
    last = cup.pairings[-1]
    after = corrected(cup, last.round, last.board, Result.SECOND)
    assert legend in words(tournament_view(after, {}, reader))
    assert words(pairings_view(after, {}, EARLY_ID, reader)).count(reader("tournament.corrected-result")) == 1
    if kind is Kind.KNOCKOUT:
        players = [part for _, pair in bracket_picture(after, {}, "dark", reader).below for part in pair]
        columns = bracket_picture(after, {}, "dark", reader).columns
        players += [part for column in columns for pair in column if pair for part in pair]
        marked = [player.score for player in players if player is not None and "*" in player.score]
    else:
        rows = standings_table(after, {}, "dark", reader).rows
        marked = [cell.text for row in rows for cell in row.cells if "*" in cell.text]
    assert len(marked) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN])
def test_the_legend_says_what_the_table_has_and_the_rules_what_decides_now(kind: Kind, language: str) -> None:
    reader, cup = texts(language), continued(started(opened(kind, 4)), 0.0)
    running = words(tournament_view(cup, {}, reader))
    assert reader("tournament.equal-points-so-far") not in running
    assert reader("tournament.equal-points-so-far") in words(rules_view(cup, reader))
    assert (reader("tournament.circle-legend-open") in running) == (kind is Kind.ROUND_ROBIN)
    while cup.state is TournamentState.RUNNING:
        cup = play_round(cup, stronger)
    over = words(tournament_view(cup, {}, reader))
    rules = words(rules_view(cup, reader))
    assert reader("tournament.equal-points") in rules
    assert reader(format_of(cup).points_rule or "") in rules
    assert reader("tournament.equal-points-so-far") not in rules and "·”" not in over and "‘·’" not in over


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_was_removed_has_no_place_in_the_table_and_is_named_apart(language: str) -> None:
    reader, cup = texts(language), continued(started(opened(Kind.ROUND_ROBIN, 5)), 0.0)
    cup = cup.without(2, removed=True).without(3)
    rows = {row.name: row.place for row in standings_table(cup, {}, "dark", reader).rows}
    assert rows["#2"] == NO_PLACE and rows["#3"] != NO_PLACE
    shown = words(tournament_view(cup, {}, reader))
    assert reader("tournament.left", people=Raw(f"<@{EARLY_ID + 2}>")) in shown
    assert reader("tournament.removed", people=Raw(f"<@{EARLY_ID + 1}>")) in shown


def test_a_small_cross_table_is_headed_by_names() -> None:
    cup = continued(started(opened(Kind.ROUND_ROBIN, 4)), 0.0)
    names = {EARLY_ID + person: f"Person {person + 1}" for person in range(4)}
    assert standings_table(cup, names, "dark", texts("en")).columns == tuple(names.values())


def test_the_columns_of_a_ladder_and_an_arena_say_what_they_have() -> None:
    ladder = standings_table(opened(Kind.LADDER, 3), {}, "dark", texts("en"))
    assert (ladder.points, ladder.heading) == ("Won–lost", "Latest matches")
    arena = standings_table(continued(started(opened(Kind.ARENA, 4)), 0.0), {}, "dark", texts("en"))
    assert (arena.points, arena.heading) == ("Points", "Latest matches")


@pytest.mark.parametrize(("control", "style"), [("3-days", "F"), ("10+10", "T")])
def test_my_match_says_when_the_clock_runs_out(control: str, style: str) -> None:
    cup = matched(continued(started(replace(opened(Kind.SWISS, 2), control=control)), 0.0))
    (pairing,) = cup.pairings
    clock = Clock.of(CONTROLS[control]).turn(Side.FIRST, 0.0)
    moves = (Move("d3"), Move("c3"))
    match = match_of("othello", "8x8", id=pairing.match_id or 0, clock=clock, moves=moves)
    first = cup.entrant(pairing.first).user_id or 0
    match = replace(on_board(match, message_id=5), first_id=first, tournament_id=cup.id)
    shown = words(my_match_view(cup, match, first, SHARED_CLOCKS, texts("en")))
    moment = round(CONTROLS[control].main)
    assert f"<t:{moment}:{style}> (<t:{moment}:R>)" in shown


def test_a_match_of_a_tournament_leads_back_to_it_and_has_no_rematch() -> None:
    match = match_of(
        "othello", "8x8", id=7, state=MatchState.OVER, outcome=Outcome(Side.FIRST, "outcome.resigned")
    )
    for tournament_id, is_shown in ((12, True), (None, False)):
        played = on_board(replace(match, tournament_id=tournament_id), message_id=5)
        pressed = [
            custom_id or "" for custom_id in ids(match_view(played, played.home, texts("en"), Keypad()))
        ]
        assert ("p:tournament-of:12" in pressed) is is_shown
        assert any(":rematch:" in custom_id for custom_id in pressed) is not is_shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_start_of_an_arena_people_leave_and_after_it_they_pause(language: str) -> None:
    reader, cup = texts(language), opened(Kind.ARENA, 4)

    def label(tournament: Tournament) -> str | None:
        buttons = (item for item in tournament_view(tournament, {}, reader).walk_children())
        return next(
            item.label
            for item in buttons
            if isinstance(item, Button) and item.custom_id == "p:tournament:drop.12345"
        )

    assert label(cup) == reader.plain("button.tournament-drop")
    title = reader("tournament.number", id=cup.id)
    assert left_text(cup, reader) == reader("tournament.leave.before-start", title=title)
    running = continued(started(cup), 0.0)
    assert label(running) == reader.plain("button.tournament-pause")
    assert left_text(running, reader) == reader("tournament.leave.paused")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_pauses_is_named_below_the_table(language: str) -> None:
    cup, reader = continued(started(opened(Kind.ARENA, 4)), 0.0).without(2), texts(language)
    shown = words(tournament_view(cup, {}, reader))
    assert reader("tournament.paused", people=Raw(f"<@{EARLY_ID + 1}>")) in shown


def test_a_small_round_names_its_pairings_and_a_large_one_does_not() -> None:
    reader = texts("en")
    for people, is_named in ((4, True), (5, True), (8, True), (10, False)):
        shown = words(tournament_view(continued(started(opened(Kind.SWISS, people)), 0.0), {}, reader))
        assert (": in progress" in shown) is is_named
    assert "no opponent this round (bye)" in words(
        tournament_view(continued(started(opened(Kind.SWISS, 5)), 0.0), {}, reader)
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(Kind))
def test_the_rules_say_how_a_kind_goes_and_what_a_win_brings(kind: Kind, language: str) -> None:
    reader, cup = texts(language), opened(kind, 4)
    said = words(rules_view(cup, reader))
    assert reader(FORMATS[kind].explanation, n=cup.minutes or 0) in said
    points = FORMATS[kind].points_rule
    assert points is None or reader(points) in said


def test_an_onlooker_is_shown_the_boards_and_can_join_while_that_is_possible() -> None:
    reader, cup = texts("en"), matched(continued(started(opened(Kind.ARENA, 4)), 0.0))
    shown = onlooker_view(cup, boards(cup), reader)
    assert words(shown).count("](https://") == 2 and ids(shown) == ["p:tournament:join.12345.alone"]
    cup = matched(continued(started(opened(Kind.ROUND_ROBIN, 4)), 0.0))
    assert ids(onlooker_view(cup, {}, reader)) == []


def test_my_match_says_when_it_was_so_what_both_have_and_can_be_refreshed() -> None:
    cup = matched(continued(started(opened(Kind.SWISS, 2)), 0.0))
    match = replace(boards(cup)[cup.pairings[0].match_id or 0], first_id=EARLY_ID, second_id=EARLY_ID + 1)
    clock = Clock.of(CONTROLS["1-day"]).turn(Side.FIRST, 0.0)
    shown = my_match_view(cup, replace(match, clock=clock), EARLY_ID, SHARED_CLOCKS, texts("en"), 77.0)
    said = words(shown)
    assert "As of <t:77:T>" in said and "You: **0** points (place 1) · opponent: **0** points" in said
    assert "p:tournament:mine.12345" in ids(shown)


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.KNOCKOUT, Kind.ARENA])
def test_a_match_that_goes_on_can_be_decided_in_the_panel(kind: Kind) -> None:
    cup, reader = matched(continued(seeded(started(opened(kind, 4)), {}), 0.0)), texts("en")
    view = managed_tournament_view(cup, 0, {}, reader, can_delete=True)
    (menu,) = (
        item
        for item in view.walk_children()
        if isinstance(item, Select) and item.placeholder == reader.plain("moderate.result.choose")
    )
    assert [option.description for option in menu.options if "in progress" in (option.description or "")]
    assert len(menu.options) == 2
    decided = results_view(cup, cup.pairings[0], {}, reader)
    assert [part[-1:] for part in ids(decided)[:3] if part] == ["t", "d", "w"]


def test_what_deletes_a_tournament_is_the_last_button() -> None:
    view = managed_tournament_view(opened(Kind.SWISS, 4), 0, {}, texts("en"), can_delete=True)
    assert ids(view)[-1] == "p:moderate:delete-all.12345"


def test_a_forfeit_among_the_pairings_is_named() -> None:
    cup = matched(continued(started(opened(Kind.SWISS, 4)), 0.0))
    pairing = replace(cup.pairings[0], result=Result.SECOND_BY_FORFEIT)
    cup = replace(cup, pairings=(pairing, *cup.pairings[1:]))
    said = words(pairings_view(cup, {}, 1, texts("en")))
    assert f"<@{cup.entrant(pairing.second or 0).user_id}> won by forfeit" in said and "−–+" not in said
