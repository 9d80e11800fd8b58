"""The pairings of a tournament, with links to their matches, for one reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Texts, cut
from bot.tournaments.kinds import format_of
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.links import link
from bot.ui.match_message import INACTIVE
from bot.ui.panel import Panel, button
from bot.ui.tournament import PAIRINGS, TOURNAMENT, name, plain_name, title_of
from data.model.match import Match
from data.model.tournament import Pairing, Result, Tournament

PAGE = 16
"""Pairings on a page: two phone screens, and well below the 4,000 characters of a message."""
_MOST_IN_THREAD = 100
"""Characters of a thread's name, by Discord's limit."""

_SCORES = {
    Result.FIRST: "1–0",
    Result.SECOND: "0–1",
    Result.DRAW: "½–½",
    Result.FIRST_BY_FORFEIT: "+–−",
    Result.SECOND_BY_FORFEIT: "−–+",
    Result.NOBODY: "−–−",
}


def pairings_view(
    tournament: Tournament, matches: Mapping[int, Match], user_id: int, texts: Texts, page: int = 0
) -> LayoutView:
    """A page of the pairings, from 0, the last one at most, with links to their matches."""
    every = listed_pairings(tournament, user_id)
    last = _last_page(every)
    page = min(page, last)
    title = texts(
        format_of(tournament).pairings_title, round=tournament.round, title=title_of(tournament, texts)
    )
    shown = on_page(every, page)
    lines = [f"-# **{title}**", *(_pairing_line(tournament, pairing, matches, texts) for pairing in shown)]
    box: Container[AnyView] = Container(TextDisplay("\n".join(lines)), accent_color=INACTIVE)
    if last:
        box.add_item(_page_row(tournament, page, last, texts))
    return layout(box)


def listed_pairings(tournament: Tournament, user_id: int) -> list[Pairing]:
    """The pairings that a reader is shown, their own first."""
    mine = tournament.entrant_of(user_id)
    return format_of(tournament).listed(tournament, None if mine is None else mine.number)


def on_page(pairings: Sequence[Pairing], page: int) -> Sequence[Pairing]:
    """The pairings on a page (the first is 0), or on the last page if there are fewer."""
    start = min(page, _last_page(pairings)) * PAGE
    return pairings[start : start + PAGE]


def _last_page(pairings: Sequence[Pairing]) -> int:
    return max(0, (len(pairings) - 1) // PAGE)


def _page_row(tournament: Tournament, page: int, last: int, texts: Texts) -> ActionRow[AnyView]:
    def turned(
        to: int, label: str = "", emoji: str | None = None, *, disabled: bool, suffix: str = ""
    ) -> Item[AnyView]:
        panel = Panel(TOURNAMENT, f"{PAIRINGS}.{tournament.id}.{to}{suffix}")
        return button(panel, label=label, emoji=emoji, disabled=disabled)

    here = texts.plain("matches.page", page=page + 1, last=last + 1)
    return ActionRow(
        turned(max(0, page - 1), emoji=Icon.PREVIOUS, disabled=page == 0, suffix=".back"),
        turned(page, here, disabled=True),
        turned(page + 1, emoji=Icon.NEXT, disabled=page == last, suffix=".on"),
    )


def _pairing_line(
    tournament: Tournament, pairing: Pairing, matches: Mapping[int, Match], texts: Texts
) -> str:
    first = name(tournament.entrant(pairing.first), texts)
    if pairing.second is None:
        return texts("tournament.bye", name=first)
    line = f"{first} – {name(tournament.entrant(pairing.second), texts)}"
    match = matches.get(pairing.match_id or 0)
    score = _SCORES.get(pairing.result) if pairing.result is not None else None
    where = f"[#{match.id}]({link(match.home)})" if match is not None else None
    return " · ".join(part for part in (line, score, where) if part)


def thread_name(
    tournament: Tournament, pairing: Pairing, match: Match, names: Mapping[int, str], reader: Texts
) -> str:
    """The name of a match's thread, with the people's ``names`` by their ids.

    Threads of an arena are used again and again, and name nobody. To fit, the title or the names are cut.
    """
    title = tournament.title or reader.plain("tournament.number", id=tournament.id)
    players = [
        plain_name(tournament.entrant(number or 0), names, reader)
        for number in (pairing.first, pairing.second)
    ]
    for length in range(_MOST_IN_THREAD, 0, -1):
        first, second = (cut(player, length) for player in players)
        text = reader.plain(
            format_of(tournament).thread,
            title=cut(title, length),
            round=pairing.round,
            match=match.id,
            place=pairing.place or 0,
            first=first,
            second=second,
        )
        if len(text) <= _MOST_IN_THREAD:
            break
    return text
