"""Follow-ups of an interaction under /webhooks/{application}/{token}. Start at _target()."""

from __future__ import annotations

from sandbox import messages
from sandbox.errors import error
from sandbox.interactions import Interaction
from sandbox.payload import Json
from sandbox.rest.call import Call, Handler, Result
from sandbox.shapes import message_payload
from sandbox.validate.messages import LOADING


def _interaction(call: Call) -> Interaction:
    if call.part("application") != call.bot_id:
        raise error(10015)
    return call.sandbox.interactions.by_token(call.part("token"))


def _target(call: Call) -> Json:
    """The message meant: @original, or one of the bot's in the same channel."""
    interaction = _interaction(call)
    wanted = call.part("message")
    message_id = interaction.original_id if wanted == "@original" else wanted
    message = call.state.message(interaction.channel["id"], message_id or "")
    if (
        message["author"]["id"] != call.bot_id
        or message.get("_reader", interaction.user_id) != interaction.user_id
    ):
        raise error(10008)
    return message


async def follow_up(call: Call) -> Result:
    """Another message; the first one after a deferred answer becomes that answer."""
    interaction = _interaction(call)
    original = call.state.messages[interaction.channel["id"]].get(interaction.original_id or "")
    if original is not None and original["flags"] & LOADING:
        return message_payload(messages.revise(call.sandbox, original, call.body, call.files))
    return message_payload(call.sandbox.interactions.follow_up(interaction, call.body, call.files))


async def get(call: Call) -> Result:
    """Read a message."""
    return message_payload(_target(call))


async def edit(call: Call) -> Result:
    """Edit a message (also fills in a deferred answer)."""
    return message_payload(messages.revise(call.sandbox, _target(call), call.body, call.files))


async def delete(call: Call) -> Result:
    """Delete a message."""
    messages.delete(call.sandbox, _target(call))
    return None


_PATH = "/webhooks/{application}/{token}"
ROUTES: list[tuple[str, str, Handler]] = [
    ("POST", _PATH, follow_up),
    ("GET", _PATH + "/messages/{message}", get),
    ("PATCH", _PATH + "/messages/{message}", edit),
    ("DELETE", _PATH + "/messages/{message}", delete),
]
