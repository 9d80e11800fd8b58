"""The rules of Twelve Janggi by diagrams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import BadDiagram, BadNotation, IllegalMove, Move, Outcome, RuleError, Side
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

START = """
    S . . j
    K Z z k
    J . . s
    """


def played(diagram: str, moves: str) -> JanggiPosition:
    position = TWELVE_JANGGI.position(diagram)
    for move in moves.split():
        position = position.play(Move(move))
    return position


def perft(position: JanggiPosition, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def test_start() -> None:
    assert TWELVE_JANGGI.position(START) == TWELVE_JANGGI.start("classic")


# Counted by the program of the game's source; a finished game has no leaves below it.
@pytest.mark.parametrize(("depth", "leaves"), [(1, 4), (2, 17), (3, 118), (4, 898), (5, 7166)])
def test_perft(depth: int, leaves: int) -> None:
    assert perft(TWELVE_JANGGI.start("classic"), depth) == leaves


# The piece is on b2 (FIRST faces right, SECOND left); the Kings are out of its way.
@pytest.mark.parametrize(
    ("piece", "goals"),
    [
        ("J", "a2 b1 b3 c2"),
        ("S", "a1 a3 c1 c3"),
        ("Z", "b3"),
        ("H", "a2 a3 b1 b3 c2 c3"),
        ("j", "a2 b1 b3 c2"),
        ("s", "a1 a3 c1 c3"),
        ("z", "b1"),
        ("h", "a1 a2 b1 b3 c1 c2"),
    ],
)
def test_how_each_kind_moves(piece: str, goals: str) -> None:
    side, own = ("first", "a1") if piece.isupper() else ("second", "a4")
    position = TWELVE_JANGGI.position(f"K . . k\n. {piece} . .\n. . . .\nto move: {side}")
    moves = {move[3:] for move in position.legal_moves() if move.startswith("b2")}
    assert moves == set(goals.split()) - {own}


def test_the_king_steps_in_every_direction() -> None:
    position = TWELVE_JANGGI.position(". . . k\n. K . .\n. . . .")
    assert position.legal_moves() == [f"b2-{to}" for to in ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]]


PROMOTING = """
    . . . k
    K . Z .
    . . . s
    """
MARQUIS = """
    . . . k
    K . h .
    . . Z s
    """
HOLDING = """
    . . . k
    K Z . .
    J . . .
    hands: Z / -
    """
DEAD_DROP = """
    . S . k
    K . . .
    . . . .
    hands: Z / -
    """


@pytest.mark.parametrize(
    ("diagram", "moves", "after"),
    [
        (START, "b2-b3", "S . . j\nK . Z k\nJ . . s\nto move: second\nhands: Z / -"),
        (PROMOTING, "b3-b4", ". . . k\nK . . H\n. . . s\nto move: second"),
        (PROMOTING, "b3-b4 c4-b3 b4-b3", ". . . k\nK . H .\n. . . .\nto move: second\nhands: S / -"),
        (
            MARQUIS,
            "c3-c4 b3-c3 c4-c3",
            ". . . k\nK . . .\n. . H .\nto move: second\nhands: SZ / -",
        ),
        (HOLDING, "Z*a2", ". Z . k\nK Z . .\nJ . . .\nto move: second"),
        (HOLDING, "Z*b3", ". . . k\nK Z Z .\nJ . . .\nto move: second"),
        (DEAD_DROP, "Z*a1", "Z S . k\nK . . .\n. . . .\nto move: second"),
        (HOLDING, "b1-a1 a4-b3 b2-b3", "K . . .\n. . Z .\nJ . . .\nto move: second\nhands: Z / -"),
    ],
    ids=[
        "captured: held from the next turn",
        "a Man entering promotes",
        "a Marquis stays one outside",
        "a captured Marquis is a Man",
        "two Men on a column",
        "two Men on a row",
        "a drop that cannot move at once",
        "a King can be left to be captured",
    ],
)
def test_moves(diagram: str, moves: str, after: str) -> None:
    assert played(diagram, moves).diagram() == after


ENTERING = """
    . . . k
    . . K .
    . . . s
    """
# The only shape, up to mirror images, in which the pieces of FIRST block each other.
NO_MOVES = """
    . Z K J
    . Z J S
    . . S k
    """


@pytest.mark.parametrize(
    ("diagram", "moves", "outcome"),
    [
        (START, "", None),
        (ENTERING, "b3-b4", None),
        (ENTERING, "b3-b4 c4-b3", Outcome(Side.FIRST, "outcome.king-entered")),
        (ENTERING, "b3-b4 a4-b4", Outcome(Side.SECOND, "outcome.king-taken")),
        (ENTERING, "b3-a4", Outcome(Side.FIRST, "outcome.king-taken")),
        (ENTERING, "b3-c3 a4-b4 c3-b4", Outcome(Side.FIRST, "outcome.king-taken")),
        (ENTERING.replace(". . . k", ". k . ."), "b3-b4 a2-a1", Outcome(Side.FIRST, "outcome.king-entered")),
        (
            ENTERING.replace(". . . k", ". k . ."),
            "b3-b2 a2-b1 b2-c2",
            Outcome(Side.SECOND, "outcome.king-entered"),
        ),
        (NO_MOVES, "", Outcome(Side.SECOND, "outcome.no-moves")),
        (NO_MOVES + "to move: second", "", None),
    ],
)
def test_outcomes(diagram: str, moves: str, outcome: Outcome | None) -> None:
    position = played(diagram, moves)
    assert position.outcome() == outcome
    assert bool(position.legal_moves()) == (outcome is None)


def test_the_third_repetition_is_a_draw() -> None:
    round_trip = "c1-c2 a4-a3 c2-c1 a3-a4 "
    position = played(START, round_trip * 2)
    assert position.repetitions == 3
    assert position.outcome() == Outcome(None, "outcome.repetition")
    assert played(START, round_trip * 2).diagram() == TWELVE_JANGGI.start("classic").diagram()
    assert played(START, round_trip + "c1-c2 a4-a3 c2-c1").outcome() is None


def test_other_hands_are_another_position() -> None:
    given_away = HOLDING.replace("Z / -", "- / z")
    assert TWELVE_JANGGI.position(HOLDING).key != TWELVE_JANGGI.position(given_away).key


@pytest.mark.parametrize(
    ("diagram", "move", "error", "key"),
    [
        (START, "b3-b2", IllegalMove, "rule.not-your-piece"),
        (START, "a2-a3", IllegalMove, "rule.not-your-piece"),
        (START, "b1-b2", IllegalMove, "rule.blocked"),
        (START, "b1-b3", IllegalMove, "rule.cannot-reach"),
        (START, "b2-a2", IllegalMove, "rule.cannot-reach"),
        (START, "b1-d1", IllegalMove, "rule.off-board"),
        (START, "Z*a5", IllegalMove, "rule.off-board"),
        (START, "Z*a2", IllegalMove, "rule.not-in-hand"),
        (HOLDING, "J*a2", IllegalMove, "rule.not-in-hand"),
        (HOLDING, "H*a2", IllegalMove, "rule.not-in-hand"),
        (HOLDING, "K*a2", IllegalMove, "rule.not-in-hand"),
        (HOLDING, "Z*b2", IllegalMove, "rule.occupied"),
        (HOLDING, "Z*b4", IllegalMove, "rule.drop-in-camp"),
        (NO_MOVES, "c3-d4", IllegalMove, "rule.game-over"),
        (START, "Kb2", BadNotation, "rule.notation-piece"),
        (START, "z*b2", BadNotation, "rule.notation-piece"),
        (START, "", BadNotation, "rule.notation-piece"),
    ],
)
def test_refusals_say_why(diagram: str, move: str, error: type[RuleError], key: str) -> None:
    with pytest.raises(error) as refused:
        TWELVE_JANGGI.position(diagram).play(Move(move))
    assert refused.value.key == key


TWO_WAYS = """
    J . . k
    . . J .
    K . . .
    hands: Z / ss
    """


@pytest.mark.parametrize(
    ("diagram", "typed", "move"),
    [
        (START, "b1-a2", "b1-a2"),
        (START, "B1 A2", "b1-a2"),
        (START, "ｂ１→ａ２", "b1-a2"),
        (START, "Ka2", "b1-a2"),
        (START, "王a2", "b1-a2"),
        (START, "왕 a2", "b1-a2"),
        (START, "Kb1a2", "b1-a2"),
        (START, "Kb1-a2", "b1-a2"),
        (START, "a2", "b1-a2"),
        (START, "將c2", "c1-c2"),
        (START, "장 C2", "c1-c2"),
        (START, "子b3", "b2-b3"),
        (START, "자b3", "b2-b3"),
        (START + "to move: second", "王a3", "b4-a3"),
        (HOLDING, "Zc3!", "Z*c3"),
        (HOLDING, "Z*c3", "Z*c3"),
        (HOLDING, "z * c3", "Z*c3"),
        (HOLDING, "子c3！", "Z*c3"),
        (HOLDING, "Zb3", "b2-b3"),
        (HOLDING, "Zb3!", "Z*b3"),
        (TWO_WAYS, "Ja2", "a1-a2"),
        (TWO_WAYS, "相a2!", "S*a2"),
        (TWO_WAYS, "侯a2!", "H*a2"),
    ],
)
def test_parse_reads_every_notation(diagram: str, typed: str, move: str) -> None:
    assert TWELVE_JANGGI.parse(typed, TWELVE_JANGGI.position(diagram)) == move


@pytest.mark.parametrize(
    ("diagram", "typed", "key", "origins"),
    [
        (TWO_WAYS.replace("J . .", ". J ."), "Ja3", "rule.ambiguous", "a2, b3"),
        (TWO_WAYS.replace("J . .", ". J ."), "b2", "rule.ambiguous", "a2, b3, c1"),
        (START, "Zb4", "rule.cannot-reach", None),
        (START, "Hb3", "rule.cannot-reach", None),
        (START, "Kc1", "rule.cannot-reach", None),
        (START, "Jb1-a2", "rule.not-your-piece", None),
        (START, "Ke9", "rule.off-board", None),
        (START, "Qb2", "rule.notation-piece", None),
        (START, "K", "rule.notation-piece", None),
        (START, "b2!", "rule.notation-piece", None),
        (START, "ka" + "0" * 9000 + "2", "rule.notation-piece", None),
    ],
)
def test_parse_says_why_not(diagram: str, typed: str, key: str, origins: str | None) -> None:
    with pytest.raises(RuleError) as refused:
        TWELVE_JANGGI.parse(typed, TWELVE_JANGGI.position(diagram))
    assert (refused.value.key, refused.value.arguments.get("origins")) == (key, origins)


@given(st.text(alphabet="kjszhabc12345!*- 王將相子侯왕장상자후", max_size=8))
def test_parse_answers_or_refuses(typed: str) -> None:
    position = TWELVE_JANGGI.position(TWO_WAYS)
    try:
        move = TWELVE_JANGGI.parse(typed, position)
    except (BadNotation, IllegalMove):
        return
    assert TWELVE_JANGGI.parse(move, position) == move


def test_the_diagram_notes_an_entered_king() -> None:
    diagram = played(ENTERING, "b3-b4").diagram()
    assert diagram.endswith("entered: first")
    assert TWELVE_JANGGI.position(diagram).diagram() == diagram


@pytest.mark.parametrize(
    "diagram",
    [
        "",
        "K . . k",
        START.replace("k", "Q"),
        START.replace("k", ".").replace("K", "."),
        START.replace("z", "K"),
        START + "hands: ZS / j",
        START + "hands: Z",
        START + "hands: K / -",
        HOLDING.replace("Z / -", "Q / -"),
        PROMOTING.replace("s", "Z"),
        START + "entered: first",
        START + "variant: long",
    ],
)
def test_bad_diagrams_are_refused(diagram: str) -> None:
    with pytest.raises(BadDiagram):
        TWELVE_JANGGI.position(diagram)
