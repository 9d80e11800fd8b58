"""The processor time to draw each board, and the size of its picture.

The positions are the middles of games, with the last move marked; for Go also a crowded board, a window of
it, and its move numbers. Each is drawn once, after the position before it, of which strips are kept.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bench import Row
from bot.drawing.base import Scene, Window
from bot.drawing.go import GoDrawing
from bot.drawing.registry import DRAWINGS
from games import GAMES
from games.base import PASS, Position
from games.go import GO

GAMES_DRAWN, CROWDED_GAMES = 40, 8
UNCOUNTED = 4
"""Games drawn first, so that sprites are made and the usual tiles kept."""
BARS = {
    ("othello", "8x8"): ("12", "58"),
    ("go", "19x19-korean"): ("18", "59"),
    ("gomoku", "omok-19"): ("18", "60"),
    ("hare_and_hounds", "classic"): ("12", "60"),
    ("twelve_janggi", "classic"): ("12", "60"),
}
"""Target milliseconds and kilobytes, by game and variant."""
PICTURED = {
    "go": ("9x9-korean", "13x13-korean", "19x19-korean"),
    "gomoku": ("renju-15", "omok-19"),
    "hare_and_hounds": ("classic",),
}
"""Variants with different boards, for games whose other variants look the same."""
FIRST = {"go": "400", "gomoku": "400"}
"""Target milliseconds for a process's first picture, for games other than the usual."""
FRESH = """
import time
began = time.perf_counter()
from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from games import GAMES
DRAWINGS[{slug!r}].draw(Scene(GAMES[{slug!r}].start({variant!r})))
print(time.perf_counter() - began)
"""


def rows() -> Iterator[Row]:
    """Measure every game's picture."""
    for slug, drawing in DRAWINGS.items():
        for variant in PICTURED.get(slug, GAMES[slug].variants):
            scenes = [midgame(slug, variant, seed) for seed in range(7, 7 + GAMES_DRAWN)]
            name = f"{slug} {variant} picture"
            bars = BARS.get((slug, variant), ("", ""))
            yield Row(name, milliseconds(drawing.draw, scenes), "ms", bars[0])
            yield Row(name, len(drawing.draw(scenes[0])) / 1000, "KB", bars[1])
        variant = GAMES[slug].variants[0]
        bar = FIRST.get(slug, "150")
        yield Row(f"{slug} first picture in a process, imports too", first(slug, variant), "ms", bar)
    yield from crowded()


def crowded(stones: int = 250) -> Iterator[Row]:
    """Measure the largest board with many stones, a window of it, and its move numbers."""
    scenes, drawing = [random_game(stones, seed) for seed in range(1, 1 + CROWDED_GAMES)], GoDrawing()
    for name, shown, bars in (
        (f"go 19x19, {stones} stones", {}, ("18", "90")),
        ("… a window of 10x10", {"window": Window.around(9, 9, 19, span=10)}, ("18", "90")),
        ("… with move numbers", {"numbers": True}, ("", "")),
    ):
        as_shown = [replace(scene, **shown) for scene in scenes]
        yield Row(name, milliseconds(drawing.draw, as_shown), "ms", bars[0])
        yield Row(name, len(drawing.draw(as_shown[0])) / 1000, "KB", bars[1])


def random_game(stones: int, seed: int) -> Scene[Position]:
    """Return a repeatable scene with so many random stones on 19x19."""
    chance, position, moves = random.Random(seed), GO.start("19x19-korean"), []
    previous = position
    while sum(map(bool, position.stones)) < stones:
        moves.append(chance.choice([move for move in position.legal_moves() if move != PASS]))
        previous, position = position, position.play(moves[-1])
    return Scene(position, moves[-1], previous, moves=tuple(moves))


def midgame(slug: str, variant: str, seed: int, plies: int = 30) -> Scene[Position]:
    """Return a repeatable, unfinished position of a random game."""
    chance = random.Random(seed)
    position = previous = GAMES[slug].start(variant)
    last = None
    for _ in range(plies):
        move = chance.choice(position.legal_moves())
        after = position.play(move)
        if after.outcome() is not None:
            break
        last, previous, position = move, position, after
    return Scene(position, last=last, previous=previous)


def milliseconds(draw: Callable[[Scene[Position]], bytes], scenes: Iterable[Scene[Position]]) -> float:
    """Return the median milliseconds of processor time to draw scenes, each after the position before it."""
    seconds = []
    for scene in scenes:
        if scene.previous is not None:
            draw(replace(scene, position=scene.previous, previous=None, last=None, moves=scene.moves[:-1]))
        seconds.append(_seconds(draw, scene))
    return 1000 * statistics.median(seconds[UNCOUNTED:])


def _seconds(draw: Callable[[Scene[Position]], bytes], scene: Scene[Position]) -> float:
    began = time.process_time()
    draw(scene)
    return time.process_time() - began


def first(slug: str, variant: str, processes: int = 5) -> float:
    """Return the median milliseconds of the first picture in a fresh process, imports included."""
    code = FRESH.format(slug=slug, variant=variant)
    runs = (
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        for _ in range(processes)
    )
    return 1000 * statistics.median(float(run) for run in runs)
