"""The bytes of a file to text.

Tried in this order, and the first that fits is taken:

1. a byte order mark of UTF-8 or UTF-16;
2. UTF-8 without an error, if the file names no other encoding, or has letters of three bytes and more: a few
   letters of two bytes can be Chinese by chance;
3. the encoding that the file names (CA of SGF), without an error;
4. of CP949, Shift-JIS, GB18030 and Big5 without an error, the one in which the largest share of the letters
   outside of ASCII is common;
5. Latin-1, which fits everything.

The work is a few passes over the file; of the letters at most `SAMPLE` are looked at.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

SAMPLE = 2_000
_FIRST_OF_THREE_BYTES = "\u0800"
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_NAMED = re.compile(rb"CA\s{0,9}\[\s{0,9}([A-Za-z0-9_ .:-]{1,40})\]")
_CODECS = {
    **dict.fromkeys(("utf8", "utf-8"), "utf-8"),
    **dict.fromkeys(("euc-kr", "cp949", "ks_c_5601-1987", "uhc", "949"), "cp949"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "cp932", "windows-31j", "ms932"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "cp936", "gb"), "gb18030"),
    **dict.fromkeys(("big5", "cp950", "big-5"), "big5"),
    **dict.fromkeys(("euc-jp", "eucjp"), "euc_jp"),
    **dict.fromkeys(("iso-8859-1", "latin-1", "latin1", "windows-1252", "cp1252"), "cp1252"),
}
"""The encodings that a file can name, in lower case."""


class Decoded(NamedTuple):
    """A file as text, and the encoding it was in."""

    text: str
    encoding: str


def decode(data: bytes) -> Decoded:
    """The text of a file, with line feeds at the ends of its lines and without a byte order mark."""
    text, encoding = _decoded(data)
    return Decoded(text.removeprefix("\N{BOM}").replace("\r\n", "\n").replace("\r", "\n"), encoding)


def _decoded(data: bytes) -> Decoded:
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(encoding, "replace"), encoding)
    named = _NAMED.search(data)
    said = _CODECS.get(named[1].decode("ascii").strip().lower()) if named is not None else None
    text = _strictly(data, "utf-8")
    if text is not None and (said in (None, "utf-8") or max(text) >= _FIRST_OF_THREE_BYTES):
        return Decoded(text, "utf-8")
    if said is not None and (text := _strictly(data, said)) is not None:
        return Decoded(text, said)
    readings = [(encoding, _strictly(data, encoding)) for encoding in _COMMON]
    fitting = [Decoded(text, encoding) for encoding, text in readings if text is not None]
    if fitting:
        return max(fitting, key=_likelihood)  # the first of equals
    return Decoded(data.decode("latin-1"), "latin-1")


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _likelihood(decoded: Decoded) -> float:
    """The share of letters outside of ASCII that are common in the encoding's language."""
    letters = list(islice((letter for letter in decoded.text if letter > "\x7f"), SAMPLE))
    is_common = _COMMON[decoded.encoding]
    often = _OFTEN[decoded.encoding]
    return sum(is_common(letter) + (letter in often) for letter in letters) / max(1, len(letters))


def _in_rows(encoding: str, first: int, last: int) -> Callable[[str], bool]:
    """Whether the first byte of a letter is in a range: the tables of encodings begin with common letters."""

    def is_in(letter: str) -> bool:
        try:
            encoded = letter.encode(encoding)
        except UnicodeEncodeError:
            return False
        return len(encoded) == 2 and first <= encoded[0] <= last

    return is_in


def _is_kana(letter: str) -> bool:
    return "\u3041" <= letter <= "\u30fe"


_JAPANESE = _in_rows("shift_jis", 0x88, 0x97)
_COMMON: dict[str, Callable[[str], bool]] = {
    "cp949": _in_rows("euc_kr", 0xB0, 0xC8),
    "cp932": lambda letter: _is_kana(letter) or _JAPANESE(letter),
    "gb18030": _in_rows("gb2312", 0xB0, 0xD7),
    "big5": _in_rows("big5", 0xA4, 0xC6),
}
"""The encodings that are tried, by likelihood here, each with what is common in it."""
_OFTEN = {
    "cp949": frozenset(
        "이김박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우민구나진지현준영수훈철호"
        "승불계국기제결흑대회선판의가는에다를로사인시스동상원중해세단집반"
    ),
    "cp932": frozenset(
        "の第期戦局黒白番中押勝負目半九段名人本因坊棋聖王座碁井田山村小林木本武宮正樹藤沢治勲"
    ),
    "gb18030": frozenset(
        "黑白中盘胜负第届杯赛围棋局手李王张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗古力常昊聂卫平柯洁段目半子国"
    ),
    "big5": frozenset("黑白中盤勝負第屆盃賽圍棋局手李王張劉陳楊趙黃周吳徐孫馬朱胡林郭何高羅段目半子國"),
}
"""Letters of names and of the words in records."""
