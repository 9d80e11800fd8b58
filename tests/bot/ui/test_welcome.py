"""The introductions: within Discord's limits, with a button for every game, in both languages."""

from __future__ import annotations

import re

import pytest
from discord import app_commands
from discord.ui import Button, LayoutView, Select

from ai.base import levels
from bot.features import FEATURES
from bot.texts import LANGUAGES, Raw, Texts, texts
from bot.texts.command_names import MOVED, CommandLinks, typed_before, typed_name
from bot.ui.help import HELP, SECTIONS, help_view, section_view
from bot.ui.panel import PANEL, Panel
from bot.ui.welcome import EASY_LEVEL, Start, game_view, play_path, welcome_view
from games import GAMES

MAX_LETTERS, MAX_OPTIONS = 4000, 25
CHIPS = 20  # digits of a command's id


def link(path: str, _: Texts) -> Raw:
    return Raw(f"</{path}:{'9' * CHIPS}>")


def content(view: LayoutView) -> str:
    return "\n".join(getattr(item, "content", "") for item in view.walk_children())


def starts(view: LayoutView) -> list[Start | None]:
    """The matches that the buttons and the menu of a view start."""
    found: list[Start | None] = []
    for item in view.walk_children():
        if isinstance(item, Button | Select):
            options = getattr(item, "options", None)
            values = [option.value for option in options] if options else [None]
            for value in values:
                data = {"custom_id": item.custom_id, "values": [value] if value else []}
                panel = Panel.read(data)
                assert panel is not None
                if panel.verb == "play":
                    found.append(Start.read(panel))
    return found


def custom_ids(view: LayoutView) -> list[str]:
    return [item.custom_id or "" for item in view.walk_children() if isinstance(item, Button | Select)]


def check(view: LayoutView) -> None:
    assert view.total_children_count <= 40 and view.is_finished()
    assert len(content(view)) <= MAX_LETTERS
    for item in view.walk_children():
        if item.is_dispatchable():
            assert PANEL.fullmatch(getattr(item, "custom_id", ""))
        options = getattr(item, "options", ())
        assert len(options) <= MAX_OPTIONS
        assert all(len(option.label) <= 100 and len(option.value) <= 100 for option in options)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_help", [False, True])
def test_the_welcome_and_help_name_every_game_and_start_it(language: str, is_help: bool) -> None:
    reader = texts(language)
    view = help_view(reader, tuple(GAMES)) if is_help else welcome_view(reader, CommandLinks().linked)
    check(view)
    found = [start for start in starts(view) if start is None or not start.size]
    assert found[: len(GAMES)] == [Start(slug) for slug in GAMES], "the buttons, in one row"
    others = {(one.slug, one.level) for one in found[len(GAMES) :] if one}
    assert others == {(slug, level) for slug in GAMES for level in ("1", "4", "6", None)}
    for slug in GAMES:
        assert is_help or texts(language).plain(f"game.{slug}") in content(view)
        assert {EASY_LEVEL, "1", "4", "6"} <= set(levels(slug))
    sections = [custom_id for custom_id in custom_ids(view) if custom_id.startswith(f"p:{HELP}:")]
    assert sections == ([f"p:{HELP}:{section}" for section in SECTIONS] if is_help else [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_of_help_leads_back(section: str, language: str) -> None:
    view = section_view(section, texts(language), link, tuple(GAMES))
    check(view)
    assert custom_ids(view)[-1] == f"p:{HELP}"
    for slug in GAMES if section == "games" else ():
        assert f"p:{HELP}:game.{slug}" in custom_ids(view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_the_commands_that_there_are(language: str) -> None:
    """What a command was called before, only those who still send that are told: `error_replies.py`."""
    reader = texts(language)
    pages = "\n".join(content(section_view(section, reader, link, tuple(GAMES))) for section in SECTIONS)
    assert [name for before in MOVED if f"`/{(name := typed_before(before, reader))}`" in pages] == []
    assert "→" not in pages


def test_help_has_a_link_to_each_command() -> None:
    """One with subcommands cannot be pressed itself, so the link is to one of these."""
    made = [each() if callable(each) else each for feature in FEATURES.all for each in feature.commands]
    commands = [command for command in made if not isinstance(command, app_commands.ContextMenu)]
    pages = [content(section_view(section, texts("en"), link, tuple(GAMES))) for section in SECTIONS]
    paths = re.findall("</([^:]+):", "\n".join(pages))
    assert {play_path(slug) for slug in GAMES} < {*paths}
    named = {command.name: command for command in commands}
    assert {path.partition(" ")[0] for path in paths} == {*named}
    for path in paths:
        name, _, subcommand = path.partition(" ")
        command = named[name]
        subcommands = (
            [each.name for each in command.commands] if isinstance(command, app_commands.Group) else [""]
        )
        assert subcommand in subcommands, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_what_people_play_together(language: str) -> None:
    reader = texts(language)
    playing = section_view("playing", reader, CommandLinks().link, tuple(GAMES))
    paths = ("team rengo", "team relay", "team vote", "team brain", "watch")
    assert all(f"`/{typed_name(path, reader)}`" in content(playing) for path in paths)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_welcome_names_commands_as_their_reader_types_them(language: str) -> None:
    names = {
        each: texts(language).plain(f"command.{each}.name")
        for each in ("learn", "help", "puzzle", "tournament")
    }
    shown = content(welcome_view(texts(language), CommandLinks().linked))
    assert all(f"`/{name}" in shown for name in names.values())


def test_the_menu_has_larger_boards_of_go_and_first_a_person_to_choose() -> None:
    view = welcome_view(texts("en"), CommandLinks().linked)
    (menu,) = (item for item in view.walk_children() if isinstance(item, Select))
    labels = [option.label for option in menu.options]
    assert labels[0] == "Challenge a person you choose…" and len(labels) <= MAX_OPTIONS
    assert {"Go 13×13: computer", "Go 19×19: computer"} < {*labels}
    assert {start.size for start in starts(view) if start} == {"", "13x13", "19x19"}
    assert Start.read(Panel("play", "go.19x19-2")) == Start("go", "2", "19x19")
    assert Start.read(Panel("play", "go.18x18-2")) is Start.read(Panel("play", "othello.19x19-2")) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_says_that_a_friend_can_be_challenged_and_how_a_tournament_is_run(language: str) -> None:
    reader = texts(language)
    assert reader("commands.friends") in content(help_view(reader, tuple(GAMES)))
    assert reader("commands.friends") not in content(help_view(reader, tuple(GAMES), people=False))
    tournaments = section_view("tournaments", reader, link, tuple(GAMES))
    assert reader("commands.tournaments") in content(tournaments)
    assert f"p:{HELP}:tournaments.create" in custom_ids(tournaments)


def test_where_nobody_is_there_is_nobody_to_play() -> None:
    alone = starts(welcome_view(texts("en"), CommandLinks().linked, people=False))
    assert None not in alone and all(one and one.level is not None for one in alone)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_its_rules_and_a_button(slug: str, language: str) -> None:
    view = game_view(slug, texts(language), link, "strengths")
    check(view)
    assert starts(view) == [Start(slug)]
    assert f"p:learn:{slug}" in custom_ids(view)
    assert texts(language)(f"help.{slug}") in content(view) and "-# strengths" in content(view)
    assert 3 <= texts(language)(f"help.{slug}").count("•") <= 4
    assert link(play_path(slug), texts(language)) in content(view)


@pytest.mark.parametrize(
    "argument", ["", "othello", "othello-8", "othello-", "chess-2", "othello-2-2", "go-x"]
)
def test_what_starts_nothing(argument: str) -> None:
    assert Start.read(Panel("play", argument)) is None
    assert Start.read(Panel("play", "", (argument,))) is None


def test_the_buttons_keep_their_meaning() -> None:
    """A wire format: welcomes stay in channels for years."""
    assert Start.read(Panel("play", "hare-and-hounds-2")) == Start("hare_and_hounds", "2")
    assert Start.read(Panel("play", "", ("twelve-janggi-person",))) == Start("twelve_janggi", None)
