"""A position that is being edited: any pieces on any points, whether a match can start from it or not.

In Hare and Hounds and in Twelve Janggi pieces never leave the game. So a piece is put where it came from
elsewhere on the board or from a hand, and every draft has all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games import diagram as diagrams
from games import game
from games.base import BadSetup, Position, Side
from games.go.game import begin
from games.go.position import SYMBOLS as STONES
from games.go.variant import Variant
from games.gomoku.boards import VARIANTS as GOMOKU_VARIANTS
from games.hare_and_hounds import POINTS
from games.othello import BOARDS
from games.setups import set_up
from games.twelve_janggi import COLUMNS, IN_HAND, SQUARES, camp

TO_FIRST, TO_SECOND = "+1", "+2"
"""In place of a piece: the piece on the point goes into a side's hand."""
_IN_HAND = {TO_FIRST: Side.FIRST, TO_SECOND: Side.SECOND}
SYMBOLS = {"hare_and_hounds": ".HR", "twelve_janggi": ".KJSZHkjszh"}
"""By game, what can be on a point; `STONES` in the other games."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A symbol for each point, by rows from the top, as in a diagram, without points that do not exist."""

    game: str
    variant: str
    cells: str
    to_move: Side = Side.FIRST
    hands: tuple[str, str] = ("", "")
    """Twelve Janggi: the pieces in hand of each side, in capitals."""

    @classmethod
    def start(cls, slug: str, variant: str) -> Draft:
        """The start of a variant. Raises `UnknownGame`."""
        position = game(slug).start(variant)
        rows, _ = diagrams.read(position.diagram())
        return cls(slug, variant, "".join(rows).replace(" ", ""), position.to_move)

    @property
    def points(self) -> Sequence[str]:
        """The names of the points, in the order of the cells."""
        if self.game in SYMBOLS:
            return POINTS if self.game == "hare_and_hounds" else SQUARES
        if self.game == "go":
            return self._go.board.names
        if self.game == "othello":
            return BOARDS[int(self.variant.partition("x")[0])].names
        return tuple(GOMOKU_VARIANTS[self.variant].board.names.values())

    @property
    def size(self) -> int:
        """The number of points along one edge of a board of stones."""
        return int(len(self.cells) ** 0.5)

    @property
    def axes(self) -> tuple[Sequence[str], Sequence[str]] | None:
        """The names of the columns and of the rows of a board of stones; None for other boards."""
        if self.game in SYMBOLS:
            return None
        names = self.points
        return [name[0] for name in names[: self.size]], [str(number + 1) for number in range(self.size)]

    @property
    def pieces(self) -> Sequence[str]:
        """What `put` can put on a point: symbols; in Hare and Hounds the points of the pieces."""
        if self.game == "hare_and_hounds":
            return [point for point, cell in zip(self.points, self.cells, strict=True) if cell != "."]
        if self.game == "twelve_janggi":
            return [*SYMBOLS[self.game][1:], TO_FIRST, TO_SECOND]
        return [*STONES[1:], STONES[0]]

    def put(self, piece: str, point: str) -> Draft:
        """The draft with a piece on a point. Raises `BadSetup` where a King would leave the board."""
        at = self.points.index(point)
        if self.game == "hare_and_hounds":
            return self._exchanged(self.points.index(piece), at)
        if self.game != "twelve_janggi":
            return self._with(at, piece)
        taken = self.cells[at]
        if taken in "Kk" and taken != piece:
            raise BadSetup("rule.setup-king")
        if piece in _IN_HAND:
            return self._with(at, ".")._given(_IN_HAND[piece], taken)
        side = Side.FIRST if piece.isupper() else Side.SECOND
        if piece in "Zz" and at % COLUMNS == camp(side.other):
            piece = "H" if side is Side.FIRST else "h"  # as a Man that arrives there
        if piece == taken:
            return self
        lifted = self._taken(piece)
        return lifted._given(side, lifted.cells[at])._with(at, piece)

    def _exchanged(self, first: int, second: int) -> Draft:
        cells = list(self.cells)
        cells[first], cells[second] = cells[second], cells[first]
        return replace(self, cells="".join(cells))

    def _with(self, at: int, symbol: str) -> Draft:
        return replace(self, cells=self.cells[:at] + symbol + self.cells[at + 1 :])

    def _given(self, side: Side, piece: str) -> Draft:
        """A piece, if it is one that a hand can hold, in the hand of a side."""
        hands = list(self.hands)
        hands[side - 1] = "".join(sorted(hands[side - 1] + IN_HAND.get(piece.upper(), "")))
        return replace(self, hands=(hands[0], hands[1]))

    def _taken(self, piece: str) -> Draft:
        """The draft without one such piece: from the hand of its side, the other hand, or the board."""
        kind = IN_HAND.get(piece.upper(), "")
        own = 0 if piece.isupper() else 1
        for place in (own, 1 - own):
            if kind and kind in self.hands[place]:
                hands = list(self.hands)
                hands[place] = hands[place].replace(kind, "", 1)
                return replace(self, hands=(hands[0], hands[1]))
        same = [piece] if not kind else [piece, *_forms(kind, piece)]
        at = next(self.cells.index(symbol) for symbol in same if symbol in self.cells)
        return self._with(at, ".")

    @property
    def _go(self) -> Variant:
        variant = Variant.named(self.variant)
        assert variant is not None
        return variant

    def diagram(self) -> str:
        """The diagram of the draft, whether the rules read it or not."""
        notes = {"to move": diagrams.side_name(self.to_move), "variant": self.variant}
        if any(self.hands):
            notes["hands"] = f"{self.hands[0] or '-'} / {self.hands[1].lower() or '-'}"
        return diagrams.write(self._rows(), notes)

    def _rows(self) -> list[str]:
        cells = self.cells
        if self.game == "hare_and_hounds":
            return [f" {cells[:3]}", cells[3:8], f" {cells[8:]}"]
        width = 4 if self.game == "twelve_janggi" else self.size
        return [cells[start : start + width] for start in range(0, len(cells), width)]

    def position(self) -> Position:
        """The position as it is, to be shown."""
        if self.game == "go":
            return begin(self._go, bytes(map(STONES.index, self.cells)), self.to_move)
        return game(self.game).position(self.diagram())

    def setup(self) -> str | None:
        """The setup of a match that starts here; None for the variant's own start.

        Raises `BadSetup` or `BadDiagram` if no match can start here.
        """
        if self == Draft.start(self.game, self.variant):
            return None
        return set_up(game(self.game), self.variant, self.diagram()).diagram()


def _forms(kind: str, piece: str) -> Sequence[str]:
    """The other symbols of a kind, those of the same side first."""
    forms = [
        symbol
        for symbol in SYMBOLS["twelve_janggi"][1:]
        if IN_HAND.get(symbol.upper()) == kind and symbol != piece
    ]
    return sorted(forms, key=lambda symbol: symbol.isupper() is not piece.isupper())
