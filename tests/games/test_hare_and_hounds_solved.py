"""Hare and Hounds without a limit, solved by retrograde analysis, against known counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from games.base import Side
from games.hare_and_hounds import HARE_AND_HOUNDS, HarePosition


def placements() -> dict[int, HarePosition]:
    """Three hounds and a hare on eleven points, either side to move: C(11, 3) x 8 x 2 = 2,640."""
    found = {}
    for chosen in combinations(range(11), 3):
        hounds = sum(1 << point for point in chosen)
        for hare in set(range(11)) - set(chosen):
            for ply in (0, 1):
                position = HarePosition("no-limit", hounds, hare, ply)
                found[position.key] = position
    return found


def solved(every: dict[int, HarePosition]) -> dict[int, tuple[Side, int]]:
    """By placement: the side that forces a win, and in how many plies. Repetition is ignored."""
    ends = {key: position.outcome() for key, position in every.items()}
    values = {key: (end.winner, 0) for key, end in ends.items() if end is not None and end.winner}
    goals = {k: [p.play(move).key for move in p.legal_moves()] for k, p in every.items()}
    for plies in range(1, len(every)):
        new = {}
        for key in every.keys() - values.keys():
            winners = [values[goal][0] if goal in values else None for goal in goals[key]]
            mover = every[key].to_move
            if mover in winners:
                new[key] = mover, plies
            elif None not in winners:
                new[key] = mover.other, plies
        if not new:
            break
        values |= new
    return values


def test_the_solved_game() -> None:
    every = placements()
    values = solved(every)
    winners = Counter(winner for winner, _ in values.values())
    assert len(every) == 2640
    assert (winners[Side.FIRST], winners[Side.SECOND], len(every) - len(values)) == (438, 1657, 545)
    assert values[HARE_AND_HOUNDS.start("no-limit").key] == (Side.FIRST, 23)
