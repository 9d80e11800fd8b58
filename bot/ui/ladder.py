"""The question whom to challenge on a ladder."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.exceptions import Refusal
from bot.texts import Texts
from bot.tournaments.ladder import have_just_met, is_busy, opponents_above, ranked
from bot.ui import AnyView
from bot.ui.entrants import name
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE
from bot.ui.panel import button
from bot.ui.tournament import CHALLENGE_ONE, panel, title_of
from data.model.tournament import Entrant, Tournament


def challenge_view(tournament: Tournament, user_id: int, now: float, texts: Texts) -> LayoutView:
    """The entrants whom a person could challenge, with a button for each who is free. Raises `Refusal`."""
    me = tournament.entrant_of(user_id)
    if me is None or me.dropped:
        raise Refusal("tournament.not-joined")
    above = opponents_above(tournament, me.number)
    if not above:
        raise Refusal("tournament.ladder.first")
    places = {entrant.number: place for place, entrant in enumerate(ranked(tournament), start=1)}
    whom = texts("tournament.ladder.whom", place=places[me.number])
    lines = [f"-# **{title_of(tournament, texts)}**", whom]
    buttons: list[Item[AnyView]] = []
    for opponent in above[::-1]:
        why_not = next(_obstacles(tournament, me, opponent, now, texts), None)
        line = f"{places[opponent.number]}\\. {name(opponent, texts)}"
        lines.append(f"{line} · {why_not}" if why_not else line)
        label = texts.plain("button.tournament-challenge-one", place=places[opponent.number])
        press = panel(f"{CHALLENGE_ONE}.{tournament.id}", opponent.number)
        style = discord.ButtonStyle.primary
        buttons.append(button(press, label=label, disabled=why_not is not None, style=style))
    return layout(Container(TextDisplay("\n".join(lines)), ActionRow(*buttons), accent_color=ACTIVE))


def _obstacles(
    tournament: Tournament, me: Entrant, other: Entrant, now: float, texts: Texts
) -> Iterator[str]:
    """Why somebody cannot be challenged now."""
    if is_busy(tournament, me.number):
        yield texts("tournament.ladder.you-play")
    if is_busy(tournament, other.number):
        yield texts("tournament.ladder.plays")
    if have_just_met(tournament, me.number, other.number, now):
        yield texts("tournament.ladder.met")
