"""What moderators see: a match with what can be done to it, and the bans of a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts, cut
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.match_message import INACTIVE, is_hidden, person, player, result_line, title
from bot.ui.panel import Panel, button, select
from data.model.match import Match, MatchState
from data.model.reasons import VOIDED, WITHOUT_BOARD
from data.servers.bans import Ban
from games import replay
from games.base import Side

MODERATE = "moderate"
"""The verb of the panels; `bot.ui.moderation_form` has that of the forms that confirm what is done."""
VOID, DECIDE, DELETE = "void", "decide", "delete"
"""What is done to a match: the first part of a panel's argument, before the match's number."""
LIFT, BANS = "lift", "bans"
PAGE = 25
"""Bans, entrants or pairings in one menu."""
_DANGER, _PLAIN = discord.ButtonStyle.danger, discord.ButtonStyle.secondary


def panel(action: str, *parts: int | str) -> Panel:
    """The press that does something to the thing with a number."""
    return Panel(MODERATE, ".".join([action, *map(str, parts)]))


# --- A match -----------------------------------------------------------------------------------------


def moderated_match_view(match: Match, viewer: Side | None, reader: Texts) -> LayoutView:
    """A match as the side ``viewer`` reads of it, and buttons for what can be done to it."""
    lines = [f"### {title(match, reader)}", _players(match, viewer, reader), _state(match, viewer, reader)]
    row = ActionRow[AnyView](*_match_buttons(match, reader))
    return layout(Container(TextDisplay("\n".join(filter(None, lines))), row, accent_color=INACTIVE))


def _players(match: Match, viewer: Side | None, reader: Texts) -> str:
    """Who plays; once the sides are fixed, a line for each, since a moderator decides for a side."""
    if match.state == MatchState.CHALLENGE or match.imported_by is not None:
        sides = [side for side in Side if not is_hidden(match, side, viewer)]
        people = [user_id for user_id in match.people if match.side_of(user_id) in sides]
        names = Raw(", ".join(f"<@{user_id}>" for user_id in people))
        return reader("moderate.players", people=names) if people else ""
    side_name = PRESENTERS[match.game].side_name
    lines = (
        reader("moderate.side", side=side_name(side, reader), players=_on_side(match, side, viewer, reader))
        for side in Side
    )
    return "\n".join(lines)


def _on_side(match: Match, side: Side, viewer: Side | None, reader: Texts) -> Raw:
    """Everybody on a side, as the board names them."""
    members = match.members(side)
    if len(members) > 1 and not match.is_voted and not is_hidden(match, side, viewer):
        return Raw(", ".join(person(member, reader) for member in members))
    return player(match, side, viewer, reader)


def _state(match: Match, viewer: Side | None, reader: Texts) -> str:
    if match.state == MatchState.OVER:
        presenter, position = PRESENTERS[match.game], replay(match.record)
        return result_line(match, viewer, position, presenter, reader)
    if match.state == MatchState.CHALLENGE:
        return reader("moderate.challenge")
    if match.paused in WITHOUT_BOARD:
        return reader(f"match.{'removed' if match.paused == 'removed' else 'suspended'}")
    return reader("moderate.playing" if match.paused is None else "moderate.paused", n=match.ply)


def _match_buttons(match: Match, reader: Texts) -> list[Item[AnyView]]:
    buttons = []
    if match.state != MatchState.OVER:
        key = "button.moderate-cancel" if match.state == MatchState.CHALLENGE else "button.moderate-end"
        buttons.append(button(panel(VOID, match.id), label=reader.plain(key)))
    elif match.begun and match.reason != VOIDED and match.imported_by is None:
        buttons.append(button(panel(VOID, match.id), label=reader.plain("button.moderate-void")))
    if match.state == MatchState.PLAYING:
        buttons += [_decides(match, side, reader) for side in Side]
    delete = reader.plain("button.moderate-delete")
    return [*buttons, button(panel(DELETE, match.id), label=delete, style=_DANGER)]


def _decides(match: Match, side: Side, reader: Texts) -> Item[AnyView]:
    return button(panel(DECIDE, match.id, int(side)), label=side_wins(match, side, reader))


def side_wins(match: Match, side: Side, reader: Texts) -> str:
    """The words for the decision that a side wins."""
    return reader.plain("button.moderate-decide", side=PRESENTERS[match.game].side_name(side, reader))


# --- Bans --------------------------------------------------------------------------------------------


def bans_view(bans: Sequence[Ban], page: int, names: dict[int, str], reader: Texts) -> LayoutView:
    """The bans of a server, some on a page, and a menu that lifts one."""
    if not bans:
        return layout(Container(TextDisplay(reader("moderate.no-bans")), accent_color=INACTIVE))
    last = (len(bans) - 1) // PAGE
    page = min(page, last)
    shown = bans[page * PAGE :][:PAGE]
    lines = [reader("moderate.bans", n=len(bans)), *(_ban_line(ban, reader) for ban in shown)]
    options = [
        discord.SelectOption(label=names.get(ban.user_id, str(ban.user_id))[:100], value=str(ban.user_id))
        for ban in shown
    ]
    menu = select(panel(LIFT), options=options, placeholder=reader.plain("moderate.lift.choose"))
    pages = page_row(lambda number: panel(BANS, number), page, last, reader)
    return layout(Container(TextDisplay("\n".join(lines)), ActionRow(menu), *pages, accent_color=INACTIVE))


def _ban_line(ban: Ban, reader: Texts) -> str:
    return reader(
        "moderate.ban-line",
        person=Raw(f"<@{ban.user_id}>"),
        until=until_text(ban.until, reader),
        moderator=Raw(f"<@{ban.by_id}>") if ban.by_id else reader("player.deleted"),
        reason=_short(ban.reason),
    )


def until_text(until: float | None, reader: Texts) -> Raw:
    """Until when a ban lasts."""
    if until is None:
        return reader("moderate.for-ever")
    return reader("moderate.until", when=Raw(f"<t:{round(until)}:f>"))


def _short(reason: str, limit: int = 80) -> str:
    """A reason in one line of at most ``limit`` characters, so that a page of bans fits a message."""
    return cut(" ".join(reason.split()), limit)


def page_row(of: Callable[[int], Panel], page: int, last: int, reader: Texts) -> list[ActionRow[AnyView]]:
    """Buttons that show the pages before and after; none if there is only one page."""
    if last == 0:
        return []
    before = button(of(page - 1), label="", emoji=Icon.PREVIOUS, disabled=page == 0)
    number = reader.plain("matches.page", page=page + 1, last=last + 1)
    here = Button[AnyView](label=number, disabled=True, custom_id="p:moderate:page")
    after = button(of(page + 1), label="", emoji=Icon.NEXT, disabled=page == last)
    return [ActionRow[AnyView](before, here, after)]
