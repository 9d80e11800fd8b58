"""Matches are judged in the background: once, the newest first, from where it stopped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest

from ai.analysis import ANALYSIS_VERSION, Verdict, decode, encode
from ai.base import NoVerdict
from ai.pool.interface import Failed, PoolClosed
from bot.match import analyses as module
from bot.match.analyses import Analyses
from bot.match.events import ShardsGained, ShardsLost
from data.errors import StoreBusy
from data.matches.analyses import Analysis, position_hash
from data.model.match import Match
from data.model.shards import Shards
from games import replay
from games.base import Move, Record
from tests.bot.service import ANA, CHO, Faults, Service, until
from tests.bot.verdicts import line
from tests.clock import Clock


def moves_of(choice: int, count: int) -> tuple[Move, ...]:
    """The first moves of a game on 6x6 in which the first or the last legal move is always played."""
    moves = tuple[Move, ...]()
    while len(moves) < count:
        moves += (replay(Record("othello", "6x6", moves)).legal_moves()[choice],)
    return moves


MOVES, OTHER = moves_of(0, 3), moves_of(-1, 2)


@dataclass
class Judge:
    """Judges every move as the best one, and remembers what it was asked."""

    asked: list[tuple[Record, Move | None, bool]] = field(default_factory=list)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    error: Exception | None = None

    async def analyse(
        self, record: Record, played: Move | None, *, queue_key: int = 0, background: bool = True
    ) -> Verdict:
        self.asked.append((record, played, background))
        await self.go_on.wait()
        if self.error is not None:
            raise self.error
        return Verdict(line(played or "a1", score=len(record.moves) / 10))

    @property
    def plies(self) -> list[int]:
        """How many moves were before each move that was judged."""
        return [len(record.moves) for record, _, _ in self.asked]


@pytest.fixture
def judge() -> Judge:
    one = Judge()
    one.go_on.set()
    return one


@pytest.fixture
async def analyses(judge: Judge, made: Service, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Analyses]:
    monkeypatch.setattr(module, "_STORED_SECONDS", 0.01)
    monkeypatch.setattr(module, "NEWS_SECONDS", 0.01)
    one = Analyses(judge, made.store, made.events, Clock())
    yield one
    await one.close()


async def ended(made: Service, moves: tuple[Move, ...] = MOVES) -> Match:
    """A match of Ana and Ben that Ana has resigned."""
    match = await made.at(await made.people(), moves)
    return await made.matches.resign(match.id, None, ANA)


async def stored(made: Service, match: Match, count: int = len(MOVES)) -> dict[int, Verdict]:
    """The verdicts on a match, once there are so many."""
    async with asyncio.timeout(60):
        while True:
            found = await made.store.analyses.of_match(match.id, ANALYSIS_VERSION)
            if len(found) >= count:
                return {ply: decode(text) for ply, text in found.items()}
            await asyncio.sleep(0.01)


async def test_a_match_is_judged_when_it_ends(analyses: Analyses, judge: Judge, made: Service) -> None:
    analyses.start()
    match = await ended(made)
    found = await stored(made, match)
    assert [found[ply].best.move for ply in range(3)] == list(MOVES)
    assert sorted(judge.plies) == [0, 1, 2] and all(background for _, _, background in judge.asked)
    report = await analyses.report(match)
    assert report.is_final and report.scores == (0.0, -0.1, 0.2, 0.2)
    assert await analyses.scores(match) == report.scores


async def test_guesses_are_judged_with_the_verdicts(analyses: Analyses, judge: Judge, made: Service) -> None:
    match = await made.at(await made.people(), MOVES[:1])
    await made.store.guesses.put(match.id, match.position_id, CHO, MOVES[1])
    match = await made.at(match, MOVES)
    analyses.start()
    await stored(made, await made.matches.resign(match.id, None, ANA))
    assert [guess.is_best for guess in await made.store.guesses.of_match(match.id)] == [True]


async def test_a_report_says_how_far_it_is(analyses: Analyses, judge: Judge, made: Service) -> None:
    judge.go_on.clear()
    analyses.start()
    match = await ended(made)
    report = await analyses.report(match)
    assert (report.done, report.total, report.is_final) == (0, 3, False)
    assert await analyses.scores(match) == ()
    judge.go_on.set()
    seen = [(one.done, one.is_final) async for one in analyses.follow(match)]
    assert seen[-1] == (3, True) and seen == sorted(seen)
    assert len({done for done, _ in seen}) == len(seen)


async def test_what_is_stored_is_not_judged_again(judge: Judge, made: Service) -> None:
    """Neither the same match nor the same positions of another one."""
    match, other = await ended(made), await ended(made, MOVES[:2])
    verdict = encode(Verdict(line(MOVES[0], score=0.5)))
    hashes = [position_hash(match.record.before(ply), match.moves[ply]) for ply in range(3)]
    await made.store.analyses.add(match.id, ANALYSIS_VERSION, [Analysis(0, hashes[0], verdict)])
    one = Analyses(judge, made.store, made.events, Clock())
    one.start()
    await until_final(one, match)
    assert sorted(judge.plies) == [1, 2]
    await stored(made, match)
    await until_final(one, other)
    assert sorted(judge.plies) == [1, 2]
    assert len(await stored(made, other, 2)) == 2
    await one.close()


async def until_final(analyses: Analyses, match: Match) -> None:
    async for report in analyses.follow(match):
        assert report.total == match.ply


async def test_what_was_asked_for_last_comes_first(analyses: Analyses, judge: Judge, made: Service) -> None:
    judge.go_on.clear()
    matches = [await ended(made, MOVES[:2]), await ended(made, OTHER)]
    analyses.start()
    analyses.add(matches)
    await until(lambda: len(judge.asked) == 2)
    assert [played for _, played, _ in judge.asked] == [*MOVES[:2]], "the first of those that are added"
    await analyses.report(matches[1])
    judge.go_on.set()
    await until_final(analyses, matches[0])
    assert judge.asked[2][1] in matches[1].moves


async def test_unfinished_analyses_go_on_after_a_start(judge: Judge, made: Service) -> None:
    match = await ended(made)
    one = Analyses(judge, made.store, made.events, lambda: match.ended_at or 0.0)
    one.start()
    made.events.publish(ShardsGained(Shards.all(made.store.uptime.total)))
    assert len(await stored(made, match)) == 3
    await one.close()


async def test_matches_of_lost_shards_are_left(analyses: Analyses, judge: Judge, made: Service) -> None:
    judge.go_on.clear()
    match = await ended(made)
    analyses.add([match])
    made.events.publish(ShardsLost(Shards.all(made.store.uptime.total)))
    analyses.start()
    judge.go_on.set()
    await asyncio.sleep(0.05)
    assert judge.asked == []
    await until_final(analyses, match)  # somebody opens it
    assert len(judge.asked) == 3


@pytest.mark.parametrize("error", [NoVerdict("not judged"), Failed("died"), ValueError("a bug")])
async def test_a_move_that_cannot_be_judged_is_left_out(
    analyses: Analyses, judge: Judge, made: Service, error: Exception
) -> None:
    judge.error = error
    analyses.start()
    match = await ended(made)
    await until_final(analyses, match)
    report = await analyses.report(match)
    assert report.is_final and report.done == 0
    judge.error = None
    other = await ended(made)
    await until_final(analyses, other)
    assert (await analyses.report(other)).done == 3


async def test_a_closed_pool_ends_the_work(analyses: Analyses, judge: Judge, made: Service) -> None:
    judge.error = PoolClosed("closed")
    analyses.start()
    match = await ended(made)
    analyses.add([match])
    await until(lambda: len(judge.asked) == 2)
    await asyncio.sleep(0.02)
    assert len(judge.asked) == 2 and not (await analyses.report(match)).is_final


async def test_a_verdict_at_once(analyses: Analyses, judge: Judge, made: Service) -> None:
    """In the foreground, unless it is known; after the last move, too."""
    match = await ended(made)
    verdict = await analyses.verdict(match, 1)
    assert verdict.best.score == 0.1 and judge.asked == [(match.record.before(1), MOVES[1], False)]
    assert (await analyses.verdict(match, 3)).best.move == "a1"
    assert judge.asked[-1] == (match.record, None, False)
    analyses.start()
    await until_final(analyses, match)
    count = len(judge.asked)
    await analyses.verdict(match, 2)
    assert len(judge.asked) == count


async def test_a_store_that_fails_loses_nothing(judge: Judge, made: Service) -> None:
    match = await ended(made)
    faults = Faults(2, StoreBusy("held by a test"), only="add")
    one = Analyses(
        judge, replace(made.store, analyses=faults.over(made.store.analyses)), made.events, Clock()
    )
    one.start()
    await until_final(one, match)
    assert len(await stored(made, match)) == 3 and faults.refused == 2
    await one.close()


async def test_a_match_that_is_deleted_meanwhile(analyses: Analyses, judge: Judge, made: Service) -> None:
    judge.go_on.clear()
    analyses.start()
    match = await ended(made)
    analyses.add([match])
    await until(lambda: judge.asked)
    await made.store.retention.delete([match.id])
    judge.go_on.set()
    await until_final(analyses, match)
    assert (await analyses.report(match)).is_final


async def test_another_move_is_judged_at_once(analyses: Analyses, judge: Judge, made: Service) -> None:
    """Unless it is known: the best one, or the one that was played."""
    match = await ended(made)
    analyses.start()
    await until_final(analyses, match)
    judge.asked.clear()
    known = await analyses.attempt(match, 1, MOVES[1])
    assert judge.asked == [] and known.match.moves == MOVES[:2] and known.faults == ()
    other = Move(replay(match.record.before(1)).legal_moves()[-1])
    tried = await analyses.attempt(match, 1, other)
    assert judge.asked == [(match.record.before(1), other, False)]
    assert tried.match.moves == (MOVES[0], other) and tried.judgements[0] is None
    assert tried.judgements[1] is not None and tried.judgements[1].ply == 1


async def test_another_move_is_compared_with_the_best_move_of_the_report(
    analyses: Analyses, judge: Judge, made: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a new search, which is as rough as the first, finds it the best one of all."""
    match = await ended(made)
    analyses.start()
    await until_final(analyses, match)
    best = (await analyses.report(match)).best(1)
    assert best is not None
    other = next(move for move in replay(match.record.before(1)).legal_moves() if move != best.move)

    async def found_best(record: Record, played: Move | None, **_: object) -> Verdict:
        return Verdict(line(played or "a1", score=best.score - 1))

    monkeypatch.setattr(judge, "analyse", found_best)
    tried = await analyses.attempt(match, 1, other)
    assert tried.best(1) == best
    assert [judgement.ply for judgement in tried.faults] == [1]
