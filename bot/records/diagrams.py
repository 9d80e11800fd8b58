"""Positions as people type or paste them: rows of symbols, with coordinates and frames around them or not.

Stones are ``X``, ``●``, ``B`` and ``O``, ``○``, ``W``; an empty point is ``.``, ``-``, ``+`` or the like. In
the games of pieces the letters are those of our diagrams; in Twelve Janggi a piece can have its Chinese or
Korean name, after ``v`` if it is the second side's. Rows of these games can stand in one line, between
slashes, with digits for empty points. A line such as ``White to move`` names the side to move,
``hands: JS / z`` the hands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.exceptions import Refusal
from games import GAMES
from games.base import Side
from games.drafts import Draft
from games.twelve_janggi import HANDS, SPELLINGS

_STONES = {
    **dict.fromkeys("XxBb#●⚫◼■", "X"),
    **dict.fromkeys("OoWw○◯⚪□", "O"),
    **dict.fromkeys(".,-+·_*┼:", "."),
}
_HARE = {**dict.fromkeys("Hh", "H"), **dict.fromkeys("Rr", "R"), **dict.fromkeys(".-_·", ".")}
_JANGGI = re.compile(r"(v?)([王將将相子侯왕장상자후])|([KJSZHkjszh])|([.\-_·])|(\S)")
"""A named piece, after ``v`` if it is the second side's; a letter; an empty point; anything else."""
_ROW_NUMBERS = re.compile(r"^\s*[0-9]{1,2}\s*[)|:]?(?=\D)|(?<=\D)[0-9]{1,2}\s*$")
"""The number of a row, before or after it."""
_ROW_LETTERS = re.compile(r"^\s*[abc]\s*[)|:]?\s")
"""The letter of a row of the games of pieces, before it."""
_FRAME = re.compile(r"\s*(?:\+-|[┌└├╔╚]).*")
_COLUMNS = ("abcdefghijklmnopqrst", "abcdefghjklmnopqrst", "12345", "12345678910111213141516171819")
"""The names of the columns in a line, without spaces: with and without i, and numbers."""
_TURN = re.compile(r"to move|to play|차례|turn", re.IGNORECASE)
_HANDS = re.compile(r"(?:hands?|포로)\s*:?\s*([^/]*)/([^/]*)", re.IGNORECASE)
_WIDTHS = {"hare_and_hounds": ((3, 5, 3),), "twelve_janggi": ((3, 3, 3, 3), (4, 4, 4))}
"""The points of each row, in the games of pieces. Twelve Janggi is read as its board is drawn, row 4 first,
and as `games.twelve_janggi` writes it: on its side, column a first."""


def read_draft(slug: str, variant: str, text: str, sides: Mapping[str, Side]) -> Draft:
    """The position of a text. Boards of another size are of the variant like this one that has it.

    ``sides`` are the sides by their names. Raises `Refusal` with the line and the reason.
    """
    draft = Draft.start(slug, variant)
    to_move, hands, rows = draft.to_move, ("", ""), list[tuple[int, str]]()
    for number, line in _lines(slug, text):
        if _TURN.search(line):
            to_move = _side(line, sides, number)
        elif slug == "twelve_janggi" and (held := _HANDS.match(line)):
            hands = _hand(held[1], number), _hand(held[2], number)
        elif row := _row(slug, line, number):
            rows.append((number, row))
    if not rows:
        raise Refusal("setup.no-rows")
    variant = _checked(slug, variant, rows)
    lines = [read_row for _, read_row in rows]
    if slug == "twelve_janggi" and len(lines) == len(_WIDTHS[slug][0]):
        lines = on_its_side(lines)
    return replace(draft, variant=variant, cells="".join(lines), to_move=to_move, hands=hands)


def on_its_side(rows: Sequence[str]) -> list[str]:
    """The columns of rows that are read from the top, each from the bottom up."""
    return ["".join(column) for column in zip(*reversed(rows), strict=True)]


def upright(columns: Sequence[str]) -> list[str]:
    """The rows from the top of columns that are read from the bottom up."""
    return ["".join(row) for row in zip(*columns, strict=True)][::-1]


def _lines(slug: str, text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, with their numbers; those between slashes are lines of their own."""
    for number, line in enumerate(unicodedata.normalize("NFKC", text).splitlines(), start=1):
        words = line.split(maxsplit=1)
        if words and words[0].count("/") + 1 in map(len, _WIDTHS.get(slug, ())):
            for row in words[0].split("/"):
                yield number, re.sub(r"\d", lambda digit: "." * int(digit[0]), row)
            rest = words[1] if len(words) > 1 else ""
            if rest:
                yield number, rest if "/" not in rest else f"hands: {rest}"
        elif words:
            yield number, line


def _side(line: str, sides: Mapping[str, Side], number: int) -> Side:
    """The side that a line says is to move. Raises `Refusal`."""
    words = _TURN.sub(" ", line).casefold()
    named = {side for name, side in sides.items() if name.casefold() in words}
    if len(named) != 1:
        raise Refusal("setup.unknown-side", line=number)
    return named.pop()


def _hand(text: str, number: int) -> str:
    """The pieces of a hand in alphabetical order, as `Draft.hands` has them. Raises `Refusal`."""
    pieces = [character for character in text.casefold() if character.strip(" -,")]
    for letter in pieces:
        if SPELLINGS.get(letter, "K") not in HANDS:  # the king is never in a hand
            raise Refusal("setup.symbol", line=number, symbol=letter)
    return "".join(sorted(SPELLINGS[piece] for piece in pieces))


def _row(slug: str, line: str, number: int) -> str:
    """The symbols of a row; empty for the names of the columns and for a frame."""
    if "".join(line.casefold().split()) in _COLUMNS or _is_part_of_columns(line) or _FRAME.fullmatch(line):
        return ""
    bare = _ROW_LETTERS.sub("", line) if slug in _WIDTHS else line
    # The rows of Hare and Hounds have letters: a number there is no symbol.
    bare = bare if slug == "hare_and_hounds" else _ROW_NUMBERS.sub("", bare)
    bare = bare.replace("|", " ").replace("│", " ")
    if slug == "twelve_janggi":
        return "".join(_janggi_symbols(bare, number))
    table = _HARE if slug == "hare_and_hounds" else _STONES
    symbols = []
    for symbol in bare:
        if symbol in table:
            symbols.append(table[symbol])
        elif symbol.strip() and unicodedata.category(symbol) != "Mn":  # a variation selector of an emoji
            raise Refusal("setup.symbol", line=number, symbol=symbol)
    return "".join(symbols)


def _is_part_of_columns(line: str) -> bool:
    """Whether a line has the letters of columns, from a on."""
    letters = "".join(line.casefold().split())
    return len(letters) > 1 and any(columns.startswith(letters) for columns in _COLUMNS)


def _janggi_symbols(row: str, number: int) -> Iterator[str]:
    """The symbols of a row of Twelve Janggi. Raises `Refusal`."""
    for mark, named, letter, empty, other in _JANGGI.findall(row):
        if other:
            raise Refusal("setup.symbol", line=number, symbol=other)
        kind = SPELLINGS[named] if named else letter
        if empty:
            yield "."
        else:
            yield kind.lower() if mark else kind


def _checked(slug: str, variant: str, rows: list[tuple[int, str]]) -> str:
    """The variant with a board of these rows. Raises `Refusal`."""
    shapes = {len(shape): shape for shape in _WIDTHS.get(slug, ())}
    widths: Sequence[int] = shapes.get(len(rows), ()) if shapes else [len(rows)] * len(rows)
    wanted = variant if slug in _WIDTHS else _of_size(slug, variant, len(rows))
    if len(rows) != len(widths) or not wanted:
        raise Refusal("setup.rows", n=len(rows))
    for (number, row), width in zip(rows, widths, strict=True):
        if len(row) != width:
            raise Refusal("setup.width", line=number, n=len(row), width=width)
    return wanted


def _of_size(slug: str, variant: str, size: int) -> str:
    """The variant of a game with a board of a size that is most like another one; empty if there is none."""
    rules = {part for part in variant.split("-") if not part[:1].isdecimal()}

    def likeness(candidate: str) -> tuple[bool, int]:
        return candidate == variant, len(rules & set(candidate.split("-")))

    # The size is the first part of a variant's name or the second: 9x9-korean, renju-15.
    of_size = (
        candidate for candidate in GAMES[slug].variants if str(size) in re.split("[-x]", candidate)[:2]
    )
    return max(of_size, key=likeness, default="")
