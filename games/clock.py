"""Clocks: how long each side may think. Pure values, in seconds of a count that the caller keeps.

Start reading at `Clock`. A time control is one of three kinds: so much time for every turn (the days of
correspondence play), Fischer's clock (a stock of time and an increment after each turn; U.S. patent
4,884,255), or Japanese byo-yomi (main time, then periods of which a turn uses up only whole ones).

Where rulebooks are silent we do as lichess and OGS do: an offer stops no clock, a turn that is taken back
gives no time back, and one that is interrupted is charged for what was used of it, but for a byo-yomi
period begun. A turn of days begins anew then: one player may take the match up while the other is away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from games.base import Side

GRACE_SECONDS = 1.0
"""How far beyond its end a turn still counts: what the network may take between a press and its arrival."""

_MINUTE, _DAY = 60.0, 86_400.0


class Budget(NamedTuple):
    """What a side has left: seconds of its main time, and whole periods of byo-yomi."""

    seconds: float
    periods: int = 0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The terms of a clock."""

    name: str
    main: float
    """Seconds at the start; of every turn where `each_turn`."""
    each_turn: bool = False
    """Whether the main time is given anew for every turn."""
    increment: float = 0.0
    """Seconds added after each turn."""
    periods: int = 0
    period: float = 0.0
    """Seconds of one byo-yomi period."""

    @property
    def whole(self) -> Budget:
        """What each side begins with."""
        return Budget(self.main, self.periods)

    def total(self, budget: Budget) -> float:
        """The seconds after which the flag of a side with this budget falls."""
        return budget.seconds + budget.periods * self.period

    def after(self, budget: Budget, spent: float) -> Budget:
        """What is left once so many seconds are spent; the last period is kept even by the grace.

        >>> CONTROLS["byo-yomi"].after(Budget(10.0, 3), 50.0)
        Budget(seconds=0.0, periods=2)
        """
        left = budget.seconds - spent
        if left >= 0:
            return Budget(left, budget.periods)
        used = int(-left // self.period) if self.period else 0
        return Budget(0.0, max(min(budget.periods, 1), budget.periods - used))


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


@dataclass(frozen=True, slots=True)
class Clock:
    """A match's clock at one moment. ``now`` of its methods counts seconds from wherever the caller began."""

    control: TimeControl
    first: Budget
    second: Budget
    side: Side | None = None
    """Whose turn is on the clock; None before the first one, and while a side without a clock thinks."""
    since: float | None = None
    """When the clock of `side` began to run; None while it stands."""

    @classmethod
    def of(cls, control: TimeControl) -> Self:
        """A clock before the first turn."""
        return cls(control, control.whole, control.whole)

    @property
    def falls_at(self) -> float | None:
        """When the flag of the side on the clock falls; None while the clock stands."""
        if self.since is None or self.side is None:
            return None
        return self.since + self.control.total(self.budget(self.side))

    def budget(self, side: Side) -> Budget:
        """What a side had left when its clock began to run."""
        return self.first if side is Side.FIRST else self.second

    def left(self, side: Side, now: float) -> Budget:
        """What a side has left now."""
        if side is not self.side or self.since is None:
            return self.budget(side)
        return self.control.after(self.budget(side), max(0.0, now - self.since))

    def has_fallen(self, now: float) -> bool:
        """Whether the side on the clock has run out of time, and of the grace."""
        falls_at = self.falls_at
        return falls_at is not None and now > falls_at + GRACE_SECONDS

    def turn(self, side: Side | None, now: float) -> Self:
        """The clock with ``side``'s turn begun; None has no clock to run."""
        given = {side: self.control.whole} if side is not None and self.control.each_turn else {}
        return replace(self._with(given), side=side, since=None if side is None else now)

    def played(self, now: float) -> Self:
        """The clock stopped by a turn made: what it took is charged, the increment is given."""
        if self.side is None:
            return self
        seconds, periods = self.left(self.side, now)
        stopped = self._with({self.side: Budget(seconds + self.control.increment, periods)})
        return replace(stopped, side=None, since=None)

    def stopped(self, now: float) -> Self:
        """The clock stopped in the middle of a turn."""
        if self.side is None:
            return self
        return replace(self._with({self.side: self.left(self.side, now)}), since=None)

    def resumed(self, now: float) -> Self:
        """The clock going on where it was stopped, with a turn of days begun anew."""
        if self.control.each_turn:
            return self.turn(self.side, now)
        return replace(self, since=None if self.side is None else now)

    def _with(self, budgets: Mapping[Side, Budget]) -> Self:
        return replace(
            self,
            first=budgets.get(Side.FIRST, self.first),
            second=budgets.get(Side.SECOND, self.second),
        )
