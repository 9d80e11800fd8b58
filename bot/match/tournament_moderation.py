"""What the creator of a tournament and moderators do to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import structlog

from bot.exceptions import Refusal
from bot.match.endings import ADJUDICATED, DECIDED_BY_ORGANIZER
from bot.match.events import MatchEvents
from bot.match.tournament_matches import check_replacement, has_begun
from bot.match.tournaments import TournamentChanged, Tournaments
from bot.tournaments.changes import (
    can_be_corrected,
    can_be_extended,
    can_end_now,
    can_return,
    canceled_without_giver,
    correctable_on,
    corrected,
    edited,
    replaced,
    unplayed,
)
from bot.tournaments.kinds import format_of
from data.errors import Stale, UnavailableMatch
from data.model.match import Match, MatchState
from data.model.tournament import (
    REMOVED,
    UNFINISHED,
    Pairing,
    Result,
    Tournament,
    TournamentState,
)
from data.store import Store
from data.tournaments.store import StaleTournament
from games.base import Outcome, Side

log = structlog.get_logger(__name__)

SECONDS_OF_DAY = 86_400.0
_ATTEMPTS = 8
"""How often a tournament that others change is read again before it is deleted."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """What a person loses who is removed from a tournament."""

    tournament: Tournament
    matches: int
    """The matches that are forfeited: those without a move, also of the rounds that are known."""


class TournamentModeration:
    """Acts of moderators. Methods raise `Refusal` and `data.errors.StoreError`."""

    def __init__(self, store: Store, events: MatchEvents, tournaments: Tournaments) -> None:
        self._moderation = store.moderation
        self._matches = store.matches
        self._queries = store.queries
        self._background = store.background
        self._events = events
        self._tournaments = tournaments

    async def edit(
        self,
        seen: Tournament,
        title: str | None,
        control: str,
        level: str | None,
        starts_at: float | None,
    ) -> Tournament:
        """Change title, clock, computer and start of a tournament; once it has started only the title.

        Of two edits at once the second is refused.
        """

        def change(tournament: Tournament) -> Tournament:
            if tournament.state not in UNFINISHED:
                raise Refusal("tournament.over")
            if _terms(tournament) != _terms(seen):
                raise Refusal("moderate.changed-tournament")
            if tournament.state is TournamentState.RUNNING:
                terms = tournament.control, tournament.level, tournament.starts_at
                if (control, level, starts_at) != terms:
                    raise Refusal("tournament.started-already")
                return replace(tournament, title=title)
            after = edited(tournament, title, control, level, starts_at)
            problem = format_of(after).problem_of_clock(is_live=after.is_live)
            if problem is not None:
                raise Refusal(problem)
            return after

        return await self._tournaments.change(seen.id, change)

    async def remove(self, seen: Tournament, number: int) -> Tournament:
        """An entrant is not paired anymore, loses the matches without a move, and takes no place."""

        def change(tournament: Tournament) -> Tournament:
            if tournament.state not in UNFINISHED:
                raise Refusal("tournament.over")
            _check_same_entrant(tournament, seen, number)
            if tournament.entrant(number).dropped:
                raise Refusal("moderate.changed-tournament")
            after = tournament.without(number, removed=True)
            return canceled_without_giver(after, self._tournaments.now())

        before = await self._tournaments.get(seen.id)
        after = await self._tournaments.store_change(before, change)
        if after.state is TournamentState.RUNNING:
            await self._forfeit(after, number)
        return after

    async def put_back(self, tournament_id: int, number: int) -> Tournament:
        """An entrant who has left, or was removed, is paired again.

        In a knockout the match that they have given up is replayed, and what followed from it is called off.
        """
        before = await self._tournaments.get(tournament_id)
        gone = _following_replay(before, number)
        if any(has_begun(gone_match) for gone_match in await self._of_pairings(gone)):
            raise Refusal("moderate.put-back.next-begun")

        def change(tournament: Tournament) -> Tournament:
            nonlocal gone
            if not 0 < number <= len(tournament.entrants) or not can_return(tournament, number):
                raise Refusal("moderate.put-back.too-late")
            # Again: it is called with the stored tournament once more if that has changed meanwhile.
            gone = _following_replay(tournament, number)
            return format_of(tournament).returned(tournament, number)

        after = await self._tournaments.store_change(before, change)
        for match in await self._of_pairings(gone):
            await self._tournaments.call_off(match)
        return after

    async def leaving(self, guild_id: int, user_id: int) -> list[Leaving]:
        """The unfinished tournaments of a server that a person is in, and what they would lose."""
        return [
            Leaving(tournament, await self.count_unplayed(tournament, number))
            for tournament in await self._moderation.tournaments_of(guild_id, user_id)
            for number in (entrant.number for entrant in tournament.entrants if entrant.user_id == user_id)
        ]

    async def count_unplayed(self, tournament: Tournament, number: int) -> int:
        """How many matches an entrant forfeits who is removed now."""
        matches = await self._of_pairings(tournament.open_pairings)
        return len(unplayed(tournament, number, {match.id for match in matches if match.ply}))

    async def forfeit_of(self, tournament_id: int, user_id: int) -> None:
        """A person who was removed by a ban loses the matches of a tournament without a move."""
        tournament = await self._tournaments.get(tournament_id)
        entrant = tournament.entrant_of(user_id)
        if entrant is not None and tournament.state is TournamentState.RUNNING:
            await self._forfeit(tournament, entrant.number)

    async def _forfeit(self, tournament: Tournament, number: int) -> None:
        pairings = {pairing.match_id: pairing for pairing in tournament.open_pairings if pairing.has(number)}
        for match in await self._of_pairings([*pairings.values()]):
            if match.ply:  # what has begun is played to its end
                continue
            winner = pairings[match.id].side_of(number).other
            try:
                await self._background.finish(match.id, match.position_id, Outcome(winner, REMOVED))
            except (Stale, UnavailableMatch) as reason:
                log.debug("match not forfeited", match=match.id, reason=str(reason))

    async def replace(self, seen: Tournament, number: int, user_id: int) -> Tournament:
        """A person takes the place of an entrant; a match that has not begun ends, and another begins."""
        before = await self._tournaments.get(seen.id)
        begun = {
            open_match.id
            for open_match in await self._of_pairings(before.open_pairings)
            if has_begun(open_match)
        }
        waiting: list[Pairing] = []

        def change(tournament: Tournament) -> Tournament:
            _check_same_entrant(tournament, seen, number)
            check_replacement(tournament, number, user_id)
            pairings = (pairing for pairing in tournament.open_pairings if pairing.has(number))
            waiting[:] = [pairing for pairing in pairings if pairing.match_id not in begun]
            return replaced(tournament, number, user_id, waiting)

        after = await self._tournaments.store_change(before, change)
        for match in await self._of_pairings(waiting if format_of(after).keeps_places else ()):
            await self._tournaments.call_off(match)
        return after

    async def extend(self, tournament_id: int, days: int, seen: float = math.inf) -> list[Match]:
        """Give whoever is to move in a match more days for this move; returns the matches, with their clocks.

        Each match is changed in a transaction of its own. One that is paused, or in which somebody moves
        meanwhile, stays as it is: the next turn has its whole time. ``seen`` is their `extra_seconds` when
        the moderator was asked: if another one has given more since, also at the same moment, nothing is
        done.
        """
        tournament = await self._tournaments.get(tournament_id)
        if not can_be_extended(tournament):
            raise Refusal("moderate.not-extended")
        running = await self.with_running_clock(tournament)
        if extra_seconds(running) > seen:
            raise Refusal("moderate.changed-tournament")
        extended = list[Match]()
        for match in running:
            try:
                extended.append(await self._matches.extend_turn(match, days * SECONDS_OF_DAY))
            except UnavailableMatch as reason:
                log.debug("turn not extended", match=match.id, reason=str(reason))
            except Stale as stale:
                log.debug("turn not extended", match=match.id, reason=str(stale))
                # Not a move but more time: another moderator was faster, and both meant the same days.
                if not extended and extra_seconds([stale.match]) > extra_seconds([match]):
                    raise Refusal("moderate.changed-tournament") from None
        if not extended:
            raise Refusal("moderate.not-extended")
        return extended

    async def with_running_clock(self, tournament: Tournament) -> list[Match]:
        """The matches of a tournament in which the time of somebody is running."""
        matches = await self._of_pairings(tournament.open_pairings)
        return [match for match in matches if match.is_active and match.clock and match.clock.falls_at]

    async def end_now(self, tournament_id: int) -> Tournament:
        """The time of an arena is over: it ends with its standings, and matches that go on do not count."""

        def change(tournament: Tournament) -> Tournament:
            if not can_end_now(tournament):
                raise Refusal("tournament.over")
            return replace(tournament, deadline=self._tournaments.now())

        return await self._tournaments.change(tournament_id, change)

    async def decide(self, pairing: Pairing, result: Result, *, by_organizer: bool) -> None:
        """End the match of a pairing with a result, as if it had been played to that end.

        The board says whether the organizer has decided that, or a moderator.
        """
        winners = {Result.FIRST: Side.FIRST, Result.SECOND: Side.SECOND, Result.DRAW: None}
        if result not in winners:
            raise Refusal("moderate.not-corrected")
        for match in await self._of_pairings([pairing]):
            if match.state != MatchState.PLAYING:
                break
            try:
                reason = DECIDED_BY_ORGANIZER if by_organizer else ADJUDICATED
                await self._matches.finish(match.id, match.position_id, Outcome(winners[result], reason))
            except (Stale, UnavailableMatch):
                break
            return
        raise Refusal("moderate.changed-tournament")

    async def correct(self, tournament_id: int, seen: Pairing, result: Result) -> Tournament:
        """Replace the result of a pairing, unless it has changed; its match and ratings stay as they are.

        Matches that would not have been paired with this result are called off; none of them may have begun.
        """
        before = await self._tournaments.get(tournament_id)
        gone = _following(before, seen)
        if any(has_begun(gone_match) for gone_match in await self._of_pairings(gone)):
            raise Refusal("moderate.next-begun")

        def change(tournament: Tournament) -> Tournament:
            nonlocal gone
            if not can_be_corrected(tournament) or result not in format_of(tournament).results(tournament):
                raise Refusal("moderate.not-corrected")
            pairing = correctable_on(tournament, seen.round, seen.board)
            if pairing is not None and pairing.result is not seen.result:
                raise Refusal("moderate.changed-tournament")
            gone = _following(tournament, seen)
            return corrected(tournament, seen.round, seen.board, result)

        after = await self._tournaments.store_change(before, change)
        for match in await self._of_pairings(gone):
            await self._tournaments.call_off(match)
        return after

    async def _of_pairings(self, pairings: Sequence[Pairing]) -> list[Match]:
        numbers = [pairing.match_id for pairing in pairings if pairing.match_id is not None]
        return await self._queries.by_number(numbers)

    async def delete(self, tournament: Tournament) -> None:
        """Delete a tournament that was read; its matches stay. If it has changed, it is read again.

        Raises `StaleTournament` if it changes again and again, and `Refusal` if it is gone.
        """
        for _ in range(_ATTEMPTS):
            with suppress(StaleTournament):
                await self._moderation.delete_tournament(tournament)
                self._events.publish(TournamentChanged(tournament.id))
                return
            tournament = await self._tournaments.get(tournament.id)
        raise StaleTournament(tournament.id)


def extra_seconds(matches: Sequence[Match]) -> float:
    """How much more time than a turn has moderators have given for the present turns, in all, in seconds."""
    clocks = [match.clock for match in matches if match.clock is not None]
    extra = (
        clock.budget(clock.side).seconds - clock.control.main for clock in clocks if clock.side is not None
    )
    return sum(max(0.0, seconds) for seconds in extra)


def _terms(tournament: Tournament) -> tuple[str | None, str, str | None, float | None]:
    """What an edit changes."""
    return tournament.title, tournament.control, tournament.level, tournament.starts_at


def _check_same_entrant(tournament: Tournament, seen: Tournament, number: int) -> None:
    """Raise `Refusal` unless the entrant with a number is who had it in the tournament that was seen.

    Before the start the numbers change when somebody leaves or is removed, also at the same moment.
    """
    before, now = (
        [entrant.user_id for entrant in read.entrants[number - 1 : number]] for read in (seen, tournament)
    )
    if not now or before != now:
        raise Refusal("moderate.changed-tournament")


def _following_replay(tournament: Tournament, number: int) -> list[Pairing]:
    """The pairings that are taken away if an entrant who has left is put back."""
    if not 0 < number <= len(tournament.entrants):
        return []
    rules = format_of(tournament)
    pairing = rules.replayed(tournament, number)
    return [] if pairing is None else rules.following(tournament, pairing)


def _following(tournament: Tournament, seen: Pairing) -> list[Pairing]:
    """The pairings that another result of a pairing would take away."""
    pairing = correctable_on(tournament, seen.round, seen.board)
    return [] if pairing is None else format_of(tournament).following(tournament, pairing)
