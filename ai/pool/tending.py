"""Keeps a slot staffed: starts a process, warms it up, and replaces it when it is lost. See `Tender.tend`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import structlog

from ai.base import AiError
from ai.pool.desk import Desk
from ai.pool.slot import Slot
from ai.pool.warmth import Warmth, WarmUp
from ai.worker import Setup
from games.base import RuleError

_log = structlog.get_logger(__name__)


class Tender:
    """Looks after one slot for as long as `tend` runs."""

    def __init__(
        self,
        slot: Slot,
        desk: Desk,
        warmth: Warmth,
        setup: Setup,
        *,
        warm_up_seconds: float,
        on_progress: Callable[[WarmUp], None],
    ) -> None:
        self._slot = slot
        self._desk = desk
        self._warmth = warmth
        self._setup = setup
        self._warm_up_seconds = warm_up_seconds
        self._on_progress = on_progress

    async def tend(self) -> None:
        """Keep a warm process in the slot, for ever."""
        while True:
            try:
                await self._staff()
                _log.warning("ai.worker-lost", worker=self._slot.number)
            except Exception as problem:  # whatever it is, the slot is tried again
                _log.warning("ai.worker-unfit", worker=self._slot.number, problem=repr(problem))
            pause = self._slot.clear()
            self._desk.stir()
            await asyncio.sleep(pause)

    async def _staff(self) -> None:
        began = time.monotonic()
        await self._slot.start(self._setup)
        self._desk.stir()
        await self._warm_up()
        _log.info("ai.worker-ready", worker=self._slot.number, seconds=round(time.monotonic() - began, 2))
        await self._slot.lost()

    async def _warm_up(self) -> None:
        while self._slot.up and self._warmth.cold(self._slot.warm):
            slug = self._warmth.next(self._slot.warm, self._desk.wanted())
            if slug is None:
                await self._desk.changed()
            else:
                await self._warm(slug)

    async def _warm(self, slug: str) -> None:
        # `warming` bars the slot to new requests at once; the present one is let finish. Between two games
        # it is open again, so that requests and the warm-up take turns.
        began, error = time.monotonic(), None
        self._warmth.begin(slug)
        self._slot.warming = slug
        try:
            while self._slot.up and self._slot.serving is not None:
                await self._desk.changed()
            await self._slot.warm_up(slug, self._warm_up_seconds)
        except (AiError, RuleError) as problem:
            error = str(problem)
        self._slot.warming = None
        self._warmth.end(slug, good=error is None)
        self._tell(slug, time.monotonic() - began, error)
        self._desk.stir()

    def _tell(self, slug: str, seconds: float, error: str | None) -> None:
        total = len(self._desk.slots) * len(self._warmth.slugs)
        done = total - sum(len(self._warmth.cold(slot.warm)) for slot in self._desk.slots)
        warmed = WarmUp(slug, self._slot.number, done, total, seconds, error)
        log = _log.error if error else _log.info
        log(
            "ai.warm-up",
            game=slug,
            worker=warmed.worker,
            done=done,
            total=total,
            seconds=round(seconds, 2),
            error=error,
        )
        self._on_progress(warmed)
