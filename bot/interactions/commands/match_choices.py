"""Matches as choices of an option: who plays, the game, the day, how many moves, and the number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from discord import app_commands

from bot.interactions.commands.completion import MAX_CHOICES, MAX_LETTERS, as_typed
from bot.messages.member_names import MemberNames
from bot.presenters.registry import game_title
from bot.services import Interaction
from bot.texts import Texts, cut, texts
from bot.time_zones import time_zone
from bot.ui.level_names import level_of_all
from bot.ui.settings_panel import zone_of
from data.model.match import Match
from games.base import Side

_MAX_OF_NAMES = 50
"""Characters of the players' names in a choice."""
_SECONDS = 1.5
"""How long Discord is waited for, half of the time for an answer; the names that come later are kept."""


async def match_choices(
    interaction: Interaction, matches: Sequence[Match], typed: str, *, both: bool = False
) -> list[app_commands.Choice[int]]:
    """Choices of those of the matches whose description has the text that was typed.

    Of the person's own matches it names the opponent, unless ``both`` players are named; of others both. Who
    is not known by name is left out.
    """
    services, guild = interaction.client.services, interaction.guild
    reader, me = texts(interaction.locale.value), None if both else interaction.user.id
    people = dict.fromkeys(user_id for match in matches for user_id in match.people if user_id != me)
    names = await services.part(MemberNames).of(interaction.guild_id or 0, [*people], _SECONDS)
    zone = zone_of(await services.settings.guild(guild.id), guild) if guild is not None else ""
    choices = [
        app_commands.Choice(name=_described(match, me, names, zone, reader), value=match.id)
        for match in matches
    ]
    return [choice for choice in choices if as_typed(typed) in as_typed(choice.name)][:MAX_CHOICES]


def _described(match: Match, me: int | None, names: Mapping[int, str], zone: str, reader: Texts) -> str:
    side = match.side_of(me) if me is not None else None
    players = [_player(match, seat, names, reader) for seat in ([*Side] if side is None else [side.other])]
    title = game_title(match.game, match.variant, reader, is_short=True)
    day = datetime.fromtimestamp(match.ended_at or match.updated_at, time_zone(zone)).date().isoformat()
    parts = [
        *([cut(" – ".join(known), _MAX_OF_NAMES)] if (known := list(filter(None, players))) else []),
        reader.plain("match.short", id=match.id, game=title, day=day, n=match.ply),
    ]
    return cut(" · ".join(parts), MAX_LETTERS)


def _player(match: Match, side: Side, names: Mapping[int, str], reader: Texts) -> str:
    """Who plays a side, in plain text; empty for a person without a name, and in a match from a file."""
    if members := match.members(side):
        return ", ".join(names[user_id] for user_id in members if user_id in names)
    if match.level is None:
        return reader.plain("vote.everybody") if match.is_voted else ""
    return reader.plain("player.computer", level=level_of_all(match.game, match.level, reader))
