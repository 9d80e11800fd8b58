"""The page's files, socket and actions (PROTOCOL.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from sandbox.browser.actions import Actions
from sandbox.browser.refusal import Refused
from sandbox.browser.sockets import Sockets
from sandbox.core.context import Context
from sandbox.core.faults import Faults
from sandbox.core.interaction_model import Interaction
from sandbox.core.interactions import Interactions
from sandbox.world.api_errors import ApiError
from sandbox.world.payload import Json, dumps, loads

PAGE = Path(__file__).parents[1] / "page"
CACHE_CONTROL = "no-cache"
"""Of the page's files: who edits one sees it at the next load."""
_Verb = Callable[[Actions, Json], Json]


class Page:
    """Handlers of the page's requests."""

    def __init__(
        self, context: Context, interactions: Interactions, sockets: Sockets, faults: Faults
    ) -> None:
        self._context = context
        self._interactions = interactions
        self._sockets = sockets
        self._faults = faults

    def add_routes(self, app: web.Application) -> None:
        """Serve the page's files, socket and actions."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/ws", self._socket)
        app.router.add_post("/page/api/{verb}", self._action)
        app.router.add_get("/page/{name:.+}", self._file)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return _file("index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return _file(request.match_info["name"])

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        return await self._sockets.serve(request)

    async def _action(self, request: web.Request) -> web.Response:
        try:
            result = await self._carry_out(request.match_info["verb"], await _body(request))
        except Refused as refused:
            return _json({"error": refused.sentence}, refused.status)
        except ApiError as problem:
            return _json({"error": problem.message}, problem.status)
        except (KeyError, TypeError, AttributeError, ValueError) as problem:
            return _json({"error": f"A field of the request is missing or invalid: {problem}."}, 400)
        return _json(result)

    async def _carry_out(self, verb: str, body: Json) -> Json:
        if verb == "faults":
            await self._faults.apply(body)
            return {}
        if verb not in VERBS:
            raise Refused(f"There is no verb {verb!r}.", 404)
        return VERBS[verb](Actions(self._context, self._interactions, str(body["user"])), body)


def _file(name: str) -> web.StreamResponse:
    path = (PAGE / name).resolve()
    if not path.is_relative_to(PAGE) or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": CACHE_CONTROL})


async def _body(request: web.Request) -> Json:
    try:
        body = loads(await request.read())
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise Refused("The body is not valid JSON.") from None
    if not isinstance(body, dict):
        raise Refused("The body is not a JSON object.")
    return body


def _json(body: Json, status: int = 200) -> web.Response:
    return web.Response(body=dumps(body).encode(), status=status, content_type="application/json")


def _caused(interaction: Interaction) -> Json:
    return {"interaction_id": interaction.id}


def _command(actions: Actions, body: Json) -> Json:
    options = body.get("options") or []
    target = body.get("target_id")
    channel, command = str(body["channel_id"]), str(body["command_id"])
    return _caused(actions.command(channel, command, options, body.get("nonce"), target_id=target))


def _autocomplete(actions: Actions, body: Json) -> Json:
    options = body.get("options") or []
    channel, command = str(body["channel_id"]), str(body["command_id"])
    return _caused(actions.command(channel, command, options, body.get("nonce"), is_typing=True))


def _component(actions: Actions, body: Json) -> Json:
    where = str(body["channel_id"]), str(body["message_id"]), str(body["custom_id"])
    kind, values, nonce = body.get("component_type"), body.get("values"), body.get("nonce")
    return _caused(actions.component(*where, component_type=kind, values=values, nonce=nonce))


def _modal(actions: Actions, body: Json) -> Json:
    where = str(body["channel_id"]), str(body["interaction_id"]), str(body["custom_id"])
    return _caused(actions.modal(*where, body.get("components") or [], body.get("nonce")))


def _message(actions: Actions, body: Json) -> Json:
    said = actions.say(str(body["channel_id"]), str(body["content"]), body.get("reply_to"))
    return {"message_id": said["id"]}


def _dismiss(actions: Actions, body: Json) -> Json:
    actions.dismiss(str(body["message_id"]))
    return {}


def _delete(actions: Actions, body: Json) -> Json:
    actions.delete(str(body["channel_id"]), str(body["message_id"]))
    return {}


def _dm(actions: Actions, body: Json) -> Json:
    return {"channel_id": actions.dm(str(body["with"]))}


def _person(actions: Actions, body: Json) -> Json:
    return {"user_id": actions.add_person(str(body["name"]))}


def _typing(actions: Actions, body: Json) -> Json:
    actions.typing(str(body["channel_id"]))
    return {}


VERBS: dict[str, _Verb] = {
    "command": _command,
    "autocomplete": _autocomplete,
    "component": _component,
    "modal": _modal,
    "message": _message,
    "dismiss": _dismiss,
    "delete": _delete,
    "dm": _dm,
    "person": _person,
    "typing": _typing,
}
