"""The gateway's address."""

from __future__ import annotations

from aiohttp import web

from sandbox.gateway.connection import Connection
from sandbox.gateway.sessions import Gateway


def gateway_routes(app: web.Application, gateway: Gateway) -> None:
    """Serve the bot's websocket at /gateway."""

    async def serve(request: web.Request) -> web.StreamResponse:
        if gateway.is_offline:
            return web.Response(status=503)
        return await Connection(gateway, request).serve()

    app.router.add_get("/gateway", serve)
    app.router.add_get("/gateway/", serve)
