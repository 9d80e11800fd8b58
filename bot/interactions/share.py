"""Posting a position of a match that is over, after a question: everybody sees it."""

from __future__ import annotations

from dataclasses import replace

from bot.exceptions import Refusal
from bot.interactions.public_posts import post_if
from bot.interactions.replay import ask_to_post, is_posted_publicly
from bot.match.limits import ANSWERS
from bot.match.own_board import board_read_by
from bot.messages.interaction_responses import NOBODY, defer_message
from bot.presenters.board_scene import BoardScene
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.review import NUMBERED
from bot.ui.shared_position import shared_view
from data.model.match import Match, MatchState


async def press_share(interaction: Interaction, press: Press) -> None:
    """Ask before the position that a button of a review names is posted; what nobody else sees is not asked.

    Raises `Refusal` if the match is not over, or the person cannot see it.
    """
    match, is_public = await _requested(interaction, press)
    if is_public:
        confirm = replace(press, verb=Verb.POST_POSITION)
        await ask_to_post(interaction, match, confirm, "share.sure")
    else:
        await post_position(interaction, press)


async def post_position(interaction: Interaction, press: Press) -> None:
    """Post the position that a press names, where an animation could be posted. Raises as `press_share`."""
    match, is_public = await _requested(interaction, press)
    number, _, _ = press.argument.partition(".")
    ply, is_numbered = min(int(number), match.ply), press.argument.endswith(NUMBERED)
    async with post_if(interaction, ANSWERS, is_public=is_public) as post:
        await defer_message(interaction, post)
        await _post(interaction, match, ply, is_public=is_public, is_numbered=is_numbered)
    interaction.client.services.private_notes.settle(interaction.user.id, match.id)


async def _requested(interaction: Interaction, press: Press) -> tuple[Match, bool]:
    """The match whose position a press names, and whether everybody sees what is posted of it."""
    match = await interaction.client.services.matches.get(press.match_id)
    is_public = is_posted_publicly(interaction, match)
    if match.state != MatchState.OVER or not match.begun:
        raise Refusal("review.not-over")
    if not press.argument.partition(".")[0].isdecimal():
        raise Refusal("error.unknown-button")
    return match, is_public


async def _post(
    interaction: Interaction, match: Match, ply: int, *, is_public: bool, is_numbered: bool
) -> None:
    composer, me = interaction.client.services.composer, interaction.user.id
    board = board_read_by(match, me, interaction.guild_id, interaction.channel_id)
    reader = await composer.language(board) if is_public else texts(interaction.locale.value)
    look = await composer.look(board.guild_id, board.locale, None if is_public else me)
    picture = await composer.draw(replace(BoardScene.of(match).after(ply), numbers=is_numbered), look)
    view = shared_view(match, board.side, ply, reader)
    await interaction.edit_original_response(view=view, attachments=[picture], allowed_mentions=NOBODY)
