"""Claims on the moves of Hare and Hounds, the most telling first.

The lines are of the solution. Which claims hold, `ai.claims.checkers.hare_and_hounds` finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.analysis import Line
from ai.claims.checkers.hare_and_hounds_force import Placement, turns_left
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games.base import Move, Side
from games.hare_and_hounds import POINTS, HarePosition

_SOON = 3
"""Own moves within which what is forced says most."""
_SLOWEST = 12
"""Moves of the hounds within which it is looked for a trap that comes too late."""


def claims(position: HarePosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """Propose claims on a move, from the best line of the position and the line that begins with the move."""
    after = position.play(move)
    if after.outcome() is None and position.play(best.move).outcome() is None:
        proposals = _of_hounds if position.to_move is Side.FIRST else _of_hare
        yield from proposals(position, after, best, played)
    elif position.to_move is Side.FIRST:
        yield from _missed_trap(best)
    else:
        yield Claim(Kind.MISSES_PAST, (best.move,), 1)


def merits(position: HarePosition, best: Line) -> Iterator[Claim]:
    """Propose what can be said of the best move itself."""
    if position.to_move is Side.FIRST:
        yield from _missed_trap(best)
        yield Claim(Kind.ONLY_TRAP, (best.move,))
    else:
        yield from (
            Claim(Kind.MISSES_PAST, claim.line, claim.n) for claim in _past(position, best.moves, best.move)
        )
        yield Claim(Kind.ONLY_ESCAPE, (best.move,))


def _of_hounds(position: HarePosition, after: HarePosition, best: Line, played: Line) -> Iterator[Claim]:
    better, answers = best.move, played.moves[1:2]
    past, missed = list(_past(after, played.moves[1:], better)), list(_missed_trap(best))
    yield from (claim for claim in (*past, *missed) if claim.n <= _SOON)
    yield from (Claim(Kind.PASSES_HOUND, (answer,), moves, better) for answer in answers for moves in (2, 1))
    turns = turns_left(after)
    if turns is not None and turns < _SLOWEST:
        slower = range(turns + 1, _SLOWEST + 1)
        yield from (Claim(Kind.OUT_OF_TURNS, (), moves, better, turns) for moves in slower)
    yield Claim(Kind.GIVES_OPPOSITION, (), better=better)
    yield from past
    n, had = (_spread(each) for each in (after, position.play(better)))
    yield Claim(Kind.LEAVES_GAP, (), n, better, had)
    yield Claim(Kind.ONLY_TRAP, (better,))
    yield from missed


def _of_hare(position: HarePosition, after: HarePosition, best: Line, played: Line) -> Iterator[Claim]:
    better, trapped = best.move, list(_trapped(best, played))
    missed = [Claim(Kind.MISSES_PAST, claim.line, claim.n) for claim in _past(position, best.moves, better)]
    yield from (claim for claim in (*trapped, *missed) if claim.n <= _SOON)
    yield Claim(Kind.GIVES_OPPOSITION, (), better=better)
    for answer in played.moves[1:2]:
        ways = after.play(answer).legal_moves()
        yield Claim(Kind.FEW_WAYS, (answer, *ways[:1]), better=better)
    yield from missed
    yield Claim(Kind.ONLY_ESCAPE, (better,))
    yield from trapped


def _past(position: HarePosition, line: Sequence[Move], better: Move) -> Iterator[Claim]:
    """That the hare, to move, gets past the hounds, as soon as it does in the line."""
    for ply, move in enumerate(line):
        position = position.play(move)
        if Placement.of(position).is_past:
            yield Claim(Kind.LETS_PAST, tuple(line[: ply + 1]), ply // 2 + 1, better)
            return


def _missed_trap(best: Line) -> Iterator[Claim]:
    if best.score > 0 and best.plies is not None:
        yield Claim(Kind.MISSES_TRAP, (best.move,), (best.plies + 1) // 2)


def _trapped(best: Line, played: Line) -> Iterator[Claim]:
    if played.score < 0 and played.plies is not None:
        yield Claim(Kind.TRAPPED, played.moves[1:], played.plies // 2, best.move)


def _spread(position: HarePosition) -> int:
    """The columns from the last hound to the first."""
    columns = [int(name[1]) for at, name in enumerate(POINTS) if position.hounds >> at & 1]
    return max(columns) - min(columns)
