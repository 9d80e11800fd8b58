"""Clocks in words. Start reading at `clock_lines`.

The time of whoever is to move is one of Discord's own timestamps, which every reader's client counts down
by itself; the other side's stands still and is written out. So no message is edited for its clock.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from bot.presenters.base import Face
from bot.texts import Raw, Texts
from data.model import Match
from games.base import Position, Side
from games.clock import Budget, Clock, TimeControl

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def clock_lines(match: Match, position: Position, face: Face, texts: Texts, epoch: float) -> Iterator[str]:
    """The line that tells both sides' time, if there is a clock; ``epoch`` as in `bot.ui.match_message`."""
    if match.clock is None:
        return
    control = control_name(match.clock.control, texts)
    seated = [side for side in Side if match.user_of(side) is not None]
    if match.clock.control.each_turn:  # turns that have yet to begin have all their days
        seated = [side for side in seated if side is match.clock.side and match.clock.since is not None]
    told = [
        texts(
            "clock.side", symbol=Raw(face.symbol(side, position)), time=_time(match.clock, side, texts, epoch)
        )
        for side in seated
    ]
    if told:
        yield texts("clock.line", sides=Raw(" · ".join(told)), control=control)
    else:
        yield texts("challenge.clock", clock=control)


def falls(clock: Clock, epoch: float) -> Raw | None:
    """When the flag falls, as Discord's timestamp; None while the clock stands."""
    return None if clock.falls_at is None else _stamp(clock.falls_at + epoch)


def control_name(control: TimeControl, texts: Texts) -> Raw:
    """A time control as people call it."""
    return texts(f"clock.{control.name}")


def duration(seconds: float, texts: Texts) -> str:
    """How long that is, as exactly as one needs to know."""
    whole = math.floor(seconds)
    if whole >= _DAY:
        return texts.plain("clock.days", days=whole // _DAY, hours=whole % _DAY // _HOUR)
    if whole >= _HOUR:
        return texts.plain("clock.hours", hours=whole // _HOUR, minutes=whole % _HOUR // _MINUTE)
    return f"{whole // _MINUTE}:{whole % _MINUTE:02}"


def _time(clock: Clock, side: Side, texts: Texts, epoch: float) -> Raw:
    budget = clock.budget(side)
    if side is not clock.side or clock.since is None:
        return _standing(budget, clock.control, texts)
    if not budget.periods:
        return texts("clock.until", when=_stamp(clock.since + budget.seconds + epoch))
    return _in_periods(clock, clock.since, budget, texts, epoch)


def _standing(budget: Budget, control: TimeControl, texts: Texts) -> Raw:
    if not budget.periods:
        return Raw(duration(budget.seconds, texts))
    periods = texts("clock.periods", n=budget.periods, seconds=round(control.period))
    return Raw(f"{duration(budget.seconds, texts)} + {periods}") if budget.seconds >= 1 else periods


def _in_periods(clock: Clock, since: float, budget: Budget, texts: Texts, epoch: float) -> Raw:
    """Byo-yomi: when the main time ends and what follows, or when the last period does."""
    periods = texts("clock.periods", n=budget.periods, seconds=round(clock.control.period))
    if budget.seconds >= 1:
        return texts("clock.main-until", when=_stamp(since + budget.seconds + epoch), periods=periods)
    end = since + clock.control.total(budget) + epoch
    return texts("clock.periods-until", when=_stamp(end), periods=periods)


def _stamp(moment: float) -> Raw:
    return Raw(f"<t:{math.floor(moment)}:R>")
