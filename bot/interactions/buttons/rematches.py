"""The buttons for a rematch, also against the computer a step weaker or stronger."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

from bot.exceptions import Outdated, Refusal
from bot.interactions.buttons.presses import Handlers
from bot.interactions.channel_checks import limits_to_join
from bot.interactions.public_posts import public_post
from bot.interactions.start_match import Request, settle, start_match
from bot.match.level_steps import Step, stepped_level
from bot.match.limits import BOARDS
from bot.match.own_board import board_of, own_board
from bot.match.service import MatchService
from bot.messages.board_answers import BoardAnswers
from bot.messages.private_notes import PrivateNotes
from bot.services import Interaction
from bot.texts import Raw, texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.links import link_for
from data.errors import UnavailableMatch
from data.model.match import DELETED_USER, Match, MatchState, Place
from games.base import Side
from games.starts import is_even_start, random_start

_RANDOM = random.SystemRandom()
_STEPS = {Verb.EASIER: Step.EASIER, Verb.HARDER: Step.HARDER}


class RematchButton:
    """Requests a rematch, or accepts the one that the opponent has requested."""

    def __init__(self, matches: MatchService, boards: BoardAnswers, notes: PrivateNotes) -> None:
        self._matches = matches
        self._boards = boards
        self._notes = notes
        self.handlers: Handlers = dict.fromkeys((Verb.REMATCH, *_STEPS), self._rematch)

    async def _rematch(self, interaction: Interaction, press: Press) -> None:
        match, side = await self._matches.lookup.finished(press.match_id, interaction.user.id)
        if match.teams is not None:
            raise Refusal("team.no-rematch")
        if match.user_of(side.other) == DELETED_USER:
            raise Refusal("rematch.deleted")
        try:
            wanted = replace(_wanted(match, side, press.verb), setup=await self._start(match))
            await start_match(interaction, wanted, over=match)
        except Outdated as existing:
            await self._join(interaction, existing.match)

    async def _start(self, match: Match) -> str | None:
        """The even start of the rematch: the same once more with the sides changed, then another one."""
        if not is_even_start(match.record):
            return None
        with suppress(UnavailableMatch):
            before = await self._matches.get(match.rematch_of or 0)
            if before.setup == match.setup:
                return random_start(match.game, match.variant, _RANDOM)
        return match.setup

    async def _join(self, interaction: Interaction, rematch: Match) -> None:
        """Accept the rematch that the opponent has requested; else link to the one that exists."""
        if rematch.state == MatchState.CHALLENGE and rematch.challenger_id != interaction.user.id:
            await self._accept(interaction, rematch)
        else:
            await self._say(interaction, rematch, "rematch.exists")

    async def _accept(self, interaction: Interaction, challenge: Match) -> None:
        limits = await limits_to_join(interaction, challenge)
        async with public_post(interaction, BOARDS) as post:
            rematch = await self._matches.challenges.accept(challenge.id, interaction.user.id, limits)
            board = own_board(rematch, interaction.user.id) or rematch.home
            if interaction.message is not None and interaction.message.id == board.message_id:
                await self._boards.acknowledge(interaction, rematch)
            else:
                await self._say(interaction, rematch, "rematch.started")
            await settle(interaction, rematch, post)

    async def _say(self, interaction: Interaction, rematch: Match, key: str) -> None:
        """Answer with a sentence that links to the rematch."""
        rematch_link = Raw(link_for(rematch, interaction.user.id))
        text = texts(interaction.locale.value)(key, id=rematch.id, link=rematch_link)
        await self._notes.say(interaction, rematch.id, text)


def _wanted(match: Match, side: Side, verb: Verb) -> Request:
    """The rematch that a button requests. Raises `Refusal` if there is no such opponent."""
    rematch, step = _rematch_of(match, side), _STEPS.get(verb)
    if step is None:
        return rematch
    level = stepped_level(match.game, match.level, step) if match.level is not None else None
    if level is None:
        raise Refusal("error.unknown-button")
    return replace(rematch, level=level)


def _rematch_of(match: Match, side: Side) -> Request:
    """A request for the match with the sides changed, from the person who had ``side``."""
    return Request(
        match.game,
        match.variant,
        side.other,
        opponent_id=match.user_of(side.other),
        level=match.level,
        control=match.clock.control.name if match.clock else None,
        rematch_of=match.id,
        teaching=match.teaching,
        is_rated=match.rated is not None and (match.setup is None or is_even_start(match.record)),
        other_place=_place_of(match, side.other),
    )


def _place_of(match: Match, side: Side) -> Place | None:
    """Where a side has a board of its own; None if both share one. Raises `Refusal` if it is lost."""
    if not match.has_own_boards:
        return None
    board = board_of(match, side)
    if board is None or board.guild_id is None:
        raise Refusal("rematch.no-board")
    return Place(board.guild_id, board.channel_id, board.locale)
