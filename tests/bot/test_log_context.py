"""What a task in the background has on its log lines: its own match, and the request that led to it."""

from __future__ import annotations

import pytest
import structlog
from structlog.contextvars import clear_contextvars, get_contextvars, merge_contextvars
from structlog.testing import capture_logs

from bot.log_context import about, bind
from bot.tasks import Tasks
from tests.boards import on_board
from tests.bot.stories import match_of

log = structlog.get_logger(__name__)


@pytest.fixture(autouse=True)
def no_context() -> None:
    clear_contextvars()


async def test_a_task_has_its_own_match_and_the_request_of_its_cause() -> None:
    async def work() -> None:
        log.info("working")

    bind(request=7, guild=70, match=1)
    tasks = Tasks()
    with capture_logs([merge_contextvars]) as lines:
        await tasks.run(work(), match=2)
        await tasks.run(work())
    about_one, about_nothing = lines
    assert about_one == {"event": "working", "log_level": "info", "request": 7, "match": 2}
    assert about_nothing == {"event": "working", "log_level": "info", "request": 7}
    assert get_contextvars() == {"request": 7, "guild": 70, "match": 1}, "the caller's stay as they are"


async def test_a_task_that_fails_is_logged_with_its_match() -> None:
    async def work() -> None:
        raise LookupError

    tasks = Tasks()
    with capture_logs([merge_contextvars]) as lines:
        with pytest.raises(LookupError):
            await tasks.run(work(), match=2, guild=None)
        await tasks.close()
    (line,) = lines
    assert line["event"] == "background task failed"
    assert line["match"] == 2 and "guild" not in line


def test_a_match_in_direct_messages_has_no_server() -> None:
    match = match_of("othello", "8x8", id=5)
    assert about(on_board(match, guild_id=6)) == {"match": 5, "guild": 6}
    assert about(on_board(match, guild_id=None)) == {"match": 5}
