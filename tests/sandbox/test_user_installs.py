"""Where the bot is not a member it receives interactions and answers them, and can do nothing else."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox import Refused, Sandbox
from sandbox.world.permissions import Permission

from .conftest import Bot, connected

Interaction = discord.Interaction[Any]
PLACES = ("corner", "Weekend")


@pytest.fixture
def received() -> list[Interaction]:
    return []


def greeting(received: list[Interaction]) -> Any:
    """``/hello`` for every install, ``/invited`` for installs in guilds only."""

    def setup(bot: Bot) -> None:
        bot.tree.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        )
        bot.tree.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)

        @bot.tree.command(name="hello", description="says hello")
        async def hello(interaction: Interaction) -> None:
            received.append(interaction)
            await interaction.response.send_message("hello")

        @bot.tree.command(name="invited", description="for guilds with the bot")
        @app_commands.allowed_installs(guilds=True, users=False)
        async def invited(interaction: Interaction) -> None:
            await interaction.response.send_message("thank you")

    return setup


@pytest.mark.parametrize("place", PLACES)
async def test_the_bot_can_answer_only(sandbox: Sandbox, received: list[Interaction], place: str) -> None:
    channel, alice = sandbox.channel(place), sandbox.person("Alice")
    async with connected(sandbox, greeting(received)) as bot:
        reply = await alice.command(channel, "hello")
        assert (reply.kind, reply.text, reply.ephemeral) == ("message", "hello", False)
        (interaction,) = received
        assert interaction.is_user_integration() and not interaction.is_guild_integration()
        assert bot.get_guild(interaction.guild_id or 0) is None
        assert interaction.app_permissions.attach_files and interaction.channel_id == int(channel)
        assert bool(interaction.context.private_channel) == (place == "Weekend")
        destination = bot.get_partial_messageable(int(channel))
        for action in (
            destination.send("?"),
            destination.get_partial_message(int(reply.shown.id)).edit(content="?"),
        ):
            with pytest.raises(discord.Forbidden) as refused:
                await action
            assert refused.value.code == 50001
        await interaction.edit_original_response(content="by token")
        assert reply.text == "by token"
        with pytest.raises(discord.NotFound) as gone:
            await bot.get_partial_messageable(1).send("?")
        assert gone.value.code == 10003


async def test_the_token_expires(sandbox: Sandbox, received: list[Interaction]) -> None:
    async with connected(sandbox, greeting(received)):
        await sandbox.person("Alice").command(sandbox.channel("corner"), "hello")
        sandbox.clock.advance(901)
        with pytest.raises(discord.HTTPException) as refused:
            await received[0].edit_original_response(content="too late")
        assert refused.value.code == 50027


async def test_no_events_but_interactions(sandbox: Sandbox, received: list[Interaction]) -> None:
    async with connected(sandbox, greeting(received)) as bot:
        for place in PLACES:
            sandbox.person("Bob").actions.say(sandbox.channel(place), "anybody here?")
            await sandbox.person("Alice").command(sandbox.channel(place), "hello")
        sandbox.places.add_channel(sandbox.state.channel(sandbox.channel("corner"))["guild_id"], "new")
        assert bot.messages == [] and len(bot.guilds) == 2
        assert "CHANNEL_CREATE" not in bot.events


async def test_who_may_use_a_command(sandbox: Sandbox, received: list[Interaction]) -> None:
    alice, bob = sandbox.person("Alice"), sandbox.person("Bob")
    between = sandbox.places.dm(alice.id, bob.id)
    async with connected(sandbox, greeting(received)):
        for place in (*PLACES, between):
            await alice.command(sandbox.channel(place), "hello")
            with pytest.raises(Refused):
                await bob.command(sandbox.channel(place), "hello")  # has not installed the bot
            with pytest.raises(Refused):
                await alice.command(sandbox.channel(place), "invited")
        await bob.command(sandbox.channel("games"), "hello")
        await bob.command(bob.dm, "hello")
        owners = [interaction._integration_owners for interaction in received]
        guild = int(sandbox.state.channel(sandbox.channel("games"))["guild_id"])
        assert owners == [{1: int(alice.id)}] * 3 + [{0: guild}, {0: 0}]
        sandbox.places.install(bob.id)
        await bob.command(between, "hello")


async def test_no_more_than_five_follow_ups(sandbox: Sandbox, received: list[Interaction]) -> None:
    async with connected(sandbox, greeting(received)):
        await sandbox.person("Alice").command(sandbox.channel("corner"), "hello")
        for _ in range(5):
            await received[0].followup.send("more")
        with pytest.raises(discord.HTTPException) as refused:
            await received[0].followup.send("too much")
        assert refused.value.code == 40094


async def test_a_guild_that_denies_external_apps(sandbox: Sandbox, received: list[Interaction]) -> None:
    corner, alice = sandbox.channel("corner"), sandbox.person("Alice")
    sandbox.places.deny(corner, Permission.USE_EXTERNAL_APPS, alice.id)
    async with connected(sandbox, greeting(received)):
        assert (await alice.command(corner, "hello")).ephemeral
        assert not received[0].permissions.use_external_apps


async def test_the_bot_is_invited(sandbox: Sandbox, received: list[Interaction]) -> None:
    corner = sandbox.channel("corner")
    async with connected(sandbox, greeting(received)) as bot:
        sandbox.places.add_member(sandbox.state.channel(corner)["guild_id"], sandbox.state.bot_id)
        await sandbox.until(lambda: bot.get_channel(int(corner)))
        await sandbox.person("Bob").command(corner, "invited")
        await bot.get_partial_messageable(int(corner)).send("thank you")
