"""The log of a server: one line an act, in its channel, whatever Discord does."""

from __future__ import annotations

import re

import pytest
import structlog

from bot.messages import moderation_log
from bot.messages.moderation_log import MAX_REASON, MAX_WAITING, Act
from bot.texts import Raw, Texts, escaped
from tests.bot.discord_fakes import GUILD, UNKNOWN_CHANNEL, FakeTextChannel, Method, Request, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, until

LOG, OTHER = 71, 72


@pytest.fixture
async def logging(h: Harness, monkeypatch: pytest.MonkeyPatch) -> Harness:
    """A harness whose server has a log channel."""
    monkeypatch.setattr(moderation_log, "_RETRY_SECONDS", (0.0, 0.0))
    for channel_id in (LOG, OTHER):
        h.client.servers[GUILD].channels[channel_id] = FakeTextChannel(h.discord, channel_id)
    await h.services.settings.update(GUILD, log_channel=LOG)
    return h


def act(sentence: str = "Ended match #7", reason: str = "", by: int = ANA) -> Act:
    def say(reader: Texts) -> str:
        return f"{sentence} ({reader.language})"

    return Act(GUILD, by, say, reason)


async def logged(h: Harness) -> list[Request]:
    await until(lambda: h.services.moderation_log.is_idle)
    return h.discord.of(Method.SEND)


async def test_a_line_says_when_who_what_and_why(logging: Harness) -> None:
    logging.services.moderation_log.record(act(reason="insults\nand more"))
    (sent,) = await logged(logging)
    assert (sent.channel_id, sent.mentions) == (LOG, ())
    pattern = rf"<t:\d+:t> <@{ANA}> · Ended match #7 \(en\) · Reason: insults and more"
    assert re.fullmatch(pattern, sent.text)


async def test_it_is_in_the_language_of_the_server(logging: Harness) -> None:
    await logging.services.settings.update(GUILD, language="ko")
    logging.services.moderation_log.record(act(reason="욕설"))
    (sent,) = await logged(logging)
    assert sent.text.endswith("(ko) · 사유: 욕설")


async def test_a_server_without_a_log_channel_has_no_log(h: Harness) -> None:
    h.services.moderation_log.record(act())
    assert await logged(h) == []


async def test_nobody_is_mentioned_and_no_link_is_made(logging: Harness) -> None:
    logging.services.moderation_log.record(act(reason="@everyone <@2> [x](https://example.com)"))
    (sent,) = await logged(logging)
    assert sent.text.endswith(escaped("@everyone <@2> [x](https://example.com)"))
    assert "@everyone" not in sent.text


async def test_a_long_reason_is_cut(logging: Harness) -> None:
    logging.services.moderation_log.record(act(reason="x" * 3000))
    (sent,) = await logged(logging)
    assert sent.text.endswith("x" * (MAX_REASON - 1) + "…")


async def test_lines_stay_in_order_and_those_that_wait_are_sent_together(logging: Harness) -> None:
    for number in range(50):
        logging.services.moderation_log.record(act(f"Act {number}"))
    sent = await logged(logging)
    lines = [line for one in sent for line in one.text.splitlines()]
    assert [re.findall(r"Act (\d+)", line) for line in lines] == [[str(n)] for n in range(50)]
    assert len(sent) <= 3 and all(len(one.text) <= 2000 for one in sent)


async def test_the_oldest_of_too_many_lines_are_dropped(logging: Harness) -> None:
    for number in range(MAX_WAITING + 5):
        logging.services.moderation_log.record(act(f"Act {number}"))
    sent = await logged(logging)
    lines = [line for one in sent for line in one.text.splitlines()]
    assert len(lines) == MAX_WAITING and "Act 5 " in lines[0]


async def test_a_change_of_the_channel_is_in_both(logging: Harness) -> None:
    logging.services.moderation_log.record(act(), also_in=OTHER)
    logging.services.moderation_log.record(act("Again"), also_in=LOG)
    sent = await logged(logging)
    assert sorted((one.channel_id, one.text.count("\n") + 1) for one in sent) == [(LOG, 2), (OTHER, 1)]


async def test_a_fault_of_discord_is_waited_for(logging: Harness) -> None:
    logging.discord.fail(Method.SEND, fault(503), OSError())
    logging.services.moderation_log.record(act())
    assert len(await logged(logging)) == 1


async def test_a_line_that_cannot_be_written_stops_no_other(logging: Harness) -> None:
    def broken(reader: Texts) -> str:
        return reader("no.such-text")

    with structlog.testing.capture_logs() as lines:
        logging.services.moderation_log.record(Act(GUILD, BEN, broken))
        logging.services.moderation_log.record(act())
        assert len(await logged(logging)) == 1
    assert [line["event"] for line in lines] == ["line of the log not written"]


@pytest.mark.parametrize("is_cached", [True, False])
async def test_a_channel_that_is_gone_is_logged_once_and_stays_set(logging: Harness, is_cached: bool) -> None:
    """Whether the gateway has said so yet or not."""
    if is_cached:
        logging.discord.fail(Method.SEND, fault(404, UNKNOWN_CHANNEL), fault(404, UNKNOWN_CHANNEL))
    else:
        del logging.client.servers[GUILD].channels[LOG]
    with structlog.testing.capture_logs() as lines:
        for _ in range(2):
            logging.services.moderation_log.record(act())
            assert await logged(logging) == []
    assert [line["event"] for line in lines] == ["log channel cannot be written"]
    assert (await logging.services.settings.guild(GUILD)).log_channel == LOG


async def test_a_channel_where_the_bot_cannot_write_is_logged_until_it_can(logging: Harness) -> None:
    for faults, events in (([fault(403)], 1), ([fault(403)], 0), ([], 0), ([fault(403)], 1)):
        logging.discord.fail(Method.SEND, *faults)
        with structlog.testing.capture_logs() as lines:
            logging.services.moderation_log.record(act(Raw("Act")))
            await logged(logging)
        assert len(lines) == events
    assert len(logging.discord.of(Method.SEND)) == 1


async def test_lines_that_wait_are_sent_before_the_end(logging: Harness) -> None:
    logging.services.moderation_log.record(act())
    await logging.services.moderation_log.close()
    assert len(logging.discord.of(Method.SEND)) == 1
