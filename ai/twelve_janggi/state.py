"""A whole position of Twelve Janggi in one 64-bit number, seen by the side to move.

Start reading at `state_of` and `play`. Four bits a square from bit 0, in the order of
`games.twelve_janggi.SQUARES`: 0 empty, 1 to 5 King, General, Minister, Man, Marquis of the side to move, 8
more for the other side's. From bit 48 two bits each: Generals, Ministers, Men in the hand of the side to
move, then in the other's. Bit 60 is set when SECOND is to move, whose board is rotated: the side to move
always plays from column 0 towards column 3. Two positions are equal exactly if their states are; without bit
60 they are equal to play.

    bit  60    59   57   55   53   51   49   47 … 44       3 … 0
         side  M    S    G    M    S    G    c4       …    a1
               the other's    own hand

A move is ``origin << 4 | goal``; drops have the origins 12 (General), 13 (Minister), 14 (Man).
"""

from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba
from games.base import Move, Side
from games.twelve_janggi import GOALS as _STEPS
from games.twelve_janggi import HANDS, SQUARES, JanggiPosition

KINDS = "KJSZH"
KING, GENERAL, MINISTER, MAN, MARQUIS = 1, 2, 3, 4, 5
THEIRS = 8
"""Added to the kind of the other side's pieces."""
SQUARE_COUNT = 12
"""How many squares there are, and the first origin that means a drop."""
ALL = (1 << SQUARE_COUNT) - 1
"""Masks of squares are plain numbers: bit 0 is a1."""
FAR = sum(1 << square for square in range(3, SQUARE_COUNT, 4))
"""The other side's camp: no drops there; a Man is promoted there; a King wins there."""
LIST = 96
"""More than the moves of any position."""

STATE = numba.uint64
_INT = numba.int64
LISTED = numba.int64[::1]

_FOUR, _FIFTEEN, _ONE, _SIX_BITS = (np.uint64(value) for value in (4, 15, 1, 63))
_OWN_HAND, _OTHER_HAND, _SIDE = np.uint64(48), np.uint64(54), np.uint64(60)
_TWO, _THREE, _EIGHT, _SIXTEEN, _HALF = (np.uint64(value) for value in (2, 3, 8, 16, 32))
_NIBBLES, _BYTES, _PAIRS = (
    np.uint64(value) for value in (0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF)
)
_LOWEST_OF_SQUARES = np.uint64(0x111111111111)


def _goals() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    table = np.zeros((16, SQUARE_COUNT), dtype=np.int64)
    for kind, letter in enumerate(KINDS, start=1):
        for square in range(SQUARE_COUNT):
            table[kind, square] = sum(1 << to for to in _STEPS[letter][square])
            table[kind | THEIRS, square] = sum(1 << to for to in _STEPS[letter.lower()][square])
    return table


GOALS = _goals()
"""By piece and square: the squares that it can step to on an empty board, as a mask."""
_HELD = np.array([0, 0, GENERAL, MINISTER, MAN, MAN], dtype=np.int64)
# What a captured piece of each kind becomes; a King becomes nothing.


# --- From and to the rules ------------------------------------------------------------------------


def state_of(position: JanggiPosition) -> int:
    """The state of a position, without its history."""
    return pack_state(position.board, position.hands, position.to_move)


def pack_state(board: str, hands: tuple[str, str], to_move: Side) -> int:
    """The state of a board and hands as `games.twelve_janggi` writes them."""
    second = to_move is Side.SECOND
    seen = board[::-1].swapcase() if second else board
    own, other = hands[::-1] if second else hands
    state = int(second) << 60
    for square, symbol in enumerate(seen):
        if symbol != ".":
            state |= (KINDS.index(symbol.upper()) + 1 | (0 if symbol.isupper() else THEIRS)) << 4 * square
    return state | _hand(own) << 48 | _hand(other) << 54


def _hand(held: str) -> int:
    return sum(held.count(kind) << 2 * place for place, kind in enumerate(HANDS))


def state_of_key(key: str) -> int:
    """The state of a `JanggiPosition.key`, which is how histories store positions."""
    first, _, second = key[SQUARE_COUNT:-1].partition("/")
    return pack_state(key[:SQUARE_COUNT], (first, second), Side(int(key[-1])))


def drawn_states(position: JanggiPosition) -> list[int]:
    """The states whose next occurrence would be the third, and so a draw."""
    return sorted({state_of_key(key) for key in position.history if position.history.count(key) >= 2})


def move_name(move: int, side: Side) -> Move:
    """A move's canonical notation."""
    origin, to = move >> 4, move & 15
    square = SQUARES[to if side is Side.FIRST else SQUARE_COUNT - 1 - to]
    if origin >= SQUARE_COUNT:
        return Move(f"{HANDS[origin - SQUARE_COUNT]}*{square}")
    return Move(f"{SQUARES[origin if side is Side.FIRST else SQUARE_COUNT - 1 - origin]}-{square}")


# --- Kernels --------------------------------------------------------------------------------------


@njit(_INT(STATE, _INT))
def piece_at(state: Word, square: Int) -> Int:
    """The piece on a square; 0 if it is empty."""
    return np.int64((state >> np.uint64(4 * square)) & _FIFTEEN)


@njit(STATE(STATE))
def flipped(state: Word) -> Word:
    """The same position with the other side to move, from its view."""
    # Turn the board by reversing its twelve places of four bits: exchange neighbors, then pairs, fours and
    # eights of them. That reverses sixteen places, so the twelve come out four too high.
    board = (state << _SIXTEEN) >> _SIXTEEN
    board = ((board >> _FOUR) & _NIBBLES) | ((board & _NIBBLES) << _FOUR)
    board = ((board >> _EIGHT) & _BYTES) | ((board & _BYTES) << _EIGHT)
    board = ((board >> _SIXTEEN) & _PAIRS) | ((board & _PAIRS) << _SIXTEEN)
    board = ((board >> _HALF) | (board << _HALF)) >> _SIXTEEN
    # A piece has one of its kind's three bits set; then its fourth bit, the side, changes.
    pieces = (board | (board >> _ONE) | (board >> _TWO)) & _LOWEST_OF_SQUARES
    board ^= pieces << _THREE
    own, other = (state >> _OWN_HAND) & _SIX_BITS, (state >> _OTHER_HAND) & _SIX_BITS
    side = (~(state >> _SIDE)) & _ONE
    return board | (other << _OWN_HAND) | (own << _OTHER_HAND) | (side << _SIDE)


@njit(STATE(STATE, _INT))
def play(state: Word, move: Int) -> Word:
    """The state after a move, from the other side's view."""
    origin, to = move >> 4, move & 15
    goal = np.uint64(4 * to)
    if origin >= SQUARE_COUNT:
        held = np.uint64(48 + 2 * (origin - SQUARE_COUNT))
        kind = np.uint64(origin - SQUARE_COUNT + GENERAL)
        return flipped((state - (_ONE << held)) | (kind << goal))
    piece, taken = piece_at(state, origin), piece_at(state, to)
    state &= ~((_FIFTEEN << np.uint64(4 * origin)) | (_FIFTEEN << goal))
    if piece == MAN and (FAR >> to) & 1:
        piece = MARQUIS
    state |= np.uint64(piece) << goal
    held_as = _HELD[taken & 7]  # a Marquis becomes a Man again
    if held_as != 0:
        state += _ONE << np.uint64(48 + 2 * (held_as - GENERAL))
    return flipped(state)


@njit("UniTuple(int64, 6)(uint64)")
def attack_maps(state: Word) -> tuple[Int, ...]:
    """Masks of own pieces, their attacks, the other's pieces, their attacks; the squares of both Kings.

    A side also attacks the squares of its own pieces (it protects them). A King off the board is at -1.
    """
    own, hits, theirs, threats = 0, 0, 0, 0
    king, target = -1, -1
    for square in range(SQUARE_COUNT):
        piece = np.int64(state & _FIFTEEN)
        state >>= _FOUR
        if piece == 0:
            continue
        if piece < THEIRS:
            own |= 1 << square
            hits |= GOALS[piece, square]
            if piece == KING:
                king = square
        else:
            theirs |= 1 << square
            threats |= GOALS[piece, square]
            if piece == KING | THEIRS:
                target = square
    return own, hits, theirs, threats, king, target


@njit(_INT(STATE, _INT, _INT, _INT, LISTED, _INT))
def list_moves(state: Word, king_goals: Int, goals: Int, drops: Int, moves: Array, base: Int) -> Int:
    """Write moves to moves[base:]: the King's and the others' steps and drops into these masks; how many.

    The masks must not hold own pieces' squares; that of drops no occupied squares and not the far camp.
    """
    place = base
    for square in range(SQUARE_COUNT):
        piece = piece_at(state, square)
        if piece == 0 or piece >= THEIRS:
            continue
        reach = GOALS[piece, square] & (king_goals if piece == KING else goals)
        for to in range(SQUARE_COUNT):
            if (reach >> to) & 1:
                moves[place] = (square << 4) | to
                place += 1
    if drops != 0:
        for kind in range(3):
            if (state >> np.uint64(48 + 2 * kind)) & _THREE != 0:
                for to in range(SQUARE_COUNT):
                    if (drops >> to) & 1:
                        moves[place] = ((SQUARE_COUNT + kind) << 4) | to
                        place += 1
    return place - base


@njit(_INT(STATE, LISTED, _INT))
def list_all(state: Word, moves: Array, base: Int) -> Int:
    """Write every legal move to moves[base:]; how many."""
    own, _, theirs, _, king, _ = attack_maps(state)
    if king < 0 or (FAR >> king) & 1:
        return 0
    return list_moves(state, ALL & ~own, ALL & ~own, ALL & ~(own | theirs | FAR), moves, base)


@njit(_INT(STATE, _INT, LISTED, _INT))
def perft(state: Word, depth: Int, moves: Array, base: Int) -> Int:
    """How many move sequences of ``depth`` plies there are, repetition aside; ``moves`` holds the lists."""
    length = list_all(state, moves, base)
    if depth <= 1:
        return length
    total = 0
    for place in range(base, base + length):
        total += perft(play(state, moves[place]), depth - 1, moves, base + length)
    return total
