"""Reads games of Go as WBaduk and Cyberoro save them: NGF.

Twelve lines say what is played: a title, the size of the board, White's and Black's name with rank, the
server, the handicap, 0, the komi, the date, minutes, the result, and the number of moves. A line for each
move follows: ``PMABBQEEQ`` is ``PM``, the move's number in letters, its color, its column and row, with B for
the first, from the top left, and both in the other order. In older files each line of the head begins with
``GI``, and the order is title, White, Black, two empty lines, date, size, handicap, 0, komi; the result is a
comment on the last move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.records.base import MAX_MOVES, Problem, ReadGame
from bot.records.sgf_games import server_handicap
from bot.records.sgf_nodes import tree_of
from bot.records.sgf_reader import read_tree

NGF = re.compile(r"^\s{0,9}PM[A-Z]{2}[BW][A-Z]{2}", re.MULTILINE)
"""What only an NGF file has."""
_MOVE = re.compile(r"PM..([BW])(.)(.)")
_MAX_HEAD = 30
"""Lines before the first move that are looked at."""
_FIRST_LETTER = ord("B")
"""The letter of the first column and of the first row."""
_LAYOUT = {"SZ": 1, "PW": 2, "PB": 3, "HA": 5, "KM": 7, "DT": 8, "RE": 10}
_OLD_LAYOUT = {"PW": 1, "PB": 2, "DT": 5, "SZ": 6, "HA": 7, "KM": 9}
"""In which line of the head something is, by the names of SGF's properties."""
_KNOWN_LINES = ("PM", "IDB", "GI", "\x1a", "\x00")
"""How lines after the head begin: moves, comments, what follows a comment, ends of a file."""
_COMMENT = re.compile(r"IDB\[[0-9]{1,4}\]\s*(.*?)(?:\[EndTxt\]|$)")
"""A comment after a move."""


def read_ngf(text: str) -> Iterator[ReadGame]:
    """The game of a file."""
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if NGF.match(line)), len(lines))
    said = _said([line.strip() for line in lines[:first]][:_MAX_HEAD])
    comments = [comment[1] for line in lines[first:] if (comment := _COMMENT.match(line.strip())) is not None]
    if "RE" not in said and comments:
        said["RE"] = comments[-1]
    notes = _notes(said, lines, first)
    handicap = int(said["HA"]) if re.fullmatch("[0-9]{1,2}", said.get("HA", "")) else 0
    stones = server_handicap(said.get("SZ", ""), handicap)
    if not stones:
        if said.pop("HA", None) and handicap > 1:
            notes.append(Problem(1, "record.handicap-left-out", {"n": handicap}))
        if re.fullmatch("[0-9]{1,2}", said.get("KM", "")):
            said["KM"] += ".5"  # the file has whole points alone
    said["RU"] = "Korean"  # these are servers of Korea
    read = read_tree(tree_of(1, said, stones, list(_moves(lines, first))[: MAX_MOVES + 1]))
    yield replace(read, notes=[*notes, *read.notes])


def _notes(said: Mapping[str, str], lines: Sequence[str], first: int) -> list[Problem]:
    """Notes on a head that is not known, and on the first line that is no move."""
    notes = [Problem(1, "record.unknown-head")] if "SZ" not in said else []
    n_moves = sum(written.strip().startswith("PM") for written in lines[first:])
    count = lines[first - 1].strip().removeprefix("GI") if first else ""
    if re.fullmatch("[0-9]{1,4}", count) and int(count) > n_moves:
        notes.append(Problem(first, "record.missing-moves", {"n": int(count) - n_moves}))
    for number, line in enumerate(lines[first:], start=first + 1):
        if (other := line.strip()) and not other.startswith(_KNOWN_LINES):
            return [*notes, Problem(number, "record.unknown-line", {"text": other[:40]})]
    return notes


def _said(head: Sequence[str]) -> dict[str, str]:
    """What the head says, by the names of SGF's properties."""
    is_old = bool(head) and all(line.startswith("GI") for line in head)
    lines = [line.removeprefix("GI").strip() for line in head] if is_old else head
    layout: Mapping[str, int] = _OLD_LAYOUT if is_old else _LAYOUT
    said = {name: lines[at] for name, at in layout.items() if at < len(lines)}
    size = said.get("SZ", "")
    if not re.fullmatch("[0-9]{1,2}", size):
        return {"GN": lines[0]} if lines else {}  # another head: nothing of it is sure
    day = re.match("([0-9]{4})([0-9]{2})([0-9]{2})", said.get("DT", ""))
    return said | {"GN": lines[0], "DT": "-".join(day.groups()) if day else said.get("DT", "")}


def _moves(lines: Sequence[str], first: int) -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(lines[first:], start=first + 1):
        move = _MOVE.match(line.strip())
        if move is not None:
            yield number, move[1], _point(move[2], move[3])
        elif line.strip().startswith("PM"):
            yield number, "B", line.strip()[:40]  # refused as no move


def _point(column: str, row: str) -> str:
    """A point as SGF writes it, nothing for a pass; others than letters are refused later."""
    if "A" in (column, row):
        return ""
    letters = "".join(chr(ord("a") + ord(letter) - _FIRST_LETTER) for letter in (column, row))
    return letters if letters.isascii() and letters.isalpha() else f"{column}{row}?"
