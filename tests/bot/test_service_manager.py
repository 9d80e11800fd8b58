"""What systemd is told, over a real socket."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.app import _serve
from bot.config import Config
from bot.service_manager import ServiceManager
from tests.bot.service import until


@pytest.fixture(params=["file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """systemd's end of the socket, and its address in NOTIFY_SOCKET."""
    name = str(tmp_path / "notify") if request.param == "file" else f"@daeguk-test-{os.getpid()}"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as receiver:
        receiver.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
        receiver.settimeout(60)
        yield receiver, name


def received(receiver: socket.socket) -> list[str]:
    """Every message so far."""
    receiver.setblocking(False)
    messages = []
    while True:
        try:
            messages.append(receiver.recv(4096).decode())
        except BlockingIOError:
            return messages


class Reported:
    """What the service manager has been told, in order."""

    def __init__(self, receiver: socket.socket) -> None:
        self.receiver, self.messages = receiver, list[str]()

    def at_least(self, count: int) -> bool:
        """Whether so many messages have come by now."""
        self.messages += received(self.receiver)
        return len(self.messages) >= count


def test_states(manager: tuple[socket.socket, str]) -> None:
    receiver, address = manager
    told = ServiceManager({"NOTIFY_SOCKET": address})
    told.status("connecting to Discord")
    told.ready("serving 3 servers on 1 shards")
    told.stopping()
    assert received(receiver) == [
        "STATUS=connecting to Discord",
        "READY=1\nSTATUS=serving 3 servers on 1 shards",
        "STOPPING=1\nSTATUS=stopping",
    ]


async def test_the_watchdog_is_fed_twice_within_its_limit(manager: tuple[socket.socket, str]) -> None:
    receiver, address = manager
    told = ServiceManager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "40000"})
    assert told.watchdog_seconds == 0.04
    alive, reported = asyncio.create_task(told.report_alive()), Reported(receiver)
    await until(lambda: reported.at_least(3))
    alive.cancel()
    assert set(reported.messages) == {"WATCHDOG=1"}


@pytest.mark.parametrize(
    "environment",
    [{}, {"WATCHDOG_USEC": ""}, {"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"}],
    ids=["no manager", "no watchdog", "that of another process"],
)
async def test_without_a_watchdog_nothing_is_fed(environment: dict[str, str]) -> None:
    await asyncio.wait_for(ServiceManager(environment).report_alive(), 60)


def test_a_manager_that_is_gone_is_no_error(tmp_path: Path) -> None:
    ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready("serving")


async def test_the_bot_is_ready_once_the_gateway_is(
    manager: tuple[socket.socket, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver, address = manager
    connected = asyncio.Event()

    class Client:
        guilds, shards = (1, 2), {0: None}

        async def start(self, _: str) -> None:
            await asyncio.Event().wait()

        async def wait_until_ready(self) -> None:
            await connected.wait()

        async def begin_service(self) -> None:
            pass

        async def keep_commands(self) -> None:
            pass

        async def keep_emojis(self) -> None:
            pass

        async def set_activity(self, _: str) -> None:
            pass

        async def close(self) -> None:
            pass

    client: Any = Client()
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    stop, reported = asyncio.Event(), Reported(receiver)
    config = Config(discord_token="a.b.c")  # type: ignore[arg-type]
    serving = asyncio.create_task(_serve(client, config, stop, asyncio.Queue()))
    await until(lambda: reported.at_least(1))
    connected.set()
    await until(lambda: reported.at_least(2))
    stop.set()
    await serving
    assert [*reported.messages, *received(receiver)] == [
        "STATUS=connecting to Discord",
        "READY=1\nSTATUS=serving 2 servers on 1 shards",
        "STOPPING=1\nSTATUS=stopping",
    ]
