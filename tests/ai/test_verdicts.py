"""Any verdict survives its text; judgements of whole records."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from ai.analysis import LINE_MOVES, Label, Line, Verdict, accuracy, decode, encode, judge
from games import GAMES, replay
from games.base import Move, Record, Side


def any_line(rng: random.Random) -> Line:
    moves = tuple(Move(f"{rng.choice('abcs')}{rng.randint(1, 19)}") for _ in range(rng.randint(1, 12)))
    return Line(
        moves[0],
        moves,
        round(rng.uniform(-1, 1), 4),
        rng.random() < 0.5,
        rng.choice((None, rng.randint(1, 200))),
        rng.choice((None, round(rng.uniform(-361, 361), 2))),
    )


def test_any_verdict_survives_its_text() -> None:
    rng = random.Random(26)
    for _ in range(500):
        owners = rng.choice((None, rng.randbytes(rng.choice((0, 81, 361)))))
        verdict = Verdict(any_line(rng), rng.choice((None, any_line(rng))), owners)
        read, played = decode(encode(verdict)), verdict.played
        assert read.best == replace(verdict.best, moves=verdict.best.moves[:LINE_MOVES])
        assert read.played == (None if played is None else replace(played, moves=played.moves[:1]))
        assert (read.ownership is None) == (owners is None) and len(read.ownership or b"") == len(
            owners or b""
        )
        assert all(
            abs(one - other) < 16 for one, other in zip(read.ownership or b"", owners or b"", strict=True)
        )
        assert decode(encode(read)) == read


def test_a_text_of_an_earlier_version_is_read() -> None:
    text = '[1,[["a1","a2"],0.5,0,null,2.5],[["b1","b2"],-0.25,1,3,null],"AIH/"]'
    best = Line(Move("a1"), (Move("a1"), Move("a2")), 0.5, margin=2.5)
    played = Line(Move("b1"), (Move("b1"), Move("b2")), -0.25, proven=True, plies=3)
    assert decode(text) == Verdict(best, played, bytes((0, 129, 255)))


@pytest.mark.parametrize("owners", ["5.AAA=", "1.AAA=", "x.AAAA", ".AAAA", "A", 4, ["AAAA"], "-2.AAAA"])
def test_a_wrong_ownership_is_no_verdict(owners: object) -> None:
    best = [["a1"], 0.5, 0, None, None]
    with pytest.raises(ValueError, match="no verdict"):
        decode(json.dumps([1, best, None, owners]))


def test_a_random_match_of_every_game_is_judged() -> None:
    for slug, game in GAMES.items():
        rng, record = random.Random(slug), Record(slug, game.variants[0])
        verdicts = list[Verdict | None]()
        for ply in range(12):
            moves = replay(record).legal_moves()
            if not moves:
                break
            best, played = rng.choice(moves), rng.choice(moves)
            other = None if best == played else Line(played, (played,), -0.5)
            verdicts.append(None if ply == 3 else Verdict(Line(best, (best,), 0.5), other))
            record = record.then(played)
        judged = judge(record, verdicts)
        assert [one is None for one in judged] == [verdict is None for verdict in verdicts]
        for one, verdict in zip(judged, verdicts, strict=True):
            if one is not None and verdict is not None:
                assert one.loss == (0.0 if verdict.played is None else 1.0)
                assert one.label == Label.BLUNDER or verdict.played is None
                assert one.better is verdict.best
        assert all((accuracy(judged, side) or 0) >= 0 for side in Side)
