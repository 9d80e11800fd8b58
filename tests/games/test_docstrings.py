"""The examples in the docstrings of `games` are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import games

MODULES = ["games", *(module.name for module in pkgutil.walk_packages(games.__path__, "games."))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
