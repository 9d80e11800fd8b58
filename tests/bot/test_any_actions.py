"""Anybody does anything to a match in any order, and the promises hold: hypothesis writes the stories."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.beginning import Seats
from bot.matches import CHALLENGE_SECONDS, last_own_ply
from bot.refusals import Outdated, Refusal
from data.database import Database, open_database
from data.matches import Match, Offer, Stamp
from games import GAMES, game, replay
from games.base import PASS, Move, RuleError, Side
from tests.bot.service import (
    ANA,
    BEN,
    CHO,
    HERE,
    Clock,
    Waiting,
    before_a_forced_pass,
    before_the_end,
    service,
    until,
)

STORIES, STEPS = 8, 30
BY_WILL = {"outcome.resigned", "outcome.aborted", "outcome.agreed"}
RANK = {"challenge": 0, "playing": 1, "over": 2}

Turning = tuple[Side, str] | None
"""A story may begin just before a side can make the other pass, or end the game."""

everybody = st.sampled_from([ANA, BEN, CHO])
seen = st.sampled_from(["present", "present", "present", "none", "old"])
texts = st.one_of(
    st.integers(0, 40),  # a legal move
    st.integers(0, 40),
    st.sampled_from(["pass", "a1", "c3", "zz", "h9", "", "d3 d3", "<@1>", "０", "b2\n"]),
)


@cache
def turning_point(side: Side, variant: str, ends: bool) -> tuple[tuple[Move, ...], Move]:
    """A beginning, and the move of ``side`` after which the other has to pass, or the game is over."""
    return before_the_end(side, variant) if ends else before_a_forced_pass(side, variant)


def prefix(variant: str, plies: int, seed: int) -> tuple[Move, ...]:
    """The beginning of a random game, that leaves somebody a choice."""
    choice = random.Random(seed).choice
    position, moves = GAMES["othello"].start(variant), []
    kept: tuple[Move, ...] = ()
    while position.outcome() is None and len(moves) <= plies:
        if list(position.legal_moves()) != [PASS]:
            kept = tuple(moves)
        moves.append(choice(position.legal_moves()))
        position = position.play(moves[-1])
    return kept


class Story(RuleBasedStateMachine):
    """One match, and everything that happens to it."""

    def __init__(self, runner: asyncio.Runner, database: Database, turning: Turning) -> None:
        super().__init__()
        self.turning = turning
        self.runner = runner
        self.clock = Clock()
        self.service = service(database, Waiting(), clock=self.clock)
        self.positions: dict[Stamp, tuple[Move, ...]] = {}
        self.stamps: list[Stamp] = []
        self.lucky: Move | None = None
        self.now: Match

    def run(self, act: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(act)

    def teardown(self) -> None:
        self.run(self.service.matches.close())

    # --- Beginning -----------------------------------------------------------------------------------

    @initialize(
        kind=st.sampled_from(["computer first", "computer second", "people", "challenge"]),
        variant=st.sampled_from(["6x6", "6x6", "8x8"]),
        plies=st.integers(0, 36),
        seed=st.integers(0, 99),
    )
    def begin(self, kind: str, variant: str, plies: int, seed: int) -> None:
        moves = prefix(variant, plies, seed)
        if self.turning is not None:
            moves, self.lucky = turning_point(self.turning[0], variant, self.turning[1] == "end")

        async def begun() -> Match:
            if kind == "challenge":
                seats = Seats(ANA, BEN) if seed % 2 else Seats(BEN, ANA)
                return await self.service.matches.challenge("othello", variant, seats, ANA, HERE)
            if kind == "people":
                match = await self.service.people(variant)
            else:
                seats = Seats(None, ANA) if kind == "computer first" else Seats(ANA, None)
                match = await self.service.matches.against_computer("othello", variant, seats, "3", HERE)
            match = await self.service.at(match, moves)
            self.service.matches.let_computer_move(match)
            return match

        self.now = self.run(begun())
        self.note(self.now)

    # --- What people do ------------------------------------------------------------------------------

    @rule(user=everybody, stamp=seen, text=texts)
    def play(self, user: int, stamp: str, text: int | str) -> None:
        before, position = self.now, replay(self.now.record)
        legal = position.legal_moves()
        typed = text if isinstance(text, str) else self.choose(legal, text)
        key = self.seated(user, stamp)
        if key is None and before.user_of(position.to_move) != user:
            key = "match.not-your-turn"
        after = self.attempt(
            self.service.matches.play(before.id, self.stamp(stamp), user, typed),
            key,
            refused_by_rules=self.refused_by_rules(typed),
        )
        if after is not None:
            move = game(before.game).parse(typed, position)
            assert after.moves[: before.ply + 1] == (*before.moves, move)
            assert set(after.moves[before.ply + 1 :]) <= {PASS}
            assert after.offer == self.standing(before, after)
            assert after.takebacks == before.takebacks
            self.run(self.think(after))

    def standing(self, before: Match, after: Match) -> Offer | None:
        """A draw offered by whoever moved stands on; every other offer lapses with the move."""
        offer, mover = before.offer, replay(before.record).to_move
        stands = offer and offer.kind == "draw" and offer.side is mover and after.state == "playing"
        return offer if stands else None

    async def think(self, match: Match) -> None:
        self.service.matches.let_computer_move(match)

    @rule(number=st.integers(0, 40))
    def play_on(self, number: int) -> None:
        """Whoever is to move, if it is a person, plays."""
        user = self.now.user_of(replay(self.now.record).to_move)
        if self.now.state == "playing" and user is not None:
            self.play(user, "present", number)

    def choose(self, legal: Sequence[Move], number: int) -> Move:
        """One of the legal moves; every other time the one that turns the game, if it is among them."""
        if self.lucky in legal and number % 2:
            return self.lucky
        return legal[number % len(legal)] if legal else Move("a1")

    def refused_by_rules(self, typed: str) -> bool:
        position = replay(self.now.record)
        try:
            position.play(game(self.now.game).parse(typed, position))
        except RuleError:
            return True
        return False

    @rule(user=everybody, stamp=seen)
    def undo(self, user: int, stamp: str) -> None:
        before, key = self.now, self.seated(user, stamp)
        own = last_own_ply(before, before.side_of(user) or Side.FIRST)
        if key is None and own is None:
            key = "match.nothing-to-undo"
        if key is None and before.level is None and before.offer is not None:
            key = "match.offer-pending"
        after = self.attempt(self.service.matches.undo(before.id, self.stamp(stamp), user), key)
        if after is None:
            return
        if before.level is None:
            assert after.offer is not None
            assert after.offer.side is before.side_of(user)
            assert after.moves == before.moves
        else:
            self.taken_back(before, after, user)

    @rule(user=everybody, stamp=seen, accepted=st.booleans())
    def answer_undo(self, user: int, stamp: str, accepted: bool) -> None:
        before, key = self.now, self.seated(user, stamp)
        if key is None and (before.offer is None or before.offer.kind != "undo"):
            key = "match.outdated"
        asks = before.offer is not None and before.offer.side is before.side_of(user)
        if key is None and asks and accepted:
            key = "match.own-offer"
        act = self.service.matches.answer_undo(before.id, self.stamp(stamp), user, accepted)
        after = self.attempt(act, key)
        if after is None:
            return
        assert after.offer is None
        if accepted:
            asker = before.user_of(before.offer.side) if before.offer else None
            self.taken_back(before, after, asker or 0)
        else:
            assert after.stamp == before.stamp

    def taken_back(self, before: Match, after: Match, user: int) -> None:
        """Who took back has the move again, where they had it last."""
        assert after.takebacks == before.takebacks + 1
        assert after.moves == before.moves[: after.ply]
        assert after.ply < before.ply
        position = replay(after.record)
        assert after.user_of(position.to_move) == user
        assert last_own_ply(before, position.to_move) == after.ply

    @rule(user=everybody, stamp=seen)
    def offer_draw(self, user: int, stamp: str) -> None:
        before, key = self.now, self.seated(user, stamp)
        if key is None and before.level is not None:
            key = "draw.only-between-people"
        if key is None and before.ply < 2:
            key = "draw.too-early"
        offer = before.offer
        meets = offer is not None and offer.kind == "draw" and offer.side is not before.side_of(user)
        if key is None and offer is not None and not meets:
            key = "match.offer-pending"
        after = self.attempt(self.service.matches.draws.offer(before.id, self.stamp(stamp), user), key)
        if after is None:
            return
        assert after.moves == before.moves
        if meets:
            assert (after.state, after.winner, after.reason) == ("over", None, "outcome.agreed")
        else:
            assert after.offer == Offer("draw", before.side_of(user) or Side.FIRST, before.ply)

    @rule(user=everybody, stamp=seen, accepted=st.sampled_from([False, False, True]))
    def answer_draw(self, user: int, stamp: str, accepted: bool) -> None:
        before, key = self.now, self.seated(user, stamp)
        if key is None and (before.offer is None or before.offer.kind != "draw"):
            key = "match.outdated"
        offers = before.offer is not None and before.offer.side is before.side_of(user)
        if key is None and offers and accepted:
            key = "match.own-offer"
        act = self.service.matches.draws.answer(before.id, self.stamp(stamp), user, accepted)
        after = self.attempt(act, key)
        if after is not None:
            assert (after.offer, after.moves) == (None, before.moves)
            ended = ("over", None, "outcome.agreed") if accepted else ("playing", None, None)
            assert (after.state, after.winner, after.reason) == ended

    @rule(user=everybody, stamp=seen, sure=st.integers(0, 5))
    def resign(self, user: int, stamp: str, sure: int) -> None:
        before, key = self.now, self.seated(user, stamp)
        if key is None and sure != 5:
            return
        after = self.attempt(self.service.matches.resign(self.now.id, self.stamp(stamp), user), key)
        if after is None:
            return
        if before.ply < 2:
            assert (after.state, after.winner, after.reason) == ("over", None, "outcome.aborted")
        else:
            assert (after.state, after.reason) == ("over", "outcome.resigned")
            assert after.user_of(after.winner or Side.FIRST) != user

    @rule(user=everybody, stamp=seen, sure=st.integers(0, 3))
    def abort(self, user: int, stamp: str, sure: int) -> None:
        before, key = self.now, self.seated(user, stamp)
        if key is None and before.ply >= 2:
            key = "abort.too-late"
        if key is None and sure != 3:
            return
        after = self.attempt(self.service.matches.abort(before.id, self.stamp(stamp), user), key)
        if after is not None:
            assert (after.state, after.winner, after.reason) == ("over", None, "outcome.aborted")
            assert after.moves == before.moves

    @rule(user=everybody, verb=st.sampled_from(["accept", "accept", "decline", "cancel"]))
    def answer(self, user: int, verb: str) -> None:
        before = self.now
        key = None
        if user not in (before.first_id, before.second_id):
            key = "challenge.not-yours"
        elif before.state != "challenge":
            key = "match.outdated"
        elif (user == before.challenger_id) != (verb == "cancel"):
            key = f"challenge.only-{'challenger' if verb == 'cancel' else 'challenged'}"
        after = self.attempt(self.service.matches.answer(before.id, user, verb), key)
        if after is not None and before.expires_at and before.expires_at <= self.clock.now:
            assert after.reason == "challenge.expired"

    @rule(user=everybody, stamp=seen)
    def ask_hint(self, user: int, stamp: str) -> None:
        before, key = self.now, self.seated(user, stamp)
        if key is None and before.level is None:
            key = "hint.only-against-computer"
        if key is None and before.user_of(replay(before.record).to_move) != user:
            key = "match.not-your-turn"
        act = self.service.matches.may_hint(before.id, user, self.stamp(stamp))
        self.attempt(act, key, changes=False)

    # --- What happens by itself ----------------------------------------------------------------------

    def computer_is_next(self) -> bool:
        match = self.now
        return match.state == "playing" and match.user_of(replay(match.record).to_move) is None

    @precondition(computer_is_next)
    @rule(number=st.integers(0, 40))
    def computer_answers(self, number: int) -> None:
        before, changes = self.now, self.service.changes
        move = self.choose(replay(before.record).legal_moves(), number)

        async def answered() -> Match:
            await until(lambda: self.service.waiting.thinking)
            count = len(changes.seen)
            self.service.waiting.answer(move)
            await until(lambda: len(changes.seen) > count)
            return changes.seen[-1]

        after: Match = self.run(answered())
        assert after.moves[: before.ply + 1] == (*before.moves, move)
        self.check(before, after)

    @rule(passes=st.sampled_from([1.0, 60.0, CHALLENGE_SECONDS]))
    def restart(self, passes: float) -> None:
        """Killed at any moment, the service comes back with the match as it was."""
        before, fell_due = self.now, False
        self.clock.now += passes

        async def restarted() -> None:
            nonlocal fell_due
            await self.service.matches.close()
            self.service = service(self.service.database, Waiting(), clock=self.clock)
            fell_due = before.expires_at is not None and before.expires_at <= self.clock.now
            # The other stories' matches are in the same store: only this one is taken up.
            if before.state == "challenge":
                self.service.matches._expire_later(before)
            if fell_due:
                await until(lambda: self.service.changes.seen)
            self.service.matches.let_computer_move(before)

        self.run(restarted())
        after = self.run(self.service.matches.get(before.id))
        if fell_due:
            assert (after.state, after.reason) == ("over", "challenge.expired")
            self.check(before, after)
        else:
            assert after == before

    # --- What must hold ------------------------------------------------------------------------------

    def stamp(self, which: str) -> Stamp | None:
        """The position a person saw."""
        if which == "none":
            return None
        if which == "old" and len(self.stamps) > 1:
            return self.stamps[-2]
        return self.now.stamp

    def seated(self, user: int, which: str) -> str | None:
        """Why somebody may not act on the match at all."""
        if self.now.side_of(user) is None:
            return "match.not-seated"
        if self.now.state != "playing":
            return "match.over" if self.now.state == "over" else "match.not-begun"
        return "match.outdated" if self.stamp(which) not in (None, self.now.stamp) else None

    def attempt(
        self,
        act: Coroutine[Any, Any, Match],
        key: str | None,
        *,
        refused_by_rules: bool = False,
        changes: bool = True,
    ) -> Match | None:
        """Do it: refused exactly for the reason expected, or done and stored."""
        before = self.now
        try:
            returned = self.run(act)
        except (Refusal, RuleError) as refused:
            if key is None:
                assert refused_by_rules, f"refused: {refused}"
                assert isinstance(refused, RuleError)
            else:
                assert refused.key == key
            if isinstance(refused, Outdated):
                assert refused.match == before
            assert self.run(self.service.matches.get(before.id)) == before, "a refusal changed something"
            return None
        assert key is None, f"not refused: {key}"
        assert not refused_by_rules
        after: Match = self.run(self.service.matches.get(before.id))
        assert after == returned
        if not changes:
            assert after == before
            return None
        self.check(before, after)
        return after

    def check(self, before: Match, after: Match) -> None:
        """A change goes forward, and leaves a record that replays."""
        assert after.version > before.version
        assert RANK[after.state] >= RANK[before.state]
        assert before.state != "over", "what is over has changed"
        assert after.takebacks >= before.takebacks
        assert (after.first_id, after.second_id, after.level) == (
            before.first_id,
            before.second_id,
            before.level,
        )
        position = replay(after.record)
        if after.state == "playing":
            assert position.outcome() is None
            assert list(position.legal_moves()) != [PASS], "a forced pass was left to a player"
        elif after.begun and after.reason not in BY_WILL:
            assert after.outcome == position.outcome()
        assert (after.state == "over") == (after.ended_at is not None)
        self.now = after
        self.note(after)

    def note(self, match: Match) -> None:
        """Ply and take-backs name one position for ever."""
        assert self.positions.setdefault(match.stamp, match.moves) == match.moves
        if not self.stamps or self.stamps[-1] != match.stamp:
            self.stamps.append(match.stamp)


@pytest.mark.parametrize("turning", [None, *product(Side, ["pass", "end"])], ids=str)
def test_any_actions_in_any_order(tmp_path: Path, turning: Turning) -> None:
    with asyncio.Runner() as runner:
        database = runner.run(open_database(f"sqlite+aiosqlite:///{tmp_path}/stories.db"))
        try:
            run_state_machine_as_test(  # type: ignore[no-untyped-call]
                lambda: Story(runner, database, turning),
                settings=settings(
                    max_examples=STORIES,
                    stateful_step_count=STEPS,
                    deadline=None,
                    phases=[Phase.explicit, Phase.generate],
                    database=None,
                    derandomize=True,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            runner.run(database.close())
