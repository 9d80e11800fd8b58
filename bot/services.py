"""The parts of a running bot, wired together; commands and buttons find them here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol, Self, TypeVar, cast, runtime_checkable

import discord

from bot.blocked import NOBODY, Blocked
from bot.config import KEPT, KeptDays
from bot.match.challenges import CHALLENGE_SECONDS
from bot.match.computer import Judge, Player
from bot.match.events import MatchEvents, ShardsGained
from bot.match.first_matches import FirstMatches
from bot.match.level_steps import StepsOffered
from bot.match.rate_limits import PostLimits
from bot.match.service import MatchService
from bot.messages.activity import Activity
from bot.messages.boards import Boards
from bot.messages.composer import Composer
from bot.messages.interaction_tokens import PersonTokens
from bot.messages.lost_places import LostPlaces
from bot.messages.moderation_log import ModerationLog
from bot.messages.occasions import Occasions
from bot.messages.open_parts import OpenParts
from bot.messages.outages import Outages
from bot.messages.pictures import Pictures
from bot.messages.private_notes import PrivateNotes
from bot.messages.reposting import RepostRule
from bot.messages.welcomes import Welcomes
from bot.sharding.gateway import ShardedClient
from bot.texts.command_names import CommandLinks
from bot.times import Times
from data.model.shards import Shards
from data.servers.settings import SettingsStore
from data.store import Store

P = TypeVar("P")


class Engines(Player, Judge, Protocol):
    """The worker pool: it chooses moves and judges positions."""


@runtime_checkable
class Follower(Protocol):
    """A part that reacts in the background to what happens."""

    async def close(self) -> None:
        """Stop."""


@runtime_checkable
class Worker(Follower, Protocol):
    """A part that also does something by itself, at its time."""

    def start(self) -> None:
        """From now on do what is due, in the shards that this process gains."""


@dataclass(frozen=True, slots=True)
class Services:
    """What interactions use: the core in fields, what features add by `part`."""

    client: discord.AutoShardedClient
    store: Store
    blocked: Blocked
    events: MatchEvents
    times: Times
    kept_days: KeptDays
    settings: SettingsStore
    matches: MatchService
    composer: Composer
    repost_rule: RepostRule
    lost_places: LostPlaces
    moderation_log: ModerationLog
    boards: Boards
    private_notes: PrivateNotes
    open_parts: OpenParts
    person_tokens: PersonTokens
    activity: Activity
    outages: Outages
    commands: CommandLinks
    welcomes: Welcomes
    post_limits: PostLimits
    player: Engines
    _parts: dict[type, object] = field(default_factory=dict)
    """What features add, by class, in the order of building."""

    @classmethod
    def build(
        cls,
        client: discord.AutoShardedClient,
        store: Store,
        player: Engines,
        events: MatchEvents,
        pictures: Pictures,
        times: Times,
        build_parts: Callable[[Services], Iterable[object]],
        challenge_seconds: float = CHALLENGE_SECONDS,
        kept: KeptDays = KEPT,
        blocked: Blocked = NOBODY,
        *,
        reads_messages: bool = False,
    ) -> Self:
        """Wire the parts for a client; nothing runs before `start`.

        ``build_parts`` makes what features add, of the core and of the parts that it has made before. The bot
        ``reads_messages`` in servers. Raises `ValueError` if two of them are of one class.
        """
        now, activity = times.unix, Activity(store.people)
        commands, notes = CommandLinks(), PrivateNotes(events)
        matches = MatchService(
            store,
            player,
            events,
            now,
            challenge_seconds=challenge_seconds,
            was_seen=activity.is_there,
            person=activity.person,
        )
        composer = _composer(client, store, pictures, matches, activity, now, reads_messages)
        rule, lost = RepostRule(now), LostPlaces(store.queries, store.boards, matches.suspensions)
        boards = Boards.build(client, store, composer, rule, lost, matches.hints.of, events, now)
        services = cls(
            client=client,
            store=store,
            blocked=blocked,
            events=events,
            times=times,
            kept_days=kept,
            settings=store.settings,
            matches=matches,
            composer=composer,
            repost_rule=rule,
            lost_places=lost,
            moderation_log=ModerationLog(client, store.settings, composer, now),
            boards=boards,
            private_notes=notes,
            open_parts=OpenParts(store.matches, composer, notes, boards.guard, activity.person, events),
            person_tokens=PersonTokens(),
            activity=activity,
            outages=Outages(client, store, matches.clocks, boards.updates, events, times.running),
            commands=commands,
            welcomes=Welcomes(client, store, composer, activity, commands, now),
            post_limits=PostLimits(times.running, events),
            player=player,
        )
        services._add(build_parts(services))
        return services

    def _add(self, parts: Iterable[object]) -> None:
        """Keep what features add. Raises `ValueError` if two parts are of one class."""
        for part in parts:
            if self._parts.setdefault(type(part), part) is not part:
                raise ValueError(f"two parts are {type(part).__name__}")

    @property
    def now(self) -> Callable[[], float]:
        """Returns the unix time."""
        return self.times.unix

    def part(self, kind: type[P]) -> P:
        """The part of this class. Raises `KeyError` if no feature has added one."""
        return cast(P, self._parts[kind])

    def start(self) -> None:
        """From now on do what is due, in the shards that this process gains: each part follows the events."""
        self.matches.start()
        self.boards.start()
        for part in self._parts.values():
            if isinstance(part, Worker):
                part.start()

    def gain_all(self) -> None:
        """Begin the work on every shard, where no other process shares them."""
        self.events.publish(ShardsGained(Shards.all(self.store.uptime.total)))

    async def close(self) -> None:
        """Stop the background work; what is committed goes on at the next start.

        First stops what changes matches, then what follows changes; boards are late, to show the last one.
        """
        parts = [part for part in reversed(self._parts.values()) if isinstance(part, Follower)]
        first: list[Follower] = [part for part in parts if isinstance(part, Worker)]
        followers = [part for part in parts if not isinstance(part, Worker)]
        notes: list[Follower] = [self.open_parts, self.private_notes]
        last: list[Follower] = [self.lost_places, self.moderation_log, *notes, self.boards]
        for running in (*first, self.outages, self.matches, *followers, *last, self.activity):
            await running.close()


def _composer(
    client: discord.AutoShardedClient,
    store: Store,
    pictures: Pictures,
    matches: MatchService,
    activity: Activity,
    now: Callable[[], float],
    reads_messages: bool,
) -> Composer:
    first = FirstMatches(store.queries, activity.person)
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
        first.suggests,
        first.explains,
        Occasions(),
        StepsOffered(store.queries).of,
        reads_messages,
    )


class Client(ShardedClient):
    """A Discord client with the bot's services."""

    services: Services


Interaction = discord.Interaction[Client]
"""An interaction whose client has services."""
