"""The solver's kernels against the rules: indices of placements, moves forward and backward."""

import random
from itertools import pairwise

import numpy as np
import pytest

from ai.twelve_janggi import index, successors
from ai.twelve_janggi.solve import placements, predecessors
from ai.twelve_janggi.tablebase import CONTEXTS, context_of
from games.twelve_janggi import JanggiPosition
from tests.ai.twelve_janggi.positions import both_kings, buffer, played, word

SQUARES_NONE, SQUARES_ALL = np.uint64(0), index.SQUARES_MASK


def test_as_many_placements_as_published() -> None:
    assert index.REST == 11_878_227
    assert 132 * index.REST == 1_567_925_964  # Tanaka 2009
    assert index.KING_PAIRS == 72


def test_a_number_is_one_placement_and_its_mirror_image() -> None:
    dice = random.Random(1)
    numbers = [0, index.PLACEMENTS - 1, *(dice.randrange(index.PLACEMENTS) for _ in range(4000))]
    unused = 0
    for number in numbers:
        state = placements.state_at(number)
        found = index.index_of(state)
        assert index.index_of(index.mirrored(state)) == found
        own, other = index.KING_SQUARES[number // index.REST]
        in_the_middle = own // 4 == other // 4 == 1
        assert found == number or (in_the_middle and found < number)
        unused += found != number
    assert 0 < unused < len(numbers) / 8


def test_every_block_of_numbers_is_reached_from_its_ends() -> None:
    starts = [*index.STARTS.ravel(), index.REST]
    for first, following in pairwise(starts):
        for rest in (first, following - 1):
            assert index.rest_of(placements.state_with(np.uint64(0x91), rest)) == rest


def test_quiet_indices_are_those_with_quiet_kings() -> None:
    dice = random.Random(2)
    for _ in range(2000):
        number = dice.randrange(index.QUIET)
        state = placements.quiet_state(number)
        found = index.quiet_index(state)
        assert found <= number and index.quiet_index(placements.quiet_state(found)) == found
    for position in played(40, seed=3):
        state = np.uint64(word(position))
        assert successors.status(state) != successors.OPEN or index.quiet_index(state) >= 0


def test_the_context_is_the_same_for_the_mirror_image() -> None:
    seen = set()
    for position in played(60, seed=4):
        state = np.uint64(word(position))
        context = context_of(state)
        assert context == context_of(index.mirrored(state)) and 0 <= context < CONTEXTS
        seen.add(context)
    assert len(seen) > 50


def safe_after(position: JanggiPosition) -> tuple[list[int], bool]:
    """By the rules: the moves after which the King cannot be captured, and whether one of them enters."""
    states, enters = [], False
    for move in position.legal_moves():
        after = position.play(move)
        if all(both_kings(after.play(answer)) for answer in after.legal_moves()):
            states.append(word(after))
            enters = enters or after.entered(position.to_move)
    return sorted(states), enters


def test_moves_are_those_of_the_rules() -> None:
    after, quiescent = buffer(), 0
    for position in played(60, seed=5):
        state = np.uint64(word(position))
        reached = [one for move in position.legal_moves() if both_kings(one := position.play(move))]
        written = successors.write_all_successors(state, successors.DROPS, after)
        assert sorted(map(int, after[:written])) == sorted(map(word, reached))
        takes = len(reached) < len(position.legal_moves())
        late = not takes and position.entered(position.to_move.other)
        assert successors.status(state) == (
            successors.KING_EN_PRISE if takes else successors.INTRUDED if late else successors.OPEN
        )
        if not takes and not late:
            states, enters = safe_after(position)
            written = successors.write_safe_successors(state, successors.DROPS, after)
            assert written == -1 if enters else sorted(map(int, after[:written])) == states
            quiescent += 1
    assert quiescent > 100


@pytest.mark.parametrize("drops_on", [successors.DROPS, SQUARES_ALL, SQUARES_NONE])
def test_moves_back_are_moves_forward(drops_on: np.uint64) -> None:
    dice, before, after, seen = random.Random(6), buffer(), buffer(), 0
    for _ in range(800):
        state = placements.state_at(dice.randrange(index.PLACEMENTS))
        for earlier in before[: predecessors.write_predecessors(state, drops_on, before)].copy():
            written = successors.write_all_successors(earlier, drops_on, after)
            assert state in after[:written], (hex(state), hex(earlier))
            seen += 1
    assert seen > 5000


@pytest.mark.parametrize("drops_on", [successors.DROPS, SQUARES_ALL, SQUARES_NONE])
def test_moves_forward_are_moves_back(drops_on: np.uint64) -> None:
    dice, before, after, seen = random.Random(7), buffer(), buffer(), 0
    for _ in range(300):
        state = placements.state_at(dice.randrange(index.PLACEMENTS))
        for later in after[: successors.write_all_successors(state, drops_on, after)].copy():
            written = predecessors.write_predecessors(later, drops_on, before)
            assert state in before[:written], (hex(state), hex(later))
            seen += 1
    assert seen > 1000
