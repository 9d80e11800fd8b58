"""Hare and Hounds in words and keys: the board itself as buttons, three rows of five."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing import orientation
from bot.presenters.base import BLANK, Face, Key, Look, Pad, Sight, Tone, whole
from bot.texts import Texts
from games.base import Move, Position, Side
from games.hare_and_hounds import HARE_AND_HOUNDS, PLY_LIMIT, POINTS, HarePosition


class HareFace(Face):
    """Hounds and hare.

    A goal that one piece alone can reach is one tap; where several hounds can, the hound is tapped first.
    """

    slug = "hare_and_hounds"
    symbols: Mapping[Side, str] = {Side.FIRST: "🐕", Side.SECOND: "🐇"}
    parts = whole(HARE_AND_HOUNDS.variants)

    def side(self, side: Side, texts: Texts) -> str:
        """Hounds or hare."""
        return texts.plain("side.hounds" if side is Side.FIRST else "side.hare")

    def notes(self, position: Position, texts: Texts) -> Sequence[str]:
        """How many turns are left to the hounds."""
        assert isinstance(position, HarePosition)
        if position.variant != "classic":
            return ()
        return (texts("hare.turn", turn=position.ply // 2 + 1, last=PLY_LIMIT // 2),)

    def describe(self, position: Position, texts: Texts) -> str:
        """Where everybody stands."""
        assert isinstance(position, HarePosition)
        hounds = ", ".join(name for at, name in enumerate(POINTS) if position.hounds >> at & 1)
        return texts.plain("hare.describe", hounds=hounds, hare=POINTS[position.hare])

    def look(self, sight: Sight) -> Look:
        """The hound taken up."""
        return Look(selected=_taken_up(sight))

    def pad(self, sight: Sight, texts: Texts) -> Pad:
        """The board as its picture shows it."""
        position, chosen = sight.position, _taken_up(sight)
        assert isinstance(position, HarePosition)
        moves = [move for move in position.legal_moves() if chosen is None or move.startswith(chosen)]
        rows = [
            [
                _blank(row, column) if name is None else _key(position, name, chosen, moves)
                for column, name in enumerate(names)
            ]
            for row, names in enumerate(orientation.hare_and_hounds(sight.viewer))
        ]
        return Pad(rows, steady=True)

    def variant(self, variant: str, texts: Texts) -> str:
        """Thirty turns, or as many as it takes."""
        return texts.plain(f"hare.variant.{variant}")

    def say(self, move: Move, texts: Texts) -> str:
        """From where to where."""
        return move.replace("-", " → ")


def _taken_up(sight: Sight) -> str | None:
    """The hound that the cursor names, if it may move. The hare, being one, need not be taken up."""
    may_move = any(move.startswith(f"{sight.cursor}-") for move in sight.position.legal_moves())
    return sight.cursor if may_move and sight.position.to_move is Side.FIRST else None


def _blank(row: int, column: int) -> Key:
    return Key(BLANK, f"{row}.{column}", "look", disabled=True)


def _key(position: HarePosition, name: str, chosen: str | None, moves: Sequence[Move]) -> Key:
    """The key of a point: a piece to be taken up or put down, a goal, or neither."""
    at = POINTS.index(name)
    if at == position.hare:
        return Key("", name, "look", emoji="🐇", disabled=True)
    if position.hounds >> at & 1:
        may_move = any(move.startswith(name) for move in position.legal_moves())
        hunts = position.to_move is Side.FIRST and may_move
        if name == chosen:
            return Key("", "", "look", emoji="🐕", tone=Tone.CHOSEN)
        return Key("", name, "look", emoji="🐕", disabled=not hunts, tone=Tone.OWN if hunts else Tone.PLAIN)
    goals = [move for move in moves if move.endswith(name)]
    if len(goals) == 1:
        return Key(name, goals[0], tone=Tone.GOAL)
    return Key(name, name, "look", disabled=True)


HARE_FACE = HareFace()
