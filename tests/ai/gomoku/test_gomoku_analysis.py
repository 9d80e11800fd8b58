"""Verdicts: published forced wins, refuted moves, and the stages that are not judged."""

from __future__ import annotations

from typing import Any

import pytest

from ai import base
from ai.analysis import Label, is_turning_point, judge, judge_move
from ai.base import Limit, NoVerdict
from ai.claims.kind import Kind
from ai.gomoku import analysis
from ai.gomoku.board import point_of
from ai.gomoku.engine import ENGINE
from games import replay
from games.base import Move, Record, Side
from games.gomoku import GOMOKU, GomokuPosition
from tests.ai.gomoku.positions import drawn
from tests.ai.gomoku.test_gomoku_vcf import PROBLEMS, with_stones

LIMIT = Limit(60.0, nodes=400_000, seed=1)
# Black, to move, makes an open four on either end of an open three; White has nothing.
OPEN_THREE = "....... ....... .O..... ..XXX.. ....... ...O... ......."


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: f"{problem['variant']}-{problem['plies']}")
def test_published_forced_wins(problem: dict[str, Any]) -> None:
    side = Side.FIRST if problem["to_move"] == "black" else Side.SECOND
    position = with_stones(problem["variant"], side, problem["black"], problem["white"])
    line = ENGINE.analyse(position, None, Limit(60.0, nodes=3_000_000)).best
    assert line.proven and line.score == 1.0
    assert line.plies is not None and line.plies > 0


@pytest.mark.parametrize(("move", "result"), [("j8", 1.0), ("a1", 0.0)])
def test_a_win_that_is_kept_and_one_that_is_missed(move: str, result: float) -> None:
    position = drawn("freestyle-15", OPEN_THREE)
    verdict = ENGINE.analyse(position, Move(move), LIMIT)
    assert verdict.best.proven and verdict.best.score == 1.0
    if result == 1.0:
        assert verdict.played is None or verdict.played.score == 1.0
    else:
        assert verdict.played is not None and verdict.played.score < 1.0


def test_a_three_that_is_not_answered_loses() -> None:
    position = drawn("freestyle-15", OPEN_THREE, Side.SECOND)
    ignored = ENGINE.analyse(position, Move("a1"), LIMIT)
    assert ignored.played is not None
    assert (ignored.played.score, ignored.played.proven) == (-1.0, True)
    assert ignored.best.score > -1.0
    after = position.play(ignored.best.move)
    assert ENGINE.analyse(after, None, LIMIT).best.score < 1.0


def test_a_five_ends_the_game_whichever_point_makes_it() -> None:
    position = drawn("freestyle-15", "......... .OO.O.O.. ..XXXX... ......... .........")
    fives = [move for move in position.legal_moves() if position.play(move).outcome() is not None]
    assert len(fives) == 2
    for move in fives:
        verdict = ENGINE.analyse(position, move, LIMIT)
        assert (verdict.best.move, verdict.best.plies, verdict.played) == (move, 1, None)


def test_each_open_four_wins_in_two_moves() -> None:
    """No answer stops the five after it, so none is in the line."""
    moves = ["h8", "h7", "i9", "h10", "j10", "g7", "i8", "k11", "j8", "g9"]
    position = replay(Record("gomoku", "renju-15", tuple(map(Move, moves))))
    for four in ("k8", "g8"):
        verdict = ENGINE.analyse(position, Move(four), LIMIT)
        assert (verdict.best.move, verdict.best.plies, verdict.played) == (four, 3, None), four


MATCHES = (
    "h8 i9 g7 i8 i7 j9 h7 m5 j7 m9 k7",
    "h8 i9 g9 i7 g8 i8 i10 j8 h9 f7 h10 i6 i5 k7 k9 k5 h11 h12 h7",
    "h8 i7 i9 j8 h9 g7 h7 h6 c3 g5 c4 f4",
)
"""Matches of somebody who leaves threats on the board, when the match is lost by force or nearly so."""


@pytest.mark.parametrize(
    ("match", "number", "kind"),
    [
        (0, 8, Kind.LEAVES_THREE),
        (1, 8, Kind.ALLOWS_THREE),
        (2, 7, Kind.ALLOWS_THREE),
        (0, 10, None),  # an open four: every move loses as soon
        (1, 14, Kind.LEAVES_THREE),
        (1, 16, Kind.LEAVES_THREE),
        (1, 18, None),
        (2, 9, Kind.LEAVES_THREE),
        (2, 11, None),
    ],
)
def test_a_threat_that_could_be_stopped_is_a_mistake_also_of_a_lost_side(
    match: int, number: int, kind: Kind | None
) -> None:
    moves = tuple(map(Move, MATCHES[match].split()))
    before, move = Record("gomoku", "renju-15", moves[: number - 1]), moves[number - 1]
    verdict = base.analyse(before, move, LIMIT)
    judged = judge_move(before, move, verdict)
    assert judged is not None and is_turning_point(judged) is (kind is not None)
    assert (verdict.claim and verdict.claim.kind) == kind


def test_a_lost_position_blames_no_move() -> None:
    position = drawn("freestyle-15", "......... .OO.O.... ..XXXX... ......... .........", Side.SECOND)
    for move in ("a1", "e4"):
        verdict = ENGINE.analyse(position, Move(move), LIMIT)
        assert verdict.best.score == -1.0
        assert verdict.played is None or verdict.played.score == -1.0


def test_moves_have_values_when_the_time_is_over_before_the_search() -> None:
    position = drawn("freestyle-15", "....... ..O..O. ..XXO.. ..OX... .......", Side.SECOND)
    verdict = ENGINE.analyse(position, Move("a1"), Limit(1e-6))
    assert verdict.played is not None and verdict.played.score < verdict.best.score
    assert 0.0 not in (verdict.best.score, verdict.played.score)


def test_the_best_move_is_no_mistake_if_a_search_of_it_alone_sees_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = drawn("freestyle-15", OPEN_THREE, Side.SECOND)
    point = point_of(position, Move("a1"))
    variations = analysis._Variation(0, (point,)), analysis._Variation(-300, (point,))
    monkeypatch.setattr(analysis._Root, "compare", lambda *_: variations)
    assert ENGINE.analyse(position, Move("a1"), LIMIT).played is None


def test_the_opening_of_swap2_is_not_judged() -> None:
    position = GOMOKU.start("swap2-15")
    with pytest.raises(NoVerdict):
        ENGINE.analyse(position, None, LIMIT)


def test_missing_an_open_four_is_a_blunder() -> None:
    moves = tuple(map(Move, ("h8", "h9", "i8", "i9", "j8", "a1", "k1")))
    record = Record("gomoku", "freestyle-15", moves)
    position: GomokuPosition = GOMOKU.start("freestyle-15")
    verdicts = []
    for move in moves:
        verdicts.append(ENGINE.analyse(position, move, Limit(60.0, nodes=150_000, seed=1)))
        position = position.play(move)
    labels = [None if one is None else one.label for one in judge(record, verdicts)]
    assert labels[5] is Label.BLUNDER
    assert labels[6] in (Label.INACCURACY, Label.MISTAKE, Label.BLUNDER)


def test_a_mistake_comes_with_a_claim_that_was_checked() -> None:
    record = Record("gomoku", "freestyle-15", tuple(map(Move, ["h8", "a1", "h9", "a3", "h10"])))
    claim = base.analyse(record, Move("o15"), Limit(60.0, nodes=20_000, seed=3)).claim
    assert claim is not None and claim.kind is Kind.LEAVES_THREE
    assert base.analyse(record, Move("h11"), Limit(60.0, nodes=20_000, seed=3)).claim is None
