"""The question before somebody leaves a tournament that has begun, and what they read afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ui import ActionRow, LayoutView, TextDisplay

from bot.texts import Texts
from bot.tournaments.changes import can_join, would_be_called_off
from bot.tournaments.kinds import format_of
from bot.ui.entrants import name
from bot.ui.layout import layout
from bot.ui.panel import button
from bot.ui.tournament import LEAVE, STAY, panel, title_of
from data.model.tournament import Entrant, Tournament, TournamentState


def leaving_view(tournament: Tournament, entrant: Entrant, texts: Texts) -> LayoutView:
    """Asks whether an entrant leaves, and says what they lose, or that it is called off."""
    leave, stay = (texts.plain(f"button.tournament-{key}") for key in ("drop", "stay"))
    row = ActionRow(
        button(panel(LEAVE, tournament.id), label=leave, style=discord.ButtonStyle.danger),
        button(panel(STAY, tournament.id), label=stay),
    )
    return layout(TextDisplay(" ".join(_losses(tournament, entrant, texts))), row)


def _losses(tournament: Tournament, entrant: Entrant, texts: Texts) -> Iterator[str]:
    title = title_of(tournament, texts)
    if would_be_called_off(tournament, entrant.number):
        yield texts("tournament.simul.leave-sure", title=title)
        return
    if format_of(tournament).giver(tournament) == entrant:
        yield texts("tournament.simul.leave-boards", title=title, n=len(tournament.open_pairings))
        return
    yield texts(format_of(tournament).leave_sure, title=title)
    for pairing in tournament.open_pairings:
        opponent = pairing.opponent_of(entrant.number)
        if pairing.has(entrant.number) and opponent is not None:
            yield texts("tournament.leave.match", opponent=name(tournament.entrant(opponent), texts))
    yield _way_back(tournament, texts)


def left_text(tournament: Tournament, texts: Texts) -> str:
    """Says that the reader has left a tournament, or pauses, and how they come back."""
    if tournament.state is TournamentState.OPEN:
        return texts("tournament.leave.before-start", title=title_of(tournament, texts))
    if tournament.state is TournamentState.CANCELED:
        return texts("tournament.simul.called-off", title=title_of(tournament, texts))
    if not format_of(tournament).gives_up:
        return texts("tournament.leave.paused")
    left = texts("tournament.leave.done", title=title_of(tournament, texts))
    giver = format_of(tournament).giver(tournament)
    has_ended = giver is not None and giver.dropped
    return left if has_ended else f"{left} {_way_back(tournament, texts)}"


def _way_back(tournament: Tournament, texts: Texts) -> str:
    """How somebody who leaves now comes back."""
    return texts(format_of(tournament).way_back if can_join(tournament) else "tournament.leave.organizer")
