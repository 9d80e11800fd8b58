"""Banning people from the bot in a server, the list of bans, and lifting them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

import discord

from bot.exceptions import Refusal
from bot.interactions.display_names import display_names
from bot.interactions.moderators import ask, can_moderate, check_moderator, record, submitted_reason
from bot.match.endings import ADJUDICATED
from bot.match.limits import BANS
from bot.match.seeks import SeeksChanged
from bot.match.tournament_moderation import Leaving, TournamentModeration
from bot.match.tournaments import TournamentChanged
from bot.messages.interaction_responses import Composed, answer_privately, answer_privately_in_time
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.ui.modals import submitted_fields
from bot.ui.moderation_form import BAN, DURATION, DURATIONS, FORFEIT, HOUR, MATCHES, Question, ban_form
from bot.ui.moderation_panel import BANS as SHOW_BANS
from bot.ui.moderation_panel import LIFT, PAGE, bans_view, done_view, panel, until_text
from bot.ui.panel import button
from bot.ui.tournament import title_of
from data.errors import Stale, UnavailableMatch
from data.model.match import MatchState
from data.servers.bans import Ban, Banned, StaleBan
from data.store import Store
from games.base import Outcome, Side

_ATTEMPTS = 3
"""How often a match is ended again that has changed meanwhile."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A person whom a moderator has chosen."""

    user_id: int
    name: str
    is_bot: bool = False
    is_moderator: bool = False
    """Whether they can do the same to others: then moderators settle it among themselves."""

    @classmethod
    def of(cls, person: discord.User | discord.Member) -> Self:
        """The person chosen as an option of a command."""
        has = discord.Permissions.none()
        if isinstance(person, discord.Member):
            has = person.resolved_permissions or person.guild_permissions
        return cls(person.id, person.display_name, person.bot, can_moderate(has))

    @classmethod
    def read(cls, data: Any, user_id: int) -> Self:
        """The person chosen in a menu, from the data of its interaction."""
        resolved = (data or {}).get("resolved") or {}
        user = (resolved.get("users") or {}).get(str(user_id)) or {}
        member = (resolved.get("members") or {}).get(str(user_id)) or {}
        name = member.get("nick") or user.get("global_name") or user.get("username") or str(user_id)
        has = discord.Permissions(int(member.get("permissions") or 0))
        return cls(user_id, str(name), bool(user.get("bot")), can_moderate(has))


async def ask_to_ban(interaction: Interaction, person: Chosen) -> None:
    """Ask for how long, and why, a person cannot use the bot in the server. Raises `Refusal`."""
    check_moderator(interaction)
    reader = texts(interaction.locale.value)
    if person.user_id == interaction.user.id:
        raise Refusal("moderate.ban-self")
    if person.is_bot:
        raise Refusal("moderate.ban-bot")
    if person.is_moderator:
        raise Refusal("moderate.ban-moderator")
    title = reader.plain("moderate.title.ban", name=person.name)
    left = await _leaving(interaction, person.user_id)
    lines = [
        reader("moderate.sure.ban", person=Raw(f"<@{person.user_id}>")),
        await _activity(interaction, person.user_id, reader),
        *leaving_lines(left, reader),
    ]
    earlier = await _ban_of(interaction, person.user_id)
    if earlier is not None:
        lines.append(_earlier_line("moderate.sure.ban-replaces", earlier, reader))
    question = Question(f"{BAN}.{person.user_id}", title, "\n".join(lines))
    await interaction.response.send_modal(ban_form(question, reader))


async def ask_to_ban_chosen(interaction: Interaction, values: Sequence[str]) -> None:
    """Ask about the ban of the person chosen in the menu; nobody is chosen when a choice is taken back."""
    if not values:
        await interaction.response.defer()
        return
    await ask_to_ban(interaction, Chosen.read(interaction.data, person_id(values)))


async def do_ban(interaction: Interaction, parts: Sequence[str]) -> None:
    """Ban a person as the form says."""
    guild_id, services = check_moderator(interaction), interaction.client.services
    duration = _chosen(submitted_fields(interaction).get(DURATION, {}))
    reason, now = submitted_reason(interaction), interaction.created_at.timestamp()
    if duration not in DURATIONS or not reason:
        raise Refusal("moderate.reason-missing")
    seconds = DURATIONS[duration]
    until = None if seconds is None else now + seconds
    ban = Ban(guild_id, person_id(parts), until, reason, interaction.user.id, now)
    # Read before the ban, which takes the person out of what they leave.
    left, earlier = await _leaving(interaction, ban.user_id), await _ban_of(interaction, ban.user_id)
    try:
        done = await services.store.bans.add(ban, BANS, earlier)
    except StaleBan:
        raise Refusal("moderate.changed") from None
    if done is None:
        raise Refusal("moderate.too-many-bans", most=BANS)
    for leaving in left:
        await services.part(TournamentModeration).forfeit_of(leaving.tournament.id, ban.user_id)
    _publish(interaction, guild_id, done)
    forfeits = _chosen(submitted_fields(interaction).get(MATCHES, {})) == FORFEIT
    lost = await _end_matches(interaction, ban, forfeits=forfeits)
    record(interaction, lambda reader: _logged(ban, earlier, left, lost, reader), reason)
    key = "moderate.banned-forfeit" if forfeits else "moderate.banned"
    reader = texts(interaction.locale.value)
    lines = [_sentence(key, ban, reader), *leaving_lines(left, reader)]
    if earlier is not None:
        lines.append(_earlier_line("moderate.banned-replaces", earlier, reader))
    lift = button(panel(LIFT, ban.user_id), label=reader.plain("button.moderate-lift"))
    await answer_privately(interaction, done_view("\n".join(lines), reader, lift), [])


async def _ban_of(interaction: Interaction, user_id: int) -> Ban | None:
    return await interaction.client.services.store.bans.find(interaction.guild_id or 0, user_id)


def _earlier_line(key: str, ban: Ban, reader: Texts) -> str:
    """A sentence on a ban that another takes the place of, perhaps another moderator's."""
    moderator = Raw(f"<@{ban.by_id}>") if ban.by_id else reader("player.deleted")
    return reader(key, until=until_text(ban.until, reader), moderator=moderator, reason=ban.reason)


async def _activity(interaction: Interaction, user_id: int, reader: Texts) -> Raw:
    """A sentence on how many matches a person has in the server, and how many they have begun lately."""
    guild_id, queries = interaction.guild_id or 0, interaction.client.services.store.queries
    unfinished = await queries.of_user(user_id)
    playing = sum(match.guild_id == guild_id and match.state == MatchState.PLAYING for match in unfinished)
    begun = await queries.begun_in_guild(guild_id, interaction.created_at.timestamp() - HOUR)
    return reader("moderate.sure.ban-activity", playing=playing, begun=begun.get(user_id, 0))


async def _leaving(interaction: Interaction, user_id: int) -> list[Leaving]:
    acts = interaction.client.services.part(TournamentModeration)
    return await acts.leaving(interaction.guild_id or 0, user_id)


def leaving_lines(left: Sequence[Leaving], reader: Texts) -> Iterator[str]:
    """The tournaments that a person leaves who is banned, and how many matches they lose."""
    for leaving in left:
        title, lost = title_of(leaving.tournament, reader), leaving.matches
        forfeits = f" {reader('moderate.sure.forfeits', n=lost)}" if lost else ""
        yield f"- {reader('moderate.ban.leaves', title=title)}{forfeits}"


def _logged(ban: Ban, earlier: Ban | None, left: Sequence[Leaving], lost: int, reader: Texts) -> str:
    """The line of the log: who is banned, the tournaments left, and how many matches are lost."""
    parts = [_sentence("log.ban", ban, reader)]
    if earlier is not None:
        parts.append(reader("log.ban.replaces", until=until_text(earlier.until, reader)))
    for leaving in left:
        key = "log.ban.left-forfeits" if leaving.matches else "log.ban.left"
        parts.append(reader(key, title=title_of(leaving.tournament, reader), n=leaving.matches))
    if lost:
        parts.append(reader("log.ban.lost", n=lost))
    return " · ".join(parts)


def _chosen(field: dict[str, Any]) -> str:
    values = field.get("values") or ()
    return str(values[0]) if values else ""


def _publish(interaction: Interaction, guild_id: int, done: Banned) -> None:
    """Have seek boards and tournaments shown without the person."""
    events = interaction.client.services.events
    if done.had_seeks:
        events.publish(SeeksChanged(guild_id))
        events.publish(SeeksChanged(None))
    for tournament_id in done.tournaments:
        events.publish(TournamentChanged(tournament_id))


async def _end_matches(interaction: Interaction, ban: Ban, *, forfeits: bool) -> int:
    """Cancel the person's challenges in the server, and those to them; end their matches if they forfeit.

    Returns how many matches they have lost so.
    """
    store, lost = interaction.client.services.store, 0
    for match in await store.queries.of_user(ban.user_id):
        side = match.side_of(ban.user_id)
        if match.guild_id != ban.guild_id:
            continue
        with suppress(Stale, UnavailableMatch):  # it has begun or ended meanwhile, or somebody has just moved
            if match.state == MatchState.CHALLENGE:
                if match.challenger_id == ban.user_id or match.teams is None:
                    await store.moderation.void(match)
            elif forfeits and side is not None and (match.is_of_pairs or len(match.members(side)) == 1):
                await _forfeit(store, match.id, side)
                lost += 1
    return lost


async def _forfeit(store: Store, match_id: int, loser: Side) -> None:
    """End a match for the other side; if somebody moves at the same time, once more."""
    for _ in range(_ATTEMPTS):
        match = await store.matches.get(match_id)
        with suppress(Stale):
            await store.matches.finish(match_id, match.position_id, Outcome(loser.other, ADJUDICATED))
            return


def _sentence(key: str, ban: Ban, reader: Texts) -> Raw:
    return reader(key, person=Raw(f"<@{ban.user_id}>"), until=until_text(ban.until, reader))


async def show_bans(interaction: Interaction, page: int = 0) -> None:
    """Answer with the bans of the server."""
    guild_id = check_moderator(interaction)
    reader = texts(interaction.locale.value)

    async def listed() -> Composed:
        bans = await interaction.client.services.store.bans.in_guild(guild_id)
        shown = [ban.user_id for ban in bans[page * PAGE :][:PAGE]]
        return bans_view(bans, page, await display_names(interaction, shown), reader), []

    await answer_privately_in_time(interaction, listed())


async def ask_to_lift(interaction: Interaction, values: Sequence[str]) -> None:
    """Ask before the ban of a person is lifted, who is chosen in the menu or named by the button."""
    check_moderator(interaction)
    reader, user_id = texts(interaction.locale.value), person_id(values)
    if await _ban_of(interaction, user_id) is None:
        raise Refusal("moderate.not-banned")
    text = reader("moderate.sure.lift", person=Raw(f"<@{user_id}>"))
    await ask(
        interaction, f"{LIFT}.{user_id}", reader.plain("moderate.title.lift"), text, panel(SHOW_BANS, 0)
    )


async def do_lift(interaction: Interaction, parts: Sequence[str]) -> None:
    """Lift a ban, and show those that are left."""
    guild_id = check_moderator(interaction)
    ban = await interaction.client.services.store.bans.lift(guild_id, person_id(parts))
    if ban is None:
        raise Refusal("moderate.not-banned")
    person = Raw(f"<@{ban.user_id}>")
    record(interaction, lambda reader: reader("log.lift", person=person), submitted_reason(interaction))
    await show_bans(interaction)


def person_id(parts: Sequence[str]) -> int:
    """The id of a person at the beginning of what a menu or a custom_id says; 0 if there is none."""
    return int(parts[0]) if parts and parts[0].isdecimal() and len(parts[0]) <= 20 else 0
