"""POST /interactions/{id}/{token}/callback: the bot's first answer."""

from __future__ import annotations

from sandbox.rest.call import Call, Result, Route


async def answer(call: Call) -> Result:
    """Answer an interaction. The response has a body with ?with_response=true only."""
    response = call.interactions.answer(call.part("id"), call.part("token"), call.body, call.files)
    is_wanted = call.request.query.get("with_response", "").lower() in ("true", "1")
    return response if is_wanted else None


ROUTES: list[Route] = [("POST", "/interactions/{id}/{token}/callback", answer)]
