"""Every method of the store of matches, alone."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, text

from data.database import Database
from data.errors import Stale, StoreConflict, UnknownMatch
from data.match import Stamp
from data.matches import MatchStore, Offer, Played
from games.base import Move, Outcome, Record, Side

ANNA, BORA, CHUL = 111, 222, 2**62
WON = Outcome(Side.FIRST, "outcome.more")
NOBODY = 99_999
FORGED = 10**30


async def test_a_new_match_is_read_back_as_it_was_written(store, begin, clock):
    made = await begin(
        state="challenge", first_id=CHUL, level=None, guild_id=2**63 - 1, channel_id=2**62 + 1,
        locale="ko", expires_at=clock.now + 900,
    )  # fmt: skip
    assert await store.get(made.id) == made
    assert (made.first_id, made.second_id, made.guild_id, made.channel_id) == (
        CHUL,
        BORA,
        2**63 - 1,
        2**62 + 1,
    )
    assert (made.version, made.shown_version, made.takebacks, made.moves) == (0, -1, 0, ())
    assert (made.message_id, made.offer, made.winner, made.ended_at) == (None, None, None, None)
    assert (made.created_at, made.updated_at, made.expires_at) == (clock.now, clock.now, clock.now + 900)
    assert made.record == Record("othello", "8x8")


async def test_numbers_are_never_given_twice(database: Database, begin):
    first = await begin()
    await database.write(lambda connection: connection.execute(text("DELETE FROM matches")))
    assert (await begin()).id > first.id


async def test_a_rematch_names_the_match_before(begin):
    first = await begin()
    assert (await begin(rematch_of=first.id)).rematch_of == first.id
    with pytest.raises(UnknownMatch):
        await begin(rematch_of=NOBODY)


async def test_a_match_has_one_rematch_at_a_time(store: MatchStore, begin):
    first, other = await begin(), await begin()
    again = await begin(rematch_of=first.id, state="challenge")
    with pytest.raises(Stale) as there:
        await begin(rematch_of=first.id)
    assert there.value.match == again
    await begin(rematch_of=other.id)
    await store.end_challenge(again.id, "challenge.declined")
    assert (await begin(rematch_of=first.id)).rematch_of == first.id


async def test_a_challenge_is_accepted_once(store: MatchStore, begin, clock):
    match = await begin(state="challenge", expires_at=clock.now + 900)
    clock.now += 5
    accepted = await store.accept(match.id)
    assert (accepted.state, accepted.expires_at, accepted.version) == ("playing", None, 1)
    assert accepted.updated_at == clock.now
    for again in (store.accept(match.id), store.end_challenge(match.id, "challenge.cancelled")):
        with pytest.raises(Stale) as stale:
            await again
        assert stale.value.match == accepted == await store.get(match.id)


async def test_a_challenge_comes_to_nothing(store: MatchStore, begin, clock):
    match = await begin(state="challenge", expires_at=clock.now + 900)
    ended = await store.end_challenge(match.id, "challenge.declined")
    assert (ended.state, ended.outcome, ended.begun) == ("over", Outcome(None, "challenge.declined"), False)
    assert (ended.ended_at, ended.expires_at) == (clock.now, None)
    with pytest.raises(Stale):
        await store.accept(match.id)
    with pytest.raises(ValueError, match=r"outcome\.resigned"):
        await store.end_challenge(match.id, "outcome.resigned")


async def test_moves_are_added_at_the_end(store: MatchStore, begin, play, clock):
    match = await begin("d3 c3")
    clock.now += 60
    after = await store.append(match.id, match.stamp, [*play("c4"), *play("pass", None)], outcome=None)
    assert after.moves == ("d3", "c3", "c4", "pass")
    assert (after.version, after.updated_at, after.stamp) == (match.version + 1, clock.now, Stamp(4, 0))
    assert await store.get(match.id) == after


async def test_a_move_keeps_who_made_it_and_when(database: Database, begin, clock):
    match = await begin("d3")
    query = text("SELECT ply, move, user_id, played_at FROM moves WHERE match_id = :id").bindparams(
        id=match.id
    )
    rows = await database.read(lambda connection: connection.execute(query))
    assert rows.all() == [(0, "d3", ANNA, clock.now)]


async def test_a_move_ends_the_match_and_clears_its_offer(store: MatchStore, begin, play, clock):
    match = await begin("d3")
    match = await store.set_offer(match.id, match.stamp, None, Offer("draw", Side.FIRST, 1))
    over = await store.append(match.id, match.stamp, play("c3"), outcome=WON)
    assert (over.state, over.outcome, over.offer, over.ended_at) == ("over", WON, None, clock.now)
    assert await store.get(match.id) == over


@pytest.mark.parametrize("stamp", [Stamp(0, 0), Stamp(2, 0), Stamp(1, 1), Stamp(-1, 0)])
async def test_an_old_stamp_is_stale_and_changes_nothing(store: MatchStore, begin, play, stamp: Stamp):
    match = await begin("d3")
    changes = [
        store.append(match.id, stamp, play("c3"), outcome=None),
        store.set_offer(match.id, stamp, None, Offer("undo", Side.FIRST, 1)),
        store.finish(match.id, stamp, WON),
    ]
    if stamp.ply > 0:
        changes.append(store.take_back(match.id, stamp, 0))
    for change in changes:
        with pytest.raises(Stale) as stale:
            await change
        assert stale.value.match == match
    assert await store.get(match.id) == match


async def test_what_is_over_stays_as_it_is(store: MatchStore, begin, play):
    match = await begin("d3")
    over = await store.finish(match.id, match.stamp, Outcome(Side.SECOND, "outcome.resigned"))
    assert (over.outcome, over.moves) == (Outcome(Side.SECOND, "outcome.resigned"), ("d3",))
    for change in (
        store.append(match.id, over.stamp, play("c3"), outcome=None),
        store.take_back(match.id, over.stamp, 0),
        store.set_offer(match.id, over.stamp, None, Offer("undo", Side.FIRST, 1)),
        store.finish(match.id, over.stamp, WON),
        store.accept(match.id),
    ):
        with pytest.raises(Stale) as stale:
            await change
        assert stale.value.match == over
    assert await store.get(match.id) == over


async def test_a_challenge_cannot_be_played(store: MatchStore, begin, play):
    match = await begin(state="challenge")
    with pytest.raises(Stale):
        await store.append(match.id, match.stamp, play("d3"), outcome=None)
    with pytest.raises(Stale):
        await store.finish(match.id, match.stamp, WON)


async def test_moves_taken_back_are_gone_and_their_stamp_is_another(store: MatchStore, begin, play):
    match = await begin("d3 c3 c4")
    match = await store.set_offer(match.id, match.stamp, None, Offer("undo", Side.FIRST, 3))
    shorter = await store.take_back(match.id, match.stamp, 1)
    assert (shorter.moves, shorter.takebacks, shorter.offer) == (("d3",), 1, None)
    assert await store.get(match.id) == shorter
    again = await store.append(match.id, shorter.stamp, play("e3 f4"), outcome=None)
    assert (again.ply, again.moves) == (3, ("d3", "e3", "f4"))
    with pytest.raises(Stale):  # the ply is the same, the position is not
        await store.append(match.id, match.stamp, play("b2"), outcome=None)


@pytest.mark.parametrize("to_ply", [-1, 2, 3])
async def test_there_must_be_something_to_take_back(store: MatchStore, begin, to_ply: int):
    match = await begin("d3 c3")
    with pytest.raises(ValueError, match="take back"):
        await store.take_back(match.id, match.stamp, to_ply)
    assert await store.get(match.id) == match


async def test_no_move_is_no_move(store: MatchStore, begin):
    match = await begin()
    with pytest.raises(ValueError, match="no move"):
        await store.append(match.id, match.stamp, [], outcome=None)


async def test_an_offer_is_made_once_and_cleared_by_who_saw_it(store: MatchStore, begin):
    match = await begin("d3")
    undo, draw = Offer("undo", Side.FIRST, 1), Offer("draw", Side.SECOND, 1)
    asked = await store.set_offer(match.id, match.stamp, None, undo)
    assert (asked.offer, asked.version, asked.stamp) == (undo, match.version + 1, match.stamp)
    for before, after in ((None, draw), (draw, None)):
        with pytest.raises(Stale) as stale:
            await store.set_offer(match.id, match.stamp, before, after)
        assert stale.value.match == asked
    assert (await store.set_offer(match.id, match.stamp, undo, None)).offer is None
    assert (await store.get(match.id)).offer is None


@pytest.mark.parametrize("kept", [True, False])
async def test_an_offer_outlives_the_moves_that_keep_it(store: MatchStore, begin, kept: bool):
    match, draw = await begin("d3"), Offer("draw", Side.SECOND, 1)
    asked = await store.set_offer(match.id, match.stamp, None, draw)
    keeps = draw if kept else None
    moved = await store.append(match.id, asked.stamp, [Played(Move("c3"))], outcome=None, keeps=keeps)
    assert moved.offer == keeps
    assert await store.get(match.id) == moved
    over = Outcome(Side.FIRST, "outcome.more-discs")
    ended = await store.append(match.id, moved.stamp, [Played(Move("c4"))], outcome=over, keeps=keeps)
    assert ended.offer is None


async def test_a_move_keeps_no_offer_that_is_gone(store: MatchStore, begin):
    match, draw = await begin("d3"), Offer("draw", Side.SECOND, 1)
    moved = await store.append(match.id, match.stamp, [Played(Move("c3"))], outcome=None, keeps=draw)
    assert moved.offer is None


async def test_only_an_offer_that_stands_is_granted(store: MatchStore, begin):
    match, draw = await begin("d3"), Offer("draw", Side.SECOND, 1)
    agreed = Outcome(None, "outcome.agreed")
    with pytest.raises(Stale):
        await store.finish(match.id, match.stamp, agreed, granted=draw)
    with pytest.raises(Stale):
        await store.take_back(match.id, match.stamp, 0, granted=draw)
    assert await store.get(match.id) == match
    asked = await store.set_offer(match.id, match.stamp, None, draw)
    over = await store.finish(match.id, asked.stamp, agreed, granted=draw)
    assert (over.outcome, over.offer) == (agreed, None)


async def test_a_match_may_end_without_a_winner(store: MatchStore, begin):
    match = await begin()
    over = await store.finish(match.id, match.stamp, Outcome(None, "outcome.aborted"))
    assert (over.outcome, over.begun) == (Outcome(None, "outcome.aborted"), True)


async def test_the_primary_key_is_the_last_guard(database: Database, store: MatchStore, begin, play):
    match = await begin()
    hidden = text("INSERT INTO moves VALUES (:id, 1, 'c3', 1, 0)").bindparams(id=match.id)
    await database.write(lambda connection: connection.execute(hidden))
    with pytest.raises(Stale) as stale:
        await store.append(match.id, Stamp(1, 0), play("c3"), outcome=None)
    assert stale.value.match == await store.get(match.id)


async def test_a_message_shows_a_version(store: MatchStore, begin, clock):
    match = await begin("d3")
    before = match.updated_at
    clock.now += 9
    posted = await store.posted(match.id, match.version, 71, 700)
    assert (posted.channel_id, posted.message_id, posted.thread_id) == (71, 700, None)
    assert (posted.version, posted.shown_version, posted.updated_at) == (match.version, match.version, before)
    threaded = await store.posted(match.id, match.version, 72, 701, thread_id=72)
    assert (await store.posted(match.id, match.version, 72, 702)).thread_id == threaded.thread_id == 72
    assert (await store.get(match.id)).message_id == 702


async def test_an_older_version_shown_late_counts_for_nothing(store: MatchStore, begin):
    one, other = await begin("d3"), await begin("d3 c3")
    await store.shown({one.id: 1, other.id: 1, NOBODY: 5})
    await store.shown({other.id: 0})
    assert [(await store.get(match.id)).shown_version for match in (one, other)] == [1, 1]
    await store.shown({})


@pytest.mark.parametrize("match_id", [NOBODY, 0, -1, 2**31, 2**63, FORGED])
async def test_nobody_knows_this_match(store: MatchStore, play, match_id: int):
    for call in (
        store.get(match_id),
        store.accept(match_id),
        store.end_challenge(match_id, "challenge.expired"),
        store.append(match_id, Stamp(0, 0), play("d3"), outcome=None),
        store.take_back(match_id, Stamp(1, 0), 0),
        store.set_offer(match_id, Stamp(0, 0), None, None),
        store.finish(match_id, Stamp(0, 0), WON),
    ):
        with pytest.raises(UnknownMatch, match=str(match_id)) as unknown:
            await call
        assert unknown.value.match_id == match_id
    with pytest.raises(UnknownMatch):
        await store.posted(NOBODY, 0, 1, 2)


async def test_lists(store: MatchStore, begin, clock):
    async def begun_later(*moves: str, **changes: object) -> int:
        clock.now += 1
        return (await begin(*moves, **changes)).id

    old = await begun_later("d3")
    over = await begin("d3")
    await store.finish(over.id, over.stamp, WON)
    asked = await begun_later(state="challenge", first_id=CHUL, second_id=ANNA, challenger_id=CHUL)
    alone = await begun_later("d3 c3", second_id=None, level="3")
    others = await begun_later(first_id=None, second_id=CHUL, level="8")
    assert [match.id for match in await store.of_user(ANNA)] == [alone, asked, old]
    assert [match.id for match in await store.of_user(CHUL)] == [others, asked]
    assert await store.of_user(NOBODY) == []
    assert [match.id for match in await store.challenges()] == [asked]
    assert [match.id for match in await store.against_computer()] == [alone, others]
    assert [match.moves for match in await store.against_computer()] == [("d3", "c3"), ()]
    await store.shown(dict.fromkeys((old, over.id, asked, others), 9))
    assert [match.id for match in await store.behind()] == [alone]


async def test_matches_that_changed_at_the_same_moment_are_listed_newest_first(store: MatchStore, begin):
    numbers = [(await begin()).id for _ in range(4)]
    assert [match.id for match in await store.of_user(ANNA)] == numbers[::-1]


async def test_the_tables_refuse_what_no_program_should_write(database: Database, begin):
    def write(connection: Connection) -> None:
        connection.execute(text("UPDATE matches SET winner = 3"))

    await begin()
    with pytest.raises(StoreConflict):
        await database.write(lambda connection: connection.run_sync(write))
    with pytest.raises(StoreConflict):
        await begin(state="paused")
