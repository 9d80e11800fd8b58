"""Limits of time are strict on an idle machine and loose on a busy one."""

from __future__ import annotations

import pytest

from tests import slowness
from tests.slowness import in_time


@pytest.mark.parametrize(
    ("seconds", "measured", "is_in_time"),
    [(4.4, 1.0, True), (4.6, 1.0, False), (10.0, 3.0, True), (60.0, 3.0, False)],
)
def test_a_limit_is_scaled_by_how_slow_the_machine_is(
    monkeypatch: pytest.MonkeyPatch, seconds: float, measured: float, is_in_time: bool
) -> None:
    monkeypatch.setattr(slowness, "slowness", lambda: measured)
    assert in_time(seconds, 3.0) is is_in_time
