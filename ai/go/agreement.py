"""The computer in the scoring: which stones it marks, and what it does when the opponent sees it otherwise.

Start reading at `settle`. Its judgement is that of `ai/go/judge.py`, the same at every level. As long as it
may mark first, it marks until the board shows its judgement, and agrees. When the opponent has agreed to
other marks, it accepts them if they cost it nothing. If they do, it marks back once. If the opponent
insists, it plays on (``resume``) where the marks would take a won game from it, and else lets them have
their points. So a scoring always comes to an end: marks are put back once, and playing on is bounded by the
rules, with the dead stones taken off the board before the next scoring (`ai/go/endgame.py`).

A position does not tell who marked what. But it tells how many plies put no stone down: two passes, one
mark a chain and one agreement, if the opponent just marked what is marked now and agreed. If there were
more, something was marked twice or taken back, or the match was resumed before: the computer has told its
view already, or quarrelled enough.
"""

from __future__ import annotations

from ai.base import Choice
from ai.go.endgame import restless
from ai.go.judge import dead_stones
from ai.go.reckoning import reckon
from games.base import Move, Side
from games.go import GoPosition, Score
from games.go.position import AGREE, ALIVE, DEAD, RESUME

_SURE = 0.99
_PASSES = 2


def settle(position: GoPosition) -> Choice:
    """The computer's next move in the scoring; its line is all it does until the other side's turn."""
    judged = dead_stones(position)
    line = _answer(position, judged) if position.agreed else (*marks(position, judged), AGREE)
    final = position.dead if line == (AGREE,) else judged
    return Choice(line[0], _score(position, _count(position, final)), len(line), 1, line)


def marks(position: GoPosition, judged: frozenset[int]) -> tuple[Move, ...]:
    """The marks that lead from the present marking to ``judged``, in the order of the board."""
    names, found = position.board.names, []
    for chain in position.chains.every:
        first = chain.points[0]
        if (first in judged) is not (first in position.dead):
            found.append(Move(f"{DEAD if first in judged else ALIVE} {names[first]}"))
    return tuple(found)


def _answer(position: GoPosition, judged: frozenset[int]) -> tuple[Move, ...]:
    """What to do after the opponent agreed to the present marks."""
    offered, own = _count(position, position.dead), _count(position, judged)
    side = position.to_move
    if _margin(offered, side) >= _margin(own, side):
        return (AGREE,)
    if _fresh(position):
        return (*marks(position, judged), AGREE)
    return (RESUME,) if own.winner is side and offered.winner is not side else (AGREE,)


def _fresh(position: GoPosition) -> bool:
    """Whether the opponent's marks can be the first of the match."""
    marked = sum(chain.points[0] in position.dead for chain in position.chains.every)
    return restless(position) <= _PASSES + marked + position.agreed


def _count(position: GoPosition, dead: frozenset[int]) -> Score:
    return reckon(position, dead)


def _margin(score: Score, side: Side) -> float:
    return score.of(side) - score.of(side.other)


def _score(position: GoPosition, score: Score) -> float:
    if score.winner is None:
        return 0.0
    return _SURE if score.winner is position.to_move else -_SURE
