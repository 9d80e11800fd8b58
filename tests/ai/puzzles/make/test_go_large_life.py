"""Life and death on large boards."""

from itertools import islice
from random import Random

from ai.puzzles.make.go_large_life import candidates, likeness, quota
from ai.puzzles.proof import prove
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.window import window_of
from bot import puzzles
from games.base import Move
from games.go.position import GoPosition

LIVE = next(puzzle for puzzle in puzzles.chosen("go", "live"))


def test_a_region_of_one_outline_is_one_puzzle_for_each_side() -> None:
    other = Puzzle(LIVE.game, LIVE.variant, LIVE.moves, LIVE.line, LIVE.themes, goal=LIVE.goal)
    assert likeness(other) == likeness(LIVE)
    killing = Puzzle(
        LIVE.game, LIVE.variant, LIVE.moves, LIVE.line, LIVE.themes, goal=LIVE.goal.replace("live", "kill")
    )
    assert likeness(killing) != likeness(LIVE)


def test_a_chain_that_is_not_enclosed_is_alike_only_to_its_own_images() -> None:
    open_board = Puzzle(
        "go", "19x19-korean", (Move("d4"), Move("q16")), (Move("c3"),), ("live",), goal="live d4"
    )
    assert likeness(open_board) == open_board.key


def test_puzzles_are_counted_by_board_task_and_length() -> None:
    kind, enough = quota(LIVE)
    assert kind == f"{LIVE.variant} live {len(LIVE.line)}" and enough > 0


def test_candidates_are_right_by_the_proof_and_shown_in_a_window() -> None:
    (puzzle,) = islice(candidates(Random(2)), 1)
    prove(puzzle)
    assert puzzle.variant in ("13x13-korean", "19x19-korean") and window_of(puzzle) is not None


def test_every_task_names_a_chain_of_three_stones_at_least() -> None:
    for puzzle in puzzles.chosen("go", "life-and-death"):
        position = puzzle.position
        assert isinstance(position, GoPosition)
        assert len(position.chains.at(position.board.index[puzzle.goal.split()[1]]).points) >= 3, puzzle.id
