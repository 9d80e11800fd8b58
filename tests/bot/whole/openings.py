"""Othello games with something special in them, found by playing at random and looking for it."""

from __future__ import annotations

from games.base import Move


def moves(text: str) -> tuple[Move, ...]:
    """Moves written one after the other."""
    return tuple(Move(one) for one in text.split())


WIPE_OUT = moves("e6 f4 e3 f6 g5 d6 e7 f5 c5")
"""8x8, nine moves: Black takes every white disc; 13–0, by the rules 64–0."""

WHITE_WINS = moves("c2 b4 a5 c1 b1 a1 b3 a4 b5 a6 d5 e4 c5 c6 d1 a3 f5 f4 f3 e2 pass e1")
"""6x6, a whole short game: Black has to pass near its end; 4–21, by the rules 4–32."""

DRAW = moves(
    "b3 b2 d5 b4 a2 c5 c2 a3 a4 e5 e4 a1 b1 a5 b6 d1 b5 d6 f6 f4 f5 c1 f3 e3 e2 c6 a6 f2 e6 e1 f1 d2"
)
"""6x6, a whole game: 18–18."""

WHITE_PASSES = moves("c4 c3 d3 e3 d2 c5 f3 d1 c1 g3"), Move("e1")
"""8x8: after these moves this one of Black's leaves White without any."""

CROWDED = moves(
    "d5 f4 g6 c5 f3 g5 c4 h7 e4 d7 h5 c3 g7 d3 h6 h4 d6 f7 d4 g4 g3 c6 i4 e2 g8 h2 g2 j3 c2 h3 i3 i2"
    " b6 b5 e3 h9"
)
"""10x10: Black has 28 moves, more than there is room for buttons."""
