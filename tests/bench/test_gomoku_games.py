"""The benchmark of whole Gomoku games: wins count for the right side, and points keep their names."""

from __future__ import annotations

import pytest

from bench import gomoku_games
from games.base import Move, Side
from games.gomoku import GomokuPosition

FOUR = "h8 h1 i8 i1 j8 k1 k8 m1"
"""Black makes five next."""


def after(moves: str, variant: str = "freestyle-15") -> GomokuPosition:
    return gomoku_games._after(tuple(map(Move, moves.split())), variant)


@pytest.mark.parametrize(("side", "score"), [(Side.FIRST, 1.0), (Side.SECOND, 0.0)])
def test_a_game_counts_for_its_winner(side: Side, score: float) -> None:
    clocks = gomoku_games._Clock(), gomoku_games._Clock()
    assert gomoku_games._score("weights", after(FOUR), side, *clocks) == score
    assert [clock.moves for clock in clocks] == ([1, 0] if side is Side.FIRST else [0, 1])


def test_fields_name_the_points_of_moves() -> None:
    fields = dict(field.rsplit(",", 1) for field in gomoku_games._fields(after("a15 o1 h8")))
    assert {gomoku_games._move(point): whose for point, whose in fields.items()} == {
        "a15": "2",
        "o1": "1",
        "h8": "2",
    }


def test_moves_on_the_protocol_are_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules raise for an illegal one."""
    monkeypatch.setattr(gomoku_games, "MOVES", 3)
    monkeypatch.setattr(gomoku_games, "_BEGUN", 1)
    assert gomoku_games.on_the_protocol() > -1000 * gomoku_games.BUDGET
