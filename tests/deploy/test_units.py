"""The files for systemd and for containers name what exists, and their probes work."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from bot.config import Config
from bot.monitor import Monitor
from bot.monitor_server import serving
from tests.bot.test_monitor import free_address

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "daeguk.service").read_text()
CONTAINER = (DEPLOY / "Containerfile").read_text()
SETTINGS = {name.upper() for name in Config.model_fields}
MAX_EXPOSED = "20"
"""In tenths, of what systemd-analyze calls OK."""


def unit(name: str) -> list[str]:
    """The values of a line of the unit."""
    return re.findall(rf"^{name}=(.*)$", UNIT, flags=re.MULTILINE)


def settings(line: str) -> dict[str, str]:
    return dict(re.findall(r"\b([A-Z][A-Z_]+)=(\S+)", line))


def test_the_unit_sets_what_exists() -> None:
    given = settings(" ".join(unit("Environment")))
    assert given.keys() <= SETTINGS
    assert unit("LoadCredential")[0].partition(":")[0] == "discord_token"
    assert given["DATABASE_URL"].startswith(f"sqlite:////var/lib/{unit('StateDirectory')[0]}/")
    assert given["DAEGUK_CACHE_DIR"] == f"/var/cache/{unit('CacheDirectory')[0]}"
    assert unit("Type") == ["notify"] and unit("MemoryDenyWriteExecute") == ["no"]


def test_commands_as_root_have_the_settings_of_the_unit(tmp_path: Path) -> None:
    """The lines of OPERATE.md, also those of its file of settings, which need not be there."""
    document = (DEPLOY.parent / "docs" / "OPERATE.md").read_text()
    lines = document.partition("as root:\n\n```\n")[2].partition("```")[0]
    (path,) = (value.removeprefix("-") for value in unit("EnvironmentFile"))
    file = tmp_path / "daeguk.env"
    said = []
    for is_there in (False, True):
        if is_there:
            file.write_text("AI_WORKERS=3\n")
        script = lines.replace(path, str(file)) + "env"
        ended = subprocess.run(
            ["sh", "-ec", script],
            env={"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(settings(ended.stdout))
        assert ended.stderr == ""
    without, given = said
    assert without["DATABASE_URL"] == settings(" ".join(unit("Environment")))["DATABASE_URL"]
    assert without["CREDENTIALS_DIRECTORY"] == unit("LoadCredential")[0].partition(":")[2].rpartition("/")[0]
    assert given["AI_WORKERS"] == "3" and "AI_WORKERS" not in without


def test_the_unit_does_not_start_the_bot_for_ever() -> None:
    """Neither with a wrong setting, nor until Discord takes the token away: a thousand starts a day."""
    assert unit("RestartPreventExitStatus") == [str(os.EX_CONFIG)]
    burst, hours = int(*unit("StartLimitBurst")), int(unit("StartLimitIntervalSec")[0].removesuffix("h"))
    assert burst < 1000
    assert burst * int(*unit("RestartSec")) < hours * 3600, "the limit can be reached"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_the_unit_is_hardened() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={MAX_EXPOSED}"]
    asked = subprocess.run([*command, DEPLOY / "daeguk.service"], capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stdout[-300:] + asked.stderr
    assert asked.stderr == "", "a line that systemd does not know"


def test_the_container_sets_what_exists() -> None:
    lines = CONTAINER.replace("\\\n", " ").splitlines()
    (given,) = [settings(line) for line in lines if line.startswith("ENV PATH")]
    assert given.keys() - {"PATH"} <= SETTINGS
    (folders,) = re.findall(r"^VOLUME (.*)$", CONTAINER, flags=re.MULTILINE)
    for path in (given["DATABASE_URL"].removeprefix("sqlite:///"), f"{given['DAEGUK_CACHE_DIR']}/x"):
        assert f'"{Path(path).parent}"' in folders
    assert re.search(r"^USER (\d+):\1$", CONTAINER, flags=re.MULTILINE), "a number, as Kubernetes wants it"


async def test_the_health_check(tmp_path: Path) -> None:
    code = re.findall(r'"-c", "(.*?)"', CONTAINER)[0]
    address = free_address()
    assert "127.0.0.1:9100/healthz" in code and "METRICS_ADDRESS=0.0.0.0:9100" in CONTAINER
    probe = [sys.executable, "-c", code.replace("9100", str(address.port))]

    async def healthy() -> bool:
        process = await asyncio.create_subprocess_exec(*probe, stderr=subprocess.DEVNULL)
        return await process.wait() == 0

    assert not await healthy()
    async with serving(address, Monitor()):
        assert await healthy()


def test_the_compose_file_fits_the_container() -> None:
    read = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    service = read["services"]["daeguk"]
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert service["read_only"] is True
    mounted = {one.partition(":")[2]: one.partition(":")[0] for one in service["volumes"]}
    assert mounted.keys() == {"/var/lib/daeguk", "/var/cache/daeguk"}
    assert set(mounted.values()) == read["volumes"].keys()
    assert set(service["secrets"]) == read["secrets"].keys() == {"discord_token"}


def test_a_secret_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "discord_token").write_text("a.b.c\n")
    made = Config(_secrets_dir=tmp_path)  # type: ignore[call-arg]
    assert made.discord_token.get_secret_value() == "a.b.c"


def test_the_image_gets_one_wheel(tmp_path: Path) -> None:
    """pip does not install two versions of Daeguk, and the Containerfile copies every wheel of dist/."""
    assert "dist/daeguk-*.whl" in CONTAINER
    for name in ("requirements/test.lock", "venv/.test", "dist/daeguk-0.1.0-py3-none-any.whl", "dist/other"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "venv/bin").mkdir()
    (tmp_path / "venv/bin/python").write_text("#!/bin/sh\ntouch dist/daeguk-0.2.0-py3-none-any.whl\n")
    (tmp_path / "venv/bin/python").chmod(0o700)
    command: list[str | Path] = ["make", "-f", DEPLOY.parent / "Makefile", "VENV=venv", "package"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert {file.name for file in (tmp_path / "dist").iterdir()} == {"daeguk-0.2.0-py3-none-any.whl", "other"}
