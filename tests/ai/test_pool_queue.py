"""The pool's decisions without any process: who is next, what is asked again, the last resort."""

from __future__ import annotations

import asyncio

import pytest

from ai.base import Limit, NoMove, UnknownLevel
from ai.pool.ladder import request
from ai.pool.last_resort import last_resort
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
