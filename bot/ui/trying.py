"""Buttons of a position that try a move instead of playing it: in a person's own mistakes, and in puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
from discord.ui import ActionRow, TextDisplay

from bot.presenters.keypad import BLANK, BUTTON_ROWS, BUTTONS_PER_ROW, Action, Keypad, KeypadButton
from bot.ui import AnyView
from bot.ui.buttons import EMPTY_ROW, STYLES
from bot.ui.panel import Panel, button

RIGHT, WRONG = discord.Color(0x2E8B57), discord.Color(0xC0392B)
_ACTIONS = {Action.MOVE: "try", Action.SELECT: "look", Action.TYPE: "type"}
"""What the buttons of a keypad do here. One with another action belongs to a match, and is left out."""
CONTROL_KEYS = {
    "show": "button.try-again",
    "hint": "button.hint",
    "line": "button.solution",
    "answer": "button.solution",
    "next": "button.next-puzzle",
}
"""The text keys of the other buttons by their actions: the same words before and after an answer."""

PanelOf = Callable[[str, str], Panel]
"""The press that means an action (``try``, ``look``, ``type``) with a move or a selection."""


def keypad_rows(keypad: Keypad, panel: PanelOf) -> list[ActionRow[AnyView] | TextDisplay[AnyView]]:
    """A keypad's rows, whose buttons carry panels instead of a match's presses."""
    return [_row(row, panel) for row in keypad.rows]


def rows_with_controls(
    keypad: Keypad, panel: PanelOf, controls: Sequence[discord.ui.Item[AnyView]]
) -> list[ActionRow[AnyView] | TextDisplay[AnyView]]:
    """A keypad's rows and a row of controls; four rows in all are on a phone's screen.

    A keypad of four rows has a way back to the controls. If it has none, they take the places in its last row
    of what selects nothing: passing, and typing where all places are taken.
    """
    rows = keypad_rows(keypad, panel)
    if len(keypad.rows) <= BUTTON_ROWS:
        return [*rows, ActionRow(*controls)]
    last = keypad.rows[-1]
    if all(keypad_button.action is not Action.MORE for keypad_button in last):
        return rows
    kept = [keypad_button for keypad_button in last if keypad_button.action is Action.SELECT]
    if len(kept) + len(controls) < BUTTONS_PER_ROW:
        kept += [keypad_button for keypad_button in last if keypad_button.action is Action.TYPE]
    return [*rows[:-1], ActionRow(*(_button(keypad_button, panel) for keypad_button in kept), *controls)]


def action_button(keypad: Keypad, panel: PanelOf) -> list[discord.ui.Item[AnyView]]:
    """The button of `Keypad.action`, to be put among the controls; nothing if the keypad has none."""
    return [_button(keypad.action, panel)] if keypad.action is not None else []


def _row(row: Sequence[KeypadButton], panel: PanelOf) -> ActionRow[AnyView] | TextDisplay[AnyView]:
    if all(keypad_button.label == BLANK for keypad_button in row):
        return TextDisplay(EMPTY_ROW)
    return ActionRow(
        *(_button(keypad_button, panel) for keypad_button in row if keypad_button.action in _ACTIONS)
    )


def _button(keypad_button: KeypadButton, panel: PanelOf) -> discord.ui.Item[AnyView]:
    return button(
        panel(_ACTIONS[keypad_button.action], keypad_button.argument),
        label=keypad_button.label,
        emoji=keypad_button.emoji,
        disabled=keypad_button.disabled,
        style=STYLES[keypad_button.tone],
    )
