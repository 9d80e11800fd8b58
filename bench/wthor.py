"""Othello games of people from an archive in WTHOR format, and how strong the people are.

``python -m bench.wthor FOLDER`` prints what a folder of ``*.wtb`` files and a ``*.JOU`` file holds. The
French Othello Federation describes the format. A file begins with 16 bytes, of which bytes 4 to 7 are the
number of games, 10 and 11 the year, and 12 the size of the board (0 is 8). A game has 68 bytes: the numbers
of tournament, Black and White, Black's discs at the end, the best result that Black had, and 60 moves of
10 × row + column from 11 to 88, then 0. A player's name has 20 bytes. All numbers are little-endian. Passes
are not written.
"""

from __future__ import annotations

import argparse
import math
import random
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench import bradley_terry
from games.base import PASS, Move
from games.othello import BOARDS, OTHELLO, OthelloPosition

_HEADER, _GAME, _MOVES, _NAME = 16, 68, 60, 20
_SIZE = 8
MIN_GAMES = 30
"""People with fewer games against people like them are not rated."""
_VIRTUAL_DRAWS = 2
"""Draws against an average player that everybody has, so that a rating is finite."""
_ELO = 400 / math.log(10)
MEAN = 1500.0
"""The mean rating of the people who are rated."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game of 8x8 Othello: the players' numbers, Black's discs at the end, and the moves without passes."""

    year: int
    black: int
    white: int
    black_discs: int
    moves: tuple[Move, ...]

    @property
    def score(self) -> float:
        """Black's score: 1, ½ or 0."""
        return (1 + (self.black_discs > _SIZE**2 // 2) - (self.black_discs < _SIZE**2 // 2)) / 2

    def steps(self) -> Iterator[tuple[OthelloPosition, tuple[Move, ...], Move]]:
        """Yield each position, the moves before it with passes, and the move. Raises `IllegalMove`."""
        position, before = OTHELLO.start("8x8"), list[Move]()
        for move in self.moves:
            if position.must_pass:
                position = position.play(PASS)
                before.append(PASS)
            yield position, tuple(before), move
            position = position.play(move)
            before.append(move)


def read_games(path: Path) -> Iterator[Game]:
    """Read a file of games. Raises `ValueError` for a file that is not one of 8x8 games."""
    data = path.read_bytes()
    if len(data) < _HEADER:
        raise ValueError(f"{path.name} has no header")
    count, _, year, size = struct.unpack_from("<IHHB", data, 4)
    if size not in (0, _SIZE) or len(data) != _HEADER + count * _GAME:
        raise ValueError(f"{path.name} is not a file of 8x8 games")
    for start in range(_HEADER, len(data), _GAME):
        _, black, white, discs, _ = struct.unpack_from("<HHHBB", data, start)
        yield Game(year, black, white, discs, _moves(data[start + _GAME - _MOVES : start + _GAME]))


def _moves(squares: bytes) -> tuple[Move, ...]:
    names, moves = BOARDS[_SIZE].names, list[Move]()
    for square in squares.rstrip(b"\0"):
        row, column = divmod(square, 10)
        if not (1 <= row <= _SIZE and 1 <= column <= _SIZE):
            raise ValueError(f"{square} is not a square")
        moves.append(names[(row - 1) * _SIZE + column - 1])
    return tuple(moves)


def read_names(path: Path) -> list[str]:
    """Read the players' names, by number. Raises `ValueError` for a file of another length."""
    data = path.read_bytes()
    if len(data) < _HEADER or len(data) != _HEADER + _NAME * struct.unpack_from("<H", data, 8)[0]:
        raise ValueError(f"{path.name} is not a file of players")
    fields = (data[start : start + _NAME] for start in range(_HEADER, len(data), _NAME))
    return [field.split(b"\0")[0].decode("latin-1").strip() for field in fields]


def is_person(name: str) -> bool:
    """Whether a name is a person's: programs have their author's in brackets, somebody unknown is ``???``."""
    return bool(name) and "(" not in name and "?" not in name


def games_of_people(folder: Path) -> list[Game]:
    """Read all games of two people, oldest first. Raises `OSError` or `ValueError`."""
    (players,) = (path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".jou")
    names = read_names(players)
    people = {number for number, name in enumerate(names) if is_person(name)}
    files = (path for path in sorted(folder.iterdir()) if path.suffix.lower() == ".wtb")
    games = (game for path in files for game in read_games(path))
    return [game for game in games if game.black in people and game.white in people and game.moves]


def rated_games(games: Sequence[Game], needed: int = MIN_GAMES) -> list[Game]:
    """Keep the games between people who have so many of them."""
    while True:
        counts = Counter(player for game in games for player in (game.black, game.white))
        kept = [game for game in games if min(counts[game.black], counts[game.white]) >= needed]
        if len(kept) == len(games):
            return kept
        games = kept


def ratings(games: Sequence[Game]) -> dict[int, tuple[float, float]]:
    """Return each player's rating in Elo points, one for all years, and its standard deviation."""
    players = sorted({player for game in games for player in (game.black, game.white)})
    at = {player: index for index, player in enumerate(players)}
    won = np.zeros((len(players) + 1, len(players) + 1))  # the last is the average player
    for game in games:
        won[at[game.black], at[game.white]] += game.score
        won[at[game.white], at[game.black]] += 1 - game.score
    won[:-1, -1] = won[-1, :-1] = _VIRTUAL_DRAWS / 2
    strengths = bradley_terry.fit(won)
    errors = _ELO * np.sqrt(np.diag(bradley_terry.covariance(strengths, won + won.T)))
    elos = _ELO * np.log(strengths[:-1])
    elos += MEAN - elos.mean()
    return {player: (float(elos[at[player]]), float(errors[at[player]])) for player in players}


def halves(players: Sequence[int], seed: str) -> tuple[set[int], set[int]]:
    """Divide players into two sets by chance, so that no player is in both."""
    shuffled = sorted(players)
    random.Random(seed).shuffle(shuffled)
    middle = len(shuffled) // 2
    return set(shuffled[:middle]), set(shuffled[middle:])


def main() -> None:
    """Print how many games and people there are, and how their ratings are spread."""
    parser = argparse.ArgumentParser(prog="python -m bench.wthor", description=__doc__)
    parser.add_argument("folder", type=Path)
    games = games_of_people(parser.parse_args().folder)
    kept = rated_games(games)
    rated = ratings(kept)
    elos, errors = np.array(list(rated.values())).T
    print(f"{len(games)} games of two people, {games[0].year} to {games[-1].year}")
    print(f"{len(kept)} games between {len(rated)} people with at least {MIN_GAMES} of them")
    low, *middle, high = np.quantile(elos, (0, 0.05, 0.25, 0.5, 0.75, 0.95, 1))
    print(
        f"ratings {low:.0f} to {high:.0f}; 5, 25, 50, 75, 95 %: {', '.join(f'{each:.0f}' for each in middle)}"
    )
    print(f"median standard deviation of a rating: {np.median(errors):.0f}")


if __name__ == "__main__":
    main()
