"""Claims on Othello's moves, the most telling first. Which hold, `ai.claims.checkers.othello` finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.analysis import Line
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.claims.othello_squares import squares_of
from games.base import PASS, Move
from games.othello import OthelloPosition

_SOLVED_EMPTIES = 11
"""With more empty squares, checking a result takes too long."""
_ONLY_EMPTIES = 8
"""With more of them, checking every other move takes too long."""

_CORNER_MOVES = 3
"""Within so many moves of the opponent it is looked for a corner that cannot be saved."""


def claims(position: OthelloPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """Propose claims on a move, from the best line of the position and the line that begins with the move."""
    if PASS in (move, best.move):
        return
    better, after = best.move, position.play(move)
    answers = played.moves[1:2] or tuple(after.legal_moves())
    results = tuple(_results(position, best, played))
    for answer in answers:
        yield Claim(Kind.WIPED_OUT, (answer,), better=better)
    yield from (claim for claim in results if claim.kind is not Kind.FEWER_DISCS)
    corners = squares_of(position.size).corners
    yield from (Claim(Kind.GIVES_CORNER, (corner,), better=better) for corner in corners)
    yield Claim(Kind.MISSES_CORNER, (better,))
    yield Claim(Kind.MISSES_PASS, (better,))
    for answer in answers:
        yield from _after_answer(after, answer, better)
    for answer in answers:
        yield Claim(Kind.LOSES_CORNER, (answer,), _CORNER_MOVES, better)
    for answer in played.moves[1:2]:
        yield from _room(position, (move, answer), best.moves[:2])
    yield from _of_move(position, move, better)
    yield from results
    for answer in played.moves[1:2]:
        yield from _of_square(answer, better)


def merits(position: OthelloPosition, best: Line) -> Iterator[Claim]:
    """Propose what can be said of the best move itself."""
    yield Claim(Kind.MISSES_CORNER, (best.move,))
    yield Claim(Kind.MISSES_PASS, (best.move,))
    empties = position.size**2 - (position.black | position.white).bit_count()
    if best.proven and best.score > 0 and empties <= _ONLY_EMPTIES:
        yield Claim(Kind.ONLY_WIN, (best.move,))


def _results(position: OthelloPosition, best: Line, played: Line) -> Iterator[Claim]:
    """What is known of the end of the game."""
    empties = position.size**2 - (position.black | position.white).bit_count()
    is_solved = best.proven and played.proven and best.margin is not None and played.margin is not None
    if not is_solved or empties > _SOLVED_EMPTIES:
        return
    if best.score > 0 >= played.score and empties <= _ONLY_EMPTIES:
        yield Claim(Kind.ONLY_WIN, (best.move,))
    total = position.size**2
    had, n = (round(total + (line.margin or 0.0)) // 2 for line in (best, played))
    for kind in (Kind.WIN_TO_LOSS, Kind.WIN_TO_DRAW, Kind.DRAW_TO_LOSS, Kind.FEWER_DISCS):
        yield Claim(kind, (), n, best.move, had)


def _after_answer(after: OthelloPosition, answer: Move, better: Move) -> Iterator[Claim]:
    """What follows from the opponent's answer."""
    answered = after.play(answer)
    mine, theirs = (answered.black, answered.white)[after.to_move - 1], answered.mobility.bit_count()
    yield Claim(Kind.SKIPPED, (answer,), better=better)
    yield Claim(Kind.RUNS_OUT, (answer,), better=better)
    yield Claim(Kind.SECURES, (answer,), squares_of(after.size).safe(mine).bit_count(), better)
    yield Claim(Kind.WEDGES, (answer,), better=better)
    yield Claim(Kind.FEW_MOVES, (answer,), theirs, better)


def _of_square(answer: Move, better: Move) -> Iterator[Claim]:
    """Which squares the sides can play on after the answer, or can no longer."""
    kinds = Kind.LEAVES_SQUARE, Kind.OPENS_SQUARE, Kind.LEAVES_OPEN, Kind.LOSES_SQUARE
    yield from (Claim(kind, (answer,), better=better) for kind in kinds)


def _room(position: OthelloPosition, played: Sequence[Move], best: Sequence[Move]) -> Iterator[Claim]:
    """How many moves the mover has after each move and its answer."""
    if len(best) == 2:
        n, had = (position.play(move).play(answer).mobility.bit_count() for move, answer in (played, best))
        yield Claim(Kind.LESS_ROOM, (played[1], best[1]), n, best[0], had)


def _of_move(position: OthelloPosition, move: Move, better: Move) -> Iterator[Claim]:
    """What can be seen of the move itself, beside the better one."""
    squares, pair = squares_of(position.size), (move, better)
    if move in squares.x_squares:
        yield Claim(Kind.X_SQUARE, (squares.x_squares[move],), better=better)
    n, had = (position.play(each).mobility.bit_count() for each in pair)
    yield Claim(Kind.OPENS_MOVES, (), n, better, had)
    empty = position.board.full & ~(position.black | position.white)
    n, had = (squares.region(empty, position.board.grid.index(each)).bit_count() for each in pair)
    yield Claim(Kind.PARITY, (), n, better, had)
    n, had = (position.play(each).other.bit_count() - position.own.bit_count() - 1 for each in pair)
    yield Claim(Kind.TURNS_MANY, (), n, better, had)
    n, had = _frontiers(position, pair)
    yield Claim(Kind.FRONTIER, (), n, better, had)
    if move in squares.c_squares:
        yield Claim(Kind.C_SQUARE, (squares.c_squares[move],), better=better)


def _frontiers(position: OthelloPosition, moves: Sequence[Move]) -> Sequence[int]:
    """How many discs of the mover touch empty squares after each of the moves."""
    squares, counts = squares_of(position.size), list[int]()
    for move in moves:
        after = position.play(move)
        empty = after.board.full & ~(after.black | after.white)
        counts.append((after.other & squares.around(empty)).bit_count())
    return counts
