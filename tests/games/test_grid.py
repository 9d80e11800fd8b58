"""Names of points, written and read back, on boards of every size and with both orders of rows."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import BadNotation, IllegalMove, Move, RuleError
from games.grid import Grid, plain

WITHOUT_I = "abcdefghjklmnopqrstuvwxyz"
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}

grids = st.builds(
    Grid,
    size=st.integers(1, 25),
    letters=st.sampled_from([string.ascii_lowercase, WITHOUT_I]),
    top_row_first=st.booleans(),
)
points = grids.flatmap(lambda grid: st.tuples(st.just(grid), st.integers(0, grid.size**2 - 1)))


@given(points)
def test_names_and_indices_round_trip(point: tuple[Grid, int]) -> None:
    grid, index = point
    assert grid.index(grid.name(index)) == index


@given(grids)
def test_every_point_has_a_unique_name(grid: Grid) -> None:
    assert len({grid.name(index) for index in range(grid.size**2)}) == grid.size**2


@given(
    points,
    st.sampled_from(["{0}{1}", "{1}{0}", " {0} {1} ", "{0}\t{1}\n", "{0}0{1}"]),
    st.booleans(),
    st.booleans(),
)
def test_points_as_people_type_them(point: tuple[Grid, int], form: str, upper: bool, wide: bool) -> None:
    grid, index = point
    name = grid.name(index)
    letter, number = name[0], name[1:]
    if form == "{0}0{1}" and len(number) > 1:
        return  # a row has at most two digits
    typed = form.format(letter, number)
    typed = typed.upper() if upper else typed
    typed = typed.translate(FULL_WIDTH) if wide else typed
    assert grid.parse(typed) == name


@pytest.mark.parametrize(
    ("grid", "index", "name"),
    [
        (Grid(8), 0, "a1"),
        (Grid(8), 19, "d3"),
        (Grid(8), 63, "h8"),
        (Grid(10), 99, "j10"),
        (Grid(19, WITHOUT_I, False), 0, "a19"),
        (Grid(19, WITHOUT_I, False), 7, "h19"),
        (Grid(19, WITHOUT_I, False), 8, "j19"),
        (Grid(19, WITHOUT_I, False), 360, "t1"),
        (Grid(15, top_row_first=False), 8, "i15"),
        (Grid(15, top_row_first=False), 112, "h8"),
    ],
)
def test_known_points(grid: Grid, index: int, name: str) -> None:
    assert grid.name(index) == name
    assert grid.index(name) == index


def test_go_has_no_i() -> None:
    grid = Grid(19, WITHOUT_I, top_row_first=False)
    assert not any("i" in grid.name(index) for index in range(361))
    for act in (grid.index, grid.parse):
        with pytest.raises(IllegalMove) as refused:
            act("i5")
        assert refused.value.key == "rule.no-column"
        assert refused.value.arguments == {"move": "i5", "column": "i", "before": "h", "after": "j"}


def test_a_letter_beyond_the_last_column_is_off_the_board() -> None:
    """A board of eight columns ends before the letter that a larger one leaves out."""
    for size, text in ((8, "i5"), (9, "k5"), (19, "u5")):
        with pytest.raises(IllegalMove) as refused:
            Grid(size, WITHOUT_I, top_row_first=False).index(text)
        assert refused.value.key == "rule.off-board"


@pytest.mark.parametrize("text", ["i3", "a9", "z1", "a99", "h9", "i8"])
def test_points_off_the_board_are_illegal(text: str) -> None:
    for act in (Grid(8).index, Grid(8).parse):
        with pytest.raises(IllegalMove) as refused:
            act(text)
        assert refused.value.key == "rule.off-board"
        assert refused.value.arguments == {"move": text, "corner": "h8"}


@pytest.mark.parametrize(
    "text", ["", "d", "3", "dd3", "d3e4", "d-3", "d3.", "ㄱ3", "d٣", "é3", "d100", "pass", "a1b"]
)
def test_other_text_is_bad_notation(text: str) -> None:
    for act in (Grid(8).index, Grid(8).parse):
        with pytest.raises(BadNotation) as refused:
            act(text)
        assert refused.value.key == "rule.notation"


@pytest.mark.parametrize("text", ["D3", " d3", "d3 ", "3d", "d03", "d0", "ｄ3", "d３", "d3\n"])
def test_only_one_spelling_is_canonical(text: str) -> None:
    with pytest.raises(BadNotation):
        Grid(8).index(text)


@pytest.mark.parametrize("text", ["a0", "a00", "0a"])
def test_there_is_no_row_zero(text: str) -> None:
    with pytest.raises(RuleError):
        Grid(8).parse(text)


@given(st.text(max_size=80))
def test_any_text_is_a_point_or_refused(text: str) -> None:
    grid = Grid(8)
    try:
        move = grid.parse(text)
    except RuleError as refused:
        assert len(str(refused.arguments.get("text", ""))) <= 40
    else:
        assert grid.name(grid.index(move)) == move


@given(st.text(max_size=80))
def test_any_text_is_canonical_or_refused(text: str) -> None:
    grid = Grid(8)
    try:
        index = grid.index(text)
    except RuleError:
        return
    assert grid.name(index) == text


@given(st.text())
def test_plain_text_is_plain(text: str) -> None:
    assert not any(letter.isspace() for letter in plain(text))
    assert plain(" Ｄ 3\t") == "d3"


def test_the_far_corner() -> None:
    assert Grid(10).far_corner == "j10"
    assert Grid(19, WITHOUT_I).far_corner == "t19"
    assert isinstance(Grid(8).name(0), str)
    assert Grid(8).name(0) == Move("a1")
