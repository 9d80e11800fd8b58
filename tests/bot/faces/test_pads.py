"""The keys of a move: every legal move once, in an order people expect, in rows that Discord takes."""

from __future__ import annotations

import re

import pytest

from bot.faces import FACES
from bot.faces.base import BUTTONS_A_ROW, MOST_BUTTONS, MOST_OPTIONS, Key, Menu, PadRow, pad_of_moves
from bot.texts import LANGUAGES, texts
from games.base import Move
from tests.bot.stories import EVERY_VARIANT, games_of


def keys_of(pad: list[PadRow]) -> list[Key]:
    return [key for row in pad for key in (row.keys if isinstance(row, Menu) else row)]


def natural(label: str) -> tuple[object, ...]:
    """``c2`` before ``c10``: letters as letters, numbers as numbers."""
    return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|\D+", label))


@pytest.mark.parametrize("count", range(1, 130))
def test_a_pad_of_any_size(count: int) -> None:
    moves = [Key(f"m{number}", Move(f"m{number}")) for number in range(count)]
    pad = pad_of_moves(moves, "{first}..{last}")
    assert keys_of(pad) == moves
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
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_for_every_legal_move(slug: str, variant: str, language: str) -> None:
    face, reader = FACES[slug], texts(language)
    for _, position in games_of(slug, variant):
        pad = list(face.pad(position, reader))
        keys = keys_of(pad)
        assert sorted(key.move for key in keys) == list(position.legal_moves())
        assert [key.label for key in keys] == [face.say(key.move, reader) for key in keys]
        assert [natural(key.label) for key in keys] == sorted(natural(key.label) for key in keys)
        assert all(0 < len(key.label) <= 80 for key in keys)
        for row in pad:
            if isinstance(row, Menu):
                assert 0 < len(row.placeholder) <= 150
                assert row.keys[0].label in row.placeholder
                assert row.keys[-1].label in row.placeholder


def test_there_are_positions_with_menus() -> None:
    """What is said of menus is not said of nothing."""
    most = max(len(position.legal_moves()) for _, position in games_of("othello", "10x10"))
    assert most > MOST_BUTTONS
