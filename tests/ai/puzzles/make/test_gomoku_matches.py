"""Matches of Gomoku in which moves are drawn."""

from itertools import islice
from random import Random

from ai.puzzles.make.gomoku_matches import matches
from games import replay
from games.gomoku import GomokuPosition


def test_moves_are_legal_and_near_the_stones() -> None:
    for record in islice(matches(("renju-15", "omok-15"), Random(1)), 40):
        position = replay(record)
        assert isinstance(position, GomokuPosition)
        if len(record.moves) > 1:
            index, size = position.board.grid.index, position.size
            *earlier, last = (divmod(index(move), size) for move in record.moves)
            reach = min(max(abs(last[0] - row), abs(last[1] - column)) for row, column in earlier)
            assert reach <= 2


def test_another_match_follows() -> None:
    records = list(islice(matches(("freestyle-15",), Random(2)), 150))
    assert sum(len(record.moves) == 1 for record in records) > 1
