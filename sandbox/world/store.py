"""Persistence: JSON documents and attachments in one SQLite file, written by a thread.

Store.put() only queues. The thread commits everything queued in one transaction about every 20 ms, so that
the event loop never waits for the disk and a kill -9 loses at most the last fraction of a second.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from sandbox.world.payload import Json, dumps, loads

_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (kind TEXT, id TEXT, body TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blobs (id TEXT PRIMARY KEY, body BLOB);
"""
_PAUSE = 0.02
"""Seconds in which changes gather before they are committed together."""
_CACHE_BYTES = 32 * 1024 * 1024
"""Attachments kept in memory: windows load a picture just after the bot sent it."""


class Kind(StrEnum):
    """The kinds of documents."""

    USER = "user"
    GUILD = "guild"
    CHANNEL = "channel"
    MESSAGE = "message"
    COMMAND = "command"
    EMOJI = "emoji"
    META = "meta"


_BLOB = ""  # takes the place of a kind in the queue
_Change = tuple[str, str, str | bytes | None]  # kind, id, new body (None: deleted)


class Store:
    """Documents and blobs, kept in `folder`/sandbox.db, or in memory where `folder` is None.

    Raises OSError or sqlite3.Error if the folder cannot be used, for example while another sandbox uses it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._recent: OrderedDict[str, bytes] = OrderedDict()
        self._recent_bytes = 0
        self._memory: dict[str, bytes] = {}
        self._file: _File | None = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = _File(folder / "sandbox.db")

    def load(self) -> Iterator[tuple[str, str, Json]]:
        """Yield (kind, id, document) of every document, oldest id first within a kind."""
        if self._file is not None:
            for kind, key, body in self._file.documents():
                yield kind, key, loads(body)

    def put(self, kind: Kind, key: str, document: Json) -> None:
        """Add or replace a document; it is on the disk within 100 ms."""
        if self._file is not None:
            self._file.queue((kind, key, dumps(document)))

    def drop(self, kind: Kind, key: str) -> None:
        """Delete a document."""
        if self._file is not None:
            self._file.queue((kind, key, None))

    def put_blob(self, key: str, data: bytes) -> None:
        """Add the bytes of an attachment."""
        self._cache(key, data)
        if self._file is not None:
            self._file.queue((_BLOB, key, data))
        else:
            self._memory[key] = data

    def drop_blob(self, key: str) -> None:
        """Delete an attachment. It stays in the cache for a while, for windows that still load it."""
        if self._file is not None:
            self._file.queue((_BLOB, key, None))
        self._memory.pop(key, None)

    def blob(self, key: str) -> bytes | None:
        """Return the bytes of an attachment. Reads the disk on a cache miss: call it in a thread."""
        data = self._recent.get(key) or self._memory.get(key)
        if data is None and self._file is not None:
            data = self._file.blob(key)
        return data

    def _cache(self, key: str, data: bytes) -> None:
        self._recent[key] = data
        self._recent_bytes += len(data)
        while self._recent_bytes > _CACHE_BYTES and len(self._recent) > 1:
            _, old = self._recent.popitem(last=False)
            self._recent_bytes -= len(old)

    def flush(self) -> None:
        """Block until every queued change is on the disk."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Write what is queued and close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


class _File:
    """The SQLite file and the thread that writes it."""

    def __init__(self, path: Path) -> None:
        self._queue: queue.SimpleQueue[_Change | threading.Event | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, check_same_thread=False, timeout=0.2)
        self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_SCHEMA)
        self._thread = threading.Thread(target=self._write, name="sandbox-store", daemon=True)
        self._thread.start()

    def documents(self) -> list[tuple[str, str, str]]:
        statement = "SELECT kind, id, body FROM documents ORDER BY kind, length(id), id"
        return self._db.execute(statement).fetchall()

    def blob(self, key: str) -> bytes | None:
        with self._lock:
            row = self._db.execute("SELECT body FROM blobs WHERE id = ?", (key,)).fetchone()
        return row[0] if row else None

    def queue(self, change: _Change) -> None:
        self._queue.put(change)

    def flush(self) -> None:
        written = threading.Event()
        self._queue.put(written)
        written.wait()

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()
        self._db.close()

    def _write(self) -> None:
        while True:
            batch = [self._queue.get()]
            if not isinstance(batch[0], threading.Event) and batch[0] is not None:
                time.sleep(_PAUSE)
            while not self._queue.empty():
                batch.append(self._queue.get())
            # Of several changes of a document only the latest is written: its key keeps the last value.
            self._commit({change[:2]: change[2] for change in batch if isinstance(change, tuple)})
            for item in batch:
                if isinstance(item, threading.Event):
                    item.set()
            if None in batch:
                return

    def _commit(self, changes: dict[tuple[str, str], str | bytes | None]) -> None:
        with self._lock, self._db:
            for (kind, key), body in changes.items():
                if kind == _BLOB:
                    self._commit_blob(key, body)
                elif body is None:
                    self._db.execute("DELETE FROM documents WHERE kind = ? AND id = ?", (kind, key))
                else:
                    self._db.execute("REPLACE INTO documents VALUES (?, ?, ?)", (kind, key, body))

    def _commit_blob(self, key: str, body: str | bytes | None) -> None:
        if body is None:
            self._db.execute("DELETE FROM blobs WHERE id = ?", (key,))
        else:
            self._db.execute("REPLACE INTO blobs VALUES (?, ?)", (key, body))
