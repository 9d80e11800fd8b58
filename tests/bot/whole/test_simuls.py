"""Simuls from ``/play`` through the real client: given by a person in rounds, and by the computer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.interactions.simuls import SIMULS_IN_SERVER
from bot.match.tournaments import Tournaments
from bot.messages import tournament_messages
from data.model.match import MatchState
from data.model.tournament import Kind, TournamentState
from games import replay
from games.clock import GRACE_SECONDS

from .test_tournaments import message, message_of, now, press, shown_matches, start
from .world import World, moves_offered

SMALL = {"variant": "6x6"}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are edited as soon as something has changed."""
    monkeypatch.setattr(tournament_messages, "EDIT_SECONDS", 0.01)


async def opened(w: World, simul: str, **options: object) -> None:
    """Alice opens a simul, and Bob and Minji join it."""
    await w.alice.command(w.games, "play othello", simul=simul, **SMALL, **options)
    await w.handled()
    for person in (w.bob, w.minji):
        await press(w, person, "join")


async def test_in_a_simul_in_rounds_the_host_and_opponents_have_clocks(w: World) -> None:
    await opened(w, "round-5m")
    simul = await now(w)
    assert simul.kind is Kind.SIMUL and simul.starts_at == pytest.approx(simul.created_at + 3600.0, abs=5.0)
    assert "5 minutes per round" in message(w, simul).text
    await start(w)
    first, second = await shown_matches(w)
    alice = int(w.alice.id)
    assert first.first_id == alice and second.second_id == alice
    assert first.clock is not None and first.clock.falls_at is not None
    assert second.clock is not None and second.clock.side is second.side_of(int(w.minji.id))

    await w.restart()

    second = await w.shown(second)
    assert "⏱️ due <t:" in w.board(second).text
    await w.press(w.minji, second, moves_offered(w.board(second))[0])
    second = await w.until(second, lambda match: match.ply)
    await w.shown(second)

    w.let_pass(300.0 + GRACE_SECONDS)
    for match in (first, second):
        over = await w.until(match, lambda match: match.state == MatchState.OVER)
        assert over.winner is not None and over.user_of(over.winner) != alice


async def test_an_opponent_who_stays_away_loses_their_board_also_after_a_restart(w: World) -> None:
    await opened(w, "round-5m")
    await start(w)
    first, second = await shown_matches(w)
    await w.press(w.alice, first, moves_offered(w.board(first))[0])
    await w.until(first, lambda match: match.ply)

    await w.restart()

    w.let_pass(900.0 + GRACE_SECONDS)
    for match in (first, second):
        over = await w.until(match, lambda match: match.state == MatchState.OVER)
        assert over.winner is not None and over.user_of(over.winner) == int(w.alice.id)
    over_line = f"Simul #1 is over.\n{w.alice.mention}: 2 wins"
    await w.sandbox.until(lambda: any(over_line in seen.text for seen in w.alice.sees(w.games)) or None)


async def test_a_simul_opened_before_quiet_hours_starts_at_their_end(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    quiet = [(hour + timedelta(hours=ahead)).hour for ahead in (12, 15)]
    await w.client.services.settings.update(int(w.guild_of(w.games)), quiet=(quiet[0], quiet[1]), zone="UTC")
    opening = hour + timedelta(hours=11, minutes=30)
    monkeypatch.setattr(Tournaments, "now", lambda _: opening.timestamp())
    await opened(w, "round-5m")
    assert (await now(w)).starts_at == (hour + timedelta(hours=15)).timestamp()


async def test_the_computer_plays_everybody_who_joins(w: World) -> None:
    await opened(w, "computer", level="2")
    simul = await now(w)
    assert (simul.kind, simul.level, simul.control) == (Kind.COMPUTER_SIMUL, "2", "1-day")
    shown = message(w, simul).text
    assert "3 players" in shown and "The computer plays at level 2." in shown
    await start(w)
    matches = await shown_matches(w)
    assert len({match.home.thread_id for match in matches}) == 3
    people = [match.first_id or match.second_id for match in matches]
    assert people == [int(person.id) for person in (w.alice, w.bob, w.minji)]
    await w.restart()

    mine = matches[1]  # on which Bob moves first
    assert replay(mine.record).to_move is mine.side_of(int(w.bob.id))
    mine = await w.shown(mine)
    await w.press(w.bob, mine, moves_offered(w.board(mine))[0])
    await w.until(mine, lambda match: match.ply >= 2)

    for match, person in zip(matches, people, strict=True):
        await w.client.services.matches.resign(match.id, None, person or 0)
    over = "Simul #1 is over.\nComputer (level 2): 3 wins"
    await w.sandbox.until(lambda: any(over in seen.text for seen in w.alice.sees(w.games)) or None)
    results = "1. Alice: 0, 2. Bob: 0, 3. 민지: 0"
    await w.sandbox.until(lambda: results in (message_of(w).images[0].description or "") or None)
    assert (await now(w)).state is TournamentState.OVER


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"simul": "days", "open": True}, "play.simul-with-more"),
        ({"simul": "computer", "teach": True}, "play.simul-with-more"),
        ({"simul": "round-5m", "level": "3"}, "play.simul-level"),
        ({"simul": "round-5m", "clock": "1-day"}, "play.simul-two-clocks"),
        ({"simul": "days", "clock": "10+10"}, "tournament.simul.clock"),
        ({"simul": "computer", "clock": "none"}, "play.simul-needs-clock"),
    ],
)
async def test_what_does_not_go_with_a_simul_is_refused(
    w: World, options: dict[str, object], key: str
) -> None:
    await w.refused(w.alice, w.alice.command(w.games, "play othello", **SMALL, **options), key)


async def test_a_person_has_one_simul_at_a_time(w: World) -> None:
    await w.alice.command(w.games, "play othello", simul="days", **SMALL)
    await w.handled()
    again = w.alice.command(w.games, "play go", simul="computer")
    await w.refused(w.alice, again, "play.simul-another", id=1)
    await w.bob.command(w.games, "play go", simul="computer")
    await w.handled()
    assert await w.store.tournaments.find(2) is not None


async def test_a_server_has_room_for_some_simuls(w: World) -> None:
    for number in range(SIMULS_IN_SERVER):
        person = w.sandbox.add_person(f"Giver {number}")
        await person.command(w.games, "play othello", simul="days", **SMALL)
        await w.handled()
    more = w.alice.command(w.games, "play othello", simul="days", **SMALL)
    await w.refused(w.alice, more, "play.simul-too-many", n=SIMULS_IN_SERVER)
