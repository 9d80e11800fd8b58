"""The messages that introduce the bot: all games, or one.

Their buttons and menus are those of panels (`bot/ui/panel.py`): they mean the same after a restart and weeks
later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.match_message import gallery
from bot.ui.panel import Panel, button, select, user_select
from games import GAMES

Link: TypeAlias = Callable[[str, Texts], Raw]
"""Returns a command as markdown, under the name that the reader types; in English a press on it opens it."""

Linked: TypeAlias = Callable[[str, Texts], Raw]
"""Returns a text with a link for each command that it names, where a link shows the name that people type."""

EASY_LEVEL = "2"
_LEVELS = ("1", "4", "6")
"""The levels that the menu offers besides."""

SIZES = {"go": ("13x13", "19x19")}
"""The larger boards that the menu offers, by the game."""
_PERSON = "person"
FRIEND = "friend"
"""The value of the option that asks for a person, and the argument of the menu that names one."""
_COLOR = discord.Color(0x3BA55D)


@dataclass(frozen=True, slots=True)
class Start:
    """A match that an introduction offers: of a game, against the computer at a level or anyone (None)."""

    slug: str
    level: str | None = EASY_LEVEL
    size: str = ""
    """The size of the board, such as ``19x19``; empty for the one that newcomers play on."""

    @classmethod
    def read(cls, panel: Panel) -> Self | None:
        """The match that a press means; None if it means none."""
        game, _, level = (panel.argument or "".join(panel.values)).rpartition("-")
        name, _, size = game.partition(".")
        slug = name.replace("-", "_")
        if slug not in GAMES or level not in (EASY_LEVEL, *_LEVELS, _PERSON):
            return None
        if size and size not in SIZES.get(slug, ()):
            return None
        return cls(slug, None if level == _PERSON else level, size)

    @property
    def argument(self) -> str:
        """The argument of the panel's custom_id, which `read` reads."""
        size = f".{self.size}" if self.size else ""
        return f"{_named(self.slug)}{size}-{self.level or _PERSON}"


def play_path(slug: str) -> str:
    """The command that starts a match of a game."""
    return f"play {_named(slug)}"


def _named(slug: str) -> str:
    return slug.replace("_", "-")


def welcome_view(
    texts: Texts, linked: Linked, games: Sequence[str] = tuple(GAMES), *, people: bool = True
) -> LayoutView:
    """The ``games`` in a line each, a picture of all, a button for each, and a menu of other opponents.

    The call to action is beside the buttons, where no phone's screen cuts it off. The menu has ``people``
    only where there are some.
    """
    lines = "\n".join(f"-# **{texts(f'game.{slug}')}**: {texts(f'help.{slug}.short')}" for slug in games)
    return layout(
        Container(
            TextDisplay(lines),
            gallery(texts.plain("welcome.picture")),
            TextDisplay(call_line(texts)),
            *start_rows(texts, games, people),
            TextDisplay(f"-# {linked(texts('welcome.commands'), texts)}"),
            accent_color=_COLOR,
        )
    )


def call_line(texts: Texts) -> str:
    """The call to play a first match."""
    return f"**{texts('welcome.title')}** {texts('welcome.easy')}"


def start_rows(texts: Texts, games: Sequence[str], people: bool) -> Sequence[Item[AnyView]]:
    """A button for each game, and the menu of other opponents."""
    buttons = [_play_button(slug, texts.plain(f"game.{slug}")) for slug in games]
    placeholder = texts.plain("welcome.opponents")
    menu = select(Panel("play"), options=_options(texts, games, people), placeholder=placeholder)
    return ActionRow(*buttons), ActionRow(menu)


def _options(texts: Texts, games: Sequence[str], people: bool) -> list[discord.SelectOption]:
    """The computer at other levels and, if there are ``people``, anyone, for each of the games."""
    options = []
    if people:
        options.append(discord.SelectOption(label=texts.plain("welcome.friend"), value=FRIEND))
    for slug in games:
        game = texts.plain(f"game.{slug}")
        for level in _LEVELS:
            label = texts.plain("welcome.at-level", game=game, level=level)
            options.append(discord.SelectOption(label=label, value=Start(slug, level).argument))
        for size in SIZES.get(slug, ()):
            label = texts.plain("welcome.on-size", game=game, size=size.replace("x", "×"))
            options.append(discord.SelectOption(label=label, value=Start(slug, EASY_LEVEL, size).argument))
        if people:
            label = texts.plain("welcome.with-person", game=game)
            options.append(discord.SelectOption(label=label, value=Start(slug, None).argument))
    return options


def friend_view(texts: Texts, games: Sequence[str], friend_id: int | None = None) -> LayoutView:
    """A menu that chooses the person to challenge; once somebody is chosen, a button for each game."""
    menu = user_select(
        Panel("play", FRIEND),
        chosen=() if friend_id is None else (friend_id,),
        placeholder=texts.plain("welcome.friend"),
    )
    buttons = [
        button(
            Panel("play", f"{FRIEND}.{friend_id}.{_named(slug)}"),
            label=texts.plain(f"game.{slug}"),
            style=discord.ButtonStyle.primary,
        )
        for slug in (games if friend_id is not None else ())
    ]
    line = texts("welcome.friend-who" if friend_id is None else "welcome.friend-game")
    rows = [ActionRow[AnyView](menu), *([ActionRow[AnyView](*buttons)] if buttons else [])]
    return layout(Container(TextDisplay(line), *rows, accent_color=_COLOR))


def game_view(
    slug: str,
    texts: Texts,
    link: Link,
    strengths: str = "",
    warning: str = "",
    *,
    back: Panel | None = None,
) -> LayoutView:
    """The rules of a game in a few lines, a position, and buttons that start a match or the game's lesson.

    ``strengths`` is a line about the levels, if they were measured. A ``warning`` comes after the rules.
    ``back`` is the press that leads to where the game was chosen.
    """
    rules = [f"### {texts(f'game.{slug}')}", texts(f"help.{slug}"), *filter(None, [warning])]
    small = [texts(f"help.{slug}.levels"), *filter(None, [strengths])]
    small.append(texts("help.choices", command=link(play_path(slug), texts)))
    buttons = [
        _play_button(slug, texts.plain("button.play-easy")),
        button(Panel("learn", slug), label=texts.plain("learn.begin")),
    ]
    if back is not None:
        buttons.append(button(back, label=texts.plain("commands.back")))
    return layout(
        Container(
            TextDisplay("\n".join(rules)),
            gallery(texts.plain("help.picture", game=texts.plain(f"game.{slug}"))),
            ActionRow(*buttons),
            TextDisplay("\n".join(f"-# {line}" for line in small)),
            accent_color=_COLOR,
        )
    )


def _play_button(slug: str, label: str) -> Item[AnyView]:
    return button(Panel("play", Start(slug).argument), label=label, style=discord.ButtonStyle.primary)
