"""What the picture of a puzzle shows: a position of its line, and which stones the question is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from ai.claims.claim import Claim
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.window import window_of
from bot.drawing.base import Window
from bot.presenters.board_scene import BoardScene, facing, line_from
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui.board_words import board_in_words
from bot.ui.claim_marks import explained
from bot.ui.puzzle_words import shown_refutation
from games import replay
from games.base import PASS, Move, Record
from games.go.position import GoPosition
from games.gomoku import GomokuPosition
from games.grid import shown_point


def puzzle_scene(puzzle: Puzzle, then: Sequence[Move] = (), *, is_playing: bool = False) -> BoardScene:
    """The position after the puzzle's moves and ``then``; with what can be played if ``is_playing``.

    It is seen from the solver's side where sides face each other. What the last of the puzzle's moves
    captured is not marked: that looks like points to play on.
    """
    record = Record(puzzle.game, puzzle.variant, (*puzzle.moves, *then))
    return BoardScene(
        record,
        facing(puzzle.game, puzzle.position.to_move),
        is_playing=is_playing,
        shows_change=bool(then),
        window=window_with(puzzle, then),
        group=group(puzzle, record),
    )


def window_with(puzzle: Puzzle, moves: Sequence[Move] = ()) -> Window | None:
    """The part of the board that a puzzle is about; None for all of it, also if a move is elsewhere."""
    seen, position = window_of(puzzle), puzzle.position
    if seen is None or not isinstance(position, (GoPosition, GomokuPosition)):
        return None
    index, size = position.board.grid.index, position.size
    places = (divmod(index(move), size) for move in moves if move != PASS)
    if not all(seen.holds(column, row) for row, column in places):
        return None
    return Window(seen.column, seen.row, seen.columns, seen.rows)


def puzzle_in_words(puzzle: Puzzle, record: Record, texts: Texts, *, moves: int = 1) -> str:
    """The last ``moves`` of a record, its position, and which part of the board the picture shows."""
    words = board_in_words(record, texts, moves=moves, is_numbered=False)
    window = window_with(puzzle, record.moves[len(puzzle.moves) :])
    position = puzzle.position
    if window is None or not isinstance(position, (GoPosition, GomokuPosition)):
        return words
    name, size = position.board.grid.name, position.size
    low, high = (window.row + window.height - 1) * size + window.column, window.row * size + window.column
    first, last = shown_point(name(low)), shown_point(name(high + window.span - 1))
    return f"{words} {texts.plain('board.window', first=first, last=last)}"


def line_scene(puzzle: Puzzle, shown: int, also: Move | None = None) -> BoardScene:
    """The solution after so many moves, with the next ones as numbered stones.

    After the line's last move these are what follows if the opponent plays on. With ``also``, which is right,
    too, that is the last move, and none is next.
    """
    if also is not None:
        return puzzle_scene(puzzle, (*puzzle.line[: shown - 1], also))
    scene = puzzle_scene(puzzle, puzzle.line[:shown])
    if not PRESENTERS[puzzle.game].shows_numbers:  # arrows would hide the pieces
        return scene
    return replace(scene, line=line_from(scene.record, (*puzzle.line[shown:], *puzzle.then)))


def wrong_scene(puzzle: Puzzle, step: int, move: Move, reply: Move | None, claim: Claim | None) -> BoardScene:
    """A wrong move after so many moves of the line, what refutes it, and what is claimed of it.

    A move that was answered is crossed out, where pieces stay where they are played. A line ends before a
    right move, and no single dot is at one: the answer is still to be found.
    """
    then = (*puzzle.line[:step], move) if reply is None else (*puzzle.line[:step], move, reply)
    scene = puzzle_scene(puzzle, then)
    if reply is not None and PRESENTERS[puzzle.game].shows_numbers:
        scene = replace(scene, mistake=move)
    scene, right = explained(scene, len(puzzle.moves) + step, claim), puzzle.right_after(step)
    if following := shown_refutation(puzzle, step, move):
        line = line_from(scene.record, following)
    else:
        line = tuple(takewhile(lambda expected: expected[0] not in right, scene.line))
    dots = scene.dots if len(scene.dots) > 1 else scene.dots.difference(right)
    scene = replace(scene, line=line, dots=dots)
    drawn = (*then, *(expected for expected, _ in scene.line), *map(Move, scene.dots))
    return replace(scene, window=window_with(puzzle, drawn))


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
