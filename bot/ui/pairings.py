"""The pairings of a tournament, with links to their matches, for one reader."""

from __future__ import annotations

from collections.abc import Mapping

from discord.ui import Container, LayoutView, TextDisplay

from bot.texts import Texts
from bot.ui.layout import layout
from bot.ui.links import link
from bot.ui.match_message import INACTIVE
from bot.ui.tournament import heading, name
from data.model import Match
from data.tournaments.model import Pairing, Result, Tournament

_MOST_LISTED = 40

_SCORES = {
    Result.FIRST: "1–0",
    Result.SECOND: "0–1",
    Result.DRAW: "½–½",
    Result.FIRST_BY_FORFEIT: "+–−",
    Result.SECOND_BY_FORFEIT: "−–+",
    Result.NOBODY: "−–−",
}


def pairings_view(one: Tournament, matches: Mapping[int, Match], user_id: int, texts: Texts) -> LayoutView:
    """The pairings of the current round, the reader's own first, with links to their matches."""
    mine = one.entrant_of(user_id)
    pairings = sorted(
        listed_pairings(one, user_id), key=lambda pairing: mine is None or not pairing.has(mine.number)
    )
    title = texts("tournament.pairings", round=one.round, title=heading(one, texts))
    if one.is_arena or one.is_ladder:
        title = texts("tournament.arena.pairings", title=heading(one, texts))
    lines = [f"-# **{title}**", *(_pairing_line(one, pairing, matches, texts) for pairing in pairings)]
    return layout(Container(TextDisplay("\n".join(lines)[:3900]), accent_color=INACTIVE))


def listed_pairings(one: Tournament, user_id: int) -> list[Pairing]:
    """The pairings of the current round; without rounds, those that are going on, and the reader's."""
    if not one.is_arena and not one.is_ladder:
        return list(one.in_round(one.round))
    mine = one.entrant_of(user_id)
    theirs = [] if mine is None else list(one.of_entrant(mine.number))[::-1]
    return [*theirs, *(each for each in one.open_pairings if each not in theirs)][:_MOST_LISTED]


def _pairing_line(one: Tournament, pairing: Pairing, matches: Mapping[int, Match], texts: Texts) -> str:
    first = name(one.entrant(pairing.first), texts)
    if pairing.second is None:
        return texts("tournament.bye", name=first)
    line = f"{first} – {name(one.entrant(pairing.second), texts)}"
    match = matches.get(pairing.match_id or 0)
    score = _SCORES.get(pairing.result) if pairing.result is not None else None
    where = f"[#{match.id}]({link(match)})" if match is not None else None
    return " · ".join(part for part in (line, score, where) if part)
