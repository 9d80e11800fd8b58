"""What every act on a tournament needs: who may do it, a form that asks, a line in the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import discord

from bot.exceptions import Refusal
from bot.interactions.channel_checks import guild_settings_of
from bot.interactions.moderators import ask, is_moderator, record, submitted_reason
from bot.match.server_rules import can_organize
from bot.match.tournaments import Tournaments
from bot.services import Interaction
from bot.texts import Argument, Raw, Texts, texts
from bot.tournaments.simul import SIMUL_KINDS
from bot.ui.entrants import name
from bot.ui.moderation_panel import SHOW, panel
from bot.ui.tournament import heading, title_of
from data.model.match import DELETED_USER
from data.model.tournament import Tournament
from data.servers.settings import GuildSettings


async def managed(interaction: Interaction, tournament_id: int) -> Tournament:
    """A tournament of the server that a person can manage. Raises `Refusal`."""
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


def may_organize(interaction: Interaction, settings: GuildSettings) -> bool:
    """Whether a person can create tournaments in this server."""
    person, has = interaction.user, interaction.permissions
    roles = [role.id for role in person.roles] if isinstance(person, discord.Member) else []
    return can_organize(settings, roles, is_manager=has.manage_guild or has.manage_events)


async def is_only_host(interaction: Interaction, tournament: Tournament) -> bool:
    """Whether a person manages a simul only because they opened it, as anybody can with ``/play``."""
    if tournament.kind not in SIMUL_KINDS or is_moderator(interaction):
        return False
    settings = await guild_settings_of(interaction)
    return settings is None or not may_organize(interaction, settings)


async def ask_about(
    interaction: Interaction, tournament: Tournament, argument: str, kind: str, text: str
) -> None:
    """Ask before something of a ``kind`` is done to a tournament."""
    reader = texts(interaction.locale.value)
    title = reader.plain(f"moderate.title.{kind}", id=tournament.id)
    back = panel(SHOW, tournament.id, 0)
    await ask(interaction, argument, title, f"{heading(tournament, reader)}\n{text}", back)


def record_act(
    interaction: Interaction,
    kind: str,
    tournament: Tournament,
    details: Callable[[Texts], Mapping[str, Argument]] = lambda _: {},
    *,
    is_own: bool = False,
) -> None:
    """Write what was done to a tournament into the server's log channel.

    ``is_own``: to a match of the person who did it.
    """

    def sentence(reader: Texts) -> str:
        act = reader(f"log.tournament.{kind}", title=title_of(tournament, reader), **details(reader))
        return f"{act} · {reader('log.match.own')}" if is_own else act

    record(interaction, sentence, submitted_reason(interaction))


def check_same_entrant(tournament: Tournament, number: int, parts: Sequence[str]) -> None:
    """Raise `Refusal` unless the entrant with a number is who the form named, by the id that ends ``parts``.

    Before the start the numbers change when somebody leaves.
    """
    entrant = tournament.entrant(number) if 0 < number <= len(tournament.entrants) else None
    if parts and (entrant is None or parts[-1] != str(entrant.user_id)):
        raise Refusal("moderate.changed-tournament")


def entrant_name(tournament: Tournament, number: int, reader: Texts) -> Raw:
    """The name of the entrant whose number a press has. Raises `Refusal` if there is none."""
    if not 0 < number <= len(tournament.entrants):
        raise Refusal("error.unknown-button")
    return name(tournament.entrant(number), reader)
