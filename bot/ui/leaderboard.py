"""The leaderboard of a server: a page of text, with a menu of the games.

It is no picture: names are never stored, and the bot does not know the members of a server, so that a picture
could only name a few of them, and not for long. A mention shows everybody the name that a person has now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts, escaped
from bot.texts.command_names import UNLINKED
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, select, user_select
from bot.ui.profile import PICK, ProfilePage
from bot.ui.ratings import category_name, value_label
from bot.ui.welcome import Link, play_path
from data.model.match_rating import Standing
from data.model.rating_categories import Category, game_of
from data.ratings.leaderboard import (
    ACTIVE_DAYS,
    LISTED_MATCHES,
    WORLD_DEVIATION,
    WORLD_MATCHES,
    Leaderboard,
)

PAGE = 10
"""People on a page."""
_LAST_PAGE = 10_000  # that a custom_id can ask for
_WORLD = "w"
GUESSES, RECAP = "guesses", "recap"
"""What is chosen in place of a category: who guesses the moves of others, whose page has it as its action,
and the recap of the server."""
ASK, POST = "ask", "post"
"""What buttons of a page do besides showing another: ask whether to post it, and post it."""
COLOR = discord.Color(0x5865F2)


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """Which part of which leaderboard is shown, as the custom_ids of its buttons carry it."""

    category: Category
    page: int = 0
    is_world: bool = False
    """Whether it is that of all servers."""
    action: str = ""
    """`ASK`, `POST`, or what only tells buttons of one message apart."""

    @classmethod
    def read(cls, panel: Panel) -> Self:
        """The page that a button leads to, or the first one of a game chosen in the menu.

        What cannot be read is as by default.
        """
        name, page, action, *_ = (*panel.argument.split("."), "", "")
        chosen = panel.values[0] if panel.values else name
        category = Category(chosen) if chosen in [*Category] else next(iter(Category))
        is_world, page = page.endswith(_WORLD), page.removesuffix(_WORLD)
        is_page = not panel.values and page.isascii() and page.isdecimal()
        return cls(category, min(int(page), _LAST_PAGE) if is_page else 0, is_world, action)

    @property
    def argument(self) -> str:
        """The argument of the panel's custom_id, which `read` reads."""
        argument = f"{self.category}.{self.page}{_WORLD if self.is_world else ''}"
        return f"{argument}.{self.action}" if self.action else argument

    @property
    def panel(self) -> Panel:
        """The press that carries it."""
        return Panel("leaderboard", self.argument)

    def to(self, action: str) -> Self:
        """The page with another action."""
        return replace(self, action=action)


def leaderboard_view(
    board: Leaderboard,
    page: int,
    reader_id: int,
    reader: Texts,
    names: Mapping[int, str] | None = None,
    *,
    is_public: bool = False,
    link: Link = UNLINKED,
) -> LayoutView:
    """A page of the leaderboard, the last one at most; below it the reader's place if that is elsewhere.

    A page that everybody sees (``is_public``) has no button that posts it.
    ``names`` makes it that of all servers: people are named by it, because a mention of somebody of another
    server shows no name. ``link`` names the command that starts a match, where nobody is listed.
    """
    last = max(0, (len(board.listed) - 1) // PAGE)
    shown = LeaderboardPage(board.category, min(page, last), names is not None)
    key = "leaderboard.title" if names is None else "leaderboard.world-title"
    title = reader(key, game=category_name(board.category, reader))
    box: Container[AnyView] = Container(accent_color=COLOR)
    lines = _listed(board, shown, reader_id, reader, names) or [
        reader("leaderboard.nobody", command=link(play_path(game_of(board.category)), reader)),
        *_near(board, reader),
    ]
    box.add_item(TextDisplay("\n".join([f"### {title}", *lines, *_rule(reader, names)])))
    box.add_item(_button_row(shown, last, reader, is_public=is_public))
    box.add_item(ActionRow(game_menu(shown, reader)))
    if names is None:
        box.add_item(ActionRow(_people_menu(shown, reader)))
    return layout(box)


def people_on(board: Leaderboard, page: int) -> Sequence[int]:
    """The people on a page of a leaderboard."""
    last = max(0, (len(board.listed) - 1) // PAGE)
    start = min(page, last) * PAGE
    return [person.user_id for person in board.listed[start : start + PAGE]]


def _listed(
    board: Leaderboard,
    shown: LeaderboardPage,
    reader_id: int,
    reader: Texts,
    names: Mapping[int, str] | None,
) -> list[str]:
    """A line for each person on the page, with one above those who are provisional; then the reader's own."""
    start, people = shown.page * PAGE, board.listed
    lines: list[str] = []
    for index in range(start, min(start + PAGE, len(people))):
        if index == max(start, len(board.ranked)):
            lines.append(f"-# {reader('leaderboard.provisional')}")
        lines.append(_row(board, index, reader, reader_id, names))
    own = next((place for place, person in enumerate(people) if person.user_id == reader_id), None)
    if own is not None and not start <= own < start + PAGE:
        lines += ["…", _row(board, own, reader, reader_id, names)]
    return lines


def _near(board: Leaderboard, reader: Texts) -> list[str]:
    """How far those are who have played some of the rated matches that it takes."""
    return [
        reader("leaderboard.near", person=Raw(f"<@{person.user_id}>"), n=person.matches, every=LISTED_MATCHES)
        for person in board.near[:PAGE]
    ]


def _rule(reader: Texts, names: Mapping[int, str] | None) -> list[str]:
    """What it takes to be on the leaderboard."""
    if names is None:
        return [f"-# {reader('leaderboard.rule', n=LISTED_MATCHES, days=ACTIVE_DAYS)}"]
    numbers = {"n": WORLD_MATCHES, "deviation": WORLD_DEVIATION, "days": ACTIVE_DAYS}
    return [f"-# {reader('leaderboard.world-rule', **numbers)}", f"-# {reader('leaderboard.world-note')}"]


def _row(
    board: Leaderboard,
    index: int,
    reader: Texts,
    reader_id: int,
    names: Mapping[int, str] | None,
) -> str:
    """A person of all listed, by index; with the place, unless they are provisional."""
    person = board.listed[index]
    rating = Raw(f"**{value_label(Standing.of(person.rating))}**")
    words = reader("me.rating", rating=rating, n=person.matches)
    start = f"**{index + 1}.** " if index < len(board.ranked) else ""
    if names is None or person.user_id == reader_id:
        return f"{start}<@{person.user_id}> · {words}"
    return f"{start}{escaped(names.get(person.user_id, '?'))} · {words}"


def _button_row(shown: LeaderboardPage, last: int, reader: Texts, *, is_public: bool) -> ActionRow[AnyView]:
    """Buttons that turn pages, if there are several, lead to the other leaderboard, and post the page."""
    other = replace(shown, page=0, is_world=not shown.is_world, action="other")
    word = reader.plain("leaderboard.server" if shown.is_world else "leaderboard.world")
    post = button(shown.to(ASK).panel, label=reader.plain("button.share"))
    return ActionRow(
        *(_page_buttons(shown, last, reader) if last else []),
        button(other.panel, label=word),
        *([] if is_public else [post]),
    )


def _page_buttons(shown: LeaderboardPage, last: int, reader: Texts) -> Sequence[Item[AnyView]]:
    page = shown.page
    before = replace(shown, page=max(0, page - 1), action="back")
    after = replace(shown, page=page + 1, action="on")
    page_label = reader.plain("matches.page", page=page + 1, last=last + 1)
    return [
        button(before.panel, label="", emoji=Icon.PREVIOUS, disabled=page == 0),
        button(shown.to("here").panel, label=page_label, disabled=True),
        button(after.panel, label="", emoji=Icon.NEXT, disabled=page == last),
    ]


def _people_menu(shown: LeaderboardPage, reader: Texts) -> Item[AnyView]:
    """Leads to the profile of somebody in the server."""
    page = ProfilePage(0, shown.category, PICK)
    return user_select(page.panel, chosen=(), placeholder=reader.plain("leaderboard.profile"))


def game_menu(shown: LeaderboardPage, reader: Texts) -> Item[AnyView]:
    """A menu of the games, and below them in a server those who guess moves."""
    is_of_guesses = shown.action == GUESSES
    names = {category: category_name(category, reader) for category in Category}
    options: Sequence[discord.SelectOption] = [
        discord.SelectOption(
            label=name, value=category.value, default=category is shown.category and not is_of_guesses
        )
        for category, name in names.items()
    ]
    guesses = discord.SelectOption(label=reader.plain("guess.title"), value=GUESSES, default=is_of_guesses)
    recap = discord.SelectOption(label=reader.plain("recap.of-server"), value=RECAP)
    return select(
        shown.panel,
        options=[*options, *([] if shown.is_world else [guesses, recap])],
        placeholder=reader.plain("leaderboard.choose"),
    )
