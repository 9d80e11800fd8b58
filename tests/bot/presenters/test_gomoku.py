"""Gomoku in words: rules, stones, forbidden points. The keys for points: `test_points.py`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.icons import Icon
from bot.presenters.base import Viewpoint
from bot.presenters.gomoku import GOMOKU_PRESENTER as PRESENTER
from bot.presenters.keypad import KeypadButton, Tone
from bot.presenters.variants import compose_variant
from bot.texts import LANGUAGES, texts
from games.base import PASS, Move, Record, Side
from games.gomoku import GOMOKU, VARIANTS, GomokuPosition
from tests.bot.stories import reachable_keypads

EN, KO = texts("en"), texts("ko")
every_language = pytest.mark.parametrize("language", LANGUAGES)

THREES = """
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . X . . . . . . .
. . . . . . . X . . . . . . .
. . . . . X X . . . . . . . .
. . . . . . . . O . . . . . .
. . . . . . . . O O . . . . .
. . . . . . . . . . O . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
"""
"""h8 would be a double three; nothing else is forbidden."""


def played(variant: str, *moves: str) -> GomokuPosition:
    position = GOMOKU.start(variant)
    for move in moves:
        position = position.play(Move(move))
    return position


def with_passes(passes: int) -> GomokuPosition:
    """White's turn after this many passes of Black, who can pass in renju only without a legal point."""
    return replace(played("renju-15", "h8"), passes=passes)


def test_variants_are_chosen_by_their_names() -> None:
    (part,) = PRESENTER.variant_options
    assert [
        compose_variant(PRESENTER.variant_options, {part.name: choice}) for choice in part.values
    ] == list(GOMOKU.variants)
    assert compose_variant(PRESENTER.variant_options, {}) == GOMOKU.variants[0]


@every_language
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_has_its_name_and_its_rule(variant: str, language: str) -> None:
    reader = texts(language)
    choice = reader.plain(f"choice.variant.gomoku.{variant}")
    name = PRESENTER.variant_name(variant, reader)
    assert len(choice) <= 100
    assert 1 <= len(name) <= 40
    assert choice.startswith(f"{name} — ") and choice.count(" — ") == 1
    size = VARIANTS[variant].size
    assert f"{size}×{size}" in name
    assert len({PRESENTER.variant_name(other, reader) for other in VARIANTS}) == len(VARIANTS)


def test_names_in_both_languages() -> None:
    assert [PRESENTER.variant_name(variant, EN) for variant in VARIANTS] == [
        "Renju 15×15",
        "Omok 15×15",
        "Omok 19×19",
        "Standard 15×15",
        "Freestyle 15×15",
        "Standard 19×19",
        "Freestyle 19×19",
        "Swap2 15×15",
    ]
    assert [PRESENTER.variant_name(variant, KO) for variant in VARIANTS] == [
        "렌주룰 15×15",
        "일반룰 15×15",
        "쌍삼룰 19×19",
        "표준룰 15×15",
        "자유룰 15×15",
        "표준룰 19×19",
        "자유룰 19×19",
        "스왑2 15×15",
    ]
    assert [PRESENTER.side_name(side, EN) for side in Side] == ["Black", "White"]
    assert [PRESENTER.side_name(side, KO) for side in Side] == ["흑", "백"]
    assert dict(PRESENTER.symbols) == {Side.FIRST: Icon.BLACK_STONE, Side.SECOND: Icon.WHITE_STONE}


def test_the_rule_is_shown_in_the_opening() -> None:
    opening = ("h8", "a1", "h9", "b1", "h10", "c1", "a15", "o1", "c15", "o3")
    rule = "Rule: Black can't make 3-3, 4-4 or overlines."
    first = "Tap an arrow to enlarge that part; or tap **Type** (such as **d4**)"
    assert PRESENTER.introduction(played("standard-15"), EN) == [first], "no ◎ is there yet"
    assert PRESENTER.introduction(played("renju-15"), EN) == ["Tap an arrow, or **Type** a move", rule]
    for plies in range(1, 6):
        told = PRESENTER.introduction(played("renju-15", *opening[:plies]), EN)
        how = "Tap an arrow to enlarge that part, ◎ for the last move; or tap **Type** (such as **d4**)"
        short = "Tap an arrow or ◎, or **Type** a move"
        assert told == [short, rule], "it binds Black from the first move on"
        assert PRESENTER.introduction(played("standard-15", *opening[:plies]), EN) == [how]
    for plies in range(6, 10):
        assert PRESENTER.introduction(played("renju-15", *opening[:plies]), EN) == [rule]
    assert PRESENTER.introduction(played("renju-15", *opening), EN) == ()
    assert PRESENTER.introduction(played("omok-15", *opening[:6]), KO) == [
        "규칙: 흑백 삼삼 금지, 장목은 무효."
    ]


def test_a_pass_is_offered_and_explained_where_renju_allows_it() -> None:
    passed = replace(GOMOKU.position(THREES + "to move: second"), passes=1)
    for reader, label in ((EN, "Pass"), (KO, "패스")):
        keypad = PRESENTER.keypad(Viewpoint(passed), reader)
        assert keypad.action == KeypadButton(label, PASS)
    assert PRESENTER.notes(passed, EN) == [
        "The opponent had to pass. Keep playing, or pass as well for a draw."
    ]
    assert PRESENTER.notes(passed, KO) == [
        "상대가 둘 곳이 없어 패스했습니다. 이어서 패스하면 무승부이고, 계속 둘 수도 있습니다."
    ]
    plain = GOMOKU.position(THREES)
    assert PRESENTER.keypad(Viewpoint(plain), EN).rows[-1][-1].label == "Type"
    assert PRESENTER.notes(plain, EN) == ()


def test_a_forbidden_point_has_no_key() -> None:
    def keys(diagram: str) -> set[str]:
        keypads = reachable_keypads(PRESENTER, Viewpoint(GOMOKU.position(diagram)))
        return {button.argument for keypad in keypads for button in keypad.buttons if not button.disabled}

    assert "h8" not in keys(THREES)
    assert "h8" in keys(THREES + "to move: second")


def test_a_description_in_both_languages() -> None:
    position = GOMOKU.position(THREES)
    assert PRESENTER.describe(position, EN) == (
        "Gomoku board, 15 by 15. Black 4: h10 h9 f8 g8. White 4: i7 i6 j6 k5. Forbidden to Black: h8."
    )
    assert PRESENTER.describe(position, KO) == (
        "오목판, 가로세로 15줄. 흑 4개: h10 h9 f8 g8. 백 4개: i7 i6 j6 k5. 흑의 금수: h8."
    )
    assert PRESENTER.describe(played("omok-19"), EN) == "Gomoku board, 19 by 19. The board is empty."
    assert PRESENTER.describe(played("omok-19"), KO) == "오목판, 가로세로 19줄. 판이 비어 있습니다."
    assert PRESENTER.describe(played("omok-19", "k10"), EN) == "Gomoku board, 19 by 19. Black 1: k10."


@pytest.mark.parametrize("language", LANGUAGES)
def test_many_forbidden_points_are_not_all_named(language: str) -> None:
    """A lattice on which nearly every point makes more than one three, four or overline."""
    rows = []
    for row in range(15):
        cells = ["X" if (row % 3, column % 3) in {(0, 0), (1, 1)} else "." for column in range(15)]
        rows.append(" ".join(cells))
    position = GOMOKU.position("\n".join(rows))
    assert len(position.forbidden) > 60
    text = PRESENTER.describe(position, texts(language))
    assert len(text) <= 900
    named = set(text.replace(".", " ").split()) & set(position.forbidden)
    assert len(named) == 40


def test_axes() -> None:
    columns, rows = PRESENTER.axes(played("omok-19")) or ((), ())
    assert "".join(columns) == "abcdefghijklmnopqrs"
    assert list(rows) == [str(row) for row in range(1, 20)]
    columns, rows = PRESENTER.axes(played("renju-15")) or ((), ())
    assert (columns[-1], rows[-1]) == ("o", "15")


@every_language
def test_moves_are_written_as_they_can_be_typed(language: str) -> None:
    position = with_passes(1)
    moves = position.legal_moves()
    assert PASS in moves and len(moves) > 200
    for move in moves:
        assert GOMOKU.parse(PRESENTER.move_text(move, texts(language)), position) == move
    assert PRESENTER.leaves_mark(Move("h8")) and not PRESENTER.leaves_mark(PASS)
    assert (
        PRESENTER.move_text(PASS, EN),
        PRESENTER.move_text(PASS, KO),
        PRESENTER.move_text(Move("h8"), KO),
    ) == ("pass", "패스", "h8")


THREE = ("h8", "i9", "a1")


def test_a_color_is_chosen_with_labelled_buttons() -> None:
    answer, choice = played("swap2-15", *THREE), played("swap2-15", *THREE, "two", "b2", "c3")
    assert PRESENTER.keypad(Viewpoint(answer), EN).rows == [
        [KeypadButton("Take Black", "black", emoji=Icon.BLACK_STONE, tone=Tone.MOVE)],
        [KeypadButton("Take White", "white", emoji=Icon.WHITE_STONE, tone=Tone.MOVE)],
        [KeypadButton("Place two more", "two", emoji="➕", tone=Tone.MOVE)],
    ]
    assert PRESENTER.keypad(Viewpoint(choice), KO).rows == [
        [KeypadButton("흑 선택", "black", emoji=Icon.BLACK_STONE, tone=Tone.MOVE)],
        [KeypadButton("백 선택", "white", emoji=Icon.WHITE_STONE, tone=Tone.MOVE)],
    ]
    for position in (answer, choice):
        assert PRESENTER.view_state(Viewpoint(position)).window is None
        assert PRESENTER.axes(position) is None
    assert len(PRESENTER.keypad(Viewpoint(played("swap2-15", "h8")), EN).rows) == 3


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ((), "❔ Opener, ❔ Answerer"),
        (THREE, "❔ Opener, ❔ Answerer"),
        ((*THREE, "white"), f"{Icon.BLACK_STONE} Black, {Icon.WHITE_STONE} White"),
        ((*THREE, "black"), f"{Icon.WHITE_STONE} White, {Icon.BLACK_STONE} Black"),
        ((*THREE, "black", "h9"), f"{Icon.WHITE_STONE} White, {Icon.BLACK_STONE} Black"),
    ],
)
def test_sides_have_their_colors_once_they_are_chosen(moves: tuple[str, ...], text: str) -> None:
    position = played("swap2-15", *moves)
    sides = [
        f"{PRESENTER.symbol(side, position)} {PRESENTER.side_name_in(side, position, EN)}" for side in Side
    ]
    assert ", ".join(sides) == text


@every_language
def test_swap2_says_what_to_do_and_which_stone_is_next(language: str) -> None:
    reader, black, white = texts(language), Icon.BLACK_STONE, Icon.WHITE_STONE
    stones = {0: black, 1: white, 2: black, 4: white, 5: black}
    moves = (*THREE, "two", "b2", "c3")
    said = [PRESENTER.instruction(played("swap2-15", *moves[:ply]), reader) for ply in range(7)]
    assert all(stone in said[ply] for ply, stone in stones.items())
    assert len({said[ply] for ply in (0, 3, 4, 6)}) == 4


def test_stones_keep_their_colors_when_the_players_swap() -> None:
    before, after = played("swap2-15", *THREE), played("swap2-15", *THREE, "black")
    assert PRESENTER.points(before) == PRESENTER.points(after)
    assert PRESENTER.describe(after, EN) == "Gomoku board, 15 by 15. Black 2: h8 a1. White 1: i9."


ROWS = """
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . . . . . . . . .
. . . . . . . X . . . . . . .
. . . . . . X . . . . . . . .
. . . O X X . X X . . . . . .
. . . . . . . . . . . . . . .
. . . . . X . . X . . . . . .
. . . . . . . . . X . . . . .
. . . . . . . . . . . . . . .
. . . O O O O . . . . . . . .
. . . . . . . . . . . . . . .
variant: freestyle-15
to move: {side}
"""


@pytest.mark.parametrize(
    ("side", "move", "made"),
    [
        ("first", "g7", ["makes five in a row"]),
        ("first", "h2", []),
        ("first", "g6", ["makes an open three"]),
        ("second", "h2", ["makes five in a row"]),
    ],
)
def test_a_move_says_what_it_made(side: str, move: str, made: list[str]) -> None:
    position = GOMOKU.position(ROWS.format(side=side))
    assert list(PRESENTER.effects(position, Move(move), EN)) == made
    assert list(PRESENTER.effects(position, Move(move), EN, is_short=True)) == []


def test_choices_of_swap2_make_nothing() -> None:
    position = GOMOKU.start("swap2-15")
    for move in ("h8", "i9", "a1"):
        assert list(PRESENTER.effects(position, Move(move), EN)) == []
        position = position.play(Move(move))
    for move in position.legal_moves():
        assert list(PRESENTER.effects(position, move, EN)) == []


LOST_TO_OVERLINE = ["d8", "g9", "e8", "g10", "f8", "a1", "i8", "c1", "h8", "g11", "g13", "g12", "o15", "g8"]


@pytest.mark.parametrize(
    ("variant", "moves", "english", "korean"),
    [
        ("renju-15", 14, "Black couldn't block at g8: overline.", "흑은 g8에 막을 수 없었습니다: 장목 금수."),
        ("renju-15", 12, "Black couldn't block at g8: overline.", "흑은 g8에 막을 수 없었습니다: 장목 금수."),
        ("renju-15", 10, "", ""),  # resigned before the four
        ("standard-15", 14, "", ""),  # nothing is forbidden
    ],
)
def test_who_lost_to_a_point_that_is_forbidden_is_told_the_rule(
    variant: str, moves: int, english: str, korean: str
) -> None:
    record = Record("gomoku", variant, tuple(map(Move, LOST_TO_OVERLINE[:moves])))
    assert PRESENTER.last_chance(record, texts("en")) == english
    assert PRESENTER.last_chance(record, texts("ko")) == korean
