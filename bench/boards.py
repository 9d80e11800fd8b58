"""How long a board takes to draw and how many bytes it has.

Start reading at `rows`. The middle of a game on the default variant, its last move and hints marked.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from bench import Row
from bot.boards import BOARDS, Board, Scene
from games import GAMES

ROUNDS = 41
BARS = {
    ("othello", "8x8"): ("15", "60"),
    ("hare_and_hounds", "classic"): ("15", "60"),
    ("twelve_janggi", "classic"): ("15", "60"),
}
"""Milliseconds and kilobytes promised, by game and variant."""
FRESH = """
import time
began = time.perf_counter()
from bot.boards import BOARDS, Scene
from games import GAMES
BOARDS[{slug!r}].draw(Scene(GAMES[{slug!r}].start({variant!r})))
print(time.perf_counter() - began)
"""


def rows() -> Iterator[Row]:
    """Every game's picture."""
    for slug, board in BOARDS.items():
        for variant in GAMES[slug].variants:
            scene = midgame(slug, variant)
            name = f"{slug} {variant} picture"
            bars = BARS.get((slug, variant), ("", ""))
            yield Row(name, drawing(board, scene), "ms", bars[0])
            yield Row(name, len(board.draw(scene)) / 1000, "KB", bars[1])
        variant = GAMES[slug].variants[0]
        yield Row(f"{slug} first picture in a process, imports too", first(slug, variant), "ms", "150")


def midgame(slug: str, variant: str, plies: int = 30) -> Scene:
    """A position half-way through a random game that is the same every time; one that is not over."""
    chance = random.Random(7)
    position = previous = GAMES[slug].start(variant)
    last = None
    for _ in range(plies):
        move = chance.choice(position.legal_moves())
        after = position.play(move)
        if after.outcome() is not None:
            break
        last, previous, position = move, position, after
    return Scene(position, last=last, previous=previous)


def drawing(board: Board, scene: Scene) -> float:
    """The median milliseconds of drawing ``scene`` once sprites and ground exist."""
    board.draw(scene)
    return 1000 * statistics.median(_seconds(board, scene) for _ in range(ROUNDS))


def _seconds(board: Board, scene: Scene) -> float:
    began = time.perf_counter()
    board.draw(scene)
    return time.perf_counter() - began


def first(slug: str, variant: str, processes: int = 5) -> float:
    """The median milliseconds of the first picture in a fresh process, importing the boards included."""
    code = FRESH.format(slug=slug, variant=variant)
    runs = (
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        for _ in range(processes)
    )
    return 1000 * statistics.median(float(run) for run in runs)
