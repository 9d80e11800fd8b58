"""Claims on what a move of Go leaves undone: stones in atari, the threat of the last stone, open points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ai.analysis import Line
from ai.claims.claim import Claim, Kind
from games.base import Move, Side
from games.go import GoPosition

_SOON = 5
"""Moves of the expected line within which stones that matter are captured or saved."""


def stones(position: GoPosition, move: Move, best: Line, played: Line) -> Iterator[Claim]:
    """Propose stones that stay in atari and are fought for soon, the largest number first."""
    names, mover, after = position.board.names, position.to_move, position.play(move)
    soon = {*played.moves[1:_SOON], *best.moves[: _SOON - 1]}
    number = dict[Move, int]()
    for chain in after.chains.every:
        if len(chain.liberties) == 1 and after.stones[chain.points[0]] == mover:
            at = names[min(chain.liberties)]
            number[at] = number.get(at, 0) + len(chain.points)
    for at in sorted(soon & number.keys(), key=lambda at: (-number[at], at)):
        yield Claim(Kind.STILL_IN_ATARI, (at,), number[at], best.move)
    for answer in played.moves[1:2]:
        for chain in sorted(after.chains.every, key=lambda chain: -len(chain.points)):
            if len(chain.liberties) == 1 and after.stones[chain.points[0]] == mover.other:
                line = (answer, names[chain.points[0]])
                yield Claim(Kind.LETS_SAVE, line, len(chain.points), best.move)


def threats(position: GoPosition, better: Move, played: Line) -> Iterator[Claim]:
    """Propose what the opponent's last stone threatens where it is not answered."""
    last = position.recent[-1] if position.recent else None
    for answer in played.moves[1:2] if last is not None else ():
        line = (answer, position.board.names[last or 0])
        for pair in combinations(_near(position, answer, position.to_move), 2):
            yield Claim(Kind.UNANSWERED_CUT, (*line, *pair), better=better)
        yield Claim(Kind.UNANSWERED_BREAK, line, better=better)


def unanswered(position: GoPosition, better: Move, played: Line) -> Iterator[Claim]:
    """Propose that the opponent's last stone is not answered."""
    last = position.recent[-1] if position.recent else None
    for answer in played.moves[1:2] if last is not None else ():
        yield Claim(Kind.UNANSWERED, (answer, position.board.names[last or 0]), better=better)


def passed(position: GoPosition, better: Move) -> Iterator[Claim]:
    """Propose what a pass leaves open."""
    regions = position.board.regions(position.stones)
    open_points = sum(len(region.points) for region in regions if region.borders not in tuple(Side))
    yield Claim(Kind.PASSES, n=open_points, better=better)


def _near(position: GoPosition, move: Move, side: Side) -> list[Move]:
    """A side's stones within four steps of a move, the nearest first, a single one of each chain."""
    index, names, size = position.board.index, position.board.names, position.size
    if move not in index:
        return []
    row, column = divmod(index[move], size)

    def steps(point: int) -> int:
        """Rows and columns between a point and the move."""
        return abs(point // size - row) + abs(point % size - column)

    own = (at for at, stone in enumerate(position.stones) if stone == side and steps(at) <= 4)
    nearest = {position.chains.at(at): at for at in sorted(own, key=steps, reverse=True)}
    return [names[at] for at in sorted(nearest.values(), key=steps)]
