"""The parts of a running bot, wired together; commands and buttons find them here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, Self

import discord

from bot.blocked import NOBODY, Blocked
from bot.config import KEPT, KeptDays
from bot.match.accuracies import Accuracies
from bot.match.analyses import Analyses, Judge
from bot.match.challenges import CHALLENGE_SECONDS
from bot.match.computer import Player
from bot.match.conditional_moves import ConditionalReplies
from bot.match.erasure import Erasure
from bot.match.events import MatchEvents, ShardsGained
from bot.match.limits import IMPORTS
from bot.match.mistakes import Mistakes
from bot.match.opening_index import OpeningIndex
from bot.match.rate_limits import CostlyLimit, PostLimits
from bot.match.retention import Retention
from bot.match.seeks import Seeks
from bot.match.service import MatchService
from bot.match.tournaments import Tournaments
from bot.messages.activity import Activity
from bot.messages.boards import Boards
from bot.messages.composer import Composer
from bot.messages.daily_puzzles import DailyPuzzles
from bot.messages.lesson_offers import LessonOffers
from bot.messages.lost_places import LostPlaces
from bot.messages.moderation_log import ModerationLog
from bot.messages.notifications import Notifications
from bot.messages.outages import Outages
from bot.messages.overviews import Overviews
from bot.messages.person_tokens import PersonTokens
from bot.messages.pictures import Pictures
from bot.messages.private_notes import PrivateNotes
from bot.messages.rank_roles import RankRoles
from bot.messages.removals import Removals
from bot.messages.replays import Replays
from bot.messages.reposting import RepostRule
from bot.messages.seek_boards import SeekBoards
from bot.messages.teaching_notes import TeachingNotes
from bot.messages.tournament_messages import TournamentMessages
from bot.messages.vacation_notices import VacationNotices
from bot.messages.watchers import Watchers
from bot.messages.welcomes import Welcomes
from bot.records.reading_process import RecordReader
from bot.sharding.gateway import ShardedClient
from bot.texts.command_names import CommandLinks
from bot.times import Times
from data.model.shards import Shards
from data.servers.settings import SettingsStore
from data.store import Store


class Engines(Player, Judge, Protocol):
    """The worker pool: it chooses moves and judges positions."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that interactions use."""

    store: Store
    blocked: Blocked
    events: MatchEvents
    settings: SettingsStore
    matches: MatchService
    conditional_moves: ConditionalReplies
    seeks: Seeks
    analyses: Analyses
    accuracies: Accuracies
    overviews: Overviews
    mistakes: Mistakes
    composer: Composer
    replays: Replays
    repost_rule: RepostRule
    lost_places: LostPlaces
    moderation_log: ModerationLog
    boards: Boards
    removals: Removals
    private_notes: PrivateNotes
    person_tokens: PersonTokens
    teaching_notes: TeachingNotes
    lesson_offers: LessonOffers
    activity: Activity
    notifications: Notifications
    vacation_notices: VacationNotices
    outages: Outages
    commands: CommandLinks
    seek_boards: SeekBoards
    rank_roles: RankRoles
    daily_puzzles: DailyPuzzles
    welcomes: Welcomes
    watchers: Watchers
    tournaments: Tournaments
    tournament_messages: TournamentMessages
    opening_index: OpeningIndex
    retention: Retention
    erasure: Erasure
    post_limits: PostLimits
    player: Engines
    record_reader: RecordReader = field(default_factory=RecordReader)
    import_limit: CostlyLimit = field(default_factory=lambda: CostlyLimit(time.monotonic, IMPORTS))

    @classmethod
    def build(
        cls,
        client: discord.AutoShardedClient,
        store: Store,
        player: Engines,
        events: MatchEvents,
        pictures: Pictures,
        times: Times,
        challenge_seconds: float = CHALLENGE_SECONDS,
        kept: KeptDays = KEPT,
        blocked: Blocked = NOBODY,
    ) -> Self:
        """Wire the parts for a client; nothing runs before `start`."""
        now, activity, tokens, commands = times.unix, Activity(store.people), PersonTokens(), CommandLinks()
        matches = _matches(store, player, events, now, activity, challenge_seconds)
        composer = _composer(client, store, pictures, matches, activity, now)
        analyses, rule, notes = Analyses(player, store, events, now), RepostRule(now), PrivateNotes(events)
        lost = LostPlaces(store.queries, store.boards, matches.suspensions)
        boards = Boards.build(client, store, composer, rule, lost, matches.hints.of, events, now)
        return cls(
            store=store,
            blocked=blocked,
            events=events,
            settings=store.settings,
            matches=matches,
            conditional_moves=ConditionalReplies(store, matches.lookup, events),
            seeks=(seeks := Seeks(store, events, now)),
            analyses=analyses,
            accuracies=Accuracies(store.analyses, events),
            mistakes=Mistakes(store.mistakes, events, now, times.running),
            overviews=Overviews(analyses, composer, store.queries.times_left),
            composer=composer,
            replays=Replays(composer, store.queries.times_left, analyses.scores, times.running),
            repost_rule=rule,
            lost_places=lost,
            moderation_log=ModerationLog(client, store.settings, composer, now),
            boards=boards,
            removals=Removals(client, store.messages_to_delete, events),
            private_notes=notes,
            person_tokens=tokens,
            teaching_notes=TeachingNotes(tokens, notes, events),
            lesson_offers=LessonOffers(store.lessons, tokens, notes, events),
            activity=activity,
            notifications=Notifications(client, store, activity, composer, events, now),
            vacation_notices=VacationNotices(client, store, composer, activity, events, now),
            outages=Outages(client, store, matches.clocks, boards.updates, events, times.running),
            commands=commands,
            seek_boards=SeekBoards(client, store, seeks, rule, events, now),
            rank_roles=RankRoles(client, store, events, now),
            daily_puzzles=DailyPuzzles(client, store, composer, activity, events, now),
            welcomes=Welcomes(client, store, composer, activity, commands, now),
            watchers=Watchers(store.matches, composer, events, now),
            player=player,
            tournaments=(tournaments := Tournaments(store, events, now)),
            tournament_messages=TournamentMessages(client, store, tournaments, boards, matches, events, now),
            opening_index=OpeningIndex(store.openings, events),
            retention=Retention(store, kept, lambda: [guild.id for guild in client.guilds], events, now),
            erasure=Erasure(store, matches, seeks),
            post_limits=PostLimits(times.running, events),
        )

    def start(self) -> None:
        """From now on do what is due, in the shards that this process gains: each part follows the events."""
        self.matches.start()
        self.seeks.start()
        self.analyses.start()
        self.boards.start()
        self.tournament_messages.start()
        self.rank_roles.start()
        self.daily_puzzles.start()
        self.retention.start()

    def gain_all(self) -> None:
        """Begin the work on every shard, where no other process shares them."""
        self.events.publish(ShardsGained(Shards.all(self.store.uptime.total)))

    async def close(self) -> None:
        """Stop the background work; what is committed goes on at the next start."""
        await self.retention.close()
        await self.opening_index.close()
        await self.tournament_messages.close()
        await self.daily_puzzles.close()
        await self.outages.close()
        await self.overviews.close()
        await self.analyses.close()
        await self.mistakes.close()
        await self.accuracies.close()
        await self.matches.close()
        await self.conditional_moves.close()
        await self.seeks.close()
        await self.lost_places.close()
        await self.moderation_log.close()
        await self.notifications.close()
        await self.vacation_notices.close()
        await self.seek_boards.close()
        await self.rank_roles.close()
        await self.teaching_notes.close()
        await self.lesson_offers.close()
        await self.private_notes.close()
        await self.watchers.close()
        await self.removals.close()
        await self.boards.close()
        await self.activity.close()


def _matches(
    store: Store,
    player: Engines,
    events: MatchEvents,
    now: Callable[[], float],
    activity: Activity,
    challenge_seconds: float,
) -> MatchService:
    is_there = activity.is_there
    return MatchService(store, player, events, now, challenge_seconds=challenge_seconds, was_seen=is_there)


def _composer(
    client: discord.AutoShardedClient,
    store: Store,
    pictures: Pictures,
    matches: MatchService,
    activity: Activity,
    now: Callable[[], float],
) -> Composer:
    return Composer(
        store.settings,
        pictures,
        client.get_guild,
        matches.wait,
        matches.hints.of,
        store.uptime.of,
        matches.get,
        activity.person,
        now,
        matches.votes.counts,
    )


class Client(ShardedClient):
    """A Discord client with the bot's services."""

    services: Services


Interaction = discord.Interaction[Client]
"""An interaction whose client has services."""
