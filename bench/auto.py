"""``python -m bench.auto``: whether ``auto`` finds people's strength, with simulated people.

Nobody plays: the outcome of each match is drawn from the Elo curve, given a person's strength and the
computer's. There is a match a day, always at what `bot.match.auto_level` chooses. Each number is the mean of
many people.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ai import strengths
from bot.match.auto_level import auto_level
from bot.texts import texts
from data.ratings.store import LevelResult
from games import GAMES

PEOPLE = 200
LEVELS = ("1", "2", "3", "4", "5", "6")
"""The people are as strong as these levels."""
NEWCOMERS = (450, 500, 550, 600, 650, 700)
FIRST, LAST = 4, 20
"""The matches in which people are to score about a half, counted from 1."""
_DAY, _YEAR = 86_400.0, 365
_IMPROVED_BY = 300

Person = Callable[[int], float]
"""The strength of a person in a match, which is counted from 0."""


class Player:
    """A simulated person, who plays against the computer at `auto_level`."""

    def __init__(self, slug: str, strength: Person, dice: random.Random) -> None:
        self._slug, self._strength, self._dice = slug, strength, dice
        self._variant = GAMES[slug].variants[0]
        self.results: list[LevelResult] = []
        """The latest first."""

    def play(self, day: int) -> float:
        """Play a match and return the score."""
        now = day * _DAY
        level = auto_level(self._slug, self._variant, self.results, now)
        opponent = strengths.strength_of(self._slug, level) or 0.0
        chance = 1 / (1 + 10 ** ((opponent - self._strength(len(self.results))) / 400))
        score = float(self._dice.random() < chance)
        self.results.insert(0, LevelResult(level, score, self._variant, now))
        return score


def scores(slug: str, strength: Person, days: Sequence[int], people: int = PEOPLE) -> list[list[float]]:
    """Each person's scores, by match."""
    played = []
    for number in range(people):
        player = Player(slug, strength, random.Random(f"{slug} {number}"))
        played.append([player.play(day) for day in days])
    return played


def share(played: Sequence[Sequence[float]], first: int, last: int) -> float:
    """The mean score in the matches from the first to the last, counted from 1."""
    return sum(sum(own[first - 1 : last]) for own in played) / (len(played) * (last - first + 1))


def _steady(strength: float, match: int) -> float:
    del match
    return strength


def steady(slug: str, level: str, people: int = PEOPLE) -> float:
    """The score of people as strong as a level in matches 4 to 20."""
    strength = strengths.strength_of(slug, level) or 0.0
    return share(scores(slug, partial(_steady, strength), range(LAST), people), FIRST, LAST)


def first_wins(slug: str, people: int = PEOPLE) -> float:
    """The share of newcomers who win one of their first three matches."""
    each = [scores(slug, partial(_steady, strength), range(3), people) for strength in NEWCOMERS]
    return sum(any(own) for played in each for own in played) / (len(each) * people)


def improving(slug: str, people: int = PEOPLE) -> float:
    """The score in matches 4 to 40 of people who improve by 300 points in 40 matches."""
    return share(scores(slug, lambda match: 800 + _IMPROVED_BY * match / 40, range(40), people), FIRST, 40)


def returning(slug: str, people: int = PEOPLE) -> float:
    """The score in the first 10 matches of people who are 200 points weaker after a year without a match."""
    days = [*range(20), *range(20 + _YEAR, 30 + _YEAR)]
    return share(scores(slug, lambda match: 1100 if match < 20 else 900, days, people), 21, 30)


def table(people: int = PEOPLE) -> Iterator[str]:
    """The lines of the table of docs/STRENGTH.md."""
    names = *(f"like level {level}" for level in LEVELS), "a win in 3", "improving", "after a year"
    yield f"| | {' | '.join(names)} |"
    yield "| --- |" + " --- |" * len(names)
    for slug in GAMES:
        each = [steady(slug, level, people) for level in LEVELS]
        each += [first_wins(slug, people), improving(slug, people), returning(slug, people)]
        yield f"| {texts('en')(f'game.{slug}')} | {' | '.join(f'{100 * score:.0f} %' for score in each)} |"


if __name__ == "__main__":
    for line in table():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
