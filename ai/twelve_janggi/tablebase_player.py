"""Level 8: the best move by the solution. Start reading at `play`.

It wins in the fewest plies, loses in the most, and in a draw plays the move that leaves the other side the
fewest moves that keep the draw. All of it is exact for every position that a match can reach.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ai.base import Choice, Limit
from ai.twelve_janggi.state import LIST, drawn_states, state_of
from ai.twelve_janggi.successors import NO_SIDE
from ai.twelve_janggi.tablebase_probe import drawing_replies, exact_value, new_buffer, probe
from games.base import Move
from games.twelve_janggi import JanggiPosition

PIECES = {"K": 2, "J": 2, "S": 2, "Z": 2}
"""The pieces of a match: the tablebase has no other positions."""
_SHOWN = 6
"""How many moves of a line are shown."""
_NEAR = 12
"""A match that is decided within so many moves is played out to its end."""
_NEARLY = 0.99
"""A score that repetition might still change."""


Table = NDArray[np.uint64]
Buffer = NDArray[np.uint64]


class NotInTablebase(LookupError):
    """The tablebase does not have this position: a match cannot reach it."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A move, the position after it, and its value for the side that plays it.

    ``value``: signed plies to the end, 0 for a draw. ``kept``: how many replies keep a draw.
    """

    move: Move
    position: JanggiPosition
    value: int
    kept: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """A key that sorts branches: the best move has the highest."""
        if self.value == 0:
            return 0, -self.kept
        return (1, -self.value) if self.value > 0 else (-1, -self.value)


def play(position: JanggiPosition, limit: Limit, words: Table) -> Choice:
    """The best move in an unfinished position, its exact value and the line. Raises `NotInTablebase`."""
    dice, buffer = random.Random(limit.seed), new_buffer()
    every = branches(position, words, buffer)
    return replace(played_out(position, _best(every, dice), words, buffer, dice), nodes=len(every))


def played_out(
    position: JanggiPosition, branch: Branch, words: Table, buffer: Buffer, dice: random.Random
) -> Choice:
    """One of the `branches` of a position with its exact value and the line that follows with best play."""
    line, reached, left = [branch.move], branch.position, abs(branch.value)
    while len(line) < (left if 0 < left <= _NEAR else _SHOWN) and reached.outcome() is None:
        follow = _best(branches(reached, words, buffer), dice)
        line.append(follow.move)
        reached = follow.position
    proven = not drawn_states(position)
    sign = (branch.value > 0) - (branch.value < 0)
    return Choice(
        move=branch.move,
        score=sign * (1.0 if proven else _NEARLY),
        depth=abs(branch.value) or len(line),
        nodes=1,
        line=tuple(line),
        proven=proven,
        plies=abs(branch.value) if proven and branch.value else None,
    )


def _best(every: list[Branch], dice: random.Random) -> Branch:
    return max(every, key=lambda branch: (branch.rank, dice.random()))


def branches(position: JanggiPosition, words: Table, buffer: Buffer) -> list[Branch]:
    """Every move and its value. Raises `NotInTablebase`."""
    if not _has_all_pieces(position):
        raise NotInTablebase(position.diagram())
    repeated = bool(drawn_states(position))
    every = [_branch(position, move, words, buffer, int(repeated)) for move in position.legal_moves()]
    lower, _, _ = probe(words, _state(position), buffer, 0)
    if not repeated and (lower < 0) != all(branch.value < 0 for branch in every):
        raise NotInTablebase(position.diagram())
    if max(branch.rank for branch in every)[0] == 0:
        return [_with_drawing_replies(branch, words, buffer) for branch in every]
    return every


def _has_all_pieces(position: JanggiPosition) -> bool:
    pieces = (position.board + "".join(position.hands)).upper().replace("H", "Z")
    return all(pieces.count(kind) == number for kind, number in PIECES.items())


def _state(position: JanggiPosition) -> np.uint64:
    return np.uint64(state_of(position)) & NO_SIDE


def _branch(position: JanggiPosition, move: Move, words: Table, buffer: Buffer, ahead: int) -> Branch:
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        value = 0 if outcome.winner is None else 1 if outcome.winner is position.to_move else -1
        return Branch(move, after, value)
    value = -_worth(after, words, buffer, ahead)
    return Branch(move, after, value + (value > 0) - (value < 0))


def _worth(position: JanggiPosition, words: Table, buffer: Buffer, ahead: int) -> int:
    # Where positions occurred twice before, both sides' next moves are judged by the rules, not by the
    # tablebase.
    if ahead == 0:
        return int(exact_value(words, _state(position), buffer, 0))
    every = [_branch(position, move, words, buffer, ahead - 1) for move in position.legal_moves()]
    return max(every, key=lambda branch: branch.rank).value


def _with_drawing_replies(branch: Branch, words: Table, buffer: Buffer) -> Branch:
    if branch.value != 0:
        return branch
    over = (
        branch.position.outcome() is not None
    )  # a move that ends the game as a draw leaves the other side no way to lose
    return replace(
        branch, kept=LIST if over else int(drawing_replies(words, _state(branch.position), buffer))
    )
