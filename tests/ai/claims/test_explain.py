"""The claim on a move: the first that holds, within the budget."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.analysis import Line
from ai.claims.checkers import go, gomoku, hare_and_hounds, othello, twelve_janggi
from ai.claims.checkers.budget import Budget
from ai.claims.explain import QUICK_NODES, explain, merit
from ai.claims.kind import Kind
from ai.claims.kinds import MERITS
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
    for budget in (Budget(2), Budget(1 << 30, lambda: True)):
        at_once = explain(position, Move("o15"), best, played, budget)
        assert at_once is not None and at_once.kind is Kind.ALLOWS_THREE, "which takes no search"


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


NET = "e7 e6 d6 f7 e5 f6 f5 g5 g4 d7 g6 h5 e8 g7 h6 c6 d5 d4 j5 h4 h3 d8 j4 c5 f8 h7"
CUT = "c3 d3 d5 c4 d4 c5 e3 d2 e2 c2 b3 b2 b4 c6 b6 c7 b7 b8 c8 f2 b5 d8 d7 c9 f5 f3"


@pytest.mark.parametrize(
    ("variant", "moves", "better", "played", "kind", "shown"),
    [
        ("8x8", "e6 f4 c3 c4 d3", "d6", "c6 d6", Kind.LEAVES_SQUARE, "d6"),
        ("8x8", "d3 e3", "f4", "f3 e2", Kind.OPENS_SQUARE, "e2"),
        ("8x8", "e6 f4 e3 d6 c4", "c5", "c3 f5", Kind.LEAVES_OPEN, "f5"),
        ("8x8", "e6 f4 f3 d6", "f5", "g4 e7", Kind.LOSES_SQUARE, "e7"),
        ("9x9-korean", NET, "g8", "d2 g8", Kind.NET, "g8 e8"),
        ("9x9-korean", f"{NET} d2", "g8", "b2 g8", Kind.MISSES_NET, "g8 e8"),
        ("9x9-korean", CUT, "d6", "e4 d6", Kind.CUTS, "d6"),
        ("9x9-korean", "e3 e4 f4 f5 g5 g4 f3 d3 d2 g6 h5", "e5", "g3 f6", Kind.ALLOWS_ATARI, "f6 f5"),
        ("9x9-korean", "e3 d3 d4 c4 c5", "d5", "b5 c3", Kind.MISSES_ATARI, "d5 d4"),
        ("9x9-korean", "c3 c5 c6 d6 c7 d7 d5 e5 d4", "e4", "b5 e4", Kind.LEAVES_POINT, "e4"),
        ("9x9-korean", "e5 e3", "d3", "b8 d3", Kind.UNANSWERED, "d3 e3"),
        ("9x9-korean", "e5 e3", "d3", "b6 d3", Kind.LEAVES_POINT, "d3"),
        ("19x19-korean", "d4 q16", "q4", "d3 q4", Kind.EMPTY_CORNER, ""),
        ("19x19-korean", "d4 q16 d16 q4", "k3", "c3 k3", Kind.EMPTY_SIDE, ""),
    ],
)
def test_where_nothing_graver_is_wrong_the_next_moves_are_said(
    variant: str, moves: str, better: str, played: str, kind: Kind, shown: str
) -> None:
    slug = "othello" if variant == "8x8" else "go"
    position = replay(Record(slug, variant, tuple(map(Move, moves.split()))))
    then = line(*played.split())
    claim = explain(position, then.move, line(better), then, Budget(20_000))
    assert claim is not None and (claim.kind, " ".join(claim.line)) == (kind, shown)


def test_stones_that_are_worth_much_less_than_was_lost_are_said_after_what_explains_more() -> None:
    """White can catch a single stone in the corner, and Black does not answer White's last move."""
    position = replay(Record("go", "9x9-korean", tuple(map(Move, ("e5", "e3")))))
    best, played = line("d3"), line("a9", "d3")
    for lost, kind in ((0.0, Kind.LADDER), (4.0, Kind.LADDER), (9.0, Kind.UNANSWERED)):
        lines = replace(best, margin=lost), replace(played, margin=0.0)
        claim = explain(position, Move("a9"), *lines, Budget(20_000))
        assert claim is not None and claim.kind is kind


STRANGER = "e5 e3 g5 g3 c4 e4 a1 h5 e7 d8 f3 f2 j9 h9"
D7 = "e5 e7 d7 d6 e8 c7"
FEW_STONES = "c5 c4 d5 d4 e5 e4 f5 f4"


@pytest.mark.parametrize(
    ("moves", "better", "played", "lost", "kind", "shown"),
    [
        # f3 is in atari: that is said where the better move saves it, at f4 and not at h6.
        (STRANGER.removesuffix(" j9 h9"), "f4 d5", "j9 g6 f4", 12.2, Kind.LEAVES_ATARI, "f4"),
        (STRANGER, "h6 d5 d7", "j1 g6 h6 h7 f4", 13.5, Kind.FIRST_LINE, ""),
        (D7, "f7 e6 f6", "a1 e6 d8", 15.7, Kind.MISSES_ATARI, "f7 e7"),
        (f"{D7} a1", "d8", "j1 f7", 9.0, Kind.MISSES_CAPTURE, "d8"),
        (f"{D7} a1", "f6", "j1 d8 d9", 9.0, Kind.FIRST_LINE, ""),
        (f"{D7} a1 a2 j1", "d8", "b1 d8 d9", 9.0, Kind.LETS_SAVE, "d8 d7"),
        # The last stone cuts.
        ("e5 e3 g5 g3 c4 e4", "d5 f5", "a1 d5 d4", 17.5, Kind.UNANSWERED_CUT, "d5 e4 e5 c4"),
        (FEW_STONES, "g4 h4", "pass b5 b4", 20.0, Kind.PASSES, ""),
        (f"{D7} a1 j1", "d8", "pass d8", 20.0, Kind.LEAVES_ATARI, "d8"),
    ],
)
def test_stones_in_atari_and_threats_are_said_before_where_the_move_is(
    moves: str, better: str, played: str, lost: float, kind: Kind, shown: str
) -> None:
    position = replay(Record("go", "9x9-korean", tuple(map(Move, moves.split()))))
    best, then = replace(line(*better.split()), margin=lost), replace(line(*played.split()), margin=0.0)
    claim = explain(position, then.move, best, then, Budget(QUICK_NODES))
    assert claim is not None and (claim.kind, " ".join(claim.line)) == (kind, shown)


def test_every_game_has_its_kinds() -> None:
    for slug in GAMES:
        assert sum(kind.startswith(f"{slug}.") for kind in Kind) >= 8


MERITS_OF = [
    ("gomoku", "freestyle-15", "h8 a1 h9 a3 h10 a5 h11 o15", "h12", Kind.MISSES_FIVE, 0),
    ("gomoku", "freestyle-15", "h8 a1 h9 a3 h10 a5 h11", "h12", None, 0),
    ("gomoku", "freestyle-15", "h8 h7 h9 a3 h10 a5 h11", "h12", Kind.LEAVES_FIVE, 0),
    ("gomoku", "freestyle-15", "h8 a1 h9 a3 h10", "h11", Kind.LEAVES_THREE, 0),
    ("gomoku", "freestyle-15", "h8 a1 h9 a3 h10 o15", "h11", Kind.MISSES_OPEN_FOUR, 0),
    ("othello", "6x6", "e4 e3 b2 e5", "f6", Kind.MISSES_CORNER, 0),
    ("othello", "6x6", "e4 e3 b2", "e5", None, 0),
    ("go", "9x9-korean", "e5 d5 a9 e6 b9 e4 c9 f5", "a8", None, 0),
    ("go", "9x9-korean", "e5 d5 a9 e6 b9 e4 c9", "f5", Kind.MISSES_CAPTURE, 1),
    ("go", "9x9-korean", "e5 d5 a9 e6 b9 e4", "f5", Kind.LEAVES_ATARI, 1),
]


@pytest.mark.parametrize(("slug", "variant", "moves", "move", "kind", "n"), MERITS_OF)
def test_what_is_good_about_a_move(
    slug: str, variant: str, moves: str, move: str, kind: Kind | None, n: int
) -> None:
    claim = merit(
        replay(Record(slug, variant, tuple(map(Move, moves.split())))), line(move), Budget(QUICK_NODES)
    )
    assert (None if claim is None else (claim.kind, claim.n)) == (None if kind is None else (kind, n))


def test_what_is_good_about_a_move_of_a_solved_game() -> None:
    hounds, hare = "a2-b2 b5-a4 b2-a2 a4-b4", "a2-b2 b5-a4 b2-a2 a4-b4 b1-b2"
    for moves, best, plies, kind, n in (
        (hounds, "a2-b3", 23, Kind.ONLY_TRAP, 0),
        (hare, "b4-b3 a2-a3 b3-a2 a3-a4 a2-b1", 5, Kind.MISSES_PAST, 3),
    ):
        position = replay(Record("hare_and_hounds", "classic", tuple(map(Move, moves.split()))))
        claim = merit(position, line(*best.split(), score=1.0, proven=True, plies=plies), Budget(20_000))
        assert claim is not None and (claim.kind, claim.n) in {(kind, n), (Kind.MISSES_TRAP, 12)}
    position = replay(Record("twelve_janggi", "classic", tuple(map(Move, ("b2-b3",)))))
    for move, said in (("b4-b3", Kind.MISSES_PIECE), ("a4-a3", None), ("c4-b3", Kind.MISSES_PIECE)):
        claim = merit(position, line(move), Budget(QUICK_NODES))
        assert (None if claim is None else claim.kind) == said


def test_every_merit_can_be_checked() -> None:
    tables = (checker._MERITS for checker in (go, gomoku, hare_and_hounds, othello, twelve_janggi))
    assert {kind for table in tables for kind in table} == MERITS
