"""How long the computer holds a move back, and what ends that. No test waits: the waits are noted."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from ai.base import Choice
from bot.match.events import ShardsGained, ShardsLost
from bot.match.thinking_time import (
    LONGEST,
    QUICK_SECONDS,
    SHORT_OF_TIME,
    SHORTEST,
    ThinkingTime,
    thinking_seconds,
    turn_seconds,
)
from data.errors import StoreBusy
from data.model.match import Match, MatchState, PauseReason
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.model.teams import Member, TeamKind, Teams
from data.people.store import Person
from games.base import Move
from games.clock import CONTROLS, Budget, Clock
from tests.bot.service import ANA, Service, until
from tests.bot.stories import match_of

LONG = 60.0


def choice(hesitation: float | None) -> Choice:
    return Choice(Move("d3"), 0.0, 1, 1, (Move("d3"),), hesitation=hesitation)


@pytest.fixture(scope="module")
def match() -> Match:
    """The computer is to move, without a clock."""
    return match_of("othello", "8x8", first_id=ANA, second_id=None, level="3")


@pytest.mark.parametrize(
    ("hesitation", "turn", "seconds"),
    [
        (0.0, LONG, SHORTEST),
        (1.0, LONG, LONGEST),
        (0.5, LONG, (SHORTEST + LONGEST) / 2),
        (1.0, 5.0, 2.5),  # half of what the person took
        (0.0, 5.0, SHORTEST),
        (1.0, QUICK_SECONDS - 0.1, 0.0),  # the person plays fast
        (1.0, 0.0, 0.0),
        (1.0, None, 0.0),  # it is not known: after a restart, or the first move of the match
        (None, LONG, 0.0),  # level 8, programs of others
    ],
)
def test_the_harder_the_longer_but_shorter_than_the_person(
    match: Match, hesitation: float | None, turn: float | None, seconds: float
) -> None:
    assert thinking_seconds(match, choice(hesitation), turn) == pytest.approx(seconds)


def test_an_obvious_move_takes_at_most_a_second() -> None:
    assert SHORTEST <= 1.0 < LONGEST


def timed(match: Match, name: str, seconds: float) -> Match:
    """The match with so many seconds left for the person."""
    clock = replace(Clock.of(CONTROLS[name]), first=Budget(seconds))
    return replace(match, clock=clock)


def test_nobody_who_is_short_of_time_waits(match: Match) -> None:
    for left, seconds in ((SHORT_OF_TIME - 1, 0.0), (SHORT_OF_TIME + 1, LONGEST)):
        assert thinking_seconds(timed(match, "5+5", left), choice(1.0), LONG) == seconds
    assert thinking_seconds(timed(match, "3-days", 30.0), choice(1.0), LONG) == LONGEST


def test_a_tournament_waits_only_in_correspondence(match: Match) -> None:
    paired = replace(match, tournament_id=5)
    assert thinking_seconds(timed(paired, "10+10", 600.0), choice(1.0), LONG) == 0.0
    assert thinking_seconds(timed(paired, "1-day", 600.0), choice(1.0), LONG) == LONGEST


def test_voters_do_not_wait(match: Match) -> None:
    voted = replace(match, teams=Teams(TeamKind.VOTE, (Member(ANA),), ()))
    assert thinking_seconds(voted, choice(1.0), LONG) == 0.0


def test_a_turn_is_known_by_the_move_that_ends_it(match: Match) -> None:
    moved = replace(match, moves=(*match.moves, Move("d3")), updated_at=match.updated_at + 7.0)
    assert turn_seconds(MatchChange(match, moved)) == 7.0
    assert turn_seconds(MatchChange(None, match)) is None
    assert turn_seconds(MatchChange(moved, match)) is None, "a takeback"
    assert turn_seconds(MatchChange(match, replace(match, updated_at=match.updated_at + 7.0))) is None
    paused = replace(match, paused=PauseReason.ADJOURNED)
    assert turn_seconds(MatchChange(paused, moved)) is None


@pytest.mark.parametrize(
    ("person", "server", "waits"),
    [
        (None, None, True),
        (None, "instant", False),
        ("instant", None, False),
        ("natural", "instant", True),
    ],
)
async def test_what_the_person_has_set_counts_before_the_server(
    made: Service, match: Match, person: str | None, server: str | None, waits: bool
) -> None:
    noted = Noted()
    assert match.guild_id is not None
    await made.store.settings.update(match.guild_id, thinking=server)
    await made.store.people.update(ANA, thinking=person)
    thinking = ThinkingTime(made.store.settings, made.store.people.get, noted)
    await thinking.hold(match, choice(1.0), LONG, 0.0)
    assert noted.waits == ([LONGEST] if waits else [])


async def test_the_queue_and_the_search_count_as_thinking(made: Service, match: Match) -> None:
    noted = Noted()
    thinking = ThinkingTime(made.store.settings, made.store.people.get, noted)
    await thinking.hold(match, choice(1.0), LONG, 1.5)
    await thinking.hold(match, choice(1.0), LONG, LONGEST + 1)
    assert noted.waits == [LONGEST - 1.5]


async def test_a_move_is_played_at_once_while_the_settings_cannot_be_read(
    made: Service, match: Match
) -> None:
    async def busy(person_id: int) -> Person:
        raise StoreBusy("held by a test")

    noted = Noted()
    await ThinkingTime(made.store.settings, busy, noted).hold(match, choice(1.0), LONG, 0.0)
    assert not noted.waits


class Noted:
    """Notes the waits."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)


class Holding(ThinkingTime):
    """Holds every move back until the test ends that."""

    def __init__(self) -> None:
        self.turns: list[float | None] = []
        self.over = asyncio.Event()

    async def hold(self, match: Match, choice: Choice, turn: float | None, spent: float) -> None:
        self.turns.append(turn)
        await self.over.wait()


@pytest.fixture
def holding(made: Service) -> Holding:
    """The service's computer holds its moves back."""
    holding = made.matches._computer._thinking_time = Holding()
    return holding


async def answered(made: Service, holding: Holding, held: int = 1) -> None:
    """Wait until the computer has found its move, and holds it back."""
    await until(lambda: made.waiting.thinking)
    made.waiting.answer()
    await until(lambda: len(holding.turns) == held)


async def test_a_move_that_is_held_back_is_played_after_it(made: Service, holding: Holding) -> None:
    match = await made.play(await made.computer(), ANA, "b3")
    await answered(made, holding)
    turn = holding.turns[0]
    assert turn is not None and turn >= 0.0
    assert (await made.matches.get(match.id)).ply == 1
    holding.over.set()
    await until(lambda: made.changes.seen)
    assert made.changes.seen[-1].ply == 2


async def test_the_first_move_of_a_match_knows_no_turn_before_it(made: Service, holding: Holding) -> None:
    await made.computer(first=None, second=ANA)
    await answered(made, holding)
    assert holding.turns == [None]


async def test_a_takeback_cancels_the_move_that_is_held_back(made: Service, holding: Holding) -> None:
    match = await made.play(await made.computer(), ANA, "b3")
    await answered(made, holding)
    back = await made.matches.takebacks.request(match.id, match.position_id, ANA)
    assert back.ply == 0
    holding.over.set()
    again = await made.play(back, ANA, "c2")
    await until(lambda: made.waiting.thinking)
    assert (await made.matches.get(match.id)).moves == again.moves == (Move("c2"),)


async def test_a_resignation_cancels_the_move_that_is_held_back(made: Service, holding: Holding) -> None:
    match = await made.play(await made.computer(), ANA, "b3")
    await answered(made, holding)
    over = await made.matches.resign(match.id, match.position_id, ANA)
    holding.over.set()
    assert over.state is MatchState.OVER
    await until(lambda: not made.matches._computer._work)
    assert (await made.matches.get(match.id)).ply == 1


async def test_a_shard_that_moves_loses_nothing_but_the_time(made: Service, holding: Holding) -> None:
    """The next owner finds the move anew, and knows no turn, so it holds nothing back."""
    match = await made.play(await made.computer(), ANA, "b3")
    await answered(made, holding)
    everything = Shards.all(made.store.uptime.total)
    made.events.publish(ShardsLost(everything))
    made.events.publish(ShardsGained(everything))
    await answered(made, holding, held=2)
    assert holding.turns[-1] is None
    assert (await made.matches.get(match.id)).ply == 1
    holding.over.set()
    await until(lambda: made.changes.seen)
    assert made.changes.seen[-1].ply == 2
