"""`python -m sandbox` with a stand-in for the bot, which it starts, restarts and stops."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
WITHIN = 60.0  # seconds in which a process starts or exits on a busy machine
BOT = """
import os, signal, sys, time
def stop(*_):
    print("bot stops in order")
    sys.exit(0)
signal.signal(signal.SIGTERM, stop)
print("bot", os.getpid(), *(os.environ[key] for key in ("DISCORD_API_BASE", "DATABASE_URL", "DISCORD_TOKEN")))
time.sleep(60)
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


class Run:
    def __init__(self, folder: Path, bot: str, *arguments: str) -> None:
        (folder / "bot").mkdir(exist_ok=True)
        (folder / "bot" / "__init__.py").touch()  # found before the real package
        (folder / "bot" / "__main__.py").write_text(bot)
        environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sandbox", "--port", "0", "--state", str(folder / "state"), *arguments],
            cwd=folder,
            env={**environment, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []

    def until(self, pattern: str) -> re.Match[str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if match := re.search(pattern, line):
                return match
        raise AssertionError(f"no {pattern!r} in {self.lines}")

    def stop(self, how: int) -> tuple[int, str]:
        self.process.send_signal(how)
        output, _ = self.process.communicate(timeout=WITHIN)
        return self.process.returncode, output


@contextlib.contextmanager
def running(folder: Path, bot: str = BOT, *arguments: str) -> Iterator[Run]:
    run = Run(folder, bot, *arguments)
    try:
        yield run
    finally:
        if run.process.poll() is None:
            run.process.kill()
            run.process.communicate()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in (Path("/proc") / str(pid) / "stat").read_text().split(")")[1][:4]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_sandbox_starts_and_stops_the_bot(tmp_path: Path, how: int) -> None:
    with running(tmp_path) as run:
        address = run.until(r"http://127\.0\.0\.1:\d+")[0]
        _, pid, base, database, token = run.until(r"bot .*")[0].split()
        assert base == f"{address}/api/v10" and len(token) >= 32
        assert database == f"sqlite:///{tmp_path / 'state' / 'daeguk.db'}"
        with urllib.request.urlopen(address) as page:
            assert page.status == 200
        code, output = run.stop(how)
        assert code == 0 and "bot stops in order" in output and "Traceback" not in output
        assert not is_alive(int(pid))


@pytest.mark.skipif(sys.platform != "linux", reason="prctl")
def test_the_bot_exits_when_the_sandbox_is_killed(tmp_path: Path) -> None:
    with running(tmp_path) as run:
        pid = int(run.until(r"bot (\d+)")[1])
        run.process.kill()
        run.process.wait(WITHIN)
        deadline = time.monotonic() + WITHIN
        while is_alive(pid) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not is_alive(pid)


def test_a_bot_that_exits_is_restarted(tmp_path: Path) -> None:
    with running(tmp_path, "print('started')\nraise SystemExit(3)") as run:
        run.until("started")
        run.until(r"The bot exited \(exit code 3\); restarting it in 1 s\.")
        run.until("started")
        code, output = run.stop(signal.SIGINT)
        assert code == 0 and "Traceback" not in output


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running(tmp_path, BOT, "--port", str(port), "--no-bot") as run:
            output, _ = run.process.communicate(timeout=WITHIN)
            assert run.process.returncode == 1
            sentence = (
                f"Port {port} is in use; choose another one with --port, for example --port {port + 1}.\n"
            )
            assert output == sentence


def test_a_folder_in_use(tmp_path: Path) -> None:
    with running(tmp_path, BOT, "--no-bot") as first:
        first.until("http://")
        with running(tmp_path, BOT, "--no-bot") as second:
            output, _ = second.process.communicate(timeout=WITHIN)
            assert second.process.returncode == 1
            assert output.startswith("Another sandbox is using ") and output.count("\n") == 1


def test_a_user_without_a_home_directory(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sandbox.__main__.data_folder", lambda: None)
    with pytest.raises(SystemExit):
        main(["--no-bot"])
    assert "this user has no home directory: choose a folder with --state" in capsys.readouterr().err
