"""Variants to test with: of Go's handicaps the most, the others in `make soak`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from games import GAMES

_LESS_HANDICAP = re.compile(r"-h[2-8]$")


def every_variant(games: Iterable[Any] = GAMES.values(), *, by_slug: bool = False) -> list[ParameterSet]:
    """A parameter set of each game, or its slug, and each of its variants."""
    return list(_cases(games, by_slug=by_slug))


def _cases(games: Iterable[Any], *, by_slug: bool) -> Iterator[ParameterSet]:
    for game in games:
        for variant in game.variants:
            marks = [pytest.mark.soak] if _LESS_HANDICAP.search(variant) else []
            name = f"{game.slug}-{variant}"
            yield pytest.param(game.slug if by_slug else game, variant, marks=marks, id=name)


def sample(rows: Sequence[Any], columns: Sequence[Any]) -> list[ParameterSet]:
    """Every pair, most of them in `make soak`; each row and each column is in a pair that is not."""
    return [
        pytest.param(row, column, marks=[] if m % len(columns) == n % len(rows) else [pytest.mark.soak])
        for m, row in enumerate(rows)
        for n, column in enumerate(columns)
    ]
