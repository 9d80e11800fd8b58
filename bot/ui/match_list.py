"""A person's matches as an ephemeral message of pages, each match with its state and a button.

Menus choose the game and the opponent; buttons lead from the unfinished matches to the finished ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, Section, TextDisplay

from bot.icons import Icon
from bot.match.endings import is_called_off
from bot.match.own_board import own_board
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.clocks import SHARED_CLOCKS, ClockDisplay, flag_fall
from bot.ui.layout import layout
from bot.ui.links import link
from bot.ui.match_message import title
from bot.ui.panel import Panel, button, select, user_select
from bot.ui.players import player
from data.model.board import Board
from data.model.match import Match, MatchState, PauseReason
from data.model.reasons import NO_RESULT, VOIDED, WITHOUT_BOARD
from games import replay
from games.base import Side

PAGE = 4
"""Matches on a page, which fill a phone's screen with the menus."""
OVER, UNFINISHED = "over", "on"
_ALL = "all"
_LAST_PAGE, _LARGEST_ID = 100_000, 2**63 - 1  # that a custom_id can ask for
_COLOR = discord.Color(0x5865F2)
_PAUSE_KEYS = {
    PauseReason.ADJOURNED: "matches.adjourned",
    PauseReason.SUSPENDED: "matches.suspended",
    PauseReason.REMOVED: "matches.removed",
    PauseReason.VACATION: "matches.vacation",
}


@dataclass(frozen=True, slots=True)
class MatchListing:
    """Which of a person's matches a list shows, as the custom_ids of its buttons carry it."""

    page: int = 0
    over: bool | None = None
    """Whether to list the matches that are over; None for those, if there are no others."""
    game: str | None = None
    opponent_id: int | None = None
    """The opponent, the bot if that is the computer; None for any."""

    @classmethod
    def read(cls, argument: str) -> Self:
        """The list that a custom_id names; what cannot be read is as by default."""
        # Parts that are missing, in a forged custom_id, are empty.
        page, over, game, opponent, *_ = (*argument.split("."), "", "", "", "")
        return cls(
            _number(page, _LAST_PAGE) or 0,
            {OVER: True, UNFINISHED: False}.get(over),
            game if game in PRESENTERS else None,
            _number(opponent, _LARGEST_ID),
        )

    @property
    def argument(self) -> str:
        """The argument of the panel's custom_id, which `read` reads."""
        state = ""
        if self.over is not None:
            state = OVER if self.over else UNFINISHED
        opponent = "" if self.opponent_id is None else str(self.opponent_id)
        return ".".join((str(self.page), state, self.game or "", opponent))

    def choosing(self, name: str, values: Sequence[str]) -> MatchListing:
        """The first page of the list after a choice in the menu ``game`` or ``opponent``."""
        if name == "game":
            chosen = values[0] if values and values[0] in PRESENTERS else None
            return replace(self, page=0, game=chosen)
        return replace(self, page=0, opponent_id=_number(values[0], _LARGEST_ID) if values else None)

    @property
    def is_filtered(self) -> bool:
        """Whether a menu has been used."""
        return self.game is not None or self.opponent_id is not None


def _number(text: str, highest: int) -> int | None:
    return min(int(text), highest) if text.isascii() and text.isdecimal() else None


def match_list_view(
    matches: Sequence[Match],
    total: int,
    listing: MatchListing,
    user_id: int,
    reader: Texts,
    can_bring: Callable[[Match], bool],
    clocks: ClockDisplay = SHARED_CLOCKS,
    unreadable: Sequence[int] = (),
    occasions: Mapping[int, str] = MappingProxyType({}),
) -> LayoutView:
    """One page: these of ``total`` matches, and the numbers of others that cannot be read.

    ``can_bring`` says which matches get a button that moves them here instead of a link, ``clocks`` is how
    clocks are shown, ``occasions`` what matches are part of, by their numbers.
    """
    box: Container[AnyView] = Container(accent_color=_COLOR)
    box.add_item(TextDisplay(f"### {_heading(total, listing, reader)}"))
    for match in matches:
        board = own_board(match, user_id) or match.home
        row = _row(match, board, user_id, reader, clocks, occasions.get(match.id))
        box.add_item(Section(row, accessory=_button(match, board, user_id, reader, can_bring)))
    if unreadable:
        lines = (f"-# {reader('error.unreadable-match', id=match_id)}" for match_id in unreadable[:PAGE])
        box.add_item(TextDisplay("\n".join(lines)))
    last = last_page(total)
    if last:
        box.add_item(_page_row(listing, last, reader))
    box.add_item(_state_row(listing, reader))
    if listing.is_filtered or total > 1:
        box.add_item(ActionRow(_game_menu(listing, reader)))
        box.add_item(ActionRow(_opponent_menu(listing, reader)))
    return layout(box)


def last_page(total: int) -> int:
    """The number of the last page of so many matches, from 0."""
    return max(0, (total - 1) // PAGE)


def in_order(matches: Sequence[Match], user_id: int) -> list[Match]:
    """Unfinished matches: those that wait for this person come first; the others keep their order."""
    return sorted(matches, key=lambda match: not _waits_for(match, user_id))


def _heading(total: int, listing: MatchListing, reader: Texts) -> str:
    if total == 0:
        return reader("matches.nothing")
    return reader("matches.title-over" if listing.over else "matches.title", n=total)


def is_turn(match: Match, user_id: int) -> bool:
    """Whether this person is to move."""
    return match.is_active and match.user_of(replay(match.record).to_move) == user_id


def _waits_for(match: Match, user_id: int) -> bool:
    """Whether it is this person's turn to move or to answer a challenge."""
    is_asked = match.state == MatchState.CHALLENGE and match.teams is None
    return is_turn(match, user_id) or (is_asked and match.challenger_id != user_id)


def title_words(match: Match, reader: Texts) -> Raw:
    """The match's title without markdown."""
    return Raw(title(match, reader).replace("*", ""))


def _row(
    match: Match, board: Board, user_id: int, reader: Texts, clocks: ClockDisplay, occasion: str | None
) -> str:
    words = title_words(match, reader)
    has_message = board.message_id is not None and match.paused not in WITHOUT_BOARD
    name = f"[{words}]({link(board)})" if has_message else words
    opponent = opponent_of(match, user_id, reader)
    has_place = has_message and match.state != MatchState.OVER
    small_print = [*([occasion] if occasion else []), *([_place(board, reader)] if has_place else [])]
    place = f"\n-# {' · '.join(small_print)}" if small_print else ""
    return f"**{name}**\n{_state(match, user_id, reader, clocks)} · {opponent}{place}"


def opponent_of(match: Match, user_id: int, reader: Texts) -> Raw:
    """Against whom a person has played, or plays, a match."""
    if match.imported_by is not None:
        return reader("matches.imported")
    if match.is_open and not match.is_voted:
        return reader("matches.anyone")
    side = (match.side_of(user_id) or Side.FIRST).other
    return player(match, side, None, reader)  # also one whom the board does not name: only the two read it


def _state(match: Match, user_id: int, reader: Texts, clocks: ClockDisplay) -> Raw:
    """How it ended; whose turn it is and until when, or why nobody can move."""
    if match.state == MatchState.OVER:
        return _result(match, user_id, reader)
    if match.state == MatchState.CHALLENGE and match.teams is not None:
        return reader("team.not-started")
    if match.state == MatchState.CHALLENGE:
        return reader("matches.challenge" if match.challenger_id == user_id else "matches.challenged")
    if match.paused is not None:
        return reader(_PAUSE_KEYS[match.paused])
    state = reader("matches.your-turn" if is_turn(match, user_id) else "matches.their-turn")
    when = flag_fall(match, reader, clocks)
    return reader("matches.until", state=state, when=when) if when else state


def _result(match: Match, user_id: int, reader: Texts) -> Raw:
    if is_called_off(match):
        result = reader("matches.voided" if match.reason == VOIDED else "matches.aborted")
    elif match.imported_by is not None:
        result = imported_result(match, reader)
    elif match.winner is None:
        result = reader("matches.drawn")
    else:
        result = reader("matches.won" if match.winner is match.side_of(user_id) else "matches.lost")
    return result if match.ended_at is None else Raw(f"{result} · <t:{math.floor(match.ended_at)}:d>")


def imported_result(match: Match, reader: Texts) -> Raw:
    """Who won an imported match, in a word or two."""
    if match.winner is not None:
        return reader("import.won", side=PRESENTERS[match.game].side_name(match.winner, reader))
    return reader("import.no-result" if match.reason == NO_RESULT else "matches.drawn")


def _place(board: Board, reader: Texts) -> str:
    if board.guild_id is None:
        return reader("matches.in-messages")
    return f"<#{board.channel_id}>"


def _button(
    match: Match, board: Board, user_id: int, reader: Texts, can_bring: Callable[[Match], bool]
) -> Item[AnyView]:
    if match.state == MatchState.OVER:
        return button(Panel("review", str(match.id)), label=reader.plain("button.review"))
    if match.state == MatchState.CHALLENGE and match.challenger_id == user_id:  # its message may be deleted
        return button(Panel("cancel", str(match.id)), label=reader.plain("button.cancel"))
    if match.state == MatchState.PLAYING and can_bring(match):
        return button(Panel("bring", str(match.id)), label=reader.plain("button.bring"))
    return Button(url=link(board), label=reader.plain("button.go"))


def _page_row(listing: MatchListing, last: int, reader: Texts) -> ActionRow[AnyView]:
    page = listing.page
    page_label = reader.plain("matches.page", page=page + 1, last=last + 1)
    previous, following = replace(listing, page=max(0, page - 1)), replace(listing, page=page + 1)
    return ActionRow(
        button(Panel("list", previous.argument), label="", emoji=Icon.PREVIOUS, disabled=page == 0),
        button(Panel("list", f"{listing.argument}.here"), label=page_label, disabled=True),
        button(Panel("list", following.argument), label="", emoji=Icon.NEXT, disabled=page == last),
    )


def _state_row(listing: MatchListing, reader: Texts) -> ActionRow[AnyView]:
    """Leads from the unfinished matches to those that are over, and back."""
    return ActionRow(*(_state_button(listing, over, reader) for over in (False, True)))


def _state_button(listing: MatchListing, over: bool, reader: Texts) -> Item[AnyView]:
    is_shown = over is bool(listing.over)
    return button(
        Panel("list-state", replace(listing, page=0, over=over).argument),
        label=reader.plain("matches.over" if over else "matches.unfinished"),
        disabled=is_shown,
        style=discord.ButtonStyle.primary if is_shown else discord.ButtonStyle.secondary,
    )


def _game_menu(listing: MatchListing, reader: Texts) -> Item[AnyView]:
    every = reader.plain("matches.all-games")
    options = [discord.SelectOption(label=every, value=_ALL, default=listing.game is None)]
    for slug in PRESENTERS:
        name = reader.plain(f"game.{slug}")
        options.append(discord.SelectOption(label=name, value=slug, default=slug == listing.game))
    return select(
        Panel("list-game", listing.argument), options=options, placeholder=reader.plain("menu.game")
    )


def _opponent_menu(listing: MatchListing, reader: Texts) -> Item[AnyView]:
    return user_select(
        Panel("list-opponent", listing.argument),
        chosen=() if listing.opponent_id is None else (listing.opponent_id,),
        placeholder=reader.plain("matches.any-opponent"),
    )
