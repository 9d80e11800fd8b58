"""What is requested of Discord for a tournament, and when again after it has refused."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.components import _component_factory
from discord.ui import TextDisplay

from bot.match.tournament_moderation import TournamentModeration
from bot.match.tournaments import Tournaments
from bot.messages.channels import DiscordChannels, Draft
from bot.messages.member_names import MemberNames
from bot.messages.tournament_messages import TournamentMessages
from bot.texts import texts
from bot.ui.tournament import title_of
from data.model.match import ABORTED, MatchState, PauseReason
from data.model.shards import Shards
from data.model.tournament import Kind, NewTournament, Result, Tournament, TournamentState
from tests.boards import post
from tests.bot.discord_fakes import CHANNEL, DM_OFFSET, GUILD, FakeMember, FakeThread, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA
from tests.bot.ui.shown import payload_of
from tests.clock import Clock

MINUTE, DAY = 60.0, 86_400.0
PEOPLE = (101, 102, 103, 104)
NEW = NewTournament(
    guild_id=GUILD,
    channel_id=CHANNEL,
    locale="en-US",
    creator_id=ANA,
    kind=Kind.SWISS,
    game="othello",
    variant="6x6",
    control="1-day",
    rounds=None,
    level=None,
    rated=False,
)


class Looking:
    """Tournaments that are looked at when a test says so, at the time that it sets."""

    def __init__(self, h: Harness) -> None:
        self.h = h
        self.clock = Clock()
        self.tournaments = Tournaments(h.store, h.events, self.clock)
        self.messages = TournamentMessages(
            cast(discord.Client, h.client),
            h.store,
            self.tournaments,
            h.services.boards,
            h.services.matches,
            MemberNames(cast(discord.Client, h.client), self.clock),
            h.events,
            self.clock,
        )
        self.messages._loop.shards = Shards.all()

    async def created(self, kind: Kind = Kind.SWISS) -> Tournament:
        """One that four people have joined, with a message."""
        cup = await self.tournaments.create(replace(NEW, kind=kind))
        await self.h.store.tournaments.posted(cup.id, 77, cup.version)
        for person in PEOPLE:
            await self.tournaments.join(cup.id, person)
        await self.idle()
        return cup

    async def running(self, kind: Kind = Kind.SWISS) -> Tournament:
        """One whose first round goes on."""
        cup = await self.created(kind)
        await self.tournaments.start(cup.id)
        await self.idle()
        await self.look(cup)
        return cup

    async def look(self, cup: Tournament) -> None:
        """Do what is due, as every half minute."""
        self.messages.look_at(cup.id)
        await self.idle()

    async def idle(self) -> None:
        """Wait until nothing is being done."""
        while not self.messages.is_idle:
            await self.h.settled()
            running = list(self.messages._running.values())
            for task in running:
                await task

    async def now(self, cup: Tournament) -> Tournament:
        """The tournament as it is stored."""
        return await self.tournaments.get(cup.id)

    async def suspend(self, cup: Tournament) -> int:
        """Suspend its matches, as if their server was lost; returns how many."""
        numbers = [pairing.match_id for pairing in (await self.now(cup)).pairings if pairing.match_id]
        return len(await self.h.services.matches.suspensions.suspend(numbers))


@pytest.fixture
def t(h: Harness, monkeypatch: pytest.MonkeyPatch) -> Looking:
    monkeypatch.setattr("bot.messages.tournament_messages.EDIT_SECONDS", 0.0)
    monkeypatch.setattr("bot.messages.tournament_threads.BEHIND_SECONDS", 0.0)
    # What a board shows is stored when a test says so (`post`).
    monkeypatch.setattr("bot.messages.write_behind.GATHER_SECONDS", DAY)
    return Looking(h)


async def test_a_round_is_posted_and_shown(t: Looking) -> None:
    guild = t.h.client.servers[GUILD]
    guild.members |= {person: FakeMember(person) for person in PEOPLE[:3]}
    cup = await t.running()
    threads = {request.text for request in t.h.discord.of(Method.CREATE_THREAD)}
    assert threads == {"Person 101 – Person 103 · R1 · Tournament #1", "#4 – Person 102 · R1 · Tournament #1"}
    matches = await t.h.store.queries.by_number([1, 2])
    homes = [match.home for match in matches]
    assert [board.message_id is not None and board.thread_id is not None for board in homes] == [True] * 2
    shown = await t.now(cup)
    assert shown.shown_version == shown.version


async def test_the_message_is_edited_at_most_once_in_four_seconds(
    t: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await t.tournaments.create(NEW)
    await t.h.store.tournaments.posted(cup.id, 77, cup.version)
    monkeypatch.setattr("bot.messages.tournament_messages.EDIT_SECONDS", 4.0)
    for person in PEOPLE:
        await t.tournaments.join(cup.id, person)
        await t.idle()
        t.clock.now += 1.5
    assert len(t.h.discord.of(Method.EDIT)) == 2, "at the first, and at the fourth"
    t.clock.now -= 1.5
    await t.tournaments.start(cup.id)
    await t.idle()
    assert len(t.h.discord.of(Method.CREATE_THREAD)) == 2, "boards do not wait"
    assert len(t.h.discord.of(Method.EDIT)) == 2
    t.clock.now += 4.0
    await t.look(cup)
    shown = await t.now(cup)
    assert shown.shown_version == shown.version


@pytest.mark.parametrize("is_removed", [True, False], ids=["removed", "unavailable"])
async def test_nothing_is_requested_where_the_bot_is_not(t: Looking, is_removed: bool) -> None:
    cup = await t.running()
    assert await t.suspend(cup) == 2
    guild = t.h.client.servers[GUILD]
    if is_removed:
        del t.h.client.servers[GUILD]
    guild.unavailable = True
    t.h.discord.requests.clear()
    for _ in range(10):
        t.clock.now += 10 * DAY
        await t.look(cup)
    assert t.h.discord.requests == []
    assert (await t.now(cup)).round == 1, "and nobody loses a match there"
    guild.unavailable, t.h.client.servers[GUILD] = False, guild
    await t.look(cup)
    matches = await t.h.store.queries.by_number([1, 2])
    assert [match.paused for match in matches] == [None] * 2, "back in the server, it goes on"


async def test_refused_boards_are_tried_after_1_5_and_30_minutes_and_then_daily(t: Looking) -> None:
    cup = await t.running()
    await t.suspend(cup)
    refusals = [fault(403, 50001)] * 1000
    for method in (Method.SEND, Method.EDIT, Method.CREATE_THREAD):
        t.h.discord.fail(method, *refusals)
    start, tries, left = t.clock.now, list[float](), len(refusals)
    while t.clock.now < start + 2 * DAY:
        await t.look(cup)
        remaining = len(t.h.discord._faults[Method.SEND])
        if remaining < left:
            tries.append(t.clock.now - start)
        left = remaining
        t.clock.now += 60.0 if t.clock.now < start + 3600.0 else 3600.0
    assert tries[:4] == [0.0, MINUTE, 6 * MINUTE, 36 * MINUTE] and len(tries) == 5
    assert len(refusals) - left <= 2 * len(tries), "a refusal stops the others of the channel"
    assert (await t.now(cup)).state is TournamentState.RUNNING
    t.h.discord._faults.clear()
    await t.tournaments.drop(cup.id, PEOPLE[0])  # somebody has pressed a button there
    await t.idle()
    assert {match.paused for match in await t.h.store.queries.by_number([1, 2])} == {None}


async def test_an_error_of_discord_s_is_tried_again_at_once(t: Looking) -> None:
    cup = await t.created()
    t.h.discord.fail(Method.EDIT, *[fault(503)] * 2)
    await t.tournaments.drop(cup.id, PEOPLE[0])
    await t.idle()
    await t.look(cup)
    await t.look(cup)
    assert t.h.discord.failed(Method.EDIT)
    shown = await t.now(cup)
    assert shown.shown_version == shown.version


@pytest.mark.parametrize("is_running", [False, True], ids=["open", "running"])
async def test_a_tournament_whose_channel_is_deleted_is_canceled_and_its_organizer_told(
    t: Looking, is_running: bool
) -> None:
    cup = await (t.running() if is_running else t.created())
    t.h.discord.requests.clear()
    t.h.discord.lost.add(CHANNEL)
    await t.suspend(cup)
    await t.tournaments.drop(cup.id, PEOPLE[0])  # something is to be shown
    await t.idle()
    await t.look(cup)
    after = await t.now(cup)
    assert after.state is TournamentState.CANCELED
    (told,) = t.h.discord.of(Method.SEND)
    reader = texts("en")
    assert told.channel_id == DM_OFFSET + ANA
    assert told.text == reader("tournament.channel-gone", title=title_of(after, reader), server="Games")
    assert await t.h.store.tournaments.unfinished(Shards.all()) == [], "nothing is left to do"
    numbers = [pairing.match_id for pairing in after.pairings if pairing.match_id]
    matches = await t.h.store.queries.by_number(numbers)
    paused = {match.paused for match in matches if match.state == MatchState.PLAYING}
    assert paused <= {PauseReason.SUSPENDED}, "its other matches are as they were"


async def test_the_threads_of_a_canceled_tournament_are_closed_and_begun_matches_go_on(t: Looking) -> None:
    cup = await t.running()
    begun, waiting = await t.h.store.queries.by_number([1, 2])
    threads = {}
    for match in (begun, waiting):
        thread = FakeThread(t.h.discord, match.home.channel_id, CHANNEL)
        threads[match.id] = t.h.client.servers[GUILD].channels[thread.id] = thread
    await t.h.services.matches.play(begun.id, None, begun.people[0], "b3")
    await t.tournaments.cancel(cup.id)
    await t.idle()
    begun, waiting = await t.h.store.queries.by_number([1, 2])
    assert (begun.state, waiting.state) == (MatchState.PLAYING, MatchState.OVER)
    assert waiting.winner is None and waiting.reason == ABORTED
    assert {number: thread.archived for number, thread in threads.items()} == {1: False, 2: True}
    after = await t.now(cup)
    assert after.shown_version == after.version


async def test_the_threads_of_a_round_are_archived_once_the_next_begins(t: Looking) -> None:
    cup = await t.running()
    threads = {}
    for match in await t.h.store.queries.by_number([1, 2]):
        thread = FakeThread(t.h.discord, match.home.channel_id, CHANNEL)
        threads[match.id] = t.h.client.servers[GUILD].channels[thread.id] = thread
        await t.h.services.matches.resign(match.id, None, match.people[0])
        await t.h.settled()
    await t.look(cup)
    assert (await t.now(cup)).round == 2
    assert not any(thread.archived for thread in threads.values()), "no board shows its end yet"
    for match in await t.h.store.queries.by_number([1, 2]):
        await post(t.h.store, match, match.home.require_message_id())
    await t.look(cup)
    assert all(thread.archived for thread in threads.values())


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_the_threads_of_the_last_round_are_archived_minutes_after_the_end(
    t: Looking, is_restarted: bool
) -> None:
    cup, threads = await t.running(Kind.KNOCKOUT), list[FakeThread]()
    for numbers in ([1, 2], [3, 4]):
        threads = []
        for match in await t.h.store.queries.by_number(numbers):
            thread = FakeThread(t.h.discord, match.home.channel_id, CHANNEL)
            t.h.client.servers[GUILD].channels[thread.id] = thread
            threads.append(thread)
            await t.h.services.matches.resign(match.id, None, match.people[0])
            await t.h.settled()
        await t.look(cup)
        for match in await t.h.store.queries.by_number(numbers):
            await post(t.h.store, match, match.home.require_message_id())
    await t.look(cup)
    assert (await t.now(cup)).state is TournamentState.OVER
    assert [thread.archived for thread in threads] == [False, False], "the players may still talk"
    t.clock.now += 4 * MINUTE
    await t.messages._look()
    await t.idle()
    assert [thread.archived for thread in threads] == [False, False]
    t.clock.now += MINUTE
    if is_restarted:
        t.messages = Looking(t.h).messages
        t.messages._now = t.messages._threads._now = t.clock
    await t.messages._look()
    await t.idle()
    assert [thread.archived for thread in threads] == [True, True]
    threads[0].archived = False  # somebody has written
    await t.messages._look()
    await t.idle()
    assert not threads[0].archived


async def test_the_thread_of_a_match_that_a_correction_calls_off_is_archived(t: Looking) -> None:
    cup = await t.running(Kind.KNOCKOUT)
    for match in await t.h.store.queries.by_number([1, 2]):
        await t.h.services.matches.resign(match.id, None, match.people[0])
    await t.h.settled()
    await t.look(cup)
    threads = {}
    for match in await t.h.store.queries.by_number([3, 4]):
        thread = FakeThread(t.h.discord, match.home.channel_id, CHANNEL)
        threads[match.id] = t.h.client.servers[GUILD].channels[thread.id] = thread
    now = await t.now(cup)
    await TournamentModeration(t.h.store, t.h.events, t.tournaments).correct(
        cup.id,
        now.pairings[0],
        Result.FIRST if now.pairings[0].result is Result.SECOND else Result.SECOND,
    )
    await t.idle()
    for match in await t.h.store.queries.by_number([3, 4]):
        assert match.reason == ABORTED
        await post(t.h.store, match, match.home.require_message_id())
    await t.h.settled()
    await t.look(cup)
    assert all(thread.archived for thread in threads.values())


async def test_the_announced_end_follows_a_correction_and_says_so_once(
    t: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[list[str]] = []

    def announced(draft: Draft) -> bool:
        parts = [] if draft.view is None else list(draft.view.walk_children())
        texts = [part.content for part in parts if isinstance(part, TextDisplay)]
        is_end = bool(texts) and texts[0].startswith("🏆")
        if is_end and draft.view is not None:
            shown.append(texts)
            components = [_component_factory(cast(Any, part)) for part in payload_of(draft.view)]
            message.components = [component for component in components if component is not None]
        return is_end

    message = SimpleNamespace(id=900, components=[])
    channels, send, edit = t.messages._channels, DiscordChannels.send, DiscordChannels.edit

    async def sent(channel_id: int, draft: Draft, **fields: Any) -> int:
        return 900 if announced(draft) else await send(channels, channel_id, draft, **fields)

    async def edited(channel_id: int, message_id: int, draft: Draft) -> None:
        if announced(draft):
            assert message_id == 900
            return
        await edit(channels, channel_id, message_id, draft)

    async def find(_: int, is_it: Callable[[Any], bool], **__: Any) -> int | None:
        return 900 if is_it(message) else None

    for name, fake in (("send", sent), ("edit", edited), ("find", find)):
        monkeypatch.setattr(channels, name, fake)
    cup = await t.running()
    for numbers in ([1, 2], [3, 4]):
        for match in await t.h.store.queries.by_number(numbers):
            await t.h.services.matches.resign(match.id, None, match.people[1])
        await t.h.settled()
        await t.look(cup)
    over = await t.now(cup)
    assert over.state is TournamentState.OVER and over.announced
    assert len(shown) == 1 and len(shown[0]) == 1
    acts, last = TournamentModeration(t.h.store, t.h.events, t.tournaments), over.pairings[-2]
    for result in (Result.SECOND, Result.DRAW):
        await acts.correct(cup.id, (await t.now(cup)).pairings[-2], result)
        await t.idle()
        assert (await t.now(cup)).announced
    pair = f"<@{over.entrant(last.first).user_id}> – <@{over.entrant(last.second or 0).user_id}>"
    notes = [f"-# Corrected by the organizers: {pair}: {result}" for result in (f"{pair[-6:]} won", "Draw")]
    assert [texts[1:] for texts in shown[1:]] == [[note] for note in notes]
    assert len({texts[0] for texts in shown}) == 3, "the podium differs"
    await t.h.store.moderation.void(await t.h.store.matches.get(last.match_id or 0))
    await t.look(cup)
    assert len(shown) == 4 and len({texts[0] for texts in shown}) == 4


@pytest.mark.parametrize("is_followed", [False, True])
async def test_a_new_round_posts_the_message_again_below_and_deletes_the_old_one(
    t: Looking, monkeypatch: pytest.MonkeyPatch, is_followed: bool
) -> None:
    cup = await t.running()
    first = (await t.now(cup)).message_id
    with monkeypatch.context() as patched:
        patched.setattr(t.messages, "look_at", lambda _: None)
        for match in await t.h.store.queries.by_number([1, 2]):
            await t.h.services.matches.resign(match.id, None, match.people[0])
        await t.h.settled()
        if is_followed:  # as the panel does in which somebody manages it
            assert (await t.tournaments.follow(cup.id)).round == 2
    await t.look(cup)
    after = await t.now(cup)
    assert after.round == 2 and after.message_id not in (None, first)
    assert [request.message_id for request in t.h.discord.of(Method.DELETE)] == [first]
    await t.look(cup)
    assert (await t.now(cup)).message_id == after.message_id, "once a round"


async def test_who_did_not_begin_a_match_of_an_arena_is_told_that_they_pause(
    t: Looking, monkeypatch: pytest.MonkeyPatch
) -> None:
    t.clock.now = time.time()  # the end of the match is compared with that of the arena
    arena = replace(NEW, kind=Kind.ARENA, control="5+5", minutes=60)
    cup = await t.tournaments.create(arena)
    await t.h.store.tournaments.posted(cup.id, 77, cup.version)
    for person in PEOPLE[:2]:
        await t.tournaments.join(cup.id, person)
    third = await t.tournaments.join(cup.id, PEOPLE[2])
    await t.idle()
    await t.tournaments.start(third.id)
    await t.look(cup)
    monkeypatch.setattr("bot.match.tournaments.BEGIN_SECONDS", -1.0)
    await t.look(cup)
    await t.h.settled()
    absent = [entrant.user_id for entrant in (await t.now(cup)).entrants if entrant.dropped]
    told = [sent.text for sent in t.h.discord.of(Method.SEND) if "didn't make a first move" in sent.text]
    assert absent and all(any(f"<@{person}>" in line for line in told) for person in absent)
    assert len(told) == len(absent), "each is told once"
