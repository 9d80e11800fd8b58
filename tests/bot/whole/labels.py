"""Every button says a word, a point or a number, which a screen reader reads: phones have no tooltips."""

from __future__ import annotations

from bot.presenters.keypad import BLANK
from bot.presenters.point_keys import PARTS
from sandbox import SeenMessage
from sandbox.world.state import State
from tests.bot.ui.shown import STEPS

MORE = "⋯"
"""To the controls of a match on 13 lines, where the smallest phone has no room for a word."""
SHIFTS = frozenset(f"{down}{across}" for down in ("", *"↑↓") for across in ("", *"←→")) - {""}
"""To the points beside, above or below those of an enlarged part that have buttons."""
AROUND = "◎"
"""To what is around the last move, which it names once there is one."""
WORDLESS = frozenset({*STEPS, *PARTS, *SHIFTS, AROUND, MORE, BLANK})
"""Signs whose names say what they do: back, on, to an end; and the directions of parts of a large board."""


def check_labels(state: State) -> None:
    """Find buttons without a word in the messages that there are."""
    for channel, messages in state.messages.items():
        for number in messages:
            message = SeenMessage(state, channel, number)
            for button in message.buttons:
                said = button.label or button.emoji or ""
                is_said = any(letter.isalnum() for letter in button.label)
                assert is_said or said in WORDLESS, f"{said!r} below {message.text!r}"
