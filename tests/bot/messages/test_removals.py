"""The messages of what a moderator has deleted are deleted too, at once or after the next start."""

from __future__ import annotations

import pytest

from bot.messages.removals import Removals
from data.model.match import Match
from data.model.shards import EVERY_SHARD
from data.servers.messages_to_delete import MessageToDelete
from tests.bot.discord_fakes import Method, fault
from tests.bot.harness import Harness
from tests.bot.service import until


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.messages.faults.RETRY_SECONDS", (0.0, 0.0))


async def deleted(h: Harness, match: Match, parts: Removals | None = None) -> list[MessageToDelete]:
    """What is left to delete, after an attempt."""
    parts = parts or h.services.part(Removals)
    parts.delete_in(match.guild_id or 0)
    await until(lambda: parts.is_idle)
    return await h.store.messages_to_delete.in_shards(EVERY_SHARD)


async def test_the_board_of_a_deleted_match_is_deleted(h: Harness) -> None:
    match = await h.match()
    await h.store.moderation.delete_match(match)
    assert await deleted(h, match) == []
    assert match.home.message_id in h.discord.deleted
    await h.settled()
    assert (h.discord.of(Method.SEND), h.edits(match)) == ([], [])


async def test_a_fault_is_outlasted(h: Harness) -> None:
    match = await h.match()
    await h.store.moderation.delete_match(match)
    h.discord.fail(Method.DELETE, fault(500), OSError("cut"))
    assert await deleted(h, match) == []
    assert match.home.message_id in h.discord.deleted


async def test_what_cannot_be_deleted_now_is_after_a_start(h: Harness) -> None:
    match = await h.match()
    await h.store.moderation.delete_match(match)
    h.discord.fail(Method.DELETE, *(fault(503) for _ in range(3)))
    assert [one.message_id for one in await deleted(h, match)] == [match.home.message_id]
    later = Removals(h.services.boards.editor.client, h.store.messages_to_delete, h.events)
    h.services.gain_all()
    await until(lambda: later.is_idle and h.services.part(Removals).is_idle)
    assert match.home.message_id in h.discord.deleted
    assert await h.store.messages_to_delete.in_shards(EVERY_SHARD) == []


@pytest.mark.parametrize("refusal", [fault(404, 10008), fault(403, 50001)])
async def test_what_is_gone_or_out_of_reach_is_forgotten(h: Harness, refusal: Exception) -> None:
    match = await h.match()
    await h.store.moderation.delete_match(match)
    h.discord.fail(Method.DELETE, refusal)
    assert await deleted(h, match) == []
