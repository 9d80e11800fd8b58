"""The panel in which the creator of a tournament and moderators manage it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts, cut
from bot.tournaments.changes import (
    can_be_extended,
    can_be_replaced,
    can_end_now,
    can_join,
    can_return,
    decidable,
    people_missing,
)
from bot.tournaments.kinds import format_of
from bot.ui import AnyView
from bot.ui.clocks import until
from bot.ui.entrants import name, plain_name
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import INACTIVE
from bot.ui.moderation_panel import PAGE, SHOW, page_row, panel
from bot.ui.panel import button, select, user_select
from bot.ui.tournament import START, heading, stage, state_line
from bot.ui.tournament import panel as tournament_panel
from bot.ui.tournament_results import entrant_names, plain_result, result_words
from data.model.tournament import UNFINISHED, Entrant, Pairing, Result, Tournament, TournamentState

EDIT, EXTEND, PAIRING, RESULT = "edit", "extend", "pairing", "result"
ADD, ADD_CHOSEN, REMOVE, PUT_BACK = "add", "add-chosen", "remove", "put-back"
REPLACE, REPLACE_BY = "replace", "replace-by"
END_NOW, CANCEL, DELETE_TOURNAMENT = "end-now", "call-off", "delete-all"
"""What is done to a tournament: the first part of a panel's argument, before the tournament's number."""
ENDINGS = (Result.FIRST, Result.SECOND, Result.DRAW)
"""With what a match that goes on can be ended."""
EXTENSIONS = (1, 3, 7)
"""How many more days those who are to move can have at once."""


def managed_tournament_view(
    tournament: Tournament,
    page: int,
    names: dict[int, str],
    reader: Texts,
    *,
    can_delete: bool,
    is_host: bool = False,
    done: Raw | None = None,
    first_limit: float | None = None,
) -> LayoutView:
    """A tournament, with menus and buttons for what can be done to it; a page of each menu, from 0.

    ``is_host``: the reader only opened the simul, and has no power over others. ``done`` says what has just
    been done, ``first_limit`` is when the first of those to move runs out of time, in unix seconds.
    """
    lines = [f"### {heading(tournament, reader)}", state_line(tournament, reader)]
    if first_limit is not None:
        lines.append(reader("moderate.first-limit", when=until(first_limit, is_live=tournament.has_minutes)))
    if done is not None:
        lines.append(f"{Icon.RIGHT} {done}")
    remove = _entrant_menu(tournament, REMOVE, removable(tournament), page, names, reader)
    if is_host:
        menus = [*remove]
    else:
        menus = [
            *_extend_menu(tournament, reader),
            *remove,
            *_entrant_menu(tournament, PUT_BACK, returnable(tournament), page, names, reader),
            *_entrant_menu(tournament, REPLACE, replaceable(tournament), page, names, reader),
            *_pairing_menu(tournament, decidable(tournament), page, names, reader),
        ]
    last = _last_page(tournament)
    return layout(
        Container(
            TextDisplay("\n".join(lines)),
            *map(ActionRow[AnyView], menus),
            *page_row(lambda number: panel(SHOW, tournament.id, number), min(page, last), last, reader),
            *_button_rows(tournament, min(page, last), reader, can_delete=can_delete, can_add=not is_host),
            accent_color=INACTIVE,
        )
    )


def _last_page(tournament: Tournament) -> int:
    """The number of the last page, from 0, of the longest menu."""
    people = max(len(entrants(tournament)) for entrants in (removable, returnable, replaceable))
    return (max(1, people, len(decidable(tournament))) - 1) // PAGE


def _button_rows(
    tournament: Tournament, page: int, reader: Texts, *, can_delete: bool, can_add: bool
) -> Iterator[ActionRow[AnyView]]:
    """What goes on; then the panel as it is now, and what ends it: rows that fit on a phone."""
    buttons = []
    if tournament.state is TournamentState.OPEN:
        start = tournament_panel(START, tournament.id)
        label = reader.plain("button.tournament-start")
        cannot = bool(people_missing(tournament))
        style = discord.ButtonStyle.secondary if cannot else NEXT_STEP
        buttons.append(button(start, label=label, style=style, disabled=cannot))
    if tournament.state in UNFINISHED:
        buttons.append(button(panel(EDIT, tournament.id), label=reader.plain("button.moderate-edit")))
    if can_add and can_join(tournament):
        buttons.append(button(panel(ADD, tournament.id), label=reader.plain("button.moderate-add")))
    if can_end_now(tournament):
        buttons.append(button(panel(END_NOW, tournament.id), label=reader.plain("button.moderate-end-now")))
    if buttons:
        yield ActionRow[AnyView](*buttons)
    refresh = button(panel(SHOW, tournament.id, page), label=reader.plain("button.moderate-refresh"))
    buttons = [refresh]
    if tournament.state in UNFINISHED:
        label = reader.plain("button.moderate-call-off")
        buttons.append(button(panel(CANCEL, tournament.id), label=label))
    if can_delete:
        label, danger = reader.plain("button.moderate-delete"), discord.ButtonStyle.danger
        buttons.append(button(panel(DELETE_TOURNAMENT, tournament.id), label=label, style=danger))
    yield ActionRow[AnyView](*buttons)


def people_named(tournament: Tournament, page: int) -> list[int]:
    """The ids of the people whom the menus of a page name."""
    numbers = [
        entrant.number
        for entrants in (removable, returnable, replaceable)
        for entrant in entrants(tournament)[page * PAGE :][:PAGE]
    ]
    for pairing in decidable(tournament)[page * PAGE :][:PAGE]:
        numbers += [pairing.first, pairing.second or 0]
    ids = (tournament.entrant(number).user_id for number in dict.fromkeys(numbers) if number)
    return [user_id for user_id in ids if user_id]


def removable(tournament: Tournament) -> list[Entrant]:
    """The people who can be removed from a tournament."""
    if tournament.state not in UNFINISHED:
        return []
    return [entrant for entrant in tournament.playing if entrant.user_id is not None]


def returnable(tournament: Tournament) -> list[Entrant]:
    """The people who have left, or were removed, and can be put back."""
    return [
        entrant
        for entrant in tournament.entrants
        if entrant.user_id and can_return(tournament, entrant.number)
    ]


def replaceable(tournament: Tournament) -> list[Entrant]:
    """The people whose place somebody else can take."""
    if tournament.state not in UNFINISHED:
        return []
    return [
        entrant
        for entrant in tournament.entrants
        if entrant.user_id is not None and can_be_replaced(tournament, entrant.number)
    ]


def _extend_menu(tournament: Tournament, reader: Texts) -> Iterator[Item[AnyView]]:
    if not can_be_extended(tournament):
        return
    options = [
        discord.SelectOption(label=reader.plain("moderate.extend.days", n=days), value=str(days))
        for days in EXTENSIONS
    ]
    placeholder = reader.plain("moderate.extend.choose")
    yield select(panel(EXTEND, tournament.id), options=options, placeholder=placeholder)


def _entrant_menu(
    tournament: Tournament,
    action: str,
    entrants: Sequence[Entrant],
    page: int,
    names: dict[int, str],
    reader: Texts,
) -> Iterator[Item[AnyView]]:
    """A menu that does something to one of some entrants; none without any on the page."""
    options = [
        discord.SelectOption(label=plain_name(entrant, names, reader)[:100], value=str(entrant.number))
        for entrant in entrants[page * PAGE :][:PAGE]
    ]
    if options:
        placeholder = reader.plain(f"moderate.{action}.choose")
        yield select(panel(action, tournament.id), options=options, placeholder=placeholder)


def _pairing_menu(
    tournament: Tournament,
    pairings: Sequence[Pairing],
    page: int,
    names: dict[int, str],
    reader: Texts,
) -> Iterator[Item[AnyView]]:
    options = [
        discord.SelectOption(
            label=pairing_text(tournament, pairing, names, reader)[:100],
            value=f"{pairing.round}.{pairing.board}",
            description=_outcome(tournament, pairing, names, reader)[:100],
        )
        for pairing in pairings[page * PAGE :][:PAGE]
    ]
    if options:
        placeholder = reader.plain("moderate.result.choose")
        yield select(panel(PAIRING, tournament.id), options=options, placeholder=placeholder)


def _outcome(tournament: Tournament, pairing: Pairing, names: Mapping[int, str], reader: Texts) -> str:
    """The round and the result of a pairing, or that it goes on, in plain text."""
    parts = [stage(tournament, reader, pairing)] if tournament.rounds is not None else []
    parts.append(plain_result(tournament, pairing, pairing.result, names, reader))
    if pairing.corrected:
        parts.append(reader.plain("tournament.corrected-result"))
    return " · ".join(parts)


def addition_view(tournament: Tournament, reader: Texts) -> LayoutView:
    """Asks who is added."""
    menu = user_select(
        panel(ADD_CHOSEN, tournament.id), chosen=(), placeholder=reader.plain("moderate.replace.choose-new")
    )
    text = TextDisplay[AnyView](reader("moderate.add.ask"))
    row = ActionRow[AnyView](menu)
    return layout(Container(text, row, _back_row(tournament, reader), accent_color=INACTIVE))


def replacement_view(tournament: Tournament, number: int, reader: Texts) -> LayoutView:
    """Asks who takes the place of the entrant with a number."""
    text = reader("moderate.replace.ask", person=name(tournament.entrant(number), reader))
    menu = user_select(
        panel(REPLACE_BY, tournament.id, number),
        chosen=(),
        placeholder=reader.plain("moderate.replace.choose-new"),
    )
    return layout(
        Container(
            TextDisplay(text), ActionRow[AnyView](menu), _back_row(tournament, reader), accent_color=INACTIVE
        )
    )


def _back_row(tournament: Tournament, reader: Texts) -> ActionRow[AnyView]:
    return ActionRow(button(panel(SHOW, tournament.id, 0), label=reader.plain("button.moderate-back")))


def pairing_text(tournament: Tournament, pairing: Pairing, names: dict[int, str], reader: Texts) -> str:
    """Who meets whom, in plain text."""
    first, second = (
        cut(plain_name(tournament.entrant(number or 0), names, reader), 40)
        for number in (pairing.first, pairing.second)
    )
    return f"{first} – {second}"


def results_view(
    tournament: Tournament, pairing: Pairing, names: Mapping[int, str], reader: Texts
) -> LayoutView:
    """A pairing, and a button for each result that it can have instead, which names the winner.

    One that goes on ends with it.
    """
    now = result_words(tournament, pairing, pairing.result, reader)
    lines = [reader("moderate.result.ask", **entrant_names(tournament, pairing, reader), result=now)]
    possible = ENDINGS if pairing.result is None else format_of(tournament).results(tournament)
    results = [result for result in possible if result is not pairing.result]
    if Result.NOBODY in results:
        lines.append(Raw(f"-# {reader(format_of(tournament).void)}"))
    buttons = [
        button(
            panel(RESULT, tournament.id, pairing.round, pairing.board, result.value),
            label=plain_result(tournament, pairing, result, names, reader),
        )
        for result in results
    ]
    return layout(
        Container(
            TextDisplay("\n".join(lines)),
            ActionRow[AnyView](*buttons),
            _back_row(tournament, reader),
            accent_color=INACTIVE,
        )
    )
