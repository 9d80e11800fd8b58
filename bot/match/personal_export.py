"""What is stored about a person, as files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime

from data.matches.guesses import Guess
from data.matches.seeks import Seek
from data.matches.votes import Vote
from data.model.race import Race, Racer
from data.model.vacation import Vacation
from data.people.store import Person
from data.puzzles.daily_puzzles import DailyAnswer
from data.ratings.values import PersonRating, RatedMatch
from data.servers.bans import Ban
from data.store import Store

MAX_BYTES = 8 * 2**20
"""A larger file is compressed: Discord accepts 10 MiB."""


Section = Callable[[Store, int], Awaitable[object]]
"""Reads a part of what is stored about a person, by user ID, as values that JSON has."""


async def settings_of(store: Store, user_id: int, now: float) -> bytes:
    """Everything about a person that is not part of a match, written at ``now`` (unix seconds), as JSON.

    Ids are text: they are larger than the numbers that many readers of JSON keep exactly. Raises
    `data.errors.StoreError`.
    """
    exported_at = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
    data: dict[str, object] = {"user_id": str(user_id), "exported_at": exported_at}
    for name, section in SECTIONS.items():
        data[name] = await section(store, user_id)
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


async def _settings(store: Store, user_id: int) -> object:
    return _without_user(await store.people.get(user_id))


async def _lesson_steps(store: Store, user_id: int) -> object:
    return dict(await store.lessons.progress(user_id))


async def _mistakes(store: Store, user_id: int) -> object:
    return [asdict(mistake) for mistake in await store.mistakes.of_person(user_id)]


async def _conditional_moves(store: Store, user_id: int) -> object:
    stored = await store.conditional_moves.of_person(user_id)
    return [{"match_id": moves.match_id, "lines": moves.lines} for moves in stored]


async def _tournaments(store: Store, user_id: int) -> object:
    return [asdict(entry) for entry in await store.tournaments.entries(user_id)]


async def _tournaments_created(store: Store, user_id: int) -> object:
    created = await store.tournaments.created_by(user_id)
    return [{**asdict(tournament), "guild_id": str(tournament.guild_id)} for tournament in created]


async def _rank_roles(store: Store, user_id: int) -> object:
    ranks = await store.rank_roles.of_person(user_id)
    return [{"server": str(rank.guild_id), "role": str(rank.role_id)} for rank in ranks]


async def _vacation(store: Store, user_id: int) -> object:
    return _without_user(await store.vacations.get(user_id))


async def _seeks(store: Store, user_id: int) -> object:
    return [_without_user(seek) for seek in await store.seeks.of_person(user_id)]


async def _votes(store: Store, user_id: int) -> object:
    return [_without_user(vote) for vote in await store.votes.of_person(user_id)]


async def _guesses(store: Store, user_id: int) -> object:
    return [_without_user(guess) for guess in await store.guesses.of_person(user_id)]


async def _races(store: Store, user_id: int) -> object:
    return [_race(race, racer) for race, racer in await store.races.of_person(user_id)]


async def _storm_bests(store: Store, user_id: int) -> object:
    return [asdict(best) for best in await store.races.bests(user_id)]


async def _puzzles(store: Store, user_id: int) -> object:
    return [asdict(attempt) for attempt in await store.puzzles.attempts(user_id)]


async def _puzzle_ratings(store: Store, user_id: int) -> object:
    return [asdict(standing) for standing in (await store.puzzles.standings(user_id)).values()]


async def _daily_puzzles(store: Store, user_id: int) -> object:
    answers = await store.daily_puzzles.of_person(user_id)
    return [{**_without_user(answer), "guild_id": str(answer.guild_id)} for answer in answers]


async def _daily_puzzle_chosen_in(store: Store, user_id: int) -> object:
    return [str(guild_id) for guild_id in await store.daily_puzzles.chosen_by(user_id)]


async def _blocked(store: Store, user_id: int) -> object:
    return [str(blocked_id) for blocked_id in await store.blocks.of(user_id)]


async def _bans(store: Store, user_id: int) -> object:
    return [_ban(ban) for ban in await store.bans.of_person(user_id)]


async def _ratings(store: Store, user_id: int) -> object:
    return [_rating(rating) for rating in (await store.ratings.of_person(user_id)).values()]


async def _rated_matches(store: Store, user_id: int) -> object:
    return [_rated_match(match, user_id) for match in await store.ratings.history(user_id)]


SECTIONS: Mapping[str, Section] = {
    "settings": _settings,
    "lesson_steps": _lesson_steps,
    "mistakes": _mistakes,
    "conditional_moves": _conditional_moves,
    "tournaments": _tournaments,
    "tournaments_created": _tournaments_created,
    "rank_roles": _rank_roles,
    "vacation": _vacation,
    "seeks": _seeks,
    "votes": _votes,
    "guesses": _guesses,
    "races": _races,
    "storm_bests": _storm_bests,
    "puzzles": _puzzles,
    "puzzle_ratings": _puzzle_ratings,
    "daily_puzzles": _daily_puzzles,
    "daily_puzzle_chosen_in": _daily_puzzle_chosen_in,
    "blocked": _blocked,
    "bans": _bans,
    "ratings": _ratings,
    "rated_matches": _rated_matches,
}
"""The parts of the file in their order."""


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
        "server_race_week": race.week,
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
    change = match.of(match.side_of(user_id))
    return {
        "match": match.match_id,
        "category": match.category,
        "ended_at": match.ended_at,
        "not_rated_because": match.unrated,
        "rating_before": change.before if change else None,
        "rating_after": change.after if change else None,
    }


def fitting(name: str, content: bytes) -> tuple[str, bytes]:
    """The file's name and content as Discord accepts them: compressed if it is large."""
    return (name, content) if len(content) <= MAX_BYTES else (f"{name}.gz", gzip.compress(content))
