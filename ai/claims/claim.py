"""`Claim`: a statement about a move that can be checked, with the line that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ai.claims.kind import Kind
from games.base import Move

_KINDS = frozenset(kind.value for kind in Kind)


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about a move in a position."""

    kind: Kind
    line: tuple[Move, ...] = ()
    """The moves that show it; what the first one is follows from the kind."""
    n: int = 0
    """A number that belongs to the statement, such as how many moves a win takes; 0 if it has none."""
    better: Move | None = None
    """The move with which it is compared; None if it is with none."""
    had: int = 0
    """What ``n`` is after the better move."""

    def as_json(self) -> list[Any]:
        """The claim as `read` reads it."""
        return [self.kind, list(self.line), self.n, self.better, self.had]


def read(data: Any) -> Claim | None:
    """The claim of `Claim.as_json`; None for one whose kind another version has.

    Raises `ValueError` or `TypeError` for anything else.
    """
    kind, line, n, better, had = data
    if not isinstance(kind, str):
        raise ValueError("no kind")
    if not (isinstance(line, list) and all(isinstance(move, str) for move in [*line, better or ""])):
        raise ValueError("no moves")
    if not (isinstance(n, int) and isinstance(had, int)):
        raise ValueError("no numbers")
    if kind not in _KINDS:
        return None
    return Claim(Kind(kind), tuple(map(Move, line)), n, None if better is None else Move(better), had)
