"""Void and deleted matches take back what they have changed, and deleted things leave no message behind."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.errors import Stale, UnknownMatch
from data.matches.queries import MatchFilter
from data.model.match import Match, MatchState
from data.model.match_rating import Unrated
from data.model.rating_categories import Category
from data.model.reasons import VOIDED
from data.model.shards import EVERY_SHARD, Shards
from data.model.tournament import Kind, Pairing, Result, TournamentState
from data.ratings.rerating import rerate
from data.servers.messages_to_delete import MessageToDelete
from data.store import Store
from data.tournaments.store import StaleTournament
from games.base import Outcome, Side
from tests.boards import post
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin, played
from tests.data.ratings.test_changes import finished
from tests.data.test_tournaments import begin as begin_pairing
from tests.data.test_tournaments import running

SECOND_WON = Outcome(Side.SECOND, "outcome.adjudicated")


async def rating(store: Store, person: int) -> float | None:
    known = (await store.ratings.of_person(person)).get(Category.OTHELLO)
    return None if known is None else known.last.value


async def test_a_match_in_play_ends_without_a_result(store: Store, begin: Begin) -> None:
    match = await begin("d3 c3", is_rated=True)
    over = await store.moderation.void(match)
    assert (over.state, over.winner, over.reason) == (MatchState.OVER, None, VOIDED)
    assert over.rated is not None and over.rated.unrated is Unrated.NO_RESULT
    assert await rating(store, ANNA) is None
    assert await store.openings.unindexed(None, 9) == []


async def test_a_challenge_is_canceled(store: Store, begin: Begin) -> None:
    challenge = await begin(state=MatchState.CHALLENGE, expires_at=2e9)
    assert (await store.moderation.void(challenge)).reason == "challenge.cancelled"


async def test_a_challenge_that_is_accepted_meanwhile_is_not_ended(store: Store, begin: Begin) -> None:
    """A moderator has seen a challenge, and would end a match."""
    seen = await begin(state=MatchState.CHALLENGE, expires_at=2e9)
    await store.matches.accept(seen.id)
    with pytest.raises(Stale):
        await store.moderation.void(seen)


async def test_the_ratings_of_a_void_match_are_taken_back(store: Store, begin: Begin, clock: Clock) -> None:
    """Later matches keep what they have added: rerating computes all again."""
    first = await finished(store, begin)
    clock.now += 60
    await finished(store, begin, "c4 c3 d3 c5 b4 d2 e2 f4 d6 c6", first_id=ANNA, second_id=CHUL)
    assert first.rated is not None and first.rated.change(Side.FIRST) == 162
    before = await rating(store, ANNA)
    voided = await store.moderation.void(first)
    assert voided.rated is not None and voided.rated.unrated is Unrated.VOIDED
    assert voided.rated.change(Side.FIRST) is None and voided.winner is None
    after = (await store.ratings.of_person(ANNA))[Category.OTHELLO]
    assert before is not None and round(before - after.last.value) == 162
    assert (after.matches, after.wins, after.losses) == (1, 1, 0)
    assert await rating(store, BORA) is None, "a newcomer again"
    assert [one.unrated for one in await store.ratings.history(ANNA)] == [Unrated.VOIDED, None]
    await rerate(store.database, 0.5, lambda *_: None)
    assert (await store.ratings.of_person(BORA)) == {}


async def test_a_corrected_match_is_rated_by_its_new_result(store: Store, begin: Begin, clock: Clock) -> None:
    """As if it had ended so at first, but for the matches since then, which keep what they have added."""
    first = await finished(store, begin)
    clock.now += 60
    await finished(store, begin, "c4 c3 d3 c5 b4 d2 e2 f4 d6 c6", first_id=ANNA, second_id=CHUL)
    before = (await store.ratings.of_person(ANNA))[Category.OTHELLO]
    corrected = await store.moderation.correct(first, SECOND_WON)
    assert corrected.rated is not None and corrected.winner is Side.SECOND
    assert [corrected.rated.change(side) for side in Side] == [-162, 162]
    assert (await store.matches.get(first.id)).rated == corrected.rated
    after = (await store.ratings.of_person(ANNA))[Category.OTHELLO]
    assert round(before.last.value - after.last.value) == 324
    assert (after.matches, after.wins, after.losses) == (2, 1, 1)
    assert (after.rated_at, after.last.deviation) == (before.rated_at, before.last.deviation)
    assert await rating(store, BORA) == pytest.approx(1500 + 162.3, abs=0.1)
    log = (await store.ratings.history(ANNA))[0]
    assert (log.winner, log.unrated) == (Side.SECOND, None)
    drawn = await store.moderation.correct(corrected, replace(SECOND_WON, winner=None))
    assert drawn.rated is not None and drawn.rated.change(Side.FIRST) == 0
    assert await rating(store, BORA) == pytest.approx(1500)
    effect = await rerate(store.database, 0.5, lambda *_: None)
    assert effect.matches == 2 and await rating(store, BORA) == pytest.approx(1500)


async def test_a_corrected_match_can_be_voided(store: Store, begin: Begin) -> None:
    match = await finished(store, begin)
    corrected = await store.moderation.correct(match, SECOND_WON)
    await store.moderation.void(corrected)
    assert await rating(store, ANNA) is None and await rating(store, BORA) is None


async def test_a_match_that_a_rule_left_unrated_stays_so(store: Store, begin: Begin) -> None:
    match = await finished(store, begin, "d3 c3")
    assert match.rated is not None and match.rated.unrated is Unrated.SHORT
    corrected = await store.moderation.correct(match, SECOND_WON)
    assert corrected.winner is Side.SECOND and corrected.rated == match.rated
    assert await rating(store, ANNA) is None


async def test_a_match_is_voided_once(store: Store, begin: Begin) -> None:
    match = await finished(store, begin)
    voided = await store.moderation.void(match)
    assert await store.moderation.void(voided) == voided
    assert await rating(store, ANNA) is None


async def test_of_two_moderators_who_have_seen_the_same_one_acts(store: Store, begin: Begin) -> None:
    match = await finished(store, begin)
    acts = store.moderation.void, store.moderation.delete_match
    done = await asyncio.gather(*(act(match) for act in acts), return_exceptions=True)
    assert sum(isinstance(error, (Stale, UnknownMatch)) for error in done) == 1
    begun = await begin("d3")
    await store.matches.append(begun.id, begun.position_id, played("c3"), outcome=None)
    assert (await store.moderation.void(begun)).ply == 2, "a move is no act of a moderator"


async def test_a_void_match_is_in_no_statistic(store: Store, begin: Begin) -> None:
    match = await finished(store, begin)
    await store.moderation.void(match)
    listed, total = await store.queries.finished(ANNA, MatchFilter(), limit=9)
    assert (total, listed[0].reason) == (1, VOIDED), "the players see that it is void"
    assert await store.openings.unindexed(None, 9) == []


async def test_a_deleted_match_is_gone_with_its_ratings_and_its_message_is_noted(
    store: Store, begin: Begin
) -> None:
    match = await finished(store, begin)
    await post(store, match, 700)
    before = await store.moderation.delete_match(match)
    assert before.id == match.id and before.home.message_id == 700
    with pytest.raises(UnknownMatch):
        await store.matches.get(match.id)
    assert (await rating(store, ANNA), await store.ratings.history(ANNA)) == (None, [])
    to_delete = [MessageToDelete(700, 70, match.guild_id or 0)]
    assert await store.messages_to_delete.in_shards(EVERY_SHARD) == to_delete
    assert await store.messages_to_delete.in_shards(Shards.of((), 1)) == []
    await store.messages_to_delete.forget(700)
    assert await store.messages_to_delete.in_guild(match.guild_id or 0) == []


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ARENA])
@pytest.mark.parametrize("is_over", [False, True])
async def test_a_void_match_counts_for_nobody_in_its_tournament(
    store: Store, kind: Kind, is_over: bool
) -> None:
    one = await running(store, kind)
    if kind is Kind.ARENA:
        pairings = (Pairing(1, 1, 1, 2),)
        paired = replace(one, state=TournamentState.RUNNING, deadline=2e9, pairings=pairings)
        one = await store.tournaments.replace(one, paired)
    match = await _of_first_pairing(store, one.id)
    if is_over:
        outcome = Outcome(Side.FIRST, "outcome.resigned")
        match = await store.matches.finish(match.id, match.position_id, outcome)
    voided = await store.moderation.void(match)
    after = await store.tournaments.find(one.id)
    assert after is not None
    expected = Result.NOT_COUNTED if kind is Kind.ARENA else Result.NOBODY
    assert after.pairings[0].result is expected
    await store.moderation.delete_match(voided)
    after = await store.tournaments.find(one.id)
    assert after is not None
    assert (after.pairings[0].match_id, after.pairings[0].result) == (None, expected), "no other one begins"


async def _of_first_pairing(store: Store, tournament_id: int) -> Match:
    one = await store.tournaments.find(tournament_id)
    assert one is not None
    return await begin_pairing(store, one, one.pairings[0])


async def test_a_deleted_tournament_leaves_its_matches(store: Store) -> None:
    one = await running(store)
    match = await begin_pairing(store, one, one.pairings[0])
    await store.tournaments.posted(one.id, 800, 0)
    with pytest.raises(StaleTournament):
        await store.moderation.delete_tournament(one)
    now = await store.tournaments.find(one.id)
    assert now is not None
    await store.moderation.delete_tournament(now)
    assert await store.tournaments.find(one.id) is None
    assert (await store.matches.get(match.id)).state == MatchState.PLAYING
    assert await store.messages_to_delete.in_guild(one.guild_id) == [MessageToDelete(800, 8, 7)]
