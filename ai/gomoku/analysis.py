"""Verdicts: the best move of a position and the one that was played, by the same search.

Start reading at `analyse`. Forced wins of both sides come first: by fours and threes, with every answer
tried. A move is *refuted* if the other side wins by force after it. All other moves are searched like at
level 8, and the one that was played once more by itself, just as deep.
"""

from __future__ import annotations

import math
import random
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai import deepening
from ai.analysis import Line, Verdict
from ai.base import Limit, NoVerdict
from ai.gomoku.board import (
    board_of,
    find_shape,
    move_of,
    place,
    point_of,
    rules_of,
    shape_of,
    take_back,
)
from ai.gomoku.point_patterns import FIVES
from ai.gomoku.root import Plan, Root, SearchMemory, expected_result
from ai.gomoku.root_moves import POINT_COLUMN, VALUE, search_root
from ai.gomoku.search_limit import RESERVE, SearchLimit
from ai.gomoku.table import DECIDED, INFINITY, POINT, WIN
from ai.gomoku.vct import NO_THREAT, list_answers
from games.base import PASS, Move
from games.gomoku import GomokuPosition

_PLAN = Plan(depth=60, nodes=1 << 40, vcf_nodes=0, variety=0)
_TABLE_BITS = 20
_NODES_A_SECOND = 600_000
_PROOF_SHARE = 0.5
"""The part of the seconds and nodes for wins by force of either side; the search has the rest."""
_FORCED_SHARE, _CHECK_SHARE = 0.07, 0.01
"""The parts of the nodes for a side's win by force at the root, and for one after a certain move."""
_CHECKED_DEPTH = 4
"""From this depth on, the best move of the search is checked for a refutation."""
_ONLY_SEEN = DECIDED - 1
"""The value of a win in every line that is searched, while not every move is."""


@dataclass(frozen=True, slots=True)
class _Variation:
    """A value, as in `ai.gomoku.table`, and the points of the line that begins with the move."""

    value: int
    line: tuple[int, ...]


def analyse(position: GomokuPosition, played: Move | None, limit: Limit, memory: SearchMemory) -> Verdict:
    """Compare the best move of an unfinished position with the one that was played.

    Raises `NoVerdict` in the opening of swap2, and for a pass.
    """
    if position.stage:
        raise NoVerdict("the moves of the opening are choices of balanced stones")
    if position.must_pass or played == PASS:
        raise NoVerdict("a pass is not compared with moves")
    board = board_of(position)
    if board["empties"] == board["size"] ** 2:
        first = played or position.board.grid.name(position.size**2 // 2)
        return Verdict(Line(first, (first,), 0.0))
    root = _Root(board, rules_of(position.variant), int(position.to_move), memory, limit)
    best, other = root.compare(0 if played is None else point_of(position, played))
    # Searched by itself, the best move can seem worse than as the first of all.
    if other is None or other.line[0] == best.line[0] or other.value >= best.value:
        return Verdict(_line(position, other or best))
    return Verdict(_line(position, best), _line(position, other))


def _line(position: GomokuPosition, variation: _Variation) -> Line:
    decided = abs(variation.value) > DECIDED
    score = math.copysign(1.0, variation.value) if decided else expected_result(variation.value)
    moves = tuple(move_of(position, point) for point in variation.line)
    return Line(moves[0], moves, score, decided, WIN - abs(variation.value) if decided else None)


class _Root:
    """The position that is judged. Every method leaves the board as it was."""

    def __init__(self, board: np.void, rules: np.void, side: int, memory: SearchMemory, limit: Limit) -> None:
        self._board, self._rules, self._side, self._memory = board, rules, side, memory
        self._mine, self._theirs = (Root(board, rules, color, memory) for color in (side, 3 - side))
        self._limit = limit
        nodes = limit.nodes or int(limit.seconds * _NODES_A_SECOND)
        self._forced_nodes, self._check_nodes = int(nodes * _FORCED_SHARE), int(nodes * _CHECK_SHARE)

    def compare(self, played: int) -> tuple[_Variation, _Variation | None]:
        """The best move, and the one on the point ``played`` (0: none), which may be as good."""
        counted, room = self._limit.nodes is not None, (self._limit.nodes or 0).bit_length() + 1
        self._memory.reset(min(_TABLE_BITS, room) if counted else _TABLE_BITS, counted)
        branches = self._mine.branches(_PLAN, random.Random(0))
        # First what can be proved: that a move wins by force, or else which moves do not lose by force. Only
        # if that does not say enough, what is left is searched.
        with self._limited(_PROOF_SHARE, _PROOF_SHARE):
            won = self._forced_win(self._mine, self._side, self._forced_nodes)
            known = self._known(played, won) if played else None
            escapes, longest = (branches[:0], None) if won else self._escapes(branches)
        is_enough = known or not played
        if won and is_enough:
            return won, known
        if longest and is_enough:
            return longest, known if known and known.line[0] != longest.line[0] else None
        with self._limited(1.0 - _PROOF_SHARE, 1.0):
            best, other = self._search(escapes, 0 if known else played)
        return won or best, known or other

    def _limited(self, seconds: float, nodes: float) -> AbstractContextManager[None]:
        """A block that may take a part of the limit's seconds, and of its nodes up to its end."""
        limit = self._limit
        max_nodes = None if limit.nodes is None else int(limit.nodes * nodes)
        part = Limit(limit.seconds * seconds, max_nodes)
        return deepening.limited(SearchLimit(self._memory.work), time.perf_counter(), part, RESERVE)

    def _forced_win(self, root: Root, side: int, nodes: int) -> _Variation | None:
        """A win by force of ``side``, to move, if one is found within ``nodes``."""
        if five := int(find_shape(self._board, self._rules, side, FIVES)):
            return _Variation(WIN - 1, (five,))
        won = root.search_vcf(nodes) or root.search_vct(nodes)
        return _Variation(won.value, won.line) if won else None

    def _known(self, point: int, won: _Variation | None) -> _Variation | None:
        """The value of a move, if a win by force of either side includes or follows it."""
        if shape_of(self._board, self._rules, self._side, point) == FIVES:
            return _Variation(WIN - 1, (point,))
        if won and won.line[0] == point:
            return won
        refutation = self._refutation(point, self._forced_nodes)
        return refutation or (self._still_wins(point) if won else None)

    def _refutation(self, point: int, nodes: int) -> _Variation | None:
        """The value of a move after which the other side wins by force."""
        if shape_of(self._board, self._rules, self._side, point) == FIVES:
            return None
        place(self._board, self._rules, point, self._side)
        lost = self._forced_win(self._theirs, 3 - self._side, nodes)
        take_back(self._board, self._rules, point)
        return _Variation(1 - lost.value, (point, *lost.line)) if lost else None

    def _still_wins(self, point: int) -> _Variation | None:
        """The value of a move after which the side still wins by force, whatever the answer is.

        A proof where the move is a threat, and nearly one elsewhere: the answers with any effect are tried.
        """
        work, other = self._memory.work, 3 - self._side
        place(self._board, self._rules, point, self._side)
        length, sure = int(list_answers(self._board, self._rules, work, other, 1)), True
        answers = [int(entry) & POINT for entry in work["lists"][1, : max(0, length)]]
        if length == NO_THREAT:
            sure = False
            answers = [
                int(reply) for reply in self._theirs.branches(_PLAN, random.Random(0))[:, POINT_COLUMN]
            ]
        slowest = _Variation(WIN - 1, ())  # nothing stops the five
        for answer in answers:
            place(self._board, self._rules, answer, other)
            won = self._forced_win(self._mine, self._side, self._check_nodes)
            take_back(self._board, self._rules, answer)
            if won is None:
                take_back(self._board, self._rules, point)
                return None
            if won.value < slowest.value or not slowest.line:
                slowest = _Variation(won.value, (answer, *won.line))
        take_back(self._board, self._rules, point)
        value = slowest.value - 2 if sure else _ONLY_SEEN
        return _Variation(value, (point, *slowest.line))

    def _escapes(self, branches: NDArray[np.int64]) -> tuple[NDArray[np.int64], _Variation | None]:
        """The moves that are not refuted; if every one is, none, and the one that resists longest."""
        if not self._forced_win(self._theirs, 3 - self._side, self._forced_nodes):  # not even after a pass
            return branches, None
        refuted = [self._refutation(int(point), self._check_nodes) for point in branches[:, POINT_COLUMN]]
        left = branches[[refutation is None for refutation in refuted]]
        refutations = [variation for variation in refuted if variation is not None]
        if len(left):
            return left, None
        return left, max(refutations, key=lambda variation: variation.value, default=None)

    def _search(self, branches: NDArray[np.int64], played: int) -> tuple[_Variation, _Variation | None]:
        """The best of the moves and the one that was played, after the deepest search that finished.

        Without any moves, the one that was played is the best.
        """
        own = np.array([[played, 0, -INFINITY]] if played else [], dtype=np.int64).reshape(-1, 3)
        sound, best = set[int](), branches[:1].copy() if len(branches) else own.copy()
        other = own.copy()
        for depth in range(1, _PLAN.depth + 1):
            deeper = self._deepened(branches, depth, sound)
            if deeper is None or not self._finishes(own, depth):
                break
            branches, other = deeper, own.copy()
            best = branches[:1].copy() if len(branches) else other
            if all(abs(value) > DECIDED for value in (*best[:, VALUE], *other[:, VALUE])):
                break
        chosen = self._variation(best[0])
        if not self._is_sound(best[0], sound):
            chosen = self._refutation(chosen.line[0], self._forced_nodes) or chosen
        return chosen, self._variation(other[0]) if played else None

    def _deepened(self, branches: NDArray[np.int64], depth: int, sound: set[int]) -> NDArray[np.int64] | None:
        """The moves, searched to a depth, a sound one in front if any is; None if that was cut short."""
        while self._finishes(branches, depth):
            if depth < _CHECKED_DEPTH or len(branches) < 2 or self._is_sound(branches[0], sound):
                return branches
            branches = branches[1:].copy()
        return None

    def _is_sound(self, branch: NDArray[np.int64], sound: set[int]) -> bool:
        """Whether a move is not refuted, as far as is seen; it is then one of the ``sound``."""
        point = int(branch[POINT_COLUMN])
        if point in sound or abs(branch[VALUE]) > DECIDED:
            return True
        if self._refutation(point, self._forced_nodes):
            return False
        sound.add(point)
        return True

    def _finishes(self, branches: NDArray[np.int64], depth: int) -> bool:
        """Search the moves to a depth. The first one always finishes, so that every move has a value."""
        if not len(branches):
            return True
        if self._searched(branches, depth):
            return True
        if depth > 1:
            return False
        limit = SearchLimit(self._memory.work)
        limit.allow_nodes(deepening.ALL_NODES)
        self._searched(branches, depth)
        limit.stop()
        return True

    def _searched(self, branches: NDArray[np.int64], depth: int) -> bool:
        work, table = self._memory.work, self._memory.table
        return bool(search_root(self._board, self._rules, work, table, branches, self._side, depth))

    def _variation(self, branch: NDArray[np.int64]) -> _Variation:
        value, point = int(branch[VALUE]), int(branch[POINT_COLUMN])
        return _Variation(value if value > -INFINITY else 0, self._mine.line(point))
