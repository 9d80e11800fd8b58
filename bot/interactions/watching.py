"""Watching a match in which one does not play, live and step by step; ``/watch`` shows the best one."""

from __future__ import annotations

from discord import app_commands
from discord.ui import Item

from bot.exceptions import Refusal
from bot.icons import Icon
from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.log_context import bind
from bot.match.best_match import best_of
from bot.match.own_board import board_read_by
from bot.messages.access import check_visible
from bot.messages.interaction_responses import edit_message, in_time
from bot.messages.watchers import Watchers
from bot.presenters.board_scene import BoardScene
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui import AnyView
from bot.ui.panel import Panel, button
from bot.ui.watching import LIVE, step_view
from data.model.match import Match, MatchState


async def show_live(interaction: Interaction, match: Match) -> None:
    """Answer a command with the live board. Raises `Refusal` for a person who cannot see the match."""
    check_watchable(interaction, match)
    await interaction.response.defer(ephemeral=True, thinking=True)
    board = board_read_by(match, interaction.user.id, interaction.guild_id, interaction.channel_id)
    await interaction.client.services.part(Watchers).watch(interaction, match, board)


def _is_visible(interaction: Interaction, match: Match) -> bool:
    try:
        check_visible(interaction, match)
    except Refusal:
        return False
    return True


async def press_watch(interaction: Interaction, panel: Panel) -> None:
    """Show what a button of a watched board names: the position after a ply, or the live board."""
    services = interaction.client.services
    number, _, ply = panel.argument.partition(".")
    match = await services.matches.get(int(number) if number.isdecimal() else 0)
    board = board_read_by(match, interaction.user.id, interaction.guild_id, interaction.channel_id)
    bind(match=match.id)
    check_watchable(interaction, match)
    release_note(interaction)
    if not ply.isdecimal() or int(ply) >= match.ply:
        await services.part(Watchers).watch(interaction, match, board)
        return
    await services.part(Watchers).leave(interaction, match.id)
    look = await services.composer.own_look(interaction.user.id, board.guild_id)
    drawing = services.composer.draw(BoardScene.of(match).after(int(ply)), look)
    view = step_view(match, board, int(ply), texts(interaction.locale.value))
    await edit_message(interaction, view, [await in_time(interaction, drawing)])


def release_note(interaction: Interaction) -> None:
    """Keep the note whose button was pressed from vanishing: it becomes a live board."""
    if interaction.message is not None:
        interaction.client.services.private_notes.release(interaction.message.id)


def check_watchable(interaction: Interaction, match: Match) -> None:
    """Raise `Refusal` if the person cannot see the match, or it was never begun."""
    if match.side_of(interaction.user.id) is None:
        check_visible(interaction, match)
    if not match.begun:
        is_challenge = match.state == MatchState.CHALLENGE
        raise Refusal("match.not-begun" if is_challenge else match.reason or "match.over")


@command("watch")
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def watch_command(interaction: Interaction) -> None:
    """Show the best match of others as a live board that only the person sees, with a link to it."""
    services, me = interaction.client.services, interaction.user.id
    queries = services.store.queries
    matches = await queries.by_number(await queries.in_guild(interaction.guild_id or 0))
    others = [match for match in matches if match.side_of(me) is None and _is_visible(interaction, match)]
    best = await best_of(others, services.store.ratings, interaction.created_at.timestamp())
    if best is None:
        raise Refusal("watch.none")
    bind(match=best.id)
    await show_live(interaction, best)


def watch_button(match: Match, user_id: int, reader: Texts) -> list[Item[AnyView]]:
    """Opens the live board of a match that others play."""
    if match.state != MatchState.PLAYING or match.side_of(user_id) is not None:
        return []
    return [button(Panel("watch", f"{match.id}.{LIVE}"), label=reader.plain("watch.this"), emoji=Icon.WATCH)]


WATCHING = Feature(
    [watch_command],
    panels={"watch": press_watch},
    for_spectators=[watch_button],
    build=lambda core: [
        Watchers(core.store.matches, core.composer, core.boards.updates.answered, core.events, core.now)
    ],
)
