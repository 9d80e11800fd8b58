"""POST /interactions/{id}/{token}/callback: the bot's first answer."""

from __future__ import annotations

from sandbox.rest.call import Call, Handler, Result


async def answer(call: Call) -> Result:
    """Answer an interaction; the body only with ?with_response=true."""
    told = call.sandbox.interactions.answer(call.part("id"), call.part("token"), call.body, call.files)
    is_wanted = call.request.query.get("with_response", "").lower() in ("true", "1")
    return told if is_wanted else None


ROUTES: list[tuple[str, str, Handler]] = [("POST", "/interactions/{id}/{token}/callback", answer)]
