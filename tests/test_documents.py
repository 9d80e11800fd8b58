"""The documents are short where they promise it, and what they name exists."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from bot.config import Config
from bot.config_problems import variable
from daeguk.installation import RELEASE
from games import GAMES

ROOT = Path(__file__).parents[1]
EXCLUDED = {
    ".git",
    ".venv",
    ".venv-tools",
    "node_modules",
    "var",
    "dist",
    "build",
}
DOCUMENTS = sorted(path for path in ROOT.rglob("*.md") if EXCLUDED.isdisjoint(path.relative_to(ROOT).parts))
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
PACKAGES = (
    "games",
    "ai",
    "data",
    "bot",
    "daeguk",
    "sandbox",
    "bench",
    "tests",
    "docs",
    "deploy",
    "requirements",
    ".ci",
)
PATH = re.compile(rf"(?:{'|'.join(map(re.escape, PACKAGES))})(?:/[\w.<>-]+)+/?")
MODULE = re.compile(r"python -m ((?:games|ai|data|bot|daeguk|sandbox|bench)(?:\.\w+)*)")
PLACEHOLDER = re.compile(r"<[^>]*>|GAME|SLUG")
VARIABLE = re.compile(r"^#?\s*([A-Z][A-Z_]+)=", re.MULTILINE)
TABLE_OF_VARIABLES = re.compile(r"^\| `([A-Z][A-Z_]+)` \|", re.MULTILINE)

every_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS]
)


def lines(name: str) -> int:
    return (ROOT / name).read_text().count("\n")


@pytest.mark.parametrize(
    ("name", "most"), [("README.md", 80), ("README.ko.md", 80), ("ARCHITECTURE.md", 100)]
)
def test_a_page_stays_a_page(name: str, most: int) -> None:
    assert lines(name) <= most


@pytest.mark.parametrize("name", ["INSTALL.md", "OPERATE.md", "SERVERS.md", "REFERENCE.md", "RECORDS.md"])
def test_a_document_for_users_and_admins_has_at_most_1200_words(name: str) -> None:
    words = [word for word in (ROOT / "docs" / name).read_text().split() if re.search(r"\w", word)]
    assert len(words) <= 1200


def test_the_changelog_describes_the_version_in_thirty_lines() -> None:
    """The latest one that has a name; what is between two releases gets its final words with the next."""
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]
    current = next(section for section in sections if not section.startswith("[Unreleased]"))
    assert ".dev" in RELEASE or current.startswith(f"[{RELEASE}]")
    assert current.count("\n") <= 30


def targets(document: Path) -> Iterator[str]:
    """The relative addresses to which a document links."""
    for found in LINK.finditer(BLOCK.sub("", document.read_text())):
        address = found[1] or found[2]
        if not re.match(r"[a-z]+:", address):
            yield unquote(address)


@every_document
def test_every_link_leads_somewhere(document: Path) -> None:
    broken = []
    for address in targets(document):
        name, _, anchor = address.partition("#")
        path = (document.parent / name).resolve() if name else document
        if not path.exists() or (anchor and anchor not in anchors(path)):
            broken.append(address)
    assert broken == []


@cache
def anchors(document: Path) -> frozenset[str]:
    """The anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", document.read_text()), flags=re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", heading.lower()) for heading in headings)
    return frozenset(re.sub(r"\s", "-", heading.strip()) for heading in plain)


@cache
def tracked() -> frozenset[str]:
    """Every file of the repository, tracked or new, and every folder above one."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    files = [name for name in files if (ROOT / name).exists()]
    return frozenset({*files, *(str(parent) for name in files for parent in Path(name).parents)})


def exists(path: str) -> bool:
    """Whether a path exists, ``<slug>`` standing for the name of some game."""
    if not PLACEHOLDER.search(path):
        return path.rstrip("/") in tracked()
    parts = (re.escape(part) for part in PLACEHOLDER.split(path.rstrip("/")))
    wanted = re.compile(r"[\w-]+".join(parts))
    return any(wanted.fullmatch(name) for name in tracked())


@every_document
def test_every_path_in_code_style_exists(document: Path) -> None:
    named = {code.rstrip("/") for code in CODE.findall(document.read_text()) if PATH.fullmatch(code)}
    assert sorted(path for path in named if not exists(path)) == []


@every_document
def test_every_module_that_is_run_exists(document: Path) -> None:
    missing = []
    for name in set(MODULE.findall(document.read_text())):
        path = name.replace(".", "/")
        if not (exists(f"{path}.py") or exists(f"{path}/__main__.py")):
            missing.append(name)
    assert missing == []


def test_environment_variables_are_documented() -> None:
    example = set(VARIABLE.findall((ROOT / ".env.example").read_text()))
    documented = set(TABLE_OF_VARIABLES.findall((ROOT / "docs" / "REFERENCE.md").read_text()))
    assert documented == {variable(name, field) for name, field in Config.model_fields.items()}
    assert example >= documented
    assert {name for name in example - documented if not name.startswith("ENGINES__")} == set()


def test_the_readmes_have_the_same_structure() -> None:
    """Headings, tables, pictures and commands of the Korean README follow the English one."""

    def structure(name: str) -> list[str]:
        text = (ROOT / name).read_text()
        return re.findall(r"^#+|^\| --|^!\[|^<img|^\d\.|^make \w+", text, flags=re.MULTILINE)

    assert structure("README.md") == structure("README.ko.md")


def test_a_game_has_a_document() -> None:
    assert [slug for slug in GAMES if not (ROOT / "docs" / f"{slug.upper()}.md").exists()] == []


def test_every_helper_of_tests_is_on_their_page() -> None:
    page = (ROOT / "tests/README.md").read_text()
    helpers = {path.name for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_")}
    assert not [name for name in sorted(helpers) if f"{name}`" not in page]


def commands(name: str, program: str) -> list[str]:
    """The commands of a program in the blocks of a document, each in one line."""
    blocks = "".join(BLOCK.findall((ROOT / "docs" / name).read_text())).replace("\\\n", " ")
    return [line for line in blocks.splitlines() if line.startswith(f"{program} ")]


def test_the_commands_of_a_cluster_open_no_port_that_is_not_named() -> None:
    """Dask answers plain HTTP despite ``--no-dashboard``, by default to all, and takes ports at random."""
    scheduler, worker = commands("ENGINES.md", "dask")
    for line in (scheduler, worker):
        assert re.search(r"--dashboard-address 127\.0\.0\.1:\d+ ", line)
        assert {"--tls-ca-file", "--tls-cert", "--tls-key"} <= set(line.split())
    assert "--protocol tls --port 8786 " in scheduler and "tls://SCHEDULER:8786 " in worker
    count = int(re.search(r"--nworkers (\d+)", worker).group(1))  # type: ignore[union-attr]
    for option in ("--worker-port", "--nanny-port"):
        first, last = map(int, re.search(rf"{option} (\d+):(\d+) ", worker).groups())  # type: ignore[union-attr]
        assert last - first + 1 == count


@pytest.mark.parametrize("name", ["INSTALL.md", "OPERATE.md"])
def test_the_link_to_a_version_replaces_the_one_before(name: str) -> None:
    """Without ``-n`` it would land inside the folder that the old one names."""
    (line,) = commands(name, "ln")
    assert re.fullmatch(r"ln -sfn daeguk-[\d.]+ /opt/daeguk", line)
