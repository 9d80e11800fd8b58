"""The check of the page (`requirements/check_page.sh`) with and without an npm that works."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "requirements" / "check_page.sh"
INSTALLS = "mkdir node_modules"
OUT_OF_DATE = "echo 'npm error code EUSAGE'; exit 1"
UNREACHABLE = "echo 'npm error code ENOTFOUND'; exit 1"


def run(folder: Path, npm: str | None) -> subprocess.CompletedProcess[str]:
    """Run the script with this `npm` in a folder that has a lock file only."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    for name in ("sh", "touch", "mkdir"):
        (programs / name).symlink_to(shutil.which(name) or name)
    if npm is not None:
        (programs / "npm").write_text(f"#!/bin/sh\n{npm}\n")
        (programs / "npm").chmod(0o755)
    (folder / "package-lock.json").touch()
    return subprocess.run(
        ["sh", str(SCRIPT)],
        cwd=folder,
        env={"PATH": str(programs)},
        capture_output=True,
        text=True,
        check=False,
    )


def npm_with(ci: str, lint: str = "exit 0") -> str:
    """An npm whose `ci` and `run lint` do this."""
    return f"case $1 in ci) {ci} ;; run) {lint} ;; esac"


def is_checked(folder: Path) -> bool:
    return (folder / "node_modules" / ".checked").exists()


def test_the_page_is_checked(tmp_path: Path) -> None:
    done = run(tmp_path, npm_with(INSTALLS))
    assert done.returncode == 0, done.stderr
    assert is_checked(tmp_path)


def test_an_older_node_checks_nothing(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "node").write_text("#!/bin/sh\nexit 1\n")  # what the question about its version ends with
    (programs / "node").chmod(0o755)
    done = run(tmp_path, npm_with(INSTALLS))
    assert done.returncode == 0
    assert "need Node.js" in done.stdout
    assert not is_checked(tmp_path)


@pytest.mark.parametrize("npm", [None, npm_with(UNREACHABLE)], ids=["no npm", "no registry"])
def test_without_packages_a_line_says_that_the_page_is_not_checked(tmp_path: Path, npm: str | None) -> None:
    done = run(tmp_path, npm)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("The sandbox's page is not checked: ")
    assert not is_checked(tmp_path)


@pytest.mark.parametrize(
    "npm", [npm_with(OUT_OF_DATE), npm_with(INSTALLS, "exit 1")], ids=["lock out of date", "a mistake"]
)
def test_a_mistake_fails(tmp_path: Path, npm: str) -> None:
    done = run(tmp_path, npm)
    assert done.returncode == 1
    assert not is_checked(tmp_path)
