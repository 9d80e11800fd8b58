"""Go against other programs: a game counts for the right side, however it ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bench import go_matches
from bench.checkpoint import read
from bench.go_matches import Played, Refused

STAND_IN = """
import sys
moves, refuses, score = sys.argv[1].split(), sys.argv[2], sys.argv[3]
for line in sys.stdin:
    name, *rest = line.split()
    if name == "genmove" and not moves:
        break
    answer = moves.pop(0) if name == "genmove" else score if name == "final_score" else ""
    sign = "?" if name == "play" and rest[1] == refuses else "="
    print(f"{sign} {answer}\\n", flush=True)
"""
"""A program that plays given moves and then ends."""


def saying(moves: str, refuses: str = "-", score: str = "0") -> list[str]:
    return [sys.executable, "-c", STAND_IN, moves, refuses, score]


@pytest.mark.parametrize(
    ("ours", "theirs", "number", "result", "won"),
    [
        (saying("E5 pass", score="W+99"), saying("C3 PASS", score="B+3.5"), 2, "B+3.5", True),
        (saying("E5 pass"), saying("C3 pass", score="B+3.5"), 3, "B+3.5", False),
        (saying("E5 resign"), saying("C3 C4"), 2, "W+R", False),
        (saying("E5 E6"), saying("C3 resign"), 3, "W+R", True),
        (saying("E5 E5"), saying("C3 C4", refuses="e5"), 2, "W+F", False),
        (saying("E5 E6", refuses="c4"), saying("C3 C4"), 2, "B+F", True),
        (saying("E5 pass"), saying("C3 pass"), 2, "0", False),
    ],
    ids=["theirs counts", "white", "resigns", "they resign", "cheats", "they cheat", "draw"],
)
def test_a_game_counts_for_its_winner(
    ours: list[str], theirs: list[str], number: int, result: str, won: bool
) -> None:
    game = go_matches.play(ours, theirs, 9, number)
    assert (game.color, game.result, game.won) == ("bw"[number % 2], result, won)
    assert len(game.seconds) == len(game.moves[number % 2 :: 2])


def test_a_crash_is_not_a_game() -> None:
    with pytest.raises(Refused, match="genmove w"):
        go_matches.play(saying("E5 E6"), saying("C3"), 9, 2)


def test_a_game_without_an_end_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(go_matches, "_LONGEST", 4 / 81)
    game = go_matches.play(saying("E5 E6"), saying("C3 C4", score="W+1"), 9, 2)
    assert (game.result, len(game.moves)) == ("W+1", 4)


def test_saved_games_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(go_matches, "_OURS", saying("E5 resign"))
    words = ["--first", "2", "--folder", str(tmp_path), "--games"]
    assert go_matches.main([*words, "1", "--", *saying("C3 resign")]) == 0
    assert go_matches.main([*words, "2", "--", *saying("C3 resign")]) == 0
    assert go_matches.main([*words, "1", "--", *saying("C3 C4 resign")]) == 0  # another opponent
    [path] = tmp_path.iterdir()
    games = list(read(path, Played))
    assert [(game.number, game.result) for game in games] == [(2, "W+R"), (3, "W+R"), (2, "W+R")]
    assert "9x9: 1 of 2 won (50%), 0.0" in capsys.readouterr().out


def test_the_real_engine_plays_a_whole_game_on_the_protocol(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = [sys.executable, "-m", "ai", "gtp", "--game", "go", "--level", "1"]
    words = ["--games", "1", "--first", "3", "--level", "2", "--seconds", "0.05", "--folder", str(tmp_path)]
    assert go_matches.main([*words, "--", *other]) == 0
    [game] = read(next(tmp_path.iterdir()), Played)
    assert game.number == 3
    assert len(game.moves) > 20
    assert game.result[:2] in {"B+", "W+"}
    assert not game.result.endswith("F")
    assert "9x9: " in capsys.readouterr().out
