"""Which match is the best to watch."""

from __future__ import annotations

from dataclasses import replace
from operator import methodcaller

from bot.match.best_match import LIVE_SECONDS, best_of
from data.model.glicko import Rating
from data.model.match import Match
from data.model.rating_categories import Category
from data.ratings.values import PersonRating
from data.tables.ratings import ratings
from tests.bot.service import ANA, BEN, CHO, Service

NOW = 2_000_000.0


async def best(made: Service, *matches: Match) -> Match | None:
    return await best_of(matches, made.store.ratings, NOW)


async def test_the_players_ratings_decide_among_matches_that_are_played_now(made: Service) -> None:
    for user, value in ((ANA, 1500.0), (BEN, 1700.0), (CHO, 1400.0)):
        row = PersonRating(user, Category.OTHELLO, Rating(value, 60.0), 20, 10, 10, NOW).row
        await made.store.database.write(methodcaller("execute", ratings.insert().values(row)))
    strong = replace(await made.people(), updated_at=NOW - 60)
    weak = replace(strong, id=90, second_id=CHO)
    unknown = replace(strong, id=91, first_id=777, second_id=778)
    computer = replace(strong, id=92, first_id=BEN, second_id=None, level="8")
    slow = replace(strong, id=93, updated_at=NOW - LIVE_SECONDS)
    other_game = replace(strong, id=94, game="go", variant="9x9-korean")
    assert await best(made, weak, strong, unknown, computer, slow, other_game) == strong
    assert await best(made, computer, unknown, slow) == unknown
    assert await best(made, computer, slow) == computer
    assert await best(made, slow) == slow
    assert await best(made) is None
