"""What a position shows that can be missed, by game and kind, for `bench.misses`: the moves that do not miss.

Most kinds are defined by the rules alone; endings and the solved games by results that are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias, cast

from bench.errors import judged, truth
from games.base import PASS, Move, Position, Side
from games.go import GoPosition
from games.gomoku import GomokuPosition
from games.gomoku.rules import makes_five
from games.othello import OthelloPosition
from games.twelve_janggi import INDEX, JanggiPosition

Kind: TypeAlias = Callable[[Position], Iterable[Move]]
"""Lists the moves that do not miss; none where the position has nothing of the kind."""
_LADDER = 120
"""The longest ladder that is read, in plies."""


# --- Gomoku ---------------------------------------------------------------------------------------------


def _five(position: Position) -> Iterable[Move]:
    board = cast(GomokuPosition, position)
    return _fives(board, board.to_move)


def _stops_four(position: Position) -> Iterable[Move]:
    board = cast(GomokuPosition, position)
    theirs = _fives(board, board.to_move.other)
    return theirs if len(theirs) == 1 and not _fives(board, board.to_move) else ()


def _open_four(position: Position) -> Iterable[Move]:
    board = cast(GomokuPosition, position)
    if _fives(board, board.to_move) or _fives(board, board.to_move.other):
        return ()
    return _open_fours(board)


def _stops_three(position: Position) -> Iterable[Move]:
    # A four of one's own puts it off, which counts, too.
    board = cast(GomokuPosition, position)
    mine, theirs = board.to_move, board.to_move.other
    if _fives(board, mine) or _fives(board, theirs) or _open_fours(board):
        return
    threats = _open_fours(replace(board, to_move=theirs))
    for move in board.legal_moves() if threats else ():
        after = replace(board, points=_with(board, move, mine))
        is_four = bool(_fives(after, mine, _rows(after, move)))
        left = (threat for threat in threats if threat != move and _makes_open_four(after, threat, theirs))
        if is_four or not any(left):
            yield move


def _fives(board: GomokuPosition, side: Side, among: Iterable[Move] | None = None) -> list[Move]:
    """The empty points, of some or all, on which a side makes five."""
    points = among if among is not None else _empty(board)
    return [move for move in points if _makes_five(board, move, side)]


def _makes_five(board: GomokuPosition, move: Move, side: Side) -> bool:
    return makes_five(board.rules, _with(board, move, side), board.board.point(move))


def _open_fours(board: GomokuPosition) -> list[Move]:
    """The moves after which the side to move has two ways to make five."""
    return [move for move in board.legal_moves() if _makes_open_four(board, move, board.to_move)]


def _makes_open_four(board: GomokuPosition, move: Move, side: Side) -> bool:
    if move == PASS:
        return False
    after = replace(board, points=_with(board, move, side))
    return len(_fives(after, side, _rows(after, move))) > 1


def _rows(board: GomokuPosition, move: Move) -> list[Move]:
    """The empty points at most four steps from a move on its rows."""
    at, points, names = board.board.point(move), board.points, board.board.names
    near = (at + sign * step * n for step in board.board.directions for sign in (1, -1) for n in range(1, 5))
    return [names[point] for point in near if point in names and not points[point]]


def _empty(board: GomokuPosition) -> list[Move]:
    return [name for point, name in board.board.names.items() if not board.points[point]]


def _with(board: GomokuPosition, move: Move, side: Side) -> bytes:
    points = bytearray(board.points)
    points[board.board.point(move)] = int(board.color(side))
    return bytes(points)


# --- Othello --------------------------------------------------------------------------------------------


def _takes_corner(position: Position) -> Iterable[Move]:
    """The corners, where the adviser takes one: one that only this side can take may wait."""
    corners = _corners(cast(OthelloPosition, position))
    return corners if corners and judged("othello", position).move in corners else ()


def _keeps_corner(position: Position) -> Iterable[Move]:
    """The moves that give no corner, where the other side has none yet and the adviser gives none."""
    board = cast(OthelloPosition, position)
    if PASS in board.legal_moves() or _corners(board) or _corners(_passed(board)):
        return ()
    kept = [move for move in board.legal_moves() if not _corners(board.play(move))]
    is_chance = 0 < len(kept) < len(board.legal_moves())
    return kept if is_chance and judged("othello", board).move in kept else ()


def _corners(board: OthelloPosition) -> list[Move]:
    return [move for move in board.legal_moves() if _is_corner(board, move)]


def _passed(board: OthelloPosition) -> OthelloPosition:
    return replace(board, to_move=board.to_move.other)


def _is_corner(board: OthelloPosition, move: Move) -> bool:
    if move == PASS:
        return False
    last = board.size - 1
    return all(at in (0, last) for at in divmod(board.board.grid.index(move), board.size))


def _ending(low: int, high: int) -> Kind:
    """The moves that keep the result, with so many empty squares."""

    def kept(position: Position) -> Iterable[Move]:
        board = cast(OthelloPosition, position)
        empty = board.size**2 - sum(board.count(side) for side in Side)
        return _keeping("othello", position) if low <= empty <= high else ()

    return kept


def _keeping(slug: str, position: Position) -> Iterable[Move]:
    results = {move: _result(slug, position.play(move)) for move in position.legal_moves()}
    if None in results.values():
        return ()
    known = [result for result in results.values() if result is not None]
    best = max(known) if position.to_move is Side.FIRST else min(known)
    return [move for move, result in results.items() if result == best]


def _result(slug: str, position: Position) -> int | None:
    """Who wins: 1 for FIRST, -1 for SECOND, 0 for nobody; None if that is not known."""
    value = truth(slug, position)
    return None if value is None else (value > 0) - (value < 0)


# --- The solved games -----------------------------------------------------------------------------------


def _wins_now(position: Position) -> list[Move]:
    after = {move: position.play(move).outcome() for move in position.legal_moves()}
    return [move for move, end in after.items() if end is not None and end.winner is position.to_move]


def _wins_in(slug: str, low: int, high: int) -> Kind:
    """The moves that keep a win which takes so many plies."""

    def kept(position: Position) -> Iterable[Move]:
        best = judged(slug, position)
        if not best.proven or best.score <= 0 or not low <= (best.plies or 0) <= high:
            return ()
        return _keeping(slug, position)

    return kept


def _fastest(slug: str, plies: int) -> Kind:
    """The moves that win in so many plies, where nothing wins in fewer."""

    def fast(position: Position) -> Iterable[Move]:
        best = judged(slug, position)
        if not best.proven or best.score <= 0 or best.plies != plies:
            return
        for move in position.legal_moves():
            after = position.play(move)
            if after.outcome() is None:
                reply = judged(slug, after)
                if reply.proven and reply.score < 0 and (reply.plies or 0) < plies:
                    yield move

    return fast


# --- Twelve Janggi --------------------------------------------------------------------------------------


def _saves_king(position: Position) -> Iterable[Move]:
    """The moves after which the other side does not win at once, where it threatens to."""
    board = cast(JanggiPosition, position)
    if _wins_now(board) or not _wins_now(replace(board, to_move=board.to_move.other)):
        return ()
    return [move for move in board.legal_moves() if not _wins_now(board.play(move))]


def _takes_piece(position: Position) -> Iterable[Move]:
    """The captures of a Minister or General that nothing recaptures, where no King is in danger."""
    board = cast(JanggiPosition, position)
    if _wins_now(board) or _wins_now(replace(board, to_move=board.to_move.other)):
        return ()
    kept = set(_keeping("twelve_janggi", board))
    return [move for move in _free_captures(board) if move in kept]


def _saves_piece(position: Position) -> Iterable[Move]:
    """The moves after which no Minister or General is taken for nothing, where that is threatened."""
    board = cast(JanggiPosition, position)
    other = replace(board, to_move=board.to_move.other)
    if _wins_now(board) or _free_captures(board) or _wins_now(other) or not _free_captures(other):
        return ()
    return [
        move
        for move in board.legal_moves()
        if not _wins_now(after := board.play(move)) and not _free_captures(after)
    ]


def _free_captures(board: JanggiPosition) -> list[Move]:
    return [
        move
        for move in board.legal_moves()
        if move[1] != "*" and board.board[INDEX[move[-2:]]] in "JSjs" and not _is_retaken(board, move)
    ]


def _is_retaken(board: JanggiPosition, move: Move) -> bool:
    after = board.play(move)
    return any(reply[1] != "*" and reply[-2:] == move[-2:] for reply in after.legal_moves())


# --- Go -------------------------------------------------------------------------------------------------

_FEW = 3
"""Chains of fewer stones are not worth a row of the table; in a ladder, of fewer than two."""


def _captures(position: Position) -> Iterable[Move]:
    """The moves that capture three stones or more."""
    board = cast(GoPosition, position)
    return [
        move
        for move in board.legal_moves()
        if move in board.board.index
        and board.play(move).captures[board.to_move - 1] >= board.captures[board.to_move - 1] + _FEW
    ]


def _saves_chain(position: Position) -> Iterable[Move]:
    """The moves that give a chain in atari three liberties or more."""
    board = cast(GoPosition, position)
    for stone in _chains(board, board.to_move, _FEW, liberties=1):
        for move in board.legal_moves():
            if move in board.board.index and len(board.play(move).chains.at(stone).liberties) > 2:
                yield move


def _ladders(position: Position) -> Iterable[Move]:
    """The ataris that begin a ladder which captures."""
    board = cast(GoPosition, position)
    for stone in _chains(board, board.to_move.other, 2, liberties=2):
        for move in _legal(board, board.chains.at(stone).liberties):
            if _is_caught(board.play(move), stone, _LADDER):
                yield move


def _is_caught(board: GoPosition, stone: int, plies: int) -> bool:
    """Whether a chain in atari, whose side is to move, is captured by ataris."""
    chain = board.chains.at(stone)
    if len(chain.liberties) > 1:
        return False
    around = {near for at in chain.points for near in board.board.neighbors[at]}
    attackers = [board.chains.at(at) for at in around if board.stones[at] == board.to_move.other]
    weak = {at for attacker in attackers if len(attacker.liberties) == 1 for at in attacker.liberties}
    for move in _legal(board, {*chain.liberties, *weak}):
        after = board.play(move)
        liberties = after.chains.at(stone).liberties
        if len(liberties) > 2 or plies <= 0:
            return False
        if len(liberties) == 2 and not any(
            _is_caught(after.play(atari), stone, plies - 2) for atari in _legal(after, liberties)
        ):
            return False
    return True


def _legal(board: GoPosition, points: Iterable[int]) -> list[Move]:
    legal = set(board.open_points)
    return [Move(board.board.names[point]) for point in sorted(points) if point in legal]


def _chains(board: GoPosition, side: Side, size: int, *, liberties: int) -> list[int]:
    """A stone of each chain of a side with so many stones or more, and exactly so many liberties."""
    if board.scoring:
        return []
    return [
        min(chain.points)
        for chain in board.chains.every
        if board.stones[min(chain.points)] == side
        and len(chain.points) >= size
        and len(chain.liberties) == liberties
    ]


KINDS: Mapping[str, Mapping[str, Kind]] = {
    "othello": {
        "takes a corner": _takes_corner,
        "gives no corner": _keeps_corner,
        "ending, 2 to 4 empty squares": _ending(2, 4),
        "ending, 5 to 7": _ending(5, 7),
        "ending, 8 to 10": _ending(8, 10),
    },
    "gomoku": {
        "makes five": _five,
        "stops a four": _stops_four,
        "makes an open four": _open_four,
        "stops an open three": _stops_three,
    },
    "twelve_janggi": {
        "takes the King, or enters": _wins_now,
        "saves the King": _saves_king,
        "wins in 3 plies": _fastest("twelve_janggi", 3),
        "wins in 5 plies": _fastest("twelve_janggi", 5),
        "takes a piece for nothing": _takes_piece,
        "saves a piece": _saves_piece,
        "keeps a win in 7 plies or more": _wins_in("twelve_janggi", 7, 999),
    },
    "hare_and_hounds": {
        f"keeps a win in {plies}": _wins_in("hare_and_hounds", low, high)
        for plies, low, high in (
            ("1 ply", 1, 1),
            ("2 or 3 plies", 2, 3),
            ("4 or 5", 4, 5),
            ("6 to 9", 6, 9),
            ("10 or more", 10, 999),
        )
    },
    "go": {
        "captures three stones or more": _captures,
        "saves three stones or more from atari": _saves_chain,
        "begins a ladder that works": _ladders,
    },
}
"""What can be missed, by game."""
