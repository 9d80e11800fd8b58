"""Levels, and choices in this process. Wrong requests raise errors that name what is wrong."""

from __future__ import annotations

import pickle
from dataclasses import replace
from types import SimpleNamespace

import pytest

from ai import base
from ai.analysis import Label, Line, Verdict, judge_move
from ai.base import (
    ADVISER,
    Limit,
    NoMove,
    UnknownLevel,
    analyse,
    analysis_seconds,
    choose,
    levels,
    limit_in_match,
    limit_of,
    limits,
    parse_level,
    stored_level,
)
from ai.claims.kind import Kind
from ai.human.scale import scale_of
from ai.level import Level
from games import GAMES, replay, setup_of
from games.base import IllegalMove, Move, Record, UnknownGame

START = Record("othello", "6x6")
QUICK = Limit(1.0, nodes=500, seed=0)


def test_a_level_the_game_does_not_have() -> None:
    with pytest.raises(UnknownLevel, match="99"):
        choose(START, "99")


def test_an_unknown_game() -> None:
    for call in (levels, limits, lambda slug: choose(Record(slug, "8x8"), "1")):
        with pytest.raises(UnknownGame):
            call("chess")


def test_a_record_that_breaks_the_rules() -> None:
    with pytest.raises(IllegalMove):
        choose(START.then(Move("a1")), "1")


def test_a_match_that_is_over() -> None:
    wiped_out = tuple(map(Move, ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")))
    with pytest.raises(NoMove, match="9 moves"):
        choose(Record("othello", "8x8", wiped_out), "1")


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_that_starts_from_a_position(slug: str) -> None:
    record = Record(slug, GAMES[slug].variants[0])
    while len(record.moves) < 5:
        record = record.then(replay(record).legal_moves()[0])
    start = Record(slug, record.variant, setup=setup_of(record))
    for level in ("2", ADVISER):
        assert choose(start, level, QUICK).move in replay(record).legal_moves()
    move = replay(start).legal_moves()[-1]
    verdict = analyse(start, move, QUICK)
    assert move in (verdict.best.move, verdict.played and verdict.played.move)
    assert analysis_seconds(start) == analysis_seconds(record)


def test_errors_cross_process_boundaries() -> None:
    for error in (UnknownLevel("no such"), NoMove("over"), IllegalMove("rule.x", move="a1")):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and str(copy) == str(error)
    assert pickle.loads(pickle.dumps(Limit(1.0, nodes=5))) == Limit(1.0, nodes=5)
    level = pickle.loads(pickle.dumps(Level("classic")))
    assert type(level) is Level and level == "classic"


def test_a_level_is_its_text() -> None:
    assert str(Level("8")) == "8" == Level("8")
    numbers: dict[str, int] = {Level("8"): 1}
    assert numbers["8"] == 1
    assert (Level("8").number, Level("material-3").number) == (8, None)
    assert sorted(map(Level, ("weights", "8", "1", "classic"))) == ["1", "8", "classic", "weights"]


@pytest.mark.parametrize("text", ["", "0", "9", "10", "eight ", "-1", "Classic", "classic\n"])
def test_text_that_names_no_level(text: str) -> None:
    with pytest.raises(ValueError, match="a level is"):
        Level(text)
    with pytest.raises(UnknownLevel, match="only 1, 2"):
        parse_level("othello", text)


def test_a_level_is_found_by_its_text() -> None:
    for slug in GAMES:
        for level in levels(slug):
            found = parse_level(slug, str(level))
            assert found == level and type(found) is Level


def test_a_plain_string_chooses_like_a_level() -> None:
    limit = Limit(5.0, nodes=200, seed=1)
    assert choose(START, "5", limit) == choose(START, Level("5"), limit)


def test_a_strength_is_a_level_of_every_game() -> None:
    level = Level("1250")
    assert (level.number, level.strength, level.is_on_scale) == (None, 1250, True)
    assert (Level("8").strength, Level("classic").is_on_scale) == (None, False)
    assert choose(START, "1250", QUICK).move in replay(START).legal_moves()


def test_strengths_end_where_the_weakest_and_the_strongest_skill_play() -> None:
    for slug in GAMES:
        strengths = scale_of(slug).playable
        for strength in (strengths[0], strengths[-1]):
            assert parse_level(slug, str(strength)).strength == strength
        for strength in (strengths[0] - 1, strengths[-1] + 1):
            with pytest.raises(UnknownLevel, match=f"{strengths[0]} to {strengths[-1]}"):
                parse_level(slug, str(strength))


def test_a_match_goes_on_at_a_strength_that_a_new_scale_does_not_reach() -> None:
    assert stored_level("othello", "9990", levels("othello")) == "9990"
    assert choose(START, "9990", QUICK).move in replay(START).legal_moves()


def test_a_strength_has_the_limit_of_the_level_at_or_above_it() -> None:
    scale, known = scale_of("othello"), limits("othello")
    at_5 = int(scale.strength(Level("5")))
    above_5 = at_5 + 1
    assert limit_of("othello", Level(str(at_5)), known) == known[Level("5")]
    assert limit_of("othello", Level(str(above_5)), known) == known[Level("6")]
    assert limit_of("othello", Level("9999"), known) == known[Level("8")]
    assert limit_in_match("othello", str(at_5), 7) == replace(known[Level("5")], seed=7)
    assert limit_in_match("othello", "8", 7) is None is limit_in_match("othello", "classic", 7)


@pytest.mark.parametrize(("played", "label"), [("a7", Label.INACCURACY), ("e1", Label.BEST)])
def test_a_corner_is_not_given_away_unmarked(
    monkeypatch: pytest.MonkeyPatch, played: str, label: Label
) -> None:
    """But few discs make no other move a mistake."""
    moves = (
        "d3 c3 c4 c5 c6 e3 b5 a5 f3 d6 b4 a3 a6 f4 e6 b6 f5 f6 d2 d1 "
        "e7 d8 e8 f8 f7 e2 c2 c1 d7 c7 f2 f1 g6 h5 h7 h6 h4 c8 g5 g3"
    )
    record = Record("othello", "8x8", tuple(map(Move, moves.split())))
    best = Line(Move("g4"), (Move("g4"),), -0.95, margin=-18.0)
    verdict = Verdict(best, Line(Move(played), (Move(played),), -0.96, margin=-19.5))
    monkeypatch.setattr(base, "engine", lambda slug: SimpleNamespace(analyse=lambda *_: verdict))
    monkeypatch.setattr(base, "likelihoods", lambda *_: ())
    known = analyse(record, Move(played))
    judged = judge_move(record, Move(played), known)
    assert judged is not None and judged.label is label
    assert (known.claim is not None and known.claim.kind is Kind.GIVES_CORNER) is (played == "a7")
