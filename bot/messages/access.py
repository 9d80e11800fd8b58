"""Who can see and post where: the bot, and the people whose matches it shows.

The bot is a member of a place or it is not: in a server that nobody invited it to, and in messages between
other people, those who have added it to their own account can still use it. There it can only answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.exceptions import Refusal
from bot.match.own_board import board_in
from data.model.board import Board
from data.model.match import Match
from data.model.reasons import WITHOUT_BOARD


def is_member(interaction: discord.Interaction) -> bool:
    """Whether the bot can post and edit in the place of an interaction without being asked."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is not None
    return not interaction.context.private_channel


def can_post(client: discord.Client, board: Board) -> bool:
    """Whether the bot can show a board without being asked, as far as it knows."""
    return not board.tokens_only or client.get_guild(board.guild_id or 0) is not None


def is_reachable(client: discord.Client, board: Board) -> bool:
    """Whether the bot can post and edit by itself where a board is, as far as it knows."""
    if board.guild_id is None or board.tokens_only:
        return can_post(client, board)
    guild = client.get_guild(board.guild_id)
    return guild is not None and not guild.unavailable


def check_visible(interaction: discord.Interaction, match: Match) -> None:
    """Raise `Refusal` if the person cannot see the channel of a match's board, and did not import it."""
    board = board_in(match, interaction.guild_id, interaction.channel_id)
    if interaction.user.id == match.imported_by or board.channel_id == interaction.channel_id:
        return
    guild, person = interaction.guild, interaction.user
    # None if the match is in another server.
    channel = guild.get_channel_or_thread(board.channel_id) if guild else None
    if channel is None or not isinstance(person, discord.Member) or not _can_view(person, channel):
        raise Refusal("board.not-visible")


async def can_see(client: discord.Client, user_id: int, board: Board) -> bool:
    """Whether the bot knows that a person can see a board: both have to be members there."""
    guild = client.get_guild(board.guild_id or 0)
    channel = guild.get_channel_or_thread(board.channel_id) if guild else None
    if guild is None or channel is None:
        return False
    try:
        person = guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.HTTPException:
        return False
    return _can_view(person, channel)


def visible_channels(
    every: Sequence[discord.abc.GuildChannel | discord.Thread], person: discord.Member
) -> frozenset[int] | None:
    """The ids of a server's channels and threads that a person can see; None if they can see all.

    Archived threads are not among a server's threads. So they count as visible if, and only if, nothing is
    hidden from the person.
    """
    visible = frozenset(channel.id for channel in every if _can_view(person, channel))
    return None if len(visible) == len(every) else visible


def is_free_to_move(client: discord.Client, match: Match) -> bool:
    """Whether a player can take a match elsewhere without a check of who sees it where it is."""
    if match.level is not None or match.paused in WITHOUT_BOARD or match.home.message_id is None:
        return True
    return match.guild_id is None or not can_post(client, match.home)


def _can_view(person: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    permissions = channel.permissions_for(person)
    if isinstance(channel, discord.Thread) and channel.is_private():
        return permissions.manage_threads
    return permissions.view_channel


def shared_channels(
    place: discord.abc.GuildChannel | discord.Thread, guild: discord.Guild
) -> frozenset[int] | None:
    """The channels and threads that everybody can see who can see a channel; None if these are all.

    As in `visible_channels`, archived threads count as visible if nothing is hidden.
    """
    around = place.parent if isinstance(place, discord.Thread) else place
    if around is None:
        return frozenset({place.id})
    channels = {channel.id for channel in guild.channels if see_too(around, channel, guild)}
    threads = [thread for thread in guild.threads if not thread.is_private() and thread.parent_id in channels]
    visible = frozenset({*channels, *(thread.id for thread in threads), place.id})
    return None if len(visible) == len(guild.channels) + len(guild.threads) else visible


def see_too(place: discord.abc.GuildChannel, channel: discord.abc.GuildChannel, guild: discord.Guild) -> bool:
    """Whether everybody who can see one channel can see another.

    That is so if each role can, and each member to whom the first one is open by name.
    """
    if place.id == channel.id:
        return True
    named = [target for target, overwrite in place.overwrites.items() if overwrite.view_channel]
    members = [target for target in named if not isinstance(target, discord.Role)]
    # Of a member who is not known, it is only known what everybody can see.
    people = [member if isinstance(member, discord.Member) else guild.default_role for member in members]
    roles = [role for role in guild.roles if place.permissions_for(role).view_channel]
    return all(channel.permissions_for(target).view_channel for target in (*roles, *people))
