"""Twelve Janggi in words and keys: the board as four rows of three buttons, the hand as a row below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.drawing import orientation
from bot.presenters.base import Face, Key, Look, Pad, Sight, Tone, whole
from bot.texts import Texts
from games.base import Move, Position, Side
from games.twelve_janggi import HANDS, INDEX, SQUARES, TWELVE_JANGGI, JanggiPosition

NAMES = {"K": "王", "J": "將", "S": "相", "Z": "子", "H": "侯"}
"""What stands on the tiles."""


class JanggiFace(Face):
    """Green and Red: tap a piece, on the board or in the hand, then where it goes."""

    slug = "twelve_janggi"
    symbols: Mapping[Side, str] = {Side.FIRST: "🟢", Side.SECOND: "🔴"}
    parts = whole(TWELVE_JANGGI.variants)
    turns = True

    def side(self, side: Side, texts: Texts) -> str:
        """Green or Red, by the colour of the camp."""
        return texts.plain("side.green" if side is Side.FIRST else "side.red")

    def notes(self, position: Position, texts: Texts) -> Sequence[str]:
        """What must not be overlooked: a King in the enemy camp, a position about to come up again."""
        assert isinstance(position, JanggiPosition)
        told = []
        intruder = position.to_move.other
        if position.entered(intruder):
            told.append(texts("janggi.entered", side=self.side(intruder, texts)))
        if position.repetitions == 2:
            told.append(texts("janggi.repeated"))
        return told

    def describe(self, position: Position, texts: Texts) -> str:
        """Every piece of each side, and what it holds."""
        assert isinstance(position, JanggiPosition)
        return " ".join(_inventory(position, side, self.side(side, texts), texts) for side in Side)

    def look(self, sight: Sight) -> Look:
        """The piece taken up."""
        return Look(selected=_taken_up(sight))

    def pad(self, sight: Sight, texts: Texts) -> Pad:
        """The board as its picture shows it, and the kinds that the side to move holds."""
        position, chosen = sight.position, _taken_up(sight)
        assert isinstance(position, JanggiPosition)
        rows = [
            [_key(position, name, chosen) for name in names]
            for names in orientation.twelve_janggi(sight.viewer)
        ]
        hand = list(_hand(position, chosen))
        return Pad([*rows, hand] if hand else rows, steady=True)

    def variant(self, variant: str, texts: Texts) -> str:
        """There is one only: the name says nothing."""
        return ""

    def say(self, move: Move, texts: Texts) -> str:
        """From where to where, or which piece is dropped."""
        kind, star, to = move.partition("*")
        if not star:
            return move.replace("-", " → ")
        return texts.plain("janggi.drop", piece=f"{NAMES[kind]} {kind}", to=to)


def _taken_up(sight: Sight) -> str | None:
    """The square (``b1``) or kind in hand (``Z*``) that the cursor names, if it may move."""
    start = _start(sight.cursor)
    may_move = bool(start) and any(move.startswith(start) for move in sight.position.legal_moves())
    return sight.cursor if may_move else None


def _start(origin: str) -> str:
    """How moves from a square or from the hand begin; empty for what is neither."""
    if origin in INDEX:
        return f"{origin}-"
    return origin if len(origin) == 2 and origin.endswith("*") else ""


def _key(position: JanggiPosition, name: str, chosen: str | None) -> Key:
    """The key of a square: a piece to be taken up or put down, a goal, or neither."""
    symbol = position.board[INDEX[name]]
    label = name if symbol == "." else _piece(symbol)
    if name == chosen:
        return Key(label, "", "look", tone=Tone.CHOSEN)
    move = Move(f"{_start(chosen)}{name}") if chosen else None
    legal = position.legal_moves()
    if move in legal:
        assert move is not None
        return Key(label, move, tone=Tone.GOAL)
    own = position.owns(INDEX[name], position.to_move)
    may_move = own and any(move.startswith(f"{name}-") for move in legal)
    return Key(label, name, "look", disabled=not may_move, tone=Tone.OWN if own else Tone.PLAIN)


def _hand(position: JanggiPosition, chosen: str | None) -> Iterator[Key]:
    """A key for each kind that the side to move holds."""
    for kind in HANDS:
        count = position.hand.count(kind)
        if count:
            label = f"{_piece(kind)} ×{count}" if count > 1 else _piece(kind)
            if f"{kind}*" == chosen:
                yield Key(label, "", "look", tone=Tone.CHOSEN)
            else:
                yield Key(label, f"{kind}*", "look", tone=Tone.OWN)


def _piece(symbol: str) -> str:
    """A piece as people read it, with the letter it is typed by."""
    return f"{NAMES[symbol.upper()]} {symbol.upper()}"


def _inventory(position: JanggiPosition, side: Side, name: str, texts: Texts) -> str:
    pieces = [
        f"{_piece(symbol)} {square}"
        for square, symbol in zip(SQUARES, position.board, strict=True)
        if position.owns(INDEX[square], side)
    ]
    hand = ", ".join(map(_piece, position.hands[side - 1])) or texts.plain("janggi.nothing")
    return texts.plain("janggi.describe", side=name, pieces=", ".join(pieces), hand=hand)


JANGGI_FACE = JanggiFace()
