"""A person's matches as a whisper of pages: each with its state and the one key that leads to it.

Start reading at `listing_view`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, Section, TextDisplay

from bot.texts import Raw, Texts
from bot.ui.clocks import falls
from bot.ui.links import link
from bot.ui.match_message import player, title
from bot.ui.panel import Panel, button
from data.model import Match, MatchState, PauseReason
from games import replay
from games.base import Side

PAGE = 6
"""Matches a page: so many fill a phone."""
_COLOUR = discord.Colour(0x5865F2)
_PAUSED = {PauseReason.ADJOURNED: "matches.adjourned", PauseReason.SUSPENDED: "matches.parked"}


def listing_view(
    matches: Sequence[Match],
    page: int,
    user_id: int,
    reader: Texts,
    is_loose: Callable[[Match], bool],
    epoch: float = 0.0,
) -> LayoutView:
    """One page; ``is_loose`` tells which match is brought here instead of being linked to.

    Clocks count from the unix time ``epoch``.
    """
    ordered = sorted(matches, key=lambda match: not _waits_for(match, user_id))  # the rest stays as it is
    last = max(0, (len(ordered) - 1) // PAGE)
    page = min(page, last)
    view, box = LayoutView(timeout=None), Container[Any](accent_colour=_COLOUR)
    box.add_item(TextDisplay(f"### {reader('matches.title', n=len(matches))}"))
    for match in ordered[page * PAGE : (page + 1) * PAGE]:
        row = _row(match, user_id, reader, epoch)
        box.add_item(Section(row, accessory=_key(match, user_id, reader, is_loose)))
    if last:
        box.add_item(_pages(page, last, reader))
    return view.add_item(box)


def is_turn(match: Match, user_id: int) -> bool:
    """Whether this person is to move."""
    return match.is_active and match.user_of(replay(match.record).to_move) == user_id


def _waits_for(match: Match, user_id: int) -> bool:
    """Whether it is this person's to move, or to answer a challenge."""
    return is_turn(match, user_id) or (match.state == MatchState.CHALLENGE and match.challenger_id != user_id)


def title_words(match: Match, reader: Texts) -> Raw:
    """The match's title without its heading mark."""
    return Raw(title(match, reader).lstrip("# "))


def _row(match: Match, user_id: int, reader: Texts, epoch: float) -> str:
    words = title_words(match, reader)
    name = f"[{words}]({link(match)})" if _stands(match) else words
    opponent = player(match, (match.side_of(user_id) or Side.FIRST).other, reader)
    place = f"\n-# {_place(match, reader)}" if _stands(match) else ""
    return f"**{name}**\n{_state(match, user_id, reader, epoch)} · {opponent}{place}"


def _stands(match: Match) -> bool:
    return match.message_id is not None and match.paused != PauseReason.SUSPENDED


def _state(match: Match, user_id: int, reader: Texts, epoch: float) -> Raw:
    """Whose turn it is and until when, or why it is nobody's."""
    if match.state == MatchState.CHALLENGE:
        return reader("matches.challenge" if match.challenger_id == user_id else "matches.challenged")
    if match.paused is not None:
        return reader(_PAUSED[match.paused])
    state = reader("matches.your-turn" if is_turn(match, user_id) else "matches.their-turn")
    when = falls(match.clock, epoch) if match.clock else None
    return reader("matches.until", state=state, when=when) if when else state


def _place(match: Match, reader: Texts) -> str:
    if match.guild_id is None:
        return reader("matches.in-messages")
    return f"<#{match.channel_id}>"


def _key(match: Match, user_id: int, reader: Texts, is_loose: Callable[[Match], bool]) -> Item[Any]:
    if match.state == MatchState.CHALLENGE and match.challenger_id == user_id:  # its message may be gone
        return button(Panel("cancel", str(match.id)), label=reader.plain("button.cancel"))
    if match.state == MatchState.PLAYING and is_loose(match):
        return button(Panel("bring", str(match.id)), label=reader.plain("button.bring"))
    return Button(url=link(match), label=reader.plain("button.go"))


def _pages(page: int, last: int, reader: Texts) -> ActionRow[Any]:
    told = reader.plain("matches.page", page=page + 1, last=last + 1)
    back, on = Panel("list", str(max(0, page - 1))), Panel("list", str(page + 1))
    return ActionRow(
        button(back, label="◀", disabled=page == 0),
        button(Panel("list", f"{page}-here"), label=told, disabled=True),
        button(on, label="▶", disabled=page == last),
    )
