"""The limits of a message's body."""

from __future__ import annotations

from collections.abc import Collection

from sandbox.validate.components import check_components
from sandbox.validate.embeds import check_embeds
from sandbox.world.api_errors import ApiError, Form
from sandbox.world.payload import Json

CONTENT, ATTACHMENTS, ALT_TEXT, NONCE = 2000, 10, 1024, 25
FILE_BYTES = 10 * 1024 * 1024
SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, IS_V2 = 1 << 2, 1 << 6, 1 << 7, 1 << 12, 1 << 15
_LEGACY = ("content", "embeds", "poll", "stickers")


def check_message(body: Json, is_v2: bool, files: frozenset[str], emojis: Collection[str]) -> None:
    """Raise 50035 with every error of a message's body.

    `files` are the names of its attachments, `emojis` the ids of the bot's custom emojis.
    """
    form = Form()
    form.text(("content",), body.get("content"), 0, CONTENT)
    form.text(("nonce",), body.get("nonce"), 0, NONCE)
    if is_v2:
        _check_legacy(form, body)
    check_embeds(form, body.get("embeds"))
    check_components(form, body.get("components"), is_v2, files, emojis)
    for index, attachment in enumerate(form.array(("attachments",), body.get("attachments"), 0, ATTACHMENTS)):
        description = attachment.get("description") if isinstance(attachment, dict) else None
        form.text(("attachments", index, "description"), description, 0, ALT_TEXT)
    _check_mentions(form, body.get("allowed_mentions"))
    form.check()


def _check_legacy(form: Form, body: Json) -> None:
    for key in _LEGACY:
        if body.get(key):
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.wrong((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)


def _check_mentions(form: Form, allowed: Json | None) -> None:
    if allowed is None:
        return
    parse = form.array(("allowed_mentions", "parse"), allowed.get("parse"), 0, 3)
    for index, kind in enumerate(parse):
        form.choice(("allowed_mentions", "parse", index), kind, ("roles", "users", "everyone"))
    for key in ("users", "roles"):
        listed = form.array(("allowed_mentions", key), allowed.get(key), 0, 100)
        if listed and key in parse:
            text = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            form.wrong(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def check_sizes(sizes: list[int]) -> None:
    """Raise 40005 for a file over 10 MiB and 50035 for more than ten files."""
    if any(size > FILE_BYTES for size in sizes):
        raise ApiError(413, 40005, "Request entity too large")
    if len(sizes) > ATTACHMENTS:
        form = Form()
        form.wrong(("files",), "BASE_TYPE_MAX_LENGTH", f"Must be {ATTACHMENTS} or fewer in length.")
        form.check()
