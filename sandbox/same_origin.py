"""Refuses requests of other sites' pages, which can reach the ports of this machine like any program.

A page whose name was pointed at this machine shows by its Host, one that calls across origins by its Origin.
"""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_NAMES = ("127.0.0.1", "localhost", "[::1]")
_HTTP = 80


def only_same_origin(port: int) -> Middleware:
    """Return the middleware of a server on this port of this machine.

    It passes on requests to the server's own address, from its own page or from a program, which sends no
    Origin. It answers the others, of web sockets too, with 403.
    """
    hosts = {f"{name}:{port}" for name in _NAMES} | (set(_NAMES) if port == _HTTP else set())

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.headers.get("Host", "").lower()
        if host in hosts and request.headers.get("Origin", f"http://{host}").lower() == f"http://{host}":
            return await handler(request)
        return web.json_response({"error": "Requests from another site are refused."}, status=403)

    return check
