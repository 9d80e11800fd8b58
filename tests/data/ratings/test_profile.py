"""Profiles: results, streaks, the best win, openings and accuracy, everywhere and in a server's channels."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from data.matches.opening_index import indexed_moves
from data.model.accuracy import SideMoves
from data.model.rating_categories import Category
from data.model.tournament import (
    GIVEN_UP,
    LEFT,
    Entrant,
    Kind,
    NewTournament,
    Pairing,
    Result,
)
from data.ratings.profile import Profile, Tally
from data.store import Store
from data.tables.conditions import Scope
from games.base import Move, Outcome, Record, Side
from tests.bot.stories import random_game
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin

MOVES = "d3 c3 c4 c5 b4 d2 e2 f4 d6 c6"
LONG = " ".join(random_game("othello", "8x8", 1)[:40])
ROUGH = " ".join(random_game("go", "19x19-korean", 1)[:40])
ENGINE = 1
CUP = NewTournament(
    guild_id=7,
    channel_id=8,
    locale=None,
    creator_id=ANNA,
    kind=Kind.SWISS,
    game="othello",
    variant="8x8",
    control="1-day",
    rounds=None,
    level=None,
    rated=True,
)
HERE, ELSEWHERE = 7, 8
EVERYWHERE = Scope(user_id=ANNA)
NOTHING = Profile(ANNA, Category.OTHELLO, curve=[], latest=[], opponents=[], openings=[])


async def ended(
    store: Store, begin: Begin, clock: Clock, winner: Side | None = Side.FIRST, **fields: Any
) -> int:
    clock.now += 1000
    values = {"is_rated": True, "first_id": ANNA, "second_id": BORA, "guild_id": HERE, **fields}
    values.pop("reason", None)
    match = await begin(values.pop("moves", MOVES), **values)
    reason = fields.get("reason", "outcome.resigned" if winner is not None else "outcome.draw-agreed")
    await store.matches.finish(match.id, match.position_id, Outcome(winner, reason))
    return match.id


async def profile(store: Store, scope: Scope = EVERYWHERE, category: Category | None = None) -> Profile:
    positions = frozenset(number for number, _ in indexed_moves(_record()))
    return await store.profiles.of_person(ANNA, category, scope, ENGINE, lambda _: positions)


def _record() -> Record:
    return Record("othello", "8x8", tuple(map(Move, MOVES.split())))


async def test_nobody_knows_a_newcomer(store: Store) -> None:
    shown = await profile(store)
    assert shown == NOTHING


async def test_results_count_for_the_person_whichever_side_they_had(
    store: Store, begin: Begin, clock: Clock
) -> None:
    await ended(store, begin, clock)
    await ended(store, begin, clock, first_id=BORA, second_id=ANNA)
    await ended(store, begin, clock, None)
    await ended(store, begin, clock, Side.SECOND, first_id=BORA, second_id=ANNA, is_rated=False)
    await ended(store, begin, clock, game="go", variant="9x9-korean", moves="e5 e4", is_rated=False)
    await ended(store, begin, clock, first_id=BORA, second_id=CHUL)
    shown = await profile(store)
    assert shown.results == {Category.OTHELLO: Tally(2, 1, 1), Category.GO: Tally(1, 0, 0)}
    assert (shown.category, shown.rating and shown.rating.matches) == (Category.OTHELLO, 3)
    assert (await profile(store, category=Category.GO)).rating is None


async def test_the_newest_matches_and_the_opponents_met_most(
    store: Store, begin: Begin, clock: Clock
) -> None:
    ids = [await ended(store, begin, clock, second_id=person) for person in (CHUL, BORA, BORA)]
    ids.append(await ended(store, begin, clock, Side.SECOND, second_id=None, level="3", is_rated=False))
    await ended(store, begin, clock, game="go", variant="9x9-korean", moves="e5 e4", is_rated=False)
    shown = await profile(store, category=Category.OTHELLO)
    assert list(shown.latest) == ids[:0:-1], "also against the computer"
    assert list(shown.opponents) == [(BORA, Tally(2)), (CHUL, Tally(1))]


async def test_all_opponents_met_as_often_are_named(store: Store, begin: Begin, clock: Clock) -> None:
    for person in (BORA, CHUL, CHUL + 1, CHUL + 2):
        await ended(store, begin, clock, second_id=person)
    named = [person for person, _ in (await profile(store)).opponents]
    assert named == [CHUL + 2, CHUL + 1, CHUL, BORA]


async def test_a_streak_is_of_wins(store: Store, begin: Begin, clock: Clock) -> None:
    for winner in (Side.FIRST, Side.FIRST, Side.SECOND, Side.FIRST):
        await ended(store, begin, clock, winner)
    shown = await profile(store)
    assert (shown.streak, shown.best_streak) == (1, 2)


@pytest.mark.parametrize("reason", GIVEN_UP)
async def test_a_forfeit_without_play_is_no_part_of_a_streak(
    store: Store, begin: Begin, clock: Clock, reason: str
) -> None:
    await ended(store, begin, clock)
    await ended(store, begin, clock, moves="d3", reason=reason)
    assert (await profile(store)).best_streak == 1
    await ended(store, begin, clock, Side.SECOND, moves="d3", reason=reason)
    await ended(store, begin, clock)
    assert (await profile(store)).best_streak == 2, "nor does it end one"


async def test_a_match_that_was_left_after_moves_is_won_like_any_other(
    store: Store, begin: Begin, clock: Clock
) -> None:
    await ended(store, begin, clock, moves="d3 c3", reason=LEFT)
    assert (await profile(store)).streak == 1


@pytest.mark.parametrize(
    ("result", "tally"),
    [(Result.DRAW, Tally(0, 1, 0)), (Result.SECOND, Tally(0, 0, 1)), (Result.NOBODY, None)],
)
async def test_a_corrected_result_of_a_tournament_counts(
    store: Store, begin: Begin, clock: Clock, result: Result, tally: Tally | None
) -> None:
    match_id = await ended(store, begin, clock)
    cup = await store.tournaments.create(CUP)
    people = Entrant(1, ANNA), Entrant(2, BORA)
    pairing = Pairing(1, 1, 1, 2, match_id=match_id, result=result, corrected=True)
    await store.tournaments.replace(cup, replace(cup, entrants=people, pairings=(pairing,)))
    shown = await profile(store)
    assert (shown.results.get(Category.OTHELLO), shown.corrected) == (tally, {match_id: result})
    assert shown.best_streak == 0


async def test_the_best_win_is_against_the_strongest(store: Store, begin: Begin, clock: Clock) -> None:
    await ended(store, begin, clock, first_id=CHUL, second_id=BORA)  # Chul is above 1500, Bora below
    before = clock.now
    for opponent in (CHUL, BORA):
        await ended(store, begin, clock, second_id=opponent)
    await ended(store, begin, clock, is_rated=False, second_id=CHUL)
    shown = (await profile(store)).best_win
    assert shown is not None and (shown.opponent_id, shown.at) == (CHUL, before + 1000)
    assert shown.standing.value > 1500
    await store.personal_data.erase_matches(CHUL, 10)
    shown = (await profile(store)).best_win
    assert shown is not None and shown.opponent_id == BORA


async def test_the_curve_has_each_rating(store: Store, begin: Begin, clock: Clock) -> None:
    for winner in (Side.FIRST, Side.SECOND):
        await ended(store, begin, clock, winner)
    await ended(store, begin, clock, moves="d3 c3")  # too short to be rated
    points = (await profile(store)).curve
    assert [round(point.at) for point in points] == [1_001_000, 1_002_000]
    assert points[0].value > points[1].value and points[0].deviation > points[1].deviation


async def test_only_what_was_played_in_the_scope_is_counted(store: Store, begin: Begin, clock: Clock) -> None:
    here = await ended(store, begin, clock)
    await ended(store, begin, clock, guild_id=ELSEWHERE, second_id=CHUL)
    match = await store.matches.get(here)
    for channels, wins in ((None, 1), (frozenset({match.home.channel_id}), 1), (frozenset({1}), 0)):
        shown = await profile(store, Scope(HERE, channels))
        assert sum(tally.wins for tally in shown.results.values()) == wins
        assert len({row.match_id for row in shown.openings}) == wins
        assert (shown.best_win is not None and shown.best_win.opponent_id == BORA) is (wins == 1)
    assert (await profile(store)).results == {Category.OTHELLO: Tally(2)}


async def test_moves_in_openings_come_with_results(store: Store, begin: Begin, clock: Clock) -> None:
    match_id = await ended(store, begin, clock, Side.SECOND)
    rows = (await profile(store)).openings
    assert len(rows) == 10 and {(row.match_id, row.side, row.score) for row in rows} == {
        (match_id, Side.FIRST, 0.0)
    }


async def test_accuracy_is_averaged_and_goes_with_its_match(store: Store, begin: Begin, clock: Clock) -> None:
    ids = [
        await ended(store, begin, clock, moves=LONG),
        await ended(store, begin, clock, first_id=BORA, second_id=ANNA, moves=LONG),
    ]
    await store.analyses.store_sides(ids[0], ENGINE, SideMoves(90.0), SideMoves(10.0))
    await store.analyses.store_sides(ids[0], ENGINE, SideMoves(1.0), SideMoves(1.0))  # is known
    await store.analyses.store_sides(ids[1], ENGINE, SideMoves(None), SideMoves(70.0))
    await store.analyses.store_sides(999, ENGINE, SideMoves(1.0), SideMoves(1.0))  # there is no such match
    shown = await profile(store)
    assert (shown.accuracy, shown.judged) == (80.0, 2)
    await store.analyses.store_sides(ids[0], ENGINE + 1, SideMoves(50.0), SideMoves(50.0))
    shown = await profile(store)
    assert (shown.accuracy, shown.judged) == (70.0, 1)
    assert (await profile(store, Scope(ELSEWHERE))).accuracy is None


async def test_accuracy_of_few_moves_or_of_a_rough_analysis_is_not_told(
    store: Store, begin: Begin, clock: Clock
) -> None:
    short = await ended(store, begin, clock)
    await store.analyses.store_sides(short, ENGINE, SideMoves(90.0), SideMoves(10.0))
    assert (await profile(store)).accuracy is None
    rough = await ended(store, begin, clock, game="go", variant="19x19-korean", moves=ROUGH, is_rated=False)
    await store.analyses.store_sides(rough, ENGINE, SideMoves(90.0), SideMoves(10.0))
    assert (await profile(store, category=Category.GO)).accuracy is None


async def test_who_erases_their_data_has_no_profile(store: Store, begin: Begin, clock: Clock) -> None:
    match_id = await ended(store, begin, clock)
    await store.analyses.store_sides(match_id, ENGINE, SideMoves(90.0), SideMoves(10.0))
    await store.personal_data.erase_matches(ANNA, 10)
    await store.personal_data.erase_settings(ANNA)
    assert await profile(store) == NOTHING
