"""Notifications of a PostgreSQL server, by LISTEN on a connection of their own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from data.engine.address import ServerOptions, database_name, parse_url
from data.engine.postgresql import connect_arguments

log = logging.getLogger(__name__)

_POLL_SECONDS = 0.5  # after which the thread looks whether it is to end
_CHECK_SECONDS = 10.0
"""How often the server is asked for an answer: a connection can be dead without an end."""
_ANSWER_SECONDS = 10.0
"""How long it may take to answer; then the connection is ended."""
_RETRY_SECONDS = (0.2, 1.0, 3.0, 10.0)
"""The waits before connecting again, by attempt; the last one repeats."""


class Listener:
    """Calls functions with what is notified. Connects at `start`, and again whenever the connection is lost.

    ``channels`` are the functions by channel, called with the payload; ``on_connect`` is called after each
    connection, because notifications before it are lost. All are called in the event loop.
    """

    def __init__(
        self, address: str, channels: Mapping[str, Callable[[str], None]], on_connect: Callable[[], None]
    ) -> None:
        url = parse_url(address)
        self._name = database_name(url)
        # A connection commits by itself and is used once: a rollback at its end only fails, if it was lost.
        self._engine = create_engine(
            url,
            poolclass=NullPool,
            pool_reset_on_return=None,
            connect_args=connect_arguments(ServerOptions()),
        )
        self._channels = channels
        self._on_connect = on_connect
        self._loop = asyncio.get_running_loop()
        self._is_closed = threading.Event()
        self._descriptor: int | None = None
        self._lock = threading.Lock()  # guards the descriptor
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    async def close(self) -> None:
        """Stop listening; nothing is called after this."""
        self._is_closed.set()
        with self._lock:
            if self._descriptor is not None:
                _interrupt(self._descriptor)
        await asyncio.to_thread(self._thread.join)

    # --- In the thread -------------------------------------------------------------------------------

    def _run(self) -> None:
        attempt = 0
        while not self._is_closed.is_set():
            try:
                with contextlib.closing(self._engine.raw_connection()) as connection:
                    attempt = 0
                    self._listen(connection.driver_connection)
            except (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error, OSError) as error:
                if self._is_closed.is_set():
                    return
                seconds = _RETRY_SECONDS[min(attempt, len(_RETRY_SECONDS) - 1)] * random.uniform(0.8, 1.2)
                attempt += 1
                log.warning("not listening to %s: %s", self._name, str(error).strip().splitlines()[0])
                self._is_closed.wait(seconds)

    def _listen(self, connection: Any) -> None:
        """Pass notifications on until the connection is lost, which raises, or this is closed."""
        connection.autocommit = True
        with self._interruptible(connection):
            for channel in self._channels:
                connection.execute(f"LISTEN {channel}")
            self._call(self._on_connect)
            checked = time.monotonic()
            while not self._is_closed.is_set():
                for notice in connection.notifies(timeout=_POLL_SECONDS, stop_after=1):
                    if (listener := self._channels.get(notice.channel)) is not None:
                        self._call(listener, notice.payload)
                if time.monotonic() - checked > _CHECK_SECONDS:
                    with _within(_ANSWER_SECONDS, connection.fileno()):
                        connection.execute("SELECT 1")
                    checked = time.monotonic()

    @contextlib.contextmanager
    def _interruptible(self, connection: Any) -> Iterator[None]:
        """A block that `close` interrupts, even while it waits for the server."""
        with self._lock:
            self._descriptor = connection.fileno()
        try:
            yield
        finally:
            with self._lock:
                self._descriptor = None

    def _call(self, function: Callable[..., None], *given: str) -> None:
        if not self._is_closed.is_set():
            with contextlib.suppress(RuntimeError):  # the event loop is closed
                self._loop.call_soon_threadsafe(self._unless_closed, function, *given)

    def _unless_closed(self, function: Callable[..., None], *given: str) -> None:
        if not self._is_closed.is_set():
            function(*given)


@contextlib.contextmanager
def _within(seconds: float, descriptor: int) -> Iterator[None]:
    """A block in which the server answers; a connection is ended that makes it take longer."""
    timer = threading.Timer(seconds, _interrupt, [descriptor])
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _interrupt(descriptor: int) -> None:
    """End a connection of another thread, which reads from it."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as connection:
        connection.shutdown(socket.SHUT_RDWR)
