"""Records of games, read from SGF files and lines of JSON."""

from __future__ import annotations

import json
from pathlib import Path

from bench.game_records import recorded


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
