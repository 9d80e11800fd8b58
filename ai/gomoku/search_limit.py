"""When a kernel's search must end: the node budget and the stop flag in its work record."""

from __future__ import annotations

import numpy as np

from ai.deepening import Reserve

RESERVE = Reserve(share=0.92, at_most=0.1)
"""What a search leaves of its seconds."""


class SearchLimit:
    """Ends the search that works in ``work``, a record with the fields ``stop`` and ``budget``.

    The kernels read both fields at every node.
    """

    def __init__(self, work: np.void) -> None:
        self._work = work

    def allow_nodes(self, nodes: int) -> None:
        """Clear the stop flag and search until ``nodes`` have been visited in all."""
        self._work["stop"], self._work["budget"] = 0, nodes

    def stop(self) -> None:
        """End a running search soon. Safe from another thread."""
        self._work["stop"] = 1

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short."""
        return bool(self._work["stop"])
