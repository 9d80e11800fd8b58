"""Games of Gomoku as Piskvork and the Gomocup save them: a line for each stone, with its column and row.

    Piskvorky 15x15, 11:11, 0
    8,8,0
    9,9,0
    Ana
    Ben
    -1

Columns and rows are counted from 1, from the top left; the third number of a stone is its time in
milliseconds. The two lines after the stones are the players.
The format has no rules, no passes and no choices of Swap2: reading takes the likeliest rules in which all
moves are legal, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.records.base import GameRecord, Problem, ReadGame
from bot.records.move_lists import GOMOKU_VARIANTS, follow_likeliest, guess
from bot.records.sgf_games import grid_of, size_of
from games.base import Move, Side
from games.gomoku.boards import BOARDS
from games.grid import Grid

_HEADER = re.compile(r"piskvorky\b", re.IGNORECASE)
_SIZE = re.compile(r"piskvorky\s+([0-9]{1,3})\s*x\s*([0-9]{1,3})", re.IGNORECASE)
_STONE = re.compile(r"\s*([0-9]{1,3})\s*[,;]\s*([0-9]{1,3})\s*(?:[,;].*)?$")
"""Column and row; the time after them can be missing, and in any form."""
_END = "-1"
"""The last line of a game, after the players."""


class _Stone(NamedTuple):
    line: int
    column: int
    row: int


def write_psq(games: Sequence[GameRecord]) -> str:
    """Games one after the other; programs read the first of a file."""
    return "".join(map(_lines, games))


def read_psq(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order."""
    lines = text.split("\n")
    begins = [number for number, line in enumerate(lines) if _HEADER.match(line.strip())]
    before = [
        (number, line.strip()) for number, line in enumerate(lines[: begins[0]], start=1) if line.strip()
    ]
    outside = [Problem(number, "record.outside", {"text": line[:40]}) for number, line in before[:1]]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        read = _read(lines[begin:end], begin + 1)
        yield replace(read, notes=[*outside, *read.notes])
        outside = []


def _lines(game_record: GameRecord) -> str:
    size = size_of("gomoku", game_record.record.variant)
    grid = grid_of("gomoku", size)
    stones = [_stone(move, grid) for move in game_record.record.moves if move[1:].isdecimal()]
    names = [" ".join(game_record.name(side).split()) or "?" for side in Side]
    return "\n".join([f"Piskvorky {size}x{size}, 11:11, 0", *stones, *names, "-1", ""])


def _stone(move: Move, grid: Grid) -> str:
    row, column = divmod(grid.index(move), grid.size)
    return f"{column + 1},{row + 1},0"


def _read(lines: Sequence[str], line: int) -> ReadGame:
    stones, names, problem = _stones(lines, line)
    header = _SIZE.match(lines[0].strip())
    if header is not None:
        width, height, notes = int(header[1]), int(header[2]), []
    else:
        width = height = _likeliest_size(stones)
        notes = [Problem(line, "record.no-size", {"n": width})]
    if width != height or width not in BOARDS:
        unknown = Problem(line, "record.unknown-size", {"text": f"{width}x{height}"})
        return ReadGame(line=line, game=None, problem=unknown)
    read = _follow(stones, width)
    assert read.game is not None  # without a stone as well
    game = replace(read.game, names=names)
    notes.append(guess("record.no-rules", game.record, line))
    return ReadGame(line=line, game=game, problem=read.problem or problem, notes=notes)


def _stones(lines: Sequence[str], line: int) -> tuple[list[_Stone], tuple[str, str], Problem | None]:
    """The stones, the names in the two lines after them, and why the stones are not read any further."""
    stones: list[_Stone] = []
    for at, text in enumerate(lines[1:], start=1):
        stone = _STONE.match(text)
        if stone is not None:
            stones.append(_Stone(line + at, int(stone[1]), int(stone[2])))
        elif (
            text.strip()
            and text.strip() != _END
            and (text.strip()[0].isdecimal() or any(map(_STONE.match, lines[at + 1 :])))
        ):
            return stones, ("", ""), Problem(line + at, "rule.notation", {"text": text.strip()[:40]})
        elif text.strip():
            names = [name.strip()[:100] for name in (*lines[at : at + 2], "")]
            first, second = ("" if name in ("?", _END) else name for name in names[:2])
            return stones, (first, second), None
    return stones, ("", ""), None


def _likeliest_size(stones: Sequence[_Stone]) -> int:
    """The smallest board that has all the stones; the largest if none has."""
    far = max((max(stone.column, stone.row) for stone in stones), default=1)
    return next((size for size in sorted(BOARDS) if far <= size), max(BOARDS))


def _follow(stones: Sequence[_Stone], size: int) -> ReadGame:
    """The game by the likeliest rules in which the most stones are legal."""
    grid = grid_of("gomoku", size)
    moves, problem = list[tuple[int, str]](), None
    for stone in stones:
        if not (1 <= stone.column <= size and 1 <= stone.row <= size):
            arguments = {"move": f"{stone.column},{stone.row}", "corner": f"{size},{size}"}
            problem = Problem(stone.line, "rule.off-board", arguments)
            break
        moves.append((stone.line, grid.name((stone.row - 1) * size + stone.column - 1)))
    variants = [("gomoku", variant) for variant in GOMOKU_VARIANTS if variant.endswith(f"-{size}")]
    read = follow_likeliest(variants, moves, stones[0].line if stones else 1)
    return read if read.problem is not None else replace(read, problem=problem)
