"""What surrounds every handler: the token, faults, errors as JSON. Serves attachments and emojis too."""

from __future__ import annotations

import asyncio
import logging
import mimetypes
from collections.abc import Awaitable, Callable

from aiohttp import web

from sandbox.core.context import Context
from sandbox.core.faults import Fault, Faults
from sandbox.core.interactions import Interactions
from sandbox.rest.call import Call, Handler, Result
from sandbox.world.api_errors import ApiError, not_found, unauthorized
from sandbox.world.payload import dumps

log = logging.getLogger("sandbox.rest")
_AiohttpHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Turns handlers of calls into aiohttp's handlers of requests."""

    def __init__(self, context: Context, interactions: Interactions, faults: Faults) -> None:
        self._context = context
        self._interactions = interactions
        self._faults = faults

    def wrap(self, handler: Handler, is_open: bool) -> _AiohttpHandler:
        """Return an aiohttp handler. Unless it `is_open`, requests need the bot's token."""

        async def served(request: web.Request) -> web.StreamResponse:
            fault = self._faults.take(request.method, request.path)
            call = Call(self._context, self._interactions, request)
            if fault is not None:
                return await self._faulty(call, fault, handler, is_open)
            return await self._answer(call, handler, is_open)

        return served

    async def _answer(self, call: Call, handler: Handler, is_open: bool) -> web.Response:
        try:
            if not is_open and call.request.headers.get("Authorization") != f"Bot {self._context.token}":
                raise unauthorized()
            await call.read()
            result = await handler(call)
        except ApiError as problem:
            return self._error(call.request, problem)
        except Exception:
            log.exception("%s %s: the handler raised", call.request.method, call.request.path)
            return self._error(call.request, ApiError(500, 0, "500: Internal Server Error"))
        return _respond(call, result)

    async def _faulty(self, call: Call, fault: Fault, handler: Handler, is_open: bool) -> web.StreamResponse:
        response: web.StreamResponse | None = None
        if fault.after:
            response = await self._answer(call, handler, is_open)
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.cut and call.request.transport is not None:
            call.request.transport.abort()
            return web.Response()
        problem = fault.error()
        if problem is not None:
            return self._error(call.request, problem)
        return response or await self._answer(call, handler, is_open)

    def _error(self, request: web.Request, problem: ApiError) -> web.Response:
        log.debug("%s %s: %s %s", request.method, request.path, problem, problem.errors or "")
        headers = {"Via": "1.1 sandbox"}
        if problem.retry_after is not None:
            headers["Retry-After"] = str(max(1, round(problem.retry_after)))
            headers["X-RateLimit-Scope"] = "user"
        body = dumps(problem.body()).encode()
        return web.Response(
            status=problem.status, body=body, content_type="application/json", headers=headers
        )

    async def missing(self, call: Call) -> Result:
        """Answer 404 for a route that the sandbox does not have."""
        log.warning("no such route: %s %s", call.request.method, call.request.path)
        raise not_found()

    async def attachment(self, request: web.Request) -> web.Response:
        """Serve an attachment, as Discord's CDN does."""
        kind = mimetypes.guess_type(request.match_info["name"])[0] or "application/octet-stream"
        return await self._blob(request.match_info["key"], kind)

    async def emoji(self, request: web.Request) -> web.Response:
        """Serve an emoji's image as it was uploaded; Discord's CDN converts it to the extension's format."""
        emoji = self._context.state.emojis.get(request.match_info["key"], {"id": "", "_content_type": ""})
        return await self._blob(emoji["id"], emoji["_content_type"])

    async def _blob(self, key: str, kind: str) -> web.Response:
        data = await asyncio.to_thread(self._context.state.store.blob, key)
        if data is None:
            return web.Response(status=404, text="This content is no longer available.")
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable",
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "sandbox; default-src 'none'",
        }
        return web.Response(body=data, content_type=kind, headers=headers)


def _respond(call: Call, result: Result) -> web.Response:
    if result is None:
        return web.Response(status=204, headers=call.headers)
    body = dumps(result).encode()
    return web.Response(body=body, content_type="application/json", headers=call.headers)
