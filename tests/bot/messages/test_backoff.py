"""When what Discord has refused is tried again."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.messages.backoff import Backoff
from bot.messages.faults import is_refusal
from tests.bot.discord_fakes import fault
from tests.clock import Clock

MINUTE, DAY = 60.0, 86_400.0


def test_refusals_are_tried_again_after_1_5_and_30_minutes_and_then_daily() -> None:
    clock = Clock()
    backoff = Backoff[int](clock)
    start, tries = clock.now, list[float]()
    while clock.now < start + 3 * DAY:
        if backoff.is_due(5):
            tries.append(clock.now - start)
            backoff.refused(5)
        clock.now += 30.0
    waits = [later - earlier for earlier, later in pairwise(tries)]
    assert waits == [MINUTE, 5 * MINUTE, 30 * MINUTE, DAY, DAY]


def test_of_several_refusals_at_once_the_first_counts() -> None:
    clock = Clock()
    backoff = Backoff[int](clock)
    for _ in range(4):
        backoff.refused(5)
    assert not backoff.is_due(5) and backoff.is_due(6)
    assert (backoff.seconds_left(5), backoff.seconds_left(6)) == (MINUTE, 0.0)
    clock.now += MINUTE
    assert backoff.is_due(5)


def test_after_a_success_the_first_wait_is_short_again() -> None:
    clock = Clock()
    backoff = Backoff[int](clock)
    for wait in (MINUTE, 5 * MINUTE):
        backoff.refused(5)
        clock.now += wait
    backoff.accepted(5)
    backoff.refused(5)
    clock.now += MINUTE
    assert backoff.is_due(5)


@pytest.mark.parametrize(
    ("error", "refused"),
    [
        (fault(403, 50001), True),
        (fault(404, 10003), True),
        (fault(400, 50024), True),
        (fault(429), False),
        (fault(500), False),
        (fault(503), False),
        (OSError("cut"), False),
    ],
)
def test_what_is_a_refusal(error: BaseException, refused: bool) -> None:
    assert is_refusal(error) is refused
