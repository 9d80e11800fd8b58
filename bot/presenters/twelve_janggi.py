"""Twelve Janggi in words and buttons: the board as four rows of three, the hand in a row below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.drawing import orientation
from bot.presenters.base import Keypad, KeypadButton, Presenter, Tone, Viewpoint, ViewState, single_option
from bot.texts import Texts
from games.base import Move, Side
from games.twelve_janggi import HANDS, INDEX, SQUARES, TWELVE_JANGGI, JanggiPosition

NAMES = {"K": "王", "J": "將", "S": "相", "Z": "子", "H": "侯"}
"""The characters on the tiles."""


class JanggiPresenter(Presenter[JanggiPosition]):
    """Green and Red. A piece is selected on the board or in the hand, then its destination."""

    slug = "twelve_janggi"
    symbols: Mapping[Side, str] = {Side.FIRST: "🟢", Side.SECOND: "🔴"}
    side_keys: Mapping[Side, str] = {Side.FIRST: "side.green", Side.SECOND: "side.red"}
    variant_options = single_option(TWELVE_JANGGI.variants)
    faces_player = True

    def notes(self, position: JanggiPosition, texts: Texts) -> Sequence[str]:
        """Warnings: a King in the enemy camp, a position that has occurred twice."""
        lines = []
        opponent = position.to_move.other
        if position.entered(opponent):
            lines.append(texts("janggi.entered", side=self.side_name(opponent, texts)))
        if position.repetitions == 2:
            lines.append(texts("janggi.repeated"))
        return lines

    def describe(self, position: JanggiPosition, texts: Texts) -> str:
        """The pieces of each side, on the board and in hand."""
        return " ".join(_inventory(position, side, self.side_name(side, texts), texts) for side in Side)

    def view_state(self, viewpoint: Viewpoint[JanggiPosition]) -> ViewState:
        """The selected piece."""
        return ViewState(selected=_selected(viewpoint))

    def keypad(self, viewpoint: Viewpoint[JanggiPosition], texts: Texts) -> Keypad:
        """The board as its picture shows it, then the kinds in the hand of the side to move."""
        del texts
        position, selected = viewpoint.position, _selected(viewpoint)
        rows = [
            [_square_button(position, name, selected) for name in names]
            for names in orientation.twelve_janggi(viewpoint.viewer)
        ]
        hand = list(_hand_buttons(position, selected))
        return Keypad([*rows, hand] if hand else rows, steady=True)

    def move_text(self, move: Move, texts: Texts) -> str:
        """From where to where, or which piece is dropped."""
        kind, star, to = move.partition("*")
        if not star:
            return super().move_text(move, texts)
        return texts.plain("janggi.drop", piece=f"{NAMES[kind]} {kind}", to=to)


def _selected(viewpoint: Viewpoint[JanggiPosition]) -> str | None:
    """The square (``b1``) or kind in hand (``Z*``) that the selection names, if it can move."""
    prefix = _move_prefix(viewpoint.selection)
    can_move = bool(prefix) and any(move.startswith(prefix) for move in viewpoint.position.legal_moves())
    return viewpoint.selection if can_move else None


def _move_prefix(origin: str) -> str:
    """How moves from a square or the hand begin; empty for any other text."""
    if origin in INDEX:
        return f"{origin}-"
    return origin if len(origin) == 2 and origin.endswith("*") else ""


def _square_button(position: JanggiPosition, name: str, selected: str | None) -> KeypadButton:
    """The button of a square: a piece to select or deselect, a destination, or neither."""
    symbol = position.board[INDEX[name]]
    label = name if symbol == "." else _piece(symbol)
    if name == selected:
        return KeypadButton(label, "", selects=True, tone=Tone.SELECTED)
    legal = position.legal_moves()
    if selected is not None and (move := Move(f"{_move_prefix(selected)}{name}")) in legal:
        return KeypadButton(label, move, tone=Tone.TARGET)
    own = position.owns(INDEX[name], position.to_move)
    can_move = own and any(move.startswith(f"{name}-") for move in legal)
    tone = Tone.OWN if own else Tone.PLAIN
    return KeypadButton(label, name, selects=True, disabled=not can_move, tone=tone)


def _hand_buttons(position: JanggiPosition, selected: str | None) -> Iterator[KeypadButton]:
    """A button for each kind in the hand of the side to move."""
    for kind in HANDS:
        count = position.hand.count(kind)
        if count:
            label = f"{_piece(kind)} ×{count}" if count > 1 else _piece(kind)
            if f"{kind}*" == selected:
                yield KeypadButton(label, "", selects=True, tone=Tone.SELECTED)
            else:
                yield KeypadButton(label, f"{kind}*", selects=True, tone=Tone.OWN)


def _piece(symbol: str) -> str:
    """A piece's character and the letter that notation uses."""
    return f"{NAMES[symbol.upper()]} {symbol.upper()}"


def _inventory(position: JanggiPosition, side: Side, name: str, texts: Texts) -> str:
    pieces = [
        f"{_piece(symbol)} {square}"
        for square, symbol in zip(SQUARES, position.board, strict=True)
        if position.owns(INDEX[square], side)
    ]
    hand = ", ".join(map(_piece, position.hands[side - 1])) or texts.plain("janggi.nothing")
    return texts.plain("janggi.describe", side=name, pieces=", ".join(pieces), hand=hand)


JANGGI_PRESENTER = JanggiPresenter()
