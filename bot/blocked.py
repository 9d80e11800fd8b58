"""Whom the operator does not let use the bot: people, and servers that the bot leaves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Blocked:
    """Discord's ids of people and servers."""

    people: frozenset[int] = frozenset()
    servers: frozenset[int] = frozenset()


NOBODY = Blocked()
