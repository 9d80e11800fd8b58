"""How a person has done in matches against people, as their profile shows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    func,
    literal,
    select,
    true,
    union_all,
)

from data.engine.database import Database
from data.model.accuracy import MIN_MOVES, is_rough
from data.model.match import CHALLENGE_REASON, DELETED_USER, MatchState
from data.model.match_rating import MatchRating, Standing
from data.model.rating_categories import Category, category_of, game_of
from data.model.reasons import CALLED_OFF, NO_RESULT
from data.model.tournament import Result
from data.ratings.changes import read_ratings
from data.ratings.counted_matches import (
    corrected_results,
    has_result,
    is_forfeit_without_play,
    moves_in_openings,
)
from data.ratings.leaderboard import of_variant
from data.ratings.values import PersonRating
from data.tables.conditions import Scope, has_own_boards, of_person
from data.tables.matches import accuracies, matches, moves
from data.tables.ratings import rated_matches
from games.base import Move, Side

MAX_MATCHES = 2_000
"""The newest matches that are counted."""
MAX_RATED = 1_000
"""The newest rated matches on the curve."""
MAX_OPENINGS = 300
"""The newest matches of a category whose openings are counted."""
MAX_JUDGED = 50
"""The newest matches whose accuracy is averaged."""
MAX_LATEST = 3
"""The newest matches that are listed."""
MAX_OPPONENTS, MAX_LEVEL_OPPONENTS = 2, 6
"""The opponents who are named, and with those who were met as often as the last of them."""


_SIDES = {int(side): side for side in Side}
_WINNERS = {Result.FIRST: int(Side.FIRST), Result.SECOND: int(Side.SECOND)}
_category_of = cache(category_of)


class Tally(NamedTuple):
    """How many matches were won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def plus(self, score: float) -> Tally:
        """With one more result: 1, 0.5 or 0."""
        return Tally(self.wins + (score == 1), self.draws + (score == 0.5), self.losses + (score == 0))

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return sum(self)


class RatedAt(NamedTuple):
    """A rating just after a match."""

    at: float
    """When the match ended, in unix seconds."""
    value: float
    deviation: float


class BestWin(NamedTuple):
    """The win against the opponent with the highest rating."""

    opponent_id: int
    standing: Standing
    """The opponent's, before the match."""
    at: float


class OpeningRow(NamedTuple):
    """A move that was played in one of the positions asked about."""

    match_id: int
    position: int
    move: Move
    side: Side
    """The person's."""
    score: float
    """Theirs: 1, 0.5 or 0."""
    first: Move
    """The match's first move, as it was played; ``move`` is turned as the position in the index is."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A person in one category. What is about matches is of those in the scope that was asked about."""

    user_id: int
    category: Category
    rating: PersonRating | None = None
    curve: Sequence[RatedAt] = ()
    """The rating after each of the newest rated matches, in any server."""
    results: Mapping[Category, Tally] = field(default_factory=dict)
    """The results of all matches against people, in the order of the categories."""
    latest: Sequence[int] = ()
    """The numbers of the newest matches that have a result, also against the computer, the last first."""
    opponents: Sequence[tuple[int, Tally]] = ()
    """The people met most, and the results against them."""
    best_win: BestWin | None = None
    streak: int = 0
    """The matches won one after the other, up to now; forfeits without play neither count nor end it."""
    best_streak: int = 0
    openings: Sequence[OpeningRow] = ()
    accuracy: float | None = None
    """The mean over the newest matches that are judged, in percent."""
    judged: int = 0
    """How many these are."""
    corrected: Mapping[int, Result] = field(default_factory=dict)
    """What moderators have corrected results of tournaments to, by the numbers of the newest matches."""


class _Played(NamedTuple):
    match_id: int
    category: Category
    side: Side
    opponent_id: int
    score: float
    ended_at: float
    rated: str | None
    is_hidden: bool
    """Whether the opponent is not named."""
    is_unplayed: bool
    """Whether it was forfeited before both had moved."""


def _no_positions(_: Category) -> Collection[int]:
    return ()


class ProfileStore:
    """The profiles of all people. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(
        self,
        user_id: int,
        category: Category | None,
        scope: Scope,
        engine: int,
        positions: Callable[[Category], Collection[int]] = _no_positions,
    ) -> Profile:
        """A person's profile in a category, by default the one that they have played most in a scope.

        ``engine`` is the version of the accuracies that count. ``positions`` returns those of a
        category's openings (`data.matches.opening_index.opening_number`) in which moves are looked up.
        """

        def work(connection: Connection) -> Profile:
            every = _played(connection, user_id, scope)
            results = _results(every)
            shown = category or max(Category, key=lambda candidate: results.get(candidate, Tally()).matches)
            own = [match for match in every if match.category is shown]
            streak, best_streak = _streaks(own)
            latest = _latest(connection, user_id, shown, scope)
            accuracy, judged = _accuracy(connection, user_id, shown, scope, engine)
            return Profile(
                user_id,
                shown,
                read_ratings(connection, shown, [user_id]).get(user_id),
                _curve(connection, user_id, shown),
                results,
                latest,
                _opponents(own),
                _best_win(own),
                streak,
                best_streak,
                _openings(connection, own[-MAX_OPENINGS:], frozenset(positions(shown))),
                accuracy,
                judged,
                corrected_results(connection, latest),
            )

        return await self._database.read(work)


def _played(connection: Connection, user_id: int, scope: Scope) -> list[_Played]:
    """A person's newest matches against people that have a result, the oldest of them first."""
    counted = and_(has_result(), matches.c.level.is_(None), scope.of_matches())
    seats = [
        _of_seat(matches.c.first_id, matches.c.second_id, Side.FIRST, user_id, counted),
        _of_seat(matches.c.second_id, matches.c.first_id, Side.SECOND, user_id, counted),
    ]
    both = union_all(*seats).subquery()
    query = select(both).order_by(both.c.id.desc()).limit(MAX_MATCHES)
    rows = connection.execute(query).all()
    corrected = corrected_results(connection, [row.id for row in rows])
    played = (
        _read(row, _WINNERS.get(corrected[row.id]) if row.id in corrected else row.winner)
        for row in rows
        if corrected.get(row.id) is not Result.NOBODY
    )
    return sorted(played, key=lambda match: (match.ended_at, match.match_id))


def _read(row: Any, winner: int | None) -> _Played:
    """A match of the rows of `_of_seat`."""
    return _Played(
        row.id,
        _category_of(row.game, row.variant),
        _SIDES[row.side],
        row.opponent_id,
        0.5 if winner is None else float(winner == row.side),
        row.ended_at,
        None if row.is_hidden else row.rated,
        bool(row.is_hidden),
        bool(row.is_unplayed),
    )


def _of_seat(
    seat: ColumnElement[int],
    other: ColumnElement[int],
    side: Side,
    user_id: int,
    counted: ColumnElement[bool],
) -> Select[Any]:
    """Matches that a person has played on one side; in ``is_hidden`` ones, the opponent is not named."""
    columns = [matches.c[name] for name in ("id", "game", "variant", "winner", "ended_at", "rated")]
    is_unplayed = is_forfeit_without_play().label("is_unplayed")
    opponent = has_own_boards().label("is_hidden"), is_unplayed, other.label("opponent_id")
    return select(*columns, *opponent, literal(int(side)).label("side")).where(seat == user_id, counted)


def _results(played: Sequence[_Played]) -> dict[Category, Tally]:
    tallies: dict[Category, Tally] = {}
    for match in played:
        tallies[match.category] = tallies.get(match.category, Tally()).plus(match.score)
    return {category: tallies[category] for category in Category if category in tallies}


def _latest(connection: Connection, user_id: int, category: Category, scope: Scope) -> list[int]:
    """The newest matches in a category; of one server, those in which both players are named."""
    query = (
        select(matches.c.id)
        .where(
            of_person(user_id, (MatchState.OVER,)),
            matches.c.game == game_of(category),
            *of_variant(category),
            matches.c.teams.is_(None),
            matches.c.reason.not_in([*CALLED_OFF, NO_RESULT]),
            ~matches.c.reason.startswith(CHALLENGE_REASON, autoescape=True),
            scope.of_matches(),
            true() if scope.guild_id is None else ~has_own_boards(),
        )
        .order_by(matches.c.ended_at.desc(), matches.c.id.desc())
        .limit(MAX_LATEST)
    )
    return list(connection.execute(query).scalars())


def _opponents(played: Sequence[_Played]) -> list[tuple[int, Tally]]:
    """The opponents met most, of those who are named; of those met as often, who was met last is first."""
    tallies: dict[int, Tally] = {}
    for match in reversed(played):
        if not match.is_hidden and match.opponent_id != DELETED_USER:
            known = tallies.get(match.opponent_id, Tally())
            tallies[match.opponent_id] = known.plus(match.score)
    by_matches = sorted(tallies.items(), key=lambda item: -item[1].matches)
    if len(by_matches) <= MAX_OPPONENTS:
        return by_matches
    fewest = by_matches[MAX_OPPONENTS - 1][1].matches
    return [item for item in by_matches if item[1].matches >= fewest][:MAX_LEVEL_OPPONENTS]


def _streaks(played: Sequence[_Played]) -> tuple[int, int]:
    now = best = 0
    for match in (counted for counted in played if not counted.is_unplayed):
        now = now + 1 if match.score == 1 else 0
        best = max(best, now)
    return now, best


def _best_win(played: Sequence[_Played]) -> BestWin | None:
    """The best rated win; one against somebody with a provisional rating only if there is no other."""
    wins = []
    for match in played:
        if match.score == 1 and match.rated is not None and match.opponent_id != DELETED_USER:
            rating, other = MatchRating.read(match.rated), match.side.other
            standing = rating.before(other)
            if standing is not None and rating.after(other) is not None:
                wins.append(BestWin(match.opponent_id, standing, match.ended_at))
    return max(
        wins, key=lambda win: (not win.standing.is_provisional, win.standing.value, win.at), default=None
    )


def _curve(connection: Connection, user_id: int, category: Category) -> list[RatedAt]:
    log = rated_matches.c
    seats = (
        (log.first_id, log.first_after, log.first_deviation_after),
        (log.second_id, log.second_after, log.second_deviation_after),
    )
    of_seats = [
        select(log.ended_at, value.label("value"), deviation.label("deviation")).where(
            seat == user_id, log.category == category.value, log.unrated.is_(None)
        )
        for seat, value, deviation in seats
    ]
    both = union_all(*of_seats).subquery()
    query = select(both).order_by(both.c.ended_at.desc()).limit(MAX_RATED)
    return [RatedAt(*row) for row in connection.execute(query)][::-1]


def _openings(
    connection: Connection, played: Sequence[_Played], positions: frozenset[int]
) -> list[OpeningRow]:
    """The moves in these positions, in the order of the matches."""
    if not positions or not played:
        return []
    by_id = {match.match_id: match for match in played}
    return [
        OpeningRow(match_id, position, Move(move), by_id[match_id].side, by_id[match_id].score, Move(first))
        for match_id, position, move, first in connection.execute(moves_in_openings(sorted(by_id)))
        if position in positions
    ]


def _accuracy(
    connection: Connection, user_id: int, category: Category, scope: Scope, engine: int
) -> tuple[float | None, int]:
    """A person's mean accuracy and in how many matches, also against the computer.

    None in matches with fewer than `MIN_MOVES` moves of theirs. Where the analysis is rough there is none.
    """
    counted = and_(
        matches.c.state == MatchState.OVER,
        matches.c.game == game_of(category),
        *of_variant(category),
        matches.c.teaching.is_(False),
        matches.c.teams.is_(None),
        accuracies.c.engine == engine,
        scope.of_matches(),
    )
    seats = ((matches.c.first_id, accuracies.c.first), (matches.c.second_id, accuracies.c.second))
    of_seats = [
        select(matches.c.id, matches.c.variant, own.label("accuracy"))
        .join(accuracies, accuracies.c.match_id == matches.c.id)
        .where(seat == user_id, own.is_not(None), counted)
        for seat, own in seats
    ]
    both = union_all(*of_seats).subquery()
    plies = select(func.count()).where(moves.c.match_id == both.c.id).scalar_subquery()
    query = select(both.c.accuracy, both.c.variant, plies).order_by(both.c.id.desc()).limit(MAX_JUDGED)
    judged = [row for row in connection.execute(query) if not is_rough(game_of(category), row.variant)]
    if sum(played for _, _, played in judged) < 2 * MIN_MOVES:
        return None, 0
    return sum(accuracy for accuracy, _, _ in judged) / len(judged), len(judged)
