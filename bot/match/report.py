"""What the engines found in a match that is over: `Report`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from ai.analysis import MARKED, Judgement, Label, Line, Verdict, accuracy, decisive, judge
from ai.claims.claim import Claim
from ai.claims.kinds import weight
from bot.match.listed_moves import LISTED, with_lessons
from data.model.accuracy import is_rough
from data.model.match import Match
from games import replay
from games.base import Move, Position, Record, Side
from games.go import GoPosition
from games.gomoku import GomokuPosition
from games.othello import OthelloPosition

FAULTS = frozenset({Label.MISTAKE, Label.BLUNDER})
"""The labels of moves that are pointed out."""
_INACCURACIES = 3
"""How many inaccuracies a player without mistakes is given to practice."""
MIN_OWN_MOVES = 5
"""Of fewer moves of a side nothing is said about its strength: the shortest win of Gomoku has five."""
_PHASES = {"othello": (1 / 3, 2 / 3), "go": (1 / 7, 5 / 12)}
"""When the middle game and the endgame begin: moves as a share of the board's points.

Othello's three thirds are usual; on 19x19, Go's are moves 52 and 150.
"""


@dataclass(frozen=True, slots=True)
class AgreedCount:
    """The count of Go that both players have agreed on; it decides all positions after the last stone."""

    ply: int
    """The number of moves up to the last stone."""
    lead: float
    """FIRST's points more than SECOND's."""

    @classmethod
    def of(cls, record: Record) -> Self | None:
        """The count that ended a game; None if another thing did."""
        end = replay(record)
        if not isinstance(end, GoPosition) or end.agreed < len(Side):
            return None
        stones = [number for number, move in enumerate(record.moves, 1) if move in end.board.index]
        score = end.score()
        return cls(stones[-1] if stones else 0, score.black - score.white)

    def line(self, moves: Sequence[Move], mover: Side) -> Line:
        """Moves in a position that the count decides, as a line of who plays the first."""
        lead = self.lead if mover is Side.FIRST else -self.lead
        score = 0.0 if not lead else math.copysign(1.0, lead)
        return Line(moves[0], tuple(moves), score, proven=True, margin=lead)


@dataclass(frozen=True)
class Report:
    """The verdicts on a match's positions as far as they are known, and what follows from them."""

    match: Match
    verdicts: tuple[Verdict | None, ...]
    """By the number of moves before the position; None where it is not known."""
    is_final: bool
    """Whether no more verdicts will come."""
    reader: Side | None = None
    """The side of a player who reads it: of `moments`, their own come first."""

    @classmethod
    def of(cls, match: Match, verdicts: Mapping[int, Verdict], *, is_final: bool) -> Self:
        """The report of these verdicts, by the number of moves before the position."""
        return cls(match, tuple(verdicts.get(ply) for ply in range(match.ply)), is_final)

    def read_by(self, user_id: int) -> Self:
        """The report as a person reads it."""
        return replace(self, reader=self.match.side_of(user_id))

    @property
    def done(self) -> int:
        """How many positions are judged."""
        return sum(verdict is not None for verdict in self.verdicts)

    @cached_property
    def total(self) -> int:
        """How many positions can be judged."""
        return len(positions_to_judge(self.match))

    @cached_property
    def judgements(self) -> tuple[Judgement | None, ...]:
        """The judgement of each move; None for a move that is not judged yet, or never.

        The passes that lead to an agreed count are not: it decides what the engine can only expect.
        """
        judged = judge(self.match.record, self.verdicts)
        if self.count is None:
            return judged
        return judged[: self.count.ply] + (None,) * (len(judged) - self.count.ply)

    @cached_property
    def faults(self) -> tuple[Judgement, ...]:
        """The mistakes and blunders, in order."""
        judged = (judgement for judgement in self.judgements if judgement is not None)
        return tuple(judgement for judgement in judged if judgement.label in FAULTS)

    def faults_of(self, user_id: int) -> tuple[Judgement, ...]:
        """The mistakes and blunders of a player; for somebody who did not play, those of both sides."""
        side = self.match.side_of(user_id)
        return tuple(fault for fault in self.faults if side is None or fault.side is side)

    def to_practice(self, user_id: int) -> tuple[Judgement, ...]:
        """The mistakes of `faults_of`, in the order of the match.

        A player without mistakes has their costliest inaccuracies instead.
        """
        side = self.match.side_of(user_id)
        faults = self.faults_of(user_id) or (() if side is None else self._marked_of(side)[:_INACCURACIES])
        return tuple(sorted(faults, key=lambda fault: fault.ply))

    @cached_property
    def moments(self) -> tuple[Judgement, ...]:
        """`turned` as the reader reads it: their own moves come first, then the other side's.

        A reader without a move in it has their costliest marked move at the end.
        """
        chosen = list(self.turned)
        if self.reader is not None and all(move.side is not self.reader for move in chosen):
            own = self._marked_of(self.reader)[:1]
            chosen = [*chosen[: max(LISTED, len(chosen)) - len(own)], *own]
            return tuple(chosen)
        return tuple(sorted(chosen, key=lambda move: self.reader not in (None, move.side)))

    def _marked_of(self, side: Side) -> Sequence[Judgement]:
        """The moves of a side that are pointed out or inaccuracies; the costliest first."""
        known = (judgement for judgement in self.judgements if judgement is not None)
        marked = [move for move in known if move.side is side and move.label in MARKED]
        return sorted(marked, key=lambda move: (-_cost(move), -move.loss))

    @cached_property
    def listed(self) -> tuple[Judgement, ...]:
        """`moments` and `faults`: the reader's own come first, then the other side's, each by their cost."""
        chosen = {move.ply: move for move in (*self.turned, *self.faults)}

        def order(move: Judgement) -> tuple[bool, float, float]:
            return self.reader not in (None, move.side), -(move.margin_loss or 0.0), -move.loss

        return tuple(sorted(chosen.values(), key=order))

    @property
    def turned_are_costliest(self) -> bool:
        """Whether no other mistake cost more than a move of `turned`."""
        chosen = {move.ply for move in self.turned}
        others = [_cost(fault) for fault in self.faults if fault.ply not in chosen]
        return max(others, default=0.0) <= min(map(_cost, self.turned), default=0.0)

    @cached_property
    def turned(self) -> tuple[Judgement, ...]:
        """The moves that turned the match, the most telling first, whoever reads it.

        See `ai.analysis.decisive`. Of moves that cost about as much, those whose cause can be said are chosen
        first, and in Othello there are lessons among them, see `bot.match.listed_moves`. The moves of a side
        that won by the agreed count alone cost it nothing.
        """
        outcome, known = self.match.outcome, self.judgements
        if outcome is not None and self.other_estimate is not None:
            known = tuple(move if move and move.side is not outcome.winner else None for move in known)
        is_counted = any(move is not None and move.margin_loss is not None for move in known)
        weights = {
            ply: weight(verdict.claim, is_counted=is_counted)
            for ply, verdict in enumerate(self.verdicts)
            if verdict is not None
        }
        chosen = decisive(self.match.game, known, weights)
        if self.match.game == "othello":
            chosen = with_lessons(chosen, known, self._claims)
        return chosen

    @property
    def _claims(self) -> Mapping[int, Claim]:
        """What is claimed of moves, by the number of moves before them."""
        claims = {ply: verdict.claim for ply, verdict in enumerate(self.verdicts) if verdict is not None}
        return {ply: claim for ply, claim in claims.items() if claim is not None}

    @cached_property
    def count(self) -> AgreedCount | None:
        """The count of Go that ended the match."""
        return AgreedCount.of(self.match.record)

    @property
    def other_estimate(self) -> float | None:
        """FIRST's lead before the count as the engine saw it, if it names another winner than the count."""
        verdict = self.verdicts[self.count.ply] if self.count is not None else None
        if verdict is None or self.count is None or verdict.best.margin is None:
            return None
        lead = verdict.best.margin * _sign(replay(self.match.record.before(self.count.ply)))
        return lead if lead * self.count.lead < 0 else None

    @property
    def is_rough(self) -> bool:
        """Whether mistakes can be missing from it: on the larger boards of Go the analysis is rough."""
        return is_rough(self.match.game, self.match.variant)

    def accuracy(self, side: Side) -> float | None:
        """A side's accuracy in percent; None of fewer than `MIN_OWN_MOVES` moves, or if it is rough."""
        chosen = [
            judgement
            for judgement in self.judgements
            if judgement and judgement.side is side and judgement.label is not Label.FORCED
        ]
        if self.is_rough or len(chosen) < MIN_OWN_MOVES:
            return None
        return accuracy(self.match.game, chosen, side)

    def likelihoods(self, side: Side) -> tuple[float, ...]:
        """How likely a side's moves are of each rung of the game's scale: sums of natural logarithms.

        Empty if that is known of fewer than `MIN_OWN_MOVES` moves.
        """
        known = [
            verdict.likelihoods
            for judgement, verdict in zip(self.judgements, self.verdicts, strict=True)
            if judgement is not None and judgement.side is side and verdict is not None
        ]
        known = [by_rung for by_rung in known if by_rung]
        same_scale = [by_rung for by_rung in known if len(by_rung) == len(known[0])]
        return tuple(map(sum, zip(*same_scale, strict=True))) if len(same_scale) >= MIN_OWN_MOVES else ()

    def verdict(self, ply: int) -> Verdict | None:
        """The verdict after ``ply`` moves, if it is known; after the last stone, by the agreed count."""
        known = self.verdicts[ply] if ply < len(self.verdicts) else None
        if self.count is None or not self.count.ply <= ply < self.match.ply:
            return known
        moves = known.best.moves if known is not None else self.match.moves[ply : ply + 1]
        return Verdict(self.count.line(moves, replay(self.match.record.before(ply)).to_move))

    def best(self, ply: int) -> Line | None:
        """The best play after ``ply`` moves, if it is known."""
        verdict = self.verdict(ply)
        return None if verdict is None else verdict.best

    @cached_property
    def scores(self) -> tuple[float | None, ...]:
        """FIRST's expected result in each position from the start to the end, from -1 to 1."""
        return (*map(self._score, range(self.match.ply)), self._last_score())

    @cached_property
    def proven(self) -> tuple[bool, ...]:
        """Whether each of `scores` is exact."""
        is_over = replay(self.match.record).outcome() is not None
        known = map(self.best, range(self.match.ply))
        return (*(best is not None and best.proven for best in known), is_over)

    def _score(self, ply: int) -> float | None:
        best = self.best(ply)
        return None if best is None else best.score * _sign(replay(self.match.record.before(ply)))

    def _last_score(self) -> float | None:
        """The score of the board's outcome; of a match that was resigned, the score of its last move."""
        outcome = replay(self.match.record).outcome()
        if outcome is not None:
            if outcome.winner is None:
                return 0.0
            return 1.0 if outcome.winner is Side.FIRST else -1.0
        verdict = self.verdicts[-1] if self.verdicts else None
        if verdict is None:
            return None
        before = replay(self.match.record.before(self.match.ply - 1))
        return (verdict.played or verdict.best).score * _sign(before)


@dataclass(frozen=True, slots=True)
class MatchJudged:
    """The event that every move of a match that is over is judged, as far as it can be."""

    report: Report


def _sign(position: Position) -> int:
    return 1 if position.to_move is Side.FIRST else -1


def is_judged(position: Position) -> bool:
    """Whether engines judge the moves in a position: not in Go's count, nor in Gomoku's swap2."""
    if position.outcome() is not None:
        return False
    if isinstance(position, GomokuPosition):
        return not position.stage
    return not (isinstance(position, GoPosition) and position.scoring)


def positions_to_judge(match: Match) -> Sequence[int]:
    """The plies of a match whose moves engines judge."""
    return [ply for ply in range(match.ply) if is_judged(replay(match.record.before(ply)))]


def phases(match: Match) -> Sequence[int]:
    """The plies with which the middle game and the endgame of a match begin, where its game has them."""
    return [ply for ply in phase_starts(match.game, match.variant) if ply < match.ply]


def phase_starts(game: str, variant: str) -> Sequence[int]:
    """The plies with which the middle game and the endgame begin; none in a game without phases."""
    start = replay(Record(game, variant))
    if not isinstance(start, OthelloPosition | GoPosition):
        return ()
    return [round(start.size**2 * share) for share in _PHASES[game]]


def _cost(move: Judgement) -> float:
    """The points that a move lost, or where none are counted the part of the expected result."""
    return move.loss if move.margin_loss is None else move.margin_loss
