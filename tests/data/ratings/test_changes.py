"""Matches are rated in the transaction that ends them, on both kinds of database."""

from __future__ import annotations

from typing import Any

import pytest

from data.model.glicko import Rating, rated_pair
from data.model.match import Match, MatchState, Offer, OfferKind, PositionId, Turn
from data.model.match_rating import MatchRating, Standing, Unrated
from data.model.rating_categories import Category
from data.ratings import changes
from data.servers.retention import RetentionStore
from data.store import Store
from games.base import Outcome, Side
from tests.clock import Clock
from tests.data.clocks import on_clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin, new_match, played

MOVES = "d3 c3 c4 c5 b4 d2 e2 f4 d6 c6"
RESIGNED, ABORTED = "outcome.resigned", "outcome.aborted"
DAY = 86_400.0


async def finished(
    store: Store, begin: Begin, moves: str = MOVES, winner: Side | None = Side.FIRST, **changes: Any
) -> Match:
    """A rated match that has ended."""
    match = await begin(moves, is_rated=True, **changes)
    return await store.matches.finish(match.id, match.position_id, Outcome(winner, RESIGNED))


async def test_a_match_shows_the_ratings_that_were_agreed(store: Store, begin: Begin) -> None:
    assert (await begin()).rated is None
    match = await begin(is_rated=True)
    assert match.rated == MatchRating(Standing(1500, 350), Standing(1500, 350))
    assert (await store.matches.get(match.id)) == match
    open_one = await begin(is_rated=True, second_id=None, state=MatchState.CHALLENGE, expires_at=2e9)
    assert open_one.rated == MatchRating(Standing(1500, 350), None)
    await finished(store, begin, first_id=ANNA, second_id=CHUL)
    accepted = await store.matches.accept(open_one.id, user_id=CHUL)
    assert accepted.rated is not None and accepted.rated.second == Standing(1338, 290)
    assert accepted.rated.first == Standing(1662, 290) and accepted.second_id == CHUL


async def test_a_match_against_the_computer_cannot_be_rated(store: Store) -> None:
    with pytest.raises(ValueError, match="computer"):
        await store.matches.create(new_match(is_rated=True, second_id=None, level="3"))


async def test_both_are_rated_and_the_log_has_it(store: Store, begin: Begin, clock: Clock) -> None:
    match = await finished(store, begin)
    assert match.rated is not None and match.rated.unrated is None
    first, second = rated_pair(Rating(), Rating(), 1)
    assert match.rated.first_after == Standing.of(first) and match.rated.second_after == Standing.of(second)
    assert (match.rated.change(Side.FIRST), match.rated.change(Side.SECOND)) == (162, -162)
    assert await store.matches.get(match.id) == match
    mine = (await store.ratings.of_person(ANNA))[Category.OTHELLO]
    assert (mine.last, mine.matches, mine.wins, mine.losses, mine.draws) == (first, 1, 1, 0, 0)
    assert mine.rated_at == match.ended_at
    (logged,) = await store.ratings.history(BORA, Category.OTHELLO)
    assert (logged.match_id, logged.winner, logged.unrated) == (match.id, Side.FIRST, None)
    assert logged.second is not None and logged.second.after == pytest.approx(second.value)


async def test_a_later_match_starts_from_the_grown_deviation(
    store: Store, begin: Begin, clock: Clock
) -> None:
    await finished(store, begin)
    before = (await store.ratings.of_person(ANNA))[Category.OTHELLO]
    clock.now += 365 * DAY
    match = await finished(store, begin, MOVES + " f3", None, first_id=BORA, second_id=ANNA)
    assert match.rated is not None and match.rated.second == Standing.of(before.at(clock.now))
    assert match.rated.second.deviation > round(before.last.deviation)
    after = (await store.ratings.of_person(ANNA))[Category.OTHELLO]
    assert (after.matches, after.draws) == (2, 1) and after.last.value < before.last.value


async def test_all_endings_rate(store: Store, begin: Begin, ticks: Clock) -> None:
    """By the last move, by agreement, by the clock, and by a move after the flag has fallen."""
    store.uptime.start(0)
    first = await begin(MOVES, is_rated=True)
    result = await store.matches.append(
        first.id, first.position_id, played("f3"), outcome=Outcome(Side.FIRST, "outcome.most-discs")
    )
    second = await begin(MOVES, is_rated=True)
    second = await store.matches.set_offer(
        second.id, second.position_id, None, Offer(OfferKind.DRAW, Side.FIRST, 10)
    )
    drawn = await store.matches.finish(
        second.id, second.position_id, Outcome(None, "outcome.agreed"), answered=second.offer
    )
    lost = Outcome(Side.SECOND, "outcome.time")
    timed, moved = [
        await on_clock(store.matches, is_rated=True, first_id=CHUL, second_id=user) for user in (ANNA, BORA)
    ]
    for match in (timed, moved):
        turn = Turn(Side.FIRST, True, lambda _: lost)
        moves = played(MOVES if match is timed else MOVES + " f3")
        await store.matches.append(match.id, match.position_id, moves, outcome=None, turn=turn)
    ticks.now += 1e6
    fallen = await store.matches.time_forfeit(timed.id, lambda _: lost)
    late = await store.matches.append(
        moved.id,
        PositionId(11, 0),
        played("c2"),
        outcome=None,
        turn=Turn(Side.SECOND, True, lambda _: lost),
    )
    assert fallen is not None and late.ended_by_clock
    ended = [result.match, drawn, fallen, late.match]
    assert [one.rated and (one.rated.unrated, one.rated.first_after is None) for one in ended] == [
        (None, False)
    ] * 4


@pytest.mark.parametrize(
    ("moves", "outcome", "reason"),
    [
        ("d3 c3", Outcome(Side.FIRST, RESIGNED), Unrated.SHORT),
        ("d3", Outcome(None, ABORTED), Unrated.NO_RESULT),
    ],
)
async def test_the_reason_of_an_unrated_match_is_kept(
    store: Store, begin: Begin, moves: str, outcome: Outcome, reason: Unrated
) -> None:
    match = await begin(moves, is_rated=True)
    match = await store.matches.finish(match.id, match.position_id, outcome)
    assert match.rated is not None and match.rated.unrated is reason
    assert match.rated.first == Standing(1500, 350) and match.rated.change(Side.FIRST) is None
    assert await store.ratings.of_person(ANNA) == {}
    (logged,) = await store.ratings.history(ANNA)
    assert (logged.unrated, logged.first) == (reason, None)


async def test_a_challenge_that_nobody_accepts_is_not_logged(store: Store, begin: Begin) -> None:
    match = await begin(is_rated=True, state=MatchState.CHALLENGE, expires_at=2e9)
    ended = await store.matches.end_challenge(match.id, "challenge.declined")
    assert ended.rated is not None and ended.rated.unrated is None
    assert await store.ratings.history(ANNA) == []


async def test_the_rules_see_earlier_matches_of_the_category(
    store: Store, begin: Begin, clock: Clock
) -> None:
    await finished(store, begin)
    repeated = await finished(store, begin)
    assert repeated.rated is not None and repeated.rated.unrated is Unrated.REPEATED
    other_winner = await finished(store, begin, winner=Side.SECOND)
    assert other_winner.rated is not None and other_winner.rated.unrated is None
    others = await finished(store, begin, second_id=CHUL)
    assert others.rated is not None and others.rated.unrated is None
    openings = ("f3", "f6", "e3")
    for opening in openings:
        await finished(store, begin, f"{MOVES} {opening}")
        clock.now += 3600
    limited = await finished(store, begin, f"{MOVES} f2")
    assert limited.rated is not None and limited.rated.unrated is Unrated.DAILY_LIMIT


async def test_a_ring_of_three_is_noticed(store: Store, begin: Begin) -> None:
    ring = [(ANNA, BORA), (BORA, CHUL), (CHUL, ANNA)] * 2
    ended = [
        await finished(store, begin, f"{MOVES} f{number}", first_id=winner, second_id=loser)
        for number, (winner, loser) in enumerate(ring, 1)
    ]
    reasons = [one.rated and one.rated.unrated for one in ended]
    assert reasons == [None] * 5 + [Unrated.RING]


async def test_a_flag_that_falls_just_after_an_outage_is_not_rated(store: Store, ticks: Clock) -> None:
    store.uptime.start(0)
    match = await on_clock(store.matches, is_rated=True)
    turn = Turn(Side.FIRST, True, lambda _: Outcome(Side.SECOND, "outcome.time"))
    await store.matches.append(match.id, match.position_id, played(MOVES), outcome=None, turn=turn)
    ticks.now += 5
    store.uptime.confirm(0)
    store.uptime.stop(0)
    ticks.now += 100
    store.uptime.start(0)
    ticks.now += 310
    over = await store.matches.time_forfeit(match.id, turn.time_forfeit)
    assert over is not None and over.rated is not None and over.rated.unrated is Unrated.OUTAGE


async def test_a_match_does_not_end_without_being_rated(
    store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever interrupts the transaction between the end and the rating undoes both."""
    match = await begin(MOVES, is_rated=True)

    def killed(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(changes, "one_more", killed)
        await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, RESIGNED))
    assert await store.matches.get(match.id) == match
    assert await store.ratings.of_person(ANNA) == {} and await store.ratings.history(ANNA) == []


async def test_what_was_rated_stays_when_its_match_is_deleted(store: Store, begin: Begin) -> None:
    kept, unrated = await finished(store, begin), await finished(store, begin)
    retention: RetentionStore = store.retention
    await retention.delete([kept.id, unrated.id])
    assert [one.match_id for one in await store.ratings.history(ANNA)] == [kept.id]
    repeated = await finished(store, begin)
    assert repeated.rated is not None and repeated.rated.unrated is Unrated.REPEATED


async def test_an_erased_person_leaves_the_opponents_history(store: Store, begin: Begin) -> None:
    await finished(store, begin)
    await finished(store, begin, first_id=BORA, second_id=CHUL)
    await store.personal_data.erase_settings(ANNA)
    assert await store.ratings.of_person(ANNA) == {}
    assert [one.first_id for one in await store.ratings.history(BORA)] == [0, BORA]
    await store.personal_data.erase_settings(BORA)
    assert await store.ratings.history(0) != [] and len(await store.ratings.history(CHUL)) == 1
    await store.personal_data.erase_settings(CHUL)
    assert await store.ratings.history(0) == []


# --- Accounts that lose on purpose -------------------------------------------------------------------

LOSERS = tuple(range(9001, 9005))


class Evening:
    """Rated matches one after the other, each with an opening that nobody has played."""

    def __init__(self, store: Store, begin: Begin, clock: Clock) -> None:
        self.store, self.begin, self.clock = store, begin, clock
        self.count = 0

    async def wins(self, winner: int, loser: int) -> Unrated | None:
        """Play a match; why it is not rated, if so."""
        self.count += 1
        self.clock.now += 2
        column, row = divmod(self.count, 8)
        moves = f"{MOVES} {'abcdefgh'[column % 8]}{row + 1}" + " h8" * 9  # the store plays no rules
        over = await finished(self.store, self.begin, moves, first_id=winner, second_id=loser)
        assert over.rated is not None
        return over.rated.unrated

    async def rating(self, user_id: int) -> Standing:
        return Standing.of((await self.store.ratings.of_person(user_id))[Category.OTHELLO].last)


@pytest.fixture
def evening(store: Store, begin: Begin, clock: Clock) -> Evening:
    return Evening(store, begin, clock)


async def test_accounts_that_only_lose_make_no_rating(evening: Evening) -> None:
    """Four of them, five matches each in 40 s: without the rule that makes 2016 ± 157."""
    reasons = [await evening.wins(ANNA, loser) for _ in range(5) for loser in LOSERS]
    assert reasons == [None] * 3 + [Unrated.UNPROVEN] * 17
    assert await evening.rating(ANNA) == Standing(1809, 234)


async def test_wins_over_them_count_again_after_a_month(evening: Evening) -> None:
    for loser in LOSERS:
        await evening.wins(ANNA, loser)
    evening.clock.now += 30 * DAY
    assert await evening.wins(ANNA, LOSERS[0]) is None


async def test_accounts_that_win_against_each_other_first_need_days(evening: Evening) -> None:
    """Then they are not unproven, and it would make 1999 ± 141 within a minute."""
    for winner, loser in zip(LOSERS, (*LOSERS[1:], LOSERS[0]), strict=True):
        await evening.wins(winner, loser)
    reasons = [await evening.wins(ANNA, loser) for _ in range(5) for loser in LOSERS]
    assert reasons == [None] * 10 + [Unrated.PROVISIONAL] * 10
    assert await evening.rating(ANNA) == Standing(1907, 167)


async def test_friends_of_whom_one_wins_mostly_are_rated(evening: Evening) -> None:
    for _ in range(3):
        assert await evening.wins(ANNA, BORA) is None
    assert await evening.wins(ANNA, BORA) is Unrated.UNPROVEN
    assert await evening.wins(BORA, ANNA) is None
    assert await evening.wins(ANNA, BORA) is None


async def test_a_club_of_newcomers_is_rated(evening: Evening) -> None:
    """A round robin of five, in which one wins every match, and the last none."""
    club = (ANNA, *LOSERS)
    rounds = [(0, 4), (1, 3), (0, 3), (2, 4), (0, 2), (1, 4), (0, 1), (2, 3), (1, 2), (3, 4)]
    assert [await evening.wins(club[one], club[other]) for one, other in rounds] == [None] * 10
