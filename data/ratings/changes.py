"""Rating a match, in the very transaction that ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from data.engine.readable_rows import RowReader
from data.engine.upserts import insert_or_ignore
from data.model.fair_play import DAY, MONTH, WEEK, Circumstances, Ended, ended, why_unrated
from data.model.glicko import PROVISIONAL_DEVIATION, Rating, rated_pair
from data.model.match import Match
from data.model.match_rating import MatchRating, Standing, Unrated
from data.model.rating_categories import Category, advantage, category_of, game_of
from data.ratings.values import (
    PERSON_RATINGS,
    RATED_MATCHES,
    SIDE_COLUMNS,
    PersonRating,
    RatedMatch,
    RatedSide,
    side_values,
)
from data.tables.ratings import rated_matches, ratings
from games.base import Side

_MAX_OF_PAIR = 500
"""How many matches of a pair the rules look at."""

_PEOPLE = select(ratings).where(
    ratings.c.category == bindparam("category"), ratings.c.user_id.in_(bindparam("ids", expanding=True))
)
_LOCKED = _PEOPLE.order_by(ratings.c.user_id).with_for_update()
_UPDATE = update(ratings).where(
    ratings.c.user_id == bindparam("of_user"), ratings.c.category == bindparam("of_category")
)
_LOG = insert(rated_matches)


def ratings_before(
    connection: Connection, game: str, variant: str, seats: Sequence[int | None], now: float
) -> MatchRating:
    """The ratings of the players who have agreed to a match, or are asked to; None sits on an open seat."""
    category = category_of(game, variant)
    known = read_ratings(connection, category, [user_id for user_id in seats if user_id is not None])
    first, second = (_standing(known, user_id, now) for user_id in seats)
    return MatchRating(first, second)


def _standing(known: Mapping[int, PersonRating], user_id: int | None, now: float) -> Standing | None:
    if user_id is None:
        return None
    return Standing.of(known[user_id].at(now) if user_id in known else Rating())


def read_ratings(connection: Connection, category: Category, ids: Sequence[int]) -> dict[int, PersonRating]:
    """The ratings that people have in a category, by person."""
    rows = connection.execute(_PEOPLE, {"category": category, "ids": list(ids)})
    return {person.user_id: person for person in PERSON_RATINGS.all(rows)}


def rate(
    connection: Connection, match: Match, agreed: MatchRating, seconds_since_outage: float | None
) -> MatchRating:
    """Rate a match that is over, unless a rule of fair play forbids it, and log that."""
    this, category = ended(match), category_of(match.game, match.variant)
    # Most reasons need no earlier matches, and so neither a lock nor a query.
    reason = why_unrated(match, Circumstances(seconds_since_outage=seconds_since_outage))
    if reason is not None:
        return _unrated(connection, match, agreed, reason)
    # Matches of these people that end at the same moment are seen below, because they wait for this lock.
    players = _lock(connection, category, this)
    people = {player.user_id: player.at(this.ended_at) for player in players}
    known = _circumstances(connection, category, this, people, seconds_since_outage)
    reason = why_unrated(match, known)
    if reason is not None:
        return _unrated(connection, match, agreed, reason)
    return _rated(connection, match, players)


def _unrated(connection: Connection, match: Match, agreed: MatchRating, reason: Unrated) -> MatchRating:
    """Log that a match that is over changes no rating, and why."""
    connection.execute(_LOG, {**_log_values(match), "unrated": reason})
    return agreed.without_effect(reason)


def _rated(connection: Connection, match: Match, players: tuple[PersonRating, PersonRating]) -> MatchRating:
    """Store and log what a match that is over changes in the ratings of its players, which are locked."""
    first, second = players
    log = _log_values(match)
    first_before, second_before = first.at(log["ended_at"]), second.at(log["ended_at"])
    score = 0.5 if match.winner is None else float(match.winner is Side.FIRST)
    ahead = advantage(match.game, match.variant, first_before.value, second_before.value)
    first_after, second_after = rated_pair(first_before, second_before, score, ahead)
    _store(connection, one_more(first, first_after, score, log["ended_at"]))
    _store(connection, one_more(second, second_after, 1 - score, log["ended_at"]))
    sides = side_values("first", first_before, first_after) | side_values(
        "second", second_before, second_after
    )
    connection.execute(_LOG, {**log, **sides})
    return MatchRating(
        Standing.of(first_before),
        Standing.of(second_before),
        Standing.of(first_after),
        Standing.of(second_after),
    )


def _log_values(match: Match) -> dict[str, Any]:
    """The columns of the log that say which match it was and how it went, without the ratings."""
    this = ended(match)
    return {
        "match_id": match.id,
        "category": category_of(match.game, match.variant),
        "variant": match.variant,
        "first_id": this.first_id,
        "second_id": this.second_id,
        "winner": match.winner,
        "ended_at": this.ended_at,
        "plies": this.plies,
        "opening": this.opening,
        "resigned": this.resigned,
    }


def take_back(connection: Connection, match_id: int) -> None:
    """Take back what a match has changed in the ratings of its players, if it was rated, and log that.

    Each loses the points that it gave. How certain a rating is stays, and so do the ratings of the matches
    since then: `data.ratings.rerating` computes all of them again without it.
    """
    match = _locked_log(connection, match_id)
    if match is None:
        return
    seats = _seats(match)
    for person in _locked_people(connection, match.category, seats):
        side, score = seats[person.user_id]
        _store_or_delete(connection, one_less(person, side.after - side.before, score))
    _update_log(connection, match_id, {"unrated": Unrated.VOIDED, **dict.fromkeys(SIDE_COLUMNS)})


def correct(connection: Connection, match_id: int, winner: Side | None) -> MatchRating | None:
    """Rate a match by another result, if it was rated, and log that; returns its ratings.

    Each player gains what this result would have given at the time, instead of what the first result gave. As
    in `take_back`, how certain a rating is stays, and so do the ratings of the matches since then.
    """
    match = _locked_log(connection, match_id)
    if match is None or match.first is None or match.second is None:
        return None
    first, second = _sides_after(match, match.first, match.second, winner)
    before, after = _seats(match), _seats(replace(match, winner=winner, first=first, second=second))
    for person in _locked_people(connection, match.category, before):
        side, score = before[person.user_id]
        without = one_less(person, side.after - side.before, score)
        side, score = after[person.user_id]
        rating = without.last.shifted(side.after - side.before)
        _store(connection, one_more(without, rating, score, person.rated_at))
    values = {"winner": winner, "first_after": first.after, "second_after": second.after}
    _update_log(connection, match_id, values)
    return MatchRating(
        first.standing_before, second.standing_before, first.standing_after, second.standing_after
    )


def _locked_log(connection: Connection, match_id: int) -> RatedMatch | None:
    """A match in the log, locked until the transaction ends; None if it was not rated."""
    log = rated_matches.c.match_id == match_id
    match = RATED_MATCHES.first(connection.execute(select(rated_matches).where(log).with_for_update()))
    return None if match is None or match.first is None or match.second is None else match


def _update_log(connection: Connection, match_id: int, values: Mapping[str, object]) -> None:
    connection.execute(update(rated_matches).where(rated_matches.c.match_id == match_id).values(values))


def _locked_people(connection: Connection, category: Category, ids: Iterable[int]) -> list[PersonRating]:
    """The ratings that people have, locked in the order of their ids until the transaction ends."""
    return PERSON_RATINGS.all(connection.execute(_LOCKED, {"category": category, "ids": sorted(ids)}))


def _seats(match: RatedMatch) -> dict[int, tuple[RatedSide, float]]:
    """The ratings and the scores of the players of a match, by person."""
    seats = (match.first_id, match.first, match.score), (match.second_id, match.second, 1 - match.score)
    return {user_id: (side, score) for user_id, side, score in seats if side is not None}


def _sides_after(
    match: RatedMatch, first: RatedSide, second: RatedSide, winner: Side | None
) -> tuple[RatedSide, RatedSide]:
    """Both sides of a match with the values that another result gives. No volatility is in the log."""
    before = [Rating(side.before, side.deviation_before) for side in (first, second)]
    ahead = advantage(game_of(match.category), match.variant, first.before, second.before)
    score = replace(match, winner=winner).score
    after = rated_pair(before[0], before[1], score, ahead)
    return replace(first, after=after[0].value), replace(second, after=after[1].value)


def one_less(person: PersonRating, gained: float, score: float) -> PersonRating:
    """A person's rating without a match in which they have gained so many points."""
    return replace(
        person,
        last=replace(person.last, value=person.last.value - gained),
        matches=person.matches - 1,
        wins=person.wins - (score == 1),
        losses=person.losses - (score == 0),
    )


def one_more(person: PersonRating, rating: Rating, score: float, now: float) -> PersonRating:
    """A person's rating after one more match."""
    return replace(
        person,
        last=rating,
        matches=person.matches + 1,
        wins=person.wins + (score == 1),
        losses=person.losses + (score == 0),
        rated_at=max(now, person.rated_at),
    )


def _circumstances(
    connection: Connection,
    category: Category,
    this: Ended,
    people: Mapping[int, Rating],
    seconds_since_outage: float | None,
) -> Circumstances:
    """What the rules know of earlier matches; ``people`` are both players with their ratings now."""
    log, pair = rated_matches.c, list(this.pair)
    of_pair = and_(log.first_id.in_(pair), log.second_id.in_(pair))
    of_either = or_(log.first_id.in_(pair), log.second_id.in_(pair))
    newest = _earlier(category).order_by(log.ended_at.desc()).limit(_MAX_OF_PAIR)
    return Circumstances(
        _read(connection, newest.where(of_pair)),
        _read(connection, _earlier(category).where(of_either, log.ended_at > this.ended_at - WEEK)),
        _unproven_wins(connection, category, this),
        _provisional_wins(connection, category, this, people),
        seconds_since_outage,
    )


def _unproven_wins(connection: Connection, category: Category, this: Ended) -> int:
    """`Circumstances.unproven_wins`."""
    winner, loser = this.winner_id, this.loser_id
    if winner is None or loser is None:
        return 0
    if connection.execute(select(_is_proven(literal(loser), winner, category))).scalar_one():
        return 0
    log = rated_matches.c
    beaten = case((_won_as_first(winner), log.second_id), else_=log.first_id)
    count = _wins(category, winner, this.ended_at - MONTH).where(~_is_proven(beaten, winner, category))
    return connection.execute(count).scalar_one()


def _provisional_wins(
    connection: Connection, category: Category, this: Ended, people: Mapping[int, Rating]
) -> int:
    """`Circumstances.provisional_wins`."""
    winner, loser = this.winner_id, this.loser_id
    if winner is None or loser is None or not people[loser].is_provisional:
        return 0
    log = rated_matches.c
    deviation = case((_won_as_first(winner), log.second_deviation_before), else_=log.first_deviation_before)
    count = _wins(category, winner, this.ended_at - DAY).where(deviation > PROVISIONAL_DEVIATION)
    return connection.execute(count).scalar_one()


def _won_as_first(winner: int) -> ColumnElement[bool]:
    """Whether a person moved first in a match of the log, and won."""
    return and_(rated_matches.c.first_id == winner, rated_matches.c.winner == 1)


def _wins(category: Category, winner: int, since: float) -> Select[int]:
    """Counts a person's rated wins since a moment."""
    log = rated_matches.c
    is_won = or_(_won_as_first(winner), and_(log.second_id == winner, log.winner == 2))
    return select(func.count()).where(
        log.category == category.value, log.unrated.is_(None), log.ended_at > since, is_won
    )


def _is_proven(person: ColumnElement[int], winner: int, category: Category) -> ColumnElement[bool]:
    """Whether a person has a rated match with somebody else than ``winner``, or has beaten them."""
    other = rated_matches.alias().c
    as_first = and_(other.first_id == person, or_(other.second_id != winner, other.winner == 1))
    as_second = and_(other.second_id == person, or_(other.first_id != winner, other.winner == 2))
    return exists().where(other.category == category.value, other.unrated.is_(None), or_(as_first, as_second))


def _earlier(category: Category) -> Select[tuple[object, ...]]:
    return select(rated_matches).where(
        rated_matches.c.category == category.value, rated_matches.c.unrated.is_(None)
    )


def _read(connection: Connection, query: Select[tuple[object, ...]]) -> list[Ended]:
    return _ENDED.all(connection.execute(query))


def _ended_from(row: Row[Any]) -> Ended:
    return Ended(
        row.first_id,
        row.second_id,
        {None: None, 1: row.first_id, 2: row.second_id}[row.winner],
        row.ended_at,
        row.plies,
        row.opening,
        row.resigned,
    )


_ENDED = RowReader(rated_matches.columns, _ended_from, hashes=("opening",))


def _lock(connection: Connection, category: Category, this: Ended) -> tuple[PersonRating, PersonRating]:
    """The ratings of both players, locked until the transaction ends; newcomers get theirs.

    Both are locked in the order of their ids, so that two transactions never wait for each other.
    """
    ids = sorted(this.pair)
    for user_id in ids:
        insert_or_ignore(connection, ratings, PersonRating.newcomer(user_id, category, this.ended_at).row)
    rows = connection.execute(_LOCKED, {"category": category, "ids": ids})
    locked = {person.user_id: person for person in PERSON_RATINGS.all(rows)}
    for user_id in {*ids} - {*locked}:  # what cannot be read is replaced
        locked[user_id] = PersonRating.newcomer(user_id, category, this.ended_at)
        replace_ratings(connection, [locked[user_id]])
    return locked[this.first_id], locked[this.second_id]


def replace_ratings(connection: Connection, people: Iterable[PersonRating]) -> None:
    """Store ratings, whether there are such already or not."""
    for person in people:
        key = ratings.c.user_id == person.user_id, ratings.c.category == person.category.value
        connection.execute(delete(ratings).where(*key))
        connection.execute(insert(ratings), person.row)


def _store_or_delete(connection: Connection, person: PersonRating) -> None:
    """Store a rating that was stored before; without a match behind it, it is deleted."""
    if person.matches > 0:
        _store(connection, person)
        return
    key = ratings.c.user_id == person.user_id, ratings.c.category == person.category.value
    connection.execute(delete(ratings).where(*key))


def _store(connection: Connection, person: PersonRating) -> None:
    """Store a rating in place of the one that is stored."""
    changed = {name: value for name, value in person.row.items() if name not in ("user_id", "category")}
    key = {"of_user": person.user_id, "of_category": person.category.value}
    connection.execute(_UPDATE.values(changed), key)
