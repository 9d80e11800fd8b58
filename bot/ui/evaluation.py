"""An engine's evaluation of a position in a few words."""

from __future__ import annotations

from typing import Protocol

from ai.analysis import moves_of_winner
from ai.base import Choice
from bot.presenters.registry import AnyPresenter
from bot.texts import Raw, Texts
from bot.ui.claims import move_as_subject
from bot.ui.recent_moves import name_of_mover
from games.base import Position

EVEN = "verdict.even"
_ESTIMATES = (
    (0.5, "verdict.winning"),
    (0.15, "verdict.better"),
    (-0.15, EVEN),
    (-0.5, "verdict.worse"),
    (-1.0, "verdict.losing"),
)
"""The lowest score of each estimate."""
_RESULTS = {1: "verdict.proven-win", 0: "verdict.proven-draw", -1: "verdict.proven-loss"}
"""By the proven result for the side to move."""
_RESULTS_NOW = {1: "verdict.proven-win-now", -1: "verdict.proven-loss-now"}
"""By the proven result of the next move."""
_RESULTS_IN = {1: "verdict.proven-win-in", -1: "verdict.proven-loss-in"}
"""By the proven result, with its number of moves."""


class Evaluation(Protocol):
    """What an engine found: `ai.base.Choice` or `ai.analysis.Line`."""

    @property
    def score(self) -> float:
        """The expected result for the side to move, from -1 to 1."""

    @property
    def proven(self) -> bool:
        """Whether the score is exact."""

    @property
    def plies(self) -> int | None:
        """Plies until a decided game ends; None if unknown."""


def evaluation_label(evaluation: Evaluation, reader: Texts) -> Raw:
    """The evaluation for the side to move: a proven result and its number of moves, or an estimate."""
    moves = moves_of_winner(evaluation.plies or 0, mover_wins=evaluation.score > 0)
    return reader(_text_key(evaluation, moves), n=moves)


def is_even(evaluation: Evaluation) -> bool:
    """Whether neither side is estimated to be ahead."""
    return _text_key(evaluation, 0) == EVEN


def _text_key(evaluation: Evaluation, moves: int) -> str:
    """The key of an evaluation; ``moves`` are those of the winner until the end."""
    if not evaluation.proven:
        return next(key for lowest, key in _ESTIMATES if evaluation.score >= lowest)
    result = int(evaluation.score)
    if evaluation.plies is None or result == 0:
        return _RESULTS[result]
    is_now = moves == 1 if result > 0 else moves == 0
    return (_RESULTS_NOW if is_now else _RESULTS_IN)[result]


def hint_line(
    position: Position, presenter: AnyPresenter, choice: Choice, why: Raw | None, texts: Texts
) -> Raw:
    """The suggested move, and what it does; else the evaluation of the position for the side to move.

    Where that side is behind, the move is called the best: as a hint alone it would read like a bad move.
    """
    move = Raw(f"**{presenter.move_text(choice.move, texts)}**")
    if why is not None:
        subject = Raw(f"**{move_as_subject(presenter, choice.move, texts)}**")
        return texts("hint.why", move=subject, why=why)
    if is_even(choice):
        return texts("hint.even", move=move, evaluation=evaluation_label(choice, texts))
    return texts(
        "hint.behind" if choice.score < 0 else "hint.line",
        move=move,
        side=name_of_mover(position, presenter, texts),
        evaluation=evaluation_label(choice, texts),
    )
