"""What a brain can name: each legal move is in one region, in every game."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games import GAMES, replay
from games.base import PASS, Move, Record
from games.regions import QUARTERS, allowed, box, regions


@pytest.mark.parametrize(
    ("slug", "variant"), [(slug, variant) for slug, game in GAMES.items() for variant in game.variants[:6]]
)
def test_each_legal_move_is_in_one_region(slug: str, variant: str) -> None:
    rng, record = random.Random(slug + variant), Record(slug, variant)
    for _ in range(60):
        legal = replay(record).legal_moves()
        if not legal:
            break
        named = regions(record)
        if named:
            counts = Counter(move for moves in named.values() for move in moves)
            assert counts == Counter(move for move in legal if move != PASS)
            assert set(legal) == {move for region in named for move in allowed(record, region)}
        record = record.then(rng.choice([move for move in legal if move != PASS] or legal))


def test_quarters_cover_a_board_once() -> None:
    for record in (Record("othello", "8x8"), Record("go", "9x9-korean"), Record("gomoku", "renju-15")):
        boxes = [box(replay(record), quarter) for quarter in QUARTERS]
        points = Counter(
            (column, row)
            for quarter_box in boxes
            if quarter_box is not None
            for column in range(quarter_box.column, quarter_box.column + quarter_box.columns)
            for row in range(quarter_box.row, quarter_box.row + quarter_box.rows)
        )
        size = {"othello": 8, "go": 9, "gomoku": 15}[record.game]
        assert len(points) == size**2 and set(points.values()) == {1}


def test_pieces_are_named_where_they_move() -> None:
    assert set(regions(Record("twelve_janggi", "classic"))) <= set("KJSZ")
    assert len(regions(Record("hare_and_hounds", "classic"))) > 1
    after = Record(
        "hare_and_hounds", "classic", (replay(Record("hare_and_hounds", "classic")).legal_moves()[0],)
    )
    assert len(regions(after)) == 1
    assert box(replay(after), "a2") is None


def test_nothing_is_named_in_a_count_of_stones() -> None:
    assert not regions(Record("go", "9x9-korean", (Move(PASS), Move(PASS))))
