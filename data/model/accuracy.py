"""When the accuracy of moves says something."""

from __future__ import annotations

from games.go.variant import Variant

MIN_MOVES = 20
"""A person's moves; the mean accuracy of fewer is chance."""
_JUDGED_WELL = 9
"""The largest board of Go, in points a side, on which its moves are judged well."""


def is_rough(game: str, variant: str) -> bool:
    """Whether the analysis misses mistakes and sees some that are none: on the larger boards of Go.

    >>> is_rough("go", "9x9-korean"), is_rough("go", "19x19-chinese-h4"), is_rough("gomoku", "freestyle-19")
    (False, True, False)
    """
    named = Variant.named(variant) if game == "go" else None
    return named is not None and named.size > _JUDGED_WELL
