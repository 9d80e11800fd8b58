r"""Reads games of Go as Tygem saves them: GIB.

A game is a head between ``\HS`` and ``\HE``, with lines such as ``\[GAMEBLACKNAME=Ana (3D)\]``, and a body
between ``\GS`` and ``\GE``. There ``INI 0 1 3 &4`` has the handicap, ``STO 0 2 1 15 3`` a stone: its number,
its color (1: black), column and row from 0, from the top left. ``SKI 0 3`` is a pass. Nothing describes the
format; the numbers of results are those that other programs know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.records.base import MAX_MOVES, Problem, ReadGame
from bot.records.sgf_games import server_handicap
from bot.records.sgf_nodes import tree_of
from bot.records.sgf_reader import read_tree

GIB = re.compile(r"^\s{0,9}(?:\\HS|\\GS|STO\s+[0-9]+\s+[0-9]+\s+[12]\s)", re.MULTILINE)
"""What only a GIB file has."""
_LINE = tuple[int, str]
_HEAD = re.compile(r"\\\[([A-Z]{2,20})=(.*?)(?:\\?\])?$")
"""A name of the head and its value; the bracket at the end can be cut off."""
_STONE = re.compile(r"STO\s+[0-9]+\s+[0-9]+\s+([12])\s+([0-9]{1,2})\s+([0-9]{1,2})")
_HANDICAP = re.compile(r"INI\s+[0-9]+\s+[0-9]+\s+([0-9]{1,2})")
_ORDER = re.compile(r"[A-Z]{3}\s")
"""Any line of the body."""
_NO_MOVES = ("INI", "SUR", "\\", "\x1a", "\x00")
"""The handicap; a resignation, which the head has as well; marks; ends of a file."""
_MAX_NOTES = 100
_COUNT = re.compile(r"([0-9]{1,4})\s+[0-9]+\s+&")
"""The line before the first order, with the number of orders."""
_COLORS = {"1": "B", "2": "W"}
_RESULTS = {"3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}
"""SGF's result by the number of the head, GRLT."""
_MARGINS = {"0": "B", "1": "W"}
"""Who won by points, by the same number."""
_RULES = {"korea": "Korean", "china": "Chinese", "japan": "Japanese"}


def read_gib(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    begins = [at for at, (_, line) in enumerate(lines) if line.startswith(r"\HS")] or [0]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield _read(lines[begin:end])


def _read(lines: Sequence[_LINE]) -> ReadGame:
    head = {header[1]: header[2] for _, line in lines if (header := _HEAD.match(line)) is not None}
    said = {
        "SZ": _value(head, "LINE") or "19",
        "RU": _RULES.get(head.get("GIBOKIND", "").casefold(), head.get("GIBOKIND", "")),
        "KM": _tenths(_value(head, "GONGJE") or head.get("GAMEGONGJE", "")),
        "PB": head.get("GAMEBLACKNAME") or _nickname(head, "B"),
        "PW": head.get("GAMEWHITENAME") or _nickname(head, "W"),
        "GN": head.get("GAMENAME", ""),
        "DT": _date(head),
        "RE": _result(head),
    }
    handicap = next(
        (int(handicap_line[1]) for _, line in lines if (handicap_line := _HANDICAP.match(line))), 0
    )
    stones = server_handicap(said["SZ"], handicap)
    if stones:
        said["HA"] = str(handicap)
    left_out = [Problem(lines[0][0], "record.handicap-left-out", {"n": handicap})] if handicap > 1 else []
    moves, notes = _moves(lines, is_handicap=bool(stones))
    read = read_tree(tree_of(lines[0][0], said, stones, moves))
    notes = [*([] if stones else left_out), *read.notes, *_missing(lines), *notes]
    return ReadGame(line=read.line, game=read.game, problem=read.problem, notes=notes)


def _missing(lines: Sequence[_LINE]) -> Iterator[Problem]:
    """A note if the file has fewer orders, such as moves, than it says: its end is cut off."""
    said = next(((number, int(count[1])) for number, line in lines if (count := _COUNT.match(line))), None)
    n_orders = sum(_ORDER.match(line) is not None for _, line in lines)
    if said is not None and n_orders < said[1]:
        yield Problem(said[0], "record.missing-moves", {"n": said[1] - n_orders})


def _nickname(head: dict[str, str], letter: str) -> str:
    """What a color's player is called on the server."""
    nickname = re.search(rf"{letter}(?:NICK|ID):([^,]*)", head.get(f"{letter}USERINFO", ""))
    return nickname[1].strip() if nickname else ""


def _value(head: dict[str, str], name: str) -> str:
    """A value of the line with numbers; empty if there is none."""
    value = re.search(rf"(?:^|,)\s*{name}:([0-9]{{1,6}})", head.get("GAMEINFOMAIN", ""))
    return value[1] if value else ""


def _tenths(text: str) -> str:
    """Points, which the head counts in tenths; empty if it is no number."""
    return f"{int(text) / 10:g}" if re.fullmatch("[0-9]{1,4}", text) else ""


def _date(head: dict[str, str]) -> str:
    day = re.search(r"C([0-9]{4}):([0-9]{2}):([0-9]{2})", head.get("GAMETAG", ""))
    return "-".join(day.groups()) if day else head.get("GAMEDATE", "").replace("- ", "-0")


def _result(head: dict[str, str]) -> str:
    """The result as SGF writes it, or in the words of the file."""
    number, margin = _value(head, "GRLT"), _tenths(_value(head, "ZIPSU"))
    if number in _MARGINS and margin:
        return f"{_MARGINS[number]}+{margin}"
    return _RESULTS.get(number) or head.get("GAMERESULT", "")


def _moves(lines: Sequence[_LINE], *, is_handicap: bool) -> tuple[list[tuple[int, str, str]], list[Problem]]:
    """The moves with their lines, colors and points, and notes on lines that are none."""
    moves: list[tuple[int, str, str]] = []
    notes: list[Problem] = []
    last = "B" if is_handicap else "W"
    for number, line in lines:
        if len(moves) > MAX_MOVES:
            break
        stone = _STONE.match(line)
        if stone is not None:
            last = _COLORS[stone[1]]
            moves.append((number, last, _letters(int(stone[2]), int(stone[3]))))
        elif line.startswith("SKI"):
            last = "W" if last == "B" else "B"
            moves.append((number, last, ""))
        elif line.startswith("STO"):
            moves.append((number, "W" if last == "B" else "B", line))  # refused as no move
        elif (
            len(notes) < _MAX_NOTES
            and (_ORDER.match(line) or (line and moves))
            and not line.startswith(_NO_MOVES)
        ):
            notes.append(Problem(number, "record.unknown-line", {"text": line[:40]}))
    return moves, notes


def _letters(column: int, row: int) -> str:
    """A point as SGF writes it; beyond the letters something that is refused."""
    if max(column, row) >= 26:
        return f"{column} {row}"
    return chr(ord("a") + column) + chr(ord("a") + row)
