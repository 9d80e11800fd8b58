"""Positions for the tests of Gomoku's players: drawn ones, and random ones."""

from __future__ import annotations

import contextlib
import random

from games.base import PASS, IllegalMove, Side
from games.gomoku import GOMOKU, VARIANTS, GomokuPosition
from games.gomoku.opening import TAKE_WHITE


def drawn(variant: str, rows: str, side: Side = Side.FIRST) -> GomokuPosition:
    """The position that has ``rows`` (separated by spaces) in the middle of an empty board."""
    size, lines = VARIANTS[variant].size, rows.split()
    above, left = (size - len(lines)) // 2, (size - len(lines[0])) // 2
    cells = [["."] * size for _ in range(size)]
    for row, line in enumerate(lines):
        for column, symbol in enumerate(line):
            cells[above + row][left + column] = symbol
    board = "\n".join(" ".join(row) for row in cells)
    return GOMOKU.position(f"{board}\nto move: {side.name.lower()}\nvariant: {variant}")


def crowd(rng: random.Random, variant: str, side: Side) -> GomokuPosition:
    """An unfinished position with many stones in a part of the board, more of the mover's than is fair."""
    rules = VARIANTS[variant]
    while True:
        part = rng.choice((7, 9, rules.size))
        low = [rng.randint(0, rules.size - part) for _ in range(2)]
        mine, theirs = rng.choice(((0.3, 0.05), (0.25, 0.15), (0.35, 0.2), (0.2, 0.02)))
        cells = bytearray(rules.size**2)
        for index in range(len(cells)):
            row, column = divmod(index, rules.size)
            if low[0] <= row < low[0] + part and low[1] <= column < low[1] + part:
                dice = rng.random()
                cells[index] = side if dice < mine else side.other if dice < mine + theirs else 0
        diagram = GomokuPosition(variant, rules.board.fill(bytes(cells)), side).diagram()
        position = GOMOKU.position(diagram)
        if position.outcome() is None:
            return position


def near_game(variant: str, stones: int, seed: int) -> GomokuPosition:
    """An unfinished position of a game in which every random move is beside a stone."""
    rng = random.Random(f"{variant} {seed}")
    position = GOMOKU.start(variant)
    grid, size = position.board.grid, position.size
    position = position.play(grid.name(size * size // 2))
    taken = {divmod(size * size // 2, size)}
    while len(taken) < stones:
        if position.stage and position.stage.choices:
            position = position.play(TAKE_WHITE)
        row, column = rng.choice(sorted(taken))
        row, column = row + rng.randint(-2, 2), column + rng.randint(-2, 2)
        if not (0 <= row < size and 0 <= column < size):
            continue
        move = grid.name(row * size + column)
        with contextlib.suppress(IllegalMove):
            if (after := position.play(move)).outcome() is None:
                position = after
                taken.add((row, column))
    return position


def must_pass() -> GomokuPosition:
    """Renju leaves Black no move: a stone on the one empty point would make seven."""
    rows = [["XXOO" * 4, "OOXX" * 4][row % 2][:15] for row in range(15)]
    rows[0] = "XXX.XXXOOXXOOXO"
    position = GOMOKU.position("\n".join(" ".join(row) for row in rows) + "\nto move: first")
    assert position.legal_moves() == [PASS]
    return position
