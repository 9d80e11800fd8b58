"""Colours: one set of woods, cloth and marks for Discord's light theme, one for its dark theme.

Every pair that must be told apart differs in lightness, so that nothing depends on seeing hue
(`tests/bot/drawing/test_themes.py` holds the contrasts).
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
class Goban:
    """The board of Go and Gomoku and what is marked on its bare wood."""

    wood: Material
    line: Colour
    ink: Colour  # the coordinates
    ink_light: Colour  # the lit lower edge of an engraving
    refused: Colour  # a point where the rules allow no stone now
    advice: Colour  # a suggested move
    window: Colour  # the outline of what is shown enlarged


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
    goban: Goban
    panel: Material  # dark wood inside the frame
    inlay: Colour  # pale lines and names let into the panel
    trail: Colour  # a step that was made
    chosen: Colour  # a piece taken up, and its goals
    danger: Colour
    green: Material  # FIRST's tiles
    ivory: Material  # SECOND's tiles
    on_green: Colour  # what is written on a tile
    on_ivory: Colour
    camps: tuple[Colour, Colour]  # the stain of each side's part of the panel


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
        goban=Goban(
            wood=Material(rgb("b98545"), rgb("d6a458"), rgb("e6bc78")),
            line=rgb("3b2410"),
            ink=rgb("4a2c10"),
            ink_light=rgb("f3d7a4"),
            refused=rgb("a3150f"),
            advice=rgb("0a5a78"),
            window=rgb("8fe6ef"),
        ),
        panel=Material(rgb("744a2c"), rgb("87583a"), rgb("966541")),
        inlay=rgb("f6e2bd"),
        trail=rgb("ff9a3c"),
        chosen=rgb("8fe6ff"),
        danger=rgb("ff5a36"),
        green=Material(rgb("08170f"), rgb("133326"), rgb("2f6650")),
        ivory=Material(rgb("c4b89a"), rgb("ece3cd"), rgb("fffaf0")),
        on_green=rgb("f3e6c4"),
        on_ivory=rgb("9c1f0e"),
        camps=(rgb("1c7a52"), rgb("b03a2a")),
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
        goban=Goban(
            wood=Material(rgb("61431f"), rgb("7d5a2e"), rgb("97703f")),
            line=rgb("1c1108"),
            ink=rgb("f3dcb4"),
            ink_light=rgb("3a2613"),
            refused=rgb("ff9d86"),
            advice=rgb("8fe6ef"),
            window=rgb("8fe6ef"),
        ),
        panel=Material(rgb("624230"), rgb("74503a"), rgb("825b44")),
        inlay=rgb("ecd6b0"),
        trail=rgb("ff9a3c"),
        chosen=rgb("8fe6ff"),
        danger=rgb("ff5a36"),
        green=Material(rgb("06120c"), rgb("0f291e"), rgb("2a5a47")),
        ivory=Material(rgb("b5aa8e"), rgb("dfd6c0"), rgb("f6efe0")),
        on_green=rgb("eddfbb"),
        on_ivory=rgb("93200f"),
        camps=(rgb("186b48"), rgb("9c3326")),
    ),
}
"""The themes by name."""
