"""A packed state equals its position: moves, play and repetition are those of the rules."""

import random

import numpy as np
import pytest

from ai.twelve_janggi import state as packed
from ai.twelve_janggi.evaluate import PLACED, WON, decided_value, evaluate
from games.base import Move, Side
from games.twelve_janggi import HANDS, IN_HAND, SQUARES, TWELVE_JANGGI, JanggiPosition

START = TWELVE_JANGGI.start("classic")


def test_hands_are_packed_as_the_rules_write_them() -> None:
    assert HANDS == "JSZ" and IN_HAND == {"J": "J", "S": "S", "Z": "Z", "H": "Z"}


def word(position: JanggiPosition) -> np.uint64:
    return np.uint64(packed.state_of(position))


def random_game(seed: int, plies: int = 80) -> list[JanggiPosition]:
    dice, position = random.Random(seed), START
    game = [position]
    while position.outcome() is None and len(game) <= plies:
        position = position.play(dice.choice(position.legal_moves()))
        game.append(position)
    return game


def listed(position: JanggiPosition) -> dict[Move, int]:
    moves = np.zeros(packed.LIST, dtype=np.int64)
    length = packed.list_all(word(position), moves, 0)
    return {packed.move_name(int(move), position.to_move): int(move) for move in moves[:length]}


def over(position: JanggiPosition) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.reason != "outcome.repetition"


@pytest.mark.parametrize("seeds", [range(0, 150), range(150, 300)])
def test_moves_and_play_are_those_of_the_rules(seeds: range) -> None:
    for seed in seeds:
        for position in random_game(seed):
            moves = listed(position)
            if position.outcome() is not None:
                assert not (moves and over(position))
                continue
            assert sorted(moves) == position.legal_moves(), position.diagram()
            for name, move in moves.items():
                after = position.play(name)
                assert packed.play(word(position), move) == word(after), (position.diagram(), name)


@pytest.mark.parametrize(("depth", "leaves"), [(1, 4), (2, 17), (3, 118), (4, 898), (5, 7166)])
def test_perft(depth: int, leaves: int) -> None:
    moves = np.zeros(packed.LIST * (depth + 1), dtype=np.int64)
    assert packed.perft(word(START), depth, moves, 0) == leaves


def test_flipping_twice_changes_nothing() -> None:
    for position in random_game(5):
        assert packed.flipped(packed.flipped(word(position))) == word(position)


def test_a_state_is_a_position_of_the_rules() -> None:
    """Two positions count as the same exactly if their states are equal."""
    states: dict[str, int] = {}
    for seed in range(60):
        for position in random_game(seed):
            assert states.setdefault(position.key, packed.state_of(position)) == packed.state_of(position)
            assert packed.state_of_key(position.key) == packed.state_of(position)
    assert len(set(states.values())) == len(states) > 500


def test_what_the_history_makes_drawn() -> None:
    position = START
    for move in ("c1-c2 a4-a3 c2-c1 a3-a4 " * 2).split()[:-1]:
        assert packed.drawn_states(position) == [] or len(position.history) >= 5
        position = position.play(Move(move))
    assert packed.state_of(START) in packed.drawn_states(position)
    assert len(packed.drawn_states(position)) == 3


SURVEYED = "S . . j\nK Z z k\nJ . . s"


def test_attack_maps() -> None:
    own, hits, theirs, threats, king, target = packed.attack_maps(word(TWELVE_JANGGI.position(SURVEYED)))
    names = SQUARES
    squares = [{names[i] for i in range(12) if mask >> i & 1} for mask in (own, hits, theirs, threats)]
    assert squares[0] == {"a1", "b1", "b2", "c1"}
    assert squares[1] == {"b2", "a1", "a2", "c1", "c2", "b3", "b1"}
    assert squares[2] == {"a4", "b4", "b3", "c4"}
    assert squares[3] == {"b3", "a3", "a4", "c3", "c4", "b2", "b4"}
    assert (names[king], names[target]) == ("b1", "b4")


@pytest.mark.parametrize(
    ("diagram", "value"),
    [
        (SURVEYED, 0),
        (". . . K\n. . . .\nk . . .", WON),  # it entered, and the turn has come round again
        (". . . .\n. K k .\n. . . .", WON - 1),  # it captures the King
        (". . . .\n. . K .\nk . . .", 1 - WON),  # the other's has entered and cannot be captured
        (". . . .\nk K . .\n. . . .", WON - 1),  # … or can
        (". . . .\n. . K .\n. k . .", WON - 1),
        (". . . k\n. . . .\n. . K .", WON - 2),  # it enters on c4, where nothing captures it
        (". . K .\n. . . .\n. k s .", WON - 2),
        (". . K .\n. . . j\n. . . k", 0),  # a4 is attacked, b4 protected
        (". . . k\n. . . s\n. . K .", WON - 2),
    ],
)
def test_values_decided_within_two_plies(diagram: str, value: int) -> None:
    for side in ("first", "second"):
        position = TWELVE_JANGGI.position(f"{diagram}\nto move: first")
        if side == "second":
            position = JanggiPosition(position.board[::-1].swapcase(), position.hands[::-1], Side.SECOND)
        own, hits, _, threats, king, target = packed.attack_maps(word(position))
        assert decided_value(own, hits, threats, king, target) == value


def test_the_evaluation_is_the_same_from_both_sides() -> None:
    assert (PLACED[1:6] == -PLACED[9:14, ::-1]).all()
    for position in random_game(11)[:-1]:
        values = []
        for state in (word(position), packed.flipped(word(position))):
            _, hits, _, threats, king, target = packed.attack_maps(state)
            values.append(evaluate(state, hits, threats, king, target))
        assert values[0] == -values[1]


def test_a_piece_more_is_worth_more() -> None:
    with_hand = {}
    for hands in ("- / -", "Z / -", "S / -", "J / -", "- / z", "J / z"):
        state = word(TWELVE_JANGGI.position(f". . . k\nK . . .\n. . . .\nhands: {hands}"))
        _, hits, _, threats, king, target = packed.attack_maps(state)
        with_hand[hands] = evaluate(state, hits, threats, king, target)
    order = ["- / z", "- / -", "Z / -", "J / z", "S / -", "J / -"]
    assert sorted(order, key=with_hand.__getitem__) == order
