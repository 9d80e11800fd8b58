"""What lasts: JSON documents and attachments in one SQLite file, written by a thread.

Start at Store.put(): it only queues. The thread writes everything queued in one transaction about
every 20 ms, so that the event loop never waits for the disk and a kill -9 loses next to nothing.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

from sandbox.payload import Json, dumps, loads

_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (kind TEXT, id TEXT, body TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blobs (id TEXT PRIMARY KEY, body BLOB);
"""
_PAUSE = 0.02
_CACHE_BYTES = 32 * 1024 * 1024

_Change = tuple[str, str, str | bytes | None]  # kind ("" for a blob), id, what (None: gone)


class Store:
    """Documents and blobs; `folder` None keeps everything in memory only."""

    def __init__(self, folder: Path | None = None) -> None:
        self._queue: queue.SimpleQueue[_Change | threading.Event | None] = queue.SimpleQueue()
        self._recent: OrderedDict[str, bytes] = OrderedDict()
        self._recent_bytes = 0
        self._memory: dict[str, bytes] = {}
        self._db: sqlite3.Connection | None = None
        self._lock = threading.Lock()
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = self._open(folder / "sandbox.db")
            self._thread = threading.Thread(target=self._write, name="sandbox-store", daemon=True)
            self._thread.start()

    @staticmethod
    def _open(path: Path) -> sqlite3.Connection:
        db = sqlite3.connect(path, check_same_thread=False, timeout=0.2)
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.executescript(_SCHEMA)
        return db

    def load(self) -> Iterator[tuple[str, str, Json]]:
        """Every document, oldest id first within its kind."""
        if self._db is None:
            return
        rows = self._db.execute(
            "SELECT kind, id, body FROM documents ORDER BY kind, length(id), id"
        ).fetchall()
        for kind, key, body in rows:
            yield kind, key, loads(body)

    def put(self, kind: str, key: str, document: Json) -> None:
        """Keep `document`; it is on the disk within 100 ms."""
        if self._db is not None:
            self._queue.put((kind, key, dumps(document)))

    def drop(self, kind: str, key: str) -> None:
        """Forget a document."""
        if self._db is not None:
            self._queue.put((kind, key, None))

    def put_blob(self, key: str, data: bytes) -> None:
        """Keep the bytes of an attachment."""
        self._remember(key, data)
        if self._db is not None:
            self._queue.put(("", key, data))
        else:
            self._memory[key] = data

    def drop_blob(self, key: str) -> None:
        """Forget an attachment; windows still loading it find it in the cache for a while."""
        if self._db is not None:
            self._queue.put(("", key, None))
        self._memory.pop(key, None)

    def blob(self, key: str) -> bytes | None:
        """The bytes of an attachment. May read the disk: call it in a thread."""
        data = self._recent.get(key) or self._memory.get(key)
        if data is None and self._db is not None:
            with self._lock:
                row = self._db.execute("SELECT body FROM blobs WHERE id = ?", (key,)).fetchone()
            data = row[0] if row else None
        return data

    def _remember(self, key: str, data: bytes) -> None:
        self._recent[key] = data
        self._recent_bytes += len(data)
        while self._recent_bytes > _CACHE_BYTES and len(self._recent) > 1:
            _, old = self._recent.popitem(last=False)
            self._recent_bytes -= len(old)

    def flush(self) -> None:
        """Wait until all that was put is on the disk."""
        if self._db is not None:
            written = threading.Event()
            self._queue.put(written)
            written.wait()

    def close(self) -> None:
        """Write what is left and stop."""
        if self._db is not None:
            self._queue.put(None)
            self._thread.join()
            self._db.close()
            self._db = None

    def _write(self) -> None:
        while True:
            batch = [self._queue.get()]
            if not isinstance(batch[0], threading.Event) and batch[0] is not None:
                time.sleep(_PAUSE)
            while not self._queue.empty():
                batch.append(self._queue.get())
            self._commit({change[:2]: change[2] for change in batch if isinstance(change, tuple)})
            for item in batch:
                if isinstance(item, threading.Event):
                    item.set()
            if None in batch:
                return

    def _commit(self, changes: dict[tuple[str, str], str | bytes | None]) -> None:
        assert self._db is not None
        with self._lock, self._db:
            for (kind, key), body in changes.items():
                if kind and body is None:
                    self._db.execute("DELETE FROM documents WHERE kind = ? AND id = ?", (kind, key))
                elif kind:
                    self._db.execute("REPLACE INTO documents VALUES (?, ?, ?)", (kind, key, body))
                elif body is None:
                    self._db.execute("DELETE FROM blobs WHERE id = ?", (key,))
                else:
                    self._db.execute("REPLACE INTO blobs VALUES (?, ?)", (key, body))
