"""The contract of computer players, as checks that raise AssertionError."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from ai.base import Choice, Limit
from ai.level import Level
from games import GAMES
from games.base import Game, Move, Position
from tests.slowness import in_time

MAX_PLIES = 120
POSITIONS = 60
"""The number of random positions of a game, at least one of each variant."""
WINS = 40
"""The number of random games of a game whose ends are searched for wins."""
SMALL = Limit(60.0, nodes=300, seed=5)
NUMBERED = [Level(number) for number in "12345678"]


class Chooses(Protocol):
    """The part of an engine that the contract checks."""

    def choose(self, position: Position, level: Level, limit: Limit) -> Choice: ...


@dataclass(frozen=True)
class Player:
    """A game's levels and engine."""

    game: Game
    limits: Mapping[Level, Limit]
    engine: Chooses


@cache
def positions(slug: str) -> tuple[Position, ...]:
    """Return unfinished positions of random games: the start, the last one, and others between them."""
    game = GAMES[slug]
    each = max(1, POSITIONS // len(game.variants))
    return tuple(position for variant in game.variants for position in _of_variant(game, variant, each))


def _of_variant(game: Game, variant: str, count: int) -> Iterator[Position]:
    dice = random.Random(f"{game.slug} {variant}")
    if count > 1:
        yield game.start(variant)
    for number in range(1, count):
        yield _random_position(game, variant, MAX_PLIES * number // (count - 1), dice)
    if count == 1:
        yield _random_position(game, variant, dice.randrange(MAX_PLIES), dice)


def _random_position(game: Game, variant: str, plies: int, dice: random.Random) -> Position:
    """Play random moves, but not the last one of a game."""
    position = game.start(variant)
    for _ in range(plies):
        following = position.play(dice.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position


@cache
def winning_positions(slug: str) -> tuple[tuple[Position, frozenset[Move]], ...]:
    """Return the ends of random games in which some moves win at once, and others do not.

    Each comes with the moves that win. Othello, whose last moves all win or all lose, has none.
    """
    game = GAMES[slug]
    variants = game.variants[:: 1 + len(game.variants) // 4]
    found = (
        (position, wins_at_once(position))
        for variant in variants
        for seed in range(WINS // len(variants))
        for position in [
            _random_position(game, variant, MAX_PLIES, random.Random(f"{slug} {variant} {seed}"))
        ]
    )
    return tuple((position, wins) for position, wins in found if 0 < len(wins) < len(position.legal_moves()))


def wins_at_once(position: Position) -> frozenset[Move]:
    """Return the moves that end the game and win it."""
    outcomes = {move: position.play(move).outcome() for move in position.legal_moves()}
    return frozenset(move for move, end in outcomes.items() if end and end.winner is position.to_move)


def check_levels(player: Player) -> None:
    """Levels 1 to 8 come first, and every level answers within five seconds."""
    assert list(player.limits)[:8] == NUMBERED
    assert all(level.number is None for level in list(player.limits)[8:])
    assert all(0 < limit.seconds <= 5 for limit in player.limits.values())
    seconds = [player.limits[level].seconds for level in NUMBERED]
    assert seconds == sorted(seconds), "a higher level has less time"


def check_choice(position: Position, choice: Choice) -> None:
    """The move and its line are legal, and the figures are possible."""
    assert choice.move == choice.line[0]
    assert choice.score in {-1.0, 0.0, 1.0} if choice.proven else -1.0 < choice.score < 1.0
    assert choice.depth >= 1 and choice.nodes >= 1
    assert choice.plies is None or (choice.proven and choice.plies >= 1)
    assert not choice.resigns or choice.score < 0
    for move in choice.line:
        assert move in position.legal_moves()
        position = position.play(move)


def check_choices(player: Player, level: Level) -> None:
    """Choices in random positions are sound, with few nodes and with one node and no time.

    Each level is asked in a tenth of the positions, and the next one in other ones.
    """
    number, every = [*player.limits].index(level), positions(player.game.slug)
    for position in every[number % 10 :: 10]:
        check_choice(position, player.engine.choose(position, level, SMALL))
        check_choice(position, player.engine.choose(position, level, Limit(0.0, nodes=1, seed=1)))


def check_repeats(player: Player, level: Level) -> None:
    """With nodes and a seed a choice is repeatable, whatever is asked in between."""
    asked = positions(player.game.slug)
    for position, other in zip(asked[::20], asked[1::20], strict=False):
        limit = Limit(60.0, nodes=600, seed=9)
        first = player.engine.choose(position, level, limit)
        player.engine.choose(other, level, SMALL)
        assert player.engine.choose(position, level, limit) == first


def check_wins(player: Player) -> None:
    """The strongest level plays a move that wins at once, even with few nodes."""
    for position, wins in winning_positions(player.game.slug):
        choice = player.engine.choose(position, NUMBERED[-1], SMALL)
        assert choice.move in wins, position.diagram()


def check_time(player: Player, level: Level) -> None:
    """The answer comes within a limit of time, at most the level's own."""
    asked = positions(player.game.slug)
    for position, seconds in ((asked[len(asked) // 3], 0.1), (asked[len(asked) // 2], 0.2)):
        limit = Limit(min(seconds, player.limits[level].seconds), seed=3)
        began = time.monotonic()
        check_choice(position, player.engine.choose(position, level, limit))
        assert in_time(time.monotonic() - began, limit.seconds)
