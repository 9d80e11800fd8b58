"""The package: contents of wheel and sdist, the version, the commands, where an installation keeps data."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import itertools
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import aiohttp
import pytest

import daeguk.installation
from ai.cluster.tasks import program
from bench.bot_process import free_port
from daeguk.installation import RELEASE, build_version, revision, version
from sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
PACKAGES = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
NOT_PACKAGED = {"bench", "tests"}
DEVELOPERS = re.compile(r"ai/(\w+/(train|solve)|puzzles/make)/")
"""What only developers run: the training of engines, solvers, the making of puzzles."""
COMMANDS = {"bot": "daeguk", "sandbox": "daeguk-sandbox"}
METADATA = f"daeguk-{build_version()}.dist-info"

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="compares with git ls-files")


def tracked(*folders: str) -> set[str]:
    """The files in git, and those not yet added, that exist below these folders."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.split("\0") if name and (ROOT / name).is_file()}


def build(target: str, folder: Path, root: Path = ROOT) -> Path:
    """Build a wheel or an sdist as `python -m build` does, without an environment of its own."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=root, capture_output=True, check=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's files in a folder, as an installer leaves them in site-packages."""
    folder = tmp_path_factory.mktemp("site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def start(installation: Path, folder: Path, *arguments: str, **settings: str) -> subprocess.Popen[str]:
    """Start the installation's Python in a folder that is the user's home, too."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DAEGUK_"))}
    return subprocess.Popen(
        [sys.executable, "-P", *arguments],
        cwd=folder,
        env={**kept, "HOME": str(folder), "PYTHONPATH": str(installation), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def output(installation: Path, folder: Path, *arguments: str, **settings: str) -> str:
    with start(installation, folder, *arguments, **settings) as process:
        return process.communicate(timeout=60)[0]


# --- Contents ----------------------------------------------------------------------------------------


def test_the_wheel_has_every_file_of_the_packages_but_what_only_developers_run(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    packaged = {name for name in names if not name.startswith(METADATA)}
    wanted = {name for name in tracked(*PACKAGES) if not DEVELOPERS.match(name)}
    assert packaged == wanted, "a file is missing from the wheel, or is not in git"
    assert {f"{METADATA}/licenses/{name}" for name in licences()} <= names


def imports(source: str) -> Iterator[str]:
    """What a module imports, late imports too, by its full name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_module_of_the_wheel_imports_what_it_lacks(installation: Path) -> None:
    modules = {file: file.relative_to(installation).as_posix() for file in installation.rglob("*.py")}
    lacking = {
        name.removesuffix(".py").replace("/", ".") for name in tracked(*PACKAGES) - {*modules.values()}
    }
    lacking |= {name.removesuffix(".__init__") for name in lacking}
    assert "ai.puzzles.make.go" in lacking
    broken = {name for file, name in modules.items() if lacking.intersection(imports(file.read_text()))}
    assert broken == set()


def test_a_wheel_and_its_checkout_are_the_same_program(installation: Path, tmp_path: Path) -> None:
    """To `ai.cluster`, which lets no machine search with another program."""
    code = "from ai.cluster.tasks import program; print(program())"
    assert output(installation, tmp_path, "-c", code).strip() == program()


def test_every_package_is_in_the_wheel() -> None:
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert set(PACKAGES) == folders - NOT_PACKAGED


def test_the_sdist_has_every_file(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert tracked() - names == set(), "the sdist lacks a file"


# --- Secrets -----------------------------------------------------------------------------------------

SECRET = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GabcdE.abcdefgh"
SECRET_FILES = (
    "deploy/discord_token",
    "discord_token",
    "bot/discord_token",
    "bot.token",
    ".env",
    ".env.production",
    "deploy/.env",
    "var/daeguk.db",
    "daeguk.db",
    "daeguk.db-wal",
    "daeguk.db.before-restore",
    "backups/2026-11-27.sqlite",
    "before-0.2.0.db",
    "dask.key",
    "daeguk.pem",
)
"""Where people put the token, keys, and databases with what others have played."""


@pytest.fixture
def checkout_with_secrets(tmp_path: Path) -> Path:
    """A checkout with the files that decide what is packed, and with secrets."""
    root = tmp_path / "checkout"
    kept = [".gitignore", ".dockerignore", ".env.example", "pyproject.toml", "README.md", "LICENSE"]
    kept.append("daeguk/installation.py")  # which has the version
    for name in kept:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    for package in PACKAGES:
        (root / package).mkdir(exist_ok=True)
        (root / package / "__init__.py").touch()
    for name in SECRET_FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(SECRET)
    return root


def test_git_does_not_stage_a_secret(checkout_with_secrets: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=checkout_with_secrets, check=True)
    subprocess.run(["git", "add", "--all"], cwd=checkout_with_secrets, check=True)
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=checkout_with_secrets, capture_output=True, text=True, check=True)
    staged = set(listed.stdout.split("\0"))
    assert staged & set(SECRET_FILES) == set()
    assert ".env.example" in staged


@pytest.mark.parametrize("has_git", [True, False])
@pytest.mark.parametrize("target", ["sdist", "wheel"])
def test_no_archive_has_a_secret(
    checkout_with_secrets: Path, tmp_path: Path, target: str, has_git: bool
) -> None:
    """Also of a copy without ``.gitignore``, such as an unpacked archive."""
    if not has_git:
        (checkout_with_secrets / ".gitignore").unlink()
    archive = build(target, tmp_path / "built", checkout_with_secrets)
    unpacked = tmp_path / "unpacked"
    shutil.unpack_archive(archive, unpacked, "zip" if target == "wheel" else "gztar")
    packed = [path for path in unpacked.rglob("*") if path.is_file()]
    assert [path for path in packed if SECRET.encode() in path.read_bytes()] == []
    assert any(path.name == "__init__.py" for path in packed)


def test_an_image_is_built_from_nothing_but_what_it_copies() -> None:
    """``.dockerignore`` excludes everything, then names what the Containerfile copies from the checkout."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    copies = re.findall(
        r"^COPY (?!--from)(.+) \S+$", (ROOT / "deploy/Containerfile").read_text(), re.MULTILINE
    )
    assert lines[0] == "*"
    assert {line.removeprefix("!") for line in lines[1:]} == {name for one in copies for name in one.split()}
    assert all(line.startswith("!") for line in lines[1:])


def licences() -> set[str]:
    return {path.relative_to(ROOT).as_posix() for one in PROJECT["license-files"] for path in ROOT.glob(one)}


def test_every_licence_is_declared() -> None:
    assert licences() == {name for name in tracked() if Path(name).stem in {"LICENSE", "OFL"}}


def test_binary_files_are_marked() -> None:
    binary = {name for name in tracked() if b"\0" in (ROOT / name).read_bytes()[:8000]}
    command = ["git", "check-attr", "-z", "--stdin", "binary"]
    listed = subprocess.run(
        command, cwd=ROOT, input="\0".join(binary), capture_output=True, text=True, check=True
    ).stdout.split("\0")
    assert {name for name, _, value in zip(*[iter(listed)] * 3, strict=False) if value == "set"} == binary


# --- Version and commands ----------------------------------------------------------------------------


def test_the_version_is_written_once() -> None:
    written = re.compile(rf"(?<![\d.]){re.escape(RELEASE)}(?![\d.])")
    sources = [name for name in tracked(*PACKAGES) if name.endswith(".py")]
    assert [name for name in sources if written.search((ROOT / name).read_text())] == [
        "daeguk/installation.py"
    ]
    assert "version" in PROJECT["dynamic"]
    assert version() == build_version()


GIT = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of its own that has only what says its version, with one commit."""
    folder = tmp_path / "checkout"
    shutil.copytree(ROOT / "daeguk", folder / "daeguk", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / ".gitignore").write_text("__pycache__/\n")
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


def git(folder: Path, *arguments: str) -> str:
    command = [*GIT, "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def commit(folder: Path) -> str:
    """Commit everything; returns the revision."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "x")
    return git(folder, "rev-parse", "--short=9", "HEAD")


def version_of(folder: Path) -> str:
    """The version that a build of a checkout has."""
    return output(
        folder, folder, "-c", "from daeguk.installation import build_version; print(build_version())"
    ).strip()


def test_no_two_builds_of_a_checkout_have_the_same_version(checkout: Path) -> None:
    """Otherwise pip would leave the older one in place."""
    base, _, _ = RELEASE.partition(".dev")
    first = git(checkout, "rev-parse", "--short=9", "HEAD")
    assert version_of(checkout) == f"{base}.dev1+g{first}"
    (checkout / ".gitignore").write_text("changed\n")
    changed = version_of(checkout)
    assert re.fullmatch(rf"{re.escape(base)}\.dev1\+g{first}\.d[0-9a-f]{{8}}", changed)
    (checkout / ".gitignore").write_text("changed again\n")
    assert version_of(checkout) not in (changed, f"{base}.dev1+g{first}")
    assert version_of(checkout) == version_of(checkout)
    second = commit(checkout)
    assert version_of(checkout) == f"{base}.dev2+g{second}"


def test_a_tagged_checkout_and_what_is_no_checkout_have_the_release(checkout: Path) -> None:
    git(checkout, "tag", f"v{RELEASE}")
    assert version_of(checkout) == RELEASE
    shutil.rmtree(checkout / ".git")
    assert version_of(checkout) == RELEASE
    git(checkout.parent, "init", "--quiet")
    commit(checkout.parent)
    assert version_of(checkout) == RELEASE, "the checkout of another project around it says nothing"


def test_a_wheel_of_an_sdist_has_its_version(sdist: Path, tmp_path: Path) -> None:
    """It is built without git, from what the sdist says."""
    with tarfile.open(sdist) as files:
        files.extractall(tmp_path, filter="data")
    wheel = build("wheel", tmp_path / "wheel", tmp_path / sdist.name.removesuffix(".tar.gz"))
    assert wheel.name.split("-")[:2] == ["daeguk", build_version()]


@pytest.mark.parametrize(
    ("number", "known"),
    [("0.2.0.dev864+gabc.d1", "abc.d1"), ("0.2.0", "release"), ("0.2.0.dev0", "unknown")],
)
def test_the_revision_is_read_from_the_version(
    number: str, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daeguk.installation, "version", lambda: number)
    assert revision() == known


@pytest.mark.parametrize("package", COMMANDS)
def test_a_command_is_its_package(package: str, installation: Path, tmp_path: Path) -> None:
    target = PROJECT["scripts"][COMMANDS[package]]
    assert target == f"{package}.__main__:main"
    assert callable(EntryPoint(COMMANDS[package], target, "console_scripts").load())
    printed = output(installation, tmp_path, "-m", package, "--version")
    assert printed == f"{COMMANDS[package]} {build_version()}\n"


def test_the_help_lists_the_settings(installation: Path, tmp_path: Path) -> None:
    printed = output(installation, tmp_path, "-m", "bot", "--help")
    example = re.findall(r"^(?:# )?([A-Z_]+)=", (ROOT / ".env.example").read_text(), flags=re.MULTILINE)
    assert "DATABASE_URL" in example
    assert [name for name in example if name not in printed] == []


def test_an_unknown_argument_is_refused(installation: Path, tmp_path: Path) -> None:
    assert "error: unrecognized arguments: --tokn" in output(installation, tmp_path, "-m", "bot", "--tokn")


# --- A container's user ------------------------------------------------------------------------------

STRANGER = 12345


def strange(installation: Path) -> list[str]:
    """What runs a command as a user whom the system does not know, with no privileges."""
    if os.getuid() != 0:
        pytest.skip("only root can become another user")
    as_other = ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups"]
    # Where only root can read the interpreter or the files: a namespace in which root has that number.
    in_namespace = ["unshare", "--user", f"--map-user={STRANGER}", f"--map-group={STRANGER}"]
    code = f"import os, sys, bot; sys.exit(os.getuid() != {STRANGER})"
    for command in (as_other, in_namespace):
        with contextlib.suppress(FileNotFoundError):
            tried = [*command, sys.executable, "-P", "-c", code]
            if (
                subprocess.run(
                    tried, env={"PYTHONPATH": str(installation)}, stderr=subprocess.DEVNULL, check=False
                ).returncode
                == 0
            ):
                return command
    pytest.skip("this system has no other user")


@pytest.fixture(scope="module")
def read_only(installation: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the installation that nobody can write."""
    folder = shutil.copytree(installation, tmp_path_factory.mktemp("read-only") / "site-packages")
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode & ~0o222)
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode | 0o200)


async def serves(address: str) -> bool:
    """Whether ``/readyz`` says that two people can play."""
    async with aiohttp.ClientSession() as session, session.get(f"http://{address}/readyz") as answer:
        parts = (await answer.json())["parts"]
    return all(parts[name]["ready"] for name in ("store", "gateway", "engines"))


async def test_a_stranger_runs_a_read_only_installation(read_only: Path, tmp_path: Path) -> None:
    """As a container does: no home, no name, only the folders of the data and of the cache can be written."""
    command, folder = strange(read_only), tmp_path / "data"
    folder.mkdir()
    if command[0] == "setpriv":
        os.chown(folder, STRANGER, STRANGER)
    environment = {
        "PYTHONPATH": str(read_only),
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{folder}/daeguk.db",
        "DAEGUK_CACHE_DIR": str(folder / "cache"),
        "AI_WORKERS": "1",
        "METRICS_ADDRESS": f"127.0.0.1:{free_port()}",
    }

    async def bot(*arguments: str) -> asyncio.subprocess.Process:
        asked = (*command, sys.executable, "-P", "-m", "bot", *arguments)
        pipe, same = subprocess.PIPE, subprocess.STDOUT
        return await asyncio.create_subprocess_exec(
            *asked, cwd=folder, env=environment, stdout=pipe, stderr=same
        )

    printed, _ = await (await bot("--version")).communicate()
    assert printed.decode() == f"daeguk {build_version()}\n"
    async with Sandbox.running() as discord:
        environment |= {"DISCORD_TOKEN": discord.token, "DISCORD_API_BASE": discord.api_base}
        process = await bot()
        try:
            async with asyncio.timeout(60):
                await discord.bot_online()
            person, place = discord.person("Alice"), discord.channel("games")
            reply = await person.command(place, "play othello", opponent=discord.person("Bob"))
            assert reply.kind in ("message", "deferred")
            async with asyncio.timeout(60):
                while not await serves(environment["METRICS_ADDRESS"]):  # noqa: ASYNC110  asked over HTTP
                    await asyncio.sleep(0.1)
        finally:
            process.terminate()
            written, _ = await process.communicate()
    assert process.returncode == 0, written.decode()
    assert (folder / "daeguk.db").stat().st_mode & 0o777 == 0o600


# --- Where files go ----------------------------------------------------------------------------------


def test_a_checkout_keeps_its_data_in_var() -> None:
    assert not daeguk.installation.is_installed()
    assert daeguk.installation.data_folder() == Path("var")


@pytest.mark.parametrize(
    ("settings", "folder"),
    [
        ({}, "{home}/.local/share/daeguk"),
        ({"XDG_DATA_HOME": ""}, "{home}/.local/share/daeguk"),
        ({"XDG_DATA_HOME": "relative"}, "{home}/.local/share/daeguk"),
        ({"XDG_DATA_HOME": "/srv/data"}, "/srv/data/daeguk"),
    ],
)
def test_an_installation_keeps_its_data_in_the_users_folder(
    installation: Path, tmp_path: Path, settings: dict[str, str], folder: str
) -> None:
    code = "from daeguk.installation import data_folder; print(data_folder())"
    printed = output(installation, tmp_path, "-c", code, **settings)
    assert printed.strip() == folder.format(home=tmp_path)


def test_a_user_without_a_home_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    def home() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", home)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(daeguk.installation, "is_installed", lambda: True)
    assert daeguk.installation.data_folder() is None


def test_the_installed_sandbox_ignores_a_bot_in_the_current_directory(
    installation: Path, tmp_path: Path
) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").touch()
    (tmp_path / "bot" / "__main__.py").write_text("print('another bot')")
    with start(installation, tmp_path, "-m", "sandbox", "--port", "0", DATABASE_URL="none") as process:
        assert process.stdout is not None
        lines = list(itertools.takewhile(lambda line: not line.startswith("The bot exited"), process.stdout))
        process.terminate()
    assert any("DATABASE_URL is no address of a database" in line for line in lines), lines
    assert (tmp_path / ".local/share/daeguk/sandbox").is_dir()
