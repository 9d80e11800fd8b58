"""What a teaching game says of a costly move: what was checked, else the best reply."""

from __future__ import annotations

from ai.base import Choice
from bot.match.events import CostlyMove
from bot.texts import texts
from bot.ui.teaching_note import costly_move_text
from games.base import Move
from tests.bot.stories import match_of

EN, KO = texts("en"), texts("ko")


def costly(slug: str, variant: str, moves: str, best: str, answer: str, *, lost: bool = False) -> CostlyMove:
    """The last move of a match was costly; ``answer`` is the best one to it."""
    played = tuple(map(Move, moves.split()))
    before = Choice(Move(best), 0.4, 1, 1, (Move(best),))
    after = Choice(Move(answer), 1.0 if lost else 0.4, 1, 1, (Move(answer),), proven=lost)
    return CostlyMove(match_of(slug, variant, played), len(played) - 1, before, after)


def test_a_three_that_is_left_is_told_with_its_four() -> None:
    note = costly("gomoku", "freestyle-15", "h8 a1 h9 a3 h10 o15", "h11", "h11", lost=True)
    assert costly_move_text(note, EN) == (
        "🎓 **o15** leaves a three open: Black makes an open four at h11.\nNow you lose against best play."
    )
    assert costly_move_text(note, KO).startswith("🎓 **o15**: 흑의 열린 3을 막지 않음: 흑 h11 열린 4\n")


def test_the_better_move_is_not_told() -> None:
    note = costly("gomoku", "freestyle-15", "h8 a1 h9 a3 h10 a5 o15", "h11", "h11")
    assert "h11 makes" not in costly_move_text(note, EN)
    assert "misses" not in costly_move_text(note, EN)


def test_without_a_claim_the_best_reply_is_told() -> None:
    note = costly("gomoku", "freestyle-15", "h8 o15", "h9", "i9")
    assert costly_move_text(note, EN).startswith("🎓 **o15** is a mistake. Black's best reply is **i9**.\n")
