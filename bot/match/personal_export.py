"""What is stored about a person, as files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from data.matches.conditional_moves import ConditionalMoves
from data.matches.guesses import Guess
from data.matches.seeks import Seek
from data.matches.votes import Vote
from data.model.race import Race, Racer, StormBest
from data.model.tournament import Created
from data.model.vacation import Vacation
from data.people.store import Person
from data.puzzles.attempts import PuzzleAttempt, PuzzleStanding
from data.puzzles.daily_puzzles import DailyAnswer
from data.puzzles.mistakes import Mistake
from data.ratings.values import PersonRating, RatedMatch
from data.servers.bans import Ban
from data.servers.rank_roles import RankMember
from data.store import Store
from data.tournaments.store import Entry

MAX_BYTES = 8 * 2**20
"""A larger file is compressed: Discord accepts 10 MiB."""


async def settings_of(store: Store, user_id: int, now: float) -> bytes:
    """`settings_file` of what a store has about a person. Raises `data.errors.StoreError`."""
    person, lessons = await store.people.get(user_id), await store.lessons.progress(user_id)
    mistakes, blocked = await store.mistakes.of_person(user_id), await store.blocks.of(user_id)
    ratings, rated = await store.ratings.of_person(user_id), await store.ratings.history(user_id)
    conditional = await store.conditional_moves.of_person(user_id)
    vacation, bans = await store.vacations.get(user_id), await store.bans.of_person(user_id)
    entries = await store.tournaments.entries(user_id)
    seeks, votes = await store.seeks.of_person(user_id), await store.votes.of_person(user_id)
    ranks = await store.rank_roles.of_person(user_id)
    own = person, lessons, mistakes, conditional, vacation, seeks, votes, blocked, bans
    puzzles, standings = await store.puzzles.attempts(user_id), await store.puzzles.standings(user_id)
    daily, chosen = await store.daily_puzzles.of_person(user_id), await store.daily_puzzles.chosen_by(user_id)
    created, guesses = await store.tournaments.created_by(user_id), await store.guesses.of_person(user_id)
    races, bests = await store.races.of_person(user_id), await store.races.bests(user_id)
    done = ranks, puzzles, standings.values(), daily, created, chosen, guesses, races, bests
    return settings_file(*own, ratings.values(), rated, entries, *done, now)


def settings_file(
    person: Person,
    lessons: Mapping[str, int],
    mistakes: Sequence[Mistake],
    conditional: Sequence[ConditionalMoves],
    vacation: Vacation,
    seeks: Sequence[Seek],
    votes: Sequence[Vote],
    blocked: Sequence[int],
    bans: Sequence[Ban],
    ratings: Iterable[PersonRating],
    rated: Iterable[RatedMatch],
    entries: Sequence[Entry],
    ranks: Sequence[RankMember],
    puzzles: Sequence[PuzzleAttempt],
    puzzle_ratings: Iterable[PuzzleStanding],
    daily: Sequence[DailyAnswer],
    created: Sequence[Created],
    daily_servers: Sequence[int],
    guesses: Sequence[Guess],
    races: Sequence[tuple[Race, Racer]],
    storm_bests: Sequence[StormBest],
    now: float,
) -> bytes:
    """Everything about a person that is not part of a match, written at ``now`` (unix seconds).

    Ids are text: they are larger than the numbers that many readers of JSON keep exactly.
    """
    data = {
        "user_id": str(person.user_id),
        "exported_at": datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds"),
        "settings": _without_user(person),
        "lesson_steps": dict(lessons),
        "mistakes": [asdict(mistake) for mistake in mistakes],
        "conditional_moves": [{"match_id": moves.match_id, "lines": moves.lines} for moves in conditional],
        "tournaments": [asdict(entry) for entry in entries],
        "tournaments_created": [
            {**asdict(tournament), "guild_id": str(tournament.guild_id)} for tournament in created
        ],
        "rank_roles": [{"server": str(rank.guild_id), "role": str(rank.role_id)} for rank in ranks],
        "vacation": _without_user(vacation),
        "seeks": [_without_user(seek) for seek in seeks],
        "votes": [_without_user(vote) for vote in votes],
        "guesses": [_without_user(guess) for guess in guesses],
        "races": [_race(race, racer) for race, racer in races],
        "storm_bests": [asdict(best) for best in storm_bests],
        "puzzles": [asdict(attempt) for attempt in puzzles],
        "puzzle_ratings": [asdict(standing) for standing in puzzle_ratings],
        "daily_puzzles": [_daily(answer) for answer in daily],
        "daily_puzzle_chosen_in": [str(guild_id) for guild_id in daily_servers],
        "blocked": [str(user_id) for user_id in blocked],
        "bans": [_ban(ban) for ban in bans],
        "ratings": [_rating(rating) for rating in ratings],
        "rated_matches": [_rated_match(rated_match, person.user_id) for rated_match in rated],
    }
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def _daily(answer: DailyAnswer) -> dict[str, object]:
    return {**_without_user(answer), "guild_id": str(answer.guild_id)}


def _ban(ban: Ban) -> dict[str, object]:
    """A ban, without the moderator, who is another person."""
    return {
        "server": str(ban.guild_id),
        "until": ban.until,
        "reason": ban.reason,
        "banned_at": ban.banned_at,
    }


def _race(race: Race, racer: Racer) -> dict[str, object]:
    """A race or storm of a person, without what the others did."""
    return {
        "guild_id": race.guild_id and str(race.guild_id),
        "channel_id": race.channel_id and str(race.channel_id),
        **{name: getattr(race, name) for name in ("game", "starts_at", "ends_at")},
        "is_creator": race.creator_id == racer.user_id,
        "joined_at": racer.joined_at,
        "answers": [asdict(answer) for answer in racer.answers],
    }


def _without_user(record: Person | Vacation | Seek | Vote | Guess | DailyAnswer) -> dict[str, object]:
    return {name: value for name, value in asdict(record).items() if name != "user_id"}


def _rating(standing: PersonRating) -> dict[str, object]:
    """A rating after its last match."""
    counts = {
        "matches": standing.matches,
        "wins": standing.wins,
        "losses": standing.losses,
        "rated_at": standing.rated_at,
    }
    last = {
        "rating": standing.last.value,
        "deviation": standing.last.deviation,
        "volatility": standing.last.volatility,
    }
    return {"category": standing.category, **last, **counts}


def _rated_match(match: RatedMatch, user_id: int) -> dict[str, object]:
    """A match that was agreed to be rated, as its player sees it."""
    mine = match.of(match.side_of(user_id))
    return {
        "match": match.match_id,
        "category": match.category,
        "ended_at": match.ended_at,
        "not_rated_because": match.unrated,
        "rating_before": mine.before if mine else None,
        "rating_after": mine.after if mine else None,
    }


def fitting(name: str, content: bytes) -> tuple[str, bytes]:
    """The file's name and content as Discord accepts them: compressed if it is large."""
    return (name, content) if len(content) <= MAX_BYTES else (f"{name}.gz", gzip.compress(content))
