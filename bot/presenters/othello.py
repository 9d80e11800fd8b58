"""Othello in words and buttons: a button for every legal square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.icons import Icon
from bot.presenters.base import Presenter, Viewpoint
from bot.presenters.keypad import Keypad
from bot.presenters.points import named_points
from bot.presenters.typed_in import TypedIn
from bot.presenters.variants import single_option
from bot.texts import Texts
from games.base import PASS, Move, Outcome, Side
from games.othello import OTHELLO, OthelloPosition, bits

_FIRST_DISCS = 4
"""The discs at the start."""


class OthelloPresenter(Presenter[OthelloPosition]):
    """Black and White with their disc counts."""

    slug = "othello"
    symbols: Mapping[Side, str] = {Side.FIRST: Icon.BLACK_DISC, Side.SECOND: Icon.WHITE_DISC}
    variant_options = single_option(OTHELLO.variants)
    shows_numbers = True

    def keypad(self, viewpoint: Viewpoint[OthelloPosition], texts: Texts) -> Keypad:
        """A button for each legal square; the picture has dots there, and the coordinates on its frame."""
        return Keypad(self.move_rows(viewpoint, texts))

    def scores(self, position: OthelloPosition, texts: Texts) -> Mapping[Side, str]:
        """The disc counts."""
        del texts
        return {side: str(position.count(side)) for side in Side}

    def introduction(
        self, position: OthelloPosition, texts: Texts, typed_in: TypedIn = TypedIn.FORM
    ) -> Sequence[str]:
        """What to tap and how to win, before the first move."""
        discs = position.count(Side.FIRST) + position.count(Side.SECOND)
        return (texts("othello.how-to-win"),) if discs == _FIRST_DISCS else ()

    def result(self, position: OthelloPosition, outcome: Outcome, texts: Texts) -> str:
        """The score with empty squares given to the winner, then the disc count if it differs."""
        if outcome.reason not in {"outcome.more-discs", "outcome.equal-discs"}:
            return ""
        score = {side: position.score(side) for side in Side}
        counts = {side: position.count(side) for side in Side}
        text = texts("othello.score", first=score[Side.FIRST], second=score[Side.SECOND])
        if score == counts:
            return text
        return texts(
            "othello.score-and-count", score=text, first=counts[Side.FIRST], second=counts[Side.SECOND]
        )

    def move_number(self, moves: Sequence[Move], ply: int) -> int:
        """The number without passes, which no record of Othello counts; a pass has that of the last move."""
        return ply + 1 - moves[: ply + 1].count(PASS)

    def effects(
        self, before: OthelloPosition, move: Move, texts: Texts, *, is_short: bool = False
    ) -> Sequence[str]:
        """The discs that it turned."""
        if move == PASS:
            return ()
        board = before.board
        turned = bits(board.flips(before.own, before.other, 1 << board.grid.index(move)))
        squares = [board.names[square] for square in turned]
        if is_short:
            return [texts("othello.turns-short", n=len(squares))]
        return [texts.plain("othello.turns", n=len(squares), squares=named_points(squares))]

    def describe(self, position: OthelloPosition, texts: Texts) -> str:
        """The discs of each side, and where the side to move can play."""
        name = position.board.names.__getitem__
        lines = [texts.plain("othello.describe", size=position.size)]
        for side, discs in ((Side.FIRST, position.black), (Side.SECOND, position.white)):
            squares = " ".join(map(name, bits(discs)))
            key = "othello.discs" if discs else "othello.no-discs"
            named = self.side_name(side, texts)
            lines.append(texts.plain(key, side=named, n=discs.bit_count(), squares=squares))
        if position.mobility:
            squares = " ".join(map(name, bits(position.mobility)))
            named = self.side_name(position.to_move, texts)
            lines.append(texts.plain("othello.may-play", side=named, squares=squares))
        return " ".join(lines)


OTHELLO_PRESENTER = OthelloPresenter()
