"""GIB of Tygem, and NGF of WBaduk and Cyberoro."""

from __future__ import annotations

from datetime import date

import pytest

from bot.records.base import Ending, ReadGame, Result
from bot.records.reading import read
from games import start_of
from games.base import Side
from games.go.position import GoPosition

GIB = r"""\HS
\[GIBOKIND=Korea\]
\[GAMECONDITION=호선\]
\[GAMERESULT=흑 불계승\]
\[GAMEGONGJE=65\]
\[GAMENAME=연습 대국\]
\[GAMEWHITENAME=바다 (3급)\]
\[GAMEBLACKNAME=하늘 (2급)\]
\[GAMEINFOMAIN=GBKIND:0,GTYPE:0,GRLT:3,ZIPSU:0,DUM:0,GONGJE:65,TCNT:3\]
\[GAMETAG=S0,R0,D0,G65,W3,Z0,T30-3-1200,C2026:03:05:22:56,I:a,L:1\]
\HE
\GS
2 1 0
5 0 &4
INI 0 1 0 &4
STO 0 2 1 15 3
STO 0 3 2 3 15
SKI 0 4
STO 0 5 2 16 15
\GE
"""
NGF = """Rated game
19
Ben         3D*
Ana         2D*
www.cyberoro.com
0
0
6
20260305 [09:51]
5
White wins by 2.5!
3
PMABBQEEQ
PMACWEQQE
PMADBAAAA
"""
OLD_NGF = """GI봄 대회
GI벤 초단
GI아나 2단
GI
GI
GI2006-9-5
GI19
GI0
GI0
GI6
GI2
PMABBREER
PMACWEEEE
GI1
IDB[2] 백 불계승[EndTxt]
"""


def only(text: str, encoding: str = "utf-8") -> ReadGame:
    (found,) = read(text.encode(encoding)).games
    return found


def moves(found: ReadGame) -> str:
    assert found.problem is None and found.game is not None, found.problem
    return " ".join(found.game.record.moves)


def stones(found: ReadGame) -> set[str]:
    assert found.game is not None
    start = start_of(found.game.record)
    assert isinstance(start, GoPosition)
    return {start.board.names[at] for at, color in enumerate(start.stones) if color}


@pytest.mark.parametrize("encoding", ["cp949", "utf-8"])
def test_a_file_of_tygem(encoding: str) -> None:
    found = only(GIB, encoding)
    assert moves(found) == "q16 d4 pass r4" and found.notes == [] and found.game is not None
    game = found.game
    assert game.record.variant == "19x19-korean" and game.names == ("하늘 (2급)", "바다 (3급)")
    assert game.result == Result(Side.FIRST, Ending.RESIGNATION)
    assert (game.begun, game.title) == (date(2026, 3, 5), "연습 대국")


@pytest.mark.parametrize(
    ("number", "tenths", "expected"),
    [
        ("0", "35", Result(Side.FIRST, None, 3.5)),
        ("1", "5", Result(Side.SECOND, None, 0.5)),
        ("4", "0", Result(Side.SECOND, Ending.RESIGNATION)),
        ("7", "0", Result(Side.FIRST, Ending.TIME)),
        ("8", "0", Result(Side.SECOND, Ending.TIME)),
        ("255", "0", Result(Side.FIRST, Ending.RESIGNATION)),
    ],
)
def test_results_of_tygem(number: str, tenths: str, expected: Result) -> None:
    """Where its number says nothing, its words do."""
    game = only(GIB.replace("GRLT:3,ZIPSU:0", f"GRLT:{number},ZIPSU:{tenths}")).game
    assert game is not None and game.result == expected


def test_three_stones_of_tygem_leave_the_lower_right_corner_empty() -> None:
    head, _, _ = GIB.replace("INI 0 1 0", "INI 0 1 3").partition("STO")
    found = only(head + "STO 0 2 2 15 15\n")
    assert stones(found) == {"d16", "d4", "q16"} and moves(found) == "q4"


@pytest.mark.parametrize("handicap", [2, 4, 5, 6, 7, 8, 9])
def test_other_handicaps_of_tygem_are_the_usual_ones(handicap: int) -> None:
    head, _, _ = GIB.replace("INI 0 1 0", f"INI 0 1 {handicap}").partition("STO")
    found = only(head + "STO 0 2 2 2 9\n")
    assert moves(found) == "c10" and found.game is not None
    record = found.game.record
    assert (record.variant, record.setup) == (f"19x19-korean-h{handicap}", None)


def test_lines_that_are_no_moves_are_said() -> None:
    found = only(GIB.replace("SKI 0 4\nSTO 0 5 2", "XYZ 0 4 1\nSUR 0 5 1\nSTO 0 5 1"))
    assert moves(found) == "q16 d4 r4"
    (note,) = found.notes
    assert (note.line, note.key, note.arguments) == (18, "record.unknown-line", {"text": "XYZ 0 4 1"})
    broken = only(GIB.replace("STO 0 5 2 16 15", "STO 0 5 2 99 15"))
    assert broken.problem is not None and broken.problem.line == 19 and broken.game is not None
    assert len(broken.game.record.moves) == 3


def test_names_from_the_lines_of_users() -> None:
    head = (
        "\\HS\n\\[WUSERINFO=WID:sea,WLV:8,WNICK:Sea,WNCD:0\\]\n\\[BUSERINFO=BID:sky ,BLV:3\\]\n\\HE\n\\GS\n"
    )
    found = only(f"{head}STO 0 2 1 3 3\n")
    assert found.game is not None and found.game.names == ("sky", "sea")


def test_a_cut_name_of_tygem_keeps_the_moves() -> None:
    data = GIB.encode("cp949").replace("(2급)".encode("cp949"), "급".encode("cp949")[:1])
    (found,) = read(data).games
    assert moves(found) == "q16 d4 pass r4"


def test_several_games_of_tygem_in_a_file() -> None:
    found = read((GIB + GIB).encode()).games
    assert [one.line for one in found] == [1, 21] and [moves(one) for one in found] == ["q16 d4 pass r4"] * 2


def test_a_file_of_wbaduk() -> None:
    found = only(NGF)
    assert moves(found) == "q16 d4 pass" and found.notes == [] and found.game is not None
    game = found.game
    assert game.record.variant == "19x19-korean" and game.names == ("Ana 2D*", "Ben 3D*")
    assert game.result == Result(Side.SECOND, None, 2.5) and game.begun == date(2026, 3, 5)


def test_a_handicap_of_wbaduk() -> None:
    text = NGF.replace("com\n0\n", "com\n3\n").replace("PMABBQEEQ\nPMACWEQQE", "PMABWQQQQ\nPMACBNDDN")
    found = only(text)
    assert stones(found) == {"d16", "d4", "q16"} and moves(found) == "q4 n17 pass pass"


def test_an_old_file_of_wbaduk() -> None:
    found = only(OLD_NGF, "cp949")
    assert moves(found) == "r16 d16" and found.game is not None
    assert found.game.names == ("아나 2단", "벤 초단") and found.game.begun == date(2006, 9, 5)
    assert found.game.result == Result(Side.SECOND, Ending.RESIGNATION)


def test_a_head_that_is_not_known_loses_only_itself() -> None:
    found = only("Something\nelse\nPMABBQEEQ\nPMACWE??E\n")
    assert found.problem is not None and found.problem.line == 4 and found.game is not None
    assert found.game.record.moves == ("q16",) and found.game.names == ("", "")
