"""Othello in words and keys."""

from __future__ import annotations

from collections.abc import Mapping

from bot.presenters.base import Face, Key, Pad, Sight, pad_of_moves, whole
from bot.texts import Texts
from games.base import PASS, Move, Outcome, Position, Side
from games.othello import OTHELLO, OthelloPosition, bits


class OthelloFace(Face):
    """Black and White, their disc counts, and a key for every legal square."""

    slug = "othello"
    symbols: Mapping[Side, str] = {Side.FIRST: "⚫", Side.SECOND: "⚪"}
    parts = whole(OTHELLO.variants)
    numbered = True

    def side(self, side: Side, texts: Texts) -> str:
        """Black or White."""
        return texts.plain("side.black" if side is Side.FIRST else "side.white")

    def standing(self, position: Position, texts: Texts) -> Mapping[Side, str]:
        """The disc counts."""
        assert isinstance(position, OthelloPosition)
        return {side: str(position.count(side)) for side in Side}

    def result(self, position: Position, outcome: Outcome, texts: Texts) -> str:
        """The score with empty squares given to the winner, and the plain count where it differs."""
        assert isinstance(position, OthelloPosition)
        if outcome.reason not in {"outcome.more-discs", "outcome.equal-discs"}:
            return ""
        score = {side: position.score(side) for side in Side}
        counts = {side: position.count(side) for side in Side}
        told = texts("othello.score", first=score[Side.FIRST], second=score[Side.SECOND])
        if score == counts:
            return told
        return texts(
            "othello.score-and-count", score=told, first=counts[Side.FIRST], second=counts[Side.SECOND]
        )

    def describe(self, position: Position, texts: Texts) -> str:
        """Where the discs of each side are and where the side to move may play."""
        assert isinstance(position, OthelloPosition)
        name = position.board.names.__getitem__
        lines = [texts.plain("othello.describe", size=position.size)]
        for side, discs in ((Side.FIRST, position.black), (Side.SECOND, position.white)):
            squares = " ".join(map(name, bits(discs)))
            lines.append(
                texts.plain(
                    "othello.discs", side=self.side(side, texts), n=discs.bit_count(), squares=squares
                )
            )
        if position.mobility:
            squares = " ".join(map(name, bits(position.mobility)))
            lines.append(
                texts.plain("othello.may-play", side=self.side(position.to_move, texts), squares=squares)
            )
        return " ".join(lines)

    def pad(self, sight: Sight, texts: Texts) -> Pad:
        """A key for every legal square, column by column."""
        moves = sorted(sight.position.legal_moves(), key=lambda move: (move[0], len(move), move))
        keys = [Key(self.say(move, texts), move) for move in moves]
        return Pad(pad_of_moves(keys, texts.plain("pad.menu-range", first="{first}", last="{last}")))

    def variant(self, variant: str, texts: Texts) -> str:
        """The size of the board."""
        return variant.replace("x", "×")

    def say(self, move: Move, texts: Texts) -> str:
        """The square, or the word for a pass."""
        return texts.plain("move.pass") if move == PASS else move


OTHELLO_FACE = OthelloFace()
