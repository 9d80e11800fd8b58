"""The store of matches. Every change compares what its caller saw with what is, in one transaction.

Start reading at `MatchStore.append`, the way of a move into the database. Of two changes at once exactly
one wins; the other raises `Stale` with the match as it is now. Clocks are settled in the transaction that
moves, stops or ends the match, by the uptime at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from data.changing import NEW_TURN, Changing, expect, expect_no_rematch
from data.errors import Stale, StoreConflict
from data.finding import load
from data.limits import NONE, Limits, Wish, check
from data.match import CHALLENGE_REASON, Match, Offer, Played, Rest, Stamp, State, Turn
from data.rows import NO_OFFER, clock_values, match_of, new_clock_values, offer_values
from data.schema import matches, moves
from games.base import Outcome, Side

__all__ = ["Match", "MatchStore", "Offer", "Played", "Stamp", "State", "Turn"]


class MatchStore(Changing):
    """Matches by their number. Methods raise `data.errors.StoreError` by cause; then nothing changed."""

    # --- Beginning -----------------------------------------------------------------------------------

    async def create(
        self,
        *,
        game: str,
        variant: str,
        state: State,
        first_id: int | None,
        second_id: int | None,
        level: str | None,
        challenger_id: int,
        guild_id: int | None,
        channel_id: int,
        locale: str | None = None,
        expires_at: float | None = None,
        rematch_of: int | None = None,
        control: str | None = None,
        turn: Side | None = None,
        tokens_only: bool = False,
        limits: Limits = NONE,
    ) -> Match:
        """A new match without moves: a challenge, or playing at once. Raises `LimitReached`.

        A match has one unfinished rematch at a time: where it has one already, `Stale` carries that.

        ``control`` names the time control of its clock, which begins to run for ``turn`` if it is played.
        """
        now = self._database.clock()
        values = {
            "game": game, "variant": variant, "state": state, "first_id": first_id, "second_id": second_id,
            "level": level, "challenger_id": challenger_id, "guild_id": guild_id, "channel_id": channel_id,
            "locale": locale, "expires_at": expires_at, "rematch_of": rematch_of, "created_at": now,
            "updated_at": now, "tokens_only": tokens_only,
            **new_clock_values(control, turn if state == "playing" else None, self._now()),
        }  # fmt: skip

        async def change(connection: AsyncConnection) -> Match:
            if rematch_of is not None:
                await expect_no_rematch(connection, rematch_of)
            await check(connection, Wish.to_begin(**values), limits)
            query = insert(matches).values(values).returning(matches)
            return match_of((await connection.execute(query)).one(), ())

        return await self._write(change)

    async def accept(self, match_id: int, turn: Side = Side.FIRST, limits: Limits = NONE) -> Match:
        """Turn a challenge into a match that is played; ``turn`` is who begins.

        Raises `Stale` if it is no challenge any more, and `LimitReached` for whoever was challenged.
        """

        async def change(connection: AsyncConnection) -> Match:
            match = await expect(connection, match_id, "challenge")
            await check(connection, Wish.to_accept(match), limits)
            clock = match.clock and match.clock.turn(turn, self._now())
            return await self._change(
                connection, match, state="playing", expires_at=None, **clock_values(clock)
            )

        return await self._write(change)

    async def end_challenge(self, match_id: int, reason: str) -> Match:
        """End a challenge that comes to nothing; ``reason`` begins with ``challenge.``."""
        if not reason.startswith(CHALLENGE_REASON):
            raise ValueError(f"a challenge does not end by {reason!r}")

        async def change(connection: AsyncConnection) -> Match:
            match = await expect(connection, match_id, "challenge")
            return await self._end(connection, match, Outcome(None, reason))

        return await self._write(change)

    # --- Playing -------------------------------------------------------------------------------------

    async def append(
        self,
        match_id: int,
        stamp: Stamp,
        played: Sequence[Played],
        *,
        outcome: Outcome | None,
        keeps: Offer | None = None,
        turn: Turn | None = None,
    ) -> Match:
        """Add moves to a match whose position is ``stamp``, and end it if they do.

        Any offer lapses but ``keeps``, which stands on where it still stands and the match goes on. What
        the moves do to a clock is ``turn``; if the mover's time was up, they are not added, and the match
        that is returned is over by that. The primary key (match, ply) is the last guard against a move
        written twice. Raises `Stale`.
        """
        if not played:
            raise ValueError("there is no move to append")

        async def change(connection: AsyncConnection) -> Match:
            match = await expect(connection, match_id, "playing", stamp)
            if turn and match.clock and match.clock.has_fallen(self._now()):
                return await self._end(connection, match, turn.late(match))
            await connection.execute(insert(moves), self._rows(match, played))
            after = (*match.moves, *(one.move for one in played))
            stands = keeps is not None and match.offer == keeps and outcome is None
            values = offer_values(match.offer if stands else None)
            if outcome is not None:
                return await self._end(connection, match, outcome, after)
            return await self._change(connection, match, after, **values, **self._turned(match, turn))

        try:
            return await self._write(change)
        except StoreConflict:
            raise Stale(await self.get(match_id)) from None

    async def take_back(
        self,
        match_id: int,
        stamp: Stamp,
        to_ply: int,
        *,
        granted: Offer | None = None,
        turn: Side | None = None,
    ) -> Match:
        """Take the moves from ``to_ply`` on back, so that it is ``turn``'s; ``granted`` as in `finish`.

        No time is given back: what was used of the present turn is charged, and a new one begins.
        Raises `Stale`.
        """
        if not 0 <= to_ply < stamp.ply:
            raise ValueError(f"there is no move to take back from ply {to_ply} on")

        async def change(connection: AsyncConnection) -> Match:
            match = await expect(connection, match_id, "playing", stamp, granted)
            await connection.execute(delete(moves).where(moves.c.match_id == match_id, moves.c.ply >= to_ply))
            clock = match.clock and match.clock.stopped(self._now()).turn(turn, self._now())
            changes = {
                **NO_OFFER, **NEW_TURN, "takebacks": match.takebacks + 1, **clock_values(clock)
            }  # fmt: skip
            return await self._change(connection, match, match.moves[:to_ply], **changes)

        return await self._write(change)

    async def set_offer(
        self, match_id: int, stamp: Stamp, before: Offer | None, offer: Offer | None
    ) -> Match:
        """Make a request, or clear it; ``before`` is the one the caller saw. Raises `Stale` if it is not."""

        async def change(connection: AsyncConnection) -> Match:
            match = await expect(connection, match_id, "playing", stamp, rests=None)
            if match.offer != before:
                raise Stale(match)
            return await self._change(connection, match, **offer_values(offer))

        return await self._write(change)

    async def finish(
        self, match_id: int, stamp: Stamp, outcome: Outcome, *, granted: Offer | None = None
    ) -> Match:
        """End a match by something other than a move: a resignation, an agreement.

        ``granted`` is the offer that this answers: it must still stand. Raises `Stale`.
        """

        async def change(connection: AsyncConnection) -> Match:
            match = await expect(connection, match_id, "playing", stamp, granted, rests=None)
            return await self._end(connection, match, outcome)

        return await self._write(change)

    async def forfeit(self, match_id: int, late: Callable[[Match], Outcome]) -> Match | None:
        """End a match as ``late`` says if the flag of whoever is to move has fallen; else None."""

        async def change(connection: AsyncConnection) -> Match | None:
            match = await load(connection, match_id, hold=True)
            if not match.is_on or match.clock is None or not match.clock.has_fallen(self._now()):
                return None
            return await self._end(connection, match, late(match))

        return await self._write(change)

    # --- Resting -------------------------------------------------------------------------------------

    async def pause(
        self,
        match_id: int,
        stamp: Stamp | None,
        why: Rest,
        *,
        granted: Offer | None = None,
        only: Callable[[Match], bool] | None = None,
    ) -> Match:
        """Let a match rest: nobody moves, its clock stands; ``granted`` as in `finish`.

        Raises `Stale`, also where it is none that ``only`` is about.
        """

        async def change(connection: AsyncConnection) -> Match:
            match = await expect(connection, match_id, "playing", stamp, granted)
            if only is not None and not only(match):
                raise Stale(match)
            clock = match.clock and match.clock.stopped(self._now())
            return await self._change(connection, match, paused=why, **NO_OFFER, **clock_values(clock))

        return await self._write(change)

    async def resume(
        self, match_id: int, why: Rest, *, granted: Offer | None = None, still: Rest | None = None
    ) -> Match:
        """Let a match go on that rests for this reason, or rest ``still`` for another.

        ``granted`` is as in `finish`. Raises `Stale`.
        """

        async def change(connection: AsyncConnection) -> Match:
            match = await expect(connection, match_id, "playing", None, granted, rests=why)
            clock = match.clock and (match.clock if still else match.clock.resumed(self._now()))
            values = {**NO_OFFER, **NEW_TURN, **clock_values(clock)}
            return await self._change(connection, match, paused=still, **values)

        return await self._write(change)
