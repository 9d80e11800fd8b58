"""Panels of settings and of a new tournament, and help: each is on the screen of a phone as a whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from itertools import chain, cycle, islice, product
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
import pytest_asyncio
from discord.ui import Container, Item, LayoutView
from playwright.async_api import Browser

from bot.features import FEATURES
from bot.match.limits import RACERS
from bot.texts import LANGUAGES, Raw, Texts, texts
from bot.texts.command_names import typed_name
from bot.tournaments.kinds import FORMATS
from bot.tournaments.simul import OPPONENTS
from bot.ui import AnyView
from bot.ui.clocks import SHARED_CLOCKS
from bot.ui.help import SECTIONS, help_view, section_view
from bot.ui.layout import layout
from bot.ui.moderation_panel import Moderated, moderation_view
from bot.ui.panel import Panel, button
from bot.ui.person_panel import PAGES, RATINGS, PagePart, person_view, ratings_view
from bot.ui.races import done_view, race_view
from bot.ui.ratings import own_lines
from bot.ui.recap_panel import recap_panel
from bot.ui.relay import relay_lobby_view, sides_view
from bot.ui.seats import seats_view
from bot.ui.server_races import ServerRacePage, ask_view, server_race_panel, server_race_view
from bot.ui.settings_panel import GENERAL, settings_view
from bot.ui.settings_panel import PAGES as SERVER_PAGES
from bot.ui.simul import boards_view
from bot.ui.tournament import tournament_view
from bot.ui.tournament_form import LESS, MORE, plan_view
from bot.ui.tournament_plan import Plan
from bot.ui.turn_list import MAX_SHOWN, PuzzleOfGame, Waiting, turn_list_view
from bot.ui.turn_list_panel import turn_list_panel
from data.model.hand_and_brain import Pairs, Seat
from data.model.match import MatchState
from data.model.race import Race, RaceAnswer, Racer, RaceState
from data.model.rating_categories import Category
from data.model.relay import MOST_IN_RELAY
from data.model.server_race import RaceWeek, Run, ServerScore
from data.model.teams import MOST_TURNS, Member, TeamKind, Teams
from data.model.tournament import Entrant, Kind, Pairing, TournamentState
from data.people.store import Person
from data.ratings.values import Estimate
from data.servers.recap_channels import RecapChannel
from data.servers.server_races import RaceChannel
from data.servers.settings import GuildSettings
from data.servers.turn_lists import OpenPuzzle, TurnList
from games import GAMES
from games.base import Side
from games.clock import CONTROLS, RELAY, Clock
from sandbox import Sandbox
from tests.boards import on_board
from tests.bot.stories import match_of
from tests.bot.tournaments.played import OPEN
from tests.bot.ui.shown import payload_of

from .conftest import BROWSER
from .posting import DESKTOP, Poster

pytestmark = BROWSER

SMALL = "360x780"
"""A phone on which the panel of a new tournament fits; some of the others are scrolled there."""
DEVICES = (SMALL, "390x844", DESKTOP)
SHOWN = 40
"""Messages that are looked at together: the page keeps 50."""
_ROOM = """async ids => {
    document.querySelector('#scroller').getBoundingClientRect()  // lays out, which loads fonts
    await document.fonts.ready
    const scroller = document.querySelector('#scroller'), frame = scroller.getBoundingClientRect()
    const boxes = ids.map(id => document.querySelector(`li.message[data-message-id="${id}"] .container`))
    const last = boxes.at(-1).closest('li').getBoundingClientRect().bottom
    const below = scroller.scrollHeight - scroller.scrollTop - (last - frame.top)
    return boxes.map(box => {
        const message = box.closest('li').getBoundingClientRect()
        return frame.height - below - (message.bottom - box.getBoundingClientRect().top)
    })
}"""


def opening(verb: str, label: str, reader: Texts) -> Item[AnyView]:
    """The button of another panel."""
    return button(Panel(verb), label=reader.plain(label))


def races(reader: Texts, known: Sequence[int]) -> Iterator[tuple[str, LayoutView]]:
    """A race with as many people as there can be: while they join, while it goes on, and at its end."""
    waiting = Race(1, 7, 70, 700, 1, "hare_and_hounds", None, (), 0.0, 60.0, 240.0, None, 1, 0)
    answers = (RaceAnswer(0, "a", True, 61.0), RaceAnswer(1, "b", False, 161.0))
    people = tuple(Racer(1, known[number % 2], 0.0, answers) for number in range(RACERS))
    begun = replace(waiting, puzzles=("a",) * 10)
    alone = RaceState(replace(waiting, ended_at=60.0), people[:1])
    yield "race called off", race_view(alone, reader)
    for name, race in {"waits": waiting, "goes": begun, "over": replace(begun, ended_at=240.0)}.items():
        yield f"race {name}", race_view(RaceState(race, people), reader)


def server_races(reader: Texts, known: Sequence[int]) -> Iterator[tuple[str, LayoutView]]:
    """The message of the race of servers, as long as it gets, and what comes before a run and after it."""
    week = RaceWeek(2900)
    run = Race(1, 7, None, None, 1, None, None, ("a",) * 60, 0.0, 0.0, 180.0, None, 0, 0, week.number)
    answers = tuple(RaceAnswer(number, "a", number % 4 > 0, 1.0 + number) for number in range(24))
    racer = Racer(1, known[0], 0.0, answers)
    runs = [Run.of(run, known[number % 2], 18, 6, 150.0) for number in range(30)]
    table = [ServerScore(number, number, 100 - number, 123) for number in range(1, 100)]
    names = {number: f"Othello & Gomoku Fans of Seoul {number}" for number in range(1, 100)}
    page = ServerRacePage(week, 77, runs, table, names, table[76], (table[76], 99))
    over = replace(page, is_over=True)
    empty = ServerRacePage(week, 77, [], [], {})
    for name, each in {"goes": page, "over": over, "empty": empty}.items():
        yield f"server race {name}", server_race_view(each, week.starts_at, reader)
    yield "server race counted", server_race_view(page, week.last_start_at, reader)
    yield "server race ask", ask_view(reader)
    yield "server race done", done_view(RaceState(run, (racer,)), racer, reader, now=0.0)


def lobbies(reader: Texts, known: Sequence[int]) -> Iterator[tuple[str, LayoutView]]:
    """The seats of hand and brain in every game, with free ones for people or the computer, and all taken."""
    first, second = known[:2]
    for slug in GAMES:
        variant = max(GAMES[slug].variants, key=len)
        lobby = replace(
            match_of(slug, variant, first_id=first, second_id=second, clock=Clock.of(CONTROLS["byo-yomi"])),
            state=MatchState.CHALLENGE,
            challenger_id=first,
            expires_at=1e9,
        )
        people = Member(first, seat=Seat.BRAIN), Member(second, seat=Seat.HAND)
        for level, of_second in ((None, ()), ("8", ()), ("8", people)):
            teams = Teams(TeamKind.HAND_AND_BRAIN, people, of_second, pairs=Pairs(level))
            yield f"lobby {slug} {level} {len(of_second)}", seats_view(replace(lobby, teams=teams), reader)


def relays(reader: Texts, known: Sequence[int]) -> Iterator[tuple[str, LayoutView]]:
    """The lobby of a relay in every game with a full side, and the question which side to join in play."""
    full = tuple(Member(person) for person in islice(cycle(known), MOST_IN_RELAY))
    teams = Teams(TeamKind.RELAY, full, full[1:], MOST_TURNS)
    for slug in GAMES:
        variant = max(GAMES[slug].variants, key=len)
        clock = Clock.of(RELAY["relay-15m"])
        match = match_of(slug, variant, first_id=known[0], second_id=known[1], clock=clock)
        match = replace(match, teams=teams, challenger_id=known[0], expires_at=1e9)
        lobby = replace(match, state=MatchState.CHALLENGE)
        yield f"relay {slug}", relay_lobby_view(lobby, reader)
        question = sides_view(replace(match, state=MatchState.PLAYING), reader)
        yield f"relay {slug}, sides", layout(Container(*question.children))  # what is measured is a box


def open_simuls(reader: Texts, known: Sequence[int]) -> Iterator[tuple[str, LayoutView]]:
    """The message of a simul before its start, by a person in rounds and by the computer, full or not."""
    for kind, control in ((Kind.SIMUL, "round-15m"), (Kind.COMPUTER_SIMUL, "10+10")):
        creator = FORMATS[kind].first_entrants(known[0])
        simul = replace(OPEN, creator_id=known[0], kind=kind, control=control, starts_at=1_800_000_000.0)
        simul = replace(simul, game="go", variant="19x19-korean")
        if FORMATS[kind].is_given_by_computer:
            simul = replace(simul, level="1450")
        people = [Entrant(number, known[number % 2]) for number in range(2, 2 + OPPONENTS)]
        for entrants in (creator, (*creator, *people)):
            shown = tournament_view(replace(simul, entrants=entrants), {}, reader)
            yield f"{kind} open {len(entrants)}", shown


def turns(reader: Texts, known: Sequence[int]) -> Iterator[tuple[str, LayoutView]]:
    """Whose turn it is, as long as that gets: in matches of a tournament or others, with the daily puzzle."""
    puzzle = PuzzleOfGame(OpenPuzzle(7, "2026-11-27", "a", 70, 9, 123, 99), "hare_and_hounds")
    first, second = known[:2]
    match = match_of("go", "19x19-korean", first_id=first, second_id=second)
    for occasion in (None, "Autumn Cup · Round 2"):
        waiting = [Waiting(match, 1e9, occasion)] * (MAX_SHOWN + 9)
        yield f"turns, {occasion}", turn_list_view(waiting, puzzle, reader)


def simuls(reader: Texts, known: Sequence[int]) -> Iterator[tuple[str, LayoutView]]:
    """The boards of who gives a simul, all of which wait for them."""
    people = [Entrant(number, known[number % 2]) for number in range(2, 2 + OPPONENTS)]
    giver = Entrant(1, known[0], rank=1)
    simul = replace(OPEN, kind=Kind.SIMUL, round=1, entrants=(giver, *people))
    pairings = (Pairing(1, board, 1, 1 + board, match_id=1000 + board) for board in range(1, 1 + OPPONENTS))
    simul = replace(simul, state=TournamentState.RUNNING, pairings=tuple(pairings))
    day = CONTROLS["7-days"]
    clock = Clock(day, day.whole(Side.FIRST), day.whole(Side.SECOND), Side.FIRST, 1_800_000_000.0)
    matches = []
    for pairing in simul.pairings:
        match = match_of("othello", "8x8", id=pairing.match_id or 0, clock=clock)
        match = replace(match, first_id=giver.user_id, second_id=0)
        matches.append(on_board(match, guild_id=7, channel_id=8, message_id=9))
    user_id = giver.user_id or 0
    yield "simul boards", boards_view(simul, matches, user_id, SHARED_CLOCKS, reader, 1_800_000_000.0)


def command_link(path: str, reader: Texts) -> Raw:
    """As `CommandLinks.link`, once the commands have ids."""
    typed = typed_name(path, reader)
    return Raw(f"</{path}:123>" if typed == path else f"`/{typed}`")


def panels(reader: Texts) -> Iterator[tuple[str, LayoutView]]:
    """Every page that has no picture, as long as it gets."""
    yield "help", help_view(reader, tuple(GAMES))
    for section in SECTIONS:
        yield (
            f"help {section}",
            section_view(section, reader, command_link, tuple(GAMES)),
        )
    person, levels = Person(1), dict.fromkeys(Category, Estimate(8, 2250, 340))
    for page in PAGES:
        if page != RATINGS:
            yield f"me {page}", person_view(person, page, reader.language, reader, changed="world")
    parts = (
        PagePart(own_lines({}, levels, 0.0, reader), buttons=[opening("profile", "me.profile", reader)]),
        PagePart([reader("puzzle.no-rating", n=20)] * 5, heading=reader("me.puzzles")),
        PagePart([reader("me.mistakes", n=9)]),
    )
    yield "ratings", ratings_view(parts, reader)
    panels = [panel for feature in FEATURES.all for panel in feature.server_settings]
    features = {
        page: [
            opening(panel.panel.verb, panel.label, reader)
            for panel in panels
            if panel.only_on in (None, page)
        ]
        for page in SERVER_PAGES
    }
    guild = SimpleNamespace(
        preferred_locale=discord.Locale.american_english, get_channel=lambda _: None, get_role=lambda _: None
    )
    with_warnings = GuildSettings(7, channels=(1, 2), organizers=3, quiet=(23, 7), log_channel=4)
    for page in SERVER_PAGES:
        settings = settings_view(
            with_warnings,
            cast(Any, guild),
            reader,
            page=page,
            buttons=features[page],
            changed="theme",
        )
        yield f"settings {page}", settings
    unlogged = settings_view(GuildSettings(7), cast(Any, guild), reader, buttons=features[GENERAL])
    yield "settings without a log", unlogged
    for turn_list in (None, TurnList(7, 70, None, 0.0)):
        yield (
            f"turns settings {turn_list}",
            turn_list_panel(turn_list, cast(Any, guild), Panel("set"), reader),
        )
    for chosen in (None, RecapChannel(7, 70, 1e9)):
        yield f"recap settings {chosen}", recap_panel(chosen, cast(Any, guild), Panel("set"), reader)
    for race_channel in (None, RaceChannel(7, 70, "Club")):
        yield (
            f"settings of the server race {race_channel}",
            server_race_panel(race_channel, cast(Any, guild), Panel("set"), reader),
        )
    matches = {number: f"#{number} Alice – Bob · Othello 8×8 · 14 moves" for number in range(25)}
    moderated = Moderated(matches, 99, {1: "Autumn Cup"}, 12, None)
    yield "moderation", moderation_view(moderated, reader, can_set=True)


def plans(reader: Texts) -> Iterator[tuple[str, LayoutView]]:
    """The form of each kind of tournament, on both pages, started by hand or by itself."""
    for kind in Kind:
        for control in ("1-day", "5+5", "round-15m"):
            for starts, page in product((0, 12 * 60), (LESS, MORE)):
                plan = Plan(kind, "gomoku", control=control, starts=starts).fitting()
                name = f"{kind} {plan.control} {plan.starts} {page}"
                yield name, plan_view(plan, "Autumn Cup", reader, page=page)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def poster(browser: Browser) -> AsyncIterator[Poster]:
    async with Sandbox.running() as sandbox, aiohttp.ClientSession() as session:
        posts = Poster(sandbox, session, browser)
        for device in DEVICES:
            view = await posts.device(device)  # a window that is opened later has only the newest messages
            await view.lay_out(shown=False)
        yield posts
        await posts.close()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_panel_is_visible_as_a_whole(poster: Poster, language: str) -> None:
    reader = texts(language)
    messages = chain(
        panels(reader),
        races(reader, poster.people),
        server_races(reader, poster.people),
        turns(reader, poster.people),
        simuls(reader, poster.people),
        open_simuls(reader, poster.people),
        lobbies(reader, poster.people),
        relays(reader, poster.people),
        plans(reader),
    )
    small = (*Kind, "race", "server", "turns,", "lobby", "relay")
    while views := list(islice(messages, SHOWN)):
        posted = {poster.put(payload_of(view), {}, private=True): name for name, view in views}
        for device in DEVICES:
            view = await poster.device(device)
            await view.lay_out(shown=True)
            rooms = await view.page.evaluate(_ROOM, [*posted])
            await view.lay_out(shown=False)
            room_by_name = dict(zip(posted.values(), rooms, strict=True))
            fitting = [name for name in room_by_name if device != SMALL or name.split()[0] in small]
            assert {name: room_by_name[name] for name in fitting if room_by_name[name] < 0} == {}, device
        poster.delete(*posted)
