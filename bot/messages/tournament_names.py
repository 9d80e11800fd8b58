"""What a match of a tournament is called in its messages: the tournament's title, and the round."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.lru import LRU
from bot.texts import Raw, Texts
from bot.tournaments.formats import Sentence
from bot.tournaments.kinds import format_of
from bot.ui.tournament import places_text, title_of
from data.model.match import Match
from data.model.tournament import Tournament
from data.tournaments.store import TournamentStore

_KEPT = 1000
"""Matches whose tournament is not read again: neither its title nor their round changes."""


@dataclass(frozen=True, slots=True)
class _Name:
    """A tournament without what happens in it, and what the round of a match is called in it."""

    tournament: Tournament
    stage: Sentence | None
    places_of_loser: range | None
    """The places of whoever loses the match, if that decides them."""


class TournamentNames:
    """Names the tournaments of matches."""

    def __init__(self, store: TournamentStore) -> None:
        self._store = store
        self._names = LRU[int, _Name](_KEPT)

    async def of(self, match: Match, reader: Texts) -> str | None:
        """Such as "Autumn Cup · Round 2", and the place of who is out by this match.

        None for a match of no tournament, or of one that was deleted.
        """
        if match.tournament_id is None:
            return None
        name = self._names.get(match.id) or await self._read(match, match.tournament_id)
        if name is None:
            return None
        parts: list[str] = [title_of(name.tournament, reader)]
        if name.stage is not None:
            key, numbers = name.stage
            parts.append(reader(key, **numbers))
        loser = match.user_of(match.winner.other) if match.winner is not None else None
        if name.places_of_loser is not None and loser is not None:
            places = places_text(name.places_of_loser)
            parts.append(reader("tournament.place-of", player=Raw(f"<@{loser}>"), place=places))
        return " · ".join(parts)

    async def _read(self, match: Match, tournament_id: int) -> _Name | None:
        tournament = await self._store.find(tournament_id)
        if tournament is None:
            return None
        pairing = next(
            (candidate for candidate in tournament.pairings if candidate.match_id == match.id), None
        )
        has_rounds = tournament.rounds is not None and pairing is not None
        rules = format_of(tournament)
        stage = rules.stage(tournament, pairing) if has_rounds else None
        places = rules.places_of_loser(tournament, pairing) if pairing is not None else None
        name = _Name(replace(tournament, entrants=(), pairings=()), stage, places)
        self._names[match.id] = name
        return name
