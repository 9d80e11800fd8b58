"""The source's player: every number of its evaluation, and its search."""

import math
import random

import pytest

from ai.hare_and_hounds import enclosure_player
from ai.hare_and_hounds.solution import PLACEMENTS
from games.base import Side
from games.hare_and_hounds import HARE_AND_HOUNDS, POINTS, VARIANTS, HarePosition


def value(diagram: str) -> int:
    position = HARE_AND_HOUNDS.position(diagram)
    return enclosure_player.evaluate(position.hounds, position.hare)


def distances(diagram: str) -> dict[str, int]:
    position = HARE_AND_HOUNDS.position(diagram)
    return {
        POINTS[point]: far
        for point, far in enclosure_player.distances(position.hounds, position.hare).items()
    }


@pytest.mark.parametrize(
    ("diagram", "far", "expected"),
    [
        # Three hounds left of the hare; b1 is taken, so it is cut off; a4 b4 c4 at 1, a3 b3 c3 at 2,
        # b2 at 3: 3 tens, 3 fives, a two.
        (
            "  H . .  \nH . . . R\n  H . .  ",
            {"b5": 0, "a4": 1, "b4": 1, "c4": 1, "a3": 2, "b3": 2, "c3": 2, "b2": 3},
            3 * 500 + 5000 - 100 * (3 * 10 + 3 * 5 + 2),
        ),
        # No hound left of the hare, b1 next to it; nothing but b1 and b2 is open: 2 tens.
        ("  R H .  \n. . H . .\n  H . .  ", {"a2": 0, "b1": 1, "b2": 1}, -100 * 20),
        # One hound left of the hare (a2), two in its own column, which do not count.
        (
            "  H H .  \n. . R . .\n  . H .  ",
            {"b3": 0, "b2": 1, "c2": 1, "a4": 1, "b4": 1, "c4": 1, "b1": 2, "b5": 2},
            500 - 100 * (5 * 10 + 2 * 5),
        ),
        # A hound on the rightmost point; the hare cut off on a2 by b1, b2 … but a3, b3 are open.
        (
            "  R . .  \nH H . . H\n  . . .  ",
            {"a2": 0, "a3": 1, "b3": 1, "a4": 2, "b4": 2, "c2": 2, "c3": 2, "c4": 2},
            500 + 5000 - 5000 - 100 * (2 * 10 + 5 * 5),
        ),
        # Trapped on b5: nothing to reach, cut off, all hounds to its left.
        ("  . . H  \n. . . H R\n  . . H  ", {"b5": 0}, 3 * 500 + 5000),
        # The longest way: b5, c4, c3, c2, b1 around a wall in the middle; a2, b2 beyond it.
        (
            "  . H .  \n. . H H R\n  . . .  ",
            {"b5": 0, "a4": 1, "c4": 1, "c3": 2, "c2": 3, "b1": 4, "b2": 4, "a2": 5},
            3 * 500 - 100 * (2 * 10 + 5 + 2 + 2 * 1 + 1),
        ),
    ],
)
def test_the_evaluation(diagram: str, far: dict[str, int], expected: int) -> None:
    assert distances(diagram) == far
    assert value(diagram) == expected


def test_the_numbers() -> None:
    assert (enclosure_player.LEFT_OF_HARE, enclosure_player.AT_THE_RIGHT_END, enclosure_player.CUT_OFF) == (
        500,
        -5000,
        5000,
    )
    assert (enclosure_player.NEARNESS, enclosure_player.BY_DISTANCE) == (-100, (0, 10, 5, 2, 1, 1, 1, 1))
    assert max(max(enclosure_player.distances(*placement).values()) for placement in PLACEMENTS) <= 7


def minimax(position: HarePosition, depth: int) -> float:
    """The value for the hounds without pruning; sooner ends weigh more."""
    outcome = position.outcome()
    if outcome is not None:
        sooner = 1e6 - (enclosure_player.DEPTH - depth)
        return sooner if outcome.winner is Side.FIRST else -sooner
    if depth == 0:
        return enclosure_player.evaluate(position.hounds, position.hare)
    pick = max if position.to_move is Side.FIRST else min
    return pick(minimax(position.play(move), depth - 1) for move in position.legal_moves())


@pytest.mark.parametrize("variant", VARIANTS)
def test_alpha_beta_is_plain_minimax(variant: str) -> None:
    dice = random.Random(variant)
    for ply in (30, 31, 54, 55, 56, 57, 58, 59):
        hounds, hare = dice.choice(PLACEMENTS)
        position = HarePosition(variant, hounds, hare, ply)
        if position.outcome() is not None:
            continue
        choice = enclosure_player.play(position)
        sign = 1 if position.to_move is Side.FIRST else -1
        values = {
            move: sign * minimax(position.play(move), enclosure_player.DEPTH - 1)
            for move in position.legal_moves()
        }
        assert choice.move == max(sorted(values), key=values.__getitem__)
        best = max(values.values())
        assert choice.proven == (abs(best) > 9e5)
        assert math.isclose(
            choice.score, math.copysign(1, best) if choice.proven else math.tanh(best / 10_000)
        )


def test_the_third_repetition_is_the_hares_here_too() -> None:
    """The hare can return to a position that occurred twice: it does, and its win is proven."""
    position = HARE_AND_HOUNDS.position("  H . .  \n. H . . R\n  H . .  \nto move: second\nvariant: no-limit")
    back = position.play(position.legal_moves()[-1])
    repeated = HarePosition("no-limit", position.hounds, position.hare, 1, (back.key, position.key, back.key))
    choice = enclosure_player.play(repeated)
    assert (choice.move, choice.score, choice.proven) == (position.legal_moves()[-1], 1.0, True)
    assert not enclosure_player.play(position).proven
