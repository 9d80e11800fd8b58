"""The errors of a solved game's levels, counted in the same positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.base import solved
from bench import errors
from games import GAMES
from games.base import Move, Position

SOLVED = [("hare_and_hounds", "classic"), ("hare_and_hounds", "no-limit"), ("twelve_janggi", "classic")]


def after(slug: str, variant: str, moves: tuple[Move, ...]) -> Position:
    position = GAMES[slug].start(variant)
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize(("slug", "variant"), SOLVED)
def test_every_position_has_something_to_give_away(slug: str, variant: str) -> None:
    lines = errors.positions(slug, variant, 3)
    assert lines == errors.positions(slug, variant, 3)
    assert len({after(slug, variant, moves).diagram() for moves in lines}) == 3
    for moves in lines:
        position = after(slug, variant, moves)
        sign = 3 - 2 * position.to_move
        values = [errors.truth(slug, position.play(move)) for move in position.legal_moves()]
        known = [value * sign for value in values if value is not None]
        assert len(known) == len(values)
        assert min(known) < max(known) == (errors.truth(slug, position) or 0.0) * sign


def test_only_solved_games_have_known_results() -> None:
    for slug, variant in (*SOLVED, ("othello", "8x8"), ("go", "9x9-korean")):
        assert (errors.truth(slug, GAMES[slug].start(variant)) is not None) == solved(slug)


def test_rates_are_counted_and_saved_answers_are_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after a kill in the middle of a line. The perfect level never errs, and the weakest does."""
    path, names = tmp_path / "answers.jsonl", ["1", "8"]
    rates = errors.rates("hare_and_hounds", "no-limit", names, path, 12)
    assert rates["8"] == 0.0 < rates["1"] < 1.0
    lines = path.read_text().splitlines()
    assert sum(bool(line) for line in lines) == 24
    path.write_text("\n".join(lines[:9]) + "\n" + lines[9][:9])
    assert errors.rates("hare_and_hounds", "no-limit", names, path, 12) == rates
    monkeypatch.setattr(errors, "_answer", lambda *job: pytest.fail("asked again"))
    assert errors.rates("hare_and_hounds", "no-limit", names, path, 12) == rates
