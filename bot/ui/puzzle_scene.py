"""What the picture of a puzzle shows: a position of its line, and which stones the question is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ai.claims.claim import Claim
from ai.puzzles.puzzle import Puzzle
from bot.presenters.board_scene import BoardScene, facing
from bot.presenters.point_keys import distance
from bot.presenters.points import point_indices
from bot.presenters.registry import PRESENTERS
from bot.ui.claim_marks import explained
from games import replay
from games.base import Move, Record
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.gomoku.boards import EMPTY

_APART = 9
"""Squared lines between the two places where most stones are: a part of the board is 7 lines wide."""


def puzzle_scene(puzzle: Puzzle, then: Sequence[Move] = (), *, is_playing: bool = False) -> BoardScene:
    """The position after the puzzle's moves and ``then``; with what can be played if ``is_playing``.

    It is seen from the solver's side where sides face each other. What the last of the puzzle's moves
    captured is not marked: that looks like points to play on.
    """
    record = Record(puzzle.game, puzzle.variant, (*puzzle.moves, *then))
    near = (*fight(puzzle), *then) if puzzle.game == "gomoku" else ()
    return BoardScene(
        record,
        facing(puzzle.game, puzzle.position.to_move),
        is_playing=is_playing,
        shows_change=bool(then),
        near=near,
        group=group(puzzle, record),
    )


def wrong_scene(puzzle: Puzzle, step: int, move: Move, reply: Move | None, claim: Claim | None) -> BoardScene:
    """A wrong move after so many moves of the line, what refutes it, and what is claimed of it.

    A move that was answered is crossed out, where pieces stay where they are played.
    """
    before = puzzle.line[:step]
    scene = puzzle_scene(puzzle, (*before, move) if reply is None else (*before, move, reply))
    if reply is not None and PRESENTERS[puzzle.game].shows_numbers:
        scene = replace(scene, mistake=move)
    return explained(scene, len(puzzle.moves) + step, claim)


def group(puzzle: Puzzle, record: Record) -> frozenset[str]:
    """In Go, the chain that a puzzle is about, as it is after a record; empty once it is captured.

    Whether it can be captured is what is proved of a puzzle, also of life and death: other chains of the
    group are not marked, since they may be given up.
    """
    position, question = replay(record), puzzle.position
    point = puzzle.goal.partition(" ")[2]
    if not isinstance(position, GoPosition) or not isinstance(question, GoPosition) or not point:
        return frozenset()
    at = position.board.index[Move(point)]
    if position.stones[at] != question.stones[at]:
        return frozenset()
    return frozenset(position.board.names[stone] for stone in position.chains.at(at).points)


def fight(puzzle: Puzzle) -> tuple[Move, ...]:
    """In Gomoku, the stones around which buttons lead: the last move, then where most stones are.

    They are in the order of moves, so that the last one is first among the buttons. In a match the last move
    is often elsewhere. If it is where most are and there is a second crowd, that is next. Nothing depends on
    the solution.
    """
    position = puzzle.position
    assert isinstance(position, GomokuPosition)
    size, grid, points = position.size, position.board.grid, point_indices(position.board.grid)
    stones = [point for point, cell in enumerate(position.cells) if cell != EMPTY]
    last = next(points[move] for move in reversed(puzzle.moves) if move in points)

    def crowd(stone: int) -> float:
        return sum(1 / distance(stone, other, size) for other in stones if other != stone)

    *others, densest = sorted(stones, key=crowd)
    apart = [stone for stone in others if distance(stone, densest, size) > _APART]
    second = [stone for stone in apart if crowd(stone) > crowd(densest) / 2][-1:]
    leading = [densest, *second] if distance(last, densest, size) <= _APART else [*second, densest]
    order = [*(stone for stone in others if stone not in second), *leading]
    return tuple(grid.name(stone) for stone in (*(stone for stone in order if stone != last), last))
