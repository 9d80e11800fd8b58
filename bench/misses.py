"""``python -m bench.misses GAME``: how often each level misses what the board shows, by kind.

The kinds are defined by the rules alone, and in the solved games by their solutions. The positions come from
repeatable games between levels with some random moves. All levels answer the same positions with the same
seeds, so that rows compare. ``--show LEVEL`` prints the positions that a level misses.

Moves of levels are saved, one line each, and the next run continues from them. After a change of a level they
are out of date: another ``--folder`` begins anew.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ai.base import Limit, engine, limits
from ai.human.scale import scale_of
from ai.level import Level
from bench.chances import KINDS
from bench.checkpoint import read
from games import GAMES
from games.base import Move, Position, Side

_FOLDER = Path("var/misses")
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


@dataclass(frozen=True, slots=True)
class Answer:
    """A level's move in a position after some moves, with a seed."""

    level: str
    seed: int
    moves: tuple[Move, ...]
    move: Move


class Answers:
    """What the levels of a game play, each move searched once if there is a file to save it in."""

    def __init__(self, slug: str, path: Path | None = None) -> None:
        self.slug, self.variant = slug, scale_of(slug).variant
        self._path = path
        saved = read(path, Answer) if path else ()
        self._moves = {(answer.level, answer.seed, answer.moves): answer.move for answer in saved}
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a") as file:  # a kill may have cut the last line short: begin a new one
                file.write("\n")

    def move(self, position: Position, moves: tuple[Move, ...], level: str, seed: int) -> Move:
        """Return a level's move in a position after some moves."""
        key = level, seed, moves
        if key not in self._moves:
            self._moves[key] = self._searched(position, moves, level, seed)
            if self._path:
                with self._path.open("a") as file:
                    file.write(json.dumps(asdict(Answer(*key, self._moves[key]))) + "\n")
        return self._moves[key]

    def _searched(self, position: Position, moves: Sequence[Move], level: str, seed: int) -> Move:
        own = limits(self.slug)[Level(level)]
        seconds = min(own.seconds, _AT_MOST) if level == LEVELS[-1] else own.seconds
        limit = Limit(seconds, own.nodes, seed)
        return engine(self.slug).choose(position, Level(level), limit, moves).move

    def missed(self, chance: Chance, level: str) -> Move | None:
        """Return the move by which a level misses a chance; None if it does not."""
        seed = random.Random(str(chance.moves)).getrandbits(32)
        move = self.move(self.after(chance.moves), chance.moves, level, seed)
        return None if move in chance.right else move

    def after(self, moves: Sequence[Move]) -> Position:
        """Return the position after some moves."""
        position = GAMES[self.slug].start(self.variant)
        for move in moves:
            position = position.play(move)
        return position


def chances(answers: Answers, count: int) -> dict[str, list[Chance]]:
    """Collect ``count`` chances of each kind of a game, or fewer if the games show no more."""
    slug, variant = answers.slug, answers.variant
    dice, by_kind = random.Random(f"{slug} {variant}"), {name: list[Chance]() for name in KINDS[slug]}
    for _ in range(_GAMES):
        wanted = [name for name, chosen in by_kind.items() if len(chosen) < count]
        if not wanted:
            break
        of_game = {name: list[Chance]() for name in wanted}
        for moves, position in _game(answers, dice):
            for name in wanted:
                right = frozenset(KINDS[slug][name](position))
                if right and len(right) < len(position.legal_moves()):
                    of_game[name].append(Chance(moves, right))
        for name, chosen in of_game.items():
            by_kind[name] += dice.sample(chosen, min(_A_GAME, len(chosen), count - len(by_kind[name])))
    return by_kind


def _game(answers: Answers, dice: random.Random) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Play a game between two levels, and yield each unfinished position with the moves to it."""
    position, moves, seed = answers.after(()), tuple[Move, ...](), dice.getrandbits(32)
    sides = {side: dice.choice(_PLAYING) for side in Side}
    while position.outcome() is None and len(moves) < _LONGEST:
        yield moves, position
        whim, level = dice.random() < _WHIM, sides[position.to_move]
        legal = position.legal_moves()
        move = dice.choice(legal) if whim else answers.move(position, moves, level, seed)
        position, moves = position.play(move), (*moves, move)


def table(answers: Answers, by_kind: Mapping[str, Sequence[Chance]]) -> str:
    """Format the share of chances that each level misses."""
    lines = [f"| | positions | {' | '.join(LEVELS)} |", f"|{' --- |' * (len(LEVELS) + 2)}"]
    for name, chosen in by_kind.items():
        if chosen:
            misses = [sum(answers.missed(chance, level) is not None for chance in chosen) for level in LEVELS]
            shares = " | ".join(f"{count / len(chosen):.0%}" for count in misses)
            lines.append(f"| {name} | {len(chosen)} | {shares} |")
    return "\n".join(lines) + "\n"


def shown(answers: Answers, by_kind: Mapping[str, Sequence[Chance]], level: str, count: int) -> Iterator[str]:
    """Draw the first positions of each kind that a level misses."""
    for name, chosen in by_kind.items():
        misses = ((chance, answers.missed(chance, level)) for chance in chosen)
        for chance, move in [(chance, move) for chance, move in misses if move is not None][:count]:
            last = chance.moves[-1] if chance.moves else "nothing"
            right = ", ".join(sorted(chance.right)[:8])
            drawn = answers.after(chance.moves).diagram()
            yield f"{name}; level {level} plays {move} after {last}, not {right}\n{drawn}\n"


def main(words: list[str]) -> int:
    """Collect the chances, and print the table or what a level misses; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.misses", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(KINDS))
    parser.add_argument("--count", type=int, default=60, help="positions of each kind")
    parser.add_argument("--show", choices=LEVELS, metavar="LEVEL", help="print what this level misses")
    parser.add_argument("--first", type=int, default=3, help="how many positions of each kind to print")
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="where moves are saved")
    options = parser.parse_args(words)
    answers = Answers(options.game, options.folder / f"{options.game}.jsonl")
    by_kind = chances(answers, options.count)
    if options.show:
        print("\n".join(shown(answers, by_kind, options.show, options.first)))
    else:
        print(table(answers, by_kind))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
