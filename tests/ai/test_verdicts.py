"""Any verdict survives its text; judgements of whole records."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace

import pytest

from ai.analysis import (
    LINE_MOVES,
    Judgement,
    Label,
    Line,
    Verdict,
    accuracy,
    decisive,
    decode,
    encode,
    is_turning_point,
    judge,
    judge_move,
)
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.gomoku import levels as gomoku_levels
from ai.othello import levels as othello_levels
from games import GAMES, replay
from games.base import PASS, Move, Record, Side


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
        likelihoods = tuple(round(-3 * rng.random(), 2) for _ in range(rng.choice((0, 12))))
        claim = rng.choice(
            (None, Claim(rng.choice(list(Kind)), any_line(rng).moves, rng.randint(0, 60), Move("b2"), 4))
        )
        lost = tuple(round(rng.uniform(-20, 20), 1) for _ in range(rng.choice((0, 9))))
        verdict = Verdict(any_line(rng), rng.choice((None, any_line(rng))), owners, likelihoods, claim, lost)
        read, played = decode(encode(verdict)), verdict.played
        assert read.best == replace(verdict.best, moves=verdict.best.moves[:LINE_MOVES])
        assert read.played == (None if played is None else replace(played, moves=played.moves[:1]))
        assert (read.ownership is None) == (owners is None) and len(read.ownership or b"") == len(
            owners or b""
        )
        assert all(
            abs(one - other) < 16 for one, other in zip(read.ownership or b"", owners or b"", strict=True)
        )
        assert read.likelihoods == likelihoods
        assert (read.claim, read.lost) == (claim, lost)
        assert decode(encode(read)) == read


def test_a_text_of_an_earlier_version_is_read() -> None:
    text = '[1,[["a1","a2"],0.5,0,null,2.5],[["b1","b2"],-0.25,1,3,null],"AIH/"]'
    best = Line(Move("a1"), (Move("a1"), Move("a2")), 0.5, margin=2.5)
    played = Line(Move("b1"), (Move("b1"), Move("b2")), -0.25, proven=True, plies=3)
    assert decode(text) == Verdict(best, played, bytes((0, 129, 255)))


@pytest.mark.parametrize(
    "claim", [["gomoku.loses", ["a1"]], [0, [], 0, "", 0], ["gomoku.loses", [1], 0, "", 0], 3]
)
def test_a_wrong_claim_is_no_verdict(claim: object) -> None:
    best = [["a1"], 0.5, 0, None, None]
    with pytest.raises(ValueError, match="no verdict"):
        decode(json.dumps([1, best, None, None, [], claim]))


def test_a_verdict_is_read_without_a_claim_of_another_version() -> None:
    best = [["a1"], 0.5, 0, None, None]
    read = decode(json.dumps([1, best, None, None, [], ["go.still-in-atari", ["q14"], 1, "c5", 0]]))
    assert read == Verdict(Line(Move("a1"), (Move("a1"),), 0.5))


@pytest.mark.parametrize("lost", [["a"], 3, [[1]]])
def test_wrong_points_are_no_verdict(lost: object) -> None:
    best = [["a1"], 0.5, 0, None, None]
    with pytest.raises(ValueError, match="no verdict"):
        decode(json.dumps([1, best, None, None, [], None, lost]))


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
                expected = Label.MISTAKE if slug == "gomoku" else Label.BLUNDER
                in_book = slug == "othello" and one.label is Label.GOOD
                assert one.label == expected or in_book or verdict.played is None
                assert one.better is verdict.best
        assert all((accuracy(slug, judged, side) or 0) >= 0 for side in Side)


def of(score: float, plies: int | None = None, margin: float | None = None) -> Line:
    """A line with a result; proven where ``plies`` are known."""
    return Line(Move("d3"), (Move("d3"),), score, plies is not None, plies, margin)


BEST, GOOD, INACCURACY = Label.BEST, Label.GOOD, Label.INACCURACY
MISTAKE, BLUNDER = Label.MISTAKE, Label.BLUNDER


@pytest.mark.parametrize(
    ("game", "variant", "best", "played", "label"),
    [
        # Gomoku: wins by force, by how many moves they take.
        ("gomoku", "renju-15", of(0.596), of(0.143), GOOD),  # an estimate, at move 3
        ("gomoku", "renju-15", of(0.906), of(-0.342), MISTAKE),
        ("gomoku", "renju-15", of(-0.1), of(-0.4), INACCURACY),
        ("gomoku", "renju-15", of(-0.1), of(-0.3), GOOD),
        ("gomoku", "renju-15", of(1.0, 3), of(-0.078), BLUNDER),
        ("gomoku", "renju-15", of(1.0, 3), of(1.0, 11), BEST),
        ("gomoku", "renju-15", of(1.0, 3), of(0.858), INACCURACY),  # as good as won another way
        ("gomoku", "renju-15", of(1.0, 11), of(-0.424), MISTAKE),
        ("gomoku", "renju-15", of(1.0, 31), of(0.2), INACCURACY),
        ("gomoku", "renju-15", of(1.0, 21), of(-1.0, 4), BLUNDER),
        ("gomoku", "renju-15", of(-0.424), of(-1.0, 4), BLUNDER),
        ("gomoku", "renju-15", of(0.479), of(-1.0, 18), MISTAKE),
        ("gomoku", "renju-15", of(0.879), of(-1.0, 18), BLUNDER),  # whoever was winning is losing
        ("gomoku", "renju-15", of(1.0, 31), of(-0.96), MISTAKE),
        ("gomoku", "renju-15", of(-0.46), of(-1.0, 30), INACCURACY),
        ("gomoku", "renju-15", of(-0.99), of(-1.0, 4), BLUNDER),  # it was not lost by force before
        ("gomoku", "renju-15", of(-0.75), of(-1.0, 4), BLUNDER),
        ("gomoku", "renju-15", of(-1.0, 8), of(-1.0, 4), BEST),
        ("gomoku", "renju-15", of(-0.99), of(-0.999), BEST),
        # Go: points; chances where the game is open, and the board is small.
        ("go", "19x19-korean", of(0.063, margin=3.5), of(-0.346, margin=1.8), GOOD),  # within the noise
        ("go", "19x19-korean", of(-0.021, margin=1.9), of(-0.163, margin=-4.4), INACCURACY),
        ("go", "19x19-korean", of(0.1, margin=3.5), of(-0.3, margin=-8.0), MISTAKE),
        ("go", "19x19-korean", of(0.1, margin=3.5), of(-0.6, margin=-18.0), BLUNDER),
        ("go", "9x9-korean", of(0.1, margin=1.0), of(-0.5, margin=-1.0), MISTAKE),
        ("go", "9x9-korean", of(0.1, margin=1.0), of(-0.1, margin=-1.0), INACCURACY),
        ("go", "9x9-korean", of(0.1, margin=1.0), of(-0.6, margin=0.8), GOOD),
        ("go", "9x9-korean", of(0.5, margin=5.0), of(-0.7, margin=-6.0), BLUNDER),
        ("go", "9x9-korean", of(0.99, margin=60.0), of(0.9, margin=20.0), MISTAKE),  # still far ahead
        ("go", "9x9-korean", of(-0.9, margin=-20.0), of(-0.99, margin=-60.0), MISTAKE),
        # Othello: what does not turn the game is at most a mistake, by discs.
        ("othello", "8x8", of(-0.006), of(-0.846), BLUNDER),
        ("othello", "8x8", of(-0.15, margin=-1.5), of(-0.46, margin=-5.0), MISTAKE),  # by chances
        ("othello", "8x8", of(0.2, margin=2.0), of(0.16, margin=-1.5), INACCURACY),
        ("othello", "8x8", of(0.6, margin=9.0), of(0.55, margin=2.5), MISTAKE),
        ("othello", "8x8", of(0.6, margin=9.0), of(-0.55, margin=0.5), BLUNDER),
        ("othello", "8x8", of(1.0, 9, margin=63.0), of(1.0, 9, margin=22.0), MISTAKE),  # as good as won
        ("othello", "8x8", of(-0.94, margin=-17.0), of(-0.99, margin=-29.0), MISTAKE),  # as good as lost
        ("othello", "8x8", of(-1.0, 9, margin=-20.0), of(-1.0, 9, margin=-24.0), INACCURACY),
        ("othello", "8x8", of(1.0, 9, margin=63.0), of(1.0, 9, margin=61.0), BEST),
        ("othello", "8x8", of(0.5, margin=5.0), of(0.45, margin=4.0), GOOD),
        ("othello", "8x8", of(0.0, margin=0.0), of(-0.22, margin=-2.2), GOOD),  # the estimate is rougher
        ("othello", "8x8", of(1.0, 9, margin=2.0), of(-1.0, 9, margin=-2.0), BLUNDER),
        ("othello", "8x8", of(-0.707), of(-0.94), INACCURACY),
        ("othello", "8x8", of(0.99), of(0.71), INACCURACY),
    ],
)
def test_how_a_move_is_marked(game: str, variant: str, best: Line, played: Line, label: Label) -> None:
    # In Othello after a first move: all first moves are in the book.
    before = (Move("d3"),) if game == "othello" else ()
    move = Move("e3" if before else "d3")
    verdict = Verdict(best, replace(played, move=move))
    *_, judged = judge(Record(game, variant, (*before, move)), [*(None for _ in before), verdict])
    assert judged is not None and judged.label is label


def test_moves_of_the_book_are_good() -> None:
    record = Record("othello", "8x8", (Move("d3"), Move("c3")))
    verdict = Verdict(of(0.1, margin=1.0), replace(of(-0.5, margin=-4.0), move=Move("c3")))
    *_, judged = judge(record, [None, verdict])
    assert judged is not None and judged.label is GOOD


def test_accuracy_of_othello_counts_discs_also_where_a_side_is_far_ahead() -> None:
    def accuracy_of(*lost: float) -> float | None:
        judged = [
            Judgement(ply, Side.FIRST, GOOD, 0.0, discs, False, of(1.0)) for ply, discs in enumerate(lost)
        ]
        return accuracy("othello", judged, Side.FIRST)

    assert accuracy_of(0.0, 0.0) == 100
    unit = othello_levels.ACCURACY_MARGIN
    assert accuracy_of(unit) == accuracy_of(0.0, 2 * unit) == pytest.approx(100 / math.e)
    assert (accuracy_of(unit / 2) or 0) > 100 / math.sqrt(math.e), "little is lost by small losses"
    assert accuracy_of() is None
    chances = [Judgement(0, Side.FIRST, GOOD, 0.3, None, False, of(1.0))]
    assert accuracy("othello", chances, Side.FIRST) == pytest.approx(100 / math.e), "of an older analysis"


def test_accuracy_of_other_games_leaves_out_moves_of_a_lost_side() -> None:
    def accuracy_of(*moves: tuple[float, float]) -> float | None:
        judged = [
            Judgement(ply, Side.FIRST, GOOD, lost, None, False, of(score))
            for ply, (score, lost) in enumerate(moves)
        ]
        return accuracy("gomoku", judged, Side.FIRST)

    unit = gomoku_levels.ACCURACY_LOSS
    assert accuracy_of((0.0, 0.0), (1.0, 0.0)) == 100
    assert accuracy_of((0.0, unit)) == pytest.approx(100 / math.e)
    assert accuracy_of((0.0, 2 * unit), (-0.5, 0.0)) == pytest.approx(100 / math.e)
    assert accuracy_of((0.0, unit), (-0.8, 0.0), (-1.0, 0.0)) == pytest.approx(100 / math.e)
    assert accuracy_of((-1.0, 0.0)) is None, "a lost side has nothing to lose"


def test_a_move_that_ends_a_match_that_was_as_good_as_lost_is_a_turning_point() -> None:
    """In Gomoku it is a fault to let a match that is as good as lost be lost by force."""
    record = Record("gomoku", "renju-15", (Move("h8"),))
    verdicts = [Verdict(of(-0.99), replace(of(-1.0, 4), move=Move("h8")))]
    (judged,) = judge(record, verdicts)
    assert judged is not None and judged.label is BLUNDER and decisive("gomoku", [judged]) == (judged,)


IGNORED_THREE = tuple(map(Move, ["h8", "i9", "g7", "i8", "i7", "j9", "h7"]))
"""White, to move, has lost by force, but not at once: Black has an open three, g7 to i7."""


@pytest.mark.parametrize(
    ("best", "best_plies", "plies", "label"),
    [
        ("f7", 14, 4, MISTAKE),
        ("f7", 8, 4, MISTAKE),
        ("f7", 6, 4, BEST),  # a single move of Black's later
        ("f7", 14, 6, BEST),  # not at once
        ("a1", 14, 4, BEST),  # stops nothing
        ("f7", None, 4, BEST),
    ],
)
def test_a_lost_side_of_gomoku_makes_a_mistake_if_it_leaves_what_could_be_stopped(
    best: str, best_plies: int | None, plies: int, label: Label
) -> None:
    before = Record("gomoku", "renju-15", IGNORED_THREE)
    line = Line(Move(best), (Move(best),), -1.0, True, best_plies)
    judged = judge_move(before, Move("m5"), Verdict(line, Line(Move("m5"), (Move("m5"),), -1.0, True, plies)))
    assert judged is not None and judged.label is label
    assert is_turning_point(judged) is (label is MISTAKE)


def test_a_lost_side_can_gain_moves_with_fours_before_it_stops_a_three() -> None:
    moves = ["h8", "i9", "g9", "i7", "g8", "i8", "i10", "j8", "h9", "f7", "h10", "i6", "i5", "k7", "k9"]
    before = Record("gomoku", "renju-15", tuple(map(Move, moves)))
    line = tuple(map(Move, ("m5", "l6", "h7", "j11")))
    played = Line(Move("k5"), (Move("k5"),), -1.0, True, 4)
    judged = judge_move(before, played.move, Verdict(Line(line[0], line, -1.0, True, 16), played))
    assert judged is not None and judged.label is MISTAKE


def test_moves_with_a_reason_come_before_those_that_are_only_a_number() -> None:
    judged = [
        Judgement(ply, Side.FIRST, BLUNDER, loss, None, False, of(0.1))
        for ply, loss in enumerate((0.6, 0.9, 0.4, 0.5))
    ]
    assert [moment.ply for moment in decisive("gomoku", judged)] == [1, 0, 3]
    assert [moment.ply for moment in decisive("gomoku", judged, {0: math.inf, 2: math.inf})] == [
        0,
        2,
        3,
    ]  # the last swing is


def test_discs_that_a_lost_side_gives_away_turn_nothing() -> None:
    record, verdicts = Record("othello", "8x8", (Move("d3"),)), list[Verdict | None]([None])
    for move, best, margin in (("c3", 0.2, 2.0), ("c4", 0.9, 15.0), ("c5", -0.95, -18.0)):
        record = record.then(Move(move))
        played = Line(Move(move), (Move(move),), -0.99, margin=margin - 14.0)
        verdicts.append(Verdict(Line(Move("a1"), (Move("a1"),), best, margin=margin), played))
    judged = judge(record, verdicts)
    assert [each and each.label for each in judged] == [None, BLUNDER, BLUNDER, MISTAKE]
    assert sorted(moment.ply for moment in decisive("othello", judged)) == [1, 2]


def test_marks_on_larger_boards_of_go_are_stricter_in_the_endgame() -> None:
    for plies, label in ((30, INACCURACY), (80, MISTAKE)):
        points = [f"{column}{row}" for row in range(1, 14) for column in "abcdefghjklmn"]
        record = Record("go", "13x13-korean", tuple(map(Move, points[:plies])))
        best = Line(Move("n13"), (Move("n13"),), 0.1, margin=7.0)
        played = Line(Move("n12"), (Move("n12"),), 0.0, margin=0.0)
        judged = judge_move(record, played.move, Verdict(best, played))
        assert judged is not None and judged.label is label


@pytest.mark.parametrize(("plies", "label"), [(20, MISTAKE), (80, INACCURACY)])
def test_an_early_pass_of_go_is_a_mistake(plies: int, label: Label) -> None:
    points = [f"{column}{row}" for row in range(1, 14) for column in "abcdefghjklmn"]
    record = Record("go", "13x13-korean", tuple(map(Move, points[:plies])))
    margin = 6.0 if plies == 20 else 4.0
    best = Line(Move("n13"), (Move("n13"),), 0.1, margin=margin)
    judged = judge_move(record, PASS, Verdict(best, Line(PASS, (PASS,), 0.0, margin=0.0)))
    assert judged is not None and judged.label is label


def go_judgements(*moves: tuple[float, float, str]) -> list[Judgement]:
    """Blunders of Black by the score before them, the points lost and the better move."""
    return [
        Judgement(ply, Side.FIRST, BLUNDER, 0.4, points, False, Line(Move(better), (Move(better),), score))
        for ply, (score, points, better) in enumerate(moves)
    ]


def test_the_last_swing_is_among_the_turning_points() -> None:
    """The three costliest moves leave the later winner behind at last; the fourth decided the match."""
    losses = ((0.5, 1.4), (0.6, 1.3), (0.5, 1.2), (0.4, 0.9), (-0.5, 0.2))
    sides = (Side.SECOND, Side.FIRST, Side.SECOND, Side.FIRST, Side.FIRST)
    judged = [
        Judgement(ply, side, BLUNDER, loss, None, False, Line(Move("a1"), (Move("a1"),), score))
        for ply, (side, (score, loss)) in enumerate(zip(sides, losses, strict=True))
    ]
    assert [moment.ply for moment in decisive("othello", judged)] == [0, 1, 3]
    assert [moment.ply for moment in decisive("othello", judged[:3])] == [0, 1, 2]


def test_a_long_match_of_go_has_more_turning_points_and_a_lost_one_its_costliest_moves() -> None:
    many = go_judgements(*((0.2, 10.0 + number, f"a{number}") for number in range(1, 13)))
    none = [None] * 200
    assert [moment.ply for moment in decisive("go", many)] == [11, 10, 9]
    assert [moment.ply for moment in decisive("go", [*many, *none])] == [11, 10, 9, 8, 7]
    lost = go_judgements((-0.9, 30.0, "a1"), (0.2, 5.0, "a2"), (-0.9, 20.0, "a3"), (-0.9, 9.0, "a4"))
    assert [moment.ply for moment in decisive("go", lost)] == [0, 2, 1]
    assert decisive("othello", lost) == (lost[1],)


def test_moves_of_go_with_one_better_move_are_one_turning_point() -> None:
    ignored = go_judgements((0.2, 9.0, "b2"), (0.2, 14.0, "b2"), (0.2, 6.0, "c3"))
    assert [moment.ply for moment in decisive("go", ignored)] == [1, 2]


def test_of_moves_that_cost_about_as_much_those_with_a_greater_weight_are_chosen() -> None:
    judged = go_judgements(*((0.5, points, f"a{points:.0f}") for points in (20.0, 12.0, 11.0, 10.0, 5.0)))
    for weights, plies in (({}, [0, 1, 2]), ({3: 1.25}, [0, 1, 3]), ({4: 3.0}, [0, 1, 4])):
        assert [moment.ply for moment in decisive("go", judged, weights)] == plies


def test_the_turning_points_of_go_are_the_moves_that_lost_most_points() -> None:
    record, verdicts = Record("go", "9x9-korean"), list[Verdict | None]()
    for move, points in zip(("a1", "b1", "c1", "d1", "e1"), (5, 12, 11, 7, 20), strict=True):
        record = record.then(Move(move))
        better = Move(f"{move[0]}5")
        best = Line(better, (better,), 0.3, margin=3.0)
        verdicts.append(Verdict(best, Line(Move(move), (Move(move),), -points / 100, margin=3.0 - points)))
    assert [moment.ply for moment in decisive("go", judge(record, verdicts))] == [4, 1, 2]
