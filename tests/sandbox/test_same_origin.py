"""Every address of the sandbox answers only requests that its own page or a program of this machine makes."""

from __future__ import annotations

import aiohttp
import pytest

from sandbox import Sandbox

PATHS = ("/", "/page/main.js", "/page/ws", "/gateway", "/api/v10/gateway", "/attachments/1/2/a.png")


def refused(port: int) -> list[dict[str, str]]:
    """Headers of a page whose name leads to this machine, and of pages that call it across origins."""
    own = {"Host": f"127.0.0.1:{port}"}
    return [
        {"Host": "evil.example"},
        {"Host": f"evil.example:{port}"},
        {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"},
        {"Host": f"127.0.0.1.evil.example:{port}"},
        {"Host": f"127.0.0.1:{port + 1}"},
        {"Host": "127.0.0.1"},
        {"Host": ""},
        own | {"Origin": "https://evil.example"},
        own | {"Origin": "http://127.0.0.1:1"},
        own | {"Origin": f"https://127.0.0.1:{port}"},
        own | {"Origin": f"http://localhost:{port}"},
        own | {"Origin": "null"},
    ]


@pytest.mark.parametrize("path", PATHS)
async def test_other_sites_are_refused(sandbox: Sandbox, path: str) -> None:
    async with aiohttp.ClientSession() as session:
        for headers in refused(sandbox.port):
            async with session.get(sandbox.url + path, headers=headers) as response:
                assert response.status == 403, headers
                assert (await response.json())["error"] == "Requests from another site are refused."


async def test_other_sites_cannot_act(sandbox: Sandbox) -> None:
    token = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession() as session:
        for headers in refused(sandbox.port):
            for path in (
                "/page/api/message",
                "/api/v10/channels/1/messages",
                "/api/v10/interactions/1/x/callback",
            ):
                async with session.post(sandbox.url + path, json={}, headers=headers | token) as response:
                    assert response.status == 403, headers


@pytest.mark.parametrize("path", ["/gateway", "/page/ws"])
async def test_no_socket_for_other_sites(sandbox: Sandbox, path: str) -> None:
    async with aiohttp.ClientSession() as session:
        for headers in refused(sandbox.port):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
                await session.ws_connect(sandbox.url + path, headers=headers)
            assert refusal.value.status == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
@pytest.mark.parametrize("is_page", [True, False])
async def test_the_own_page_and_programs_are_answered(sandbox: Sandbox, name: str, is_page: bool) -> None:
    host = f"{name}:{sandbox.port}"
    headers = {"Host": host} | ({"Origin": f"http://{host}"} if is_page else {})
    async with aiohttp.ClientSession() as session:
        for path in PATHS:
            async with session.get(sandbox.url + path, headers=headers) as response:
                assert response.status != 403
        for path in ("/gateway", "/page/ws"):
            async with session.ws_connect(sandbox.url + path, headers=headers) as socket:
                assert (await socket.receive()).type is aiohttp.WSMsgType.TEXT


async def test_each_start_has_its_own_token() -> None:
    async with Sandbox.running() as first, Sandbox.running() as second:
        assert first.token != second.token
        assert len(first.token) >= 32
