"""Follow-ups of an interaction: /webhooks/{application}/{token}."""

from __future__ import annotations

from sandbox.core import messages
from sandbox.core.interaction_model import Interaction
from sandbox.rest.call import Call, Result, Route
from sandbox.validate.messages import LOADING
from sandbox.world.api_errors import error
from sandbox.world.payload import Json
from sandbox.world.serialize import message_payload


def _interaction(call: Call) -> Interaction:
    if call.part("application") != call.bot_id:
        raise error(10015)
    return call.interactions.by_token(call.part("token"))


def _target(call: Call) -> Json:
    """Return the path's message: @original, or another of the bot's in the same channel. Raises 10008."""
    interaction = _interaction(call)
    wanted = call.part("message")
    message_id = interaction.original_id if wanted == "@original" else wanted
    message = call.state.message(interaction.channel["id"], message_id or "")
    is_visible = message.get("_reader", interaction.user_id) == interaction.user_id
    if message["author"]["id"] != call.bot_id or not is_visible:
        raise error(10008)
    return message


async def follow_up(call: Call) -> Result:
    """Send a message. The first one after a deferred answer replaces the deferred message."""
    interaction = _interaction(call)
    original = call.state.messages[interaction.channel["id"]].get(interaction.original_id or "")
    if original is not None and original["flags"] & LOADING:
        return message_payload(messages.edit(call.context, original, call.body, call.files))
    return message_payload(call.interactions.follow_up(interaction, call.body, call.files))


async def get(call: Call) -> Result:
    """Read a message."""
    return message_payload(_target(call))


async def edit(call: Call) -> Result:
    """Edit a message; also completes a deferred answer."""
    return message_payload(messages.edit(call.context, _target(call), call.body, call.files))


async def delete(call: Call) -> Result:
    """Delete a message."""
    messages.delete(call.context, _target(call))
    return None


_PATH = "/webhooks/{application}/{token}"
ROUTES: list[Route] = [
    ("POST", _PATH, follow_up),
    ("GET", _PATH + "/messages/{message}", get),
    ("PATCH", _PATH + "/messages/{message}", edit),
    ("DELETE", _PATH + "/messages/{message}", delete),
]
