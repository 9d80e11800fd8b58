"""Starting a match from a command or a button."""

from __future__ import annotations

from dataclasses import dataclass

from bot.interactions.channel_checks import current_place, guild_settings_of
from bot.interactions.public_posts import public_post
from bot.log_context import bind
from bot.match.limits import BOARDS
from bot.match.service import MatchService
from bot.match.setup import Seats
from bot.messages.interaction_responses import PublicPost, in_time
from bot.messages.notifications import IDLE_SECONDS
from bot.services import Interaction
from data.model.match import Match, Place
from games.base import Side


@dataclass(frozen=True, slots=True)
class Request:
    """The match that a person wants to play: against the computer at ``level``, a person, or anyone."""

    game: str
    variant: str
    side: Side
    """The side of the person who asks."""
    opponent_id: int | None = None
    """None with a level; without one anyone can accept."""
    level: str | None = None
    control: str | None = None
    """The name of the time control; None for no clock."""
    rematch_of: int | None = None
    teaching: bool = False
    """Whether costly moves are pointed out; with a level only."""
    setup: str | None = None
    """The position from which it starts (`games.base.Record.setup`)."""
    is_rated: bool = False
    """Whether it counts for the ratings of both; between people only."""
    is_voted: bool = False
    """Whether everybody in the channel votes for the moves; with a level only."""
    other_place: Place | None = None
    """Where the opponent has a board of their own; None if both share one."""


async def start_match(interaction: Interaction, wanted: Request, over: Match | None = None) -> Match:
    """Start a match against the computer, or challenge a person or anyone; answers with its message.

    That is the message of the match that is ``over``, if that was pressed, is near, and the opponent is
    there to see it: an edit mentions nobody. Raises `Outdated` with the rematch that already exists.
    """
    shared = wanted.level is None or wanted.is_voted
    async with public_post(interaction, BOARDS, mentioned=wanted.opponent_id, shared=shared) as post:
        return await _start(interaction, wanted, over, post)


async def _start(interaction: Interaction, wanted: Request, over: Match | None, post: PublicPost) -> Match:
    services = interaction.client.services
    shared = wanted.level is None or wanted.is_voted
    place = await current_place(interaction, wanted.game, wanted.level, shared=shared)
    starting = _stored(services.matches, wanted, interaction.user.id, place)
    match = await in_time(interaction, starting, thinking=True)
    bind(match=match.id)
    if over is not None and _can_replace(interaction, over, wanted.opponent_id):
        return await services.boards.answers.replace(interaction, match, over)
    match = await services.boards.messages.post(interaction, match, match.home, post)
    return await settle(interaction, match, post) if match.begun else match


def _can_replace(interaction: Interaction, over: Match, opponent_id: int | None) -> bool:
    """Whether the message of the match that is over can become that of its rematch."""
    services = interaction.client.services
    sees = opponent_id is not None and services.activity.is_there(opponent_id, IDLE_SECONDS)
    is_deferred = interaction.response.is_done()
    return (
        not over.has_own_boards
        and sees
        and not is_deferred
        and services.boards.answers.can_replace(interaction, over)
    )


async def _stored(matches: MatchService, wanted: Request, user_id: int, place: Place) -> Match:
    """Store the match, or the challenge, that a person wants. Raises `Refusal`."""
    opponent = wanted.opponent_id
    seats = Seats(user_id, opponent) if wanted.side is Side.FIRST else Seats(opponent, user_id)
    if wanted.level is not None:
        return await matches.start_against_computer(
            wanted.game,
            wanted.variant,
            seats,
            wanted.level,
            place,
            wanted.control,
            wanted.rematch_of,
            teaching=wanted.teaching,
            setup=wanted.setup,
            is_voted=wanted.is_voted,
        )
    return await matches.challenges.create(
        wanted.game,
        wanted.variant,
        seats,
        user_id,
        place,
        wanted.control,
        wanted.rematch_of,
        wanted.setup,
        is_rated=wanted.is_rated,
        other_place=wanted.other_place,
    )


async def settle(interaction: Interaction, match: Match, post: PublicPost) -> Match:
    """Move a match that has just begun to a thread, if its server wants that and it has one board."""
    if match.has_own_boards:
        return match
    settings = await guild_settings_of(interaction)
    if settings is not None and settings.threads:
        match = await interaction.client.services.boards.messages.open_thread(interaction, match, match.home)
    return match
