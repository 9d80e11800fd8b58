"""What a match is part of, such as a round of a tournament: features say it, messages repeat it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from bot.texts import Texts
from data.model.match import Match

Occasion = Callable[[Match, Texts], Awaitable[str | None]]
"""Says in a few words what a match is part of; None if it is part of nothing that the feature knows."""


class Occasions:
    """The answers of all features, which `add` what they know."""

    def __init__(self) -> None:
        self._sources: list[Occasion] = []

    def add(self, source: Occasion) -> None:
        """From now on ask this feature, too."""
        self._sources.append(source)

    async def of(self, match: Match, reader: Texts) -> str | None:
        """What a match is part of, of the first feature that knows; None for most matches."""
        for source in self._sources:
            if (occasion := await source(match, reader)) is not None:
                return occasion
        return None

    async def of_each(self, matches: Iterable[Match], reader: Texts) -> dict[int, str]:
        """What matches are part of, by their numbers."""
        occasions = {match.id: await self.of(match, reader) for match in matches}
        return {number: occasion for number, occasion in occasions.items() if occasion is not None}
