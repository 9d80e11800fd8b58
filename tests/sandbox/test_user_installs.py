"""Where the bot is no member: it hears of interactions, answers them, and can do nothing else."""

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
def heard() -> list[Interaction]:
    return []


def greeting(heard: list[Interaction]) -> Any:
    """``/hello`` for everywhere, ``/invited`` for servers that invited the bot."""

    def setup(bot: Bot) -> None:
        bot.tree.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        )
        bot.tree.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)

        @bot.tree.command(name="hello", description="says hello")
        async def hello(interaction: Interaction) -> None:
            heard.append(interaction)
            await interaction.response.send_message("hello")

        @bot.tree.command(name="invited", description="where it was invited")
        @app_commands.allowed_installs(guilds=True, users=False)
        async def invited(interaction: Interaction) -> None:
            await interaction.response.send_message("thank you")

    return setup


@pytest.mark.parametrize("place", PLACES)
async def test_an_answer_is_all(sandbox: Sandbox, heard: list[Interaction], place: str) -> None:
    channel, alice = sandbox.channel(place), sandbox.person("Alice")
    async with connected(sandbox, greeting(heard)) as bot:
        reply = await alice.command(channel, "hello")
        assert (reply.kind, reply.text, reply.ephemeral) == ("message", "hello", False)
        (interaction,) = heard
        assert interaction.is_user_integration() and not interaction.is_guild_integration()
        assert bot.get_guild(interaction.guild_id or 0) is None
        assert interaction.app_permissions.attach_files and interaction.channel_id == int(channel)
        assert bool(interaction.context.private_channel) == (place == "Weekend")
        there = bot.get_partial_messageable(int(channel))
        for deed in (there.send("?"), there.get_partial_message(int(reply.shown.id)).edit(content="?")):
            with pytest.raises(discord.Forbidden) as refused:
                await deed
            assert refused.value.code == 50001
        await interaction.edit_original_response(content="by token")
        assert reply.text == "by token"
        with pytest.raises(discord.NotFound) as gone:
            await bot.get_partial_messageable(1).send("?")
        assert gone.value.code == 10003


async def test_the_token_dies(sandbox: Sandbox, heard: list[Interaction]) -> None:
    async with connected(sandbox, greeting(heard)):
        await sandbox.person("Alice").command(sandbox.channel("corner"), "hello")
        sandbox.clock.advance(901)
        with pytest.raises(discord.HTTPException) as refused:
            await heard[0].edit_original_response(content="too late")
        assert refused.value.code == 50027


async def test_nothing_is_told_of_what_others_do(sandbox: Sandbox, heard: list[Interaction]) -> None:
    async with connected(sandbox, greeting(heard)) as bot:
        for place in PLACES:
            sandbox.person("Bob").actions.say(sandbox.channel(place), "anybody here?")
            await sandbox.person("Alice").command(sandbox.channel(place), "hello")
        sandbox.places.add_channel(sandbox.state.channel(sandbox.channel("corner"))["guild_id"], "new")
        assert bot.messages == [] and len(bot.guilds) == 2
        assert "CHANNEL_CREATE" not in bot.heard


async def test_who_may_use_a_command(sandbox: Sandbox, heard: list[Interaction]) -> None:
    alice, bob = sandbox.person("Alice"), sandbox.person("Bob")
    between = sandbox.places.dm(alice.id, bob.id)
    async with connected(sandbox, greeting(heard)):
        for place in (*PLACES, between):
            await alice.command(sandbox.channel(place), "hello")
            with pytest.raises(Refused):
                await bob.command(sandbox.channel(place), "hello")  # has not added the bot
            with pytest.raises(Refused):
                await alice.command(sandbox.channel(place), "invited")
        await bob.command(sandbox.channel("games"), "hello")
        await bob.command(bob.dm, "hello")
        owners = [one._integration_owners for one in heard]
        guild = int(sandbox.state.channel(sandbox.channel("games"))["guild_id"])
        assert owners == [{1: int(alice.id)}] * 3 + [{0: guild}, {0: 0}]
        sandbox.places.install(bob.id)
        await bob.command(between, "hello")


async def test_no_more_than_five_follow_ups(sandbox: Sandbox, heard: list[Interaction]) -> None:
    async with connected(sandbox, greeting(heard)):
        await sandbox.person("Alice").command(sandbox.channel("corner"), "hello")
        for _ in range(5):
            await heard[0].followup.send("more")
        with pytest.raises(discord.HTTPException) as refused:
            await heard[0].followup.send("too much")
        assert refused.value.code == 40094


async def test_a_guild_that_wants_no_external_apps(sandbox: Sandbox, heard: list[Interaction]) -> None:
    corner, alice = sandbox.channel("corner"), sandbox.person("Alice")
    sandbox.places.deny(corner, Permission.USE_EXTERNAL_APPS, alice.id)
    async with connected(sandbox, greeting(heard)):
        assert (await alice.command(corner, "hello")).ephemeral
        assert not heard[0].permissions.use_external_apps


async def test_it_is_invited(sandbox: Sandbox, heard: list[Interaction]) -> None:
    corner = sandbox.channel("corner")
    async with connected(sandbox, greeting(heard)) as bot:
        sandbox.places.add_member(sandbox.state.channel(corner)["guild_id"], sandbox.state.bot_id)
        await sandbox.until(lambda: bot.get_channel(int(corner)))
        await sandbox.person("Bob").command(corner, "invited")
        await bot.get_partial_messageable(int(corner)).send("thank you")
