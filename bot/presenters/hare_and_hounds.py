"""Hare and Hounds in words and buttons: the board itself, three rows of five."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing import orientation
from bot.presenters.base import (
    BLANK,
    Keypad,
    KeypadButton,
    Presenter,
    Tone,
    Viewpoint,
    ViewState,
    single_option,
)
from bot.texts import Texts
from games.base import Move, Side
from games.hare_and_hounds import HARE_AND_HOUNDS, PLY_LIMIT, POINTS, HarePosition

_VARIANT_KEYS = {"classic": "hare.variant.classic", "no-limit": "hare.variant.no-limit"}


class HarePresenter(Presenter[HarePosition]):
    """Three hounds against a hare.

    A point that only one piece can reach takes one tap. Where several hounds can go, the hound is selected
    first.
    """

    slug = "hare_and_hounds"
    symbols: Mapping[Side, str] = {Side.FIRST: "🐕", Side.SECOND: "🐇"}
    side_keys: Mapping[Side, str] = {Side.FIRST: "side.hounds", Side.SECOND: "side.hare"}
    variant_options = single_option(HARE_AND_HOUNDS.variants)

    def notes(self, position: HarePosition, texts: Texts) -> Sequence[str]:
        """How many turns the hounds have left."""
        if position.variant != "classic":
            return ()
        return (texts("hare.turn", turn=position.ply // 2 + 1, last=PLY_LIMIT // 2),)

    def describe(self, position: HarePosition, texts: Texts) -> str:
        """Where every piece is."""
        hounds = ", ".join(name for at, name in enumerate(POINTS) if position.hounds >> at & 1)
        return texts.plain("hare.describe", hounds=hounds, hare=POINTS[position.hare])

    def view_state(self, viewpoint: Viewpoint[HarePosition]) -> ViewState:
        """The selected hound."""
        return ViewState(selected=_selected_hound(viewpoint))

    def keypad(self, viewpoint: Viewpoint[HarePosition], texts: Texts) -> Keypad:
        """The board as its picture shows it."""
        del texts
        position, selected = viewpoint.position, _selected_hound(viewpoint)
        moves = [move for move in position.legal_moves() if selected is None or move.startswith(selected)]
        rows = [
            [
                _placeholder(row, column) if name is None else _button(position, name, selected, moves)
                for column, name in enumerate(names)
            ]
            for row, names in enumerate(orientation.hare_and_hounds(viewpoint.viewer))
        ]
        return Keypad(rows, steady=True)

    def variant_name(self, variant: str, texts: Texts) -> str:
        """The limit of turns."""
        return texts.plain(_VARIANT_KEYS[variant])


def _selected_hound(viewpoint: Viewpoint[HarePosition]) -> str | None:
    """The hound that the selection names, if it can move. There is one hare, which needs no selecting."""
    position, selection = viewpoint.position, viewpoint.selection
    can_move = any(move.startswith(f"{selection}-") for move in position.legal_moves())
    return selection if can_move and position.to_move is Side.FIRST else None


def _placeholder(row: int, column: int) -> KeypadButton:
    return KeypadButton(BLANK, f"{row}.{column}", selects=True, disabled=True)


def _button(position: HarePosition, name: str, selected: str | None, moves: Sequence[Move]) -> KeypadButton:
    """The button of a point: a hound to select or deselect, a point to go to, or neither."""
    at = POINTS.index(name)
    if at == position.hare:
        return KeypadButton("", name, selects=True, emoji="🐇", disabled=True)
    if position.hounds >> at & 1:
        return _hound_button(position, name, selected)
    matching = [move for move in moves if move.endswith(name)]
    if len(matching) == 1:
        return KeypadButton(name, matching[0], tone=Tone.TARGET)
    return KeypadButton(name, name, selects=True, disabled=True)


def _hound_button(position: HarePosition, name: str, selected: str | None) -> KeypadButton:
    if name == selected:
        return KeypadButton("", "", selects=True, emoji="🐕", tone=Tone.SELECTED)
    can_move = any(move.startswith(name) for move in position.legal_moves())
    usable = position.to_move is Side.FIRST and can_move
    tone = Tone.OWN if usable else Tone.PLAIN
    return KeypadButton("", name, selects=True, emoji="🐕", disabled=not usable, tone=tone)


HARE_PRESENTER = HarePresenter()
