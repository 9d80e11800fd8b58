"""discord.py on the sandbox: commands, components, modals, threads, direct messages."""

from __future__ import annotations

import asyncio
import io
import re
import struct
import zlib
from typing import Any, Self

import discord
import pytest
from discord import app_commands, ui

from sandbox import InteractionFailed, Refused, Sandbox
from sandbox.core.interactions import DEADLINE

from .conftest import Bot, connected


def png(width: int = 40, height: int = 30) -> io.BytesIO:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width + 1) * height))
    return io.BytesIO(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


class Square(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"sq:(?P<name>\w+)"):
    def __init__(self, name: str, disabled: bool = False) -> None:
        super().__init__(ui.Button(label=name, custom_id=f"sq:{name}", disabled=disabled))
        self.name = name

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(match["name"])

    async def callback(self, interaction: discord.Interaction) -> None:
        file = discord.File(png(50, 50), "after.png")
        await interaction.response.edit_message(
            view=board(f"clicked {self.name} by {interaction.user.display_name}", "after.png"),
            attachments=[file],
        )


def board(text: str, filename: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    gallery = ui.MediaGallery[ui.LayoutView](
        discord.MediaGalleryItem(f"attachment://{filename}", description="the board")
    )
    row = ui.ActionRow[Any](Square("d3"), Square("c4"), Square("e9", disabled=True))
    view.add_item(ui.Container(ui.TextDisplay(text), gallery, row))
    return view


class Form(ui.Modal, title="Your move"):
    def __init__(self) -> None:
        super().__init__(custom_id="form:1")
        self.move = ui.TextInput[Form](max_length=5)
        fast = discord.SelectOption(label="Fast", value="f")
        self.kind = ui.Select[Form](options=[fast], required=False)
        self.add_item(ui.Label(text="Move", component=self.move))
        self.add_item(ui.Label(text="Kind", component=self.kind))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        said = f"{self.move.value} {self.kind.values}"
        await interaction.response.send_message(said, ephemeral=True)


def commands(bot: Bot) -> None:
    bot.add_dynamic_items(Square)
    play = app_commands.Group(name="play", description="Play a game")

    @play.command(name="othello", description="Play Othello")
    @app_commands.describe(level="How strong")
    async def othello(
        interaction: discord.Interaction, level: int = 1, opponent: discord.Member | None = None
    ) -> None:
        rival = opponent and opponent.display_name
        text = f"level {level} {interaction.locale} {interaction.guild_locale} {rival}"
        await interaction.response.send_message(
            view=board(text, "board.png"), file=discord.File(png(), "board.png", description="a board")
        )

    @bot.tree.command(description="Slow")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="done")
        await interaction.followup.send("more", ephemeral=True)

    @bot.tree.command(description="Form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    @bot.tree.command(description="Silent")
    async def silent(interaction: discord.Interaction) -> None:
        await asyncio.sleep(0)

    @bot.tree.command(description="Move")
    async def move(interaction: discord.Interaction, to: str) -> None:
        await interaction.response.send_message(to, ephemeral=True)

    @move.autocomplete("to")
    async def complete(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        moves = ["d3", "c4", "d6"]
        return [
            app_commands.Choice(name=square, value=square) for square in moves if square.startswith(current)
        ]

    @bot.tree.command(description="Thread")
    async def thread(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")
        message = await interaction.original_response()
        assert isinstance(interaction.channel, discord.TextChannel)
        made = await interaction.channel.create_thread(name="a match", message=message)
        await made.add_user(interaction.user)
        await made.send("in the thread", view=ui.View().add_item(ui.Button(label="x", custom_id="sq:x")))

    @bot.tree.command(description="Admin")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("settings", ephemeral=True)

    bot.tree.add_command(play)


async def test_slash_command_button_and_edit(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands):
        alice, channel = sandbox.person("Alice"), sandbox.channel("games")
        reply = await alice.command(channel, "play othello", level=3, opponent=sandbox.person("Bob"))
        assert reply.kind == "message" and reply.text == "level 3 en-US en-US Bob"
        image = reply.shown.images[0]
        assert (image.width, image.height, image.description) == (40, 30, "the board")
        assert reply.shown.image_bytes() == png().getvalue()
        assert reply.shown.raw["interaction_metadata"]["name"] == "play othello"
        update = await sandbox.person("민지").click(reply.shown, "d3")
        assert update.kind == "update" and update.text == "clicked d3 by 민지"
        assert update.message == reply.message and reply.shown.images[0].width == 50
        assert len(reply.shown.raw["attachments"]) == 1
        with pytest.raises(Refused):
            await alice.click(reply.shown, "e9")
        with pytest.raises(Refused):
            await alice.click(reply.shown, custom_id="sq:nowhere")


async def test_deferred_follow_up_and_ephemeral(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands):
        alice, channel = sandbox.person("Alice"), sandbox.channel("games")
        reply = await alice.command(channel, "slow")
        assert reply.kind == "deferred"
        assert (await alice.resolved(reply)).content == "done"
        more = await alice.until(channel, lambda message: message.content == "more")
        assert more.ephemeral
        assert more not in sandbox.person("Bob").sees(channel)


async def test_modal(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands):
        alice, channel = sandbox.person("Alice"), sandbox.channel("games")
        form = (await alice.command(channel, "form")).form
        assert form.title == "Your move" and list(form.fields) == ["Move", "Kind"]
        with pytest.raises(Refused):
            await alice.submit(form, {"Move": "too long"})
        reply = await alice.submit(form, {"Move": "d3", "Kind": ["f"]})
        assert reply.text == "d3 ['f']" and reply.ephemeral


async def test_autocomplete(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands):
        reply = await sandbox.person("Alice").autocomplete(sandbox.channel("games"), "move", "to", "d")
        assert [choice["value"] for choice in reply.choices] == ["d3", "d6"]


async def test_thread(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands) as bot:
        alice = sandbox.person("Alice")
        await alice.command(sandbox.channel("games"), "thread")
        thread = await sandbox.until(
            lambda: next((c for c in sandbox.state.channels.values() if c["type"] == 11), None)
        )
        said = await alice.until(thread["id"], lambda message: message.content == "in the thread")
        assert alice.id in thread["_people"]
        shown = bot.get_channel(int(thread["id"]))
        assert isinstance(shown, discord.Thread)
        assert shown.name == "a match"
        assert said.button("x")
        sandbox.person("Bob").say(thread["id"], "let me see")
        assert sandbox.person("Bob").id in thread["_people"]


async def test_direct_messages(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands) as bot:
        bob = sandbox.person("Bob")
        reply = await bob.command(bob.dm, "move", to="d3")
        assert reply.text == "d3"
        bob.say(bob.dm, "hello")
        await sandbox.until(lambda: any(message.content == "hello" for message in bot.messages))
        user = await bot.fetch_user(int(bob.id))
        sent = await user.send("hi back")
        assert (await bob.until(bob.dm, lambda message: message.content == "hi back")).id == str(sent.id)


async def test_an_unanswered_interaction_fails_after_three_seconds(sandbox: Sandbox) -> None:
    sandbox.interactions.deadline = DEADLINE
    async with connected(sandbox, commands):
        asking = asyncio.create_task(sandbox.person("Alice").command(sandbox.channel("games"), "silent"))
        await asyncio.sleep(0.05)
        sandbox.clock.advance(3.0)
        with pytest.raises(InteractionFailed, match="timeout"):
            await asking


async def test_without_a_bot_an_interaction_fails(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands):
        pass
    with pytest.raises(InteractionFailed, match="offline"):
        await sandbox.person("Alice").command(sandbox.channel("games"), "form")


async def test_permissions_of_commands(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands):
        channel = sandbox.channel("games")
        assert (await sandbox.person("Alice").command(channel, "settings")).ephemeral
        with pytest.raises(Refused):
            await sandbox.person("Bob").command(channel, "settings")
        with pytest.raises(Refused):
            await sandbox.person("Alice").command(sandbox.person("Alice").dm, "settings")


class Choices(ui.LayoutView):
    row = ui.ActionRow["Choices"]()
    other = ui.ActionRow["Choices"]()

    @row.select(
        custom_id="pick",
        options=[discord.SelectOption(label=letter, value=letter.lower()) for letter in ("A", "B", "C")],
        max_values=2,
    )
    async def pick(self, interaction: discord.Interaction, select: ui.Select[Choices]) -> None:
        await interaction.response.send_message(" ".join(select.values), ephemeral=True)

    @other.select(cls=ui.UserSelect, custom_id="who")
    async def who(self, interaction: discord.Interaction, select: ui.UserSelect[Choices]) -> None:
        await interaction.response.defer()
        await interaction.followup.send(select.values[0].display_name)


def choosing(bot: Bot) -> None:
    @bot.tree.command(description="Choose")
    async def choose(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=Choices())

    @bot.tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"hello {member.display_name}")

    @bot.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"> {message.content}")


async def test_selects(sandbox: Sandbox) -> None:
    async with connected(sandbox, choosing):
        alice, channel = sandbox.person("Alice"), sandbox.channel("games")
        message = (await alice.command(channel, "choose")).shown
        assert (await alice.choose(message, "A", "C")).text == "a c"
        reply = await alice.choose(message, sandbox.person("준호"), custom_id="who")
        assert reply.kind == "deferred update" and reply.message == message
        await alice.until(channel, lambda message: message.content == "준호")
        with pytest.raises(Refused):
            await alice.choose(message, "A", "B", "C")
        with pytest.raises(Refused):
            await alice.choose(message, "Z", custom_id="pick")


async def test_context_menus(sandbox: Sandbox) -> None:
    async with connected(sandbox, choosing):
        alice, channel = sandbox.person("Alice"), sandbox.channel("games")
        assert (await alice.menu(channel, "Greet", sandbox.person("Bob"))).text == "hello Bob"
        said = sandbox.person("Bob").say(channel, "wise words")
        assert (await alice.menu(channel, "Quote", said)).text == "> wise words"


async def test_options_are_checked(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands):
        alice, channel = sandbox.person("Alice"), sandbox.channel("games")
        for path, options in (
            ("play chess", {}),
            ("play", {}),
            ("nothing", {}),
            ("play othello", {"level": "strong"}),
            ("play othello", {"opponent": "1"}),
            ("play othello", {"colour": "red"}),
            ("move", {}),
        ):
            with pytest.raises(Refused):
                await alice.command(channel, path, **options)


async def test_many_people_at_once(sandbox: Sandbox) -> None:
    async with connected(sandbox, commands):
        channel = sandbox.channel("games")
        people = [sandbox.add_person(f"Person {number}") for number in range(50)]
        replies = await asyncio.gather(
            *(person.command(channel, "move", to=person.name) for person in people)
        )
        assert [reply.text for reply in replies] == [person.name for person in people]
        assert all(reply.seconds > 0 for reply in replies)
