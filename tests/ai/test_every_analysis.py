"""What holds for every engine's verdicts: whole, repeatable, and silent about moves as good as the best."""

from __future__ import annotations

import random

import pytest

from ai.analysis import Line, Verdict
from ai.base import Limit, NoMove, NoVerdict, analyse, analysis_seconds, engine
from ai.human.scale import scale_of
from games import GAMES
from games.base import Move, Position, Record, RuleError
from tests.ai.player_contract import positions

LIMIT = Limit(60.0, nodes=1_000, seed=3)
every_game = pytest.mark.parametrize("slug", GAMES)


def analysed(slug: str, position: Position, played: Move | None) -> Verdict | None:
    try:
        return engine(slug).analyse(position, played, LIMIT)
    except NoVerdict:
        return None


def check_line(position: Position, line: Line) -> None:
    """Its moves are legal one after another, and its numbers have a meaning."""
    assert line.moves[0] == line.move
    assert -1 <= line.score <= 1
    assert line.plies is None or line.plies > 0
    assert abs(line.score) == 1 or line.score == 0 or not line.proven
    for move in line.moves:
        position = position.play(move)


@every_game
def test_verdicts_are_whole_and_repeatable(slug: str) -> None:
    dice, judged = random.Random(slug), 0
    for position in positions(slug)[::6]:
        played = dice.choice(position.legal_moves())
        verdict = analysed(slug, position, played)
        if verdict is None:
            continue
        judged += 1
        assert analysed(slug, position, played) == verdict
        check_line(position, verdict.best)
        if verdict.played is None:
            assert verdict.best.move == played
        else:
            check_line(position, verdict.played)
            assert verdict.played.move == played != verdict.best.move
    assert judged >= 5


@every_game
def test_the_best_move_is_not_compared_with_itself(slug: str) -> None:
    for position in positions(slug)[::12]:
        free = analysed(slug, position, None)
        if free is not None:
            again = analysed(slug, position, free.best.move)
            assert free.played is None
            assert again is not None and (again.played is None) == (again.best.move == free.best.move)


@every_game
def test_a_record_is_analysed_and_a_wrong_one_refused(slug: str) -> None:
    variant = GAMES[slug].variants[0]
    record = Record(slug, variant)
    assert 0 < analysis_seconds(record) <= 5
    with pytest.raises(RuleError):
        analyse(record, Move("a99"), LIMIT)
    verdict = analyse(record, None, LIMIT)
    assert verdict.best.move in GAMES[slug].start(variant).legal_moves()
    assert verdict.likelihoods == ()
    likelihoods = analyse(record, verdict.best.move, LIMIT).likelihoods
    assert len(likelihoods) == (0 if slug == "go" else len(scale_of(slug).rungs))
    assert all(likelihood < 0 for likelihood in likelihoods)


def test_a_finished_match_has_no_position_to_judge() -> None:
    black_wins = ("h8", "h1", "i8", "i1", "j8", "j1", "k8", "k1", "l8")
    with pytest.raises(NoMove):
        analyse(Record("gomoku", "freestyle-15", tuple(map(Move, black_wins))), None, LIMIT)
