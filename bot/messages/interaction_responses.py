"""Answers to interactions, at once or after they were deferred."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import aiohttp
import discord
import structlog
from discord.http import MultipartParameters, Route
from discord.ui import LayoutView
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.messages.faults import DISCORD_FAULTS

log = structlog.get_logger(__name__)

T = TypeVar("T")
Composed = tuple[LayoutView, list[discord.File]]
"""The components and the attachments of a message."""

WAIT_SECONDS = 0.8
"""How long an interaction waits, for the store or for its picture, before it is deferred."""

NOBODY = discord.AllowedMentions.none()
_REPLACED = "the sign that the bot thinks was replaced"


@dataclass(frozen=True, slots=True)
class PublicPost:
    """A permit to post for everybody to see now; only `bot.interactions.public_posts` makes them."""

    mentioned: int | None = None
    """Whom the post mentions."""

    @property
    def mentions(self) -> discord.AllowedMentions:
        """The mentions that the post carries."""
        return (
            NOBODY
            if self.mentioned is None
            else discord.AllowedMentions(users=[discord.Object(self.mentioned)])
        )


def is_thinking(interaction: discord.Interaction) -> bool:
    """Whether the person, or everybody, still sees that the bot "is thinking"."""
    deferred = discord.InteractionResponseType.deferred_channel_message
    return interaction.response.type is deferred and _REPLACED not in interaction.extras


async def replace_thinking(
    interaction: discord.Interaction,
    view: LayoutView,
    files: Sequence[discord.File] = (),
    mentions: discord.AllowedMentions = NOBODY,
) -> int:
    """Put a message in the place of the sign that the bot thinks; returns its id."""
    sent = await interaction.edit_original_response(
        view=view, attachments=[*files], allowed_mentions=mentions
    )
    interaction.extras[_REPLACED] = True
    return sent.id


async def defer(interaction: discord.Interaction, *, thinking: bool = False, ephemeral: bool = False) -> bool:
    """Defer, unless there is an answer already; False if Discord does not accept that."""
    if not interaction.response.is_done():
        try:
            await interaction.response.defer(thinking=thinking, ephemeral=ephemeral)
        except DISCORD_FAULTS as fault:
            log.info("not deferred", fault=str(fault))
    return interaction.response.is_done()


async def defer_message(interaction: discord.Interaction, post: PublicPost | None) -> None:
    """Say that an answer is being made: for everybody, or, without a ``post``, for the person alone."""
    await interaction.response.defer(ephemeral=post is None, thinking=True)


async def in_time(
    interaction: discord.Interaction, work: Awaitable[T], *, thinking: bool = False, ephemeral: bool = False
) -> T:
    """What ``work`` returns; the interaction is deferred if that takes longer than `WAIT_SECONDS`."""
    deferring: list[asyncio.Task[bool]] = []
    loop = asyncio.get_running_loop()

    def begin_to_defer() -> None:
        deferring.append(loop.create_task(defer(interaction, thinking=thinking, ephemeral=ephemeral)))

    # A timer and no task: most work is done before it, and presses are many.
    late = loop.call_later(WAIT_SECONDS, begin_to_defer)
    try:
        return await work
    finally:
        late.cancel()
        for task in deferring:
            await task  # so that what follows is the second answer


def is_unanswered(interaction: discord.Interaction) -> bool:
    """Whether a press can still be answered by editing its message: at most it was deferred."""
    response = interaction.response
    return not response.is_done() or response.type is discord.InteractionResponseType.deferred_message_update


async def edit_message(interaction: discord.Interaction, view: LayoutView, files: list[discord.File]) -> None:
    """Answer a press by editing the message with the component."""
    if interaction.response.is_done():
        # Of a press that was deferred, the "original response" is the message with the component.
        await replace_thinking(interaction, view, files)
        return
    before = async_context.set(_UNREAD)
    try:
        await interaction.response.edit_message(view=view, attachments=files, allowed_mentions=NOBODY)
    finally:
        async_context.reset(before)


class _Unread(AsyncWebhookAdapter):
    """Answers interactions without having Discord send the message back, which nobody reads."""

    async def create_interaction_response(  # type: ignore[override]
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        params: MultipartParameters,
        **proxies: Any,
    ) -> dict[str, Any]:
        """See discord.py's method, which asks for the message."""
        path = "/interactions/{webhook_id}/{webhook_token}/callback"
        route = Route("POST", path, webhook_id=interaction_id, webhook_token=token)
        body = (
            {"files": params.files, "multipart": params.multipart}
            if params.files
            else {"payload": params.payload}
        )
        await self.request(route, session, **body, **proxies)
        return {"interaction": {"id": interaction_id}}


_UNREAD = _Unread()  # type: ignore[no-untyped-call]


async def answer_privately(
    interaction: discord.Interaction, view: LayoutView, files: list[discord.File]
) -> int:
    """Edit the person's own message with the button, or send them one if everybody sees that.

    Returns the message's id.
    """
    own = _own_message(interaction)
    if own is not None:
        await edit_message(interaction, view, files)
        return own.id
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        return await replace_thinking(interaction, view, files)
    answer = await interaction.response.send_message(
        view=view, files=files, ephemeral=True, allowed_mentions=NOBODY
    )
    return _id_of(answer)


async def answer_privately_in_time(interaction: discord.Interaction, work: Awaitable[Composed]) -> int:
    """Answer privately with what ``work`` returns; deferred if that takes longer than `WAIT_SECONDS`.

    Returns the message's id.
    """
    thinking = _own_message(interaction) is None
    return await answer_privately(
        interaction, *await in_time(interaction, work, thinking=thinking, ephemeral=True)
    )


def _own_message(interaction: discord.Interaction) -> discord.Message | None:
    """The message with the button that was pressed, if only the person sees it."""
    message = interaction.message
    return message if message is not None and message.flags.ephemeral else None


def _id_of(answer: discord.InteractionCallbackResponse[discord.Client]) -> int:
    if answer.message_id is None:
        raise RuntimeError("Discord answered a message without its id")
    return answer.message_id


async def send_message(
    interaction: discord.Interaction, post: PublicPost, view: LayoutView, files: list[discord.File]
) -> int:
    """Answer with a message that everybody sees; returns its id."""
    mentions = post.mentions
    if interaction.response.is_done():
        return await replace_thinking(interaction, view, files, mentions)
    answer = await interaction.response.send_message(view=view, files=files, allowed_mentions=mentions)
    return _id_of(answer)


async def follow_up(
    interaction: discord.Interaction, post: PublicPost, view: LayoutView, files: list[discord.File]
) -> int:
    """Send a message that everybody sees after an interaction was answered; returns its id."""
    sent = await interaction.followup.send(view=view, files=files, allowed_mentions=post.mentions, wait=True)
    return sent.id
