"""Application commands, global ones and those of a guild."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.core.context import CommandsChanged
from sandbox.rest.call import Call, Result, Route
from sandbox.validate.commands import CHAT_INPUT, ENTRY_POINT, MESSAGE, USER, check_command
from sandbox.world.api_errors import Form, error
from sandbox.world.payload import Json, public

GLOBAL = "global"
_LIMITS = {CHAT_INPUT: 100, USER: 15, MESSAGE: 15, ENTRY_POINT: 1}
_KEPT: Json = {
    "name_localizations": None,
    "description": "",
    "description_localizations": None,
    "options": [],
    "default_member_permissions": None,
    "nsfw": False,
    "contexts": None,
    "integration_types": [0],
}


def _scope(call: Call) -> str:
    if call.part("application") != call.bot_id:
        raise error(10002)
    return call.guild()["id"] if "guild" in call.request.match_info else GLOBAL


def _make(call: Call, scope: str, body: Json, command_id: str | None = None) -> Json:
    """Return a command as Discord stores it."""
    command: Json = {
        "id": command_id or call.context.ids.next(),
        "application_id": call.bot_id,
        "version": call.context.ids.next(),
        "type": body.get("type") or CHAT_INPUT,
        "name": body["name"],
    }
    command |= {key: body[key] if body.get(key) is not None else default for key, default in _KEPT.items()}
    command |= {key: body[key] for key in ("dm_permission", "handler") if key in body}
    if command["default_member_permissions"] is not None:
        command["default_member_permissions"] = str(command["default_member_permissions"])
    if scope != GLOBAL:
        command["guild_id"] = scope
    return command


def _check(bodies: Sequence[object], paths: list[tuple[int, ...]]) -> list[Json]:
    """Return the commands if they are valid. Raises 50035."""
    form = Form()
    seen: set[tuple[object, object]] = set()
    for path, body in zip(paths, bodies, strict=True):
        check_command(form, path, body)
        if not isinstance(body, dict):  # `check_command` has recorded that
            continue
        key = (body.get("type") or CHAT_INPUT, body.get("name"))
        if key in seen:
            text = "Application command names must be unique"
            form.wrong((*path, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(key)
    form.check()
    return [command for command in bodies if isinstance(command, dict)]


def _existing_id(call: Call, scope: str, body: Json) -> str | None:
    """Return the id of the command with the same name and type."""
    for command in call.state.commands.get(scope, {}).values():
        if command["name"] == body["name"] and command["type"] == (body.get("type") or CHAT_INPUT):
            return str(command["id"])
    return None


async def overwrite(call: Call) -> Result:
    """Replace every command of the scope. Commands with the same name and type keep their id.

    Raises 50240 without the entry point, a command that Discord makes for an app with activities.
    """
    scope, document = _scope(call), call.document
    bodies = document if isinstance(document, list) else []
    if not isinstance(document, list):
        form = Form()
        form.wrong((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        form.check()
    commands = _check(bodies, [(index,) for index in range(len(bodies))])
    for kind, limit in _LIMITS.items():
        if sum((command.get("type") or CHAT_INPUT) == kind for command in commands) > limit:
            raise error(30032)
    made = [_make(call, scope, command, _existing_id(call, scope, command)) for command in commands]
    kept = {command["id"] for command in made}
    stored = call.state.commands.get(scope, {})
    if any(command["type"] == ENTRY_POINT and command["id"] not in kept for command in stored.values()):
        raise error(50240)
    for command_id in list(stored):
        if command_id not in kept:
            call.state.drop_command(scope, command_id)
    return [_put(call, scope, command) for command in made]


def _put(call: Call, scope: str, command: Json) -> Json:
    call.state.put_command(scope, command)
    call.context.events.publish(CommandsChanged())
    return public(command)


async def every(call: Call) -> Result:
    """List the commands of the scope."""
    return [public(command) for command in call.state.commands.get(_scope(call), {}).values()]


async def create(call: Call) -> Result:
    """Add a command, or replace the one with the same name and type."""
    scope = _scope(call)
    _check([call.body], [()])
    return _put(call, scope, _make(call, scope, call.body, _existing_id(call, scope, call.body)))


def _command(call: Call, scope: str) -> Json:
    command = call.state.commands.get(scope, {}).get(call.part("command"))
    if command is None:
        raise error(10063)
    return command


async def get(call: Call) -> Result:
    """Read a command."""
    return public(_command(call, _scope(call)))


async def edit(call: Call) -> Result:
    """Edit a command."""
    scope = _scope(call)
    command = _command(call, scope)
    body = {**public(command), **call.body}
    _check([body], [()])
    return _put(call, scope, _make(call, scope, body, command["id"]))


async def delete(call: Call) -> Result:
    """Delete a command."""
    call.state.drop_command(_scope(call), call.part("command"))
    call.context.events.publish(CommandsChanged())
    return None


def _routes(path: str) -> list[Route]:
    return [
        ("PUT", path, overwrite),
        ("GET", path, every),
        ("POST", path, create),
        ("GET", path + "/{command}", get),
        ("PATCH", path + "/{command}", edit),
        ("DELETE", path + "/{command}", delete),
    ]


ROUTES: list[Route] = [
    *_routes("/applications/{application}/commands"),
    *_routes("/applications/{application}/guilds/{guild}/commands"),
]
