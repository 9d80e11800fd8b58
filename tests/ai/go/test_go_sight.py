"""What is seen on drawn boards of Go: captures and ataris by depth, and what a skill makes of them."""

from __future__ import annotations

import pytest

from ai.base import Limit
from ai.go.endgame import assess
from ai.go.engine import ENGINE
from ai.go.search import searcher
from ai.go.sight import GoSight
from ai.human.mind import Mind
from games.base import PASS, Move
from games.go import GO, GoPosition

SEEDS = range(30)

ATARI = """
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . O X X . . . .
    . . O X X O . . .
    . . . O O . . . .
    . . . . . . X . .
    . . . . . . . . .
    . . . . . . . . .
    to move: {side}
    variant: 9x9-korean
    """
"""Four black stones with one liberty, e7 above them: Black saves them there, White takes them."""


def position(side: str) -> GoPosition:
    return GO.position(ATARI.format(side=side))


def sight(board: GoPosition, last: Move | None = None, skill: float = 6.0) -> GoSight:
    return GoSight(board, assess(board), Mind(skill), searcher(), 1, last)


def test_an_atari_is_seen_at_depth_two() -> None:
    board = position("second")
    (chain,) = [chain for chain in board.chains.every if len(chain.points) == 4]
    names = [Move(board.board.names[point]) for point in chain.liberties]
    after = board.play(names[0])
    far = next(move for move in sight(after).impressions() if move not in names and move[0] in "ahj")
    first, second = (sight(after).read([far], depth)[0] for depth in (1, 2))
    assert second.value < first.value - 6
    assert second.answer == names[1]
    assert names[1] in sight(after, names[0]).shown


def test_four_stones_that_stay_in_atari_are_taken_by_nearly_everybody() -> None:
    board = position("second")
    (chain,) = [chain for chain in board.chains.every if len(chain.points) == 4]
    names = [Move(board.board.names[point]) for point in chain.liberties]
    after = board.play(names[0]).play(Move("a1"))
    played = (names[0], Move("a1"))
    taken = {
        skill: sum(
            ENGINE.imitate(after, Mind(skill), Limit(60.0, seed=seed), played).move == names[1]
            for seed in SEEDS
        )
        for skill in (-2, 1, 5)
    }
    assert min(taken.values()) >= 24, taken


@pytest.mark.parametrize("variant", ["9x9-korean", "13x13-korean", "19x19-chinese"])
def test_every_size_is_played_and_the_same_seed_chooses_the_same(variant: str) -> None:
    board = GO.start(variant)
    for skill in (-6.0, 4.0):
        choice = ENGINE.imitate(board, Mind(skill), Limit(60.0, seed=7))
        assert choice.move in board.legal_moves() and choice.move != PASS
        assert choice == ENGINE.imitate(board, Mind(skill), Limit(60.0, seed=7))
        row, column = divmod(board.board.index[choice.move], board.size)
        assert min(row, column, board.size - 1 - row, board.size - 1 - column) >= 1, "not on the edge"


def test_the_expected_result_is_that_of_the_most_visited_move_even_if_it_is_not_read() -> None:
    """Moves without a simulation tell nothing: a player who only reads such moves does not resign."""
    board = GO.start("9x9-korean")
    seen = sight(board)
    rare = sorted(seen.impressions(), key=lambda move: seen.impressions()[move])[:2]
    for depth in (1, 2, 3):
        seen.read(rare, depth)
    assert seen.expected is not None and 0.05 < seen.expected < 0.95


def test_a_first_timer_knows_no_shape_but_answers_beside_the_last_stone() -> None:
    board, last = GO.start("9x9-korean").play(Move("e5")), Move("e5")
    liked = sight(board, last, skill=-2).impressions()
    assert liked[Move("e6")] == liked[Move("d5")] > liked[Move("d6")] > liked[Move("c3")] > liked[Move("c1")]
    learned = [sight(board, last, skill).impressions()[Move("a1")] for skill in (-2, 0, 2, 6)]
    assert learned == sorted(learned, reverse=True), "the corner is bad, and who has learned more knows it"


def test_far_from_all_stones_nobody_likes_the_low_lines() -> None:
    liked = sight(GO.start("9x9-korean"), skill=-6).impressions()
    assert liked[Move("a5")] < liked[Move("b5")] < liked[Move("c5")] == liked[Move("e5")]


def test_what_the_last_stone_puts_in_atari_is_liked_more() -> None:
    board = position("second")
    (chain,) = [chain for chain in board.chains.every if len(chain.points) == 4]
    closes, saves = (Move(board.board.names[point]) for point in sorted(chain.liberties))
    after = board.play(closes)
    shown, older = (sight(after, last, skill=-6).impressions() for last in (closes, Move("g3")))
    assert shown[saves] > older[saves]


MIDDLE_GAME = """
    . . . . . . . . .
    . . O . O X X . .
    . O X O O O X . .
    . O X X . O X . .
    . . . X O X X . .
    . X . X O O O . .
    . . X O . . . O .
    . . X O . . . . .
    . . . . . . . . .
    to move: {side}
    variant: {variant}
    """


@pytest.mark.parametrize("skill", [-3, -1, 2, 6])
@pytest.mark.parametrize("variant", ["9x9-korean", "9x9-chinese"])
@pytest.mark.parametrize("passed", [False, True])
def test_nobody_passes_while_borders_are_open(skill: float, variant: str, passed: bool) -> None:
    board = GO.position(MIDDLE_GAME.format(side="second", variant=variant))
    moves = (PASS,) if passed else ()
    board = board.play(PASS) if passed else board
    assert all(
        ENGINE.imitate(board, Mind(skill), Limit(60.0, seed=seed), moves).move != PASS for seed in range(8)
    )


LOST = """
    . X X . X O . . .
    X X . X X O . O .
    X . X X X X O O O
    X X X . X X X X O
    X . X X X X X X X
    X X X X X . X . X
    X . X X . X X X X
    X X X X X X X . X
    . . . . . . . . .
    to move: {side}
    variant: 9x9-korean
    """


@pytest.mark.parametrize(
    ("side", "skill", "resigns"),
    [
        ("second", -6, False),
        ("second", 0, True),
        ("second", 8, True),
        ("first", 0, False),
        ("first", 8, False),
    ],
)
def test_beginners_play_on_where_others_resign(side: str, skill: float, resigns: bool) -> None:
    board = GO.position(LOST.format(side=side))
    choices = [ENGINE.imitate(board, Mind(skill), Limit(60.0, seed=seed)) for seed in range(4)]
    assert {choice.resigns for choice in choices} == {resigns}
    assert all(choice.score < 0 for choice in choices if choice.resigns)


FIGHT = """
    . . X O O . . . .
    . . X O X X X O .
    . . X X O X . X .
    O X X . O O X X .
    . O O O O X O O .
    . . . . X X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    to move: second
    variant: 9x9-korean
    captures: 1 0
    """


def test_nobody_resigns_a_fight_that_reading_does_not_lose() -> None:
    """By playouts White is 29 points behind; a search gives it more than 40 percent."""
    board = GO.position(FIGHT)
    choices = [ENGINE.imitate(board, Mind(5.7), Limit(60.0, seed=seed)) for seed in range(3)]
    assert not any(choice.resigns for choice in choices)
