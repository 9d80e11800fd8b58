"""Colours: one set of woods, cloth and marks for Discord's light theme, one for its dark theme.

Every pair that must be told apart differs in lightness, so that nothing depends on seeing hue
(`tests/bot/boards/test_themes.py` holds the contrasts).
"""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """A colour written as six hexadecimal digits."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Material:
    """A surface from its darkest to its lightest tone."""

    dark: Colour
    middle: Colour
    light: Colour


def blend(under: Colour, over: Colour, strength: float) -> Colour:
    """``over`` laid on ``under`` with a strength between 0 and 1."""
    red, green, blue = (round(a + (b - a) * strength) for a, b in zip(under, over, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of one theme."""

    frame: Material
    edge: Colour  # the frame's outermost line
    ink: Colour  # what is engraved into the frame
    ink_light: Colour  # the lit lower edge of an engraving
    felt: Material
    line: Colour  # a line on the felt
    line_light: Colour
    black: Material
    white: Material
    on_black: Colour  # a mark on a black piece
    on_white: Colour  # a mark on a white piece
    advice: Colour  # a suggested move


THEMES: dict[str, Theme] = {
    "light": Theme(
        frame=Material(rgb("9c6a38"), rgb("c08a50"), rgb("d9a86c")),
        edge=rgb("7a4f28"),
        ink=rgb("3f2409"),
        ink_light=rgb("ecc793"),
        felt=Material(rgb("236b49"), rgb("2c7f58"), rgb("378f65")),
        line=rgb("154a31"),
        line_light=rgb("449970"),
        black=Material(rgb("0b0c0e"), rgb("1d1f23"), rgb("454950")),
        white=Material(rgb("c4c0b6"), rgb("ece9e1"), rgb("ffffff")),
        on_black=rgb("ff9a3c"),
        on_white=rgb("c8321a"),
        advice=rgb("ffd34d"),
    ),
    "dark": Theme(
        frame=Material(rgb("4a3021"), rgb("694732"), rgb("835c42")),
        edge=rgb("2a1b11"),
        ink=rgb("f0d9b5"),
        ink_light=rgb("2a1a10"),
        felt=Material(rgb("215a40"), rgb("296d4e"), rgb("327c5a")),
        line=rgb("133f2b"),
        line_light=rgb("3d8664"),
        black=Material(rgb("060708"), rgb("15171a"), rgb("43474e")),
        white=Material(rgb("b3b0a8"), rgb("dedbd3"), rgb("f6f4ee")),
        on_black=rgb("ff9a3c"),
        on_white=rgb("b92c16"),
        advice=rgb("ffd34d"),
    ),
}
"""The themes by name."""
