"""The maker of even starts: those in the package are of its candidates, and it refuses what is not even."""

from __future__ import annotations

from ai.gomoku.root import SearchMemory
from ai.gomoku.train.starts import candidates, is_even
from games import replay
from games.base import Move, Record
from games.gomoku import GomokuPosition
from games.starts import starts


def test_the_starts_of_the_package_are_candidates_in_their_order() -> None:
    drawn = (tuple(moves) for moves, _ in candidates(1))
    for start in starts("gomoku", "freestyle-15")[:4]:
        assert start.moves in drawn  # looks on where the last one was found


def test_a_start_is_even_and_three_stones_in_a_row_are_not() -> None:
    three = Record("gomoku", "freestyle-15", tuple(map(Move, ["g8", "e5", "h8", "k11", "i8", "e11"])))
    for record, expected in ((starts("gomoku", "freestyle-15")[1], True), (three, False)):
        position = replay(record)
        assert isinstance(position, GomokuPosition)
        assert is_even(position, SearchMemory()) is expected
