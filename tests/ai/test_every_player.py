"""The contract of every computer player in the registry, and proof that it finds faulty ones."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from ai.base import ADVISER, Choice, Limit, engine, levels, limits, solved, warm_up
from ai.level import Level
from games import GAMES
from games.base import PASS, Move, Position
from tests import slowness
from tests.ai.player_contract import (
    NUMBERED,
    SMALL,
    Player,
    check_choices,
    check_levels,
    check_repeats,
    check_time,
    check_wins,
    positions,
    winning_positions,
)

EVERY_LEVEL = [(slug, level) for slug in GAMES for level in levels(slug)]

every_level = pytest.mark.parametrize(
    ("slug", "level"), EVERY_LEVEL, ids=[f"{slug}-{level}" for slug, level in EVERY_LEVEL]
)


def player(slug: str) -> Player:
    return Player(GAMES[slug], limits(slug), engine(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_levels_are_complete(slug: str) -> None:
    check_levels(player(slug))
    assert ADVISER in levels(slug)


@every_level
def test_choices_are_legal_and_whole(slug: str, level: Level) -> None:
    check_choices(player(slug), level)


@every_level
def test_nodes_and_a_seed_repeat_a_choice(slug: str, level: Level) -> None:
    check_repeats(player(slug), level)


@every_level
def test_choices_come_in_time(slug: str, level: Level) -> None:
    warm_up(slug)
    check_time(player(slug), level)


@pytest.mark.parametrize("slug", GAMES)
def test_the_strongest_level_wins_where_it_can(slug: str) -> None:
    check_wins(player(slug))


@pytest.mark.parametrize("slug", [*filter(solved, GAMES)])
def test_the_adviser_of_a_solved_game_knows_the_result_from_the_start(slug: str) -> None:
    for variant in GAMES[slug].variants:
        assert engine(slug).choose(GAMES[slug].start(variant), ADVISER, SMALL).proven


@pytest.mark.parametrize("slug", GAMES)
def test_the_positions_differ_and_are_of_every_variant(slug: str) -> None:
    assert len({position.diagram() for position in positions(slug)}) > 20
    assert len(positions(slug)) >= len(GAMES[slug].variants)


FAKE_LIMITS: Mapping[Level, Limit] = {
    **{level: Limit(0.05) for level in NUMBERED},
    Level("source"): Limit(1.0),
}
LEVEL = Level("3")


class Fake:
    """A player that picks by its seed; ``change`` makes its choice wrong."""

    def __init__(self, change: Callable[[Position, Choice], Choice] | None = None) -> None:
        self.change = change or (lambda position, choice: choice)

    def choose(self, position: Position, level: Level, limit: Limit) -> Choice:
        move = random.Random(limit.seed).choice(position.legal_moves())
        return self.change(position, Choice(move, 0.0, 1, 1, (move,)))


def fake(change: Callable[[Position, Choice], Choice] | None = None) -> Player:
    return Player(GAMES["othello"], FAKE_LIMITS, Fake(change))


def test_a_fake_without_faults_passes() -> None:
    check_levels(fake())
    for check in (check_choices, check_repeats, check_time):
        check(fake(), LEVEL)


def moves(move: Move) -> Callable[[Position, Choice], Choice]:
    return lambda position, choice: replace(choice, move=move, line=(move,))


def sleeps(position: Position, choice: Choice) -> Choice:
    time.sleep(1.8)  # the limit is 0.1 and the spare time
    return choice


_calls = itertools.count()


def forgets_its_seed(position: Position, choice: Choice) -> Choice:
    moves = position.legal_moves()
    move = moves[next(_calls) % len(moves)]
    return replace(choice, move=move, line=(move,))


FAULTS = {
    "an illegal move": (check_choices, moves(Move("a0"))),
    "a move of another position": (check_choices, moves(Move("d3"))),
    "a line without its move": (check_choices, lambda _, choice: replace(choice, line=(PASS,))),
    "a line that goes on illegally": (
        check_choices,
        lambda _, choice: replace(choice, line=(choice.move, choice.move)),
    ),
    "a score that is certain, unproven": (check_choices, lambda _, choice: replace(choice, score=1.0)),
    "a proof of no result": (check_choices, lambda _, choice: replace(choice, score=0.5, proven=True)),
    "no depth": (check_choices, lambda _, choice: replace(choice, depth=0)),
    "no nodes": (check_choices, lambda _, choice: replace(choice, nodes=0)),
    "plies to an unknown end": (check_choices, lambda _, choice: replace(choice, plies=9)),
    "resigning a game that is even": (check_choices, lambda _, choice: replace(choice, resigns=True)),
    "sleeping past its limit": (check_time, sleeps),
    "another move for the same seed": (check_repeats, forgets_its_seed),
}


@pytest.mark.parametrize(("check", "change"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_player_fails(
    monkeypatch: pytest.MonkeyPatch,
    check: Callable[[Player, Level], None],
    change: Callable[[Position, Choice], Choice],
) -> None:
    monkeypatch.setattr(slowness, "slowness", lambda: 1.0)
    with pytest.raises(AssertionError):
        check(fake(change), LEVEL)


def test_a_player_at_random_misses_wins() -> None:
    assert winning_positions("gomoku")
    with pytest.raises(AssertionError):
        check_wins(Player(GAMES["gomoku"], FAKE_LIMITS, Fake()))


@pytest.mark.parametrize(
    "wrong",
    [
        {level: Limit(0.05) for level in NUMBERED[:-1]},
        {level: Limit(0.05) for level in reversed(NUMBERED)},
        {Level("source"): Limit(1.0), **FAKE_LIMITS},
        {**FAKE_LIMITS, Level("8"): Limit(60.0)},
        {**FAKE_LIMITS, Level("1"): Limit(0.0)},
        {**FAKE_LIMITS, Level("2"): Limit(0.5)},
    ],
    ids=[
        "seven levels",
        "in reverse",
        "a source first",
        "a minute",
        "no time",
        "a lower level with more time",
    ],
)
def test_wrong_levels_fail(wrong: Mapping[Level, Limit]) -> None:
    with pytest.raises(AssertionError):
        check_levels(replace(fake(), limits=wrong))
