"""Completions of options, which never fail: where something is wrong there is no choice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar

import structlog
from discord import app_commands

from bot.exceptions import Refusal
from bot.services import Interaction
from data.errors import StoreError, UnavailableMatch

log = structlog.get_logger(__name__)

MAX_CHOICES = 25
"""The number of choices that Discord accepts."""
MAX_LETTERS = 100
"""The length of the longest choice that Discord accepts."""

V = TypeVar("V", int, str)
Completion = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[V]]]]
"""The choices for what a person has typed so far."""


def as_typed(text: str) -> str:
    """A text as people type it: with an x between the lines of a board."""
    return text.casefold().replace("×", "x")


def completion(choices: Completion[V]) -> Completion[V]:
    """A decorator: the completion has no choices where it would raise; an unexpected fault is logged."""

    @wraps(choices)
    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[V]]:
        try:
            return await choices(interaction, typed)
        except (Refusal, UnavailableMatch):  # there is nothing to complete
            return []
        except StoreError as fault:
            log.warning("nothing completed", error=str(fault))
        except Exception:
            log.exception("nothing completed")
        return []

    return complete
