"""Swap2, an opening that balances the colors.

FIRST places three stones anywhere: black, white, black. SECOND takes Black, takes White, or places two more
stones (white, black), after which FIRST takes a color. White then moves, and play continues by the rules of
the variant. The World Gomoku Championship has used this opening since 2009; Gomocup has leagues for it.
"""

from __future__ import annotations

from enum import StrEnum

from games.base import Move, Side
from games.grid import plain

TAKE_BLACK, TAKE_WHITE, PUT_TWO = Move("black"), Move("white"), Move("two")

_WORDS = {
    TAKE_BLACK: ("black", "흑", "흑돌", "흑선택"),
    TAKE_WHITE: ("white", "백", "백돌", "백선택"),
    PUT_TWO: (
        *("two", "2", "puttwo", "twomore", "placetwomore"),
        *("둘", "두개더", "두수더", "두수더놓기", "돌두개더", "돌두개더놓기"),
    ),
}
_READ = {plain(word): move for move, words in _WORDS.items() for word in words}
_EXCHANGED = bytes.maketrans(b"\x01\x02", b"\x02\x01")


class Stage(StrEnum):
    """A stage of the opening, before the colors are settled."""

    THREE = "three"
    ANSWER = "answer"
    TWO = "two"
    CHOICE = "choice"

    @property
    def mover(self) -> Side:
        """The side to move."""
        return Side.FIRST if self in (Stage.THREE, Stage.CHOICE) else Side.SECOND

    @property
    def choices(self) -> tuple[Move, ...]:
        """The choices, sorted as text; empty in stages in which stones are placed."""
        return _CHOICES.get(self, ())

    @property
    def stones(self) -> range:
        """The possible numbers of stones on the board."""
        return _STONES[self]

    @property
    def following(self) -> Stage:
        """The stage after the last stone of this one."""
        return Stage.ANSWER if self is Stage.THREE else Stage.CHOICE


_CHOICES = {Stage.ANSWER: (TAKE_BLACK, PUT_TWO, TAKE_WHITE), Stage.CHOICE: (TAKE_BLACK, TAKE_WHITE)}
_STONES = {
    Stage.THREE: range(3),
    Stage.ANSWER: range(3, 4),
    Stage.TWO: range(3, 5),
    Stage.CHOICE: range(5, 6),
}


def choice_of(text: str) -> Move | None:
    """The choice that a text names, in English or Korean."""
    return _READ.get(plain(text))


def exchanged(points: bytes) -> bytes:
    """The board with the colors of all stones exchanged."""
    return points.translate(_EXCHANGED)
