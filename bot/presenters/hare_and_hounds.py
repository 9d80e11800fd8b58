"""Hare and Hounds in words and buttons: the hounds, and the points where a piece can go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.drawing import orientation
from bot.icons import Icon
from bot.presenters.base import Presenter, Viewpoint, ViewState
from bot.presenters.keypad import Action, Keypad, KeypadButton, Tone, steady_rows, type_button
from bot.presenters.typed_in import TypedIn
from bot.presenters.variants import single_option
from bot.texts import Texts
from games.base import Move, Side
from games.hare_and_hounds import (
    HARE_AND_HOUNDS,
    INDEX,
    NEIGHBORS,
    PLY_LIMIT,
    POINTS,
    HarePosition,
)

_VARIANT_KEYS = {"classic": "hare.variant.classic", "no-limit": "hare.variant.no-limit"}

_FIRST_PLIES = 4
"""The moves before which `HarePresenter.introduction` says how each side wins."""


class HarePresenter(Presenter[HarePosition]):
    """Three hounds against a hare.

    A point that only one piece can reach takes one tap. At a point that several hounds can reach, a second
    tap says which one goes.
    """

    slug = "hare_and_hounds"
    symbols: Mapping[Side, str] = {Side.FIRST: Icon.HOUND, Side.SECOND: Icon.HARE}
    side_keys: Mapping[Side, str] = {Side.FIRST: "side.hounds", Side.SECOND: "side.hare"}
    variant_options = single_option(HARE_AND_HOUNDS.variants)

    def notes(self, position: HarePosition, texts: Texts) -> Sequence[str]:
        """The turn and the last one, if there is one."""
        if position.variant != "classic":
            return []
        return [texts("hare.turn", turn=position.ply // 2 + 1, last=PLY_LIMIT // 2)]

    def introduction(
        self, position: HarePosition, texts: Texts, typed_in: TypedIn = TypedIn.FORM
    ) -> Sequence[str]:
        """How each side wins, on its first two turns."""
        if position.variant != "classic" or position.ply >= _FIRST_PLIES:
            return ()
        return (texts("hare.goals", last=PLY_LIMIT // 2),)

    def describe(self, position: HarePosition, texts: Texts) -> str:
        """The points of the hounds and of the hare, and which can move."""
        hounds = ", ".join(name for at, name in enumerate(POINTS) if position.hounds >> at & 1)
        described = texts.plain("hare.describe", hounds=hounds, hare=POINTS[position.hare])
        return " ".join([described, *self.movable(position, texts)])

    def about(self, position: HarePosition, point: str, texts: Texts) -> Sequence[str]:
        """The points to which lines lead."""
        del position
        lines = " ".join(POINTS[end] for end in NEIGHBORS[INDEX[point]])
        return [texts.plain("hare.lines", points=lines)]

    def kept(self, position: HarePosition, texts: Texts) -> Sequence[str]:
        """The turn, where turns are counted."""
        return self.notes(position, texts)

    def view_state(self, viewpoint: Viewpoint[HarePosition]) -> ViewState:
        """The view with the selected hound marked, or the selected goal of several hounds."""
        return ViewState(selected=_selected(viewpoint))

    def keypad(self, viewpoint: Viewpoint[HarePosition], texts: Texts) -> Keypad:
        """The hounds that can move, then the points that the selected hound, or any, can reach.

        A point that several hounds can reach is selected first: then there is a button for each of them.
        """
        position, selected = viewpoint.position, _selected(viewpoint)
        legal, typing = viewpoint.named.of(position.legal_moves()), [type_button(texts)]
        order = [name for row in orientation.hare_and_hounds(viewpoint.viewer) for name in row]
        if selected in _shared_goals(legal):
            moves = [candidate for name in order if (candidate := Move(f"{name}-{selected}")) in legal]
            choices = [KeypadButton(self.move_text(move, texts), move, tone=Tone.MOVE) for move in moves]
            deselect = KeypadButton(texts.plain("keypad.back"), "", Action.SELECT)
            return Keypad(steady_rows([*choices, deselect], typing, per_row=2))
        goals = _goal_buttons(legal, selected)
        buttons = [goals[name] for name in order if name in goals]
        hounds = list(_hound_buttons(viewpoint, selected)) if position.to_move is Side.FIRST else []
        rows = [hounds, *steady_rows(buttons, typing, rows=2)] if hounds else steady_rows(buttons, typing)
        return Keypad(rows)  # names stand beside the points on the board

    def variant_name(self, variant: str, texts: Texts) -> str:
        """A variant by its limit of turns."""
        return texts.plain(_VARIANT_KEYS[variant])

    def opening_variant_name(self, variant: str, texts: Texts) -> str:
        """Nothing: there is one start."""
        del variant, texts
        return ""


def _selected(viewpoint: Viewpoint[HarePosition]) -> str | None:
    """The hound that the selection names, if it can move, or the point, if several hounds can go there.

    There is one hare, which needs no selecting.
    """
    if viewpoint.position.to_move is not Side.FIRST:
        return None
    selection = viewpoint.selection or viewpoint.named.region
    legal = viewpoint.named.of(viewpoint.position.legal_moves())
    can_move = any(move.startswith(f"{selection}-") for move in legal)
    return selection if can_move or selection in _shared_goals(legal) else None


def _goal_buttons(legal: Sequence[Move], selected: str | None) -> dict[str, KeypadButton]:
    """By point, the button that moves the selected hound there, or the only one that can go there.

    Without a selection, a point that several hounds can reach is selected.
    """
    can_go = [legal_move for legal_move in legal if selected in (None, legal_move.partition("-")[0])]
    shared = _shared_goals(can_go)
    buttons = {}
    for move in can_go:
        goal = move.partition("-")[2]
        argument, action = (goal, Action.SELECT) if goal in shared else (move, Action.MOVE)
        buttons[goal] = KeypadButton(goal, argument, action, tone=Tone.MOVE)
    return buttons


def _shared_goals(legal: Sequence[Move]) -> frozenset[str]:
    """The points to which several hounds can go, so that a tap on the point does not say which one does."""
    goals = Counter(move.partition("-")[2] for move in legal)
    return frozenset(point for point, hounds in goals.items() if hounds > 1)


def _hound_buttons(viewpoint: Viewpoint[HarePosition], selected: str | None) -> Iterator[KeypadButton]:
    """A button for each hound: it selects the hound or, if that is selected, none."""
    for at, name in enumerate(POINTS):
        if viewpoint.position.hounds >> at & 1:
            can_move = any(
                move.startswith(name) for move in viewpoint.named.of(viewpoint.position.legal_moves())
            )
            chosen = name == selected
            tone = Tone.SELECTED if chosen else Tone.PLAIN
            argument = "" if chosen else name
            yield KeypadButton(
                name, argument, Action.SELECT, emoji=Icon.HOUND, disabled=not can_move, tone=tone
            )


HARE_PRESENTER = HarePresenter()
