"""Ten minutes of two hundred people: everyone is answered, no search fails, the bot's memory stays flat."""

from __future__ import annotations

import sys

import pytest

from bench import memory

FLAT = 2.0  # MB per minute, for bounded tables that still fill up; with heap fragmentation it was 3.4


@pytest.mark.soak
async def test_a_busy_evening(capfd: pytest.CaptureFixture[str]) -> None:
    met = await memory.evening()
    with capfd.disabled():
        for row in memory.table(met):
            sys.stderr.write(f"\n{row.name}: {row.value:.1f} {row.unit}")
    assert (met.evening.unanswered, met.evening.unshown, met.missed) == (0, 0, 0)
    assert memory.slope(met.megabytes) < FLAT
