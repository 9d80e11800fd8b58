"""Killed after a step of a tournament: nobody is paired, mentioned or moved twice, and all of it is shown."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bot.messages import tournament_messages
from bot.messages.tournament_messages import TournamentMessages
from bot.texts import texts
from bot.tournaments.kinds import format_of
from bot.tournaments.ladder import ranked
from data.model.match import MatchState
from data.model.tournament import Result, TournamentState
from games.base import Side
from sandbox import SeenMessage

from .killed import Act, Story, idle, public, survives, survives_everywhere
from .test_tournaments import NEW, now, posted_match, press, press_create, shown_matches
from .test_tournaments import create as create_one
from .world import World


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are edited as soon as something has changed."""
    monkeypatch.setattr(tournament_messages, "EDIT_SECONDS", 0.01)


async def nothing(w: World) -> None:
    """Nobody has done anything."""


def threads(w: World) -> list[str]:
    every = w.sandbox.state.channels.values()
    found = [one for one in every if one.get("parent_id") == str(w.games) and one.get("thread_metadata")]
    assert len({one["name"] for one in found}) == len(found), "a thread is there twice"
    return [one["id"] for one in found]


def everywhere(w: World) -> list[SeenMessage]:
    return [one for place in (str(w.games), *threads(w)) for one in public(w, place)]


async def is_true(w: World) -> None:
    """Everything that is stored is shown once, and nobody plays twice at the same time."""
    w.client.services.part(TournamentMessages).look_at(1)
    await idle(w)
    one = await now(w)
    seats = Counter(seat for pair in one.open_pairings for seat in (pair.first, pair.second))
    giver = format_of(one).giver(one)
    if giver is not None:  # they play on all boards
        del seats[giver.number]
    assert set(seats.values()) <= {1}, "somebody is paired twice at the same time"
    numbers = [pairing.match_id for pairing in one.pairings if pairing.match_id is not None]
    assert len(set(numbers)) == len(numbers)
    matches = await w.store.queries.by_number(numbers)
    assert {match.id for match in matches} == set(numbers)
    for match in matches:
        if match.state == MatchState.PLAYING:
            await w.shown(match)
        boards = [seen for seen in everywhere(w) if f"b:move:{match.id}:" in str(seen.raw["components"])]
        assert len(boards) <= 1, "a match has two boards"
    seen = [seen for seen in public(w, w.games) if int(seen.id) == one.message_id]
    assert len(seen) == 1 and one.shown_version == one.version
    others = [
        seen
        for seen in public(w, w.games)
        if "p:tournament" in str(seen.raw["components"]) and not seen.text.startswith("🏆")
    ]
    assert [int(seen.id) for seen in others] == [one.message_id]


# --- A round robin -------------------------------------------------------------------------------------


def create(**options: object) -> Act:
    async def act(w: World) -> None:
        await create_one(w, **(NEW | options))

    return act


async def planned(w: World) -> None:
    """The panel is open in which a tournament is created."""
    await w.alice.command(w.games, "tournament create", **NEW)


async def is_created_once(w: World) -> None:
    if await w.store.tournaments.find(1) is None:
        await create()(w)
    await is_true(w)
    assert await w.store.tournaments.find(2) is None


def joined(*names: str, **options: object) -> Act:
    async def act(w: World) -> None:
        await create(**options)(w)
        others = [w.sandbox.add_person(name) for name in names]
        for person in (w.alice, w.bob, w.minji, *others):
            await press(w, person, "join")

    return act


async def start(w: World) -> None:
    await press(w, w.alice, "manage")
    await w.alice.click(w.ephemerals(w.alice)[-1], custom_id="p:tournament:start.1")
    await shown_matches(w)


async def has_started_once(w: World) -> None:
    await idle(w)
    if (await now(w)).state is TournamentState.OPEN:
        await start(w)
    await shown_matches(w)
    await is_true(w)
    assert len(threads(w)) == 1


async def begun(w: World) -> None:
    await joined()(w)
    await start(w)


async def resign(w: World) -> None:
    """The loser of the first match that is going on, by the order in which people joined, resigns."""
    one = await now(w)
    pairing = one.open_pairings[0]
    match = await posted_match(w, pairing.match_id or 0)
    loser = one.entrant(max(pairing.first, pairing.second or 0)).user_id
    await w.client.services.matches.resign(match.id, None, loser or 0)
    await idle(w)


async def last_match(w: World) -> None:
    await begun(w)
    for _ in range(2):
        await resign(w)


async def has_ended_once(w: World) -> None:
    await idle(w)
    if (await now(w)).open_pairings:
        await resign(w)
    await is_true(w)
    one = await now(w)
    assert one.state is TournamentState.OVER and one.announced
    assert sum(seen.text.startswith("🏆") for seen in public(w, w.games)) == 1


# --- Arenas, ladders, groups ---------------------------------------------------------------------------


async def in_arena(w: World) -> None:
    await joined(kind="arena", minutes=20)(w)
    await start(w)
    await posted_match(w, 1)
    await is_true(w)


async def is_paired_again_once(w: World) -> None:
    await is_true(w)
    if (await w.store.queries.by_number([1]))[0].state == MatchState.PLAYING:
        await resign(w)
    await posted_match(w, 2)
    await is_true(w)
    one = await now(w)
    assert [pairing.result is None for pairing in one.pairings] == [False, True]
    assert not (await w.store.queries.by_number([3]))


async def on_ladder(w: World) -> None:
    await create(kind="ladder")(w)
    for person in (w.alice, w.bob, w.minji):
        await press(w, person, "join")


async def challenge(w: World) -> None:
    await press(w, w.minji, "challenge")
    await w.minji.click(w.ephemerals(w.minji)[-1], custom_id="p:tournament:challenge-one.1.1")
    await posted_match(w, 1)


async def is_challenged_once(w: World) -> None:
    await is_true(w)
    if not (await now(w)).pairings:
        await challenge(w)
    await posted_match(w, 1)
    await is_true(w)
    assert len((await now(w)).pairings) == 1 and len(threads(w)) == 1


async def challenged(w: World) -> None:
    await on_ladder(w)
    await challenge(w)
    await is_true(w)


async def lose_to_challenger(w: World) -> None:
    await w.client.services.matches.resign(1, None, int(w.alice.id))
    await idle(w)


async def places_change_once(w: World) -> None:
    await is_true(w)
    if (await now(w)).open_pairings:
        await lose_to_challenger(w)
    await is_true(w)
    order = [entrant.user_id for entrant in ranked(await now(w))]
    assert order == [int(person.id) for person in (w.minji, w.alice, w.bob)]


async def last_match_of_groups(w: World) -> None:
    await joined("Dora", "Emil", "Fay", groups=2)(w)
    await start(w)
    while len((await now(w)).pairings) < 6 or len((await now(w)).open_pairings) > 1:
        await resign(w)
    await is_true(w)


async def final_begins_once(w: World) -> None:
    await is_true(w)
    if (await now(w)).round < 4:
        await resign(w)
    await posted_match(w, 7)
    await is_true(w)
    one = await now(w)
    (pairing,) = one.in_round(4)
    assert {pairing.first, pairing.second} == {1, 2}, "who joined first has won each group"
    assert len(await w.store.queries.by_number(list(range(1, 20)))) == 7


# --- Knockouts -----------------------------------------------------------------------------------------


async def has_started_once_with_seeds(w: World) -> None:
    await idle(w)
    if (await now(w)).state is TournamentState.OPEN:
        await start(w)
    await shown_matches(w)
    await is_true(w)
    cup = await now(w)
    assert sorted(entrant.rank or 0 for entrant in cup.entrants) == [1, 2, 3, 4]
    assert len(cup.pairings) == len(threads(w)) == 2


async def last_semifinal(w: World) -> None:
    await joined("Dora", kind="knockout")(w)
    await start(w)
    await resign(w)
    await is_true(w)


async def draw(w: World) -> None:
    """The only match that is going on is drawn."""
    (pairing,) = (await now(w)).open_pairings
    match = await posted_match(w, pairing.match_id or 0)
    # One side has offered it already, if the bot was killed after that.
    for side in Side if match.offer is None else [match.offer.side.other]:
        await w.client.services.matches.draws.offer(match.id, None, match.require_user(side))
    await idle(w)


async def draw_twice(w: World) -> None:
    """The last semifinal is drawn, and its replay, too."""
    await draw(w)
    await draw(w)


async def final_follows_once(w: World) -> None:
    await is_true(w)
    while (await now(w)).round < 2:
        await draw(w)
    await is_true(w)
    cup = await now(w)
    final, third = cup.in_round(2)
    assert len(cup.in_round(1)) == 3 and cup.in_round(1)[2].result is Result.DRAW
    assert {final.first, final.second} == {1, 3}, "after two draws, the lower seed goes through"
    assert {third.first, third.second} == {2, 4}


# --- Simuls --------------------------------------------------------------------------------------------


async def simul(w: World) -> None:
    await create(kind="simul")(w)
    for person in (w.bob, w.minji, w.junho):
        await press(w, person, "join")


async def all_boards_begin_once(w: World) -> None:
    await idle(w)
    if (await now(w)).state is TournamentState.OPEN:
        await start(w)
    assert len(await shown_matches(w)) == 3
    await is_true(w)
    assert len((await now(w)).pairings) == len(threads(w)) == 3


async def last_board(w: World) -> None:
    await simul(w)
    await start(w)
    for _ in range(2):
        await resign(w)


async def giver_leaves(w: World) -> None:
    await press(w, w.alice, "drop")
    await w.alice.click(w.ephemerals(w.alice)[-1], custom_id="p:tournament:leave.1")


async def is_canceled_once(w: World) -> None:
    await idle(w)
    if (await now(w)).state is TournamentState.OPEN:
        await giver_leaves(w)
    w.client.services.part(TournamentMessages).look_at(1)
    await idle(w)
    canceled = await now(w)
    assert canceled.state is TournamentState.CANCELED and canceled.shown_version == canceled.version
    (shown,) = [seen for seen in public(w, w.games) if int(seen.id) == canceled.message_id]
    assert texts("en")("tournament.cancelled") in shown.text


async def open_simul(w: World) -> None:
    """Alice opens a simul of the computer with ``/play``."""
    await w.alice.command(w.games, "play othello", simul="computer", level="1", variant="6x6")
    await w.handled()


async def is_open_once(w: World) -> None:
    if await w.store.tournaments.find(1) is None:
        await open_simul(w)
    await is_true(w)
    assert await w.store.tournaments.find(2) is None
    simul = await now(w)
    assert [entrant.user_id for entrant in simul.entrants] == [int(w.alice.id)]


async def simul_of_computer(w: World) -> None:
    await open_simul(w)
    for person in (w.bob, w.minji):
        await press(w, person, "join")


async def rounds(w: World) -> None:
    """Alice gives a simul, with minutes for a round of the boards."""
    await w.alice.command(w.games, "play othello", simul="round-15m", variant="6x6")
    await w.handled()
    for person in (w.bob, w.minji, w.junho):
        await press(w, person, "join")


async def all_boards_of_rounds_begin_once(w: World) -> None:
    """All begin, and the opponents who move first have more time than Alice."""
    await all_boards_begin_once(w)
    for match in await shown_matches(w):
        assert match.clock is not None and match.clock.falls_at is not None and match.clock.since is not None
        minutes = 15 if match.first_id == int(w.alice.id) else 45
        assert match.clock.falls_at - match.clock.since == 60.0 * minutes


STORIES = {
    "create": Story(planned, press_create, is_created_once),
    "start": Story(joined(), start, has_started_once),
    "end": Story(last_match, resign, has_ended_once),
    "arena": Story(in_arena, resign, is_paired_again_once),
    "challenge": Story(on_ladder, challenge, is_challenged_once),
    "ladder": Story(challenged, lose_to_challenger, places_change_once),
    "final": Story(last_match_of_groups, resign, final_begins_once),
    "seeds": Story(joined("Dora", kind="knockout"), start, has_started_once_with_seeds),
    "replay": Story(last_semifinal, draw_twice, final_follows_once),
    "boards": Story(simul, start, all_boards_begin_once),
    "last board": Story(last_board, resign, has_ended_once),
    "giver": Story(simul, giver_leaves, is_canceled_once),
    "open": Story(nothing, open_simul, is_open_once),
    "computer": Story(simul_of_computer, start, all_boards_begin_once),
    "rounds": Story(rounds, start, all_boards_of_rounds_begin_once),
}
AT = [
    ("create", "POST /interactions"),
    ("start", "POST /channels/{channel_id}/messages"),
    ("end", "POST /channels/{channel_id}/messages"),
    ("arena", "POST /channels/{channel_id}/messages"),
    ("ladder", "TournamentStore.replace"),
    ("final", "TournamentStore.replace"),
    ("final", "TournamentStore._set"),
    ("replay", "TournamentStore.replace"),
    ("boards", "TournamentStore.replace"),
    ("open", "TournamentStore.create"),
    ("computer", "TournamentStore.replace"),
    ("rounds", "POST /channels/{channel_id}/messages"),
]
"""Stories and their steps after which something could be lost, or done again."""


@pytest.mark.parametrize(("name", "step"), AT)
async def test_killed_after_a_step(w: World, name: str, step: str) -> None:
    await survives(w, STORIES[name], step)


@pytest.mark.soak
@pytest.mark.parametrize("name", STORIES)
async def test_killed_after_every_step(empty_database: Path, tmp_path: Path, name: str) -> None:
    await survives_everywhere(empty_database, tmp_path, STORIES[name])
