"""A puzzle that many fail with the same move, through the real client: it is withdrawn, and asked no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.match import puzzle_proofs
from bot.match.puzzle_proofs import MIN_PEOPLE, PuzzleProofs
from data.model.glicko import Rating

from .killed import Story, survives_everywhere
from .test_puzzles import asked, tries
from .world import World

PUZZLE = puzzles.of_game("hare_and_hounds")[-1]
WRONG = next(move for move in PUZZLE.position.legal_moves() if move != PUZZLE.answer)


async def wrong(puzzle: Puzzle) -> str:
    return f"{puzzle.answer} does not win"


@pytest.fixture(autouse=True)
def at_night(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is always night, but puzzles are proved only when a test looks; none of them is right."""
    monkeypatch.setattr(puzzle_proofs, "NIGHT", range(24))
    monkeypatch.setattr(puzzle_proofs, "LOOK_SECONDS", 1e6)


async def others_fail(w: World, puzzle: Puzzle, move: str, people: int) -> None:
    """As many others fail with a move."""
    for user_id in range(1, people + 1):
        await w.client.services.store.puzzles.attempt(
            user_id, puzzle.id, puzzle.game, 1500.0, Rating(), 1.0, solved=False, failed=(0, move)
        )


async def look(w: World) -> None:
    proofs = w.client.services.part(PuzzleProofs)
    proofs._prove = wrong
    await proofs.look()


async def test_a_withdrawn_puzzle_is_asked_no_more(w: World) -> None:
    store = w.client.services.store
    message = (await w.alice.command(w.games, "puzzle", game="hare_and_hounds", theme="win-5")).shown
    puzzle = asked(message)
    move = next(move for move in puzzle.position.legal_moves() if move != puzzle.answer)
    await others_fail(w, puzzle, move, MIN_PEOPLE - 1)
    await look(w)
    assert await store.puzzle_proofs.withdrawn() == set(), "one more has to fail"
    await tries(w.alice, message, f"p:puzzle:{puzzle.id}.g-win-5", move)
    assert "isn't it" in message.text
    standings = await store.puzzles.standings(int(w.alice.id))
    await look(w)
    assert await store.puzzle_proofs.withdrawn() == {puzzle.id}
    assert await store.puzzles.standings(int(w.alice.id)) == standings
    await w.alice.click(message, custom_id=f"p:puzzle:{puzzle.id}.g-win-5.show")
    assert asked(message) is puzzle, "who has it open can still try it"
    for other in puzzles.chosen("hare_and_hounds", "win-5"):
        if other is not puzzle:
            await store.puzzles.attempt(
                int(w.bob.id), other.id, other.game, 1500.0, Rating(), 1.0, solved=True
            )
    following = (await w.bob.command(w.games, "puzzle", game="hare_and_hounds", theme="win-5")).shown
    assert asked(following) is not puzzle, "it is the only one that Bob has not tried"


async def suspected(w: World) -> None:
    await others_fail(w, PUZZLE, WRONG, MIN_PEOPLE)


async def is_withdrawn(w: World) -> None:
    await look(w)
    assert await w.client.services.store.puzzle_proofs.withdrawn() == {PUZZLE.id}


async def test_a_kill_while_it_is_withdrawn(empty_database: Path, tmp_path: Path) -> None:
    await survives_everywhere(empty_database, tmp_path, Story(suspected, look, is_withdrawn))
