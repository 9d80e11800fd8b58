"""``/help``: a first match, and sections that open in place, each with its commands.

Each page is on the screen of a phone. The presses are those of panels (`bot/ui/panel.py`), so that they mean
the same after a restart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button
from bot.ui.welcome import Link, call_line, play_path, start_rows

HELP = "help"
"""The verb of the panel; its argument is a section, a game after `GAME`, or empty for the first page."""
GAME = "game."
GAMES_SECTION, TOURNAMENTS_SECTION = "games", "tournaments"
CREATE_TOURNAMENT = "tournaments.create"
"""The argument of the button that opens the form of a tournament."""
SECTIONS = {
    GAMES_SECTION: (),
    "playing": ("seek", "team", "move", "board", "matches", "resign", "watch"),
    "learning": ("learn", "puzzle", "analyze", "record export", "record import"),
    TOURNAMENTS_SECTION: ("tournament create", "tournament show", "leaderboard", "profile"),
    "settings": ("me", "privacy", "help", "settings", "moderate"),
}
"""The commands of each section, those used most first; ``playing`` begins with ``/play``. Of a command with
subcommands, a subcommand: Discord has links to nothing else. Those of `_TEAMS` share a line."""
_TEAMS = ("rengo", "relay", "vote", "brain")
_COLOR = discord.Color(0x3BA55D)


def help_view(texts: Texts, games: Sequence[str], *, people: bool = True, warning: str = "") -> LayoutView:
    """The buttons and the menu of the welcome, and a button for each section.

    A ``warning`` comes right before the call.
    """
    call = "\n".join(filter(None, [warning, call_line(texts)]))
    sections = [
        button(Panel(HELP, section), label=texts.plain(f"commands.section.{section}")) for section in SECTIONS
    ]
    return layout(
        Container(
            TextDisplay("\n".join(filter(None, [call, texts("commands.friends") if people else ""]))),
            *start_rows(texts, games, people),
            TextDisplay(texts("commands.sections")),
            ActionRow(*sections),
            accent_color=_COLOR,
        )
    )


def section_view(section: str, texts: Texts, link: Link, games: Sequence[str]) -> LayoutView:
    """What there is in a section, and the way back."""
    if section == GAMES_SECTION:
        lines = [f"**{texts(f'game.{slug}')}**: {texts(f'help.{slug}.short')}" for slug in games]
        rows = [ActionRow[AnyView](*(_game_button(slug, texts) for slug in games))]
    else:
        lines, rows = [*_command_lines(section, texts, link, games)], []
        if section == TOURNAMENTS_SECTION:
            lines = [texts("commands.tournaments"), *lines]
            create = button(Panel(HELP, CREATE_TOURNAMENT), label=texts.plain("commands.create-tournament"))
            rows = [ActionRow[AnyView](create)]
    heading = f"### {texts(f'commands.section.{section}')}"
    back = ActionRow[AnyView](button(Panel(HELP), label=texts.plain("commands.back")))
    return layout(Container(TextDisplay("\n".join([heading, *lines])), *rows, back, accent_color=_COLOR))


def _game_button(slug: str, texts: Texts) -> Item[AnyView]:
    return button(Panel(HELP, f"{GAME}{slug}"), label=texts.plain(f"game.{slug}"))


def _command_lines(section: str, texts: Texts, link: Link, games: Sequence[str]) -> Iterator[str]:
    """A line for each command, with what it does; a press on its link opens it."""
    if section == "playing":
        plays = " · ".join(link(play_path(slug), texts) for slug in games)
        yield f"{plays}: {texts('commands.play')}"
    for path in SECTIONS[section]:
        paths = [f"team {name}" for name in _TEAMS] if path == "team" else [path]
        key = path.replace(" ", ".")
        yield f"{' · '.join(link(each, texts) for each in paths)}: {texts(f'command.{key}.description')}"
