"""The game of Go: variants, notation as people type it, and diagrams."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games import diagram as diagrams
from games.base import PASS, BadDiagram, BadNotation, Move, Position, Side, UnknownGame
from games.go.board import Board
from games.go.position import AGREE, ALIVE, DEAD, GROUP, RESUME, SYMBOLS, GoPosition
from games.go.variant import VARIANTS, Ruleset, Variant
from games.grid import PASS_WORDS, Grid, plain

WORDS: dict[str, Move] = {
    **dict.fromkeys((*PASS_WORDS, "통과", "한수쉼", "착수포기"), PASS),
    **dict.fromkeys(("agree", "ok", "동의", "확인"), AGREE),
    **dict.fromkeys(("resume", "재개", "계속"), RESUME),
}
MARKS = {
    **dict.fromkeys((DEAD, "사석", "죽은돌", "죽음"), DEAD),
    **dict.fromkeys((ALIVE, "산돌", "활석", "삶"), ALIVE),
}
GROUP_WORDS = (GROUP, "무리")

_MOST = 9_999
"""The largest number in a diagram."""


class Go:
    """The rules of Go."""

    slug = "go"
    variants = tuple(variant.name for variant in VARIANTS)

    def start(self, variant: str) -> GoPosition:
        """An empty board with Black to move, or the handicap stones with White to move."""
        named = Variant.named(variant)
        if named is None or variant not in self.variants:
            raise UnknownGame("rule.unknown-variant", game=self.slug, variant=variant)
        stones = bytearray(named.board.area)
        for point in named.handicap_points:
            stones[point] = Side.FIRST
        return begin(named, bytes(stones), named.first_to_move)

    def parse(self, text: str, position: Position) -> Move:
        """A point (``D4``, ``4d``), a word for a pass, or a scoring move (``dead d4``, ``dead group d4``)."""
        typed = plain(text)
        if typed in WORDS:
            return WORDS[typed]
        if not isinstance(position, GoPosition):
            raise BadNotation("rule.notation", text=text[:40])
        grid = position.board.grid
        for word, mark in MARKS.items():
            if typed.startswith(word):
                return _mark(mark, typed.removeprefix(word), grid)
        return grid.parse(text)

    def position(self, diagram: str) -> GoPosition:
        """Read a diagram of X, O and ``.``, of any size from 2 to 19; raises `BadDiagram`."""
        rows, notes = diagrams.read(diagram)
        size, symbols = len(rows), "".join(rows)
        variant = Variant.named(notes.get("variant", f"{size}x{size}-{Ruleset.KOREAN}"))
        if variant is None or variant.size != size or len(symbols) != size * size:
            raise BadDiagram("rule.diagram", text=notes.get("variant", diagram[:40]))
        if set(symbols) - set(SYMBOLS):
            raise BadDiagram("rule.diagram", text=diagram[:40])
        stones = bytes(map(SYMBOLS.index, symbols))
        for at, color in enumerate(stones):
            if color and variant.board.suffocated(stones, at):
                raise BadDiagram("rule.no-liberties", point=variant.board.names[at])
        try:
            return _with_notes(begin(variant, stones, diagrams.side_to_move(notes)), notes)
        except ValueError as error:
            raise BadDiagram("rule.diagram", text=str(error)[:40]) from None


def _mark(mark: str, typed: str, grid: Grid) -> Move:
    """A mark of the chain or the group on a typed point."""
    for word in GROUP_WORDS:
        if typed.startswith(word):
            return Move(f"{mark} {GROUP} {grid.parse(typed.removeprefix(word))}")
    return Move(f"{mark} {grid.parse(typed)}")


def begin(variant: Variant, stones: bytes, to_move: Side) -> GoPosition:
    """A position without history."""
    key = variant.board.key(stones)
    return GoPosition(variant, stones, to_move, key, seen=frozenset({variant.seen_as(key, to_move)}))


def _with_notes(position: GoPosition, notes: Mapping[str, str]) -> GoPosition:
    """``position`` with the values of the notes. Raises `ValueError`."""
    black, white = map(int, notes.get("captures", "0 0").split())
    passes, agreed, ply = (int(notes.get(key, "0")) for key in ("passes", "agreed", "ply"))
    dead = _points(position.board, notes, "dead")
    ko = _points(position.board, notes, "ko")
    if (
        min(black, white, ply) < 0
        or max(black, white, ply) > _MOST
        or passes not in range(3)
        or agreed not in range(3)
        or len(ko) > 1
    ):
        raise ValueError("a note is out of its range")
    if any(not position.stones[at] or not dead.issuperset(position.chains.at(at).points) for at in dead):
        raise ValueError("dead")
    if ((dead or agreed) and passes != 2) or any(position.stones[at] for at in ko):
        raise ValueError("dead, agreed or ko")
    return replace(
        position,
        captures=(black, white),
        ply=ply,
        passes=passes,
        ko=next(iter(ko), None),
        barred=_points(position.board, notes, "superko"),
        repeated=notes.get("repeated") == "yes",
        dead=dead,
        agreed=agreed,
    )


def _points(board: Board, notes: Mapping[str, str], key: str) -> frozenset[int]:
    return frozenset(map(board.grid.index, notes.get(key, "").split()))


GO = Go()
