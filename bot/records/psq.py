"""Games of Gomoku as Piskvork and the Gomocup save them: a line for each stone, with its column and row.

The format has no rules, no passes and no choices of Swap2: reading takes the likeliest rules in which all
moves are legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.records.base import GameRecord, Problem, ReadGame
from bot.records.move_lists import GOMOKU_VARIANTS, follow
from bot.records.sgf_games import grid_of, size_of
from games.base import Move, Side
from games.gomoku.boards import BOARDS
from games.grid import Grid

_HEADER = re.compile(r"piskvorky\s+([0-9]{1,3})\s*x\s*([0-9]{1,3})", re.IGNORECASE)
_STONE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*-?[0-9]{1,12}\s*$")


def write_psq(games: Sequence[GameRecord]) -> str:
    """Games one after the other; programs read the first of a file."""
    return "".join(map(_lines, games))


def read_psq(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order."""
    lines = text.split("\n")
    begins = [number for number, line in enumerate(lines) if _HEADER.match(line.strip())]
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        yield _read(lines[begin:end], begin + 1)


def _lines(one: GameRecord) -> str:
    size = size_of("gomoku", one.record.variant)
    grid = grid_of("gomoku", size)
    stones = [_stone(move, grid) for move in one.record.moves if move[1:].isdecimal()]
    names = [" ".join(one.name(side).split()) or "?" for side in Side]
    return "\n".join([f"Piskvorky {size}x{size}, 11:11, 0", *stones, *names, "-1", ""])


def _stone(move: Move, grid: Grid) -> str:
    row, column = divmod(grid.index(move), grid.size)
    return f"{column + 1},{row + 1},0"


def _read(lines: Sequence[str], line: int) -> ReadGame:
    header = _HEADER.match(lines[0].strip())
    assert header is not None
    size = int(header[1])
    if size != int(header[2]) or size not in BOARDS:
        problem = Problem(line, "record.unknown-size", {"text": f"{header[1]}x{header[2]}"})
        return ReadGame(line=line, game=None, problem=problem)
    grid = grid_of("gomoku", size)
    tokens, problem_at = [], None
    for number, text in enumerate(lines[1:], start=line + 1):
        stone = _STONE.match(text)
        if stone is None:
            break
        column, row = int(stone[1]) - 1, int(stone[2]) - 1
        if not (0 <= column < size and 0 <= row < size):
            problem_at = Problem(
                number, "rule.off-board", {"move": text.strip()[:40], "corner": f"{size},{size}"}
            )
            break
        tokens.append(grid.name(row * size + column))
    variants = [one for one in GOMOKU_VARIANTS if one.endswith(f"-{size}")]
    reads = [follow("gomoku", one, tokens, line) for one in variants]
    best = next((read for read in reads if read.problem is None), None) or max(
        reads, key=lambda read: len(read.game.record.moves) if read.game else 0
    )
    if best.problem is not None:  # the moves are one a line
        played = len(best.game.record.moves) if best.game else 0
        where = Problem(line + 1 + played, best.problem.key, best.problem.arguments)
        return ReadGame(line=line, game=best.game, problem=where)
    return ReadGame(line=line, game=best.game, problem=problem_at)
