"""Verdicts of these tests are made up: the opening book, which knows better, is left out."""

from __future__ import annotations

import pytest

from ai.othello import levels


@pytest.fixture(autouse=True)
def no_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_good_in_book", lambda position: ())
