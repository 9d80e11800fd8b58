"""Every game's keypad: each legal move once, in an order people expect, in rows that Discord accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

import pytest

from bot.presenters.base import (
    BUTTONS_PER_ROW,
    MAX_MENU_OPTIONS,
    MAX_MOVE_BUTTONS,
    Keypad,
    KeypadButton,
    Menu,
    move_rows,
)
from bot.presenters.registry import PRESENTERS
from bot.presenters.viewpoint import viewpoint
from bot.texts import LANGUAGES, texts
from games.base import Move
from tests.bot.stories import EVERY_VARIANT, buttons_of, games_of, reachable_keypads

T = TypeVar("T")


def natural(label: str) -> tuple[object, ...]:
    """``c2`` before ``c10``: letters as letters, numbers as numbers."""
    return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|\D+", label))


@pytest.mark.parametrize("count", range(1, 130))
def test_rows_for_any_number_of_moves(count: int) -> None:
    moves = [KeypadButton(f"m{number}", Move(f"m{number}")) for number in range(count)]
    rows = move_rows(moves, "{first}..{last}")
    assert buttons_of(Keypad(rows)) == moves
    if count <= MAX_MOVE_BUTTONS:
        assert not any(isinstance(row, Menu) for row in rows)
        sizes = [len(row) for row in rows if not isinstance(row, Menu)]
        assert all(1 <= size <= BUTTONS_PER_ROW for size in sizes)
        assert len(rows) == -(-count // BUTTONS_PER_ROW)
        return
    assert len(rows) >= 2
    sizes = [len(row.options) for row in rows if isinstance(row, Menu)]
    assert len(sizes) == len(rows)
    assert all(1 <= size <= MAX_MENU_OPTIONS for size in sizes)
    assert max(sizes) - min(sizes) <= 1, "menus of nearly the same length"
    for row in rows:
        assert isinstance(row, Menu)
        assert row.placeholder == f"{row.options[0].label}..{row.options[-1].label}"


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_every_legal_move_can_be_reached_and_no_other(slug: str, variant: str) -> None:
    presenter = PRESENTERS[slug]
    for match, position in some_of(games_of(slug, variant)):
        offered = set()
        for keypad in reachable_keypads(presenter, viewpoint(match)):
            enabled = [button for button in buttons_of(keypad) if not button.disabled]
            moves = [button.argument for button in enabled if not button.selects]
            assert len(moves) == len(set(moves))
            offered |= set(moves)
        assert sorted(offered) == list(position.legal_moves())


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_keypad_fits_and_its_buttons_differ(slug: str, variant: str, language: str) -> None:
    presenter, reader = PRESENTERS[slug], texts(language)
    for match, _ in games_of(slug, variant):
        keypad = presenter.keypad(viewpoint(match), reader)
        buttons, listed = buttons_of(keypad), [*keypad.actions, *keypad.shortcuts]
        shown = [button for button in buttons if button not in listed]
        for place in (shown, listed):
            assert len({(button.selects, button.argument) for button in place}) == len(place)
        assert len(listed) <= MAX_MENU_OPTIONS - 4, "the controls are in the same menu"
        assert len(keypad.pans) <= BUTTONS_PER_ROW - 1
        for button in buttons:
            assert button.label.strip() or button.emoji
            assert len(button.label) <= 80
        for row in keypad.rows:
            if isinstance(row, Menu):
                assert 0 < len(row.placeholder) <= 150
                assert row.options[0].label in row.placeholder
                assert row.options[-1].label in row.placeholder
            else:
                assert 1 <= len(row) <= BUTTONS_PER_ROW
        if not keypad.steady:
            assert [natural(button.label) for button in buttons] == sorted(
                natural(button.label) for button in buttons
            )


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
@pytest.mark.parametrize("selection", ["", "zz", "-1.-1", "99.99", "a1", "\N{PILE OF POO}", "0.0:1", "²"])
def test_a_selection_can_be_any_text(slug: str, variant: str, selection: str) -> None:
    presenter = PRESENTERS[slug]
    for match, position in some_of(games_of(slug, variant)):
        seen = viewpoint(match, selection)
        state, keypad = presenter.view_state(seen), presenter.keypad(seen, texts("en"))
        assert state.selected in (None, selection)
        assert keypad.rows or position.outcome()


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_a_steady_keypad_keeps_its_shape(slug: str, variant: str) -> None:
    presenter = PRESENTERS[slug]
    for match, _ in games_of(slug, variant):
        keypad = presenter.keypad(viewpoint(match), texts("en"))
        disabled = keypad.disabled()
        assert len(disabled.rows) == len(keypad.rows)
        assert not [button for button in buttons_of(disabled) if not button.disabled] or not keypad.steady


def some_of(positions: Iterable[T], most: int = 10) -> list[T]:
    """A few, spread evenly."""
    every = list(positions)
    return every[:: 1 + len(every) // most]


def test_there_are_positions_with_menus() -> None:
    """So the tests of menus test something."""
    most = max(len(position.legal_moves()) for _, position in games_of("othello", "10x10"))
    assert most > MAX_MOVE_BUTTONS
