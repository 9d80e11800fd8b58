"""The maker of even starts: the list in the package is its own, and it refuses what is not even."""

from __future__ import annotations

from ai.othello import weights
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.train.starts import even_starts, is_even
from games import replay
from games.base import Move, Record
from games.othello import OthelloPosition
from games.starts import starts


def test_the_first_start_of_the_package_is_made_again() -> None:
    assert tuple(next(even_starts(1))) == starts("othello", "8x8")[0].moves


def test_a_start_is_even_and_a_position_after_a_gift_is_not() -> None:
    searcher = BitboardSearcher(8, weights.of_size(8), 20)
    gift = Record("othello", "8x8", tuple(map(Move, ["d3", "e3", "f6", "c3", "e2", "g7", "c5", "f5"])))
    for record, expected in ((starts("othello", "8x8")[1], True), (gift, False)):
        position = replay(record)
        assert isinstance(position, OthelloPosition)
        assert is_even(position, searcher) is expected
