"""Positions of Gomoku, its notation and its diagrams.

FIRST is Black (X in diagrams), SECOND is White (O), unless swap2 exchanged the colors. Columns are named from
a with the letter i included; row 1 is at the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games import diagram as diagrams
from games.base import (
    PASS,
    BadDiagram,
    BadNotation,
    BadSetup,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Side,
    UnknownGame,
)
from games.gomoku.boards import EMPTY, REACH, VARIANTS, Board, Variant
from games.gomoku.forbidden import FIVE, is_crowded, omok_verdict, renju_verdict, seen_by
from games.gomoku.opening import PUT_TWO, TAKE_BLACK, Stage, choice_of, exchanged
from games.grid import PASS_WORDS, plain

_STONES = {".": EMPTY, "X": Side.FIRST, "O": Side.SECOND}
_SYMBOLS = ".XO"
_DEFAULT = next(iter(VARIANTS))
_PLACED = (b"", b"\x01", b"\x02")  # a stone of each side as a byte


@dataclass(frozen=True)
class GomokuPosition:
    """Stones on a board with walls (see `games.gomoku.boards`), the side to move and the side that has five.

    ``passes`` is the number of consecutive passes that led here. In swap2, ``stage`` is the stage of the
    opening (None once the colors are settled) and ``black`` the side that plays Black: FIRST until a color is
    taken.
    """

    variant: str
    points: bytes
    to_move: Side
    winner: Side | None = None
    passes: int = 0
    stage: Stage | None = None
    black: Side = Side.FIRST

    @property
    def rules(self) -> Variant:
        """The rules of this variant."""
        return VARIANTS[self.variant]

    @property
    def board(self) -> Board:
        """The geometry of the board."""
        return VARIANTS[self.variant].board

    @property
    def size(self) -> int:
        """The number of points along one edge."""
        return VARIANTS[self.variant].size

    @property
    def cells(self) -> bytes:
        """One byte per point, rows from the top: 0 for empty, else the side that owns the stone."""
        return self.board.cells(self.points)

    @cached_property
    def colors(self) -> bytes:
        """One byte per point, rows from the top: 0 for empty, 1 for Black, 2 for White."""
        return self.cells if self.black is Side.FIRST else exchanged(self.cells)

    def color(self, side: Side) -> Side:
        """The color of a side's stones: FIRST for black, SECOND for white."""
        return side if self.black is Side.FIRST else side.other

    @property
    def next_color(self) -> Side:
        """The color of the next stone. During the opening of swap2, black and white alternate."""
        if self.stage is None:
            return self.color(self.to_move)
        return Side.SECOND if self._stones % 2 else Side.FIRST

    @property
    def _stones(self) -> int:
        return self.size**2 - self.points.count(EMPTY)

    @cached_property
    def forbidden(self) -> dict[Move, str]:
        """The empty points forbidden to the side to move, each with the text key of the reason."""
        if not self._refuses:
            return {}
        board, seen, points = self.board, self._seen, self.points
        near = [(name, at) for name, at in board.in_order if not points[at] and is_crowded(board, seen, at)]
        verdicts = ((name, self._verdict(at)) for name, at in near)
        return {name: verdict for name, verdict in verdicts if verdict and verdict != FIVE}

    @cached_property
    def must_pass(self) -> bool:
        """Whether renju forbids Black every empty point of a board that is not full."""
        if not self.rules.renju or self.to_move is not Side.FIRST or self.outcome() is not None:
            return False
        return len(self.forbidden) == self.points.count(EMPTY)

    @property
    def _may_pass(self) -> bool:
        """Whether a pass is legal: Black's forced pass, or White's reply to it, which draws."""
        return self.passes == 1 or self.must_pass

    @property
    def _refuses(self) -> bool:
        """Whether the rules can forbid points to the side to move."""
        rules = self.rules
        return self.to_move in rules.no_three_three or (rules.renju and self.to_move is Side.FIRST)

    @cached_property
    def _seen(self) -> bytes:
        return seen_by(self.to_move, self.points)

    def _verdict(self, point: int) -> str | None:
        rules = self.rules
        if rules.renju:
            return renju_verdict(rules.board, self._seen, point)
        return omok_verdict(rules.board, self._seen, point, self.to_move in rules.exactly_five)

    def legal_moves(self) -> list[Move]:
        """The points that are not forbidden, the choices of swap2, and ``pass`` where renju allows it."""
        return list(self._moves)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        if self.outcome() is not None:
            return ()
        if self.stage and self.stage.choices:
            return tuple(self.stage.choices)
        points, forbidden = self.points, self.forbidden
        moves = [name for name, at in self.board.in_order if not points[at] and name not in forbidden]
        return tuple(sorted([*moves, PASS])) if self._may_pass else tuple(moves)

    def play(self, move: Move) -> GomokuPosition:
        """The position after ``move``; raises `IllegalMove` or `BadNotation`."""
        if self.outcome() is not None:
            raise IllegalMove("rule.game-over", move=move)
        side = self.to_move
        if move == PASS:
            if not self._may_pass:
                raise IllegalMove("rule.pass-with-moves", move=move)
            return GomokuPosition(self.variant, self.points, side.other, None, self.passes + 1)
        if self.stage:
            return self._open(self.stage, move)
        if self.rules.swap2 and choice_of(move) == move:
            raise IllegalMove("rule.colors-settled", move=move)
        point = self.board.point(move)
        self._refuse(move, point)
        points = self.points[:point] + _PLACED[side] + self.points[point + 1 :]
        winner = side if makes_five(self.rules, points, point) else None
        return GomokuPosition(self.variant, points, side.other, winner, black=self.black)

    def _open(self, stage: Stage, move: Move) -> GomokuPosition:
        """The position after a move of the opening: a stone of `next_color`, or a choice."""
        if move in stage.choices:
            return self._choose(move)
        if choice_of(move) == move:
            raise IllegalMove("rule.nothing-to-choose", move=move)
        point = self.board.point(move)
        if stage.choices:
            raise IllegalMove("rule.choose-first", move=move)
        self._refuse(move, point)
        points = self.points[:point] + _PLACED[self.next_color] + self.points[point + 1 :]
        after = stage if self._stones + 1 in stage.stones else stage.following
        return GomokuPosition(self.variant, points, after.mover, stage=after)

    def _choose(self, move: Move) -> GomokuPosition:
        """The position after a choice: two more stones, or the colors settled and White to move."""
        if move == PUT_TWO:
            return GomokuPosition(self.variant, self.points, self.to_move, stage=Stage.TWO)
        black = self.to_move if move == TAKE_BLACK else self.to_move.other
        points = self.points if black is Side.FIRST else exchanged(self.points)
        return GomokuPosition(self.variant, points, black.other, black=black)

    def _refuse(self, move: Move, point: int) -> None:
        if self.points[point]:
            raise IllegalMove("rule.occupied", move=move)
        verdict = self._verdict(point) if self._refuses else None
        if verdict and verdict != FIVE:
            raise IllegalMove("rule.must-pass" if self.must_pass else verdict, move=move)

    def outcome(self) -> Outcome | None:
        """Five in a row wins; a full board or two passes are a draw."""
        if self.winner is not None:
            return Outcome(self.winner, "outcome.five")
        if EMPTY not in self.points:
            return Outcome(None, "outcome.board-full")
        return Outcome(None, "outcome.two-passes") if self.passes == 2 else None

    def check_start(self) -> None:
        """Raise `BadSetup` if the colors have not taken turns, or after a pass."""
        if self.passes:
            raise BadSetup("rule.setup-passes")
        counts = {self.color(side): self.points.count(side) for side in Side}
        black, white = counts[Side.FIRST], counts[Side.SECOND]
        if self.stage is None and black - white != self.next_color - 1:
            raise BadSetup("rule.setup-counts", black=black, white=white)

    def diagram(self) -> str:
        """X for FIRST, O for SECOND, ``.`` for an empty point; ``passes`` if the last move was a pass.

        In swap2, ``stage`` is the stage of the opening; ``black: second`` means that the colors were
        exchanged.
        """
        cells = [[_SYMBOLS[stone] for stone in self.points[row]] for row in self.board.rows]
        notes = {"to move": diagrams.side_name(self.to_move)}
        if self.variant != _DEFAULT:
            notes["variant"] = self.variant
        if self.passes:
            notes["passes"] = str(self.passes)
        if self.stage:
            notes["stage"] = self.stage
        if self.black is not Side.FIRST:
            notes["black"] = diagrams.side_name(self.black)
        return diagrams.write(cells, notes)


def makes_five(rules: Variant, points: bytes, point: int) -> bool:
    """Whether the stone on ``point`` is part of a row that wins."""
    row, too_long = rules.wins[points[point]]
    for step in rules.board.directions:
        line = points[point - REACH * step : point + REACH * step + 1 : step]
        # line[1:-1], nine points, holds every five through the middle; all eleven hold every six.
        if row in line[1:-1] and (too_long is None or too_long not in line):
            return True
    return False


class Gomoku:
    """The rules of Gomoku."""

    slug = "gomoku"
    variants = tuple(VARIANTS)

    def start(self, variant: str) -> GomokuPosition:
        """The empty board, FIRST to move."""
        if variant not in VARIANTS:
            raise UnknownGame("rule.unknown-variant", game=self.slug, variant=variant)
        stage = Stage.THREE if VARIANTS[variant].swap2 else None
        return GomokuPosition(variant, VARIANTS[variant].board.empty, Side.FIRST, stage=stage)

    def parse(self, text: str, position: Position) -> Move:
        """A point (``h8``, ``H 8``, ``8h``), a word for a pass, or in swap2 a word for a choice."""
        if plain(text) in PASS_WORDS:
            return PASS
        if not isinstance(position, GomokuPosition):
            raise BadNotation("rule.notation", text=text[:40])
        if position.rules.swap2 and (choice := choice_of(text)):
            return choice
        return position.board.grid.parse(text)

    def position(self, diagram: str) -> GomokuPosition:
        """Read a diagram of X, O and ``.``; raises `BadDiagram`."""
        rows, notes = diagrams.read(diagram)
        rules = VARIANTS.get(notes.get("variant", _DEFAULT))
        if rules is None or len(rows) != rules.size or any(len(row) != rules.size for row in rows):
            raise BadDiagram("rule.diagram", text=notes.get("variant", diagram[:40]))
        symbols = "".join(rows)
        if set(symbols) - _STONES.keys():
            raise BadDiagram("rule.diagram", text=diagram[:40])
        points = rules.board.fill(bytes(_STONES[symbol] for symbol in symbols))
        side = diagrams.side_to_move(notes)
        winner, passes = _winner(rules, points, side), _passes(notes, rules, side)
        return GomokuPosition(
            rules.name,
            points,
            side,
            winner,
            passes,
            _stage(notes, rules, symbols, side),
            _black(notes, rules),
        )


def _winner(rules: Variant, points: bytes, to_move: Side) -> Side | None:
    """The side that has five; if both have, the one that moved last."""
    winners = {points[at] for at in rules.board.names if points[at] and makes_five(rules, points, at)}
    return next((side for side in (to_move.other, to_move) if side in winners), None)


def _passes(notes: dict[str, str], rules: Variant, to_move: Side) -> int:
    """The note ``passes``: 1 after Black's pass, 2 after White's reply. Raises `BadDiagram`."""
    text = notes.get("passes", "0")
    mover = {"0": to_move, "1": Side.SECOND, "2": Side.FIRST}.get(text)
    if mover is not to_move or (text != "0" and not rules.renju):
        raise BadDiagram("rule.diagram", text=f"passes: {text[:30]}")
    return int(text)


def _stage(notes: dict[str, str], rules: Variant, symbols: str, to_move: Side) -> Stage | None:
    """The note ``stage``. Raises `BadDiagram` if the stones or the side to move contradict it."""
    if "stage" not in notes:
        return None
    refused = BadDiagram("rule.diagram", text=f"stage: {notes['stage'][:30]}")
    if not rules.swap2 or notes["stage"] not in set(Stage) or "black" in notes:
        raise refused
    stage, black, white = Stage(notes["stage"]), symbols.count("X"), symbols.count("O")
    if stage.mover is not to_move or black + white not in stage.stones or black - white not in (0, 1):
        raise refused
    return stage


def _black(notes: dict[str, str], rules: Variant) -> Side:
    """The note ``black``. Raises `BadDiagram` if the variant does not exchange colors."""
    side = diagrams.side_noted(notes, "black")
    if side is Side.SECOND and not rules.swap2:
        raise BadDiagram("rule.diagram", text="black: second")
    return side


GOMOKU = Gomoku()
