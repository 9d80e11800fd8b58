"""The animation of a match that is over: for the person who asks, and posted after a question."""

from __future__ import annotations

from dataclasses import replace

from bot.drawing.animation import Format
from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post
from bot.interactions.feature import Feature
from bot.interactions.public_posts import public_post
from bot.match.analyses import Analyses
from bot.match.limits import ANSWERS
from bot.match.own_board import board_in, board_read_by
from bot.messages.access import check_visible
from bot.messages.interaction_responses import NOBODY, defer_message
from bot.messages.replays import Replays
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.notices import confirm_post_view
from bot.ui.replay import replay_view
from data.model.board import Board
from data.model.match import Match, MatchState

POST = "post"
"""The argument of the button that posts an animation, before a dot and its format."""


async def press_replay(interaction: Interaction, press: Press) -> None:
    """Show the animation of a match to the person alone; ask before its own button posts it for everybody."""
    match = await interaction.client.services.matches.get(press.match_id)
    word, _, _ = press.argument.partition(".")
    if word == POST and is_posted_publicly(interaction, match):
        await ask_to_post(interaction, match, replace(press, verb=Verb.POST_REPLAY), "replay.sure")
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
    """Post the animation after the question, for everybody where the match was played.

    So it is wherever a player of it, or who imported it, posts it; for others only they see it.
    """
    services = interaction.client.services
    match = await services.matches.get(press.match_id)
    name = press.argument.rpartition(".")[2]
    file_format = Format(name) if name in [*Format] else Format.WEBP
    if is_posted_publicly(interaction, match):
        _check_over(match)
        async with public_post(interaction, ANSWERS) as post:
            await defer_message(interaction, post)
            reader = await services.composer.language(_board(interaction, match))
            await _show(interaction, match, file_format, reader, None)
    else:
        await show_replay(interaction, match, file_format)
    services.private_notes.settle(interaction.user.id, press.match_id)


async def show_replay(interaction: Interaction, match: Match, file_format: Format = Format.WEBP) -> None:
    """Answer the person alone with a match's animation, and a button that posts it where that can be.

    Raises `Refusal` if the match is not over, or the person cannot see it.
    """
    can_post, reader = is_posted_publicly(interaction, match), texts(interaction.locale.value)
    _check_over(match)
    with interaction.client.services.part(Replays).limit.take(interaction.user.id):
        await defer_message(interaction, None)
        post = Press(Verb.REPLAY, match.id, match.position_id, f"{POST}.{file_format}") if can_post else None
        await _show(interaction, match, file_format, reader, interaction.user.id, post)


def _check_over(match: Match) -> None:
    if match.state != MatchState.OVER or not match.moves:
        raise Refusal("replay.not-over")


def _board(interaction: Interaction, match: Match) -> Board:
    return board_read_by(match, interaction.user.id, interaction.guild_id, interaction.channel_id)


async def _show(
    interaction: Interaction,
    match: Match,
    file_format: Format,
    reader: Texts,
    reader_id: int | None,
    post: Press | None = None,
) -> None:
    """Complete the deferred answer as one person sees it, or without ``reader_id`` everybody at the board."""
    board = _board(interaction, match)
    file = await interaction.client.services.part(Replays).file(match, board, file_format, reader_id)
    view = replay_view(match, board.side, file_format, reader, post)
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
