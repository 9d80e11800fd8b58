"""What people do to tournaments: by commands, and by the buttons of a tournament's message."""

from __future__ import annotations

from discord.ui import LayoutView, TextDisplay

from bot.exceptions import Refusal
from bot.interactions.channel_checks import (
    check_can_post,
    check_rules,
    guild_settings_of,
    server_quiet_until,
)
from bot.interactions.moderated_tournaments import show_managed_tournament
from bot.interactions.public_posts import public_post
from bot.interactions.tournament_acts import check_can_manage, may_organize, record_act
from bot.match.limits import BOARDS
from bot.match.tournament_matches import check_leaving
from bot.match.tournaments import Tournaments
from bot.messages.interaction_responses import (
    NOBODY,
    answer_privately,
    answer_privately_in_time,
    edit_message,
    in_time,
)
from bot.messages.member_names import MemberNames
from bot.messages.own_match_notes import OwnMatchNotes
from bot.messages.private_notes import about_tournament
from bot.messages.tournament_message import tournament_message
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.tournaments.changes import first_round_of_late, would_be_called_off
from bot.tournaments.kinds import format_of
from bot.ui.entrants import name
from bot.ui.ladder import challenge_view
from bot.ui.layout import layout
from bot.ui.notices import note_view
from bot.ui.pairings import (
    listed_pairings,
    my_match_view,
    my_pairing,
    on_page,
    onlooker_view,
    pairings_view,
)
from bot.ui.panel import Panel
from bot.ui.simul import boards_view, is_giver
from bot.ui.tournament import (
    ALONE,
    CANCEL,
    CHALLENGE,
    CHALLENGE_ONE,
    DROP,
    JOIN,
    LEAVE,
    MANAGE,
    MINE,
    PAIRINGS,
    RULES,
    START,
    STAY,
    title_of,
)
from bot.ui.tournament_leaving import leaving_view, left_text
from bot.ui.tournament_rules import rules_view
from data.model.tournament import UNFINISHED, NewTournament, Tournament, TournamentState


async def check_can_create(interaction: Interaction, new: NewTournament) -> None:
    """Raise `Refusal` if this person cannot create such a tournament here."""
    await check_may_organize(interaction)
    settings = await check_can_post(interaction)
    check_rules(interaction, settings, new.game, new.level, begins=True)
    if new.starts_at is not None and server_quiet_until(interaction, settings, new.starts_at) is not None:
        raise Refusal("tournament.starts-in-quiet-hours")


async def check_may_organize(interaction: Interaction) -> None:
    """Raise `Refusal` for a person who cannot create tournaments in this server."""
    settings = await guild_settings_of(interaction)
    if settings is None:
        raise Refusal("tournament.only-in-servers")
    if may_organize(interaction, settings):
        return
    if settings.organizers is None:
        raise Refusal("tournament.may-not-create")
    raise Refusal("tournament.may-not-create-without-role", role=Raw(f"<@&{settings.organizers}>"))


async def show_tournament(interaction: Interaction, tournament_id: int | None) -> None:
    """Show a tournament, with its buttons, to the person alone."""
    services = interaction.client.services
    tournament = await _find(interaction, tournament_id)
    reader = texts(interaction.locale.value)
    await answer_privately_in_time(
        interaction, tournament_message(services.composer, services.part(MemberNames), tournament, reader)
    )


async def _find(interaction: Interaction, tournament_id: int | None) -> Tournament:
    """The tournament given, of this server; else its newest one, those of this channel first."""
    if tournament_id is not None:
        tournament = await interaction.client.services.part(Tournaments).get(tournament_id)
        if tournament.guild_id != interaction.guild_id:
            raise Refusal("tournament.unknown", id=tournament_id)
        return tournament
    known = await interaction.client.services.store.tournaments.in_guild(interaction.guild_id or 0)
    if not known:
        raise Refusal("tournament.none")

    def order(tournament: Tournament) -> tuple[bool, bool, int]:
        is_here = tournament.channel_id == interaction.channel_id
        return tournament.state in UNFINISHED, is_here, tournament.id

    return max(known, key=order)


async def press_tournament_of(interaction: Interaction, panel: Panel) -> None:
    """Show the tournament of a match to the person alone."""
    number = panel.argument.partition(".")[0]
    await show_tournament(interaction, int(number) if number.isdecimal() else 0)


async def press_tournament(interaction: Interaction, panel: Panel) -> None:
    """Do what a button of a tournament's message says."""
    action, number, *others = f"{panel.argument}.".split(".")
    tournaments = interaction.client.services.part(Tournaments)
    tournament = await tournaments.get(int(number) if number.isdecimal() else 0)
    if tournament.guild_id != interaction.guild_id:
        raise Refusal("error.unknown-button")
    person = interaction.user
    names = interaction.client.services.part(MemberNames)
    names.keep(tournament.guild_id, person.id, person.display_name)
    if action == JOIN:
        await check_can_post(interaction)  # the message names whoever joins
        await _join(interaction, tournament, is_alone=others[0] == ALONE)
    elif action == DROP:
        await _ask_to_leave(interaction, tournament)
    elif action == LEAVE:
        await _leave(interaction, tournament)
    elif action == STAY:
        reader = texts(interaction.locale.value)
        text = reader("tournament.leave.stayed", title=title_of(tournament, reader))
        await _answer_with(interaction, tournament, note_view(text))
    elif action == START:
        await _start(interaction, tournament)
    elif action == CHALLENGE:
        view = challenge_view(
            tournament, interaction.user.id, tournaments.now(), texts(interaction.locale.value)
        )
        await _answer_with(interaction, tournament, view)
    elif action == CHALLENGE_ONE:
        await _challenge(interaction, tournament, others[0])
    elif action in (MINE, PAIRINGS, RULES):
        await _answer(interaction, tournament, action, others[0])
    elif action in (MANAGE, CANCEL):  # `CANCEL` is on messages of earlier versions
        await show_managed_tournament(interaction, tournament.id)
    else:
        raise Refusal("error.unknown-button")


async def _answer(interaction: Interaction, tournament: Tournament, action: str, page: str) -> None:
    """Answer with what somebody wants to see."""
    if action == MINE:
        await _show_mine(interaction, tournament)
    elif action == RULES:
        await _answer_with(interaction, tournament, rules_view(tournament, texts(interaction.locale.value)))
    else:
        await _show_pairings(interaction, tournament, int(page) if page.isdecimal() else 0)


async def _answer_with(
    interaction: Interaction, tournament: Tournament, view: LayoutView, *, own_match_id: int | None = None
) -> None:
    """Answer privately: in place of the message that only the person sees, or else of their last answer.

    So what somebody has asked for below a tournament does not pile up there, as long as Discord lets it be
    edited or deleted. What leads to the person's own match is deleted once that is over.
    """
    message = interaction.message
    own_notes = interaction.client.services.part(OwnMatchNotes)
    own_notes.shown(tournament.id, interaction.user.id, own_match_id)
    if message is not None and message.flags.ephemeral:
        await answer_privately(interaction, view, [])
    else:
        notes = interaction.client.services.private_notes
        await notes.show(interaction, about_tournament(tournament.id), view)


async def _join(interaction: Interaction, tournament: Tournament, *, is_alone: bool = False) -> None:
    """A person joins; who has missed rounds reads from which one on they play.

    ``is_alone``: the button stands without the tournament, which is not shown in its place.
    """
    after = await interaction.client.services.part(Tournaments).join(tournament.id, interaction.user.id)
    if is_alone:
        reader = texts(interaction.locale.value)
        done = note_view(reader("tournament.joined", title=title_of(after, reader)))
        await _answer_with(interaction, tournament, done)
    else:
        await _show(interaction, after)
    notes = interaction.client.services.private_notes
    if (first := first_round_of_late(after)) is not None:
        view = note_view(texts(interaction.locale.value)("tournament.joined-late", n=first))
        await notes.show(interaction, about_tournament(tournament.id), view)
    elif not is_alone:
        notes.settle(interaction.user.id, about_tournament(tournament.id))  # such as that they had left


async def _ask_to_leave(interaction: Interaction, tournament: Tournament) -> None:
    """Ask before somebody leaves a tournament that has begun, or ends by that; else they just do."""
    tournaments, me = interaction.client.services.part(Tournaments), interaction.user.id
    entrant = tournament.entrant_of(me)
    ends = entrant is not None and would_be_called_off(tournament, entrant.number)
    if tournament.state is TournamentState.OPEN and not ends:
        after = await tournaments.drop(tournament.id, me)
        await _show(interaction, after)
        left = note_view(left_text(after, texts(interaction.locale.value)))
        notes = interaction.client.services.private_notes
        await notes.show(interaction, about_tournament(tournament.id), left)
    elif format_of(tournament).gives_up:
        reader = texts(interaction.locale.value)
        question = leaving_view(tournament, check_leaving(tournament, me), reader)
        await _answer_with(interaction, tournament, question)
    else:
        await _leave(interaction, tournament)


async def _leave(interaction: Interaction, tournament: Tournament) -> None:
    """Take a person out of a tournament that has begun, say so, and write it into the server's log."""
    after = await interaction.client.services.part(Tournaments).drop(tournament.id, interaction.user.id)
    if format_of(after).gives_up:
        is_off = after.state is TournamentState.CANCELED
        record_act(interaction, "call-off" if is_off else "leave", after)
    await _answer_with(interaction, after, note_view(left_text(after, texts(interaction.locale.value))))


async def _start(interaction: Interaction, tournament: Tournament) -> None:
    """Start a tournament, from its message or from the panel that manages it, and show it there."""
    check_can_manage(interaction, tournament)
    await _check_begins(interaction, tournament)
    after = await interaction.client.services.part(Tournaments).start(tournament.id)
    message = interaction.message
    if message is not None and message.id == tournament.message_id:
        await _show(interaction, after)
    else:
        await interaction.client.services.part(Tournaments).follow(tournament.id)
        await show_managed_tournament(interaction, tournament.id)


async def _challenge(interaction: Interaction, tournament: Tournament, number: str) -> None:
    """Challenge an entrant of a ladder, and say so in place of the question."""
    services, me, reader = interaction.client.services, interaction.user.id, texts(interaction.locale.value)
    opponent = int(number) if number.isdecimal() else 0
    mentioned = next((entrant.user_id for entrant in tournament.entrants if entrant.number == opponent), None)
    await _check_begins(interaction, tournament)
    async with public_post(interaction, BOARDS, mentioned=mentioned):
        tournament = await services.part(Tournaments).challenge(tournament.id, me, opponent)
    view = layout(
        TextDisplay(reader("tournament.ladder.challenged", name=name(tournament.entrant(opponent), reader)))
    )
    await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)


async def _check_begins(interaction: Interaction, tournament: Tournament) -> None:
    """Raise `Refusal` if matches of a tournament cannot begin now."""
    settings = await guild_settings_of(interaction)
    check_rules(interaction, settings, tournament.game, tournament.level, begins=True)


async def _show(interaction: Interaction, tournament: Tournament) -> None:
    """Answer a press with the tournament as it is now."""
    services, message = interaction.client.services, interaction.message
    is_own = message is not None and message.id == tournament.message_id
    reader = None if is_own else texts(interaction.locale.value)
    composing = tournament_message(services.composer, services.part(MemberNames), tournament, reader)
    await edit_message(interaction, *await in_time(interaction, composing))
    if is_own:
        await services.store.tournaments.shown(tournament.id, tournament.version)


async def _show_mine(interaction: Interaction, tournament: Tournament) -> None:
    """Answer with the way to the person's own match; to who is in none, with the boards to watch."""
    services, me, reader = interaction.client.services, interaction.user.id, texts(interaction.locale.value)
    if tournament.entrant_of(me) is None:
        numbers = [
            open_pairing.match_id
            for open_pairing in tournament.open_pairings
            if open_pairing.match_id is not None
        ]
        playing = await services.store.queries.by_number(numbers)
        shown = {match.id: match for match in playing if match.home.message_id is not None}
        await _answer_with(interaction, tournament, onlooker_view(tournament, shown, reader))
        return
    clocks = await services.composer.clocks(me)
    now = services.part(Tournaments).now()
    if is_giver(tournament, me) and tournament.open_pairings:
        numbers = [
            open_pairing.match_id
            for open_pairing in tournament.open_pairings
            if open_pairing.match_id is not None
        ]
        boards = await services.store.queries.by_number(numbers)
        view = boards_view(tournament, boards, me, clocks, reader, now)
        await _answer_with(interaction, tournament, view)
        return
    pairing = my_pairing(tournament, me)
    number = None if pairing is None else pairing.match_id
    matches = await services.store.queries.by_number([] if number is None else [number])
    view = my_match_view(tournament, next(iter(matches), None), me, clocks, reader, now)
    await _answer_with(interaction, tournament, view, own_match_id=number)


async def _show_pairings(interaction: Interaction, tournament: Tournament, page: int) -> None:
    """Answer with a page of the pairings, in place of the page whose button was pressed."""
    me, reader = interaction.user.id, texts(interaction.locale.value)
    shown = on_page(listed_pairings(tournament, me), page)
    ids = [pairing.match_id for pairing in shown if pairing.match_id is not None]
    matches = await interaction.client.services.store.queries.by_number(ids)
    view = pairings_view(tournament, {match.id: match for match in matches}, me, reader, page)
    await _answer_with(interaction, tournament, view)
