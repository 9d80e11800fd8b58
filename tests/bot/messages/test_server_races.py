"""What keeps the messages of the race of servers: when they are edited, and what becomes of them."""

from __future__ import annotations

import pytest

from bot.interactions.bans import turned_away
from bot.messages.removals import Removals
from bot.messages.server_races import EDIT_SECONDS, OTHERS_SECONDS, ServerRaces
from data.model.server_race import RaceWeek
from data.servers.bans import Ban
from tests.bot.discord_fakes import (
    GUILD,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    FakeGuild,
    FakeTextChannel,
    Method,
    Request,
    fault,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO
from tests.clock import Clock

RACE_CHANNEL = 71
OTHER, BLOCKED = 8, 9
WEEK = RaceWeek(2900)
PUZZLES = ("a", "b", "c", "d")


@pytest.fixture
def clock() -> Clock:
    return Clock(WEEK.starts_at + 86_400.0)


def keeper_of(h: Harness, clock: Clock, *blocked: int) -> ServerRaces:
    core = h.services
    removals = core.part(Removals)
    return ServerRaces(core.client, core.store, core.composer, removals, core.events, clock, blocked)


@pytest.fixture
async def keeper(h: Harness, clock: Clock) -> ServerRaces:
    """Keeps the message of a server whose admin has chosen a channel."""
    h.client.servers[GUILD].channels[RACE_CHANNEL] = FakeTextChannel(h.discord, RACE_CHANNEL)
    keeper = keeper_of(h, clock)
    h.services.gain_all()
    await h.store.server_races.place(GUILD, RACE_CHANNEL, "Games")
    await h.store.server_races.keep_puzzles(WEEK.number, PUZZLES)
    return keeper


async def add_server(h: Harness, guild_id: int, name: str = "Club") -> None:
    """Another server takes part."""
    guild = FakeGuild(h.discord, guild_id)
    guild.name, guild.channels = name, {guild_id * 10: FakeTextChannel(h.discord, guild_id * 10)}
    h.client.servers[guild_id] = guild
    await h.store.server_races.place(guild_id, guild_id * 10, name)


async def runs(h: Harness, clock: Clock, user_id: int, guild_id: int = GUILD, solved: int = 1) -> None:
    """A person's run, which goes on."""
    run = await h.store.races.begin_run(user_id, guild_id, WEEK.number, PUZZLES, clock.now)
    for number in range(solved):
        await h.store.races.answer(run.id, user_id, number, "go", clock.now + 1.0 + number, solved=True)


def requests(h: Harness, method: Method, channel_id: int = RACE_CHANNEL) -> list[Request]:
    return [request for request in h.discord.of(method) if request.channel_id == channel_id]


async def test_the_message_is_posted_once_silently_and_mentions_nobody(
    h: Harness, keeper: ServerRaces, clock: Clock
) -> None:
    await runs(h, clock, ANA)
    await keeper.look()
    await keeper.look()
    (request,) = requests(h, Method.SEND)
    assert f"<@{ANA}> · ✅ 1 ❌ 0" in request.text and request.silent and request.mentions == ()


async def test_a_run_of_the_server_is_shown_soon_and_without_a_change_nothing_is_edited(
    h: Harness, keeper: ServerRaces, clock: Clock
) -> None:
    await keeper.look()
    await runs(h, clock, ANA)
    clock.now += EDIT_SECONDS / 2
    await keeper.look()
    assert requests(h, Method.EDIT) == []
    clock.now += EDIT_SECONDS
    await keeper.look()
    clock.now += EDIT_SECONDS
    await keeper.look()
    (edit,) = requests(h, Method.EDIT)
    assert f"<@{ANA}> · ✅ 1 ❌ 0 ⏱️" in edit.text
    clock.now += 200.0
    await keeper.look()
    assert "⏱️" not in requests(h, Method.EDIT)[-1].text, "the run is over"


async def test_a_change_of_other_servers_is_shown_later(
    h: Harness, keeper: ServerRaces, clock: Clock
) -> None:
    await add_server(h, OTHER)
    await keeper.look()
    await runs(h, clock, BEN, OTHER, solved=3)
    clock.now += 2 * EDIT_SECONDS
    await keeper.look()
    assert requests(h, Method.EDIT) == []
    clock.now += OTHERS_SECONDS
    await keeper.look()
    (edit,) = requests(h, Method.EDIT)
    assert "Club · 3 (1 run)" in edit.text and f"<@{BEN}>" not in edit.text


async def test_one_that_was_deleted_is_posted_again_once(
    h: Harness, keeper: ServerRaces, clock: Clock
) -> None:
    await keeper.look()
    h.discord.fail(Method.EDIT, fault(404, UNKNOWN_MESSAGE))
    await runs(h, clock, ANA)
    for _ in range(3):
        clock.now += EDIT_SECONDS
        await keeper.look()
    first, second = requests(h, Method.SEND)
    assert f"<@{ANA}>" in second.text
    assert first.nonce != second.nonce, "Discord answers an equal nonce with the message that was deleted"


@pytest.mark.parametrize("method", [Method.SEND, Method.EDIT])
async def test_the_server_takes_no_part_where_its_channel_is_gone(
    h: Harness, keeper: ServerRaces, clock: Clock, method: Method
) -> None:
    if method is Method.EDIT:
        await keeper.look()
        await runs(h, clock, ANA)
        clock.now += EDIT_SECONDS
    h.discord.fail(method, fault(404, UNKNOWN_CHANNEL))
    await keeper.look()
    assert h.discord.failed(method)
    assert await h.store.server_races.channels() == []


@pytest.mark.parametrize("status", [403, 500])
@pytest.mark.parametrize("method", [Method.SEND, Method.EDIT])
async def test_what_discord_refuses_or_fails_at_is_tried_again_later(
    h: Harness, keeper: ServerRaces, clock: Clock, method: Method, status: int
) -> None:
    if method is Method.EDIT:
        await keeper.look()
    await runs(h, clock, ANA)
    clock.now += EDIT_SECONDS
    h.discord.fail(method, fault(status, 50013 if status == 403 else 0))
    await keeper.look()
    shown = len(requests(h, method))
    await keeper.look()
    assert len(requests(h, method)) == shown, "not at once"
    clock.now += 3600.0
    await keeper.look()
    assert f"<@{ANA}>" in requests(h, method)[-1].text


@pytest.mark.parametrize("refusal", [fault(404, UNKNOWN_MESSAGE), fault(403, 50001), fault(400, 50035)])
async def test_a_result_that_cannot_be_shown_does_not_hold_up_the_next_week(
    h: Harness, keeper: ServerRaces, clock: Clock, refusal: Exception
) -> None:
    await runs(h, clock, ANA)
    await keeper.look()
    clock.now = WEEK.closes_at
    h.discord.fail(Method.EDIT, refusal)
    await keeper.look()
    assert len(requests(h, Method.SEND)) == 2
    assert "Last week: Place 1 of 1 server" in requests(h, Method.SEND)[-1].text
    assert not any(entry.is_behind for entry in await h.store.server_races.entries(WEEK.number))


async def test_a_result_stays_due_while_discord_fails(h: Harness, keeper: ServerRaces, clock: Clock) -> None:
    await runs(h, clock, ANA)
    await keeper.look()
    clock.now = WEEK.closes_at
    h.discord.fail(Method.EDIT, fault(500))
    await keeper.look()
    assert requests(h, Method.EDIT) == []
    clock.now += 3600.0
    await keeper.look()
    (edit,) = requests(h, Method.EDIT)
    assert "🥇 **Place 1 of 1 server, score 1**" in edit.text


async def test_where_no_server_takes_part_nothing_is_posted(
    h: Harness, keeper: ServerRaces, clock: Clock
) -> None:
    await h.store.server_races.place(GUILD, None, "Games")
    await keeper.look()
    assert h.discord.of(Method.SEND) == []


async def test_a_blocked_server_or_one_that_the_bot_has_left_is_in_no_table_and_no_result(
    h: Harness, keeper: ServerRaces, clock: Clock
) -> None:
    for number, guild_id in enumerate((OTHER, BLOCKED), 1):
        await add_server(h, guild_id, f"Server {guild_id}")
        await runs(h, clock, 200 + number, guild_id, solved=2)
    await runs(h, clock, ANA)
    await h.store.retention.guild_left(OTHER)
    keeper = keeper_of(h, clock, BLOCKED)
    h.services.gain_all()
    await keeper.look()
    (request,) = h.discord.of(Method.SEND)
    assert "**Servers: 1**" in request.text and "Server" not in request.text.split("Servers: 1")[1]
    clock.now = WEEK.closes_at
    await keeper.look()
    assert [score.guild_id for score in await h.store.server_races.results(WEEK.number)] == [GUILD]


async def test_a_server_that_has_another_name_is_shown_with_it(
    h: Harness, keeper: ServerRaces, clock: Clock
) -> None:
    h.client.servers[GUILD].name = "Players"
    await keeper.look()
    (channel,) = await h.store.server_races.channels()
    assert channel.name == "Players"


async def test_only_the_process_of_the_shard_keeps_it(h: Harness, clock: Clock) -> None:
    await h.store.server_races.place(GUILD, RACE_CHANNEL, "Games")
    await keeper_of(h, clock).look()
    assert h.discord.of(Method.SEND) == []


async def test_a_banned_person_cannot_run(h: Harness, clock: Clock) -> None:
    await h.store.server_races.place(GUILD, RACE_CHANNEL, "Games")
    await h.store.bans.add(Ban(GUILD, CHO, None, "spam", ANA, 0.0), limit=9)
    interaction = h.interaction(CHO)
    assert await turned_away(interaction.typed())
    answer = interaction.response.answered
    assert answer is not None and answer.ephemeral and "spam" in answer.text
