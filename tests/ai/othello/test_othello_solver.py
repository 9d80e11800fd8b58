"""The exact solver against published results and against plain minimax."""

import random

import pytest

from ai.othello import weights
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.root import EXACT, empties_of
from bench import ffo
from games.othello import OTHELLO, OthelloPosition

FFO = [end for end in ffo.positions() if empties_of(end.position) <= 17]
SEARCHERS = {size: BitboardSearcher(size, weights.of_size(size), table_bits=16) for size in (8, 6)}


def solved(position: OthelloPosition, low: int = -65, high: int = 65, confidence: int = EXACT) -> int:
    searcher = SEARCHERS[position.size]
    searcher.begin(clear=True)
    value = searcher.search(position, empties_of(position), 100 * low, 100 * high, confidence)
    assert value % 100 == 0
    return value // 100


@pytest.mark.parametrize("end", FFO, ids=lambda end: str(end.number))
def test_published_end_games(end: ffo.EndGame) -> None:
    assert solved(end.position) == end.result
    for low, high in ((end.result - 1, end.result), (end.result, end.result + 1), (-1, 1)):
        bound = solved(end.position, low, high)
        assert bound >= high if end.result >= high else bound <= low if end.result <= low else bound == 0


def minimax(position: OthelloPosition) -> int:
    if position.outcome() is not None:
        return position.score(position.to_move) - position.score(position.to_move.other)
    return max(-minimax(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize(
    ("variant", "empties", "games"),
    [("8x8", n, 12) for n in range(1, 7)] + [("6x6", n, 12) for n in range(1, 8)] + [("8x8", 8, 3)],
)
def test_ends_of_random_games(variant: str, empties: int, games: int) -> None:
    dice = random.Random(empties)
    for _ in range(games):
        position = OTHELLO.start(variant)
        while position.outcome() is None and empties_of(position) > empties:
            position = position.play(dice.choice(position.legal_moves()))
        if position.outcome() is None:
            result = minimax(position)
            assert solved(position) == result
            assert solved(position, result - 1, result) >= result
            assert solved(position, result, result + 1) <= result


def test_forward_cuts_are_mostly_right() -> None:
    # A search that trusts shallow ones may err; not by much, and not often.
    missed = [abs(solved(end.position, confidence=110) - end.result) for end in FFO]
    assert sum(missed) <= 2 * len(missed)
