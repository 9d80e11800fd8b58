"""Lock files are those of pyproject.toml, installations check their hashes, the audit says what it saw."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
TEST = PROJECT["optional-dependencies"]["test"]
ASKED = {
    "play": PROJECT["dependencies"],
    "test": [*PROJECT["dependencies"], *TEST],
    "audit": [line for line in (ROOT / "requirements/audit.in").read_text().splitlines() if line[0] != "#"],
}
"""What each lock file was made of."""
DIRECT = {
    "play": "daeguk (pyproject.toml)",
    "test": "daeguk (pyproject.toml)",
    "audit": "-r requirements/audit.in",
}


def locked(kind: str) -> Iterator[tuple[Requirement, str]]:
    """Each package of a lock file with all that stands below it: hashes, and on whose account it is there."""
    text = (ROOT / f"requirements/{kind}.lock").read_text()
    for entry in re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]:
        first, _, rest = entry.partition("\n")
        yield Requirement(first.rstrip("\\ ")), rest


def names(kind: str) -> dict[str, Requirement]:
    return {canonicalize_name(one.name): one for one, _ in locked(kind)}


@pytest.mark.parametrize("kind", ASKED)
def test_every_dependency_is_locked_at_a_version_that_fits(kind: str) -> None:
    pinned = names(kind)
    for asked in map(Requirement, ASKED[kind]):
        version = str(pinned[canonicalize_name(asked.name)].specifier).removeprefix("==")
        assert asked.specifier.contains(version), f"{asked}, locked at {version}: `make lock`"


@pytest.mark.parametrize("kind", ASKED)
def test_nothing_is_locked_that_nobody_asks_for(kind: str) -> None:
    asked = {canonicalize_name(Requirement(one).name) for one in ASKED[kind]}
    direct = {canonicalize_name(one.name) for one, rest in locked(kind) if DIRECT[kind] in rest}
    assert direct == asked, "`make lock`"
    for one, rest in locked(kind):
        assert "# via" in rest, f"{one.name} is there on nobody's account"


@pytest.mark.parametrize("kind", ASKED)
def test_every_package_has_one_version_and_hashes(kind: str) -> None:
    for one, rest in locked(kind):
        assert re.fullmatch(r"==[^*,]+", str(one.specifier)), one
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", rest), f"{one.name} has no hash"


def test_what_is_tested_is_what_is_played() -> None:
    played, tested = names("play"), names("test")
    assert {name: tested[name].specifier for name in played} == {
        name: one.specifier for name, one in played.items()
    }


def test_installations_check_the_hashes() -> None:
    script = (ROOT / "requirements/install.sh").read_text()
    installs = re.findall(r"pip install[^|]*", script)
    assert installs and all("--require-hashes" in one for one in installs)
    others = [*ROOT.glob(".ci/*"), ROOT / "Makefile"]
    assert not any(re.search(r"pip install[^\n]* -r", one.read_text()) for one in others if one.is_file())


@pytest.fixture
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci/audit.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


KNOWN = '{"name": "old", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}'
GOOD = '{"name": "new", "version": "2", "vulns": []}'
SKIPPED = '{"name": "own", "skip_reason": "not found"}'


@pytest.mark.parametrize(
    ("packages", "code", "words"),
    [
        ([KNOWN, GOOD], 1, "old 1: CVE-1, mended in 2\nAudited: 2 packages, 1 known vulnerabilities."),
        ([GOOD, SKIPPED], 0, "Audited: 1 packages, 0 known vulnerabilities; 1 could not be looked up."),
        ([SKIPPED], 0, "Not audited: the package index"),
    ],
)
def test_what_the_audit_says(
    audit: ModuleType, capsys: pytest.CaptureFixture[str], packages: list[str], code: int, words: str
) -> None:
    found = audit.report(f'{{"dependencies": [{", ".join(packages)}]}}')
    assert audit.told(found) == code
    assert capsys.readouterr().out.startswith(words)


@pytest.mark.parametrize(
    ("problem", "code", "words"),
    [
        ("requests.exceptions.ConnectionError: https://somewhere", 0, "Not audited: requests.exceptions"),
        ("ERROR: requirement is not hashed", 1, "The audit failed: ERROR: requirement is not hashed"),
    ],
)
def test_an_audit_without_an_answer(
    audit: ModuleType, capsys: pytest.CaptureFixture[str], problem: str, code: int, words: str
) -> None:
    assert audit.report("") is None and audit.not_asked(problem) == code
    told = capsys.readouterr().out
    assert told.startswith(words) and "somewhere" not in told


def test_an_audit_that_cannot_be_run(audit: ModuleType, tmp_path: Path) -> None:
    assert audit.main(str(tmp_path / "pip-audit")) == 0


def test_an_audit_that_finds_something_fails(
    audit: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = tmp_path / "pip-audit"
    fake.write_text(f"#!{sys.executable}\nprint('{{\"dependencies\": [{KNOWN}]}}')\nraise SystemExit(1)\n")
    fake.chmod(0o755)
    assert audit.main(str(fake)) == 1 and "CVE-1" in capsys.readouterr().out


def test_the_excused(audit: ModuleType) -> None:
    assert audit.ignored("# CVE-0 no\n\nCVE-1  # why\nCVE-2 # until then\n") == ["CVE-1", "CVE-2"]
    for line in (ROOT / ".ci/audit-ignore.txt").read_text().splitlines():
        assert "#" in line, "every one has its reason"
