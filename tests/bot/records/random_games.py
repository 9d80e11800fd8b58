"""Random games by the rules, the same ones in each run."""

from __future__ import annotations

import random

from games import GAMES
from games.base import Move, Record

VARIANTS = [(slug, variant) for slug, game in GAMES.items() for variant in game.variants]
"""Every variant of every game."""


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
