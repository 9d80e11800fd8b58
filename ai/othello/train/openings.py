"""``python -m ai.othello.train.openings``: make the opening books.

- 6x6 is solved: for either side, the best move in every position that can arise while it plays the book's
  moves, as long as more than SOLVED_AT squares are empty; after that level 8 solves in time.
- 8x8: moves that lose little, to PLIES plies, by a search of DEPTH discs, at most LOSS in all for a side; and
  the line by which Hiroki Takizawa's "Othello is solved" (arXiv 2310.19387) draws.

A line is written as soon as it is found, so a stopped run resumes where it was.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from ai.othello import book, weights
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.book import Key, Line, canonical, written
from ai.othello.root import EXACT, INFINITY, aspirate, empties_of
from ai.othello.train.pipeline import say
from games.base import PASS, Move, Side
from games.othello import OTHELLO, OthelloPosition

SOLVED_AT = 25
"""6x6: with this few empty squares level 8 solves in its time."""
PLIES, DEPTH, LOSS = 10, 12, 200
"""8x8: plies of the book, discs of a search, centidiscs that all moves of a side may lose together."""
WIDE_PLIES = 5
"""8x8: this many plies keep three moves, the rest two."""
CONFIDENCE = 150
TAKIZAWA = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
    "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)
"""Perfect play by both sides, a draw. The book has its first TAKIZAWA_PLIES plies."""
TAKIZAWA_PLIES = 24

_TABLE_BITS = 22


def line_of(moves: str) -> list[Move]:
    """Moves written without spaces."""
    return [Move(moves[i : i + 2]) for i in range(0, len(moves), 2)]


class Maker:
    """Writes one book."""

    def __init__(self, size: int, path: Path) -> None:
        self._searcher = BitboardSearcher(size, weights.of_size(size), _TABLE_BITS)
        self._size, self._path = size, path
        if not path.exists():
            path.write_text(f"{book.EXACT}\n" if size == 6 else "# python -m ai.othello.train.openings\n")
        self._book = book.read(path.read_text().splitlines())

    def _line(self, position: OthelloPosition) -> Line:
        key, ways = canonical(position)
        if key not in self._book.lines:
            grid, turned = position.board.grid, ways[0]  # where each square is in the canonical position
            valued_moves = self._solved(position) if self._size == 6 else self._searched(position)
            self._book.lines[key] = tuple((turned[grid.index(move)], value) for move, value in valued_moves)
            with self._path.open("a") as file:
                file.write(written(key, self._book.lines[key]) + "\n")
            say(f"{len(self._book.lines)}: {empties_of(position)} empty, {valued_moves}")
        return self._book.lines[key]

    def _solved(self, position: OthelloPosition) -> list[tuple[Move, int]]:
        empties = empties_of(position)
        value = self._searcher.search(position, empties // 2, -INFINITY, INFINITY, CONFIDENCE)
        for confidence in (CONFIDENCE, EXACT):
            search = partial(self._look, position, empties, confidence)
            value = aspirate(search, value, self._searcher)
        move = self._searcher.table_move(position)
        if move is None:
            raise RuntimeError("the table lost the solved position")
        return [(move, value)]

    def _look(self, position: OthelloPosition, depth: int, confidence: int, low: int, high: int) -> int:
        return self._searcher.search(position, depth, low, high, confidence)

    def _searched(self, position: OthelloPosition) -> list[tuple[Move, int]]:
        values = []
        for move in position.legal_moves():
            after = position.play(move)
            for depth in range(4, DEPTH):
                value = -self._searcher.search(after, depth, -INFINITY, INFINITY, CONFIDENCE)
            values.append((move, value))
        values.sort(key=lambda entry: -entry[1])
        width = 3 if _ply(position) < WIDE_PLIES else 2
        return [entry for entry in values[:width] if entry[1] >= values[0][1] - LOSS]

    def solve(self, side: Side) -> None:
        """6x6: solve every position that a side reaches by its best moves, whatever the other side plays."""
        waiting = [OTHELLO.start("6x6")]
        seen = set()
        while waiting:
            position = waiting.pop()
            key = canonical(position)[0]
            if empties_of(position) <= SOLVED_AT or position.outcome() is not None or key in seen:
                continue
            seen.add(key)
            if position.must_pass:
                waiting.append(position.play(PASS))
            elif position.to_move is side:
                waiting.append(position.play(self._replies(position)[0]))
            else:
                waiting.extend(position.play(move) for move in position.legal_moves())

    def search(self) -> None:
        """8x8: ply by ply, the moves that lose little."""
        positions = {canonical(start)[0]: start for start in [OTHELLO.start("8x8")]}
        for _ in range(PLIES):
            following = {}
            for position in positions.values():
                for move in self._replies(position):
                    after = position.play(move)
                    following[canonical(after)[0]] = after
            positions = following

    def draw(self) -> None:
        """8x8: set the moves of Takizawa's line to 0, their known value; no alternative is worth more."""
        position = OTHELLO.start("8x8")
        for move in line_of(TAKIZAWA)[:TAKIZAWA_PLIES]:
            key, ways = canonical(position)
            square = ways[0][position.board.grid.index(move)]
            searched = dict(self._book.lines.get(key, ()))
            worth = searched.pop(square, max(searched.values(), default=0))  # the searched value of a draw
            near = [(other, min(value - worth, 0)) for other, value in searched.items()]
            self._book.lines[key] = ((square, 0), *(entry for entry in near if entry[1] >= -LOSS))
            position = position.play(move)
        self._write()

    def spend(self) -> None:
        """8x8: leave out moves by which a side could lose more than LOSS, and what only they lead to."""
        kept: dict[Key, Line] = {}
        start = OTHELLO.start("8x8")
        # What was reached, with the most centidiscs that the side to move and the other can have lost.
        reached = {canonical(start)[0]: (start, 0, 0)}
        while reached:
            following: dict[Key, tuple[OthelloPosition, int, int]] = {}
            for key, (position, lost, theirs) in reached.items():
                line = self._book.lines.get(key, ())
                best = max((known for _, known in line), default=0)
                kept[key] = tuple(entry for entry in line if best - entry[1] <= LOSS - lost)
                for move, (_, value) in zip(_named(position, kept[key]), kept[key], strict=True):
                    after = position.play(move)
                    key_after = canonical(after)[0]
                    _, mover_lost, other_lost = following.get(key_after, (after, 0, 0))
                    following[key_after] = (
                        after,
                        max(mover_lost, theirs),
                        max(other_lost, lost + best - value),
                    )
            reached = following
        self._book.lines = {kept_key: kept_line for kept_key, kept_line in kept.items() if kept_line}
        self._write()

    def _write(self) -> None:
        header, *_ = self._path.read_text().splitlines()
        lines = [written(key, line) for key, line in sorted(self._book.lines.items())]
        self._path.write_text("\n".join([header, *lines]) + "\n")

    def _replies(self, position: OthelloPosition) -> list[Move]:
        return _named(position, self._line(position))


def _named(position: OthelloPosition, line: Line) -> list[Move]:
    # The moves of a position's line.
    _, ways = canonical(position)
    return [position.board.names[ways[0].index(square)] for square, _ in line]


def _ply(position: OthelloPosition) -> int:
    return (position.black | position.white).bit_count() - 4


def main() -> None:
    """Make a book where the engine loads it."""
    parser = argparse.ArgumentParser(prog="python -m ai.othello.train.openings", description=__doc__)
    parser.add_argument("--board", type=int, choices=(8, 6), default=8, help="squares a side (8)")
    parser.add_argument("--out", type=Path, help="the file to write (the engine's own)")
    options = parser.parse_args()
    maker = Maker(options.board, options.out or book.path_of(options.board))
    if options.board == 6:
        for side in Side:
            maker.solve(side)
    else:
        maker.search()
        maker.draw()
        maker.spend()


if __name__ == "__main__":
    main()
