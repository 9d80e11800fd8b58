"""Go's refusals, handicaps, variants, notation and diagrams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.base import BadDiagram, BadNotation, IllegalMove, Move, Side, UnknownGame
from games.go import GO

START = ". . .\n. . .\n. . ."


@pytest.mark.parametrize(
    ("diagram", "move", "error", "key"),
    [
        ("X . .\n. . .\n. . .", "a3", IllegalMove, "rule.occupied"),
        (START, "d4", IllegalMove, "rule.off-board"),
        (START, "i1", IllegalMove, "rule.off-board"),
        (START, "A1", BadNotation, "rule.notation"),
        (START, "", BadNotation, "rule.notation"),
        (START, "dead", BadNotation, "rule.notation"),
        (START, "dead a1", IllegalMove, "rule.not-scoring"),
        (START, "alive a1", IllegalMove, "rule.not-scoring"),
        (START, "agree", IllegalMove, "rule.not-scoring"),
        (START, "resume", IllegalMove, "rule.not-scoring"),
        (START + "\npasses: 2", "a1", IllegalMove, "rule.scoring"),
        (START + "\npasses: 2", "pass", IllegalMove, "rule.scoring"),
        (START + "\npasses: 2", "dead a1", IllegalMove, "rule.no-stone"),
        (START + "\npasses: 2", "dead d1", IllegalMove, "rule.off-board"),
        (START + "\npasses: 2", "dead group ", BadNotation, "rule.notation"),
        (START + "\npasses: 2", "dead group a1", IllegalMove, "rule.no-stone"),
        (START, "agree white", IllegalMove, "rule.not-scoring"),
        (START + "\npasses: 2", "dead  a1", BadNotation, "rule.notation"),
        (START + "\npasses: 2\nagreed: 2", "a1", IllegalMove, "rule.game-over"),
        (START + "\nply: 118", "a1", IllegalMove, "rule.game-over"),
        (START + "\nsuperko: a1", "a1", IllegalMove, "rule.superko"),
    ],
)
def test_refusals_say_why(diagram: str, move: str, error: type[Exception], key: str) -> None:
    with pytest.raises(error) as refused:
        GO.position(diagram).play(Move(move))
    assert refused.value.key == key  # type: ignore[attr-defined]


HANDICAPS = {
    "9x9-korean-h2": "c3 g7",
    "9x9-korean-h5": "c3 c7 e5 g3 g7",
    "13x13-chinese-h3": "d4 k10 k4",
    "19x19-korean-h4": "d16 d4 q16 q4",
    "19x19-korean-h6": "d10 d16 d4 q10 q16 q4",
    "19x19-korean-h7": "d10 d16 d4 k10 q10 q16 q4",
    "19x19-chinese-h8": "d10 d16 d4 k16 k4 q10 q16 q4",
    "19x19-korean-h9": "d10 d16 d4 k10 k16 k4 q10 q16 q4",
}


@pytest.mark.parametrize(("variant", "points"), HANDICAPS.items())
def test_handicap(variant: str, points: str) -> None:
    position = GO.start(variant)
    names = position.board.names
    assert sorted(names[at] for at, color in enumerate(position.stones) if color) == points.split()
    assert set(position.stones) == {0, Side.FIRST}
    assert position.to_move is Side.SECOND
    assert position.variant.komi == 0.5


def test_variants() -> None:
    assert GO.variants[0] == "9x9-korean"
    assert len(GO.variants) == len(set(GO.variants)) == 3 * 2 * 9
    for name in GO.variants:
        assert GO.start(name).variant.name == name
    for name in ("9x9", "9x9-korean-h1", "9x9-korean-h0", "7x7-korean", "9x13-korean", "9x9-korean-h10"):
        with pytest.raises(UnknownGame):
            GO.start(name)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        *[(typed, "d3") for typed in ("d3", "D3", " d 3 ", "ｄ３", "3d", "d03")],
        *[
            (typed, "pass")
            for typed in ("pass", "Pass", "-", "--", "패스", "PA SS", "통과", "한 수 쉼", "착수 포기")
        ],
        *[
            (typed, "dead d3")
            for typed in ("dead d3", "DEAD D3", "deadd3", "사석 d3", "죽은 돌 d3", "dead 3d")
        ],
        *[(typed, "alive j9") for typed in ("alive j9", "Alive J 9", "산 돌 j9", "산돌j9", "활석 j9")],
        *[(typed, "agree") for typed in ("agree", " Agree ", "동의")],
        *[(typed, "resume") for typed in ("resume", "RESUME", "재개")],
    ],
)
def test_parse_forgives(typed: str, move: str) -> None:
    assert GO.parse(typed, GO.start("9x9-korean")) == move


def test_a_ko_is_no_pass() -> None:
    """패 is Korean for a ko, and for a loss."""
    with pytest.raises(BadNotation):
        GO.parse("패", GO.start("9x9-korean"))


@given(st.text(max_size=12))
def test_parse_answers_or_refuses(typed: str) -> None:
    position = GO.start("9x9-korean")
    try:
        move = GO.parse(typed, position)
    except (BadNotation, IllegalMove):
        return
    assert GO.parse(move, position) == move


@pytest.mark.parametrize(
    "diagram",
    [
        "",
        "X",
        ". .\n. . .",
        "Q .\n. .",
        "X O\n. X\nto move: third",
        "O X\nX .",  # a stone without a liberty
        START + "\nvariant: 9x9-korean",
        START + "\nvariant: 3x3",
        START + "\ncaptures: 1",
        START + "\ncaptures: -1 0",
        START + "\npasses: 3",
        START + "\nko: d9",
        START + "\nko: a1 a2",
        START + "\nply: x",
        START + "\nagreed: 1",
        START + "\npasses: 2\ndead: a1",
    ],
)
def test_bad_diagrams_are_refused(diagram: str) -> None:
    with pytest.raises(BadDiagram):
        GO.position(diagram)


@pytest.mark.parametrize("note", ["ko: a1", "superko: a1 b1", "captures: 3 2", "passes: 1", "ply: 7"])
def test_notes_read_back(note: str) -> None:
    read = GO.position(START + "\n" + note)
    assert note in read.diagram()
    assert GO.position(read.diagram()) == read
