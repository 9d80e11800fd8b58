"""A wire between one process and a PostgreSQL server, which can be cut."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import make_url

_SOCKET = ".s.PGSQL.5432"


class Wire:
    """Forwards a socket of its own to the server's. While it is cut, nothing arrives, and nothing ends."""

    def __init__(self, address: str, folder: Path) -> None:
        url = make_url(address)
        self._server = Path(str(url.query["host"])) / _SOCKET
        self._folder = folder
        self.address = url.update_query_dict({"host": str(folder)}).render_as_string(hide_password=False)
        """The server's address by this wire."""
        self._is_whole = asyncio.Event()
        self._is_whole.set()
        self._connections: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server

    async def open(self) -> None:
        """Begin to forward."""
        self._folder.mkdir(parents=True)
        self._listening = await asyncio.start_unix_server(self._connected, self._folder / _SOCKET)

    def cut(self) -> None:
        """Let nothing through from now on; connections stay open."""
        self._is_whole.clear()

    def mend(self) -> None:
        """Let everything through again; connections that were cut are lost."""
        self._end()
        self._is_whole.set()

    async def close(self) -> None:
        """End every connection."""
        self._listening.close()
        self._end()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _end(self) -> None:
        for connection in self._connections:
            connection.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection, in both directions, until either end closes it."""
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        ends = [writer]
        try:
            await self._is_whole.wait()
            there, back = await asyncio.open_unix_connection(self._server)
            ends.append(back)
            directions = [(reader, back), (there, writer)]
            forwarding = [asyncio.create_task(self._forward(*one)) for one in directions]
            try:
                await asyncio.wait(forwarding, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in forwarding:
                    one.cancel()
                await asyncio.gather(*forwarding, return_exceptions=True)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._connections.discard(task)
            for end in ends:
                end.close()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while part := await reader.read(65_536):
            await self._is_whole.wait()
            writer.write(part)
            await writer.drain()
        await self._is_whole.wait()  # neither does an end arrive
