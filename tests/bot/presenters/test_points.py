"""The keys for points that Go and Gomoku share: numbers and letters on the picture, groups of points."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.drawing.base import Window
from bot.presenters.base import BLANK, BUTTON_ROWS, Action, Keypad, KeypadButton, Viewpoint
from bot.presenters.go import GO_PRESENTER
from bot.presenters.gomoku import GOMOKU_PRESENTER
from bot.presenters.points import GROUP_SIZE, PointsPresenter, window_around
from bot.texts import LANGUAGES, texts
from games.base import PASS, Game, Move
from games.go import GO
from games.gomoku import GOMOKU
from tests.bot.stories import reachable_keypads

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
        # Most moves are close to the last one, so that groups touch.
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


def letters_of(keypad: Keypad) -> str:
    """The letters of the groups that have keys."""
    keys = [button for button in keypad.buttons if button.action is Action.SELECT and button.label != BLANK]
    return "".join(button.argument for button in keys)


@pytest.mark.parametrize(
    ("presenter", "game", "variant", "numbered", "letters"),
    [
        (GO_PRESENTER, GO, "9x9-korean", 7, "abcd"),
        (GO_PRESENTER, GO, "19x19-korean", 6, "abcde"),
        (GOMOKU_PRESENTER, GOMOKU, "freestyle-15", 8, "abcd"),
        (GOMOKU_PRESENTER, GOMOKU, "freestyle-19", 6, "abcdef"),
    ],
)
def test_how_many_points_and_groups_have_keys(
    presenter: PointsPresenter[Any], game: Game, variant: str, numbered: int, letters: str
) -> None:
    keypad = presenter.keypad(Viewpoint(game.start(variant)), EN)
    assert len([label for label in keypad.labels.values() if label.isdigit()]) == numbered
    assert letters_of(keypad) == letters


# --- Groups ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "window"),
    [
        ("k10", Window(7, 7, 5)),
        ("a1", Window(0, 14, 5)),
        ("c3 f3", Window(1, 13, 6)),
        ("c3 c10", Window(0, 8, 10)),
        ("b2 s18", None),
        ("a1 t19", None),
    ],
)
def test_the_window_shows_the_points_and_some_around(points: str, window: Window | None) -> None:
    index = GO.start("19x19-korean").board.grid.index
    assert window_around([index(name) for name in points.split()], 19) == window


def test_a_group_has_its_letter_on_the_picture_and_leads_to_its_points() -> None:
    for presenter, seen in everything():
        whole = presenter.keypad(seen, EN)
        for letter in letters_of(whole):
            lettered = {name for name, label in whole.labels.items() if label == letter.upper()}
            (key,) = [button for button in whole.buttons if button.label == letter.upper()]
            assert (key.action, key.argument, key.disabled) == (Action.SELECT, letter, not lettered)
            if not lettered:
                continue
            inside = presenter.keypad(replace(seen, selection=letter), EN)
            assert set(inside.labels) == lettered
            assert inside.action == KeypadButton("Type", "", Action.TYPE)
            *points, back = [
                button for row in inside.rows if len(row) > 1 or row[0].label != BLANK for button in row
            ]
            assert all(point.action is Action.MOVE for point in points), (
                "no key without a meaning beside others"
            )
            assert len(inside.rows) == BUTTON_ROWS
            assert presenter.keypad(replace(seen, selection=back.argument), EN) == whole


def test_groups_hold_the_next_points_of_the_ranking() -> None:
    for presenter, seen in everything():
        grid, labels = presenter.points(seen.position).grid, presenter.keypad(seen, EN).labels
        numbered = {grid.index(name) for name, label in labels.items() if label.isdigit()}
        lettered = {grid.index(name) for name, label in labels.items() if not label.isdigit()}
        ranked = list(presenter.ranked(seen))
        assert numbered == set(ranked[: len(numbered)])
        room = len(letters_of(presenter.keypad(seen, EN))) * GROUP_SIZE
        assert lettered == set(ranked[len(numbered) :][:room])


def test_the_enlarged_part_shows_the_selected_group() -> None:
    enlarged = 0
    for presenter, seen in everything():
        size, grid = presenter.points(seen.position).size, presenter.points(seen.position).grid
        assert presenter.view_state(seen).window is None
        for letter in letters_of(presenter.keypad(seen, EN)):
            selected = replace(seen, selection=letter)
            window, labels = presenter.view_state(selected).window, presenter.keypad(selected, EN).labels
            if window is None or presenter.keypad(seen, EN) == presenter.keypad(selected, EN):
                continue
            enlarged += 1
            shown = {row * size + column for line in window.points() for column, row in line}
            assert {grid.index(name) for name in labels} <= shown
    assert enlarged > 100


@pytest.mark.parametrize("selection", ["A", "f", "ab", "0.0", "nw"])
def test_any_other_selection_shows_the_whole_board(selection: str) -> None:
    seen = Viewpoint(GO.start("19x19-korean"))
    assert GO_PRESENTER.keypad(replace(seen, selection=selection), EN) == GO_PRESENTER.keypad(seen, EN)


# --- Points ------------------------------------------------------------------------------------------


@every_language
def test_keys_are_numbered_along_the_rows(language: str) -> None:
    """From the top left, as the picture is read; so their order does not tell which is the most probable."""
    for presenter, seen in everything():
        grid = presenter.points(seen.position).grid
        for keypad in reachable_keypads(presenter, seen) if language == "en" else ():
            points = [button for button in keypad.buttons if button.label.isdigit()]
            assert [button.label for button in points] == [str(n) for n in range(1, len(points) + 1)]
            at = [grid.index(button.argument.split()[-1]) for button in points]
            assert at == sorted(set(at))
            numbered = {name: label for name, label in keypad.labels.items() if label.isdigit()}
            assert numbered == {grid.name(point): str(n) for n, point in enumerate(at, 1)}
        keypad = presenter.keypad(seen, texts(language))
        assert [len(row) for row in keypad.rows] == [4, 4, 4]


def test_a_full_board_has_placeholders() -> None:
    rows = [" ".join("XO"[(row + column // 2) % 2] for column in range(15)) for row in range(15)]
    rows[7] = ". " + rows[7][2:]
    position = GOMOKU.position("\n".join([*rows, "variant: freestyle-15"]))
    keypad = GOMOKU_PRESENTER.keypad(Viewpoint(position), EN)
    assert keypad.labels == {"a8": "1"}
    assert [button.label for button in keypad.buttons].count(BLANK) == 7


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
        names = [position.board.grid.name(at) for at, symbol in enumerate(symbols) if symbol != "."]
        listed = set(names) <= set(text.replace(".", " ").split())
        drawn = all(f"{size - row} {symbols[row * size : (row + 1) * size]}" in text for row in range(size))
        assert listed is not drawn, "every stone is named, in one way"


@every_language
def test_descriptions_are_short(language: str) -> None:
    for presenter, seen in everything():
        assert 0 < len(presenter.describe(seen.position, texts(language))) <= 900
