"""``python -m bench.ladder GAME``: how strong the levels are, as Elo with intervals. Start reading at `main`.

Every two levels play from balanced openings, each opening twice with sides exchanged. Ratings are those of
`bench.bradley_terry`, a draw counted as half a win for each, with two virtual draws a pair of opponents, so
that who wins everything has a rating too. Intervals are 95 %. In a game that is solved it is also counted how
often each level gives something away (`bench.errors`).

What was played is kept, a line a game; the next run goes on from it. ``--keep`` puts the ratings into the
package (`ai.strengths`), where people read them; ``python -m bench.strengths`` prints all games' table.
``--at-most`` shortens the moves of the levels that think for seconds: a ladder in an hour instead of a day.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from ai import strengths
from ai.base import Limit, engine, levels, limits, parse_level, solved
from bench.bradley_terry import deviations, fit
from bench.errors import judged, rates
from bench.kept import going_on, read
from games import GAMES
from games.base import Move, Position, Side

_FOLDER = Path("var/ladder")
_PLIES = (2, 6)
"""How many random plies an opening has, at least and at most."""
_EVEN = 0.4
"""An opening whose score is farther from 0 is left out, if it is not decided from the start."""
_LONGEST = 400
"""A game of so many plies is called a draw."""
_VIRTUAL_DRAWS = 2.0
_ELO = 400 / math.log(10)
_SURE = 1.96


@dataclass(frozen=True, slots=True)
class Result:
    """A game: who was FIRST and SECOND, from which opening, and what FIRST scored (0, 0.5, 1)."""

    first: str
    second: str
    opening: tuple[Move, ...]
    score: float
    plies: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A level's Elo above the mean of all, how far it may be off, its score against the level before.

    ``errs``: the part of the positions of `bench.errors` in which it gave a win or a draw away.
    """

    level: str
    elo: float
    margin: float
    games: int
    over_last: float | None
    errs: float | None = None


def openings(slug: str, variant: str, count: int) -> list[tuple[Move, ...]]:
    """Different beginnings, as even as the game allows; always the same for the same count."""
    dice, found, tried = random.Random(f"{slug} {variant}"), list[tuple[Move, ...]](), 0
    while len(found) < count:
        position, moves = GAMES[slug].start(variant), list[Move]()
        for _ in range(dice.randint(*_PLIES)):
            move = dice.choice(position.legal_moves())
            position = position.play(move)
            moves.append(move)
            if position.outcome() is not None:
                break
        else:
            tried += 1
            decided = tried > 50 * count  # then the game itself is, and both sides are played
            if tuple(moves) not in found and (decided or _is_even(slug, position)):
                found.append(tuple(moves))
    return found


def _is_even(slug: str, position: Position) -> bool:
    return abs(judged(slug, position).score) <= _EVEN


def play(
    slug: str,
    variant: str,
    first: str,
    second: str,
    opening: tuple[Move, ...],
    at_most: float = math.inf,
) -> Result:
    """One game from an opening to its end; what is random follows from who plays and the opening.

    ``at_most``: so many seconds a move, where a level has more.
    """
    dice, position = random.Random(f"{first} {second} {opening}"), GAMES[slug].start(variant)
    for move in opening:
        position = position.play(move)
    sides = {Side.FIRST: parse_level(slug, first), Side.SECOND: parse_level(slug, second)}
    plies, known = 0, limits(slug)
    while (outcome := position.outcome()) is None and plies < _LONGEST:
        level = sides[position.to_move]
        limit = Limit(min(known[level].seconds, at_most), known[level].nodes, dice.getrandbits(32))
        position = position.play(engine(slug).choose(position, level, limit).move)
        plies += 1
    winner = None if outcome is None else outcome.winner
    score = 0.5 if winner is None else float(winner is Side.FIRST)
    return Result(first, second, opening, score, plies)


def schedule(
    names: Sequence[str], begun: Sequence[tuple[Move, ...]], apart: int | None = None
) -> Iterator[tuple[str, str, tuple[Move, ...]]]:
    """Every game there is to play, openings in the outer loop, so that an unfinished run is balanced too.

    ``apart``: only levels that follow one another at most so far; None: every two.
    """
    for opening in begun:
        for (at, one), (there, other) in combinations(enumerate(names), 2):
            if apart is None or there - at <= apart:
                yield one, other, opening
                yield other, one, opening


def ratings(
    names: Sequence[str], results: Sequence[Result], errs: Mapping[str, float] | None = None
) -> list[Rating]:
    """Bradley-Terry ratings as Elo, their mean 0; what is known of their errors is told with them."""
    won = np.zeros((len(names), len(names)))
    place = {name: at for at, name in enumerate(names)}
    for result in results:
        first, second = place[result.first], place[result.second]
        won[first, second] += result.score
        won[second, first] += 1 - result.score
    played = won + won.T
    prior = np.where(played > 0, _VIRTUAL_DRAWS / 2, 0.0)
    fitted = fit(won + prior)
    margins = _SURE * _ELO * deviations(fitted, played + 2 * prior)
    scores = [
        None,
        *(
            won[at, at - 1] / played[at, at - 1] if played[at, at - 1] else None
            for at in range(1, len(names))
        ),
    ]
    return [
        Rating(
            name,
            _ELO * math.log(fitted[at]),
            margins[at],
            int(played[at].sum()),
            scores[at],
            (errs or {}).get(name),
        )
        for at, name in enumerate(names)
    ]


def markdown(slug: str, variant: str, rated: Sequence[Rating]) -> str:
    """The table, strongest last."""
    lines = [
        f"## {slug}, {variant}",
        "",
        "| level | Elo | ± | games | against the one below | errs |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for one in rated:
        over = "" if one.over_last is None else f"{one.over_last:.0%}"
        wrong = "" if one.errs is None else f"{one.errs:.1%}"
        lines.append(f"| {one.level} | {one.elo:+.0f} | {one.margin:.0f} | {one.games} | {over} | {wrong} |")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    """Play what is still to play, then write the table; the exit status."""
    parser = argparse.ArgumentParser("python -m bench.ladder", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--variant", help="default: the game's first")
    parser.add_argument("--levels", nargs="+", help="default: all eight")
    parser.add_argument(
        "--openings", type=_count, default=10, help="each is played twice by every two levels"
    )
    parser.add_argument(
        "--apart", type=_count, help="play only levels at most so far apart; default: every two"
    )
    parser.add_argument(
        "--at-most", type=_seconds, metavar="S", help="seconds a move, where a level has more"
    )
    parser.add_argument(
        "--positions", type=_count, default=500, help="of a solved game, in which errors are counted"
    )
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="where games and table are kept")
    parser.add_argument("--keep", action="store_true", help="write the ratings into the package")
    told = parser.parse_args(words)
    variant = told.variant or GAMES[told.game].variants[0]
    names = told.levels or [level for level in levels(told.game) if level.number is not None]
    if unknown := set(names) - set(levels(told.game)):
        parser.error(f"{told.game} has no level {', '.join(sorted(unknown))}")
    if len(set(names)) < max(2, len(names)):
        parser.error(f"--levels: two or more, each once, not {' '.join(names)}")
    if variant not in GAMES[told.game].variants:
        parser.error(f"{told.game} has no variant {variant}")
    told.folder.mkdir(parents=True, exist_ok=True)
    held = "" if told.at_most is None else f"-{told.at_most:g}s"
    path = told.folder / f"{told.game}-{variant}{held}.jsonl"
    wanted = list(schedule(names, openings(told.game, variant, told.openings), told.apart))
    results = _played(told.game, variant, wanted, path, told.at_most)
    among = [r for r in results if {r.first, r.second} <= set(names)]
    errs = dict[str, float]()
    if solved(told.game):
        answers = path.with_name(f"{path.stem}-errors.jsonl")
        errs = rates(told.game, variant, names, answers, told.positions, told.at_most or math.inf)
    rated = ratings(names, among, errs)
    table = markdown(told.game, variant, rated)
    path.with_suffix(".md").write_text(table)
    print(table)
    if told.keep:
        strengths.write(told.game, variant, [_kept(one) for one in rated], told.at_most)
    return 0


def _count(text: str) -> int:
    if (count := int(text)) < 1:
        raise ValueError(text)
    return count


def _seconds(text: str) -> float:
    if not (seconds := float(text)) > 0:
        raise ValueError(text)
    return seconds


def _kept(rating: Rating) -> strengths.Strength:
    """A rating as the package keeps it."""
    return strengths.Strength(
        rating.level,
        round(strengths.MEAN + rating.elo),
        round(rating.margin),
        rating.games,
        None if rating.over_last is None else round(rating.over_last, 3),
        None if rating.errs is None else round(rating.errs, 4),
    )


def _played(
    slug: str,
    variant: str,
    wanted: list[tuple[str, str, tuple[Move, ...]]],
    path: Path,
    at_most: float | None,
) -> list[Result]:
    results = list(read(path, Result))
    done = {(result.first, result.second, result.opening) for result in results}
    left = [game for game in wanted if game not in done]
    at_most = at_most or math.inf
    results += going_on(path, left, lambda game: play(slug, variant, *game, at_most), "games")
    return results


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
