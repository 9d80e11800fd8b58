"""Which puzzles are suspected, what is known of them, and that erasing a person reaches their wrong moves."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.model.glicko import Rating
from data.puzzles.proofs import Proof, Suspect
from data.store import Store
from tests.data.conftest import ANNA

PROVED = Proof("a1", 0, "d3", 5, 100.0)
WITHDRAWN = Proof("b1", 2, "e4", 7, 100.0, "e4 wins, too", withdrawn=True, digest="0123abcd")


async def fail(
    store: Store, puzzle_id: str, people: int, move: str | None, step: int = 0, first: int = ANNA
) -> None:
    """So many people fail at a puzzle with a move; None: they look at the solution."""
    for user_id in range(first, first + people):
        await store.puzzles.attempt(
            user_id,
            puzzle_id,
            "go",
            1500.0,
            Rating(),
            1.0,
            solved=False,
            failed=None if move is None else (step, move),
        )


@pytest.mark.parametrize(
    ("others", "is_suspected"),
    [((), True), ((("c3", 2),), True), ((("c3", 2), ("c4", 2)), False), (((None, 9),), True)],
)
async def test_many_people_and_most_of_the_wrong_moves_make_a_suspect(
    store: Store, others: tuple[tuple[str | None, int], ...], is_suspected: bool
) -> None:
    await fail(store, "a1", 4, "d3", 2)
    assert await store.puzzle_proofs.suspects(5, 0.6) == []
    await fail(store, "a1", 1, "d3", 2, first=500)
    for number, (move, people) in enumerate(others, 1):
        await fail(store, "a1", people, move, first=1000 * number)
    expected = [Suspect("a1", 2, "d3", 5)] if is_suspected else []
    assert await store.puzzle_proofs.suspects(5, 0.6) == expected


async def test_a_person_counts_once_and_not_after_they_have_erased_their_data(store: Store) -> None:
    for _ in range(9):
        await fail(store, "a1", 2, "d3")
    assert await store.puzzle_proofs.suspects(2, 0.6) == [Suspect("a1", 0, "d3", 2)]
    assert (await store.puzzles.attempts(ANNA))[0].failed_move == "d3"
    await store.personal_data.erase_settings(ANNA)
    assert await store.puzzle_proofs.suspects(2, 0.6) == []


async def test_the_puzzle_with_most_people_is_first_and_a_known_one_is_no_suspect(store: Store) -> None:
    for puzzle_id, people in (("a1", 5), ("b1", 6), ("c1", 7)):
        await fail(store, puzzle_id, people, "d3")
    await store.puzzle_proofs.keep(WITHDRAWN)
    suspects = await store.puzzle_proofs.suspects(5, 0.6)
    assert [suspect.puzzle_id for suspect in suspects] == ["c1", "a1"]


async def test_withdrawn_puzzles_are_known_by_their_ids(store: Store) -> None:
    assert await store.puzzle_proofs.withdrawn() == frozenset()
    for proof in (PROVED, WITHDRAWN):
        await store.puzzle_proofs.keep(proof)
    assert await store.puzzle_proofs.withdrawn() == {"b1"}
    assert await store.puzzle_proofs.get("b1") == WITHDRAWN
    assert await store.puzzle_proofs.get("c1") is None


async def test_of_two_proofs_at_once_one_is_kept(store: Store) -> None:
    await asyncio.gather(*(store.puzzle_proofs.keep(PROVED) for _ in range(2)))
    assert await store.puzzle_proofs.get("a1") == PROVED


async def test_a_proof_is_forgotten_unless_there_is_a_later_one(store: Store) -> None:
    for proof in (PROVED, WITHDRAWN):
        await store.puzzle_proofs.keep(proof)
    assert await store.puzzle_proofs.every() == [PROVED, WITHDRAWN]
    await store.puzzle_proofs.forget(replace(WITHDRAWN, looked_at=99.0))
    assert await store.puzzle_proofs.withdrawn() == {"b1"}
    await store.puzzle_proofs.forget(WITHDRAWN)
    assert await store.puzzle_proofs.every() == [PROVED]
    assert await store.puzzle_proofs.withdrawn() == frozenset()
