"""The public FFO end-game test suite for Othello."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from games.othello import OTHELLO, OthelloPosition

_FILE = Path(__file__).parent / "data" / "ffo.txt"


@dataclass(frozen=True, slots=True)
class EndGame:
    """A numbered position and its result in discs for the side to move."""

    number: int
    position: OthelloPosition
    result: int


def positions() -> Iterator[EndGame]:
    """Read every position of the suite."""
    for line in _FILE.read_text().splitlines():
        if not line.startswith("#"):
            number, board, side, result = line.split()
            rows = [" ".join(board[start : start + 8].replace("-", ".")) for start in range(0, 64, 8)]
            mover = "first" if side == "X" else "second"
            yield EndGame(int(number), OTHELLO.position("\n".join(rows) + f"\nto move: {mover}"), int(result))
