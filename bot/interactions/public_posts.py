"""What a person does that others see: each command and press that posts asks here, before it stores anything.

A post is a new message or thread. Whoever begins a match, accepts one or joins one posts too, also where a
message that is there is edited. The moves and offers of players are no posts: who sits at a board plays on.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from bot.interactions.channel_checks import check_can_post
from bot.match.limits import Rate
from bot.messages.interaction_responses import PublicPost
from bot.services import Interaction


@contextlib.asynccontextmanager
async def public_post(
    interaction: Interaction, rate: Rate, *, mentioned: int | None = None, shared: bool = True
) -> AsyncIterator[PublicPost]:
    """A block that posts once in the channel of an interaction, and mentions a person, if any.

    ``shared``: another person has to see it. A post that fails does not count.
    Raises `Refusal` if the bot, the person or the server does not allow it, or after too many.
    """
    await check_can_post(interaction, shared=shared)
    limits, me = interaction.client.services.post_limits, interaction.user.id
    with limits.posting(rate, me, interaction.guild_id, mentioned):
        yield PublicPost(mentioned)


@contextlib.asynccontextmanager
async def post_if(
    interaction: Interaction, rate: Rate, *, is_public: bool
) -> AsyncIterator[PublicPost | None]:
    """A block that answers in public, as `public_post`, or with the value None the person alone."""
    if not is_public:
        yield None
        return
    async with public_post(interaction, rate) as post:
        yield post
