"""Recaps that are posted by themselves: when, once, of which matches, and what becomes of them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from discord.ui import MediaGallery

from ai.analysis import ANALYSIS_VERSION, encode
from bot.messages.recaps import LATE_SECONDS, Recaps, due_period, next_recap_at
from bot.texts import texts
from bot.ui.recap import RecapPage
from data.matches.analyses import Analysis
from data.ratings.recap import Period, Span
from data.tables.conditions import Scope
from tests.bot.discord_fakes import (
    CHANNEL,
    GUILD,
    UNKNOWN_CHANNEL,
    FakeTextChannel,
    Method,
    Request,
    fault,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN
from tests.bot.verdicts import fault as bad_move
from tests.clock import Clock

RECAP_CHANNEL = 71
SEOUL = ZoneInfo("Asia/Seoul")


@pytest.fixture
def clock() -> Clock:
    return Clock(0.0)


@pytest.fixture
async def recaps(h: Harness, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Recaps:
    """Posts the recaps of a server whose admin has chosen a channel; one match was played."""
    core = h.services
    monkeypatch.setattr("bot.messages.recaps.shared_channels", lambda place, guild: None)
    h.client.servers[GUILD].channels[RECAP_CHANNEL] = FakeTextChannel(h.discord, RECAP_CHANNEL)
    recaps = Recaps(core.client, core.store, core.composer, core.events, clock)
    core.gain_all()
    match = await h.over()
    assert match.ended_at is not None
    due = next_recap_at(match.ended_at, UTC)
    await h.store.recap_channels.place(GUILD, RECAP_CHANNEL, due)
    clock.now = due + 1.0
    return recaps


def sent(h: Harness) -> list[Request]:
    return [request for request in h.discord.of(Method.SEND) if request.channel_id == RECAP_CHANNEL]


async def next_at(h: Harness) -> float | None:
    channel = await h.store.recap_channels.of(GUILD)
    return channel.next_at if channel is not None else None


@pytest.mark.parametrize(
    ("after", "zone", "expected"),
    [
        ((2026, 11, 30, 0), UTC, (2026, 12, 1, 9)),
        ((2026, 12, 1, 8), UTC, (2026, 12, 1, 9)),
        ((2026, 12, 1, 9), UTC, (2027, 1, 1, 9)),
        ((2026, 11, 30, 23), SEOUL, (2026, 12, 1, 9)),
    ],
)
def test_a_recap_is_due_on_the_morning_of_each_first_day(
    after: tuple[int, int, int, int], zone: ZoneInfo, expected: tuple[int, int, int, int]
) -> None:
    moment = datetime(*after, tzinfo=zone).timestamp()
    assert next_recap_at(moment, zone) == datetime(*expected, tzinfo=zone).timestamp()


@pytest.mark.parametrize(("month", "period"), [(12, "m2026-11"), (1, "y2025"), (3, "m2026-02")])
def test_on_new_years_day_it_is_of_the_year(month: int, period: str) -> None:
    assert due_period(datetime(2026, month, 1, 9, tzinfo=UTC).timestamp(), UTC).name == period


@pytest.mark.parametrize(("user_id", "number"), [(None, 2), (ANA, 1), (BEN, 2)])
async def test_the_turning_point_is_a_persons_own_or_else_the_costliest(
    h: Harness, recaps: Recaps, user_id: int | None, number: int
) -> None:
    match = await h.over()
    verdicts = [bad_move(match, 0, 0.6), bad_move(match, 1, 0.9)]
    stored = [Analysis(ply, ply, encode(verdict)) for ply, verdict in enumerate(verdicts)]
    await h.store.analyses.add(match.id, ANALYSIS_VERSION, stored)
    for ply, person in enumerate((ANA, BEN)):
        await h.store.mistakes.add(match.id, person, [ply], 1.0)
    assert match.ended_at is not None
    period = Period.containing(datetime.fromtimestamp(match.ended_at, UTC).date(), Span.MONTH)
    scope = Scope(GUILD) if user_id is None else Scope(user_id=user_id)
    view, _ = await recaps.composed(RecapPage(user_id, period), scope, None, texts("en"))
    move = match.moves[number - 1]
    (picture,) = [item for item in view.walk_children() if isinstance(item, MediaGallery)]
    assert f": move {number}, {move}, win chance" in (picture.items[0].description or "")


async def test_it_is_posted_once_with_a_picture_and_mentions_nobody(
    h: Harness, recaps: Recaps, clock: Clock
) -> None:
    await recaps.look()
    await recaps.look()
    (request,) = sent(h)
    assert "Recap of this server" in request.text and request.mentions == ()
    assert await next_at(h) == next_recap_at(clock.now, UTC)


async def test_before_its_time_nothing_is_posted(h: Harness, recaps: Recaps, clock: Clock) -> None:
    clock.now -= 10.0
    await recaps.look()
    assert sent(h) == []


async def test_a_process_that_was_killed_after_posting_posts_no_second_one(
    h: Harness, recaps: Recaps, clock: Clock
) -> None:
    channel = await h.store.recap_channels.of(GUILD)
    assert channel is not None
    await recaps.look()
    await h.store.recap_channels.place(GUILD, RECAP_CHANNEL, channel.next_at)  # as it was before the kill
    core = h.services
    successor = Recaps(core.client, core.store, core.composer, core.events, clock)
    core.gain_all()
    await successor.look()
    nonces = {request.nonce for request in sent(h)}
    assert len(nonces) == 1, "Discord posts nothing twice with one nonce"
    assert await next_at(h) == next_recap_at(clock.now, UTC)


async def test_without_matches_nothing_is_posted_and_the_next_is_planned(
    h: Harness, recaps: Recaps, clock: Clock
) -> None:
    march = datetime(2020, 3, 1, 9, tzinfo=UTC).timestamp()
    await h.store.recap_channels.place(GUILD, RECAP_CHANNEL, march)
    clock.now = march + 1.0
    await recaps.look()
    assert sent(h) == [] and await next_at(h) == next_recap_at(clock.now, UTC)


async def test_one_that_is_days_late_is_left_out(h: Harness, recaps: Recaps, clock: Clock) -> None:
    clock.now += LATE_SECONDS
    await recaps.look()
    assert sent(h) == [] and await next_at(h) == next_recap_at(clock.now, UTC)


async def test_matches_in_hidden_channels_are_left_out(
    h: Harness, recaps: Recaps, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = frozenset({RECAP_CHANNEL})
    monkeypatch.setattr("bot.messages.recaps.shared_channels", lambda place, guild: seen)
    await recaps.look()
    assert sent(h) == []


async def test_a_channel_that_is_gone_turns_it_off(h: Harness, recaps: Recaps) -> None:
    h.discord.fail(Method.SEND, fault(404, UNKNOWN_CHANNEL))
    await recaps.look()
    assert await next_at(h) is None


async def test_what_discord_refuses_is_tried_again(h: Harness, recaps: Recaps, clock: Clock) -> None:
    h.discord.fail(Method.SEND, fault(500, 0))
    await recaps.look()
    (due,) = await h.store.recap_channels.due(clock.now)
    assert due.guild_id == GUILD
    clock.now += 3600.0
    await recaps.look()
    assert await next_at(h) == next_recap_at(clock.now, UTC)


async def test_a_process_posts_nothing_in_the_shards_of_others(h: Harness, clock: Clock) -> None:
    core = h.services
    recaps = Recaps(core.client, core.store, core.composer, core.events, clock)
    await h.store.recap_channels.place(GUILD, CHANNEL, 5.0)
    clock.now = 6.0
    await recaps.look()
    assert await next_at(h) == 5.0
