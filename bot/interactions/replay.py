"""Posting a match that is over, move by move, as an animation."""

from __future__ import annotations

from dataclasses import replace

from bot.drawing.animation import Format
from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post
from bot.interactions.feature import Feature
from bot.interactions.public_posts import post_if
from bot.match.analyses import Analyses
from bot.match.limits import ANSWERS
from bot.match.own_board import board_in, board_read_by
from bot.messages.access import check_visible
from bot.messages.interaction_responses import NOBODY, defer_message
from bot.messages.replays import Replays
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.notices import confirm_post_view
from bot.ui.replay import replay_view
from data.model.match import Match, MatchState


async def press_replay(interaction: Interaction, press: Press) -> None:
    """Ask before the animation of a match is posted; what nobody else sees is not asked."""
    match = await interaction.client.services.matches.get(press.match_id)
    if is_posted_publicly(interaction, match) and match.state == MatchState.OVER and match.moves:
        confirm = replace(press, verb=Verb.POST_REPLAY)
        await ask_to_post(interaction, match, confirm, "replay.sure")
    else:
        await show_replay(interaction, match)


async def ask_to_post(interaction: Interaction, match: Match, confirm: Press, key: str) -> None:
    """Ask, by the sentence ``key``, for the press that posts something of a match for everybody.

    Raises `Refusal` if the bot, the person or the server does not allow the post.
    """
    await check_can_post(interaction, shared=True)
    view = confirm_post_view(confirm, key, texts(interaction.locale.value))
    notes = interaction.client.services.private_notes
    notes.settle(interaction.user.id, match.id)  # an earlier note can be above the review
    await notes.show(interaction, match.id, view)


async def post_replay(interaction: Interaction, press: Press) -> None:
    """Post the animation after the question."""
    await show_replay(interaction, await interaction.client.services.matches.get(press.match_id))
    interaction.client.services.private_notes.settle(interaction.user.id, press.match_id)


async def show_replay(interaction: Interaction, match: Match, file_format: Format = Format.WEBP) -> None:
    """Answer with a match's animation. Raises `Refusal` if it is not over, or the person cannot see it.

    Everybody sees it where the match was played, and wherever a player of it, or who imported it, posts it.
    """
    services, user_id = interaction.client.services, interaction.user.id
    board = board_read_by(match, user_id, interaction.guild_id, interaction.channel_id)
    is_public = is_posted_publicly(interaction, match)
    if match.state != MatchState.OVER or not match.moves:
        raise Refusal("replay.not-over")
    async with post_if(interaction, ANSWERS, is_public=is_public) as post:
        with services.part(Replays).limit.take(user_id):
            await defer_message(interaction, post)
            reader = await services.composer.language(board) if is_public else texts(interaction.locale.value)
            reader_id = None if is_public else user_id
            file = await services.part(Replays).file(match, board, file_format, reader_id)
        view = replay_view(match, board.side, file_format, reader)
        await interaction.edit_original_response(view=view, attachments=[file], allowed_mentions=NOBODY)


def is_posted_publicly(interaction: Interaction, match: Match) -> bool:
    """Whether everybody sees what the person posts of a match here, or only they.

    Raises `Refusal` if the person cannot see the match.
    """
    user_id = interaction.user.id
    if match.side_of(user_id) is not None or match.imported_by == user_id:
        return True
    check_visible(interaction, match)
    return board_in(match, interaction.guild_id, interaction.channel_id).channel_id == interaction.channel_id


REPLAYS = Feature(
    buttons={Verb.REPLAY: press_replay, Verb.POST_REPLAY: post_replay},
    build=lambda core: [
        Replays(core.composer, core.store.queries.times_left, core.part(Analyses).scores, core.times.running)
    ],
)
