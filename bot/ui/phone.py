"""How many lines a text takes on the smallest phone, where a message has to fit with its board and buttons.

The widths are those of the sandbox's small text at 360 px, in a frame, and about those of Discord's client.
"""

from __future__ import annotations

import re
import unicodedata

_WIDTH = 240.0
"""Of 252 pixels: fonts differ."""
_SMALL, _LARGER = "-# ", 1.25
_WIDE, _USUAL, _BOLD = 12.5, 6.6, 1.06
_NARROW = dict.fromkeys("iljtfrI.,:;'!|()[] ·\u2060", 3.8)
_BROAD = dict.fromkeys("mwMW%→…−±", 10.0) | dict.fromkeys("ABCDEFGHKNOPQRSUVXYZ?", 8.0)
_WIDTHS = _NARROW | _BROAD
"""Pixels a character; of any other, `_USUAL`, or `_WIDE` for those of East Asia and pictures."""
_NAME = "x" * 12
"""In place of a mention: most names are shorter."""


def rows(line: str) -> int:
    """How many lines a line of text with Discord's marks takes, broken between words."""
    plain = re.sub(r"<@!?\d+>", _NAME, line.removeprefix(_SMALL))
    used, count, scale = 0.0, 1, 1.0
    size = 1.0 if line.startswith(_SMALL) else _LARGER
    for word in re.split(r"( )", plain):
        scale = _BOLD if word.startswith("**") else scale
        width = size * scale * sum(map(_width, word.replace("**", "")))
        if used + width > _WIDTH and word != " ":
            count, used = count + 1, 0.0
        used += width
        scale = 1.0 if word.endswith("**") else scale
    return count


def _width(character: str) -> float:
    if unicodedata.category(character) in ("Mn", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return _WIDE
    return _WIDTHS.get(character, _USUAL)
