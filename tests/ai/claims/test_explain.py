"""The claim on a move: the first that holds, within the budget."""

from __future__ import annotations

from ai.analysis import Line
from ai.claims.checkers.budget import Budget
from ai.claims.claim import Kind
from ai.claims.explain import QUICK_NODES, explain
from games import GAMES, replay
from games.base import Move, Record


def line(*moves: str, score: float = 0.0, proven: bool = False, plies: int | None = None) -> Line:
    return Line(Move(moves[0]), tuple(map(Move, moves)), score, proven, plies)


def test_the_gravest_is_said_first() -> None:
    position = replay(Record("gomoku", "freestyle-15", tuple(map(Move, ["h8", "a1", "h9", "a3", "h10"]))))
    best, played = line("h11", score=-0.9), line("o15", "h11", score=-1.0, proven=True, plies=4)
    claim = explain(position, Move("o15"), best, played, Budget(QUICK_NODES))
    assert claim is not None and (claim.kind, claim.line) == (Kind.LEAVES_THREE, ("h11",))


def test_a_win_that_cannot_be_checked_in_time_is_not_said() -> None:
    moves = ["h8", "a1", "h9", "c2", "i10", "n13", "j10"]
    position = replay(Record("gomoku", "freestyle-15", tuple(map(Move, moves))))
    best, played = line("h10", score=-0.5), line("o15", "h10", score=-1.0, proven=True, plies=6)
    claim = explain(position, Move("o15"), best, played, Budget(QUICK_NODES))
    assert claim is not None and claim.kind is Kind.ALLOWS_DOUBLE_THREE
    assert explain(position, Move("o15"), best, played, Budget(2)) is None
    assert explain(position, Move("o15"), best, played, Budget(1 << 30, lambda: True)) is None


def test_nothing_is_said_of_a_move_after_which_nothing_is_wrong() -> None:
    for slug in ("gomoku", "othello"):
        variant = GAMES[slug].variants[0]
        position = GAMES[slug].start(variant)
        first, second = position.legal_moves()[:2]
        assert explain(position, first, line(second), line(first), Budget(QUICK_NODES)) is None


def test_lines_of_another_position_say_nothing() -> None:
    for slug, best, played in (("othello", "a1", "d3"), ("othello", "d3", "d3"), ("gomoku", "pass", "h8")):
        position = GAMES[slug].start(GAMES[slug].variants[0])
        lines = line(best), line(played, "d3")
        assert explain(position, Move(played), *lines, Budget(QUICK_NODES)) is None


def test_every_game_has_its_kinds() -> None:
    for slug in GAMES:
        assert sum(kind.startswith(f"{slug}.") for kind in Kind) >= 8
