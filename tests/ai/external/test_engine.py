"""An engine as the admin writes it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from ai.base import levels
from ai.external import engine as module
from ai.external.engine import ExternalEngine, check_distinct, is_external, name_of_level
from games import GAMES


@pytest.mark.parametrize(
    ("text", "name", "level", "seconds", "command"),
    [
        ("gnugo --mode gtp", "gnugo", "engine-gnugo", 10.0, ("gnugo", "--mode", "gtp")),
        ("GNU Go: gnugo --mode gtp", "GNU Go", "engine-gnu-go", 10.0, ("gnugo", "--mode", "gtp")),
        ("GNU Go (2.5 s): gnugo", "GNU Go", "engine-gnu-go", 2.5, ("gnugo",)),
        ("Rapfi 2.0 (5s):  pbrain", "Rapfi 2.0", "engine-rapfi-2-0", 5.0, ("pbrain",)),
        ("/opt/pbrain-rapfi", "pbrain-rapfi", "engine-pbrain-rapfi", 10.0, ("/opt/pbrain-rapfi",)),
        ("'/opt/my engines/x_y.exe' a", "x-y", "engine-x-y", 10.0, ("/opt/my engines/x_y.exe", "a")),
        ("카타고: katago gtp", "카타고", "engine-katago", 10.0, ("katago", "gtp")),
        (
            "katago gtp -override 'a: b'",
            "katago",
            "engine-katago",
            10.0,
            ("katago", *["gtp", "-override"], "a: b"),
        ),
    ],
)
def test_reading(text: str, name: str, level: str, seconds: float, command: tuple[str, ...]) -> None:
    engine = ExternalEngine.read("go", text)
    assert (engine.name, engine.level, engine.seconds, engine.command) == (name, level, seconds, command)
    assert is_external(engine.level)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no command line"),
        ("''", "no command line"),
        ("GNU Go: ''", "no command line"),
        ("gnugo 'x", "quotation mark"),
        ("바둑: 바둑이", "Latin"),
        (f"{'x' * 31}: gnugo", "30 characters"),
        ("GNU Go (0 s): gnugo", "time for a move"),
        ("GNU Go (600 s): gnugo", "time for a move"),
    ],
)
def test_what_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ExternalEngine.read("go", text)


def test_engines_of_one_game_differ() -> None:
    one, same = ExternalEngine.read("go", "GNU Go: gnugo"), ExternalEngine.read("go", "gnu-go: x")
    check_distinct([one, ExternalEngine.read("othello", "GNU Go: gnugo")])
    with pytest.raises(ValueError, match="two engines"):
        check_distinct([one, same])
    with pytest.raises(ValueError, match="more than 5"):
        check_distinct(ExternalEngine.read("go", f"x{number}") for number in range(6))


def test_levels_of_engines_are_no_others() -> None:
    assert not any(is_external(level) for slug in GAMES for level in levels(slug))
    assert not any(map(is_external, (None, "8", "engine-", "engine-<@1>", "engine-X")))
    assert name_of_level("engine-gnu-go") == "gnu-go"


def test_a_program_of_debians_games_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The PATH of a service lacks /usr/games."""
    program = tmp_path / "some-game"
    program.touch()
    program.chmod(stat.S_IRWXU)
    assert ExternalEngine.read("go", "some-game").path is None
    monkeypatch.setattr(module, "_ELSEWHERE", str(tmp_path))
    assert ExternalEngine.read("go", "some-game").path == str(program)
