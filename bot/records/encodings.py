"""The bytes of a file to text.

Tried in this order, and the first that fits is taken:

1. a byte order mark of UTF-8 or UTF-16, and SGF in UTF-16 without one;
2. UTF-8, if the file names no other encoding, or has letters of three bytes and more: a few letters of two
   bytes can be Chinese by chance;
3. the encoding that the file names (CA of SGF);
4. of CP949, Shift-JIS, GB18030, Big5 and EUC-JP the one in which the largest share of the letters outside of
   ASCII is common;
5. Latin-1, which fits everything.

An encoding fits if nearly all bytes are letters of it: servers cut names to a number of bytes, in the middle
of a letter. What is left of one is read as U+FFFD, and never takes the bracket after it along, which in some
encodings could be the second byte of a letter.

The work is a few passes over the file; of the letters at most `SAMPLE` are looked at.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from bot.records.base import Problem

SAMPLE = 2_000
"""Letters outside of ASCII of which the likelihood of an encoding is computed."""
UNREADABLE = "\N{REPLACEMENT CHARACTER}"
"""What stands for bytes that are no letter."""
_FIRST_OF_THREE_BYTES = "\u0800"
"""The first letter that UTF-8 writes in three bytes."""
_MIN_LIKELY = 0.5
"""The share of common letters below which no encoding of several bytes is taken."""
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_UNMARKED = {b"(\x00": "utf-16-le", b"\x00(": "utf-16-be"}
"""The first bytes of SGF in UTF-16 without a mark."""
_NAMED = re.compile(rb"CA\s{0,9}\[\s{0,9}([A-Za-z0-9_ .:-]{1,40})\]")
"""CA of SGF: the encoding of the file."""
_CODECS = {
    **dict.fromkeys(("utf8", "utf-8"), "utf-8"),
    **dict.fromkeys(("euc-kr", "cp949", "ks_c_5601-1987", "uhc", "949"), "cp949"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "cp932", "windows-31j", "ms932", "ms_kanji"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk", "gb18030", "cp936", "gb", "euc-cn"), "gb18030"),
    **dict.fromkeys(("big5", "cp950", "big-5"), "big5"),
    **dict.fromkeys(("euc-jp", "eucjp"), "euc_jp"),
    **dict.fromkeys(("iso-8859-1", "latin-1", "latin1", "windows-1252", "cp1252"), "cp1252"),
    **dict.fromkeys(("iso-8859-15", "latin-9", "latin9"), "iso8859-15"),
    **dict.fromkeys(("iso-8859-2", "latin-2", "latin2"), "iso8859-2"),
    **dict.fromkeys(("windows-1250", "cp1250"), "cp1250"),
    **dict.fromkeys(("windows-1251", "cp1251"), "cp1251"),
    **dict.fromkeys(("macintosh", "macroman"), "mac_roman"),
    "koi8-r": "koi8-r",
    "iso-2022-jp": "iso2022_jp",
}
"""The encodings that a file can name, in lower case."""
_LABELS = {
    "cp932": "Shift-JIS",
    "cp1252": "Windows-1252",
    "big5": "Big5",
    "euc_jp": "EUC-JP",
    "latin-1": "Latin-1",
}
"""What encodings are called, where that is not their name in capitals."""

_CUT = rb"""(?!\](?:[\s)]*(?:$|;\s*(?:[A-Za-z]{1,20}\s*\[|[;()])|[A-Za-z]{1,20}\s*\[)|\[[a-z]{2}[\]:]))"""
"""Not a bracket that ends a value, as what follows shows: the next property or node, or the file's end."""
_LETTERS = {
    encoding: re.compile(rb"(?s:" + letters + rb")*+")
    for encoding, letters in {
        "cp949": rb"[\x00-\x80]|[\x81-\xfe][A-Za-z\x81-\xfe]",
        "cp932": rb"[\x00-\x80\xa0-\xdf]|[\x81-\x9f\xe0-\xfc]" + _CUT + rb"[\x40-\x7e\x80-\xfc]",
        "gb18030": rb"[\x00-\x80]|[\x81-\xfe](?:" + _CUT + rb"[\x40-\x7e\x80-\xfe]|[0-9][\x81-\xfe][0-9])",
        "big5": rb"[\x00-\x80]|[\x81-\xfe]" + _CUT + rb"[\x40-\x7e\xa1-\xfe]",
        "euc_jp": rb"[\x00-\x80]|\x8e[\xa1-\xdf]|\x8f[\xa1-\xfe]{2}|[\xa1-\xfe]{2}",
    }.items()
}
"""What the bytes of letters look like."""


class Decoded(NamedTuple):
    """A file as text, and the encoding it was in."""

    text: str
    encoding: str


def decode(data: bytes) -> Decoded:
    """The text of a file, with line feeds at the ends of its lines and without a byte order mark."""
    text, encoding = _decoded(data)
    return Decoded(text.removeprefix("\N{BOM}").replace("\r\n", "\n").replace("\r", "\n"), encoding)


def notes_on(data: bytes, decoded: Decoded, names: Sequence[str]) -> Sequence[Problem]:
    """What of the encoding is guessed or not as the file says, and how many letters of ``names`` are lost.

    Nothing if the names of players are in ASCII: no other letters of a file are shown or kept.
    """
    if all(map(str.isascii, names)):
        return []
    notes, encoding = list[Problem](), _LABELS.get(decoded.encoding, decoded.encoding.upper())
    named = _NAMED.search(data)
    said = named[1].decode("ascii").strip() if named is not None else ""
    if said and _CODECS.get(said.lower()) != decoded.encoding:
        arguments = {"named": said, "encoding": encoding}
        notes.append(Problem(1, "record.other-encoding", arguments))
    elif not said and not decoded.encoding.startswith("utf"):
        notes.append(Problem(1, "record.guessed-encoding", {"encoding": encoding}))
    if n := sum(name.count(UNREADABLE) for name in names):
        notes.append(Problem(1, "record.unreadable-letters", {"n": n}))
    return notes


def _decoded(data: bytes) -> Decoded:
    return _marked(data) or _named(data) or _likeliest(data)


def _marked(data: bytes) -> Decoded | None:
    """The text if its first bytes say what it is in."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(encoding, "replace"), encoding)
    if (unmarked := _UNMARKED.get(data[:2])) is not None:
        return Decoded(data.decode(unmarked, "replace"), unmarked)
    return None


def _named(data: bytes) -> Decoded | None:
    """The text in UTF-8, or in the encoding that the file names, if it fits."""
    named = _NAMED.search(data)
    said = _CODECS.get(named[1].decode("ascii").strip().lower()) if named is not None else None
    text = _as_utf_8(data, is_said=said == "utf-8")
    if text is not None and (said in (None, "utf-8") or max(text) >= _FIRST_OF_THREE_BYTES):
        return Decoded(text, "utf-8")
    if said in _LETTERS:
        reading = Decoded(_with_cut_letters(data, said), said)
        return reading if _is_nearly_whole(reading.text) else None
    text = _strictly(data, said) if said not in (None, "utf-8") else None
    return Decoded(text, said) if said is not None and text is not None else None


def _likeliest(data: bytes) -> Decoded:
    """The text in the encoding whose common letters it has; in Latin-1 if it has those of none."""
    readings = [Decoded(_with_cut_letters(data, encoding), encoding) for encoding in _COMMON]
    best = max(readings, key=_likelihood)  # the first of equals
    return best if _likelihood(best) >= _MIN_LIKELY else Decoded(data.decode("latin-1"), "latin-1")


def _as_utf_8(data: bytes, *, is_said: bool) -> str | None:
    """The text if it is UTF-8, but for a few letters that are cut; None if it is not."""
    text = _strictly(data, "utf-8")
    if text is not None:
        return text
    text = data.decode("utf-8", "replace")
    cut = text.count(UNREADABLE)
    whole = sum(letter >= _FIRST_OF_THREE_BYTES for letter in text) - cut
    return text if whole > cut or (is_said and whole == cut) else None


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _with_cut_letters(data: bytes, encoding: str) -> str:
    """The text in an encoding; bytes that are no letter, or the rest of one, are `UNREADABLE`."""
    parts, at = list[str](), 0
    while at < len(data):
        letters = _LETTERS[encoding].match(data, at)
        assert letters is not None  # it matches nothing as well
        parts.append(letters[0].decode(encoding, "replace"))
        if (at := letters.end()) < len(data):
            parts.append(UNREADABLE)
            at += 1
    return "".join(parts)


def _is_nearly_whole(text: str) -> bool:
    """Whether at least half of the letters outside of ASCII can be read."""
    return 2 * text.count(UNREADABLE) <= sum(letter > "\x7f" for letter in text)


def _likelihood(decoded: Decoded) -> float:
    """The share of letters outside of ASCII that are common in the language; very common ones count twice."""
    letters = list(islice((letter for letter in decoded.text if letter > "\x7f"), SAMPLE))
    share = _COMMON[decoded.encoding]
    often = _OFTEN[decoded.encoding]
    return sum(share(letter) + (letter in often) for letter in letters) / max(1, len(letters))


def _in_rows(encoding: str, first: int, last: int) -> Callable[[str], float]:
    """Whether the first byte of a letter is in a range: the tables of encodings begin with common letters."""

    def is_in(letter: str) -> float:
        try:
            encoded = letter.encode(encoding)
        except UnicodeEncodeError:
            return False
        return len(encoded) == 2 and first <= encoded[0] <= last

    return is_in


def _is_kana(letter: str) -> bool:
    return "\u3041" <= letter <= "\u30fe"


_JAPANESE = _in_rows("shift_jis", 0x88, 0x97)
_COMMON: dict[str, Callable[[str], float]] = {
    "cp949": _in_rows("euc_kr", 0xB0, 0xC8),
    "cp932": lambda letter: _is_kana(letter) or _JAPANESE(letter),
    "gb18030": _in_rows("gb2312", 0xB0, 0xD7),
    "big5": _in_rows("big5", 0xA4, 0xC6),
    # Any Chinese and Korean text is letters of it: without kana it is taken only if the others are unlikely.
    "euc_jp": lambda letter: _is_kana(letter) or 0.9 * _JAPANESE(letter),
}
"""The encodings that are tried, by likelihood here, each with how common a letter is in it, from 0 to 1."""
_JAPANESE_OFTEN = frozenset(
    "の第期戦局黒白番中押勝負目半九段名人本因坊棋聖王座碁井田山村小林木本武宮正樹藤沢治勲"
)
_OFTEN = {
    "cp949": frozenset(
        "이김박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우민구나진지현준영수훈철호"
        "승불계국기제결흑대회선판의가는에다를로사인시스동상원중해세단집반"
    ),
    "cp932": _JAPANESE_OFTEN,
    "gb18030": frozenset(
        "黑白中盘胜负第届杯赛围棋局手李王张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗古力常昊聂卫平柯洁段目半子国"
    ),
    "big5": frozenset("黑白中盤勝負第屆盃賽圍棋局手李王張劉陳楊趙黃周吳徐孫馬朱胡林郭何高羅段目半子國"),
    "euc_jp": _JAPANESE_OFTEN,
}
"""Letters of names and of the words in records."""
