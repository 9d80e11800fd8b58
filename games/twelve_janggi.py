"""Twelve Janggi (십이장기): five kinds of pieces on three rows and four columns, with drops.

Rows a–c run from top to bottom; the camp of FIRST is column 1, the camp of SECOND column 4. The board is a
string of twelve symbols: K J S Z H for 王 將 相 子 侯 (King, General, Minister, Man, Marquis), upper case for
FIRST, lower case for SECOND. A move is a step ``b1-a2`` or a drop ``Z*b2``. The rules are in
`JanggiPosition`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from games import diagram as diagrams
from games.base import (
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
from games.grid import plain

ROWS, COLUMNS = "abc", 4
SQUARES = tuple(f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1))
INDEX = {name: index for index, name in enumerate(SQUARES)}
START = "S..jKZzkJ..s"
HANDS = "JSZ"
"""The kinds of pieces that a hand can hold, in the order in which they are written."""
IN_HAND = {"J": "J", "S": "S", "Z": "Z", "H": "Z"}
"""What a captured piece becomes: a Marquis turns back into a Man. Capturing a King ends the game."""
REPETITIONS = 3
_OF_A_KIND = 2  # a Marquis counts as a Man

_ORTHOGONAL = ((0, 1), (-1, 0), (1, 0), (0, -1))
_DIAGONAL = ((-1, 1), (1, 1), (-1, -1), (1, -1))
WAYS = {
    "K": _ORTHOGONAL + _DIAGONAL,
    "J": _ORTHOGONAL,
    "S": _DIAGONAL,
    "Z": ((0, 1),),
    "H": _ORTHOGONAL + _DIAGONAL[:2],
}
"""By kind: the steps as (rows down, columns forward)."""

SPELLINGS = {
    letter: kind
    for kind, letters in {"K": "k王왕", "J": "j將将장", "S": "s相상", "Z": "z子자", "H": "h侯후"}.items()
    for letter in letters
}

_STEP = re.compile(r"([a-z][0-9]{1,2})-([a-z][0-9]{1,2})")
_DROP = re.compile(r"([KJSZH])\*([a-z][0-9]{1,2})")
_POINT = r"([a-z]0?[0-9]{1,2})"
_KIND = f"([{''.join(SPELLINGS)}])"
_TYPED_STEP = re.compile(rf"{_KIND}?{_POINT}?(?:[-–—−~>→x:]|->)?{_POINT}")
_TYPED_DROP = re.compile(rf"{_KIND}(?:\*{_POINT}|{_POINT}!)")


def _goals(kind: str, side: Side, origin: int) -> tuple[int, ...]:
    forward = 1 if side is Side.FIRST else -1
    row, column = divmod(origin, COLUMNS)
    goals = ((row + down, column + ahead * forward) for down, ahead in WAYS[kind])
    return tuple(r * COLUMNS + c for r, c in goals if 0 <= r < len(ROWS) and 0 <= c < COLUMNS)


GOALS = {
    kind if side is Side.FIRST else kind.lower(): tuple(_goals(kind, side, o) for o in range(len(SQUARES)))
    for kind in WAYS
    for side in Side
}
"""By symbol and square: the squares to which a piece can step on an empty board."""


def camp(side: Side) -> int:
    """The column (from 0) of the camp of ``side``."""
    return 0 if side is Side.FIRST else COLUMNS - 1


@dataclass(frozen=True)
class JanggiPosition:
    """The board, the pieces in hand of each side, the side to move and the keys of earlier positions."""

    board: str
    hands: tuple[str, str]
    to_move: Side
    history: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Equal for two positions that count as a repetition: board, hands and side to move."""
        return f"{self.board}{self.hands[0]}/{self.hands[1]}{self.to_move}"

    @property
    def repetitions(self) -> int:
        """How often this position has occurred, including now."""
        return 1 + self.history.count(self.key)

    @property
    def hand(self) -> str:
        """The pieces in hand of the side to move."""
        return self.hands[self.to_move - 1]

    def symbol(self, kind: str, side: Side) -> str:
        """The symbol of a piece of ``side`` on the board."""
        return kind if side is Side.FIRST else kind.lower()

    def owns(self, square: int, side: Side) -> bool:
        """Whether a piece of ``side`` is on ``square``."""
        piece = self.board[square]
        return piece.isupper() if side is Side.FIRST else piece.islower()

    def entered(self, side: Side) -> bool:
        """Whether the King of ``side`` is in the enemy camp."""
        king = self.board.find(self.symbol("K", side))
        return king >= 0 and king % COLUMNS == camp(side.other)

    @property
    def is_check(self) -> bool:
        """Whether the opponent could capture the King of the side to move if it were the opponent's turn."""
        king = self.board.find(self.symbol("K", self.to_move))
        return any(
            king in GOALS[piece][origin]
            for origin, piece in enumerate(self.board)
            if self.owns(origin, self.to_move.other)
        )

    def reachable(self, origin: int) -> tuple[int, ...]:
        """Where the piece on ``origin`` can step: its goals without those that its own side occupies."""
        side = Side.FIRST if self.board[origin].isupper() else Side.SECOND
        return tuple(to for to in GOALS[self.board[origin]][origin] if not self.owns(to, side))

    def origins(self, kind: str | None, to: int) -> list[str]:
        """The squares from which the side to move can step to ``to`` with a piece of ``kind`` (or any)."""
        kinds = (kind,) if kind else tuple(WAYS)
        own = {self.symbol(candidate, self.to_move) for candidate in kinds}
        return [SQUARES[o] for o, piece in enumerate(self.board) if piece in own and to in self.reachable(o)]

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(sorted((*self._steps(), *self._drops())))

    def _steps(self) -> Iterator[Move]:
        for origin in range(len(SQUARES)):
            if self.owns(origin, self.to_move):
                for to in self.reachable(origin):
                    yield Move(f"{SQUARES[origin]}-{SQUARES[to]}")

    def _drops(self) -> Iterator[Move]:
        for square, piece in enumerate(self.board):
            if piece == "." and square % COLUMNS != camp(self.to_move.other):
                for kind in set(self.hand):
                    yield Move(f"{kind}*{SQUARES[square]}")

    def legal_moves(self) -> list[Move]:
        """Steps ``b1-a2`` and drops ``Z*b2``. Leaving the King to be captured is legal."""
        return [] if self.outcome() is not None else list(self._moves)

    def play(self, move: Move) -> JanggiPosition:
        """The position after ``move``; raises `IllegalMove` or `BadNotation`."""
        if self.outcome() is not None:
            raise IllegalMove("rule.game-over", move=move)
        drop, step = _DROP.fullmatch(move), _STEP.fullmatch(move)
        if drop:
            return self._dropped(move, drop[1], _index(drop[2]))
        if step:
            return self._stepped(move, _index(step[1]), _index(step[2]))
        raise BadNotation("rule.notation-piece", text=move[:40])

    def _dropped(self, move: Move, kind: str, square: int) -> JanggiPosition:
        if kind not in self.hand:
            raise IllegalMove("rule.not-in-hand", move=move, piece=kind)
        if self.board[square] != ".":
            raise IllegalMove("rule.occupied", move=SQUARES[square])
        if square % COLUMNS == camp(self.to_move.other):
            raise IllegalMove("rule.drop-in-camp", move=move)
        board = _put(self.board, square, self.symbol(kind, self.to_move))
        return self._after(board, self.hand.replace(kind, "", 1))

    def _stepped(self, move: Move, origin: int, to: int) -> JanggiPosition:
        piece = self.board[origin]
        if not self.owns(origin, self.to_move):
            raise IllegalMove("rule.not-your-piece", move=move, origin=SQUARES[origin])
        if to not in GOALS[piece][origin]:
            raise IllegalMove("rule.cannot-reach", move=move, to=SQUARES[to], piece=piece.upper())
        if self.owns(to, self.to_move):
            raise IllegalMove("rule.blocked", move=move, to=SQUARES[to])
        if piece in "Zz" and to % COLUMNS == camp(self.to_move.other):
            piece = self.symbol("H", self.to_move)
        hand = self.hand + IN_HAND.get(self.board[to].upper(), "")
        return self._after(_put(_put(self.board, origin, "."), to, piece), hand)

    def _after(self, board: str, hand: str) -> JanggiPosition:
        tidy = "".join(sorted(hand))
        hands = (tidy, self.hands[1]) if self.to_move is Side.FIRST else (self.hands[0], tidy)
        return JanggiPosition(board, hands, self.to_move.other, (*self.history, self.key))

    def outcome(self) -> Outcome | None:
        """A King captured, a King that survived in the enemy camp, the third repetition, no legal move."""
        for side in Side:
            if self.symbol("K", side) not in self.board:
                return Outcome(side.other, "outcome.king-taken")
        if self.entered(self.to_move):  # it stood there for a turn of the enemy, who could not capture it
            return Outcome(self.to_move, "outcome.king-entered")
        if self.repetitions >= REPETITIONS:
            return Outcome(None, "outcome.repetition")
        return None if self._moves else Outcome(self.to_move.other, "outcome.no-moves")

    def check_start(self) -> None:
        """Raise `BadSetup` unless every piece is on the board or in a hand: pieces never leave the game."""
        pieces = (self.board + "".join(self.hands)).upper().replace("H", "Z")
        for kind in ("K", *HANDS):
            if pieces.count(kind) != _OF_A_KIND:
                raise BadSetup("rule.setup-pieces", piece=kind, n=pieces.count(kind))

    def diagram(self) -> str:
        """The board, the side to move, the hands if any, and a side whose King has entered."""
        rows = [self.board[start : start + COLUMNS] for start in range(0, len(self.board), COLUMNS)]
        notes = {"to move": diagrams.side_name(self.to_move)}
        if any(self.hands):
            notes["hands"] = f"{self.hands[0] or '-'} / {self.hands[1].lower() or '-'}"
        for side in (self.to_move, self.to_move.other):
            if self.entered(side):
                notes.setdefault("entered", diagrams.side_name(side))
        return diagrams.write(rows, notes)


class TwelveJanggi:
    """The rules of Twelve Janggi."""

    slug = "twelve_janggi"
    variants: Sequence[str] = ("classic",)

    def start(self, variant: str) -> JanggiPosition:
        """Each camp behind its Man; FIRST, on the left, moves."""
        if variant not in self.variants:
            raise UnknownGame("rule.unknown-variant", game=self.slug, variant=variant)
        return JanggiPosition(START, ("", ""), Side.FIRST)

    def parse(self, text: str, position: Position) -> Move:
        """A step (``b1-a2``, ``Kb2``, ``王b2``, ``Kb1b2``) or a drop (``Z*b2``, ``Zb2!``)."""
        typed = plain(text)
        if isinstance(position, JanggiPosition):
            if drop := _TYPED_DROP.fullmatch(typed):
                return Move(f"{SPELLINGS[drop[1]]}*{_named(drop[2] or drop[3])}")
            if step := _TYPED_STEP.fullmatch(typed):
                return _step(step, position)
        raise BadNotation("rule.notation-piece", text=text.strip()[:40])

    def position(self, diagram: str) -> JanggiPosition:
        """Read a diagram of pieces and ``.`` with its hands; raises `BadDiagram`."""
        rows, notes = diagrams.read(diagram)
        board = "".join(rows)
        first, slash, second = notes.get("hands", "- / -").partition("/")
        hands = ("".join(sorted(first.strip(" -"))), "".join(sorted(second.strip(" -").upper())))
        position = JanggiPosition(board, hands, diagrams.side_to_move(notes))
        if [len(row) for row in rows] != [COLUMNS] * len(ROWS) or not slash or not _possible(board, hands):
            raise BadDiagram("rule.diagram", text=diagram[:40])
        if notes.get("variant", "classic") not in self.variants:
            raise BadDiagram("rule.diagram", text=notes["variant"][:40])
        entered = {diagrams.side_name(side) for side in Side if position.entered(side)}
        if "entered" in notes and notes["entered"] not in entered:
            raise BadDiagram("rule.diagram", text=f"entered: {notes['entered'][:30]}")
        return position


def _possible(board: str, hands: tuple[str, str]) -> bool:
    """Whether a game can have these pieces: at most two of a kind, no Man in the enemy camp."""
    pieces = board.upper().replace("H", "Z") + "".join(hands)
    far = {0: "z", COLUMNS - 1: "Z"}
    return (
        not set(board) - set("KJSZHkjszh.")
        and not set("".join(hands)) - set(HANDS)
        and all(pieces.count(kind) <= 2 for kind in HANDS)
        and {board.count("K"), board.count("k")} in ({1}, {0, 1})  # a finished game has one King
        and not any(far.get(square % COLUMNS) == piece for square, piece in enumerate(board))
    )


def _step(typed: re.Match[str], position: JanggiPosition) -> Move:
    """The step that a match of `_TYPED_STEP` names; its piece or its origin can be missing."""
    kind = SPELLINGS[typed[1]] if typed[1] else None
    to = _named(typed[3])
    origin = _named(typed[2]) if typed[2] else _only_origin(position, kind, to)
    if kind and position.board[INDEX[origin]] != position.symbol(kind, position.to_move):
        raise IllegalMove("rule.not-your-piece", move=f"{kind}{origin}-{to}", origin=origin)
    return Move(f"{origin}-{to}")


def _only_origin(position: JanggiPosition, kind: str | None, to: str) -> str:
    origins = position.origins(kind, INDEX[to])
    if not origins:
        raise IllegalMove("rule.cannot-reach", move=f"{kind or ''}{to}", to=to, piece=kind or "")
    if len(origins) > 1:
        raise IllegalMove("rule.ambiguous", move=f"{kind or ''}{to}", origins=", ".join(origins))
    return origins[0]


def _put(board: str, square: int, symbol: str) -> str:
    return board[:square] + symbol + board[square + 1 :]


def _named(point: str) -> str:
    return SQUARES[_index(f"{point[0]}{int(point[1:])}")]


def _index(point: str) -> int:
    if point not in INDEX:
        raise IllegalMove("rule.off-board", move=point, corner=SQUARES[-1])
    return INDEX[point]


TWELVE_JANGGI = TwelveJanggi()
