"""How the opponent wins by fours after wrong moves in Gomoku's puzzles of defense.

Each four has one answer, which makes no five possible, so the line is a proof by itself (`is_won_by`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from ai.puzzles.proof import Unproved
from ai.puzzles.proof.gomoku import Search, fives, fours, passed
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.refutations import with_default
from games.base import IllegalMove, Move
from games.gomoku import GomokuPosition


def refutations(puzzle: Puzzle, step: int) -> Mapping[str, tuple[Move, ...]]:
    """By wrong move, the line that wins; empty after a four, and in other themes."""
    position = puzzle.after(step)
    assert isinstance(position, GomokuPosition)
    if puzzle.themes[0] != "defense" or step:
        return {}
    search, by_move = Search(), dict[str, tuple[Move, ...]]()
    usual = [short_win(search, passed(position))]
    for move in position.legal_moves():
        if move in puzzle.right_after(step):
            continue
        after = position.play(move)
        if after.outcome() is not None or fives(after, position.to_move):
            by_move[move] = ()
            continue
        line = next((known for known in usual if is_won_by(after, known)), None)
        if line is None:
            line = short_win(search, after)
            usual.append(line)
        by_move[move] = line
    return with_default(by_move)


def is_won_by(position: GomokuPosition, line: Sequence[Move]) -> bool:
    """Whether the side to move wins by a line of its fours and their only answers, to the five.

    The line can end with a four whose only answer is forbidden.
    """
    own = position.to_move
    for index, move in enumerate(line):
        is_own = index % 2 == 0
        if not is_own and move not in fives(position, own):
            return False
        try:
            position = position.play(move)
        except IllegalMove:
            return False
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner is own and index == len(line) - 1
        if is_own and (not fives(position, own) or fives(position, own.other)):
            return False
    answers = fives(position, own) if len(line) % 2 else []
    return len(answers) == 1 and answers[0] not in position.legal_moves()


def short_win(search: Search, position: GomokuPosition) -> tuple[Move, ...]:
    """The shortest of the wins that begin with each four that wins; empty if none does."""
    lines = [_after_four(search, position, four) for four in _winning_fours(search, position)]
    return min(lines, key=len, default=())


def _first_win(search: Search, position: GomokuPosition) -> tuple[Move, ...]:
    """A five, or the first four that wins and what follows it."""
    if made := fives(position, position.to_move):
        return (made[0],)
    return next((_after_four(search, position, four) for four in _winning_fours(search, position)), ())


def _winning_fours(search: Search, position: GomokuPosition) -> Iterator[Move]:
    stops = fives(position, position.to_move.other)
    for four in fours(position):
        with suppress(Unproved):
            if (not stops or four in stops) and search.four_wins(position, four):
                yield four


def _after_four(search: Search, position: GomokuPosition, four: Move) -> tuple[Move, ...]:
    """A four that wins, its answer, and what follows."""
    after = position.play(four)
    answers = fives(after, position.to_move, near=four)
    try:
        blocked = after.play(answers[0])
    except IllegalMove:  # forbidden
        return (four,)
    return four, answers[0], *_first_win(search, blocked)
