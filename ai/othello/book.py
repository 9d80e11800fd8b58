"""The opening books of level 8. Start reading at `Book.moves`.

A book is a text file beside this one with one position per line: its discs (own and other, in hexadecimal),
then moves with their values in centidiscs, best first. Of eight mirror images only one is stored. The books
are made by `python -m ai.othello.train.openings`: that of 6x6 is solved, that of 8x8 searched.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from games.base import Move
from games.grid import square_images
from games.othello import OthelloPosition, bits

_log = logging.getLogger(__name__)

_FOLDER = Path(__file__).parent
SIZES = (6, 8)
"""The boards that have a book."""
EXACT = "exact"
"""The first line of a book whose values are exact results."""

Key = tuple[int, int]
Line = tuple[tuple[int, int], ...]
"""Moves (square indices in the canonical image) with their values."""


def canonical(position: OthelloPosition) -> tuple[Key, list[tuple[int, ...]]]:
    """The least of a position's mirror images, and every mapping that leads to it."""
    keys = []
    for image in square_images(position.size):
        own, other = (sum(1 << image[i] for i in bits(discs)) for discs in (position.own, position.other))
        keys.append(((own, other), image))
    smallest = min(key for key, _ in keys)
    return smallest, [squares for key, squares in keys if key == smallest]


class Book:
    """Positions and what to play there."""

    def __init__(self, lines: dict[Key, Line], exact: bool) -> None:
        self.lines, self.exact = lines, exact

    def moves(self, position: OthelloPosition) -> list[tuple[Move, int]]:
        """The moves of a position with their values, best first; none if the book does not have it."""
        key, ways = canonical(position)
        names, legal = position.board.names, position.legal_moves()
        values: dict[Move, int] = {}
        for square, value in self.lines.get(key, ()):
            for image in ways:  # in a symmetrical position two entries may be one move
                move = names[image.index(square)]
                if move in legal:  # else the file is damaged
                    values[move] = max(value, values.get(move, value))
        return sorted(values.items(), key=lambda entry: (-entry[1], entry[0]))


@cache
def of_size(size: int) -> Book:
    """The book of a board size; an empty one, with a warning if an expected file cannot be read."""
    path = path_of(size)
    try:
        book = read(path.read_text().splitlines())
        if all(square in range(size * size) for line in book.lines.values() for square, _ in line):
            return book
        problem = "a square off the board"
    except (OSError, ValueError) as error:
        problem = str(error)
    if size in SIZES:
        _log.warning("Othello %sx%s opens without its book: %s: %s", size, size, path.name, problem)
    return Book({}, exact=False)


def path_of(size: int) -> Path:
    """The path of the book of a board size."""
    return _FOLDER / f"book_{size}x{size}.txt"


def read(lines: Iterable[str]) -> Book:
    """A book from its lines; lines that begin with # are comments."""
    entries: dict[Key, Line] = {}
    exact = False
    for line in lines:
        if line.startswith("#"):
            continue
        if line.strip() == EXACT:
            exact = True
            continue
        own, other, *moves = line.split()
        pairs = (move.split(":") for move in moves)
        entries[int(own, 16), int(other, 16)] = tuple((int(square), int(value)) for square, value in pairs)
    return Book(entries, exact)


def written(key: Key, line: Line) -> str:
    """The line of a position in the file."""
    return " ".join([f"{key[0]:x}", f"{key[1]:x}", *(f"{square}:{value}" for square, value in line)])
