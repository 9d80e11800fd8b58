"""What a tournament's creator and moderators do to it: remove and replace people, correct results, end it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from bot.exceptions import Refusal
from bot.interactions.bans import check_may_use
from bot.interactions.display_names import display_names
from bot.interactions.moderated_people import person_id
from bot.interactions.moderators import (
    ask,
    check_moderator,
    is_moderator,
    number_at,
    record,
    submitted_reason,
)
from bot.match.tournament_matches import check_replacement
from bot.match.tournaments import Tournaments
from bot.messages.interaction_responses import Composed, answer_privately, answer_privately_in_time
from bot.messages.removals import Removals
from bot.services import Interaction
from bot.texts import Argument, Raw, Texts, texts
from bot.tournaments.changes import correctable
from bot.tournaments.kinds import format_of
from bot.ui.clocks import lost_at
from bot.ui.managed_tournament import (
    CANCEL,
    DELETE_TOURNAMENT,
    EXTEND,
    EXTENSIONS,
    PAIRING,
    REMOVE,
    REPLACE,
    REPLACE_BY,
    RESULT,
    RESULTS,
    SHOW,
    entrant_names,
    managed_tournament_view,
    removable,
    replaceable,
    replacement_view,
    results_view,
    written_result,
)
from bot.ui.moderation_panel import PAGE
from bot.ui.notices import note_view
from bot.ui.panel import Panel, panels_of
from bot.ui.tournament import TOURNAMENT, heading, name, title_of
from data.model.match import DELETED_USER
from data.model.tournament import Pairing, Result, Tournament

TOURNAMENT_ACTIONS = (
    SHOW,
    EXTEND,
    REMOVE,
    REPLACE,
    REPLACE_BY,
    PAIRING,
    RESULT,
    CANCEL,
    DELETE_TOURNAMENT,
)


async def show_managed_tournament(
    interaction: Interaction,
    tournament_id: int,
    page: int = 0,
    done: Callable[[Tournament], Raw] | None = None,
) -> None:
    """Answer with a tournament of the server, and what can be done to it. Raises `Refusal`.

    ``done`` says of the tournament as it is now what has just been done.
    """
    tournament, reader = await _tournament(interaction, tournament_id), texts(interaction.locale.value)
    can_delete = is_moderator(interaction)

    async def shown() -> Composed:
        view = managed_tournament_view(
            tournament,
            page,
            await display_names(interaction, _people(tournament, page)),
            reader,
            can_delete=can_delete,
            done=done and done(tournament),
            first_limit=await _first_limit(interaction, tournament),
        )
        return view, []

    await answer_privately_in_time(interaction, shown())


async def _first_limit(interaction: Interaction, tournament: Tournament) -> float | None:
    """When the first of those who are to move runs out of time, in unix seconds; None if nobody does."""
    services = interaction.client.services
    matches = await services.part(Tournaments).with_running_clock(tournament)
    clocks = await services.composer.clocks()
    limits = (lost_at(match, clocks) for match in matches)
    return min((limit for limit in limits if limit is not None), default=None)


def _people(tournament: Tournament, page: int) -> list[int]:
    """Whom the menus of a page name."""
    numbers = [
        entrant.number
        for entrants in (removable(tournament), replaceable(tournament))
        for entrant in entrants[page * PAGE :][:PAGE]
    ]
    for pairing in correctable(tournament)[page * PAGE :][:PAGE]:
        numbers += [pairing.first, pairing.second or 0]
    ids = (tournament.entrant(number).user_id for number in dict.fromkeys(numbers) if number)
    return [user_id for user_id in ids if user_id]


async def _tournament(interaction: Interaction, tournament_id: int) -> Tournament:
    tournament = await interaction.client.services.part(Tournaments).get(tournament_id)
    if tournament.guild_id != interaction.guild_id:
        raise Refusal("tournament.unknown", id=tournament_id)
    check_can_manage(interaction, tournament)
    return tournament


def check_can_manage(interaction: Interaction, tournament: Tournament) -> None:
    """Raise `Refusal`, which says who can, unless a person can manage a tournament of this server.

    Its creator can, and moderators, and who can manage the server's events.
    """
    is_creator = interaction.user.id == tournament.creator_id
    if is_creator or is_moderator(interaction) or interaction.permissions.manage_events:
        return
    if tournament.creator_id == DELETED_USER:
        raise Refusal("tournament.only-moderators")
    raise Refusal("tournament.only-organizer", creator=Raw(f"<@{tournament.creator_id}>"))


def tournament_shown_in(message: discord.Message) -> int | None:
    """The number of the tournament that a message shows; None if it shows none that can be pressed."""
    for panel in panels_of(message.components):
        number = panel.argument.partition(".")[2]
        if panel.verb == TOURNAMENT and number.isdecimal():
            return int(number)
    return None


async def press_tournament_panel(
    interaction: Interaction, panel: Panel, action: str, parts: Sequence[str]
) -> None:
    """Do what a press on a tournament's panel says: show something, or ask."""
    tournament, reader = await _tournament(interaction, number_at(parts, 0)), texts(interaction.locale.value)
    if action == SHOW:
        await show_managed_tournament(interaction, tournament.id, number_at(parts, 1))
    elif action == PAIRING:
        pairing = _pairing(tournament, "".join(panel.values).split("."))
        await answer_privately(interaction, results_view(tournament, pairing, reader), [])
    elif action == REMOVE:
        number = number_at(panel.values, 0)
        text = reader("moderate.sure.remove", person=_entrant(tournament, number, reader))
        await _ask(interaction, tournament, f"{panel.argument}.{number}", "remove", text)
    elif action == REPLACE:
        number = number_at(panel.values, 0)
        _entrant(tournament, number, reader)
        await answer_privately(interaction, replacement_view(tournament, number, reader), [])
    elif action == REPLACE_BY:
        await _ask_to_replace(interaction, tournament, panel, number_at(parts, 1))
    elif action == EXTEND:
        days = _days((*parts, *panel.values))
        text = reader("moderate.sure.extend", n=days)
        await _ask(interaction, tournament, f"{EXTEND}.{tournament.id}.{days}", "extend", text)
    elif action == RESULT:
        text = reader("moderate.sure.result", **_correction(tournament, parts, reader))
        await _ask(interaction, tournament, panel.argument, "result", text)
    else:
        kind = "call-off" if action == CANCEL else "delete-all"
        await _ask(interaction, tournament, panel.argument, kind, reader(f"moderate.sure.{kind}"))


async def _ask_to_replace(
    interaction: Interaction, tournament: Tournament, panel: Panel, number: int
) -> None:
    """Ask before a person who was chosen in a menu takes the place of an entrant. Raises `Refusal`."""
    reader, user_id = texts(interaction.locale.value), person_id(panel.values)
    await check_newcomer(interaction, user_id)
    check_replacement(tournament, number, user_id)
    key = "moderate.sure.replace" if format_of(tournament).keeps_places else "moderate.sure.replace-anew"
    text = reader(key, person=_entrant(tournament, number, reader), newcomer=Raw(f"<@{user_id}>"))
    await _ask(interaction, tournament, f"{REPLACE}.{tournament.id}.{number}.{user_id}", "replace", text)


async def check_newcomer(interaction: Interaction, user_id: int) -> None:
    """Raise `Refusal` for a person, chosen in a menu, who cannot play in this server."""
    data: Any = interaction.data or {}
    resolved = data.get("resolved") or {}
    user = (resolved.get("users") or {}).get(str(user_id), {})
    if user.get("bot"):
        raise Refusal("play.a-bot")
    if str(user_id) not in (resolved.get("members") or {}) and not await _is_member(interaction, user_id):
        raise Refusal("play.not-here")
    await _check_may_play(interaction, user_id)


async def _is_member(interaction: Interaction, user_id: int) -> bool:
    """Whether a person is in the server, as Discord knows now: a choice may come without its member."""
    try:
        return interaction.guild is not None and bool(await interaction.guild.fetch_member(user_id))
    except discord.NotFound:
        return False


async def _check_may_play(interaction: Interaction, user_id: int) -> None:
    try:
        await check_may_use(interaction.client, interaction.guild_id, user_id)
    except Refusal:
        raise Refusal("moderate.replace.banned", person=Raw(f"<@{user_id}>")) from None


async def _ask(interaction: Interaction, tournament: Tournament, argument: str, kind: str, text: str) -> None:
    reader = texts(interaction.locale.value)
    title = reader.plain(f"moderate.title.{kind}", id=tournament.id)
    await ask(interaction, argument, title, f"{heading(tournament, reader)}\n{text}")


async def do_to_tournament(interaction: Interaction, action: str, parts: Sequence[str]) -> None:
    """Do what a moderator has confirmed; then show the tournament as it is, or that it is gone."""
    services, reader = interaction.client.services, texts(interaction.locale.value)
    tournament = await _tournament(interaction, number_at(parts, 0))
    if action == REMOVE:
        number = number_at(parts, 1)
        await services.part(Tournaments).remove(tournament.id, number)
        _record(
            interaction,
            "remove",
            tournament,
            lambda log_reader: {"person": _entrant(tournament, number, log_reader)},
        )
    elif action == REPLACE:
        await _replace(interaction, tournament, number_at(parts, 1), int(parts[2]) if parts[2:] else 0)
    elif action == EXTEND:
        days = _days(parts)
        await services.part(Tournaments).extend(tournament.id, days)
        _record(interaction, "extend", tournament, lambda log_reader: {"n": days})
    elif action == RESULT:
        await _correct(interaction, tournament, parts)
    elif action == CANCEL:
        await services.part(Tournaments).cancel(tournament.id)
        _record(interaction, "call-off", tournament)
    elif action == DELETE_TOURNAMENT:
        check_moderator(interaction)
        await services.part(Tournaments).delete(tournament)
        services.part(Removals).delete_in(tournament.guild_id)
        _record(interaction, "delete-all", tournament)
        text = reader("moderate.deleted", title=title_of(tournament, reader))
        await answer_privately(interaction, note_view(text), [])
        return
    else:
        raise Refusal("error.unknown-button")
    said = _done(action, tournament, parts, reader)
    await show_managed_tournament(interaction, tournament.id, done=said)


def _done(
    action: str, before: Tournament, parts: Sequence[str], reader: Texts
) -> Callable[[Tournament], Raw] | None:
    """The sentence for what has been done to a tournament; None where its state says it."""

    def sentence(after: Tournament) -> Raw:
        if action == EXTEND:
            return reader("moderate.done.extend", n=_days(parts))
        if action == RESULT:
            return reader("moderate.done.result", **_correction(before, parts, reader))
        person = _entrant(before, number_at(parts, 1), reader)
        if action == REPLACE:
            return reader("moderate.done.replace", person=person, newcomer=Raw(f"<@{parts[2]}>"))
        return reader("moderate.done.remove", person=person)

    return sentence if action in (EXTEND, RESULT, REPLACE, REMOVE) else None


async def _replace(interaction: Interaction, tournament: Tournament, number: int, user_id: int) -> None:
    await _check_may_play(interaction, user_id)
    await interaction.client.services.part(Tournaments).replace(tournament.id, number, user_id)

    def details(reader: Texts) -> dict[str, Raw]:
        return {"person": _entrant(tournament, number, reader), "newcomer": Raw(f"<@{user_id}>")}

    _record(interaction, "replace", tournament, details)


async def _correct(interaction: Interaction, tournament: Tournament, parts: Sequence[str]) -> None:
    pairing, result = _pairing(tournament, parts[1:3]), _result(parts)
    await interaction.client.services.part(Tournaments).correct(
        tournament.id, pairing.round, pairing.board, result
    )

    def details(reader: Texts) -> dict[str, Raw]:
        return _correction(tournament, parts, reader)

    _record(interaction, "result", tournament, details)


def _correction(tournament: Tournament, parts: Sequence[str], reader: Texts) -> dict[str, Raw]:
    """Who meets whom, the result that they have before it is corrected, and the one that a press names."""
    pairing, after = _pairing(tournament, parts[1:3]), Raw(RESULTS[_result(parts)])
    return {
        **entrant_names(tournament, pairing, reader),
        "before": written_result(pairing),
        "result": after,
    }


def _record(
    interaction: Interaction,
    kind: str,
    tournament: Tournament,
    details: Callable[[Texts], Mapping[str, Argument]] = lambda _: {},
) -> None:
    def sentence(reader: Texts) -> str:
        return reader(f"log.tournament.{kind}", title=title_of(tournament, reader), **details(reader))

    record(interaction, sentence, submitted_reason(interaction))


def _entrant(tournament: Tournament, number: int, reader: Texts) -> Raw:
    if not 0 < number <= len(tournament.entrants):
        raise Refusal("error.unknown-button")
    return name(tournament.entrant(number), reader)


def _pairing(tournament: Tournament, place: Sequence[str]) -> Pairing:
    """The pairing on a board of a round, whose result can be corrected."""
    for pairing in correctable(tournament):
        if [str(pairing.round), str(pairing.board)] == list(place):
            return pairing
    raise Refusal("moderate.not-corrected")


def _result(parts: Sequence[str]) -> Result:
    """The result that a press names."""
    chosen = next((result for result in RESULTS if result.value == parts[-1]), None)
    if chosen is None:
        raise Refusal("error.unknown-button")
    return chosen


def _days(parts: Sequence[str]) -> int:
    """How many more days those who are to move have, after the tournament's number."""
    days = number_at(parts, 1)
    if days not in EXTENSIONS:
        raise Refusal("error.unknown-button")
    return days
