"""Puzzles of Gomoku: exactly one first move wins by fours, wins by a three, or stops a win by fours.

The engine's searches for continuous fours and threes find them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from random import Random

from ai.gomoku.board import board_of, find_shape, may_play, move_of, place, point_of, rules_of, take_back
from ai.gomoku.point_patterns import FIVES, FOUR_THREE, FOURS, WINNING_FOUR
from ai.gomoku.root import Root, SearchMemory
from ai.puzzles.make.gomoku_matches import matches
from ai.puzzles.puzzle import ANY, Puzzle
from ai.puzzles.window import window_of
from games import replay
from games.base import Move, Record, Side
from games.gomoku import GomokuPosition

KEEPS_APART = True
_VARIANTS = ("renju-15", "renju-15", "freestyle-15", "omok-15", "standard-15")
_NODES = 2_500
_MIN_STONES = 8
_LEAST, _MOST = 5, 15
"""The plies of a line that wins by fours; a shorter one is seen at once."""
_ENOUGH = {"fours": 260, "threes": 260, "defense": 200}
"""The most puzzles of a theme that have one length."""

Moves = tuple[Move, ...]


def records(rng: Random) -> Iterator[Record]:
    """The positions of quick matches in which both sides overlook wins."""
    return matches(_VARIANTS, rng)


def quota(puzzle: Puzzle) -> tuple[str, int]:
    """A puzzle's theme and length, and how many of that are enough."""
    return f"{puzzle.themes[0]} {len(puzzle.line)}", _ENOUGH[puzzle.themes[0]]


def find(record: Record) -> Puzzle | None:
    """The puzzle at the end of a record, if there is one that a window shows."""
    puzzle = _at_end(record)
    return puzzle if puzzle is not None and window_of(puzzle) is not None else None


def _at_end(record: Record) -> Puzzle | None:
    position = replay(record)
    assert isinstance(position, GomokuPosition)
    if len(record.moves) < _MIN_STONES:
        return None
    reader = _Reader(position)
    if reader.five(reader.own) or reader.five(reader.other):
        return None
    if reader.line(reader.own):
        return _by_fours(record, reader)
    if threat := reader.line(reader.other):
        return _defense(record, reader, threat)
    return _by_a_three(record, reader)


class _Reader:
    """The engine's searches in a position, for either side. Every method leaves the board as it was."""

    def __init__(self, position: GomokuPosition) -> None:
        self.position = position
        self.own, self.other = position.to_move, position.to_move.other
        self.moves = position.legal_moves()
        self._board, self._rules = board_of(position), rules_of(position.variant)

    def five(self, side: Side) -> Move | None:
        """A point where a side makes five."""
        point = int(find_shape(self._board, self._rules, int(side), FIVES))
        return move_of(self.position, point) if point else None

    @contextmanager
    def played(self, move: Move, side: Side) -> Iterator[bool]:
        """The position with a stone of a side; whether the rules let it play there, otherwise nothing is."""
        point = point_of(self.position, move)
        allowed = bool(may_play(self._board, self._rules, point, int(side)))
        if allowed:
            place(self._board, self._rules, point, int(side))
        yield allowed
        if allowed:
            take_back(self._board, self._rules, point)

    def has_four(self) -> bool:
        """Whether a move of the side to move threatens to make five."""
        shapes = (FOURS, FOUR_THREE, WINNING_FOUR)
        return any(find_shape(self._board, self._rules, int(self.own), shape) for shape in shapes)

    def line(self, side: Side) -> Moves:
        """A win of a side, to move, by fours alone, to the five; empty if there is none."""
        if five := self.five(side):
            return (five,)
        memory = self._memory()
        win = Root(self._board, self._rules, int(side), memory).search_vcf(_NODES)
        if win is None:
            return ()
        return self._finished(tuple(move_of(self.position, point) for point in win.line), side)

    def wins(self, side: Side) -> bool:
        """Whether a side, to move, wins by fours alone."""
        if self.five(side):
            return True
        return Root(self._board, self._rules, int(side), self._memory()).search_vcf(_NODES) is not None

    def wins_by_threes(self) -> bool:
        """Whether the side to move wins by fours and threes."""
        return Root(self._board, self._rules, int(self.own), self._memory()).search_vct(_NODES) is not None

    def _finished(self, line: Moves, side: Side) -> Moves:
        """A line that ends with a four that has no answer, with an answer and the five after it."""
        with ExitStack() as stack:
            for index, move in enumerate(line):
                stack.enter_context(self.played(move, side.other if index % 2 else side))
            if len(line) % 2 == 0:  # the four is missing, too
                return line
            answer = self.five(side)
            if answer is None:
                return line
            with self.played(answer, side.other) as allowed:
                five = self.five(side) if allowed else None
            return (*line, answer, five) if five else line

    @staticmethod
    def _memory() -> SearchMemory:
        memory = _memory()
        memory.work["stop"] = memory.work["nodes"] = 0
        return memory


@cache
def _memory() -> SearchMemory:
    memory = SearchMemory(12)
    memory.work["budget"] = 1 << 60
    return memory


def _by_fours(record: Record, reader: _Reader) -> Puzzle | None:
    winning, replies = [], dict[str, Move]()
    for move in reader.moves:
        with reader.played(move, reader.own):
            five = reader.five(reader.own)
            if five is None:
                continue
            with reader.played(five, reader.other) as answered:
                if reader.five(reader.other) is None and (not answered or reader.wins(reader.own)):
                    winning.append(move)
                else:
                    replies[move] = five
    line = reader.line(reader.own)
    if winning != [line[0]] or not _LEAST <= len(line) <= _MOST or len(line) % 2 == 0:
        return None
    replies[ANY] = line[0]
    return Puzzle(record.game, record.variant, record.moves, line, ("fours",), replies)


def _defense(record: Record, reader: _Reader, threat: Moves) -> Puzzle | None:
    """A puzzle if one move stops the win by fours; fours of one's own only put it off."""
    if len(threat) < _LEAST:
        return None
    safe, replies = [], dict[str, Move]()
    for move in reader.moves:
        with reader.played(move, reader.own):
            five = reader.five(reader.own)
            if five is None:
                if not reader.wins(reader.other):
                    safe.append(move)
                elif (line := reader.line(reader.other))[0] != threat[0]:
                    replies[move] = line[0]
            else:
                replies[move] = five
    if len(safe) != 1:
        return None
    replies[ANY] = threat[0]
    return Puzzle(record.game, record.variant, record.moves, (safe[0],), ("defense",), replies)


def _by_a_three(record: Record, reader: _Reader) -> Puzzle | None:
    if reader.has_four() or not reader.wins_by_threes():
        return None  # a four before the three would often win, too
    winning = [move for move in reader.moves if _wins_by_three(reader, move)]
    if len(winning) != 1:
        return None
    line = _longest(reader, winning[0])
    if len(line) % 2 == 0:
        return None
    return Puzzle(record.game, record.variant, record.moves, line, ("threes",), {ANY: winning[0]})


def _wins_by_three(reader: _Reader, move: Move) -> bool:
    """Whether a move that is no four wins by fours whatever the answer is."""
    with reader.played(move, reader.own):
        if reader.five(reader.own) or not reader.wins(reader.own):
            return False
        for answer in reader.moves:
            if answer != move:
                with reader.played(answer, reader.other) as allowed:
                    if allowed and not reader.wins(reader.own):
                        return False
    return True


def _longest(reader: _Reader, move: Move) -> Moves:
    """The move, the answer that lasts longest, the nearest one of several, and the fours that win."""
    lines, names = [], reader.position.board.grid

    def rank(line: Moves) -> tuple[int, int]:
        first, second = (divmod(names.index(at), reader.position.size) for at in line[:2])
        return len(line), -max(abs(first[0] - second[0]), abs(first[1] - second[1]))

    with reader.played(move, reader.own):
        for answer in reader.moves:
            if answer != move:
                with reader.played(answer, reader.other) as allowed:
                    if allowed:
                        lines.append((move, answer, *reader.line(reader.own)))
    return max(lines, key=rank)
