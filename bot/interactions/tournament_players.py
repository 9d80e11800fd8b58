"""How moderators add, remove and replace the players of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.exceptions import Refusal
from bot.interactions.bans import check_may_use
from bot.interactions.moderated_people import person_id
from bot.interactions.moderators import number_at
from bot.interactions.tournament_acts import ask_about, check_same_entrant, entrant_name, record_act
from bot.match.tournament_matches import check_replacement
from bot.match.tournament_moderation import TournamentModeration
from bot.match.tournaments import Tournaments
from bot.messages.interaction_responses import answer_privately
from bot.messages.tournament_messages import TournamentMessages
from bot.services import Interaction
from bot.texts import Argument, Raw, Texts, texts
from bot.tournaments.changes import can_join, first_round_of_late, would_be_called_off
from bot.tournaments.kinds import format_of
from bot.ui.managed_tournament import (
    ADD,
    ADD_CHOSEN,
    PUT_BACK,
    REMOVE,
    REPLACE,
    REPLACE_BY,
    addition_view,
    replacement_view,
)
from bot.ui.panel import Panel
from bot.ui.tournament import title_of
from data.model.tournament import Tournament, TournamentState

PLAYER_ACTIONS = (ADD, ADD_CHOSEN, REMOVE, PUT_BACK, REPLACE, REPLACE_BY)


async def press_about_players(
    interaction: Interaction, tournament: Tournament, panel: Panel, action: str, parts: Sequence[str]
) -> None:
    """Ask who it is about, or whether it is to be done. Raises `Refusal`."""
    reader = texts(interaction.locale.value)
    if action == ADD:
        await answer_privately(interaction, addition_view(tournament, reader), [])
    elif action == ADD_CHOSEN:
        await _ask_to_add(interaction, tournament, person_id(panel.values))
    elif action == REMOVE:
        await _ask_to_remove(interaction, tournament, number_at(panel.values, 0))
    elif action == PUT_BACK:
        await _ask_to_put_back(interaction, tournament, number_at(panel.values, 0))
    elif action == REPLACE:
        number = number_at(panel.values, 0)
        entrant_name(tournament, number, reader)
        await answer_privately(interaction, replacement_view(tournament, number, reader), [])
    else:
        await _ask_to_replace(interaction, tournament, number_at(parts, 1), person_id(panel.values))


async def do_to_players(
    interaction: Interaction, tournament: Tournament, action: str, parts: Sequence[str]
) -> Raw:
    """Do what was confirmed; returns the sentence that says so. Raises `Refusal`."""
    if action == ADD:
        return await _add(interaction, tournament, person_id(parts[1:]))
    number = number_at(parts, 1)
    check_same_entrant(tournament, number, parts[3:] if action == REPLACE else parts[2:])
    if action == REMOVE:
        return await _remove(interaction, tournament, number)
    if action == PUT_BACK:
        return await _put_back(interaction, tournament, number)
    return await _replace(interaction, tournament, number, person_id(parts[2:]))


async def _ask_to_add(interaction: Interaction, tournament: Tournament, user_id: int) -> None:
    reader = texts(interaction.locale.value)
    if _is_bot(interaction, user_id):
        raise Refusal("moderate.add.a-bot")
    await _check_newcomer(interaction, user_id)
    _check_is_new(tournament, user_id)
    text = reader("moderate.sure.add", newcomer=Raw(f"<@{user_id}>"))
    await ask_about(interaction, tournament, f"{ADD}.{tournament.id}.{user_id}", "add", text)


async def _add(interaction: Interaction, tournament: Tournament, user_id: int) -> Raw:
    await _check_may_play(interaction, user_id)
    _check_is_new(tournament, user_id)
    after = await interaction.client.services.part(Tournaments).join(tournament.id, user_id)
    newcomer, reader = Raw(f"<@{user_id}>"), texts(interaction.locale.value)
    record_act(interaction, "add", tournament, lambda _: {"newcomer": newcomer})
    if (first := first_round_of_late(after)) is not None:
        return reader("moderate.done.add-late", newcomer=newcomer, n=first)
    return reader("moderate.done.add", newcomer=newcomer)


def _check_is_new(tournament: Tournament, user_id: int) -> None:
    entrant = tournament.entrant_of(user_id)
    if entrant is not None and not entrant.dropped:
        raise Refusal("moderate.replace.plays-already")


async def _ask_to_remove(interaction: Interaction, tournament: Tournament, number: int) -> None:
    reader = texts(interaction.locale.value)
    person = entrant_name(tournament, number, reader)
    unplayed = await _moderation(interaction).count_unplayed(tournament, number)
    if tournament.state is TournamentState.OPEN:
        lines = [reader("moderate.sure.remove-open", person=person)]
        if would_be_called_off(tournament, number):
            lines.append(reader("tournament.simul.leaving"))
    else:
        way_back = (
            "moderate.sure.remove-can-join" if can_join(tournament) else "moderate.sure.remove-for-good"
        )
        lines = [reader("moderate.sure.remove", person=person), reader(way_back)]
    if unplayed:
        lines.append(reader("moderate.sure.forfeits", n=unplayed))
    argument = f"{REMOVE}.{tournament.id}.{number}.{tournament.entrant(number).user_id}"
    await ask_about(interaction, tournament, argument, "remove", "\n".join(lines))


async def _remove(interaction: Interaction, tournament: Tournament, number: int) -> Raw:
    person = entrant_name(tournament, number, texts(interaction.locale.value))
    unplayed = await _moderation(interaction).count_unplayed(tournament, number)
    await _moderation(interaction).remove(tournament, number)

    def details(reader: Texts) -> dict[str, Argument]:
        return {"person": entrant_name(tournament, number, reader), "n": unplayed}

    record_act(interaction, "remove-forfeits" if unplayed else "remove", tournament, details)
    return texts(interaction.locale.value)("moderate.done.remove", person=person)


async def _ask_to_put_back(interaction: Interaction, tournament: Tournament, number: int) -> None:
    reader = texts(interaction.locale.value)
    person = entrant_name(tournament, number, reader)
    is_replayed = format_of(tournament).replayed(tournament, number) is not None
    text = reader("moderate.sure.put-back-replay" if is_replayed else "moderate.sure.put-back", person=person)
    argument = f"{PUT_BACK}.{tournament.id}.{number}.{tournament.entrant(number).user_id}"
    await ask_about(interaction, tournament, argument, "put-back", text)


async def _put_back(interaction: Interaction, tournament: Tournament, number: int) -> Raw:
    reader = texts(interaction.locale.value)
    person = entrant_name(tournament, number, reader)
    await _check_may_play(interaction, tournament.entrant(number).user_id or 0)
    await _moderation(interaction).put_back(tournament.id, number)
    record_act(
        interaction, "put-back", tournament, lambda log: {"person": entrant_name(tournament, number, log)}
    )
    return reader("moderate.done.put-back", person=person)


async def _ask_to_replace(
    interaction: Interaction, tournament: Tournament, number: int, user_id: int
) -> None:
    """Ask before a person who was chosen in a menu takes the place of an entrant."""
    reader = texts(interaction.locale.value)
    await _check_newcomer(interaction, user_id)
    check_replacement(tournament, number, user_id)
    key = "moderate.sure.replace" if format_of(tournament).keeps_places else "moderate.sure.replace-anew"
    person, newcomer = entrant_name(tournament, number, reader), Raw(f"<@{user_id}>")
    text = reader(key, person=person, newcomer=newcomer)
    argument = f"{REPLACE}.{tournament.id}.{number}.{user_id}.{tournament.entrant(number).user_id}"
    await ask_about(interaction, tournament, argument, "replace", text)


async def _replace(interaction: Interaction, tournament: Tournament, number: int, user_id: int) -> Raw:
    await _check_may_play(interaction, user_id)
    await _moderation(interaction).replace(tournament, number, user_id)

    def details(reader: Texts) -> dict[str, Raw]:
        return {"person": entrant_name(tournament, number, reader), "newcomer": Raw(f"<@{user_id}>")}

    record_act(interaction, "replace", tournament, details)

    def line(reader: Texts) -> str:
        return reader("tournament.place-taken", title=title_of(tournament, reader), **details(reader))

    both = [*filter(None, (tournament.entrant(number).user_id, user_id))]
    interaction.client.services.part(TournamentMessages).tell(tournament, line, both)
    reader = texts(interaction.locale.value)
    return reader("moderate.done.replace", **details(reader))


def _moderation(interaction: Interaction) -> TournamentModeration:
    return interaction.client.services.part(TournamentModeration)


async def _check_newcomer(interaction: Interaction, user_id: int) -> None:
    """Raise `Refusal` for a person, chosen in a menu, who cannot play in this server."""
    if _is_bot(interaction, user_id):
        raise Refusal("play.a-bot")
    if str(user_id) not in (_resolved(interaction).get("members") or {}) and not await _is_member(
        interaction, user_id
    ):
        raise Refusal("play.not-here")
    await _check_may_play(interaction, user_id)


def _is_bot(interaction: Interaction, user_id: int) -> bool:
    """Whether Discord says that somebody chosen in a menu is a bot."""
    user = (_resolved(interaction).get("users") or {}).get(str(user_id), {})
    return bool(user.get("bot"))


def _resolved(interaction: Interaction) -> dict[str, Any]:
    """What Discord says of those who are chosen in a menu."""
    data: Any = interaction.data or {}
    return data.get("resolved") or {}


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
