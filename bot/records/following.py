"""Follows the moves of a record by our rules, and adds the passes that other programs leave out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.records.base import MAX_MOVES
from games import game, start_of
from games.base import PASS, IllegalMove, Move, Position, Record, Side
from games.go.position import AGREE, RESUME, GoPosition
from games.gomoku.rules import GomokuPosition
from games.othello import OthelloPosition


def color_to_move(position: Position) -> Side:
    """The color of the next move, which in Swap2 is not always the side to move."""
    return position.next_color if isinstance(position, GomokuPosition) else position.to_move


def colors_of(position: Position) -> bytes:
    """The stones of Go, Gomoku or Othello: a byte for each point, rows from the top; 0 or the color."""
    if isinstance(position, GoPosition):
        return position.stones
    if isinstance(position, GomokuPosition):
        return position.colors
    assert isinstance(position, OthelloPosition)
    black, white = position.black, position.white
    return bytes((black >> at & 1) + 2 * (white >> at & 1) for at in range(position.size**2))


class Follower:
    """A record that grows by moves as a file has them."""

    def __init__(self, slug: str, variant: str, setup: str | None = None) -> None:
        self._game = game(slug)
        self._start = Record(slug, variant, setup=setup)
        self._moves: list[Move] = []
        self.added_passes = 0
        """Passes that no file leaves out: those between two moves of one color in Go."""
        self.position: Any = start_of(self._start)

    @property
    def record(self) -> Record:
        """The record so far."""
        return replace(self._start, moves=tuple(self._moves))

    def parse(self, text: str) -> Move:
        """A move as people write it. Raises `RuleError`."""
        return self._game.parse(text, self.position)

    def play(self, move: Move, color: Side | None = None) -> None:
        """Play a move, after what has to be between it and the last one.

        ``color`` is the color that the file gives it, None if it gives none. A pass after the end, which some
        programs write, is left out. Raises `RuleError` if the move is not legal or has the wrong color, and
        if the record is full.
        """
        if move == PASS and self.position.outcome() is not None:
            return
        if isinstance(self.position, GoPosition):
            if self.position.scoring and move == PASS:
                return
            self._turn_to(color)
        elif move != PASS and self._passes_first(color):
            self._append(PASS)
        if color not in (None, color_to_move(self.position)) and self.position.outcome() is None:
            raise IllegalMove("record.wrong-turn", move=move)
        self._append(move)

    def play_exactly(self, moves: Iterable[str]) -> None:
        """Play canonical moves with nothing added. Raises `RuleError`."""
        for move in moves:
            self._append(Move(move))

    def _passes_first(self, color: Side | None) -> bool:
        """Whether the side to move has no move, so that the next one is the opponent's."""
        if isinstance(self.position, GomokuPosition):  # to know it takes a look at every point
            return color not in (None, color_to_move(self.position)) and self.position.must_pass
        return isinstance(self.position, OthelloPosition) and self.position.must_pass

    def _turn_to(self, color: Side | None) -> None:
        """Have a color of Go to move: the other one passes, or play is resumed after two passes."""
        while not self.position.outcome() and (self.position.scoring or self.position.to_move is not color):
            if not self.position.scoring:
                self._append(PASS)
                self.added_passes += 1
            elif self.position.to_move is not color:
                self._append(RESUME)
            elif self.position.agreed:
                return
            else:
                self._append(AGREE)

    def _append(self, move: Move) -> None:
        if len(self._moves) >= MAX_MOVES:
            raise IllegalMove("record.too-many-moves", n=MAX_MOVES)
        self.position = self.position.play(move)
        self._moves.append(move)
