"""What a picture and its buttons show of a game: of a match, a puzzle or a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from bot.drawing.base import LineMoves, Window
from bot.presenters.base import ANYTHING, Named, Viewpoint
from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS
from data.model.match import Match, MatchState
from data.model.pair_turns import region_in
from games import replay
from games.base import PASS, Move, Position, Record, Side
from games.regions import allowed

DRAWN_MOVES = 5
"""The moves of a line that are drawn."""


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A position with the moves that led to it, and what its picture marks."""

    record: Record
    viewer: Side = Side.FIRST
    """The side from which the board is seen."""
    is_playing: bool = True
    """Whether the game goes on; else nothing is marked that could be played."""
    is_persons_turn: bool = True
    """Whether a person, and not the computer, is to move."""
    selection: str = ""
    """What the viewer has selected."""
    suggestion: Move | None = None
    """A move to highlight."""
    labels: tuple[tuple[str, str], ...] = ()
    """The name of each point or square that a button names, with what the button says."""
    rings: frozenset[str] = frozenset()
    """The points with buttons that the picture marks."""
    shows_change: bool = True
    """Whether what the last move turned over or captured is marked."""
    numbers: bool = False
    """Whether the whole board is shown, with the order of play on the pieces."""
    line: LineMoves = ()
    """Moves that are expected or would have been better, as in `bot.drawing.base.Scene`."""
    mistake: Move | None = None
    """The move that was played in this position instead."""
    ownership: bytes = b""
    """The expected owners of points, as in `bot.drawing.base.Scene`."""
    group: frozenset[str] = frozenset()
    """The stones that a question or a claim is about, as in `bot.drawing.base.Scene`."""
    dots: frozenset[str] = frozenset()
    """The empty points that a claim or a hint is about, as in `bot.drawing.base.Scene`."""
    window: Window | None = None
    """The part of a large board that a puzzle is about, which is shown in place of the whole one."""
    region: str = ""
    """What the hand of a side plays in or with (`games.regions`); empty: anything."""

    @classmethod
    def of(cls, match: Match) -> Self:
        """A match as its boards show it: against the computer, from the person's side."""
        person = match.computer_side.other if match.computer_side is not None else Side.FIRST
        viewer = facing(match.game, person)
        is_playing = match.state == MatchState.PLAYING
        is_persons_turn = is_playing and match.user_of(replay(match.record).to_move) is not None
        is_limited = match.is_active and match.is_of_pairs
        region = region_in(match.teams, match.record, match.position_id) if is_limited else None
        return cls(match.record, viewer, is_playing, is_persons_turn, region=region or "")

    @property
    def position(self) -> Position:
        """The position, replayed."""
        return replay(self.record)

    def after(self, ply: int) -> Self:
        """The position after the first ``ply`` moves, in which nothing is marked as playable."""
        return replace(self, record=self.record.before(ply), is_playing=False)

    def marked(self, keypad: Keypad, selection: str, suggestion: Move | None = None) -> Self:
        """The scene with a selection, the buttons of its keypad and a suggestion."""
        labels = tuple(keypad.labels_around(suggestion).items())
        return replace(self, selection=selection, labels=labels, rings=keypad.rings, suggestion=suggestion)

    def viewpoint(self, selection: str = "") -> Viewpoint[Position]:
        """The scene as presenters read it, with what somebody has selected."""
        named = Named(self.region, frozenset(allowed(self.record, self.region))) if self.region else ANYTHING
        return Viewpoint(
            self.position, self.record.moves, self.viewer, selection, named=named, window=self.window
        )


def facing(game: str, side: Side) -> Side:
    """The side from which a person who plays ``side`` sees a board that is theirs alone."""
    return side if PRESENTERS[game].faces_player else Side.FIRST


def line_from(record: Record, moves: Sequence[Move]) -> LineMoves:
    """The first moves of a line after a record as they are drawn, with who plays them; passes are not."""
    position, line = replay(record), []
    for move in moves:
        if move != PASS:
            line.append((move, position.to_move))
        position = position.play(move)
    return tuple(line[:DRAWN_MOVES])
