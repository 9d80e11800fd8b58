"""Hare and Hounds: three hounds hunt a hare on eleven points.

FIRST plays the hounds (H in diagrams), SECOND the hare (R). Points are named by row a–c (top to bottom) and
column 1–5; the four corners do not exist. The rules are in `HarePosition`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games import diagram as diagrams
from games.base import BadDiagram, BadNotation, IllegalMove, Move, Outcome, Position, Side, UnknownGame
from games.grid import plain

POINTS = ("a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5", "c2", "c3", "c4")
_DRAWN = (
    "a2-a3 a3-a4 b1-b2 b2-b3 b3-b4 b4-b5 c2-c3 c3-c4 "  # along the rows
    "a2-b2 b2-c2 a3-b3 b3-c3 a4-b4 b4-c4 "  # along the columns
    "b1-a2 b1-c2 a2-b3 c2-b3 b3-a4 b3-c4 a4-b5 c4-b5"  # along the diagonals
)
LINES = tuple(_DRAWN.split())

INDEX = {name: index for index, name in enumerate(POINTS)}


def _neighbors(name: str) -> tuple[int, ...]:
    lines = (line.split("-") for line in LINES if name in line)
    return tuple(sorted(INDEX[end if start == name else start] for start, end in lines))


NEIGHBORS = tuple(_neighbors(name) for name in POINTS)
COLUMN = tuple(int(name[1]) for name in POINTS)
HOUND_STEPS = tuple(
    tuple(to for to in near if COLUMN[to] >= COLUMN[origin]) for origin, near in enumerate(NEIGHBORS)
)
"""By point: where a hound can step, never to a column further left."""

DEN = INDEX["b1"]
"""The leftmost point. A hare that reaches it wins."""
START_HOUNDS = 1 << INDEX["a2"] | 1 << INDEX["b1"] | 1 << INDEX["c2"]
START_HARE = INDEX["b5"]
PLY_LIMIT = 60
"""Thirty moves of each side, in the variant ``classic``."""
REPETITIONS = 3
VARIANTS = ("classic", "no-limit")

_MOVE = re.compile(r"([a-z][0-9]{1,2})-([a-z][0-9]{1,2})")
_POINT = r"([a-z]0?[0-9]{1,2}|0?[0-9]{1,2}[a-z])"
_TYPED = re.compile(rf"{_POINT}?(?:[-–—−~>→:]|->|to)?{_POINT}")


@dataclass(frozen=True)
class HarePosition:
    """The hounds (bits over `POINTS`), the hare (an index), the ply, and the positions that can repeat.

    ``history`` holds the keys of earlier positions that can still recur. It is empty in ``classic``.
    """

    variant: str
    hounds: int
    hare: int
    ply: int = 0
    history: tuple[int, ...] = ()

    @property
    def to_move(self) -> Side:
        """The hounds move at even plies, the hare at odd ones."""
        return Side.SECOND if self.ply % 2 else Side.FIRST

    @property
    def key(self) -> int:
        """Equal for two positions that count as a repetition: the pieces and the side to move."""
        # bit   15 … 5   4 … 1   0
        #       hounds   hare    side to move
        return self.hounds << 5 | self.hare << 1 | self.ply % 2

    @property
    def repetitions(self) -> int:
        """How often this position has occurred, including now."""
        return 1 + self.history.count(self.key)

    @cached_property
    def _steps(self) -> tuple[tuple[int, int], ...]:
        """Origin and goal of every step of the side to move, even if the game is over."""
        taken = self.hounds | 1 << self.hare
        if self.to_move is Side.SECOND:
            return tuple((self.hare, to) for to in NEIGHBORS[self.hare] if not taken >> to & 1)
        hounds = (origin for origin in range(len(POINTS)) if self.hounds >> origin & 1)
        return tuple((origin, to) for origin in hounds for to in HOUND_STEPS[origin] if not taken >> to & 1)

    def legal_moves(self) -> list[Move]:
        """Every step along a line to an empty point, ``a2-a3``; hounds never go left."""
        return list(self._moves)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        if self.outcome() is not None:
            return ()
        return tuple(sorted(Move(f"{POINTS[origin]}-{POINTS[to]}") for origin, to in self._steps))

    def play(self, move: Move) -> HarePosition:
        """The position after ``move``; raises `IllegalMove` or `BadNotation`."""
        if self.outcome() is not None:
            raise IllegalMove("rule.game-over", move=move)
        origin, to = _points(move)
        self._refuse(move, origin, to)
        if self.to_move is Side.SECOND:
            return HarePosition(self.variant, self.hounds, to, self.ply + 1, self._remembered())
        history = self._remembered() if COLUMN[to] == COLUMN[origin] else ()
        return HarePosition(
            self.variant, self.hounds ^ 1 << origin ^ 1 << to, self.hare, self.ply + 1, history
        )

    def _remembered(self) -> tuple[int, ...]:
        # Hounds cannot step back to the left, so no position from before a step to the right can recur.
        return () if self.variant == "classic" else (*self.history, self.key)

    def _refuse(self, move: Move, origin: int, to: int) -> None:
        if not self._own >> origin & 1:
            raise IllegalMove("rule.not-your-piece", move=move, origin=POINTS[origin])
        if to not in NEIGHBORS[origin]:
            raise IllegalMove("rule.no-line", move=move, origin=POINTS[origin], to=POINTS[to])
        if self.to_move is Side.FIRST and to not in HOUND_STEPS[origin]:
            raise IllegalMove("rule.backward", move=move)
        if (self.hounds | 1 << self.hare) >> to & 1:
            raise IllegalMove("rule.blocked", move=move, to=POINTS[to])

    @property
    def _own(self) -> int:
        return self.hounds if self.to_move is Side.FIRST else 1 << self.hare

    def origins(self, to: int) -> list[str]:
        """The points from which the side to move can step to ``to``."""
        return [POINTS[origin] for origin, goal in self._steps if goal == to]

    def outcome(self) -> Outcome | None:
        """The hare wins on `DEN`, at the limit or if the hounds are stuck; the hounds win by trapping it."""
        if self.hare == DEN:
            return Outcome(Side.SECOND, "outcome.hare-escaped")
        if not self._steps:
            if self.to_move is Side.SECOND:
                return Outcome(Side.FIRST, "outcome.hare-trapped")
            return Outcome(Side.SECOND, "outcome.hounds-stuck")
        if self.variant == "classic" and self.ply >= PLY_LIMIT:
            return Outcome(Side.SECOND, "outcome.turns-up")
        if self.repetitions >= REPETITIONS:
            return Outcome(Side.SECOND, "outcome.repetition")
        return None

    def check_start(self) -> None:
        """Raise nothing: every diagram has three hounds and the hare."""

    def diagram(self) -> str:
        """H for a hound, R for the hare, ``.`` for an empty point, a blank for each missing corner."""
        rows = [[self._symbol(f"{row}{column}") for column in range(1, 6)] for row in "abc"]
        notes = {"to move": diagrams.side_name(self.to_move), "ply": str(self.ply)}
        if self.variant != VARIANTS[0]:
            notes["variant"] = self.variant
        return diagrams.write(rows, notes)

    def _symbol(self, name: str) -> str:
        if name not in INDEX:
            return " "
        index = INDEX[name]
        if index == self.hare:
            return "R"
        return "H" if self.hounds >> index & 1 else "."


class HareAndHounds:
    """The rules of Hare and Hounds."""

    slug = "hare_and_hounds"
    variants: Sequence[str] = VARIANTS

    def start(self, variant: str) -> HarePosition:
        """Hounds on a2, b1 and c2, the hare on b5; the hounds move."""
        if variant not in self.variants:
            raise UnknownGame("rule.unknown-variant", game=self.slug, variant=variant)
        return HarePosition(variant, START_HOUNDS, START_HARE)

    def parse(self, text: str, position: Position) -> Move:
        """A step (``a2-a3``, ``A2 A3``, ``a2→a3``), or its goal alone if only one piece can step there."""
        match = _TYPED.fullmatch(plain(text))
        if match is None or not isinstance(position, HarePosition):
            raise BadNotation("rule.notation-piece", text=text.strip()[:40])
        goal = _index(_tidy(match[2]))
        if match[1]:
            return Move(f"{POINTS[_index(_tidy(match[1]))]}-{POINTS[goal]}")
        origins = position.origins(goal)
        if not origins:
            raise IllegalMove("rule.cannot-reach", move=POINTS[goal], to=POINTS[goal])
        if len(origins) > 1:
            raise IllegalMove("rule.ambiguous", move=POINTS[goal], origins=", ".join(origins))
        return Move(f"{origins[0]}-{POINTS[goal]}")

    def position(self, diagram: str) -> HarePosition:
        """Read a diagram of H, R and ``.``; raises `BadDiagram`."""
        rows, notes = diagrams.read(diagram)
        symbols = _symbols(rows)
        variant = notes.get("variant", VARIANTS[0])
        side = diagrams.side_to_move(notes)
        ply = notes.get("ply", str(side - 1))
        known = symbols.count("H") == 3 and symbols.count("R") == 1 and not set(symbols) - set("HR.")
        if not known or variant not in VARIANTS:
            raise BadDiagram("rule.diagram", text=diagram[:40])
        if not re.fullmatch("[0-9]{1,4}", ply) or int(ply) % 2 != side - 1:
            raise BadDiagram("rule.diagram", text=f"ply: {ply[:30]}")
        hounds = sum(1 << index for index, symbol in enumerate(symbols) if symbol == "H")
        return HarePosition(variant, hounds, symbols.index("R"), int(ply))


def _symbols(rows: list[str]) -> str:
    """The symbols of the eleven points in the order of `POINTS`. Raises `BadDiagram`."""
    drawn = {
        f"{row}{column}": symbol
        for row, line in zip("abc", rows, strict=False)
        for column, symbol in enumerate(line, start=1)
    }
    corners = {symbol for name, symbol in drawn.items() if name not in INDEX}
    if len(rows) != 3 or corners - {" "} or not INDEX.keys() <= drawn.keys():
        raise BadDiagram("rule.diagram", text="/".join(rows)[:40])
    return "".join(drawn[name] for name in POINTS)


def _points(move: Move) -> tuple[int, int]:
    match = _MOVE.fullmatch(move)
    if match is None:
        raise BadNotation("rule.notation-piece", text=move[:40])
    return _index(match[1]), _index(match[2])


def _index(point: str) -> int:
    if point not in INDEX:
        raise IllegalMove("rule.off-board", move=point, corner="b5")
    return INDEX[point]


def _tidy(point: str) -> str:
    """A point in canonical order: ``2a`` and ``a02`` become ``a2``."""
    letter, number = (point[0], point[1:]) if point[0].isalpha() else (point[-1], point[:-1])
    return f"{letter}{int(number)}"


HARE_AND_HOUNDS = HareAndHounds()
