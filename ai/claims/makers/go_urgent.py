"""Claims on what a move of Go leaves undone: stones in atari, the threat of the last stone, open points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ai.analysis import Line
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games.base import Move, Side
from games.go import GoPosition


def lets_save(position: GoPosition, move: Move, better: Move, played: Line) -> Iterator[Claim]:
    """Propose the opponent's chains in atari that the answer can save, the largest chain first."""
    if len(played.moves) < 2:
        return
    mover, after = position.to_move, position.play(move)
    answer, names = played.moves[1], after.board.names
    for chain in sorted(after.chains.every, key=lambda chain: -len(chain.points)):
        if len(chain.liberties) == 1 and after.stones[chain.points[0]] == mover.other:
            yield Claim(Kind.LETS_SAVE, (answer, names[chain.points[0]]), len(chain.points), better)


def threats(position: GoPosition, better: Move, played: Line) -> Iterator[Claim]:
    """Propose what the opponent's last stone threatens where it is not answered."""
    pair = _answer_and_last(position, played)
    if pair is None:
        return
    for cut in combinations(_near(position, pair[0], position.to_move), 2):
        yield Claim(Kind.UNANSWERED_CUT, (*pair, *cut), better=better)
    yield Claim(Kind.UNANSWERED_BREAK, pair, better=better)


def unanswered(position: GoPosition, better: Move, played: Line) -> Iterator[Claim]:
    """Propose that the opponent's last stone is not answered."""
    pair = _answer_and_last(position, played)
    if pair is None:
        return
    yield Claim(Kind.UNANSWERED, pair, better=better)


def _answer_and_last(position: GoPosition, played: Line) -> tuple[Move, Move] | None:
    """The answer to the move that was played, and the opponent's last stone before that move.

    None if the line has no answer, or if the opponent has just passed or not played yet.
    """
    last = position.recent[-1] if position.recent else None
    if last is None or len(played.moves) < 2:
        return None
    return played.moves[1], position.board.names[last]


def passed(position: GoPosition, better: Move) -> Iterator[Claim]:
    """Propose what a pass leaves open."""
    regions = position.board.regions(position.stones)
    # `borders` is a bit set of sides: a region is open if both sides border it, or neither.
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

    own = (point for point, stone in enumerate(position.stones) if stone == side and steps(point) <= 4)
    # The farthest come first, so that the nearest stone of each chain is stored last and stays.
    nearest = {position.chains.at(point): point for point in sorted(own, key=steps, reverse=True)}
    return [names[point] for point in sorted(nearest.values(), key=steps)]
