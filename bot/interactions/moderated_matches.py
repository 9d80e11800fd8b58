"""What moderators do to a match of their server: end it, decide it, declare it void, delete it."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.exceptions import Refusal, guarded
from bot.interactions.moderators import ask, check_moderator, record, submitted_reason
from bot.log_context import bind
from bot.match.endings import ADJUDICATED
from bot.messages.interaction_responses import answer_privately
from bot.messages.removals import Removals
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.custom_ids import BUTTON, SELECT, custom_ids_in
from bot.ui.match_message import title
from bot.ui.moderation_panel import DECIDE, DELETE, VOID, moderated_match_view, side_wins
from bot.ui.notices import note_view
from bot.ui.panel import Panel
from data.errors import UnknownMatch
from data.model.match import Match, MatchState
from games.base import Outcome, Side

MATCH_ACTIONS = (VOID, DECIDE, DELETE)


async def show_moderated_match(interaction: Interaction, match_id: int) -> None:
    """Answer with a match of the server, and what can be done to it. Raises `Refusal`."""
    match = await _match(interaction, match_id)
    view = moderated_match_view(match, match.home.side, texts(interaction.locale.value))
    await answer_privately(interaction, view, [])


async def _match(interaction: Interaction, match_id: int) -> Match:
    """A match of the server. Raises `Refusal`, and `data.errors.UnavailableMatch`."""
    guild_id = check_moderator(interaction)
    try:
        match = await interaction.client.services.store.matches.get(match_id)
    except UnknownMatch:
        raise Refusal("moderate.no-match", id=match_id) from None
    bind(match=match.id)
    if match.guild_id != guild_id:
        raise Refusal("moderate.not-here")
    return match


def match_shown_in(message: discord.Message) -> int | None:
    """The number of the match that a message shows; None if it shows none that can be pressed."""
    for custom_id in custom_ids_in(message.components):
        press = BUTTON.fullmatch(custom_id) or SELECT.fullmatch(custom_id)
        if press is not None:
            return int(press["match"])
    return None


async def ask_about_match(interaction: Interaction, panel: Panel, action: str, parts: Sequence[str]) -> None:
    """Ask before something is done to a match."""
    match, reader = await _match(interaction, _number(parts)), texts(interaction.locale.value)
    if action == DECIDE:
        _check_playing(match)
        name, text = side_wins(match, _side(parts), reader), reader("moderate.sure.decide")
        heading = reader.plain("moderate.title.decide", side=name, id=match.id)
    else:
        kind = _kind(match, action)
        heading = reader.plain(f"moderate.title.{kind}", id=match.id)
        text = reader(f"moderate.sure.{kind}")
    await ask(interaction, panel.argument, heading, f"{title(match, reader)}\n{text}")


def _kind(match: Match, action: str) -> str:
    """What voiding or deleting means for a match, as the texts name it."""
    if action == DELETE:
        return "delete"
    return {MatchState.CHALLENGE: "cancel", MatchState.PLAYING: "end"}.get(match.state, "void")


async def do_to_match(interaction: Interaction, action: str, parts: Sequence[str]) -> None:
    """Do what a moderator has confirmed; then show the match as it is, or that it is gone."""
    services, reader = interaction.client.services, texts(interaction.locale.value)
    before = await _match(interaction, _number(parts))
    if action == DELETE:
        await services.store.moderation.delete_match(before.id)
        services.part(Removals).delete_in(interaction.guild_id or 0)
        _record(interaction, before, "delete")
        await answer_privately(
            interaction, note_view(reader("moderate.deleted", title=title(before, reader))), []
        )
        return
    if action == DECIDE:
        after = await _decide(interaction, before, _side(parts))
    else:
        after = await services.store.moderation.void(before.id)
        _record(interaction, before, _kind(before, action))
    await answer_privately(interaction, moderated_match_view(after, after.home.side, reader), [])


async def _decide(interaction: Interaction, match: Match, side: Side) -> Match:
    _check_playing(match)
    finishing = interaction.client.services.store.matches.finish(
        match.id, match.position_id, Outcome(side, ADJUDICATED)
    )
    after = await guarded(finishing)

    def sentence(reader: Texts) -> str:
        return reader("log.match.decide", title=title(match, reader), decision=side_wins(match, side, reader))

    record(interaction, sentence, submitted_reason(interaction))
    return after


def _record(interaction: Interaction, match: Match, kind: str) -> None:
    record(
        interaction,
        lambda reader: reader(f"log.match.{kind}", title=title(match, reader)),
        submitted_reason(interaction),
    )


def _check_playing(match: Match) -> None:
    if match.state != MatchState.PLAYING:
        raise Refusal("match.not-begun" if match.state == MatchState.CHALLENGE else "match.over")


def _number(parts: Sequence[str]) -> int:
    return int(parts[0]) if parts and parts[0].isdecimal() else 0


def _side(parts: Sequence[str]) -> Side:
    winner = next((side for side in Side if str(int(side)) == parts[-1]), None)
    if winner is None:
        raise Refusal("error.unknown-button")
    return winner
