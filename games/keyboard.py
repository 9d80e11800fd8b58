"""Moves typed on a Korean keyboard without switching it to Latin letters: ``ㅊ2`` or ``씨2`` for ``c2``.

On the standard layout (dubeolsik, KS X 5002) each Latin letter shares its key with one Hangul letter, and
input methods join Hangul letters into syllables: the keys ``zb2`` write ``큐2``. What is no move so may be
the name of a letter as it is spoken, as ``큐`` is that of Q.
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

_SPOKEN = {
    **{"에이": "a", "비": "b", "시": "c", "씨": "c", "디": "d", "이": "e", "에프": "f", "지": "g"},
    **{"에이치": "h", "아이": "i", "제이": "j", "케이": "k", "엘": "l", "엠": "m", "엔": "n"},
    **{"오": "o", "피": "p", "큐": "q", "알": "r", "에스": "s", "티": "t"},
}
"""The letters of columns by their spoken names."""
_SPOKEN_NAME = re.compile("|".join(sorted(_SPOKEN, key=len, reverse=True)))
_SINGLE = re.compile("[ㄱ-ㅣ]+")


def latin(text: str) -> str:
    """A text with the Latin letters that share the keys of its Hangul letters; other characters stay.

    >>> latin("ㅊ2"), latin("큐2"), latin("d4")
    ('c2', 'zb2', 'd4')
    """
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return unicodedata.normalize("NFC", apart.translate(_KEYS))


def readings(text: str) -> list[str]:
    """What a text can mean: itself, its single letters as keys, its syllables as keys or as spoken names.

    >>> readings("왕ㅁ2"), readings("디4"), readings("d4")
    (['왕ㅁ2', '왕a2', 'dhkda2'], ['디4', 'el4', 'd4'], ['d4'])
    """
    keys = _SINGLE.sub(lambda letters: latin(letters[0]), text)
    spoken = _SPOKEN_NAME.sub(lambda name: _SPOKEN[name[0]], unicodedata.normalize("NFC", text))
    return [*dict.fromkeys((text, keys, latin(text), spoken))]


def parse_typed(rules: Game, text: str, position: Position) -> Move:
    """`Game.parse` for what a person typed: the first of its `readings` that is a move.

    Raises as `Game.parse` does.
    """
    if not text.isascii():  # else it has one reading, as that of every button
        for reading in readings(text):
            with suppress(BadNotation):
                return rules.parse(reading, position)
    return rules.parse(text, position)
