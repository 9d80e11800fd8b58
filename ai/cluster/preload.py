"""``dask worker --preload ai.cluster.preload``: limits the worker before its first task."""

from __future__ import annotations

import logging
from typing import Any

from ai.cluster.tasks import prepare, program
from ai.kernel_cache import cache_warning
from ai.worker import Setup


def dask_setup(worker: Any) -> None:
    """Prepare a worker's process; Dask calls it when the process starts."""
    setup = Setup()
    prepare(setup.niceness, setup.memory)
    if warning := cache_warning():
        logging.getLogger(__name__).warning(warning)
    program()  # of the sources as they are now, which are those that are imported
