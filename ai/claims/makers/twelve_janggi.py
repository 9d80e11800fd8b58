"""Claims on the moves of Twelve Janggi, the most telling first.

The lines are of the tablebase. Which claims hold, `ai.claims.checkers.twelve_janggi` finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ai.analysis import Line
from ai.claims.checkers.twelve_janggi_force import safe_moves
from ai.claims.checkers.twelve_janggi_pieces import exchange_offered, safe_steps
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games.base import Move
from games.twelve_janggi import INDEX, JanggiPosition

_SOON = 3
"""Own moves within which a win says most."""
_LATEST = 5
"""A win with more moves takes too long to be checked."""
_OF_EXCHANGE = 3
"""The moves of an exchange: the offer, the capture and the move that retakes."""
_SHOWN = 5
"""The moves of a line that a claim has."""
_OF_KING = (Kind.ENTERS_TOO_SOON, Kind.KING_WALKS_IN, Kind.IGNORES_ATTACK, Kind.LEAVES_KING)
_OF_PIECE = (Kind.DROPS_IN, Kind.PIECE_WALKS_IN, Kind.LEAVES_PIECE)


def claims(position: JanggiPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """Propose claims on a move, from the best line of the position and the line that begins with the move."""
    better, after = best.move, position.play(move)
    yield Claim(Kind.REPEATS, better=better)
    yield Claim(Kind.MISSES_KING, (better,))
    answers = () if after.outcome() is not None else after.legal_moves()
    captures = [answer for answer in answers if after.board[INDEX[answer[-2:]]] != "."]
    yield from _by_captures(_OF_KING, captures, better)
    yield Claim(Kind.MISSES_ENTRY, (better,))
    yield from (Claim(Kind.LETS_ENTER, (answer,), better=better) for answer in played.moves[1:2])
    yield Claim(Kind.ONLY_SAVE, (better,))
    wins = sorted((*_lost(played), *_missed(best)), key=lambda claim: claim.n)
    yield from (claim for claim in wins if claim.n <= _SOON)
    yield from (Claim(Kind.ALLOWS_FORK, (answer,), better=better) for answer in played.moves[1:2])
    yield from _by_captures(_OF_PIECE, captures, better)
    yield from (Claim(Kind.LOSES_PIECE, (answer,), better=better) for answer in played.moves[1:2])
    yield Claim(Kind.MISSES_FORK, (better,))
    yield Claim(Kind.MISSES_PIECE, (better,))
    yield from (Claim(Kind.ALLOWS_PROMOTION, (answer,), better=better) for answer in played.moves[1:2])
    yield from (claim for claim in wins if claim.n > _SOON)
    if after.outcome() is None and position.play(better).outcome() is None:
        yield from _room(position, move, best, played)
    for kind in (Kind.LETS_TAKE, Kind.LETS_ATTACK, Kind.LETS_GO):
        yield from (Claim(kind, (answer,), better=better) for answer in played.moves[1:2])
    yield Claim(Kind.MISSES_TAKING, (better,))
    yield from _declined(position, after, best, played)
    yield Claim(Kind.MISSES_ATTACK, (better,))
    yield Claim(Kind.EMPTIES_HAND, better=better)


def _by_captures(kinds: Iterable[Kind], captures: Iterable[Move], better: Move) -> Iterator[Claim]:
    """Each kind of claim with each capture by which the opponent can answer."""
    return (Claim(kind, (capture,), better=better) for kind in kinds for capture in captures)


def merits(best: Line) -> Iterator[Claim]:
    """Propose what can be said of the best move itself."""
    first = (best.move,)
    for kind in (Kind.MISSES_KING, Kind.MISSES_ENTRY, Kind.ONLY_SAVE):
        yield Claim(kind, first)
    yield from _missed(best)
    for kind in (Kind.MISSES_FORK, Kind.MISSES_PIECE, Kind.MISSES_TAKING):
        yield Claim(kind, first)
    yield Claim(Kind.MISSES_EXCHANGE, best.moves[:_OF_EXCHANGE])
    yield Claim(Kind.MISSES_ATTACK, first)


def _room(position: JanggiPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """How many moves are left to each side that do not lose at once."""
    after, instead, answers = (
        position.play(move),
        position.play(best.move),
        (*played.moves[1:2], *best.moves[1:2]),
    )
    if len(answers) > 1:
        n, had = safe_moves(after.play(answers[0])), safe_moves(instead.play(answers[1]))
        yield Claim(Kind.FEW_SAVES, answers, n, best.move, had)
        yield Claim(Kind.MISSES_EXCHANGE, best.moves[:_OF_EXCHANGE])
        yield Claim(Kind.LETS_EXCHANGE, played.moves[1 : 1 + _OF_EXCHANGE], better=best.move)
        yield from _of_kings(position, after, instead, answers, best.move)
        yield Claim(Kind.LESS_SAFE, answers, n, best.move, had)
    yield Claim(Kind.EASES, (), safe_moves(after), best.move, safe_moves(instead))


def _declined(position: JanggiPosition, after: JanggiPosition, best: Line, played: Line) -> Iterator[Claim]:
    """Exchanges that are offered, where the expected line declines them."""
    if (others := exchange_offered(position, best.move)) is not None:
        yield Claim(Kind.MISSES_EXCHANGE, (best.move, *others))
    for answer in played.moves[1:2]:
        if (others := exchange_offered(after, answer)) is not None:
            yield Claim(Kind.LETS_EXCHANGE, (answer, *others), better=best.move)


def _of_kings(
    position: JanggiPosition,
    after: JanggiPosition,
    instead: JanggiPosition,
    answers: Sequence[Move],
    better: Move,
) -> Iterator[Claim]:
    """How many steps the Kings have after both moves, with the answers to them."""
    mover = position.to_move
    answered = after.play(answers[0]), instead.play(answers[1])
    if all(each.outcome() is None for each in answered):
        n, had = (len(safe_steps(each, mover)) for each in answered)
        yield Claim(Kind.SHUT_IN, tuple(answers), n, better, had)
    n, had = (len(safe_steps(each, mover.other)) for each in (after, instead))
    yield Claim(Kind.LETS_OUT, (), n, better, had)


def _lost(played: Line) -> Iterator[Claim]:
    """The opponent's win after the move."""
    moves = (played.plies or 0) // 2
    line = played.moves[1 : 2 * moves]
    if line and played.proven and played.score < 0 and 0 < moves <= _LATEST:
        yield from (Claim(kind, line, moves) for kind in (Kind.KING_FALLS, Kind.KING_ENTERS))
        yield Claim(Kind.LOSES_KING, line[:_SHOWN], moves)


def _missed(best: Line) -> Iterator[Claim]:
    """The mover's win."""
    moves = ((best.plies or 0) + 1) // 2
    if best.proven and best.score > 0 and 0 < moves <= _LATEST:
        yield Claim(Kind.MISSES_VICTORY, best.moves[:_SHOWN], moves)
