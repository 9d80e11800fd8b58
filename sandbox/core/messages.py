"""Creates, edits and deletes messages, those of the bot and those of people."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox.core import events
from sandbox.core.context import Context
from sandbox.validate.components import TEXT
from sandbox.validate.messages import (
    EPHEMERAL,
    IS_V2,
    LOADING,
    SILENT,
    SUPPRESS_EMBEDS,
    check_message,
    check_sizes,
)
from sandbox.world.api_errors import Form, error
from sandbox.world.attachments import stored_components
from sandbox.world.payload import Json
from sandbox.world.permissions import Permission
from sandbox.world.snowflakes import created_at
from sandbox.world.state import DIRECT_TYPES, State

NONCE_SECONDS = 300.0
"""For how long an enforced nonce is remembered: Discord documents "the past few minutes"."""

_SETTABLE = SUPPRESS_EMBEDS | SILENT | IS_V2
_USER_MENTION, _ROLE_MENTION = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")


@dataclass(frozen=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    data: bytes
    content_type: str


Files = dict[str, Upload]  # by the index in "files[index]"


@dataclass(frozen=True)
class _Kept:
    """An attachment that the message already has."""

    filename: str
    description: str | None
    attachment: Json


@dataclass(frozen=True)
class _Added:
    """An attachment to create from an upload."""

    filename: str
    description: str | None
    upload: Upload


def create(
    context: Context,
    channel: Json,
    author_id: str,
    body: Json,
    files: Files | None = None,
    *,
    extra: Json | None = None,
) -> Json:
    """Create a message from a request's body and publish it. Raises ApiError for an invalid body.

    With ``enforce_nonce``, the author's message of the last minutes with the same nonce is returned instead.
    """
    if body.get("enforce_nonce") and (earlier := _with_nonce(context, channel, author_id, body.get("nonce"))):
        return earlier
    flags = int(body.get("flags") or 0) & _SETTABLE
    planned = _plan(body, files or {}, [])
    names = frozenset(attachment.filename for attachment in planned)
    check_message(body, bool(flags & IS_V2), names, context.state.emojis)
    if not (body.get("content") or body.get("embeds") or body.get("components") or planned):
        raise error(50006)
    message = blank(context, channel, author_id) | (extra or {})
    message["flags"] |= flags
    message["content"] = body.get("content") or ""
    message["tts"] = bool(body.get("tts"))
    message["embeds"] = _embeds(body.get("embeds"))
    message["attachments"] = _stored_attachments(context.state, channel["id"], planned)
    message["components"] = stored_components(body.get("components") or [], message["attachments"])
    if body.get("nonce") is not None:
        message["nonce"] = body["nonce"]
    _mention(context.state, channel, message, body.get("allowed_mentions"))
    publish(context, message)
    return message


def _with_nonce(context: Context, channel: Json, author_id: str, nonce: object) -> Json | None:
    since = context.clock.now() - NONCE_SECONDS
    for message in reversed(context.state.messages[channel["id"]].values()):
        if created_at(message["id"]) < since:
            break
        if nonce is not None and message.get("nonce") == nonce and message["author"]["id"] == author_id:
            return message
    return None


def publish(context: Context, message: Json) -> None:
    """Store a new message and publish it."""
    context.state.put_message(message)
    events.message_created(context, message)


def blank(context: Context, channel: Json, author_id: str) -> Json:
    """Return a message without content. It is not stored."""
    return {
        "id": context.ids.next(),
        "channel_id": channel["id"],
        "author": context.state.user(author_id),
        "content": "",
        "timestamp": context.clock.iso(),
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


def edit(context: Context, message: Json, body: Json, files: Files | None = None) -> Json:
    """Edit a message by a request's body and publish it. Raises ApiError for an invalid body."""
    flags = message["flags"] & ~LOADING
    if body.get("flags") is not None:
        flags = flags & ~SUPPRESS_EMBEDS | int(body["flags"]) & _SETTABLE
    flags |= message["flags"] & (IS_V2 | EPHEMERAL)  # once set, these stay
    planned = _plan(body, files or {}, message["attachments"])
    names = frozenset(attachment.filename for attachment in planned)
    check_message(_with_old(body, message), bool(flags & IS_V2), names, context.state.emojis)
    edited = {**message, "flags": flags}
    if "content" in body:
        edited["content"] = body["content"] or ""
    if "embeds" in body:
        edited["embeds"] = _embeds(body["embeds"])
    components = body["components"] or [] if "components" in body else message["components"]
    if not (edited["content"] or edited["embeds"] or components or planned):
        raise error(50006)
    edited["attachments"] = _stored_attachments(context.state, message["channel_id"], planned)
    edited["components"] = stored_components(components, edited["attachments"])
    if not message["flags"] & LOADING:  # completing a deferred answer does not show as an edit
        edited["edited_timestamp"] = context.clock.iso()
    _replace(context, message, edited, body.get("allowed_mentions"))
    return edited


def _with_old(body: Json, message: Json) -> Json:
    """Return an edit's body to check, with the message's content and embeds if the edit sets IS_V2.

    Such an edit must remove both: Discord refuses them beside Components V2.
    """
    if not int(body.get("flags") or 0) & IS_V2:
        return body
    return {**{key: message[key] for key in ("content", "embeds") if message[key]}, **body}


def _replace(context: Context, message: Json, edited: Json, allowed: Json | None) -> None:
    channel = context.state.channel(message["channel_id"])
    _mention(context.state, channel, edited, allowed)
    kept = {attachment["id"] for attachment in edited["attachments"]}
    context.state.drop_attachments(
        [attachment for attachment in message["attachments"] if attachment["id"] not in kept]
    )
    context.state.put_message(edited)
    events.message_updated(context, edited)


def delete(context: Context, message: Json) -> None:
    """Delete a message and publish that."""
    context.state.drop_message(message["channel_id"], message["id"])
    events.message_deleted(context, message)


# Attachments


def _plan(body: Json, files: Files, old: list[Json]) -> list[_Kept | _Added]:
    """Match the body's `attachments`, which names kept attachments and describes files, with both."""
    check_sizes([len(upload.data) for upload in files.values()])
    listed = body.get("attachments")
    left = dict(files)
    by_id = {attachment["id"]: attachment for attachment in old}
    planned: list[_Kept | _Added] = []
    form = Form()
    for index, partial in enumerate(old if listed is None else listed):
        key = str(partial.get("id"))
        if key in by_id:
            description = partial.get("description", by_id[key].get("description"))
            planned.append(_Kept(by_id[key]["filename"], description, by_id[key]))
        elif key in left:
            planned.append(_added(left.pop(key), partial))
        else:
            form.wrong(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
    form.check()
    return planned + [_added(upload, {}) for upload in left.values()]


def _added(upload: Upload, partial: Json) -> _Added:
    """Return the plan of an upload with the name and description that a partial attachment gives it."""
    return _Added(_clean(partial.get("filename") or upload.filename), partial.get("description"), upload)


def _clean(filename: str) -> str:
    return re.sub(r"[^\w.\-]", "_", filename)[-260:] or "unnamed"


def _stored_attachments(state: State, channel_id: str, planned: list[_Kept | _Added]) -> list[Json]:
    attachments = []
    for plan in planned:
        if isinstance(plan, _Kept):
            attachment = dict(plan.attachment)
        else:
            upload = plan.upload
            attachment = state.add_attachment(channel_id, plan.filename, upload.data, upload.content_type)
        if plan.description:
            attachment["description"] = plan.description
        attachments.append(attachment)
    return attachments


# Embeds and mentions


def _embeds(embeds: list[Json] | None) -> list[Json]:
    return [{"type": "rich", **embed} for embed in embeds or []]


def _texts(components: list[Json]) -> str:
    """Return the text of the text displays at any depth."""
    parts = []
    for component in components:
        if component.get("type") == TEXT:
            parts.append(component["content"])
        parts.append(_texts(component.get("components") or []))
    return "\n".join(parts)


def _mention(state: State, channel: Json, message: Json, allowed: Json | None) -> None:
    """Set the users and roles that a message mentions, by the rules of allowed_mentions.

    Without `allowed` everything in the text counts. Else `parse` lets whole kinds through, and `users` and
    `roles` single ids.
    """
    text = message["content"] + "\n" + _texts(message["components"])
    everything: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}
    rule = allowed if allowed is not None else everything
    parse = rule.get("parse") or []
    people = dict.fromkeys(_USER_MENTION.findall(text))
    named_ids = {str(mentioned_id) for key in ("users", "roles") for mentioned_id in rule.get(key) or []}
    pinged = [user_id for user_id in people if "users" in parse or user_id in named_ids]
    replied = (message.get("referenced_message") or {}).get("author", {}).get("id")
    if replied and rule.get("replied_user") and replied not in pinged:
        pinged.append(replied)
    message["mentions"] = [state.user(user_id) for user_id in pinged if user_id in state.users]
    roles = dict.fromkeys(_ROLE_MENTION.findall(text))
    message["mention_roles"] = [role_id for role_id in roles if "roles" in parse or role_id in named_ids]
    message["mention_everyone"] = False
    if "everyone" in parse and channel["type"] not in DIRECT_TYPES and re.search("@everyone|@here", text):
        may = state.permissions(channel, message["author"]["id"]) & Permission.MENTION_EVERYONE
        message["mention_everyone"] = bool(may)


def reply_fields(state: State, channel: Json, reference: Json | None) -> Json:
    """Return the extra fields of a reply. Raises 50035 if the message it refers to does not exist."""
    if not reference:
        return {}
    target = state.messages[channel["id"]].get(str(reference.get("message_id")))
    if target is None or "_reader" in target:
        if reference.get("fail_if_not_exists", True):
            form = Form()
            form.wrong(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
            form.check()
        return {}
    fields = {"type": 0, "message_id": target["id"], "channel_id": channel["id"]}
    if "guild_id" in channel:
        fields["guild_id"] = channel["guild_id"]
    return {"type": 19, "message_reference": fields, "referenced_message": quoted(target)}


def quoted(message: Json) -> Json:
    """Return a message as another payload quotes it."""
    return {key: value for key, value in message.items() if key != "referenced_message" and key[0] != "_"}
