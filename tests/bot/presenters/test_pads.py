"""The keys of a move: every legal move once, in an order people expect, in rows that Discord takes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

import pytest

from bot.presenters import FACES
from bot.presenters.base import BUTTONS_A_ROW, MOST_BUTTONS, MOST_OPTIONS, Key, Menu, Pad, pad_of_moves
from bot.presenters.viewpoint import sight
from bot.texts import LANGUAGES, texts
from games.base import Move
from tests.bot.stories import EVERY_VARIANT, games_of, keys_of, sights

T = TypeVar("T")


def natural(label: str) -> tuple[object, ...]:
    """``c2`` before ``c10``: letters as letters, numbers as numbers."""
    return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|\D+", label))


@pytest.mark.parametrize("count", range(1, 130))
def test_a_pad_of_any_size(count: int) -> None:
    moves = [Key(f"m{number}", Move(f"m{number}")) for number in range(count)]
    pad = pad_of_moves(moves, "{first}..{last}")
    assert keys_of(Pad(pad)) == moves
    if count <= MOST_BUTTONS:
        assert not any(isinstance(row, Menu) for row in pad)
        sizes = [len(row) for row in pad if not isinstance(row, Menu)]
        assert all(1 <= size <= BUTTONS_A_ROW for size in sizes)
        assert len(pad) == -(-count // BUTTONS_A_ROW)
        return
    assert len(pad) >= 2
    sizes = [len(row.keys) for row in pad if isinstance(row, Menu)]
    assert len(sizes) == len(pad)
    assert all(1 <= size <= MOST_OPTIONS for size in sizes)
    assert max(sizes) - min(sizes) <= 1, "menus of one length"
    for row in pad:
        assert isinstance(row, Menu)
        assert row.placeholder == f"{row.keys[0].label}..{row.keys[-1].label}"


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_every_legal_move_can_be_reached_and_no_other(slug: str, variant: str) -> None:
    face = FACES[slug]
    for match, position in some_of(games_of(slug, variant)):
        offered = set()
        for pad in sights(face, sight(match)):
            keys = [key for key in keys_of(pad) if not key.disabled]
            moves = [key.argument for key in keys if key.verb == "move"]
            assert len(moves) == len(set(moves))
            offered |= set(moves)
        assert sorted(offered) == list(position.legal_moves())


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pad_fits_and_its_keys_differ(slug: str, variant: str, language: str) -> None:
    face, reader = FACES[slug], texts(language)
    for match, _ in games_of(slug, variant):
        pad = face.pad(sight(match), reader)
        keys, listed = keys_of(pad), [*pad.deeds, *pad.jumps]
        shown = [key for key in keys if key not in listed]
        for place in (shown, listed):
            assert len({(key.verb, key.argument) for key in place}) == len(place)
        assert len(listed) <= MOST_OPTIONS - 4, "the controls stand among them"
        assert len(pad.pans) <= BUTTONS_A_ROW - 1
        for key in keys:
            assert key.label.strip() or key.emoji
            assert len(key.label) <= 80
        for row in pad.rows:
            if isinstance(row, Menu):
                assert 0 < len(row.placeholder) <= 150
                assert row.keys[0].label in row.placeholder
                assert row.keys[-1].label in row.placeholder
            else:
                assert 1 <= len(row) <= BUTTONS_A_ROW
        if not pad.steady:
            assert [natural(key.label) for key in keys] == sorted(natural(key.label) for key in keys)


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
@pytest.mark.parametrize("cursor", ["", "zz", "-1.-1", "99.99", "a1", "\N{PILE OF POO}", "0.0:1", "²"])
def test_a_cursor_can_be_anything(slug: str, variant: str, cursor: str) -> None:
    face = FACES[slug]
    for match, position in some_of(games_of(slug, variant)):
        look, pad = face.look(sight(match, cursor)), face.pad(sight(match, cursor), texts("en"))
        assert look.selected in (None, cursor)
        assert pad.rows or position.outcome()


@pytest.mark.parametrize(("slug", "variant"), EVERY_VARIANT)
def test_a_steady_pad_keeps_its_shape(slug: str, variant: str) -> None:
    face = FACES[slug]
    for match, _ in games_of(slug, variant):
        pad = face.pad(sight(match), texts("en"))
        shut = pad.disabled()
        assert len(shut.rows) == len(pad.rows)
        assert not [key for key in keys_of(shut) if not key.disabled] or not pad.steady


def some_of(positions: Iterable[T], most: int = 10) -> list[T]:
    """A few, spread over all."""
    every = list(positions)
    return every[:: 1 + len(every) // most]


def test_there_are_positions_with_menus() -> None:
    """What is said of menus is not said of nothing."""
    most = max(len(position.legal_moves()) for _, position in games_of("othello", "10x10"))
    assert most > MOST_BUTTONS
