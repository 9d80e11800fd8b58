"""Two processes on one PostgreSQL database: shards go from one to the other while people and computers play.

Each process learns late that it has gained or lost a shard, and late what the other has changed. The leases'
rows say who owns what; at each change of an owner the versions of all matches are noted, so that afterwards
it is known who owned a shard when a change was committed.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, cast

import discord
import pytest
from sqlalchemy import Connection, insert, select, update

from bot.exceptions import Refusal
from bot.features import FEATURES
from bot.interactions.buttons.dispatch import Buttons
from bot.match import computer
from bot.match.computer import is_turn
from bot.match.events import MatchEvents, ShardsGained, ShardsLost
from bot.match.readable import check_match
from bot.match.setup import Seats
from bot.messages import composer, notifications, press_guard, private_notes
from bot.messages.notifications import Notifications
from bot.services import Services
from bot.times import Times
from data.leases import tables
from data.model.match import Match, MatchState
from data.model.match_change import MatchChange
from data.model.shards import Shards, shard_of
from data.store import Store, open_store
from data.tables.matches import matches
from data.tables.processes import shard_leases
from games import GAMES, replay
from games.base import PASS, Move, Record, RuleError, Side
from tests import postgresql
from tests.boards import post
from tests.bot.discord_fakes import FakeClient, FakeDiscord, Method, snowflake
from tests.bot.drawn import in_threads
from tests.bot.harness import Harness
from tests.bot.owned import TOTAL, there
from tests.bot.service import Player, publishing

STEPS = 220
BLANK = b"a picture"
NEVER = 1e12
"""Unix seconds at which leases lapse."""
WITHIN = 60.0
EDITS = (Method.EDIT, Method.TOKEN_EDIT, Method.UPDATE, Method.EDIT_RESPONSE)


class Leases:
    """The ownership of a process whose leases never lapse; the test says when it learns of changes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.epochs: dict[int, int] = {}
        self.events = MatchEvents()

    def owns(self, guild_id: int | None) -> bool:
        """See `data.leases.ownership.Ownership.owns`."""
        return shard_of(guild_id, TOTAL) in self.epochs

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        """See `data.leases.ownership.Ownership.confirm`."""
        shard = shard_of(guild_id, TOTAL)
        epoch = self.epochs.get(shard)
        return epoch is not None and tables.is_owner(connection, self.name, shard, epoch, tables.server_now)

    def gain(self, shard: int, epoch: int) -> None:
        """The process learns that it owns a shard."""
        self.epochs[shard] = epoch
        self.events.publish(ShardsGained(Shards.of([shard], TOTAL)))

    def lose(self, shard: int) -> None:
        """The process learns that it does not own a shard anymore."""
        self.epochs.pop(shard, None)
        self.events.publish(ShardsLost(Shards.of([shard], TOTAL)))


class Feed(MatchEvents):
    """The events of a process. Its changes reach the other process a little later, in their order."""

    def __init__(self, choice: random.Random) -> None:
        super().__init__()
        self._choice = choice
        self.committed: list[MatchChange] = []
        self.other: Feed | None = None
        self.arriving: asyncio.Queue[MatchChange] = asyncio.Queue()
        self.on_the_way = 0

    def publish(self, event: object) -> None:
        """Publish what happens in this process, and pass changes of matches on."""
        super().publish(event)
        if isinstance(event, MatchChange) and self.other is not None:
            self.committed.append(event)
            self.other.on_the_way += 1
            self.other.arriving.put_nowait(event)

    async def run(self) -> None:
        """Publish what the other process has changed."""
        while True:
            change = await self.arriving.get()
            await asyncio.sleep(self._choice.choice((0, 0, 0.001, 0.01)))
            super().publish(change)
            self.on_the_way -= 1


@dataclass
class Process:
    """A bot process, without a client of its own."""

    leases: Leases
    events: Feed
    harness: Harness


@contextlib.asynccontextmanager
async def process(store: Store, leases: Leases, fake: FakeDiscord, seed: int) -> AsyncIterator[Process]:
    """A process over a store; what it sends arrives at the one Discord."""
    choice = random.Random(seed)

    async def how(record: Record) -> Move:
        await asyncio.sleep(choice.random() * 0.02)
        return choice.choice(replay(record).legal_moves())

    events, player, pictures = Feed(choice), Player(how), in_threads()
    leases.events = events
    client, published = FakeClient(fake), publishing(store, events)
    typed = cast(discord.AutoShardedClient, client)
    services = Services.build(typed, published, player, events, pictures, Times(), FEATURES.build, 1.0)
    client.services = services
    services.matches.start()
    made = Harness(
        fake,
        client,
        published,
        cast(Any, player),
        events,
        services,
        Buttons(services, FEATURES.buttons, FEATURES.for_spectators),
    )
    feeding = asyncio.create_task(events.run())
    try:
        yield Process(leases, events, made)
    finally:
        feeding.cancel()
        await services.close()
        pictures.close()


@dataclass
class Story:
    """What happens to both processes, and what has to be remembered of it."""

    choice: random.Random
    processes: tuple[Process, Process]
    fake: FakeDiscord
    owners: dict[int, list[tuple[str, dict[int, int]]]] = field(default_factory=dict)
    """By shard, every owner with the versions of matches when it began."""
    people: int = 1000

    @property
    def store(self) -> Store:
        return self.processes[0].harness.store

    def anybody(self) -> Harness:
        """The process that gets what a person does."""
        return self.choice.choice(self.processes).harness

    # --- Shards --------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """The first process owns every shard."""
        first = self.processes[0].leases

        def work(connection: Connection) -> None:
            for shard in range(TOTAL):
                row = {"shard": shard, "owner": first.name, "epoch": 1, "expires_at": NEVER}
                connection.execute(insert(shard_leases).values(**row))

        await self.store.database.write(work)
        for shard in range(TOTAL):
            self.owners[shard] = [(first.name, {})]
            first.gain(shard, 1)

    async def hand_over(self, shard: int) -> None:
        """Give a shard to the other process; both learn of that a little later, in any order."""
        name, _ = self.owners[shard][-1]
        old, new = sorted((one.leases for one in self.processes), key=lambda one: one.name != name)
        of_shard = shard_leases.c.shard == shard

        def work(connection: Connection) -> tuple[int, dict[int, int]]:
            locked = select(shard_leases.c.epoch).where(of_shard).with_for_update()
            epoch: int = connection.execute(locked).scalar_one() + 1
            connection.execute(update(shard_leases).where(of_shard).values(owner=new.name, epoch=epoch))
            found = connection.execute(select(matches.c.id, matches.c.version))
            return epoch, {row.id: row.version for row in found}

        epoch, versions = await self.store.database.write(work)
        self.owners[shard].append((new.name, versions))
        learn: list[Callable[[], None]] = [lambda: old.lose(shard), lambda: new.gain(shard, epoch)]
        self.choice.shuffle(learn)
        for one in learn:
            await asyncio.sleep(self.choice.choice((0, 0.001, 0.02)))
            one()

    def flicker(self, shard: int) -> None:
        """A lease lapses in its process, and is renewed at once, perhaps again and again."""
        name, _ = self.owners[shard][-1]
        leases = next(one.leases for one in self.processes if one.leases.name == name)
        epoch = leases.epochs[shard]
        for _ in range(self.choice.randint(1, 3)):
            leases.lose(shard)
            leases.gain(shard, epoch)

    # --- Matches -------------------------------------------------------------------------------------

    async def new_match(self) -> Match:
        """A match of new people, or of a new person against the computer, with a message."""
        if self.choice.random() >= 0.6:
            return await self.match_of_two()
        self.people += 2
        one, place, ana = self.anybody(), there(self.choice.randrange(TOTAL)), self.people
        seats = self.choice.choice((Seats(ana, None), Seats(None, ana)))
        service = one.services.matches
        return await self.post(await service.start_against_computer("othello", "6x6", seats, "3", place))

    async def match_of_two(self) -> Match:
        """A match of two new people, with a message."""
        self.people += 2
        one, place = self.anybody(), there(self.choice.randrange(TOTAL))
        challenges, ana, ben = one.services.matches.challenges, self.people, self.people + 1
        match = await challenges.create("othello", "6x6", Seats(ana, ben), ana, place)
        return await self.post(await challenges.accept(match.id, ben))

    async def post(self, match: Match) -> Match:
        """Give a match a message, which shows nothing of it yet."""
        message_id = snowflake() + match.id + 1000 * self.choice.randrange(1000)
        posted = await post(self.store, match, message_id, version=0)
        for one in self.processes:
            one.harness.services.repost_rule.caught_up(match.home.channel_id, [])
            one.harness.services.boards.updates.show(match.id, match.home.id)
        return posted

    async def unanswered(self) -> None:
        """A challenge that nobody answers."""
        self.people += 2
        seats, place = Seats(self.people, self.people + 1), there(self.choice.randrange(TOTAL))
        service = self.anybody().services.matches
        await service.challenges.create("othello", "6x6", seats, self.people, place)

    async def act(self, match_id: int) -> None:
        """A person does something in a match, in either process."""
        one, what = self.anybody(), self.choice.random()
        match = await self.store.matches.get(match_id)
        if match.state != MatchState.PLAYING:
            return
        service = one.services.matches
        person = match.first_id if match.first_id is not None else match.require_user(Side.SECOND)
        with contextlib.suppress(Refusal):
            if what < 0.08:
                await service.takebacks.request(match.id, match.position_id, person)
            elif what < 0.12:
                await self.bring(one, match, person)
            elif what < 0.14:
                await service.resign(match.id, None, person)
            else:
                await self.play(one, match)

    async def bring(self, one: Harness, match: Match, person: int) -> None:
        """A person brings a match to a server of the other shard, where its message is posted."""
        shard = 1 - shard_of(match.guild_id, TOTAL)
        moved = await one.services.matches.suspensions.move_to(match, person, there(shard))
        await self.post(moved)

    async def play(self, one: Harness, match: Match) -> None:
        """The person to move plays, by a press or in words."""
        position = replay(match.record)
        user = match.user_of(position.to_move)
        if user is None:
            return
        move = self.choice.choice(position.legal_moves())
        if match.home.message_id is not None and self.choice.random() < 0.5:
            await one.presses(user, match, "move", move)
        else:
            position_id = self.choice.choice((None, match.position_id))
            # Without a position, the move may come to one that another press has just led to.
            with contextlib.suppress(*([RuleError] if position_id is None else [])):
                await one.services.matches.play(match.id, position_id, user, move)

    # --- The end -------------------------------------------------------------------------------------

    async def quiet(self) -> list[Match]:
        """Every match, once nothing happens by itself anymore."""
        deadline = asyncio.get_running_loop().time() + WITHIN
        while True:
            is_idle, found = self._is_idle(), await self._matches()
            unsettled = list(filter(_is_unsettled, found))
            if is_idle and not unsettled:
                return found
            if asyncio.get_running_loop().time() >= deadline:
                pytest.fail(f"idle: {is_idle}; unsettled:\n" + "\n".join(map(self._described, unsettled)))
            await asyncio.sleep(0.05)

    def _is_idle(self) -> bool:
        return all(
            one.events.on_the_way == 0
            and one.harness.services.boards.updates.is_idle
            and one.harness.services.part(Notifications)._tasks.is_idle
            for one in self.processes
        )

    def _described(self, match: Match) -> str:
        """What is known of a match: its state, its boards, and who owns its shard."""
        facts = f"{match.state} version={match.version} notified={match.notified!r} is_turn={is_turn(match)}"
        owner, _ = self.owners[shard_of(match.guild_id, TOTAL)][-1]
        return f"match {match.id}: {facts} owner={owner} {match.boards}"

    async def _matches(self) -> list[Match]:
        numbers = await self.store.database.read(
            lambda connection: list(connection.execute(select(matches.c.id)).scalars())
        )
        return await self.store.queries.by_number(numbers)


def _is_unsettled(match: Match) -> bool:
    """Whether the bot still has something to do in a match."""
    is_behind = match.home.message_id is not None and match.home.shown_version < match.version
    waits = match.is_active and match.level is None and not match.notified
    return is_turn(match) or is_behind or waits or match.state == MatchState.CHALLENGE


# --- What has to be true -------------------------------------------------------------------------------


def check_record(match: Match) -> None:
    """Every move was legal, and a pass was played only by force."""
    position = GAMES[match.game].start(match.variant)
    for move in match.moves:
        assert move in position.legal_moves(), match
        assert move != PASS or list(position.legal_moves()) == [PASS]
        position = position.play(move)


def check_versions(committed: list[MatchChange]) -> None:
    """Every change was committed once, and followed the one before."""
    versions = sorted((change.after.id, change.after.version) for change in committed)
    assert len(versions) == len(set(versions))


def check_owners(story: Story) -> int:
    """Moves of computers were committed by the owner of the shard at that time; returns how many."""
    moves = 0
    for process in story.processes:
        for change in process.events.committed:
            before, after = change.before, change.after
            if before is None or after.ply <= before.ply or not is_turn(before):
                continue
            owners = story.owners[shard_of(after.guild_id, TOTAL)]
            since = [name for name, versions in owners if versions.get(after.id, 0) < after.version]
            assert process.leases.name == since[-1], (after, owners)
            moves += 1
    return moves


def check_notifications(story: Story) -> int:
    """Nobody was notified twice of a turn; returns how many notifications were sent."""
    nonces = [one.nonce for one in story.fake.of(Method.SEND) if "🔔" in one.text]
    assert len(nonces) == len(set(nonces))
    return len(nonces)


def check_board(story: Story, match: Match) -> None:
    """The last edit of the match's message shows the match as it is."""
    if match.version == 0:
        return  # it is shown since it was posted
    edits = [one for one in story.fake.of(*EDITS) if one.message_id == match.home.message_id]
    shown = f":{match.id}:{match.ply}.{match.takebacks}"
    assert edits and (not match.is_active or shown in " ".join(edits[-1].custom_ids)), match


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """People are idle soon, and pictures are not drawn."""
    monkeypatch.setattr(notifications, "IDLE_SECONDS", 0.5)
    monkeypatch.setattr(notifications, "SETTLING_SECONDS", 0.3)
    monkeypatch.setattr(notifications, "UNPOSTED_SECONDS", 0.3)
    monkeypatch.setattr(computer, "RETRY_SECONDS", (0.01,))
    monkeypatch.setattr(press_guard, "READING_SECONDS", 0.0)
    monkeypatch.setattr(private_notes, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(composer, "picture", lambda *_, **__: BLANK)


@contextlib.asynccontextmanager
async def two_processes(server: str, seed: int) -> AsyncIterator[Story]:
    """Both processes on a new database."""
    fake, leases = FakeDiscord(), (Leases("first"), Leases("second"))
    async with contextlib.AsyncExitStack() as parts:
        address = parts.enter_context(postgresql.database(server))
        made = []
        for number, one in enumerate(leases):
            opened = await open_store(address, check=check_match, ownership=one)
            store = await parts.enter_async_context(opened)
            await store.uptime.share(TOTAL)
            made.append(await parts.enter_async_context(process(store, one, fake, seed + number)))
        first, second = made
        first.events.other, second.events.other = second.events, first.events
        story = Story(random.Random(seed), (first, second), fake)
        await story.begin()
        yield story


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 12))])
async def test_every_match_is_played_by_its_owner_alone(server: str, seed: int) -> None:
    async with two_processes(server, seed) as story:
        numbers = [(await story.new_match()).id for _ in range(8)]
        changes: set[asyncio.Task[None]] = set()
        for step in range(STEPS):
            if step % 40 == 0:
                await story.unanswered()
            if story.choice.random() < 0.05:
                numbers.append((await story.new_match()).id)
            shard = story.choice.randrange(TOTAL)
            if all(map(asyncio.Task.done, changes)) and story.choice.random() < 0.25:
                changes = {asyncio.create_task(story.hand_over(shard))}
            elif all(map(asyncio.Task.done, changes)) and story.choice.random() < 0.1:
                story.flicker(shard)
            await asyncio.gather(*(story.act(story.choice.choice(numbers)) for _ in range(2)))
            await asyncio.sleep(story.choice.choice((0, 0.005, 0.02)))
        await asyncio.gather(*changes)
        await (
            story.match_of_two()
        )  # in which nobody moves: its player is notified, however fast the others were
        found = await story.quiet()

        for match in found:
            check_record(match)
            if match.home.message_id is not None:
                check_board(story, match)
        check_versions([*story.processes[0].events.committed, *story.processes[1].events.committed])
        assert check_owners(story) > 30
        assert check_notifications(story) > 0
        assert min(len(owners) for owners in story.owners.values()) > 5
        over = [match.reason for match in found if match.state == MatchState.OVER]
        assert over.count("challenge.expired") >= 5
