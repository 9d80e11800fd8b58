"""What a keeper does with a message when Discord, the connection, the store or the process fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.messages.channels import NEWEST, DiscordChannels, Draft, Thread
from bot.messages.faults import DISCORD_FAULTS, RETRY_SECONDS, DiscordRefusal, refusal_of
from bot.messages.kept_messages import Keeper, KeptMessage, Next, kept_notice
from bot.messages.quiet_hours import QuietHours
from data.errors import StoreBusy
from tests.bot.discord_fakes import fault
from tests.clock import Clock

SERVER, CHANNEL, THREAD = 1, 10, 20
ARCHIVED, GONE, HIDDEN, DELETED, NOT_ALLOWED = (
    fault(400, 50083),
    fault(404, 10003),
    fault(403, 50001),
    fault(404, 10008),
    fault(403, 50013),
)
REFUSALS = {
    "archived": ARCHIVED,
    "channel deleted": GONE,
    "server unknown": fault(404, 10004),
    "access missing": HIDDEN,
    "message deleted": DELETED,
    "permission missing": NOT_ALLOWED,
    "not found": fault(404),
    "not valid": fault(400, 50035),
    "too large": fault(413, 40005),
}
PASSING = {
    "429": fault(429),
    "old message": fault(429, 30046),
    "500": fault(500),
    "503": fault(503),
    "timeout": TimeoutError(),
    "cut": OSError("cut"),
    "closed": aiohttp.ServerDisconnectedError(),
}
"""Faults that may pass by themselves."""


@dataclass
class Posted:
    """A message in a channel."""

    id: int
    channel_id: int
    content: str
    nonce: str
    is_silent: bool


class FakeChannels(DiscordChannels):
    """Discord's channels; ``faults`` are raised one after another before a request, ``late`` after it."""

    def __init__(self) -> None:
        self.messages: dict[int, Posted] = {}
        self.requests: list[str] = []
        self.faults: dict[str, list[Exception]] = {}
        self.late: dict[str, list[Exception]] = {}
        self.forgets_nonces = False
        self.opens_threads = True

    def _request(self, name: str) -> None:
        self.requests.append(name)
        if faults := self.faults.get(name):
            raise faults.pop(0)

    def _answer(self, name: str) -> None:
        if faults := self.late.get(name):
            raise faults.pop(0)

    async def send(self, channel_id: int, draft: Draft, *, nonce: str, silent: bool) -> int:
        self._request("send")
        known = [message for message in self.messages.values() if message.nonce == nonce]
        if known and not self.forgets_nonces:
            return known[0].id
        message_id = 100 + len(self.messages)
        self.messages[message_id] = Posted(message_id, channel_id, draft.text, nonce, silent)
        self._answer("send")
        return message_id

    async def edit(self, channel_id: int, message_id: int, draft: Draft) -> None:
        self._request("edit")
        assert self.messages[message_id].channel_id == channel_id
        self.messages[message_id].content = draft.text
        self._answer("edit")

    async def delete(self, channel_id: int, message_id: int) -> None:
        self._request("delete")
        del self.messages[message_id]

    async def check(self, channel_id: int, message_id: int) -> None:
        self._request("check")

    async def find(
        self,
        channel_id: int,
        is_it: Callable[[discord.Message], bool],
        *,
        since: float | None = None,
        limit: int = NEWEST,
    ) -> int | None:
        self._request("find")
        for message in self.messages.values():
            seen = cast(discord.Message, SimpleNamespace(content=message.content))
            if message.channel_id == channel_id and is_it(seen):
                return message.id
        return None

    async def thread(self, guild_id: int | None, channel_id: int, thread: Thread) -> int | None:
        self._request("thread")
        return THREAD if self.opens_threads else None


@dataclass
class Row:
    """What is stored of a message; ``faults`` are raised one after another by the writes of a name."""

    channel_id: int = CHANNEL
    message_id: int | None = None
    version: int = -1
    refusals: list[DiscordRefusal] = field(default_factory=list)
    faults: dict[str, list[Exception]] = field(default_factory=dict)

    def write(self, name: str) -> None:
        if faults := self.faults.get(name):
            raise faults.pop(0)


def counter(
    row: Row, channels: FakeChannels, version: int, *, scrolled: bool, deletes: bool, posts: bool
) -> KeptMessage:
    """A message that shows a version."""

    async def draft() -> Draft:
        row.write("draft")
        return Draft(text=f"version {version}")

    async def posted(channel_id: int, message_id: int) -> None:
        row.write("posted")
        row.channel_id, row.message_id, row.version = channel_id, message_id, version

    async def shown() -> None:
        row.write("shown")
        row.version = version

    async def given_up(refusal: DiscordRefusal) -> None:
        row.write("given_up")
        row.refusals.append(refusal)

    async def has_scrolled_away() -> bool:
        return scrolled

    async def before_post() -> bool:
        row.write("before_post")
        if deletes and kept.message_id is not None:
            await channels.delete(kept.channel_id, kept.message_id)
            kept.message_id = row.message_id = None
        return posts

    kept = KeptMessage(
        key=5,
        guild_id=SERVER,
        channel_id=row.channel_id,
        message_id=row.message_id,
        nonce=f"counter.{version}",
        draft=draft,
        is_it=lambda message: message.content.startswith("version"),
        posted=posted,
        shown=shown,
        given_up=given_up,
        has_scrolled_away=has_scrolled_away,
        before_post=before_post,
    )
    return kept


class Hours(QuietHours):
    """Quiet hours, or none."""

    def __init__(self) -> None:
        self.quiet = False

    async def are_now(self, guild_id: int | None) -> bool:
        return self.quiet


class Kept:
    """A keeper and the message that it keeps."""

    def __init__(self) -> None:
        self.clock, self.row, self.channels, self.hours = Clock(), Row(), FakeChannels(), Hours()
        self.version = 0
        self.keeper = Keeper(self.channels, self.hours, self.clock)

    async def show(
        self,
        version: int | None = None,
        *,
        scrolled: bool = False,
        deletes: bool = False,
        posts: bool = True,
        **given: Any,
    ) -> bool:
        """Show a version, or the same again, of the message as it is stored; whether it is shown."""
        self.version = self.version if version is None else version
        kept = counter(self.row, self.channels, self.version, scrolled=scrolled, deletes=deletes, posts=posts)
        return await self.keeper.show(replace(kept, **given) if given else kept)

    async def fails(self, *, after: float = 0.0, **given: Any) -> Exception:
        """Show a version, and raise; returns what was raised."""
        self.clock.now += after
        with pytest.raises((*DISCORD_FAULTS, StoreBusy)) as raised:
            await self.show(**given)
        return raised.value

    def contents(self, channel_id: int = CHANNEL) -> list[str]:
        """What the messages of a channel say."""
        return [
            message.content for message in self.channels.messages.values() if message.channel_id == channel_id
        ]


@pytest.fixture
def k() -> Kept:
    return Kept()


@pytest.fixture
async def posted(k: Kept) -> Kept:
    """One whose message is posted and stored."""
    await k.show(0)
    k.channels.requests.clear()
    return k


# --- Posted once, and edited -------------------------------------------------------------------------


async def test_a_message_is_posted_once_and_then_edited(k: Kept) -> None:
    await k.show(0)
    await k.show(1)
    assert k.contents() == ["version 1"]
    assert k.channels.requests == ["find", "send", "edit"]
    assert k.row.version == 1


async def test_what_cannot_be_there_is_not_looked_for(k: Kept) -> None:
    await k.show(0, is_new=True)
    assert k.channels.requests == ["send"]


async def test_a_message_is_found_after_a_kill_before_it_was_stored(k: Kept) -> None:
    k.row.faults["posted"] = [StoreBusy("killed")]
    k.channels.forgets_nonces = True
    await k.fails(version=0)
    await k.show(1)
    assert k.contents() == ["version 1"], "found, and edited"
    assert k.row.message_id in k.channels.messages
    assert k.channels.requests == ["find", "send", "find", "edit"]


@pytest.mark.parametrize("hides_it", [False, True], ids=["in the history", "by its nonce alone"])
@pytest.mark.parametrize("lost", [OSError("cut"), TimeoutError(), fault(502)], ids=["cut", "timeout", "502"])
async def test_a_message_whose_answer_is_lost_is_posted_once(
    k: Kept, lost: Exception, hides_it: bool
) -> None:
    k.channels.late["send"] = [lost]
    k.channels.forgets_nonces = not hides_it
    assert await k.fails(version=0) is lost
    await k.show(is_new=hides_it)
    assert k.contents() == ["version 0"]
    assert k.row.message_id in k.channels.messages


async def test_an_edit_whose_answer_is_lost_is_made_again(posted: Kept) -> None:
    posted.channels.late["edit"] = [OSError("cut")]
    await posted.fails(version=1)
    assert posted.row.version == 0
    await posted.show()
    assert posted.row.version == 1


async def test_a_message_found_in_an_archived_thread_is_posted_anew(k: Kept) -> None:
    k.row.faults["posted"] = [StoreBusy("killed")]
    await k.fails(version=0)
    k.channels.faults["edit"] = [ARCHIVED]
    await k.show(1, rules={DiscordRefusal.THREAD_ARCHIVED: Next.POST_ANEW})
    assert k.contents() == ["version 0", "version 1"]


@pytest.mark.parametrize(("is_silent", "quiet"), [(False, False), (False, True), (True, False)])
async def test_a_message_makes_no_sound_in_quiet_hours_or_if_it_never_does(
    k: Kept, is_silent: bool, quiet: bool
) -> None:
    k.hours.quiet = quiet
    await k.show(0, is_silent=is_silent)
    (message,) = k.channels.messages.values()
    assert message.is_silent == (is_silent or quiet)


# --- What Discord answers ----------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["find", "send"])
@pytest.mark.parametrize("refused", REFUSALS.values(), ids=REFUSALS)
async def test_a_refused_post_is_tried_again_after_a_minute(k: Kept, step: str, refused: Exception) -> None:
    k.channels.faults[step] = [refused]
    assert await k.fails(version=0, rules={DiscordRefusal.THREAD_ARCHIVED: Next.POST_ANEW}) is refused
    assert not k.keeper.backoff.is_due(5)
    assert k.keeper.seconds_left(5) == 60.0
    k.clock.now += 60.0
    assert k.keeper.backoff.is_due(5)
    await k.show()
    assert k.contents() == ["version 0"]


@pytest.mark.parametrize("refused", REFUSALS.values(), ids=REFUSALS)
async def test_a_refused_edit_is_tried_again_after_a_minute(posted: Kept, refused: Exception) -> None:
    posted.channels.faults["edit"] = [refused]
    assert await posted.fails(version=1) is refused
    assert posted.row.version == 0
    assert posted.keeper.seconds_left(5) == 60.0
    await posted.show()
    assert posted.contents() == ["version 1"]
    assert posted.keeper.seconds_left(5) == 0.0


@pytest.mark.parametrize("refused", REFUSALS.values(), ids=REFUSALS)
async def test_where_the_rules_say_so_a_refused_edit_is_given_up(posted: Kept, refused: Exception) -> None:
    refusal = refusal_of(refused)
    assert refusal is not None
    posted.channels.faults["edit"] = [refused]
    await posted.show(1, rules={refusal: Next.GIVE_UP})
    assert posted.row.refusals == [refusal]
    assert posted.channels.requests == ["edit"]


@pytest.mark.parametrize("refused", REFUSALS.values(), ids=REFUSALS)
async def test_where_the_rules_say_so_a_refused_post_is_given_up(k: Kept, refused: Exception) -> None:
    refusal = refusal_of(refused)
    assert refusal is not None
    k.channels.faults["send"] = [refused]
    await k.show(0, rules={refusal: Next.GIVE_UP})
    assert k.row.refusals == [refusal]
    assert k.contents() == []


@pytest.mark.parametrize("refused", REFUSALS.values(), ids=REFUSALS)
async def test_where_the_rules_say_so_a_message_is_posted_anew(posted: Kept, refused: Exception) -> None:
    refusal = refusal_of(refused)
    assert refusal is not None
    before = posted.row.message_id
    posted.channels.faults["edit"] = [refused]
    await posted.show(1, rules={refusal: Next.POST_ANEW})
    assert posted.channels.requests == ["edit", "send"]
    assert posted.row.message_id != before
    assert posted.row.version == 1


async def test_a_post_anew_that_is_refused_too_is_tried_again_later(posted: Kept) -> None:
    rules = {DiscordRefusal.PLACE_DELETED: Next.POST_ANEW}
    posted.channels.faults |= {"edit": [GONE], "send": [GONE]}
    assert await posted.fails(version=1, rules=rules) is GONE
    assert posted.keeper.seconds_left(5) == 60.0


@pytest.mark.parametrize("passing", PASSING.values(), ids=PASSING)
@pytest.mark.parametrize("step", ["find", "send", "edit"])
async def test_what_may_pass_is_tried_again_soon(k: Kept, step: str, passing: Exception) -> None:
    if step == "edit":
        await k.show(0)
    rules = dict.fromkeys(DiscordRefusal, Next.GIVE_UP)
    k.channels.faults[step] = [passing] * (len(RETRY_SECONDS) + 1)
    waits = []
    for _ in range(len(RETRY_SECONDS) + 1):
        assert await k.fails(version=1, rules=rules) is passing
        assert k.keeper.backoff.is_due(5), "it is no refusal"
        waits.append(k.keeper.seconds_left(5))
        k.clock.now += waits[-1]
    assert waits == [*RETRY_SECONDS, RETRY_SECONDS[-1]]
    await k.show()
    assert k.contents() == ["version 1"]
    assert (k.row.refusals, k.keeper.seconds_left(5)) == ([], 0.0)


async def test_each_refusal_makes_the_wait_longer(posted: Kept) -> None:
    posted.channels.faults["edit"] = [NOT_ALLOWED] * 4
    waits, after = [], 0.0
    for _ in range(4):
        await posted.fails(after=after, version=1)
        waits.append(after := posted.keeper.seconds_left(5))
    assert waits == [60.0, 300.0, 1800.0, 86_400.0]


# --- Scrolled away -----------------------------------------------------------------------------------


async def test_a_message_that_has_scrolled_away_is_posted_below(posted: Kept) -> None:
    await posted.show(1, scrolled=True)
    assert posted.contents() == ["version 0", "version 1"]
    assert posted.row.message_id == max(posted.channels.messages)


@pytest.mark.parametrize("refused", [NOT_ALLOWED, HIDDEN, GONE], ids=["permission", "access", "deleted"])
async def test_where_nothing_can_be_posted_below_the_message_is_edited(
    posted: Kept, refused: Exception
) -> None:
    posted.channels.faults["send"] = [refused]
    await posted.show(1, scrolled=True)
    assert posted.contents() == ["version 1"]


async def test_where_discord_fails_the_message_is_posted_below_later(posted: Kept) -> None:
    posted.channels.faults["send"] = [fault(500)]
    await posted.fails(version=1, scrolled=True)
    assert posted.contents() == ["version 0"]
    await posted.show(scrolled=True)
    assert posted.contents() == ["version 0", "version 1"]


async def test_the_old_message_can_be_deleted_before_the_new_one_is_posted(posted: Kept) -> None:
    await posted.show(1, scrolled=True, deletes=True)
    assert posted.contents() == ["version 1"]
    assert posted.channels.requests == ["delete", "send"]


async def test_once_the_old_message_is_deleted_a_refusal_is_raised(posted: Kept) -> None:
    posted.channels.faults["send"] = [NOT_ALLOWED]
    assert await posted.fails(version=1, scrolled=True, deletes=True) is NOT_ALLOWED
    assert "edit" not in posted.channels.requests
    await posted.show()
    assert posted.contents() == ["version 1"]


async def test_what_is_not_wanted_anymore_is_not_posted(posted: Kept) -> None:
    posted.channels.faults["edit"] = [DELETED]
    await posted.show(1, rules={DiscordRefusal.MESSAGE_DELETED: Next.POST_ANEW}, posts=False)
    assert posted.channels.requests == ["edit"]


# --- Threads -----------------------------------------------------------------------------------------


async def test_a_message_is_posted_in_its_thread_and_found_there(k: Kept) -> None:
    k.row.faults["posted"] = [StoreBusy("killed")]
    await k.fails(version=0, thread=Thread("Round 1", 0.0))
    await k.show(1, thread=Thread("Round 1", 0.0))
    assert (k.contents(THREAD), k.contents()) == (["version 1"], [])
    assert k.row.channel_id == THREAD


async def test_where_no_thread_can_be_opened_the_channel_is_the_place(k: Kept) -> None:
    k.channels.opens_threads = False
    await k.show(0, thread=Thread("Round 1", 0.0))
    assert (k.contents(), k.row.channel_id) == (["version 0"], CHANNEL)


@pytest.mark.parametrize("refused", [*REFUSALS.values(), fault(429)], ids=[*REFUSALS, "429"])
async def test_where_a_thread_takes_no_message_the_channel_does(k: Kept, refused: Exception) -> None:
    k.channels.faults["send"] = [refused]
    await k.show(0, thread=Thread("Round 1", 0.0), rules=dict.fromkeys(DiscordRefusal, Next.GIVE_UP))
    assert (k.contents(), k.row.channel_id) == (["version 0"], CHANNEL)
    assert k.row.refusals == []


@pytest.mark.parametrize("lost", [fault(500), OSError("cut")], ids=["500", "cut"])
async def test_what_a_thread_may_have_taken_is_not_posted_in_the_channel(k: Kept, lost: Exception) -> None:
    k.channels.late["send"] = [lost]
    assert await k.fails(version=0, thread=Thread("Round 1", 0.0)) is lost
    await k.show(thread=Thread("Round 1", 0.0))
    assert (k.contents(THREAD), k.contents()) == (["version 0"], [])


# --- The store ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["before_post", "draft", "posted"])
@pytest.mark.parametrize("forgets", [False, True], ids=["at once", "later"])
async def test_whichever_step_of_a_post_the_store_fails_at_it_is_posted_once(
    k: Kept, step: str, forgets: bool
) -> None:
    k.channels.forgets_nonces = forgets
    k.row.faults[step] = [StoreBusy("held by a test")] * 2
    await k.fails(version=0)
    await k.fails()
    assert k.keeper.seconds_left(5) == 0.0, "Discord has refused nothing"
    await k.show()
    assert k.contents() == ["version 0"]
    assert k.row.message_id in k.channels.messages


@pytest.mark.parametrize("step", ["draft", "shown"])
async def test_whichever_step_of_an_edit_the_store_fails_at_it_is_edited(posted: Kept, step: str) -> None:
    posted.row.faults[step] = [StoreBusy("held by a test")]
    await posted.fails(version=1)
    assert posted.row.version == 0
    await posted.show()
    assert (posted.contents(), posted.row.version) == (["version 1"], 1)


async def test_what_was_given_up_and_not_stored_is_given_up_again(posted: Kept) -> None:
    rules = {DiscordRefusal.MESSAGE_DELETED: Next.GIVE_UP}
    posted.row.faults["given_up"] = [StoreBusy("held by a test")]
    posted.channels.faults["edit"] = [DELETED] * 2
    assert isinstance(await posted.fails(version=1, rules=rules), StoreBusy)
    await posted.show(rules=rules)
    assert posted.row.refusals == [DiscordRefusal.MESSAGE_DELETED]


# --- Notices -----------------------------------------------------------------------------------------


def announcement() -> KeptMessage:
    return kept_notice(5, SERVER, CHANNEL, "t1.end", Draft(text="Ana has won"))


async def test_a_notice_is_sent_once_and_never_edited(k: Kept) -> None:
    k.channels.forgets_nonces = True
    first, again = announcement(), announcement()
    await k.keeper.show(first)
    await k.keeper.show(again)
    assert k.contents() == ["Ana has won"]
    assert k.channels.requests == ["find", "send", "find"]
    assert first.message_id == again.message_id
