"""Gives the pool a slot for each worker of a Dask cluster, and its own workers while the cluster has none."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Self

import structlog

from ai.cluster.address import ClusterAddress
from ai.cluster.connection import Unreachable, connect, disconnect
from ai.cluster.worker import ClusterWorker
from ai.pool.interface import Worker
from ai.pool.pool import Pool
from ai.pool.slot import Slot
from ai.worker import Setup

_POLL_SECONDS = 0.25
_ANSWER_SECONDS = 3.0
_RETRY_SECONDS = 2.0

_log = structlog.get_logger(__name__)


class Cluster:
    """Watches a cluster for a pool from `start` to `close`, or as an async context manager.

    The pool's own workers serve while no worker of the cluster has every kernel set warm. A scheduler that
    cannot be reached is asked every two seconds.
    """

    def __init__(self, address: ClusterAddress, pool: Pool) -> None:
        self._address = address
        self._pool = pool
        self._slots: dict[str, Slot] = {}
        self._workers: dict[str, ClusterWorker] = {}
        self._task: asyncio.Task[None] | None = None
        self._problem: str | None = None

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def start(self) -> None:
        """Begin in the background. The pool is started already."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Disconnect. The pool gets no more workers; it is closed afterwards."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of the workers that serve."""
        return tuple(address for address, slot in self._slots.items() if slot.up)

    @property
    def serves_alone(self) -> bool:
        """Whether all workers of the pool are the cluster's, and one has every kernel set warm."""
        return self._pool.own_workers == 0 and any(map(self._pool.is_warm, self._slots.values()))

    async def _run(self) -> None:
        while True:
            try:
                client = await connect(self._address)
            except Unreachable as error:
                if str(error) != self._problem:
                    self._problem = str(error)
                    _log.warning("Dask cluster not reached", problem=self._problem)
            else:
                self._problem = None
                _log.info("Dask cluster connected", scheduler=self._address.scheduler)
                await self._watch(client)
            await asyncio.sleep(_RETRY_SECONDS)

    async def _watch(self, client: Any) -> None:
        """Follow the cluster until its scheduler is lost."""
        try:
            while True:
                async with asyncio.timeout(_ANSWER_SECONDS):
                    present = set(await client.nthreads())
                self._follow(client, present)
                await asyncio.sleep(_POLL_SECONDS)
        except Exception as error:  # the scheduler is lost, in whatever way
            _log.warning("Dask cluster lost", scheduler=self._address.scheduler, problem=repr(error))
            self._follow(client, set())
        finally:
            await disconnect(client)

    def _follow(self, client: Any, present: set[str]) -> None:
        disconnected = {lost for lost, known in self._workers.items() if known.disconnected}
        for address in self._slots.keys() - (present - disconnected):
            self._pool.remove_slot(self._slots.pop(address))
            if worker := self._workers.pop(address, None):
                worker.lose()
        for address in present - self._slots.keys():
            self._slots[address] = self._pool.add_slot(partial(self._start_worker, client, address))
        if any(map(self._pool.is_warm, self._slots.values())):
            self._pool.end_own_workers()
        else:
            self._pool.begin_own_workers()

    def _start_worker(self, client: Any, address: str, setup: Setup, on_change: Any) -> Worker:
        worker = self._workers[address] = ClusterWorker(client, address, setup, on_change)
        return worker
