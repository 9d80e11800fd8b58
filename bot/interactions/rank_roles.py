"""What the panel of roles by rating does."""

from __future__ import annotations

from functools import partial

import discord

from bot.exceptions import Refusal
from bot.interactions.feature import Feature
from bot.interactions.moderators import record
from bot.interactions.settings import FeaturePanel
from bot.messages.rank_roles import RankRoles, why_not
from bot.services import Interaction
from bot.texts import Raw, Texts, texts, without_direction_marks
from bot.ui.panel import Panel
from bot.ui.rank_panel import (
    BAND,
    BANDS,
    GAME,
    OFF,
    RANKS,
    ROLE,
    band_label,
    counted_rating,
    rank_view,
    role_mention,
)
from data.model.rating_categories import Category
from data.servers.rank_roles import BEST


async def press_ranks(interaction: Interaction, panel: Panel) -> None:
    """Show the panel, after what was chosen in it. Raises `Refusal` for a person who cannot give roles."""
    guild = _checked_guild(interaction)
    store, chosen = interaction.client.services.store.rank_roles, "".join(panel.values)
    action, _, argument = panel.argument.partition(".")
    band = None
    if action == GAME:
        if chosen not in (OFF, BEST, *Category):
            raise Refusal("settings.unknown")
        await _set_game(interaction, guild.id, None if chosen == OFF else chosen)
    elif action in (BAND, ROLE):
        band = _band(chosen if action == BAND else argument)
        if action == ROLE:
            await _set_role(interaction, guild.id, band, _role(guild, interaction.user, chosen))
    reader, settings = texts(interaction.locale.value), await store.settings(guild.id)
    names = {role.id: without_direction_marks(role.name) for role in guild.roles}
    view = rank_view(settings, names, partial(why_not, guild), reader, band)
    await interaction.response.edit_message(view=view)


def check_assignable(guild: discord.Guild, person: discord.User | discord.Member, role: discord.Role) -> None:
    """Raise `Refusal` for a role that the bot or a person cannot give, or nobody is to win by playing."""
    mention = Raw(role.mention)
    if role.is_default() or role.managed:
        raise Refusal("ranks.role-managed", role=mention)
    if role.permissions.value & discord.Permissions.elevated().value:
        raise Refusal("ranks.role-with-powers", role=mention)
    if role >= guild.me.top_role:
        raise Refusal("ranks.role-above", role=mention)
    own = person.top_role if isinstance(person, discord.Member) else guild.default_role
    if guild.owner_id != person.id and role >= own:
        raise Refusal("ranks.role-above-yours", role=mention)


async def _set_game(interaction: Interaction, guild_id: int, game: str | None) -> None:
    """Store which rating gives roles, and log the change."""
    services = interaction.client.services
    before = (await services.store.rank_roles.settings(guild_id)).game
    await services.store.rank_roles.set_game(guild_id, game)

    def sentence(reader: Texts) -> Raw:
        old, new = counted_rating(before, reader), counted_rating(game, reader)
        return reader("log.ranks.game", old=old, new=new)

    if before != game:
        record(interaction, sentence)


async def _set_role(interaction: Interaction, guild_id: int, band: int, role_id: int | None) -> None:
    """Store the role of a band of ratings, and log the change."""
    services = interaction.client.services
    before = (await services.store.rank_roles.settings(guild_id)).roles.get(band)
    await services.store.rank_roles.set_role(guild_id, band, role_id)

    def sentence(reader: Texts) -> Raw:
        old, new = role_mention(before, reader), role_mention(role_id, reader)
        return reader("log.ranks.role", band=band_label(band, reader), old=old, new=new)

    if before != role_id:
        record(interaction, sentence)


def _checked_guild(interaction: Interaction) -> discord.Guild:
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None:
        raise Refusal("settings.only-in-servers")
    if not (interaction.permissions.manage_guild and interaction.permissions.manage_roles):
        raise Refusal("ranks.missing-permissions")
    return guild


def _band(text: str) -> int:
    if text not in map(str, BANDS):
        raise Refusal("settings.unknown")
    return int(text)


def _role(guild: discord.Guild, person: discord.User | discord.Member, text: str) -> int | None:
    """The role chosen; None if it was taken out of the menu. Raises `Refusal`."""
    if not text:
        return None
    role = guild.get_role(int(text)) if text.isascii() and text.isdecimal() else None
    if role is None:
        raise Refusal("ranks.role-gone")
    check_assignable(guild, person, role)
    return role.id


RANK_ROLES = Feature(
    panels={RANKS: press_ranks},
    build=lambda core: [RankRoles(core.client, core.store, core.events, core.now)],
    server_settings=[FeaturePanel(Panel(RANKS), "ranks.title")],
)
