"""How much moves of weak and strong players lose by the judgement of a teaching game.

``python -m bench.teaching GAME [VARIANT] --games N`` lets levels play and judges their moves as
`bot.match.teaching` does; prints the share of moves that lose more than each threshold.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence

from ai.base import Limit, choose
from bot.match.teaching import JUDGE, LIMIT, loss
from games import game
from games.base import Move, Position, Record

WEAK, STRONG = ("1", "2"), ("8", "8")
_RANDOM_PLIES = 3
_THRESHOLDS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.8, 1.0)


def losses(slug: str, variant: str, levels: Sequence[str], games: int, seed: int) -> Iterator[float]:
    """What each move of levels that play each other lost, from random openings."""
    for number in range(games):
        moves, dice = list[Move](), random.Random(seed + number)
        position: Position = game(slug).start(variant)
        while position.outcome() is None and not getattr(position, "scoring", False):
            record = Record(slug, variant, tuple(moves))
            if len(moves) < _RANDOM_PLIES:
                move = dice.choice(position.legal_moves())
            else:
                move = choose(record, levels[len(moves) % 2], Limit(0.5)).move
            after = position.play(move)
            if after.outcome() is not None:
                break
            if len(moves) >= _RANDOM_PLIES:
                best = choose(record, JUDGE, LIMIT)
                answer = choose(Record(slug, variant, (*moves, move)), JUDGE, LIMIT)
                yield loss(position, move, best, answer)
            moves.append(move)
            position = after


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("variant", nargs="?")
    parser.add_argument("--games", type=int, default=6)
    options = parser.parse_args()
    variant = options.variant or game(options.game).variants[0]
    for levels in (WEAK, STRONG):
        lost = list(losses(options.game, variant, levels, options.games, 1))
        counts = {threshold: sum(amount > threshold for amount in lost) for threshold in _THRESHOLDS}
        shares = (f"{threshold}: {100 * count / len(lost):.1f} %" for threshold, count in counts.items())
        print(options.game, variant, "levels", *levels, f"{len(lost)} moves:", *shares, flush=True)


if __name__ == "__main__":
    main()
