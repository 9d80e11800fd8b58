"""The opening books: mirror images, their moves, the line that draws."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.base import Limit
from ai.othello import book, weights
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.engine import ENGINE
from ai.othello.root import EXACT, empties_of
from ai.othello.train import openings
from ai.othello.train.openings import TAKIZAWA, TAKIZAWA_PLIES, line_of
from games.base import PASS, Side
from games.othello import OTHELLO, OthelloPosition

LIMIT = Limit(60.0, nodes=2000, seed=3)


def drawing_line() -> list[OthelloPosition]:
    position = OTHELLO.start("8x8")
    positions = [position]
    for move in line_of(TAKIZAWA):
        if position.must_pass:
            position = position.play(PASS)
        position = position.play(move)
        positions.append(position)
    return positions


def test_the_drawing_line_is_a_draw() -> None:
    last = drawing_line()[-1]
    outcome = last.outcome()
    assert outcome is not None and outcome.winner is None


def test_the_solver_agrees_with_the_end_of_the_drawing_line() -> None:
    searcher = BitboardSearcher(8, weights.of_size(8), 18)
    for position in drawing_line():
        empties = empties_of(position)
        if 0 < empties <= 18:
            assert searcher.search(position, empties, -1, 1, EXACT) == 0


def test_the_drawing_line_is_in_the_book() -> None:
    for position, move in zip(drawing_line()[:TAKIZAWA_PLIES], line_of(TAKIZAWA), strict=False):
        assert move in [entry for entry, _ in book.of_size(8).moves(position)]


@pytest.mark.parametrize("variant", ["8x8", "6x6"])
def test_mirror_images_are_one(variant: str) -> None:
    dice, position = random.Random(2), OTHELLO.start(variant)
    assert len(book.canonical(position)[1]) == 4, "the start is its own mirror image in four ways"
    for _ in range(12):
        position = position.play(dice.choice(position.legal_moves()))
        key, ways = book.canonical(position)
        for weight_indices in ways:
            moved = [
                sum(1 << weight_indices[i] for i in range(64) if discs >> i & 1)
                for discs in (position.own, position.other)
            ]
            assert tuple(moved) == key


@pytest.mark.parametrize("variant", OTHELLO.variants)
def test_moves_of_the_book_are_legal_and_level_8_plays_them(variant: str) -> None:
    size = int(variant.partition("x")[0])
    for seed in range(10):
        position, dice = OTHELLO.start(variant), random.Random(seed)
        while entries := book.of_size(size).moves(position):
            assert {move for move, _ in entries} <= set(position.legal_moves())
            choice = ENGINE.choose(position, "8", LIMIT)
            assert choice.move in dict(entries)
            assert choice.proven == (size == 6)
            position = position.play(dice.choice(entries)[0])


def opening(seed: int) -> tuple[dict[Side, int], OthelloPosition]:
    """Ten plies of level 8 against itself: the centidiscs each side lost, and the position after them."""
    position, lost = OTHELLO.start("8x8"), dict.fromkeys(Side, 0)
    for ply in range(10):
        entries = book.of_size(8).moves(position)
        move = ENGINE.choose(position, "8", Limit(60.0, nodes=2000, seed=100 * seed + ply)).move
        lost[position.to_move] += entries[0][1] - dict(entries)[move]
        position = position.play(move)
    return lost, position


def test_openings_differ_and_cost_at_most_two_discs() -> None:
    played = [opening(seed) for seed in range(40)]
    assert all(loss <= openings.LOSS == 200 for lost, _ in played for loss in lost.values())
    assert len({book.canonical(position)[0] for _, position in played}) >= 10, "mirror images are one"


def test_a_side_that_lost_much_keeps_only_its_best_moves(tmp_path: Path) -> None:
    start = OTHELLO.start("8x8")
    maker, positions = openings.Maker(8, tmp_path / "book.txt"), [start]
    lines: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
    for _ in range(5):  # two moves everywhere, the second 1.5 discs worse
        following = []
        for position in positions:
            key, ways = book.canonical(position)
            best, other = (ways[0][position.board.grid.index(move)] for move in position.legal_moves()[:2])
            lines[key] = ((best, 0), (other, -150))
            following += [position.play(move) for move in position.legal_moves()[:2]]
        positions = following
    maker._book.lines = lines
    maker.spend()
    made = book.read((tmp_path / "book.txt").read_text().splitlines())
    assert set(made.lines) < set(lines), "what only moves that are left out lead to is left out"
    given, waiting = set(), [(start, 0, 0)]
    while waiting:
        position, lost, theirs = waiting.pop()
        given.add(lost)
        waiting += [(position.play(move), theirs, lost - value) for move, value in made.moves(position)]
    assert given == {0, 150}


def test_a_book_is_written_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "PLIES", 3)
    monkeypatch.setattr(openings, "DEPTH", 6)
    monkeypatch.setattr(openings, "_TABLE_BITS", 14)
    path = tmp_path / "book.txt"
    maker = openings.Maker(8, path)
    maker.search()
    maker.draw()
    maker.spend()
    whole = path.read_text()
    made = book.read(whole.splitlines())
    assert len(made.lines) >= TAKIZAWA_PLIES and not made.exact
    again = openings.Maker(8, path)
    monkeypatch.setattr(again, "_searched", None)  # there is nothing left to search
    again.search()
    again.draw()
    again.spend()
    assert path.read_text() == whole


def test_small_boards_are_solved_for_their_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "SOLVED_AT", 13)
    monkeypatch.setattr(openings, "_TABLE_BITS", 16)
    maker = openings.Maker(6, tmp_path / "book.txt")
    position, dice = OTHELLO.start("6x6"), random.Random(1)
    while empties_of(position) > 14 or position.must_pass:
        position = position.play(dice.choice(position.legal_moves()))
    [(_, value)] = maker._line(position)
    searcher = BitboardSearcher(6, weights.of_size(6), 16)
    assert value == searcher.search(position, 14, -3600, 3600, EXACT)
    [(move, _)] = book.read((tmp_path / "book.txt").read_text().splitlines()).moves(position)
    assert -searcher.search(position.play(move), 13, -3600, 3600, EXACT) == value


@pytest.mark.parametrize("harm", ["missing", "cut short", "no text", "a folder", "off the board"])
def test_a_book_that_cannot_be_read_is_left_out_and_reported(
    harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(book, "_FOLDER", tmp_path)
    path = book.path_of(8)
    if harm == "cut short":
        path.write_text("810000000 1008000000 19:")
    elif harm == "no text":
        path.write_bytes(bytes(range(256)))
    elif harm == "off the board":
        path.write_text("810000000 1008000000 64:0\n")
    elif harm == "a folder":
        path.mkdir()
    book.of_size.cache_clear()
    try:
        assert not book.of_size(8).lines
        assert "Othello 8x8 opens without its book" in caplog.text
        assert not book.of_size(10).lines, "there is none, and none is missed"
        assert "10x10" not in caplog.text
    finally:
        book.of_size.cache_clear()


def test_a_move_of_a_damaged_book_is_played_only_if_it_is_legal() -> None:
    start = OTHELLO.start("8x8")
    key, _ = book.canonical(start)
    good = book.of_size(8).moves(start)
    assert good
    (square, value), *_ = book.of_size(8).lines[key]
    assert not book.Book({key: ((0, value),)}, exact=False).moves(start), "a corner, in the first move"
    assert book.Book({key: ((0, value), (square, value))}, exact=False).moves(start)


def reachable(side: Side) -> Iterator[OthelloPosition]:
    """Where ``side`` is to move on 6x6 before the solver takes over, as long as it plays by the book."""
    waiting, seen = [OTHELLO.start("6x6")], set()
    while waiting:
        position = waiting.pop()
        key, _ = book.canonical(position)
        if empties_of(position) <= openings.SOLVED_AT or position.outcome() is not None or key in seen:
            continue
        seen.add(key)
        if position.to_move is side and not position.must_pass:
            yield position
            waiting.append(position.play(book.of_size(6).moves(position)[0][0]))
        else:
            waiting.extend(position.play(move) for move in position.legal_moves())


@pytest.mark.parametrize(("side", "result"), [(Side.SECOND, 400), (Side.FIRST, -400)])
def test_6x6_is_played_perfectly_until_the_solver_takes_over(side: Side, result: int) -> None:
    values = [book.of_size(6).moves(position)[0][1] for position in reachable(side)]
    assert min(values) == result, "nobody who errs against the book gets more than perfect play gives"
