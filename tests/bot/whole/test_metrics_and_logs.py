"""What an admin sees of a press: the metrics count and time it, and its log lines name it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import structlog
from prometheus_client import REGISTRY
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from data.errors import StoreBusy
from data.matches.store import MatchStore
from data.model.match import AppendResult, Match
from sandbox import Reply
from tests.bot.drawn import forget_pictures
from tests.bot.service import until

from .world import WITHIN, World

log = structlog.get_logger(__name__)

ANSWERS = "daeguk_discord_answers_total"


def sample(metric: str, /, **labels: str) -> float:
    return REGISTRY.get_sample_value(metric, labels) or 0.0


async def test_an_interaction_is_counted_and_its_acknowledgement_timed(w: World) -> None:
    def counted() -> list[float]:
        return [
            sample("daeguk_interactions_total", kind="command", name="play othello"),
            sample("daeguk_interactions_total", kind="press", name="move"),
            sample("daeguk_acknowledge_seconds_count", kind="command"),
            sample("daeguk_acknowledge_seconds_count", kind="press"),
        ]

    def accepted() -> float:
        # 200 with the message that was sent, 204 for an edit, which is not sent back.
        return sample(ANSWERS, status="200") + sample(ANSWERS, status="204")

    forget_pictures()
    before, drawn = counted(), sample("daeguk_draw_seconds_count")
    accepted_before, seconds = accepted(), sample("daeguk_acknowledge_seconds_sum", kind="press")
    match = await w.play()
    await w.alice.click(w.board(match), label="d3")
    await until(lambda: counted() == [count + 1 for count in before])
    assert accepted() >= accepted_before + 2
    assert 0 < sample("daeguk_acknowledge_seconds_sum", kind="press") - seconds < WITHIN
    assert sample("daeguk_draw_seconds_count") > drawn


async def test_what_a_forged_press_names_is_no_label(w: World) -> None:
    before = sample("daeguk_interactions_total", kind="press", name="unknown")
    match = await w.play()
    await w.forge_press(w.alice, w.board(match), f"b:forged-verb:{match.id}:0.0")
    assert sample("daeguk_interactions_total", kind="press", name="unknown") == before + 1
    assert sample("daeguk_interactions_total", kind="press", name="forged-verb") == 0


async def test_a_press_names_itself_on_every_line(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await w.play(level="1")
    real = MatchStore.append

    async def failing(*arguments: Any, **named: Any) -> Match:
        log.warning("while the move is stored")
        raise StoreBusy("held by a test")

    monkeypatch.setattr(MatchStore, "append", failing)
    with capture_logs([merge_contextvars]) as lines:
        reply = await w.alice.click(w.board(match), label="d3")
    named = [(line["event"], line["match"], line["guild"], line["request"]) for line in lines]
    about = (match.id, match.guild_id, request_of(reply))
    assert ("while the move is stored", *about) in named
    assert ("not stored", *about) in named
    monkeypatch.setattr(MatchStore, "append", real)


async def test_the_computers_answer_names_its_match_and_the_press(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.play(level="1")
    other = await w.play(w.bob, level="1")
    real: Callable[..., Awaitable[AppendResult]] = MatchStore.append

    async def noted(*arguments: Any, **named: Any) -> AppendResult:
        log.info("stored")
        return await real(*arguments, **named)

    monkeypatch.setattr(MatchStore, "append", noted)
    with capture_logs([merge_contextvars]) as lines:
        pressed = ((w.alice, match), (w.bob, other))
        replies = [await person.click(w.board(one), label="d3") for person, one in pressed]
        await w.answered(match)
        await w.answered(other)
    stored = [(line["match"], line["request"]) for line in lines if line["event"] == "stored"]
    expected = [(one.id, request_of(reply)) for one, reply in zip((match, other), replies, strict=True)]
    assert sorted(stored) == sorted(expected * 2), "the person's move and the computer's"


async def test_the_log_says_when_discord_is_lost_and_back_and_which_servers_come_and_go(w: World) -> None:
    guild = w.client.get_guild(int(w.guild_of(w.korean)))
    assert guild is not None
    with capture_logs() as lines:

        def said() -> list[tuple[str, int]]:
            return [(line["event"], line.get("shard", line.get("guild"))) for line in lines]

        await w.sandbox.faults.drop_gateway()
        await until(lambda: ("connected to Discord again", 0) in said())
        w.client.dispatch("guild_join", guild)
        await guild.leave()
        await until(lambda: ("server left", guild.id) in said())
    assert said().index(("disconnected from Discord", 0)) < said().index(("connected to Discord again", 0))
    assert ("server joined", guild.id) in said()


def request_of(reply: Reply) -> int:
    return int(reply.interaction_id)
