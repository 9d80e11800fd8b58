"""Positions of Gomoku and the game's door. Start reading at `GomokuPosition.play`.

FIRST is Black (X in diagrams), SECOND is White (O), but where swap2 exchanged them; columns from a with the
letter i kept, row 1 at the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games import diagram as diagrams
from games.base import PASS, BadDiagram, BadNotation, IllegalMove, Move, Outcome, Position, Side, UnknownGame
from games.gomoku.boards import EMPTY, REACH, VARIANTS, Board, Variant
from games.gomoku.forbidden import FIVE, omok_verdict, renju_verdict, seen_by
from games.gomoku.opening import PUT_TWO, TAKE_BLACK, Stage, choice_of, exchanged
from games.grid import PASS_WORDS, plain

_STONES = {".": EMPTY, "X": Side.FIRST, "O": Side.SECOND}
_SYMBOLS = ".XO"
_DEFAULT = next(iter(VARIANTS))
_PLACED = (b"", b"\x01", b"\x02")


@dataclass(frozen=True)
class GomokuPosition:
    """Stones on a board with walls (see `games.gomoku.boards`), whose turn it is and who has five.

    ``passes`` counts the passes just made, one after another. In swap2 ``stage`` is what is still to be done
    before the game proper, and ``black`` whose the black stones are: they are FIRST's until SECOND or FIRST
    takes a colour.
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
        """The geometry of this board's size."""
        return VARIANTS[self.variant].board

    @property
    def size(self) -> int:
        """How many points a row has."""
        return VARIANTS[self.variant].size

    @property
    def cells(self) -> bytes:
        """One byte a point, rows from the top: 0 empty, else the side whose stone it is."""
        return self.board.cells(self.points)

    @property
    def colours(self) -> bytes:
        """One byte a point, rows from the top: 0 empty, 1 Black, 2 White."""
        return self.cells if self.black is Side.FIRST else exchanged(self.cells)

    def colour(self, side: Side) -> Side:
        """The colour of a side's stones, as the side that has it where nothing was exchanged."""
        return side if self.black is Side.FIRST else side.other

    @property
    def next_colour(self) -> Side:
        """The colour of the next stone: in swap2's opening, black and white by turns."""
        if self.stage is None:
            return self.colour(self.to_move)
        return Side.SECOND if self._stones % 2 else Side.FIRST

    @property
    def _stones(self) -> int:
        return self.size**2 - self.points.count(EMPTY)

    @cached_property
    def forbidden(self) -> dict[Move, str]:
        """The empty points refused to the side to move, each with the key of its reason."""
        if not self._refuses:
            return {}
        verdicts = ((name, self._verdict(at)) for name, at in self.board.in_order if not self.points[at])
        return {name: verdict for name, verdict in verdicts if verdict and verdict != FIVE}

    @cached_property
    def must_pass(self) -> bool:
        """Whether renju leaves Black no point to play on a board that is not full."""
        if not self.rules.renju or self.to_move is not Side.FIRST or self.outcome() is not None:
            return False
        return len(self.forbidden) == self.points.count(EMPTY)

    @property
    def _may_pass(self) -> bool:
        """A forced pass, or White's answer to it, which draws."""
        return self.passes == 1 or self.must_pass

    @property
    def _refuses(self) -> bool:
        """Whether any point can be refused to the side to move."""
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
        """The empty points that are not refused; ``pass`` where renju has it."""
        if self.outcome() is not None:
            return []
        if self.stage and self.stage.choices:
            return list(self.stage.choices)
        points, forbidden = self.points, self.forbidden
        moves = [name for name, at in self.board.in_order if not points[at] and name not in forbidden]
        return sorted([*moves, PASS]) if self._may_pass else moves

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
            raise IllegalMove("rule.colours-settled", move=move)
        point = self.board.point(move)
        self._refuse(move, point)
        points = self.points[:point] + _PLACED[side] + self.points[point + 1 :]
        winner = side if makes_five(self.rules, points, point) else None
        return GomokuPosition(self.variant, points, side.other, winner, black=self.black)

    def _open(self, stage: Stage, move: Move) -> GomokuPosition:
        """A move of swap2's opening: a stone of the colour whose turn it is, or a choice."""
        if move in stage.choices:
            return self._choose(move)
        if choice_of(move) == move:
            raise IllegalMove("rule.nothing-to-choose", move=move)
        point = self.board.point(move)
        if stage.choices:
            raise IllegalMove("rule.choose-first", move=move)
        self._refuse(move, point)
        points = self.points[:point] + _PLACED[self.next_colour] + self.points[point + 1 :]
        after = stage if self._stones + 1 in stage.stones else stage.following
        return GomokuPosition(self.variant, points, after.mover, stage=after)

    def _choose(self, move: Move) -> GomokuPosition:
        """Two more stones, or the game with the colours taken, White to move."""
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
        """Five in a row wins; a full board and two passes are draws."""
        if self.winner is not None:
            return Outcome(self.winner, "outcome.five")
        if EMPTY not in self.points:
            return Outcome(None, "outcome.board-full")
        return Outcome(None, "outcome.two-passes") if self.passes == 2 else None

    def diagram(self) -> str:
        """X for FIRST, O for SECOND, ``.`` for an empty point; ``passes`` where the last move was one.

        In swap2 ``stage`` tells what is to be done, ``black: second`` that the colours were exchanged.
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
    """Whether the stone on ``point`` stands in a row that wins."""
    row, too_long = rules.wins[points[point]]
    for step in rules.board.directions:
        line = points[point - REACH * step : point + REACH * step + 1 : step]
        # The six points in the middle of eleven hold every five through the middle, and with one more
        # on either side every six: what the slice has beyond them cannot be reached unbroken.
        if row in line[1:-1] and (too_long is None or too_long not in line):
            return True
    return False


class Gomoku:
    """The rules of Gomoku."""

    slug = "gomoku"
    variants = tuple(VARIANTS)

    def start(self, variant: str) -> GomokuPosition:
        """The empty board, Black to move, or whoever opens."""
        if variant not in VARIANTS:
            raise UnknownGame("rule.unknown-variant", game=self.slug, variant=variant)
        stage = Stage.THREE if VARIANTS[variant].swap2 else None
        return GomokuPosition(variant, VARIANTS[variant].board.empty, Side.FIRST, stage=stage)

    def parse(self, text: str, position: Position) -> Move:
        """A point (``h8``, ``H 8``, ``8h``), a word for passing, or in swap2 for a choice."""
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
    """Who has five; should both have, the one who moved last."""
    found = {points[at] for at in rules.board.names if points[at] and makes_five(rules, points, at)}
    return next((side for side in (to_move.other, to_move) if side in found), None)


def _passes(notes: dict[str, str], rules: Variant, to_move: Side) -> int:
    """How many passes led here: one is Black's, two are Black's and White's. Raises `BadDiagram`."""
    text = notes.get("passes", "0")
    mover = {"0": to_move, "1": Side.SECOND, "2": Side.FIRST}.get(text)
    if mover is not to_move or (text != "0" and not rules.renju):
        raise BadDiagram("rule.diagram", text=f"passes: {text[:30]}")
    return int(text)


def _stage(notes: dict[str, str], rules: Variant, symbols: str, to_move: Side) -> Stage | None:
    """What swap2 still asks for. Raises `BadDiagram` where the stones or who moves are not the stage's."""
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
    """Whose the black stones are. Raises `BadDiagram` where that cannot be asked."""
    side = diagrams.side_noted(notes, "black")
    if side is Side.SECOND and not rules.swap2:
        raise BadDiagram("rule.diagram", text="black: second")
    return side


GOMOKU = Gomoku()
