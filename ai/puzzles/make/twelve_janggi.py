"""Puzzles of Twelve Janggi: by the tablebase, exactly one move wins in the fewest plies, at most `_MOST`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ai.base import Limit, NoVerdict
from ai.puzzles.make import positions
from ai.puzzles.make.themes import only_winning_move
from ai.puzzles.puzzle import Puzzle
from ai.twelve_janggi import tablebase, tablebase_player
from ai.twelve_janggi.tablebase_probe import new_buffer
from games import replay
from games.base import Move, Record
from games.twelve_janggi import JanggiPosition

_LEAST, _MOST = 3, 7
"""The plies of a win."""
_MAX_LOST = 6
"""The answer is called the only move if every other loses in at most this many plies."""


def records(rng: Random) -> Iterator[Record]:
    """The positions of matches between middling levels."""
    return positions("twelve_janggi", ("classic",), range(3, 7), rng)


def find(record: Record) -> Puzzle | None:
    """The puzzle at the end of a record, if there is one."""
    position = replay(record)
    assert isinstance(position, JanggiPosition)
    if max(position.repetitions, *(position.history.count(key) for key in position.history[-1:]), 0) > 1:
        return None
    try:
        every = branches(position)
    except tablebase_player.NotInTablebase:
        return None
    plies = min((branch.value for branch in every if branch.value > 0), default=0)
    fastest = [branch for branch in every if branch.value == plies]
    if not _LEAST <= plies <= _MOST or len(fastest) != 1 or len(every) < 2:
        return None
    answer = fastest[0].move
    others = [branch for branch in every if branch.move != answer]
    lost = all(-_MAX_LOST <= branch.value < 0 for branch in others)
    themes = only_winning_move(plies)
    if not lost:
        themes = themes[1:]
    replies: dict[str, Move] = {
        branch.move: _best(branch.position) for branch in others if branch.position.outcome() is None
    }
    return Puzzle(record.game, record.variant, record.moves, _line(position, answer), themes, replies)


def branches(position: JanggiPosition) -> list[tablebase_player.Branch]:
    """Every move with its exact value. Raises `tablebase_player.NotInTablebase` or `NoVerdict`."""
    words = tablebase.shipped()
    if words is None:
        raise NoVerdict("the tablebase is missing")
    return tablebase_player.branches(position, words, new_buffer())


def _best(position: JanggiPosition) -> Move:
    words = tablebase.shipped()
    assert words is not None
    return tablebase_player.play(position, Limit(1.0, seed=1), words).move


def _line(position: JanggiPosition, move: Move) -> tuple[Move, ...]:
    line, after = [move], position.play(move)
    while after.outcome() is None:
        line.append(_best(after))
        after = after.play(line[-1])
    return tuple(line if len(line) % 2 else line[:-1])
