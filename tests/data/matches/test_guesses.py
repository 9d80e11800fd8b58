"""Guesses as the store keeps them: one of a person in a position, and none once its move is played."""

from __future__ import annotations

import asyncio

import pytest

from data.errors import Stale
from data.matches import analyses
from data.matches.analyses import Analysis
from data.matches.guesses import Guess, Guesser, can_guess, guessers_of
from data.model.match import Match, PauseReason, Place
from data.model.teams import Member, TeamKind, Teams
from data.store import Store
from games.base import Move, Outcome, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin, append, played

DAHEE = CHUL + 1
C3, E3 = Move("c3"), Move("e3")


async def guess(store: Store, match: Match, move: Move = C3, user_id: int = CHUL) -> None:
    await store.guesses.put(match.id, match.position_id, user_id, move)


async def play(store: Store, match: Match, moves: str) -> Match:
    return await append(store.matches, match.id, match.position_id, played(moves), outcome=None)


async def best(store: Store, guild_id: int = 7, since: float = 0.0) -> list[Guesser]:
    return list(await store.guesses.best_in_guild(guild_id, since))


async def test_a_guess_is_right_if_its_move_is_played(store: Store, begin: Begin, clock: Clock) -> None:
    match = await begin("d3")
    await guess(store, match)
    await guess(store, match, E3, DAHEE)
    guesses = await store.guesses.of_match(match.id)
    assert guesses == [
        Guess(match.id, CHUL, 1, C3, clock.now),
        Guess(match.id, DAHEE, 1, E3, clock.now),
    ]
    assert [one.is_right(match) for one in guesses] == [None, None]
    after = await play(store, match, "c3")
    assert [one.is_right(after) for one in guesses] == [True, False]


async def test_a_guess_can_be_replaced_until_the_move_is_played(store: Store, begin: Begin) -> None:
    match = await begin("d3")
    await guess(store, match, E3)
    await guess(store, match, C3)
    assert [one.move for one in await store.guesses.of_match(match.id)] == ["c3"]
    after = await play(store, match, "c3")
    with pytest.raises(Stale) as stale:
        await guess(store, match, E3)
    assert stale.value.match == after
    assert [one.move for one in await store.guesses.of_match(match.id)] == ["c3"]


async def test_no_guess_is_stored_after_the_move_however_close_they_are(store: Store, begin: Begin) -> None:
    """The guess and the move wait for each other's transaction; the guess is before the move or refused."""
    for _ in range(10):
        match = await begin("d3")
        moving = asyncio.create_task(play(store, match, "c3"))
        guessing = asyncio.create_task(guess(store, match))
        _, result = await asyncio.gather(moving, guessing, return_exceptions=True)
        stored = await store.guesses.of_match(match.id)
        assert (stored == []) is isinstance(result, Stale)
        with pytest.raises(Stale):
            await guess(store, match)


async def test_nobody_guesses_in_their_own_match(store: Store, begin: Begin) -> None:
    match = await begin("d3")
    for player in (ANNA, BORA):
        with pytest.raises(Stale):
            await guess(store, match, C3, player)
    teams = Teams(TeamKind.RENGO, (Member(ANNA), Member(CHUL)), (Member(BORA),))
    rengo = await begin("d3", teams=teams)
    with pytest.raises(Stale):
        await guess(store, rengo, C3, CHUL)
    await guess(store, rengo, C3, DAHEE)


async def test_a_computers_move_can_be_guessed(store: Store, begin: Begin) -> None:
    match = await begin("d3", second_id=None, level="3")
    await guess(store, match)
    after = await append(store.matches, match.id, match.position_id, played("c3", None), outcome=None)
    (stored,) = await store.guesses.of_match(match.id)
    assert stored.is_right(after)


async def test_nobody_guesses_where_the_channel_votes(store: Store, begin: Begin) -> None:
    match = await begin("d3", teams=Teams(TeamKind.VOTE, (Member(ANNA),)), second_id=None, level="3")
    assert not can_guess(match, CHUL)
    with pytest.raises(Stale):
        await guess(store, match)


async def test_nobody_guesses_in_a_match_that_is_paused_or_over(store: Store, begin: Begin) -> None:
    match = await begin("d3")
    paused = await store.matches.pause(match.id, None, PauseReason.SUSPENDED)
    with pytest.raises(Stale):
        await guess(store, paused)
    over = await store.moderation.void(await store.matches.get(match.id))
    with pytest.raises(Stale):
        await guess(store, over)


async def test_a_takeback_deletes_the_guesses_of_what_it_takes_back(store: Store, begin: Begin) -> None:
    match = await begin("d3")
    await guess(store, match)
    match = await play(store, match, "c3")
    await guess(store, match, Move("c4"))
    match = await play(store, match, "c4")
    await guess(store, match, E3)
    match = await store.matches.take_back(match.id, match.position_id, 2)
    assert [one.ply for one in await store.guesses.of_match(match.id)] == [1]
    await play(store, match, "c4")
    assert await best(store) == [Guesser(CHUL, 1, 1)]


async def test_guesses_go_with_their_match(store: Store, begin: Begin) -> None:
    match = await begin("d3")
    await guess(store, match)
    await store.moderation.delete_match(match)
    assert await store.guesses.of_match(match.id) == []


async def test_the_guesses_of_an_erased_person_are_deleted(store: Store, begin: Begin) -> None:
    match = await begin("d3")
    await guess(store, match)
    await guess(store, match, E3, DAHEE)
    assert [one.move for one in await store.guesses.of_person(CHUL)] == ["c3"]
    await store.personal_data.erase_settings(CHUL)
    assert await store.guesses.of_person(CHUL) == []
    assert [one.user_id for one in await store.guesses.of_match(match.id)] == [DAHEE]


async def test_the_best_of_a_server_have_most_right_guesses(store: Store, begin: Begin, clock: Clock) -> None:
    clock.now = 100.0
    match = await begin("d3")
    await guess(store, match)
    match = await play(store, match, "c3")
    clock.now = 200.0
    for person, move in ((CHUL, "c4"), (DAHEE, "c4"), (DAHEE + 1, "e6")):
        await guess(store, match, Move(move), person)
    match = await play(store, match, "c4")
    await guess(store, match, E3)  # nobody knows yet
    elsewhere = await begin("d3", guild_id=8)
    await guess(store, elsewhere)
    await play(store, elsewhere, "c3")
    assert await best(store) == [Guesser(CHUL, 2, 2), Guesser(DAHEE, 1, 1)]
    assert await best(store, since=150.0) == [Guesser(CHUL, 1, 1), Guesser(DAHEE, 1, 1)]
    assert await best(store, guild_id=8) == [Guesser(CHUL, 1, 1)]
    await store.moderation.void(match)
    assert await best(store) == []


# --- As good by the analysis ---------------------------------------------------------------------------


async def finished(store: Store, match: Match) -> Match:
    return await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))


async def judge(store: Store, match: Match, *best_moves: str, engine: int = 1) -> None:
    """Store verdicts on the moves after the first."""
    verdicts = [Analysis(ply, ply, "verdict", Move(move)) for ply, move in enumerate(best_moves, 1)]
    await store.analyses.add(match.id, engine, verdicts)


@pytest.fixture
async def guessed(store: Store, begin: Begin) -> Match:
    """A match that is over: Chul was right once and missed once, Dahee missed twice."""
    match = await begin("d3")
    await guess(store, match)
    await guess(store, match, E3, DAHEE)
    match = await play(store, match, "c3")
    await guess(store, match, E3)
    await guess(store, match, Move("e6"), DAHEE)
    return await finished(store, await play(store, match, "c4"))


async def test_a_guess_is_as_good_if_the_analysis_finds_it_the_best_move(
    store: Store, guessed: Match
) -> None:
    assert await best(store) == [Guesser(CHUL, 1, 2)]
    await judge(store, guessed, "e3", "e6")
    stored = await store.guesses.of_match(guessed.id)
    assert [(each.user_id, each.is_best) for each in stored] == [
        (CHUL, False),
        (DAHEE, True),
        (CHUL, False),
        (DAHEE, True),
    ]
    assert [each.is_as_good(guessed) for each in stored] == [False, True, False, True]
    assert [each.is_point(guessed) for each in stored] == [True, True, False, True]
    assert await best(store) == [Guesser(DAHEE, 0, 2, as_good=2), Guesser(CHUL, 1, 2)]
    assert guessers_of(guessed, stored) == await best(store)


async def test_the_best_move_that_was_played_counts_once(store: Store, guessed: Match) -> None:
    await judge(store, guessed, "c3", "c4")
    assert await best(store) == [Guesser(CHUL, 1, 2)]


async def test_what_the_analysis_says_of_guesses_is_stored_once(store: Store, guessed: Match) -> None:
    for _ in range(2):
        await judge(store, guessed, "e3")
        assert await best(store) == [Guesser(CHUL, 1, 2), Guesser(DAHEE, 0, 2, as_good=1)]
    await judge(store, guessed, "c3", engine=2)
    assert await best(store) == [Guesser(CHUL, 1, 2)], "other engines find another move the best"
    await store.retention.delete_analyses([guessed.id])
    await judge(store, guessed, "e3")
    await store.retention.delete_analyses([guessed.id])
    assert (await best(store))[1:] == [Guesser(DAHEE, 0, 2, as_good=1)], "points stay without the verdicts"


async def test_a_verdict_is_stored_with_what_it_says_of_guesses_or_not_at_all(
    store: Store, guessed: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill between the two leaves the verdict missing, and the next start finds it again."""

    def killed(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(analyses, "judge_guesses", killed)
        with pytest.raises(RuntimeError):
            await judge(store, guessed, "e3")
    assert await store.analyses.of_match(guessed.id, 1) == {}
    assert [each.is_best for each in await store.guesses.of_match(guessed.id)] == [None] * 4


async def test_as_good_guesses_go_with_a_match_that_is_voided_or_deleted(
    store: Store, begin: Begin, guessed: Match
) -> None:
    await judge(store, guessed, "e3", "e6")
    other = await begin("d3")
    await guess(store, other, E3, DAHEE)
    other = await finished(store, await play(store, other, "c3"))
    await judge(store, other, "e3")
    await store.moderation.void(guessed)
    assert await best(store) == [Guesser(DAHEE, 0, 1, as_good=1)]
    await store.moderation.delete_match(other)
    assert await best(store) == []


async def test_a_guess_after_a_takeback_is_not_judged_yet(store: Store, begin: Begin) -> None:
    match = await begin("d3")
    await guess(store, match, E3)
    match = await play(store, match, "c3")
    await judge(store, match, "e3")
    match = await store.matches.take_back(match.id, match.position_id, 1)
    await guess(store, match, E3)
    assert [each.is_best for each in await store.guesses.of_match(match.id)] == [None]


# --- Two servers ---------------------------------------------------------------------------------------


async def test_a_match_of_two_servers_counts_in_neither(store: Store, begin: Begin) -> None:
    there = Place(guild_id=9, channel_id=90)
    match = await begin("d3", elsewhere=(Side.SECOND, there))
    await guess(store, match)
    await play(store, match, "c3")
    assert await best(store) == await best(store, 9) == []
