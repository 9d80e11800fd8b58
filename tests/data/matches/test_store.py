"""The methods of `MatchStore`, one change at a time."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller

import pytest
from sqlalchemy import Connection, text

from data.errors import Stale, StoreConflict, UnknownMatch
from data.matches.boards import BoardStore
from data.matches.reader import MatchReader
from data.matches.store import MatchStore
from data.model.board import Board
from data.model.match import Match, MatchState, Offer, OfferKind, Played, PositionId
from data.store import Store
from games.base import Move, Outcome, Record, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin, append

WON = Outcome(Side.FIRST, "outcome.more")
NOBODY = 99_999
FORGED = 10**30


async def test_a_new_match_is_read_back_as_it_was_written(
    matches: MatchStore, begin: Begin, clock: Clock
) -> None:
    made = await begin(
        state=MatchState.CHALLENGE,
        first_id=CHUL,
        level=None,
        guild_id=2**63 - 1,
        channel_id=2**62 + 1,
        locale="ko",
        expires_at=clock.now + 900,
    )
    assert await matches.get(made.id) == made
    assert (made.first_id, made.second_id, made.guild_id, made.home.channel_id) == (
        CHUL,
        BORA,
        2**63 - 1,
        2**62 + 1,
    )
    assert (made.version, made.home.shown_version, made.takebacks, made.moves) == (0, -1, 0, ())
    assert (made.home.message_id, made.offer, made.winner, made.ended_at) == (None, None, None, None)
    assert (made.created_at, made.updated_at, made.expires_at) == (clock.now, clock.now, clock.now + 900)
    assert made.record == Record("othello", "8x8")


async def test_numbers_are_never_used_again(store: Store, begin: Begin) -> None:
    first = await begin()
    for table in ("boards", "matches"):
        await store.database.write(methodcaller("execute", text(f"DELETE FROM {table}")))
    second = await begin()
    assert second.id > first.id
    assert second.home.id > first.home.id


async def test_a_rematch_names_the_match_before(begin: Begin) -> None:
    first = await begin()
    assert (await begin(rematch_of=first.id)).rematch_of == first.id
    with pytest.raises(UnknownMatch):
        await begin(rematch_of=NOBODY)


async def test_a_match_has_one_rematch_at_a_time(matches: MatchStore, begin: Begin) -> None:
    first, other = await begin(), await begin()
    again = await begin(rematch_of=first.id, state=MatchState.CHALLENGE)
    with pytest.raises(Stale) as there:
        await begin(rematch_of=first.id)
    assert there.value.match == again
    await begin(rematch_of=other.id)
    await matches.end_challenge(again.id, "challenge.declined")
    assert (await begin(rematch_of=first.id)).rematch_of == first.id


async def test_a_challenge_is_accepted_once(matches: MatchStore, begin: Begin, clock: Clock) -> None:
    match = await begin(state=MatchState.CHALLENGE, expires_at=clock.now + 900)
    clock.now += 5
    accepted = await matches.accept(match.id)
    assert (accepted.state, accepted.expires_at, accepted.version) == ("playing", None, 1)
    assert accepted.updated_at == clock.now
    for again in (matches.accept(match.id), matches.end_challenge(match.id, "challenge.cancelled")):
        with pytest.raises(Stale) as stale:
            await again
        assert stale.value.match == accepted == await matches.get(match.id)


async def test_a_challenge_ends_without_a_match(matches: MatchStore, begin: Begin, clock: Clock) -> None:
    match = await begin(state=MatchState.CHALLENGE, expires_at=clock.now + 900)
    ended = await matches.end_challenge(match.id, "challenge.declined")
    assert (ended.state, ended.outcome, ended.begun) == ("over", Outcome(None, "challenge.declined"), False)
    assert (ended.ended_at, ended.expires_at) == (clock.now, None)
    with pytest.raises(Stale):
        await matches.accept(match.id)
    with pytest.raises(ValueError, match=r"outcome\.resigned"):
        await matches.end_challenge(match.id, "outcome.resigned")


async def test_moves_are_appended(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]], clock: Clock
) -> None:
    match = await begin("d3 c3")
    clock.now += 60
    after = await append(
        matches, match.id, match.position_id, [*play("c4"), *play("pass", None)], outcome=None
    )
    assert after.moves == ("d3", "c3", "c4", "pass")
    assert (after.version, after.updated_at, after.position_id) == (
        match.version + 1,
        clock.now,
        PositionId(4, 0),
    )
    assert await matches.get(match.id) == after


async def test_a_move_is_stored_with_its_player_and_moment(store: Store, begin: Begin, clock: Clock) -> None:
    match = await begin("d3")
    query = text("SELECT ply, move, user_id, played_at FROM moves WHERE match_id = :id").bindparams(
        id=match.id
    )
    rows = await store.database.read(lambda connection: connection.execute(query).all())
    assert rows == [(0, "d3", ANNA, clock.now)]


async def test_a_move_ends_the_match_and_clears_its_offer(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]], clock: Clock
) -> None:
    match = await begin("d3")
    match = await matches.set_offer(match.id, match.position_id, None, Offer(OfferKind.DRAW, Side.FIRST, 1))
    over = await append(matches, match.id, match.position_id, play("c3"), outcome=WON)
    assert (over.state, over.outcome, over.offer, over.ended_at) == ("over", WON, None, clock.now)
    assert await matches.get(match.id) == over


@pytest.mark.parametrize(
    "position_id", [PositionId(0, 0), PositionId(2, 0), PositionId(1, 1), PositionId(-1, 0)]
)
async def test_another_position_is_stale_and_nothing_changes(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]], position_id: PositionId
) -> None:
    match = await begin("d3")
    changes = [
        append(matches, match.id, position_id, play("c3"), outcome=None),
        matches.set_offer(match.id, position_id, None, Offer(OfferKind.TAKEBACK, Side.FIRST, 1)),
        matches.finish(match.id, position_id, WON),
    ]
    if position_id.ply > 0:
        changes.append(matches.take_back(match.id, position_id, 0))
    for change in changes:
        with pytest.raises(Stale) as stale:
            await change
        assert stale.value.match == match
    assert await matches.get(match.id) == match


async def test_a_match_that_is_over_does_not_change(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    match = await begin("d3")
    over = await matches.finish(match.id, match.position_id, Outcome(Side.SECOND, "outcome.resigned"))
    assert (over.outcome, over.moves) == (Outcome(Side.SECOND, "outcome.resigned"), ("d3",))
    for change in (
        append(matches, match.id, over.position_id, play("c3"), outcome=None),
        matches.take_back(match.id, over.position_id, 0),
        matches.set_offer(match.id, over.position_id, None, Offer(OfferKind.TAKEBACK, Side.FIRST, 1)),
        matches.finish(match.id, over.position_id, WON),
        matches.accept(match.id),
    ):
        with pytest.raises(Stale) as stale:
            await change
        assert stale.value.match == over
    assert await matches.get(match.id) == over


async def test_a_challenge_cannot_be_played(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    match = await begin(state=MatchState.CHALLENGE)
    with pytest.raises(Stale):
        await append(matches, match.id, match.position_id, play("d3"), outcome=None)
    with pytest.raises(Stale):
        await matches.finish(match.id, match.position_id, WON)


async def test_a_takeback_removes_moves_and_changes_the_position_id(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]]
) -> None:
    match = await begin("d3 c3 c4")
    match = await matches.set_offer(
        match.id, match.position_id, None, Offer(OfferKind.TAKEBACK, Side.FIRST, 3)
    )
    shorter = await matches.take_back(match.id, match.position_id, 1)
    assert (shorter.moves, shorter.takebacks, shorter.offer) == (("d3",), 1, None)
    assert await matches.get(match.id) == shorter
    again = await append(matches, match.id, shorter.position_id, play("e3 f4"), outcome=None)
    assert (again.ply, again.moves) == (3, ("d3", "e3", "f4"))
    with pytest.raises(Stale):  # the ply is the same, the position is not
        await append(matches, match.id, match.position_id, play("b2"), outcome=None)


@pytest.mark.parametrize("to_ply", [-1, 2, 3])
async def test_a_takeback_needs_a_move(matches: MatchStore, begin: Begin, to_ply: int) -> None:
    match = await begin("d3 c3")
    with pytest.raises(ValueError, match="take back"):
        await matches.take_back(match.id, match.position_id, to_ply)
    assert await matches.get(match.id) == match


async def test_an_append_needs_a_move(matches: MatchStore, begin: Begin) -> None:
    match = await begin()
    with pytest.raises(ValueError, match="no move"):
        await append(matches, match.id, match.position_id, [], outcome=None)


async def test_an_offer_is_replaced_only_by_a_caller_who_saw_it(matches: MatchStore, begin: Begin) -> None:
    match = await begin("d3")
    takeback, draw = Offer(OfferKind.TAKEBACK, Side.FIRST, 1), Offer(OfferKind.DRAW, Side.SECOND, 1)
    asked = await matches.set_offer(match.id, match.position_id, None, takeback)
    assert (asked.offer, asked.version, asked.position_id) == (takeback, match.version + 1, match.position_id)
    for before, after in ((None, draw), (draw, None)):
        with pytest.raises(Stale) as stale:
            await matches.set_offer(match.id, match.position_id, before, after)
        assert stale.value.match == asked
    assert (await matches.set_offer(match.id, match.position_id, takeback, None)).offer is None
    assert (await matches.get(match.id)).offer is None


@pytest.mark.parametrize("kept", [True, False])
async def test_a_move_clears_an_offer_unless_it_keeps_it(
    matches: MatchStore, begin: Begin, kept: bool
) -> None:
    match, draw = await begin("d3"), Offer(OfferKind.DRAW, Side.SECOND, 1)
    asked = await matches.set_offer(match.id, match.position_id, None, draw)
    keeps = draw if kept else None
    moved = await append(
        matches, match.id, asked.position_id, [Played(Move("c3"))], outcome=None, keeps=keeps
    )
    assert moved.offer == keeps
    assert await matches.get(match.id) == moved
    over = Outcome(Side.FIRST, "outcome.more-discs")
    ended = await append(
        matches, match.id, moved.position_id, [Played(Move("c4"))], outcome=over, keeps=keeps
    )
    assert ended.offer is None


async def test_a_move_cannot_keep_an_offer_that_is_cleared(matches: MatchStore, begin: Begin) -> None:
    match, draw = await begin("d3"), Offer(OfferKind.DRAW, Side.SECOND, 1)
    moved = await append(matches, match.id, match.position_id, [Played(Move("c3"))], outcome=None, keeps=draw)
    assert moved.offer is None


async def test_only_a_pending_offer_can_be_answered(matches: MatchStore, begin: Begin) -> None:
    match, draw = await begin("d3"), Offer(OfferKind.DRAW, Side.SECOND, 1)
    agreed = Outcome(None, "outcome.agreed")
    with pytest.raises(Stale):
        await matches.finish(match.id, match.position_id, agreed, answered=draw)
    with pytest.raises(Stale):
        await matches.take_back(match.id, match.position_id, 0, answered=draw)
    assert await matches.get(match.id) == match
    asked = await matches.set_offer(match.id, match.position_id, None, draw)
    over = await matches.finish(match.id, asked.position_id, agreed, answered=draw)
    assert (over.outcome, over.offer) == (agreed, None)


async def test_a_match_can_end_without_a_winner(matches: MatchStore, begin: Begin) -> None:
    match = await begin()
    over = await matches.finish(match.id, match.position_id, Outcome(None, "outcome.aborted"))
    assert (over.outcome, over.begun) == (Outcome(None, "outcome.aborted"), True)


async def test_the_primary_key_is_the_last_guard(
    matches: MatchStore, begin: Begin, play: Callable[..., list[Played]], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, load = await begin(), MatchReader.load
    present = await append(matches, before.id, before.position_id, play("d3"), outcome=None)

    def late(reader: MatchReader, connection: Connection, match_id: int, lock: bool = False) -> Match:
        return before if lock else load(reader, connection, match_id)

    monkeypatch.setattr(MatchReader, "load", late)
    with pytest.raises(Stale) as stale:
        await append(matches, before.id, before.position_id, play("c4"), outcome=None)
    assert stale.value.match == present == await matches.get(before.id)


@pytest.mark.parametrize("match_id", [NOBODY, 0, -1, 2**31, 2**63, FORGED])
async def test_an_unknown_match(
    matches: MatchStore, boards: BoardStore, play: Callable[..., list[Played]], match_id: int
) -> None:
    for call in (
        matches.get(match_id),
        matches.accept(match_id),
        matches.end_challenge(match_id, "challenge.expired"),
        append(matches, match_id, PositionId(0, 0), play("d3"), outcome=None),
        matches.take_back(match_id, PositionId(1, 0), 0),
        matches.set_offer(match_id, PositionId(0, 0), None, None),
        matches.finish(match_id, PositionId(0, 0), WON),
    ):
        with pytest.raises(UnknownMatch, match=str(match_id)) as unknown:
            await call
        assert unknown.value.match_id == match_id
    with pytest.raises(UnknownMatch):
        await boards.posted(NOBODY, Board(id=NOBODY, guild_id=None, channel_id=1, message_id=2), 0)


async def test_the_tables_reject_invalid_values(store: Store, begin: Begin) -> None:
    def write(connection: Connection) -> None:
        connection.execute(text("UPDATE matches SET winner = 3"))

    await begin()
    with pytest.raises(StoreConflict):
        await store.database.write(write)
    with pytest.raises(StoreConflict):
        await begin(state="paused")
