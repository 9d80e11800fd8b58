"""A person's matches as an ephemeral message of pages, each match with its state and a button."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, Section, TextDisplay

from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.clocks import flag_fall
from bot.ui.links import link
from bot.ui.match_message import player, title
from bot.ui.panel import Panel, button
from data.model import Match, MatchState, PauseReason
from games import replay
from games.base import Side

PAGE = 6
"""Matches on a page, which fill a phone's screen."""
_COLOR = discord.Color(0x5865F2)
_PAUSE_KEYS = {
    PauseReason.ADJOURNED: "matches.adjourned",
    PauseReason.SUSPENDED: "matches.suspended",
}


def match_list_view(
    matches: Sequence[Match],
    page: int,
    user_id: int,
    reader: Texts,
    can_bring: Callable[[Match], bool],
    epoch: float = 0.0,
) -> LayoutView:
    """One page. Matches that wait for this person come first; the others keep their order.

    ``can_bring`` says which matches get a button that moves them here instead of a link. Clocks count from
    the unix time ``epoch``.
    """
    ordered = sorted(matches, key=lambda match: not _waits_for(match, user_id))
    last = max(0, (len(ordered) - 1) // PAGE)
    page = min(page, last)
    box = Container[AnyView](accent_color=_COLOR)
    box.add_item(TextDisplay(f"### {reader('matches.title', n=len(matches))}"))
    for match in ordered[page * PAGE : (page + 1) * PAGE]:
        row = _row(match, user_id, reader, epoch)
        box.add_item(Section(row, accessory=_button(match, user_id, reader, can_bring)))
    if last:
        box.add_item(_page_row(page, last, reader))
    return LayoutView(timeout=None).add_item(box)


def is_turn(match: Match, user_id: int) -> bool:
    """Whether this person is to move."""
    return match.is_active and match.user_of(replay(match.record).to_move) == user_id


def _waits_for(match: Match, user_id: int) -> bool:
    """Whether it is this person's turn to move or to answer a challenge."""
    return is_turn(match, user_id) or (match.state == MatchState.CHALLENGE and match.challenger_id != user_id)


def title_words(match: Match, reader: Texts) -> Raw:
    """The match's title without its heading mark."""
    return Raw(title(match, reader).lstrip("# "))


def _row(match: Match, user_id: int, reader: Texts, epoch: float) -> str:
    words = title_words(match, reader)
    name = f"[{words}]({link(match)})" if _has_message(match) else words
    opponent = _opponent(match, user_id, reader)
    place = f"\n-# {_place(match, reader)}" if _has_message(match) else ""
    return f"**{name}**\n{_state(match, user_id, reader, epoch)} · {opponent}{place}"


def _opponent(match: Match, user_id: int, reader: Texts) -> Raw:
    if match.is_open:
        return reader("matches.anyone")
    return player(match, (match.side_of(user_id) or Side.FIRST).other, reader)


def _has_message(match: Match) -> bool:
    return match.message_id is not None and match.paused != PauseReason.SUSPENDED


def _state(match: Match, user_id: int, reader: Texts, epoch: float) -> Raw:
    """Whose turn it is and until when, or why nobody can move."""
    if match.state == MatchState.CHALLENGE:
        return reader("matches.challenge" if match.challenger_id == user_id else "matches.challenged")
    if match.paused is not None:
        return reader(_PAUSE_KEYS[match.paused])
    state = reader("matches.your-turn" if is_turn(match, user_id) else "matches.their-turn")
    when = flag_fall(match.clock, epoch) if match.clock else None
    return reader("matches.until", state=state, when=when) if when else state


def _place(match: Match, reader: Texts) -> str:
    if match.guild_id is None:
        return reader("matches.in-messages")
    return f"<#{match.channel_id}>"


def _button(match: Match, user_id: int, reader: Texts, can_bring: Callable[[Match], bool]) -> Item[AnyView]:
    if match.state == MatchState.CHALLENGE and match.challenger_id == user_id:  # its message may be deleted
        return button(Panel("cancel", str(match.id)), label=reader.plain("button.cancel"))
    if match.state == MatchState.PLAYING and can_bring(match):
        return button(Panel("bring", str(match.id)), label=reader.plain("button.bring"))
    return Button(url=link(match), label=reader.plain("button.go"))


def _page_row(page: int, last: int, reader: Texts) -> ActionRow[AnyView]:
    here = reader.plain("matches.page", page=page + 1, last=last + 1)
    previous, following = Panel("list", str(max(0, page - 1))), Panel("list", str(page + 1))
    return ActionRow(
        button(previous, label="◀", disabled=page == 0),
        button(Panel("list", f"{page}-here"), label=here, disabled=True),
        button(following, label="▶", disabled=page == last),
    )
