"""Which of several matches is the best to watch: one that is played now, by the strongest players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from data.model.match import Match
from data.model.rating_categories import Category, category_of
from data.ratings.store import RatingStore
from games.base import Side

LIVE_SECONDS = 1800.0
"""A match in which something has happened in this time counts as played now."""
_UNRATED = 1000.0
"""What a player without a rating counts as, and the computer."""

Rank = tuple[bool, bool, float, int, int]


async def best_of(matches: Collection[Match], ratings: RatingStore, now: float) -> Match | None:
    """The best match; None if there are none. Raises `data.errors.StoreError`.

    It is one that is played now, between people, by those with the highest ratings together, with the most
    moves.
    """
    people = defaultdict[Category, set[int]](set)
    for match in matches:
        people[_category(match)].update(_players(match))
    known = {category: await ratings.of_people(user_ids, category) for category, user_ids in people.items()}

    def strength_of(user_id: int, category: Category) -> float:
        rating = known[category].get(user_id)
        return rating.at(now).value if rating is not None else _UNRATED

    def rank(match: Match) -> Rank:
        strength = sum(strength_of(user_id, _category(match)) for user_id in _players(match))
        is_live = now - match.updated_at < LIVE_SECONDS
        return is_live, match.level is None, strength, match.ply, match.id

    return max(matches, key=rank, default=None)


def _category(match: Match) -> Category:
    return category_of(match.game, match.variant)


def _players(match: Match) -> list[int]:
    return [user_id for side in Side if (user_id := next(iter(match.members(side)), None)) is not None]
