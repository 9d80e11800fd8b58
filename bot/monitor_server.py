"""What an admin's programs ask the bot, at METRICS_ADDRESS: ``/metrics``, ``/healthz`` and ``/readyz``.

The bot's own event loop answers, so a loop that is stuck answers nothing. Only requests to an address, or to
a name that no stranger can own, are answered: a page in an admin's browser could have its own name lead to
this machine and read the answer (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.config import Address
from bot.monitor import AddressRefused, Monitor

_LAG_SECONDS = 1.0  # between two measurements of how late the event loop is
_CLOSE_SECONDS = 1.0  # for requests that are being answered when the bot stops


@asynccontextmanager
async def serving(address: Address, monitor: Monitor) -> AsyncIterator[None]:
    """Answer requests at an address in this block. Raises `AddressRefused`."""
    runner = web.AppRunner(_application(monitor, address), access_log=None, shutdown_timeout=_CLOSE_SECONDS)
    await runner.setup()
    measuring = asyncio.create_task(_measure_lag())
    try:
        await _listen(runner, address)
        yield
    finally:
        measuring.cancel()
        await runner.cleanup()


async def _listen(runner: web.AppRunner, address: Address) -> None:
    try:
        await web.TCPSite(runner, *address).start()
    except OSError as error:
        host, port = address
        raise AddressRefused(f"METRICS_ADDRESS {host}:{port} cannot be used: {error.strerror}.") from error


def _is_ours(host: str, address: Address) -> bool:
    """Whether a request's Host is an address, this machine's name, a name without a dot, or the setting's."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        own = {address.host.lower(), socket.gethostname().lower()}
        return name in own or (name != "" and "." not in name)


def _application(monitor: Monitor, address: Address) -> web.Application:
    @web.middleware
    async def check_host(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not _is_ours(request.host, address):
            raise web.HTTPMisdirectedRequest(text="This address is not served under that name.\n")
        return await handler(request)

    async def show_metrics(_: web.Request) -> web.Response:
        await monitor.refresh()
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def show_health(_: web.Request) -> web.Response:
        return web.json_response({"healthy": True})

    async def show_readiness(_: web.Request) -> web.Response:
        parts = await monitor.readiness()
        ready = all(part["ready"] for part in parts.values())
        return web.json_response({"ready": ready, "parts": parts}, status=200 if ready else 503)

    application = web.Application(middlewares=[check_host])
    application.router.add_get("/metrics", show_metrics)
    application.router.add_get("/healthz", show_health)
    application.router.add_get("/readyz", show_readiness)
    return application


async def _measure_lag() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_SECONDS
        await asyncio.sleep(_LAG_SECONDS)
        metrics.LOOP_LAG.observe(max(0.0, loop.time() - due))
