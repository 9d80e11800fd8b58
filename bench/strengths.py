"""``python -m bench.strengths``: every game's levels as the README shows them. Start reading at `table`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from ai import strengths
from ai.strengths import Measured, Strength
from games import GAMES

_LEVELS = tuple(str(level) for level in range(1, 9))


def table() -> str:
    """Elo of each level of each game that was measured, and what a level scores against the one below it."""
    head = ["| | " + " | ".join(_LEVELS) + " |", "| --- |" + " --- |" * len(_LEVELS)]
    return "\n".join([*head, *(row for slug in GAMES for row in _rows(slug))]) + "\n"


def _rows(slug: str) -> Iterator[str]:
    measured = strengths.of(slug)
    if measured is None:
        return
    name = slug.replace("_", " ").title().replace(" And ", " and ")
    held = "" if measured.at_most is None else f", at most {measured.at_most:g} s a move"
    yield _row(f"**{name}**, {measured.variant}{held}", measured, _elo)
    yield _row("over the one below", measured, lambda one: _percent(one.over_last, 0))
    if any(one.errs is not None for one in measured.levels):
        yield _row("moves that give something away", measured, lambda one: _percent(one.errs, 1))


def _elo(one: Strength) -> str:
    return f"{one.elo} ± {one.margin}"


def _percent(part: float | None, digits: int) -> str:
    return "" if part is None else f"{part:.{digits}%}"


def _row(name: str, measured: Measured, told: Callable[[Strength], str]) -> str:
    known = {one.level: told(one) for one in measured.levels}
    return f"| {name} | " + " | ".join(known.get(level, "") for level in _LEVELS) + " |"


if __name__ == "__main__":
    sys.stdout.write(table())
