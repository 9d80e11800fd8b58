"""What moderators do to a match of their server: end it, decide it, declare it void, delete it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import discord

from bot.exceptions import Refusal
from bot.icons import Icon
from bot.interactions.moderators import ask, check_moderator, record, submitted_reason
from bot.log_context import bind
from bot.match.endings import ADJUDICATED
from bot.messages.interaction_responses import Composed, answer_privately, answer_privately_in_time
from bot.messages.member_names import MemberNames
from bot.messages.removals import Removals
from bot.services import Interaction
from bot.texts import Argument, Raw, Texts, texts
from bot.ui.custom_ids import BUTTON, SELECT, custom_ids_in
from bot.ui.match_message import title
from bot.ui.moderation_panel import (
    CORRECT,
    DECIDE,
    DELETE,
    DRAWN,
    MATCH,
    VOID,
    decision,
    done_view,
    moderated_match_view,
    state_in_words,
)
from bot.ui.moderation_panel import panel as panel_of
from bot.ui.panel import Panel
from data.errors import Stale, UnknownMatch
from data.model.match import Match, MatchState
from data.model.reasons import VOIDED
from data.servers.moderation import can_be_corrected
from games.base import Outcome, Side

MATCH_ACTIONS = (VOID, DECIDE, CORRECT, DELETE)
_SHOWN_STATES = ("challenge", "playing", "voided", "first-won", "second-won", "nobody-won")
"""What `_shown_state` returns."""


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
    elif action == CORRECT:
        _check_correctable(match)
        is_rated = match.rated is not None and match.rated.change(Side.FIRST) is not None
        kind = "correct-rated-match" if is_rated else "correct-match"
        after = decision(match, _winner(parts), match.home.side, reader)
    else:
        kind = _kind(match, action)
        after = reader(f"moderate.after.{kind}")
    heading = reader.plain(f"moderate.title.{'correct-match' if action == CORRECT else kind}", id=match.id)
    lines = [
        title(match, reader),
        f"{state_in_words(match, match.home.side, reader)} → **{after}**",
        f"-# {reader(f'moderate.sure.{kind}')}",
    ]
    if _is_own(interaction, match):
        lines.append(f"{Icon.WARNING} {reader('moderate.own-match')}")
    argument = f"{panel.argument}.{_shown_state(match)}"
    await ask(interaction, argument, heading, "\n".join(lines), panel_of(MATCH, match.id))


def _kind(match: Match, action: str) -> str:
    """What voiding or deleting means for a match, as the texts name it."""
    if action == DELETE:
        return "delete"
    return {MatchState.CHALLENGE: "cancel", MatchState.PLAYING: "end"}.get(match.state, "void")


def _shown_state(match: Match) -> str:
    """The state, and the result, that a moderator sees of a match, as the last part of a form's argument."""
    if match.reason == VOIDED:
        return "voided"
    if match.state != MatchState.OVER:
        return match.state.value
    if match.winner is None:
        return "nobody-won"
    return "first-won" if match.winner is Side.FIRST else "second-won"


def _is_own(interaction: Interaction, match: Match) -> bool:
    """Whether the moderator plays in the match."""
    return match.side_of(interaction.user.id) is not None


async def do_to_match(interaction: Interaction, action: str, parts: Sequence[str]) -> None:
    """Do what a moderator has confirmed; then show the match as it is, or that it is gone.

    If it has changed since it was asked about, nothing is done: another moderator may have been faster. Of
    two at the same moment the store lets one act. Raises `Refusal` and `data.errors.UnavailableMatch`.
    """
    reader = texts(interaction.locale.value)
    before, note = await _match(interaction, _number(parts)), None
    try:
        if parts[-1] in _SHOWN_STATES and parts[-1] != _shown_state(before):
            raise Stale(before)
        if action == DELETE:
            await _delete(interaction, before)
            return
        after = await _change(interaction, action, parts, before)
    except Stale as stale:
        after, note = stale.match, reader("moderate.changed")

    async def shown() -> Composed:
        names = await _names(interaction, after)
        return moderated_match_view(after, after.home.side, names, reader, note), []

    await answer_privately_in_time(interaction, shown())


async def _change(interaction: Interaction, action: str, parts: Sequence[str], before: Match) -> Match:
    """End, decide, correct or void a match; returns it as it is now. Raises `Refusal` and `Stale`."""
    if action == DECIDE:
        return await _decide(interaction, before, _side(parts))
    if action == CORRECT:
        return await _correct(interaction, before, _winner(parts))
    after = await interaction.client.services.store.moderation.void(before)
    _record(interaction, before, _kind(before, action))
    return after


async def _delete(interaction: Interaction, match: Match) -> None:
    services, reader = interaction.client.services, texts(interaction.locale.value)
    try:
        await services.store.moderation.delete_match(match)
    except UnknownMatch:
        raise Refusal("moderate.no-match", id=match.id) from None
    services.part(Removals).delete_in(interaction.guild_id or 0)
    _record(interaction, match, "delete")
    deleted = done_view(reader("moderate.deleted", title=title(match, reader)), reader)
    await answer_privately(interaction, deleted, [])


async def _decide(interaction: Interaction, match: Match, side: Side) -> Match:
    _check_playing(match)
    after = await interaction.client.services.store.matches.finish(
        match.id, match.position_id, Outcome(side, ADJUDICATED)
    )

    def details(reader: Texts) -> dict[str, Argument]:
        return {"decision": Raw(decision(match, side, match.home.side, reader))}

    _record(interaction, match, "decide", details)
    return after


async def _correct(interaction: Interaction, match: Match, winner: Side | None) -> Match:
    _check_correctable(match)
    store = interaction.client.services.store
    after = await store.moderation.correct(match, Outcome(winner, ADJUDICATED))

    def details(reader: Texts) -> dict[str, Argument]:
        before = Raw(state_in_words(match, match.home.side, reader))
        return {"before": before, "decision": Raw(decision(match, winner, match.home.side, reader))}

    _record(interaction, match, "correct", details)
    return after


def _check_correctable(match: Match) -> None:
    if not can_be_corrected(match):
        raise Refusal("moderate.match-not-corrected")


def _record(
    interaction: Interaction,
    match: Match,
    kind: str,
    details: Callable[[Texts], Mapping[str, Argument]] = lambda _: {},
) -> None:
    """Write what was done to a match into the log, and if it is the moderator's own."""

    def sentence(reader: Texts) -> str:
        act = reader(f"log.match.{kind}", title=title(match, reader), **details(reader))
        return f"{act} · {reader('log.match.own')}" if _is_own(interaction, match) else act

    record(interaction, sentence, submitted_reason(interaction))


def _check_playing(match: Match) -> None:
    if match.state != MatchState.PLAYING:
        raise Refusal("match.not-begun" if match.state == MatchState.CHALLENGE else "match.over")


def _number(parts: Sequence[str]) -> int:
    return int(parts[0]) if parts and parts[0].isdecimal() else 0


def _winner(parts: Sequence[str]) -> Side | None:
    return None if parts[1:2] == [DRAWN] else _side(parts)


def _side(parts: Sequence[str]) -> Side:
    winner = next((side for side in Side if [str(int(side))] == parts[1:2]), None)
    if winner is None:
        raise Refusal("error.unknown-button")
    return winner
