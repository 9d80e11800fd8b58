"""The engine's games against itself. Start reading at `collect`."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from ai.base import Limit
from ai.go.endgame import assess
from ai.go.search import searcher
from games.base import Move
from games.go import GO

_LONG_SHARE = 0.3
"""The share of moves with a long search, for many games in little time.

This is the "playout cap randomization" of David J. Wu, "Accelerating self-play learning in Go" (2019).
"""
_RANDOM_PLIES = (2, 4, 6, 10, 14)
"""A game begins with this many moves drawn by visits, not always the best; twice as many on larger boards."""
_QUICK = 0.5
"""The weight of a quick search's choice for learning, beside that of a long one."""
_LOOSE_SHARE, _LOOSE_PLAYOUTS = 0.25, 60
"""The share of these moves with hardly any search, and how many simulations that is."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game and the visits of its searches."""

    variant: str
    moves: tuple[str, ...]
    visits: tuple[dict[str, int], ...]
    """For each move, the visits of all moves; empty if the search was quick."""

    def targets(self) -> Iterator[tuple[str, float]]:
        """For each move, the one to learn and its weight.

        A long search teaches its most visited move, not the shares of all: as priors those play worse
        (docs/experiments/go.md). Of a quick one the choice is learned, later than the random plies.
        """
        for ply, (move, visits) in enumerate(zip(self.moves, self.visits, strict=True)):
            if visits:
                yield max(visits, key=lambda name: visits[name]), 1.0
            else:
                yield move, _QUICK if ply >= _random_plies(_RANDOM_PLIES[-1], self.variant) else 0.0


def _random_plies(plies: int, variant: str) -> int:
    """So many plies on the smallest board, twice as many on the larger ones."""
    return plies if variant.startswith("9x9") else 2 * plies


def collect(folder: Path, size: int, games: int, playouts: int, quick: int) -> Iterator[Game]:
    """The games of a folder, and new ones until there are enough."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"games-{size}.jsonl"
    kept = _kept(path)
    yield from kept[:games]
    began = time.monotonic()
    with path.open("a", buffering=1) as file:
        for number in range(len(kept), games):
            game = play_game(random.Random(number), size, playouts, quick)
            file.write(json.dumps(asdict(game), separators=(",", ":")) + "\n")
            done = number + 1 - len(kept)
            left = (time.monotonic() - began) / done * (games - number - 1) / 60
            print(f"\rgame {number + 1} of {games}, {left:.0f} min left ", end="", flush=True)  # noqa: T201
            yield game
    print()  # noqa: T201


def _kept(path: Path) -> list[Game]:
    """The games of a file; an incomplete last line is removed."""
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    if lines and not lines[-1].endswith("\n"):
        path.write_text("".join(lines[:-1]))
        lines.pop()
    return [read(line) for line in lines]


def read(line: str) -> Game:
    """A game from its line."""
    fields = json.loads(line)
    return Game(fields["variant"], tuple(fields["moves"]), tuple(fields["visits"]))


def play_game(rng: random.Random, size: int, playouts: int, quick: int) -> Game:
    """A game of the engine against itself, until nothing is worth a stone."""
    position, search = GO.start(f"{size}x{size}-chinese"), searcher()
    moves, visits = list[str](), list[dict[str, int]]()
    random_plies = _random_plies(rng.choice(_RANDOM_PLIES), position.variant.name)
    while position.outcome() is None and not position.scoring:
        assessed = assess(position)
        if assessed.won or not assessed.points:
            break
        noise = position.ply < random_plies
        loose = noise and rng.random() < _LOOSE_SHARE
        long_search = not loose and rng.random() < _LONG_SHARE
        lines = playouts if long_search else _LOOSE_PLAYOUTS if loose else quick
        search.begin(position, assessed.points, rng.getrandbits(62), assessed.passing)
        search.think(lines, Limit(600.0, nodes=lines), size, time.perf_counter())
        looked_at = {str(seen.move): seen.visits for seen in search.moves(position) if seen.visits}
        choice = search.choice(position)
        noise = noise and len(looked_at) > 1
        move = rng.choices(list(looked_at), list(looked_at.values()))[0] if noise else str(choice.move)
        moves.append(move)
        visits.append(looked_at if long_search else {})
        position = position.play(Move(move))
    return Game(position.variant.name, tuple(moves), tuple(visits))
