"""Which match a command means."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from bot.exceptions import Refusal
from bot.interactions.commands.find_match import find_match
from data.errors import UnreadableMatch
from tests.bot.harness import Harness
from tests.bot.service import ANA


async def test_without_a_match_that_can_be_read_the_number_of_the_other_is_said(h: Harness) -> None:
    with pytest.raises(Refusal, match=r"match\.none-active"):
        await find_match(h.interaction(ANA).typed(), None)
    match = await h.match()
    damage = text(f"UPDATE matches SET variant = 'x' WHERE id = {match.id}")
    await h.store.database.write(lambda connection: connection.execute(damage))
    for number in (None, match.id):
        with pytest.raises(UnreadableMatch, match=f"match {match.id} "):
            await find_match(h.interaction(ANA).typed(), number)
    other = await h.match()
    assert (await find_match(h.interaction(ANA).typed(), None)).id == other.id
