"""The messages of a sandbox as its people see them: what changes, what can be pressed, what they are told."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable

from sandbox import Sandbox, SeenMessage
from sandbox.core.context import Event, PageFrame

PATIENCE = 30.0
"""Seconds after which a message that has not changed is given up."""


class Messages:
    """Wakes who waits for a message, and collects the sentences that one person is told.

    An ephemeral message with nothing to press is such a sentence: a refusal, or a confirmation.
    """

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._waiting = defaultdict[str, set[asyncio.Event]](set)
        self.created: list[SeenMessage] = []
        """Messages that everybody in the channel sees, oldest first."""
        self.sentences: dict[str, str] = {}
        """By message."""
        self._is_stopped = False
        sandbox.context.events.subscribe(self._receive)

    def stop(self) -> None:
        """Collect nothing more."""
        self._is_stopped = True

    def _receive(self, event: Event) -> None:
        if (
            self._is_stopped
            or not isinstance(event, PageFrame)
            or event.name not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}
        ):
            return
        message_id = event.data["id"]
        seen = SeenMessage(self._sandbox.state, event.data["channel_id"], message_id)
        if event.name == "MESSAGE_CREATE" and not seen.ephemeral:
            self.created.append(seen)
        if seen.ephemeral and not seen.loading and not custom_ids(seen):
            self.sentences[message_id] = seen.text
        for woken in (*self._waiting[message_id], *self._waiting[""]):
            woken.set()

    async def until(
        self, probe: Callable[[], object], seen: SeenMessage | None = None, within: float = PATIENCE
    ) -> bool:
        """Wait for changes of a message, or of any, until a probe is true; False if it never is."""
        key, woken = seen.id if seen is not None else "", asyncio.Event()
        self._waiting[key].add(woken)
        try:
            async with asyncio.timeout(within):
                while not probe():
                    await woken.wait()
                    woken.clear()
        except TimeoutError:
            return False
        finally:
            self._waiting[key].discard(woken)
        return True


def custom_ids(seen: SeenMessage, pattern: str = r".*") -> list[str]:
    """List the custom_ids of the enabled buttons and menus of a message that match a pattern."""
    buttons = [button.custom_id for button in seen.buttons if button.custom_id and not button.disabled]
    menus = [menu.custom_id for menu in seen.selects if not menu.disabled]
    return [name for name in (*buttons, *menus) if re.fullmatch(pattern, name)]
