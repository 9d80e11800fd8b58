"""What refutes wrong moves in puzzles of Go: a reply that is proved to save the stones, or to kill them.

A capture: the chain is not captured after the reply, by the proof of captures. Life and death: the reply
works although the solver wins every ko and repetition; where it kills, the moves to the capture follow.
A reply at a right point is kept only if there is no other: it would give the answer away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ai.puzzles.make.go_then import to_capture
from ai.puzzles.proof import Unproved
from ai.puzzles.proof.go_capture import CAPTURE, Capture, can_capture
from ai.puzzles.proof.go_life import Fight, State, region_of
from ai.puzzles.puzzle import Puzzle
from ai.puzzles.refutations import with_default
from games import replay
from games.base import PASS, IllegalMove, Move, Record
from games.go.position import GoPosition

_TRIED = 10
"""Replies that are tried: those that take stones or leave the most liberties."""
_LONGEST = 7
"""Moves of a line that kills; of a longer one the first are enough."""


def refutations(puzzle: Puzzle, step: int) -> Mapping[str, tuple[Move, ...]]:
    """By wrong move after so many moves of the line, what refutes it; empty where that is not known."""
    position = puzzle.after(step)
    assert isinstance(position, GoPosition)
    word = puzzle.goal.partition(" ")[0]
    lines = dict((_of_capture if word == CAPTURE else _of_fight)(puzzle, step, position))
    right = puzzle.right_after(step)
    wrong = [move for move in position.legal_moves() if move != PASS and move not in right]
    return with_default({move: _legal(position, move, lines.get(move, ())) for move in wrong})


def _legal(position: GoPosition, move: Move, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """As much of a line as the rules allow after a wrong move."""
    reached, kept = position.play(move), list[Move]()
    for reply in line:
        if reached.outcome() is not None:
            break
        try:
            reached = reached.play(reply)
        except IllegalMove:
            break
        kept.append(reply)
    return tuple(kept)


def _of_capture(puzzle: Puzzle, step: int, position: GoPosition) -> Iterator[tuple[Move, tuple[Move, ...]]]:
    board = position.board
    names, target = board.names, board.index[Move(puzzle.goal.partition(" ")[2])]
    right = {board.index[move] for move in puzzle.right_after(step)}
    elsewhere, relevant = _saving(position, target, None, right)
    for first in position.open_points:
        if first in right:
            continue
        reply = elsewhere
        if relevant >> first & 1:
            reply, _ = _saving(position, target, first, right, elsewhere)
        yield Move(names[first]), () if reply is None else (Move(names[reply]),)


def _saving(
    position: GoPosition, target: int, first: int | None, right: Iterable[int], usual: int | None = None
) -> tuple[int | None, int]:
    """A reply that saves the chain, one at no right point if there is one, and where that can change."""
    search, at_right = Capture(position, target), list[tuple[int, int]]()
    replies = search.replies(first)[:_TRIED]
    if usual not in (None, first):
        replies = [usual, *(other for other in replies if other != usual)]
    try:
        for reply in replies:
            is_saved, relevant = search.is_saved(first, reply)
            if is_saved and can_capture(_answered(position, first, reply), target):
                continue  # by a quiet move that is not near
            if is_saved and reply not in right:
                return reply, relevant
            if is_saved:
                at_right.append((reply, relevant))
    except Unproved:
        pass
    return at_right[0] if at_right else (None, -1)


def _answered(position: GoPosition, first: int | None, reply: int) -> GoPosition:
    """The position after a first move, or a move elsewhere, and a reply."""
    names = position.board.names
    return position.play(PASS if first is None else names[first]).play(names[reply])


def _of_fight(puzzle: Puzzle, step: int, position: GoPosition) -> Iterator[tuple[Move, tuple[Move, ...]]]:
    fight = _fight(puzzle.record, puzzle.goal)
    if fight is None:
        return
    state = fight.root
    for move in puzzle.line[:step]:
        state = fight.after[state][move]
    right = puzzle.right_after(step)
    elsewhere = _working(fight, fight.after[state][PASS], right)
    for first in position.legal_moves():
        reached = fight.after[state].get(first)
        yield first, elsewhere if reached is None else _working(fight, reached, right)


@lru_cache(maxsize=1)
def _fight(record: Record, goal: str) -> Fight | None:
    """The fight of a puzzle, in which the solver wins every ko and repetition."""
    position = replay(record)
    assert isinstance(position, GoPosition)
    region = region_of(position, position.board.index[Move(goal.partition(" ")[2])])
    return None if region is None else Fight(position, region, favored=position.to_move)


def _working(fight: Fight, state: State, right: Iterable[Move]) -> tuple[Move, ...]:
    """A reply that works, and how it goes on to the capture; empty if there is none but a pass."""
    if state not in fight.after:
        return ()
    replies = {move: fight.after[state][move] for move in fight.working(state) if move != PASS}
    if not replies:
        return ()
    if not fight.attacks(state):  # the reply that leaves the attacker the fewest points
        reply = min(replies, key=lambda move: (move in right, len(fight.after.get(replies[move], ())), move))
        return (reply,)
    left = fight.moves_to_capture()
    reply = min(replies, key=lambda move: (move in right, left.get(replies[move], 0), move))
    line = (reply, *to_capture(fight, replies[reply]))
    return line[:_LONGEST]
