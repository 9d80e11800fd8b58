"""Moves typed on a Korean keyboard without switching it to Latin letters: ``ㅊ2`` for ``c2``.

On the standard layout (dubeolsik, KS X 5002) each Latin letter shares its key with one Hangul letter, and
input methods join Hangul letters into syllables: the keys ``zb2`` write ``큐2``.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import suppress

from games.base import BadNotation, Game, Move, Position

# By the order of Unicode's blocks of conjoining letters: the Latin letters on the keys that write each.
_BLOCKS = {
    0x1100: "r r s e e f a q q t t d w w c z x v g",
    0x1161: "k o i o j p u p h hk ho hl y n nj np nl b m ml l",
    0x11A8: "r r rt s sw sg e f fr fa fq ft fx fv fg a q qt t t d w c z x v g",
}
_KEYS = {
    first + number: letters
    for first, block in _BLOCKS.items()
    for number, letters in enumerate(block.split())
}

_SINGLE = re.compile("[ㄱ-ㅣ]+")


def latin(text: str) -> str:
    """A text with the Latin letters that share the keys of its Hangul letters; other characters stay.

    >>> latin("ㅊ2"), latin("큐2"), latin("d4")
    ('c2', 'zb2', 'd4')
    """
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return unicodedata.normalize("NFC", apart.translate(_KEYS))


def readings(text: str) -> list[str]:
    """What a text can mean: itself, its single Hangul letters as keys, and its syllables as keys, too.

    >>> readings("왕ㅁ2"), readings("d4")
    (['왕ㅁ2', '왕a2', 'dhkda2'], ['d4'])
    """
    return [*dict.fromkeys((text, _SINGLE.sub(lambda letters: latin(letters[0]), text), latin(text)))]


def parse_typed(rules: Game, text: str, position: Position) -> Move:
    """`Game.parse` for what a person typed: the first of its `readings` that is a move.

    Raises as `Game.parse` does.
    """
    if not text.isascii():  # else it has one reading, as that of every button
        for reading in readings(text):
            with suppress(BadNotation):
                return rules.parse(reading, position)
    return rules.parse(text, position)
