"""The buttons for points that Go and Gomoku share; how many taps they take: `test_point_keys.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.presenters.base import Viewpoint
from bot.presenters.go import GO_PRESENTER
from bot.presenters.gomoku import GOMOKU_PRESENTER
from bot.presenters.keypad import Action
from bot.presenters.points import PointsPresenter
from bot.texts import LANGUAGES, texts
from games.base import PASS, Game, Move
from games.go import GO
from games.gomoku import GOMOKU
from games.grid import shown_point

EN = texts("en")

Story = tuple[PointsPresenter[Any], Viewpoint[Any]]
every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def stories() -> tuple[Story, ...]:
    """Moments of random games on boards of every size, with and without forbidden points."""
    kinds: list[tuple[PointsPresenter[Any], Game, str]] = [
        *((GOMOKU_PRESENTER, GOMOKU, variant) for variant in GOMOKU.variants),
        *((GO_PRESENTER, GO, variant) for variant in ("9x9-chinese", "13x13-korean", "19x19-korean-h9")),
    ]
    return tuple(
        (presenter, seen) for presenter, game, variant in kinds for seen in _moments(game, variant, plies=110)
    )


def _moments(game: Game, variant: str, plies: int) -> Iterator[Viewpoint[Any]]:
    rng = random.Random(variant)
    position, moves = game.start(variant), tuple[Move, ...]()
    for ply in range(plies):
        if ply % 10 == 0:
            yield Viewpoint(position, moves)
        points = [move for move in position.legal_moves() if move != PASS]
        # Most moves are close to the last one, so that stones touch.
        close = [move for move in points if moves and abs(ord(move[0]) - ord(moves[-1][0])) < 3]
        move = rng.choice(close or points)
        after = position.play(move)
        if after.outcome() is None:
            position, moves = after, (*moves, move)


def counted(variant: str = "13x13-korean") -> Iterator[Viewpoint[Any]]:
    """Moments of a scoring in which one group after another is marked."""
    *_, seen = _moments(GO, variant, 60)
    position, moves = seen.position.play(PASS).play(PASS), (*seen.moves, PASS, PASS)
    rng = random.Random(variant)
    for _ in range(8):
        yield Viewpoint(position, moves)
        move = rng.choice([move for move in position.legal_moves() if " " in move])
        position, moves = position.play(move), (*moves, move)


def everything() -> list[Story]:
    return [*stories(), *((GO_PRESENTER, seen) for seen in counted())]


def test_a_part_is_enlarged_and_has_the_points_of_its_buttons() -> None:
    enlarged = 0
    for presenter, seen in stories():
        size, index = presenter.points(seen.position).size, presenter.points(seen.position).grid.index
        assert presenter.view_state(seen).window is None
        for button in presenter.keypad(seen, EN).buttons:
            if button.action is not Action.SELECT or button.disabled:
                continue
            selected = replace(seen, selection=button.argument)
            window = presenter.view_state(selected).window
            if window is None:
                continue
            enlarged += 1
            shown = {row * size + column for line in window.points() for column, row in line}
            inside = presenter.keypad(selected, EN).buttons
            assert {index(key.argument) for key in inside if key.action is Action.MOVE} <= shown
    assert enlarged > 100


def test_the_way_back_leads_to_the_whole_board() -> None:
    for presenter, seen in stories():
        for button in presenter.keypad(seen, EN).buttons:
            if button.action is not Action.SELECT or button.disabled:
                continue
            back = presenter.keypad(replace(seen, selection=button.argument), EN).rows[-1][-1]
            assert (back.label, back.argument) == ("Back", "")


@pytest.mark.parametrize(
    "selection",
    ["A", "i", "ab", "0.0", "nw", "part-0", "part-10", "near-3", "part-1.4", "edge-left", "block-1"],
)
@pytest.mark.parametrize("variant", ["13x13-korean", "19x19-korean"])
def test_any_other_selection_leads_nowhere(variant: str, selection: str) -> None:
    seen = Viewpoint(GO.start(variant))
    whole = GO_PRESENTER.keypad(seen, EN)
    assert GO_PRESENTER.keypad(replace(seen, selection=selection), EN) == whole


def test_a_column_is_read_from_the_top_with_the_points_that_are_taken() -> None:
    position = GO.start("13x13-korean").play(Move("d10"))
    rows = GO_PRESENTER.keypad(Viewpoint(position, (Move("d10"),), selection="d"), EN).rows
    assert [[key.label for key in row] for row in rows] == [
        ["d13", "d12", "d11", "d10"],
        ["d9", "d8", "d7"],
        ["d6", "d5", "d4"],
        ["d3", "d2", "d1", "Back"],
    ]
    assert [key.label for row in rows for key in row if key.disabled] == ["d10"]


def test_the_example_of_typing_is_d4_or_the_nearest_point() -> None:
    position = GO.start("19x19-korean")
    assert GO_PRESENTER.example(position) == "d4"
    assert GO_PRESENTER.example(position.play(Move("d4"))) in {"d5", "c4", "e4", "d3"}


@pytest.mark.parametrize(
    ("game", "variant", "rows"),
    [
        (GO, "9x9-korean", ["a b c d", "e f g h", "j Type"]),
        (GO, "13x13-korean", ["a b c d", "e f g h", "j k L Type", "m n ⋯ Pass"]),
        (GO, "19x19-korean", ["⇖ ⇑ ⇗ ◎d4", "⇐ • ⇒", "⇙ ⇓ ⇘ Type"]),
        (GOMOKU, "freestyle-15", ["⇖ ⇑ ⇗ ◎d4", "⇐ • ⇒", "⇙ ⇓ ⇘ Type"]),
    ],
)
def test_the_first_buttons(game: Game, variant: str, rows: list[str]) -> None:
    presenter = GO_PRESENTER if game is GO else GOMOKU_PRESENTER
    position: Any = game.start(variant).play(Move("d4"))
    keypad = presenter.keypad(Viewpoint(position, (Move("d4"),)), EN)
    assert [" ".join(key.label for key in row) for row in keypad.rows] == rows


def test_nothing_leads_around_a_move_before_there_is_one() -> None:
    keypad = GOMOKU_PRESENTER.keypad(Viewpoint(GOMOKU.start("freestyle-15")), EN)
    assert [" ".join(key.label for key in row) for row in keypad.rows] == ["⇖ ⇑ ⇗", "⇐ • ⇒", "⇙ ⇓ ⇘ Type"]


def test_full_columns_are_disabled() -> None:
    position = GO.position("\n".join([". X X . O O O O O"] * 9 + ["variant: 9x9-korean"]))
    keypad = GO_PRESENTER.keypad(Viewpoint(position), EN)
    assert [key.label for key in keypad.buttons if not key.disabled] == ["a", "d", "Type", "Pass"]


@every_language
@pytest.mark.parametrize("pattern", ["X", "O", "XO", "XXO", "X.", "XO."])
def test_descriptions_of_crowded_boards_are_short_and_complete(pattern: str, language: str) -> None:
    reader = texts(language)
    for presenter, size in ((GOMOKU_PRESENTER, 15), (GOMOKU_PRESENTER, 19)):
        symbols = (pattern * 400)[: size * size]
        rows = [" ".join(symbols[row * size : (row + 1) * size]) for row in range(size)]
        position = GOMOKU.position("\n".join([*rows, f"variant: freestyle-{size}"]))
        text = presenter.describe(position, reader)
        assert len(text) <= 900
        names = [
            shown_point(position.board.grid.name(at)) for at, symbol in enumerate(symbols) if symbol != "."
        ]
        listed = set(names) <= set(text.replace(".", " ").split())
        drawn = all(f"{size - row} {symbols[row * size : (row + 1) * size]}" in text for row in range(size))
        assert listed is not drawn, "every stone is named, in one way"


@every_language
def test_descriptions_are_short(language: str) -> None:
    for presenter, seen in everything():
        assert 0 < len(presenter.describe(seen.position, texts(language))) <= 900
