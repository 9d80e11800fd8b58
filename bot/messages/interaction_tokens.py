"""The last interaction of each person in each match, whose token sends the person a private note later.

Only the token of an interaction sends an ephemeral message. A person who only replies to the board has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

import discord

from bot.lru import LRU
from bot.texts import Texts, texts

TOKEN_SECONDS = 14 * 60.0
"""How long the token of an interaction is used: it lives 15 minutes."""
_MOST = 2_000


@dataclass(frozen=True, slots=True)
class PersonToken:
    """The token of an interaction of a person, and their language."""

    person_id: int
    webhook: discord.Webhook
    reader: Texts
    kept_at: float

    @property
    def seconds_left(self) -> float:
        """How long the token can still be used; not positive once it is spent."""
        return TOKEN_SECONDS - (monotonic() - self.kept_at)


class PersonTokens:
    """Keeps the newest token of each person in each match."""

    def __init__(self) -> None:
        self._kept: LRU[tuple[int, int], PersonToken] = LRU(_MOST)  # by match and person

    def keep(self, interaction: discord.Interaction, match_id: int) -> None:
        """Keep the token of an interaction about a match."""
        person_id, reader = interaction.user.id, texts(interaction.locale.value)
        token = PersonToken(person_id, interaction.followup, reader, monotonic())
        self._kept[match_id, person_id] = token

    def forget(self, person_id: int) -> None:
        """Drop the tokens of a person."""
        for key in list(self._kept):
            if key[1] == person_id:
                del self._kept[key]

    def of(self, match_id: int, person_id: int) -> PersonToken | None:
        """The token of a person's last interaction about a match; None if there is none that can be used."""
        token = self._kept.get((match_id, person_id))
        return token if token is not None and token.seconds_left > 0 else None
