"""Transcripts, GGF, lists for Renju, PSQ and our own notation: as they look, and as people write them."""

from __future__ import annotations

from datetime import date

import pytest

from bot.records.base import Ending, GameRecord, ReadGame, Result
from bot.records.formats import FORMATS
from bot.records.reading import read
from games.base import Move, Record, Side


def only(text: str) -> ReadGame:
    (found,) = read(text.encode()).games
    return found


def written(name: str, slug: str, variant: str, moves: str, **given: object) -> str:
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
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n", 3, "rule.occupied", 1),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n88,8,0\n", 3, "rule.off-board", 1),
        ("Piskvorky 20x20, 11:11, 0\n8,8,0\n", 1, "record.unknown-size", None),
        ("(;GM[Othello]TY[8]B[f5]\nW[f5];)", 1, "rule.occupied", 1),
        ("(;GM[Othello]TY[8]B[f5]", 1, "record.unclosed-game", 1),
        ("(;GM[Othello]BO[8 O------- *]B[f5];)", 1, "rule.diagram", None),
        ('[Game "chess"]\n\n1. e4', 1, "record.unknown-game", None),
        ('[Game "hare_and_hounds"]\n\n1. a2-a3 b5-b4\n2. zz', 4, "rule.notation", 2),
    ],
)
def test_problems(text: str, line: int, key: str, plies: int | None) -> None:
    found = read(text.encode()).games[-1]
    assert found.problem is not None and (found.problem.line, found.problem.key) == (line, key)
    assert (len(found.game.record.moves) if found.game else None) == plies
