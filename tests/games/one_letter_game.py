"""A game whose moves are single letters: the player who takes the last of seven letters wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from games.base import BadDiagram, BadNotation, IllegalMove, Move, Outcome, Position, Side, UnknownGame
from games.grid import plain

LETTERS = "abcdefg"


@dataclass(frozen=True)
class LetterPosition:
    """The letters left."""

    left: str = LETTERS

    @property
    def to_move(self) -> Side:
        return Side.SECOND if len(self.left) % 2 == 0 else Side.FIRST

    def legal_moves(self) -> list[Move]:
        return [Move(letter) for letter in self.left]

    def play(self, move: Move) -> Self:
        if len(move) != 1 or move not in LETTERS:
            raise BadNotation("rule.notation", text=move[:40])
        if move not in self.left:
            raise IllegalMove("rule.occupied", move=move)
        return type(self)(self.left.replace(move, ""))

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(self.to_move.other, "outcome.letters")

    def check_start(self) -> None:
        pass

    def diagram(self) -> str:
        return f"left: {self.left}"


@dataclass(frozen=True)
class LetterGame:
    """The rules."""

    slug = "letters"
    variants = ("classic",)

    def start(self, variant: str) -> LetterPosition:
        if variant not in self.variants:
            raise UnknownGame("rule.unknown-variant", variant=variant)
        return LetterPosition()

    def parse(self, text: str, position: Position) -> Move:
        typed = plain(text)
        if len(typed) != 1 or typed not in LETTERS:
            raise BadNotation("rule.notation", text=text[:40])
        return Move(typed)

    def position(self, diagram: str) -> LetterPosition:
        left = diagram.removeprefix("left: ")
        if not set(left) <= set(LETTERS):
            raise BadDiagram("rule.diagram")
        return LetterPosition(left)


LETTER_GAME = LetterGame()
