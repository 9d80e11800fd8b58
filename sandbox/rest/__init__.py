"""REST v10 as the bot sees it. Start at rest_routes(); call.py is what every handler is given.

One module per noun; each has a ROUTES table of (method, path, handler).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from sandbox.rest import (
    channels,
    commands,
    guilds,
    interactions,
    members,
    messages,
    reactions,
    threads,
    users,
    webhooks,
)
from sandbox.rest.call import Handler
from sandbox.rest.server import Server

if TYPE_CHECKING:
    from sandbox.app import Sandbox

_MODULES = (
    interactions,
    webhooks,
    messages,
    channels,
    threads,
    reactions,
    commands,
    guilds,
    members,
    users,
)


def rest_routes(app: web.Application, sandbox: Sandbox) -> None:
    """Serve every route under /api/v10 and a Discord-like 404 for the rest of /api."""
    server = Server(sandbox)
    for module in _MODULES:
        routes: list[tuple[str, str, Handler]] = module.ROUTES
        for method, path, handler in routes:
            is_open = module in (interactions, webhooks)
            app.router.add_route(method, f"/api/v10{path}", server.wrap(handler, is_open))
    app.router.add_get("/attachments/{channel}/{key}/{name}", server.attachment)
    app.router.add_route("*", "/api/{rest:.*}", server.wrap(server.missing, True))
