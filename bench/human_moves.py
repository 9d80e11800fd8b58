"""Positions of Othello in which people moved, from a WTHOR archive, and what can be seen in them.

``python -m bench.human_moves FOLDER FILE`` draws positions of rated people, half of them of people who are in
no game of the other half, and stores in a file what can be seen in them. A run that was interrupted continues
where it ended.
"""

from __future__ import annotations

import argparse
import random
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.base import Limit
from ai.human.sight import Reading
from ai.othello.engine import ENGINE
from ai.othello.sight import OthelloSight
from bench import checkpoint, former_levels
from bench.wthor import Game, games_of_people, halves, rated_games, ratings
from games.base import IllegalMove, Move
from games.othello import OTHELLO, OthelloPosition

BOUNDS = (1300, 1450, 1600, 1750)
"""Between the groups of people, by their ratings."""
_PLIES = range(8, 51)
_FROM_ONE_PLAYER = 60
"""How many positions of a player there are at most."""
_DEEPEST = 12
_FULL = Limit(5.0, nodes=500_000, seed=1)
"""Level 8's limit for a move."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A position after some moves, and the move that a person of a rating played. ``testing``: which half."""

    player: int
    rating: float
    testing: bool
    moves: tuple[Move, ...]
    played: Move

    @property
    def position(self) -> OthelloPosition:
        """The position."""
        position = OTHELLO.start("8x8")
        for move in self.moves:
            position = position.play(move)
        return position

    @property
    def group(self) -> int:
        """The group of the person's rating, from 0."""
        return bisect(BOUNDS, self.rating)


@dataclass(frozen=True, slots=True)
class Seen:
    """What can be seen in a situation.

    ``readings`` has for each depth from 1 a value in units and an answer for each legal move; ``former``
    what the levels of before saw, see `bench.former_levels.values`; ``full`` the move of level 8.
    """

    situation: Mapping[str, object]
    readings: Sequence[Sequence[tuple[float, Move | None]]]
    former: Mapping[str, Sequence[int]]
    full: Move


class StoredSight:
    """What people see, see `ai.human.sight.Sight`, without a search."""

    deepest = _DEEPEST
    shown: frozenset[Move] = frozenset()

    def __init__(self, position: OthelloPosition, seen: Seen) -> None:
        self._at = {move: number for number, move in enumerate(position.legal_moves())}
        self._readings = seen.readings
        self._impressions = _sight(position).impressions()

    def impressions(self) -> Mapping[Move, float]:
        """Each move's worth at first sight."""
        return self._impressions

    def read(self, moves: Sequence[Move], depth: int) -> list[Reading]:
        """Look up what was read."""
        return [Reading(*self._readings[depth - 1][self._at[move]]) for move in moves]


def _sight(position: OthelloPosition) -> OthelloSight:
    sight = ENGINE.sight(position)
    assert sight is not None, "at least two moves are legal"
    return sight


def draw(games: Sequence[Game], rated: Mapping[int, float], each: int) -> list[Situation]:
    """Draw so many positions of each group of people for either half, at most one of a game."""
    situations = list[Situation]()
    for testing, players in enumerate(halves(list(rated), "people")):
        chance = random.Random(f"positions {testing}")
        inside = [game for game in games if game.black in players and game.white in players]
        chance.shuffle(inside)
        of_group, of_player = Counter[int](), Counter[int]()
        for game in inside:
            situation = _drawn(game, rated, bool(testing), chance)
            if situation is None:
                continue
            group, player = situation.group, situation.player
            if of_group[group] < each and of_player[player] < _FROM_ONE_PLAYER:
                situations.append(situation)
                of_group[group] += 1
                of_player[player] += 1
    random.Random("order").shuffle(situations)
    return situations


def _drawn(game: Game, rated: Mapping[int, float], testing: bool, chance: random.Random) -> Situation | None:
    """One of a game's positions with at least two legal moves; None if a move is illegal."""
    try:
        steps = [step for step in game.steps() if len(step[1]) in _PLIES and len(step[0].legal_moves()) > 1]
    except IllegalMove:
        return None
    if not steps:
        return None
    position, before, move = chance.choice(steps)
    player = game.black if position.to_move is position.to_move.FIRST else game.white
    return Situation(player, rated[player], testing, before, move)


def look(situation: Situation) -> Seen:
    """Read a situation by all players."""
    position = situation.position
    sight, legal = _sight(position), position.legal_moves()
    readings = [
        [(reading.value, reading.answer) for reading in sight.read(legal, depth)]
        for depth in range(1, _DEEPEST + 1)
    ]
    full = ENGINE.choose(position, "8", _FULL, situation.moves).move
    kept = {name: getattr(situation, name) for name in Situation.__dataclass_fields__}
    return Seen(kept, readings, former_levels.values(position), full)


def stored(path: Path) -> Iterator[tuple[Situation, Seen]]:
    """Read what a file has."""
    for seen in checkpoint.read(path, Seen):
        fields = {
            name: tuple(value) if isinstance(value, list) else value for name, value in seen.situation.items()
        }
        yield Situation(**fields), seen  # type: ignore[arg-type]  # as they were written


def main() -> None:
    """Draw positions, and store what can be seen in those that are not in the file yet."""
    parser = argparse.ArgumentParser(prog="python -m bench.human_moves", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--each", type=int, default=600, help="positions of a group and half")
    arguments = parser.parse_args()
    games = rated_games(games_of_people(arguments.folder))
    rated = {player: elo for player, (elo, _) in ratings(games).items()}
    known = {situation.moves for situation, _ in stored(arguments.file)}
    missing = [each for each in draw(games, rated, arguments.each) if each.moves not in known]
    for _ in checkpoint.run_remaining(arguments.file, missing, look, "positions"):
        pass


if __name__ == "__main__":
    main()
