"""Positions of Go: the rules of play, scoring and repetition.

A match has two phases. During play, the sides alternate points and ``pass``. Two passes in a row start the
scoring: either side marks chains (``dead d4``, ``alive d4`` mark the chain on d4) any number of times, which
changes no turn; ``dead group d4`` marks every chain of the color of d4 that no stone of the other color
separates from it. ``agree`` gives the turn to the opponent, whose ``agree`` ends the match if nothing was
marked in between. ``resume`` discards the marks and resumes play; the opponent of the side that resumes moves
first. The side that is not to move agrees and resumes by name (``agree white``): the turn stays with the
opponent, who has not agreed. All of these are moves, so a record needs nothing else.

Repetition: a ko cannot be retaken at once. Chinese rules refuse every move that repeats a board (positional
superko). By Korean rules a match is drawn when moves without a pass between them lead back to the same board
with the same side to move. A match that reaches `Variant.most_plies` is counted on its current board with
every stone alive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from games import diagram as diagrams
from games.base import PASS, BadNotation, BadSetup, IllegalMove, Move, Outcome, Side
from games.go.board import Board, Chains
from games.go.scoring import Score, count
from games.go.variant import Ruleset, Variant

AGREE, RESUME = Move("agree"), Move("resume")
DEAD, ALIVE, GROUP = "dead", "alive", "group"
COLORS = {"black": Side.FIRST, "white": Side.SECOND}
SYMBOLS = ".XO"


@dataclass(frozen=True)
class GoPosition:
    """The stones, the side to move, the boards that cannot be repeated, and the marks of the scoring.

    Points are indices; ``captures`` are the stones captured by Black and by White.
    """

    variant: Variant
    stones: bytes
    to_move: Side
    key: int
    captures: tuple[int, int] = (0, 0)
    ply: int = 0
    passes: int = 0
    ko: int | None = None
    seen: frozenset[int] = frozenset()
    barred: frozenset[int] = frozenset()  # the superko points of a diagram, which has no history
    repeated: bool = False
    dead: frozenset[int] = frozenset()
    agreed: int = 0
    recent: tuple[int | None, ...] = field(default=(), compare=False)
    """The last two moves of play, the latest last; None for a pass. The rules do not use it."""

    @property
    def board(self) -> Board:
        """The geometry of the board."""
        return self.variant.board

    @property
    def size(self) -> int:
        """The number of points along one edge."""
        return self.variant.size

    @property
    def scoring(self) -> bool:
        """Whether both sides have passed and are marking dead stones."""
        return self.passes == 2

    @cached_property
    def chains(self) -> Chains:
        """The chains on the board."""
        return Chains(self.board, self.stones)

    # -- moves ------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """Points and ``pass``; during scoring, marks, ``agree`` and ``resume`` of the side to move."""
        return list(self._legal)

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        if self.outcome() is not None:
            return ()
        if self.scoring:
            return tuple(sorted(map(Move, [AGREE, RESUME, *self._marks()])))
        names = self.board.names
        return tuple(sorted([PASS, *(Move(names[point]) for point in self.open_points)]))

    def _marks(self) -> Iterator[str]:
        """The marks of chains and groups, by each of their stones."""
        names = self.board.names
        for group in self.chains.groups:
            marks = [ALIVE if member.points[0] in self.dead else DEAD for member in group]
            for chain, mark in zip(group, marks, strict=True):
                for point in chain.points:
                    yield f"{mark} {names[point]}"
                    yield from (f"{of_group} {GROUP} {names[point]}" for of_group in set(marks))

    @cached_property
    def open_points(self) -> tuple[int, ...]:
        """The points on which the side to move can play, as indices. Undefined during scoring."""
        shut = self.barred | {self.ko}
        points = []
        for point, key in self._breathing:
            if point not in shut and (self.variant.ruleset is Ruleset.KOREAN or key not in self.seen):
                points.append(point)
        return tuple(points)

    @cached_property
    def _breathing(self) -> list[tuple[int, int]]:
        """Empty points where a move is not suicide, each with the key of the resulting board."""
        board, stones, chain_at, own = self.board, self.stones, self.chains.at, self.to_move
        keys, playable = board.keys[own], []
        for point, color in enumerate(stones):
            if color:
                continue
            key, breathes, taken = self.key ^ keys[point], False, []
            for near in board.neighbors[point]:
                if not stones[near]:
                    breathes = True
                    continue
                chain = chain_at(near)
                if stones[near] == own:
                    breathes = breathes or len(chain.liberties) > 1
                elif len(chain.liberties) == 1 and chain not in taken:
                    taken.append(chain)
                    key ^= chain.key
            if breathes or taken:
                playable.append((point, key))
        return playable

    def play(self, move: Move) -> GoPosition:
        """The position after ``move``; raises `IllegalMove` or `BadNotation`."""
        point = self.board.index.get(move)
        if self.outcome() is not None:
            raise IllegalMove("rule.game-over", move=move)
        if point is not None and not self.scoring:
            return self._put(move, point)
        if move == PASS and not self.scoring:
            return self._pass()
        if move.partition(" ")[0] in (AGREE, RESUME, DEAD, ALIVE) and not move.endswith(" "):
            return self._settle(move)
        if move != PASS:
            self.board.grid.index(move)  # raises the more precise error
        raise IllegalMove("rule.scoring", move=move)

    def _put(self, move: Move, point: int) -> GoPosition:
        if self.stones[point]:
            raise IllegalMove("rule.occupied", move=move)
        if point == self.ko:
            raise IllegalMove("rule.ko", move=move)
        side, board = self.to_move, self.board
        placed = board.place(self.stones, point, side)
        if placed is None:
            raise IllegalMove("rule.suicide", move=move)
        stones, taken = placed
        other, key = side.other, self.key ^ board.keys[side][point]
        for gone in taken:
            key ^= board.keys[other][gone]
        mark = self.variant.seen_as(key, other)
        repeated = mark in self.seen
        if point in self.barred or (repeated and self.variant.ruleset is Ruleset.CHINESE):
            raise IllegalMove("rule.superko", move=move)
        black, white = self.captures
        captures = (black + len(taken), white) if side is Side.FIRST else (black, white + len(taken))
        ko = board.ko(stones, point, taken)
        seen = self.seen | {mark}
        recent = (*self.recent[-1:], point)
        return GoPosition(
            self.variant,
            stones,
            other,
            key,
            captures,
            self.ply + 1,
            0,
            ko,
            seen,
            repeated=repeated,
            recent=recent,
        )

    def _pass(self) -> GoPosition:
        other = self.to_move.other
        seen = self.seen
        if self.variant.ruleset is Ruleset.KOREAN:
            seen = frozenset({self.variant.seen_as(self.key, other)})
        return replace(
            self,
            to_move=other,
            ply=self.ply + 1,
            passes=self.passes + 1,
            ko=None,
            seen=seen,
            barred=frozenset(),
            recent=(*self.recent[-1:], None),
        )

    def _settle(self, move: Move) -> GoPosition:
        """The moves of the scoring: marks, agreement and resumption."""
        word, _, name = move.partition(" ")
        named = name.removeprefix(GROUP + " ")
        point = self.board.grid.index(named) if word in (DEAD, ALIVE) else None
        if not self.scoring:
            raise IllegalMove("rule.not-scoring", move=move)
        if point is not None:
            return self._mark(move, point, word == DEAD, whole_group=named != name)
        side, ply = self._speaker(move, name), self.ply + 1
        if word == RESUME:
            return replace(self, to_move=side.other, ply=ply, passes=0, dead=frozenset(), agreed=0)
        if side is not self.to_move and self.agreed:
            raise IllegalMove("rule.agreed", move=move)
        return replace(self, to_move=side.other, ply=ply, agreed=self.agreed + 1)

    def _speaker(self, move: Move, color: str) -> Side:
        """Who agrees or resumes: the side to move, which is not named, or the other side, which is."""
        side = COLORS.get(color) if color else self.to_move
        if side is None or (color and side is self.to_move):
            raise BadNotation("rule.notation", text=move)
        return side

    def as_said_by(self, side: Side, move: Move) -> Move:
        """``move``, as a record has it if ``side`` plays it; during scoring, that may be the opponent.

        >>> from games.go import GO
        >>> counting = GO.start("9x9-korean").play(PASS).play(PASS)
        >>> counting.as_said_by(Side.SECOND, AGREE)
        'agree white'
        """
        if side is self.to_move or move not in (AGREE, RESUME):
            return move
        color = next(name for name, colored in COLORS.items() if colored is side)
        return Move(f"{move} {color}")

    def _mark(self, move: Move, point: int, dead: bool, *, whole_group: bool) -> GoPosition:
        if not self.stones[point]:
            raise IllegalMove("rule.no-stone", move=move)
        chains = self.chains.group(point) if whole_group else (self.chains.at(point),)
        changed = {stone for chain in chains for stone in chain.points if dead is not (stone in self.dead)}
        if not changed:
            raise IllegalMove("rule.marked", move=move)
        return replace(self, ply=self.ply + 1, agreed=0, dead=self.dead ^ changed)

    # -- the end ----------------------------------------------------------------------------------------

    def score(self) -> Score:
        """The score of the current board without the stones marked dead."""
        return count(self.variant, self.stones, self.dead, self.captures)

    def outcome(self) -> Outcome | None:
        """Repetition draws; else points decide, once both agree or at `Variant.most_plies`."""
        if self.repeated:
            return Outcome(None, "outcome.repetition")
        if self.agreed == 2:
            return Outcome(self.score().winner, "outcome.points")
        if self.ply >= self.variant.most_plies:
            bare = count(self.variant, self.stones, (), self.captures)
            return Outcome(bare.winner, "outcome.move-limit")
        return None

    # -- text -------------------------------------------------------------------------------------------

    def check_start(self) -> None:
        """Raise `BadSetup` after a pass: a match starts during play."""
        if self.passes:
            raise BadSetup("rule.setup-passes")

    def diagram(self) -> str:
        """X for Black, O for White, ``.`` for an empty point; then notes for the rest of the state."""
        symbols = [SYMBOLS[color] for color in self.stones]
        rows = [symbols[start : start + self.size] for start in range(0, self.board.area, self.size)]
        return diagrams.write(rows, self._notes())

    def _notes(self) -> dict[str, str]:
        shut: frozenset[int] = frozenset()
        if not self.scoring:
            shut = frozenset(point for point, _ in self._breathing) - {*self.open_points, self.ko}
        notes = {
            "to move": diagrams.side_name(self.to_move),
            "variant": self.variant.name,
            "ply": self.ply,
            "captures": "{} {}".format(*self.captures) if any(self.captures) else "",
            "passes": self.passes or "",
            "ko": "" if self.ko is None else self.board.names[self.ko],
            "superko": " ".join(self.board.names[point] for point in sorted(shut)),
            "dead": " ".join(self.board.names[point] for point in sorted(self.dead)),
            "agreed": self.agreed or "",
            "repeated": "yes" if self.repeated else "",
        }
        return {key: str(value) for key, value in notes.items() if value != ""}
