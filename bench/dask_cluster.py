"""A Dask cluster of processes on loopback, for the benchmark and the tests."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[1]


class LoopbackCluster:
    """A scheduler, and workers with nannies, which are started one by one."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str] | None = None,
        tls: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.port = _free_port()
        self.address = f"{'tls' if tls else 'tcp'}://127.0.0.1:{self.port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self._environment = {**os.environ, "DASK_LOGGING__DISTRIBUTED": "error", **(environment or {})}
        self._tls = tls

    def __enter__(self) -> Self:
        self.start_scheduler()
        return self

    def __exit__(self, *_: object) -> None:
        for number in range(len(self.workers)):
            self.kill_worker(number)
        self.kill_scheduler()

    def start_scheduler(self) -> None:
        """Start the scheduler, on the same port each time."""
        self.scheduler = self._start("dask_scheduler", "--port", str(self.port))

    def start_worker(self, program: Path = ROOT) -> None:
        """Start a worker, with the sources in a folder."""
        options = ["--nthreads", "1", "--nworkers", "1", "--preload", "ai.cluster.preload"]
        folder = ["--local-directory", str(self.folder / f"worker-{len(self.workers)}")]
        self.workers.append(self._start("dask_worker", self.address, *options, *folder, program=program))

    def kill_worker(self, number: int) -> None:
        """Kill a worker and its nanny."""
        _kill(self.workers[number])

    def kill_scheduler(self) -> None:
        """Kill the scheduler."""
        if self.scheduler is not None:
            _kill(self.scheduler)

    def _start(self, module: str, *options: str, program: Path = ROOT) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--host", "127.0.0.1", "--no-dashboard"]
        with (self.folder / f"{module}.log").open("ab") as log:
            return subprocess.Popen(
                [*command, *options, *self._tls],
                cwd=program,
                env=self._environment | {"PYTHONPATH": str(program)},
                stdout=subprocess.DEVNULL,
                stderr=log,
                start_new_session=True,
            )


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and those that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
