"""The solution against known counts, against the rules alone, and against itself played out."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from ai.base import Limit
from ai.hare_and_hounds import solution_player
from ai.hare_and_hounds.solution import END, PLACEMENTS, PLACES, Solution, solution, successors
from games.base import Move, Side
from games.hare_and_hounds import HARE_AND_HOUNDS, PLY_LIMIT, VARIANTS, HarePosition

SOLUTION = Solution()


def test_known_counts() -> None:
    """2,640 placements: 438 for the hounds, 1,657 for the hare, 545 that neither can force; 23 plies."""
    values = SOLUTION.unlimited[-1]
    assert values.size == 2640
    assert [int((values > 0).sum()), int((values < 0).sum()), int((values == 0).sum())] == [438, 1657, 545]
    for variant in VARIANTS:
        assert SOLUTION.value(HARE_AND_HOUNDS.start(variant)) == END - 23


def test_successors_are_those_of_the_rules() -> None:
    for place, (hounds, hare) in enumerate(PLACEMENTS):
        assert PLACES[hounds, hare] == place
        for side in (0, 1):
            position = HarePosition("no-limit", hounds, hare, side)
            reached = {(after.hounds, after.hare) for after in map(position.play, position.legal_moves())}
            if position.outcome() is None:
                assert reached == set(successors(hounds, hare, side))


@cache
def by_the_rules(position: HarePosition) -> int:
    """The exact value by searching every line to its end: the hounds', nearer to 0 by one each ply."""
    outcome = position.outcome()
    if outcome is not None:
        return END if outcome.winner is Side.FIRST else -END
    pick = max if position.to_move is Side.FIRST else min
    best = pick(by_the_rules(position.play(move)) for move in position.legal_moves())
    return best - (1 if best > 0 else -1)


@pytest.mark.parametrize("left", [1, 2, 3, 6, 9])
def test_every_turn_count_is_exact(left: int) -> None:
    """With this many plies left in `classic`, from random placements."""
    dice = random.Random(left)
    for hounds, hare in dice.sample(PLACEMENTS, 120):
        position = HarePosition("classic", hounds, hare, PLY_LIMIT - left)
        if position.outcome() is None:
            assert SOLUTION.value(position) == by_the_rules(position), position.diagram()


def test_the_limit_is_the_hares() -> None:
    """The hounds win from the start in 23 plies, but not in 22."""
    start = HARE_AND_HOUNDS.start("classic")
    for ply, winner in ((PLY_LIMIT - 24, 1), (PLY_LIMIT - 22, -1)):
        position = HarePosition("classic", start.hounds, start.hare, ply)
        assert SOLUTION.value(position) * winner > 0


def test_depth_beyond_the_end_changes_nothing() -> None:
    start = HARE_AND_HOUNDS.start("no-limit")
    assert [SOLUTION.value(start, depth) for depth in (1, 5, 22, 23, 99)] == [0, 0, 0, END - 23, END - 23]
    late = HarePosition("classic", start.hounds, start.hare, PLY_LIMIT - 4)
    assert SOLUTION.value(late, 3) == 0
    assert SOLUTION.value(late, 4) == 4 - END


def played_out(position: HarePosition, perfect: Side, seed: int) -> HarePosition:
    """The end of a game of a perfect side against one that plays at random."""
    dice = random.Random(seed)
    while position.outcome() is None:
        moves = position.legal_moves()
        position = position.play(
            solution_player.perfect(position) if position.to_move is perfect else dice.choice(moves)
        )
    return position


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_winning_side_wins_in_time(variant: str) -> None:
    dice = random.Random(5)
    sides = set()
    for seed, (hounds, hare) in enumerate(dice.sample(PLACEMENTS, 150)):
        position = HarePosition(variant, hounds, hare, seed % 2)
        if position.outcome() is not None:
            continue
        value = SOLUTION.value(position)
        winner = Side.FIRST if value > 0 else Side.SECOND
        end = played_out(position, winner, seed)
        outcome = end.outcome()
        assert outcome is not None and outcome.winner is winner, position.diagram()
        if value != 0:
            assert end.ply - position.ply <= END - abs(value)
        sides.add((winner, value == 0))
    assert (Side.FIRST, False) in sides and (Side.SECOND, False) in sides
    assert ((Side.SECOND, True) in sides) == (variant == "no-limit")


def sideways_wins() -> Iterator[tuple[HarePosition, list[Move]]]:
    """Where the hounds win, but only by moves within a column, after which positions can return."""
    for hounds, hare in PLACEMENTS:
        position = HarePosition("no-limit", hounds, hare)
        winning = [m for m in position.legal_moves() if SOLUTION.value(position.play(m)) > 0]
        later = 0 < SOLUTION.value(position) < END - 1  # a trapped hare loses before a repetition
        if later and all(move[1] == move[4] for move in winning):
            yield position, winning


def test_a_win_through_a_position_that_occurred_twice_is_none() -> None:
    """The third occurrence would be the hare's win, so the hounds must avoid it, and lose."""
    found = list(sideways_wins())
    assert len(found) > 10
    for position, winning in found:
        history = tuple(position.play(move).key for move in winning) * 2
        repeated = HarePosition("no-limit", position.hounds, position.hare, 0, history)
        assert solution(position).value(position) > 0
        assert solution(repeated).value(repeated) <= 0
        for move in winning:
            outcome = repeated.play(move).outcome()
            assert outcome is not None and outcome.winner is Side.SECOND
        choice = solution_player.play(repeated, Limit(1.0, seed=1))
        assert (choice.score, choice.proven) == (-1.0, True)
