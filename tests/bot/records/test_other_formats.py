"""Transcripts, GGF, lists for Renju, PSQ and our own notation: as they look, and as people write them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from bot.records.base import Ending, GameRecord, ReadGame, Result
from bot.records.formats import FORMATS
from bot.records.reading import read
from games import replay
from games.base import Move, Record, Side


def only(text: str) -> ReadGame:
    (found,) = read(text.encode()).games
    return found


def written(name: str, slug: str, variant: str, moves: str, **given: Any) -> str:
    record = Record(slug, variant, tuple(map(Move, moves.split())))
    return FORMATS[name].write([GameRecord(record=record, **given)], "Daeguk:1.0")


def test_transcript() -> None:
    assert written("transcript", "othello", "8x8", "d3 c5 f6") == "d3c5f6\n"


def test_ggf() -> None:
    text = written(
        "ggf", "othello", "8x8", "d3 c5", names=("Ana", "Ben"), result=Result(Side.SECOND, margin=4.0)
    )
    assert text == (
        "(;GM[Othello]PC[Daeguk]PB[Ana]PW[Ben]RE[-4.000]TY[8]BO[8 -------- -------- -------- ---O*---"
        " ---*O--- -------- -------- -------- *]B[D3]W[C5];)\n"
    )


def test_renju_text() -> None:
    assert (
        written("renju", "gomoku", "swap2-15", "h8 i9 g10 two a1 b2 black") == "h8 i9 g10 two a1 b2 black\n"
    )


def test_psq() -> None:
    text = written("psq", "gomoku", "freestyle-15", "a15 h8 o1", names=("Ana", ""))
    assert text == "Piskvorky 15x15, 11:11, 0\n1,1,0\n8,8,0\n15,15,0\nAna\n?\n-1\n"


def test_our_own_notation() -> None:
    text = written(
        "text",
        "hare_and_hounds",
        "classic",
        "a2-a3 b5-a4 b1-b2",
        names=('A "b" \\', "Daeguk level 5"),
        result=Result(Side.SECOND, Ending.RESIGNATION),
        begun=date(2026, 11, 5),
        comments={2: "good {x}"},
    )
    assert text == (
        '[Game "hare_and_hounds"]\n[Variant "classic"]\n[First "A \\"b\\" \\\\"]\n[Second "Daeguk level 5"]\n'
        '[Date "2026-11-05"]\n[Result "0-1"]\n[Termination "resignation"]\n\n'
        "1. a2-a3 b5-a4 {good {x)} 2. b1-b2 0-1\n"
    )
    found = only(text)
    assert found.problem is None and found.game is not None
    assert found.game.names == ('A "b" \\', "Daeguk level 5") and len(found.game.record.moves) == 3


@pytest.mark.parametrize(
    ("text", "slug", "variant", "moves"),
    [
        ("F5D6C3", "othello", "8x8", "f5 d6 c3"),
        ("1. f5 2. d6 3. c3", "othello", "8x8", "f5 d6 c3"),
        ("h8 i9 g10", "gomoku", "renju-15", "h8 i9 g10"),
        ("h8,i9,g10", "gomoku", "renju-15", "h8 i9 g10"),
        ("j10 s19", "gomoku", "standard-19", "j10 s19"),
        ("Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,120\r\n-1\r\n", "gomoku", "renju-15", "h8 i7"),
        (
            '[Game "twelve_janggi"]\n\n1. Kc2 {a\ncomment} (1. a1-a2) \n1... b3-b2 2. b1xb2 *',
            *("twelve_janggi", "classic", "b1-c2 b3-b2"),
        ),
        ("(;GM[Othello]BO[8]B[f5//1.5]W[F6/2.1/3];)", "othello", "8x8", "f5 f6"),
        ("Piskvorky 15x15, 0:0, 0\n8,8\n9,8\n9,9\n-1\n", "gomoku", "renju-15", "h8 i8 i7"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0.5\n9, 8, 1:30\n-1\n", "gomoku", "renju-15", "h8 i8"),
        ("1. h8 i9\n2. g10 j7\n3. i10 i8\n", "gomoku", "renju-15", "h8 i9 g10 j7 i10 i8"),
        ("1. f5 2. d6\n3. c3 4. d3\n", "othello", "8x8", "f5 d6 c3 d3"),
        ("f5d6c3\nd3c4f4\n", "othello", "8x8", "f5 d6 c3 d3 c4 f4"),
        ("1... f5 d6\n2... c3 d3\n", "othello", "8x8", "f5 d6 c3 d3"),
    ],
)
def test_as_people_write_it(text: str, slug: str, variant: str, moves: str) -> None:
    game = only(text).game
    assert game is not None
    assert game.record == Record(slug, variant, tuple(map(Move, moves.split())))


@pytest.mark.parametrize(
    ("text", "line", "key", "plies"),
    [
        ("f5d6c3\nf5d6d6", 2, "rule.occupied", 2),
        ("\n\nf5d6 hello", 3, "rule.notation", 2),
        ("1. f5 d6\n2. c3 d6\n", 2, "rule.occupied", 3),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n9:8\n", 3, "rule.notation", 1),
        ("Piskvorky\n16,8,0\n30,8,0\n", 3, "rule.off-board", 1),
        ('[Event "Club"]\n\n1. e4 e5\n2. Nf3', 4, "record.no-game-header", None),
        ('[Game "chess"]\n[Event "Club"]\n\n1. e4', 1, "record.unknown-game", None),
        ('[Black "Ana"]\n[FEN "8/8/8/3pP3/3Pp3/8/8/8 b"]\n\n1. f5', 1, "record.fen", None),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", 3, "rule.occupied", 1),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n88,8,0\n", 3, "rule.off-board", 1),
        ("Piskvorky 20x20, 11:11, 0\n8,8,0\n", 1, "record.unknown-size", None),
        ("(;GM[Othello]TY[8]B[f5]\nW[f5];)", 1, "rule.occupied", 1),
        ("(;GM[Othello]TY[8]B[f5]", 1, "record.unclosed-game", 1),
        ("(;GM[Othello]BO[8 O------- *]B[f5];)", 1, "rule.diagram", None),
        ('[Game "chess"]\n\n1. e4', 1, "record.unknown-game", None),
        ('[Game "hare_and_hounds"]\n\n1. a2-a3 b5-b4\n2. zz', 4, "rule.notation-piece", 2),
    ],
)
def test_problems(text: str, line: int, key: str, plies: int | None) -> None:
    found = read(text.encode()).games[-1]
    assert found.problem is not None and (found.problem.line, found.problem.key) == (line, key)
    assert (len(found.game.record.moves) if found.game else None) == plies


WHOLE = (
    "d3c5b6e3f4b5c6a7a4c7f5c3f2a5b2g1d7d6b8g6b4c8d2a3h7g5h6e1d1c2"
    "b3c4d8g4g3h5e6b1e2h4f3h8b7e7a8g2e8c1h3g7a1f6g8f8h1a2f1h2f7a6"
)
"""A game to its end."""


@pytest.mark.parametrize("passes", ["", "pa", "papa", " pass pass"])
def test_passes_after_the_end_of_a_transcript_are_no_problem(passes: str) -> None:
    found = only(WHOLE + passes)
    assert found.problem is None and found.game is not None
    assert [move for move in found.game.record.moves if move != "pass"][-1] == "a6"
    assert replay(found.game.record).outcome() is not None


def test_passes_after_the_end_of_a_ggf_are_no_problem() -> None:
    record = only(WHOLE).game
    assert record is not None
    text = FORMATS["ggf"].write([record], "x").replace(";)", "B[PA]W[PA];)")
    found = only(text)
    assert found.problem is None and found.game is not None and found.game.record == record.record


@pytest.mark.parametrize(("score", "winner"), [("-127.000", None), ("+65", None), ("-64.000", 2), ("+2", 1)])
def test_more_discs_than_squares_are_no_result(score: str, winner: int | None) -> None:
    game = only(f"(;GM[othello]PC[Edax]RE[{score}]BO[8]B[F5]W[D6]B[C3];)").game
    assert game is not None and len(game.record.moves) == 3
    assert (game.result.winner if game.result else None) == winner


def test_a_psq_without_a_size() -> None:
    found = only("Piskvorky\n8,8,0\n9,9,0\nAna\nBen\n-1\n")
    assert found.game is not None and found.game.record.variant == "renju-15"
    assert found.game.names == ("Ana", "Ben")
    rules = {"game": "gomoku", "variant": "renju-15"}
    said = [(note.key, note.arguments) for note in found.notes]
    assert said == [("record.no-size", {"n": 15}), ("record.no-rules", rules)]
    large = only("Piskvorky, 11:11\n8,8,0\n19,9,0\n-1\n")
    assert large.problem is None and large.game is not None
    assert large.game.record.variant == "standard-19" and large.game.names == ("", "")


def test_othello_in_pgn() -> None:
    text = """[Event "Club"]
[Date "2026.3.5"]
[Black "Ana"]
[White "Ben"]
[Result "1-0"]

1. f5 f4 2. e3 f6
{Ana wins 33-31} 1-0

[Event "Club"]
[Black "Ben"]
[White "Ana"]
[Result "*"]

1. d3 c5 *
"""
    first, second = read(text.encode()).games
    assert first.problem is None and first.game is not None and second.game is not None
    assert first.game.record == Record("othello", "8x8", tuple(map(Move, ["f5", "f4", "e3", "f6"])))
    assert first.game.names == ("Ana", "Ben") and first.game.begun == date(2026, 3, 5)
    assert first.game.result == Result(Side.FIRST)
    assert second.game.record.moves == ("d3", "c5") and second.game.result is None


@pytest.mark.parametrize(
    "header", ['[GameType "Gomoku"]', '[Variant "renju"]', '[Site "x"]', '[Game "Gomoku"]']
)
def test_gomoku_in_pgn(header: str) -> None:
    found = only(f'{header}\n[Black "Ana"]\n[White "Ben"]\n[Result "0-1"]\n\n1. h8 i9 2. g10 j7 3. i10 0-1\n')
    assert found.problem is None and found.game is not None
    assert found.game.record.moves == ("h8", "i9", "g10", "j7", "i10")
    assert found.game.record.variant == "renju-15" and found.game.result == Result(Side.SECOND)


def test_games_of_a_list_that_begin_anew_are_games_of_their_own() -> None:
    for text in ("1. h8 i9\n1. h8 i10\n", "f5d6c3\nf5f6\n", "1. f5d6c3d3c4\n2. f5f6e6f4\n"):
        assert len(read(text.encode()).games) == 2, text
