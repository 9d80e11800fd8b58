"""Which match a command is about, and the completion of its option."""

from __future__ import annotations

from discord import app_commands

from bot.exceptions import Refusal
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.match_list import is_turn
from data.model import Match, MatchState

MOST_CHOICES = 25
"""The number of choices that Discord accepts."""


async def find_match(
    interaction: Interaction,
    match_id: int | None,
    *,
    own_turn: bool = False,
    of_two: bool = False,
    active: bool = False,
) -> Match:
    """The match a command means: the one given, else the person's latest in this channel, else anywhere.

    With ``own_turn`` matches in which it is the person's turn come first, with ``active`` those that are not
    paused, with ``of_two`` those against people. Raises `Refusal`.
    """
    store, user_id = interaction.client.services.store, interaction.user.id
    if match_id is not None:
        return await store.matches.get(match_id)
    playing = [match for match in await store.queries.of_user(user_id) if match.state == MatchState.PLAYING]
    if not playing:
        raise Refusal("match.none-active")

    def rank(match: Match) -> tuple[bool, bool, bool, float]:
        here = match.channel_id == interaction.channel_id
        meant = (own_turn and is_turn(match, user_id)) or (of_two and match.level is None)
        return meant, active and match.is_active, here, match.updated_at

    return max(playing, key=rank)


async def complete_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The person's matches in progress."""
    reader = texts(interaction.locale.value)
    matches = [
        match
        for match in await interaction.client.services.store.queries.of_user(interaction.user.id)
        if match.state == MatchState.PLAYING
    ]
    choices = [app_commands.Choice(name=_short(match, reader), value=match.id) for match in matches]
    return [choice for choice in choices if typed.casefold() in choice.name.casefold()][:MOST_CHOICES]


def _short(match: Match, reader: Texts) -> str:
    game = reader.plain(f"game.{match.game}")
    return reader.plain("match.short", id=match.id, game=game, variant=match.variant, n=match.ply)
