"""Makes and edits messages, the bot's and people's. Start at create() and revise()."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandbox.errors import Form, error
from sandbox.media import settle_components
from sandbox.payload import Json
from sandbox.permissions import Permission
from sandbox.state import DIRECT_TYPES
from sandbox.validate.messages import (
    EPHEMERAL,
    IS_V2,
    LOADING,
    SILENT,
    SUPPRESS_EMBEDS,
    check_message,
    check_sizes,
)

if TYPE_CHECKING:
    from sandbox.app import Sandbox
    from sandbox.state import State

_SETTABLE = SUPPRESS_EMBEDS | SILENT | IS_V2
_USER_MENTION, _ROLE_MENTION = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")


@dataclass(frozen=True)
class Upload:
    """A file as it arrived."""

    filename: str
    data: bytes
    content_type: str


Files = dict[str, Upload]  # by the index in "files[index]"


@dataclass(frozen=True)
class _Planned:
    """An attachment a message will have: one it has already, or a file to keep."""

    filename: str
    description: str | None
    old: Json | None
    upload: Upload | None


def create(
    sandbox: Sandbox,
    channel: Json,
    author_id: str,
    body: Json,
    files: Files | None = None,
    *,
    extra: Json | None = None,
) -> Json:
    """Check a body, make the message, keep it and tell everybody."""
    flags = int(body.get("flags") or 0) & _SETTABLE
    planned = _plan(body, files or {}, [])
    check_message(body, bool(flags & IS_V2), frozenset(one.filename for one in planned))
    if not (body.get("content") or body.get("embeds") or body.get("components") or planned):
        raise error(50006)
    message = blank(sandbox, channel, author_id) | (extra or {})
    message["flags"] |= flags
    message["content"] = body.get("content") or ""
    message["tts"] = bool(body.get("tts"))
    message["embeds"] = _embeds(body.get("embeds"))
    message["attachments"] = _keep(sandbox.state, channel["id"], planned)
    message["components"] = settle_components(body.get("components") or [], message["attachments"])
    if body.get("nonce") is not None:
        message["nonce"] = body["nonce"]
    _mention(sandbox.state, channel, message, body.get("allowed_mentions"))
    publish(sandbox, message)
    return message


def publish(sandbox: Sandbox, message: Json) -> None:
    """Keep a new message and tell everybody."""
    sandbox.state.put_message(message)
    sandbox.delivery.message_created(message)


def blank(sandbox: Sandbox, channel: Json, author_id: str) -> Json:
    """A message that says nothing yet."""
    return {
        "id": sandbox.ids.next(),
        "channel_id": channel["id"],
        "author": sandbox.state.user(author_id),
        "content": "",
        "timestamp": sandbox.clock.iso(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
    }


def revise(sandbox: Sandbox, message: Json, body: Json, files: Files | None = None) -> Json:
    """Check an edit, replace the message by its new self and tell everybody."""
    flags = message["flags"] & ~LOADING
    flags = (
        flags & ~SUPPRESS_EMBEDS | int(body["flags"]) & _SETTABLE if body.get("flags") is not None else flags
    )
    flags |= message["flags"] & (IS_V2 | EPHEMERAL)
    planned = _plan(body, files or {}, message["attachments"])
    check_message(_with_old(body, message), bool(flags & IS_V2), frozenset(one.filename for one in planned))
    edited = {**message, "flags": flags}
    if "content" in body:
        edited["content"] = body["content"] or ""
    if "embeds" in body:
        edited["embeds"] = _embeds(body["embeds"])
    components = body["components"] or [] if "components" in body else message["components"]
    if not (edited["content"] or edited["embeds"] or components or planned):
        raise error(50006)
    edited["attachments"] = _keep(sandbox.state, message["channel_id"], planned)
    edited["components"] = settle_components(components, edited["attachments"])
    if not message["flags"] & LOADING:
        edited["edited_timestamp"] = sandbox.clock.iso()
    _replace(sandbox, message, edited, body.get("allowed_mentions"))
    return edited


def _with_old(body: Json, message: Json) -> Json:
    """An edit to V2 must also empty what the message has of content and embeds."""
    if not int(body.get("flags") or 0) & IS_V2:
        return body
    return {**{key: message[key] for key in ("content", "embeds") if message[key]}, **body}


def _replace(sandbox: Sandbox, message: Json, edited: Json, allowed: Json | None) -> None:
    channel = sandbox.state.channel(message["channel_id"])
    _mention(sandbox.state, channel, edited, allowed)
    kept = {one["id"] for one in edited["attachments"]}
    sandbox.state.drop_attachments([one for one in message["attachments"] if one["id"] not in kept])
    sandbox.state.put_message(edited)
    sandbox.delivery.message_updated(edited)


def delete(sandbox: Sandbox, message: Json) -> None:
    """Remove a message and tell everybody."""
    sandbox.state.drop_message(message["channel_id"], message["id"])
    sandbox.delivery.message_deleted(message)


# Attachments


def _plan(body: Json, files: Files, old: list[Json]) -> list[_Planned]:
    """Which attachments the message will have: `attachments` says what is kept and describes files."""
    check_sizes([len(one.data) for one in files.values()])
    listed = body.get("attachments")
    left, by_id = dict(files), {one["id"]: one for one in old}
    planned: list[_Planned] = []
    form = Form()
    for index, one in enumerate(old if listed is None else listed):
        key = str(one.get("id"))
        if key in by_id:
            description = one.get("description", by_id[key].get("description"))
            planned.append(_Planned(by_id[key]["filename"], description, by_id[key], None))
        elif key in left:
            upload = left.pop(key)
            name = _clean(one.get("filename") or upload.filename)
            planned.append(_Planned(name, one.get("description"), None, upload))
        else:
            form.wrong(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
    form.check()
    return planned + [_Planned(_clean(one.filename), None, None, one) for one in left.values()]


def _clean(filename: str) -> str:
    return re.sub(r"[^\w.\-]", "_", filename)[-260:] or "unnamed"


def _keep(state: State, channel_id: str, planned: list[_Planned]) -> list[Json]:
    attachments = []
    for one in planned:
        if one.upload is None:
            assert one.old is not None
            attachment = dict(one.old)
        else:
            upload = one.upload
            attachment = state.add_attachment(channel_id, one.filename, upload.data, upload.content_type)
        if one.description:
            attachment["description"] = one.description
        attachments.append(attachment)
    return attachments


# Embeds and mentions


def _embeds(embeds: list[Json] | None) -> list[Json]:
    return [{"type": "rich", **one} for one in embeds or []]


def _texts(components: list[Any]) -> str:
    parts = []
    for one in components:
        if one.get("type") == 10:
            parts.append(one["content"])
        parts.append(_texts(one.get("components") or []))
    return "\n".join(parts)


def _mention(state: State, channel: Json, message: Json, allowed: Json | None) -> None:
    """Fill in whom a message pings, by Discord's allowed_mentions."""
    text = message["content"] + "\n" + _texts(message["components"])
    everything: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}
    rule = allowed if allowed is not None else everything
    parse = rule.get("parse") or []
    people = dict.fromkeys(_USER_MENTION.findall(text))
    named = {str(one) for key in ("users", "roles") for one in rule.get(key) or []}
    pinged = [one for one in people if "users" in parse or one in named]
    replied = (message.get("referenced_message") or {}).get("author", {}).get("id")
    if replied and rule.get("replied_user") and replied not in pinged:
        pinged.append(replied)
    message["mentions"] = [state.user(one) for one in pinged if one in state.users]
    roles = dict.fromkeys(_ROLE_MENTION.findall(text))
    message["mention_roles"] = [one for one in roles if "roles" in parse or one in named]
    message["mention_everyone"] = False
    if "everyone" in parse and channel["type"] not in DIRECT_TYPES and re.search("@everyone|@here", text):
        may = state.permissions(channel, message["author"]["id"]) & Permission.MENTION_EVERYONE
        message["mention_everyone"] = bool(may)


def reply_to(state: State, channel: Json, reference: Json | None) -> Json:
    """The extra fields of a message that answers another one; 50035 if that one is gone."""
    if not reference:
        return {}
    target = state.messages[channel["id"]].get(str(reference.get("message_id")))
    if target is None or "_reader" in target:
        if reference.get("fail_if_not_exists", True):
            form = Form()
            form.wrong(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
            form.check()
        return {}
    told = {"type": 0, "message_id": target["id"], "channel_id": channel["id"]}
    if "guild_id" in channel:
        told["guild_id"] = channel["guild_id"]
    return {"type": 19, "message_reference": told, "referenced_message": shown(target)}


def shown(message: Json) -> Json:
    """A message as it is quoted inside another payload."""
    return {key: value for key, value in message.items() if key != "referenced_message" and key[0] != "_"}
