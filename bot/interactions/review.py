"""Reviews of matches that are over, in ephemeral messages; nothing of the match changes."""

from __future__ import annotations

from dataclasses import replace

from ai.analysis import Verdict
from ai.base import NoVerdict
from bot.exceptions import Refusal
from bot.interactions.feature import Feature
from bot.interactions.open_puzzles import OpenPuzzles
from bot.interactions.share import post_position, press_share
from bot.log_context import bind
from bot.match.accuracies import Accuracies
from bot.match.analyses import Analyses
from bot.match.own_board import board_read_by
from bot.match.report import Report, is_judged
from bot.messages.access import check_visible
from bot.messages.interaction_responses import edit_message, in_time
from bot.messages.overviews import Overviews
from bot.presenters.board_scene import BoardScene, line_from
from bot.services import Interaction, Services
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.overview import END, EXPLAIN, START
from bot.ui.panel import Panel
from bot.ui.review import NUMBERED, step_scene, step_view
from data.model.board import Board
from data.model.match import Match, MatchState, PositionId
from games import replay


async def show_review(interaction: Interaction, press: Press) -> None:
    """Show the position that the press names, or else the overview, if there is a move."""
    services = interaction.client.services
    match = await _requested(interaction, press)
    await _defer(interaction)
    ply = _ply(match, press.argument) if match.moves else 0
    if ply is None:
        viewer = _board_read(interaction, match).side
        await services.part(Overviews).show(interaction, match, viewer, explained=press.argument == EXPLAIN)
        return
    await services.part(Overviews).leave(interaction)
    report = await in_time(interaction, services.part(Analyses).report(match))
    await _show(interaction, match, report, ply, numbered=press.argument.endswith(NUMBERED))


async def press_review(interaction: Interaction, panel: Panel) -> None:
    """Show the overview of the match that a button names, or that a person chose among imported ones."""
    match_id = replace(panel, argument="".join(panel.values) or panel.argument).number
    bind(match=match_id)
    await show_review(interaction, Press(Verb.REVIEW, match_id, PositionId(0, 0)))


async def show_advice(interaction: Interaction, press: Press) -> None:
    """Show a position with the best play there."""
    services = interaction.client.services
    match = await _requested(interaction, press)
    ply = _ply(match, press.argument)
    ply = match.ply if ply is None else ply
    if not is_judged(replay(match.record.before(ply))):
        raise Refusal("review.not-judged")
    await _defer(interaction)
    report = await in_time(interaction, services.part(Analyses).report(match))
    verdict = report.verdict(ply)
    if verdict is None:
        with services.matches.hint_limit.take(interaction.user.id):
            try:
                verdict = await in_time(interaction, services.part(Analyses).verdict(match, ply))
            except NoVerdict as error:
                raise Refusal("review.not-judged") from error
    await _show(interaction, match, report, ply, verdict)


async def _requested(interaction: Interaction, press: Press) -> Match:
    """The match of a press. Raises `Refusal` if it is not over, or the person cannot see it."""
    match = await interaction.client.services.matches.get(press.match_id)
    check_reviewable(interaction, match)
    return match


def _board_read(interaction: Interaction, match: Match) -> Board:
    return board_read_by(match, interaction.user.id, interaction.guild_id, interaction.channel_id)


def check_reviewable(interaction: Interaction, match: Match) -> None:
    """Raise `Refusal` if a match is not over, or the person cannot see it."""
    if match.side_of(interaction.user.id) is None:
        check_visible(interaction, match)
    if match.state != MatchState.OVER or not match.begun:
        raise Refusal("review.not-over")


async def _defer(interaction: Interaction) -> None:
    """A press on a message that everybody sees is answered by a new one; on an ephemeral one, by an edit."""
    if interaction.message is None or not interaction.message.flags.ephemeral:
        await interaction.response.defer(ephemeral=True, thinking=True)
    else:
        interaction.client.services.part(OpenPuzzles).forget(
            interaction
        )  # a practice in that message is left


async def _show(
    interaction: Interaction,
    match: Match,
    report: Report,
    ply: int,
    verdict: Verdict | None = None,
    *,
    numbered: bool = False,
) -> None:
    """Show a position; with a ``verdict``, which the person asked for, also its best line."""
    report = replace(report, match=match)
    advice = verdict.best if verdict is not None else None
    board = _board_read(interaction, match)
    view = step_view(report, board.side, ply, texts(interaction.locale.value), advice, numbered=numbered)
    composer, scene = interaction.client.services.composer, step_scene(report, ply)
    if verdict is not None:
        line = line_from(match.record.before(ply), verdict.best.moves)
        shown = BoardScene.of(match).after(ply)
        scene = replace(shown, line=line, suggestion=verdict.best.move, ownership=verdict.ownership or b"")
    elif numbered:  # the moves of a better line are numbered from 1, too
        scene = replace(BoardScene.of(match).after(ply), numbers=True)
    drawing = composer.draw(scene, await composer.own_look(interaction.user.id, board.guild_id))
    await edit_message(interaction, view, [await in_time(interaction, drawing)])


def _ply(match: Match, argument: str) -> int | None:
    """The number of moves before the position that a press names; None if it names no position."""
    name, _, _ = argument.partition(".")
    if name.isdecimal():
        return min(int(name), match.ply)
    return {START: 0, END: match.ply}.get(name)


def _parts(core: Services) -> list[object]:
    analyses = Analyses(core.player, core.store, core.events, core.now)
    overviews = Overviews(analyses, core.composer, core.store.queries.times_left)
    return [analyses, Accuracies(core.store.analyses, core.events), overviews]


REVIEWS = Feature(
    buttons={
        Verb.REVIEW: show_review,
        Verb.ADVISE: show_advice,
        Verb.SHARE: press_share,
        Verb.POST_POSITION: post_position,
    },
    panels={"review": press_review, "import-review": press_review},
    build=_parts,
)
