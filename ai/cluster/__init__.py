"""The pool's workers on other machines, as workers of a Dask cluster.

    address.py      where the scheduler is, its certificates, and why they cannot be used
    connection.py   connects to the scheduler
    watcher.py      `Cluster`: a slot of the pool for each Dask worker, the pool's own workers without any
    worker.py       one Dask worker as the pool sees it
    tasks.py        the functions that Dask workers run
    preload.py      for ``dask worker --preload``

Queue, deadlines and retries stay those of `ai.pool`: Dask carries one task at a time to the worker that the
pool names. Only connection.py and preload.py import distributed, which is an optional dependency.
"""
