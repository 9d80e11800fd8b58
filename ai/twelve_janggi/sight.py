"""What a person sees in a position of Twelve Janggi, see `ai.human.sight`. A unit is half a Man.

At depth 1 nobody looks at replies: pieces are counted, and a King is captured. From depth 2 on a search reads
as deep as the player, and captures to their end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ai.deepening import ALL_NODES
from ai.human.sight import DECIDED, Reading
from ai.twelve_janggi.evaluate import SURE, WON
from ai.twelve_janggi.root import Branch, Searcher
from ai.twelve_janggi.search import INFINITY
from ai.twelve_janggi.state import GOALS as REACHED
from ai.twelve_janggi.state import KING, attack_maps, state_of
from games.base import Move, Side
from games.twelve_janggi import COLUMNS, GOALS, INDEX, SQUARES, JanggiPosition

_UNIT = 50.0
"""The evaluation that is a unit."""
_MOST = 25.0
"""No judgment is beyond this."""
_LATER = 0.2
"""How much less a win is worth for each ply that it takes."""
_WORTH = {".": 0.0, "J": 8.0, "S": 7.0, "H": 6.0, "Z": 2.0}
_HELD = {"J": 8.0, "S": 7.0, "Z": 2.5}
"""What a beginner counts for pieces on the board and in hand."""
_TAKEN, _SAVED = 0.5, 0.25
"""How much of a piece's worth attracts somebody who could capture it, or save it from an attack."""
_KING_SAVED, _ENTERED, _CHECK, _FORWARD = 5.0, 2.5, 0.6, 0.4
_ATTACKED, _BESIDE_KING = 0.06, 0.15
"""For every square that is attacked then, and for those around the other side's King besides."""
_NEAR, _NEAR_DEEP = 700, 80
"""How far below the best a move's exact value still matters, up to `_LARGE_FROM` and from there on."""
_ENOUGH = 120_000
"""After so many nodes no further depth is read."""
_SMALL, _LARGE = 14, 18
_LARGE_FROM = 8
"""The tables of shallow and of deep searches, as powers of two."""


class JanggiSight:
    """A position of Twelve Janggi in which at least two moves are legal."""

    deepest = 16

    def __init__(self, position: JanggiPosition, searcher: Searcher, last: Move | None) -> None:
        self._position, self._searcher = position, searcher
        self._branches = {move: Branch(move, position.play(move), 0) for move in position.legal_moves()}
        self._state = np.uint64(state_of(position))
        self._bits = 0
        self.shown = self._pointed_at(last)

    def _pointed_at(self, last: Move | None) -> frozenset[Move]:
        """What the last piece attacks, and the moves that capture it."""
        if last is None:
            return frozenset()
        board, goal = self._position.board, INDEX[last[-2:]]
        if board[goal] == ".":
            return frozenset()
        attacked = {Move(f"{last[-2:]}-{SQUARES[to]}") for to in GOALS[board[goal]][goal]}
        return frozenset(attacked | {move for move in self._branches if move[-2:] == last[-2:]})

    def impressions(self) -> dict[Move, float]:
        """Beginners like to capture, to save what is attacked, to attack, and to go forward."""
        _, _, _, threats, _, _ = attack_maps(self._state)
        endangered = _endangered(_seen_by(self._position, self._position.to_move), threats)
        return {move: self._liked(branch, endangered) for move, branch in self._branches.items()}

    def _liked(self, branch: Branch, endangered: float) -> float:
        side, after, goal = self._position.to_move, branch.position, INDEX[branch.move[-2:]]
        # After the move, the other side is to move: it has ``hits``, this side ``threats``.
        _, hits, _, threats, king, _ = attack_maps(branch.state)
        if king < 0:
            return DECIDED
        liked: float = _TAKEN * _WORTH[self._position.board[goal].upper()]
        left = _endangered(_seen_by(after, after.to_move).swapcase(), hits)
        liked += max(0.0, endangered - left) + _CHECK * int(threats >> king & 1)
        around = int(threats & REACHED[KING, king])
        liked += _ATTACKED * int(threats).bit_count() + _BESIDE_KING * around.bit_count()
        if after.entered(side):
            return liked + _ENTERED
        if branch.move[1] == "*" or after.board[goal] in "Kk":
            return liked
        step = goal % COLUMNS - INDEX[branch.move[:2]] % COLUMNS
        return liked + _FORWARD * (step if side is Side.FIRST else -step)

    def read(self, moves: Sequence[Move], depth: int) -> list[Reading]:
        """Search each move by itself; how bad the bad ones are is known within bounds."""
        if depth == 1:
            return [Reading(self._counted(self._branches[candidate])) for candidate in moves]
        bits = _SMALL if depth < _LARGE_FROM else _LARGE
        if bits != self._bits:
            self._searcher.begin(self._position, bits)
            self._searcher.allow_nodes(ALL_NODES)
            self._bits = bits
        readings, best = dict[Move, Reading](), -INFINITY
        near = _NEAR if depth < _LARGE_FROM else _NEAR_DEEP
        for move in sorted(moves, key=lambda move: -self._branches[move].value):
            branch = self._branches[move]
            readings[move] = self._read(branch, depth, max(-INFINITY, best - near))
            best = max(best, branch.value)
        if self._searcher.nodes > _ENOUGH:
            self.deepest = depth
        return [readings[candidate] for candidate in moves]

    def _counted(self, branch: Branch) -> float:
        # The pieces after a move, as a beginner counts them.
        if branch.result is not None:
            return _in_units(branch.result, 1)
        after, side = branch.position, self._position.to_move
        total = 0.0
        for square, piece in enumerate(after.board):
            if piece not in ".Kk":
                total += _WORTH[piece.upper()] * (1 if after.owns(square, side) else -1)
        total += sum(_HELD[held] for held in after.hands[side - 1])
        return total - sum(_HELD[held] for held in after.hands[side.other - 1])

    def _read(self, branch: Branch, depth: int, low: int) -> Reading:
        if branch.result is not None:
            return Reading(_in_units(branch.result, depth))
        if low > -INFINITY:
            branch.value = self._searcher.search(branch, depth - 1, low, low + 1)
        if low == -INFINITY or branch.value > low:
            branch.value = self._searcher.search(branch, depth - 1, low, INFINITY)
        return Reading(_in_units(branch.value, depth), self._answer(branch, depth))

    def _answer(self, branch: Branch, depth: int) -> Move | None:
        if depth > 2 and (answer := self._searcher.table_move(branch.position)):
            return answer
        after = branch.position
        captures = [m for m in after.legal_moves() if m[1] != "*" and after.board[INDEX[m[-2:]]] != "."]
        return max(captures, key=lambda m: _gain(after, m), default=None)


def _seen_by(position: JanggiPosition, side: Side) -> str:
    # The board as `ai.twelve_janggi.state` has it: the own pieces are upper case and go forward.
    return position.board if side is Side.FIRST else position.board[::-1].swapcase()


def _endangered(board: str, attacks: int) -> float:
    # How much it matters that the pieces in upper case on attacked squares are saved.
    return sum(
        _KING_SAVED if piece == "K" else _SAVED * _WORTH[piece]
        for square, piece in enumerate(board)
        if piece.isupper() and attacks >> square & 1
    )


def _gain(position: JanggiPosition, move: Move) -> float:
    return _WORTH.get(position.board[INDEX[move[-2:]]].upper(), DECIDED)


def _in_units(value: int, depth: int) -> float:
    if abs(value) < SURE:
        return max(-_MOST, min(_MOST, value / _UNIT))
    plies = WON - abs(value)
    return math.copysign(DECIDED - _LATER * plies if plies <= depth else _MOST / 2, value)
