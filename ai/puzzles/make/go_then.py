"""How a fight of life and death in Go goes on after a puzzle's line, see `Puzzle.then`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ai.puzzles.proof.go_life import KILL, LIVE, Fight, State, region_of
from ai.puzzles.puzzle import ANY, Puzzle
from games.base import PASS, Move
from games.go.position import GoPosition

_LONGEST = 12


def with_then(puzzle: Puzzle) -> Puzzle:
    """A puzzle with what follows its line; of another kind than life and death, as it is."""
    position = puzzle.position
    word, _, name = puzzle.goal.partition(" ")
    if word not in {KILL, LIVE} or not isinstance(position, GoPosition):
        return puzzle
    region = region_of(position, position.board.index[Move(name)])
    if region is None:
        return puzzle
    fight = Fight(position, region, favored=position.to_move.other)
    state = fight.root
    for move in puzzle.line:
        state = fight.after[state][move]
    then = to_capture(fight, state) if word == KILL else _last_try(fight, state, puzzle.replies.get(ANY))
    return replace(puzzle, then=then if len(then) <= _LONGEST else ())


def to_capture(fight: Fight, state: State) -> tuple[Move, ...]:
    """The moves to the capture, which the defender puts off as long as it can."""
    left, then = fight.moves_to_capture(), list[Move]()
    while state in fight.after:
        distances = {reply: left[after] for reply, after in fight.after[state].items() if after in left}
        if fight.attacks(state):
            move = min(distances, key=lambda known: (distances[known], known))
        else:  # a pass only if no stone is allowed
            move = max(distances, key=lambda known: (known != PASS, distances[known], known))
        then.append(move)
        state = fight.after[state][move]
    return tuple(then)


def _last_try(fight: Fight, state: State, vital: Move | None) -> tuple[Move, ...]:
    """The attacker's stone at the vital point, or else one with few answers, and what answers it best."""
    tries = {
        move: after for move, after in fight.after[state].items() if move != PASS and after in fight.after
    }
    answers = {move: _answers(fight, after) for move, after in tries.items()}
    if not any(answers.values()):
        return ()
    attack = min(filter(answers.get, answers), key=lambda move: (move != vital, len(answers[move]), move))
    # The answer that leaves the attacker the fewest points.
    answer = min(answers[attack], key=lambda move: (len(fight.after.get(answers[attack][move], ())), move))
    return attack, answer


def _answers(fight: Fight, state: State) -> Mapping[Move, State]:
    return {move: fight.after[state][move] for move in fight.working(state) if move != PASS}
