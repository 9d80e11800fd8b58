"""The taps of designs, the forced answers, and records of games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.game_records import recorded
from bench.move_entry import DESIGNS, Cost, Step, table
from bench.move_entry_forced import forced
from games.base import Move
from games.go import GO
from games.gomoku import GOMOKU

SIZE = 19


def step(rank: int, point: int = 0) -> Step:
    """A move on ``point``, which has this rank among the points of an empty board."""
    others = [other for other in range(SIZE * SIZE) if other != point]
    ranked = [*others[:rank], point, *others[rank:]]
    return Step(
        "go",
        SIZE,
        point,
        ranked,
        last=180,
        forced=frozenset(),
        name=Move("a19"),
        position=GO.start("19x19-korean"),
    )


@pytest.mark.parametrize(
    ("design", "rank", "point", "cost"),
    [
        ("A 7 + 10 of a quarter", 6, 360, Cost(1)),
        ("A 7 + 10 of a quarter", 7, 360, Cost(2)),
        ("A 7 + 10 of a quarter", 300, 360, Cost(3, 3)),
        ("A 8 + 12 of a quarter + select", 40, 18, Cost(3)),
        ("B 8 + select of 25", 7, 360, Cost(1)),
        ("B 8 + select of 25", 32, 360, Cost(2)),
        ("B 8 + select of 25", 33, 360, Cost(2, 3)),
        ("C window of 4 × 4", 0, 180, Cost(1)),
        ("D column, row", 0, 180, Cost(4)),
        ("E regions", 8, 360, Cost(3)),
        ("F 8 + 4 groups of 11", 51, 360, Cost(2)),
        ("F 8 + 4 groups of 11", 52, 360, Cost(3, 3)),
        ("F 8 + 4 groups of 11, then 4 more", 95, 360, Cost(3)),
    ],
)
def test_taps(design: str, rank: int, point: int, cost: Cost) -> None:
    assert DESIGNS[design](step(rank, point)) == cost


def test_a_window_far_from_the_last_move_takes_a_tap_for_each_pan() -> None:
    assert DESIGNS["C window of 4 × 4"](step(0, 0)).taps > 4


def test_a_line_of_the_table() -> None:
    line = table("A", [Cost(1), Cost(1), Cost(1), Cost(2), Cost(3, 3)])
    assert line == "| A | 1 | 60.0% | 80.0% | 100.0% | 20.0% (3.0) | 3 |"


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        ("h8 a1 i8 a2 j8", "g8 k8"),
        ("h8 a1 i8 a2 k8", "g8 j8 l8"),
        ("h8 a1 i8 f8 j8", "g8 k8 l8"),
        ("h8 a1 i8 a2 j8 a3 k8", "g8 l8"),
        ("h8 a1 i8 a2 j8 a3", "g8 k8"),
    ],
)
def test_forced_answers_of_gomoku(moves: str, answers: str) -> None:
    position = GOMOKU.start("freestyle-15")
    for move in moves.split():
        position = position.play(Move(move))
    found = {position.board.grid.name(point) for point in forced(position, ())}
    assert found == set(answers.split())


def test_forced_answers_of_go() -> None:
    position, moves = GO.start("9x9-korean"), [Move(name) for name in ("e5", "e4", "a1", "d5", "a2", "e6")]
    for move in moves:
        position = position.play(move)
    assert {position.board.names[point] for point in forced(position, moves)} == {"f5"}


def test_records_are_read(tmp_path: Path) -> None:
    for players in ("strong", "beginners"):
        (tmp_path / players).mkdir()
    moves = ";B[ee];W[ce];B[cc]" + ";W[gc];B[ge]" * 0 + "".join(f";W[a{c}];B[i{c}]" for c in "abcdefgh")
    (tmp_path / "strong" / "one.sgf").write_text(f"(;GM[1]SZ[9]C[a \\] b]{moves}(;W[ei])(;W[ee]))")
    (tmp_path / "strong" / "eleven.sgf").write_text("(;GM[1]SZ[11];B[aa];W[bb])")
    game = {
        "slug": "gomoku",
        "variant": "renju-15",
        "players": "beginners",
        "number": 3,
        "moves": ["h8", "h9"],
    }
    (tmp_path / "beginners" / "two.jsonl").write_text(json.dumps(game) + "\n")
    go, gomoku = recorded(tmp_path)
    assert (go.variant, go.players, go.moves[:2], go.moves[-1]) == (
        "9x9-korean",
        "strong",
        ("e5", "c5"),
        "e1",
    )
    assert len(list(go.steps())) == len(go.moves)
    assert (gomoku.players, gomoku.moves) == ("beginners", ("h8", "h9"))


def test_handicap_stones_are_on_the_board(tmp_path: Path) -> None:
    (tmp_path / "strong").mkdir()
    moves = "".join(f";W[a{c}];B[i{c}]" for c in "abcdefghi")
    (tmp_path / "strong" / "one.sgf").write_text(f"(;SZ[9]HA[2]AB[cc][gg]{moves})")
    (game,) = recorded(tmp_path)
    position, before, move = next(iter(game.steps()))
    assert (position.diagram().count("X"), before, move) == (2, (), "a9")
