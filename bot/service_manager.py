"""Tells systemd how the bot is doing: that it is ready, alive, stopping. See sd_notify(3).

Without the variable NOTIFY_SOCKET, which systemd sets for a unit of ``Type=notify``, nothing is sent.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

_MICROSECONDS = 1_000_000


class ServiceManager:
    """The other end of the socket that ``environment`` names."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        limit = environment.get("WATCHDOG_USEC", "") if watched else ""
        self.watchdog_seconds = int(limit) / _MICROSECONDS if limit.isdecimal() else None
        """A process that does not say `alive` for so long is killed; None for no limit."""

    def ready(self, status: str) -> None:
        """Say that the bot has started, with a text for ``systemctl status``."""
        self._send(f"READY=1\nSTATUS={status}")

    def status(self, status: str) -> None:
        """Say what the bot does, for ``systemctl status``."""
        self._send(f"STATUS={status}")

    def stopping(self) -> None:
        """Say that the bot is about to end."""
        self._send("STOPPING=1\nSTATUS=stopping")

    async def report_alive(self) -> None:
        """Say that the event loop runs, twice within each limit of the watchdog, for as long as this runs."""
        while self.watchdog_seconds:
            self._send("WATCHDOG=1")
            await asyncio.sleep(self.watchdog_seconds / 2)

    def _send(self, message: str) -> None:
        if not self._address:
            return
        # Whether systemd reads that or not, the bot goes on, and the event loop does not wait.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            sender.sendto(message.encode(), self._address)
