"""Hand and brain: the lobby with four seats, and what a brain names."""

from __future__ import annotations

from collections.abc import Callable

from bot.exceptions import Outdated, Refusal, guarded
from bot.match.computer import Player
from bot.match.computer_partners import ComputerPartners
from bot.match.engines import check_engine
from bot.match.events import MatchEvents
from bot.match.lookup import MatchLookup
from bot.match.shard_tasks import ShardTasks
from bot.match.teams import LOBBY_SECONDS, TeamMatches
from bot.tasks import Tasks
from data.errors import LimitReached
from data.matches.hand_and_brain import name_region, start_pairs
from data.matches.quotas import LimitRequest
from data.matches.transactions import MatchTransaction
from data.model.hand_and_brain import Pairs, Seat
from data.model.match import Limits, Match, MatchState, NewMatch, Place, PositionId
from data.model.pair_turns import computer_seat, region_in
from data.model.teams import TeamKind, Teams
from data.store import Store
from games.base import Side
from games.regions import regions


class HandAndBrain:
    """The matches of hand and brain. Methods raise `Refusal` and `Outdated`; ``now``: unix seconds."""

    def __init__(
        self,
        store: Store,
        lookup: MatchLookup,
        teams: TeamMatches,
        player: Player,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._store = store
        self._lookup = lookup
        self._teams = teams
        self._now = now
        self._tasks = Tasks()
        self._partners = ComputerPartners(player, store, events, ShardTasks(events, self._tasks))

    async def create(
        self,
        *,
        slug: str,
        variant: str,
        side: Side,
        user_id: int,
        place: Place,
        control: str | None,
        level: str | None,
    ) -> Match:
        """Open a lobby, in which its creator is a brain; at a ``level`` the computer takes free seats."""
        if level is not None:
            check_engine(slug, variant, level)
        teams = Teams(TeamKind.HAND_AND_BRAIN, pairs=Pairs(level)).with_seat(user_id, side, Seat.BRAIN)
        new = NewMatch(
            game=slug,
            variant=variant,
            state=MatchState.CHALLENGE,
            first_id=teams.captain(Side.FIRST),
            second_id=teams.captain(Side.SECOND),
            challenger_id=user_id,
            place=place,
            expires_at=self._now() + LOBBY_SECONDS,
            control=control,
            teams=teams,
        )
        return await guarded(self._store.matches.create(new))

    async def take_seat(self, match_id: int, user_id: int, side: Side, seat: Seat, limits: Limits) -> Match:
        """Take a free seat, or change to it; ``limits`` are those of the place."""
        await self._teams.check_can_join(match_id, user_id)

        def change(transaction: MatchTransaction, match: Match) -> Teams:
            teams = self._teams_of_open_lobby(match)
            if teams.seated(side, seat) is not None:
                raise Refusal("brain.there-already" if teams.seated(side, seat) == user_id else "brain.taken")
            transaction.check_limits(LimitRequest.to_accept(match, user_id), limits)
            return teams.with_seat(user_id, side, seat)

        return await guarded(self._store.matches.change_teams(match_id, MatchState.CHALLENGE, change))

    async def begin(self, match_id: int, user_id: int, limits: Limits) -> Match:
        """Begin the match, if nobody is missing whose seat the computer does not take."""

        def work(transaction: MatchTransaction) -> Match:
            if not transaction.lock(match_id).is_of_pairs:
                raise Refusal("challenge.not-yours")
            match = transaction.expect(match_id, MatchState.CHALLENGE)
            if user_id != match.challenger_id:
                raise Refusal("team.only-creator")
            teams = self._teams_of_open_lobby(match)
            if teams.pairs is None or (
                teams.pairs.level is None and len(match.people) < len(Side) * len(Seat)
            ):
                raise Refusal("brain.nobody-there")
            for person_id in match.people:
                try:
                    transaction.check_limits(LimitRequest.to_accept(match, person_id), limits)
                except LimitReached:
                    raise Refusal("team.busy") from None
            return start_pairs(transaction, match)

        return await guarded(self._store.matches.commit(work))

    async def name(self, match_id: int, position_id: PositionId, user_id: int, region: str) -> Match:
        """Name a region as the brain of the side to move."""
        match = await self._lookup.on_turn(match_id, user_id, position_id)
        if region_in(match.teams, match.record, match.position_id) is not None:
            raise Outdated(match)
        if match.teams is None or computer_seat(match.teams, match.record, match.position_id) is not None:
            raise Refusal("brain.computer-names-now")
        if region not in regions(match.record):
            raise Refusal("error.unknown-button")
        commit = self._store.matches.commit(
            lambda transaction: name_region(transaction, match.id, match.position_id, region)
        )
        return await guarded(commit)

    async def close(self) -> None:
        """Stop the computer's searches; they go on at the next start."""
        await self._tasks.close()

    def _teams_of_open_lobby(self, match: Match) -> Teams:
        """The teams of a lobby. Raises `Refusal` once nobody can take a seat in it any more."""
        if match.teams is None or match.teams.pairs is None or match.require_expires_at() <= self._now():
            raise Refusal("challenge.expired")
        return match.teams
