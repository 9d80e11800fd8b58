"""What the log lines of a task name without repeating it: the match, the server, and the request.

``request`` is the id of the interaction that a line follows from.
"""

from __future__ import annotations

import contextvars

from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars

from data.model.match import Match

_INHERITED = "request"


def about(match: Match) -> dict[str, int]:
    """The values of lines about a match."""
    return {"match": match.id} if match.guild_id is None else {"match": match.id, "guild": match.guild_id}


def bind(**values: object) -> None:
    """Add values to the lines of the present task and of those that it begins. None leaves a value out."""
    bind_contextvars(**{name: value for name, value in values.items() if value is not None})


def background_context(**values: object) -> contextvars.Context:
    """The context of a task in the background: its lines have these values and the request that led to it."""
    context = contextvars.copy_context()
    context.run(_replace, values)
    return context


def _replace(values: dict[str, object]) -> None:
    request = get_contextvars().get(_INHERITED)
    clear_contextvars()
    bind(**{_INHERITED: request}, **values)
