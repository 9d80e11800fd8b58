"""The pool's decisions without any process: the queue, the retry policy, warm-ups and the fallback."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
import structlog

from ai.base import Limit, NoMove, UnknownLevel, kernel_set, kernel_sets, levels
from ai.human.scale import scale_of
from ai.level import Level
from ai.pool.fair_queue import Queue
from ai.pool.fallback import fallback_move
from ai.pool.process import Process
from ai.pool.retry_policy import AnalysisRequest, make_request
from ai.pool.scheduler import Scheduler
from ai.pool.slot import Ticket
from ai.pool.warmup import ATTEMPTS, WarmUpState, in_turns
from games import GAMES, game, replay
from games.base import IllegalMove, Move, Record

RECORD = Record("othello", "8x8")
LIMITS = {
    Level("1"): Limit(0.05),
    Level("8"): Limit(5.0, nodes=1000),
    Level("classic"): Limit(0.2),
    Level("older"): Limit(0.2),
}


def fill(queue: Queue, *keys: str, long: bool = False, urgent: bool = False) -> list[Ticket]:
    tickets = [Ticket(key, "othello", 1.0, long, urgent) for key in keys]
    for ticket in tickets:
        queue.add(ticket)
    return tickets


def drain(queue: Queue, *, allow_long: bool = True) -> list[Ticket]:
    return list(iter(lambda: queue.pop(lambda _: True, allow_long=allow_long), None))


async def test_queue_keys_take_turns_and_each_keeps_its_order() -> None:
    queue = Queue()
    tickets = fill(queue, *"AAABCB")
    expected = [tickets[i] for i in (0, 3, 4, 1, 5, 2)]
    assert [queue.position(ticket) for ticket in expected] == [1, 2, 3, 4, 5, 6]
    assert drain(queue) == expected and not len(queue)


async def test_a_key_that_was_served_waits_for_the_others() -> None:
    queue = Queue()
    first, *_ = fill(queue, "A", "B")
    assert queue.pop(lambda _: True, allow_long=True) is first
    fill(queue, "A")
    assert [ticket.queue_key for ticket in drain(queue)] == ["B", "A"]


async def test_the_background_goes_when_no_other_can() -> None:
    queue = Queue()
    late = Ticket("A", "othello", 1.0, long=False, background=True)
    queue.add(late)
    others = fill(queue, "B", long=True) + fill(queue, *"CCCCCC")
    assert drain(queue)[-1] is late
    queue.add(late)
    fill(queue, "B", long=True)
    assert drain(queue, allow_long=False) == [late]
    assert len(others) == 7


async def test_quick_before_long_but_every_fifth_time() -> None:
    queue = Queue()
    fill(queue, "L", "L", long=True)
    fill(queue, *"QQQQQQ")
    assert "".join(str(ticket.queue_key) for ticket in drain(queue)) == "QQQQLQQL"


async def test_long_ones_wait_where_only_quick_ones_may_run() -> None:
    queue = Queue()
    fill(queue, "L", long=True)
    fill(queue, *"QQQQQQ")
    assert len(drain(queue, allow_long=False)) == 6 and len(queue) == 1


async def test_urgent_ones_go_first() -> None:
    queue = Queue()
    fill(queue, "A", "B")
    (urgent,) = fill(queue, "A", long=True, urgent=True)
    assert drain(queue, allow_long=False)[0] is urgent


class Worker:
    """A process that only counts its interrupts."""

    def __init__(self) -> None:
        self.alive = True
        self.interrupts = 0

    def interrupt(self) -> None:
        self.interrupts += 1


def scheduler_of(*workers: Worker) -> Scheduler:
    scheduler = Scheduler(len(workers), WarmUpState([]), Process)
    for slot, worker in zip(scheduler.slots, workers, strict=True):
        slot.process, slot._up = cast(Process, worker), True
    return scheduler


def ask(scheduler: Scheduler, *levels: str, key: str = "busy") -> list[Ticket]:
    return [scheduler.enqueue(make_request(RECORD, level, None, key, LIMITS)) for level in levels]


def done(scheduler: Scheduler, ticket: Ticket) -> None:
    slot = ticket.granted.result()
    assert slot is not None and slot.serving is ticket
    slot.serving = None
    scheduler.changed()


@pytest.fixture
def no_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.pool.scheduler.SHARE_SECONDS", 0.0)


@pytest.mark.usefixtures("no_share")
async def test_twenty_long_searches_make_room_for_a_quick_one_on_the_only_worker() -> None:
    worker = Worker()
    scheduler = scheduler_of(worker)
    first, *others = ask(scheduler, *["8"] * 20)
    scheduler.changed()
    assert first.granted.done() and worker.interrupts == 0  # only long requests wait
    (quick,) = ask(scheduler, "1", key="quiet")
    ask(scheduler, "1", key="third")
    assert worker.interrupts == 1 and scheduler.queue.position(quick) == 1
    done(scheduler, first)
    assert quick.granted.done() and not any(other.granted.done() for other in others)


async def test_a_long_search_makes_room_once_its_share_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.pool.scheduler.SHARE_SECONDS", 0.01)
    worker = Worker()
    scheduler = scheduler_of(worker)
    quick = ask(scheduler, *["1"] * 8, key="quiet")
    (long,) = ask(scheduler, "8")
    for ticket in quick[:4]:
        done(scheduler, ticket)
    assert long.granted.done()
    async with asyncio.timeout(60):
        while not worker.interrupts:  # noqa: ASYNC110 - only time passes here
            await asyncio.sleep(0.005)
    done(scheduler, long)
    assert quick[4].granted.done()


async def test_a_long_search_has_its_share_before_it_makes_room() -> None:
    worker = Worker()
    scheduler = scheduler_of(worker)
    ask(scheduler, "8", "1")
    scheduler.changed()
    assert worker.interrupts == 0


@pytest.mark.usefixtures("no_share")
async def test_no_search_is_cut_short_where_a_worker_is_kept_for_quick_ones() -> None:
    workers = Worker(), Worker()
    scheduler = scheduler_of(*workers)
    first, second = ask(scheduler, "8", "8")
    quick, waiting = ask(scheduler, "1", "1", key="quiet")
    scheduler.changed()
    assert first.granted.done() and quick.granted.done()
    assert not second.granted.done() and not waiting.granted.done()
    assert [worker.interrupts for worker in workers] == [0, 0]
    scheduler.slots[1]._up = False  # it died, so the quick request now depends on the long search
    scheduler.changed()
    assert [worker.interrupts for worker in workers] == [1, 0]


def analyse(scheduler: Scheduler, count: int, *, background: bool = True) -> list[Ticket]:
    request = AnalysisRequest(RECORD, None, Limit(0.5), "review", "othello", background)
    return [scheduler.enqueue(request) for _ in range(count)]


async def test_background_analyses_leave_one_of_several_workers_free() -> None:
    for count in (1, 2, 3):
        scheduler = scheduler_of(*(Worker() for _ in range(count)))
        tickets = analyse(scheduler, 4)
        assert sum(ticket.granted.done() for ticket in tickets) == max(1, count - 1)
        for ticket in tickets:
            done(scheduler, ticket)
            assert sum(slot.serving is not None for slot in scheduler.slots) <= max(1, count - 1)


async def test_each_request_that_waits_interrupts_one_background_analysis() -> None:
    workers = Worker(), Worker(), Worker()
    scheduler = scheduler_of(*workers)
    running = analyse(scheduler, 3)
    at_once, second = ask(scheduler, "1", "8")
    scheduler.changed()
    assert at_once.granted.done() and [worker.interrupts for worker in workers] == [1, 0, 0]
    done(scheduler, running[0])
    assert second.granted.done() and not running[1].interrupted
    assert [worker.interrupts for worker in workers] == [1, 0, 0]


async def test_a_free_worker_spares_the_analysis() -> None:
    workers = Worker(), Worker()
    scheduler = scheduler_of(*workers)
    analyse(scheduler, 1)
    (quick,) = ask(scheduler, "1")
    assert quick.granted.done() and [worker.interrupts for worker in workers] == [0, 0]


async def test_a_long_request_that_may_not_start_interrupts_nothing() -> None:
    workers = Worker(), Worker()
    scheduler = scheduler_of(*workers)
    ask(scheduler, "8")
    analyse(scheduler, 1)
    (waiting,) = ask(scheduler, "8")
    scheduler.changed()
    assert not waiting.granted.done() and [worker.interrupts for worker in workers] == [0, 0]


async def test_analyses_wait_for_every_other_request_and_not_for_one_another() -> None:
    worker = Worker()
    scheduler = scheduler_of(worker)
    (running,) = ask(scheduler, "1")
    first, second = analyse(scheduler, 2)
    (quick,) = ask(scheduler, "1")
    for ticket, following in ((running, quick), (quick, first), (first, second)):
        assert not following.granted.done()
        done(scheduler, ticket)
        assert following.granted.done()
    assert worker.interrupts == 0


async def test_an_analysis_that_somebody_waits_for_is_not_interrupted() -> None:
    worker = Worker()
    scheduler = scheduler_of(worker)
    analyse(scheduler, 1, background=False)
    ask(scheduler, "1")
    scheduler.changed()
    assert worker.interrupts == 0


async def test_an_analysis_is_interrupted_for_the_kernels_that_a_request_waits_for() -> None:
    worker = Worker()
    scheduler = scheduler_of(worker)
    scheduler.slots[0].warm.add("othello")
    analyse(scheduler, 1)
    scheduler.slots[0].warming = "go"
    waiting = scheduler.enqueue(make_request(RECORD, "1", None, "live", LIMITS, "go"))
    scheduler.changed()
    assert not waiting.granted.done() and worker.interrupts == 1


async def test_a_ticket_that_does_not_fit_is_skipped() -> None:
    queue = Queue()
    first, second = fill(queue, "A", "A")
    assert queue.pop(lambda ticket: ticket is not first, allow_long=True) is second
    assert queue.position(first) == 1 and queue.position(second) == 0


async def test_a_ticket_expires_unless_its_expiry_is_cancelled() -> None:
    expiring, saved = Ticket("A", "othello", 0.01, False), Ticket("A", "othello", 0.01, False)
    for ticket in (expiring, saved):
        ticket.expire_in(ticket.max_wait)
    saved.cancel_expiry()
    await asyncio.sleep(0.05)
    assert expiring.granted.result() is None and not saved.granted.done()


def test_the_retry_policy() -> None:
    asked = make_request(RECORD, "8", None, 0, LIMITS)
    assert asked.long and asked.worker_seconds == 7.5
    task, killed_after = asked.attempt(0, 7.5)
    assert (task.level, task.limit, killed_after) == ("8", LIMITS[Level("8")], 6.0)
    task, killed_after = asked.attempt(1, 7.0)  # the first worker died at once
    assert (task.level, task.limit, killed_after) == ("8", Limit(1.25, nodes=250), 2.25)
    task, killed_after = asked.attempt(1, 1.5)  # it hung
    assert (task.level, task.limit, killed_after) == ("8", Limit(0.5, nodes=100), 1.0)
    for number in (1, 2):  # both hung
        task, killed_after = asked.attempt(number, 0.3)
        assert (task.level, task.limit, killed_after) == ("classic", Limit(0.15), 0.3)


def test_the_level_of_the_last_attempt() -> None:
    assert make_request(RECORD, "classic", None, 0, LIMITS).plain == "1"
    assert make_request(RECORD, "1", None, 0, {Level("1"): Limit(0.05)}).plain == "1"
    assert make_request(RECORD, "1", Limit(9.0), 0, LIMITS).limit == Limit(9.0)
    assert make_request(RECORD, "1250", None, 0, LIMITS).plain == "classic"
    with pytest.raises(UnknownLevel):
        make_request(RECORD, "9", None, 0, LIMITS)


def test_metrics_count_a_strength_as_the_nearest_level() -> None:
    strength = str(round(scale_of(RECORD.game).strength(Level("4"))))
    played = (strength, "8", "classic")
    assert [make_request(RECORD, level, None, 0, LIMITS).level_label for level in played] == [
        "4",
        "8",
        "classic",
    ]


def test_workers_load_what_is_compiled_and_leave_the_rest_to_the_compiler() -> None:
    state = WarmUpState(["othello", "go", "gomoku"])
    assert state.next(set(), set()) == "othello" and state.next_to_compile({"go"}) is None
    for cold in ("othello", "go"):
        state.found_cold(cold)
    assert state.next(set(), {"go"}) == "gomoku" and state.next({"gomoku"}, {"go"}) is None
    assert state.next_to_compile(set()) == "othello" and state.next_to_compile({"go"}) == "go"
    state.end("go", None)
    assert state.is_compiled("go") and state.next({"gomoku"}, set()) == "go"
    assert not state.settled("go")  # to load it may take longer than a request may wait for a lost worker
    state.loaded("go")
    assert state.settled("go")
    state.found_cold("go")  # a late answer of another worker
    assert state.next_to_compile({"go"}) == "othello"


def test_a_compilation_that_nobody_waits_for_gives_way() -> None:
    state = WarmUpState(["othello", "go", "gomoku"])
    for cold in ("othello", "go"):
        state.found_cold(cold)
    assert not state.gives_way("othello", set()) and not state.gives_way("othello", {"othello"})
    assert state.gives_way("othello", {"go"}) and not state.gives_way("othello", {"othello", "go"})
    assert not state.gives_way("othello", {"gomoku"}), "gomoku is compiled"


def test_a_set_that_failed_is_compiled_after_the_others() -> None:
    state = WarmUpState(["othello", "go"])
    for cold in state.kernel_sets:
        state.found_cold(cold)
    state.end("othello", "no LLVM")
    assert state.next_to_compile(set()) == "go" and state.next_to_compile({"othello"}) == "othello"


def test_the_first_kernels_of_every_game_come_before_the_second() -> None:
    assert in_turns([("o/8", "o/10"), ("go",), ("h",)]) == ("o/8", "go", "h", "o/10")


def test_a_game_that_never_compiles_is_abandoned() -> None:
    state = WarmUpState(["othello"])
    state.found_cold("othello")
    for _ in range(ATTEMPTS):
        assert not state.settled("othello") and not state.serves("othello", set())
        assert state.next_to_compile(set()) == "othello" and not state.failed_games
        state.end("othello", "no LLVM")
    assert state.settled("othello") and state.serves("othello", set()) and not state.missing(set())
    assert state.next_to_compile(set()) is None


def test_an_abandoned_game_is_an_error_in_the_log_once() -> None:
    state = WarmUpState(["othello/bitboard", "go"])
    with structlog.testing.capture_logs() as lines:
        for _ in range(ATTEMPTS + 2):
            state.end("othello/bitboard", "no LLVM")
    (line,) = lines
    assert (line["log_level"], line["kernels"], line["game"]) == ("error", "othello/bitboard", "othello")
    assert line["error"] == "no LLVM"
    assert state.failed_games == {"othello"}
    state.end("othello/bitboard", None)
    assert state.failed_games == frozenset() and state.missing(set()) == ["othello/bitboard", "go"]


@pytest.mark.parametrize("slug", GAMES)
def test_every_level_needs_one_of_its_games_kernel_sets(slug: str) -> None:
    needed = {
        kernel_set(Record(slug, variant), level) for variant in game(slug).variants for level in levels(slug)
    }
    assert needed == {*kernel_sets(slug)}


def test_the_fallback_takes_a_win_in_one() -> None:
    moves = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5")
    assert fallback_move(Record("othello", "8x8", tuple(map(Move, moves)))).move == "c5"


@pytest.mark.parametrize(
    ("slug", "variant"),
    [("othello", "6x6"), ("hare_and_hounds", "classic"), ("twelve_janggi", "classic")],
)
def test_the_fallback_plays_whole_games(slug: str, variant: str) -> None:
    record = Record(slug, variant)
    while replay(record).outcome() is None:
        record = record.then(fallback_move(record).move)
    with pytest.raises(NoMove):
        fallback_move(record)
    with pytest.raises(IllegalMove):
        fallback_move(RECORD.then(Move("a1")))


@pytest.mark.parametrize("plays", [("e5",), ("e5", "c3"), ("e5", "c3", "pass", "d4")])
def test_the_fallback_does_not_mark_stones_for_ever(plays: tuple[str, ...]) -> None:
    """A side that would lose the count resumes; a side that would win it agrees."""
    record = Record("go", "9x9-korean", tuple(map(Move, (*plays, "pass", "pass"))))
    for _ in range(2):
        move = fallback_move(record).move
        assert move in {"agree", "resume"}
        record = record.then(move)
        if move == "resume":
            break
