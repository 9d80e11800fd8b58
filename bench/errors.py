"""How often each level of a solved game gives a win or a draw away, in the same positions for all levels.

Errors in the levels' own games do not compare, because weak opponents leave few positions that are difficult.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.base import ADVISER, Choice, Limit, engine, limit_of, limits, parse_level
from bench.checkpoint import read, run_remaining
from games import GAMES
from games.base import Move, Position, Side

_WHIM = 0.25
"""The share of random moves in the games that lead to the positions; the adviser makes the others."""
_TAKEN = 0.25
"""The share of a game's positions that are used."""
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a level's move in the position after ``moves`` gave a win or a draw away."""

    level: str
    moves: tuple[Move, ...]
    wrong: bool


def judged(slug: str, position: Position) -> Choice:
    """Return the repeatable choice of the game's adviser in an unfinished position."""
    return engine(slug).choose(position, ADVISER, Limit(1.0, nodes=20_000, seed=1))


def truth(slug: str, position: Position) -> float | None:
    """Return FIRST's result if both sides play their best (1, 0, -1), or None if unknown."""
    outcome = position.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else float(3 - 2 * outcome.winner)
    choice = judged(slug, position)
    if not choice.proven:
        return None
    return choice.score if position.to_move is Side.FIRST else -choice.score


def positions(slug: str, variant: str, count: int) -> list[tuple[Move, ...]]:
    """Return the moves to ``count`` different positions in which some moves, not all, give something away.

    They come from repeatable games of the adviser against itself with some random moves.
    """
    dice, tempting, seen = random.Random(f"{slug} {variant}"), list[tuple[Move, ...]](), set[str]()
    while len(tempting) < count:
        position, moves = GAMES[slug].start(variant), tuple[Move, ...]()
        while position.outcome() is None and len(moves) < _LONGEST and len(tempting) < count:
            drawn = position.diagram()
            if drawn not in seen and dice.random() < _TAKEN and _is_tempting(slug, position):
                seen.add(drawn)
                tempting.append(moves)
            whim = dice.random() < _WHIM
            move = dice.choice(position.legal_moves()) if whim else judged(slug, position).move
            position, moves = position.play(move), (*moves, move)
    return tempting


def _is_tempting(slug: str, position: Position) -> bool:
    """Whether the results of all moves are known and differ."""
    after = [truth(slug, position.play(move)) for move in position.legal_moves()]
    return None not in after and len(set(after)) > 1


def rates(
    slug: str, variant: str, names: Sequence[str], path: Path, count: int, at_most: float = math.inf
) -> dict[str, float]:
    """Return, by level, the share of ``count`` positions in which it gives something away.

    Answers are saved in a file, one line of JSON each, and not computed again. ``at_most`` limits the seconds
    per move.
    """
    tested = positions(slug, variant, count)
    answers = {(saved.level, saved.moves): saved for saved in read(path, Answer)}
    left = [(name, moves) for moves in tested for name in names if (name, moves) not in answers]
    for answer in run_remaining(path, left, lambda job: _answer(slug, variant, *job, at_most), "answers"):
        answers[answer.level, answer.moves] = answer
    return {name: sum(answers[name, moves].wrong for moves in tested) / len(tested) for name in names}


def _answer(slug: str, variant: str, name: str, moves: tuple[Move, ...], at_most: float) -> Answer:
    position = GAMES[slug].start(variant)
    for move in moves:
        position = position.play(move)
    level, seed = parse_level(slug, name), random.Random(f"{name} {moves}").getrandbits(32)
    own = limit_of(slug, level, limits(slug))
    limit = Limit(min(own.seconds, at_most), own.nodes, seed)
    after = position.play(engine(slug).choose(position, level, limit, moves).move)
    return Answer(name, moves, truth(slug, after) != truth(slug, position))
