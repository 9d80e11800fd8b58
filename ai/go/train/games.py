"""The engine's games against itself. Start reading at `collect`."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from ai.base import Limit
from ai.go.endgame import look
from ai.go.search import searcher
from games.base import Move
from games.go import GO

_STUDIED = 0.3
"""The part of the moves that are searched well: the "playout cap randomization" of David J. Wu, "Accelerating
self-play learning in Go" (2019), for many games in little time."""
_WHIMS = (2, 4, 6, 10, 14)
"""A game begins with so many moves that the search looked at, not always those it likes best; twice as many
on the larger boards."""
_QUICK = 0.5
"""What the choice of a quick search is worth to learn, beside that of a long one."""
_LOOSE, _LOOSELY = 0.25, 60
"""The part of these moves that are looked at hardly at all, and how many playouts that is."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, and what the search made of it."""

    variant: str
    moves: tuple[str, ...]
    visits: tuple[dict[str, int], ...]
    """For each move, those that were looked at and how often; none if the search was quick."""

    def lessons(self) -> Iterator[tuple[str, float]]:
        """For each move, the one to be learnt and what it is worth.

        A long search teaches the move it looked at most, not the shares of all: as priors those play worse
        (docs/GO.md). Of a quick one the choice is learnt, later than games begin by chance.
        """
        for ply, (move, visits) in enumerate(zip(self.moves, self.visits, strict=True)):
            if visits:
                yield max(visits, key=lambda name: visits[name]), 1.0
            else:
                yield move, _QUICK if ply >= _whims(_WHIMS[-1], self.variant) else 0.0


def _whims(plies: int, variant: str) -> int:
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
    """The games of a file; a line that was cut off with the run that wrote it is taken out."""
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    if lines and not lines[-1].endswith("\n"):
        path.write_text("".join(lines[:-1]))
        lines.pop()
    return [read(line) for line in lines]


def read(line: str) -> Game:
    """A game as it was kept."""
    told = json.loads(line)
    return Game(told["variant"], tuple(told["moves"]), tuple(told["visits"]))


def play_game(rng: random.Random, size: int, playouts: int, quick: int) -> Game:
    """A game of the engine against itself, until nothing is worth a stone."""
    position, search = GO.start(f"{size}x{size}-chinese"), searcher()
    moves, visits = list[str](), list[dict[str, int]]()
    whims = _whims(rng.choice(_WHIMS), position.variant.name)
    while position.outcome() is None and not position.scoring:
        left = look(position)
        if left.won or not left.points:
            break
        whim = position.ply < whims
        loose = whim and rng.random() < _LOOSE
        studied = not loose and rng.random() < _STUDIED
        lines = playouts if studied else _LOOSELY if loose else quick
        search.begin(position, left.points, rng.getrandbits(62), left.passing)
        search.think(lines, Limit(600.0, nodes=lines), size, time.perf_counter())
        looked_at = {str(seen.move): seen.visits for seen in search.moves(position) if seen.visits}
        choice = search.choice(position)
        whim = whim and len(looked_at) > 1
        move = rng.choices(list(looked_at), list(looked_at.values()))[0] if whim else str(choice.move)
        moves.append(move)
        visits.append(looked_at if studied else {})
        position = position.play(Move(move))
    return Game(position.variant.name, tuple(moves), tuple(visits))
