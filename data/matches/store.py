"""Changes of single matches. Start with `MatchStore.append`, which stores a move.

A change compares what its caller expects with the stored match and writes in one transaction. Of two changes
at once exactly one wins; the other raises `Stale` with the current match. A clock is settled in the
transaction that moves, pauses or ends the match, by the uptime at that moment.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection

from data.engine.database import Database
from data.errors import Stale, StoreConflict
from data.leases.ownership import SOLE_OWNER, Ownership
from data.matches import places
from data.matches.notices import notify
from data.matches.quotas import LimitRequest
from data.matches.reader import MatchReader
from data.matches.rows import (
    NEW_TURN,
    NO_OFFER,
    NOTHING_ASKED,
    asked_values,
    clock_values,
    offer_values,
)
from data.matches.teams import after_flag_fall, joining_values, write_teams
from data.matches.transactions import MatchTransaction
from data.matches.vote_counting import decide
from data.model.match import (
    CHALLENGE_REASON,
    NO_LIMITS,
    AppendResult,
    Limits,
    Match,
    MatchState,
    NewMatch,
    Offer,
    PauseReason,
    Place,
    Played,
    PositionId,
    Turn,
)
from data.model.match_change import MatchChange
from data.model.teams import Teams
from data.uptime.shard_uptime import Uptime
from games.base import Outcome, Side

log = logging.getLogger(__name__)

T = TypeVar("T")


class MatchStore:
    """Matches by their number. Methods raise `data.errors.StoreError` by cause.

    ``publish`` is called once after each commit that raised a match's version, with the match before and
    after, even if the caller was canceled. It runs in the event loop before the method returns, and must not
    block; its errors are logged. Functions that are passed to a method run in the database's thread.

    ``position_id`` is the position that the caller saw, ``answered`` the pending offer that a change answers.
    If the match has another, `Stale` is raised.

    A change in a match of another process's shard is notified to that (`data.matches.notices`). If it is
    ``only_owned`` matches that can be changed, others raise `OtherOwner`.
    """

    def __init__(
        self,
        database: Database,
        reader: MatchReader,
        clock: Callable[[], float],
        uptime: Uptime,
        publish: Callable[[MatchChange], None],
        ownership: Ownership,
        *,
        only_owned: bool = False,
    ) -> None:
        self._database = database
        self._reader = reader
        self._clock = clock
        self._uptime = uptime
        self._publish = publish
        self._ownership = ownership
        self._owner = ownership if only_owned else None

    async def get(self, match_id: int) -> Match:
        """The current match. Raises `UnknownMatch` and `UnreadableMatch`."""
        return await self._database.read(lambda connection: self._reader.load(connection, match_id))

    # --- Creating ------------------------------------------------------------------------------------

    async def create(self, new: NewMatch, claim: Callable[[Connection, Match], None] | None = None) -> Match:
        """Create a match within the limits of its place. Raises `LimitReached`.

        A match can have one unfinished rematch; if there is one, `Stale` carries it. ``claim`` is called in
        the same transaction; if it raises, there is no match.
        """

        def work(transaction: MatchTransaction) -> Match:
            if new.rematch_of is not None:
                transaction.expect_no_rematch(new.rematch_of)
            transaction.check_limits(LimitRequest.to_create(new), new.place.limits)
            match = transaction.create(new)
            if claim is not None:
                claim(transaction.connection, match)
            return match

        return await self.commit(work)

    async def accept(
        self,
        match_id: int,
        to_move: Side = Side.FIRST,
        limits: Limits = NO_LIMITS,
        *,
        user_id: int | None = None,
        check: Callable[[MatchTransaction, Match], None] | None = None,
    ) -> Match:
        """Accept a challenge: the match is in play, and the clock of ``to_move`` starts.

        ``user_id`` is the person who accepts (None: the one challenged); of an open challenge they get the
        free seat. Raises `Stale` if the match is no challenge, `LimitReached` for that person, and what
        ``check`` raises, which is called first.
        """

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.expect(match_id, MatchState.CHALLENGE)
            if check is not None:
                check(transaction, match)
            transaction.check_limits(LimitRequest.to_accept(match, user_id), limits)
            clock = match.clock and match.clock.turn(to_move, self._uptime.of(match.guild_id))
            seats = {"first_id": match.first_id, "second_id": match.second_id}
            if match.is_open:
                seats["first_id" if match.first_id is None else "second_id"] = user_id
            values = {**seats, **joining_values(transaction, match, user_id), **clock_values(clock)}
            return transaction.accept(match, values, (seats["first_id"], seats["second_id"]))

        return await self.commit(work)

    async def end_challenge(self, match_id: int, reason: str) -> Match:
        """End a challenge that was not accepted; ``reason`` begins with `CHALLENGE_REASON`."""
        if not reason.startswith(CHALLENGE_REASON):
            raise ValueError(f"{reason!r} is no reason for the end of a challenge")

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.expect(match_id, MatchState.CHALLENGE)
            return transaction.end(match, Outcome(None, reason))

        return await self.commit(work)

    # --- Playing -------------------------------------------------------------------------------------

    async def append(
        self,
        match_id: int,
        position_id: PositionId,
        played: Sequence[Played],
        *,
        outcome: Outcome | None,
        keeps: Offer | None = None,
        turn: Turn | None = None,
    ) -> AppendResult:
        """Append moves to a match, and end it with ``outcome`` if they end it.

        A pending offer is cleared unless it is ``keeps`` and the match continues. A match with a clock needs
        a ``turn``. If the mover's flag had fallen, the match ends by that without the moves. The primary key
        (match, ply) is the last guard against two moves at one ply. Raises `Stale`.
        """
        if not played:
            raise ValueError("there is no move to append")

        def work(transaction: MatchTransaction) -> AppendResult:
            match = transaction.expect(match_id, MatchState.PLAYING, position_id)
            if turn and match.clock and match.clock.has_fallen(self._uptime.of(match.guild_id)):
                if (teams := after_flag_fall(match)) is not None:
                    return AppendResult(write_teams(transaction, match, teams), ended_by_clock=True)
                ended = transaction.end(match, turn.time_forfeit(match))
                return AppendResult(ended, ended_by_clock=True)
            changed = transaction.append_moves(match, played, outcome, keeps, turn)
            return AppendResult(changed, ended_by_clock=False)

        try:
            return await self.commit(work)
        except StoreConflict:
            raise Stale(await self.get(match_id)) from None

    async def take_back(
        self,
        match_id: int,
        position_id: PositionId,
        to_ply: int,
        *,
        answered: Offer | None = None,
        to_move: Side | None = None,
    ) -> Match:
        """Take back the moves from ``to_ply`` on, after which it is the turn of ``to_move``.

        The time used is not given back: the present turn is charged and a new one starts. Raises `Stale`.
        """
        if not 0 <= to_ply < position_id.ply:
            raise ValueError(f"there is no move to take back from ply {to_ply} on")

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.expect(match_id, MatchState.PLAYING, position_id, answered)
            transaction.delete_moves(match, to_ply)
            now = self._uptime.of(match.guild_id)
            clock = match.clock and match.clock.stopped(now).turn(to_move, now)
            new_position = {**NO_OFFER, **NOTHING_ASKED, "takebacks": match.takebacks + 1}
            values = {**new_position, **NEW_TURN, **clock_values(clock)}
            return transaction.update(match, values, played=match.moves[:to_ply])

        return await self.commit(work)

    async def set_offer(
        self, match_id: int, position_id: PositionId, before: Offer | None, offer: Offer | None
    ) -> Match:
        """Replace the pending offer ``before`` by another, or clear it. Raises `Stale` if it has changed.

        An offer that is made, or cleared, is remembered in `Match.offers_made` until the position changes.
        """

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.expect(match_id, MatchState.PLAYING, position_id, even_if_paused=True)
            if match.offer != before:
                raise Stale(match)
            made = offer or before
            asked_columns = asked_values(match, made) if made is not None else {}
            return transaction.update(match, {**offer_values(offer), **asked_columns})

        return await self.commit(work)

    async def finish(
        self, match_id: int, position_id: PositionId, outcome: Outcome, *, answered: Offer | None = None
    ) -> Match:
        """End a match without a move, such as by resignation or agreement. Raises `Stale`."""

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.expect(
                match_id, MatchState.PLAYING, position_id, answered, even_if_paused=True
            )
            return transaction.end(match, outcome)

        return await self.commit(work)

    async def time_forfeit(
        self,
        match_id: int,
        outcome: Callable[[Match], Outcome],
        is_excused: Callable[[Connection, Match], bool] | None = None,
    ) -> Match | None:
        """End a match with ``outcome`` if the flag of the player to move has fallen. Otherwise None.

        If that player ``is_excused``, which can write in the same transaction, the match is paused instead.
        The member of a team who had days for a move is out of it, and the match goes on; votes are counted.
        The first turn of a tournament's match starts over while no message shows the match.
        """

        def work(transaction: MatchTransaction) -> Match | None:
            match = transaction.lock(match_id)
            now = self._uptime.of(match.guild_id)
            if not match.is_active or match.clock is None or not match.clock.has_fallen(now):
                return None
            if match.tournament_id is not None and match.home.message_id is None and not match.moves:
                return transaction.restart_turn(match.id, match.position_id)
            if is_excused is not None and is_excused(transaction.connection, match):
                return transaction.pause(match, PauseReason.VACATION)
            if match.is_voted and (decided := decide(transaction, match)) is not None:
                return decided
            if (teams := after_flag_fall(match)) is not None:
                return write_teams(transaction, match, teams)
            return transaction.end(match, outcome(match))

        return await self.commit(work)

    async def restart_turn(self, match_id: int, position_id: PositionId) -> Match:
        """Let the present turn begin now, with the time that was left at its start. Raises `Stale`."""
        return await self.commit(lambda transaction: transaction.restart_turn(match_id, position_id))

    async def extend_turn(self, seen: Match, seconds: float) -> Match:
        """Give the side to move more time for this turn; it is notified again. Raises `Stale`."""
        return await self.commit(lambda transaction: transaction.extend_turn(seen, seconds))

    # --- Teams ---------------------------------------------------------------------------------------

    async def change_teams(
        self, match_id: int, state: MatchState, change: Callable[[MatchTransaction, Match], Teams]
    ) -> Match:
        """Replace the teams of a match in this state, paused or not, by what ``change`` returns.

        If that raises, nothing has changed. Raises `Stale`.
        """

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.expect(match_id, state, even_if_paused=True)
            return write_teams(transaction, match, change(transaction, match))

        return await self.commit(work)

    # --- Pausing -------------------------------------------------------------------------------------

    async def pause(
        self,
        match_id: int,
        position_id: PositionId | None,
        reason: PauseReason,
        *,
        answered: Offer | None = None,
        condition: Callable[[Match], bool] | None = None,
    ) -> Match:
        """Pause a match: nobody can move, and its clock is stopped.

        ``condition`` is checked on the stored match. Raises `Stale`, also where it is not met.
        """

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.expect(match_id, MatchState.PLAYING, position_id, answered)
            if condition is not None and not condition(match):
                raise Stale(match)
            return transaction.pause(match, reason)

        return await self.commit(work)

    async def resume(
        self,
        match_id: int,
        reason: PauseReason,
        *,
        answered: Offer | None = None,
        next_reason: PauseReason | None = None,
    ) -> Match:
        """Resume a match that is paused for ``reason``, or keep it paused for ``next_reason``.

        Raises `Stale`.
        """

        def work(transaction: MatchTransaction) -> Match:
            match = transaction.expect(match_id, MatchState.PLAYING, None, answered, paused=reason)
            clock = match.clock
            if clock is not None and next_reason is None:
                clock = clock.resumed(self._uptime.of(match.guild_id))
            values = {"paused": next_reason, **NO_OFFER, **NOTHING_ASKED, **NEW_TURN, **clock_values(clock)}
            return transaction.update(match, values)

        return await self.commit(work)

    async def move_to_place(self, seen: Match, user_id: int, place: Place) -> Match:
        """Move a match to a place, where its message has yet to be posted, at the request of a person.

        Raises `Stale` if the match is not in play or not where the caller has ``seen`` it, and `LimitReached`
        if one more match in the server or the channel would exceed the limits of the place.
        """

        def work(transaction: MatchTransaction) -> Match:
            return places.move_to_place(transaction, seen, user_id, place)

        return await self.commit(work)

    async def lose_place(
        self,
        match_id: int,
        condition: Callable[[Match], bool] | None = None,
        reason: PauseReason = PauseReason.SUSPENDED,
    ) -> Match:
        """Go on at the board that is left of a match that has lost its home, or pause it. Raises `Stale`."""
        return await self.commit(
            lambda transaction: places.lose_place(transaction, match_id, condition, reason)
        )

    # --- Committing ----------------------------------------------------------------------------------

    async def commit(self, work: Callable[[MatchTransaction], T]) -> T:
        """What ``work`` returns, once the change that it has made is committed and published."""

        def change(connection: Connection) -> tuple[T, MatchChange | None]:
            uptimes = self._uptime.of, self._uptime.back_since
            transaction = MatchTransaction(connection, self._reader, self._clock, *uptimes, self._owner)
            result = work(transaction)
            if transaction.change is not None and self._ownership is not SOLE_OWNER:
                notify(connection, transaction.change, self._ownership)
            return result, transaction.change

        result, _ = await self._database.write(change, on_commit=self._committed)
        return result

    def _committed(self, done: tuple[object, MatchChange | None]) -> None:
        """Publish the change that a transaction has made, if it has made one."""
        if (change := done[1]) is None:
            return
        try:
            self._publish(change)
        except Exception:
            of_match = {"match": change.after.id, "guild": change.after.guild_id}
            log.exception("change not published", extra=of_match)
