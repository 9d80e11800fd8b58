"""The rules of Gomoku by diagrams: ``*`` marks the move to test, the rest of the board is empty."""

from __future__ import annotations

import pytest

from games.base import PASS, BadDiagram, BadNotation, IllegalMove, Move, Side, UnknownGame
from games.gomoku import GOMOKU, VARIANTS, GomokuPosition


def drawn(variant: str, rows: str, side: str = "first") -> tuple[GomokuPosition, Move]:
    """The position whose top left corner is ``rows`` (parted by /), and the point marked ``*``."""
    size = VARIANTS[variant].size
    lines = [row.strip().ljust(size, ".") for row in rows.split("/")]
    lines += ["." * size] * (size - len(lines))
    at = "".join(lines).find("*")
    diagram = "\n".join(" ".join(line) for line in lines).replace("*", ".")
    position = GOMOKU.position(f"{diagram}\nto move: {side}\nvariant: {variant}")
    return position, position.board.grid.name(at)


SHAPES = [
    ("renju-15", "....../..*XX./..X.../..X...", "rule.three-three", "two open threes"),
    ("renju-15", "....../.O*XX.../..X..../..X..../", None, "one three is shut in on one side"),
    ("renju-15", "......./..*X.X./..X..../...... ./..X....", "rule.three-three", "broken threes are threes"),
    ("renju-15", "*XX./X.../X...", None, "the edge shuts both threes in"),
    ("renju-15", ".......O/.O.*XX.O/...X..../...X....", None, "only four free points: no straight four"),
    ("renju-15", "......./.*XXX../.X...../.X...../.X.....", "rule.four-four", "two fours"),
    ("renju-15", ".X.X*X.X.", "rule.four-four", "two fours in one line"),
    ("renju-15", ".XX.*X.XX", "rule.four-four", "two fours in one line, pairs outside"),
    ("renju-15", "......./.*XXX../.X...../.X.....", None, "a four and a three"),
    ("renju-15", "XXX*XX", "rule.overline", "six in a row"),
    ("renju-15", "XXX*XX/...X/...X/...X/...X", None, "a five overrides the overline"),
    ("renju-15", "XXXX*/....X/....X/....X", None, "a five overrides a second four"),
    ("omok-15", "....../..*XX./..X.../..X...", "rule.three-three", "two open threes"),
    ("omok-15", "......./.*XXX../.X...../.X...../.X.....", None, "four-four is allowed"),
    ("omok-15", "XXX*XX", None, "an overline is allowed"),
    ("omok-19", "....../..*XX./..X.../..X...", "rule.three-three", "two open threes"),
    ("omok-19", "......./.*XXX../.X...../.X.....", None, "a four and a three"),
    ("standard-15", "....../..*XX./..X.../..X...", None, "nothing is forbidden"),
    ("freestyle-19", "....../..*XX./..X.../..X...", None, "nothing is forbidden"),
]


@pytest.mark.parametrize(
    ("variant", "rows", "refusal", "why"), SHAPES, ids=[s[0] + " " + s[3] for s in SHAPES]
)
def test_refused_shapes(variant: str, rows: str, refusal: str | None, why: str) -> None:
    position, move = drawn(variant, rows.replace(" ", ""))
    assert position.forbidden.get(move) == refusal, why
    assert (move in position.legal_moves()) == (refusal is None)
    if refusal:
        with pytest.raises(IllegalMove) as refused:
            position.play(move)
        assert refused.value.key == refusal


@pytest.mark.parametrize(("variant", "refused"), [("omok-15", True), ("omok-19", False), ("renju-15", False)])
def test_white_and_three_three(variant: str, refused: bool) -> None:
    position, move = drawn(variant, "....../..*OO./..O.../..O...", "second")
    assert (move in position.forbidden) is refused


@pytest.mark.parametrize("variant", GOMOKU.variants)
@pytest.mark.parametrize("side", Side)
def test_five_wins_and_an_overline_where_it_does(variant: str, side: Side) -> None:
    for rows, always in (("XX*XX", True), ("X/.X/..*/...X/....X", True), ("XXX*XX", False)):
        stone = "X" if side is Side.FIRST else "O"
        position, move = drawn(variant, rows.replace("X", stone), side.name.lower())
        long_wins = variant.startswith(("freestyle", "omok-19")) or (variant == "renju-15" and side == 2)
        if move not in position.forbidden:
            outcome = position.play(move).outcome()
            assert (outcome is not None) == (always or long_wins)
            assert outcome is None or (outcome.winner, outcome.reason) == (side, "outcome.five")


FULL = ["XXOO" * 4, "OOXX" * 4]


def nearly_full(note: str) -> GomokuPosition:
    """Every point but d15 taken, no five; Black's stone there would make seven."""
    rows = [list(FULL[row % 2][:15]) for row in range(15)]
    rows[0] = list("XXX.XXXOOXXOOXO")
    return GOMOKU.position("\n".join(" ".join(row) for row in rows) + "\n" + note)


def test_a_full_board_is_a_draw() -> None:
    rows = [" ".join(FULL[row % 2][:15]) for row in range(15)]
    outcome = GOMOKU.position("\n".join(rows) + "\nvariant: freestyle-15").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "outcome.board-full")


@pytest.mark.parametrize(
    ("variant", "move", "error", "key"),
    [
        ("renju-15", "a15", IllegalMove, "rule.occupied"),
        ("renju-15", "p1", IllegalMove, "rule.off-board"),
        ("omok-19", "t19", IllegalMove, "rule.off-board"),
        ("renju-15", "pass", IllegalMove, "rule.pass-with-moves"),
        ("freestyle-15", "pass", IllegalMove, "rule.pass-with-moves"),
        ("renju-15", "H8", BadNotation, "rule.notation"),
    ],
)
def test_refusals_say_why(variant: str, move: str, error: type[Exception], key: str) -> None:
    with pytest.raises(error) as refused:
        drawn(variant, "X")[0].play(Move(move))
    assert refused.value.key == key  # type: ignore[attr-defined]


def test_a_finished_game_takes_no_move() -> None:
    position, _ = drawn("renju-15", "XXXXX", "second")
    with pytest.raises(IllegalMove, match=r"rule\.game-over"):
        position.play(Move("h8"))


@pytest.mark.parametrize("typed", ["h10", "H10", " h 10 ", "ｈ１０", "10h"])
def test_parse_forgives(typed: str) -> None:
    assert GOMOKU.parse(typed, GOMOKU.start("renju-15")) == "h10"
    assert GOMOKU.parse("패스", GOMOKU.start("renju-15")) == PASS


def test_a_loss_is_no_pass() -> None:
    """패 is Korean for a loss."""
    with pytest.raises(BadNotation):
        GOMOKU.parse("패", GOMOKU.start("renju-15"))


@pytest.mark.parametrize("note", ["variant: renju-19", "passes: 1", "passes: x", "variant: omok-19"])
def test_bad_diagrams_are_refused(note: str) -> None:
    with pytest.raises(BadDiagram):
        GOMOKU.position("\n".join([" ".join("." * 15)] * 15) + "\n" + note)


def test_unknown_variants_are_refused() -> None:
    with pytest.raises(UnknownGame):
        GOMOKU.start("renju-19")


def test_a_forced_pass_and_its_answer() -> None:
    position = nearly_full("to move: first")
    assert position.outcome() is None, "no five yet"
    assert position.legal_moves() == [PASS]
    with pytest.raises(IllegalMove, match=r"rule\.must-pass"):
        position.play(Move("d15"))
    passed = position.play(PASS)
    assert GOMOKU.position(passed.diagram()) == passed
    assert passed.legal_moves() == ["d15", PASS]
    outcome = passed.play(PASS).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "outcome.two-passes")
