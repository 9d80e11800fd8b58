"""What pictures mark of claims: the answer, the stones at stake, empty points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ai.claims.claim import Claim
from ai.claims.kind import Kind
from bot.presenters.board_scene import BoardScene
from bot.ui.claim_marks import ARROWS, ClaimMarks, explained, marks_of, merit_stones
from games import replay
from games.base import Move, Position, Record, Side
from tests.ai.claims.checkers import test_go as go
from tests.ai.claims.checkers import test_go_life as go_life
from tests.ai.claims.checkers import test_gomoku as gomoku
from tests.ai.claims.checkers import test_hare_and_hounds as hare
from tests.ai.claims.checkers import test_othello as othello
from tests.ai.claims.checkers import test_twelve_janggi as janggi


def claimed(kind: Kind, line: str, **more: Any) -> Claim:
    return Claim(kind, tuple(map(Move, line.split())), **more)


def marked(position: Position, kind: Kind, move: str, line: str) -> tuple[str, str, str]:
    """The line, the stones and the dots of a claim on a move."""
    marks = marks_of(position, Move(move), claimed(kind, line))
    return " ".join(marks.line), " ".join(sorted(marks.stones)), " ".join(sorted(marks.dots))


@pytest.mark.parametrize(
    ("kind", "rows", "move", "line", "expected"),
    [
        (Kind.GIVES_CORNER, othello.CORNER, "e2", "f6", ("f6", "", "")),
        (Kind.MISSES_CORNER, othello.OWN_CORNER, "c5", "a1", ("", "", "")),
        (Kind.RUNS_OUT, othello.SHUT, "f4", "f2", ("f2", "", "")),
        (Kind.LOSES_CORNER, othello.OPEN, "e5", "c2", ("c2", "", "")),
        (Kind.X_SQUARE, othello.OPEN, "e5", "f6", ("", "", "f6")),
        (Kind.C_SQUARE, othello.OPEN, "a5", "a6", ("", "", "a6")),
        (Kind.OPENS_MOVES, othello.OPEN, "e5", "", ("", "", "a2 b2 c2 d2 e2 e4")),
        (Kind.FEW_MOVES, othello.OWN_CORNER, "c5", "b1", ("b1", "", "a1")),
        (Kind.LESS_ROOM, othello.OPEN, "e5", "a2 e2", ("a2", "", "a3 a4 a5 b5 c5")),
        (Kind.SKIPPED, othello.OWN_CORNER, "c5", "a4", ("a4", "", "")),
        (Kind.WIPED_OUT, othello.LONE, "b3", "a3", ("a3", "", "")),
        (Kind.MISSES_PASS, othello.PASS_NEAR, "f1", "a4", ("", "", "")),
        (Kind.WEDGES, othello.WEDGE, "c6", "d6", ("d6", "e6", "")),
        (Kind.SECURES, othello.EDGE, "a4", "f6", ("f6", "a1 a2 d6 e6", "")),
        (Kind.PARITY, othello.OWN_CORNER, "c5", "", ("", "", "a6 b6 c6")),
        (Kind.FRONTIER, othello.OPEN, "e5", "", ("", "b3 c3 d3 d4", "")),
        (Kind.TURNS_MANY, othello.GREEDY, "d2", "", ("", "d3 d4 d5 e3", "")),
        (Kind.WIN_TO_LOSS, othello.WON, "b5", "", ("", "", "")),
        (Kind.ONLY_WIN, othello.ONLY, "c6", "f1", ("", "", "")),
        (Kind.LEAVES_SQUARE, othello.CORNER, "c2", "b2", ("b2", "", "")),
        (Kind.OPENS_SQUARE, othello.OPEN, "a5", "a4", ("a4", "", "")),
        (Kind.LEAVES_OPEN, othello.OPEN, "a5", "a2", ("a2", "", "")),
        (Kind.LOSES_SQUARE, othello.OPEN, "a5", "d2", ("d2", "", "")),
    ],
)
def test_othello(kind: Kind, rows: str, move: str, line: str, expected: tuple[str, str, str]) -> None:
    assert marked(othello.drawn(rows), kind, move, line) == expected


@pytest.mark.parametrize(
    ("kind", "rows", "move", "line", "expected"),
    [
        (Kind.SELF_ATARI, go.CORNER, "a9", "a8", ("a8", "a9", "")),
        (Kind.LEAVES_ATARI, go.HELD, "j1", "e8", ("e8", "d8", "")),
        (Kind.SNAPBACK, go.THROWN_IN, "a8", "a9", ("a9", "a8 b8 b9", "")),
        (Kind.LADDER, go.EDGE, "j1", "a6 a5", ("a6", "a5", "")),
        (Kind.RUNS_IN_LADDER, go.RUNNING, "a4", "b4 a5", ("b4", "a4 a5", "")),
        (Kind.LADDER_BREAKS, go.CHASING, "c5", "f5 d5", ("f5", "d5 e5", "")),
        (Kind.MISSES_LADDER, go.PREY, "j1", "a6 a5", ("", "a5", "")),
        (Kind.MISSES_CAPTURE, go.OWN_ATARI, "j1", "e8", ("", "d8", "")),
        (Kind.DOUBLE_ATARI, go.TWO_CHAINS, "j1", "e8", ("e8", "d8 e7", "")),
        (Kind.MISSES_DOUBLE_ATARI, go.THEIR_CHAINS, "j1", "e8", ("", "d8 e7", "")),
        (Kind.FILLS_EYE, go.EYE, "a9", "", ("", "", "")),
        (Kind.NET, go.NETTED, "j1", "d6 c7", ("d6", "c7", "")),
        (Kind.MISSES_NET, go.NETTING, "j1", "d6 c7", ("", "c7", "")),
        (Kind.CUTS, go.APART, "j1", "c9", ("c9", "b9 d9", "")),
        (Kind.ALLOWS_ATARI, go.EDGE, "j1", "a6 a5", ("a6", "a5", "")),
        (Kind.MISSES_ATARI, go.PREY, "j1", "a6 a5", ("", "a5", "")),
        (Kind.DIES, go_life.THREE, "j1", "b9 a8", ("b9", "a8 b8 c8 d8 d9", "")),
        (Kind.DIES_INSIDE, go_life.THREE, "j1", "b9 a8", ("b9", "a8 b8 c8 d8 d9", "")),
        (Kind.MISSES_KILL, go_life.THEIR_THREE, "j1", "b9 a8", ("", "a8 b8 c8 d8 d9", "")),
        (Kind.LETS_LIVE, go_life.THEIR_THREE, "j1", "b9 a8", ("b9", "a8 b8 c8 d8 d9", "")),
        (Kind.DEAD_ALREADY, go_life.TWO, "a9", "a8", ("", "a8 b8 c8 c9", "")),
        (Kind.CANNOT_KILL, go_life.THEIR_FOUR, "b9", "a8", ("", "a8 b8 c8 d8 e8 e9", "")),
        (Kind.LEAVES_POINT, go.APART, "j1", "e5", ("e5", "", "")),
    ],
)
def test_go(kind: Kind, rows: str, move: str, line: str, expected: tuple[str, str, str]) -> None:
    assert marked(go.drawn(rows), kind, move, line) == expected


@pytest.mark.parametrize(
    ("kind", "rows", "letters", "expected"),
    [
        (Kind.LEAVES_FIVE, gomoku.FOUR, "a", ("j9", "f9 g9 h9 i9", "")),
        (Kind.STOPS_LESS, gomoku.FOUR_AND_THREE, "a", ("j9", "f9 g9 h9 i9", "")),
        (Kind.MISSES_FIVE, gomoku.OWN_FOUR, "a", ("", "f9 g9 h9 i9", "")),
        (Kind.LEAVES_THREE, gomoku.THREE, "a", ("j9", "g9 h9 i9", "")),
        (Kind.MISSES_OPEN_FOUR, gomoku.OWN_THREE, "a", ("", "g9 h9 i9", "")),
        (Kind.MISSES_FOUR_THREE, gomoku.OWN_CROSS, "a", ("", "g9 h9 i9 j7 j8", "")),
        (Kind.ALLOWS_FOUR_THREE, gomoku.OTHERS_CROSS, "a", ("j9", "g9 h9 i9 j7 j8", "")),
        (Kind.ALLOWS_DOUBLE_THREE, gomoku.THREES, "a", ("j10", "g10 h10 j7 j8", "")),
        (Kind.MISSES_DOUBLE_THREE, gomoku.THREES_OWN, "a", ("", "g10 h10 j7 j8", "")),
        (Kind.FORBIDDEN_STOP, gomoku.FORBIDDEN, "ab", ("h6", "h7 h8 h9", "h10")),
        (Kind.FORCES_FOUR, gomoku.FORCING_FOUR, "a", ("j10", "j7 j8 j9", "")),
        (Kind.MISSES_THREE, gomoku.OWN_TWO, "a", ("", "g9 h9", "")),
        (Kind.ALLOWS_FOUR, gomoku.CLOSED_THREE, "a", ("i9", "f9 g9 h9", "")),
        (Kind.LEAVES_KEY, gomoku.CLOSED_THREE, "a", ("i9", "", "")),
        (Kind.OVERLINE, gomoku.SIX, "", ("", "e9 f9 g9 i9 j9", "")),
        (Kind.LOSES, gomoku.THREES, "a", ("j10", "", "")),
        (Kind.MISSES_WIN, gomoku.OWN_CROSS, "a", ("", "", "")),
    ],
)
def test_gomoku(kind: Kind, rows: str, letters: str, expected: tuple[str, str, str]) -> None:
    position, points = gomoku.placed(rows)
    assert marked(position, kind, points["p"], " ".join(points[letter] for letter in letters)) == expected


@pytest.mark.parametrize(
    ("kind", "position", "move", "line", "expected"),
    [
        (Kind.LETS_PAST, hare.OPEN, "b1-a2", "a4-b3 a2-a3 b3-a2 a3-a4", "a4-b3 a2-a3 b3-a2 a3-a4"),
        (Kind.PASSES_HOUND, hare.BEHIND, "c3-c4", "a4-b3", "a4-b3"),
        (Kind.FEW_WAYS, hare.SHUT, "c4-b5", "b3-c4 b5-b4", "b3-c4 b5-b4"),
        (Kind.TRAPPED, hare.CLOSE, "b4-a4", "a2-b3 a4-a3", "a2-b3 a4-a3"),
        (Kind.MISSES_PAST, hare.CLOSE, "b4-a4", "b4-b3 a2-a3", ""),
        (Kind.GIVES_OPPOSITION, hare.CLOSE, "b4-a4", "", ""),
    ],
)
def test_hare_and_hounds(kind: Kind, position: Position, move: str, line: str, expected: str) -> None:
    assert marked(position, kind, move, line) == (expected, "", "")


@pytest.mark.parametrize(
    ("kind", "position", "move", "line", "expected"),
    [
        (Kind.LEAVES_KING, janggi.ATTACKED, "a4-a3", "b3-b4", ("b3-b4", "b4")),
        (Kind.KING_WALKS_IN, janggi.EXCHANGED, "b1-a2", "b3-a2", ("b3-a2", "a2")),
        (Kind.LETS_ENTER, janggi.INVADED, "c1-c2", "a2-a1", ("a2-a1", "")),
        (Kind.LEAVES_PIECE, janggi.NEAR, "a4-b4", "b2-a3", ("b2-a3", "a3")),
        (Kind.ALLOWS_FORK, janggi.FORKED, "b4-c4", "J*c3", ("J*c3", "b3 c4")),
        (Kind.LETS_ATTACK, janggi.FORKED, "b4-c4", "J*c3", ("J*c3", "c4")),
        (Kind.MISSES_PIECE, janggi.ATTACKED, "b4-a3", "b4-b3", ("", "b3")),
        (Kind.MISSES_ATTACK, janggi.OPEN, "Z*a2", "Z*c3", ("", "c4")),
        (Kind.MISSES_EXCHANGE, janggi.OPENING, "Z*a2", "a4-a3 b2-a3 b4-a3", ("", "")),
        (Kind.LETS_EXCHANGE, janggi.INVITING, "b1-a1", "c3-c2 c1-c2 b3-c2", ("c3-c2 c1-c2 b3-c2", "")),
        (Kind.MISSES_TAKING, janggi.INVITING, "b1-a1", "b2-c3", ("", "c3")),
        (Kind.EMPTIES_HAND, janggi.OPENING, "Z*a3", "", ("", "")),
        (Kind.ONLY_SAVE, janggi.LAST, "S*a2", "c4-b3", ("", "")),
        (Kind.FEW_SAVES, janggi.ATTACKED, "b4-c3", "c1-c2 a1-b2", ("c1-c2", "")),
        (Kind.EASES, janggi.OPEN, "Z*a2", "", ("", "")),
    ],
)
def test_twelve_janggi(
    kind: Kind, position: Position, move: str, line: str, expected: tuple[str, str]
) -> None:
    assert marked(position, kind, move, line) == (*expected, "")


@pytest.mark.parametrize(
    ("kind", "position", "move", "line", "expected"),
    [
        (Kind.SHUT_IN, janggi.OPENING, "Z*a2", "c1-c2 b2-a3", ("c1-c2", "b4", "c4")),
        (Kind.LETS_OUT, janggi.LOCKED, "b2-c3", "", ("", "b4", "a3 c3 c4")),
    ],
)
def test_a_king_and_its_steps_are_marked(
    kind: Kind, position: Position, move: str, line: str, expected: tuple[str, str, str]
) -> None:
    assert marked(position, kind, move, line) == expected


def test_where_pieces_move_a_line_has_as_many_arrows_as_a_board_has_room_for() -> None:
    line = "c2-c1 b2-a3 b3-c2 a3-b2 S*b3"
    assert (
        len(marks_of(janggi.WON, Move("a3-a2"), claimed(Kind.LOSES_KING, line)).line)
        <= ARROWS["twelve_janggi"]
    )


def test_a_line_of_another_position_marks_nothing() -> None:
    edge = go.drawn(go.EDGE)
    assert marks_of(edge, Move("j1"), claimed(Kind.LADDER, "a6 z9")) == ClaimMarks()
    assert marks_of(edge, Move("j1"), claimed(Kind.SELF_ATARI, "")) == ClaimMarks()
    opened = replay(Record("gomoku", "freestyle-15", (Move("h8"),)))
    assert marks_of(opened, Move("i9"), claimed(Kind.LOSES, "c4 h8")) == ClaimMarks()


def test_what_a_good_move_saves_captures_or_stops_is_marked() -> None:
    stone = claimed(Kind.LEAVES_ATARI, "e8 d8")
    assert merit_stones(go.drawn(go.HELD), stone) == {"d8"}
    assert merit_stones(go.drawn(go.OWN_ATARI), claimed(Kind.MISSES_CAPTURE, "e8")) == {"d8"}
    position, points = gomoku.placed(gomoku.FOUR)
    assert merit_stones(position, Claim(Kind.LEAVES_FIVE, (points["a"],))) == {"f9", "g9", "h9", "i9"}
    assert merit_stones(othello.drawn(othello.OPEN), claimed(Kind.ONLY_WIN, "")) == frozenset()


LADDER = Record("go", "9x9-korean", tuple(map(Move, ["a5", "b5", "j9", "a6"])))
"""Black's a5 is caught after White's a6: by a4, b4 and so on."""


def test_an_answer_that_is_on_the_board_is_no_line() -> None:
    claim = claimed(Kind.LOSES, "c4 e3 f6")
    record = Record("gomoku", "freestyle-15", tuple(map(Move, ("h8", "i9"))))
    after_move = explained(BoardScene(record), 1, claim)
    assert [move for move, _ in after_move.line] == ["c4", "e3", "f6"]
    assert [side for _, side in after_move.line] == [Side.FIRST, Side.SECOND, Side.FIRST]
    answered = explained(BoardScene(record.then(Move("c4"))), 1, claim)
    assert [move for move, _ in answered.line] == ["e3", "f6"]
    other = explained(BoardScene(record.then(Move("c5"))), 1, claim)
    assert other.line == ()


def test_the_piece_that_has_captured_is_not_marked_as_lost() -> None:
    record = Record("twelve_janggi", "classic", (Move("b2-b3"), Move("b4-b3")))
    claim = claimed(Kind.LETS_TAKE, "b4-b3")
    assert marks_of(replay(record.before(0)), record.moves[0], claim).stones == {"b3"}
    assert explained(BoardScene(record.before(1)), 0, claim).group == {"b3"}
    assert explained(BoardScene(record), 0, claim).group == frozenset()


def test_the_stones_of_a_claim_are_marked_in_place_of_a_question_s() -> None:
    claim = claimed(Kind.LADDER, "a6 a5")
    scene = replace(BoardScene(LADDER), group=frozenset({"b5"}))
    shown = explained(scene, 2, claim)
    assert replay(LADDER.before(3)).outcome() is None and shown.group == {"a5"} and shown.line == ()
    assert explained(scene, 2, None) == scene
    assert explained(scene, 2, claimed(Kind.FILLS_EYE, "")).group == {"b5"}
