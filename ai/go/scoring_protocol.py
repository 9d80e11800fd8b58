"""The computer in the scoring phase: which stones it marks, and how it resolves a disagreement.

Start reading at `choose_in_scoring`. Its judgement is that of `ai/go/ownership.py`, the same at every level.
While it may mark first, it marks until the board shows its judgement, and agrees. When the opponent has
agreed to other marks, it accepts them if they cost it nothing. If they do, it marks back once. If the
opponent insists, it resumes play where the marks would take a won game from it, and otherwise accepts. So
every scoring phase ends: marks are changed back once, and resuming is bounded by the rules, because dead
stones are captured before the next scoring phase (`ai/go/endgame.py`).

A position does not say who marked what, but it says how many plies placed no stone: two passes, one mark per
chain and one agreement, if the opponent just marked and agreed for the first time. If there are more,
something was marked twice or unmarked, or play was resumed before: then the computer has already shown its
view.
"""

from __future__ import annotations

from ai.base import Choice
from ai.go.endgame import plies_without_stone
from ai.go.komi import score_position
from ai.go.ownership import dead_stones
from games.base import Move, Side
from games.go import GoPosition, Score
from games.go.position import AGREE, ALIVE, DEAD, RESUME

_MAX_SCORE = 0.99
_PASSES = 2


def choose_in_scoring(position: GoPosition) -> Choice:
    """The computer's next move in the scoring phase; its line is all it does until the other side's turn."""
    judged = dead_stones(position)
    line = _answer(position, judged) if position.agreed else (*marks(position, judged), AGREE)
    final = position.dead if line == (AGREE,) else judged
    return Choice(line[0], _score(position, _count(position, final)), len(line), 1, line)


def marks(position: GoPosition, judged: frozenset[int]) -> tuple[Move, ...]:
    """The marks that lead from the current marking to ``judged``, in board order."""
    names, moves = position.board.names, []
    for chain in position.chains.every:
        first = chain.points[0]
        if (first in judged) is not (first in position.dead):
            moves.append(Move(f"{DEAD if first in judged else ALIVE} {names[first]}"))
    return tuple(moves)


def _answer(position: GoPosition, judged: frozenset[int]) -> tuple[Move, ...]:
    """The moves after the opponent agreed to the current marks."""
    offered, own = _count(position, position.dead), _count(position, judged)
    side = position.to_move
    if _margin(offered, side) >= _margin(own, side):
        return (AGREE,)
    if _first_marks(position):
        return (*marks(position, judged), AGREE)
    return (RESUME,) if own.winner is side and offered.winner is not side else (AGREE,)


def _first_marks(position: GoPosition) -> bool:
    """Whether the opponent's marks can be the first of the match."""
    marked = sum(chain.points[0] in position.dead for chain in position.chains.every)
    return plies_without_stone(position) <= _PASSES + marked + position.agreed


def _count(position: GoPosition, dead: frozenset[int]) -> Score:
    return score_position(position, dead)


def _margin(score: Score, side: Side) -> float:
    return score.of(side) - score.of(side.other)


def _score(position: GoPosition, score: Score) -> float:
    if score.winner is None:
        return 0.0
    return _MAX_SCORE if score.winner is position.to_move else -_MAX_SCORE
