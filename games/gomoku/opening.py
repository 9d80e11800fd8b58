"""Swap2, the opening by which neither colour is given an advantage. Start reading at `Stage`.

FIRST puts three stones, black, white and black, anywhere. SECOND takes Black, takes White, or puts two more,
white and black, after which FIRST takes a colour. White then moves, and the game goes on by its own rules.
So the World Gomoku Championship is played since 2009, and the opening of Gomocup's Swap2 leagues.
"""

from __future__ import annotations

from enum import StrEnum

from games.base import Move, Side
from games.grid import plain

TAKE_BLACK, TAKE_WHITE, PUT_TWO = Move("black"), Move("white"), Move("two")

_WORDS = {
    TAKE_BLACK: ("black", "흑", "흑돌", "흑선택"),
    TAKE_WHITE: ("white", "백", "백돌", "백선택"),
    PUT_TWO: ("two", "2", "둘", "두개더", "puttwo", "twomore"),
}
_READ = {plain(word): move for move, words in _WORDS.items() for word in words}
_EXCHANGED = bytes.maketrans(b"\x01\x02", b"\x02\x01")


class Stage(StrEnum):
    """What is to be done before the colours are settled."""

    THREE = "three"
    ANSWER = "answer"
    TWO = "two"
    CHOICE = "choice"

    @property
    def mover(self) -> Side:
        """Who does it."""
        return Side.FIRST if self in (Stage.THREE, Stage.CHOICE) else Side.SECOND

    @property
    def choices(self) -> tuple[Move, ...]:
        """What may be chosen, sorted as text; nothing where stones are put."""
        return _CHOICES.get(self, ())

    @property
    def stones(self) -> range:
        """How many stones lie on the board meanwhile."""
        return _STONES[self]

    @property
    def following(self) -> Stage:
        """What comes when the stones are put."""
        return Stage.ANSWER if self is Stage.THREE else Stage.CHOICE


_CHOICES = {Stage.ANSWER: (TAKE_BLACK, PUT_TWO, TAKE_WHITE), Stage.CHOICE: (TAKE_BLACK, TAKE_WHITE)}
_STONES = {
    Stage.THREE: range(3),
    Stage.ANSWER: range(3, 4),
    Stage.TWO: range(3, 5),
    Stage.CHOICE: range(5, 6),
}


def choice_of(text: str) -> Move | None:
    """The choice that a person typed, in English or Korean."""
    return _READ.get(plain(text))


def exchanged(points: bytes) -> bytes:
    """The board when the players exchange their stones."""
    return points.translate(_EXCHANGED)
