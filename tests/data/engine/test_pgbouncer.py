"""By PgBouncer: transaction mode is recognized, and matches are played in it without prepared statements."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url

from data.engine.address import ServerOptions, parse_url
from data.engine.postgresql import check_sessions
from data.errors import DatabaseRefused
from data.store import open_store
from tests.data.conftest import append, begin_in, of_a_server, played
from tests.programs import find, needs

PGBOUNCER = find("pgbouncer")
PORT = 6432
_SETTINGS = """
[databases]
* = host={server} user=daeguk
[pgbouncer]
unix_socket_dir = {home}
listen_port = {port}
auth_type = any
auth_file = {home}/users
pool_mode = {mode}
default_pool_size = 4
ignore_startup_parameters = options
logfile = {home}/log
"""
pytestmark = [of_a_server, needs("PgBouncer", PGBOUNCER)]

By = Callable[[str], str]


@pytest.fixture
def by(address: str, tmp_path: Path) -> Iterator[By]:
    """A function that starts PgBouncer in a mode, and returns the address of the database by it."""
    running: list[subprocess.Popen[bytes]] = []
    home = Path("/tmp") / f"pgbouncer-{os.getpid()}"  # sockets have short paths

    def start(mode: str) -> str:
        url = make_url(address)
        home.mkdir()
        (home / "users").write_text('"daeguk" ""\n')
        server = str(url.query["host"])
        (home / "ini").write_text(_SETTINGS.format(server=server, home=home, port=PORT, mode=mode))
        command = [str(PGBOUNCER), "-q", str(home / "ini")]
        if not os.geteuid():  # it refuses to run as root
            for one in (home, *home.iterdir()):
                shutil.chown(one, "nobody", "nogroup")
            command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]
        running.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return url.set(port=PORT).update_query_dict({"host": str(home)}).render_as_string(hide_password=False)

    yield start
    for one in running:
        one.send_signal(signal.SIGTERM)
        one.wait()
    shutil.rmtree(home, ignore_errors=True)


async def until_it_listens() -> None:
    async with asyncio.timeout(60):
        while not list(Path("/tmp").glob(f"pgbouncer-{os.getpid()}/.s.PGSQL.*")):  # noqa: ASYNC110, ASYNC240
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("mode", ["session", "transaction"])
async def test_transaction_mode_is_recognized(by: By, mode: str) -> None:
    engine = create_engine(parse_url(by(mode)))
    await until_it_listens()
    if mode == "session":
        check_sessions(engine)
    else:
        with pytest.raises(DatabaseRefused, match="DATABASE_DIRECT_URL"):
            check_sessions(engine)
    engine.dispose()


async def test_matches_are_played_in_transaction_mode(by: By) -> None:
    address = by("transaction")
    await until_it_listens()
    async with await open_store(address, options=ServerOptions(has_sessions=False)) as store:

        async def play() -> int:
            match = await begin_in(store.matches)
            for move in [
                "d3",
                "c3",
                "c4",
                "c5",
                "b4",
                "d2",
                "e2",
                "f4",
                "d6",
                "c6",
            ]:
                match = await append(store.matches, match.id, match.position_id, played(move), outcome=None)
            return match.ply

        assert await asyncio.gather(*(play() for _ in range(8))) == [10] * 8


def test_the_server_itself_has_sessions(address: str) -> None:
    engine = create_engine(parse_url(address))
    check_sessions(engine)
    engine.dispose()
