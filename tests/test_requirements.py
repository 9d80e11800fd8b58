"""Lock files match pyproject.toml, hashes are checked, private parts in use exist, the audit reports."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import aiosqlite
import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter
from numba.core import caching, cgutils
from numba.core.options import DefaultOptions
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from PIL import Image

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
DEPENDENCIES = [
    *PYPROJECT["project"]["dependencies"],
    *PYPROJECT["project"]["optional-dependencies"]["postgres"],
]
EXTRA = PYPROJECT["project"]["optional-dependencies"]["dask"]


def group(name: str) -> list[str]:
    """The requirements of a dependency group, those of included groups too."""
    requirements: list[str] = []
    for entry in PYPROJECT["dependency-groups"][name]:
        requirements += group(entry["include-group"]) if isinstance(entry, dict) else [entry]
    return requirements


REQUIRED = {
    "play": DEPENDENCIES,
    "test": [*DEPENDENCIES, *EXTRA, *group("test")],
    "tools": group("tools"),
}
"""The requirements that each lock file resolves."""


def locked(kind: str) -> Iterator[tuple[Requirement, str]]:
    """Each package of a lock file with the lines below it: hashes, and what requires the package."""
    text = (ROOT / f"requirements/{kind}.lock").read_text()
    for entry in re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]:
        first, _, rest = entry.partition("\n")
        yield Requirement(first.rstrip("\\ ")), rest


def names(kind: str) -> dict[str, Requirement]:
    return {canonicalize_name(one.name): one for one, _ in locked(kind)}


@pytest.mark.parametrize("kind", REQUIRED)
def test_every_dependency_is_locked_at_a_version_that_fits(kind: str) -> None:
    pinned = names(kind)
    for required in map(Requirement, REQUIRED[kind]):
        version = str(pinned[canonicalize_name(required.name)].specifier).removeprefix("==")
        assert required.specifier.contains(version), f"{required}, locked at {version}: `make lock`"


@pytest.mark.parametrize("kind", REQUIRED)
def test_nothing_is_locked_that_nothing_requires(kind: str) -> None:
    required = {canonicalize_name(Requirement(one).name) for one in REQUIRED[kind]}
    direct = {canonicalize_name(one.name) for one, rest in locked(kind) if "daeguk (pyproject.toml" in rest}
    assert direct == required, "`make lock`"
    for one, rest in locked(kind):
        assert "# via" in rest, f"nothing requires {one.name}"


@pytest.mark.parametrize("kind", REQUIRED)
def test_every_package_has_one_version_and_hashes(kind: str) -> None:
    for one, rest in locked(kind):
        assert re.fullmatch(r"==[^*,]+", str(one.specifier)), one
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", rest), f"{one.name} has no hash"


def test_the_tests_use_the_versions_that_are_installed_for_play() -> None:
    play, test = names("play"), names("test")
    assert {name: test[name].specifier for name in play} == {
        name: one.specifier for name, one in play.items()
    }


PRIVATE_PARTS: dict[str, Callable[[], list[object]]] = {
    "discord.py": lambda: [
        discord.AutoShardedClient._get_websocket,
        discord.gateway.KeepAliveHandler.beat,
        inspect.getsource(discord.state).index("def parse_message_update("),
        inspect.getsource(discord.gateway).index("self._keep_alive = KeepAliveHandler("),
        inspect.getsource(discord.gateway.KeepAliveHandler.tick).index("self._last_recv ="),
        inspect.getsource(discord.InteractionResponse.edit_message).index("adapter = async_context.get()"),
        inspect.signature(AsyncWebhookAdapter.create_interaction_response).parameters["params"],
    ],
    "aiosqlite": lambda: [
        aiosqlite.Connection._execute,
        inspect.signature(aiosqlite.Connection).parameters["connector"],
        inspect.getsource(aiosqlite.Connection.__init__).index("self._thread = Thread("),
    ],
    "numba": lambda: [
        DefaultOptions._nrt,
        DefaultOptions.no_cfunc_wrapper,
        caching.CacheImpl._locator_classes,
        cgutils.true_bit,
    ],
    "Pillow": lambda: [Image.core.set_blocks_max],  # type: ignore[attr-defined]
}
"""What the code uses of a library beyond its public interface: an attribute that is gone fails here first."""


@pytest.mark.parametrize("library", PRIVATE_PARTS)
def test_a_library_with_private_parts_in_use_has_an_upper_bound(library: str) -> None:
    (required,) = (one for one in map(Requirement, DEPENDENCIES) if one.name == library)
    assert "<" in str(required.specifier)
    assert PRIVATE_PARTS[library]()


def test_installations_check_the_hashes() -> None:
    script = (ROOT / "requirements/install.sh").read_text()
    installs = re.findall(r"pip install[^|]*", script)
    assert installs and all("--require-hashes" in one for one in installs)
    others = [*ROOT.glob(".ci/*"), ROOT / "Makefile"]
    lines = "\n".join(one.read_text() for one in others if one.is_file())
    assert all("--require-hashes" in line for line in re.findall(r"pip install.* -r .*", lines))


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
        ([KNOWN, GOOD], 1, "old 1: CVE-1, fixed in 2\nAudited: 2 packages, 1 known vulnerabilities."),
        ([GOOD, SKIPPED], 0, "Audited: 1 packages, 0 known vulnerabilities; 1 could not be looked up."),
        ([SKIPPED], 0, "Not audited: the package index"),
    ],
)
def test_what_the_audit_reports(
    audit: ModuleType, capsys: pytest.CaptureFixture[str], packages: list[str], code: int, words: str
) -> None:
    found = audit.parse(f'{{"dependencies": [{", ".join(packages)}]}}')
    assert audit.report(found) == code
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
    assert audit.parse("") is None and audit.report_failure(problem) == code
    printed = capsys.readouterr().out
    assert printed.startswith(words) and "somewhere" not in printed


def test_an_audit_that_cannot_be_run(audit: ModuleType, tmp_path: Path) -> None:
    assert audit.main(str(tmp_path / "pip-audit")) == 0


def test_an_audit_that_finds_something_fails(
    audit: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = tmp_path / "pip-audit"
    fake.write_text(f"#!{sys.executable}\nprint('{{\"dependencies\": [{KNOWN}]}}')\nraise SystemExit(1)\n")
    fake.chmod(0o755)
    assert audit.main(str(fake)) == 1 and "CVE-1" in capsys.readouterr().out


def test_exempt_vulnerabilities(audit: ModuleType) -> None:
    assert audit.ignored("# CVE-0 no\n\nCVE-1  # why\nCVE-2 # until then\n") == ["CVE-1", "CVE-2"]
    for line in (ROOT / ".ci/audit-ignore.txt").read_text().splitlines():
        assert "#" in line, "each has its reason"
