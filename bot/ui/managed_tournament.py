"""The panel in which the creator of a tournament and moderators manage it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts, cut
from bot.tournaments.changes import can_be_extended, can_be_replaced, correctable
from bot.ui import AnyView
from bot.ui.clocks import until
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import INACTIVE
from bot.ui.moderation_panel import PAGE, page_row, panel
from bot.ui.panel import button, select, user_select
from bot.ui.tournament import START, heading, name, plain_name, state_line
from bot.ui.tournament import panel as tournament_panel
from data.model.tournament import UNFINISHED, Entrant, Pairing, Result, Tournament, TournamentState

EXTEND, REMOVE, REPLACE, REPLACE_BY, PAIRING, RESULT, CANCEL, DELETE_TOURNAMENT, SHOW = (
    "extend",
    "remove",
    "replace",
    "replace-by",
    "pairing",
    "result",
    "call-off",
    "delete-all",
    "show",
)
"""What is done to a tournament: the first part of a panel's argument, before the tournament's number."""
EXTENSIONS = (1, 3, 7)
"""How many more days those who are to move can have at once."""
RESULTS = {
    Result.FIRST: "1–0",
    Result.SECOND: "0–1",
    Result.DRAW: "½–½",
    Result.NOBODY: "0–0",
}
"""What a result can be corrected to, as it is written."""
_WRITTEN = {
    **RESULTS,
    Result.FIRST_BY_FORFEIT: "+–−",
    Result.SECOND_BY_FORFEIT: "−–+",
    Result.NOT_COUNTED: "–",
}


def managed_tournament_view(
    tournament: Tournament,
    page: int,
    names: dict[int, str],
    reader: Texts,
    *,
    can_delete: bool,
    done: Raw | None = None,
    first_limit: float | None = None,
) -> LayoutView:
    """A tournament, with menus and buttons for what can be done to it; a page of each menu, from 0.

    ``done`` says what has just been done, ``first_limit`` is when the first of those to move runs out of
    time, in unix seconds.
    """
    lines = [f"### {heading(tournament, reader)}", state_line(tournament, reader)]
    if first_limit is not None:
        lines.append(reader("moderate.first-limit", when=until(first_limit, is_live=tournament.is_live)))
    if done is not None:
        lines.append(f"{Icon.RIGHT} {done}")
    menus = [
        *_extend_menu(tournament, reader),
        *_entrant_menu(tournament, REMOVE, removable(tournament), page, names, reader),
        *_entrant_menu(tournament, REPLACE, replaceable(tournament), page, names, reader),
        *_pairing_menu(tournament, page, names, reader),
    ]
    last = _last_page(tournament)
    return layout(
        Container(
            TextDisplay("\n".join(lines)),
            *map(ActionRow[AnyView], menus),
            *page_row(lambda number: panel(SHOW, tournament.id, number), min(page, last), last, reader),
            *_button_row(tournament, reader, can_delete=can_delete),
            accent_color=INACTIVE,
        )
    )


def _last_page(tournament: Tournament) -> int:
    """The number of the last page, from 0, of the longest menu."""
    people = max(len(removable(tournament)), len(replaceable(tournament)))
    return (max(1, people, len(correctable(tournament))) - 1) // PAGE


def _button_row(tournament: Tournament, reader: Texts, *, can_delete: bool) -> list[ActionRow[AnyView]]:
    buttons = []
    if tournament.state is TournamentState.OPEN:
        label = reader.plain("button.tournament-start")
        buttons.append(button(tournament_panel(START, tournament.id), label=label, style=NEXT_STEP))
    if tournament.state in UNFINISHED:
        label = reader.plain("button.moderate-call-off")
        buttons.append(button(panel(CANCEL, tournament.id), label=label))
    if can_delete:
        label, danger = reader.plain("button.moderate-delete"), discord.ButtonStyle.danger
        buttons.append(button(panel(DELETE_TOURNAMENT, tournament.id), label=label, style=danger))
    return [ActionRow[AnyView](*buttons)] if buttons else []


def removable(tournament: Tournament) -> list[Entrant]:
    """The people who can be removed from a tournament."""
    if tournament.state not in UNFINISHED:
        return []
    return [entrant for entrant in tournament.playing if entrant.user_id is not None]


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
    tournament: Tournament, page: int, names: dict[int, str], reader: Texts
) -> Iterator[Item[AnyView]]:
    options = [
        discord.SelectOption(
            label=pairing_text(tournament, pairing, names, reader)[:100],
            value=f"{pairing.round}.{pairing.board}",
            description=_WRITTEN.get(pairing.result) if pairing.result else None,
        )
        for pairing in correctable(tournament)[page * PAGE :][:PAGE]
    ]
    if options:
        placeholder = reader.plain("moderate.result.choose")
        yield select(panel(PAIRING, tournament.id), options=options, placeholder=placeholder)


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


def entrant_names(tournament: Tournament, pairing: Pairing, reader: Texts) -> dict[str, Raw]:
    """The names of those who meet in a pairing, as arguments of a text."""
    numbers = {"first": pairing.first, "second": pairing.second or 0}
    return {place: name(tournament.entrant(number), reader) for place, number in numbers.items()}


def written_result(pairing: Pairing) -> Raw:
    """The result that a pairing has now, as it is written."""
    return Raw("" if pairing.result is None else _WRITTEN.get(pairing.result, ""))


def results_view(tournament: Tournament, pairing: Pairing, reader: Texts) -> LayoutView:
    """A pairing, and a button for each result that it can have instead."""
    text = reader(
        "moderate.result.ask", **entrant_names(tournament, pairing, reader), result=written_result(pairing)
    )
    buttons = [
        button(panel(RESULT, tournament.id, pairing.round, pairing.board, result.value), label=written)
        for result, written in RESULTS.items()
        if result is not pairing.result
    ]
    return layout(
        Container(
            TextDisplay(text),
            ActionRow[AnyView](*buttons),
            _back_row(tournament, reader),
            accent_color=INACTIVE,
        )
    )
