"""When puzzles are proved again, and what comes of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
import structlog

from ai.puzzles.puzzle import Puzzle
from bot import metrics, puzzles
from bot.child_process import NoAnswer, ProcessHangs, ProcessLost
from bot.match.puzzle_proofs import MIN_PEOPLE, PuzzleProofs, prove_apart
from data.model.glicko import Rating
from data.puzzles.proofs import Proof
from data.store import Store
from tests.bot.owned import Owned
from tests.bot.service import Service

NIGHT, DAY = 3, 12
PUZZLE = puzzles.of_game("hare_and_hounds")[-1]
WRONG = next(move for move in PUZZLE.position.legal_moves() if move != PUZZLE.answer)


class Prover:
    """Says what of a puzzle is not proved, or raises it."""

    def __init__(self, fault: str | NoAnswer = "") -> None:
        self.fault = fault
        self.proved = list[str]()

    async def __call__(self, puzzle: Puzzle) -> str:
        self.proved.append(puzzle.id)
        if isinstance(self.fault, NoAnswer):
            raise self.fault
        return self.fault


async def fail(store: Store, people: int = MIN_PEOPLE, puzzle_id: str = PUZZLE.id) -> None:
    for user_id in range(1, people + 1):
        await store.puzzles.attempt(
            user_id,
            puzzle_id,
            PUZZLE.game,
            1500.0,
            Rating(),
            1.0,
            solved=False,
            failed=(0, WRONG),
        )


def made_by(made: Service, prover: Prover, hour: int = NIGHT) -> PuzzleProofs:
    """What proves puzzles, in a process that owns every shard, at an hour."""
    owned = Owned()
    store = replace(made.store, ownership=owned)
    proofs = PuzzleProofs(store, owned.events, lambda: 100.0, prover, lambda _: hour)
    owned.gain(0, 1)
    return proofs


@pytest.mark.parametrize(
    ("fault", "is_withdrawn", "result"),
    [
        ("", False, "proved"),
        ("c1-b1 wins, too", True, "withdrawn"),
        (ProcessHangs("no answer within 600 s"), False, "undecided"),
    ],
)
async def test_a_suspected_puzzle_is_proved_once_and_withdrawn_if_it_is_wrong(
    made: Service, fault: str | NoAnswer, is_withdrawn: bool, result: str
) -> None:
    await fail(made.store)
    prover = Prover(fault)
    proofs, count = made_by(made, prover), metrics.PROOFS.labels(result)._value.get()
    with structlog.testing.capture_logs() as lines:
        for _ in range(2):
            await proofs.look()
    assert prover.proved == [PUZZLE.id], "what is known is not proved again"
    stored = Proof(PUZZLE.id, 0, WRONG, MIN_PEOPLE, 100.0, str(fault) or None, is_withdrawn, PUZZLE.digest)
    assert await made.store.puzzle_proofs.get(PUZZLE.id) == stored
    assert await made.store.puzzle_proofs.withdrawn() == ({PUZZLE.id} if is_withdrawn else set())
    assert metrics.PROOFS.labels(result)._value.get() == count + 1
    assert [line["puzzle"] for line in lines] == [PUZZLE.id]


@pytest.mark.parametrize(
    ("failure", "event"),
    [
        (ProcessLost(), "the proof of a puzzle was lost"),
        (RuntimeError("a fault of the prover"), "the proof of a puzzle failed"),
    ],
)
async def test_a_proof_without_a_result_is_tried_again_and_stops_no_other(
    made: Service, failure: Exception, event: str
) -> None:
    other = puzzles.of_game("hare_and_hounds")[-2]
    for puzzle_id in (PUZZLE.id, other.id):
        await fail(made.store, puzzle_id=puzzle_id)

    class Failing(Prover):
        async def __call__(self, puzzle: Puzzle) -> str:
            self.proved.append(puzzle.id)
            if len(self.proved) == 1:
                raise failure
            return ""

    prover = Failing()
    proofs = made_by(made, prover)
    with structlog.testing.capture_logs() as lines:
        await proofs.look()
    first, second = prover.proved
    assert {first, second} == {PUZZLE.id, other.id}
    assert [line["puzzle"] for line in lines if line["event"] == event] == [first]
    assert await made.store.puzzle_proofs.get(first) is None
    assert await made.store.puzzle_proofs.get(second) is not None
    await proofs.look()
    assert prover.proved == [first, second, first]
    assert await made.store.puzzle_proofs.get(first) is not None


@pytest.mark.parametrize("digest", ["of what it was before", None])
async def test_a_puzzle_that_was_corrected_is_asked_again_and_proved_again(
    made: Service, digest: str | None
) -> None:
    await fail(made.store)
    wrong = Proof(PUZZLE.id, 0, WRONG, MIN_PEOPLE, 50.0, "c1-b1 wins, too", withdrawn=True, digest=digest)
    await made.store.puzzle_proofs.keep(wrong)
    prover = Prover()
    await made_by(made, prover, DAY).look()
    assert await made.store.puzzle_proofs.withdrawn() == frozenset()
    assert prover.proved == []
    await made_by(made, prover).look()
    assert prover.proved == [PUZZLE.id]


async def test_the_proof_of_a_puzzle_of_another_version_stays(made: Service) -> None:
    other = Proof("0123456789", 0, WRONG, MIN_PEOPLE, 50.0, "wrong", withdrawn=True, digest="other")
    await made.store.puzzle_proofs.keep(other)
    await made_by(made, Prover()).look()
    assert await made.store.puzzle_proofs.withdrawn() == {"0123456789"}


async def test_ratings_stay_as_they_are(made: Service) -> None:
    await fail(made.store)
    before = await made.store.puzzles.standings(1)
    await made_by(made, Prover("wrong")).look()
    assert await made.store.puzzles.standings(1) == before


async def test_nothing_is_proved_by_day_or_of_fewer_people(made: Service) -> None:
    prover = Prover()
    await fail(made.store, MIN_PEOPLE - 1)
    await made_by(made, prover).look()
    await fail(made.store)
    await made_by(made, prover, DAY).look()
    assert prover.proved == []


async def test_only_the_owner_of_the_first_shard_proves(made: Service) -> None:
    await fail(made.store)
    prover, owned = Prover(), Owned()
    store = replace(made.store, ownership=owned)
    proofs = PuzzleProofs(store, owned.events, lambda: 100.0, prover, lambda _: NIGHT)
    owned.gain(1)
    await proofs.look()
    assert prover.proved == []
    owned.gain(0)
    await proofs.look()
    assert prover.proved == [PUZZLE.id]


async def test_a_puzzle_of_another_version_is_left_alone(made: Service) -> None:
    prover = Prover()
    await fail(made.store, puzzle_id="0123456789")
    await made_by(made, prover).look()
    assert prover.proved == [] and await made.store.puzzle_proofs.get("0123456789") is None


async def test_a_proof_that_was_broken_off_is_begun_again(made: Service) -> None:
    await fail(made.store)
    began = asyncio.Event()

    class Slow(Prover):
        async def __call__(self, puzzle: Puzzle) -> str:
            began.set()
            await asyncio.Event().wait()
            return ""

    looking = asyncio.create_task(made_by(made, Slow()).look())
    await began.wait()
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    assert await made.store.puzzle_proofs.get(PUZZLE.id) is None
    prover = Prover()
    await made_by(made, prover).look()
    assert prover.proved == [PUZZLE.id]


async def test_a_process_of_its_own_proves() -> None:
    assert await prove_apart(PUZZLE) == ""
    wrong = replace(PUZZLE, line=(WRONG,))
    assert await prove_apart(wrong) != ""
