"""Which version a message shows, which message it is, and when that is stored."""

from __future__ import annotations

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot import tasks
from bot.match.events import BoardOutdated, MatchEvents
from bot.messages import write_behind
from bot.messages.shown_versions import ShownVersions
from data.errors import StoreBusy, UnknownMatch
from data.matches.boards import BoardKey
from data.model.board import Board
from data.model.match import Match
from tests.boards import on_board
from tests.bot.service import until
from tests.bot.stories import match_of

MATCH = on_board(match_of("othello", "8x8", id=1, version=3), message_id=500, channel_id=70, shown_version=2)
HOME = MATCH.home
OTHER = replace(MATCH, id=2, boards=(replace(HOME, id=HOME.id + 1),))
KEY, OTHER_KEY = BoardKey(1, HOME.id), BoardKey(2, HOME.id + 1)


class Messages:
    """Stores nothing, and is busy for the first ``busy`` calls."""

    def __init__(self, busy: int = 0, version: int = MATCH.version) -> None:
        self.busy = busy
        self.version = version
        self.posts: list[tuple[int, int, int | None]] = []
        self.versions: list[dict[BoardKey, int]] = []

    async def posted(self, match_id: int, board: Board, version: int) -> Match:
        if self.busy:
            self.busy -= 1
            raise StoreBusy("held by a test")
        self.posts.append((board.channel_id, board.require_message_id(), board.thread_id))
        return replace(MATCH, version=self.version).with_board(board)

    async def shown(self, versions: dict[BoardKey, int]) -> None:
        if self.busy:
            self.busy -= 1
            raise StoreBusy("held by a test")
        self.versions.append(versions)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "STORE_RETRY_SECONDS", (0.005,))
    monkeypatch.setattr(write_behind, "GATHER_SECONDS", 0.0)


def over(messages: Messages) -> tuple[ShownVersions, list[int]]:
    """The versions over these messages, and the matches that changed while theirs was posted."""
    events, newer = MatchEvents(), list[int]()
    events.subscribe(BoardOutdated, lambda event: newer.append(event.match_id))
    return ShownVersions(messages, events), newer  # type: ignore[arg-type]


def test_what_is_not_remembered_is_as_stored() -> None:
    shown, _ = over(Messages())
    assert not shown.is_shown(MATCH, HOME)
    assert shown.is_shown(MATCH, replace(HOME, shown_version=3))
    assert not shown.is_latest(MATCH, HOME), "a press reads the match again"


async def test_a_version_is_shown_by_the_message_that_showed_it() -> None:
    shown, _ = over(Messages())
    shown.shown(MATCH, HOME)
    before, after = replace(MATCH, version=2), replace(MATCH, version=4)
    assert shown.is_shown(MATCH, HOME) and shown.is_latest(MATCH, HOME)
    assert shown.is_shown(before, HOME) and not shown.is_latest(before, HOME)
    assert not shown.is_shown(after, HOME) and shown.is_latest(after, HOME)
    elsewhere = replace(HOME, message_id=501)
    assert not shown.is_shown(MATCH, elsewhere) and not shown.is_latest(MATCH, elsewhere)
    await shown.close()


async def test_versions_are_stored_soon_and_together() -> None:
    messages = Messages()
    shown, _ = over(messages)
    for one in (MATCH, replace(MATCH, version=4), OTHER):
        shown.shown(one, one.home)
    await until(lambda: messages.versions)
    assert messages.versions == [{KEY: 4, OTHER_KEY: 3}]


async def test_versions_that_cannot_be_stored_are_stored_with_the_next() -> None:
    messages = Messages(busy=1)
    shown, _ = over(messages)
    shown.shown(MATCH, HOME)
    await until(lambda: not messages.busy)
    shown.shown(OTHER, OTHER.home)
    await shown.close()
    assert messages.versions == [{KEY: 3, OTHER_KEY: 3}]


async def test_a_posted_message_is_stored_at_once() -> None:
    messages = Messages()
    shown, newer = over(messages)
    posted = await shown.posted(MATCH, HOME, 71, 600)
    assert (posted.home.channel_id, posted.home.message_id) == (71, 600)
    assert messages.posts == [(71, 600, None)] and newer == []
    assert shown.is_shown(posted, posted.home)


async def test_a_match_that_changed_while_its_message_was_posted_is_shown_again() -> None:
    shown, newer = over(Messages(version=MATCH.version + 1))
    await shown.posted(MATCH, HOME, 71, 600)
    assert newer == [MATCH.id]


async def test_while_the_store_is_busy_the_message_is_used_and_stored_later() -> None:
    messages = Messages(busy=3)
    shown, _ = over(messages)
    posted = await shown.posted(MATCH, HOME, 71, 600, 71)
    assert (posted.home.message_id, posted.home.thread_id, messages.posts) == (600, 71, [])
    assert shown.is_latest(posted, posted.home)
    await until(lambda: messages.posts)
    assert messages.posts == [(71, 600, 71)]


async def test_a_message_that_another_one_has_replaced_is_not_stored_later() -> None:
    messages = Messages(busy=1)
    shown, _ = over(messages)
    await shown.posted(MATCH, HOME, 71, 600)
    await shown.posted(MATCH, HOME, 71, 601)
    await until(lambda: shown._tasks.is_idle)
    assert [one[1] for one in messages.posts] == [601]


async def test_a_match_that_is_deleted_while_its_message_is_stored_later() -> None:
    messages = Messages(busy=1)
    shown, _ = over(messages)

    async def gone(match_id: int, *_: object) -> Match:
        if messages.busy:
            messages.busy -= 1
            raise StoreBusy("held by a test")
        raise UnknownMatch(match_id)

    messages.posted = gone  # type: ignore[assignment, method-assign]
    with capture_logs() as logs:
        await shown.posted(MATCH, HOME, 70, 501)
        await until(lambda: shown._tasks.is_idle)
    assert [one["log_level"] for one in logs if one["log_level"] != "warning"] == []
    await shown.close()
