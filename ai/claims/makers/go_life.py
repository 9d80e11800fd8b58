"""Claims on life and death in Go. A proof finds out which hold: here are the groups near the moves."""

from __future__ import annotations

from collections.abc import Iterator

from ai.analysis import Line
from ai.claims.claim import Claim
from ai.claims.kind import BIG, Kind
from games.base import Move, Side
from games.go import GoPosition

_SETTLED = {
    True: (Kind.DEAD_ALREADY, Kind.ALIVE_ALREADY),
    False: (Kind.KILLED_ALREADY, Kind.CANNOT_KILL),
}
"""What is said of groups whose fate is settled, by whether they are the mover's."""


def fights(position: GoPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """Propose what a move does to the life of groups, the largest group first."""
    mover, better, after = position.to_move, best.move, position.play(move)
    for answer in played.moves[1:2]:
        if answer not in position.board.index:
            continue
        for stone, n in _groups(after, mover):
            line = (answer, stone)
            yield from (Claim(kind, line, n, better) for kind in (Kind.DIES_INSIDE, Kind.DIES))
    yield from _kills(position, better)
    for answer in played.moves[1:2]:
        if answer in position.board.index:
            for stone, n in _groups(after, mover.other):
                yield Claim(Kind.LETS_LIVE, (answer, stone), n, better)


def settled(position: GoPosition, better: Move) -> Iterator[Claim]:
    """Propose that a group was dead or alive before the move, whoever begins."""
    for side in Side:
        for stone, n in _groups(position, side):
            for kind in _SETTLED[side is position.to_move]:
                yield Claim(kind, (stone,), n, better)


def merits(position: GoPosition, move: Move) -> Iterator[Claim]:
    """Propose that a move kills a group or makes it live."""
    yield from _kills(position, move)
    for stone, n in _groups(position, position.to_move):
        yield Claim(Kind.DIES, (move, stone), n)


def _kills(position: GoPosition, move: Move) -> Iterator[Claim]:
    for stone, n in _groups(position, position.to_move.other) if move in position.board.index else ():
        yield Claim(Kind.MISSES_KILL, (move, stone), n)


def _groups(position: GoPosition, side: Side) -> list[tuple[Move, int]]:
    """A stone of each chain that is large enough, and its stones, the largest chain first."""
    chains = [chain for chain in position.chains.every if position.stones[chain.points[0]] == side]
    names, large = position.board.names, [chain for chain in chains if len(chain.points) >= BIG]
    ordered = sorted(large, key=lambda chain: -len(chain.points))
    return [(Move(names[chain.points[0]]), len(chain.points)) for chain in ordered]
