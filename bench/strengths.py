"""``python -m bench.strengths [en|ko]``: the ratings of all levels as docs/STRENGTH.md shows them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

from ai import strengths
from ai.strengths import Measured, Strength
from bot.presenters.registry import game_title
from bot.texts import Texts, texts
from games import GAMES

_LEVELS = tuple(str(level) for level in range(1, 9))
_WORDS = {
    "en": ("over the one below", "moves that give something away", "at most {:g} s a move"),
    "ko": ("한 단계 아래를 상대로", "놓친 수", "한 수에 {:g}초까지"),
}
"""By language: the labels of rows, and the note on shortened moves."""


def table(language: str = "en") -> str:
    """Format each measured level's Elo and its score against the level below."""
    head = ["| | " + " | ".join(_LEVELS) + " |", "| --- |" + " --- |" * len(_LEVELS)]
    rows = (row for slug in GAMES for row in _rows(slug, texts(language), *_WORDS[language]))
    return "\n".join([*head, *rows]) + "\n"


def _rows(slug: str, reader: Texts, below: str, errors: str, held: str) -> Iterator[str]:
    measured = strengths.of(slug)
    if measured is None:
        return
    name = f"**{game_title(slug, measured.variant, reader)}**"
    name += "" if measured.at_most is None else ", " + held.format(measured.at_most)
    yield _row(name, measured, _elo)
    yield _row(below, measured, lambda strength: _percent(strength.over_last, 0))
    if any(strength.errs is not None for strength in measured.levels):
        yield _row(errors, measured, lambda strength: _percent(strength.errs, 1))


def _elo(strength: Strength) -> str:
    return f"{strength.elo} ± {strength.margin}"


def _percent(part: float | None, digits: int) -> str:
    return "" if part is None else f"{part:.{digits}%}"


def _row(name: str, measured: Measured, text: Callable[[Strength], str]) -> str:
    known = {strength.level: text(strength) for strength in measured.levels}
    return f"| {name} | " + " | ".join(known.get(level, "") for level in _LEVELS) + " |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.strengths", description=__doc__)
    parser.add_argument("language", nargs="?", choices=list(_WORDS), default="en")
    sys.stdout.write(table(parser.parse_args().language))
