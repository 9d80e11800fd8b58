"""Colors: a set of woods, cloth and marks for Discord's light theme, and one for its dark theme.

Colors that must be distinguished differ in lightness, so that no one needs to see hue
(`tests/bot/drawing/test_contrast.py` checks the contrasts).
"""

from __future__ import annotations

from dataclasses import dataclass

Color = tuple[int, int, int]


def rgb(text: str) -> Color:
    """Read a color of six hexadecimal digits."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Material:
    """A surface from its darkest to its lightest tone."""

    dark: Color
    middle: Color
    light: Color


def blend(under: Color, over: Color, strength: float) -> Color:
    """``over`` laid on ``under`` with a strength between 0 and 1."""
    red, green, blue = (round(a + (b - a) * strength) for a, b in zip(under, over, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Goban:
    """The board of Go and Gomoku, and the marks on its bare wood."""

    wood: Material
    line: Color
    ink: Color  # the coordinates
    ink_light: Color  # the bright lower edge of an engraving
    forbidden: Color  # a point where the rules forbid a stone now
    suggestion: Color  # a suggested move
    label: Color  # the plate of a label
    label_ink: Color


@dataclass(frozen=True, slots=True)
class Theme:
    """All colors of one theme."""

    frame: Material
    edge: Color  # the frame's outermost line
    ink: Color  # engraved into the frame
    ink_light: Color  # the bright lower edge of an engraving
    felt: Material
    felt_line: Color
    felt_line_light: Color
    black: Material
    white: Material
    on_black: Color  # a mark on a black piece
    on_white: Color  # a mark on a white piece
    suggestion: Color  # a suggested move
    goban: Goban
    panel: Material  # dark wood inside the frame
    inlay: Color  # pale lines and names on the panel
    last_move: Color  # the squares or the way of the last move
    selection: Color  # the selected piece, and its goals
    danger: Color
    green: Material  # FIRST's tiles
    ivory: Material  # SECOND's tiles
    on_green: Color  # characters on a tile
    on_ivory: Color
    camps: tuple[Color, Color]  # the stain of FIRST's and of SECOND's part of the panel


THEMES: dict[str, Theme] = {
    "light": Theme(
        frame=Material(rgb("9c6a38"), rgb("c08a50"), rgb("d9a86c")),
        edge=rgb("7a4f28"),
        ink=rgb("3f2409"),
        ink_light=rgb("ecc793"),
        felt=Material(rgb("236b49"), rgb("2c7f58"), rgb("378f65")),
        felt_line=rgb("154a31"),
        felt_line_light=rgb("449970"),
        black=Material(rgb("0b0c0e"), rgb("1d1f23"), rgb("454950")),
        white=Material(rgb("c4c0b6"), rgb("ece9e1"), rgb("ffffff")),
        on_black=rgb("ff9a3c"),
        on_white=rgb("b02c17"),
        suggestion=rgb("ffd34d"),
        goban=Goban(
            wood=Material(rgb("b98545"), rgb("d6a458"), rgb("e6bc78")),
            line=rgb("3b2410"),
            ink=rgb("4a2c10"),
            ink_light=rgb("f3d7a4"),
            forbidden=rgb("a3150f"),
            suggestion=rgb("0a5a78"),
            label=rgb("123f6b"),
            label_ink=rgb("ffffff"),
        ),
        panel=Material(rgb("744a2c"), rgb("87583a"), rgb("966541")),
        inlay=rgb("f6e2bd"),
        last_move=rgb("ff9a3c"),
        selection=rgb("8fe6ff"),
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
        felt_line=rgb("133f2b"),
        felt_line_light=rgb("3d8664"),
        black=Material(rgb("060708"), rgb("15171a"), rgb("43474e")),
        white=Material(rgb("b3b0a8"), rgb("dedbd3"), rgb("f6f4ee")),
        on_black=rgb("ff9a3c"),
        on_white=rgb("a32713"),
        suggestion=rgb("ffd34d"),
        goban=Goban(
            wood=Material(rgb("61431f"), rgb("7d5a2e"), rgb("97703f")),
            line=rgb("1c1108"),
            ink=rgb("f3dcb4"),
            ink_light=rgb("3a2613"),
            forbidden=rgb("ff9d86"),
            suggestion=rgb("8fe6ef"),
            label=rgb("a9d8ff"),
            label_ink=rgb("0b1a2c"),
        ),
        panel=Material(rgb("624230"), rgb("74503a"), rgb("825b44")),
        inlay=rgb("ecd6b0"),
        last_move=rgb("ff9a3c"),
        selection=rgb("8fe6ff"),
        danger=rgb("ff5a36"),
        green=Material(rgb("06120c"), rgb("0f291e"), rgb("2a5a47")),
        ivory=Material(rgb("b5aa8e"), rgb("dfd6c0"), rgb("f6efe0")),
        on_green=rgb("eddfbb"),
        on_ivory=rgb("93200f"),
        camps=(rgb("186b48"), rgb("9c3326")),
    ),
}
"""The themes by name."""
