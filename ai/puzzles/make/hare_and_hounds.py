"""Puzzles of Hare and Hounds: every position that has exactly one move that keeps the win.

The game is small: instead of playing matches, `records` visits every position that one can reach.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random

from ai.hare_and_hounds.solution import END, solution
from ai.hare_and_hounds.solution_player import perfect
from ai.puzzles.make.themes import only_winning_move
from ai.puzzles.puzzle import Puzzle
from games import replay
from games.base import Move, Record, Side
from games.hare_and_hounds import HARE_AND_HOUNDS, HarePosition
from games.symmetry import canonical

_LONGEST = 15
"""Plies of a line that is shown."""


def records(rng: Random) -> Iterator[Record]:
    """The shortest way to every position of each variant, once."""
    for variant in HARE_AND_HOUNDS.variants:
        seen: set[tuple[bytes, int]] = set()
        waiting = deque([Record("hare_and_hounds", variant)])
        while waiting:
            record = waiting.popleft()
            position = replay(record)
            image = canonical(position)
            key = (image.key if image else b"", len(record.moves) if variant == "classic" else 0)
            if key not in seen:
                seen.add(key)
                yield record
                waiting.extend(record.then(move) for move in position.legal_moves())


def find(record: Record) -> Puzzle | None:
    """The puzzle at the end of a record, if there is one."""
    position = replay(record)
    assert isinstance(position, HarePosition)
    moves = position.legal_moves()
    winning = [move for move in moves if _winner(position.play(move)) is position.to_move]
    if len(moves) < 2 or len(winning) != 1:
        return None
    line = _line(position, winning[0])
    replies: dict[str, Move] = {
        move: perfect(after)
        for move in moves
        if move not in winning and (after := position.play(move)).outcome() is None
    }
    themes = only_winning_move(_plies(position.play(winning[0])) + 1)
    return Puzzle(record.game, record.variant, record.moves, line, themes, replies)


def _winner(position: HarePosition) -> Side:
    outcome = position.outcome()
    if outcome is not None and outcome.winner is not None:
        return outcome.winner
    # A value of 0 is a position that nobody decides by force: it repeats, and so the hare wins.
    return Side.FIRST if solution(position).value(position) > 0 else Side.SECOND


def _plies(position: HarePosition) -> int:
    """The plies to the end of a position with best play; far more than one shows if it has none."""
    return 0 if position.outcome() else END - abs(solution(position).value(position))


def plies_to_end(position: HarePosition) -> int:
    """The plies to a forced end, below 0 if the side to move loses; 0 if nobody forces one.

    The hare also wins when the turns run out or a position returns: that is not forced before it happens, so
    it is 0, too.
    """
    bare = HarePosition("no-limit", position.hounds, position.hare, position.ply % 2)
    value = solution(bare).value(bare)
    if position.outcome() or not value or _winner(position) is not (Side.FIRST if value > 0 else Side.SECOND):
        return 0
    sign = 1 if (value > 0) is (position.to_move is Side.FIRST) else -1
    return sign * (END - abs(value))


def _line(position: HarePosition, move: Move) -> tuple[Move, ...]:
    line = [move]
    after = position.play(move)
    while after.outcome() is None and len(line) < _LONGEST:
        line.append(perfect(after))
        after = after.play(line[-1])
    return tuple(line if len(line) % 2 else line[:-1])
