"""Keys of a position that try a move instead of playing it: in a person's own mistakes, and in puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
from discord.ui import ActionRow, TextDisplay

from bot.presenters.base import BLANK, Action, Keypad, KeypadButton
from bot.ui import AnyView
from bot.ui.buttons import EMPTY_ROW, STYLES
from bot.ui.panel import Panel, button

RIGHT, WRONG = discord.Color(0x2E8B57), discord.Color(0xC0392B)
_ACTIONS = {Action.MOVE: "try", Action.SELECT: "look", Action.TYPE: "type"}

PanelOf = Callable[[str, str], Panel]
"""The press that means an action (``try``, ``look``, ``type``) with a move or a selection."""


def keypad_rows(keypad: Keypad, panel: PanelOf) -> list[ActionRow[AnyView] | TextDisplay[AnyView]]:
    """The rows of a keypad."""
    return [_row(row, panel) for row in keypad.rows]


def action_key(keypad: Keypad, panel: PanelOf) -> list[discord.ui.Item[AnyView]]:
    """The move among the controls, if there is one."""
    return [_key(keypad.action, panel)] if keypad.action is not None else []


def _row(row: Sequence[KeypadButton], panel: PanelOf) -> ActionRow[AnyView] | TextDisplay[AnyView]:
    if all(one.label == BLANK for one in row):
        return TextDisplay(EMPTY_ROW)
    return ActionRow(*(_key(one, panel) for one in row))


def _key(one: KeypadButton, panel: PanelOf) -> discord.ui.Item[AnyView]:
    return button(
        panel(_ACTIONS[one.action], one.argument),
        label=one.label,
        emoji=one.emoji,
        disabled=one.disabled,
        style=STYLES[one.tone],
    )
