"""Korean particles that depend on how the word before them ends: 을/를, 이/가, 은/는, 과/와, 으로/로.

Catalogues write ``{name:을/를}``.
"""

from __future__ import annotations

import re
import unicodedata

_HANGUL_FIRST, _HANGUL_LAST = 0xAC00, 0xD7A3  # 가 and 힣: all syllables, by consonant, vowel, final
_FINALS = 28  # code points per vowel: one without a final consonant, 27 with
_RIEUL = 8  # the final ㄹ, which takes 로 instead of 으로

# The final consonant of a letter or digit read aloud: "l" for ㄹ, "n" for any other.
_DIGITS = {"0": "n", "1": "l", "3": "n", "6": "n", "7": "l", "8": "l"}
_LETTERS = {"l": "l", "m": "n", "n": "n", "r": "l"}

_MENTION = re.compile(r"<[^<>\s]+>\W*$")  # at the end; Discord replaces it by a name or a date


def with_particle(word: str, pair: str) -> str:
    """``word`` with the half of ``pair`` that fits: the first after a final consonant, else the second.

    >>> with_particle("흑", "을/를"), with_particle("민지", "이/가"), with_particle("3", "으로/로")
    ('흑을', '민지가', '3으로')
    """
    after_consonant, _, after_vowel = pair.partition("/")
    final = _final(word)
    if final is None:
        return word + _both(after_consonant, after_vowel)
    if final == "l" and after_consonant.startswith("으"):
        return word + after_vowel
    return word + (after_consonant if final else after_vowel)


def _both(after_consonant: str, after_vowel: str) -> str:
    """Both halves, as Korean writes them if the pronunciation is unknown: 을(를), (으)로."""
    if after_consonant.endswith(after_vowel):
        return f"({after_consonant.removesuffix(after_vowel)}){after_vowel}"
    return f"{after_consonant}({after_vowel})"


def _final(word: str) -> str | None:
    """The final consonant of the last syllable: "" none, "l" ㄹ, "n" another; None if it is unknown."""
    if _MENTION.search(word):
        return None
    for character in reversed(unicodedata.normalize("NFKC", word)):
        code = ord(character)
        if _HANGUL_FIRST <= code <= _HANGUL_LAST:
            final = (code - _HANGUL_FIRST) % _FINALS
            return {0: "", _RIEUL: "l"}.get(final, "n")
        if character.isdigit():
            return _DIGITS.get(character, "")
        if character.isascii() and character.isalpha():
            return _LETTERS.get(character.lower(), "")
        if character.isalpha():
            return None
    return None
