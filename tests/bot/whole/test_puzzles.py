"""``/puzzle`` through the real client: a wrong move, the right one, the solution, another puzzle."""

from __future__ import annotations

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from sandbox import Person, SeenMessage

from .world import World


async def tries(person: Person, message: SeenMessage, key: str, move: str) -> None:
    """Try a move of Hare and Hounds: first its piece, then its goal."""
    if f"{key}.try.{move}" not in {one.custom_id for one in message.buttons}:
        await person.click(message, custom_id=f"{key}.look.{move.split('-', maxsplit=1)[0]}")
    await person.click(message, custom_id=f"{key}.try.{move}")


def asked(message: SeenMessage) -> Puzzle:
    found = puzzles.with_id(
        next(one.custom_id for one in message.buttons if one.custom_id).split(":")[2][:10]
    )
    assert found is not None
    return found


async def test_a_puzzle_is_solved(w: World) -> None:
    message = (await w.alice.command(w.games, "puzzle", game="hare_and_hounds", theme="win-3")).shown
    puzzle, question = asked(message), message.image_bytes()
    assert "win-3" in puzzle.themes and "only " in message.text
    key = f"p:puzzle:{puzzle.id}.g-win-3"
    wrong = next(
        move for move in puzzle.position.legal_moves() if puzzle.refutation(move) and move != puzzle.answer
    )
    await tries(w.alice, message, key, wrong)
    assert "isn't it" in message.text and message.image_bytes() != question
    assert "Your rating: after about" in message.text
    await w.alice.click(message, custom_id=f"{key}.show")
    assert message.image_bytes() == question
    for step in (0, *puzzle.also):
        assert ("find move " in message.text) is (step > 0)
        await tries(w.alice, message, f"p:puzzle:{puzzle.id}.g{step or ''}-win-3", puzzle.line[step])
    assert "Right!" in message.text and "Your rating: after about" in message.text
    (attempt,) = await w.client.services.store.puzzles.attempts(int(w.alice.id))
    assert (attempt.puzzle_id, attempt.solved) == (puzzle.id, False)
    settings = (await w.alice.command(w.games, "me")).shown
    await w.alice.click(settings, label="Ratings")
    assert "Hare and Hounds: rating after about" in settings.text
    await w.alice.click(message, custom_id=f"{key}.line.{max((2, *puzzle.also))}")
    assert "Solution:" in message.text
    await w.alice.click(message, custom_id=f"{key}.next")
    assert asked(message).game == "hare_and_hounds" and asked(message) is not puzzle


async def test_a_theme_of_another_game_is_refused(w: World) -> None:
    said = await w.alice.command(w.games, "puzzle", game="othello", theme="win-2")
    assert "no puzzle with this theme" in said.shown.text
