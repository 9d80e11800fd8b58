"""An engine's evaluation of a position in words."""

from __future__ import annotations

from typing import NamedTuple

from ai.base import Choice
from bot.texts import Raw, Texts


class _Words(NamedTuple):
    """Text keys: a sentence for the side to move, and a few words for anyone."""

    sentence: str
    label: str


_ESTIMATES = (
    (0.5, _Words("hint.winning", "verdict.winning")),
    (0.15, _Words("hint.better", "verdict.better")),
    (-0.15, _Words("hint.even", "verdict.even")),
    (-0.5, _Words("hint.worse", "verdict.worse")),
    (-1.0, _Words("hint.losing", "verdict.losing")),
)
"""The lowest score of each estimate."""
_RESULTS = {
    1: _Words("hint.proven-win", "verdict.proven-win"),
    0: _Words("hint.proven-draw", "verdict.proven-draw"),
    -1: _Words("hint.proven-loss", "verdict.proven-loss"),
}
"""By the proven result for the side to move."""
_RESULTS_NOW = {
    1: _Words("hint.proven-win-now", "verdict.proven-win-now"),
    -1: _Words("hint.proven-loss-now", "verdict.proven-loss-now"),
}
"""By the proven result of the next move."""
_RESULTS_IN = {
    1: _Words("hint.proven-win-in", "verdict.proven-win-in"),
    -1: _Words("hint.proven-loss-in", "verdict.proven-loss-in"),
}
"""By the proven result, with its number of plies."""


def evaluation_sentence(choice: Choice, reader: Texts) -> Raw:
    """The evaluation for the side to move: a proven result and its number of plies, or an estimate."""
    return reader(_words(choice).sentence, n=choice.plies or 0)


def evaluation_label(choice: Choice, reader: Texts) -> Raw:
    """The same in a few words that suit any reader."""
    return reader(_words(choice).label, n=choice.plies or 0)


def _words(choice: Choice) -> _Words:
    if not choice.proven:
        return next(words for lowest, words in _ESTIMATES if choice.score >= lowest)
    result = int(choice.score)
    if choice.plies is None or result == 0:
        return _RESULTS[result]
    return (_RESULTS_NOW if choice.plies == 1 else _RESULTS_IN)[result]
