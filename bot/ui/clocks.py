"""Clocks in words.

The running side's time is Discord timestamps, so no message is edited because of its clock. Every reader's
client counts one down, in minutes until the last one and then in seconds; where a turn lasts minutes, the
other is the time of day, with seconds, at which the time runs out. The other side's time is written out.
In messages that nobody else reads, people who have chosen one of these two forms see only that one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from bot.person_settings import TIME
from bot.presenters.registry import AnyPresenter
from bot.texts import Raw, Texts
from data.model.match import Match
from data.model.tournament import BEGIN_SECONDS, BEGUN_PLIES
from games.base import Position, Side
from games.clock import Budget, Clock, TimeControl

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def _from_zero(_: int | None) -> float:
    return 0.0


class ClockDisplay(NamedTuple):
    """How a message shows clocks."""

    epoch: Callable[[int | None], float] = _from_zero
    """The unix time from which the clocks of a server count; None is direct messages."""
    style: str | None = None
    """`COUNTDOWN` or `TIME` of `bot.person_settings`; None for the usual."""


SHARED_CLOCKS = ClockDisplay()


def clock_lines(
    match: Match,
    position: Position,
    presenter: AnyPresenter,
    texts: Texts,
    display: ClockDisplay,
    *,
    of_mover: bool = False,
) -> Iterator[str]:
    """The line with both sides' time; the control's name if there is none.

    A time that is the mover's alone has no symbol: beside it stands whose turn it is.
    """
    clock = _by_calendar(match, display)
    if clock is None:
        return
    # Where every turn has the full time, only the one that runs says anything.
    is_alone = of_mover or clock.control.each_turn
    first_move_by = _first_move_by(match, clock)
    times = list[Raw]()
    for side in Side:
        is_running = side is clock.side and clock.since is not None
        if match.user_of(side) is None or (is_alone and not is_running):
            continue
        time = _time(clock, side, first_move_by, texts, display)
        if not is_alone:
            time = texts("clock.side", symbol=Raw(presenter.symbol(side, position)), time=time)
        times.append(time)
    if times:
        yield texts("clock.line", sides=Raw(" · ".join(times)))
    else:
        yield texts("challenge.clock", clock=control_name(clock.control, texts))


def clocks_in_words(match: Match, position: Position, presenter: AnyPresenter, texts: Texts) -> str:
    """How much time both sides have, for an alt text, in which nothing counts down; empty without a clock.

    While a clock runs it is the time with which the turn began. Where a turn lasts days, it is the mover's.
    """
    clock = match.clock
    if clock is None or (clock.control.each_turn and clock.since is None):
        return ""
    times = [
        texts.plain(
            "clock.side-left",
            side=presenter.side_name_in(side, position, texts),
            time=_stopped(clock.budget(side), clock.control, texts),
        )
        for side in Side
        if match.user_of(side) is not None and (side is clock.side or not clock.control.each_turn)
    ]
    key = "clock.left" if clock.since is None else "clock.left-at-turn"
    return texts.plain(key, sides=", ".join(times)) if times else ""


def flag_fall(match: Match, texts: Texts, display: ClockDisplay) -> Raw | None:
    """When the side to move loses, as a sentence says it: usually in how long; None if no clock runs."""
    moment = lost_at(match, display)
    if moment is None or match.clock is None:
        return None
    return _when(moment, match.clock.control, texts, display)


def lost_at(match: Match, display: ClockDisplay) -> float | None:
    """When the side to move loses unless it moves, in unix seconds; None if no clock runs."""
    clock = _by_calendar(match, display)
    if clock is None or clock.falls_at is None:
        return None
    return _first_move_by(match, clock) or clock.falls_at


def until(moment: float, *, is_live: bool) -> Raw:
    """A moment in unix seconds as the reader's time, with the date unless it ``is_live``, and in how long."""
    whole = math.floor(moment)
    return Raw(f"<t:{whole}:{'T' if is_live else 'F'}> (<t:{whole}:R>)")


def control_name(control: TimeControl, texts: Texts) -> Raw:
    """A time control as people call it."""
    return texts(f"clock.{control.terms}")


def duration(seconds: float, texts: Texts) -> str:
    """A duration in its two largest units."""
    whole = math.floor(seconds)
    if whole >= _DAY:
        return texts.plain("clock.days", days=whole // _DAY, hours=whole % _DAY // _HOUR)
    if whole >= _HOUR:
        return texts.plain("clock.hours", hours=whole // _HOUR, minutes=whole % _HOUR // _MINUTE)
    return f"{whole // _MINUTE}:{whole % _MINUTE:02}"


def _by_calendar(match: Match, display: ClockDisplay) -> Clock | None:
    """The match's clock in unix time."""
    if match.clock is None or match.clock.since is None:
        return match.clock
    return replace(match.clock, since=match.clock.since + display.epoch(match.guild_id))


def _first_move_by(match: Match, clock: Clock) -> float | None:
    """When who has not made their first move in a live tournament loses; None if the flag falls before."""
    is_live = match.tournament_id is not None and not clock.control.each_turn
    if not is_live or match.ply >= BEGUN_PLIES or clock.since is None or clock.falls_at is None:
        return None
    end = clock.since + BEGIN_SECONDS
    return end if end < clock.falls_at else None


def _time(clock: Clock, side: Side, first_move_by: float | None, texts: Texts, display: ClockDisplay) -> Raw:
    """The time of one side: when it runs out, or what is left where it does not run."""
    budget = clock.budget(side)
    if side is not clock.side or clock.since is None:
        return _stopped(budget, clock.control, texts)
    if first_move_by is not None:
        return texts("clock.first-move", time=_timestamp(first_move_by, "T"))
    if budget.periods:
        return _with_periods(clock, clock.since, budget, texts, display)
    return _until(clock.since + budget.seconds, clock.control, texts, display)


def _stopped(budget: Budget, control: TimeControl, texts: Texts) -> Raw:
    """What a side has left, written out: 9:30, or 0:12 + 3 × 30 s with byo-yomi."""
    if not budget.periods:
        return Raw(duration(budget.seconds, texts))
    periods = texts("clock.periods", n=budget.periods, seconds=round(control.period))
    return Raw(f"{duration(budget.seconds, texts)} + {periods}") if budget.seconds >= 1 else periods


def _with_periods(clock: Clock, since: float, budget: Budget, texts: Texts, display: ClockDisplay) -> Raw:
    """Byo-yomi: when the main time ends and what follows, or when the last period ends."""
    control = clock.control
    periods = texts("clock.periods", n=budget.periods, seconds=round(control.period))
    if budget.seconds >= 1:
        moment = since + budget.seconds
        shown = _until if display.style is None else _when
        return texts("clock.main-until", end=shown(moment, control, texts, display), periods=periods)
    end = _until(since + control.total(budget), control, texts, display)
    return texts("clock.periods-until", end=end, periods=periods)


def _until(moment: float, control: TimeControl, texts: Texts, display: ClockDisplay) -> Raw:
    """An end: usually in how long, and within the hour also when by the reader's clock."""
    if control.each_turn or display.style is not None:
        key = "clock.turn-until" if control.each_turn else "clock.until"
        return texts(key, when=_when(moment, control, texts, display))
    return texts("clock.until-time", time=_timestamp(moment, "T"), when=_timestamp(moment, "R"))


def _when(moment: float, control: TimeControl, texts: Texts, display: ClockDisplay) -> Raw:
    """In how long, or the time of day, with the date where a turn lasts days."""
    if display.style != TIME:
        return _timestamp(moment, "R")
    if control.each_turn:
        return texts("clock.on-date", time=_timestamp(moment, "f"))
    return texts("clock.at-time", time=_timestamp(moment, "T"))


def _timestamp(moment: float, style: str) -> Raw:
    """A Discord timestamp: ``R`` is "in 5 minutes", ``T`` the time with seconds, ``f`` date and time."""
    return Raw(f"<t:{math.floor(moment)}:{style}>")
