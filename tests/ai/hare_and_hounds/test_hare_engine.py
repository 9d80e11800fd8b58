"""The levels as players: legal, repeatable, perfect at the top and weaker below."""

import random

import pytest

from ai.base import Limit
from ai.hare_and_hounds import solution_player
from ai.hare_and_hounds.engine import ENGINE
from ai.hare_and_hounds.solution import PLACEMENTS, solution
from ai.level import Level
from games.base import Side
from games.hare_and_hounds import HARE_AND_HOUNDS, VARIANTS, HarePosition


def after(variant: str, plies: int, seed: int) -> HarePosition:
    """A position of a random game, this many plies after the start or just before its end."""
    dice, position = random.Random(seed), HARE_AND_HOUNDS.start(variant)
    for _ in range(plies):
        following = position.play(dice.choice(position.legal_moves()))
        if following.outcome() is not None:
            break
        position = following
    return position


@pytest.mark.parametrize("level", [*"12345678"])
def test_equal_moves_vary(level: Level) -> None:
    """The hare's two ways around the middle are mirror images."""
    position = HARE_AND_HOUNDS.position("  H . .  \nH . . . R\n  H . .  \nto move: second")
    assert len({ENGINE.choose(position, level, Limit(1.0)).move for _ in range(60)}) >= 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_level_8_reports_exact_values(variant: str) -> None:
    start = HARE_AND_HOUNDS.start(variant)
    choice = ENGINE.choose(start, "8", Limit(1.0, seed=1))
    assert (choice.score, choice.proven, choice.depth, len(choice.line)) == (1.0, True, 23, 23)
    for move in choice.line:
        start = start.play(move)
    outcome = start.outcome()
    assert outcome is not None and outcome.winner is Side.FIRST
    lost = HARE_AND_HOUNDS.start(variant).play(choice.move)
    answer = ENGINE.choose(lost, "8", Limit(1.0, seed=1))
    assert (answer.score, answer.depth) == (-1.0, 22)
    assert (choice.plies, answer.plies) == (23, 22)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_plies_of_a_choice_are_those_the_game_lasts(variant: str) -> None:
    """For every number of turns left; where only repetition ends the game the number is unknown."""
    seen = set()
    for seed in range(40):
        position = after(variant, 2 * seed % 50, seed)
        choice = ENGINE.choose(position, "8", Limit(1.0, seed=seed))
        lasted = 0
        while position.outcome() is None and lasted < 200:
            position = position.play(ENGINE.choose(position, "8", Limit(1.0, seed=lasted)).move)
            lasted += 1
        assert choice.plies in {lasted, None}
        assert choice.plies is not None or variant == "no-limit"
        seen.add(choice.plies)
    assert len(seen) > 8
    assert (None in seen) == (variant == "no-limit")


@pytest.fixture
def without_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines take longer to compute than moves, and many games are played here."""
    monkeypatch.setattr(solution_player, "_line", lambda position, move, most: iter((move,)))


def mistakes(level: str, side: Side) -> int:
    """How often a level gives a win away in 150 won positions."""
    dice, given = random.Random(11), 0
    sign = 1 if side is Side.FIRST else -1
    places = [placement for placement in PLACEMENTS if worth_asking(placement, side)]
    for number, (hounds, hare) in enumerate(dice.choices(places, k=150)):
        position = HarePosition("no-limit", hounds, hare, side - 1)
        after = position.play(ENGINE.choose(position, level, Limit(1.0, seed=number)).move)
        given += (solution(position).value(after) * sign or -sign) < 0
    return given


def worth_asking(placement: tuple[int, int], side: Side) -> bool:
    """Whether the side to move wins here, but not with every move."""
    position = HarePosition("no-limit", *placement, side - 1)
    if position.outcome() is not None:
        return False
    sign = 1 if side is Side.FIRST else -1
    values = [
        solution(position).value(position.play(move)) * sign or -sign for move in position.legal_moves()
    ]
    return min(values) < 0 < max(values)


@pytest.mark.parametrize("side", Side)
def test_lower_levels_make_more_mistakes(side: Side, without_lines: None) -> None:
    given = [mistakes(level, side) for level in "1478"]
    assert given[-1] == 0
    assert sorted(given, reverse=True) == given and given[0] > 25, given


def points(level: str, other: str, games: int) -> int:
    """Games that ``level`` wins, half of them as the hounds."""
    won = 0
    for number in range(games):
        hounds, hare = (level, other) if number % 2 else (other, level)
        position, dice = HARE_AND_HOUNDS.start("classic"), random.Random(number)
        while (outcome := position.outcome()) is None:
            turn = hounds if position.to_move is Side.FIRST else hare
            position = position.play(
                ENGINE.choose(position, turn, Limit(1.0, seed=dice.getrandbits(32))).move
            )
        won += (hounds if outcome.winner is Side.FIRST else hare) == level
    return won


@pytest.mark.parametrize(("level", "other"), ["41", "74", "85"])
def test_a_level_beats_one_far_below(level: str, other: str, without_lines: None) -> None:
    assert points(level, other, games=60) > 33
