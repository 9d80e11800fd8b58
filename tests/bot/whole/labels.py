"""Every button says a word, a point or a number, which a screen reader reads: phones have no tooltips."""

from __future__ import annotations

from bot.presenters.base import BLANK
from bot.presenters.point_keys import PARTS
from sandbox import SeenMessage
from sandbox.world.state import State
from tests.bot.ui.shown import STEPS

MORE = "⋯"
"""To the controls of a match on 13 lines, where the smallest phone has no room for a word."""
WORDLESS = frozenset({*STEPS, *PARTS, MORE, BLANK})
"""Signs whose names say what they do: back, on, to an end; and the directions of parts of a large board."""
NO_MOVE_YET = "◎"
"""In place of the button around the last move, which names its point, where there is none."""


def check_labels(state: State) -> None:
    """Find buttons without a word in the messages that there are."""
    for channel, messages in state.messages.items():
        for number in messages:
            message = SeenMessage(state, channel, number)
            for button in message.buttons:
                said = button.label or button.emoji or ""
                is_said = any(letter.isalnum() for letter in button.label)
                is_place = button.disabled and button.label == NO_MOVE_YET
                assert is_said or is_place or said in WORDLESS, f"{said!r} below {message.text!r}"
