"""What the panel of roles by rating does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord

from bot.exceptions import Refusal
from bot.messages.moderation_log import Act
from bot.messages.rank_roles import why_not
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.ui.panel import Panel
from bot.ui.rank_panel import BAND, BANDS, GAME, OFF, ROLE, band_label, rank_view
from bot.ui.setting_values import counted_rating, role_mention
from data.rank_roles import BEST
from data.ratings.categories import Category


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
        roles = assignable_roles(guild, interaction.user)
        if not roles:
            raise Refusal("ranks.no-roles")
        if action == ROLE:
            await _set_role(interaction, guild.id, band, _role(chosen, roles))
    reader, settings = texts(interaction.locale.value), await store.settings(guild.id)
    view = rank_view(settings, guild.roles, partial(why_not, guild), reader, band)
    await interaction.response.edit_message(view=view)


async def _set_game(interaction: Interaction, guild_id: int, game: str | None) -> None:
    """Store which rating gives roles, and log the change."""
    services = interaction.client.services
    before = (await services.store.rank_roles.settings(guild_id)).game
    await services.store.rank_roles.set_game(guild_id, game)

    def sentence(reader: Texts) -> Raw:
        old, new = (counted_rating(one, reader) for one in (before, game))
        return reader("log.ranks.game", old=old, new=new)

    if before != game:
        services.moderation_log.record(Act(guild_id, interaction.user.id, sentence))


async def _set_role(interaction: Interaction, guild_id: int, band: int, role_id: int | None) -> None:
    """Store the role of a band of ratings, and log the change."""
    services = interaction.client.services
    before = (await services.store.rank_roles.settings(guild_id)).roles.get(band)
    await services.store.rank_roles.set_role(guild_id, band, role_id)

    def sentence(reader: Texts) -> Raw:
        old, new = (role_mention(one, reader) for one in (before, role_id))
        return reader("log.ranks.role", band=band_label(band, reader), old=old, new=new)

    if before != role_id:
        services.moderation_log.record(Act(guild_id, interaction.user.id, sentence))


def assignable_roles(guild: discord.Guild, person: discord.User | discord.Member) -> Sequence[discord.Role]:
    """The roles that both the bot and a person can give, the highest first.

    Left out are those with a permission over others: nobody is to win one by playing.
    """
    is_owner = guild.owner_id == person.id
    most = person.top_role if isinstance(person, discord.Member) else guild.default_role
    risky = discord.Permissions.elevated().value
    return [
        role
        for role in reversed(guild.roles)
        if not role.is_default()
        and not role.managed
        and not role.permissions.value & risky
        and role < guild.me.top_role
        and (is_owner or role < most)
    ]


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


def _role(text: str, roles: Sequence[discord.Role]) -> int | None:
    if not text:
        return None
    role = next((one for one in roles if str(one.id) == text), None)
    if role is None:
        if not (text.isascii() and text.isdecimal()):
            raise Refusal("settings.unknown")
        raise Refusal("ranks.cannot-give", role=Raw(f"<@&{text}>"))
    return role.id
