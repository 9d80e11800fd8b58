"""The announcement of a tournament that is over."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts
from bot.tournaments.kinds import format_of
from bot.tournaments.standings import Standing
from bot.ui import AnyView
from bot.ui.buttons import TOURNAMENT_OF
from bot.ui.entrants import name
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE
from bot.ui.panel import Panel, button, panels_of
from bot.ui.tournament import title_of
from bot.ui.tournament_results import entrant_names, result_words
from data.model.tournament import Tournament

MEDALS = {1: Icon.GOLD, 2: Icon.SILVER, 3: Icon.BRONZE}
"""The places that are announced."""
_MAX_ANNOUNCED = 6
"""People who are announced where many share a place."""
_MAX_CORRECTIONS = 3
"""Corrected results that are named."""
_END = "end"
"""After the tournament's number in the custom_id of the button, by which the message is recognized."""


def announcement_view(
    tournament: Tournament, text: str, texts: Texts, *, is_corrected: bool = False
) -> LayoutView:
    """Who has won, as `winners_line` says it, and the way to the standings; which results were corrected."""
    label = texts.plain("button.tournament-of")
    way = button(Panel(TOURNAMENT_OF, f"{tournament.id}.{_END}"), label=label)
    lines = "\n".join(f"-# {line}" for line in _corrections(tournament, texts)) if is_corrected else ""
    note = [TextDisplay[AnyView](lines)] if lines else []
    return layout(Container(TextDisplay(text), *note, ActionRow(way), accent_color=ACTIVE))


def _corrections(tournament: Tournament, texts: Texts) -> Iterator[str]:
    """The results that a moderator has corrected, the last ones; that there are some if none is named."""
    corrected = [decided for decided in tournament.pairings if decided.corrected]
    for pairing in corrected[-_MAX_CORRECTIONS:]:
        names = entrant_names(tournament, pairing, texts)
        result = result_words(tournament, pairing, pairing.result, texts)
        yield texts("tournament.corrected-pairing", **names, result=result)
    if not corrected:  # a match was annulled
        yield texts("tournament.corrected")


def announced_text(message: discord.Message) -> list[str]:
    """The texts of an announcement: who has won and, if it was corrected, that."""
    parts = (part for box in message.components for part in getattr(box, "children", ()))
    return [part.content for part in parts if isinstance(part, discord.TextDisplay)]


def announced_in(message: discord.Message) -> int | None:
    """The number of the tournament whose end a message announces; None if it announces none."""
    for panel in panels_of(message.components):
        number, _, kind = panel.argument.partition(".")
        if panel.verb == TOURNAMENT_OF and kind == _END and number.isdecimal():
            return int(number)
    return None


def winners_line(tournament: Tournament, texts: Texts) -> Raw:
    """The announcement of a tournament that is over: who is on the first places."""
    names = Raw("\n".join(_podium(tournament, texts)))
    announcement = format_of(tournament).announcement
    return texts(announcement, title=title_of(tournament, texts), podium=names)


def winner_ids(tournament: Tournament) -> list[int]:
    """The people whom the announcement mentions."""
    entrants = (tournament.entrant(standing.number) for standing in podium(tournament))
    return [entrant.user_id for entrant in entrants if entrant.user_id]


def _podium(tournament: Tournament, texts: Texts) -> Iterator[str]:
    """The people on the first three places, a line each."""
    rules = format_of(tournament)
    for standing in podium(tournament):
        number = standing.number
        entrant = name(tournament.entrant(number), texts)
        score = score_text(tournament, standing, texts)
        notes = (texts(key, **numbers) for key, numbers in rules.notes(tournament, number))
        if not rules.has_places:
            yield f"{entrant}: {', '.join(notes)}"
            continue
        yield " · ".join([f"{MEDALS[standing.place]} {entrant} · {score}", *notes])


def score_text(tournament: Tournament, standing: Standing, texts: Texts) -> Raw:
    """An entrant's points, or wins and losses."""
    rules = format_of(tournament)
    score = rules.score(tournament, standing)
    won, _, lost = score.partition("-")  # where wins and losses are counted
    return texts(
        rules.score_sentence,
        points=score,
        won=won,
        lost=lost,
        n=1 if 0 < standing.points <= 2 else 2,  # they are halves
    )


def podium(tournament: Tournament) -> list[Standing]:
    """Who is announced, the first place first: people, and the computer that gives a simul."""
    rules = format_of(tournament)
    giver = rules.giver(tournament)
    announced = ((standing, tournament.entrant(standing.number)) for standing in rules.announced(tournament))
    shown = [standing for standing, entrant in announced if entrant.user_id is not None or entrant == giver]
    return shown[:_MAX_ANNOUNCED]
