"""What a recap says: the matches of a week, a month or a year, of a person or of a server.

Values and rules alone; `data.ratings.recap_store` reads the matches.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import NamedTuple, Self

from data.model.match import DELETED_USER
from data.model.match_rating import MatchRating, Standing
from data.model.rating_categories import Category
from data.ratings.profile import Tally
from games.base import Side

MAX_NAMED = 3
"""Opponents, or people, who are named."""
MIN_STREAK = 2
"""A single win is no streak."""
_NAME = re.compile(r"([wmy])(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?")


class Span(StrEnum):
    """How long a period is, by the letter that stands for it in custom_ids."""

    WEEK = "w"
    MONTH = "m"
    YEAR = "y"


@dataclass(frozen=True, slots=True)
class Period:
    """A week from Monday, a month or a year of the calendar."""

    span: Span
    first: date
    """Its first day."""

    @classmethod
    def containing(cls, day: date, span: Span) -> Self:
        """The week, month or year of a day.

        >>> Period.containing(date(2026, 11, 29), Span.WEEK).first
        datetime.date(2026, 11, 23)
        """
        if span is Span.WEEK:
            return cls(span, day - timedelta(days=day.weekday()))
        return cls(span, day.replace(day=1) if span is Span.MONTH else day.replace(month=1, day=1))

    @classmethod
    def read(cls, name: str) -> Self | None:
        """The period with a `name`; None if there is none."""
        parsed = _NAME.fullmatch(name)
        if parsed is None:
            return None
        try:
            first = date(int(parsed[2]), int(parsed[3] or 1), int(parsed[4] or 1))
            period = cls.containing(first, Span(parsed[1]))
            return period if period.name == name and period.end > first else None
        except (ValueError, OverflowError):
            return None

    @property
    def name(self) -> str:
        """How custom_ids name it.

        >>> Period(Span.MONTH, date(2026, 11, 1)).name, Period(Span.YEAR, date(2026, 1, 1)).name
        ('m2026-11', 'y2026')
        """
        parts = {Span.WEEK: 3, Span.MONTH: 2, Span.YEAR: 1}[self.span]
        return self.span + "-".join(self.first.isoformat().split("-")[:parts])

    @property
    def end(self) -> date:
        """The first day after it."""
        if self.span is Span.WEEK:
            return self.first + timedelta(days=7)
        if self.span is Span.YEAR:
            return self.first.replace(year=self.first.year + 1)
        return (self.first + timedelta(days=31)).replace(day=1)  # 31 days later it is always the next month

    @property
    def before(self) -> Self:
        """The one before it."""
        return self.containing(self.first - timedelta(days=1), self.span)

    def bounds(self, zone: tzinfo) -> tuple[float, float]:
        """When it begins and ends in a time zone, in unix seconds."""
        begin, end = (
            datetime(day.year, day.month, day.day, tzinfo=zone).timestamp() for day in (self.first, self.end)
        )
        return begin, end


class PlayedMatch(NamedTuple):
    """A match that has a result."""

    match_id: int
    category: Category
    first_id: int | None
    """None: the computer; `DELETED_USER`: somebody who has erased their data."""
    second_id: int | None
    level: str | None
    """The computer's; None between two people."""
    winner: Side | None
    ended_at: float
    rated: str | None
    """As `data.model.match_rating` writes it; None if it is not rated."""
    is_hidden: bool
    """Whether its players are not named to each other: each has a board in another place."""
    is_unplayed: bool
    """Whether it was forfeited before both had moved."""

    def user_of(self, side: Side) -> int | None:
        """Who plays a side."""
        return self.first_id if side is Side.FIRST else self.second_id

    def side_of(self, user_id: int) -> Side:
        """The side of one of its players."""
        return Side.FIRST if self.first_id == user_id else Side.SECOND

    def score_of(self, side: Side) -> float:
        """A side's result: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner is side)

    @property
    def people(self) -> Sequence[int]:
        """Its players who can be named."""
        seats = (self.first_id, self.second_id)
        return [user_id for user_id in seats if user_id is not None and user_id != DELETED_USER]


class NotableWin(NamedTuple):
    """The rated win against the opponent with the highest rating."""

    winner_id: int
    loser_id: int
    standing: Standing
    """The loser's, before the match."""


class Streak(NamedTuple):
    """Wins one after the other."""

    user_id: int
    wins: int


class PlayedMove(NamedTuple):
    """A move in a position of the opening."""

    match_id: int
    position: int
    move: str
    first: str
    """The match's first move, as it was played."""


@dataclass(frozen=True, slots=True)
class PersonRecap:
    """A person's matches of a period."""

    user_id: int
    results: Mapping[Category, Tally] = field(default_factory=dict)
    """Of all matches, also against the computer, the category played most first."""
    opponents: int = 0
    """How many people they have met."""
    rivals: Sequence[tuple[int, Tally]] = ()
    """The people met most, and the results against them."""
    best_win: NotableWin | None = None
    beaten: frozenset[tuple[Category, str]] = frozenset()
    """The levels of the computer that they have beaten."""
    streak: Streak | None = None
    """The longest, against people; of somebody who has met none, against the computer."""

    @property
    def total(self) -> Tally:
        """All results together."""
        return _sum(self.results.values())


@dataclass(frozen=True, slots=True)
class ServerRecap:
    """A server's matches of a period."""

    counts: Mapping[Category, int] = field(default_factory=dict)
    """How many matches of each category were played, that with most of them first."""
    people: int = 0
    """How many people have played."""
    most_active: Sequence[tuple[int, int]] = ()
    """Who has played most, and how many matches."""
    rivals: Sequence[tuple[tuple[int, int], int]] = ()
    """The pairs who have met most, and how often."""
    best_win: NotableWin | None = None
    streak: Streak | None = None
    """The longest against people."""

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return sum(self.counts.values())


def recap_of_person(user_id: int, played: Sequence[PlayedMatch]) -> PersonRecap:
    """What a person's matches come to; they are in the order in which they ended."""
    results: dict[Category, Tally] = {}
    rivals: dict[int, Tally] = {}
    met = set[int]()
    for match in played:
        score = match.score_of(match.side_of(user_id))
        results[match.category] = results.get(match.category, Tally()).plus(score)
        for other in match.people:
            if other != user_id:
                met.add(other)
            if other != user_id and not match.is_hidden:
                rivals[other] = rivals.get(other, Tally()).plus(score)
    among_people = [candidate for candidate in played if candidate.level is None]
    streaks = _longest_streaks(among_people or played)
    return PersonRecap(
        user_id,
        dict(sorted(results.items(), key=lambda item: -item[1].matches)),
        len(met),
        sorted(rivals.items(), key=lambda item: -item[1].matches)[:MAX_NAMED],
        _best_win(candidate for candidate in among_people if candidate.winner is candidate.side_of(user_id)),
        frozenset(_beaten(user_id, played)),
        next((streak for streak in streaks if streak.user_id == user_id), None),
    )


def recap_of_server(played: Sequence[PlayedMatch]) -> ServerRecap:
    """What a server's matches come to; they are in the order in which they ended."""
    active, pairs, named = Counter[int](), Counter[tuple[int, int]](), set[int]()
    among_people = []
    for match in played:
        people = match.people
        active.update(people)
        if match.is_hidden:  # it counts, but its players do not know each other
            continue
        named.update(people)
        if match.level is None:
            among_people.append(match)
            if len(people) == len(Side):
                pairs[min(people), max(people)] += 1
    streaks = _longest_streaks(among_people)
    return ServerRecap(
        dict(Counter(counted.category for counted in played).most_common()),
        len(active),
        [item for item in active.most_common() if item[0] in named][:MAX_NAMED],
        pairs.most_common(MAX_NAMED - 1),
        _best_win(among_people),
        max(streaks, key=lambda streak: streak.wins, default=None),
    )


def _sum(tallies: Iterable[Tally]) -> Tally:
    return Tally(*map(sum, zip(Tally(), *tallies, strict=True)))


def _best_win(played: Iterable[PlayedMatch]) -> NotableWin | None:
    """The best rated win; one against a provisional rating only if there is no other."""
    best: NotableWin | None = None
    for match in played:
        if match.winner is None or match.rated is None or match.is_hidden:
            continue
        winner_id, loser_id = match.user_of(match.winner), match.user_of(match.winner.other)
        rating, loser = MatchRating.read(match.rated), match.winner.other
        standing = rating.before(loser)
        if standing is None or rating.after(loser) is None or not winner_id or not loser_id:
            continue
        win = NotableWin(winner_id, loser_id, standing)
        if best is None or _greatness(win) >= _greatness(best):  # of equal ones the latest
            best = win
    return best


def _greatness(win: NotableWin) -> tuple[bool, int]:
    return not win.standing.is_provisional, win.standing.value


def _beaten(user_id: int, played: Iterable[PlayedMatch]) -> Iterator[tuple[Category, str]]:
    for match in played:
        if match.level is not None and match.winner is match.side_of(user_id):
            yield match.category, match.level


def _longest_streaks(played: Iterable[PlayedMatch]) -> list[Streak]:
    """The longest streak of each person, of at least `MIN_STREAK` wins."""
    now, best = dict[int, int](), dict[int, int]()
    for match in played:
        if match.is_unplayed:
            continue
        for side, user_id in ((Side.FIRST, match.first_id), (Side.SECOND, match.second_id)):
            if user_id is None or user_id == DELETED_USER:
                continue
            if match.winner is side:
                now[user_id] = wins = now.get(user_id, 0) + 1
                if wins > best.get(user_id, 0):
                    best[user_id] = wins
            else:
                now[user_id] = 0
    return [Streak(winner_id, length) for winner_id, length in best.items() if length >= MIN_STREAK]
