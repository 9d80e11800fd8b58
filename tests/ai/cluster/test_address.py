"""Why a Dask scheduler cannot be used: a sentence for each reason."""

from __future__ import annotations

import asyncio
import socket
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="the extra dask is not installed")

from ai.cluster.address import ClusterAddress, is_loopback, reach
from ai.cluster.connection import Unreachable, connect
from ai.cluster.probe import probe_cluster
from bench.dask_cluster import LoopbackCluster

pytestmark = pytest.mark.xdist_group("dask")

WITHIN = 60.0
KEY = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
SIGN = f"""
openssl req -x509 {KEY} -days 2 -subj /CN={{name}} -keyout {{name}}-ca.key -out {{name}}-ca.pem
openssl req {KEY} -subj /CN=daeguk -keyout {{name}}.key -out {{name}}.csr
openssl x509 -req -in {{name}}.csr -CA {{name}}-ca.pem -CAkey {{name}}-ca.key -set_serial 1 -out {{name}}.pem
"""


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificates of two authorities: ours and others."""
    folder = tmp_path_factory.mktemp("certificates")
    for name in ("ours", "others"):
        for line in SIGN.format(name=name).strip().splitlines():
            subprocess.run(line.split(), cwd=folder, check=True, capture_output=True)
    return folder


def encrypted(scheduler: str, folder: Path, authority: str, own: str) -> ClusterAddress:
    return ClusterAddress(
        scheduler, folder / f"{authority}-ca.pem", folder / f"{own}.pem", folder / f"{own}.key"
    )


@pytest.mark.parametrize(
    ("scheduler", "words"),
    [
        (None, "needs DASK_SCHEDULER"),
        ("10.0.0.2:8786", "is not of the form"),
        ("tls://10.0.0.2", "is not of the form"),
        ("http://10.0.0.2:8786", "is not of the form"),
        ("tcp://10.0.0.2:8786", "has no TLS"),
        ("tcp://example.org:8786", "has no TLS"),
        ("tls://10.0.0.2:8786", "needs DASK_CA and DASK_CERTIFICATE and DASK_KEY"),
    ],
)
def test_settings_that_cannot_be_used(scheduler: str | None, words: str) -> None:
    problem = ClusterAddress(scheduler).problem()
    assert problem is not None and words in problem and problem.endswith(".") and "\n" not in problem


def test_files_that_are_no_certificates(certificates: Path) -> None:
    missing = encrypted("tls://10.0.0.2:8786", certificates, "ours", "nobody").problem()
    assert missing is not None and "nobody.pem cannot be read: No such file" in missing
    key = certificates / "others.key"
    mixed = ClusterAddress(
        "tls://10.0.0.2:8786", certificates / "ours-ca.pem", certificates / "ours.pem", key
    ).problem()
    assert mixed is not None and "fit together" in mixed


@pytest.mark.parametrize("scheduler", ["tcp://127.0.0.1:8786", "tcp://localhost:8786", "tcp://[::1]:8786"])
def test_this_machine_needs_no_certificate(scheduler: str) -> None:
    assert ClusterAddress(scheduler).problem() is None


@pytest.mark.parametrize(
    ("address", "expected"), [("tcp://127.0.0.2:1", True), ("tcp://0.0.0.0:1", False), ("tcp://x:1", False)]
)
def test_loopback(address: str, expected: bool) -> None:
    assert is_loopback(address) == expected


async def test_an_address_where_nobody_is() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    problem = await reach(ClusterAddress(f"tcp://127.0.0.1:{port}"))
    assert problem is not None and "No Dask scheduler can be reached" in problem


async def test_a_program_that_is_no_scheduler() -> None:
    async def end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(end, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        problem = await reach(ClusterAddress(f"tcp://127.0.0.1:{port}"))
    assert problem is not None and "it is no Dask scheduler" in problem


async def test_certificates(certificates: Path, tmp_path: Path) -> None:
    """Ours are accepted; a scheduler of another authority, and a certificate it refuses, are sentences."""
    options = (
        "--tls-ca-file",
        str(certificates / "ours-ca.pem"),
        "--tls-cert",
        str(certificates / "ours.pem"),
        "--tls-key",
        str(certificates / "ours.key"),
    )
    with LoopbackCluster(tmp_path, tls=options) as processes:
        ours = encrypted(processes.address, certificates, "ours", "ours")
        assert ours.problem() is None
        async with asyncio.timeout(WITHIN):
            while (problem := await reach(ours)) is not None:
                assert "can be reached" in problem or "answers" in problem
                await asyncio.sleep(0.1)
        assert await probe_cluster(ours) == (
            False,
            f"The Dask scheduler at {processes.address} has no workers.",
        )
        processes.start_worker()
        async with asyncio.timeout(WITHIN):
            while not (found := await probe_cluster(ours))[0]:
                assert "no workers" in found[1]
                await asyncio.sleep(0.1)
        assert found[1] == f"{processes.address} has 1 worker of this version"
        with pytest.raises(Unreachable, match="is not of DASK_CA"):
            await connect(encrypted(processes.address, certificates, "others", "ours"))
        with pytest.raises(Unreachable, match="refuses DASK_CERTIFICATE"):
            await connect(encrypted(processes.address, certificates, "ours", "others"))
        unencrypted = await reach(ClusterAddress(processes.address.replace("tls", "tcp")))
        assert unencrypted is not None
