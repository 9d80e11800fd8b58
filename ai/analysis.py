"""What the engines find in the positions of a finished match, and what that says about the moves.

An engine's `Verdict` on a position compares the best move with the one that was played. `judge` turns the
verdicts of a match into a `Judgement` on each move, from which `accuracy` and `decisive` follow. Scores are
expected results for the side to move, from -1 (lost) to 1 (won).
"""

from __future__ import annotations

import base64
import importlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ai.claims.claim import Claim, read
from games import replay
from games.base import Move, Record, Side

ANALYSIS_VERSION = 1
"""Raised when the engines judge differently: verdicts of other versions are not used anymore."""

ACCURACY_VERSION = 4
"""Raised when `accuracy` computes another number of the same verdicts: those stored are not shown anymore."""

INACCURACY, MISTAKE, BLUNDER = 0.1, 0.2, 0.3
"""The least loss of a move with each label, as on lichess.org (``Advice`` in its module ``tree``)."""
_EQUAL = 0.02  # searches differ by as much
_DECIDED = 0.7
"""The expected result from which a side has as good as won: what does not change that is no mistake."""
_ACCURACY_POWER = 1.5  # with 1, level 3 has 51 percent where random moves have a third; with 1.5, 58
_ACCURACY_LOSS = 0.3
"""The mean loss a move at which the accuracy is 100 / e percent, in games that name no other."""
_DECISIVE, _MOST_DECISIVE = 3, 5
_AHEAD = 0.15
"""The expected result from which a side is called ahead in words."""
_FORM = 1  # of `encode`
LINE_MOVES = 10
"""Moves of the best line that are stored: a board shows 5, a record's comment 8."""


@dataclass(frozen=True, slots=True)
class Line:
    """A candidate move and what follows."""

    move: Move
    moves: tuple[Move, ...]
    """The moves expected with best play, beginning with `move`."""
    score: float
    """The expected result for the side to move, from -1 to 1."""
    proven: bool = False
    """Whether the score is exact."""
    plies: int | None = None
    """Plies until a decided game ends, this move included; None if unknown."""
    margin: float | None = None
    """The expected final lead of the side to move, in discs or points; exact where `proven`."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an engine finds in a position."""

    best: Line
    played: Line | None = None
    """The move that was played, by the same search; None if that is the best one, or none was played."""
    ownership: bytes | None = None
    """Go: one byte a point, from 0 (White's) to 255 (Black's); 128 is nobody's."""
    likelihoods: tuple[float, ...] = ()
    """How likely the move that was played is of each rung of the game's scale, see `ai.base.likelihoods`."""
    claim: Claim | None = None
    """What is wrong with the move that was played, see `ai.claims`; None if nothing was shown to be."""
    lost: tuple[float, ...] = ()
    """Go: the points that the move that was played loses in each ninth of the board, by rows from the top.

    They are negative where it gains. Empty if that is not known.
    """


class Label(StrEnum):
    """How good a move is."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"
    """The only legal move."""


MARKED = frozenset({Label.INACCURACY, Label.MISTAKE, Label.BLUNDER})
"""The labels of moves that a review marks."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is found about a move that was played."""

    ply: int
    """The number of moves before it."""
    side: Side
    """Who played it."""
    label: Label
    loss: float
    """What it loses of the expected result, from 0 to 2."""
    margin_loss: float | None
    """What it loses of the final lead; None where that is not counted."""
    proven: bool
    """Whether the loss is exact."""
    better: Line
    """The best move; the one that was played if nothing is better."""


def moves_of_winner(plies: int, *, mover_wins: bool) -> int:
    """How many moves the winner plays in the last ``plies`` of a match, whose first one is the mover's.

    Reviews, claims and puzzles count a win in these. The last ply can be the loser's: in Twelve Janggi, the
    vain one after a King has entered the enemy camp.

    >>> [moves_of_winner(plies, mover_wins=True) for plies in (1, 2, 3)]
    [1, 1, 2]
    >>> [moves_of_winner(plies, mover_wins=False) for plies in (2, 3, 4)]
    [1, 1, 2]
    """
    return (plies + mover_wins) // 2


def judge(record: Record, verdicts: Sequence[Verdict | None]) -> tuple[Judgement | None, ...]:
    """Judge every move of a record by the verdicts on the positions before them.

    ``verdicts`` is by ply, None where unknown; further ones are ignored. So is a verdict that does not cover
    the move that was played.
    """
    judged = []
    for ply, move in enumerate(record.moves):
        verdict = verdicts[ply] if ply < len(verdicts) else None
        judged.append(None if verdict is None else judge_move(record.before(ply), move, verdict))
    return tuple(judged)


def judge_move(before: Record, move: Move, verdict: Verdict) -> Judgement | None:
    """Judge a move after a record; None if the verdict does not cover it."""
    best, position = verdict.best, replay(before)
    played = verdict.played or best
    if played.move != move:
        return None
    is_forced = played is best and before.game != "go" and len(position.legal_moves()) == 1
    loss = 0.0 if played is best else max(0.0, best.score - played.score)
    margins = best.margin, played.margin
    margin_loss = None if None in margins else max(0.0, (best.margin or 0.0) - (played.margin or 0.0))
    label = Label.FORCED if is_forced else _label(before, best, played, loss, margin_loss)
    if label in (Label.BEST, Label.GOOD) and verdict.claim is not None and verdict.played is not None:
        label = Label.INACCURACY  # few discs are lost, but something is wrong all the same
    proven = best.proven and played.proven
    return Judgement(len(before.moves), position.to_move, label, loss, margin_loss, proven, best)


_RISING = (Label.GOOD, Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)
"""The labels of moves that are not the best, by grade."""


def _label(record: Record, best: Line, played: Line, loss: float, margin_loss: float | None) -> Label:
    """How good a move is; at most an inaccuracy where it leaves a side as good as won or lost.

    In a game that counts points and lists moves by them, at most a mistake.

    What was as good as lost by an estimate alone can still be lost by force, as where an open three is not
    answered: that is no better than in another position. What was lost by force can be lost sooner than
    needed; whether that is a mistake is left to the game's ``grade``.

    In a game whose ``levels.py`` has ``COUNTS_MARGINS``, the margin counts although the result is the same: a
    move is a mistake then by what it gives away.
    A game grades by more than the loss with a function ``grade(record, best, played, loss, margin_loss)`` in
    its ``levels.py``, from 0 (good) to 3 (a blunder); None for the usual grade.
    """
    # A proof says more than an estimate: that a loss is forced now matters though both scores are -1.
    gives_up = played.proven and played.score == -1 and not best.proven
    is_lost = best.proven and best.score == -1
    levels = importlib.import_module(f"ai.{record.game}.levels")
    can_matter = gives_up or is_lost or hasattr(levels, "COUNTS_MARGINS")
    if played is best or (loss <= _EQUAL and not can_matter):
        return Label.BEST
    hook = getattr(levels, "grade", None)
    grade = None if hook is None else hook(record, best, played, loss, margin_loss)
    if grade is None:
        grade = grade_by(loss, (INACCURACY, MISTAKE, BLUNDER))
    if not grade and loss <= _EQUAL:
        return Label.BEST
    is_counted = margin_loss is not None and hasattr(levels, "COUNTS_MARGINS")
    is_sooner = gives_up or (is_lost and not is_counted)
    is_decided = played.score >= _DECIDED or (best.score <= -_DECIDED and not is_sooner)
    marks_points = is_counted or hasattr(levels, "MOVES_A_MOMENT")
    limit = _RISING.index(Label.MISTAKE if marks_points else Label.INACCURACY)
    return _RISING[min(grade, limit) if is_decided else grade]


def grade_by(loss: float, limits: Sequence[float]) -> int:
    """Return how many of the limits a loss reaches, which rise: 0 for a good move, 3 for a blunder."""
    return sum(loss >= limit for limit in limits)


def accuracy(game: str, judgements: Sequence[Judgement | None], side: Side) -> float | None:
    """A side's accuracy in percent: 100 if its moves lose nothing, 100 / e with a mean loss of a unit.

    Where a game counts discs or points, ``ACCURACY_MARGIN`` of its ``levels.py`` is the unit, the discs lost
    a move. So it says something also of a side that is far ahead or behind, whose chances no move changes.

    In other games the unit is ``ACCURACY_LOSS``, a loss of the expected result. Moves of a side that is as
    good as lost do not count: they can lose nothing, and a weak player, who has lost soon, plays many.
    Forced moves never count. None if no move is left. Random moves have about 30 percent (`bench.accuracy`).
    """
    counted = [
        judgement
        for judgement in judgements
        if judgement and judgement.side is side and judgement.label is not Label.FORCED
    ]
    if not counted:
        return None
    levels = importlib.import_module(f"ai.{game}.levels")
    unit: float | None = getattr(levels, "ACCURACY_MARGIN", None)
    losses = [judgement.margin_loss for judgement in counted if judgement.margin_loss is not None]
    if unit is None or len(losses) < len(counted):
        unit = float(getattr(levels, "ACCURACY_LOSS", _ACCURACY_LOSS))
        losses = [judgement.loss for judgement in counted if judgement.better.score > -_DECIDED]
    return 100 * math.exp(-((sum(losses) / len(losses) / unit) ** _ACCURACY_POWER)) if losses else None


def has_turned(before: float, after: float) -> bool:
    """Whether a mistake has turned a match: by the expected result of its side before and after it.

    A move after which its side is still ahead has turned nothing, nor has one of a side that was as good as
    lost.
    """
    return before > -_DECIDED and after < _AHEAD


def is_turning_point(judgement: Judgement) -> bool:
    """Whether it is a mistake or blunder that has turned a match, or ended it sooner than needed."""
    if judgement.label not in (Label.MISTAKE, Label.BLUNDER):
        return False
    costs = judgement.loss >= INACCURACY or judgement.margin_loss is not None
    before = judgement.better.score
    return (costs and has_turned(before, before - judgement.loss)) or _ends_sooner(judgement)


def _ends_sooner(judgement: Judgement) -> bool:
    """Whether a mistake has ended a match that its side had as good as lost.

    Without a count of discs or points, only `_label`'s moves that lose by force have such a mark.
    """
    return judgement.margin_loss is None and judgement.better.score <= -_DECIDED


def decisive(
    game: str, judgements: Sequence[Judgement | None], weights: Mapping[int, float] | None = None
) -> tuple[Judgement, ...]:
    """The moves of a match that lost most: up to three of those for which `is_turning_point` holds.

    The costliest is first, and the last one after which its side was behind is always among them. Where all
    are counted in discs or points, these are the cost; else it is the expected result. A game with
    ``MOVES_A_MOMENT`` in its ``levels.py`` has one for as many moves, three to five. Where fewer have turned
    the match, the other marked moves that lost most follow, and of several moves with one better move only
    the costliest counts. Which moves are chosen also depends on their ``weights``, by ply: factors of what
    they cost, see `ai.claims.kinds.weight`.
    """
    weights = weights or {}
    known = [judgement for judgement in judgements if judgement is not None]
    bad = [judgement for judgement in known if is_turning_point(judgement)]
    a_moment = getattr(importlib.import_module(f"ai.{game}.levels"), "MOVES_A_MOMENT", None)
    if a_moment is None:
        # The weights choose. What was chosen is in the order of its cost, after those that are always first.
        first = {ply: weight for ply, weight in weights.items() if math.isinf(weight)}
        return tuple(_costliest(_with_last_swing(bad, _DECISIVE, weights), first))
    count = min(max(_DECISIVE, len(judgements) // a_moment), _MOST_DECISIVE)
    chosen = dict[Move, Judgement]()
    others = [
        judgement for judgement in known if judgement.label in MARKED and not is_turning_point(judgement)
    ]
    for weighty in (*_with_last_swing(bad, count, weights), *_costliest(others, weights)):
        if len(chosen) < count:
            chosen.setdefault(weighty.better.move, weighty)
    return tuple(_costliest(chosen.values()))


def _with_last_swing(bad: Sequence[Judgement], count: int, weights: Mapping[int, float]) -> list[Judgement]:
    """The ``count`` costliest moves; the last of all that left its side behind takes the place of one."""
    chosen = _costliest(bad, weights)[:count]
    swing = last_swing(bad)
    if swing is not None and swing not in chosen:
        chosen[-1] = swing
    return chosen


def last_swing(bad: Iterable[Judgement]) -> Judgement | None:
    """The last of the moves after which its side was behind, and not before; ``bad`` is in order."""
    swings = [judgement for judgement in bad if 0.0 <= judgement.better.score < judgement.loss]
    return swings[-1] if swings else None


def _costliest(
    judgements: Iterable[Judgement], weights: Mapping[int, float] | None = None
) -> list[Judgement]:
    """The costliest first, by what they cost times their weights; before them those of infinite weight."""
    every = list(judgements)
    is_counted = all(judgement.margin_loss is not None for judgement in every)

    def cost(judgement: Judgement) -> tuple[bool, float, float, int]:
        lost = judgement.loss, judgement.margin_loss or 0.0
        first, second = reversed(lost) if is_counted else lost
        weight = (weights or {}).get(judgement.ply, 1.0)
        factor = weight if math.isfinite(weight) else 1.0
        return factor == weight, -first * factor, -second * factor, judgement.ply

    return sorted(every, key=cost)


# --- As text -----------------------------------------------------------------------------------------


def encode(verdict: Verdict) -> str:
    """A verdict as a short text, which `decode` reads in this and in later versions.

    It has what people are shown: the first `LINE_MOVES` of the best line, of the other one the move that was
    played, the ownership in 16 levels, the likelihoods to a hundredth, the claim, and the points lost to a
    tenth.
    """
    best = _written(verdict.best, LINE_MOVES)
    played = None if verdict.played is None else _written(verdict.played, 1)
    owners = None if verdict.ownership is None else _packed(verdict.ownership)
    likelihoods = [round(100 * likelihood) for likelihood in verdict.likelihoods]
    parts = [_FORM, best, played, owners]
    claim = None if verdict.claim is None else verdict.claim.as_json()
    if verdict.lost:
        parts += [likelihoods, claim, [round(points, 1) for points in verdict.lost]]
    elif claim is not None:
        parts += [likelihoods, claim]
    elif likelihoods:
        parts.append(likelihoods)
    return json.dumps(parts, separators=(",", ":"))


def decode(text: str) -> Verdict:
    """The verdict of a text of `encode`. Raises `ValueError` for any other text."""
    try:
        form, best, played, owners, *more = json.loads(text)
        if form != _FORM or len(more) > 3:
            raise ValueError(f"unknown form {form!r}")
        ownership = None if owners is None else _unpacked(owners)
        likelihoods = tuple(number / 100 for number in more[0]) if more else ()
        claim = read(more[1]) if len(more) > 1 and more[1] is not None else None
        lost = tuple(points + 0.0 for points in more[2]) if len(more) > 2 else ()
        other = None if played is None else _read(played)
        return Verdict(_read(best), other, ownership, likelihoods, claim, lost)
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"no verdict: {text[:80]!r}") from error


def _packed(ownership: bytes) -> str:
    """How many points there are, and two of them a byte: the first in the upper half."""
    levels = [*(level >> 4 for level in ownership), 0]
    pairs = bytes(upper << 4 | lower for upper, lower in zip(levels[::2], levels[1::2], strict=False))
    return f"{len(ownership)}.{base64.b64encode(pairs).decode()}"


def _unpacked(owners: Any) -> bytes:
    """The ownership of a text of `_packed`, or of the older form: a byte a point. Raises `ValueError`."""
    if not isinstance(owners, str):
        raise ValueError("no text")
    count, is_packed, text = owners.rpartition(".")
    read = base64.b64decode(text, validate=True)
    if not is_packed:
        return read
    levels = bytes(17 * half for pair in read for half in (pair >> 4, pair & 15))
    if len(levels) - int(count) not in (0, 1):
        raise ValueError("not as many points")
    return levels[: int(count)]


def _written(line: Line, max_moves: int) -> list[Any]:
    margin = None if line.margin is None else round(line.margin, 2)
    return [list(line.moves[:max_moves]), round(line.score, 4), int(line.proven), line.plies, margin]


def _read(fields: Any) -> Line:
    moves, score, proven, plies, margin = fields
    if not (isinstance(moves, list) and moves and all(isinstance(move, str) for move in moves)):
        raise ValueError("no moves")
    if isinstance(score, bool) or not isinstance(score, int | float) or not -1 <= score <= 1:
        raise ValueError("no score")
    if (
        proven not in (0, 1)
        or not isinstance(plies, int | None)
        or not isinstance(margin, int | float | None)
    ):
        raise ValueError("wrong kinds")
    line = tuple(map(Move, moves))
    return Line(line[0], line, float(score), bool(proven), plies, None if margin is None else float(margin))
