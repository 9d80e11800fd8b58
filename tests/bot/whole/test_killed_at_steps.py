"""Killed after a step of seeks, teams, votes and what follows by itself: nothing is lost, or there twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from bot.match.own_board import board_in
from bot.messages import board_keeper, board_updates, notifications, tournament_messages
from bot.ui.person_panel import PAGE, PLAYING, VACATION
from data.model.match import Match, MatchState, PauseReason
from data.tables.matches import matches
from games import replay
from games.base import Move, Side
from sandbox import SeenMessage

from .killed import Story, idle, public, survives, survives_everywhere
from .world import World


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is posted later is posted soon."""
    monkeypatch.setattr(board_keeper, "WAIT_SECONDS", 0.5)
    monkeypatch.setattr(board_keeper, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.3)
    monkeypatch.setattr(board_updates, "VOTES_SECONDS", 0.01)
    monkeypatch.setattr(tournament_messages, "EDIT_SECONDS", 0.01)


async def only_match(w: World) -> Match:
    """Alice's match, whose board is there once."""
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    match = await w.shown(match)
    boards = [one for one in public(w, w.games) if f":{match.id}:" in str(one.raw["components"])]
    assert [int(one.id) for one in boards] == [match.home.message_id]
    return match


# --- Seeks ---------------------------------------------------------------------------------------------


async def nothing(w: World) -> None:
    """Nobody has done anything."""


async def seek(w: World) -> None:
    await w.alice.command(w.games, "seek", game="othello")


async def sought(w: World) -> None:
    await seek(w)
    await idle(w)


async def seeks(w: World) -> int:
    return len(await w.store.seeks.of_guild(int(w.guild_of(w.games)), 0.0))


async def seek_board(w: World) -> SeenMessage:
    """The only board of the server, which is stored."""
    await idle(w)
    words = "🔎", "Nobody is looking"
    places = (w.games, w.sandbox.channel("lounge"))
    (board,) = [one for each in places for one in public(w, each) if any(word in one.text for word in words)]
    stored = await w.store.seeks.board(int(w.guild_of(w.games)))
    assert stored is not None and str(stored.message_id) == board.id
    return board


async def is_listed_once(w: World) -> None:
    await idle(w)
    if not await seeks(w):
        await seek(w)
    assert (await seek_board(w)).text.count(f"<@{w.alice.id}>") == 1


async def accept(w: World) -> None:
    await w.bob.resolved(await w.bob.click(await seek_board(w), label="Accept"))


async def is_accepted_once(w: World) -> None:
    await idle(w)
    if await seeks(w):
        await accept(w)
    assert "Nobody is looking" in (await seek_board(w)).text
    match = await only_match(w)
    assert {match.first_id, match.second_id} == {int(w.alice.id), int(w.bob.id)}


async def cancelled(w: World) -> None:
    await sought(w)
    await w.alice.click(await seek_board(w), label="Cancel mine")
    await idle(w)


async def seek_elsewhere(w: World) -> None:
    await w.bob.command(w.sandbox.channel("lounge"), "seek", game="go")


async def is_moved_once(w: World) -> None:
    await idle(w)
    if not await seeks(w):
        await seek_elsewhere(w)
    assert "Go" in (await seek_board(w)).text


CLUB = "club"


async def sought_elsewhere(w: World) -> None:
    """Bob's server, where the bot has a board of seeks, lists Alice's too."""
    guild = w.sandbox.places.add_guild("Club", w.bob.id, members=(w.bob.id,))
    club = w.sandbox.places.add_channel(guild, CLUB)
    await w.bob.command(club, "seek", game="go")
    await idle(w)
    await w.alice.command(w.games, "seek", game="othello", servers="everywhere")
    await idle(w)
    await w.sandbox.until(lambda: elsewhere(w))


def elsewhere(w: World) -> list[SeenMessage]:
    return [one for one in public(w, w.sandbox.channel(CLUB)) if "Othello" in one.text and "🔎" in one.text]


async def accept_elsewhere(w: World) -> None:
    (board,) = elsewhere(w)
    await w.bob.resolved(await w.bob.click(board, custom_id="p:seek:accept.2"))


async def has_two_boards(w: World) -> None:
    await idle(w)
    if await seeks(w):
        await accept_elsewhere(w)
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    places = {str(w.games): w.alice, str(w.sandbox.channel(CLUB)): w.bob}
    await w.sandbox.until(lambda: all(boards_of(w, place, match) for place in places) or None)
    await idle(w)
    match = await w.now(match)
    for place, person in places.items():
        (board,) = boards_of(w, place, match)
        other = w.bob if person is w.alice else w.alice
        assert f"<@{person.id}>" in board.text and other.id not in board.text
        assert board_in(match, None, int(place)).message_id == int(board.id)


def boards_of(w: World, place: str, match: Match) -> list[SeenMessage]:
    return [one for one in public(w, place) if f":{match.id}:" in str(one.raw["components"])]


# --- Teams and votes -----------------------------------------------------------------------------------


SMALL = {"game": "othello", "variant": "6x6"}


async def open_lobby(w: World) -> None:
    await w.alice.command(w.games, "team rengo", **SMALL)


async def lobby(w: World) -> None:
    await open_lobby(w)
    await w.shown(await only_match(w))


async def join(w: World) -> None:
    board = w.board(await only_match(w))
    await w.bob.resolved(await w.bob.click(board, label=board.buttons[0].label or ""))


async def has_joined_once(w: World) -> None:
    match = await only_match(w)
    if int(w.bob.id) not in match.people:
        await join(w)
    match = await w.shown(await only_match(w))
    assert sorted(match.people) == sorted((int(w.alice.id), int(w.bob.id)))
    assert w.board(match).text.count(f"<@{w.bob.id}>") == 1


async def full_lobby(w: World) -> None:
    await lobby(w)
    match = await only_match(w)
    for side, person in ((0, w.bob), (1, w.minji)):
        label = w.board(match).buttons[side].label
        await person.resolved(await person.click(w.board(match), label=label or ""))
    await w.shown(await only_match(w))


async def start(w: World) -> None:
    await w.alice.resolved(await w.alice.click(w.board(await only_match(w)), label="Start"))


async def has_started_once(w: World) -> None:
    if (await only_match(w)).state == MatchState.CHALLENGE:
        await start(w)
    match = await only_match(w)
    assert match.is_active and len(match.people) == 3
    assert f"<@{match.user_of(replay(match.record).to_move)}>" in w.board(match).text


async def relay(w: World) -> None:
    await w.alice.command(w.games, "team relay", **SMALL, level="1", moves=1)
    match = await only_match(w)
    await w.until(match, lambda seen: seen.user_of(replay(seen.record).to_move) is not None)
    await w.shown(match)


async def join_relay(w: World) -> None:
    await w.bob.resolved(await w.bob.click(w.board(await only_match(w)), label="Join/Quit"))


async def is_in_the_relay_once(w: World) -> None:
    if int(w.bob.id) not in (await only_match(w)).people:
        await join_relay(w)
    match = await only_match(w)
    assert match.is_active and match.people == (int(w.alice.id), int(w.bob.id))
    await w.reads_board(match, f"1 move left, then <@{w.bob.id}>")


async def relay_lobby(w: World) -> None:
    await w.alice.command(w.games, "team relay", **SMALL)
    await w.shown(await only_match(w))


async def begin_relay(w: World) -> None:
    match = await only_match(w)
    own = match.side_of(int(w.alice.id))
    assert own is not None
    press = f"b:relay:{match.id}:0.0:{int(own.other)}"
    await w.bob.resolved(await w.bob.click(w.board(match), custom_id=press))


async def has_begun_once(w: World) -> None:
    if (await only_match(w)).state == MatchState.CHALLENGE:
        await begin_relay(w)
    match = await only_match(w)
    assert match.is_active and sorted(match.people) == sorted((int(w.alice.id), int(w.bob.id)))
    await w.reads_board(match, "Anyone can join")


async def voting(w: World) -> None:
    await w.alice.command(w.games, "team vote", **SMALL, time="vote-1d")
    match = await only_match(w)
    await w.until(match, lambda one: one.user_of(replay(one.record).to_move) is not None)
    await w.shown(match)


async def vote(w: World) -> None:
    match = await only_match(w)
    await w.press(w.bob, match, replay(match.record).legal_moves()[1])


async def is_counted_once(w: World) -> None:
    match = await only_match(w)
    if not await w.store.votes.of_match(match):
        await vote(w)
    (counted,) = await w.store.votes.of_match(match)
    assert counted.user_id == int(w.bob.id)
    await w.reads_board(match, "1 vote")


async def voted(w: World) -> None:
    await voting(w)
    await vote(w)


async def time_runs_out(w: World) -> None:
    match = await only_match(w)
    back = update(matches).where(matches.c.id == match.id).values(clock_since=-3e6)
    await w.store.database.write(lambda connection: connection.execute(back))
    w.client.services.matches.clocks.wake()
    w.client.services.gain_all()
    await w.until(match, lambda one: one.ply > match.ply)


async def is_played_once(w: World) -> None:
    match = await only_match(w)
    side = match.side_of(int(w.alice.id))
    match = await w.until(match, lambda one: one.ply > 1 and replay(one.record).to_move is side)
    ply = 0 if side is Side.FIRST else 1
    assert match.moves[ply] == replay(match.record.before(ply)).legal_moves()[1]
    assert match.ply == ply + 2 and not await w.store.votes.of_match(match)


# --- What is played, or paused, by itself --------------------------------------------------------------


async def expected(w: World) -> None:
    match = await w.match_of_two(clock="3-days")
    form = (await w.bob.command(w.games, "board", action="conditional", match=match.id)).form
    await w.bob.submit(form, {"A line for each case": "d3 c5 f6 f5"})


async def move(w: World) -> None:
    await w.press(w.alice, await only_match(w), "d3")


async def is_answered_once(w: World) -> None:
    if not (await only_match(w)).ply:
        await move(w)
    match = await w.until(await only_match(w), lambda one: one.ply == 2)
    assert (await w.shown(match)).moves == ("d3", "c5")
    (left,) = await w.store.conditional_moves.of_match(match.id)
    assert left.rest(match) == ((Move("f6"), Move("f5")),)


async def correspondence(w: World) -> None:
    await w.opened(await w.match_of_two(clock="3-days"))


async def leave(w: World) -> None:
    panel = (await w.alice.command(w.games, "me")).shown
    await w.alice.click(panel, custom_id=f"p:me:{PAGE}.{PLAYING}")
    await w.alice.click(panel, custom_id=f"p:me:{VACATION}.on")


async def is_paused_once(w: World) -> None:
    if not (await w.store.vacations.get(int(w.alice.id))).is_away:
        await leave(w)
    match = await w.until(await only_match(w), lambda one: one.paused == PauseReason.VACATION)
    await w.shown(match)
    assert sum("is on vacation, so" in one.text for one in public(w, w.games)) <= 1


async def waiting(w: World) -> None:
    """Bob is to move."""
    await w.press(w.alice, await w.match_of_two(clock="3-days"), "d3")


async def be_notified(w: World) -> None:
    w.client.services.gain_all()
    await w.sandbox.until(lambda: bells(w) or None)


def bells(w: World) -> list[SeenMessage]:
    return [one for one in public(w, w.games) if "🔔" in one.text]


async def is_notified_once(w: World) -> None:
    match = await w.until(await only_match(w), lambda one: one.notified)
    (bell,) = bells(w)
    assert f"<@{w.bob.id}>" in bell.text and match.home.notification_id == int(bell.id)


STORIES = {
    "notification": Story(waiting, be_notified, is_notified_once),
    "seek": Story(nothing, seek, is_listed_once),
    "accept": Story(sought, accept, is_accepted_once),
    "seek elsewhere": Story(cancelled, seek_elsewhere, is_moved_once),
    "accept elsewhere": Story(sought_elsewhere, accept_elsewhere, has_two_boards),
    "join": Story(lobby, join, has_joined_once),
    "start": Story(full_lobby, start, has_started_once),
    "join relay": Story(relay, join_relay, is_in_the_relay_once),
    "begin relay": Story(relay_lobby, begin_relay, has_begun_once),
    "vote": Story(voting, vote, is_counted_once),
    "time runs out": Story(voted, time_runs_out, is_played_once),
    "conditional": Story(expected, move, is_answered_once),
    "vacation": Story(correspondence, leave, is_paused_once),
}


AT = [
    ("notification", "POST /channels"),
    ("seek", "POST /channels"),
    ("accept", "MatchStore"),
    ("accept", "POST /interactions"),
    ("accept elsewhere", "MatchStore"),
    ("seek elsewhere", "DELETE"),
    ("seek elsewhere", "POST /channels"),
    ("join relay", "MatchStore"),
    ("begin relay", "MatchStore"),
    ("vote", "VoteStore"),
    ("time runs out", "MatchStore"),
    ("conditional", "MatchStore"),
]
"""Stories and their steps after which something could be lost, or done again."""


@pytest.mark.parametrize(("name", "step"), AT)
async def test_killed_after_a_step(w: World, name: str, step: str) -> None:
    await survives(w, STORIES[name], step)


@pytest.mark.soak
@pytest.mark.parametrize("name", STORIES)
async def test_killed_after_every_step(empty_database: Path, tmp_path: Path, name: str) -> None:
    await survives_everywhere(empty_database, tmp_path, STORIES[name])
