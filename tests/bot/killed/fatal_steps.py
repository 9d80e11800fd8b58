"""Steps of the bot at which it is killed: before and after it commits a transaction or sends a request.

A step is named by what it does: the tables that it changes, or the request's method and path. The process
dies at the first step at which it has not died as often as it is to; the file of names outlives it.
"""

from __future__ import annotations

import os
import re
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import aiohttp
from sqlalchemy import Connection, Engine, event

from data.engine.sqlite import SqliteDatabase

_CHANGE = re.compile(r"(INSERT|UPDATE|DELETE)\b(?: INTO| FROM)? (\w+)")
_TABLES = {"tournaments", "tournament_entrants", "tournament_pairings", "matches", "moves", "rated_matches"}
_NUMBERS = re.compile(r"\d+")
_NONCE = re.compile(r"""['"]nonce['"]: ?['"]t?\d+\.([a-z]+)""")
_TOKEN = re.compile(r"/(interactions|webhooks)/\d+/[^/]+")


class FatalSteps:
    """Kills this process.

    ``times`` is how often it dies at a step of a name, ``only`` a regular expression for the names.
    """

    def __init__(self, path: Path, times: int, only: str) -> None:
        self._path = path
        self._times = times
        self._only = re.compile(only)
        self._died = Counter(path.read_text().splitlines() if path.exists() else ())
        self._changes: list[str] = []

    def install(self) -> None:
        """Look at every transaction and every request from now on."""
        event.listen(Engine, "before_cursor_execute", self._note)
        event.listen(Engine, "commit", self._before_commit)
        SqliteDatabase._commit = self._commits(SqliteDatabase._commit)  # type: ignore[method-assign]
        aiohttp.ClientSession._request = self._sends(aiohttp.ClientSession._request)  # type: ignore[method-assign]

    def _reach(self, step: str) -> None:
        if self._died[step] >= self._times or not self._only.search(step):
            return
        with self._path.open("a") as file:
            file.write(f"{step}\n")
        os.kill(os.getpid(), signal.SIGKILL)

    def _note(self, _: Connection, __: Any, statement: str, *___: Any) -> None:
        if (found := _CHANGE.match(statement)) is not None and found[2] in _TABLES:
            change = f"{found[1]} {found[2]}".lower()
            if change not in self._changes:
                self._changes.append(change)

    def _before_commit(self, _: Connection) -> None:
        if self._changes:
            self._reach(f"before commit: {', '.join(self._changes)}")

    def _commits(self, commit: Any) -> Any:
        def committed(*given: Any) -> None:
            self._changes.clear()
            commit(*given)
            if self._changes:
                self._reach(f"after commit: {', '.join(self._changes)}")

        return committed

    def _sends(self, send: Any) -> Any:
        async def sent(session: Any, method: str, url: Any, **options: Any) -> Any:
            path = _NUMBERS.sub("0", _TOKEN.sub(r"/\1/0/0", str(url).partition("/api")[2]))
            is_step = method in ("POST", "PATCH") and ("/messages" in path or "/threads" in path)
            is_step = is_step or "/interactions/" in path
            if nonce := _NONCE.search(_body(options.get("data"))):
                path += f" {nonce[1]}"
            if is_step:
                self._reach(f"before {method} {path}")
            answer = await send(session, method, url, **options)
            if is_step:
                self._reach(f"after {method} {path}")
            return answer

        return sent


def _body(data: Any) -> str:
    """What a request sends, as text: JSON, or the fields of a form."""
    return str(data._fields) if isinstance(data, aiohttp.FormData) else str(data)
