"""The chains to ask about when the stones of a Go board are counted, those most in question first."""

from __future__ import annotations

from collections.abc import Iterator

from games.go import GoPosition

_SMALL = 8.0
_OWN, _ENEMY = 1, 2


def doubtful_chains(position: GoPosition) -> list[int]:
    """A point of each chain, those most in question first. Empty unless the stones are counted.

    Chains that are marked dead come first, then by `_doubt`.
    """
    if not position.scoring:
        return []
    doubts: dict[int, tuple[bool, float]] = {}
    for color in (_OWN, _ENEMY):
        for area in _areas(position, color):
            chains = {position.chains.at(point) for point in area if position.stones[point]}
            doubt = _doubt(len(area), sum(position.stones[point] != 0 for point in area))
            for chain in chains:
                head = chain.points[0]
                doubts[head] = (head in position.dead, doubt + 1 / len(chain.liberties))
    return sorted(sorted(doubts), key=doubts.__getitem__, reverse=True)


def _areas(position: GoPosition, color: int) -> Iterator[set[int]]:
    """The connected points without the other color that have stones of ``color`` among them."""
    stones, neighbors, seen = position.stones, position.board.neighbors, set[int]()
    for start, stone in enumerate(stones):
        if stone != color or start in seen:
            continue
        area, waiting = {start}, [start]
        while waiting:
            for near in neighbors[waiting.pop()]:
                if stones[near] in (0, color) and near not in area:
                    area.add(near)
                    waiting.append(near)
        seen |= area
        yield area


def _doubt(points: int, stones: int) -> float:
    """How likely stones are dead: few in a large area, or in one too small for two eyes."""
    return (points - stones) / stones + _SMALL / points
