"""Othello on 8x8, 6x6 and 10x10 boards, by the rules of the World Othello Federation.

A board is two integers, one bit per square: bit 0 is a1 (top left), bits run along the rows. FIRST is Black
(X in diagrams), SECOND is White (O). The rules are in `OthelloPosition`; `Othello` reads moves and diagrams.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from games.grid import PASS_WORDS, Grid, plain


class Board:
    """The geometry of one board size: masks that keep shifted bits from wrapping around an edge."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.grid = Grid(size)
        self.full = (1 << size * size) - 1
        row = (1 << size) - 1
        column = sum(1 << size * number for number in range(size))
        not_first, not_last = self.full & ~column, self.full & ~(column << size - 1)
        below, above = self.full & ~row, self.full >> size
        # (distance, squares a step can land on) for steps to a higher and to a lower bit.
        self.up = ((1, not_first), (size, below), (size + 1, not_first & below), (size - 1, not_last & below))
        self.down = (
            (1, not_last),
            (size, above),
            (size + 1, not_last & above),
            (size - 1, not_first & above),
        )
        self.names = tuple(self.grid.name(index) for index in range(size * size))
        low, high = size // 2 - 1, size // 2
        self.middle = sum(1 << down * size + right for down in (low, high) for right in (low, high))

    def mobility(self, own: int, other: int) -> int:
        """The squares on which ``own`` can place a disc, as bits."""
        squares = 0
        # Runs of other discs that begin beside an own one; a line encloses at most size - 2 of them.
        for distance, land in self.up:
            run = own << distance & land & other
            for _ in range(self.size - 3):
                run |= run << distance & land & other
            squares |= run << distance & land
        for distance, land in self.down:
            run = own >> distance & land & other
            for _ in range(self.size - 3):
                run |= run >> distance & land & other
            squares |= run >> distance & land
        return squares & self.full & ~(own | other)

    def flips(self, own: int, other: int, square: int) -> int:
        """The discs of ``other`` that a disc of ``own`` on ``square`` (one bit) flips."""
        turned = 0
        for distance, land in self.up:
            run, step = 0, square << distance & land
            while step & other:
                run, step = run | step, step << distance & land
            turned |= run if step & own else 0
        for distance, land in self.down:
            run, step = 0, square >> distance & land
            while step & other:
                run, step = run | step, step >> distance & land
            turned |= run if step & own else 0
        return turned


BOARDS = {size: Board(size) for size in (8, 6, 10)}


@dataclass(frozen=True)
class OthelloPosition:
    """The discs of both sides as bits, and the side to move."""

    size: int
    black: int
    white: int
    to_move: Side

    @property
    def board(self) -> Board:
        """The geometry of this board's size."""
        return BOARDS[self.size]

    @property
    def own(self) -> int:
        """The discs of the side to move, as bits."""
        return self.black if self.to_move is Side.FIRST else self.white

    @property
    def other(self) -> int:
        """The discs of the opponent of the side to move, as bits."""
        return self.white if self.to_move is Side.FIRST else self.black

    @cached_property
    def mobility(self) -> int:
        """The squares on which the side to move can place a disc, as bits."""
        return self.board.mobility(self.own, self.other)

    @cached_property
    def must_pass(self) -> bool:
        """Whether the side to move has no move and the opponent has one."""
        return not self.mobility and bool(self.board.mobility(self.other, self.own))

    def legal_moves(self) -> list[Move]:
        """The squares on which a disc can be placed, or ``pass`` if only the opponent has one."""
        return list(self._moves)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        if self.mobility:
            names = self.board.names
            return tuple(sorted(map(names.__getitem__, bits(self.mobility))))
        return (PASS,) if self.must_pass else ()

    def play(self, move: Move) -> OthelloPosition:
        """The position after ``move``; raises `IllegalMove` or `BadNotation`."""
        if self.outcome() is not None:
            raise IllegalMove("rule.game-over", move=move)
        if move == PASS:
            if not self.must_pass:
                raise IllegalMove("rule.pass-with-moves", move=move)
            return OthelloPosition(self.size, self.black, self.white, self.to_move.other)
        square = 1 << self.board.grid.index(move)
        self._refuse(move, square)
        turned = self.board.flips(self.own, self.other, square)
        own, other = self.own | turned | square, self.other & ~turned
        black, white = (own, other) if self.to_move is Side.FIRST else (other, own)
        return OthelloPosition(self.size, black, white, self.to_move.other)

    def _refuse(self, move: Move, square: int) -> None:
        if square & (self.black | self.white):
            raise IllegalMove("rule.occupied", move=move)
        if self.must_pass:
            raise IllegalMove("rule.must-pass", move=move)
        if not square & self.mobility:
            raise IllegalMove("rule.no-flips", move=move)

    def count(self, side: Side) -> int:
        """The number of discs of ``side``."""
        return (self.black if side is Side.FIRST else self.white).bit_count()

    def score(self, side: Side) -> int:
        """The score of ``side`` in a finished game. Empty squares go to the winner, half each in a draw."""
        mine, theirs = self.count(side), self.count(side.other)
        empties = self.size * self.size - mine - theirs
        if mine == theirs:
            return mine + empties // 2
        return mine + empties if mine > theirs else mine

    def outcome(self) -> Outcome | None:
        """More discs win once neither side has a move."""
        if self.mobility or self.must_pass:
            return None
        black, white = self.count(Side.FIRST), self.count(Side.SECOND)
        if black == white:
            return Outcome(None, "outcome.equal-discs")
        return Outcome(Side.FIRST if black > white else Side.SECOND, "outcome.more-discs")

    def check_start(self) -> None:
        """Raise `BadSetup` unless there are discs on the four squares in the middle, as in every game."""
        if self.board.middle & ~(self.black | self.white):
            raise BadSetup("rule.setup-middle")

    def diagram(self) -> str:
        """X for Black, O for White, ``.`` for an empty square."""
        symbols = [self._symbol(square) for square in range(self.size**2)]
        rows = [symbols[start : start + self.size] for start in range(0, self.size**2, self.size)]
        notes = {"to move": diagrams.side_name(self.to_move)}
        if self.size != 8:
            notes["variant"] = f"{self.size}x{self.size}"
        return diagrams.write(rows, notes)

    def _symbol(self, square: int) -> str:
        if self.black >> square & 1:
            return "X"
        return "O" if self.white >> square & 1 else "."


class Othello:
    """The rules of Othello."""

    slug = "othello"
    variants = tuple(f"{size}x{size}" for size in BOARDS)

    def start(self, variant: str) -> OthelloPosition:
        """Four discs crosswise in the middle (White d4 e5, Black d5 e4 on 8x8), Black to move."""
        if variant not in self.variants:
            raise UnknownGame("rule.unknown-variant", game=self.slug, variant=variant)
        size = int(variant.partition("x")[0])
        low, high = size // 2 - 1, size // 2
        white = 1 << low * size + low | 1 << high * size + high
        black = 1 << low * size + high | 1 << high * size + low
        return OthelloPosition(size, black, white, Side.FIRST)

    def parse(self, text: str, position: Position) -> Move:
        """A square (``d3``, ``D 3``, ``3d``) or a word for passing."""
        if plain(text) in PASS_WORDS:
            return PASS
        if not isinstance(position, OthelloPosition):
            raise BadNotation("rule.notation", text=text[:40])
        return position.board.grid.parse(text)

    def position(self, diagram: str) -> OthelloPosition:
        """Read a diagram of X, O and ``.``; raises `BadDiagram`."""
        rows, notes = diagrams.read(diagram)
        size = len(rows)
        symbols = "".join(rows)
        if size not in BOARDS or len(symbols) != size * size or set(symbols) - set("XO."):
            raise BadDiagram("rule.diagram", text=diagram[:40])
        if notes.get("variant", "8x8") != f"{size}x{size}":
            raise BadDiagram("rule.diagram", text=notes.get("variant", f"{size}x{size}"))
        black = sum(1 << i for i, symbol in enumerate(symbols) if symbol == "X")
        white = sum(1 << i for i, symbol in enumerate(symbols) if symbol == "O")
        return OthelloPosition(size, black, white, diagrams.side_to_move(notes))


def bits(mask: int) -> Iterator[int]:
    """The indices of the set bits of ``mask``, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask  # in two's complement the lowest set bit alone
        yield low.bit_length() - 1
        mask ^= low


OTHELLO = Othello()
