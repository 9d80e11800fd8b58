"""Clocks in words.

The running side's time is Discord timestamps, so no message is edited because of its clock. Every reader's
client counts one down, in minutes until the last one and then in seconds; where a turn lasts minutes, the
other is the time of day, with seconds, at which the time runs out. The other side's time is written out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from bot.presenters.registry import AnyPresenter
from bot.texts import Raw, Texts
from data.model import Match
from games.base import Position, Side
from games.clock import Budget, Clock, TimeControl

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def clock_lines(
    match: Match, position: Position, presenter: AnyPresenter, texts: Texts, epoch: float
) -> Iterator[str]:
    """The line with both sides' time, or the control's name. Times count from the unix time ``epoch``."""
    if match.clock is None:
        return
    seated = [side for side in Side if match.user_of(side) is not None]
    if match.clock.control.each_turn:  # every other turn has its full time ahead
        seated = [side for side in seated if side is match.clock.side and match.clock.since is not None]
    times = []
    for side in seated:
        symbol, time = Raw(presenter.symbol(side, position)), _time(match.clock, side, texts, epoch)
        times.append(texts("clock.side", symbol=symbol, time=time))
    if times:
        yield texts("clock.line", sides=Raw(" · ".join(times)))
    else:
        yield texts("challenge.clock", clock=control_name(match.clock.control, texts))


def flag_fall(clock: Clock, epoch: float) -> Raw | None:
    """When the flag falls, as a Discord timestamp; None while the clock does not run."""
    return None if clock.falls_at is None else _timestamp(clock.falls_at + epoch, "R")


def control_name(control: TimeControl, texts: Texts) -> Raw:
    """A time control as people call it."""
    return texts(f"clock.{control.name}")


def duration(seconds: float, texts: Texts) -> str:
    """A duration in its two largest units."""
    whole = math.floor(seconds)
    if whole >= _DAY:
        return texts.plain("clock.days", days=whole // _DAY, hours=whole % _DAY // _HOUR)
    if whole >= _HOUR:
        return texts.plain("clock.hours", hours=whole // _HOUR, minutes=whole % _HOUR // _MINUTE)
    return f"{whole // _MINUTE}:{whole % _MINUTE:02}"


def _time(clock: Clock, side: Side, texts: Texts, epoch: float) -> Raw:
    budget = clock.budget(side)
    if side is not clock.side or clock.since is None:
        return _stopped(budget, clock.control, texts)
    if clock.control.each_turn:
        return texts("clock.until", when=_timestamp(clock.since + budget.seconds + epoch, "R"))
    if not budget.periods:
        return _until(clock.since + budget.seconds + epoch, texts)
    return _with_periods(clock, clock.since, budget, texts, epoch)


def _stopped(budget: Budget, control: TimeControl, texts: Texts) -> Raw:
    if not budget.periods:
        return Raw(duration(budget.seconds, texts))
    periods = texts("clock.periods", n=budget.periods, seconds=round(control.period))
    return Raw(f"{duration(budget.seconds, texts)} + {periods}") if budget.seconds >= 1 else periods


def _with_periods(clock: Clock, since: float, budget: Budget, texts: Texts, epoch: float) -> Raw:
    """Byo-yomi: when the main time ends and what follows, or when the last period ends."""
    periods = texts("clock.periods", n=budget.periods, seconds=round(clock.control.period))
    if budget.seconds >= 1:
        return texts("clock.main-until", end=_until(since + budget.seconds + epoch, texts), periods=periods)
    end = since + clock.control.total(budget) + epoch
    return texts("clock.periods-until", end=_until(end, texts), periods=periods)


def _until(moment: float, texts: Texts) -> Raw:
    """An end within the hour: when by the reader's clock, and in how long."""
    return texts("clock.until-time", time=_timestamp(moment, "T"), when=_timestamp(moment, "R"))


def _timestamp(moment: float, style: str) -> Raw:
    """A Discord timestamp; style ``R`` is "in 5 minutes", ``T`` the time of day with seconds."""
    return Raw(f"<t:{math.floor(moment)}:{style}>")
