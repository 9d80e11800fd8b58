"""Level 8: the best move by the shipped solution. Start reading at `play`.

It wins in the fewest plies, loses in the most, and in a draw makes the move after which the other side has
the fewest moves that keep the draw. All of it is exact for every position that can come up in a match.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ai.base import Choice, Limit
from ai.twelve_janggi.oracle import glance, holding, new_room, truth
from ai.twelve_janggi.state import LIST, drawn_states, state_of
from ai.twelve_janggi.steps import NO_SIDE
from games.base import Move
from games.twelve_janggi import JanggiPosition

WHOLE = {"K": 2, "J": 2, "S": 2, "Z": 2}
"""The pieces of a match: the table knows no others."""
_SHOWN = 6
"""How many moves of a line are shown."""
_NEARLY = 0.99
"""A score that history might still change."""


Table = np.ndarray[Any, Any]
Room = np.ndarray[Any, Any]


class Unknown(LookupError):
    """The table does not know this position: it cannot come up in a match."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A move, where it leads, and what it is worth to who makes it: plies to the end, signed; 0 for a draw.

    ``kept``: with how many moves the other side then keeps a draw.
    """

    move: Move
    position: JanggiPosition
    value: int
    kept: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """The best move has the highest."""
        if self.value == 0:
            return 0, -self.kept
        return (1, -self.value) if self.value > 0 else (-1, -self.value)


def play(position: JanggiPosition, limit: Limit, words: Table) -> Choice:
    """The best move in an unfinished position, its exact worth, the line. Raises `Unknown`."""
    dice, room = random.Random(limit.seed), new_room()
    every = branches(position, words, room)
    best = _best(every, dice)
    line, reached = [best.move], best.position
    while len(line) < min(_SHOWN, abs(best.value) or _SHOWN) and reached.outcome() is None:
        follow = _best(branches(reached, words, room), dice)
        line.append(follow.move)
        reached = follow.position
    proven = not drawn_states(position)
    sign = (best.value > 0) - (best.value < 0)
    return Choice(
        move=best.move,
        score=sign * (1.0 if proven else _NEARLY),
        depth=abs(best.value) or len(line),
        nodes=len(every),
        line=tuple(line),
        proven=proven,
        plies=abs(best.value) if proven and best.value else None,
    )


def _best(every: list[Branch], dice: random.Random) -> Branch:
    return max(every, key=lambda branch: (branch.rank, dice.random()))


def branches(position: JanggiPosition, words: Table, room: Room) -> list[Branch]:
    """Every move and its worth. Raises `Unknown`."""
    if not _whole(position):
        raise Unknown(position.diagram())
    repeated = bool(drawn_states(position))
    every = [_branch(position, move, words, room, int(repeated)) for move in position.legal_moves()]
    told, _, _ = glance(words, _state(position), room, 0)
    if not repeated and (told < 0) != all(branch.value < 0 for branch in every):
        raise Unknown(position.diagram())
    if max(branch.rank for branch in every)[0] == 0:
        return [_counted(branch, words, room) for branch in every]
    return every


def _whole(position: JanggiPosition) -> bool:
    pieces = (position.board + "".join(position.hands)).upper().replace("H", "Z")
    return all(pieces.count(kind) == number for kind, number in WHOLE.items())


def _state(position: JanggiPosition) -> np.uint64:
    return np.uint64(state_of(position)) & NO_SIDE


def _branch(position: JanggiPosition, move: Move, words: Table, room: Room, ahead: int) -> Branch:
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        value = 0 if outcome.winner is None else 1 if outcome.winner is position.to_move else -1
        return Branch(move, after, value)
    value = -_worth(after, words, room, ahead)
    return Branch(move, after, value + (value > 0) - (value < 0))


def _worth(position: JanggiPosition, words: Table, room: Room, ahead: int) -> int:
    # Where positions stood twice before, both sides' next moves are judged by the rules, not by the table.
    if ahead == 0:
        return int(truth(words, _state(position), room, 0))
    every = [_branch(position, move, words, room, ahead - 1) for move in position.legal_moves()]
    return max(every, key=lambda branch: branch.rank).value


def _counted(branch: Branch, words: Table, room: Room) -> Branch:
    if branch.value != 0:
        return branch
    over = branch.position.outcome() is not None  # who ends the game as a draw lets nobody go wrong
    return replace(branch, kept=LIST if over else int(holding(words, _state(branch.position), room)))
