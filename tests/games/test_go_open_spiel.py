"""The rules of Go against those of OpenSpiel: both must agree at every ply of random games.

They differ in one case: OpenSpiel ends a game at the first repetition of a board, where Chinese rules refuse
the move. A game is compared up to that point. Both count area with every stone alive.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from games import GAMES
from games.base import PASS, Move, Side
from games.go import GoPosition

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")

SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 12))]


def moves_of(state: Any, size: int) -> dict[Move, int]:
    """The legal moves by our notation."""
    found = {}
    for action in state.legal_actions():
        name = state.action_to_string(state.current_player(), action).split()[1]
        found[PASS if action == size * size else Move(name.lower())] = action
    return found


def refused_for_repetition(position: GoPosition) -> set[Move]:
    """Points that only superko refuses."""
    breathing = {Move(position.board.names[point]) for point, _ in position._breathing}
    ko = set() if position.ko is None else {Move(position.board.names[position.ko])}
    return breathing - ko - set(position.legal_moves())


@pytest.mark.parametrize("size", [9, 13, 19])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game(size: int, seed: int) -> None:
    rng, variant = random.Random(f"open_spiel {size} {seed}"), f"{size}x{size}-chinese"
    state = pyspiel.load_game("go", {"board_size": size, "komi": 7.5}).new_initial_state()
    position = GAMES["go"].start(variant)
    assert isinstance(position, GoPosition)
    compared = 0
    while not state.is_terminal() and not position.scoring:
        theirs = moves_of(state, size)
        assert set(position.legal_moves()) | refused_for_repetition(position) == set(theirs)
        assert state.current_player() == position.to_move - 1
        points = [move for move in position.legal_moves() if move != PASS]
        move = rng.choice(points) if points and rng.random() > 0.01 else PASS
        state.apply_action(theirs[move])
        position = position.play(move)
        compared += 1
    assert compared > size
    if position.scoring:
        score = position.score()
        winner = 0 if score.winner is Side.FIRST else 1
        assert state.returns()[winner] == 1.0


@pytest.mark.parametrize("size", [9, 13])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_count_after_two_passes(size: int, seed: int) -> None:
    """The winner changes at the same komi in both programs: the areas are equal."""
    rng, moves = random.Random(f"count {size} {seed}"), list[Move]()
    position = GAMES["go"].start(f"{size}x{size}-chinese")
    assert isinstance(position, GoPosition)
    for _ in range(size * size):
        points = [move for move in position.legal_moves() if move != PASS]
        if not points:
            break
        moves.append(rng.choice(points))
        position = position.play(moves[-1])
    position = position.play(PASS).play(PASS)
    lead = position.score().black - (position.score().white - position.variant.komi)
    for komi, black_wins in ((lead - 0.5, True), (lead + 0.5, False)):
        state = pyspiel.load_game("go", {"board_size": size, "komi": komi}).new_initial_state()
        for move in (*moves, PASS, PASS):
            state.apply_action(moves_of(state, size)[move])
        assert state.is_terminal()
        assert (state.returns()[0] == 1.0) is black_wins
