"""What a tournament's creator and moderators do to it: edit it, correct results, give more time, end it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import discord

from bot.exceptions import Refusal
from bot.icons import Icon
from bot.interactions.channel_checks import check_rules, guild_settings_of, server_quiet_until
from bot.interactions.moderators import check_moderator, is_moderator, number_at
from bot.interactions.tournament_acts import ask_about, is_only_host, managed, record_act
from bot.interactions.tournament_players import PLAYER_ACTIONS, do_to_players, press_about_players
from bot.match.tournament_moderation import TournamentModeration, extra_seconds
from bot.match.tournaments import Tournaments
from bot.messages.interaction_responses import Composed, answer_privately, answer_privately_in_time
from bot.messages.member_names import MemberNames
from bot.messages.removals import Removals
from bot.messages.tournament_messages import TournamentMessages
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.tournaments.changes import decidable
from bot.tournaments.kinds import format_of
from bot.ui.clocks import lost_at
from bot.ui.edited_tournament import Edits, changed_terms, edit_form
from bot.ui.managed_tournament import (
    CANCEL,
    DELETE_TOURNAMENT,
    EDIT,
    END_NOW,
    EXTEND,
    EXTENSIONS,
    PAIRING,
    REMOVE,
    RESULT,
    managed_tournament_view,
    people_named,
    results_view,
)
from bot.ui.modals import submitted_fields
from bot.ui.moderation_panel import SHOW
from bot.ui.notices import note_view
from bot.ui.panel import Panel, panels_of
from bot.ui.tournament import TOURNAMENT, title_of
from bot.ui.tournament_end import announced_in
from bot.ui.tournament_results import entrant_names, result_words
from data.model.tournament import UNFINISHED, Pairing, Result, Tournament, TournamentState

TOURNAMENT_ACTIONS = (
    SHOW,
    EDIT,
    EXTEND,
    *PLAYER_ACTIONS,
    PAIRING,
    RESULT,
    END_NOW,
    CANCEL,
    DELETE_TOURNAMENT,
)
_OF_HOST = (SHOW, EDIT, REMOVE, CANCEL)
"""What somebody can do who only opened a simul."""


async def show_managed_tournament(
    interaction: Interaction, tournament_id: int, page: int = 0, done: Raw | None = None
) -> None:
    """Answer with a tournament of the server, and what can be done to it. Raises `Refusal`.

    ``done`` says what has just been done.
    """
    tournament, reader = await managed(interaction, tournament_id), texts(interaction.locale.value)
    is_host = await is_only_host(interaction, tournament)
    can_delete, names = is_moderator(interaction), interaction.client.services.part(MemberNames)

    async def shown() -> Composed:
        view = managed_tournament_view(
            tournament,
            page,
            await names.of(tournament.guild_id, people_named(tournament, page)),
            reader,
            can_delete=can_delete,
            is_host=is_host,
            done=done,
            first_limit=await _first_limit(interaction, tournament),
        )
        return view, []

    await answer_privately_in_time(interaction, shown())


async def _first_limit(interaction: Interaction, tournament: Tournament) -> float | None:
    """When the first of those who are to move runs out of time, in unix seconds; None if nobody does."""
    if tournament.state is not TournamentState.RUNNING:
        return None
    services = interaction.client.services
    matches = await services.part(TournamentModeration).with_running_clock(tournament)
    clocks = await services.composer.clocks()
    limits = (lost_at(match, clocks) for match in matches)
    return min((limit for limit in limits if limit is not None), default=None)


def tournament_shown_in(message: discord.Message) -> int | None:
    """The number of the tournament that a message shows, or whose end it announces; None if it is of none."""
    for panel in panels_of(message.components):
        number = panel.argument.partition(".")[2]
        if panel.verb == TOURNAMENT and number.isdecimal():
            return int(number)
    return announced_in(message)


async def press_tournament_panel(
    interaction: Interaction, panel: Panel, action: str, parts: Sequence[str]
) -> None:
    """Do what a press on a tournament's panel says: show something, or ask."""
    tournament, reader = await managed(interaction, number_at(parts, 0)), texts(interaction.locale.value)
    await _check_host(interaction, tournament, action)
    if action == SHOW:
        await show_managed_tournament(interaction, tournament.id, number_at(parts, 1))
    elif action in PLAYER_ACTIONS:
        await press_about_players(interaction, tournament, panel, action, parts)
    elif action == EDIT:
        _check_can_be_edited(tournament)
        await interaction.response.send_modal(edit_form(tournament, reader))
    elif action == PAIRING:
        pairing = _pairing(tournament, "".join(panel.values).split("."))
        await answer_privately_in_time(interaction, _results(interaction, tournament, pairing))
    elif action == EXTEND:
        days = _days((*parts, *panel.values))
        matches = await interaction.client.services.part(TournamentModeration).with_running_clock(tournament)
        argument = f"{EXTEND}.{tournament.id}.{days}.{math.ceil(extra_seconds(matches))}"
        await ask_about(interaction, tournament, argument, "extend", reader("moderate.sure.extend", n=days))
    elif action == RESULT:
        correction = _correction(tournament, parts, reader)
        shown = _pairing(tournament, parts[1:3]).result
        argument = f"{panel.argument}.{shown.value if shown else ''}"
        key = "moderate.sure.result" if shown else "moderate.sure.decide-pairing"
        consequences = _consequences(tournament, _pairing(tournament, parts[1:3]), reader) if shown else ""
        lines = [reader(key, **correction), consequences]
        if _is_own(interaction, tournament, _pairing(tournament, parts[1:3])):
            lines.append(f"{Icon.WARNING} {reader('moderate.own-match')}")
        await ask_about(interaction, tournament, argument, "result", "\n".join(filter(None, lines)))
    else:
        await ask_about(interaction, tournament, panel.argument, action, reader(f"moderate.sure.{action}"))


async def do_to_tournament(interaction: Interaction, action: str, parts: Sequence[str]) -> None:
    """Do what a moderator has confirmed; then show the tournament as it is, or that it is gone."""
    tournament, reader = await managed(interaction, number_at(parts, 0)), texts(interaction.locale.value)
    await _check_host(interaction, tournament, action)
    acts = interaction.client.services.part(TournamentModeration)
    done = None
    if action in PLAYER_ACTIONS:
        done = await do_to_players(interaction, tournament, action, parts)
    elif action == EDIT:
        done = await _edit(interaction, tournament)
    elif action == EXTEND:
        days = _days(parts)
        await acts.extend(tournament.id, days, number_at(parts, 2) if parts[2:] else math.inf)
        record_act(interaction, "extend", tournament, lambda _: {"n": days})
        done = reader("moderate.done.extend", n=days)
    elif action == RESULT:
        await _correct(interaction, tournament, parts)
        done = reader("moderate.done.result", **_correction(tournament, parts, reader))
    elif action == END_NOW:
        await acts.end_now(tournament.id)
        record_act(interaction, "end-now", tournament)
    elif action == CANCEL:
        await interaction.client.services.part(Tournaments).cancel(tournament.id)
        record_act(interaction, "call-off", tournament)
    elif action == DELETE_TOURNAMENT:
        await _delete(interaction, tournament)
        return
    else:
        raise Refusal("error.unknown-button")
    await interaction.client.services.part(Tournaments).follow(tournament.id)
    await show_managed_tournament(interaction, tournament.id, done=done)


async def _check_host(interaction: Interaction, tournament: Tournament, action: str) -> None:
    """Raise `Refusal` for what only organizers do to a simul: opening it gives no power over others."""
    is_allowed = action == DELETE_TOURNAMENT or action in _OF_HOST
    if not is_allowed and await is_only_host(interaction, tournament):
        raise Refusal("tournament.simul.only-organizers")


async def _delete(interaction: Interaction, tournament: Tournament) -> None:
    services, reader = interaction.client.services, texts(interaction.locale.value)
    check_moderator(interaction)
    await services.part(TournamentModeration).delete(tournament)
    services.part(Removals).delete_in(tournament.guild_id)
    record_act(interaction, "delete-all", tournament)
    text = reader("moderate.deleted", title=title_of(tournament, reader))
    await answer_privately(interaction, note_view(text), [])


# --- What it is --------------------------------------------------------------------------------------


def _check_can_be_edited(tournament: Tournament) -> None:
    if tournament.state not in UNFINISHED:
        raise Refusal("tournament.over")


async def _edit(interaction: Interaction, tournament: Tournament) -> Raw | None:
    """Change what the form says, once it has started only the title; None if that is nothing."""
    _check_can_be_edited(tournament)
    services, reader = interaction.client.services, texts(interaction.locale.value)
    edits = Edits.read(tournament, submitted_fields(interaction), services.part(Tournaments).now())
    if edits is None:
        raise Refusal("error.unknown-button")
    if edits.starts_at is not None and edits.starts_at != tournament.starts_at:
        settings = await guild_settings_of(interaction)
        if server_quiet_until(interaction, settings, edits.starts_at) is not None:
            raise Refusal("tournament.starts-in-quiet-hours")
    if edits.level != tournament.level:
        settings = await guild_settings_of(interaction)
        check_rules(interaction, settings, tournament.game, edits.level, begins=False)
    acts = services.part(TournamentModeration)
    after = await acts.edit(tournament, edits.title, edits.control, edits.level, edits.starts_at)
    if not changed_terms(tournament, after, reader):
        return None

    def details(log_reader: Texts) -> dict[str, Raw]:
        return {"changes": changed_terms(tournament, after, log_reader)}

    record_act(interaction, "edit", tournament, details)
    return reader("moderate.done.edit", **details(reader))


# --- Results -----------------------------------------------------------------------------------------


async def _correct(interaction: Interaction, tournament: Tournament, parts: Sequence[str]) -> None:
    """Replace the result of a match, or end it with one while it goes on."""
    pairing, result = _pairing(tournament, parts[1:3]), _result(parts)
    if parts[4:] and parts[4] != (pairing.result.value if pairing.result else ""):
        raise Refusal("moderate.changed-tournament")
    acts = interaction.client.services.part(TournamentModeration)
    if pairing.result is None:
        is_organizer = interaction.user.id == tournament.creator_id
        await acts.decide(pairing, result, by_organizer=is_organizer)
    else:
        await acts.correct(tournament.id, pairing, result)

    def details(reader: Texts) -> dict[str, Raw]:
        return _correction(tournament, parts, reader)

    is_own = _is_own(interaction, tournament, pairing)
    record_act(interaction, "result", tournament, details, is_own=is_own)
    if is_own:
        me = Raw(f"<@{interaction.user.id}>")
        others = [user_id for user_id in _people_of(tournament, pairing) if user_id != interaction.user.id]
        interaction.client.services.part(TournamentMessages).tell(
            tournament,
            lambda reader: reader(
                "tournament.own-decided" if pairing.result is None else "tournament.own-corrected",
                title=title_of(tournament, reader),
                person=me,
                **_correction(tournament, parts, reader),
            ),
            others,
        )


async def _results(interaction: Interaction, tournament: Tournament, pairing: Pairing) -> Composed:
    """A pairing with the results that it can have, and the names of the people who meet in it."""
    names = interaction.client.services.part(MemberNames)
    known = await names.of(tournament.guild_id, _people_of(tournament, pairing))
    return results_view(tournament, pairing, known, texts(interaction.locale.value)), []


def _people_of(tournament: Tournament, pairing: Pairing) -> list[int]:
    """The ids of the people who meet in a pairing."""
    numbers = (pairing.first, pairing.second or pairing.first)
    return [user_id for number in numbers if (user_id := tournament.entrant(number).user_id)]


def _is_own(interaction: Interaction, tournament: Tournament, pairing: Pairing) -> bool:
    """Whether the organizer plays in the match."""
    return interaction.user.id in _people_of(tournament, pairing)


def _consequences(tournament: Tournament, pairing: Pairing, reader: Texts) -> str:
    """What becomes of the pairings that followed from a result that is corrected."""
    rules = format_of(tournament)
    gone = [later for later in rules.following(tournament, pairing) if later.second is not None]
    if gone:
        return reader("moderate.sure.result-called-off", n=len(gone))
    return "" if rules.has_bracket else reader("moderate.sure.result-pairings")


def _correction(tournament: Tournament, parts: Sequence[str], reader: Texts) -> dict[str, Raw]:
    """Who meets whom, the result that they have before it is corrected, and the one that a press names."""
    pairing = _pairing(tournament, parts[1:3])
    return {
        **entrant_names(tournament, pairing, reader),
        "before": result_words(tournament, pairing, pairing.result, reader),
        "result": result_words(tournament, pairing, _result(parts), reader),
    }


def _pairing(tournament: Tournament, place: Sequence[str]) -> Pairing:
    """The pairing on a board of a round, whose result can be corrected or decided."""
    for pairing in decidable(tournament):
        if [str(pairing.round), str(pairing.board)] == list(place):
            return pairing
    raise Refusal("moderate.not-corrected")


def _result(parts: Sequence[str]) -> Result:
    """The result that a press names."""
    chosen = next((result for result in Result if parts[3:4] == [result.value]), None)
    if chosen is None:
        raise Refusal("error.unknown-button")
    return chosen


def _days(parts: Sequence[str]) -> int:
    """How many more days those who are to move have, after the tournament's number."""
    days = number_at(parts, 1)
    if days not in EXTENSIONS:
        raise Refusal("error.unknown-button")
    return days
