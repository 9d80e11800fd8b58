"""Questions as a fake pool answers them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import Any

from ai.base import Choice


class Thought:
    """An answer to come, how many are before it, and whether its game is cold."""

    def __init__(
        self,
        answer: Coroutine[Any, Any, Choice],
        ahead: Callable[[], int] = lambda: 0,
        cold: Callable[[], bool] = lambda: False,
    ) -> None:
        self._task = asyncio.ensure_future(answer)
        self._ahead = ahead
        self._cold = cold

    def __await__(self) -> Generator[Any, None, Choice]:
        return self._task.__await__()

    @property
    def queue_position(self) -> int:
        return self._ahead()

    @property
    def getting_ready(self) -> bool:
        return self._cold()
