"""Every game's keypad: rows that fit a phone, in which no legal move is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

import pytest

from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import (
    BUTTON_ROWS,
    BUTTONS_PER_ROW,
    MAX_BUTTONS,
    Action,
    Keypad,
    KeypadButton,
    in_rows,
    paged_rows,
)
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from games.base import Move
from games.go import GoPosition
from tests.bot.stories import EVERY_VARIANT, games_of, reachable_keypads

T = TypeVar("T")

MOVES = 40


def natural(label: str) -> tuple[object, ...]:
    """``c2`` before ``c10``: letters as letters, numbers as numbers."""
    return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|\D+", label))


def enabled(keypad: Keypad, action: Action) -> list[str]:
    """The arguments of the buttons that can be pressed and do ``action``."""
    return [button.argument for button in keypad.buttons if button.action is action and not button.disabled]


@pytest.mark.parametrize("count", range(MOVES))
def test_pages_hold_every_button_once_in_as_many_rows(count: int) -> None:
    buttons = [KeypadButton(f"m{number}", f"m{number}") for number in range(count)]
    fixed = KeypadButton("Type", "", Action.TYPE)
    shown, selection, pages = list[KeypadButton](), "", 0
    while selection != "page-0":
        rows = paged_rows(buttons, [fixed], selection, texts("en"))
        assert len(rows) == BUTTON_ROWS and all(1 <= len(row) <= BUTTONS_PER_ROW for row in rows)
        page = [button for row in rows for button in row if not button.disabled]
        shown += [button for button in page if button.action is Action.MOVE]
        assert next(button for button in rows[-1] if button.action is not Action.MOVE) == fixed
        assert all(button.action is not Action.MOVE for button in rows[-1][rows[-1].index(fixed) :])
        turning = [button.argument for button in rows[-1] if button.action is Action.SELECT]
        assert turning == [button.argument for button in page if button.action is Action.SELECT]
        assert len(turning) == (count >= MAX_BUTTONS)
        selection, pages = turning[0] if turning else "page-0", pages + 1
    assert shown == buttons
    assert pages <= 1 + count // (MAX_BUTTONS - 3)


@pytest.mark.parametrize(
    ("count", "least", "sizes"),
    [(0, 2, [1, 1]), (1, 1, [1]), (4, 1, [4]), (5, 1, [4, 1]), (4, 3, [4, 1, 1]), (12, 2, [4, 4, 4])],
)
def test_rows_that_are_missing_have_a_placeholder(count: int, least: int, sizes: list[int]) -> None:
    buttons = [KeypadButton(f"m{number}", f"m{number}") for number in range(count)]
    rows = in_rows(buttons, least)
    assert [len(row) for row in rows] == sizes
    assert [button for row in rows for button in row if not button.disabled] == buttons


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_every_legal_move_has_a_key_or_can_be_typed_and_no_other_has(slug: str, variant: str) -> None:
    presenter = PRESENTERS[slug]
    for match, position in some_of(games_of(slug, variant)):
        offered, can_type = set[str](), False
        for keypad in reachable_keypads(presenter, BoardScene.of(match).viewpoint()):
            moves = enabled(keypad, Action.MOVE)
            assert len(moves) == len(set(moves))
            offered |= set(moves)
            can_type = can_type or bool(enabled(keypad, Action.TYPE))
        legal = set(position.legal_moves())
        assert offered <= legal
        if isinstance(position, GoPosition) and position.scoring and legal:
            marked = set[int]().union(*(position.play(Move(move)).dead ^ position.dead for move in offered))
            assert marked == {at for at, stone in enumerate(position.stones) if stone}, "every stone"
        else:
            assert can_type or offered == legal


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_keypad_fits_and_its_buttons_differ(slug: str, variant: str, language: str) -> None:
    presenter, reader = PRESENTERS[slug], texts(language)
    for match, _ in games_of(slug, variant):
        for keypad in (
            reachable_keypads(presenter, BoardScene.of(match).viewpoint()) if language == "en" else ()
        ):
            check_fit(keypad)
        check_fit(presenter.keypad(BoardScene.of(match).viewpoint(), reader))


def check_fit(keypad: Keypad) -> None:
    rows = keypad.rows
    if keypad.is_of_part:  # below a lower picture
        assert len(rows) == BUTTON_ROWS + 2 and len(rows[-1]) == BUTTONS_PER_ROW + 1
        rows = rows[:-1]
    assert len(rows) <= BUTTON_ROWS + 1, "one more in place of the controls"
    assert all(1 <= len(row) <= BUTTONS_PER_ROW for row in rows)
    assert len({(button.action, button.argument) for button in keypad.buttons}) == len(keypad.buttons)
    for button in keypad.buttons:
        assert button.label.strip() or button.emoji


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_labels_name_points_and_their_keys(slug: str, variant: str) -> None:
    """What the picture writes is what a key says, and no two places have the same."""
    for match, _ in some_of(games_of(slug, variant)):
        for keypad in reachable_keypads(PRESENTERS[slug], BoardScene.of(match).viewpoint()):
            keys = {
                button.label: button.argument for button in keypad.buttons if button.action is Action.MOVE
            }
            groups = {button.label for button in keypad.buttons if button.action is Action.SELECT}
            single = {name: label for name, label in keypad.labels.items() if label in keys}
            assert len(set(single.values())) == len(single)
            for name, label in keypad.labels.items():
                assert keys[label].endswith(name) if label in keys else label in groups


@pytest.mark.parametrize("size", ["6x6", "8x8", "10x10"])
def test_squares_of_othello_are_in_order(size: str) -> None:
    for match, _ in games_of("othello", size):
        keypad = PRESENTERS["othello"].keypad(BoardScene.of(match).viewpoint(), texts("en"))
        labels = [natural(move) for move in enabled(keypad, Action.MOVE)]
        assert labels == sorted(labels)


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_a_selection_can_be_any_text(slug: str, variant: str) -> None:
    presenter = PRESENTERS[slug]
    for match, position in some_of(games_of(slug, variant)):
        for selection in ("", "zz", "page-9", "page-", "a1", "\N{PILE OF POO}", "0.0:1", "²"):
            seen = BoardScene.of(match).viewpoint(selection)
            state, keypad = presenter.view_state(seen), presenter.keypad(seen, texts("en"))
            assert state.selected in (None, selection)
            assert keypad.rows or position.outcome()


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_a_disabled_keypad_keeps_its_shape(slug: str, variant: str) -> None:
    for match, _ in games_of(slug, variant):
        keypad = PRESENTERS[slug].keypad(BoardScene.of(match).viewpoint(), texts("en"))
        disabled = keypad.disabled()
        assert [[key.label for key in row] for row in disabled.rows] == [
            [key.label for key in row] for row in keypad.rows
        ]
        assert all(key.disabled or key.action is Action.MORE for row in disabled.rows for key in row)
        assert not disabled.labels


def some_of(positions: Iterable[T], most: int = 10) -> list[T]:
    """A few, spread evenly."""
    every = list(positions)
    return every[:: 1 + len(every) // most]


def test_there_are_positions_with_pages() -> None:
    """So the tests of pages test something."""
    most = max(len(position.legal_moves()) for _, position in games_of("othello", "10x10"))
    assert most > 2 * MAX_BUTTONS


def test_a_point_that_no_button_plays_can_do_without_its_label() -> None:
    """As on a board with a hint: its mark shows better without the letter of a group."""
    keypad = Keypad([[KeypadButton("1", "d4")]], {"d4": "1", "e5": "a"})
    assert keypad.labels_around(None) == keypad.labels_around(Move("d4")) == keypad.labels
    assert keypad.labels_around(Move("e5")) == {"d4": "1"}
    assert keypad.plays(Move("d4")) and not keypad.plays(Move("e5"))
