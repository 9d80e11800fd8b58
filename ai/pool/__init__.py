"""Computer players in worker processes, asked from the bot's event loop.

    pool.py          `Pool`: the public interface
    analysis.py      a request for a verdict on a move
    job.py           one request, from the queue to its answer
    scheduler.py     assigns free workers to waiting requests
    fair_queue.py    the order of waiting requests
    slot.py          a worker's place in the pool, and `Ticket`, a request's place in the queue
    interface.py     `Worker`, what the pool asks of a worker
    process.py       a worker that is a process of this machine
    supervisor.py    keeps a slot's worker running and warm
    compiler.py      compiles kernels that the cache lacks
    warmup.py        which kernels are compiled and loaded next
    retry_policy.py  what is asked after a failed attempt, and by when
    fallback.py      a move without an engine
    metrics.py       Prometheus metrics

Every change of state calls `Scheduler.changed`; coroutines wait for a state with `Scheduler.until`. Nothing
here imports numba or numpy: only worker processes do.
"""

from __future__ import annotations

from ai.pool.interface import PoolClosed
from ai.pool.job import Job
from ai.pool.pool import Pool
from ai.pool.slot import QueueKey
from ai.pool.warmup import WarmUp
from ai.worker import Players, Setup

__all__ = ["Job", "Players", "Pool", "PoolClosed", "QueueKey", "Setup", "WarmUp"]
