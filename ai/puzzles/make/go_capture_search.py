"""Search of a capture in Go within a bounded region; `ai.puzzles.proof.go_capture` proves what it finds.

The attacker tries every point of the region, the defender every point of it and a pass. The region are the
points near the target's liberties. While the target is in atari, the defender's only moves are to extend it
and to capture an adjacent chain in atari, so that a ladder is followed across the whole board.
"""

from __future__ import annotations

from ai.puzzles.proof import Unproved
from games.base import PASS, IllegalMove, Move
from games.go.position import GoPosition

_MOVES = 3
"""The attacker's moves that are no atari, the first one included, after which a capture is given up."""
_LONGEST = 60
_MANY = 4
"""The liberties with which the target has escaped."""
_NODES = 30_000


class Search:
    """A search for the capture of one chain."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._nodes = 0

    def attacks(self, position: GoPosition) -> list[Move]:
        """The attacker's moves: liberties of the target first, then the points near them."""
        names, board = position.board.names, position.board
        liberties = position.chains.at(self.target).liberties
        near = {point for at in liberties for point in board.neighbors[at]}
        near |= {point for at in near for point in board.neighbors[at]}
        near |= {at for chain in self._enclosing(position) for at in chain if len(chain) <= 2}
        order = [*sorted(liberties), *sorted(near - liberties)]
        return [names[at] for at in order if not position.stones[at] and at != position.ko]

    def _enclosing(self, position: GoPosition) -> list[frozenset[int]]:
        """The liberties of each enemy chain that touches the target."""
        stones, board = position.stones, position.board
        target = position.chains.at(self.target)
        touching = {near for at in target.points for near in board.neighbors[at]}
        chains = {
            position.chains.at(at) for at in touching if stones[at] and stones[at] != stones[self.target]
        }
        return [chain.liberties for chain in chains]

    def captures(self, position: GoPosition, move: Move) -> bool:
        """Whether a move of the attacker captures the target."""
        return self._captures_by(position, move, _MOVES, 0)

    def _captures_by(self, position: GoPosition, move: Move, moves: int, plies: int) -> bool:
        """Whether a move of the attacker captures the target.

        Fewer than ``moves`` moves may be no atari; ``plies`` have been played from the puzzle's position.
        """
        after = self._play(position, move)
        if after is None:
            return False
        if not after.stones[self.target]:
            return True
        liberties = after.chains.at(self.target).liberties
        quiet = moves - (len(liberties) > 1)
        if quiet <= 0 or plies >= _LONGEST or len(liberties) >= _MANY:
            return False
        return all(self._captures(reached, quiet, plies + 2) for _, reached in self._named_answers(after))

    def _captures(self, position: GoPosition, moves: int, plies: int) -> bool:
        """Whether the attacker, to move, captures the target."""
        if not position.stones[self.target]:
            return True
        liberties = position.chains.at(self.target).liberties
        if len(liberties) >= _MANY:
            return False
        return any(self._captures_by(position, move, moves, plies) for move in self.attacks(position))

    def _named_answers(self, position: GoPosition) -> list[tuple[Move, GoPosition]]:
        """The defender's moves, and the positions after them."""
        names = position.board.names
        liberties = position.chains.at(self.target).liberties
        if len(liberties) == 1:
            ataris = [
                next(iter(chain_liberties))
                for chain_liberties in self._enclosing(position)
                if len(chain_liberties) == 1
            ]
            moves = [names[at] for at in dict.fromkeys([*ataris, *liberties])]
        else:
            moves = [*self.attacks(position), PASS]
        played = [(move, after) for move in moves if (after := self._play(position, move)) is not None]
        return played or [(PASS, position.play(PASS))]

    def _play(self, position: GoPosition, move: Move) -> GoPosition | None:
        self._nodes += 1
        if self._nodes > _NODES:
            raise Unproved("too many positions")
        try:
            after = position.play(move)
        except IllegalMove:
            return None
        return after if after.outcome() is None else None

    def escape(self, position: GoPosition, move: Move) -> Move | None:
        """The defender's first move after which a move of the attacker, or a pass, does not capture."""
        after = position.play(PASS) if move == PASS else self._play(position, move)
        if after is None or not after.stones[self.target]:
            return None
        moves = _MOVES - (len(after.chains.at(self.target).liberties) > 1)
        # A pass comes last: where nothing else escapes, there is no move to show.
        candidates = [*self.attacks(after), PASS]
        for answer in candidates:
            reached = self._play(after, answer)
            if reached is not None and not self._captures(reached, moves, 2):
                return None if answer == PASS else answer
        return None

    def line(self, position: GoPosition, move: Move) -> tuple[Move, ...]:
        """A move that captures, the answers that last longest, and the attacker's shortest moves."""
        return tuple(self._longest(position, move, _MOVES, 0))

    def _longest(self, position: GoPosition, move: Move, moves: int, plies: int) -> list[Move]:
        after = self._play(position, move)
        if after is None or not after.stones[self.target]:
            return [move]
        quiet = moves - (len(after.chains.at(self.target).liberties) > 1)
        lines = []
        for answer, reached in self._named_answers(after):
            if answer == PASS:
                continue
            again = self._shortest(reached, quiet, plies + 2)
            lines.append([answer, *again])
        best = max(lines, key=len, default=[])
        return [move, *best]

    def _shortest(self, position: GoPosition, moves: int, plies: int) -> list[Move]:
        for move in self.attacks(position):
            if self._captures_by(position, move, moves, plies):
                return self._longest(position, move, moves, plies)
        return []
