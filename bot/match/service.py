"""The match service: rules, store, engines and clocks joined; it imports no Discord.

Start reading at `MatchService.play`, the way of a move from a person to the store. Everything that follows a
committed change, the computer's answer among it, is done by the subscribers of `bot.match.events`.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from bot.exceptions import Outdated, Refusal, TimeIsUp, guarded
from bot.match.adjournment import Adjournments
from bot.match.challenges import CHALLENGE_SECONDS, Challenges
from bot.match.clocks import Clocks
from bot.match.computer import Computer, Player, Wait
from bot.match.draws import Draws
from bot.match.endings import aborted, resigned
from bot.match.engines import check_engine
from bot.match.events import MatchEvents
from bot.match.hand_rules import check_named
from bot.match.hints import Hints
from bot.match.limits import HINTS
from bot.match.lookup import MatchLookup
from bot.match.moves import append_moves
from bot.match.rate_limits import CostlyLimit
from bot.match.setup import Seats
from bot.match.shard_tasks import ShardTasks
from bot.match.suspension import Suspensions
from bot.match.takebacks import Takebacks
from bot.match.teaching import Teaching
from bot.match.teams import TeamMatches
from bot.match.thinking_time import ThinkingTime
from bot.match.vacations import Vacations, WasSeen, everybody_was_seen
from bot.match.votes import Votes
from bot.tasks import Tasks
from data.model.match import Match, MatchState, NewMatch, Place, PositionId
from data.model.teams import Member, TeamKind, Teams
from data.people.store import Person
from data.store import Store
from games import game, replay, start_of
from games.base import Outcome, Record, Side
from games.keyboard import parse_typed
from games.turns import as_played_by


class MatchService:
    """Everything that people can do in a match.

    Methods raise `Refusal` with the reason, `Outdated` if the match has changed since the person saw it, and
    `data.errors.StoreError`; then nothing has changed. ``now`` returns the unix time, ``ticks`` seconds from
    any origin, ``person`` what a person has set, of which the caller may keep a copy; None: the store does.
    """

    def __init__(
        self,
        store: Store,
        player: Player,
        events: MatchEvents,
        now: Callable[[], float],
        ticks: Callable[[], float] = time.monotonic,
        challenge_seconds: float = CHALLENGE_SECONDS,
        was_seen: WasSeen = everybody_was_seen,
        person: Callable[[int], Awaitable[Person]] | None = None,
    ) -> None:
        self._matches = store.matches
        self._tasks = Tasks()
        shard_tasks = ShardTasks(events, self._tasks)
        self.vacations = Vacations(store, events, self._tasks, shard_tasks, now, was_seen)
        self.lookup = MatchLookup(
            store.matches, store.bans, store.uptime.of, store.ownership, events, self.vacations.flag_falls
        )
        self.challenges = Challenges(store, events, shard_tasks, now, ticks, challenge_seconds)
        self.draws = Draws(store.matches, self.lookup)
        self.takebacks = Takebacks(store.matches, self.lookup)
        self.adjournments = Adjournments(store.matches, self.lookup)
        self.suspensions = Suspensions(store.matches)
        self.hint_limit = CostlyLimit(ticks, HINTS)
        self.hints = Hints(player, self.lookup, self.hint_limit, events)
        self.clocks = Clocks(store, events, self._tasks, shard_tasks, self.vacations.flag_falls)
        self.teams = TeamMatches(store.matches, store.blocks, now)
        self.votes = Votes(store.votes, store.queries, self.lookup, events, shard_tasks, now)
        thinking_time = ThinkingTime(store.settings, person or store.people.get)
        self._computer = Computer(player, store, events, shard_tasks, thinking_time, ticks)
        self._teaching = Teaching(player, store.ownership, events, shard_tasks)

    async def get(self, match_id: int) -> Match:
        """The match as it is now. Raises `data.errors.UnknownMatch`."""
        return await self._matches.get(match_id)

    async def start_against_computer(
        self,
        slug: str,
        variant: str,
        seats: Seats,
        level: str,
        place: Place,
        control: str | None = None,
        rematch_of: int | None = None,
        *,
        teaching: bool = False,
        setup: str | None = None,
        is_voted: bool = False,
    ) -> Match:
        """Begin a match of a person, whose seat is given, against the computer.

        If it ``is_voted``, the person only starts it, and everybody in the channel votes for the moves.
        """
        check_engine(slug, variant, level, setup)
        person = seats.first if seats.first is not None else seats.second
        if person is None:
            raise ValueError("a match needs a person")
        mover = start_of(Record(slug, variant, setup=setup)).to_move
        is_person = (seats.first if mover is Side.FIRST else seats.second) is not None
        new = NewMatch(
            game=slug,
            variant=variant,
            state=MatchState.PLAYING,
            first_id=seats.first,
            second_id=seats.second,
            level=level,
            challenger_id=person,
            place=place,
            control=control,
            to_move=mover if is_person else None,
            rematch_of=rematch_of,
            teaching=teaching,
            setup=setup,
            teams=_voting(seats) if is_voted else None,
        )
        return await guarded(self._matches.create(new))

    async def play(self, match_id: int, position_id: PositionId | None, user_id: int, text: str) -> Match:
        """Commit a person's move, with any forced pass that follows it.

        ``position_id`` names the position that the person saw (None: any). Raises `games.base.RuleError` too.
        """
        match = await self.lookup.to_play(match_id, user_id, position_id)
        if match.is_voted:
            raise Refusal("vote.only-keys")
        position = replay(match.record)
        move = parse_typed(game(match.game), text, position)
        side = match.side_of(user_id) or position.to_move
        move = as_played_by(position, side, move)
        if match.is_of_pairs:
            check_named(match, move)
        try:
            return await append_moves(self._matches, match, position, [move], user_id)
        except TimeIsUp:
            raise
        except Outdated:
            await self.lookup.on_turn(match_id, user_id, position_id)  # raises the reason if one is known
            raise

    async def resign(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Resign, or leave a team while others are in it.

        With ``position_id`` None a move made at the same moment does not prevent it.
        """
        return await self._leave(match_id, position_id, user_id, resigned)

    async def abort(self, match_id: int, position_id: PositionId | None, user_id: int) -> Match:
        """Abort a match of fewer than two moves; ``position_id`` is as in `resign`."""
        return await self._leave(match_id, position_id, user_id, aborted)

    async def _leave(
        self,
        match_id: int,
        position_id: PositionId | None,
        user_id: int,
        outcome_of: Callable[[Match, Side], Outcome],
    ) -> Match:
        match, side = await self.lookup.unfinished(match_id, user_id, position_id)
        try:
            if len(match.members(side)) > 1 and not match.is_of_pairs:
                return await self.teams.leave(match.id, user_id)
            return await guarded(self._matches.finish(match.id, match.position_id, outcome_of(match, side)))
        except Outdated:
            if position_id is not None:
                raise
            return await self._leave(match_id, None, user_id, outcome_of)  # ends: a match is finite

    def wait(self, match: Match) -> Wait:
        """What this match's computer waits for before it thinks, where its board shows that."""
        return self._computer.wait(match)

    def start(self) -> None:
        """Do what is due from now on; in which matches, is said by `bot.match.events.ShardsGained`."""
        self.clocks.start()
        self.vacations.start()

    async def close(self) -> None:
        """Stop everything in the background. What is committed goes on at the next start."""
        await self._tasks.close()


def _voting(seats: Seats) -> Teams:
    """The teams of a match whose moves are voted for, of which each has its starter or nobody."""
    first = (Member(seats.first),) if seats.first is not None else ()
    second = (Member(seats.second),) if seats.second is not None else ()
    return Teams(TeamKind.VOTE, first, second)
