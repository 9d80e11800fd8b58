"""Commands about matches in progress: ``/move``, ``/board``, ``/draw``, ``/resign``, ``/matches``."""

from __future__ import annotations

from discord import app_commands

from bot.exceptions import Refusal
from bot.interactions.bring import bring
from bot.interactions.panels import show_matches
from bot.interactions.place import check_permissions
from bot.interactions.respond import reply_privately
from bot.messages.access import check_visible
from bot.presenters import PRESENTERS
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.texts.commands import label
from bot.ui.links import link
from bot.ui.match_list import is_turn
from bot.ui.match_message import match_view
from bot.ui.notices import confirm_leaving_view
from data.errors import StoreError
from data.model import Match, MatchState, PauseReason
from games import replay
from games.grid import plain

_MOST_CHOICES = 25


async def find(
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
        raise Refusal("match.none-going-on")

    def rank(match: Match) -> tuple[bool, bool, bool, float]:
        here = match.channel_id == interaction.channel_id
        meant = (own_turn and is_turn(match, user_id)) or (of_two and match.level is None)
        return meant, active and match.is_active, here, match.updated_at

    return max(playing, key=rank)


@app_commands.command(name=label("command.move.name"), description=label("command.move.description"))
@app_commands.rename(move=label("option.move.name"), match=label("option.match.name"))
@app_commands.describe(move=label("option.move.description"), match=label("option.match.description"))
async def move_command(
    interaction: Interaction, move: app_commands.Range[str, 1, 20], match: int | None = None
) -> None:
    """Play a move by typing it."""
    found = await find(interaction, match, own_turn=True)
    played = await interaction.client.services.matches.play(found.id, None, interaction.user.id, move)
    reader, presenter = texts(interaction.locale.value), PRESENTERS[played.game]
    said = presenter.move_text(played.moves[found.ply], reader)
    await reply_privately(interaction, reader("move.played", move=said, id=played.id, link=Raw(link(played))))


@move_command.autocomplete("move")
async def complete_move(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The legal moves of the match meant that begin with what was typed."""
    number = interaction.namespace.match
    try:
        match = await find(interaction, number if isinstance(number, int) else None, own_turn=True)
    except (Refusal, StoreError):
        return []
    if not is_turn(match, interaction.user.id):
        return []
    reader, presenter = texts(interaction.locale.value), PRESENTERS[match.game]
    named = [(presenter.move_text(move, reader), move) for move in replay(match.record).legal_moves()]
    wanted = plain(typed)
    begun = [pair for pair in named if plain(pair[0]).startswith(wanted) or pair[1].startswith(wanted)]
    begun.sort(key=lambda pair: (pair[1][:1], len(pair[1]), pair[1]))
    return [app_commands.Choice(name=name, value=move) for name, move in begun[:_MOST_CHOICES]]


@app_commands.command(name=label("command.board.name"), description=label("command.board.description"))
@app_commands.rename(match=label("option.match.name"))
@app_commands.describe(match=label("option.match.description"))
async def board_command(interaction: Interaction, match: int | None = None) -> None:
    """Post the board again; to a person who does not play in the match, show it in an ephemeral message."""
    found = await find(interaction, match)
    if found.side_of(interaction.user.id) is None:
        await _watch(interaction, found)
        return
    is_here = found.channel_id == interaction.channel_id and found.paused != PauseReason.SUSPENDED
    if found.state == MatchState.PLAYING and not is_here:
        await bring(interaction, found)
        return
    if found.guild_id != interaction.guild_id:
        raise Refusal("board.elsewhere", link=Raw(link(found)))
    check_permissions(interaction)
    await interaction.client.services.board_messages.repost(interaction, found)


async def _watch(interaction: Interaction, match: Match) -> None:
    """Show a match, without buttons, to a person who can see where it is played."""
    check_visible(interaction, match)
    if not match.begun:
        is_challenge = match.state == MatchState.CHALLENGE
        raise Refusal("match.not-begun" if is_challenge else match.reason or "match.over")
    await interaction.response.defer(ephemeral=True, thinking=True)
    composer = interaction.client.services.composer
    view = match_view(match, texts(interaction.locale.value), buttons=False, epoch=composer.epoch)
    picture = await composer.draw(match)
    await interaction.edit_original_response(view=view, attachments=[picture])


@app_commands.command(name=label("command.draw.name"), description=label("command.draw.description"))
@app_commands.rename(match=label("option.match.name"))
@app_commands.describe(match=label("option.match.description"))
async def draw_command(interaction: Interaction, match: int | None = None) -> None:
    """Offer a draw, or accept the opponent's."""
    found = await find(interaction, match, of_two=True, active=True)
    offered = await interaction.client.services.matches.draws.offer(found.id, None, interaction.user.id)
    reader = texts(interaction.locale.value)
    key = "draw.offered" if offered.state == MatchState.PLAYING else "draw.agreed"
    await reply_privately(interaction, reader(key, id=offered.id, link=Raw(link(offered))))


@app_commands.command(name=label("command.resign.name"), description=label("command.resign.description"))
@app_commands.rename(match=label("option.match.name"))
@app_commands.describe(match=label("option.match.description"))
async def resign_command(interaction: Interaction, match: int | None = None) -> None:
    """Resign or abort a match, after a confirmation."""
    found = await find(interaction, match)
    await interaction.client.services.matches.lookup.unfinished(found.id, interaction.user.id, None)
    view = confirm_leaving_view(found, texts(interaction.locale.value))
    await interaction.response.send_message(view=view, ephemeral=True)


async def complete_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The person's matches in progress."""
    reader = texts(interaction.locale.value)
    matches = [
        match
        for match in await interaction.client.services.store.queries.of_user(interaction.user.id)
        if match.state == MatchState.PLAYING
    ]
    choices = [app_commands.Choice(name=_short(match, reader), value=match.id) for match in matches]
    return [choice for choice in choices if typed.casefold() in choice.name.casefold()][:_MOST_CHOICES]


move_command.autocomplete("match")(complete_match)
board_command.autocomplete("match")(complete_match)
draw_command.autocomplete("match")(complete_match)
resign_command.autocomplete("match")(complete_match)


def _short(match: Match, reader: Texts) -> str:
    game = reader.plain(f"game.{match.game}")
    return reader.plain("match.short", id=match.id, game=game, variant=match.variant, n=match.ply)


@app_commands.command(name=label("command.matches.name"), description=label("command.matches.description"))
async def matches_command(interaction: Interaction) -> None:
    """List one's own matches."""
    await show_matches(interaction)
