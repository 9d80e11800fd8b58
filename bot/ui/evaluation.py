"""An engine's evaluation of a position in words."""

from __future__ import annotations

from typing import NamedTuple

from ai.base import Choice
from bot.texts import Raw, Texts


class _Words(NamedTuple):
    """Text keys: a sentence for the side to move, a few words for anyone, and both with a number of plies."""

    sentence: str
    label: str
    sentence_with_plies: str
    label_with_plies: str

    @classmethod
    def of(cls, sentence: str, label: str) -> _Words:
        """Words that are the same with a number of plies."""
        return cls(sentence, label, sentence, label)


_ESTIMATES = (
    (0.5, _Words.of("hint.winning", "verdict.winning")),
    (0.15, _Words.of("hint.better", "verdict.better")),
    (-0.15, _Words.of("hint.even", "verdict.even")),
    (-0.5, _Words.of("hint.worse", "verdict.worse")),
    (-1.0, _Words.of("hint.losing", "verdict.losing")),
)
"""The lowest score of each estimate."""
_RESULTS = {
    1: _Words("hint.proven-win", "verdict.proven-win", "hint.proven-win-in", "verdict.proven-win-in"),
    0: _Words.of("hint.proven-draw", "verdict.proven-draw"),
    -1: _Words("hint.proven-loss", "verdict.proven-loss", "hint.proven-loss-in", "verdict.proven-loss-in"),
}
"""By the proven result for the side to move."""


def evaluation_sentence(choice: Choice, reader: Texts) -> Raw:
    """The evaluation for the side to move: a proven result and its number of plies, or an estimate."""
    words = _words(choice)
    if choice.proven and choice.plies is not None:
        return reader(words.sentence_with_plies, n=choice.plies)
    return reader(words.sentence)


def evaluation_label(choice: Choice, reader: Texts) -> Raw:
    """The same in a few words that suit any reader."""
    words = _words(choice)
    if choice.proven and choice.plies is not None:
        return reader(words.label_with_plies, n=choice.plies)
    return reader(words.label)


def _words(choice: Choice) -> _Words:
    if choice.proven:
        return _RESULTS[int(choice.score)]
    return next(words for lowest, words in _ESTIMATES if choice.score >= lowest)
