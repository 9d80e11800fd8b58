"""What people set for themselves, and the values that a menu offers for each setting."""

from __future__ import annotations

from typing import cast

from bot.exceptions import Refusal
from bot.guild_settings import OFF, ON, THEMES, THINKING
from bot.texts import LANGUAGES
from data.people.store import Person, PersonChanges

USUAL = "usual"
"""The value of a setting that a person has not chosen."""
PIECES = ("hanja", "hangul", "symbols")
COUNTDOWN, TIME = "countdown", "time"
"""What is shown of the moment a flag falls."""

VALUES: dict[str, tuple[str, ...]] = {
    "language": (USUAL, *LANGUAGES),
    "theme": (USUAL, *THEMES),
    "pieces": (USUAL, *PIECES),
    "clocks": (USUAL, COUNTDOWN, TIME),
    "coordinates": (ON, OFF),
    "text_board": (OFF, ON),
    "suggestions": (USUAL, ON, OFF),
    "thinking": (USUAL, *THINKING),
    "confirm": (OFF, ON),
    "notifications": (ON, OFF),
    "world": (OFF, ON),
}
"""By field of `Person`, the default first."""
SWITCHES = tuple(name for name, values in VALUES.items() if ON in values and USUAL not in values)
"""The settings that are on or off."""
BUTTONS = (*SWITCHES, "suggestions", "thinking")
"""The settings that a button changes; the others have a menu."""


def chosen_value(name: str, person: Person) -> str:
    """A person's value of a setting."""
    stored = getattr(person, name)
    if isinstance(stored, bool):
        return ON if stored else OFF
    return stored or USUAL


def change(name: str, value: str) -> PersonChanges:
    """The field to store for a choice. Raises `Refusal` for a value that is not offered."""
    if value not in VALUES.get(name, ()):
        raise Refusal("settings.unknown")
    if value in (ON, OFF):
        return cast(PersonChanges, {name: value == ON})
    return cast(PersonChanges, {name: None if value == USUAL else value})
