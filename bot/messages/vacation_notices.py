"""Tells an opponent, once, that a match is paused because the other player is on vacation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord
import structlog

from bot.log_context import about
from bot.match.events import MatchEvents
from bot.match.limits import VACATION_NOTICES
from bot.match.own_board import own_board
from bot.match.rate_limits import RateLimit
from bot.messages.activity import Activity
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.composer import Composer
from bot.messages.faults import DISCORD_FAULTS, retry_discord
from bot.messages.kept_messages import Keeper, kept_notice
from bot.messages.notifications import name_of, reply_to
from bot.messages.quiet_hours import QuietHours
from bot.tasks import Tasks, retry_store
from bot.texts import Raw, Texts, texts
from bot.ui.links import link
from bot.ui.players import named
from data.errors import UnavailableMatch
from data.model.board import Board
from data.model.match import Match, PauseReason
from data.model.match_change import MatchChange
from data.model.vacation import Vacation
from data.people.store import Person
from data.store import Store
from games.base import Side

log = structlog.get_logger(__name__)


class VacationNotices:
    """Follows matches that are paused; ``now`` returns unix seconds.

    The board says it too, so after a kill a notice that was not sent is left out.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        composer: Composer,
        activity: Activity,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._store = store.vacations
        self._owns = store.ownership.owns
        self._composer = composer
        self._activity = activity
        self._now = now
        self._limit = RateLimit[int](now, VACATION_NOTICES)
        self._keeper = Keeper(DiscordChannels(client), QuietHours(client, store.settings, now), now)
        self._tasks = Tasks()
        events.follow("paused", self._follow)

    def _follow(self, change: MatchChange) -> None:
        after, is_vacation = change.after, change.after.paused is PauseReason.VACATION
        if is_vacation and self._owns(after.guild_id) and after.home.message_id is not None:
            if self._limit.is_reached(after.id):
                return
            self._limit.count(after.id)
            self._tasks.run(self._notify(after), match=after.id)

    async def _notify(self, match: Match) -> None:
        """Notify the opponent of the person who is on vacation."""
        away = await retry_store(
            lambda: self._store.away((match.first_id, match.second_id)), "vacation not read yet"
        )
        if len(away) != 1:  # both know of their own, or it is over
            return
        side = match.side_of(away[0].user_id) or Side.FIRST
        person = await retry_store(
            lambda: self._activity.person(match.require_user(side.other)), "notice delayed"
        )
        if person.notifications:
            await self._send(match, away[0], person)

    async def _send(self, match: Match, away: Vacation, person: Person) -> None:
        try:
            board = own_board(match, person.user_id) or match.home
            shared = await retry_store(lambda: self._composer.language(board), "notice delayed")
            reader = texts(person.reads) if person.reads else shared
            post = partial(self._post, match, away, person, reader)
            await retry_discord(post, "notice not sent", match=match.id)
        except UnavailableMatch:
            pass
        except DISCORD_FAULTS as fault:
            log.info("no notice of a vacation", fault=str(fault), **about(match))

    async def _post(self, match: Match, away: Vacation, person: Person, reader: Texts) -> None:
        """Post a notice among the person's own messages, or as a reply to their board."""
        board = own_board(match, person.user_id)
        if board is None or board.tokens_only:  # or it would be read in the place of the person who is away
            return
        text = notice(match, board, away, person.user_id, reader)
        nonce = f"v{match.id}.{match.version}"
        own_id = await self._own_messages(board, person.user_id)
        if own_id is not None:
            await self._keeper.channels.send(own_id, Draft(text=text), nonce=nonce, silent=False)
            return
        draft = reply_to(board, person.user_id, text)
        reply = kept_notice(board.id, board.guild_id, board.channel_id, nonce, draft)
        reply.is_new = True
        await self._keeper.show(reply)

    async def _own_messages(self, board: Board, user_id: int) -> int | None:
        """The person's messages with the bot, if the board is in the other player's."""
        if board.guild_id is not None:
            return None
        own_id = await self._keeper.channels.own_messages(user_id)
        return None if own_id == board.channel_id else own_id

    async def close(self) -> None:
        """Stop."""
        await self._tasks.close()


def notice(match: Match, board: Board, away: Vacation, user_id: int, reader: Texts) -> Raw:
    """What the opponent reads, beside a board. Raises ValueError for somebody who is not on vacation."""
    if away.ends_at is None:
        raise ValueError(f"person {away.user_id} is not on vacation")
    return reader(
        "vacation.notice",
        player=Raw(f"<@{user_id}>"),
        opponent=named(match, match.side_of(away.user_id) or Side.FIRST, board.side, reader),
        title=Raw(f"[{name_of(match, reader)}]({link(board)})"),
        when=Raw(f"<t:{round(away.ends_at)}:D>"),
    )
