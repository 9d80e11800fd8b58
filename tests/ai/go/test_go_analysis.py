"""Verdicts: fights that one move decides, margins that the rules count, and what is not judged."""

from __future__ import annotations

import pytest

from ai.base import Limit, NoVerdict
from ai.go import analysis
from ai.go.engine import ENGINE
from games.base import PASS, Move, Side
from games.go import GO, GoPosition
from tests.ai.go.test_go_ownership import EVEN_RACE, MOVES_FIRST, board

LIMIT = Limit(60.0, nodes=8_000, seed=5)
# All stones are alive, and nothing is left to play: Black has four columns, White five.
FINISHED = "\n".join([". X . X O . O . ."] + [". X X X O O O . ."] * 7 + [". X . X O . O . ."])


def position(diagram: str, *notes: str) -> GoPosition:
    return board(diagram, "\n".join(notes))


@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize(
    ("diagram", "key", "elsewhere"), [(EVEN_RACE, "j8", "a9"), (MOVES_FIRST, "j2", "a1")]
)
def test_the_move_that_decides_a_fight(diagram: str, key: str, elsewhere: str, side: str) -> None:
    at = position(diagram, "variant: 9x9-chinese", f"to move: {side}")
    verdict = ENGINE.analyse(at, Move(elsewhere), LIMIT)
    assert verdict.best.move == key
    assert verdict.played is not None and verdict.played.move == elsewhere
    assert verdict.best.margin is not None and verdict.played.margin is not None
    assert verdict.best.margin - verdict.played.margin > 6


@pytest.mark.parametrize(("ruleset", "komi"), [("korean", 6.5), ("chinese", 7.5)])
def test_the_margin_of_a_finished_board_is_the_count_with_the_komi(ruleset: str, komi: float) -> None:
    at = position(FINISHED, f"variant: 9x9-{ruleset}", "to move: first", "passes: 1")
    score = at.play(PASS).score()
    verdict = ENGINE.analyse(at, PASS, LIMIT)
    assert verdict.best.move == PASS and verdict.played is None
    assert verdict.best.margin == score.black - score.white
    assert verdict.best.score < 0


@pytest.mark.parametrize(("variant", "is_compared"), [("9x9-korean", False), ("19x19-korean", True)])
def test_a_move_alone_on_the_first_line_of_a_large_board_is_never_as_good(
    variant: str, is_compared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weak moves there lost nothing by the simulations, and whoever played them had no mistake to look at."""
    monkeypatch.setattr(analysis, "_as_good", lambda candidate, best: True)
    verdict = ENGINE.analyse(GO.start(variant), Move("a3"), Limit(60.0, nodes=400, seed=5))
    assert (verdict.played is not None) is is_compared
    if verdict.played is not None:
        assert verdict.best.move != "a3" and verdict.best.score >= verdict.played.score


def test_the_ownership_of_a_finished_board() -> None:
    at = position(FINISHED, "variant: 9x9-chinese", "to move: first")
    owners = ENGINE.analyse(at, None, LIMIT).ownership
    assert owners is not None and len(owners) == 81
    assert min(owners[point] for point in range(81) if point % 9 < 4) > 200
    assert max(owners[point] for point in range(81) if point % 9 > 3) < 55


def test_the_margin_of_the_empty_board_is_small() -> None:
    line = ENGINE.analyse(GO.start("9x9-korean"), None, LIMIT).best
    assert line.margin is not None and abs(line.margin) < 6
    assert abs(line.score) < 0.4


def test_nothing_is_judged_while_stones_are_marked() -> None:
    at = position(FINISHED, "variant: 9x9-korean", "passes: 2")
    assert at.scoring and at.to_move is Side.FIRST
    with pytest.raises(NoVerdict):
        ENGINE.analyse(at, None, LIMIT)


def test_where_points_are_lost() -> None:
    """The points lost in the ninths of the board are about those that the margins say."""
    verdict = ENGINE.analyse(GO.start("9x9-korean"), Move("a1"), LIMIT)
    assert verdict.played is not None and len(verdict.lost) == 9
    lost = (verdict.best.margin or 0.0) - (verdict.played.margin or 0.0)
    assert sum(verdict.lost) == pytest.approx(lost, rel=0.35)
