"""Reading ratings: of a person, of several, and of a category."""

from __future__ import annotations

import pytest

from data.model.accuracy import SideMoves
from data.model.match_rating import MatchRating, Standing, Unrated
from data.model.rating_categories import Category
from data.store import Store
from games.base import Outcome, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin

MOVES = "d3 c3 c4 c5 b4 d2 e2 f4 d6 c6"


async def won(store: Store, begin: Begin, winner: int, loser: int, last: str) -> None:
    match = await begin(f"{MOVES} {last}", is_rated=True, first_id=winner, second_id=loser)
    await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))


@pytest.fixture
async def three(store: Store, begin: Begin, clock: Clock) -> Store:
    """Anna has won against Bora, and ten days later twice against Chul."""
    await won(store, begin, ANNA, BORA, "f3")
    clock.now += 10 * 86_400
    await won(store, begin, ANNA, CHUL, "f3")
    await won(store, begin, ANNA, CHUL, "f6")
    return store


async def test_the_highest_is_first(three: Store, clock: Clock) -> None:
    found = await three.ratings.of_category(Category.OTHELLO)
    assert found[0].user_id == ANNA and len(found) == 3
    assert [one.last.value for one in found] == sorted((one.last.value for one in found), reverse=True)
    assert await three.ratings.of_category(Category.GO) == []


async def test_a_category_can_be_limited(three: Store, clock: Clock) -> None:
    ratings = three.ratings
    by_matches = await ratings.of_category(Category.OTHELLO, least_matches=2)
    assert [one.user_id for one in by_matches] == [ANNA, CHUL]
    recent = await ratings.of_category(Category.OTHELLO, played_since=clock.now - 86_400)
    assert [one.user_id for one in recent] == [ANNA, CHUL]
    assert len(await ratings.of_category(Category.OTHELLO, limit=1)) == 1


async def test_ratings_of_people(three: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.ratings.store._MAX_IDS", 1)
    found = await three.ratings.of_people([ANNA, BORA, 77], Category.OTHELLO)
    assert set(found) == {ANNA, BORA} and found[ANNA].matches == 3
    assert list(await three.ratings.of_person(ANNA)) == [Category.OTHELLO]
    assert await three.ratings.of_person(77) == {}


async def test_a_history_has_the_newest_matches_in_order(three: Store) -> None:
    history = await three.ratings.history(ANNA, Category.OTHELLO)
    values = [one.first.after for one in history if one.first is not None]
    assert len(values) == 3 and values == sorted(values)
    assert await three.ratings.history(ANNA, limit=2) == history[1:]
    assert await three.ratings.history(ANNA, Category.GO) == []


async def test_results_against_levels_are_the_latest_that_say_something(
    store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.ratings.store._MAX_IN_CATEGORY", 2)
    lost, drawn = Outcome(Side.SECOND, "outcome.resigned"), Outcome(None, "outcome.agreed")
    for level, outcome, changes in (
        ("1", lost, {}),
        ("2", lost, {"first_id": None, "second_id": ANNA}),
        ("3", drawn, {}),
        ("4", drawn, {"teaching": True}),
        ("5", Outcome(None, "outcome.aborted"), {}),
    ):
        seats = {"second_id": None, "level": level, **changes}
        match = await begin("d3", **seats)
        await store.matches.finish(match.id, match.position_id, outcome)
        if level == "2":
            sides = SideMoves(90.0, (-1.0,)), SideMoves(80.0, (-20.25, -3.5))
            await store.analyses.store_sides(match.id, 1, *sides)
    results = await store.ratings.against_levels(ANNA)
    assert [result.likelihoods for result in results[Category.OTHELLO]] == [(), (-20.25, -3.5)]
    assert [*results] == [Category.OTHELLO]
    assert [(result.level, result.score) for result in results[Category.OTHELLO]] == [("3", 0.5), ("2", 1.0)]
    assert {result.variant for result in results[Category.OTHELLO]} == {"8x8"}
    assert await store.ratings.against_levels(BORA) == {}


@pytest.mark.parametrize(
    "rating",
    [
        MatchRating(Standing(1540, 90), None),
        MatchRating(Standing(1540, 90), Standing(-3, 45), Standing(1552, 85), Standing(-8, 45)),
        MatchRating(Standing(1500, 350), Standing(1500, 350), unrated=Unrated.DAILY_LIMIT),
    ],
)
def test_the_text_of_a_rating_says_all(rating: MatchRating) -> None:
    assert MatchRating.read(rating.text) == rating


@pytest.mark.parametrize("text", ["", "1540~90", "1540~90 1~x", "? ? nonsense", "1540 1540"])
def test_other_texts_are_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no|is not"):
        MatchRating.read(text)
