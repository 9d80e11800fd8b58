"""``python -m bench.misses GAME``: how often each level misses what the board shows, by kind.

The kinds are defined by the rules alone, and in the solved games by their solutions. The positions come from
repeatable games between levels with some random moves. All levels answer the same positions with the same
seeds, so that rows compare. ``--show LEVEL`` prints the positions that a level misses.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ai.base import Limit, engine, limits
from ai.human.scale import scale_of
from ai.level import Level
from bench.chances import KINDS
from games import GAMES
from games.base import Move, Position, Side

LEVELS = tuple(map(str, range(1, 9)))
_PLAYING = LEVELS[:7]
"""The levels in whose games the positions come up."""
_WHIM = 0.1
"""The share of random moves in these games."""
_A_GAME = 2
"""At most so many positions of a kind are from one game."""
_LONGEST, _GAMES = 120, 600
"""The most plies of a game, and the most games."""
_AT_MOST = 0.1
"""The seconds for a move of level 8."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A position with something to miss: the moves that lead to it, and those that do not miss."""

    moves: tuple[Move, ...]
    right: frozenset[Move]


def chances(slug: str, count: int) -> dict[str, list[Chance]]:
    """Collect ``count`` chances of each kind of a game, or fewer if the games show no more."""
    variant = scale_of(slug).variant
    dice, by_kind = random.Random(f"{slug} {variant}"), {name: list[Chance]() for name in KINDS[slug]}
    for _ in range(_GAMES):
        wanted = [name for name, chosen in by_kind.items() if len(chosen) < count]
        if not wanted:
            break
        of_game = {name: list[Chance]() for name in wanted}
        for moves, position in _game(slug, variant, dice):
            for name in wanted:
                right = frozenset(KINDS[slug][name](position))
                if right and len(right) < len(position.legal_moves()):
                    of_game[name].append(Chance(moves, right))
        for name, chosen in of_game.items():
            by_kind[name] += dice.sample(chosen, min(_A_GAME, len(chosen), count - len(by_kind[name])))
    return by_kind


def _game(slug: str, variant: str, dice: random.Random) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Play a game between two levels, and yield each unfinished position with the moves to it."""
    position, moves, seed = GAMES[slug].start(variant), tuple[Move, ...](), dice.getrandbits(32)
    sides = {side: dice.choice(_PLAYING) for side in Side}
    while position.outcome() is None and len(moves) < _LONGEST:
        yield moves, position
        whim, level = dice.random() < _WHIM, sides[position.to_move]
        move = dice.choice(position.legal_moves()) if whim else answer(slug, position, moves, level, seed)
        position, moves = position.play(move), (*moves, move)


def answer(slug: str, position: Position, moves: Sequence[Move], level: str, seed: int) -> Move:
    """Return a level's move in a position after some moves."""
    own = limits(slug)[Level(level)]
    seconds = min(own.seconds, _AT_MOST) if level == LEVELS[-1] else own.seconds
    limit = Limit(seconds, own.nodes, seed)
    return engine(slug).choose(position, Level(level), limit, moves).move


def missed(slug: str, chance: Chance, level: str) -> Move | None:
    """Return the move by which a level misses a chance; None if it does not."""
    position = _after(slug, chance.moves)
    seed = random.Random(str(chance.moves)).getrandbits(32)
    move = answer(slug, position, chance.moves, level, seed)
    return None if move in chance.right else move


def _after(slug: str, moves: Sequence[Move]) -> Position:
    position = GAMES[slug].start(scale_of(slug).variant)
    for move in moves:
        position = position.play(move)
    return position


def table(slug: str, by_kind: Mapping[str, Sequence[Chance]]) -> str:
    """Format the share of chances that each level misses."""
    lines = [f"| | positions | {' | '.join(LEVELS)} |", f"|{' --- |' * (len(LEVELS) + 2)}"]
    for name, chosen in by_kind.items():
        if chosen:
            misses = [sum(missed(slug, chance, level) is not None for chance in chosen) for level in LEVELS]
            shares = " | ".join(f"{count / len(chosen):.0%}" for count in misses)
            lines.append(f"| {name} | {len(chosen)} | {shares} |")
    return "\n".join(lines) + "\n"


def shown(slug: str, by_kind: Mapping[str, Sequence[Chance]], level: str, count: int) -> Iterator[str]:
    """Draw the first positions of each kind that a level misses."""
    for name, chosen in by_kind.items():
        misses = ((chance, missed(slug, chance, level)) for chance in chosen)
        for chance, move in [(chance, move) for chance, move in misses if move is not None][:count]:
            last = chance.moves[-1] if chance.moves else "nothing"
            right = ", ".join(sorted(chance.right)[:8])
            drawn = _after(slug, chance.moves).diagram()
            yield f"{name}; level {level} plays {move} after {last}, not {right}\n{drawn}\n"


def main(words: list[str]) -> int:
    """Collect the chances, and print the table or what a level misses; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.misses", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(KINDS))
    parser.add_argument("--count", type=int, default=60, help="positions of each kind")
    parser.add_argument("--show", choices=LEVELS, metavar="LEVEL", help="print what this level misses")
    parser.add_argument("--first", type=int, default=3, help="how many positions of each kind to print")
    options = parser.parse_args(words)
    by_kind = chances(options.game, options.count)
    if options.show:
        print("\n".join(shown(options.game, by_kind, options.show, options.first)))
    else:
        print(table(options.game, by_kind))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
