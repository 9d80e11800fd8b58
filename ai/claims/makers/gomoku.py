"""Claims on Gomoku's moves, the most telling first. Which of them hold, `ai.claims.checkers.gomoku` finds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ai.analysis import Line, moves_of_winner
from ai.claims.checkers.gomoku_threats import attack_points, five_points, threat, threat_points
from ai.claims.claim import Claim
from ai.claims.forbidden_rules import FORBIDDEN_RULES
from ai.claims.kind import Kind
from games.base import PASS, Move
from games.gomoku import GomokuPosition

_MISSED = (Kind.MISSES_OPEN_FOUR, Kind.MISSES_DOUBLE_FOUR, Kind.MISSES_FOUR_THREE, Kind.MISSES_DOUBLE_THREE)
_ALLOWED = (Kind.ALLOWS_DOUBLE_FOUR, Kind.ALLOWS_FOUR_THREE, Kind.ALLOWS_DOUBLE_THREE)
_ANSWERS = 6
"""Answers of the opponent that are tried where the engine's is not known."""


@dataclass(frozen=True, slots=True)
class _Proposals:
    """Claims about one side's win, which takes so many of its moves."""

    moves: float = math.inf
    claims: Sequence[Claim] = ()


def claims(position: GomokuPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """Propose claims on a move, from the best line of the position and the line that begins with the move."""
    mover, after = position.to_move, position.play(move)
    if position.stage or after.outcome() is not None or PASS in (move, *best.moves[:1], *played.moves[:2]):
        return
    yield Claim(Kind.OVERLINE)
    yield from (Claim(Kind.MISSES_FIVE, (missed,)) for missed in five_points(position, mover))
    for point in five_points(after, mover.other):
        yield Claim(Kind.STOPS_LESS, (point,))
        yield Claim(Kind.LEAVES_FIVE, (point,))
    yield from _by_speed(_missed(best), _allowed(after, played))
    for stop in threat(after, mover, move).fives:
        yield Claim(Kind.FORCES_FOUR, (stop,))
        yield Claim(Kind.FORCES_THREE, (stop,))
    if best.move != move:
        yield from _compared(position, after, best.move, played)


def _compared(position: GomokuPosition, after: GomokuPosition, better: Move, played: Line) -> Iterator[Claim]:
    """What the better move would have kept: the opponent from a three, or the initiative."""
    mover, instead = position.to_move, position.play(better)
    yield from (Claim(Kind.ALLOWS_THREE, (answer,), better=better) for answer in _answers(after, played))
    yield Claim(Kind.MISSES_THREE, (better,))
    yield from (Claim(Kind.ALLOWS_FOUR, (answer,), better=better) for answer in played.moves[1:2])
    for kind, side in ((Kind.MORE_THREATS, mover.other), (Kind.FEWER_THREATS, mover)):
        n, had = (len(threat_points(each, side)) for each in (after, instead))
        yield Claim(kind, (), n, better, had)
    yield from (Claim(Kind.LEAVES_KEY, (answer,), better=better) for answer in played.moves[1:2])


def merits(best: Line) -> Iterator[Claim]:
    """Propose what can be said of the best move itself."""
    first = (best.move,)
    yield from (Claim(kind, first) for kind in (Kind.MISSES_FIVE, Kind.LEAVES_FIVE))
    yield from _missed(best).claims or (Claim(kind, first) for kind in _MISSED)
    yield Claim(Kind.LEAVES_THREE, first)
    yield Claim(Kind.MISSES_THREE, first)


def _by_speed(missed: _Proposals, allowed: _Proposals) -> Iterator[Claim]:
    """What the mover has missed and what the opponent can do, the quicker win first."""
    for proposals in sorted((missed, allowed), key=lambda proposals: proposals.moves):
        yield from proposals.claims


def _missed(best: Line) -> _Proposals:
    """What the mover has missed; an estimate alone shows nothing."""
    if not best.proven or best.score <= 0 or best.plies is None:
        return _Proposals()
    moves = moves_of_winner(best.plies, mover_wins=True)
    shapes = (Claim(kind, (best.move,)) for kind in _MISSED)
    return _Proposals(moves, (*shapes, Claim(Kind.MISSES_WIN, best.moves, moves)))


def _allowed(after: GomokuPosition, played: Line) -> _Proposals:
    """What the opponent can do after the move."""
    answers = _answers(after, played)
    proposed = [Claim(Kind.LEAVES_THREE, (reply,)) for reply in answers]
    if not played.proven or played.score >= 0:
        return _Proposals(claims=proposed)
    for answer in answers:
        stops = threat(after, after.to_move, answer).fives
        forbidden = after.play(answer).forbidden if answer in after.legal_moves() else {}
        proposed += [
            Claim(Kind.FORBIDDEN_STOP, (answer, stop), FORBIDDEN_RULES.index(forbidden[stop]))
            for stop in stops
            if stop in forbidden
        ]
        proposed += [Claim(kind, (answer,)) for kind in _ALLOWED]
    if played.plies is None:
        return _Proposals(claims=proposed)
    moves = moves_of_winner(played.plies, mover_wins=False)
    line = played.moves[1:] or tuple(answers[:1])
    proposed += [Claim(kind, line, moves) for kind in (Kind.STILL_LOSES, Kind.LOSES)]
    return _Proposals(moves, proposed)


def _answers(after: GomokuPosition, played: Line) -> Sequence[Move]:
    """The opponent's answer in the line, or where it has none, fours and threes."""
    return played.moves[1:2] or attack_points(after, after.to_move)[:_ANSWERS]
