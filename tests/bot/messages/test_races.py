"""What keeps races going: they begin and end when the rows say so, and messages are edited now and then."""

from __future__ import annotations

from typing import Any, cast

import discord
import pytest

from bot.match.limits import RACERS
from bot.messages.interaction_responses import Composed
from bot.messages.kept_messages import KeptMessage
from bot.messages.race_message import POST_SECONDS, SCROLLED_MESSAGES
from bot.messages.races import EDIT_SECONDS, LATE_SECONDS, WAIT_SECONDS, OwnBoard, Races
from bot.messages.removals import Removals
from bot.texts import texts
from data.model.race import JOIN_SECONDS, PUZZLES, SECONDS, Race, RaceState
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeTextChannel, FakeWebhook, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, until
from tests.clock import Clock

START = 1_800_000_000.0


@pytest.fixture
def clock() -> Clock:
    return Clock(START)


@pytest.fixture
async def keeper(h: Harness, clock: Clock) -> Races:
    keeper = built(h, clock)
    h.services.gain_all()
    return keeper


def built(h: Harness, clock: Clock) -> Races:
    core = h.services
    removals = core.part(Removals)
    return Races(
        core.client, core.store, core.composer, core.activity, core.repost_rule, removals, core.events, clock
    )


async def created(h: Harness, message_id: int | None = 500) -> Race:
    """A race of Ana and Ben that people can still join."""
    race = await h.store.races.create((GUILD, CHANNEL), ANA, "othello", START)
    assert race is not None
    await h.store.races.join(race.id, BEN, START, RACERS)
    if message_id is not None:
        await h.store.races.shown(race.id, message_id, (await state(h)).race.version)
    return race


async def state(h: Harness) -> RaceState:
    race = await h.store.races.state(1)
    assert race is not None
    return race


async def answer(h: Harness, number: int, moment: float) -> None:
    await h.store.races.answer(1, ANA, number, "othello", moment, solved=True)


async def test_a_race_begins_at_its_time_with_puzzles_for_everybody(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    await created(h)
    await keeper.look()
    assert not (await state(h)).race.has_begun
    clock.now += JOIN_SECONDS
    await keeper.look()
    race = (await state(h)).race
    assert len(race.puzzles) == PUZZLES and race.ends_at == clock.now + SECONDS
    assert "End:" in h.discord.of(Method.EDIT)[-1].text


async def test_a_race_ends_at_its_time(h: Harness, keeper: Races, clock: Clock) -> None:
    await created(h)
    for seconds in (JOIN_SECONDS, SECONDS, 5.0):
        clock.now += seconds
        await keeper.look()
    assert (await state(h)).race.ended_at is not None
    assert "The race is over." in h.discord.of(Method.EDIT)[-1].text
    assert await h.store.races.unfinished() == []


async def test_a_race_that_is_found_late_has_all_its_time(h: Harness, keeper: Races, clock: Clock) -> None:
    await created(h)
    clock.now += JOIN_SECONDS + LATE_SECONDS / 2
    await keeper.look()
    assert (await state(h)).race.ends_at == clock.now + SECONDS


async def test_a_race_that_is_found_much_too_late_is_called_off(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    await created(h)
    clock.now += JOIN_SECONDS + LATE_SECONDS + 1.0
    await keeper.look()
    race = (await state(h)).race
    assert race.ended_at is not None and not race.has_begun


async def test_the_table_is_edited_once_in_a_while_and_only_after_a_change(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    await created(h)
    clock.now += JOIN_SECONDS
    await keeper.look()
    before = len(h.discord.of(Method.EDIT))
    await answer(h, 0, clock.now)
    for _ in range(3):
        clock.now += EDIT_SECONDS / 4
        await keeper.look()
    assert len(h.discord.of(Method.EDIT)) == before
    clock.now += EDIT_SECONDS / 2
    await keeper.look()
    clock.now += EDIT_SECONDS * 5
    await keeper.look()
    assert len(h.discord.of(Method.EDIT)) == before + 1
    assert f"<@{ANA}> · ✅ 1" in h.discord.of(Method.EDIT)[-1].text


def chat(h: Harness, messages: int) -> None:
    """People write below what is in the channel."""
    for _ in range(messages):
        h.services.repost_rule.message_seen(CHANNEL, h.discord.new_id())


async def test_the_message_comes_below_what_people_write_and_the_old_one_goes(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    await created(h)
    chat(h, SCROLLED_MESSAGES - 1)
    await keeper.look()
    assert not h.discord.of(Method.SEND), "it can still be seen"
    chat(h, 1)
    clock.now += EDIT_SECONDS
    await keeper.look()
    assert not h.discord.of(Method.SEND), "without the history it would not be found again"
    channel = cast(FakeTextChannel, h.client.guilds[0].channels[CHANNEL])
    channel.bot_may.update(read_message_history=True)
    await keeper.look()
    (posted,) = h.discord.of(Method.SEND)
    await until(lambda: h.services.part(Removals).is_idle)
    assert posted.silent and "Joined (2)" in posted.text
    assert [deleted.message_id for deleted in h.discord.of(Method.DELETE)] == [500]
    assert (await state(h)).race.message_id not in (None, 500)
    chat(h, SCROLLED_MESSAGES)
    await keeper.look()
    assert len(h.discord.of(Method.SEND)) == 1, "not time and again in a channel where many write"
    clock.now += POST_SECONDS
    await keeper.look()
    assert len(h.discord.of(Method.SEND)) == 2


async def test_a_message_that_somebody_deleted_is_not_posted_again(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    await created(h)
    chat(h, SCROLLED_MESSAGES)
    h.discord.deleted.add(500)
    await keeper.look()
    assert not h.discord.of(Method.SEND)


async def test_an_edit_that_takes_long_does_not_bring_the_next_one_closer(
    h: Harness, keeper: Races, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await created(h)
    clock.now += JOIN_SECONDS
    show = keeper._keeper.show

    async def slow(kept: KeptMessage) -> bool:
        clock.now += EDIT_SECONDS
        return await show(kept)

    monkeypatch.setattr(keeper._keeper, "show", slow)
    await keeper.look()
    before = len(h.discord.of(Method.EDIT))
    await answer(h, 0, clock.now)
    await keeper.look()
    assert len(h.discord.of(Method.EDIT)) == before
    clock.now += EDIT_SECONDS
    await keeper.look()
    assert len(h.discord.of(Method.EDIT)) == before + 1


async def test_a_race_whose_answer_failed_is_posted_a_little_later(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    await created(h, message_id=None)
    await keeper.look()
    assert h.discord.of(Method.SEND) == []
    clock.now += WAIT_SECONDS
    await keeper.look()
    (sent,) = h.discord.of(Method.SEND)
    assert (await state(h)).race.message_id == sent.message_id
    assert "p:race:1.join" in sent.custom_ids


async def test_a_race_goes_on_where_its_message_was_deleted(h: Harness, keeper: Races, clock: Clock) -> None:
    await created(h)
    h.discord.fail(Method.EDIT, fault(404, 10008))
    clock.now += JOIN_SECONDS
    await keeper.look()
    clock.now += SECONDS + 5.0
    await keeper.look()
    assert (await state(h)).race.ended_at is not None


async def test_only_the_process_of_the_shard_begins_a_race(h: Harness, clock: Clock) -> None:
    keeper = built(h, clock)
    await created(h)
    clock.now += JOIN_SECONDS
    await keeper.look()
    assert not (await state(h)).race.has_begun


async def test_nothing_is_looked_for_while_some_have_no_time_left(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    """Ana's wrong answers have cost all her time; Ben goes on."""
    await created(h)
    clock.now += JOIN_SECONDS
    await keeper.look()
    for number in range(PUZZLES - 1):
        await h.store.races.answer(1, ANA, number, "othello", clock.now, solved=False)
    clock.now += SECONDS - 10.0
    for _ in range(2):  # the first edits the table
        await keeper.look()
    assert (await state(h)).race.ended_at is None and keeper._loop.seconds > 1.0


def own_board(h: Harness, message_id: int, ends_at: float) -> OwnBoard:
    webhook = cast(discord.Webhook, FakeWebhook(h.discord, CHANNEL))
    return OwnBoard(message_id, webhook, texts("en"), ends_at)


async def test_a_race_that_begins_appears_on_the_boards_of_its_people(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    race = await created(h)
    keeper.keep_board(race.id, BEN, own_board(h, 900, race.starts_at))
    clock.now += JOIN_SECONDS
    await keeper.look()
    (edit,) = h.discord.of(Method.TOKEN_EDIT)
    assert edit.message_id == 900 and "1/10" in edit.text


async def test_a_race_that_is_started_early_appears_on_the_boards_at_once(h: Harness, keeper: Races) -> None:
    race = await created(h)
    keeper.keep_board(race.id, BEN, own_board(h, 900, race.starts_at))
    await keeper.begin_at_once(race.id)
    await keeper._tasks.close(seconds=1.0)
    (edit,) = h.discord.of(Method.TOKEN_EDIT)
    assert edit.message_id == 900 and "1/10" in edit.text


async def test_a_newer_board_of_a_person_deletes_the_one_before(h: Harness, keeper: Races) -> None:
    race = await created(h)
    for message_id in (900, 900, 901):
        keeper.keep_board(race.id, BEN, own_board(h, message_id, race.starts_at))
    await keeper._tasks.close(seconds=1.0)
    assert [request.message_id for request in h.discord.of(Method.TOKEN_DELETE)] == [900]


async def test_a_board_is_not_edited_once_the_person_has_pressed_a_button(
    h: Harness, keeper: Races, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press is answered while the first puzzle is drawn."""
    race = await created(h)
    keeper.keep_board(race.id, BEN, own_board(h, 900, race.starts_at))
    clock.now += JOIN_SECONDS
    draw = keeper.board

    async def press_then_draw(*given: Any) -> Composed:
        keeper.keep_board(race.id, BEN, own_board(h, 901, clock.now + SECONDS))
        return await draw(*given)

    monkeypatch.setattr(keeper, "board", press_then_draw)
    await keeper.look()
    assert h.discord.of(Method.TOKEN_EDIT) == []


async def test_a_board_that_shows_something_else_by_now_is_left_alone(
    h: Harness, keeper: Races, clock: Clock
) -> None:
    race = await created(h)
    keeper.keep_board(race.id, BEN, own_board(h, 900, race.starts_at))
    keeper.forget_board(race.id, BEN)
    clock.now += JOIN_SECONDS
    await keeper.look()
    assert h.discord.of(Method.TOKEN_EDIT, Method.TOKEN_DELETE) == []


async def test_old_races_are_deleted(h: Harness, keeper: Races, clock: Clock) -> None:
    await h.store.races.begin_storm(ANA, "go", ["a"], START)
    clock.now += 31 * 86_400.0
    await keeper.look()
    assert await h.store.races.state(1) is None
