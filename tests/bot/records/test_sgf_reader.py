"""SGF as other programs, older versions and careless hands write it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from bot.records.base import Ending, ReadGame, Result
from bot.records.dates import read_dates
from bot.records.reading import read
from bot.records.sgf_games import move_of
from games import start_of
from games.base import Side
from games.go.position import GoPosition
from tests.programs import find, needs

GNU_GO = """(;GM[1]FF[4]
SZ[9]
GN[GNU Go 3.8 load and print  ]
DT[2026-11-26]
KM[0.5]HA[2]RU[Japanese]AP[GNU Go:3.8]AW[]AB[gc][cg]PL[W]
;W[ee]PL[B];B[ec];W[tt])
"""
LONG_NAMES = """Black is a beginner (see below).
(;
GaMe[1]
VieW[]
SiZe[9]
PlayerBlack[Ana]PlayerWhite[Ben]
REsult[W+Resign]
Comment[A remark.]
;
Black[ee]
;
White[gg])"""


def only(text: str) -> ReadGame:
    (found,) = read(text.encode()).games
    return found


def moves(text: str) -> str:
    found = only(text)
    assert found.problem is None, found.problem
    assert found.game is not None
    return " ".join(found.game.record.moves)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("(;GM[1]SZ[9];B[ee];W[gg])", "e5 g3", id="plain"),
        pytest.param("(;SZ[9];B[ee];W[gg])", "e5 g3", id="no game named"),
        pytest.param("(;GM[1];B[pd];W[tt];B[])", "q16 pass pass", id="usual size, both passes"),
        pytest.param(LONG_NAMES, "e5 g3", id="FF[1..3] names, text before"),
        pytest.param("(;SZ[9]\r\n;B[ee]\r\n;W[gg]\r\n)", "e5 g3", id="CRLF"),
        pytest.param("(;SZ[9]\r;B[ee]\r;W[gg])", "e5 g3", id="CR"),
        pytest.param("(SZ[9];B[ee];W[gg])", "e5 g3", id="first ; missing"),
        pytest.param(";GM[1]SZ[9]PB[(a)];B[ee];W[gg])", "e5 g3", id="first ( missing"),
        pytest.param("(;SZ[9]B[ee];W[gg])", "e5 g3", id="move in the root"),
        pytest.param("(;SZ[9];B[ee]W[gg])", "e5 g3", id="two moves in a node"),
        pytest.param(r"(;SZ[9]C[a \] (;B[aa\]\\];B[ee])", "e5", id="escaped brackets"),
        pytest.param("(;SZ[9];C[:-) ;W[aa];]B[ee])", "e5", id="structure in a comment"),
        pytest.param("( ; SZ [9] ; B [ee] )", "e5", id="blanks"),
        pytest.param("(;SZ[9];B[EE];b[gg])", "e5 pass g3", id="capitals, small names"),
        pytest.param("(;SZ[9];B[ee](;W[gg];B[cc])(;W[aa]))", "e5 g3 c7", id="first variation"),
        pytest.param("(;SZ[9]((;B[ee])(;B[aa])))", "e5", id="a tree without nodes"),
        pytest.param("(;SZ[9:9];B[ee])", "e5", id="square with two sizes"),
        pytest.param("(;SZ[9];B[ee];;C[x];W[gg])", "e5 g3", id="nodes without moves"),
        pytest.param("(;SZ[9];B[ee]XX[1][2]BL[3.5];W[gg])", "e5 g3", id="other properties"),
        pytest.param("(;SZ[9];B[ee]&%;W[gg])", "e5 g3", id="stray characters"),
        pytest.param("(;SZ[9];B[ee];B[gg])", "e5 pass g3", id="a move twice in a row"),
        pytest.param("(;SZ[9];B[ee];W[];B[];W[])", "e5 pass pass", id="three passes"),
        pytest.param("(;SZ[9];B[];W[];B[ee])", "pass pass agree resume e5", id="goes on after two passes"),
        pytest.param("(;SZ[9];B[];W[];W[ee])", "pass pass resume e5", id="the other goes on"),
        pytest.param("(;GM[2];B[dc];W[ce])", "d3 c5", id="Othello without a size"),
        pytest.param("(;GM[2];B[d3];W[C5])", "d3 c5", id="Othello's own points"),
        pytest.param("(;GM[4];B[hh];W[h9])", "h8 h9", id="Gomoku, both kinds of points"),
    ],
)
def test_moves(text: str, expected: str) -> None:
    assert moves(text) == expected


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        (GNU_GO, "9x9-korean-h2"),
        ("(;SZ[9]RU[Chinese])", "9x9-chinese"),
        ("(;SZ[13]RU[AGA])", "13x13-chinese"),
        ("(;HA[4])", "19x19-korean-h4"),
        ("(;SZ[9]HA[0])", "9x9-korean"),
        ("(;SZ[9]AB[gc:gc][cg])", "9x9-korean-h2"),
        ("(;SZ[19]HA[2]AB[dp:dp][pd])", "19x19-korean-h2"),
        ("(;GM[2]SZ[6])", "6x6"),
        ("(;GM[2]AB[ed][de]AW[dd][ee])", "8x8"),
        ("(;GM[4]SZ[15])", "renju-15"),
        ("(;GM[4]SZ[15]RU[Omok])", "omok-15"),
        ("(;GM[4]SZ[19])", "standard-19"),
        ("(;GM[4]RU[Swap2];B[hh];W[ii];B[jj];W[aa])", "standard-15"),
    ],
)
def test_variants(text: str, variant: str) -> None:
    found = only(text)
    assert found.problem is None and found.game is not None
    assert found.game.record.variant == variant


def test_rules_that_are_not_named_are_those_in_which_the_moves_are_legal() -> None:
    overline = ";B[ca];W[aa];B[da];W[ac];B[ea];W[ae];B[ga];W[ag];B[ha];W[ai];B[fa]"
    found = only(f"(;GM[4]SZ[15]{overline};W[ak])")
    assert found.game is not None and found.game.record.variant == "standard-15"
    found = only(f"(;GM[4]SZ[15]{overline})")
    assert found.problem is None


def test_gnu_go() -> None:
    assert moves(GNU_GO) == "e5 e7 pass"


GNUGO = find("gnugo")
HANDICAPS = (0, 9, 2, 3, 4, 5, 6)


def games_with_gnu_go() -> Iterator[ParameterSet]:
    """Boards and handicaps: the first two of `HANDICAPS` on each board; the rest in `make soak`."""
    for handicap in HANDICAPS:
        for size in (9, 13, 19):
            is_in_sample = handicap in HANDICAPS[:2]
            yield pytest.param(size, handicap, marks=[] if is_in_sample else [pytest.mark.soak])


@needs("GNU Go", GNUGO)
@pytest.mark.parametrize(("size", "handicap"), [*games_with_gnu_go()])
def test_what_gnu_go_writes_loads(tmp_path: Path, size: int, handicap: int) -> None:
    """A game against it: a point, a pass, and its answers."""
    path = tmp_path / "game.sgf"
    subprocess.run(
        [str(GNUGO), "--mode", "ascii", "--seed", "1", "--boardsize", str(size), "--handicap", str(handicap)],
        input=f"e5\npass\nsave {path}\nquit\n",
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    text = path.read_text()
    written = len(re.findall(r"[BW]\[", text.partition(";B")[2] or text)) + 1
    found = only(text)
    assert found.problem is None and found.game is not None
    assert found.game.record.variant == f"{size}x{size}-korean" + (f"-h{handicap}" if handicap else "")
    assert len(found.game.record.moves) in (written, written + 1) and "pass" in found.game.record.moves


@pytest.mark.parametrize("stones", ["[cc][gg]", "[gc][cg][cc]", "[ee][cc]"])
def test_handicap_stones_stay_in_the_corners_where_the_file_has_them(stones: str) -> None:
    """Servers of Korea and China begin with other corners than our variants do."""
    found = only(f"(;SZ[9]RU[Korean]HA[{stones.count('[')}]AB{stones};W[ba];B[fg])")
    assert found.problem is None and found.game is not None and not found.notes
    record = found.game.record
    assert record.variant == f"9x9-korean-h{stones.count('[')}" and record.moves == ("b9", "f3")
    start = start_of(record)
    assert isinstance(start, GoPosition)
    drawn = {start.board.names[at] for at, color in enumerate(start.stones) if color}
    assert drawn == {move_of(one, start.board.grid) for one in re.findall(r"\w\w", stones)}


def test_headers_of_an_old_file() -> None:
    game = only(LONG_NAMES).game
    assert game is not None
    assert game.names == ("Ana", "Ben") and game.result == Result(Side.SECOND, Ending.RESIGNATION)


@pytest.mark.parametrize(
    ("text", "line", "key", "expected"),
    [
        ("(;SZ[9];B[ee]\n;W[ee];B[aa])", 2, "rule.occupied", "e5"),
        ("(;SZ[9];B[ee]\n;W[zz];B[aa])", 2, "rule.off-board", "e5"),
        ("(;SZ[9];B[ee]\n;W[?];B[aa])", 2, "rule.notation", "e5"),
        ("(;SZ[9];B[ee]\n\n;W[gg", 3, "record.unclosed-value", "e5"),
        ("(;SZ[9];B[ee]\n;W[gg]\n", 3, "record.unclosed-game", "e5 g3"),
        ("(;SZ[9];B[ee];W[gg]\n;AB[aa];B[cc])", 2, "record.late-setup", "e5 g3"),
        ("(;GM[2];B[dc]\n;W[aa])", 2, "rule.no-flips", "d3"),
        ("(;GM[4]RU[Freestyle];B[aa]\n;B[ab])", 2, "record.wrong-turn", "a15"),
    ],
)
def test_a_problem_has_its_line_and_what_comes_before_it_is_kept(
    text: str, line: int, key: str, expected: str
) -> None:
    found = only(text)
    assert found.problem is not None and (found.problem.line, found.problem.key) == (line, key)
    assert found.game is not None and " ".join(found.game.record.moves) == expected


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("(;GM[1]SZ[9:13];B[ee])", "record.unknown-size"),
        ("(;GM[1]SZ[21];B[ee])", "record.unknown-size"),
        ("(;GM[1]SZ[nine];B[ee])", "record.unknown-size"),
        ("(;GM[11];B[ee])", "record.unknown-game"),
        ("(;GM[Chess];B[ee])", "record.unknown-game"),
        ("(;GM[1]SZ[9]AB[aa]AW[ba][ab];B[ee])", "rule.no-liberties"),
        ("(;GM[4]SZ[15]AB[aa][bb];W[ee])", "rule.setup-counts"),
        ("(;GM[2]AB[aa][ba];W[ca])", "rule.setup-middle"),
        ("(;GM[1]SZ[9]AB[zz];B[ee])", "rule.off-board"),
    ],
)
def test_games_that_we_do_not_have(text: str, key: str) -> None:
    found = only(text)
    assert found.game is None and found.problem is not None and found.problem.key == key


@pytest.mark.parametrize(
    ("text", "variant", "rows", "to_move"),
    [
        ("(;SZ[9]AB[aa:bb]AW[ii];B[ee])", "9x9-korean", {0: "X X . . . . . . .", 8: ". . . . . . . . O"}, 1),
        ("(;SZ[9]AB[aa:bb]AW[ii]PL[W];W[ee])", "9x9-korean", {1: "X X . . . . . . ."}, 2),
        ("(;SZ[9]AB[aa:bb]AW[ii]RU[Chinese];W[ee])", "9x9-chinese", {1: "X X . . . . . . ."}, 2),
        ("(;SZ[9]HA[2]AB[ee][cc];W[ff])", "9x9-korean-h2", {2: ". . X . . . . . ."}, 2),
        ("(;SZ[9]AB[gc][cg]PL[B];B[ee])", "9x9-korean", {2: ". . . . . . X . ."}, 1),
        ("(;GM[4]SZ[15]AB[aa];W[bb])", "renju-15", {0: "X" + " ." * 14}, 2),
        ("(;GM[2]AB[dd][de][ed]AW[ee];W[cc])", "8x8", {3: ". . . X X . . ."}, 2),
    ],
)
def test_a_start_from_a_position(text: str, variant: str, rows: dict[int, str], to_move: int) -> None:
    found = only(text)
    assert found.problem is None and found.game is not None
    record = found.game.record
    assert record.variant == variant and len(record.moves) == 1 and record.setup is not None
    lines = record.setup.split("\n")
    assert {row: lines[row] for row in rows} == rows
    assert start_of(record).to_move == to_move


def test_the_games_after_a_broken_one_are_read() -> None:
    text = "(;SZ[9];B[ee];W[ee])\n(;SZ[9];B[aa]\n(;GM[1]SZ[9];B[bb])(;GM[99])(;SZ[9];B[cc])"
    found = read(text.encode()).games
    assert [" ".join(one.game.record.moves) if one.game else None for one in found] == [
        *("e5", "a9", "b8", None, "c7")
    ]
    assert [one.problem.key if one.problem else None for one in found] == [
        *("rule.occupied", "record.unclosed-game", None, "record.unknown-game", None)
    ]
    assert [one.line for one in found] == [1, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-05", [date(2026, 11, 5)]),
        ("2026-11-05,06,12-01", [date(2026, 11, 5), date(2026, 11, 6), date(2026, 12, 1)]),
        ("96-05-06", [date(1996, 5, 6)]),
        ("05/11/26", [date(2005, 11, 26)]),
        ("2026.11.05_10:11:12", [date(2026, 11, 5)]),
        ("2026-13-05", []),
        ("yesterday", []),
        ("1" * 500, []),
    ],
)
def test_dates(text: str, expected: list[date]) -> None:
    assert read_dates(text) == expected
