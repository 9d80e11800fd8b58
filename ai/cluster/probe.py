"""Whether a Dask cluster could serve, for ``daeguk --check``."""

from __future__ import annotations

import asyncio

from ai.cluster.address import ClusterAddress
from ai.cluster.connection import Unreachable, connect, disconnect
from ai.cluster.worker import ClusterWorker
from ai.pool.interface import Failed
from ai.worker import Setup


async def probe_cluster(address: ClusterAddress) -> tuple[bool, str]:
    """Say whether the cluster has a worker that fits, and what was found, in a sentence."""
    try:
        client = await connect(address)
    except Unreachable as error:
        return False, str(error)
    try:
        async with asyncio.timeout(30):
            workers = [
                ClusterWorker(client, worker_address, Setup(), lambda: None)
                for worker_address in await client.nthreads()
            ]
            answers = await asyncio.gather(*(worker.started() for worker in workers), return_exceptions=True)
    except Exception as error:  # whatever the scheduler answers
        return False, f"The Dask scheduler at {address.scheduler} does not answer: {error!r}."
    finally:
        await disconnect(client)
    unfit = [answer.detail for answer in answers if isinstance(answer, Failed)]
    if unfit:
        return False, f"{len(unfit)} of {len(workers)} Dask workers do not fit: {unfit[0]}."
    if not workers:
        return False, f"The Dask scheduler at {address.scheduler} has no workers."
    return True, f"{address.scheduler} has {len(workers)} worker{'s' * (len(workers) > 1)} of this version"
