"""Any verdict survives its text; judgements of whole records."""

from __future__ import annotations

import random

from ai.analysis import Label, Line, Verdict, accuracy, decode, encode, judge
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
        assert decode(encode(verdict)) == verdict


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
