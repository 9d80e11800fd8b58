"""A PostgreSQL server for tests, in a temporary folder: as this user or, if that is root, as ``nobody``.

    python -m tests.postgresql python -m bot        # DATABASE_URL and TEST_SERVER name the server

It listens on a socket in that folder only, and is gone afterwards with everything in it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import make_url

from data.engine.address import parse_url
from data.tables.metadata import REVISION, VERSION_TABLE, metadata
from tests.programs import missing as missing_program

SERVER = "TEST_SERVER"
"""The variable with the address of a server that runs already; its user can create databases."""
USER = "daeguk"
NAME = "postgres"
_WITHIN = 90.0
# Nothing has to survive a power cut.
_FAST = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
    "max_connections=200",
)


def missing() -> str | None:
    """Why no server can be used; None if one can."""
    if find_spec("psycopg") is None:
        return "psycopg is not installed: make .venv/.test"
    if SERVER not in os.environ and programs() is None:
        return missing_program("PostgreSQL")
    return None


def programs() -> Path | None:
    """The folder of the newest ``initdb`` and ``postgres`` here, which Debian keeps off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    last = found[-1] if found else Path(on_path) if on_path else None
    return last.resolve().parent if last else None


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The address of a server: that in ``TEST_SERVER``, or a new one."""
    if given := os.environ.get(SERVER):
        yield given
        return
    folder = programs()
    assert folder is not None, missing()
    with tempfile.TemporaryDirectory(prefix="daeguk-") as made:
        home = Path(made)
        as_user = _as_ordinary_user(home)
        data = home / "data"
        initdb = [
            "initdb",
            "-D",
            str(data),
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        ]
        subprocess.run(
            [*as_user, folder / initdb[0], *initdb[1:]], check=True, stdout=subprocess.DEVNULL, cwd=home
        )
        options = [part for one in (*_FAST, "listen_addresses=") for part in ("-c", one)]
        # With the process that has started it, the server ends too.
        ends = ("setpriv", "--pdeathsig", "INT") if shutil.which("setpriv") else ()
        command = [*as_user, *ends, folder / "postgres", "-D", data, "-k", home, *options]
        with (home / "log").open("wb") as log:
            running = subprocess.Popen(command, stdout=log, stderr=log, cwd=home)
        try:
            _wait(home, running)
            yield f"postgresql://{USER}@/{NAME}?host={home}"
        finally:
            running.send_signal(signal.SIGINT)  # ends without waiting for connections
            running.wait()


@contextlib.contextmanager
def database(server: str) -> Iterator[str]:
    """The address of a new database on a server, which is dropped at the end."""
    name = f"test_{uuid.uuid4().hex}"
    execute(server, f"CREATE DATABASE {name}")
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    execute(server, f"DROP DATABASE {name} WITH (FORCE)")


def delete_all(address: str) -> None:
    """Make a database as it is after its first start."""
    execute(
        address,
        ";".join(
            (
                *(f"DELETE FROM {table.name}" for table in reversed(metadata.sorted_tables)),
                "INSERT INTO uptime VALUES (0, 0, 0, false)",
                "SELECT setval(pg_get_serial_sequence('matches', 'id'), 1, false)",
                f"UPDATE {VERSION_TABLE} SET version_num = '{REVISION}'",
            )
        ),
    )


def execute(address: str, statements: str) -> None:
    """Run statements without SQLAlchemy, which takes ten times as long to connect."""
    import psycopg  # optional

    url = parse_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statements.encode())


def _as_ordinary_user(home: Path) -> Sequence[str]:
    """The beginning of a command for a user who is not root, to whom the folder is given."""
    if os.geteuid():
        return ()
    shutil.chown(home, "nobody", "nogroup")
    return ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")


def _wait(home: Path, running: subprocess.Popen[bytes]) -> None:
    """Return once the server takes connections."""
    deadline = time.monotonic() + _WITHIN
    # Its last line says whether it is ready.
    while not (home / "data/postmaster.pid").exists() or "ready" not in _status(home):
        assert running.poll() is None and time.monotonic() < deadline, (home / "log").read_text()
        time.sleep(0.02)


def _status(home: Path) -> str:
    lines = (home / "data/postmaster.pid").read_text().splitlines()
    return lines[-1] if lines else ""


def main() -> int:
    """Run a command while there is a server."""
    if reason := missing():
        sys.exit(f"{reason}.")
    with server() as address:
        return subprocess.call(sys.argv[1:], env={**os.environ, SERVER: address, "DATABASE_URL": address})


if __name__ == "__main__":
    sys.exit(main())
