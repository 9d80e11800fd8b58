"""The match service: joins rules, store, pool and clock. It knows nothing of Discord.

Start reading at `Matches.play`: one move's way from a person's intent to the store and, if a computer is
next, through the pool to the store again. Whoever shows boards is told by ``on_change`` and asks back for
nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence

from ai.base import Choice, adviser, assists
from bot.exceptions import Outdated, Refusal, TimeIsUp, guarded
from bot.match.adjournment import ADJOURNED, Rests
from bot.match.clocks import Timekeeper
from bot.match.computer import Computer, Player, is_turn, tenant
from bot.match.endings import called_off, out_of_time, resigned
from bot.match.limits import Hints
from bot.match.offers import Draws, standing
from bot.match.parking import Parking
from bot.match.setup import Place, Seats
from bot.match.takebacks import TakeBacks
from bot.tasks import Tasks, persistently
from data.limits import NONE, Limits
from data.matches import Match, MatchStore, Played, Stamp, Turn
from games import game, replay
from games.base import PASS, Move, Outcome, Position, Side

CHALLENGE_SECONDS = 15 * 60.0


class Matches:
    """Everything that can happen to a match."""

    def __init__(
        self,
        store: MatchStore,
        player: Player,
        on_change: Callable[[Match], Awaitable[None]],
        now: Callable[[], float] = time.time,
        challenge_seconds: float = CHALLENGE_SECONDS,
    ) -> None:
        self._store = store
        self._player = player
        self._on_change = on_change
        self._now = now
        self.challenge_seconds = challenge_seconds
        self._tasks = Tasks()
        self._computer = Computer(player, self._append, self._give_up, on_change, self._tasks)
        self.draws = Draws(store, self._on)
        self.takebacks = TakeBacks(store, self._on, self._computer.stop)
        self.rests = Rests(store, self._on, self._at_rest, self._computer.stop)
        self.timekeeper = Timekeeper(store, self._ran_out, self._tasks)
        self.hints = Hints(now)
        self.parking = Parking(store, self._computer.stop)

    # --- Beginning -----------------------------------------------------------------------------------

    async def against_computer(
        self,
        slug: str,
        variant: str,
        seats: Seats,
        level: str,
        place: Place,
        control: str | None = None,
        rematch_of: int | None = None,
    ) -> Match:
        """A new match of a person against the computer, begun at once."""
        person = seats.first if seats.first is not None else seats.second
        assert person is not None
        mover = game(slug).start(variant).to_move
        is_person = (seats.first if mover is Side.FIRST else seats.second) is not None
        return await guarded(self._store.create(
            game=slug, variant=variant, state="playing", first_id=seats.first, second_id=seats.second,
            level=level, challenger_id=person, control=control, turn=mover if is_person else None,
            rematch_of=rematch_of, **place.values(),
        ))  # fmt: skip

    async def challenge(
        self,
        slug: str,
        variant: str,
        seats: Seats,
        challenger_id: int,
        place: Place,
        control: str | None = None,
        rematch_of: int | None = None,
    ) -> Match:
        """A challenge from one person to another; it waits for an answer for `challenge_seconds`."""
        match = await guarded(self._store.create(
            game=slug, variant=variant, state="challenge", first_id=seats.first, second_id=seats.second,
            level=None, challenger_id=challenger_id, expires_at=self._now() + self.challenge_seconds,
            control=control, rematch_of=rematch_of, **place.values(),
        ))  # fmt: skip
        self._expire_later(match)
        return match

    async def answer(self, match_id: int, user_id: int, verb: str, limits: Limits = NONE) -> Match:
        """Accept, decline (the challenged person) or cancel (the challenger) a challenge.

        The limits are those of the place, for whoever accepts.
        """
        match = await self._store.get(match_id)
        if user_id not in (match.first_id, match.second_id):
            raise Refusal("challenge.not-yours")
        if match.state != "challenge":
            raise Outdated(match)
        if (user_id == match.challenger_id) != (verb == "cancel"):
            raise Refusal("challenge.only-challenger" if verb == "cancel" else "challenge.only-challenged")
        if match.expires_at is not None and match.expires_at <= self._now():
            return await self._end_challenge(match, "expired")
        if verb == "accept":
            return await guarded(self._store.accept(match_id, replay(match.record).to_move, limits=limits))
        return await self._end_challenge(match, {"decline": "declined", "cancel": "cancelled"}[verb])

    async def _end_challenge(self, match: Match, reason: str) -> Match:
        return await guarded(self._store.end_challenge(match.id, f"challenge.{reason}"))

    def _expire_later(self, match: Match) -> None:
        async def expire() -> None:
            assert match.expires_at is not None
            await asyncio.sleep(max(0.0, match.expires_at - self._now()))
            with contextlib.suppress(Outdated):
                ended = await persistently(
                    lambda: self._end_challenge(match, "expired"), "challenge not ended yet", match=match.id
                )
                await self._on_change(ended)

        self._tasks.run(expire())

    # --- Playing -------------------------------------------------------------------------------------

    async def get(self, match_id: int) -> Match:
        """The present state of a match. Raises `data.errors.UnknownMatch`."""
        return await self._store.get(match_id)

    async def play(self, match_id: int, stamp: Stamp | None, user_id: int, text: str) -> Match:
        """A person's move, committed, with any forced pass that follows it.

        ``stamp`` is what the person saw (None: whatever is now). Raises `Refusal`, `Outdated` or
        `games.base.RuleError`; then nothing has changed.
        """
        match = await self.on_turn(match_id, user_id, stamp)
        position = replay(match.record)
        move = game(match.game).parse(text, position)
        return await self._append(match, position, [move], user_id)

    async def _append(
        self, match: Match, position: Position, moves: Sequence[Move], user_id: int | None
    ) -> Match:
        played, chosen = [], position
        for move in moves:
            played.append(Played(move, user_id))
            chosen = chosen.play(move)
        after = chosen
        while list(after.legal_moves()) == [PASS]:
            played.append(Played(PASS))
            after = after.play(PASS)
        ended = chosen.to_move is not position.to_move or after is not chosen
        clocked = after.to_move if match.user_of(after.to_move) is not None else None
        changed = await guarded(
            self._store.append(
                match.id, match.stamp, played, outcome=after.outcome(),
                keeps=standing(match, position.to_move), turn=Turn(clocked, ended, out_of_time),
            )
        )  # fmt: skip
        if changed.ply == match.ply:
            raise TimeIsUp(changed)
        return changed

    async def seated(self, match_id: int, user_id: int, stamp: Stamp | None) -> Match:
        """The match, if this person plays in it, it goes on, and ``stamp`` is its present position."""
        return (await self._seated(match_id, user_id, stamp))[0]

    async def on_turn(self, match_id: int, user_id: int, stamp: Stamp | None) -> Match:
        """The match, if besides it does not rest and it is this person's turn."""
        match, side = await self._on(match_id, user_id, stamp)
        if replay(match.record).to_move is not side:
            raise Refusal("match.not-your-turn")
        return match

    async def finished(self, match_id: int, user_id: int) -> tuple[Match, Side]:
        """A match that is over, and the side this person had in it."""
        match = await self._store.get(match_id)
        side = match.side_of(user_id)
        if side is None:
            raise Refusal("match.not-seated")
        if match.state != "over":
            raise Outdated(match)
        return match, side

    async def _seated(self, match_id: int, user_id: int, stamp: Stamp | None) -> tuple[Match, Side]:
        match = await self._store.get(match_id)
        side = match.side_of(user_id)
        if side is None:
            raise Refusal("match.not-seated")
        if match.state == "over":
            raise Refusal("match.over")
        if match.state != "playing":
            raise Refusal("match.not-begun")
        if stamp is not None and stamp != match.stamp:
            raise Outdated(match)
        return match, side

    async def _on(self, match_id: int, user_id: int, stamp: Stamp | None) -> tuple[Match, Side]:
        """As `_seated`, of a match that does not rest. Raises `TimeIsUp` where a flag falls by that."""
        match, side = await self._seated(match_id, user_id, stamp)
        if match.paused is not None:
            raise Refusal(f"match.{match.paused}")
        if match.clock is not None and match.clock.has_fallen(self._store.uptime()):
            over = await self._store.forfeit(match.id, out_of_time)
            raise TimeIsUp(over) if over else Outdated(await self._store.get(match.id))
        return match, side

    async def _at_rest(self, match_id: int, user_id: int, stamp: Stamp | None) -> tuple[Match, Side]:
        """As `_seated`, of a match that was put off."""
        match, side = await self._seated(match_id, user_id, stamp)
        if match.paused != ADJOURNED:
            raise Refusal("match.goes-on" if match.paused is None else f"match.{match.paused}")
        return match, side

    # --- Leaving -------------------------------------------------------------------------------------

    async def resign(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Give the match up; with ``stamp`` None whatever is played at the same moment."""
        return await self._leave(match_id, stamp, user_id, resigned)

    async def abort(self, match_id: int, stamp: Stamp | None, user_id: int) -> Match:
        """Call the match off, as long as fewer than two moves are made; ``stamp`` as in `resign`."""
        return await self._leave(match_id, stamp, user_id, called_off)

    async def _leave(
        self, match_id: int, stamp: Stamp | None, user_id: int, how: Callable[[Match, Side], Outcome]
    ) -> Match:
        match, side = await self._seated(match_id, user_id, stamp)
        try:
            over = await guarded(self._store.finish(match.id, match.stamp, how(match, side)))
        except Outdated:
            if stamp is not None:
                raise
            return await self._leave(match_id, None, user_id, how)  # ends: a match has so many moves
        self._computer.stop(match.id)
        return over

    async def _give_up(self, match: Match, side: Side) -> Match:
        """The computer resigns, if the position is still the one it thought about."""
        return await guarded(self._store.finish(match.id, match.stamp, resigned(match, side)))

    async def _ran_out(self, match: Match) -> None:
        """A match ended by the clock."""
        self._computer.stop(match.id)
        await self._on_change(match)

    # --- The computer --------------------------------------------------------------------------------

    async def may_hint(self, match_id: int, user_id: int, stamp: Stamp | None) -> Match:
        """Check that a hint may be asked: only against the computer, only on one's own turn."""
        match = await self.seated(match_id, user_id, stamp)
        if match.level is None:
            raise Refusal("hint.only-against-computer")
        return await self.on_turn(match_id, user_id, stamp)

    async def hint(self, match: Match) -> Choice:
        """What a good player would do now."""
        return await self._player.choose(match.record, adviser(match.game), tenant=tenant(match))

    def ahead(self, match: Match) -> int:
        """How many are before this match's computer, where its board is to tell so; else 0."""
        return self._computer.ahead(match.id)

    def let_computer_move(self, match: Match) -> None:
        """Have the computer do its part, in the background; then ``on_change``.

        It moves if it is its turn. It proposes what people need not find alone, as dead groups in Go.
        """
        if not match.is_on:
            return
        if is_turn(match):
            self._computer.move(match)
        elif assists(match.record):
            self._computer.propose(match)

    # --- Life of the service -------------------------------------------------------------------------

    async def resume(self) -> None:
        """After a start: watch the clocks, expire challenges, let waiting computers think again."""
        await self.timekeeper.start()
        for match in await self._store.challenges():
            self._expire_later(match)
        for match in await self._store.against_computer():
            self.let_computer_move(match)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop everything in the background. What is committed goes on at the next start."""
        await self._tasks.close()
