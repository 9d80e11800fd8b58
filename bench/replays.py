"""The animation of a match: seconds to make it, imports not counted, and its bytes."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bench import Row
from bot.drawing.animation import Format
from bot.ui.picture import Look
from bot.ui.replay import animation
from data.model.board import Board
from data.model.match import Match, MatchState, Notified
from games import GAMES
from games.base import PASS, Move, Outcome, Side
from games.clock import CONTROLS, Clock


@dataclass(frozen=True, slots=True)
class Replay:
    """A match to animate, and the targets."""

    slug: str
    variant: str
    moves: int
    seconds: float
    megabytes: float


REPLAYS = (Replay("othello", "8x8", 60, 4, 1), Replay("go", "19x19-korean", 250, 15, 4))


def rows() -> Iterator[Row]:
    """Measure each animation with evaluations, as WebP."""
    for replay in REPLAYS:
        match = played(replay)
        scores = tuple(((ply * 7) % 20 - 10) / 10 for ply in range(match.ply + 1))
        began = time.perf_counter()
        made = animation(match, Look(), "dark", scores, {}, Format.WEBP)
        seconds = time.perf_counter() - began
        name = f"replay of {match.ply} moves, {replay.slug} {replay.variant}"
        yield Row(name, seconds, "s", f"≤ {replay.seconds:g}")
        yield Row(name, len(made) / 1_000_000, "MB", f"≤ {replay.megabytes:g}")


def played(replay: Replay) -> Match:
    """A repeatable match of random moves, without passes where there is another move, that was resigned."""
    chance, moves = random.Random(replay.slug), list[Move]()
    position = GAMES[replay.slug].start(replay.variant)
    while len(moves) < replay.moves and position.outcome() is None:
        legal = position.legal_moves()
        moves.append(chance.choice([move for move in legal if move != PASS] or legal))
        position = position.play(moves[-1])
    return _match(replay, tuple(moves))


def _match(replay: Replay, moves: tuple[Move, ...]) -> Match:
    """A match between two people, with a clock, that was resigned."""
    return Match(
        id=1,
        game=replay.slug,
        variant=replay.variant,
        state=MatchState.OVER,
        first_id=1,
        second_id=2,
        level=None,
        challenger_id=1,
        boards=(Board(id=1, guild_id=None, channel_id=1),),
        takebacks=0,
        version=1,
        offer=None,
        outcome=Outcome(Side.FIRST, "outcome.resigned"),
        rematch_of=None,
        created_at=0.0,
        updated_at=0.0,
        ended_at=0.0,
        expires_at=None,
        clock=Clock.of(CONTROLS["10+10"]),
        paused=None,
        notified=Notified.NOTHING,
        moves=moves,
    )
