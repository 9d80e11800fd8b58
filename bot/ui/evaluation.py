"""How a computer's judgement of a position is told: start reading at `outlook`."""

from __future__ import annotations

from ai.base import Choice
from bot.texts import Raw, Texts

_ESTIMATES = ((0.5, "winning"), (0.15, "better"), (-0.15, "even"), (-0.5, "worse"), (-1.0, "losing"))
"""From which score on an estimate is told how."""
_RESULTS = {
    1: ("proven-win", "proven-win-in"),
    0: ("proven-draw", "proven-draw"),
    -1: ("proven-loss", "proven-loss-in"),
}
"""A proven result, and with the plies until then."""


def outlook(choice: Choice, reader: Texts) -> Raw:
    """What awaits the side to move, who reads it: the proven result and in how many plies, or an estimate."""
    word, plies = _word(choice)
    return reader(f"hint.{word}") if plies is None else reader(f"hint.{word}", n=plies)


def verdict(choice: Choice, reader: Texts) -> Raw:
    """The same in a few words, for anybody."""
    word, plies = _word(choice)
    return reader(f"verdict.{word}") if plies is None else reader(f"verdict.{word}", n=plies)


def _word(choice: Choice) -> tuple[str, int | None]:
    """How it is called, and in how many plies where that is told."""
    if not choice.proven:
        return next(key for least, key in _ESTIMATES if choice.score >= least), None
    told, told_in = _RESULTS[int(choice.score)]
    return (told, None) if choice.plies is None else (told_in, choice.plies)
