"""Names and descriptions of commands in both languages, as they are sent to Discord."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.features import FEATURES
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts, texts
from bot.texts.command_names import MOVED, CommandLinks, CommandTranslator, label
from games import GAMES
from games.starts import variants_with_starts

NAME = re.compile(r"[-_'\w]{1,32}")
MENUS = (2, 3)
"""The types of commands in menus on people and messages: without a description or options."""
Payload = dict[str, Any]
KEPT = Path(__file__).with_name("command_tree.jsonl")


@pytest.fixture
async def commands() -> list[Payload]:
    """The payloads sent to Discord."""
    tree: app_commands.CommandTree[Any] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none()),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
    )
    FEATURES.add_commands(tree)
    return [
        await command.get_translated_payload(tree, CommandTranslator()) for command in tree.get_commands()
    ]


def within(payload: Payload) -> Iterator[Payload]:
    """A command and all its subcommands and options."""
    yield payload
    for option in payload.get("options", ()):
        yield from within(option)


def in_both(payload: Payload, field: str) -> list[str]:
    return [payload[field], payload[f"{field}_localizations"]["ko"]]


def nodes(payload: Payload, above: str = "") -> Iterator[str]:
    """A command, an option or a choice as JSON without what is below it; then each of that, in order."""
    path, below = f"{above} {payload['name']}".strip(), ("options", "choices")
    own = {field: value for field, value in payload.items() if field not in below}
    yield json.dumps({"path": path, **own}, ensure_ascii=False)
    for field in below:
        for child in payload.get(field, ()):
            yield from nodes(child, path)


async def test_the_commands_are_those_that_are_kept(commands: list[Payload]) -> None:
    """After a deliberate change, ``UPDATE_GOLDEN=1 pytest tests/bot/texts`` stores them; look at the diff."""
    lines = [line for command in commands for line in nodes(command)]
    if os.environ.get("UPDATE_GOLDEN"):
        KEPT.write_text("".join(f"{line}\n" for line in lines))
    assert lines == KEPT.read_text().splitlines()


async def test_the_picker_is_short(commands: list[Payload]) -> None:
    """Discord's picker has a row for each subcommand, and for each command that has none.

    Members do not see those of who manages the server or moderates it, which are two rows more.
    """
    typed = [command for command in commands if command["type"] not in MENUS]
    of_members = [command for command in typed if command["default_member_permissions"] is None]
    assert len(typed) <= 20
    assert len(picker_rows(of_members)) <= 27 and len(picker_rows(typed)) <= 29


def picker_rows(typed: list[Payload]) -> list[Payload]:
    """The subcommands, and the commands that have none."""
    options = {command["name"]: command.get("options", ()) for command in typed}
    subcommands = [option for every in options.values() for option in every if option["type"] == 1]
    alone = [command for command in typed if all(part["type"] != 1 for part in options[command["name"]])]
    return [*subcommands, *alone]


async def test_a_command_that_has_moved_is_gone_and_its_heir_is_there(commands: list[Payload]) -> None:
    paths = {command["name"] for command in commands}
    paths |= {
        f"{command['name']} {option['name']}" for command in commands for option in command.get("options", ())
    }
    assert not paths & set(MOVED) and paths >= set(MOVED.values())


async def test_names_and_descriptions_are_valid_in_both_languages(commands: list[Payload]) -> None:
    for command in commands:
        for payload in within(command):
            if payload.get("type") in MENUS:
                assert all(1 <= len(name) <= 32 for name in in_both(payload, "name"))
                continue
            for name in in_both(payload, "name"):
                assert NAME.fullmatch(name), name
                assert name == name.lower()
            for description in in_both(payload, "description"):
                assert 1 <= len(description) <= 100
                assert description == description.strip()


async def test_what_is_for_servers_only_is_offered_in_servers_only(commands: list[Payload]) -> None:
    """``guild_only`` of discord.py would leave the tree's other contexts as they are."""
    only_here = {command["name"] for command in commands if command["contexts"] == [0]}
    assert only_here == {
        "leaderboard",
        "moderate",
        "Moderate match",
        "Ban from the bot",
        "seek",
        "settings",
        "team",
        "tournament",
        "watch",
    }
    assert {tuple(command["contexts"]) for command in commands} == {(0,), (0, 1, 2)}


async def test_choices_are_valid_in_both_languages(commands: list[Payload]) -> None:
    checked = 0
    for command in commands:
        for payload in within(command):
            choices = payload.get("choices", [])
            assert len(choices) <= 25
            for field in range(2):
                names = [in_both(choice, "name")[field] for choice in choices]
                assert len(names) == len(set(names))
                assert all(1 <= len(name) <= 100 for name in names)
                checked += len(names)
            assert len({choice["value"] for choice in choices}) == len(choices)
    assert checked > 20


async def test_siblings_have_different_names_in_both_languages(commands: list[Payload]) -> None:
    groups = [commands, *(payload.get("options", []) for one in commands for payload in within(one))]
    for group in groups:
        assert len(group) <= 25 or group is commands
        for field in range(2):
            names = [in_both(payload, "name")[field] for payload in group]
            assert len(names) == len(set(names))


async def test_a_command_is_no_longer_than_discord_takes(commands: list[Payload]) -> None:
    assert len(commands) <= 100
    for command in commands:
        if command["type"] in MENUS:
            continue
        for language in range(2):
            length = 0
            for payload in within(command):
                length += len(in_both(payload, "name")[language]) + len(
                    in_both(payload, "description")[language]
                )
                for choice in payload.get("choices", []):
                    length += len(in_both(choice, "name")[language]) + len(str(choice["value"]))
            assert length <= 8000


async def test_every_game_can_be_played_by_command(commands: list[Payload]) -> None:
    play = next(command for command in commands if command["name"] == "play")
    assert [option["name"] for option in play["options"]] == [slug.replace("_", "-") for slug in GAMES]
    for option in play["options"]:
        slug = option["name"].replace("-", "_")
        named = [part.name for part in PRESENTERS[slug].variant_options if len(part.values) > 1]
        named += ["start"] if variants_with_starts(slug) else []
        assert [inner["name"] for inner in option["options"]] == [
            "opponent",
            "level",
            *(label(f"option.{name}.name").message for name in named),
            "side",
            "clock",
            "open",
            "teach",
            "rated",
            "simul",
        ]
        assert not any(inner.get("required") for inner in option["options"])


async def test_the_settings_are_for_admins_of_servers(commands: list[Payload]) -> None:
    settings = next(command for command in commands if command["name"] == "settings")
    assert int(settings["default_member_permissions"]) == discord.Permissions(manage_guild=True).value
    assert settings["contexts"] == [0]


async def test_moderating_is_for_moderators_of_servers(commands: list[Payload]) -> None:
    names = ("moderate", "Moderate match", "Ban from the bot")
    theirs = [command for command in commands if command["name"] in names]
    assert [command["type"] for command in theirs] == [1, 3, 2]
    for command in theirs:
        permissions = discord.Permissions(moderate_members=True).value
        assert int(command["default_member_permissions"]) == permissions
        assert command["contexts"] == [0]


@pytest.mark.parametrize(
    ("locale", "translation"),
    [
        (discord.Locale.korean, "대국"),
        (discord.Locale.american_english, None),
        (discord.Locale.british_english, None),
        (discord.Locale.japanese, None),
    ],
)
async def test_labels_are_translated_by_their_key(locale: discord.Locale, translation: str | None) -> None:
    context: Any = None
    text = label("command.play.name")
    assert text.message == "play"
    assert await CommandTranslator().translate(text, locale, context) == translation
    assert await CommandTranslator().translate(app_commands.locale_str("play"), locale, context) is None


@pytest.mark.parametrize(
    ("language", "text", "linked"),
    [
        (
            "en",
            "`/matches` lists them, `/board` shows one.",
            "</matches:5> lists them, </board:6> shows one.",
        ),
        ("ko", "`/대국목록`에서 가져올 수 있습니다.", "`/대국목록`에서 가져올 수 있습니다."),
        ("en", "Start one with `/play`.", "Start one with `/play`."),
        ("en", "Start one with `/play go`.", "Start one with </play go:7>."),
        ("en", "Not `/matches now`.", "Not `/matches now`."),
        ("ko", "`/대국 바둑`으로 시작하세요.", "`/대국 바둑`으로 시작하세요."),
        ("en", "Turn this off with `/board on:Off`.", "Turn this off with `/board on:Off`."),
        ("en", "\\`/matches\\` and `/nothing` and `d3`", "\\`/matches\\` and `/nothing` and `d3`"),
    ],
)
def test_commands_in_a_text_are_links(language: str, text: str, linked: str) -> None:
    """Discord has no link for a command without its subcommand, none with options, and none in Korean."""
    links: Any = CommandLinks()
    assert links.linked(text, texts(language)) == text, "the commands have no ids yet"
    games = [SimpleNamespace(type=discord.AppCommandOptionType.subcommand)]
    integer = [SimpleNamespace(type=discord.AppCommandOptionType.integer)]
    named: tuple[tuple[str, int, list[SimpleNamespace]], ...]
    named = (("matches", 5, []), ("board", 6, integer), ("play", 7, games))
    typed, menu = discord.AppCommandType.chat_input, discord.AppCommandType.message
    commands = [
        SimpleNamespace(type=typed, name=name, id=number, options=options) for name, number, options in named
    ]
    links.register([*commands, SimpleNamespace(type=menu, name="Moderate match", id=8, options=[])])
    assert links.linked(text, texts(language)) == linked


def test_a_command_of_another_version_has_no_texts_and_is_no_link() -> None:
    """Also Discord's own, such as the entry point of an activity."""
    links: Any = CommandLinks()
    typed = discord.AppCommandType.chat_input
    links.register(
        [SimpleNamespace(type=typed, name=name, id=5, options=[]) for name in ("launch", "matches")]
    )
    assert links.linked("`/launch` `/matches`", texts("en")) == "`/launch` </matches:5>"


@pytest.mark.parametrize(
    ("language", "path", "shown"),
    [
        ("en", "play hare-and-hounds", "</play hare-and-hounds:7>"),
        ("ko", "play hare-and-hounds", "`/대국 토끼와사냥개`"),
        ("ko", "team rengo", "`/팀 돌아가며두기`"),
        ("en", "help", "`/help`"),
    ],
)
def test_a_link_shows_the_name_that_its_reader_types(language: str, path: str, shown: str) -> None:
    """Discord does not translate a link, and one with a translated name opens nothing."""
    links: Any = CommandLinks()
    typed = discord.AppCommandType.chat_input
    links.register([SimpleNamespace(type=typed, name=name, id=7, options=[]) for name in ("play", "team")])
    assert links.link(path, texts(language)) == shown


def test_both_languages_of_a_text_name_the_same_commands() -> None:
    english, korean = texts("en"), texts("ko")
    every = english.keys()
    keys = [key for key in every if re.fullmatch(r"command\.[a-z-]+\.name", key)]
    names = {korean.plain(key): english.plain(key) for key in keys}
    assert len(names) == len(keys) > 10
    for key in every:
        named = set(_commands_in(english, key))
        assert {names[one] for one in _commands_in(korean, key)} == named, key


def _commands_in(reader: Texts, key: str) -> Iterator[str]:
    for form in reader._messages[key]:
        yield from re.findall(r"`/([^\s`]+)", form)
