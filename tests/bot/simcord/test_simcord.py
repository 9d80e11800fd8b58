"""Commands, components and modals once more, under SimCord.

It knows Components V2, dynamic items, selects, modals, autocompletion, permissions and restarts. It has no
locale of a person (everybody reads en-US), and shows no picture's bytes.
"""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord
from simcord.builders import ChannelHandle, GuildHandle

from bot.client import Daeguk
from bot.features import FEATURES
from bot.match.events import MatchEvents
from bot.texts import texts
from data.store import Store
from sandbox.testing.message import walk
from tests.bot.drawn import in_threads
from tests.bot.service import publishing
from tests.bot.whole.world import FakePlayer

pytestmark = pytest.mark.simcord(shard_count=1)


class Table:
    """A channel with people in it."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.guild: GuildHandle = env.create_guild()
        self.channel: ChannelHandle = self.guild.create_text_channel("games")
        self.alice = self.guild.add_member(env.create_user("alice"))
        self.bob = self.guild.add_member(env.create_user("bob"))

    async def play(self, **options: Any) -> simcord.ResponseMessage:
        """``/play othello`` as Alice, who is Black."""
        result = await self.alice.slash(self.channel, "play othello", side="first", **options)
        assert result.response is not None and not result.response.ephemeral
        return result.response


@pytest.fixture
def table(simcord_env: simcord.Env) -> Table:
    return Table(simcord_env)


def words(message: simcord.ResponseMessage) -> str:
    """What a message says."""
    shown = [one["content"] for one in walk(message.components) if one["type"] == 10]
    return "\n".join([message.content, *shown])


def pressable(message: simcord.ResponseMessage) -> list[str]:
    """The custom_ids in a message."""
    return [one["custom_id"] for one in walk(message.components) if "custom_id" in one]


async def test_play_and_click(table: Table, store: Store) -> None:
    board = await table.play(level="1")
    assert board.flags.components_v2 and board.components[0]["type"] == 17
    assert "Othello 8×8 #1" in words(board)
    await table.alice.click(board.message, label="d3")
    assert (await store.matches.get(1)).moves == ("d3", "c3")  # the computer has answered
    assert "Move 2: White **c3**" in words(board)
    assert "b:move:1:2.0:b3" in pressable(board)


async def test_a_wrong_move(table: Table, store: Store) -> None:
    await table.play(level="1")
    result = await table.alice.slash(table.channel, "move", move="a1")
    assert result.ephemeral and result.response is not None
    assert words(result.response).strip() == "a1 doesn't flip any discs. The dots show where you can play."
    assert (await store.matches.get(1)).ply == 0


async def test_move_and_its_completions(table: Table, store: Store) -> None:
    await table.play(level="1")
    offered = await table.alice.autocomplete(table.channel, "move", "move", "d")
    assert [one["value"] for one in offered] == ["d3"]
    result = await table.alice.slash(table.channel, "move", move="d3")
    assert result.response is None, "the board shows it"
    assert (await store.matches.get(1)).ply == 2


async def test_a_challenge(table: Table, store: Store) -> None:
    challenge = await table.play(opponent=table.bob)
    refused = await table.alice.click(challenge.message, label="Accept")
    assert refused.ephemeral
    await table.bob.click(challenge.message, label="Accept")
    await table.alice.click(challenge.message, label="d3")
    refused = await table.alice.slash(table.channel, "move", move="c3")
    assert refused.ephemeral and refused.response is not None
    assert words(refused.response).strip() == "It isn't your turn."
    assert (await store.matches.get(1)).moves == ("d3",)


async def test_an_old_board_is_answered_with_the_present_one(table: Table, store: Store) -> None:
    board = await table.play(level="1")
    await table.alice.slash(table.channel, "board")
    assert (await store.matches.get(1)).home.message_id != board.id
    assert not pressable(board) and "Continue the match here" in words(board)


async def test_settings_are_for_who_manages_the_server(table: Table, store: Store) -> None:
    with pytest.raises(simcord.SetupError):
        await table.bob.slash(table.channel, "settings", theme="dark")
    admins = table.guild.create_role("Admins", permissions=discord.Permissions(manage_guild=True))
    admin = table.guild.add_member(table.env.create_user("admin"), roles=[admins])
    result = await admin.slash(table.channel, "settings", theme="dark")
    assert result.ephemeral and result.response is not None
    saved = texts("en")("settings.saved", name=texts("en").plain("settings.theme"))
    assert saved in str(result.response.components)
    assert (await store.settings.guild(table.guild.id)).theme == "dark"


async def test_old_buttons_after_a_restart(table: Table, store: Store) -> None:
    board = await table.play(level="1")
    events = MatchEvents()
    await table.env.restart_bot(
        Daeguk(publishing(store, events), FakePlayer(), events, in_threads(), FEATURES)
    )
    await table.alice.click(board.message, label="d3")
    assert (await store.matches.get(1)).ply == 2


async def test_where_the_bot_may_not_attach(table: Table) -> None:
    nobody: dict[Any, discord.PermissionOverwrite] = {
        table.guild.default_role: discord.PermissionOverwrite(attach_files=False)
    }
    channel = table.guild.create_text_channel("no-pictures", overwrites=nobody)
    result = await table.alice.slash(channel, "play othello")
    assert result.ephemeral and result.response is not None
    assert words(result.response).strip().startswith("I don't have permission to attach files")
    assert len(table.env.errors) == 1  # the refusal itself
