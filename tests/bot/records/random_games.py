"""Random games by the rules, the same ones in each run."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from bot.records.base import GameRecord, Quality
from games import GAMES, replay
from games.base import Move, Record

"""Every variant of every game."""


@cache
def random_record(slug: str, variant: str, *, plies: int = 150, seed: int = 0) -> Record:
    """A game of at most so many random moves. In Go there are passes and counts among them."""
    chance = random.Random(f"{slug}{variant}{seed}")
    position, moves = GAMES[slug].start(variant), list[Move]()
    while len(moves) < plies and (legal := position.legal_moves()):
        words = [move for move in legal if not move[-1:].isdecimal()]
        move = chance.choice(words if words and chance.random() < 0.2 else legal)
        moves.append(move)
        position = position.play(move)
    return Record(slug, variant, tuple(moves))


def annotated(game: GameRecord) -> GameRecord:
    """A game in which every third move is bad, with a comment and a better line; positions have leads."""
    record, bad = game.record, range(0, len(game.record.moves), 3)
    lines = {ply: _line(record.before(ply), record.moves[ply]) for ply in bad}
    return replace(
        game,
        comments={ply + 1: "실수: costs 8 [points]\nBetter: (e5), {d4} \\" for ply in bad},
        variations=lines,
        qualities={ply: list(Quality)[ply // 3 % 3] for ply in bad},
        leads={ply: ply - 7.25 for ply in range(len(record.moves) + 1)},
    )


def _line(before: Record, played: Move) -> tuple[Move, ...]:
    """Up to three legal moves that begin otherwise than the game; none where there is no other move."""
    position, line = replay(before), list[Move]()
    while len(line) < 3 and position.outcome() is None:
        others = [move for move in position.legal_moves() if line or move != played]
        if not others:
            break
        line.append(others[-1])
        position = position.play(others[-1])
    return tuple(line)
