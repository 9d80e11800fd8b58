"""How often the levels of a solved game give away what they have, all of them asked in the same positions.

Start reading at `rates`. (Errors counted in the levels' own games do not compare: weak opponents leave few
positions in which much can go wrong.)
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.base import Choice, Limit, adviser, engine, limits, parse_level
from bench.kept import going_on, read
from games import GAMES
from games.base import Move, Position, Side

_WHIM = 0.25
"""The part of the moves that lead to the positions which are chance; the others are the adviser's."""
_TAKEN = 0.25
"""The part of the positions of a game that are asked about."""
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a level's move in the position after some moves gave a win or a draw away."""

    level: str
    moves: tuple[Move, ...]
    wrong: bool


def judged(slug: str, position: Position) -> Choice:
    """What the game's adviser thinks of an unfinished position; always the same."""
    return engine(slug).choose(position, adviser(slug), Limit(1.0, nodes=20_000, seed=1))


def truth(slug: str, position: Position) -> float | None:
    """What FIRST scores if both play their best (1, 0, -1), or None where that is not known."""
    outcome = position.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else float(3 - 2 * outcome.winner)
    told = judged(slug, position)
    if not told.proven:
        return None
    return told.score if position.to_move is Side.FIRST else -told.score


def positions(slug: str, variant: str, count: int) -> list[tuple[Move, ...]]:
    """The moves to so many different positions in which some moves, not all, give something away.

    They are of games of the adviser against itself with a random move here and there; always the same ones.
    """
    dice, found, seen = random.Random(f"{slug} {variant}"), list[tuple[Move, ...]](), set[str]()
    while len(found) < count:
        position, moves = GAMES[slug].start(variant), tuple[Move, ...]()
        while position.outcome() is None and len(moves) < _LONGEST and len(found) < count:
            drawn = position.diagram()
            if drawn not in seen and dice.random() < _TAKEN and _is_tempting(slug, position):
                seen.add(drawn)
                found.append(moves)
            whim = dice.random() < _WHIM
            move = dice.choice(position.legal_moves()) if whim else judged(slug, position).move
            position, moves = position.play(move), (*moves, move)
    return found


def _is_tempting(slug: str, position: Position) -> bool:
    """Whether the truth about all moves is known, and some are worse than others."""
    after = [truth(slug, position.play(move)) for move in position.legal_moves()]
    return None not in after and len(set(after)) > 1


def rates(
    slug: str, variant: str, names: Sequence[str], path: Path, count: int, at_most: float = math.inf
) -> dict[str, float]:
    """By level, in which part of ``count`` positions it gives something away.

    What is answered is kept in a file, a line of JSON each, and not asked again. ``at_most``: so many seconds
    a move, where a level has more.
    """
    asked = positions(slug, variant, count)
    answers = {(one.level, one.moves): one for one in read(path, Answer)}
    left = [(name, moves) for moves in asked for name in names if (name, moves) not in answers]
    for one in going_on(path, left, lambda job: _asked(slug, variant, *job, at_most), "answers"):
        answers[one.level, one.moves] = one
    return {name: sum(answers[name, moves].wrong for moves in asked) / len(asked) for name in names}


def _asked(slug: str, variant: str, name: str, moves: tuple[Move, ...], at_most: float) -> Answer:
    position = GAMES[slug].start(variant)
    for move in moves:
        position = position.play(move)
    level, seed = parse_level(slug, name), random.Random(f"{name} {moves}").getrandbits(32)
    own = limits(slug)[level]
    limit = Limit(min(own.seconds, at_most), own.nodes, seed)
    after = position.play(engine(slug).choose(position, level, limit).move)
    return Answer(name, moves, truth(slug, after) != truth(slug, position))
