"""Gomoku in words and keys. Start reading at `GomokuFace`; the keys are `bot/presenters/points.py`'s."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.presenters.base import Key, Look, Pad, Sight, whole
from bot.presenters.points import LONGEST, NOW, OPENING, SOON, STONES, Points, PointsFace
from bot.texts import Raw, Texts
from games.base import PASS, Move, Position, Side
from games.gomoku import GOMOKU, GomokuPosition
from games.gomoku.boards import EMPTY, REACH
from games.gomoku.opening import PUT_TWO, TAKE_BLACK, TAKE_WHITE

_OPEN = "❔"
_CHOICE_SIGNS = {TAKE_BLACK: "⚫", TAKE_WHITE: "⚪", PUT_TWO: "➕"}
_MOST_FORBIDDEN = 40  # told in a description; more have been made in no match, only on purpose


class GomokuFace(PointsFace):
    """Black and White, the variant's rule at the start, and the points that threaten to make five."""

    slug = "gomoku"
    parts = whole(GOMOKU.variants)

    def points(self, position: Position) -> Points:
        """The points of a position."""
        assert isinstance(position, GomokuPosition)
        return Points(position.board.grid, position.colors)

    def symbol(self, side: Side, position: Position) -> str:
        """The stone a side has; a question while swap2 leaves the colours open."""
        assert isinstance(position, GomokuPosition)
        return _OPEN if position.stage else self.symbols[position.color(side)]

    def side_of(self, side: Side, position: Position, texts: Texts) -> str:
        """Black or White; while swap2 leaves that open, who opens and who answers."""
        assert isinstance(position, GomokuPosition)
        if position.stage:
            return texts.plain("side.opener" if side is Side.FIRST else "side.answerer")
        return self.side(position.color(side), texts)

    def home(self, size: int) -> int:
        """The middle."""
        return size * size // 2

    def urgent(self, position: Position, near: Iterator[int]) -> Mapping[int, int]:
        """Points that make or stop a five, or four in a row with both ends open, of either side."""
        assert isinstance(position, GomokuPosition)
        board, found = position.board, {}
        for point in near:
            row, column = divmod(point, position.size)
            at = board.top_left + row * board.stride + column
            if position.points[at] == EMPTY:
                found[point] = _threat(position, at)
        return found

    def look(self, sight: Sight) -> Look:
        """The window that has the keys; none where a colour is chosen."""
        return Look() if _choices(sight.position) else super().look(sight)

    def pad(self, sight: Sight, texts: Texts) -> Pad:
        """The window's keys; where a colour is chosen, a key a choice."""
        choices = _choices(sight.position)
        if not choices:
            return super().pad(sight, texts)
        keys = [
            Key(texts.plain(f"gomoku.choose-{each}"), each, emoji=sign)
            for each, sign in _CHOICE_SIGNS.items()
            if each in choices
        ]
        return Pad([keys], steady=True)

    def axes(self, position: Position) -> tuple[Sequence[str], Sequence[str]] | None:
        """The letters and the numbers, where a point is played."""
        return None if _choices(position) else super().axes(position)

    def deeds(self, position: Position, texts: Texts) -> Sequence[Key]:
        """A pass, where renju has it."""
        if PASS not in position.legal_moves():
            return ()
        return [Key(texts.plain("button.pass"), PASS, emoji="⏭️")]

    def notes(self, position: Position, texts: Texts) -> Sequence[str]:
        """The variant's rule in the opening, or what swap2 asks for; what White's answer to a pass does."""
        assert isinstance(position, GomokuPosition)
        if position.stage:
            return [texts(f"gomoku.swap2-{position.stage}", stone=Raw(STONES[position.next_color]))]
        if len(position.cells) - position.cells.count(EMPTY) < OPENING:
            return [texts("gomoku.rule", rule=self._name_and_rule(position.variant, texts)[1])]
        return [texts("gomoku.pass-draws")] if position.passes else ()

    def describe(self, position: Position, texts: Texts) -> str:
        """Where the stones of each side are, and which points are forbidden to the side to move."""
        assert isinstance(position, GomokuPosition)
        header, forbidden = texts.plain("gomoku.describe", size=position.size), ""
        if position.forbidden:
            side = self.side_of(position.to_move, position, texts)
            names = " ".join(list(position.forbidden)[:_MOST_FORBIDDEN])
            forbidden = texts.plain("gomoku.forbidden", side=side, points=names)
        stones = self.told(self.points(position), texts, LONGEST - len(header) - len(forbidden) - 2)
        return f"{header} {stones} {forbidden}".strip()

    def variant(self, variant: str, texts: Texts) -> str:
        """The rules' name and the size of the board."""
        return self._name_and_rule(variant, texts)[0]

    def _name_and_rule(self, variant: str, texts: Texts) -> tuple[str, str]:
        """The two halves of a variant's sentence: ``Renju 15×15 — Black may not …``."""
        name, _, rule = texts.plain(f"choice.variant.gomoku.{variant}").partition(" — ")
        return name, rule

    def say(self, move: Move, texts: Texts) -> str:
        """The point, the word for a pass, or what a choice's key says."""
        if move == PASS:
            return texts.plain("move.pass")
        return texts.plain(f"gomoku.choose-{move}") if move in _CHOICE_SIGNS else move

    def shows(self, move: Move) -> bool:
        """Only a stone does."""
        return move != PASS and move not in _CHOICE_SIGNS


def _choices(position: Position) -> Sequence[Move]:
    """What swap2 leaves to choose here."""
    assert isinstance(position, GomokuPosition)
    return position.stage.choices if position.stage else ()


def _threat(position: GomokuPosition, at: int) -> int:
    """What a stone of either side on an empty point would decide."""
    rules, stones, most = position.rules, position.points, 0
    for step in rules.board.directions:
        line = stones[at - REACH * step : at + REACH * step + 1 : step]
        for side in Side:
            own = bytes([side])
            if line.count(own) < 3:
                continue
            placed = line[:REACH] + own + line[REACH + 1 :]
            five, too_long = rules.wins[side]
            if five in placed[1:-1] and (too_long is None or too_long not in placed):
                return NOW
            if b"\0" + own * 4 + b"\0" in placed[1:-1]:
                most = SOON
    return most


GOMOKU_FACE = GomokuFace()
