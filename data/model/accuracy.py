"""What the moves of a side in a judged match say, and when it says something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.go.variant import Variant

MIN_MOVES = 20
"""A person's moves; the mean accuracy of fewer is chance."""
_JUDGED_WELL = 9
"""The largest board of Go, in points a side, on which its moves are judged well."""


@dataclass(frozen=True, slots=True)
class SideMoves:
    """The moves of a side in a match all of whose moves are judged."""

    accuracy: float | None = None
    """In percent; None if no move of the side is judged, or the analysis is rough."""
    likelihoods: tuple[float, ...] = ()
    """How likely they are of each rung of the game's scale: natural logarithms; empty if not known."""


def likelihoods_text(likelihoods: Sequence[float]) -> str | None:
    """Logarithms of likelihoods as they are stored, to a hundredth; None if there are none."""
    return " ".join(str(round(100 * logarithm)) for logarithm in likelihoods) or None


def likelihoods_in(text: str | None) -> tuple[float, ...]:
    """What `likelihoods_text` has written; empty for what it cannot have written.

    >>> likelihoods_in("-1225 -310"), likelihoods_in(None), likelihoods_in("x")
    ((-12.25, -3.1), (), ())
    """
    try:
        return tuple(int(number) / 100 for number in (text or "").split())
    except ValueError:
        return ()


def is_rough(game: str, variant: str) -> bool:
    """Whether the analysis misses mistakes and sees some that are none: on the larger boards of Go.

    >>> is_rough("go", "9x9-korean"), is_rough("go", "19x19-chinese-h4"), is_rough("gomoku", "freestyle-19")
    (False, True, False)
    """
    named = Variant.named(variant) if game == "go" else None
    return named is not None and named.size > _JUDGED_WELL
