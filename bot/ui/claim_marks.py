"""What the picture shows of a claim: the answer that it is about, the stones at stake, and empty points.

`marks_of` is a pure function of a claim. What is drawn where a mistake is compared: `bot.ui.fault_scene`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ai.claims.checkers.gomoku_threats import threat_points
from ai.claims.checkers.twelve_janggi_pieces import safe_steps
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.claims.kinds import OF_MISSED
from ai.claims.othello_squares import squares_of
from bot.match.hints import Hint
from bot.presenters.board_scene import BoardScene, line_from
from games import replay
from games.base import Move, Position, RuleError, Side
from games.go import GoPosition
from games.gomoku import GomokuPosition
from games.gomoku.boards import EMPTY
from games.othello import OthelloPosition, bits
from games.twelve_janggi import GOALS, INDEX, SQUARES, JanggiPosition

ARROWS = {"hare_and_hounds": 5, "twelve_janggi": 3}
"""Moves of a line that have arrows where pieces move: what a board has room for."""
_SETTLED = frozenset({Kind.DEAD_ALREADY, Kind.KILLED_ALREADY, Kind.ALIVE_ALREADY, Kind.CANNOT_KILL})
"""Kinds whose line is a stone of a group that was dead or alive before."""
_CAPTURES = frozenset({Kind.SELF_ATARI, Kind.LEAVES_ATARI, Kind.SNAPBACK, Kind.MISSES_CAPTURE})
"""Kinds of Go whose line begins with a capture."""
_NO_ANSWER = OF_MISSED | {Kind.X_SQUARE, Kind.C_SQUARE} | _SETTLED
"""Kinds whose line does not begin with the opponent's answer."""
_THEN_NO_MOVE = frozenset(
    {Kind.FORBIDDEN_STOP, Kind.LESS_ROOM, Kind.FEW_SAVES, Kind.LESS_SAFE, Kind.SHUT_IN}
    | {Kind.LADDER, Kind.RUNS_IN_LADDER, Kind.LADDER_BREAKS, Kind.NET, Kind.ALLOWS_ATARI}
    | {Kind.DIES, Kind.DIES_INSIDE, Kind.LETS_LIVE}
    | {Kind.LETS_JOIN, Kind.FEW_LIBERTIES, Kind.FREES, Kind.LESS_SPACE, Kind.LETS_SAVE}
    | {Kind.UNANSWERED, Kind.UNANSWERED_CUT, Kind.UNANSWERED_BREAK}
)
"""Kinds of whose line only the first is a move that is played after the mistake."""
_IN_ROW = {
    Kind.MISSES_FIVE: 5,
    Kind.LEAVES_FIVE: 5,
    Kind.STOPS_LESS: 5,
    Kind.MISSES_OPEN_FOUR: 4,
    Kind.LEAVES_THREE: 4,
    Kind.MISSES_DOUBLE_FOUR: 4,
    Kind.ALLOWS_DOUBLE_FOUR: 4,
    Kind.FORBIDDEN_STOP: 4,
    Kind.FORCES_FOUR: 4,
    Kind.MISSES_FOUR_THREE: 3,
    Kind.MISSES_DOUBLE_THREE: 3,
    Kind.ALLOWS_FOUR_THREE: 3,
    Kind.ALLOWS_DOUBLE_THREE: 3,
    Kind.FORCES_THREE: 3,
    Kind.ALLOWS_THREE: 3,
    Kind.MISSES_THREE: 3,
    Kind.ALLOWS_FOUR: 4,
}
"""In Gomoku, how many stones the line's first move has in a row, itself included."""


@dataclass(frozen=True, slots=True)
class ClaimMarks:
    """The marks of a claim."""

    line: tuple[Move, ...] = ()
    """What is played after the move, from the opponent's answer on; empty if the claim names no answer."""
    stones: frozenset[str] = frozenset()
    """The points of the stones, discs or pieces that the claim is about."""
    dots: frozenset[str] = frozenset()
    """The empty points that it is about, such as a corner."""


def marks_of(position: Position, move: Move, claim: Claim) -> ClaimMarks:
    """The marks of a claim on a move in a position; none if its line is not of the position."""
    try:
        marks, played = _marks(position, move, claim), position.play(move)
        for answer in marks.line:
            played = played.play(answer)
    except (RuleError, IndexError, KeyError):
        return ClaimMarks()
    return marks


def _marks(position: Position, move: Move, claim: Claim) -> ClaimMarks:
    if isinstance(position, OthelloPosition):
        return _of_othello(position, move, claim)
    if isinstance(position, GomokuPosition):
        return _of_gomoku(position, move, claim)
    if isinstance(position, GoPosition):
        return _of_go(position, move, claim)
    if isinstance(position, JanggiPosition):
        return _of_janggi(position, move, claim)
    return ClaimMarks(_answers(claim)[: ARROWS["hare_and_hounds"]])


def hinted_stones(position: Position, hint: Hint) -> frozenset[str]:
    """The stones that a hint's claim is about, which are ringed."""
    return merit_stones(position, hint.claim) if hint.claim is not None else frozenset()


def merit_stones(position: Position, claim: Claim) -> frozenset[str]:
    """The stones that a claim of `ai.claims.kinds.MERITS` is about: what is captured, saved or stopped."""
    if isinstance(position, GoPosition) and claim.kind in {Kind.LEAVES_ATARI, Kind.DIES}:
        return _chains(position, claim.line[1:])
    if isinstance(position, GomokuPosition) and claim.kind in {Kind.LEAVES_FIVE, Kind.LEAVES_THREE}:
        length = 4 if claim.kind is Kind.LEAVES_FIVE else 3
        return _row(position, position.to_move.other, claim.line[0], length)
    return marks_of(position, claim.line[0], claim).stones if claim.line else frozenset()


def explained(scene: BoardScene, ply: int, claim: Claim | None) -> BoardScene:
    """A scene after a move, the one after ``ply`` moves, with what a claim on it is about.

    Where the opponent's answer is on the board, too, only what is played after it is a line. The claim's
    stones are marked in place of those of a question.
    """
    if claim is None:
        return scene
    record, moves = scene.record, scene.record.moves
    marks, shown = marks_of(replay(record.before(ply)), moves[ply], claim), moves[ply + 1 :]
    line = marks.line[len(shown) :] if marks.line[: len(shown)] == shown else ()
    group = (marks.stones - {answer[-2:] for answer in shown}) or scene.group  # what took a piece is not lost
    return replace(scene, line=line_from(record, line), group=group, dots=marks.dots)


def _answers(claim: Claim) -> tuple[Move, ...]:
    """The moves of a claim's line that are played after the mistake."""
    if claim.kind in _NO_ANSWER:
        return ()
    return claim.line[: 1 if claim.kind in _THEN_NO_MOVE else None]


def _of_othello(position: OthelloPosition, move: Move, claim: Claim) -> ClaimMarks:
    kind, board, squares = claim.kind, position.board, squares_of(position.size)
    mover, after, answers = position.to_move, position.play(move), _answers(claim)
    answered, discs, dots = after.play(answers[0]) if answers else after, 0, 0
    occupied, played = position.black | position.white, 1 << board.grid.index(move)
    if kind in {Kind.X_SQUARE, Kind.C_SQUARE}:
        dots = 1 << board.grid.index(claim.line[0])
    elif kind in {Kind.FEW_MOVES, Kind.LESS_ROOM, Kind.OPENS_MOVES}:
        dots = answered.mobility
    elif kind is Kind.PARITY:
        dots = squares.region(board.full & ~occupied, board.grid.index(move)) & ~played
    elif kind is Kind.TURNS_MANY:
        discs = position.other & after.other
    elif kind is Kind.FRONTIER:
        discs = after.other & squares.around(board.full & ~(after.black | after.white))
    elif kind is Kind.SECURES:
        discs = squares.safe(_discs(answered, mover.other))
    elif kind is Kind.WEDGES:
        discs = sum(1 << index for index in squares.beside_on_edge(claim.line[0]))
    return ClaimMarks(answers, _squares(position, discs & occupied), _squares(position, dots))


def _discs(position: OthelloPosition, side: Side) -> int:
    return position.black if side is Side.FIRST else position.white


def _squares(position: OthelloPosition, mask: int) -> frozenset[str]:
    return frozenset(position.board.names[index] for index in bits(mask))


def _of_gomoku(position: GomokuPosition, move: Move, claim: Claim) -> ClaimMarks:
    if claim.kind is Kind.OVERLINE:
        return ClaimMarks(stones=_row(position, position.to_move, move, 5))
    if claim.kind in {Kind.MORE_THREATS, Kind.FEWER_THREATS}:
        after = position.play(move)
        side = after.to_move if claim.kind is Kind.MORE_THREATS else position.to_move
        return ClaimMarks(dots=frozenset(threat_points(after, side)))
    length = _IN_ROW.get(claim.kind)
    answers, dots = _answers(claim), claim.line[1:2] if claim.kind is Kind.FORBIDDEN_STOP else ()
    if length is None:
        return ClaimMarks(answers)
    shown = position.play(move) if answers else position
    return ClaimMarks(answers, _row(shown, shown.to_move, claim.line[0], length), frozenset(dots))


def _row(position: GomokuPosition, side: Side, move: Move, length: int) -> frozenset[str]:
    """The stones of a side that are on a line of five points with a move, if they are enough with it."""
    board, row = position.board, set[int]()
    point = board.points[move]
    for step in board.directions:
        for first in range(point - 4 * step, point + step, step):
            five = range(first, first + 5 * step, step)
            stones = [at for at in five if position.points[at] == side]
            is_open = all(position.points[at] in {EMPTY, side} for at in five)
            if is_open and len(stones) + 1 >= length:
                row.update(stones)
    return frozenset(board.names[at] for at in row)


def _of_go(position: GoPosition, move: Move, claim: Claim) -> ClaimMarks:
    kind, answers = claim.kind, _answers(claim)
    shown, stones = position.play(move) if answers else position, frozenset[str]()
    if kind in _SETTLED:
        stones = _chains(shown, claim.line)
    elif kind is Kind.UNANSWERED_CUT:
        stones = _chains(shown, claim.line[2:])
    elif kind is Kind.LETS_JOIN:
        stones = _chains(shown, claim.line[1:])
    elif len(claim.line) > 1:  # its second point is a stone
        stones = _chains(shown, claim.line[1:2])
    elif kind in _CAPTURES:
        stones = _names(shown, _captured(shown, claim.line[0]))
    elif kind in {Kind.DOUBLE_ATARI, Kind.MISSES_DOUBLE_ATARI}:
        stones = _in_atari_beside(shown.play(claim.line[0]), claim.line[0])
    elif kind is Kind.CUTS:
        near = position.board.neighbors[position.board.index[claim.line[0]]]
        beside = [position.board.names[at] for at in near if shown.stones[at] == position.to_move]
        stones = _chains(shown, beside)
    return ClaimMarks(answers, stones)


def _chains(position: GoPosition, stones: Sequence[str]) -> frozenset[str]:
    """The stones of the chains that these belong to."""
    index = position.board.index
    return _names(position, (at for name in stones for at in position.chains.at(index[Move(name)]).points))


def _captured(position: GoPosition, move: Move) -> Iterator[int]:
    after = position.play(move).stones
    return (point for point, stone in enumerate(position.stones) if stone and not after[point])


def _in_atari_beside(position: GoPosition, move: Move) -> frozenset[str]:
    """The stones of the side to move in chains beside a move that have one liberty."""
    near = position.board.neighbors[position.board.index[move]]
    chains = [position.chains.at(at) for at in near if position.stones[at] == position.to_move]
    return _names(position, (at for chain in chains if len(chain.liberties) == 1 for at in chain.points))


def _names(position: GoPosition, points: Iterable[int]) -> frozenset[str]:
    return frozenset(position.board.names[point] for point in points)


def _of_janggi(position: JanggiPosition, move: Move, claim: Claim) -> ClaimMarks:
    """The pieces that are captured or attacked, where they stand before the line's first move.

    Of a King that has many steps or few, the King and its steps.
    """
    kind, answers = claim.kind, _answers(claim)[: ARROWS["twelve_janggi"]]
    if kind in {Kind.SHUT_IN, Kind.LETS_OUT}:
        return _of_king(position.play(move), answers)
    if not claim.line:
        return ClaimMarks()
    shown, first = position.play(move) if answers else position, claim.line[0]
    is_about_capture = bool(answers) or kind in {Kind.MISSES_KING, Kind.MISSES_PIECE, Kind.MISSES_TAKING}
    after, pieces = shown.play(first), set[str]()
    if is_about_capture and shown.board[INDEX[first[-2:]]] != ".":
        pieces.add(first[-2:])
    if kind in {Kind.ALLOWS_FORK, Kind.MISSES_FORK}:
        square = INDEX[first[-2:]]
        pieces |= {SQUARES[to] for to in GOALS[after.board[square]][square] if after.owns(to, after.to_move)}
    elif kind in {Kind.LETS_ATTACK, Kind.MISSES_ATTACK}:
        pieces.add(SQUARES[after.board.index(after.symbol("K", after.to_move))])
    return ClaimMarks(answers, frozenset(pieces))


def _of_king(after: JanggiPosition, answers: Sequence[Move]) -> ClaimMarks:
    """The King of the side to move after the answers, and where it can step without being taken."""
    for answer in answers:
        after = after.play(answer)
    origin = after.board.index(after.symbol("K", after.to_move))
    steps = frozenset(SQUARES[to] for to in safe_steps(after, after.to_move))
    return ClaimMarks(tuple(answers), frozenset({SQUARES[origin]}), steps)
