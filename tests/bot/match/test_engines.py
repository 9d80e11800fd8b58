"""The levels of a bot with engines: which there are, what they are called, and what they refuse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ai.base import levels
from ai.external.engine import ExternalEngine
from ai.external.probe import Found
from bot.exceptions import Refusal, UnknownLevel
from bot.match import engines
from bot.match.limits import check_level

GNU = ExternalEngine.read("go", "GNU Go: gnugo --mode gtp")
RAPFI = ExternalEngine.read("gomoku", "Rapfi: pbrain-rapfi")


@pytest.fixture(autouse=True)
def configured() -> Iterator[None]:
    """Two engines."""
    engines.configure([GNU, RAPFI])
    yield
    engines.configure([])


def test_levels() -> None:
    assert engines.levels_of("go") == (*levels("go"), "engine-gnu-go")
    assert engines.levels_of("othello") == levels("othello")
    check_level("go", "engine-gnu-go")
    with pytest.raises(UnknownLevel):
        check_level("othello", "engine-gnu-go")


def test_an_engine_that_is_not_configured() -> None:
    assert engines.engine_name("go", "engine-gnu-go") == "GNU Go"
    assert engines.engine_name("go", "engine-pachi") == "pachi"
    assert engines.is_missing("go", "engine-pachi")
    assert not any(engines.is_missing("go", level) for level in (None, "3", "shape", "engine-gnu-go"))
    assert engines.playing_level("go", "engine-pachi") == "6"
    assert engines.playing_level("go", "engine-gnu-go") == "engine-gnu-go"
    with pytest.raises(Refusal) as refused:
        engines.check_engine("go", "9x9-korean", "engine-pachi")
    assert refused.value.key == "play.engine-missing"


def test_variants() -> None:
    """Before an engine was asked, what its protocol can name; then what it says."""
    engines.check_engine("go", "9x9-korean", None)
    engines.check_engine("go", "9x9-korean", "8")
    engines.check_engine("go", "19x19-korean", GNU.level)
    engines.check_engine("gomoku", "renju-15", RAPFI.level)
    for variant in ("omok-15", "omok-19", "swap2-15"):
        with pytest.raises(Refusal):
            engines.check_engine("gomoku", variant, RAPFI.level)

    with pytest.raises(Refusal) as refused:
        engines.check_engine("go", "9x9-korean", GNU.level, "a position")
    assert refused.value.key == "play.engine-setup"
    engines.check_engine("go", "9x9-korean", "8", "a position")

    engines.note(GNU, Found(problem="it does not start"))
    engines.check_engine("go", "19x19-korean", GNU.level)
    found = Found("GNU Go 3.8", variants=frozenset({"9x9-korean"}))
    engines.note(GNU, found)
    engines.check_engine("go", "9x9-korean", GNU.level)
    with pytest.raises(Refusal) as refused:
        engines.check_engine("go", "19x19-korean", GNU.level)
    assert refused.value.key == "play.engine-variant"
    engines.note(GNU, replace(found, variants=frozenset({"19x19-korean"})))
    engines.check_engine("go", "19x19-korean", GNU.level)
