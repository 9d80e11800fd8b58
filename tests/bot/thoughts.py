"""Questions as a fake pool answers them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from typing import Any

from ai.base import Choice


class Thought:
    """An answer to come, and how many are before it."""

    def __init__(self, answer: Coroutine[Any, Any, Choice], ahead: Callable[[], int] = lambda: 0) -> None:
        self._task = asyncio.ensure_future(answer)
        self._ahead = ahead

    def __await__(self) -> Generator[Any, None, Choice]:
        return self._task.__await__()

    @property
    def queue_position(self) -> int:
        return self._ahead()
