"""The tournaments of servers: what people do to them, and how they go on by themselves.

Everything is computed from what is stored (`bot.tournaments.changes`), and each step is one transaction that
is refused if something has changed meanwhile. So it does not matter where a step is interrupted, or whether
it is done twice: `Tournaments.go_on` does what is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

import structlog

from bot.exceptions import Refusal
from bot.match.engines import check_engine
from bot.match.events import MatchEvents
from bot.match.limits import NOT_NOW
from bot.match.rate_limits import OneAtATime
from bot.match.tournament_matches import check_challenge, check_leaving, has_begun, new_match
from bot.tournaments.changes import (
    can_join,
    canceled,
    canceled_without_giver,
    continued,
    given_up,
    joined,
    people_missing,
    seeded,
    started,
    started_in_time,
    with_results,
)
from bot.tournaments.kinds import FORMATS, format_of
from bot.tournaments.ladder import challenged
from data.errors import Stale, UnavailableMatch
from data.model.match import ABORTED, Match, MatchState
from data.model.rating_categories import category_of
from data.model.tournament import (
    BEGIN_SECONDS,
    LEFT,
    NOT_BEGUN,
    UNFINISHED,
    NewTournament,
    Pairing,
    Tournament,
    TournamentState,
)
from data.store import Store
from data.tournaments.store import StaleTournament
from games import replay
from games.base import Outcome

log = structlog.get_logger(__name__)

POST_SECONDS = 5.0
"""How long the board of a match may take to be posted; after more, its first turn begins with the board."""
UNFINISHED_IN_SERVER = 10
"""Tournaments of a server that are open or running at once."""
_ATTEMPTS = 8
"""How often a change of a tournament is computed anew because another one came first."""


@dataclass(frozen=True, slots=True)
class TournamentChanged:
    """Somebody has joined a tournament, or something else in it has changed."""

    tournament_id: int


Change = Callable[[Tournament], Tournament]


class Tournaments:
    """All tournaments. Methods raise `Refusal` and `data.errors.StoreError`; ``now`` returns unix seconds."""

    def __init__(self, store: Store, events: MatchEvents, now: Callable[[], float]) -> None:
        self._store = store.tournaments
        self._matches = store.matches
        self._background = store.background
        self._uptime = store.uptime
        self._ratings = store.ratings
        self._blocks = store.blocks
        self._events = events
        self._now = now
        self.creating = OneAtATime()

    def now(self) -> float:
        """Unix seconds."""
        return self._now()

    # --- What people do ------------------------------------------------------------------------------

    async def get(self, tournament_id: int) -> Tournament:
        """The tournament as it is now."""
        tournament = await self._store.find(tournament_id)
        if tournament is None:
            raise Refusal("tournament.unknown", id=tournament_id)
        return tournament

    async def create(self, new: NewTournament) -> Tournament:
        """Create a tournament that people can join."""
        if new.level is not None:
            check_engine(new.game, new.variant, new.level, None)
        if len(await self._store.unfinished_in(new.guild_id)) >= UNFINISHED_IN_SERVER:
            raise Refusal("tournament.too-many", n=UNFINISHED_IN_SERVER)
        rules = FORMATS[new.kind]
        entrants = rules.first_entrants(new.creator_id)
        return await self._store.create(new, is_running=not rules.has_start, entrants=entrants)

    async def join(self, tournament_id: int, user_id: int) -> Tournament:
        """A person joins, or comes back after they dropped out.

        After a block between them and who gives a simul they are refused, without saying why.
        """
        before = await self.get(tournament_id)
        giver = format_of(before).giver(before)
        if giver is not None and giver.user_id is not None:
            await self._check_not_blocked(user_id, giver.user_id)

        def change(tournament: Tournament) -> Tournament:
            before = tournament.entrant_of(user_id)
            if before is not None and before == format_of(tournament).giver(tournament):
                raise Refusal("tournament.simul.giver-plays")
            if before is not None and not before.dropped:
                only_pauses = tournament.round > 0 and not format_of(tournament).gives_up
                raise Refusal("tournament.playing-already" if only_pauses else "tournament.joined-already")
            if not can_join(tournament):
                raise Refusal("tournament.too-late")
            _, limit = format_of(tournament).size(tournament.groups)
            if before is None and len(tournament.entrants) >= limit:
                raise Refusal("tournament.full", n=limit)
            return joined(tournament, user_id)

        return await self.store_change(before, change)

    async def _check_not_blocked(self, user_id: int, giver_id: int) -> None:
        for blocked, by in ((user_id, giver_id), (giver_id, user_id)):
            if await self._blocks.is_blocked(blocked, by=by):
                raise Refusal(NOT_NOW)

    async def drop(self, tournament_id: int, user_id: int) -> Tournament:
        """A person leaves before the start, or drops out and gives up the match that they are in.

        In an arena they pause, and play that match to its end. If the giver of a simul leaves before the
        start, it is called off.
        """

        def change(tournament: Tournament) -> Tournament:
            after = tournament.without(check_leaving(tournament, user_id).number)
            return canceled_without_giver(after, self._now())

        return await self.change(tournament_id, change)

    async def challenge(self, tournament_id: int, user_id: int, number: int) -> Tournament:
        """A person on a ladder challenges an entrant; their match begins at once."""

        def change(tournament: Tournament) -> Tournament:
            check_challenge(tournament, user_id, number, self._now())
            challenger = tournament.entrant_of(user_id)
            return challenged(tournament, challenger.number, number) if challenger is not None else tournament

        return await self.change(tournament_id, change)

    async def start(self, tournament_id: int) -> Tournament:
        """The first round begins."""

        def change(tournament: Tournament) -> Tournament:
            if tournament.state is not TournamentState.OPEN:
                raise Refusal("tournament.started-already")
            if format_of(tournament).is_called_off(tournament):
                return canceled(tournament, self._now())
            if missing := people_missing(tournament):
                raise Refusal("tournament.too-few", n=len(tournament.entrants) + missing)
            return started(tournament)

        return await self.change(tournament_id, change)

    async def cancel(self, tournament_id: int) -> Tournament:
        """It is called off; matches that have begun go on, and count nowhere."""

        def change(tournament: Tournament) -> Tournament:
            if tournament.state not in UNFINISHED:
                raise Refusal("tournament.over")
            return canceled(tournament, self._now())

        return await self.change(tournament_id, change)

    async def change(self, tournament_id: int, change: Change) -> Tournament:
        """Read a tournament, and store a change of it."""
        return await self.store_change(await self.get(tournament_id), change)

    async def store_change(self, before: Tournament, change: Change, *, owned: bool = False) -> Tournament:
        """Store a change of a tournament that was read; if another one came first, read and compute again."""
        for _ in range(_ATTEMPTS):
            # In a thread: to pair a round of a Swiss can take a tenth of a second.
            after = await asyncio.to_thread(change, before)
            if after == before:
                return before
            try:
                stored = await self._store.replace(before, after, owned=owned)
            except StaleTournament:
                before = await self.get(before.id)
                continue
            self._events.publish(TournamentChanged(before.id))
            return stored
        raise StaleTournament(before.id)

    # --- What happens by itself ----------------------------------------------------------------------

    async def go_on(self, tournament: Tournament) -> Tournament:
        """Do what is due, as the owner of the server's shard: start, results, forfeits, next round, matches.

        Matches of players who have left are forfeited, too.

        ``tournament`` was read just before. Each write compares its version and returns the next one, so that
        it is read again only if somebody else has changed it meanwhile.
        """
        tournament = await self._follow_results(tournament)
        if tournament.state is not TournamentState.RUNNING:
            return tournament
        left = given_up(tournament)
        for pairing, winner in left:
            await self._end_given_up(pairing, winner)
        if tournament.is_live:
            for pairing in tournament.open_pairings:
                await self._end_late(pairing)
        # Again: the matches that were just ended can complete the round.
        if left or tournament.is_live:
            tournament = await self._follow_results(tournament)
        return await self._begin_matches(tournament)

    async def follow(self, tournament_id: int) -> Tournament:
        """The tournament with what follows from what somebody has just done; matches begin at the next look.

        Any process can do that.
        """
        return await self._follow_results(await self.get(tournament_id), owned=False)

    async def _follow_results(self, tournament: Tournament, *, owned: bool = True) -> Tournament:
        """Its start, if that is due, and what follows from the results of its matches."""
        if tournament.state not in UNFINISHED:
            return tournament
        end, moment = format_of(tournament).ends_at(tournament), self._now()
        results = await self._store.results(tournament, end)

        def change(before: Tournament) -> Tournament:
            return continued(with_results(started_in_time(before, moment), results, moment), moment)

        return await self._seed(await self.store_change(tournament, change, owned=owned), owned=owned)

    async def _seed(self, tournament: Tournament, *, owned: bool) -> Tournament:
        """Seed the entrants by their ratings, if it waits for that; then its first round begins."""
        if not format_of(tournament).needs_seeds(tournament):
            return tournament
        people = [entrant.user_id for entrant in tournament.entrants if entrant.user_id]
        moment, category = self._now(), category_of(tournament.game, tournament.variant)
        ratings = await self._ratings.of_people(people, category)
        strengths = {user_id: rating.at(moment).value for user_id, rating in ratings.items()}

        def change(before: Tournament) -> Tournament:
            return continued(seeded(before, strengths), moment)

        return await self.store_change(tournament, change, owned=owned)

    async def _begin_matches(self, tournament: Tournament) -> Tournament:
        """Begin the matches of pairings that have none, each in a transaction of its own."""
        begun: dict[Pairing, int] = {}
        waiting = [open_pairing for open_pairing in tournament.open_pairings if open_pairing.match_id is None]
        for pairing in waiting:
            match = await self._begin(tournament, pairing)
            if match is not None:
                begun[pairing] = match.id
        if len(begun) < len(waiting):
            return await self.get(tournament.id)
        pairings = (replace(old, match_id=begun.get(old, old.match_id)) for old in tournament.pairings)
        # Each claim raises the version. If it is higher, because others changed something else meanwhile,
        # the message is shown with the lower one and once more, at the next look.
        return replace(tournament, pairings=tuple(pairings), version=tournament.version + len(begun))

    async def _begin(self, tournament: Tournament, pairing: Pairing) -> Match | None:
        """Begin the match of a pairing; None if it has one already, or needs none anymore."""
        try:
            return await self._matches.create(
                new_match(tournament, pairing),
                lambda connection, match: self._store.claim(connection, tournament, pairing, match.id),
            )
        except StaleTournament:
            log.debug("match of a tournament not begun", tournament=tournament.id, board=pairing.board)
            return None

    async def shown(self, match: Match) -> Match:
        """A match has its first message: if that took long, the first turn begins only now."""
        if match.moves or self._seconds_of_turn(match) <= POST_SECONDS:
            return match
        try:
            return await self._background.restart_turn(match.id, match.position_id)
        except (Stale, UnavailableMatch) as reason:
            log.debug("turn not restarted", match=match.id, reason=str(reason))
            return match

    async def call_off(self, match: Match) -> None:
        """End a match that nobody has begun, and that counts for no tournament, without a result."""
        try:
            await self._background.finish(match.id, match.position_id, Outcome(None, ABORTED))
        except (Stale, UnavailableMatch) as reason:
            log.debug("match not called off", match=match.id, reason=str(reason))

    async def _end_given_up(self, pairing: Pairing, winner: int) -> None:
        """End the match of a player who has left; if the opponent moves meanwhile, the next look does it."""
        try:
            match = await self._background.get(pairing.match_id or 0)
            if match.state == MatchState.PLAYING:
                outcome = Outcome(pairing.side_of(winner), LEFT)
                await self._background.finish(match.id, match.position_id, outcome)
        except (Stale, UnavailableMatch) as reason:
            log.debug("match not given up", match=pairing.match_id, reason=str(reason))

    async def _end_late(self, pairing: Pairing) -> None:
        """End a match of a live tournament that has not begun in time: the side to move loses.

        A match without a message stays: nobody could begin it.
        """
        if pairing.match_id is None:
            return
        try:
            match = await self._background.get(pairing.match_id)
            is_waiting = match.state == MatchState.PLAYING and not has_begun(match)
            is_late = self._seconds_of_turn(match) > BEGIN_SECONDS
            if not is_waiting or not is_late or match.home.message_id is None:
                return
            late = replay(match.record).to_move
            if late is not match.computer_side:
                outcome = Outcome(late.other, NOT_BEGUN)
                await self._background.finish(match.id, match.position_id, outcome)
        except (Stale, UnavailableMatch) as reason:
            log.debug("match not forfeited", match=pairing.match_id, reason=str(reason))

    def _seconds_of_turn(self, match: Match) -> float:
        """How long the clock of the side to move has run in this turn, without outages of the bot."""
        if match.clock is None or match.clock.since is None:
            return 0.0
        return self._uptime.of(match.guild_id) - match.clock.since
