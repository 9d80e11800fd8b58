"""The pool's decisions without any process: who is next, what is asked again, the last resort."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from ai.base import Limit, NoMove, UnknownLevel
from ai.pool.desk import Desk
from ai.pool.ladder import request
from ai.pool.last_resort import last_resort
from ai.pool.process import Process
from ai.pool.queue import Queue, Ticket
from ai.pool.warmth import ATTEMPTS, Warmth
from games import replay
from games.base import IllegalMove, Move, Record

RECORD = Record("othello", "8x8")
LEVELS = {"1": Limit(0.05), "8": Limit(5.0, nodes=1000), "classic": Limit(0.2), "older": Limit(0.2)}


def fill(queue: Queue, *tenants: str, long: bool = False, urgent: bool = False) -> list[Ticket]:
    tickets = [Ticket(tenant, "othello", 1.0, long, urgent) for tenant in tenants]
    for ticket in tickets:
        queue.add(ticket)
    return tickets


def drain(queue: Queue, *, long_too: bool = True) -> list[Ticket]:
    return list(iter(lambda: queue.pop(lambda _: True, long_too=long_too), None))


async def test_tenants_take_turns_and_each_keeps_its_order() -> None:
    queue = Queue()
    tickets = fill(queue, *"AAABCB")
    expected = [tickets[i] for i in (0, 3, 4, 1, 5, 2)]
    assert [queue.position(ticket) for ticket in expected] == [1, 2, 3, 4, 5, 6]
    assert drain(queue) == expected and not len(queue)


async def test_a_tenant_that_was_served_waits_for_the_others() -> None:
    queue = Queue()
    first, *_ = fill(queue, "A", "B")
    assert queue.pop(lambda _: True, long_too=True) is first
    fill(queue, "A")
    assert [ticket.tenant for ticket in drain(queue)] == ["B", "A"]


async def test_quick_before_long_but_every_fifth_time() -> None:
    queue = Queue()
    fill(queue, "L", "L", long=True)
    fill(queue, *"QQQQQQ")
    assert "".join(str(ticket.tenant) for ticket in drain(queue)) == "QQQQLQQL"


async def test_long_ones_wait_where_only_quick_ones_may_run() -> None:
    queue = Queue()
    fill(queue, "L", long=True)
    fill(queue, *"QQQQQQ")
    assert len(drain(queue, long_too=False)) == 6 and len(queue) == 1


async def test_urgent_ones_go_first() -> None:
    queue = Queue()
    fill(queue, "A", "B")
    (urgent,) = fill(queue, "A", long=True, urgent=True)
    assert drain(queue, long_too=False)[0] is urgent


class Worker:
    """A process that does nothing but to hear that it must hurry."""

    def __init__(self) -> None:
        self.alive = True
        self.hurried = 0

    def hurry(self) -> None:
        self.hurried += 1


def desk_of(*workers: Worker) -> Desk:
    desk = Desk(len(workers), Warmth([]))
    for slot, worker in zip(desk.slots, workers, strict=True):
        slot.process, slot._up = cast(Process, worker), True
    return desk


def ask(desk: Desk, *levels: str, tenant: str = "busy") -> list[Ticket]:
    return [desk.queue_up(request(RECORD, level, None, tenant, LEVELS)) for level in levels]


def done(desk: Desk, ticket: Ticket) -> None:
    slot = ticket.granted.result()
    assert slot is not None and slot.serving is ticket
    slot.serving = None
    desk.stir()


@pytest.fixture
def no_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.pool.desk.SHARE_SECONDS", 0.0)


@pytest.mark.usefixtures("no_share")
async def test_twenty_long_searches_make_room_for_a_quick_one_on_the_only_worker() -> None:
    worker = Worker()
    desk = desk_of(worker)
    first, *others = ask(desk, *["8"] * 20)
    desk.stir()
    assert first.granted.done() and worker.hurried == 0  # nobody else waits but long ones
    (quick,) = ask(desk, "1", tenant="quiet")
    ask(desk, "1", tenant="third")
    assert worker.hurried == 1 and desk.queue.position(quick) == 1
    done(desk, first)
    assert quick.granted.done() and not any(other.granted.done() for other in others)


async def test_its_share_over_a_long_search_makes_room_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.pool.desk.SHARE_SECONDS", 0.01)
    worker = Worker()
    desk = desk_of(worker)
    quick = ask(desk, *["1"] * 8, tenant="quiet")
    (long,) = ask(desk, "8")
    for ticket in quick[:4]:
        done(desk, ticket)
    assert long.granted.done()
    async with asyncio.timeout(10):
        while not worker.hurried:  # noqa: ASYNC110 - nothing happens here but the time
            await asyncio.sleep(0.005)
    done(desk, long)
    assert quick[4].granted.done()


async def test_a_long_search_has_its_share_before_it_makes_room() -> None:
    worker = Worker()
    desk = desk_of(worker)
    ask(desk, "8", "1")
    desk.stir()
    assert worker.hurried == 0


@pytest.mark.usefixtures("no_share")
async def test_no_search_is_cut_short_where_a_worker_is_kept_for_quick_ones() -> None:
    workers = Worker(), Worker()
    desk = desk_of(*workers)
    first, second = ask(desk, "8", "8")
    quick, waiting = ask(desk, "1", "1", tenant="quiet")
    desk.stir()
    assert first.granted.done() and quick.granted.done()
    assert not second.granted.done() and not waiting.granted.done()
    assert [worker.hurried for worker in workers] == [0, 0]
    desk.slots[1]._up = False  # it died: now the quick one depends on the long search
    desk.stir()
    assert [worker.hurried for worker in workers] == [1, 0]


async def test_what_does_not_fit_is_passed_over() -> None:
    queue = Queue()
    first, second = fill(queue, "A", "A")
    assert queue.pop(lambda ticket: ticket is not first, long_too=True) is second
    assert queue.position(first) == 1 and queue.position(second) == 0


async def test_a_ticket_lapses_once_unless_waiting_has_sense_again() -> None:
    lapsing, saved = Ticket("A", "othello", 0.01, False), Ticket("A", "othello", 0.01, False)
    for ticket in (lapsing, saved):
        ticket.lapse_in(ticket.patience)
    saved.wait_on()
    await asyncio.sleep(0.05)
    assert lapsing.granted.result() is None and not saved.granted.done()


def test_the_ladder() -> None:
    asked = request(RECORD, "8", None, 0, LEVELS)
    assert asked.long and asked.worker_seconds == 7.5
    task, killed_after = asked.attempt(0, 7.5)
    assert (task.level, task.limit, killed_after) == ("8", LEVELS["8"], 6.0)
    task, killed_after = asked.attempt(1, 7.0)  # the first worker died at once
    assert (task.level, task.limit, killed_after) == ("8", Limit(1.25, nodes=250), 2.25)
    task, killed_after = asked.attempt(1, 1.5)  # it hung
    assert (task.level, task.limit, killed_after) == ("8", Limit(0.5, nodes=100), 1.0)
    for rung in (1, 2):  # both hung
        task, killed_after = asked.attempt(rung, 0.3)
        assert (task.level, task.limit, killed_after) == ("classic", Limit(0.15), 0.3)


def test_whom_the_ladder_ends_with() -> None:
    assert request(RECORD, "classic", None, 0, LEVELS).plain == "1"
    assert request(RECORD, "1", None, 0, {"1": Limit(0.05)}).plain == "1"
    assert request(RECORD, "1", Limit(9.0), 0, LEVELS).limit == Limit(9.0)
    with pytest.raises(UnknownLevel):
        request(RECORD, "9", None, 0, LEVELS)


def test_no_two_workers_compile_the_same_game() -> None:
    warmth = Warmth(["othello", "go"])
    warmth.begin("othello")
    assert warmth.next(set(), {"othello"}) == "go" and warmth.next({"go"}, set()) is None
    warmth.end("othello", good=True)
    assert warmth.settled("othello") and warmth.next({"go"}, set()) == "othello"
    warmth.begin("othello")  # from the cache now: others need not wait
    assert warmth.next(set(), {"othello"}) == "othello"


def test_a_game_that_never_compiles_is_given_up() -> None:
    warmth = Warmth(["othello"])
    for _ in range(ATTEMPTS):
        assert not warmth.settled("othello") and not warmth.served("othello", set())
        warmth.begin("othello")
        warmth.end("othello", good=False)
    assert warmth.settled("othello") and warmth.served("othello", set()) and not warmth.cold(set())


def test_the_last_resort_takes_a_win_in_one() -> None:
    moves = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5")
    assert last_resort(Record("othello", "8x8", tuple(map(Move, moves)))).move == "c5"


@pytest.mark.parametrize(
    ("slug", "variant"),
    [("othello", "6x6"), ("hare_and_hounds", "classic"), ("twelve_janggi", "classic")],
)
def test_the_last_resort_plays_whole_games(slug: str, variant: str) -> None:
    record = Record(slug, variant)
    while replay(record).outcome() is None:
        record = record.then(last_resort(record).move)
    with pytest.raises(NoMove):
        last_resort(record)
    with pytest.raises(IllegalMove):
        last_resort(RECORD.then(Move("a1")))


@pytest.mark.parametrize("plays", [("e5",), ("e5", "c3"), ("e5", "c3", "pass", "d4")])
def test_the_last_resort_does_not_mark_stones_for_ever(plays: tuple[str, ...]) -> None:
    """Whoever would lose the count plays on, whoever would win it agrees."""
    record = Record("go", "9x9-korean", tuple(map(Move, (*plays, "pass", "pass"))))
    for _ in range(2):
        move = last_resort(record).move
        assert move in {"agree", "resume"}
        record = record.then(move)
        if move == "resume":
            break
