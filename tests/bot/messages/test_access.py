"""Who can see a board, and where the bot can post."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.exceptions import Refusal
from bot.messages.access import (
    can_post,
    can_see,
    check_visible,
    is_free_to_move,
    is_member,
    see_too,
    shared_channels,
    visible_channels,
)
from data.model.match import Match, PauseReason
from tests.boards import on_board
from tests.bot.discord_fakes import (
    CHANNEL,
    DM_OFFSET,
    EVERYBODY,
    GUILD,
    FakeChannel,
    FakeClient,
    FakeDiscord,
    FakeInteraction,
    FakeMember,
    FakeTextChannel,
    FakeThread,
)
from tests.bot.service import ANA, BEN, CHO
from tests.bot.stories import match_of

MATCH = on_board(match_of("othello", "8x8", first_id=ANA, second_id=BEN), guild_id=GUILD, channel_id=CHANNEL)
DIRECT = on_board(MATCH, guild_id=None, channel_id=DM_OFFSET + ANA)
UNINVITED = on_board(MATCH, guild_id=GUILD + 1, channel_id=500, tokens_only=True)


@pytest.fixture
def client() -> FakeClient:
    """The bot is in one server; a channel there is hidden from Cho, a private thread from all but Ana."""
    api = FakeDiscord()
    client = FakeClient(api)
    channels = client.servers[GUILD].channels
    channels[71] = FakeTextChannel(api, 71, hidden_from={CHO})
    channels[72] = FakeThread(api, 72, CHANNEL)
    channels[73] = FakeThread(api, 73, CHANNEL, managers={ANA})
    return client


def real(client: FakeClient) -> discord.Client:
    return cast(discord.Client, client)


def anywhere(client: FakeClient, user: int, channel_id: int, guild_id: int | None = GUILD) -> FakeInteraction:
    channel = FakeChannel(client.api, channel_id)
    return FakeInteraction(client, FakeMember(user), channel, guild_id, discord.Locale.american_english)


def test_the_bot_is_a_member_of_its_servers_and_of_messages_with_it(client: FakeClient) -> None:
    assert is_member(anywhere(client, ANA, CHANNEL).typed())
    assert not is_member(anywhere(client, ANA, 500, GUILD + 1).typed())
    direct = anywhere(client, ANA, DM_OFFSET + ANA, None)
    assert is_member(direct.typed())
    direct.context = discord.app_commands.AppCommandContext(private_channel=True)
    assert not is_member(direct.typed())


@pytest.mark.parametrize(
    ("match", "posts"),
    [(MATCH, True), (DIRECT, True), (UNINVITED, False), (on_board(UNINVITED, guild_id=GUILD), True)],
)
def test_the_bot_posts_unless_it_can_only_answer(client: FakeClient, match: Match, posts: bool) -> None:
    """It may have been invited since the match began."""
    assert can_post(real(client), match.home) is posts


@pytest.mark.parametrize(
    ("channel_id", "user", "sees"),
    [
        (CHANNEL, ANA, True),
        (71, ANA, True),
        (71, CHO, False),
        (72, CHO, True),
        (73, ANA, True),
        (73, CHO, False),
        (74, ANA, False),
        (CHANNEL, 999, False),
    ],
)
async def test_who_can_see_a_board(client: FakeClient, channel_id: int, user: int, sees: bool) -> None:
    match = on_board(MATCH, channel_id=channel_id)
    assert await can_see(real(client), user, match.home) is sees
    interaction = anywhere(client, user, CHANNEL + 500)
    if user == 999:
        return  # who is not in the server cannot act there
    if sees:
        check_visible(interaction.typed(), match)
    else:
        with pytest.raises(Refusal, match=r"board\.not-visible"):
            check_visible(interaction.typed(), match)


@pytest.mark.parametrize(("user", "visible"), [(ANA, None), (BEN, {CHANNEL, 71, 72}), (CHO, {CHANNEL, 72})])
def test_which_channels_a_person_can_see(client: FakeClient, user: int, visible: set[int] | None) -> None:
    every = cast(list[discord.Thread], list(client.servers[GUILD].channels.values()))
    assert visible_channels(every, cast(discord.Member, FakeMember(user))) == visible


async def test_boards_outside_a_server_are_seen_by_nobody_else(client: FakeClient) -> None:
    assert not await can_see(real(client), BEN, DIRECT.home)
    assert not await can_see(real(client), BEN, UNINVITED.home)
    for match in (DIRECT, UNINVITED):
        with pytest.raises(Refusal, match=r"board\.not-visible"):
            check_visible(anywhere(client, BEN, CHANNEL).typed(), match)
        check_visible(anywhere(client, BEN, match.home.channel_id, match.guild_id).typed(), match)


@pytest.mark.parametrize(
    ("match", "free"),
    [
        (MATCH, False),
        (replace(MATCH, level="3"), True),
        (replace(MATCH, paused=PauseReason.SUSPENDED), True),
        (replace(MATCH, paused=PauseReason.ADJOURNED), False),
        (on_board(MATCH, message_id=None), True),
        (DIRECT, True),
        (UNINVITED, True),
    ],
)
def test_which_matches_a_player_can_take_along(client: FakeClient, match: Match, free: bool) -> None:
    assert is_free_to_move(real(client), match) is free


# --- What everybody in a channel sees ------------------------------------------------------------------


class Channel:
    """A channel that some roles, and some members by name, can view."""

    def __init__(self, channel_id: int, roles: set[int], named: tuple[Any, ...] = ()) -> None:
        self.id = channel_id
        self.roles = roles
        self.overwrites = {who: discord.PermissionOverwrite(view_channel=True) for who in named}

    def permissions_for(self, who: Any) -> discord.Permissions:
        """What a role can do, or a member, who has the role of everybody alone."""
        return discord.Permissions(view_channel=who.id in self.roles)


def sees_too(place: Channel, channel: Channel) -> bool:
    everybody, players, staff = (SimpleNamespace(id=number) for number in (EVERYBODY, 10, 11))
    guild = SimpleNamespace(roles=[everybody, players, staff], default_role=everybody)
    return see_too(cast(Any, place), cast(Any, channel), cast(Any, guild))


def test_readers_see_a_channel_if_each_of_their_roles_does() -> None:
    public, players, staff = Channel(1, {EVERYBODY, 10, 11}), Channel(2, {10, 11}), Channel(3, {11})
    seen = {(place.id, channel.id) for place in (public, players, staff)
            for channel in (public, players, staff) if sees_too(place, channel)}  # fmt: skip
    assert seen == {(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)}


def test_a_member_to_whom_the_place_is_open_by_name_counts() -> None:
    named = discord.Object(99)
    place = Channel(1, {10}, (named,))
    assert not sees_too(place, Channel(2, {10}))
    assert sees_too(place, Channel(2, {10, EVERYBODY}))


def test_what_everybody_in_a_channel_can_see() -> None:
    public, players = Channel(1, {EVERYBODY, 10}), Channel(2, {10})
    everybody, some = SimpleNamespace(id=EVERYBODY), SimpleNamespace(id=10)
    threads = [
        SimpleNamespace(id=parent + 20, parent_id=parent, is_private=lambda: False) for parent in (1, 2)
    ]
    guild = SimpleNamespace(
        channels=[public, players], threads=threads, roles=[everybody, some], default_role=everybody
    )
    shared = [shared_channels(cast(Any, place), cast(Any, guild)) for place in (public, players)]
    assert shared == [{1, 21}, None], "what only players see is not for everybody; players see all"
