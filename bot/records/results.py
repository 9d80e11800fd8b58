"""Reads results as files state them: ``B+R``, ``White wins by 2.5``, 흑 불계승, 白胜3又1/4子, 黒番中押し勝ち.

A result in words is the name of a color, then a word for winning or losing; between and around them stand the
points and the reason. Chinese ``子`` count two points each. Full-width letters and digits are read as others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from bot.records.base import Ending, Result
from games.base import Side

_MAX_LETTERS = 200
"""What comes after them is not looked at."""
_PLUS = re.compile(
    r"(?P<color>[bw])(?:lack|hite)?\s*\+\s*(?P<reason>[a-z]*)\s*(?P<points>[0-9]{1,4}(?:[.,][0-9]{1,4})?)?"
)
"""``B+3.5``, ``W+R``, ``Black + Time``: the color, the reason, the points."""
_ALONE = re.compile(r"(?P<color>[bw])(?:lack|hite)?\W*")
"""Nothing but who won: ``W``."""
_ENDING_BY_LETTER = {"r": Ending.RESIGNATION, "t": Ending.TIME, "f": Ending.FORFEIT}
_COLOR_BY_LETTER = {"b": Side.FIRST, "w": Side.SECOND}

_VOID = re.compile(r"void|annul|no result|무효|無勝負|无胜负|打ち?掛け?|打挂|중단|미완")
_DRAW = re.compile(r"draw|\btie\b|jigo|무승부|비김|빅|和棋|和局|平局|持碁|ジゴ|引き?分け?|^0$")
_BLACK, _WHITE = r"black|흑|黑|黒", r"white|백|白"
_WON = r"wins?\b|won\b|\+|승|이김|勝|胜|赢|贏"
_LOST = r"los(?:es?|t)\b|resign(?:s|ed)\b|패|负|負|敗|败|认输|認輸|投了"
_WORDS = re.compile(
    rf"(?:(?P<black>{_BLACK})|(?P<white>{_WHITE}))[^흑백黑黒白]{{0,40}}?"
    rf"(?:(?P<won>{_WON})|(?P<lost>{_LOST})|(?P<early>불계|中押|中盘|中盤))"
)
_ENDINGS = {
    Ending.TIME: re.compile(r"\btime|시간|타임|時間|时间|切れ|超时|超時"),
    Ending.FORFEIT: re.compile(
        r"forfeit|기권|반칙|실격|몰수|부전|反則|反则|犯规|犯規|弃权|棄権|棄權|不戦|不战"
    ),
    Ending.RESIGNATION: re.compile(r"resign|불계|中押|中盘|中盤|投了|投子|认输|認輸"),
}

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"两": 2, "兩": 2}
_NUMBER = r"(?:[0-9]{1,4}(?:[.,][0-9]{1,4})?|[一二三四五六七八九十两兩]{1,3})"
_FIRST_DIGIT = re.compile(r"[0-9零一二三四五六七八九十两兩반半½]")
_COUNT = re.compile(
    rf"(?:(?P<whole>{_NUMBER})(?![0-9/分])(?:\s*(?P<unit>점|집|目|子))?\s*(?:又|と|\s)?\s*)?"
    rf"(?:(?P<half>반|半|½)|(?P<top>[0-9]{{1,2}})/(?P<bottom>[0-9]{{1,2}})|(?P<parts>[二三四])分之(?P<part>[一二三]))?"
    r"\s*(?P<after>점|집|目|子)?"
)
"""A number, a fraction and a unit, each of which can be missing: ``3집반``, ``3又1/4子``, ``四分之三子``."""


def result_of(text: str, colors: Mapping[Side, Side]) -> Result | None:
    """The result that a file states; None if it states none. ``colors`` is the color of each side."""
    sides = {color: side for side, color in colors.items()}
    plain = unicodedata.normalize("NFKC", text[:_MAX_LETTERS]).strip().casefold()
    plus = _PLUS.match(plain)
    if plus is not None:
        margin = None
        if plus["points"]:
            margin = _decimal(plus["points"]) if plain.isascii() else _margin(plain)
        ending = _ENDING_BY_LETTER.get(plus["reason"][:1]) or _ending(plain)
        return Result(sides[_COLOR_BY_LETTER[plus["color"]]], ending, margin)
    if (alone := _ALONE.fullmatch(plain)) is not None:
        return Result(sides[_COLOR_BY_LETTER[alone["color"]]])
    if _VOID.search(plain):
        return Result(None, Ending.VOID)
    if _DRAW.search(plain):
        return Result(None)
    words = _WORDS.search(plain)
    if words is None:
        return None
    named_color = Side.FIRST if words["black"] else Side.SECOND
    ending = _ending(plain)
    return Result(
        sides[named_color.other if words["lost"] else named_color], ending, None if ending else _margin(plain)
    )


def points_in(text: str) -> float | None:
    """The points that a text names first, as results do: 6.5 of 黒6目半 and 6집반; None if it names none."""
    return _margin(unicodedata.normalize("NFKC", text[:_MAX_LETTERS]).casefold())


def is_unknown(text: str) -> bool:
    """Whether a text says that there is no result, or that it is not known; any other one states one."""
    return not text.strip(" ?*-.")


def _ending(plain: str) -> Ending | None:
    return next((ending for ending, words in _ENDINGS.items() if words.search(plain)), None)


def _margin(plain: str) -> float | None:
    """The points of the first number in a text: ``3집반``, ``3又1/4子``, ``二目半``, ``1/4子``, ``半目``."""
    first = _FIRST_DIGIT.search(plain)
    if first is None:
        return None
    count = _COUNT.match(plain, first.start())
    assert count is not None  # every part of it can be missing
    fraction = 0.5 if count["half"] else 0.0
    if count["top"] and int(count["bottom"]):
        fraction = int(count["top"]) / int(count["bottom"])
    elif count["parts"]:
        fraction = _DIGITS[count["part"]] / _DIGITS[count["parts"]]
    points = (_decimal(count["whole"]) if count["whole"] else 0.0) + fraction
    worth = 2 if "子" in (count["unit"], count["after"]) else 1
    return points * worth or None


def _decimal(text: str) -> float:
    """A number in digits, with a point or a comma, or in Chinese letters up to 99."""
    if text[0].isdecimal():
        return float(text.replace(",", "."))
    if "十" not in text:
        return float(_DIGITS.get(text[:1], 0))
    tens, _, ones = text.partition("十")  # 十二 is 12, 二十 is 20
    return float(10 * _DIGITS.get(tens[:1], 1) + _DIGITS.get(ones[:1], 0))
