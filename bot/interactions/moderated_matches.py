"""What moderators do to a match of their server: end it, decide it, declare it void, delete it."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.exceptions import Refusal, guarded
from bot.interactions.moderators import ask, check_moderator, record, submitted_reason
from bot.log_context import bind
from bot.match.endings import ADJUDICATED
from bot.messages.interaction_responses import Composed, answer_privately, answer_privately_in_time
from bot.messages.member_names import MemberNames
from bot.messages.removals import Removals
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.ui.custom_ids import BUTTON, SELECT, custom_ids_in
from bot.ui.match_message import title
from bot.ui.moderation_panel import (
    DECIDE,
    DELETE,
    VOID,
    decision,
    done_view,
    moderated_match_view,
    state_in_words,
)
from bot.ui.panel import Panel
from data.errors import UnknownMatch
from data.model.match import Match, MatchState
from games.base import Outcome, Side

MATCH_ACTIONS = (VOID, DECIDE, DELETE)


async def show_moderated_match(interaction: Interaction, match_id: int) -> None:
    """Answer with a match of the server, and what can be done to it. Raises `Refusal`."""
    match = await _match(interaction, match_id)

    async def shown() -> Composed:
        names = await _names(interaction, match)
        return moderated_match_view(match, match.home.side, names, texts(interaction.locale.value)), []

    await answer_privately_in_time(interaction, shown())


async def _names(interaction: Interaction, match: Match) -> dict[int, str]:
    """What the players are called in the server, for buttons, which name the winner."""
    first = [match.members(side)[:1] for side in Side]
    people = [user_id for members in first for user_id in members]
    return await interaction.client.services.part(MemberNames).of(interaction.guild_id or 0, people)


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
        kind, after = "decide", decision(match, _side(parts), match.home.side, reader)
    else:
        kind = _kind(match, action)
        after = reader(f"moderate.after.{kind}")
    heading = reader.plain(f"moderate.title.{kind}", id=match.id)
    change = f"{state_in_words(match, match.home.side, reader)} → **{after}**"
    sure = reader(f"moderate.sure.{kind}")
    await ask(interaction, panel.argument, heading, f"{title(match, reader)}\n{change}\n-# {sure}")


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
        deleted = done_view(reader("moderate.deleted", title=title(before, reader)), reader)
        await answer_privately(interaction, deleted, [])
        return
    if action == DECIDE:
        after = await _decide(interaction, before, _side(parts))
    else:
        after = await services.store.moderation.void(before.id)
        _record(interaction, before, _kind(before, action))
    await answer_privately(interaction, moderated_match_view(after, after.home.side, {}, reader), [])


async def _decide(interaction: Interaction, match: Match, side: Side) -> Match:
    _check_playing(match)
    finishing = interaction.client.services.store.matches.finish(
        match.id, match.position_id, Outcome(side, ADJUDICATED)
    )
    after = await guarded(finishing)

    def sentence(reader: Texts) -> str:
        decided = Raw(decision(match, side, match.home.side, reader))
        return reader("log.match.decide", title=title(match, reader), decision=decided)

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
