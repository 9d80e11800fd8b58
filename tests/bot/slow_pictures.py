"""Pictures that are late."""

from __future__ import annotations

import asyncio
import threading

from data.model.match import Match
from tests.bot.discord_fakes import Request
from tests.bot.harness import Harness


class SlowPictures:
    """Pictures that are drawn only when the test lets them."""

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.asked = 0

    def __call__(self, *_: object, **__: object) -> bytes:
        self.asked += 1
        self.ready.wait(30)
        return b"late"


def pressing(h: Harness, user: int, match: Match, selection: str = "") -> asyncio.Task[Request]:
    """A person makes a move, or a selection; the answer that they get."""
    verb = "look" if selection else "move"
    return asyncio.create_task(h.presses(user, match, verb, selection or "b3"))
