"""The tournament service over a store: whatever is interrupted, no pairing is lost or has two matches."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.exceptions import Refusal
from bot.match import tournaments
from bot.match.endings import time_forfeit
from bot.match.limits import NOT_NOW
from bot.match.tournament_moderation import TournamentModeration
from bot.match.tournaments import UNFINISHED_IN_SERVER, Tournaments
from bot.tournaments.changes import can_be_extended
from bot.tournaments.kinds import standings
from data.model.glicko import Rating
from data.model.match import ABORTED, Match, MatchState
from data.model.rating_categories import Category
from data.model.tournament import LEFT, NOT_BEGUN, Kind, NewTournament, Result, Tournament, TournamentState
from data.ratings.values import PersonRating
from data.servers.bans import Ban
from data.store import Store
from data.tables.ratings import ratings
from data.tournaments import store as stored
from data.tournaments.rows import read_tournaments
from games import replay
from games.base import Side
from tests.boards import post
from tests.bot.service import Service, Waiting, service

NEW = NewTournament(
    guild_id=7,
    channel_id=8,
    locale="en-US",
    creator_id=1,
    kind=Kind.SWISS,
    game="othello",
    variant="6x6",
    control="1-day",
    rounds=None,
    level=None,
    rated=False,
)

DAY = 86_400.0
ARENA: dict[str, Any] = {"kind": Kind.ARENA, "control": "5+5", "minutes": 60}


class Made:
    """The service, and the time that a test sets."""

    def __init__(self, made: Service) -> None:
        self.matches = made.matches
        self.store = made.store
        self.now = 1_000_000.0
        self.of = Tournaments(made.store, made.events, lambda: self.now)
        self.acts = TournamentModeration(made.store, made.events, self.of)

    async def started(self, people: int, *, shown: bool = True, **changes: Any) -> Tournament:
        """One with people 101, 102, …, whose first round has begun, and is ``shown``."""
        tournament = await self.of.create(replace(NEW, **changes))
        for person in range(101, 101 + people):
            await self.of.join(tournament.id, person)
        await self.of.start(tournament.id)
        tournament = await self.go_on(tournament)
        if shown:
            await self.show(tournament)
        return tournament

    async def go_on(self, tournament: Tournament) -> Tournament:
        """Do what is due, as each look does: in the tournament as it is now."""
        return await self.of.go_on(await self.of.get(tournament.id))

    async def show(self, tournament: Tournament) -> None:
        """Its matches have messages."""
        for match in await self.round(tournament):
            await post(self.store, match, 5000 + match.id)

    async def round(self, tournament: Tournament) -> list[Match]:
        """The matches of the current round."""
        numbers = [pairing.match_id for pairing in tournament.in_round(tournament.round) if pairing.match_id]
        return await self.store.queries.by_number(numbers)

    async def resign(self, match: Match, side: Side) -> None:
        """A side loses."""
        await self.matches.resign(match.id, None, match.require_user(side))


@pytest.fixture
def t(made: Service) -> Made:
    return Made(made)


def check(tournament: Tournament) -> None:
    """Nobody is paired twice in a round, and every open pairing has one match of its own."""
    numbers = [pairing.match_id for pairing in tournament.pairings if pairing.match_id is not None]
    assert len(set(numbers)) == len(numbers)
    for number in range(1, tournament.round + 1):
        seats = Counter(
            seat for pair in tournament.in_round(number) for seat in (pair.first, pair.second) if seat
        )
        assert set(seats.values()) == {1}


async def go_on_interrupted(t: Made, tournament: Tournament, chance: random.Random) -> Tournament:
    """What is due is done, though looks before it were interrupted anywhere."""
    for _ in range(4):
        before = asyncio.ensure_future(t.go_on(tournament))
        await asyncio.sleep(chance.random() * 0.02)
        before.cancel()
        await asyncio.gather(before, return_exceptions=True)
    return await t.go_on(tournament)


async def test_a_swiss_of_16_is_played_to_the_end_though_every_step_is_interrupted(store: Store) -> None:
    t, chance = Made(service(store, Waiting())), random.Random(16)
    tournament = await t.started(16)
    assert tournament.rounds == 4
    while tournament.state is TournamentState.RUNNING:
        check(tournament)
        for match in await t.round(tournament):
            await t.resign(match, chance.choice(list(Side)))
        tournament = await go_on_interrupted(t, tournament, chance)
    check(tournament)
    assert [len(tournament.in_round(number)) for number in range(1, 5)] == [8] * 4
    assert standings(tournament)[0].points == 8
    every = await store.queries.by_number(range(1, 60))
    assert len(every) == 32, "no match without a pairing"
    await t.matches.close()


async def swiss_round_is_over(t: Made) -> Tournament:
    tournament = await t.started(8)
    for match in await t.round(tournament):
        await t.resign(match, Side.FIRST)
    return tournament


async def arena_match_is_over(t: Made) -> Tournament:
    t.now = time.time()
    tournament = await t.started(5, **ARENA)
    await t.resign((await t.round(tournament))[0], Side.FIRST)
    return tournament


async def somebody_is_challenged(t: Made) -> Tournament:
    tournament = await on_ladder(t)
    return await t.of.challenge(tournament.id, 104, 1)


async def last_round_is_over(t: Made) -> Tournament:
    tournament = await t.started(4, rounds=1)
    for match in await t.round(tournament):
        await t.resign(match, Side.FIRST)
    return tournament


async def it_starts_now(t: Made) -> Tournament:
    tournament = await t.of.create(replace(NEW, starts_at=t.now))
    for person in range(101, 105):
        await t.of.join(tournament.id, person)
    return tournament


@pytest.mark.parametrize(
    "prepare",
    [
        swiss_round_is_over,
        arena_match_is_over,
        somebody_is_challenged,
        last_round_is_over,
        it_starts_now,
    ],
)
async def test_a_look_reads_the_tournament_once(
    t: Made, monkeypatch: pytest.MonkeyPatch, prepare: Callable[[Made], Awaitable[Tournament]]
) -> None:
    tournament, reads = await prepare(t), list[object]()

    def counted(*given: Any) -> list[Tournament]:
        reads.append(given)
        return read_tournaments(*given)

    monkeypatch.setattr(stored, "read_tournaments", counted)
    before = await t.of.get(tournament.id)
    after = await t.of.go_on(before)
    assert len(reads) == 1
    assert after.version > before.version
    assert after == await t.of.get(tournament.id), "what is returned is what is stored"


async def test_what_others_change_meanwhile_is_read_again(t: Made) -> None:
    """A look that began before a person joined adds the pairings to what they have changed."""
    t.now = time.time()
    before = await arena_match_is_over(t)
    await t.of.join(before.id, 200)
    after = await t.of.go_on(before)
    assert after == await t.of.get(before.id)
    assert [pairing.has(6) for pairing in after.open_pairings].count(True) == 1


async def test_no_match_begins_in_a_tournament_that_was_called_off_meanwhile(t: Made) -> None:
    before = await somebody_is_challenged(t)
    await t.of.cancel(before.id)
    after = await t.of.go_on(before)
    assert after.state is TournamentState.CANCELED
    assert await t.round(after) == []


async def test_two_processes_at_once_do_it_once(t: Made) -> None:
    tournament = await t.started(6, kind=Kind.ROUND_ROBIN)
    for match in await t.round(tournament):
        await t.resign(match, Side.FIRST)
    await asyncio.gather(*(t.go_on(tournament) for _ in range(4)))
    tournament = await t.of.get(tournament.id)
    check(tournament)
    assert tournament.round == 2 and len(await t.round(tournament)) == 3
    assert {pairing.result for pairing in tournament.in_round(1)} == {Result.SECOND}


async def test_who_does_not_begin_in_time_loses_and_who_has_begun_plays_on(
    t: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await t.started(6, control="5+5")
    never, answered, begun = await t.round(tournament)
    for match, plies in ((answered, 1), (begun, 2)):
        for ply in range(plies):
            position = replay((await t.store.matches.get(match.id)).record)
            mover = match.require_user(Side.FIRST if ply == 0 else Side.SECOND)
            await t.matches.play(match.id, None, mover, position.legal_moves()[0])
    assert (await t.go_on(tournament)).in_round(1)[0].result is None, "there is time left"
    monkeypatch.setattr(tournaments, "BEGIN_SECONDS", -1.0)
    tournament = await t.go_on(tournament)
    results = {pairing.match_id: pairing.result for pairing in tournament.in_round(1)}
    assert results == {
        never.id: Result.SECOND_BY_FORFEIT,
        answered.id: Result.FIRST_BY_FORFEIT,
        begun.id: None,
    }
    assert (await t.store.matches.get(never.id)).reason == NOT_BEGUN
    assert tournament.round == 1, "the round waits for the match that goes on"


@pytest.mark.parametrize("changes", [{"control": "5+5"}, ARENA], ids=["live", "arena"])
async def test_who_sees_no_live_board_loses_nothing(
    t: Made, monkeypatch: pytest.MonkeyPatch, changes: dict[str, object]
) -> None:
    t.now = time.time()
    tournament = await t.started(4, shown=False, **changes)
    monkeypatch.setattr(tournaments, "BEGIN_SECONDS", -1.0)
    assert [pairing.result for pairing in (await t.go_on(tournament)).pairings] == [None, None]
    await t.show(tournament)
    assert None not in [pairing.result for pairing in (await t.go_on(tournament)).pairings[:2]]


async def test_a_board_that_is_posted_late_begins_the_first_turn(
    t: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await t.started(4, shown=False, control="5+5")
    match, other = await t.round(tournament)
    assert await t.of.shown(match) == match, "it was posted at once"
    monkeypatch.setattr(tournaments, "POST_SECONDS", -1.0)
    assert (await t.of.shown(match)).version == match.version + 1
    await t.resign(other, Side.FIRST)
    assert await t.of.shown(other) == other, "it is over"


async def test_a_match_of_a_tournament_is_not_aborted(t: Made) -> None:
    tournament = await t.started(4)
    match, other = await t.round(tournament)
    with pytest.raises(Refusal):
        await t.matches.abort(match.id, None, match.require_user(Side.FIRST))
    await t.resign(match, Side.SECOND)
    ended = await t.store.matches.get(match.id)
    assert (ended.winner, ended.reason) == (Side.FIRST, "outcome.resigned")
    assert time_forfeit(other).winner is Side.SECOND, "and who never moves loses on time"


async def test_no_help_and_no_adjournment(t: Made) -> None:
    tournament = await t.started(3, level="1")
    (match,) = [match for match in await t.round(tournament) if match.level == "1"]
    person = match.first_id or match.second_id or 0
    for ask in (t.matches.hints.check, t.matches.adjournments.adjourn):
        with pytest.raises(Refusal, match=r"tournament\.no-|not-your-turn"):
            await ask(match.id, None, person)


async def test_a_rated_tournament_rates_people_only(t: Made) -> None:
    tournament = await t.started(3, level="1", rated=True)
    rated = {match.level: match.rated is not None for match in await t.round(tournament)}
    assert rated == {"1": False, None: True}


async def test_what_is_refused(t: Made) -> None:
    tournament = await t.of.create(NEW)
    with pytest.raises(Refusal, match="too-few"):
        await t.of.start(tournament.id)
    for person in range(64):
        await t.of.join(tournament.id, 200 + person)
    with pytest.raises(Refusal, match="full"):
        await t.of.join(tournament.id, 300)
    with pytest.raises(Refusal, match="joined-already"):
        await t.of.join(tournament.id, 200)
    await t.of.start(tournament.id)
    with pytest.raises(Refusal, match="started-already"):
        await t.of.start(tournament.id)
    await t.of.cancel(tournament.id)
    for act in (t.of.cancel(tournament.id), t.of.drop(tournament.id, 200)):
        with pytest.raises(Refusal, match=r"tournament\.over"):
            await act
    with pytest.raises(Refusal, match="unknown"):
        await t.of.get(99)
    for _ in range(UNFINISHED_IN_SERVER):
        await t.of.create(NEW)
    for _ in range(25):
        over = await t.store.tournaments.create(NEW)
        await t.of.cancel(over.id)
    with pytest.raises(Refusal, match="too-many"):
        await t.of.create(NEW)


@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN, Kind.DOUBLE_ROUND_ROBIN, Kind.KNOCKOUT])
@pytest.mark.parametrize("has_begun", [False, True])
async def test_who_leaves_loses_the_open_match_at_once(t: Made, kind: Kind, has_begun: bool) -> None:
    tournament = await t.started(5, kind=kind)
    (match, *others) = await t.round(tournament)
    if has_begun:
        await play_two_moves(t, match)
    leaver = match.require_user(Side.FIRST)
    await t.of.drop(tournament.id, leaver)
    tournament = await t.go_on(tournament)
    ended = await t.store.matches.get(match.id)
    assert (ended.reason, ended.winner) == (LEFT, Side.SECOND)
    result = next(pairing.result for pairing in tournament.pairings if pairing.match_id == match.id)
    assert result is Result.SECOND_BY_FORFEIT
    for other in others:
        await t.resign(other, Side.SECOND)
    tournament = await t.go_on(tournament)
    gone = tournament.entrant_of(leaver)
    assert gone is not None and tournament.round == 2
    theirs = [pairing for pairing in tournament.in_round(2) if pairing.has(gone.number)]
    assert all(pairing.result is not None and not pairing.points_of(gone.number) for pairing in theirs)
    with pytest.raises(Refusal, match="not-joined"):
        await t.of.drop(tournament.id, leaver)


async def test_who_leaves_a_ladder_loses_the_open_match_and_the_place(t: Made) -> None:
    tournament = await t.go_on(await somebody_is_challenged(t))
    (match,) = await t.round(tournament)
    leaver = match.require_user(Side.SECOND)
    await t.of.drop(tournament.id, leaver)
    tournament = await t.go_on(tournament)
    assert (await t.store.matches.get(match.id)).winner is Side.FIRST
    gone = tournament.entrant_of(leaver)
    assert gone is not None and gone.number not in {each.number for each in standings(tournament)}


async def test_who_pauses_in_an_arena_plays_the_open_match_to_its_end(t: Made) -> None:
    t.now = time.time()
    tournament = await t.started(4, **ARENA)
    match = (await t.round(tournament))[0]
    await t.of.drop(tournament.id, match.require_user(Side.FIRST))
    await t.go_on(tournament)
    assert (await t.store.matches.get(match.id)).state == MatchState.PLAYING


async def test_who_is_put_back_into_a_knockout_plays_the_given_up_match_again(t: Made) -> None:
    tournament = await t.started(4, kind=Kind.KNOCKOUT)
    match, other = await t.round(tournament)
    leaver = match.require_user(Side.FIRST)
    await t.of.drop(tournament.id, leaver)
    await t.resign(other, Side.FIRST)
    tournament = await t.go_on(tournament)
    final = (await t.round(tournament))[0]
    gone = tournament.entrant_of(leaver)
    assert gone is not None and tournament.round == 2 and leaver not in final.people
    await t.acts.put_back(tournament.id, gone.number)
    tournament = await t.go_on(tournament)
    assert (await t.store.matches.get(final.id)).reason == ABORTED
    replayed = await t.store.queries.by_number(
        [pairing.match_id or 0 for pairing in tournament.open_pairings]
    )
    assert [set(each.people) for each in replayed] == [set(match.people)]


async def test_nobody_is_put_back_into_a_knockout_whose_next_match_has_begun(t: Made) -> None:
    tournament = await t.started(4, kind=Kind.KNOCKOUT)
    match, other = await t.round(tournament)
    await t.of.drop(tournament.id, match.require_user(Side.FIRST))
    await t.resign(other, Side.FIRST)
    tournament = await t.go_on(tournament)
    await play_two_moves(t, (await t.round(tournament))[0])
    gone = tournament.entrant_of(match.require_user(Side.FIRST))
    assert gone is not None
    with pytest.raises(Refusal, match=r"put-back\.next-begun"):
        await t.acts.put_back(tournament.id, gone.number)


async def test_who_has_not_left_is_not_put_back(t: Made) -> None:
    tournament = await t.started(4)
    with pytest.raises(Refusal, match=r"put-back\.too-late"):
        await t.acts.put_back(tournament.id, 1)


async def test_who_is_out_or_has_played_all_has_nothing_to_leave(t: Made) -> None:
    tournament = await t.started(4, kind=Kind.KNOCKOUT)
    match, other = await t.round(tournament)
    for each in (match, other):
        await t.resign(each, Side.FIRST)
    tournament = await t.go_on(tournament)
    _, third = await t.round(tournament)
    await t.resign(third, Side.FIRST)
    await t.go_on(tournament)
    with pytest.raises(Refusal, match=r"mine\.out"):
        await t.of.drop(tournament.id, third.require_user(Side.FIRST))


async def play_two_moves(t: Made, match: Match) -> None:
    for side in (Side.FIRST, Side.SECOND):
        position = replay((await t.store.matches.get(match.id)).record)
        await t.matches.play(match.id, None, match.require_user(side), position.legal_moves()[0])


async def test_who_does_not_begin_a_match_of_an_arena_loses_it_and_pauses(
    t: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    t.now = time.time()
    tournament = await t.started(4, **ARENA)
    begun, late = await t.round(tournament)
    await play_two_moves(t, begun)
    assert len((await t.go_on(tournament)).open_pairings) == 2, "there is a minute to begin"
    monkeypatch.setattr(tournaments, "BEGIN_SECONDS", -1.0)
    tournament = await t.go_on(tournament)
    ended = await t.store.matches.get(late.id)
    assert (ended.reason, ended.winner) == (NOT_BEGUN, Side.SECOND)
    absent, winner = (
        tournament.entrant_of(late.require_user(Side.FIRST)),
        tournament.entrant_of(late.require_user(Side.SECOND)),
    )
    assert absent is not None and winner is not None
    assert (absent.dropped, winner.dropped) == (True, False)
    assert {standing.number: standing.points for standing in standings(tournament)}[winner.number] == 4


async def test_matches_that_are_going_on_at_the_end_of_an_arena_do_not_count(t: Made) -> None:
    tournament = await t.started(4, **ARENA)
    counted, late = await t.round(tournament)
    await t.resign(counted, Side.FIRST)
    t.now = time.time()
    assert tournament.deadline is not None and t.now > tournament.deadline, "the matches end after it"
    await t.resign(late, Side.FIRST)
    tournament = await t.go_on(tournament)
    assert tournament.state is TournamentState.OVER
    assert {pairing.result for pairing in tournament.pairings} == {Result.NOT_COUNTED}
    assert (await t.store.matches.get(late.id)).winner is Side.SECOND


async def test_an_arena_goes_on_at_once_and_two_processes_pair_once(t: Made) -> None:
    t.now = time.time()
    tournament = await t.started(4, **ARENA)
    for match in await t.round(tournament):
        await t.resign(match, Side.FIRST)
    await asyncio.gather(*(t.go_on(tournament) for _ in range(3)))
    tournament = await t.of.get(tournament.id)
    assert len(tournament.pairings) == 4 and len(tournament.open_pairings) == 2
    assert len({pairing.match_id for pairing in tournament.pairings} - {None}) == 4
    await t.of.drop(tournament.id, 101)
    tournament = await t.of.join(tournament.id, 101)
    assert [entrant.dropped for entrant in tournament.entrants] == [False] * 4


async def on_ladder(t: Made, people: int = 4) -> Tournament:
    """A ladder with people 101, 102, …"""
    tournament = await t.of.create(replace(NEW, kind=Kind.LADDER))
    for person in range(101, 101 + people):
        tournament = await t.of.join(tournament.id, person)
    return tournament


def order(tournament: Tournament) -> list[int | None]:
    """The people on a ladder, the first place first."""
    return [tournament.entrant(standing.number).user_id for standing in standings(tournament)]


async def test_a_ladder_has_no_start_and_a_challenge_begins_at_once(t: Made) -> None:
    tournament = await on_ladder(t)
    assert tournament.state is TournamentState.RUNNING and order(tournament) == [101, 102, 103, 104]
    tournament = await t.of.challenge(tournament.id, 104, 1)
    tournament = await t.go_on(tournament)
    (match,) = await t.round(tournament)
    assert {match.first_id, match.second_id} == {101, 104}
    await t.resign(match, Side.FIRST if match.first_id == 101 else Side.SECOND)
    await asyncio.gather(*(t.go_on(tournament) for _ in range(3)))
    tournament = await t.of.get(tournament.id)
    assert order(tournament) == [104, 101, 102, 103]


async def test_whom_one_cannot_challenge(t: Made) -> None:
    tournament = await on_ladder(t, 6)
    for challenger, other, key in (
        (106, 2, "out-of-reach"),
        (101, 2, "out-of-reach"),
        (106, 6, "out-of-reach"),
        (199, 2, "not-joined"),
    ):
        with pytest.raises(Refusal, match=key):
            await t.of.challenge(tournament.id, challenger, other)
    await t.of.challenge(tournament.id, 104, 3)
    with pytest.raises(Refusal, match=r"ladder\.busy'"):
        await t.of.challenge(tournament.id, 104, 2)
    with pytest.raises(Refusal, match=r"ladder\.busy-opponent"):
        await t.of.challenge(tournament.id, 105, 3)
    tournament = await t.go_on(tournament)
    (match,) = await t.round(tournament)
    await t.resign(match, Side.FIRST if match.first_id == 104 else Side.SECOND)
    await t.go_on(tournament)
    with pytest.raises(Refusal, match=r"ladder\.again"):
        await t.of.challenge(tournament.id, 104, 3)
    await t.of.cancel(tournament.id)
    with pytest.raises(Refusal, match=r"tournament\.over"):
        await t.of.challenge(tournament.id, 105, 4)


async def test_it_starts_by_itself_and_with_too_few_it_is_called_off(t: Made) -> None:
    for people, state in ((3, TournamentState.RUNNING), (2, TournamentState.CANCELED)):
        tournament = await t.of.create(replace(NEW, starts_at=t.now + 60))
        for person in range(101, 101 + people):
            await t.of.join(tournament.id, person)
        assert (await t.go_on(tournament)).state is TournamentState.OPEN
        t.now += 60
        tournament = (await asyncio.gather(*(t.go_on(tournament) for _ in range(3))))[0]
        assert (await t.of.get(tournament.id)).state is state


async def test_who_is_not_there_for_a_live_round_loses_after_minutes(
    t: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await t.started(4, control="5+5")
    (begun, late) = await t.round(tournament)
    for side in (Side.FIRST, Side.SECOND):
        position = replay((await t.store.matches.get(begun.id)).record)
        await t.matches.play(begun.id, None, begun.require_user(side), position.legal_moves()[0])
    assert len((await t.go_on(tournament)).open_pairings) == 2
    monkeypatch.setattr(tournaments, "BEGIN_SECONDS", -1.0)
    tournament = await t.go_on(tournament)
    results = {pairing.match_id: pairing.result for pairing in tournament.in_round(1)}
    assert results == {late.id: Result.SECOND_BY_FORFEIT, begun.id: None}


# --- Knockouts -----------------------------------------------------------------------------------------


async def rate(t: Made, user_id: int, value: float) -> None:
    rating = PersonRating(user_id, Category.OTHELLO, Rating(value, 60.0), 20, 10, 10, t.now)
    await t.store.database.write(lambda connection: connection.execute(ratings.insert().values(rating.row)))


def seats(tournament: Tournament) -> dict[tuple[int, int], set[int | None]]:
    """Who meets on each board of each round that is not over."""
    return {
        (pairing.round, pairing.board): {pairing.first, pairing.second}
        for pairing in tournament.open_pairings
    }


async def lower_wins(t: Made, tournament: Tournament) -> Tournament:
    """Whoever joined earlier wins each match that is going on."""
    for pairing in tournament.open_pairings:
        (match,) = await t.store.queries.by_number([pairing.match_id or 0])
        await t.resign(match, Side.SECOND if pairing.first < (pairing.second or 0) else Side.FIRST)
    return await t.go_on(tournament)


async def test_a_knockout_is_seeded_by_the_ratings_of_its_game(t: Made) -> None:
    await rate(t, 104, 1800.0)
    await rate(t, 103, 1300.0)
    tournament = await t.started(4, kind=Kind.KNOCKOUT)
    assert [entrant.rank for entrant in tournament.entrants] == [3, 4, 2, 1]
    assert seats(tournament) == {(1, 1): {2, 4}, (1, 2): {1, 3}}


async def test_a_knockout_that_was_killed_before_its_seeds_goes_on(t: Made) -> None:
    tournament = await t.of.create(replace(NEW, kind=Kind.KNOCKOUT))
    for person in (101, 102, 103):
        await t.of.join(tournament.id, person)
    started = await t.of.start(tournament.id)
    assert started.state is TournamentState.RUNNING and not started.pairings
    assert seats(await t.go_on(tournament)) == {(1, 2): {2, 3}}


async def test_a_knockout_is_played_to_the_end_though_every_step_is_interrupted(store: Store) -> None:
    t, chance = Made(service(store, Waiting())), random.Random(8)
    tournament = await t.started(8, kind=Kind.KNOCKOUT)
    while tournament.state is TournamentState.RUNNING:
        check(tournament)
        for match in await t.round(tournament):
            await t.resign(match, chance.choice(list(Side)))
        tournament = await go_on_interrupted(t, tournament, chance)
    assert [len(tournament.in_round(number)) for number in (1, 2, 3)] == [4, 2, 2]
    assert [standing.place for standing in standings(tournament)] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert len(await store.queries.by_number(range(1, 60))) == 8, "no match without a pairing"
    await t.matches.close()


async def test_a_draw_in_a_knockout_is_played_again_with_the_sides_swapped(t: Made) -> None:
    tournament = await t.started(3, kind=Kind.KNOCKOUT)
    (match,) = await t.round(tournament)
    for side in Side:
        await t.matches.draws.offer(match.id, None, match.require_user(side))
    await t.go_on(tournament)
    (_, replay) = await t.round(await t.of.get(tournament.id))
    assert (replay.first_id, replay.second_id) == (match.second_id, match.first_id)


async def test_a_void_match_of_a_knockout_is_played_again(t: Made) -> None:
    tournament = await t.started(3, kind=Kind.KNOCKOUT)
    (match,) = await t.round(tournament)
    await t.store.moderation.void(match)
    tournament = await t.go_on(tournament)
    assert seats(tournament) == {(1, 4): {2, 3}}


async def test_a_corrected_result_calls_off_the_matches_that_followed(t: Made) -> None:
    tournament = await lower_wins(t, await t.started(4, kind=Kind.KNOCKOUT))
    before = await t.round(tournament)
    loser = tournament.pairings[0].second == 4
    await t.acts.correct(tournament.id, tournament.pairings[0], Result.SECOND if loser else Result.FIRST)
    tournament = await t.go_on(tournament)
    assert seats(tournament) == {(2, 1): {2, 4}, (2, 2): {1, 3}}
    ended = await t.store.queries.by_number([match.id for match in before])
    assert [match.reason for match in ended] == [ABORTED, ABORTED]
    assert {match.state for match in await t.round(tournament)} == {MatchState.PLAYING}


async def test_a_result_is_not_corrected_once_the_next_match_has_begun(t: Made) -> None:
    tournament = await lower_wins(t, await t.started(4, kind=Kind.KNOCKOUT))
    match = (await t.round(tournament))[0]
    for _ in range(2):
        position = replay(match.record)
        move = next(iter(position.legal_moves()))
        match = await t.matches.play(match.id, None, match.require_user(position.to_move), move)
    with pytest.raises(Refusal, match="next-begun"):
        await t.acts.correct(tournament.id, tournament.pairings[0], Result.DRAW)
    assert (await t.of.get(tournament.id)).pairings == tournament.pairings


async def test_who_does_not_begin_in_time_is_out_of_a_knockout(
    t: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await t.started(4, kind=Kind.KNOCKOUT, control="5+5")
    monkeypatch.setattr(tournaments, "BEGIN_SECONDS", -1.0)
    tournament = await t.go_on(tournament)
    absent = {pairing.first for pairing in tournament.in_round(1)}
    assert tournament.round == 2 and seats(tournament)[2, 2] == absent


async def test_only_the_clock_decides_where_there_are_days_for_each_move(t: Made) -> None:
    tournament = await t.started(4)
    t.now += 30 * DAY  # the clocks of the matches count the uptime, which has not passed
    assert [pairing.result for pairing in (await t.go_on(tournament)).pairings] == [None, None]


async def test_whoever_is_to_move_can_have_more_days(t: Made) -> None:
    tournament = await t.started(4)
    waiting, over = await t.round(tournament)
    await t.resign(over, Side.FIRST)
    (extended,) = await t.acts.extend(tournament.id, 2)
    assert waiting.clock is not None and extended.clock is not None
    assert waiting.clock.falls_at is not None
    assert (extended.id, extended.clock.falls_at) == (waiting.id, waiting.clock.falls_at + 2 * DAY)
    move = replay(extended.record).legal_moves()[0]
    answered = await t.matches.play(extended.id, None, extended.require_user(Side.FIRST), move)
    assert answered.clock is not None
    assert answered.clock.budget(Side.SECOND).seconds == DAY, "only that move has more"
    with pytest.raises(Refusal, match="not-extended"):
        await t.acts.extend((await t.started(4, control="5+5")).id, 1)


@pytest.mark.parametrize(
    ("result", "winner", "by_organizer", "reason"),
    [
        (Result.FIRST, Side.FIRST, True, "outcome.decided-by-organizer"),
        (Result.DRAW, None, False, "outcome.adjudicated"),
    ],
)
async def test_a_match_that_goes_on_is_ended_with_a_result(
    t: Made, result: Result, winner: Side | None, by_organizer: bool, reason: str
) -> None:
    tournament = await t.started(4)
    match, _ = await t.round(tournament)
    pairing = next(each for each in (await t.of.get(tournament.id)).pairings if each.match_id == match.id)
    await t.acts.decide(pairing, result, by_organizer=by_organizer)
    ended = await t.store.matches.get(match.id)
    assert (ended.state, ended.winner, ended.reason) == (MatchState.OVER, winner, reason)
    after = await t.go_on(tournament)
    assert next(each.result for each in after.pairings if each.match_id == match.id) is result
    with pytest.raises(Refusal, match="changed-tournament"):
        await t.acts.decide(pairing, result, by_organizer=by_organizer)


async def test_a_match_that_goes_on_is_not_voided_by_an_organizer(t: Made) -> None:
    tournament = await t.started(4)
    with pytest.raises(Refusal, match="not-corrected"):
        await t.acts.decide(tournament.pairings[0], Result.NOBODY, by_organizer=True)


# --- Simuls --------------------------------------------------------------------------------------------


async def simul(t: Made, people: int) -> Tournament:
    """One that its creator gives, and people 101, 102, … have joined."""
    tournament = await t.of.create(replace(NEW, kind=Kind.SIMUL))
    for person in range(101, 101 + people):
        tournament = await t.of.join(tournament.id, person)
    return tournament


async def test_who_creates_a_simul_gives_it_from_the_first_moment(t: Made) -> None:
    created = await simul(t, 0)
    assert created == await t.of.get(created.id)
    assert [(entrant.user_id, entrant.rank) for entrant in created.entrants] == [(NEW.creator_id, 1)]


async def test_a_ninth_opponent_of_a_simul_is_refused(t: Made) -> None:
    tournament = await simul(t, 8)
    with pytest.raises(Refusal, match=r"tournament\.full"):
        await t.of.join(tournament.id, 200)


@pytest.mark.parametrize(
    ("kind", "level", "needed"), [(Kind.SIMUL, None, 3), (Kind.COMPUTER_SIMUL, "1", 2), (Kind.SWISS, None, 3)]
)
async def test_a_start_with_too_few_says_how_many_people_are_enough(
    t: Made, kind: Kind, level: str | None, needed: int
) -> None:
    tournament = await t.of.create(replace(NEW, kind=kind, level=level))
    for person in range(101, 100 + needed - len(tournament.entrants)):
        await t.of.join(tournament.id, person)
    with pytest.raises(Refusal, match="too-few") as refused:
        await t.of.start(tournament.id)
    assert refused.value.arguments == {"n": needed}
    await t.of.join(tournament.id, 200)
    assert (await t.of.start(tournament.id)).state is TournamentState.RUNNING


async def test_the_clock_of_rounds_is_not_extended_by_days(t: Made) -> None:
    tournament = await t.of.create(replace(NEW, kind=Kind.SIMUL, control="round-5m"))
    for person in (101, 102):
        await t.of.join(tournament.id, person)
    await t.of.start(tournament.id)
    tournament = await t.go_on(tournament)
    with pytest.raises(Refusal, match="not-extended"):
        await t.acts.extend(tournament.id, 7)
    assert not can_be_extended(tournament), "nor is it offered"


async def test_who_gives_a_simul_cannot_join_it(t: Made) -> None:
    tournament = await simul(t, 2)
    with pytest.raises(Refusal, match="giver-plays"):
        await t.of.join(tournament.id, NEW.creator_id)


@pytest.mark.parametrize(("blocker", "blocked"), [(NEW.creator_id, 101), (101, NEW.creator_id)])
async def test_after_a_block_nobody_joins_the_simul_of_the_other(t: Made, blocker: int, blocked: int) -> None:
    tournament, swiss = await simul(t, 0), await t.of.create(NEW)
    by_computer = await t.of.create(replace(NEW, kind=Kind.COMPUTER_SIMUL, level="1"))
    await t.store.blocks.add(blocker, blocked, 9)
    with pytest.raises(Refusal, match=NOT_NOW):
        await t.of.join(tournament.id, 101)
    for other in (swiss, by_computer):
        assert (await t.of.join(other.id, 101)).entrant_of(101) is not None
    assert (await t.of.join(tournament.id, 102)).entrant_of(102) is not None


async def test_all_boards_of_a_simul_are_played_to_the_end_though_every_look_is_interrupted(t: Made) -> None:
    tournament = await simul(t, 8)
    chance = random.Random(8)
    await t.of.start(tournament.id)
    tournament = await go_on_interrupted(t, tournament, chance)
    await t.show(tournament)
    matches = await t.round(tournament)
    assert len({match.id for match in matches}) == 8
    assert {match.user_of(side) for match in matches for side in Side} == {1, *range(101, 109)}
    for match in matches:
        await t.resign(match, Side.FIRST)
        tournament = await go_on_interrupted(t, tournament, chance)
    assert tournament.state is TournamentState.OVER
    assert [standing.points for standing in standings(tournament)] == [8, *[2, 0] * 4]


@pytest.mark.parametrize("is_removed", [False, True])
async def test_a_simul_is_canceled_when_its_giver_leaves_before_the_start(t: Made, is_removed: bool) -> None:
    tournament = await simul(t, 3)
    if is_removed:
        await t.acts.remove(tournament, 1)
    else:
        await t.of.drop(tournament.id, NEW.creator_id)
    assert (await t.of.get(tournament.id)).state is TournamentState.CANCELED


async def test_a_simul_whose_giver_is_banned_is_canceled_at_the_next_look(t: Made) -> None:
    tournament = await simul(t, 3)
    ban = Ban(NEW.guild_id, NEW.creator_id, None, "", 9, 1.0)
    await t.store.bans.add(ban, 9)
    tournament = await t.go_on(tournament)
    assert tournament.state is TournamentState.CANCELED


async def test_a_simul_without_its_giver_does_not_start(t: Made) -> None:
    tournament = await simul(t, 3)
    await t.of.change(tournament.id, lambda before: before.without(1))
    assert (await t.of.start(tournament.id)).state is TournamentState.CANCELED


async def test_an_opponent_leaves_a_simul_before_the_start_and_the_others_play(t: Made) -> None:
    tournament = await simul(t, 3)
    await t.of.drop(tournament.id, 101)
    await t.of.start(tournament.id)
    tournament = await t.go_on(tournament)
    assert [(pairing.first, pairing.second) for pairing in tournament.pairings] == [(1, 2), (3, 1)]


async def test_a_giver_who_leaves_while_it_runs_loses_every_board(t: Made) -> None:
    tournament = await simul(t, 3)
    await t.of.start(tournament.id)
    await t.show(await t.go_on(tournament))
    await t.of.drop(tournament.id, NEW.creator_id)
    tournament = await t.go_on(tournament)
    assert tournament.state is TournamentState.OVER
    assert [standing.points for standing in standings(tournament)] == [0, 2, 2, 2]


async def test_another_person_can_give_a_simul_in_place_of_its_creator(t: Made) -> None:
    tournament = await simul(t, 2)
    await t.acts.replace(tournament, 1, 200)
    await t.of.start(tournament.id)
    tournament = await t.go_on(tournament)
    people = [{match.user_of(side) for side in Side} for match in await t.round(tournament)]
    assert people == [{200, 101}, {200, 102}]


async def test_a_void_board_of_a_simul_counts_for_nobody(t: Made) -> None:
    tournament = await simul(t, 2)
    await t.of.start(tournament.id)
    await t.show(await t.go_on(tournament))
    first, second = await t.round(await t.of.get(tournament.id))
    await t.resign(first, Side.FIRST)
    await t.resign(second, Side.FIRST)
    tournament = await t.go_on(tournament)
    corrected = await t.acts.correct(tournament.id, tournament.pairings[0], Result.NOBODY)
    assert [standing.points for standing in standings(corrected)] == [2, 0, 0]
