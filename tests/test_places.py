"""A test file stands where its module's name says, or is listed as a test of several modules."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
WHOLE_BOT = {Path("bot", room) for room in ("killed", "several", "simcord", "whole")}
"""Folders of tests that run the bot whole: they mirror no package."""

OF_SEVERAL_MODULES = {
    "games/test_docstrings.py",
    "ai/external/test_pool.py",
    "ai/puzzles/test_go_captures.py",
    "ai/puzzles/test_go_life.py",
    "ai/puzzles/test_making.py",
    "ai/test_cold_start.py",
    "ai/test_every_player.py",
    "ai/test_verdicts.py",
    "ai/twelve_janggi/test_janggi_solved.py",
    "ai/twelve_janggi/test_janggi_solver.py",
    "data/engine/test_faults.py",
    "data/engine/test_pgbouncer.py",
    "data/matches/test_any_changes.py",
    "data/matches/test_clocks.py",
    "data/tables/test_schema.py",
    "data/test_damaged_rows.py",
    "bot/drawing/test_caches.py",
    "bot/drawing/test_contrast.py",
    "bot/drawing/test_every_board.py",
    "bot/drawing/test_legibility.py",
    "bot/drawing/test_line.py",
    "bot/interactions/buttons/test_recovery.py",
    "bot/interactions/test_late_pictures.py",
    "bot/interactions/test_own_boards.py",
    "bot/interactions/test_panels.py",
    "bot/lessons/test_every_lesson.py",
    "bot/match/test_background.py",
    "bot/match/test_owners.py",
    "bot/match/test_playing.py",
    "bot/match/test_queue_positions.py",
    "bot/match/test_two_services.py",
    "bot/messages/test_drawing_processes.py",
    "bot/messages/test_message_owners.py",
    "bot/messages/test_three_seconds.py",
    "bot/presenters/test_every_presenter.py",
    "bot/presenters/test_keypads.py",
    "bot/presenters/test_suggestions.py",
    "bot/puzzles/test_next_puzzle.py",
    "bot/puzzles/test_puzzle_of_day.py",
    "bot/puzzles/test_shipped.py",
    "bot/records/test_korean_servers.py",
    "bot/records/test_notes.py",
    "bot/records/test_round_trip.py",
    "bot/test_any_actions.py",
    "bot/test_imports.py",
    "bot/test_unreadable_matches.py",
    "bot/texts/test_catalogues.py",
    "bot/texts/test_escaping.py",
    "bot/texts/test_glossary.py",
    "bot/tournaments/test_every_pairing.py",
    "bot/ui/test_match_texts.py",
    "bot/ui/test_other_boards.py",
}
"""Tests of a behavior that several modules of their folder have a part in."""


def files_of_tests() -> list[Path]:
    """The test files of the rooms that are mirrored, relative to ``tests``."""
    files = [path for room in ("games", "ai", "data", "bot") for path in (TESTS / room).rglob("test_*.py")]
    paths = sorted(path.relative_to(TESTS) for path in files)
    return [path for path in paths if path.parent not in WHOLE_BOT]


def modules(folder: Path) -> set[str]:
    """The modules and packages of a folder of the sources, and its own name."""
    packages = {path.parent.name for path in folder.glob("*/__init__.py")}
    return {path.stem for path in folder.glob("*.py")} | packages | {folder.name}


def is_named_after_a_module(path: Path) -> bool:
    """Whether a module of the same folder has the file's name, or the beginning or the end of it.

    ``ai/go/test_go_board.py`` tests ``board``, ``ai/test_pool_queue.py`` a part of ``pool``.
    """
    words = path.stem.removeprefix("test_").split("_")
    beginnings = accumulate(words, lambda name, word: f"{name}_{word}")
    ends = accumulate(reversed(words), lambda name, word: f"{word}_{name}")
    return not modules(ROOT / path.parent).isdisjoint({*beginnings, *ends})


def test_a_folder_of_tests_is_a_package_of_the_sources() -> None:
    folders = {path.parent for path in files_of_tests()}
    assert [str(folder) for folder in sorted(folders) if not (ROOT / folder / "__init__.py").exists()] == []


def test_a_test_file_is_named_after_a_module_of_its_folder() -> None:
    others = {str(path) for path in files_of_tests() if not is_named_after_a_module(path)}
    assert others - OF_SEVERAL_MODULES == set(), "name it after its module, in the folder of its module"
    assert OF_SEVERAL_MODULES - others == set(), "no longer there"


def test_a_file_in_the_wrong_folder_would_be_seen() -> None:
    assert is_named_after_a_module(Path("bot/match/test_clocks.py"))
    assert not is_named_after_a_module(Path("bot/texts/test_clocks.py"))
