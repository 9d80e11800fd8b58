"""Othello's rules against published facts and diagrams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from games.base import PASS, BadDiagram, BadNotation, IllegalMove, Move, Side, UnknownGame
from games.othello import OTHELLO, OthelloPosition


def perft(position: OthelloPosition, depth: int) -> int:
    """Leaves of the tree of legal moves, a pass counted as a ply."""
    moves = position.legal_moves()
    if depth == 1 or not moves:
        return len(moves) or 1
    return sum(perft(position.play(move), depth - 1) for move in moves)


# https://www.aartbik.com/strategy.php, passes counted as plies. The engine's kernels, which tests/ai/othello
# compares with these rules, reach depth 9.
@pytest.mark.parametrize(
    ("depth", "leaves"), [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396), (6, 8200), (7, 55092), (8, 390216)]
)
def test_perft(depth: int, leaves: int) -> None:
    assert perft(OTHELLO.start("8x8"), depth) == leaves


STARTS = {
    "8x8": """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . O X . . .
        . . . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    "6x6": """
        . . . . . .
        . . . . . .
        . . O X . .
        . . X O . .
        . . . . . .
        . . . . . .
        variant: 6x6
        """,
}


@pytest.mark.parametrize(("variant", "diagram"), STARTS.items())
def test_start(variant: str, diagram: str) -> None:
    assert OTHELLO.position(diagram) == OTHELLO.start(variant)


def test_a_move_flips_discs_in_every_direction() -> None:
    position = OTHELLO.position("""
        X . . X . . X .
        . O . O . O . .
        . . O O O . . .
        X O O . O O X .
        . . O O O . . .
        . O . O . O . .
        X . . X . . X .
        . . . . . . . .
        """)
    after = position.play(Move("d4"))
    assert after.count(Side.SECOND) == 0
    assert after.count(Side.FIRST) == position.count(Side.FIRST) + position.count(Side.SECOND) + 1


def test_flips_do_not_wrap_around_an_edge() -> None:
    position = OTHELLO.position("""
        . . . . . . . .
        . . . . . . X O
        O . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """)
    assert Move("b3") not in position.legal_moves()


MUST_PASS = """
    O X . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    """


@pytest.mark.parametrize(
    ("diagram", "move", "error", "key"),
    [
        (STARTS["8x8"], "d4", IllegalMove, "rule.occupied"),
        (STARTS["8x8"], "a1", IllegalMove, "rule.no-flips"),
        (STARTS["8x8"], "pass", IllegalMove, "rule.pass-with-moves"),
        (STARTS["8x8"], "i9", IllegalMove, "rule.off-board"),
        (STARTS["8x8"], "d0", BadNotation, "rule.notation"),
        (STARTS["8x8"], "D3", BadNotation, "rule.notation"),
        (STARTS["8x8"], "", BadNotation, "rule.notation"),
        (MUST_PASS, "c1", IllegalMove, "rule.must-pass"),
        (MUST_PASS.replace("O", "."), "c1", IllegalMove, "rule.game-over"),
        (MUST_PASS.replace("O", "."), "pass", IllegalMove, "rule.game-over"),
    ],
)
def test_refusals_say_why(diagram: str, move: str, error: type[Exception], key: str) -> None:
    with pytest.raises(error) as refused:
        OTHELLO.position(diagram).play(Move(move))
    assert refused.value.key == key  # type: ignore[attr-defined]


def test_a_forced_pass_returns_the_turn() -> None:
    position = OTHELLO.position(MUST_PASS)
    assert position.legal_moves() == [PASS]
    assert position.play(PASS).legal_moves() == ["c1"]


@pytest.mark.parametrize(
    ("rows", "winner", "score"),
    [
        ("X X X / X X X / . . .", Side.FIRST, (64, 0)),
        ("O O . / . . . / . . .", Side.SECOND, (0, 64)),
    ],
)
def test_empty_squares_go_to_the_winner(rows: str, winner: Side, score: tuple[int, int]) -> None:
    lines = [row.strip() + " . . . . ." for row in rows.split("/")] + [" ".join("." * 8)] * 5
    position = OTHELLO.position("\n".join(lines))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is winner
    assert (position.score(Side.FIRST), position.score(Side.SECOND)) == score


def test_equal_discs_are_a_draw() -> None:
    halves = ["X X X X X X X X"] * 4 + ["O O O O O O O O"] * 4
    position = OTHELLO.position("\n".join(halves))
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "outcome.equal-discs")
    assert position.score(Side.FIRST) == position.score(Side.SECOND) == 32
    assert position.legal_moves() == []


@pytest.mark.parametrize("typed", ["d3", "D3", " d 3 ", "ｄ３", "3d", "Ｄ ３", "d03"])
def test_parse_forgives(typed: str) -> None:
    assert OTHELLO.parse(typed, OTHELLO.start("8x8")) == "d3"


@pytest.mark.parametrize("typed", ["pass", "Pass", "-", "--", "패스", "ｐａｓｓ", "PA SS"])
def test_parse_reads_a_pass(typed: str) -> None:
    assert OTHELLO.parse(typed, OTHELLO.start("8x8")) == PASS


@given(st.text(max_size=12))
def test_parse_answers_or_refuses(typed: str) -> None:
    position = OTHELLO.start("8x8")
    try:
        move = OTHELLO.parse(typed, position)
    except (BadNotation, IllegalMove):
        return
    assert OTHELLO.parse(move, position) == move


@given(st.sampled_from(OTHELLO.variants), st.data())
def test_every_square_reads_back(variant: str, data: st.DataObject) -> None:
    position = OTHELLO.start(variant)
    index = data.draw(st.integers(0, position.size**2 - 1))
    name = position.board.grid.name(index)
    assert position.board.grid.index(OTHELLO.parse(f" {name.upper()} ", position)) == index


@pytest.mark.parametrize(
    "diagram",
    [
        "",
        "X",
        ". .\n. .",
        STARTS["8x8"].replace("X", "Q"),
        STARTS["8x8"] + "to move: third",
        STARTS["6x6"].replace("6x6", "8x8"),
    ],
)
def test_bad_diagrams_are_refused(diagram: str) -> None:
    with pytest.raises(BadDiagram):
        OTHELLO.position(diagram)


def test_unknown_variants_are_refused() -> None:
    with pytest.raises(UnknownGame):
        GAMES["othello"].start("9x9")
