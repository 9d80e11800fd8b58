"""Variants to test with: of Go's handicaps the least and the most, those between them in `make soak`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from games import GAMES

_BETWEEN = re.compile(r"-h[3-8]$")


def every_variant(games: Iterable[Any] = GAMES.values(), *, by_slug: bool = False) -> list[ParameterSet]:
    """A parameter set of each game, or its slug, and each of its variants."""
    return list(_cases(games, by_slug=by_slug))


def _cases(games: Iterable[Any], *, by_slug: bool) -> Iterator[ParameterSet]:
    for game in games:
        for variant in game.variants:
            marks = [pytest.mark.soak] if _BETWEEN.search(variant) else []
            name = f"{game.slug}-{variant}"
            yield pytest.param(game.slug if by_slug else game, variant, marks=marks, id=name)
