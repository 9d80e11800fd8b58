"""The routes of REST v10, and of the CDN."""

from __future__ import annotations

from aiohttp import web

from sandbox.rest import (
    channels,
    commands,
    emojis,
    guilds,
    interactions,
    members,
    messages,
    reactions,
    threads,
    users,
    webhooks,
)
from sandbox.rest.server import Server

_WITH_TOKEN = (
    *messages.ROUTES,
    *channels.ROUTES,
    *threads.ROUTES,
    *reactions.ROUTES,
    *commands.ROUTES,
    *emojis.ROUTES,
    *guilds.ROUTES,
    *members.ROUTES,
    *users.ROUTES,
)
_WITHOUT_TOKEN = (*interactions.ROUTES, *webhooks.ROUTES)


def rest_routes(app: web.Application, server: Server) -> None:
    """Serve every route under /api/v10, Discord's 404 under the rest of /api, attachments and emojis."""
    for routes, is_open in ((_WITHOUT_TOKEN, True), (_WITH_TOKEN, False)):
        for method, path, handler in routes:
            app.router.add_route(method, f"/api/v10{path}", server.wrap(handler, is_open))
    app.router.add_get("/attachments/{channel}/{key}/{name}", server.attachment)
    app.router.add_get("/emojis/{key:\\d+}.{extension}", server.emoji)
    app.router.add_route("*", "/api/{rest:.*}", server.wrap(server.missing, True))
