"""The form that changes a tournament: its title and, before its start, clock, computer and when it starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import discord
from discord.ui import Label, Modal, Select, TextInput

from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.level_names import level_name
from bot.ui.managed_tournament import EDIT
from bot.ui.modals import MAX_TITLE as MAX_FORM_TITLE
from bot.ui.modals import MODAL_SECONDS
from bot.ui.moderation_form import CONFIRM
from bot.ui.panel import Panel
from bot.ui.tournament import title_of
from bot.ui.tournament_form import cleaned_title, option_label
from bot.ui.tournament_plan import NOBODY, STARTS, Plan
from data.model.tournament import MAX_TITLE, Tournament, TournamentState

_TITLE, _CONTROL, _LEVEL, _STARTS = "title", "control", "level", "starts"
"""The fields of the form."""
_UNCHANGED, _BY_HAND = "unchanged", "by-hand"
"""Starts that are no minutes from now."""


def edit_form(tournament: Tournament, reader: Texts) -> Modal:
    """Asks for the title, before the start for clock, computer and start as well, with what it has now."""
    modal = Modal(
        title=reader.plain("moderate.title.edit", id=tournament.id)[:MAX_FORM_TITLE],
        custom_id=Panel(CONFIRM, f"{EDIT}.{tournament.id}").custom_id,
        timeout=MODAL_SECONDS,
    )
    title = TextInput[AnyView](
        custom_id=_TITLE, default=tournament.title, required=False, max_length=MAX_TITLE
    )
    hint = reader.plain("tournament.plan.title-hint")
    modal.add_item(Label(text=reader.plain("tournament.plan.title-field"), description=hint, component=title))
    if tournament.state is not TournamentState.OPEN:
        return modal
    clocks = {control: reader.plain(f"choice.clock.{control}") for control in _clocks(tournament)}
    modal.add_item(_menu(_CONTROL, "tournament.plan.control", clocks, tournament.control, reader))
    plan = Plan.like(tournament)
    if levels := {level: option_label(plan, _LEVEL, level, reader) for level in plan.offered(_LEVEL)}:
        modal.add_item(_menu(_LEVEL, "tournament.plan.level", levels, plan.value(_LEVEL), reader))
    modal.add_item(
        _menu(_STARTS, "tournament.plan.starts", dict(_starts(tournament, reader)), _UNCHANGED, reader)
    )
    return modal


def _menu(field: str, key: str, choices: Mapping[str, str], chosen: str, reader: Texts) -> Label[AnyView]:
    options = [
        discord.SelectOption(label=label, value=value, default=value == chosen)
        for value, label in choices.items()
    ]
    return Label(text=reader.plain(key), component=Select[AnyView](custom_id=field, options=options))


def _clocks(tournament: Tournament) -> list[str]:
    return Plan.like(tournament).offered("control")


def _starts(tournament: Tournament, reader: Texts) -> Iterator[tuple[str, str]]:
    """The starts that can be chosen, with their labels, the present one first."""
    by_hand = reader.plain("tournament.plan.by-hand")
    yield _UNCHANGED, by_hand if tournament.starts_at is None else reader.plain("moderate.edit.as-it-is")
    if tournament.starts_at is not None:
        yield _BY_HAND, by_hand
    for start in STARTS:
        yield start, reader.plain(f"choice.starts.{start}")


@dataclass(frozen=True, slots=True)
class Edits:
    """What a submitted form says."""

    title: str | None
    control: str
    level: str | None
    """Of the computer that fills a seat; None: nobody does."""
    starts_at: float | None
    """In unix seconds; None: the organizer starts it."""

    @classmethod
    def read(cls, tournament: Tournament, fields: Mapping[str, Mapping[str, Any]], now: float) -> Self | None:
        """The edits of a form that is submitted ``now``; None if it has what was not offered."""
        title = cleaned_title(str(fields.get(_TITLE, {}).get("value") or ""))
        plan = Plan.like(tournament)
        control = _chosen(fields, _CONTROL) or tournament.control
        level = _chosen(fields, _LEVEL) or plan.value(_LEVEL)
        start = _chosen(fields, _STARTS) or _UNCHANGED
        terms = tournament.control, plan.value(_LEVEL), _UNCHANGED
        if tournament.state is not TournamentState.OPEN and (control, level, start) == terms:
            return cls(title, control, tournament.level, tournament.starts_at)
        if control not in _clocks(tournament) or start not in (_UNCHANGED, _BY_HAND, *STARTS):
            return None
        if level not in (plan.value(_LEVEL), *plan.offered(_LEVEL)):
            return None
        computer = tournament.level if level == plan.value(_LEVEL) else level if level != NOBODY else None
        if start == _UNCHANGED:
            return cls(title, control, computer, tournament.starts_at)
        return cls(title, control, computer, None if start == _BY_HAND else now + 60.0 * STARTS[start])


def _chosen(fields: Mapping[str, Mapping[str, Any]], field: str) -> str:
    values = fields.get(field, {}).get("values") or ()
    return str(values[0]) if values else ""


def changed_terms(before: Tournament, after: Tournament, reader: Texts) -> Raw:
    """What differs between a tournament and the edited one, as markdown; empty if nothing does."""

    def change(key: str, old: str, new: str) -> str:
        return reader("moderate.edit.change", name=reader(key), old=Raw(old), new=Raw(new))

    changes = []
    if before.title != after.title:
        old, new = title_of(before, reader), title_of(after, reader)
        changes.append(change("tournament.plan.title-field", old, new))
    if before.control != after.control:
        old, new = (reader(f"choice.clock.{tournament.control}") for tournament in (before, after))
        changes.append(change("tournament.plan.control", old, new))
    if before.level != after.level:
        changes.append(change("tournament.plan.level", _computer(before, reader), _computer(after, reader)))
    if before.starts_at != after.starts_at:
        changes.append(change("tournament.plan.starts", _start(before, reader), _start(after, reader)))
    return Raw(" · ".join(changes))


def _computer(tournament: Tournament, reader: Texts) -> str:
    if tournament.level is None:
        return reader("tournament.plan.no-computer")
    return level_name(tournament.game, tournament.level, reader)


def _start(tournament: Tournament, reader: Texts) -> str:
    if tournament.starts_at is None:
        return reader("moderate.edit.by-hand")
    return f"<t:{round(tournament.starts_at)}:f>"
