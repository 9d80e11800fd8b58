"""Judges matches that are over, in the background, and tells how far that is."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field, replace

import structlog

from ai.analysis import ANALYSIS_VERSION, Verdict, decode, encode
from ai.base import AiError
from ai.pool.interface import PoolClosed
from bot.lru import LRU
from bot.match.computer import Judge, queue_key
from bot.match.events import MatchEvents, ShardsLost
from bot.match.report import MatchJudged, Report, positions_to_judge
from bot.match.shard_tasks import Gain, ShardTasks
from bot.tasks import Tasks, retry_store
from data.errors import UnavailableMatch
from data.matches.analyses import Analysis, position_hash
from data.model.match import Match
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.store import Store
from games.base import Move, RuleError

log = structlog.get_logger(__name__)

NEWS_SECONDS = 2.0
"""How often `Analyses.follow` has news at most."""
CONTINUED_SECONDS = 7 * 86_400.0
"""How long ago a match can have ended that is judged by itself after a start; others when they are opened."""
_STORED_SECONDS = 1.0
"""How long verdicts wait to be stored together."""
_MAX_WAITING = 1_000
"""Matches that wait; of more, the one that has waited longest is left until it is opened."""
_KEPT = 32
"""Matches whose reports are kept in memory: enough for everybody who looks at one at the time."""
_AT_ONCE = 2
"""Positions of a match that are judged at the same time."""


@dataclass(eq=False, slots=True)
class _Job:
    """A match whose moves are judged. Its stored verdicts are read first."""

    match: Match
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    missing: dict[int, int] = field(default_factory=dict)
    """The `position_hash` of each move that is not judged, by ply."""
    unstored: list[Analysis] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    """The plies that nothing judges yet, the last one first."""
    is_loaded: bool = False
    done: asyncio.Event = field(default_factory=asyncio.Event)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it is loaded."""

    def report(self) -> Report:
        """The verdicts as far as they are known."""
        return Report.of(self.match, self.verdicts, is_final=self.done.is_set())

    def add(self, ply: int, verdict: Verdict) -> None:
        """Add the verdict on the position after ``ply`` moves."""
        self.verdicts[ply] = verdict
        self.unstored.append(Analysis(ply, self.missing.pop(ply), encode(verdict), verdict.best.move))


class Analyses:
    """The reports of matches that are over.

    A match is judged when it ends, when it is imported, and when somebody opens its report: what was asked
    for last comes first. Verdicts are stored as they are found, so that after a restart only the others are
    missing. ``now`` returns the unix time. Methods raise `data.errors.StoreError`.
    """

    def __init__(self, judge: Judge, store: Store, events: MatchEvents, now: Callable[[], float]) -> None:
        self._judge = judge
        self._store = store.analyses
        self._matches = store.matches
        self._owns = store.ownership.owns
        self._events = events
        self._now = now
        self._tasks = Tasks()
        self._jobs: dict[int, _Job] = {}  # by match; the next one last
        self._finished: LRU[int, _Job] = LRU(_KEPT)
        self._has_work = asyncio.Event()
        events.follow("ended", self._follow)
        events.subscribe(ShardsLost, lambda event: self._lose(event.shards))
        ShardTasks(events, self._tasks).on_gain(self._continue, "unfinished analyses not found yet")

    def start(self) -> None:
        """Judge from now on."""
        for _ in range(_AT_ONCE):
            self._tasks.run(self._work())

    async def close(self) -> None:
        """Stop; what is missing is judged after the next start."""
        await self._tasks.close()

    def add(self, matches: Iterable[Match]) -> None:
        """Judge these matches, the first one first."""
        for match in reversed(list(matches)):
            self._enqueue(match)

    async def report(self, match: Match) -> Report:
        """What is known of a match. The rest is judged next."""
        return (await self._wanted(match)).report()

    async def follow(self, match: Match) -> AsyncIterator[Report]:
        """A match's report now, and when it has grown, each `NEWS_SECONDS` at most. The last one is final."""
        shown = -1
        while True:
            job = await self._wanted(match)
            report = job.report()
            # A report without news is not yielded again, since each one leads to an edit.
            if report.is_final or report.done > shown:
                yield report
            if report.is_final:
                return
            shown = report.done
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(NEWS_SECONDS):
                    await job.done.wait()

    async def verdict(self, match: Match, ply: int) -> Verdict:
        """The verdict on the position after ``ply`` moves, at once. Raises like `Judge.analyse`."""
        known = (await self.report(match)).verdicts
        if ply < match.ply and (verdict := known[ply]) is not None:
            return verdict
        played = match.moves[ply] if ply < match.ply else None
        before = match.record.before(ply)
        return await self._judge.analyse(before, played, queue_key=queue_key(match), background=False)

    async def attempt(self, match: Match, ply: int, move: Move) -> Report:
        """The report of the first ``ply`` moves and another one, of which only that is judged.

        It is compared with the best move of the match's report, so that both say the same: two estimates of
        a position differ, and a new one can find any move the best. Raises like `Judge.analyse`.
        """
        tried = replace(match, moves=(*match.moves[:ply], move))
        known = (await self.report(match)).verdicts[ply]
        if known is not None and move == known.best.move:
            verdict = Verdict(known.best)
        elif known is not None and move == match.moves[ply]:
            verdict = known
        else:
            before = match.record.before(ply)
            key = queue_key(match)
            verdict = await self._judge.analyse(before, move, queue_key=key, background=False)
            if known is not None:
                verdict = replace(verdict, best=known.best, played=verdict.played or verdict.best)
        return Report.of(tried, {ply: verdict}, is_final=True)

    async def scores(self, match: Match) -> tuple[float | None, ...]:
        """FIRST's expected results in a match that is judged; empty for another, which is judged next."""
        report = await self.report(match)
        return report.scores if report.is_final and report.done else ()

    # --- Which matches -------------------------------------------------------------------------------

    def _follow(self, change: MatchChange) -> None:
        match = change.after
        if match.moves and self._owns(match.guild_id):
            self._enqueue(match)

    async def _continue(self, gain: Gain) -> None:
        """Judge what was not finished in the shards gained."""
        since = self._now() - CONTINUED_SECONDS
        for match_id in await self._store.incomplete(ANALYSIS_VERSION, since, gain.shards):
            with contextlib.suppress(UnavailableMatch):  # deleted since, or damaged
                match = await self._matches.get(match_id)
                if gain.holds(match.guild_id):
                    self._enqueue(match)

    def _lose(self, shards: Shards) -> None:
        for job in list(self._jobs.values()):
            if job.match.guild_id in shards:
                del self._jobs[job.match.id]

    def _enqueue(self, match: Match) -> _Job:
        """The match's job, as the next one."""
        if match.id in self._finished:
            return self._finished[match.id]
        job = self._jobs.pop(match.id, None) or _Job(match)
        self._jobs[match.id] = job
        if len(self._jobs) > _MAX_WAITING:
            del self._jobs[next(iter(self._jobs))]
        self._has_work.set()
        return job

    async def _wanted(self, match: Match) -> _Job:
        """The match's job with its stored verdicts read, queued if it is new."""
        job = self._enqueue(match)
        await self._load(job)
        return job

    async def _load(self, job: _Job) -> None:
        """Read the verdicts on the match, and those on the same moves of other matches."""
        async with job.lock:
            if job.is_loaded:
                return
            match = job.match
            for ply, text in (await self._store.of_match(match.id, ANALYSIS_VERSION)).items():
                with contextlib.suppress(ValueError):  # damaged: it is judged again
                    job.verdicts[ply] = decode(text)
            for ply in positions_to_judge(match):
                if ply not in job.verdicts:
                    job.missing[ply] = position_hash(match.record.before(ply), match.moves[ply])
                    await asyncio.sleep(0)  # a match can have hundreds of moves
            await self._take_known(job)
            job.open = sorted(job.missing, reverse=True)
            job.is_loaded = True
            self._check_done(job)

    async def _take_known(self, job: _Job) -> None:
        known = await self._store.of_positions(set(job.missing.values()), ANALYSIS_VERSION)
        for ply, position in list(job.missing.items()):
            if position in known:
                with contextlib.suppress(ValueError):  # damaged: it is judged again
                    self._add(job, ply, decode(known[position]))

    # --- Judging -------------------------------------------------------------------------------------

    async def _work(self) -> None:
        """Judge one position after another."""
        while True:
            job = await self._next()
            ply = job.open.pop()
            try:
                verdict = await self._judge.analyse(
                    job.match.record.before(ply), job.match.moves[ply], queue_key=queue_key(job.match)
                )
            except PoolClosed:
                return
            except (AiError, RuleError) as error:
                log.debug("a move is not judged", match=job.match.id, ply=ply, reason=str(error))
                del job.missing[ply]
            except Exception:
                log.exception("a move is not judged", match=job.match.id, ply=ply)
                del job.missing[ply]
            else:
                self._add(job, ply, verdict)
            self._check_done(job)

    async def _next(self) -> _Job:
        """Wait for a job with a position that nothing judges."""
        while True:
            for job in reversed(list(self._jobs.values())):
                if not job.is_loaded:
                    await self._load_in_background(job)
                if job.open:
                    return job
            self._has_work.clear()
            await self._has_work.wait()

    async def _load_in_background(self, job: _Job) -> None:
        try:
            await retry_store(lambda: self._load(job), "verdicts not read yet", match=job.match.id)
        except UnavailableMatch:
            self._drop(job)

    def _add(self, job: _Job, ply: int, verdict: Verdict) -> None:
        if not job.unstored:
            self._tasks.run(self._store_soon(job))
        job.add(ply, verdict)

    async def _store_soon(self, job: _Job) -> None:
        """Store what is found within a second."""
        await asyncio.sleep(_STORED_SECONDS)
        unstored, job.unstored = job.unstored, []
        match_id = job.match.id
        try:
            await retry_store(
                lambda: self._store.add(match_id, ANALYSIS_VERSION, unstored),
                "verdicts not stored yet",
                match=match_id,
            )
        except UnavailableMatch:
            self._drop(job)

    def _check_done(self, job: _Job) -> None:
        if not job.missing and not job.done.is_set():
            job.done.set()
            self._drop(job)
            self._finished[job.match.id] = job
            self._events.publish(MatchJudged(job.report()))

    def _drop(self, job: _Job) -> None:
        if self._jobs.get(job.match.id) is job:
            del self._jobs[job.match.id]
