"""Proves at night again what many people fail with the same move, and withdraws a puzzle that is wrong.

The proof uses the rules alone (`ai.puzzles.proof`), in a process of its own with the lowest
priority. Of several processes of the bot the owner of shard 0 does it. What attempts have done to ratings
stays as it is.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from ai.puzzles.proof import fault_of
from ai.puzzles.puzzle import Puzzle
from bot import metrics, puzzles
from bot.child_process import ProcessHangs, ProcessLost, limited, nicely, run_in_own_process
from bot.match.due_loops import DuePart
from bot.match.events import MatchEvents
from data.puzzles.proofs import Proof, Suspect
from data.store import Store

log = structlog.get_logger(__name__)

LOOK_SECONDS = 1800.0
NIGHT = range(2, 6)
"""The hours of the machine's time zone in which puzzles are proved."""
MIN_PEOPLE, MIN_SHARE = 5, 0.6
"""A puzzle is suspected once so many people have failed with the same move, who are such a share of all
whose move was wrong."""
SECONDS = 600.0
"""The longest that a proof takes. Those of the puzzles that come with the bot take seconds."""
_MEMORY_BYTES = 2**30
_NICENESS = 19
_NAME = "daeguk-proving"

Prove = Callable[[Puzzle], Awaitable[str]]
"""Returns what of a puzzle is not proved, empty for nothing. Raises `bot.child_process.NoAnswer`."""


async def prove_apart(puzzle: Puzzle) -> str:
    """Prove a puzzle in a process of its own, which has the lowest priority."""
    work = partial(limited, _MEMORY_BYTES, partial(nicely, partial(fault_of, puzzle), _NICENESS))
    return await run_in_own_process(_NAME, work, SECONDS)


class PuzzleProofs(DuePart):
    """Looks for such puzzles from `start` on; ``now`` returns unix seconds.

    A proof that was not finished when it is closed is begun again on a later night.
    """

    def __init__(
        self,
        store: Store,
        events: MatchEvents,
        now: Callable[[], float],
        prove: Prove = prove_apart,
        hour: Callable[[float], int] = lambda now: time.localtime(now).tm_hour,
    ) -> None:
        super().__init__(LOOK_SECONDS, "puzzles not proved again yet", events, store.ownership)
        self._store = store.puzzle_proofs
        self._now = now
        self._prove = prove
        self._hour = hour

    async def look(self) -> None:
        """Prove the suspected puzzles, one after the other, as long as it is night.

        A proof that fails, or whose process is lost, is tried again at a later look. What is known of a
        puzzle that was corrected since is forgotten, by day, too. Raises `data.errors.StoreError`.
        """
        if self._loop.holds(None):
            await self._forget_corrected()
        if not self._is_due():
            return
        for suspect in await self._store.suspects(MIN_PEOPLE, MIN_SHARE):
            puzzle = puzzles.with_id(suspect.puzzle_id)  # None: of another version of the bot
            if puzzle is None or not self._is_due():
                continue
            try:
                fault, is_decided = await self._result(puzzle)
            except ProcessLost:
                log.warning("the proof of a puzzle was lost", game=puzzle.game, puzzle=puzzle.id)
            except Exception:
                log.exception("the proof of a puzzle failed", game=puzzle.game, puzzle=puzzle.id)
            else:
                await self._keep(puzzle, suspect, fault, is_decided=is_decided)

    async def _forget_corrected(self) -> None:
        """Forget the proofs of puzzles that have changed: a puzzle keeps its id if its first move stays."""
        for proof in await self._store.every():
            puzzle = puzzles.with_id(proof.puzzle_id)
            if puzzle is not None and puzzle.digest != proof.digest:
                await self._store.forget(proof)
                log.info("puzzle corrected", game=puzzle.game, puzzle=puzzle.id, withdrawn=proof.withdrawn)

    def _is_due(self) -> bool:
        """Whether it is night, and the puzzles are this process's to look after."""
        return self._hour(self._now()) in NIGHT and self._loop.holds(None)

    async def _result(self, puzzle: Puzzle) -> tuple[str, bool]:
        """What of a puzzle is not proved, and True; or why the proof does not end, and False."""
        try:
            return await self._prove(puzzle), True
        except (ProcessHangs, MemoryError) as problem:
            return str(problem) or type(problem).__name__, False

    async def _keep(self, puzzle: Puzzle, suspect: Suspect, fault: str, *, is_decided: bool) -> None:
        is_withdrawn = is_decided and bool(fault)
        about_move = suspect.step, suspect.move, suspect.people
        proof = Proof(puzzle.id, *about_move, self._now(), fault or None, is_withdrawn, digest=puzzle.digest)
        await self._store.keep(proof)
        result = "withdrawn" if is_withdrawn else "undecided" if fault else "proved"
        metrics.PROOFS.labels(result).inc()
        about = {"game": puzzle.game, "puzzle": puzzle.id, "move": suspect.move, "people": suspect.people}
        if fault:
            log.warning(f"puzzle {result}", **about, fault=fault)
        else:
            log.info("puzzle proved again", **about)
