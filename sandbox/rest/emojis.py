"""The emojis that an application has uploaded: it can use them in any server, without a permission."""

from __future__ import annotations

import base64
import binascii
import re

from sandbox.rest.call import Call, Result, Route
from sandbox.world.api_errors import Form, error
from sandbox.world.images import image_info
from sandbox.world.payload import Json, public

LIMIT = 2000
IMAGE_BYTES = 256 * 1024
_DATA_URI = re.compile(r"data:image/[a-z]+;base64,(.*)", re.DOTALL)
_NAME = re.compile(r"\w+", re.ASCII)


def _check_application(call: Call) -> None:
    if call.part("application") != call.bot_id:
        raise error(10002)


def _emoji(call: Call) -> Json:
    """Return the path's emoji. Raises 10014."""
    _check_application(call)
    return call.state.emoji(call.part("emoji"))


def _check_name(call: Call, form: Form, emoji_id: str | None = None) -> None:
    """Check the name of a new emoji, or the new name of `emoji_id`: letters, digits and underscores."""
    name = call.body.get("name")
    if not form.text(("name",), name, 2, 32):
        return
    if not _NAME.fullmatch(str(name)):
        form.wrong(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    elif any(emoji["name"] == name and emoji["id"] != emoji_id for emoji in call.state.emojis.values()):
        form.wrong(
            ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists"
        )


def _image(call: Call, form: Form) -> bytes:
    """Return the bytes of the body's image, a data URI; b"" for anything else."""
    image = call.body.get("image")
    encoded = _DATA_URI.fullmatch(image) if isinstance(image, str) else None
    try:
        data = base64.b64decode(encoded[1], validate=True) if encoded else b""
    except binascii.Error:
        data = b""
    if image is None:
        form.required(("image",))
    elif len(data) > IMAGE_BYTES:
        form.wrong(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    elif image_info(data) is None:
        form.wrong(("image",), "IMAGE_INVALID", "Unsupported image type given")
    return data


async def every(call: Call) -> Result:
    """List the emojis."""
    _check_application(call)
    return {"items": [public(emoji) for emoji in call.state.emojis.values()]}


async def get(call: Call) -> Result:
    """Read an emoji."""
    return public(_emoji(call))


async def create(call: Call) -> Result:
    """Upload an emoji."""
    _check_application(call)
    if len(call.state.emojis) >= LIMIT:
        raise error(30008)
    form = Form()
    _check_name(call, form)
    data = _image(call, form)
    form.check()
    return public(call.state.add_emoji(call.body["name"], data))


async def rename(call: Call) -> Result:
    """Rename an emoji. Its image stays: another one is another emoji."""
    emoji = _emoji(call)
    form = Form()
    _check_name(call, form, emoji["id"])
    form.check()
    renamed = {**emoji, "name": call.body["name"]}
    call.state.put_emoji(renamed)
    return public(renamed)


async def delete(call: Call) -> Result:
    """Delete an emoji."""
    call.state.drop_emoji(_emoji(call)["id"])
    return None


ROUTES: list[Route] = [
    ("GET", "/applications/{application}/emojis", every),
    ("POST", "/applications/{application}/emojis", create),
    ("GET", "/applications/{application}/emojis/{emoji}", get),
    ("PATCH", "/applications/{application}/emojis/{emoji}", rename),
    ("DELETE", "/applications/{application}/emojis/{emoji}", delete),
]
