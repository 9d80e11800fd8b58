"""Practicing one's own mistakes: what ``/learn`` with mistakes, and the buttons of a puzzle, do."""

from __future__ import annotations

from dataclasses import replace

import structlog

from bot.exceptions import Refusal
from bot.icons import Icon
from bot.interactions.feature import Feature
from bot.interactions.open_puzzles import OpenPuzzles
from bot.interactions.review import check_reviewable
from bot.match.analyses import Analyses
from bot.match.mistakes import Mistakes
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import (
    Composed,
    answer_privately,
    answer_privately_in_time,
    defer,
    in_time,
)
from bot.presenters.board_scene import BoardScene, facing
from bot.presenters.registry import PRESENTERS
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.modals import submitted_move
from bot.ui.notices import note_view
from bot.ui.panel import Panel
from bot.ui.person_panel import PagePart
from bot.ui.practice import (
    Practice,
    answer_scene,
    answer_view,
    attempt_scene,
    attempt_view,
    due_place,
    nothing_due_line,
    place_among,
    practice_modal,
    puzzle_view,
)
from bot.ui.practice_round import Round, round_view
from bot.ui.review import judgement_at
from data.errors import UnavailableMatch
from data.model.match import Match
from games import game, replay
from games.base import Move, Side
from games.keyboard import parse_typed

log = structlog.get_logger(__name__)


async def show_due(interaction: Interaction) -> None:
    """Show the mistake that is due next, or when one will be."""
    mistakes, me = interaction.client.services.part(Mistakes), interaction.user.id
    while (mistake := await mistakes.next_due(me)) is not None:
        try:
            match = await interaction.client.services.matches.get(mistake.match_id)
        except UnavailableMatch:
            await mistakes.put_off(mistake)
            continue
        await answer_privately_in_time(
            interaction, _puzzle(interaction, match, Practice(match.id, mistake.ply))
        )
        return
    line = nothing_due_line(await mistakes.next_at(me), texts(interaction.locale.value))
    await answer_privately(interaction, note_view(line), [])


async def own_mistakes(interaction: Interaction, reader: Texts) -> PagePart:
    """How many of the person's mistakes are due; nothing if none is."""
    due = await interaction.client.services.part(Mistakes).due(interaction.user.id)
    return PagePart([f"{Icon.PRACTICE} {reader('me.mistakes', n=due)}"] if due else [])


async def press_practice(interaction: Interaction, panel: Panel) -> None:
    """Do what a button of a puzzle, or its form, means."""
    practice = Practice.read(panel.argument)
    if practice is None:
        raise Refusal("error.unknown-button")
    match = await interaction.client.services.matches.get(practice.match_id)
    check_reviewable(interaction, match)
    if not match.moves:
        raise Refusal("error.unknown-button")
    practice = replace(practice, ply=min(practice.ply, match.ply - 1))
    if practice.action == "type":
        modal = practice_modal(match, practice, texts(interaction.locale.value))
        await interaction.response.send_modal(modal)
    elif practice.action == "close":
        await _close(interaction)
    elif practice.action in {"next", "again"}:
        await _next(interaction, match, practice)
    elif practice.action in {"try", "typed"}:
        text = submitted_move(interaction) if practice.action == "typed" else practice.choice
        move = parse_typed(game(match.game), text, replay(match.record.before(practice.ply)))
        await answer_privately(interaction, *await _tried(interaction, match, practice, move))
    elif practice.action == "answer":
        await answer_privately_in_time(interaction, _solution(interaction, match, practice))
    else:
        await answer_privately_in_time(interaction, _puzzle(interaction, match, practice))


async def _next(interaction: Interaction, match: Match, practice: Practice) -> None:
    """Show the next mistake that is due, or the next of the match; after its last, how they were solved."""
    if practice.is_due:
        await show_due(interaction)
        return
    tried = await in_time(interaction, _round(interaction, match, practice))
    if practice.action == "again":
        tried = tried.again()
    following = tried.following(-1 if practice.action == "again" else practice.ply)
    then = replace(practice, marks=tried.marks, choice="")
    if following is None:
        interaction.client.services.part(OpenPuzzles).forget(interaction)
        reader = texts(interaction.locale.value)
        panels = then.pressing("again", ""), then.pressing("close", "")
        await answer_privately(interaction, round_view(match, tried, *panels, reader), [])
        return
    await answer_privately_in_time(
        interaction, _puzzle(interaction, match, replace(then, ply=following, action="show"))
    )


async def _round(interaction: Interaction, match: Match, practice: Practice) -> Round:
    """The round through the match's mistakes in which a puzzle is."""
    report = await interaction.client.services.part(Analyses).report(match)
    plies = [fault.ply for fault in report.to_practice(interaction.user.id)]
    return Round.of(plies or [practice.ply], practice.marks)


async def _marked(interaction: Interaction, match: Match, practice: Practice, *, solved: bool) -> Practice:
    """The puzzle after a try, of which its round keeps the first; mistakes that are due have no round."""
    if practice.is_due:
        return practice
    tried = (await _round(interaction, match, practice)).tried(practice.ply, solved=solved)
    return replace(practice, marks=tried.marks)


async def _close(interaction: Interaction) -> None:
    """Delete the message with the summary."""
    if await defer(interaction):
        try:
            await interaction.delete_original_response()
        except DISCORD_FAULTS as fault:
            log.info("practice not closed", fault=str(fault))


async def _puzzle(interaction: Interaction, match: Match, practice: Practice) -> Composed:
    services, me = interaction.client.services, interaction.user.id
    reader, record = texts(interaction.locale.value), match.record.before(practice.ply)
    _keep_open(interaction, match, practice)
    scene = BoardScene(record, _viewer(match, practice))
    selection = practice.choice if practice.action == "look" else ""
    keypad = PRESENTERS[match.game].keypad(scene.viewpoint(selection), reader)
    look = await services.composer.own_look(me, interaction.guild_id)
    picture = await services.composer.draw(scene.marked(keypad, selection), look)
    place = await _place(interaction, match, practice, reader)
    return puzzle_view(match, practice, keypad, reader, place), [picture]


def _keep_open(interaction: Interaction, match: Match, practice: Practice) -> None:
    """Have moves that are typed in the channel tried, too."""
    interaction.client.services.part(OpenPuzzles).keep(
        interaction,
        match.record.before(practice.ply),
        lambda move: _tried(interaction, match, practice, move),
    )


async def _tried(interaction: Interaction, match: Match, practice: Practice, move: Move) -> Composed:
    """Judge a move. The first one at a mistake that is due counts."""
    services, me = interaction.client.services, interaction.user.id
    reader = texts(interaction.locale.value)
    with services.part(Mistakes).limit.take(me):
        tried = await in_time(interaction, services.part(Analyses).attempt(match, practice.ply, move))
    solved = judgement_at(tried, practice.ply + 1) is None
    practice = await _marked(interaction, match, practice, solved=solved)
    if solved:
        services.part(OpenPuzzles).forget(interaction)
    else:
        _keep_open(interaction, match, practice)  # another move can be tried
    await services.part(Mistakes).tried(match.id, practice.ply, me, solved=solved)
    then = replace(attempt_scene(tried, practice.ply), viewer=_viewer(match, practice))
    look = await services.composer.own_look(me, interaction.guild_id)
    picture = await in_time(interaction, services.composer.draw(then, look))
    place = await _place(interaction, match, practice, reader)
    return attempt_view(match, practice, tried, reader, place), [picture]


async def _solution(interaction: Interaction, match: Match, practice: Practice) -> Composed:
    """The answer; whoever sees it before a move has not found it."""
    services, me = interaction.client.services, interaction.user.id
    services.part(OpenPuzzles).forget(interaction)
    report = await services.part(Analyses).report(match)
    await services.part(Mistakes).tried(match.id, practice.ply, me, solved=False)
    practice = await _marked(interaction, match, practice, solved=False)
    look = await services.composer.own_look(me, interaction.guild_id)
    scene = replace(answer_scene(report, practice.ply), viewer=_viewer(match, practice))
    picture = await services.composer.draw(scene, look)
    reader = texts(interaction.locale.value)
    place = await _place(interaction, match, practice, reader)
    return answer_view(match, practice, report, reader, place), [picture]


def _viewer(match: Match, practice: Practice) -> Side:
    """The side from which a mistake is seen: that of the person who made it, where sides face each other."""
    return facing(match.game, replay(match.record.before(practice.ply)).to_move)


async def _place(interaction: Interaction, match: Match, practice: Practice, reader: Texts) -> str:
    """How many mistakes are due, or which of the match's is asked about."""
    services, me = interaction.client.services, interaction.user.id
    if practice.is_due:
        return due_place(await services.part(Mistakes).due(me), reader)
    report = await services.part(Analyses).report(match)
    return place_among([fault.ply for fault in report.to_practice(me)], practice.ply, reader)


PRACTICE = Feature(
    panels={"practice": press_practice},
    build=lambda core: [Mistakes(core.store.mistakes, core.events, core.now, core.times.running)],
    person_settings=[own_mistakes],
)
