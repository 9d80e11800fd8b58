"""The private notes that lead people to their match in a tournament, which go once that match is over.

Until then such a note is right: it has a link to the board, and says as of when its time is.
"""

from __future__ import annotations

from bot.lru import LRU
from bot.match.events import MatchEvents
from bot.messages.private_notes import PrivateNotes, about_tournament
from data.model.match_change import MatchChange

_KEPT = 1000
"""Notes that are remembered; Discord lets each be deleted for 15 minutes."""


class OwnMatchNotes:
    """Remembers which match the note of a person about a tournament is about, and deletes it at its end."""

    def __init__(self, notes: PrivateNotes, events: MatchEvents) -> None:
        self._notes = notes
        self._matches = LRU[tuple[int, int], int](_KEPT)  # by tournament and person
        events.follow("ended", self._follow)

    def shown(self, tournament_id: int, person_id: int, match_id: int | None) -> None:
        """Note what a person's note about a tournament is about now; None if it is no match."""
        if match_id is None:
            self._matches.pop((tournament_id, person_id), None)
        else:
            self._matches[tournament_id, person_id] = match_id

    def _follow(self, change: MatchChange) -> None:
        match = change.after
        if match.tournament_id is None:
            return
        for person_id in match.people:
            if self._matches.get((match.tournament_id, person_id)) == match.id:
                self.shown(match.tournament_id, person_id, None)
                self._notes.settle(person_id, about_tournament(match.tournament_id))
