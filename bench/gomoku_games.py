"""Gomoku in whole games: against the sources' players, and a thousand quick moves."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from ai.base import Limit
from bench import Row
from bench.ladder import openings
from games import replay
from games.base import Move, Record, Side
from games.gomoku import GomokuPosition

BY_NAME_ONLY = "some five minutes"

SOURCES = {"window": "omok-19", "weights": "standard-15"}
"""The sources' players, with the variant of each source."""
GAMES = 150
"""The number of games against each of them."""
NODES = 1_500
"""Level 8's nodes per move against them, which take less than a fifth of the time of `weights`."""
MOVES = 1_000
BUDGET = 0.05
"""Seconds for each of the quick moves."""

_BEGUN = 20  # the number of openings for quick games
_LOOK, _EVEN = Limit(10.0, nodes=60_000, seed=1), 0.2
_OPPONENT = Limit(1.0, nodes=300)
_SCHEDSTAT = Path("/proc/thread-self/schedstat")
_LETTERS = "abcdefghijklmno"


def rows() -> Iterator[Row]:
    """Measure what takes whole games of Gomoku."""
    yield from beating()
    yield from hurried()


def beating() -> Iterator[Row]:
    """Measure level 8's score with few nodes against the sources' players, and its share of their time."""
    shares = []
    for source, variant in SOURCES.items():
        points, ours, theirs = 0.0, _Clock(), _Clock()
        begun = fair(variant, GAMES // 2)
        for number in range(GAMES):
            side = Side.FIRST if number % 2 else Side.SECOND
            points += _score(source, _after(begun[number // 2 % len(begun)], variant), side, ours, theirs)
        shares.append(ours.mean() / theirs.mean())
        name = f"gomoku, {NODES:,} nodes a move against `{source}`, {GAMES} games"
        yield Row(name, 100 * points / GAMES, "%", "≥ 99")
    yield Row("… its processor time a move beside that of `weights`", shares[-1], "times", "≤ 0.2")


def fair(variant: str, count: int) -> list[tuple[Move, ...]]:
    """Return openings that a longer search finds even too; scattered stones often win for the first move."""
    from ai.gomoku.engine import ENGINE

    even = list[tuple[Move, ...]]()
    for moves in openings("gomoku", variant, 3 * count):
        judged = ENGINE.choose(_after(moves, variant), "8", _LOOK)
        if abs(judged.score) <= _EVEN and len(even) < count:
            even.append(moves)
    return even


class _Clock:
    """A player's processor time."""

    def __init__(self) -> None:
        self.seconds, self.moves = 0.0, 0

    def mean(self) -> float:
        return self.seconds / max(1, self.moves)

    @contextmanager
    def running(self) -> Iterator[None]:
        began = time.process_time()
        yield
        self.seconds += time.process_time() - began
        self.moves += 1


def _score(source: str, position: GomokuPosition, side: Side, ours: _Clock, theirs: _Clock) -> float:
    from ai.gomoku.engine import ENGINE

    while (outcome := position.outcome()) is None:
        mine = position.to_move is side
        with (ours if mine else theirs).running():
            level, limit = ("8", Limit(10.0, nodes=NODES)) if mine else (source, Limit(10.0))
            move = ENGINE.choose(position, level, limit).move
        position = position.play(move)
    return 0.5 if outcome.winner is None else float(outcome.winner is side)


def hurried() -> Iterator[Row]:
    """Measure the longest overrun of many quick moves of level 8.

    A busy processor delays moves too, so the time that Linux kept the thread waiting is also subtracted.
    """
    from ai.gomoku.engine import ENGINE

    ENGINE.warm_up()
    late, by_itself = _longest(lambda position: ENGINE.choose(position, "8", Limit(BUDGET)).move)
    yield Row(f"gomoku, {MOVES:,} moves at 50 ms: longest overrun", late, "ms", "≤ 20")
    yield Row("… not counting waits for a processor", by_itself, "ms", "≤ 20")
    yield Row("… on the Gomocup protocol, waits counted", on_the_protocol(), "ms", "≤ 20")


def _waited() -> float:
    # the seconds that this thread waited for a processor: the second number of Linux's schedstat
    return int(_SCHEDSTAT.read_text().split()[1]) / 1e9 if _SCHEDSTAT.exists() else 0.0


def _longest(choose: Callable[[GomokuPosition], Move]) -> tuple[float, float]:
    # milliseconds of the longest overrun, with and without waits for a processor
    from ai.gomoku.engine import ENGINE

    late, by_itself, moves, begun = 0.0, 0.0, 0, openings("gomoku", "freestyle-15", _BEGUN)
    while moves < MOVES:
        position = _after(begun[moves % _BEGUN], "freestyle-15")
        while position.outcome() is None and moves < MOVES:
            waited, began = _waited(), time.perf_counter()
            move = choose(position)
            overrun = time.perf_counter() - began - BUDGET
            late, by_itself = max(late, overrun), max(by_itself, overrun - (_waited() - waited))
            moves += 1
            position = position.play(move)
            if position.outcome() is None:
                position = position.play(ENGINE.choose(position, "8", _OPPONENT).move)
    return 1000 * late, 1000 * by_itself


def on_the_protocol() -> float:
    """Return the milliseconds of the longest overrun of `python -m ai gomocup`."""
    command = [sys.executable, "-m", "ai", "gomocup"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        send, received = engine.stdin, engine.stdout
        if send is None or received is None:
            raise ValueError("the process has no pipes")
        answers = (line for line in received if not line.startswith("MESSAGE"))

        def say(*lines: str) -> None:
            send.write("".join(f"{line}\n" for line in lines))
            send.flush()

        def choose(position: GomokuPosition) -> Move:
            say("BOARD", *_fields(position), "DONE")
            return _move(next(answers))

        say("START 15")
        if next(answers) != "OK\n":
            raise AssertionError("START was refused")
        say(f"INFO timeout_turn {1000 * BUDGET:.0f}", "INFO rule 0", "ABOUT")
        next(answers)
        late, _ = _longest(choose)
        say("END")
    return late


def _fields(position: GomokuPosition) -> Iterator[str]:
    for index, stone in enumerate(position.cells):
        if stone:
            yield f"{index % 15},{index // 15},{1 if stone == position.to_move else 2}"


def _move(answer: str) -> Move:
    column, row = map(int, answer.split(","))
    return Move(f"{_LETTERS[column]}{15 - row}")


def _after(moves: tuple[Move, ...], variant: str) -> GomokuPosition:
    return cast(GomokuPosition, replay(Record("gomoku", variant, moves)))
