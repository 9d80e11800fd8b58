"""Anybody does anything to a match in any order, and the promises hold: hypothesis writes the stories."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from functools import cache
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

from bot.exceptions import Outdated, Refusal, TimeIsUp
from bot.match.challenges import CHALLENGE_SECONDS
from bot.match.endings import time_forfeit
from bot.match.setup import Seats
from bot.match.takebacks import last_own_ply
from data.model.match import Match, Offer, OfferKind, PauseReason, PositionId
from data.store import Store, open_store
from games import GAMES, game, replay
from games.base import PASS, Move, RuleError, Side
from games.clock import GRACE_SECONDS
from tests.bot.service import (
    ANA,
    BEN,
    CHO,
    HERE,
    Waiting,
    before_a_forced_pass,
    before_the_end,
    service,
    until,
)
from tests.clock import Clock

STORIES, STEPS = 8, 40
BY_WILL = {"outcome.resigned", "outcome.aborted", "outcome.agreed", "outcome.time"}
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
    position, moves = GAMES["othello"].start(variant), list[Move]()
    kept: tuple[Move, ...] = ()
    while position.outcome() is None and len(moves) <= plies:
        if list(position.legal_moves()) != [PASS]:
            kept = tuple(moves)
        moves.append(choice(position.legal_moves()))
        position = position.play(moves[-1])
    return kept


PAUSED = {PauseReason.ADJOURNED: "match.adjourned", PauseReason.SUSPENDED: "match.suspended"}


class Story(RuleBasedStateMachine):
    """One match, and everything that happens to it."""

    def __init__(self, runner: asyncio.Runner, store: Store, ticks: Clock, turning: Turning) -> None:
        super().__init__()
        self.turning = turning
        self.ticks = ticks
        self.runner = runner
        self.clock = Clock()
        self.service = service(store, Waiting(), clock=self.clock)
        self.positions: dict[PositionId, tuple[Move, ...]] = {}
        self.position_ids: list[PositionId] = []
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
        control=st.sampled_from([None, "5+5", "5+5", "1-day", "byo-yomi"]),
    )
    def begin(self, kind: str, variant: str, plies: int, seed: int, control: str | None) -> None:
        moves = prefix(variant, plies, seed)
        if self.turning is not None:
            moves, self.lucky = turning_point(self.turning[0], variant, self.turning[1] == "end")

        async def begun() -> Match:
            if kind == "challenge":
                seats = Seats(ANA, BEN) if seed % 2 else Seats(BEN, ANA)
                return await self.service.matches.challenges.create(
                    "othello", variant, seats, ANA, HERE, control
                )
            if kind == "people":
                match = await self.service.people(variant, control)
            else:
                seats = Seats(None, ANA) if kind == "computer first" else Seats(ANA, None)
                match = await self.service.matches.start_against_computer(
                    "othello", variant, seats, "3", HERE, control
                )
            return await self.service.at(match, moves)

        self.now = self.run(begun())
        self.note(self.now)

    # --- What people do ------------------------------------------------------------------------------

    @rule(user=everybody, position_id=seen, text=texts)
    def play(self, user: int, position_id: str, text: int | str) -> None:
        before, position = self.now, replay(self.now.record)
        legal = position.legal_moves()
        typed = text if isinstance(text, str) else self.choose(legal, text)
        key = self.on(user, position_id)
        if key is None and before.user_of(position.to_move) != user:
            key = "match.not-your-turn"
        after = self.attempt(
            self.service.matches.play(before.id, self.position_id(position_id), user, typed),
            key,
            refused_by_rules=self.refused_by_rules(typed),
        )
        if after is not None:
            move = game(before.game).parse(typed, position)
            assert after.moves[: before.ply + 1] == (*before.moves, move)
            assert set(after.moves[before.ply + 1 :]) <= {PASS}
            assert after.offer == self.kept_offer(before, after)
            assert after.takebacks == before.takebacks

    @staticmethod
    def asked_already(before: Match, kind: str, user: int) -> bool:
        """Whether this person has made this offer in this position, and it is not the opponent's now."""
        side, offer = before.side_of(user), before.offer
        meets = offer is not None and offer.kind == kind and offer.side is not side
        return (kind, side) in before.offers_made and not meets

    def kept_offer(self, before: Match, after: Match) -> Offer | None:
        """The mover keeps an offer of a draw or an adjournment; every other offer is cleared by the move."""
        offer, mover = before.offer, replay(before.record).to_move
        is_kept = (
            offer and offer.kind in ("draw", "adjourn") and offer.side is mover and after.state == "playing"
        )
        return offer if is_kept else None

    @rule(number=st.integers(0, 40))
    def play_on(self, number: int) -> None:
        """The person to move plays."""
        user = self.now.user_of(replay(self.now.record).to_move)
        if self.now.is_active and user is not None:
            self.play(user, "present", number)

    def choose(self, legal: Sequence[Move], number: int) -> Move:
        """One of the legal moves; every other time the one that turns the game, if it is among them."""
        if self.lucky is not None and self.lucky in legal and number % 2:
            return self.lucky
        return legal[number % len(legal)] if legal else Move("a1")

    def refused_by_rules(self, typed: str) -> bool:
        position = replay(self.now.record)
        try:
            position.play(game(self.now.game).parse(typed, position))
        except RuleError:
            return True
        return False

    @rule(user=everybody, position_id=seen)
    def undo(self, user: int, position_id: str) -> None:
        before, key = self.now, self.on(user, position_id)
        own = last_own_ply(before, before.side_of(user) or Side.FIRST)
        if key is None and own is None:
            key = "match.nothing-to-undo"
        if key is None and before.level is None and before.offer is not None:
            key = "match.offer-pending"
        if key is None and self.asked_already(before, "undo", user):
            key = "match.asked-already"
        after = self.attempt(
            self.service.matches.takebacks.request(before.id, self.position_id(position_id), user), key
        )
        if after is None:
            return
        if before.level is None:
            assert after.offer is not None
            assert after.offer.side is before.side_of(user)
            assert after.moves == before.moves
        else:
            self.taken_back(before, after, user)

    @rule(user=everybody, position_id=seen, accepted=st.booleans())
    def answer_undo(self, user: int, position_id: str, accepted: bool) -> None:
        before, key = self.now, self.on(user, position_id)
        if key is None and (before.offer is None or before.offer.kind != "undo"):
            key = "match.outdated"
        asks = before.offer is not None and before.offer.side is before.side_of(user)
        if key is None and asks and accepted:
            key = "match.own-offer"
        takebacks = self.service.matches.takebacks
        answer = takebacks.accept if accepted else takebacks.decline
        act = answer(before.id, self.position_id(position_id), user)
        after = self.attempt(act, key)
        if after is None:
            return
        assert after.offer is None
        if accepted:
            asker = before.user_of(before.offer.side) if before.offer else None
            self.taken_back(before, after, asker or 0)
        else:
            assert after.position_id == before.position_id

    def taken_back(self, before: Match, after: Match, user: int) -> None:
        """Who took back has the move again, where they had it last."""
        assert after.takebacks == before.takebacks + 1
        assert after.moves == before.moves[: after.ply]
        assert after.ply < before.ply
        position = replay(after.record)
        assert after.user_of(position.to_move) == user
        assert last_own_ply(before, position.to_move) == after.ply

    @rule(user=everybody, position_id=seen)
    def offer_draw(self, user: int, position_id: str) -> None:
        before, key = self.now, self.on(user, position_id)
        if key is None and before.level is not None:
            key = "draw.only-between-people"
        if key is None and before.ply < 2:
            key = "draw.too-early"
        offer = before.offer
        meets = offer is not None and offer.kind == "draw" and offer.side is not before.side_of(user)
        if key is None and offer is not None and not meets:
            key = "match.offer-pending"
        if key is None and self.asked_already(before, "draw", user):
            key = "match.asked-already"
        after = self.attempt(
            self.service.matches.draws.offer(before.id, self.position_id(position_id), user), key
        )
        if after is None:
            return
        assert after.moves == before.moves
        if meets:
            assert (after.state, after.winner, after.reason) == ("over", None, "outcome.agreed")
        else:
            assert after.offer == Offer(OfferKind.DRAW, before.side_of(user) or Side.FIRST, before.ply)

    @rule(user=everybody, position_id=seen, accepted=st.sampled_from([False, False, True]))
    def answer_draw(self, user: int, position_id: str, accepted: bool) -> None:
        before, key = self.now, self.on(user, position_id)
        if key is None and (before.offer is None or before.offer.kind != "draw"):
            key = "match.outdated"
        offers = before.offer is not None and before.offer.side is before.side_of(user)
        if key is None and offers and accepted:
            key = "match.own-offer"
        draws = self.service.matches.draws
        answer = draws.accept if accepted else draws.decline
        act = answer(before.id, self.position_id(position_id), user)
        after = self.attempt(act, key)
        if after is not None:
            assert (after.offer, after.moves) == (None, before.moves)
            ended = ("over", None, "outcome.agreed") if accepted else ("playing", None, None)
            assert (after.state, after.winner, after.reason) == ended

    @rule(user=everybody, position_id=seen, sure=st.integers(0, 5))
    def resign(self, user: int, position_id: str, sure: int) -> None:
        before, key = self.now, self.seated(user, position_id)
        if key is None and sure != 5:
            return
        act = self.service.matches.resign(self.now.id, self.position_id(position_id), user)
        after = self.attempt(act, key, anyway=True)
        if after is None:
            return
        if before.ply < 2:
            assert (after.state, after.winner, after.reason) == ("over", None, "outcome.aborted")
        else:
            assert (after.state, after.reason) == ("over", "outcome.resigned")
            assert after.user_of(after.winner or Side.FIRST) != user

    @rule(user=everybody, position_id=seen, sure=st.integers(0, 3))
    def abort(self, user: int, position_id: str, sure: int) -> None:
        before, key = self.now, self.seated(user, position_id)
        if key is None and before.ply >= 2:
            key = "abort.too-late"
        if key is None and sure != 3:
            return
        act = self.service.matches.abort(before.id, self.position_id(position_id), user)
        after = self.attempt(act, key, anyway=True)
        if after is not None:
            assert (after.state, after.winner, after.reason) == ("over", None, "outcome.aborted")
            assert after.moves == before.moves

    @rule(user=everybody, verb=st.sampled_from(["accept", "accept", "decline", "cancel"]))
    def answer(self, user: int, verb: str) -> None:
        before = self.now
        key = None
        if user not in (before.first_id, before.second_id):
            taken = before.state == "playing" and verb != "cancel"
            key = "challenge.taken" if taken else "challenge.not-yours"
        elif before.state != "challenge":
            key = "match.outdated"
        elif (user == before.challenger_id) != (verb == "cancel"):
            key = f"challenge.only-{'challenger' if verb == 'cancel' else 'challenged'}"
        after = self.attempt(getattr(self.service.matches.challenges, verb)(before.id, user), key)
        if after is not None and before.expires_at and before.expires_at <= self.clock.now:
            assert after.reason == "challenge.expired"

    @rule(user=everybody, position_id=seen)
    def ask_hint(self, user: int, position_id: str) -> None:
        before, key = self.now, self.seated(user, position_id)
        if key is None and before.level is None:
            key = "hint.only-against-computer"
        key = key or self.on(user, position_id)
        if key is None and before.user_of(replay(before.record).to_move) != user:
            key = "match.not-your-turn"
        act = self.service.matches.hints.check(before.id, self.position_id(position_id), user)
        self.attempt(act, key, changes=False)

    # --- Rests ---------------------------------------------------------------------------------------

    @rule(user=everybody, position_id=seen, sure=st.integers(0, 1))
    def adjourn(self, user: int, position_id: str, sure: int) -> None:
        before, key = self.now, self.on(user, position_id)
        offer = before.offer
        meets = offer is not None and offer.kind == "adjourn" and offer.side is not before.side_of(user)
        if key is None and before.level is None and offer is not None and not meets:
            key = "match.offer-pending"
        if key is None and self.asked_already(before, "adjourn", user):
            key = "match.asked-already"
        if key is None and not sure:
            return
        act = self.service.matches.adjournments.adjourn(before.id, self.position_id(position_id), user)
        after = self.attempt(act, key)
        if after is not None:
            assert after.position_id == before.position_id
            adjourns = before.level is not None or meets
            assert after.paused == ("adjourned" if adjourns else None)
            offered = Offer(OfferKind.ADJOURN, before.side_of(user) or Side.FIRST, before.ply)
            assert after.offer == (None if adjourns else offered)

    @rule(user=everybody, position_id=seen, accepted=st.booleans())
    def answer_adjourn(self, user: int, position_id: str, accepted: bool) -> None:
        before, key = self.now, self.on(user, position_id)
        if key is None and (before.offer is None or before.offer.kind != "adjourn"):
            key = "match.outdated"
        asks = before.offer is not None and before.offer.side is before.side_of(user)
        if key is None and asks and accepted:
            key = "match.own-offer"
        adjournments = self.service.matches.adjournments
        answer = adjournments.accept if accepted else adjournments.decline
        act = answer(before.id, self.position_id(position_id), user)
        after = self.attempt(act, key)
        if after is not None:
            assert (after.offer, after.paused) == (None, "adjourned" if accepted else None)

    @rule(user=everybody, position_id=seen, yes=st.sampled_from([True, True, False]))
    def answer_resume(self, user: int, position_id: str, yes: bool) -> None:
        before, key = self.now, self.seated(user, position_id)
        if key is None and before.paused != "adjourned":
            key = "match.suspended" if before.paused else "match.not-paused"
        mine = before.offer is not None and before.offer.side is before.side_of(user)
        alone = before.level is not None or before.clock is None or before.clock.control.each_turn
        if key is None and not yes and before.offer is None:
            key = "match.outdated"
        if key is None and yes and not alone and mine:
            key = "match.own-offer"
        adjournments = self.service.matches.adjournments
        answer = adjournments.resume if yes else adjournments.decline_resume
        after = self.attempt(answer(before.id, self.position_id(position_id), user), key)
        if after is None:
            return
        continues = yes and (alone or before.offer is not None)
        assert (after.paused is None) == continues
        assert (after.offer is not None) == (yes and not continues)

    # --- Time ----------------------------------------------------------------------------------------

    def has_fallen(self) -> bool:
        """Whether the side to move has no time left, by a calculation of our own."""
        clock = self.now.clock
        if clock is None or not self.now.is_active or clock.side is None or clock.since is None:
            return False
        budget = clock.first if clock.side is Side.FIRST else clock.second
        whole = budget.seconds + budget.periods * clock.control.period
        return self.uptime() - clock.since > whole + GRACE_SECONDS

    def uptime(self) -> float:
        return self.service.store.uptime.of(None)

    @rule(seconds=st.sampled_from([0.5, 29.0, 31.0, 200.0, 301.5, 700.0, 50_000.0]), down=st.booleans())
    def time_passes(self, seconds: float, down: bool) -> None:
        """On everybody's clock, or while the bot is cut off, on nobody's."""
        uptime, before = self.service.store.uptime, self.uptime()
        if down:
            uptime.stop(0)
        self.ticks.now += seconds
        uptime.start(0)
        assert self.uptime() == pytest.approx(before if down else before + seconds)

    @rule()
    def flag_is_looked_at(self) -> None:
        """It falls if it is time, with no effect else."""
        before, fallen = self.now, self.has_fallen()
        ended = self.run(self.service.store.matches.time_forfeit(before.id, time_forfeit))
        assert (ended is not None) == fallen
        if fallen:
            self.check(before, ended)
            self.lost_by_time(before, ended)
        else:
            assert self.run(self.service.matches.get(before.id)) == before

    def lost_by_time(self, before: Match, after: Match) -> None:
        """Whoever was to move has lost, unless too little was played."""
        side = replay(before.record).to_move
        assert after.moves == before.moves
        winner = None if before.ply < 2 else side.other
        assert (after.state, after.winner) == ("over", winner)
        assert after.reason == ("outcome.time" if winner else "outcome.aborted")

    def check_clock(self, before: Match, after: Match) -> None:
        """It runs for the side to move, and takes and gives the right time."""
        old, new = before.clock, after.clock
        if old is None or new is None:
            assert old is new
            return
        mover = replay(after.record).to_move
        runs = after.is_active and after.user_of(mover) is not None
        assert (new.since is not None) == runs
        if runs:
            assert new.side is mover
        control = old.control
        for side in Side:
            had, has = (control.total(one.budget(side)) for one in (old, new))
            spent = self.uptime() - old.since if side is old.side and old.since is not None else 0.0
            if new.since == old.since:
                spent = 0.0  # it runs on, and is charged when it stops
            left = max(0.0, had - spent)
            if control.periods:
                assert has <= had + 1e-6
                assert has >= min(had, left) - 1e-6
            else:
                assert any(
                    has == pytest.approx(one, abs=1e-6)
                    for one in (
                        left,
                        left + control.increment,
                        *([control.main] if control.each_turn else []),
                    )
                )

    # --- Places --------------------------------------------------------------------------------------

    @rule(sure=st.integers(0, 1))
    def lose_place(self, sure: int) -> None:
        """The channel is deleted, or the bot thrown out of the server."""
        before, on = self.now, self.now.state == "playing" and self.now.paused is None
        if on and not sure:
            return
        suspended = self.run(self.service.matches.suspensions.suspend([before.id]))
        after: Match = self.run(self.service.matches.get(before.id))
        if not on:
            assert (suspended, after) == ([], before)
            return
        self.check(before, after)
        assert suspended == [after] and after.paused == "parked"
        assert (after.position_id, after.offer) == (before.position_id, None)

    @rule(user=everybody, channel=st.sampled_from([HERE.channel_id, 71]))
    def bring(self, user: int, channel: int) -> None:
        before, key = self.now, None
        if before.side_of(user) is None:
            key = "match.not-seated"
        elif before.state != "playing":
            key = "match.not-begun" if before.state == "challenge" else "match.outdated"
        place = replace(HERE, channel_id=channel)
        act = self.service.matches.suspensions.move_to(before, user, place)
        after = self.attempt(act, key, anyway=True)
        if after is not None:
            assert (after.home.channel_id, after.home.message_id, after.position_id) == (
                channel,
                None,
                before.position_id,
            )
            live = before.clock is not None and not before.clock.control.each_turn
            reason = "adjourned" if live and before.level is None else None
            assert after.paused == (reason if before.paused == "parked" else before.paused)

    # --- What happens by itself ----------------------------------------------------------------------

    def computer_is_next(self) -> bool:
        match = self.now
        return match.is_active and match.user_of(replay(match.record).to_move) is None

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
            self.service = service(self.service.store, Waiting(), clock=self.clock)
            fell_due = before.expires_at is not None and before.expires_at <= self.clock.now
            # The other stories' matches are in the same store: only this one is resumed.
            if before.state == "challenge":
                self.service.matches.challenges.expire_later(before)
            if fell_due:
                await until(lambda: self.service.changes.seen)
            self.service.matches._computer.start(before)

        self.run(restarted())
        after = self.run(self.service.matches.get(before.id))
        if fell_due:
            assert (after.state, after.reason) == ("over", "challenge.expired")
            self.check(before, after)
        else:
            assert after == before

    # --- What must hold ------------------------------------------------------------------------------

    def position_id(self, which: str) -> PositionId | None:
        """The position a person saw."""
        if which == "none":
            return None
        if which == "old" and len(self.position_ids) > 1:
            return self.position_ids[-2]
        return self.now.position_id

    def seated(self, user: int, which: str) -> str | None:
        """Why somebody may not act on the match at all."""
        if self.now.side_of(user) is None:
            return "match.not-seated"
        if self.now.state != "playing":
            return "match.over" if self.now.state == "over" else "match.not-begun"
        return "match.outdated" if self.position_id(which) not in (None, self.now.position_id) else None

    def on(self, user: int, which: str) -> str | None:
        """Why somebody may not act on the match, which may rest besides."""
        return self.seated(user, which) or (PAUSED[self.now.paused] if self.now.paused else None)

    def attempt(
        self,
        act: Coroutine[Any, Any, Match],
        key: str | None,
        *,
        refused_by_rules: bool = False,
        changes: bool = True,
        anyway: bool = False,
    ) -> Match | None:
        """Do it: refused exactly for the reason expected, or done and stored.

        ``anyway``: though a flag has fallen of which nobody knows yet.
        """
        before, fallen = self.now, self.has_fallen()
        try:
            returned = self.run(act)
        except TimeIsUp as up:
            assert fallen
            self.check(before, up.match)
            self.lost_by_time(before, up.match)
            return None
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
        assert not fallen or anyway, "somebody did something after a flag had fallen"
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
        self.check_clock(before, after)
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
        assert self.positions.setdefault(match.position_id, match.moves) == match.moves
        if not self.position_ids or self.position_ids[-1] != match.position_id:
            self.position_ids.append(match.position_id)


TURNINGS = [
    None,
    (Side.FIRST, "pass"),
    (Side.SECOND, "end"),
    pytest.param((Side.FIRST, "end"), marks=pytest.mark.soak),
    pytest.param((Side.SECOND, "pass"), marks=pytest.mark.soak),
]


@pytest.mark.parametrize("turning", TURNINGS, ids=str)
def test_any_actions_in_any_order(tmp_path: Path, turning: Turning) -> None:
    with asyncio.Runner() as runner:
        ticks = Clock()
        store = runner.run(open_store(f"sqlite:///{tmp_path}/stories.db", ticks=ticks))
        store.uptime.start(0)
        try:
            run_state_machine_as_test(
                lambda: Story(runner, store, ticks, turning),  # type: ignore[arg-type]  # not only a class
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
            runner.run(store.close())
