"""Clocks: how much time each side has left. Immutable values; the caller supplies the time in seconds.

A time control is one of three kinds: a fixed time for every turn (days, as in correspondence play), Fischer's
clock (main time and an increment after each turn; U.S. patent 4,884,255), or Japanese byo-yomi (main time,
then periods, of which a turn uses up only those that it exceeds). Who gives a simul has less for a turn than
the opponent.

Where rulebooks are silent, the clock follows lichess and OGS: an offer does not stop the clock, a takeback
does not return time, and an interrupted turn is charged for the time used, except that a started byo-yomi
period counts as unused. An interrupted turn of days starts over, because one player can resume the match
while the other is away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from games.base import Side

GRACE_SECONDS = 1.0
"""Seconds after the flag falls in which a move is still accepted, to allow for network latency."""

_MINUTE, _DAY = 60.0, 86_400.0


class Budget(NamedTuple):
    """The time that a side has left: seconds of main time, and whole byo-yomi periods."""

    seconds: float
    periods: int = 0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The terms under which a clock runs. All times are in seconds."""

    name: str
    main: float
    """Main time of the match, or of every turn if `each_turn`."""
    each_turn: bool = False
    """Whether every turn has the whole main time."""
    increment: float = 0.0
    """Time added after each turn."""
    periods: int = 0
    period: float = 0.0
    """Length of one byo-yomi period."""
    giver: Side | None = None
    """Who gives a simul in rounds: the other side has `ROUNDS_OF_OPPONENTS` times `main` for a turn."""

    @property
    def terms(self) -> str:
        """The name without the side that gives a simul.

        >>> EVERY_CONTROL["round-5m-second"].terms
        'round-5m'
        """
        return self.name if self.giver is None else self.name.removesuffix(f"-{self.giver.name.lower()}")

    def whole(self, side: Side) -> Budget:
        """The budget of a side at the start of the match.

        >>> EVERY_CONTROL["round-5m-second"].whole(Side.FIRST)
        Budget(seconds=900.0, periods=0)
        """
        rounds = 1 if self.giver in (None, side) else ROUNDS_OF_OPPONENTS
        return Budget(rounds * self.main, self.periods)

    def total(self, budget: Budget) -> float:
        """Seconds until the flag falls for a side with this budget."""
        return budget.seconds + budget.periods * self.period

    def after(self, budget: Budget, spent: float) -> Budget:
        """The budget left after a turn of ``spent`` seconds. A move within the grace keeps the last period.

        >>> CONTROLS["byo-yomi"].after(Budget(10.0, 3), 50.0)
        Budget(seconds=0.0, periods=2)
        """
        left = budget.seconds - spent
        if left >= 0:
            return Budget(left, budget.periods)
        # Japanese byo-yomi: a turn within a period gives it back whole, so only full ones are used up.
        used = int(-left // self.period) if self.period else 0
        return Budget(0.0, max(min(budget.periods, 1), budget.periods - used))

    def spent(self, side: Side, before: Budget, after: Budget) -> float:
        """The seconds that a side's turn took, by what was left before and after; whole byo-yomi periods.

        >>> CONTROLS["5+5"].spent(Side.FIRST, Budget(100.0), Budget(95.0))
        10.0
        """
        if self.each_turn:
            before = self.whole(side)
        return max(0.0, self.total(before) - self.total(after) + self.increment)


CONTROLS: Mapping[str, TimeControl] = {
    control.name: control
    for control in (
        TimeControl("1-day", _DAY, each_turn=True),
        TimeControl("3-days", 3 * _DAY, each_turn=True),
        TimeControl("7-days", 7 * _DAY, each_turn=True),
        TimeControl("5+5", 5 * _MINUTE, increment=5.0),
        TimeControl("10+10", 10 * _MINUTE, increment=10.0),
        TimeControl("byo-yomi", 10 * _MINUTE, periods=3, period=30.0),
    )
}
"""Every time control by its name."""

VOTING: Mapping[str, TimeControl] = {
    control.name: control
    for control in (
        TimeControl("vote-1m", _MINUTE, each_turn=True),
        TimeControl("vote-5m", 5 * _MINUTE, each_turn=True),
        TimeControl("vote-15m", 15 * _MINUTE, each_turn=True),
        TimeControl("vote-1h", 60 * _MINUTE, each_turn=True),
        TimeControl("vote-1d", _DAY, each_turn=True),
    )
}
"""How long people can vote for each move, likewise."""

RELAY: Mapping[str, TimeControl] = {
    control.name: control
    for control in (
        TimeControl("relay-5m", 5 * _MINUTE, each_turn=True),
        TimeControl("relay-15m", 15 * _MINUTE, each_turn=True),
        TimeControl("relay-1h", 60 * _MINUTE, each_turn=True),
        TimeControl("relay-1d", _DAY, each_turn=True),
    )
}
"""How long the member of a relay has for each move, likewise."""

ROUNDS: Mapping[str, TimeControl] = {
    control.name: control
    for control in (
        TimeControl("round-5m", 5 * _MINUTE, each_turn=True),
        TimeControl("round-15m", 15 * _MINUTE, each_turn=True),
        TimeControl("round-1h", 60 * _MINUTE, each_turn=True),
    )
}
"""How long who gives a simul has for a round of the boards: for each one since it began to wait, likewise."""

ROUNDS_OF_OPPONENTS = 3
"""How many rounds an opponent has for a turn: over the board they may let the giver pass about so often."""


def given_by(control: TimeControl, giver: Side) -> TimeControl:
    """A control of `ROUNDS` in a match in which a side gives the simul."""
    return replace(control, name=f"{control.name}-{giver.name.lower()}", giver=giver)


_OF_GIVER = {
    given.name: given for control in ROUNDS.values() for side in Side for given in (given_by(control, side),)
}
EVERY_CONTROL: Mapping[str, TimeControl] = {**CONTROLS, **VOTING, **RELAY, **_OF_GIVER}
"""What a match can have as its time control."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The state of a match's clock. ``now`` is the time in seconds, from any origin that the caller keeps."""

    control: TimeControl
    first: Budget
    second: Budget
    side: Side | None = None
    """The side whose turn is timed; None before the first turn, and in the turn of a computer."""
    since: float | None = None
    """When the clock of `side` started to run; None while it is stopped."""

    @classmethod
    def of(cls, control: TimeControl) -> Self:
        """A clock before the first turn."""
        return cls(control, control.whole(Side.FIRST), control.whole(Side.SECOND))

    @property
    def falls_at(self) -> float | None:
        """When the flag of `side` falls; None while the clock is stopped."""
        if self.since is None or self.side is None:
            return None
        return self.since + self.control.total(self.budget(self.side))

    def budget(self, side: Side) -> Budget:
        """What a side had left when its clock last started."""
        return self.first if side is Side.FIRST else self.second

    def left(self, side: Side, now: float) -> Budget:
        """What a side has left now."""
        if side is not self.side or self.since is None:
            return self.budget(side)
        return self.control.after(self.budget(side), max(0.0, now - self.since))

    def has_fallen(self, now: float) -> bool:
        """Whether the flag of `side` has fallen, the grace included."""
        falls_at = self.falls_at
        return falls_at is not None and now > falls_at + GRACE_SECONDS

    def turn(self, side: Side | None, now: float) -> Self:
        """The clock with the turn of ``side`` started; None for a computer, whose turns are not timed."""
        fresh = {side: self.control.whole(side)} if side is not None and self.control.each_turn else {}
        return self._with(fresh, side, None if side is None else now)

    def played(self, now: float) -> Self:
        """The clock after `side` moved: the time used is charged, the increment is added."""
        if self.side is None:
            return self
        seconds, periods = self.left(self.side, now)
        return self._with({self.side: Budget(seconds + self.control.increment, periods)}, None, None)

    def extended(self, seconds: float) -> Self:
        """The clock with more time for the present turn; where each turn has the whole time, only for it."""
        if self.side is None:
            return self
        left, periods = self.budget(self.side)
        return self._with({self.side: Budget(left + seconds, periods)}, self.side, self.since)

    def stopped(self, now: float) -> Self:
        """The clock interrupted in the middle of a turn."""
        if self.side is None:
            return self
        return self._with({self.side: self.left(self.side, now)}, self.side, None)

    def resumed(self, now: float) -> Self:
        """The clock restarted after an interruption. A turn of days starts over."""
        if self.control.each_turn:
            return self.turn(self.side, now)
        return replace(self, since=None if self.side is None else now)

    def _with(self, budgets: Mapping[Side, Budget], side: Side | None, since: float | None) -> Self:
        """The clock with these budgets, the others as they are, and the turn of ``side`` since a moment."""
        first, second = budgets.get(Side.FIRST, self.first), budgets.get(Side.SECOND, self.second)
        return type(self)(self.control, first, second, side, since)
