"""Playing: whose turn, what is refused, forced passes, races."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.exceptions import Outdated
from bot.match.setup import Seats
from data.errors import StoreBusy, UnknownMatch
from data.model.match import Match, PauseReason, PositionId
from data.servers.bans import Ban
from data.store import Store, open_store
from games import replay
from games.base import PASS, Move, Side
from tests.bot.service import (
    ANA,
    BEN,
    CHO,
    HERE,
    Faults,
    Service,
    before_a_forced_pass,
    before_the_end,
    first_move,
    never,
    refusal,
    service,
    some_move,
    until,
)


async def test_a_person_plays_and_the_computer_answers(store: Store) -> None:
    one = service(store, first_move())
    match = await one.play(await one.computer(), ANA, " B3 ")
    assert (match.moves, match.position_id) == ((Move("b3"),), PositionId(1, 0))
    await until(lambda: one.changes.seen)
    present = await one.matches.get(match.id)
    assert present.ply == 2
    assert one.changes.seen == [present]
    assert one.player.asked == [(match.record, "3", HERE.guild_id)]
    await one.matches.close()


async def test_the_computer_moves_first_where_it_sits_first(made: Service) -> None:
    match = await made.computer(first=None, second=ANA)
    assert match.computer_side is Side.FIRST
    await until(lambda: made.waiting.thinking)
    assert await refusal(made.matches.play(match.id, match.position_id, ANA, "b3")) == "match.not-your-turn"
    made.waiting.answer()
    await until(lambda: made.changes.seen)
    assert made.changes.seen[-1].ply == 1


async def test_a_stranger_hears_that_before_anything_else(made: Service) -> None:
    match = await made.people()
    over = await made.matches.resign(match.id, None, ANA)
    for text in ("b3", "nonsense"):
        assert await refusal(made.matches.play(match.id, PositionId(9, 9), CHO, text)) == "match.not-seated"
    assert await refusal(made.matches.play(match.id, PositionId(9, 9), ANA, "nonsense")) == "match.over"
    assert await made.matches.get(match.id) == over


async def test_the_order_of_checks_while_a_match_goes_on(made: Service) -> None:
    match = await made.people()
    old, match = match, await made.play(match, ANA, "b3")
    plays = made.matches.play
    assert await refusal(plays(match.id, old.position_id, ANA, "nonsense")) == "match.outdated"
    assert await refusal(plays(match.id, match.position_id, ANA, "nonsense")) == "match.not-your-turn"
    assert await refusal(plays(match.id, match.position_id, BEN, "nonsense")) == "rule.notation"
    assert await refusal(plays(match.id, match.position_id, BEN, "b3")) == "rule.occupied"
    assert await refusal(plays(match.id, match.position_id, BEN, "f6")) == "rule.no-flips"
    assert await refusal(plays(match.id, match.position_id, BEN, "h8")) == "rule.off-board"
    assert await refusal(plays(match.id, match.position_id, BEN, "pass")) == "rule.pass-with-moves"
    assert await made.matches.get(match.id) == match


async def test_an_outdated_click_carries_the_present_match(made: Service) -> None:
    match = await made.people()
    present = await made.play(match, ANA, "b3")
    with pytest.raises(Outdated) as refused:
        await made.matches.play(match.id, match.position_id, ANA, "c2")
    assert refused.value.match == present


async def test_no_such_match(made: Service) -> None:
    for act in (
        made.matches.get(99),
        made.matches.play(99, None, ANA, "b3"),
        made.matches.takebacks.request(99, None, ANA),
        made.matches.challenges.accept(99, ANA),
        made.matches.lookup.finished(99, ANA),
    ):
        with pytest.raises(UnknownMatch):
            await act


@pytest.mark.parametrize("mover", list(Side))
async def test_a_forced_pass_is_stored_with_the_move(made: Service, mover: Side) -> None:
    moves, move = before_a_forced_pass(mover)
    match = await made.at(await made.people(), moves)
    before = match.version
    played = await made.play(match, ANA if mover is Side.FIRST else BEN, move)
    assert played.moves == (*moves, move, PASS)
    assert played.version == before + 1, "the move and the pass are one change"
    assert replay(played.record).to_move is mover


async def test_the_computer_moves_again_after_a_forced_pass(made: Service) -> None:
    moves, move = before_a_forced_pass(Side.SECOND)
    await made.at(
        await made.matches.start_against_computer("othello", "6x6", Seats(ANA, None), "3", HERE), moves
    )
    await until(lambda: made.waiting.thinking)
    made.waiting.answer(move)
    await until(lambda: made.changes.seen and made.waiting.thinking)
    assert made.changes.seen[-1].moves == (*moves, move, PASS)
    made.waiting.answer()
    await until(lambda: len(made.changes.seen) == 2)
    assert made.changes.seen[-1].ply == len(moves) + 3


async def test_the_last_move_ends_the_match(made: Service) -> None:
    moves, move = before_the_end(Side.FIRST)
    match = await made.at(await made.people(), moves)
    over = await made.play(match, ANA, move)
    assert over.state == "over"
    assert over.outcome == replay(over.record).outcome()
    assert over.ended_at is not None
    assert await refusal(made.matches.play(match.id, over.position_id, BEN, "a1")) == "match.over"
    for user, side in ((ANA, Side.FIRST), (BEN, Side.SECOND)):
        assert await made.matches.lookup.finished(match.id, user) == (over, side)
    assert await refusal(made.matches.lookup.finished(match.id, CHO)) == "match.not-seated"


async def test_of_two_moves_at_once_one_counts(made: Service) -> None:
    match = await made.people()
    for ply in range(8):
        user = match.user_of(replay(match.record).to_move)
        assert user is not None
        legal = replay(match.record).legal_moves()
        tries = [
            made.matches.play(match.id, match.position_id, user, legal[n % len(legal)]) for n in range(4)
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        won = [result for result in results if isinstance(result, Match)]
        lost = [result for result in results if isinstance(result, Outdated)]
        assert (len(won), len(lost)) == (1, 3)
        match = await made.matches.get(match.id)
        assert match == won[0]
        assert match.ply == ply + 1
        assert all(one.match == match for one in lost)


async def test_a_move_in_a_match_that_has_just_changed_does_not_read_it_first(
    made: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await made.play(await made.people(), ANA, "b3")
    monkeypatch.setattr(made.store.matches, "get", None)
    played = await made.matches.play(match.id, match.position_id, BEN, some_move(match))
    assert played.ply == 2


async def test_a_match_that_another_process_changed_is_read_before_a_refusal(
    made: Service, tmp_path: Path
) -> None:
    async with await open_store(f"sqlite:///{tmp_path}/daeguk.db") as other_database:
        other = service(other_database, never())
        old = await made.play(await made.people(), ANA, "b3")
        now = await other.matches.play(old.id, None, BEN, some_move(old))
        with pytest.raises(Outdated) as outdated:
            await made.matches.play(old.id, old.position_id, BEN, some_move(old))
        assert outdated.value.match == now
        assert await refusal(made.matches.play(now.id, now.position_id, BEN, "b3")) == "match.not-your-turn"
        assert (await made.matches.play(now.id, now.position_id, ANA, some_move(now))).ply == 3
        await other.matches.close()


async def test_a_match_paused_a_moment_before_says_so(made: Service, store: Store) -> None:
    """The pause is committed, and this service has yet to be notified of it."""
    match = await made.people(control="3-days")
    for user in (ANA, BEN):
        match = await made.play(match, user, some_move(match))
    await store.matches.pause(match.id, None, PauseReason.VACATION)
    assert await refusal(made.play(match, ANA, some_move(match))) == "match.vacation"


async def test_of_two_processes_at_once_one_wins(made: Service, tmp_path: Path) -> None:
    async with await open_store(f"sqlite:///{tmp_path}/daeguk.db") as other_database:
        other = service(other_database, never())
        match = await made.people()
        for _ in range(6):
            user = match.user_of(replay(match.record).to_move)
            assert user is not None
            results = await asyncio.gather(
                made.matches.play(match.id, match.position_id, user, some_move(match)),
                other.matches.play(match.id, match.position_id, user, some_move(match)),
                return_exceptions=True,
            )
            assert sorted(type(result).__name__ for result in results) == ["Match", "Outdated"]
            ply, match = match.ply, await other.matches.get(match.id)
            assert match.ply == ply + 1
        await other.matches.close()


async def test_a_busy_store_refuses_a_move_and_nothing_changes(store: Store) -> None:
    faults = Faults(times=0)
    one = service(store, never(), faults)
    match = await one.people()
    faults.times = 1
    with pytest.raises(StoreBusy):
        await one.play(match, ANA, "b3")
    assert await one.matches.get(match.id) == match
    assert (await one.play(match, ANA, "b3")).ply == 1


@pytest.mark.parametrize(("until", "key"), [(None, "ban.match.for-ever"), (2e10, "ban.match.until")])
async def test_who_is_banned_in_a_match_s_server_does_not_play_on_from_elsewhere(
    made: Service, until: float | None, key: str
) -> None:
    match = await made.people()
    await made.store.bans.add(Ban(HERE.guild_id or 0, ANA, until, "spam", CHO, 1.0), 9)
    matches = made.matches
    assert await refusal(matches.play(match.id, None, ANA, "b3")) == key
    assert await refusal(matches.draws.offer(match.id, None, ANA)) == key
    await made.store.bans.lift(HERE.guild_id or 0, ANA)
    await made.play(match, ANA, "b3")
    await made.store.bans.add(Ban(HERE.guild_id or 0, BEN, until, "spam", CHO, 1.0), 9)
    assert await refusal(matches.play(match.id, None, BEN, "b2")) == key, "also where the match is remembered"
    assert not (await matches.resign(match.id, None, BEN)).is_active


async def test_a_ban_elsewhere_is_no_ban_here(made: Service) -> None:
    match = await made.people()
    await made.store.bans.add(Ban((HERE.guild_id or 0) + 1, ANA, None, "spam", CHO, 1.0), 9)
    assert (await made.play(match, ANA, "b3")).ply == 1
