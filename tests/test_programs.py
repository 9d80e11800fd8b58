"""What the last lines of a run say about programs that are missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.programs import find, missing, summary

ROOT = Path(__file__).parents[1]
SGF = "tests/bot/records/test_sgf_writer.py::test_gnu_go_has_the_same_board_in_every_variant"


def test_what_was_left_out_is_counted_and_one_line_brings_it() -> None:
    reasons = [missing("PgBouncer"), missing("Chromium"), missing("Chromium"), "only root can do that"]
    assert list(summary(reasons)) == [
        "1 test was left out: PgBouncer is not installed.",
        "2 tests were left out: Chromium is not installed.",
        "To run them, on Debian: apt-get install chromium-headless-shell fonts-liberation fonts-noto-cjk "
        "pgbouncer",
    ]


def test_nothing_is_said_where_nothing_is_missing() -> None:
    assert list(summary(["only root can do that"])) == []


def test_the_first_command_that_is_installed_is_found() -> None:
    assert find("no-such-command", "sh") is not None
    assert find("no-such-command") is None


def test_a_run_without_gnu_go_ends_with_what_it_left_out() -> None:
    program = (
        "import sys, pytest, tests.programs as programs\n"
        "programs.find = lambda *names: None\n"
        "sys.exit(pytest.main(sys.argv[1:]))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    run = subprocess.run(
        [sys.executable, "-c", program, "-q", "-p", "no:cacheprovider", SGF],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    *_, left_out, brings, _ = run.stdout.splitlines()
    assert left_out == "1 test was left out: GNU Go is not installed."
    assert brings == "To run them, on Debian: apt-get install gnugo"
