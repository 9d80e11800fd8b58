"""The opening of swap2: its stages and choices, the owner of the stones, and what is refused."""

from __future__ import annotations

import pytest

from games.base import BadDiagram, IllegalMove, Move, Side
from games.gomoku import GOMOKU, GomokuPosition
from games.gomoku.opening import PUT_TWO, TAKE_BLACK, TAKE_WHITE, Stage

THREE = "h8 i9 a1"


def after(moves: str) -> GomokuPosition:
    position = GOMOKU.start("swap2-15")
    for move in moves.split():
        position = position.play(Move(move))
    return position


def at(position: GomokuPosition, name: str, *, color: bool = False) -> int:
    cells = position.colors if color else position.cells
    return cells[position.board.grid.index(name)]


# moves, stage, who moves, who has Black, sides of h8 i9 a1 b2 c3 (0: no stone)
OPENINGS = [
    ("", Stage.THREE, Side.FIRST, Side.FIRST, "00000"),
    ("h8 i9", Stage.THREE, Side.FIRST, Side.FIRST, "12000"),
    (THREE, Stage.ANSWER, Side.SECOND, Side.FIRST, "12100"),
    (f"{THREE} white", None, Side.SECOND, Side.FIRST, "12100"),
    (f"{THREE} black", None, Side.FIRST, Side.SECOND, "21200"),
    (f"{THREE} two", Stage.TWO, Side.SECOND, Side.FIRST, "12100"),
    (f"{THREE} two b2", Stage.TWO, Side.SECOND, Side.FIRST, "12120"),
    (f"{THREE} two b2 c3", Stage.CHOICE, Side.FIRST, Side.FIRST, "12121"),
    (f"{THREE} two b2 c3 black", None, Side.SECOND, Side.FIRST, "12121"),
    (f"{THREE} two b2 c3 white", None, Side.FIRST, Side.SECOND, "21212"),
]


@pytest.mark.parametrize(("moves", "stage", "mover", "black", "sides"), OPENINGS)
def test_stages_of_the_opening(moves: str, stage: Stage | None, mover: Side, black: Side, sides: str) -> None:
    position = after(moves)
    assert (position.stage, position.to_move, position.black) == (stage, mover, black)
    points = ("h8", "i9", "a1", "b2", "c3")
    assert [at(position, point) for point in points] == [int(side) for side in sides]
    stones = len(sides.replace("0", ""))
    assert [at(position, point, color=True) for point in points[:stones]] == [1, 2, 1, 2, 1][:stones]


@pytest.mark.parametrize(("moves", "stage", "mover", "black", "sides"), OPENINGS)
def test_every_stage_reads_back(
    moves: str, stage: Stage | None, mover: Side, black: Side, sides: str
) -> None:
    assert GOMOKU.position(after(moves).diagram()) == after(moves)


def test_the_choices() -> None:
    assert after(THREE).legal_moves() == [TAKE_BLACK, PUT_TWO, TAKE_WHITE]
    assert after(f"{THREE} two b2 c3").legal_moves() == [TAKE_BLACK, TAKE_WHITE]
    assert len(after(f"{THREE} two").legal_moves()) == 222


def test_white_always_moves_after_the_choice() -> None:
    for moves, stage, *_ in OPENINGS:
        if stage is None:
            position = after(moves)
            assert position.next_color is Side.SECOND
            assert position.color(position.to_move) is Side.SECOND
            assert at(position.play(Move("d4")), "d4", color=True) == Side.SECOND


def test_a_five_of_exchanged_stones_wins_for_its_owner() -> None:
    position = after("h8 o15 h9 black o1 h10 m1 h11 k1")  # SECOND took Black
    won = position.play(Move("h12"))
    assert won.winner is Side.SECOND
    assert {at(won, f"h{row}", color=True) for row in range(8, 13)} == {Side.FIRST}
    assert GOMOKU.position(won.diagram()) == won


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("", "black", "rule.nothing-to-choose"),
        ("h8", "h8", "rule.occupied"),
        ("h8", "p1", "rule.off-board"),
        ("h8", "pass", "rule.pass-with-moves"),
        (THREE, "b2", "rule.choose-first"),
        (THREE, "pass", "rule.pass-with-moves"),
        (f"{THREE} two", "white", "rule.nothing-to-choose"),
        (f"{THREE} two b2 c3", "two", "rule.nothing-to-choose"),
        (f"{THREE} white", "black", "rule.colors-settled"),
    ],
)
def test_refusals(moves: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        after(moves).play(Move(move))
    assert refused.value.key == reason


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("Black", TAKE_BLACK),
        ("흑", TAKE_BLACK),
        (" 백 ", TAKE_WHITE),
        ("TWO", PUT_TWO),
        ("Place two more", PUT_TWO),
        *[
            (typed, PUT_TWO)
            for typed in ("두 개 더", "두 수 더", "두수더놓기", "돌 두 개 더", "돌 두 개 더 놓기")
        ],
    ],
)
def test_choices_as_people_type_them(typed: str, move: Move) -> None:
    assert GOMOKU.parse(typed, after(THREE)) == move


def test_only_swap2_has_choices() -> None:
    for variant in GOMOKU.variants:
        start = GOMOKU.start(variant)
        assert (start.stage is not None) == (variant == "swap2-15")


@pytest.mark.parametrize(
    "notes",
    [
        "variant: swap2-15\nstage: four",
        "variant: swap2-15\nstage: answer",
        "variant: swap2-15\nto move: second\nstage: three",
        "variant: swap2-15\nstage: three\nblack: second",
        "variant: swap2-15\nblack: third",
        "variant: standard-15\nstage: three",
        "variant: standard-15\nblack: second",
    ],
)
def test_impossible_stages_are_refused(notes: str) -> None:
    empty = "\n".join([" ".join("." * 15)] * 15)
    with pytest.raises(BadDiagram):
        GOMOKU.position(f"{empty}\n{notes}")
