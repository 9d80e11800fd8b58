"""What players of a skill see in Twelve Janggi: tactics by their depth, recaptures, legal moves."""

import random
from functools import cache

import pytest

from ai.base import Limit
from ai.human import player
from ai.human.mind import Mind
from ai.human.sight import DECIDED, Reading
from ai.twelve_janggi.root import Searcher
from ai.twelve_janggi.sight import JanggiSight
from games.base import Move
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

KING_TO_CAPTURE = """
    . . k .
    . K . J
    . . . .
"""
KING_GIVEN_AWAY = """
    S . . j
    K Z z k
    J . . s
"""
ENTRY_IN_TWO_MOVES = """
    . . . k
    . . . .
    K . S .
    hands: JJ / -
"""
GUARDED_MAN = """
    S . . j
    K . k .
    J z . s
    hands: Z / -
"""


@cache
def searcher() -> Searcher:
    return Searcher()


def sight(diagram: str, last: str | None = None) -> JanggiSight:
    position = TWELVE_JANGGI.position(diagram)
    return JanggiSight(position, searcher(), None if last is None else Move(last))


def reading(diagram: str, move: str, depth: int) -> Reading:
    """What reading a move shows at a depth, after all depths before."""
    seen, readings = sight(diagram), list[Reading]()
    for plies in range(1, depth + 1):
        readings = seen.read([Move(move)], plies)
    return readings[0]


def played(diagram: str, skill: float, seed: int) -> str:
    return player.choose(sight(diagram), Mind(skill), Limit(60.0, seed=seed), ()).move


@pytest.mark.parametrize(
    ("diagram", "move", "depth", "low", "high", "answer"),
    [
        (KING_TO_CAPTURE, "b2-a3", 1, 29, DECIDED, None),
        (KING_TO_CAPTURE, "b4-a4", 1, 7, 9, None),  # the King left en prise is no matter of depth 1,
        (KING_TO_CAPTURE, "b4-a4", 2, -DECIDED, -29, "a3-b2"),  # but of depth 2
        (KING_GIVEN_AWAY, "b2-b3", 1, 4, 5, None),  # a Man is captured
        (KING_GIVEN_AWAY, "b2-b3", 2, -3, 1, "b4-b3"),  # and captured back
        (GUARDED_MAN, "b1-c2", 1, 4, 6, None),
        (GUARDED_MAN, "b1-c2", 2, -DECIDED, -29, "b3-c2"),  # the other King guards it
        (ENTRY_IN_TWO_MOVES, "c1-b2", 2, 20, 25, None),
        (ENTRY_IN_TWO_MOVES, "c1-b2", 3, 29, DECIDED, None),
        (ENTRY_IN_TWO_MOVES, "J*b2", 6, 20, 25, "a4-a3"),
        (ENTRY_IN_TWO_MOVES, "J*b2", 7, 28, DECIDED, "a4-a3"),
    ],
)
def test_what_is_seen_at_a_depth(
    diagram: str, move: str, depth: int, low: float, high: float, answer: str | None
) -> None:
    seen = reading(diagram, move, depth)
    assert low <= seen.value <= high, seen
    assert seen.answer == answer


@pytest.mark.parametrize("depth", [1, 2, 5, 9])
def test_a_win_is_never_nearer_than_it_is(depth: int) -> None:
    entry, best = sight(ENTRY_IN_TWO_MOVES), 0.0
    moves = list(entry.impressions())
    for plies in range(1, depth + 1):
        best = max(reading.value for reading in entry.read(moves, plies))
    assert (best > 25) == (depth >= 3)


def test_a_higher_skill_sees_a_deep_win_more_often() -> None:
    won = [
        sum(played(ENTRY_IN_TWO_MOVES, skill, seed) == "c1-b2" for seed in range(40)) for skill in (0, 3, 7)
    ]
    assert won[0] < won[1] < won[2]
    assert won[2] >= 28


def test_the_last_move_points_to_what_it_attacks_and_to_the_recapture() -> None:
    diagram = """
        S . . j
        K j . k
        . . z s
        hands: - / Z
    """
    shown = sight(diagram, last="b3-b2").shown
    assert {"b1-b2", "a1-b2", "b2-b1"} <= shown
    assert "c1-c2" not in shown
    assert not sight(diagram).shown


@pytest.mark.parametrize("skill", [2, 5, 9])
def test_a_general_is_recaptured(skill: float) -> None:
    diagram = """
        S . . .
        K j . k
        . . . s
        hands: - / JZZ
    """
    taken = [
        player.choose(sight(diagram, "b3-b2"), Mind(skill), Limit(60.0, seed=seed), ()).move[-2:]
        for seed in range(12)
    ]
    assert taken.count("b2") >= 10


def test_moves_are_legal_and_follow_from_the_seed() -> None:
    for number in range(6):
        dice, position, moves = random.Random(number), TWELVE_JANGGI.start("classic"), list[Move]()
        while position.outcome() is None and len(moves) < 40:
            legal = position.legal_moves()
            move = legal[0]
            if len(legal) > 1:
                limit, mind = Limit(60.0, seed=number), Mind(dice.choice((0, 4, 8)))
                last = moves[-1] if moves else None
                choices = {
                    player.choose(JanggiSight(position, searcher(), last), mind, limit, moves).move
                    for _ in range(2)
                }
                assert len(choices) == 1
                move = choices.pop()
                assert move in legal
            moves.append(move)
            position = position.play(move)


def test_impressions_name_every_move_and_prefer_to_save_the_king() -> None:
    position: JanggiPosition = TWELVE_JANGGI.position("S . . j\nK j . k\n. . . s\nhands: - / ZZ")
    liked = JanggiSight(position, searcher(), None).impressions()
    assert set(liked) == set(position.legal_moves())
    assert max(liked, key=liked.__getitem__) in {"b1-b2", "a1-b2"}
