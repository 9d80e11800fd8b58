"""What is chosen for a tournament before it is created, and what can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from ai import strengths
from ai.base import levels
from bot.guild_settings import clocks_of
from bot.tournaments.formats import DEFAULT_CLOCK, Format
from bot.tournaments.kinds import FORMATS, format_for
from data.model.tournament import Kind, Tournament
from games import GAMES
from games.clock import CONTROLS, ROUNDS

_DEFAULT_KIND = next(iter(FORMATS))
DEFAULT_MINUTES = 60
"""Minutes of an arena."""
STARTS = {
    "15-minutes": 15,
    "30-minutes": 30,
    "1-hour": 60,
    "2-hours": 120,
    "3-hours": 180,
    "6-hours": 360,
    "12-hours": 720,
    "1-day": 1440,
    "2-days": 2880,
    "3-days": 4320,
    "7-days": 10080,
}
"""Minutes from now, by the text's name."""
LIVE_CLOCKS = tuple(name for name, control in CONTROLS.items() if not control.each_turn)
_DAILY_CLOCKS = tuple(name for name in CONTROLS if name not in LIVE_CLOCKS)
_EVERY_CLOCK = (*CONTROLS, *ROUNDS)
USUAL_LEVEL = 3
"""Of the computer that gives a simul."""
NOBODY = "0"
"""The value of the computer where there is none."""
_HANDICAP = "-h"
_LENGTHS = (20, 30, 45, 60, 90, 120, 180)
"""Minutes that an arena can last."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices for a new tournament. `fitting` has the choices that go together."""

    kind: Kind = _DEFAULT_KIND
    game: str = next(iter(GAMES))
    variant: str = ""
    control: str = DEFAULT_CLOCK
    rounds: int = 0
    """0: the number of players decides how many."""
    groups: int = 0
    """0: there are no groups."""
    minutes: int = DEFAULT_MINUTES
    starts: int = 0
    """Minutes from its creation to its start; 0: its organizer starts it."""
    rated: bool = False
    level: int = 0
    """Of the computer that fills an odd seat, or gives a simul: a number or a strength; 0: none plays."""

    @classmethod
    def read(cls, text: str) -> Plan | None:
        """The plan that custom_ids carry; None if it is none."""
        try:
            kind, game, variant, control, *numbers = text.split(".")
            rounds, groups, minutes, starts, rated, level = map(int, numbers)
            plan = cls(
                [*Kind][int(kind)],
                [*GAMES][int(game)],
                variant,
                _EVERY_CLOCK[int(control)],
                min(rounds, 9),
                min(groups, 8),
                min(minutes, 180),
                starts,
                bool(rated),
                level,
            )
        except (ValueError, IndexError):
            return None
        is_offered = plan.starts in (0, *STARTS.values()) and plan.minutes >= _LENGTHS[0]
        return plan.fitting() if is_offered and min(rounds, groups, level) >= 0 else None

    @classmethod
    def like(cls, tournament: Tournament) -> Plan:
        """The choices of an earlier tournament; the number of players decides how many rounds there are."""
        level = tournament.level or ""
        return cls(
            tournament.kind,
            tournament.game,
            tournament.variant,
            tournament.control,
            groups=tournament.groups or 0,
            minutes=tournament.minutes or DEFAULT_MINUTES,
            rated=tournament.rated,
            level=int(level) if level.isdecimal() else 0,
        ).fitting()

    @property
    def text(self) -> str:
        """The plan as custom_ids carry it, which `read` reads."""
        kind, game, variant, control, *numbers = astuple(self)
        parts = [*Kind].index(kind), [*GAMES].index(game), variant, _EVERY_CLOCK.index(control)
        return ".".join(map(str, (*parts, *map(int, numbers))))

    @property
    def is_live(self) -> bool:
        """Whether its players are online at the same time."""
        return self.control in LIVE_CLOCKS

    @property
    def format(self) -> Format:
        """The format of the kind, with groups if there are some."""
        return format_for(self.kind, self.groups)

    @property
    def fields(self) -> Sequence[str]:
        """What is chosen for it: what every kind has, then what its kind has."""
        return [*_COMMON, *self.format.fields]

    def choose(self, field: str, value: str) -> Plan | None:
        """With another choice; None if that is not offered."""
        if field not in _OFFERED or value not in self.offered(field):
            return None
        changes: dict[str, Any] = {field: int(value) if isinstance(getattr(self, field), int) else value}
        if field == "kind":
            changes = {"kind": Kind(value)}
        elif field == "game":
            changes = dict(zip(("game", "variant"), value.split(":"), strict=True))
        return replace(self, **changes).fitting()

    def value(self, field: str) -> str:
        """The value of a field that is chosen, as `offered` has it."""
        return f"{self.game}:{self.variant}" if field == "game" else str(getattr(self, field))

    def offered(self, field: str) -> list[str]:
        """The values of a field; none of one that a tournament of its kind does not have."""
        return [str(value) for value in _OFFERED[field](self)] if field in self.fields else []

    def fitting(self) -> Plan:
        """With the nearest choices that go together."""
        plan = self
        variants = GAMES[plan.game].variants
        if plan.variant not in variants:
            plan = replace(plan, variant=variants[0])
        if plan.control not in _clocks(plan):
            plan = replace(plan, control=plan.format.default_clock)
        if "starts" not in plan.fields:
            plan = replace(plan, starts=0)
        if not plan.format.can_be_rated:
            plan = replace(plan, rated=False)
        return replace(plan, level=_nearest_level(plan) if "level" in plan.fields else 0)


_COMMON = ("kind", "game", "control")
"""What is chosen for every kind of tournament: the game with its variant."""


def _clocks(plan: Plan) -> Sequence[str]:
    why_not = plan.format.problem_of_clock
    of_game = clocks_of(plan.game)
    named = (name for name in (*_DAILY_CLOCKS, *LIVE_CLOCKS) if name in of_game)
    possible = [name for name in named if why_not(is_live=name in LIVE_CLOCKS) is None]
    return [*possible, *plan.format.own_clocks]


def _games(plan: Plan) -> Iterable[str]:
    """Each variant of each game, as ``go:9x9-korean``; handicaps only if one is chosen already."""
    return [
        f"{slug}:{variant}"
        for slug in GAMES
        for variant in GAMES[slug].variants
        if _HANDICAP not in variant or (slug, variant) == (plan.game, plan.variant)
    ]


def _levels(plan: Plan) -> Iterable[int]:
    nobody = set() if plan.format.is_given_by_computer else {0}
    return sorted({*nobody, *_numbered(plan), plan.level})


def _numbered(plan: Plan) -> list[int]:
    return [int(level) for level in levels(plan.game) if level.isdecimal()]


def _nearest_level(plan: Plan) -> int:
    """The level of a plan, or the nearest strength at which its game is played."""
    playable = strengths.playable(plan.game)
    if plan.level == 0 and plan.format.is_given_by_computer:
        return USUAL_LEVEL
    if plan.level == 0 or plan.level in _numbered(plan):
        return plan.level
    return min(max(plan.level, playable[0]), playable[-1])


_OFFERED: Mapping[str, Callable[[Plan], Iterable[object]]] = {
    "kind": lambda _: FORMATS,
    "game": _games,
    "control": _clocks,
    "rounds": lambda plan: sorted({0, *range(3, 10), plan.rounds}),
    "groups": lambda plan: sorted({0, *range(2, 9), plan.groups}),
    "minutes": lambda plan: sorted({*_LENGTHS, plan.minutes}),
    "starts": lambda _: (0, *STARTS.values()),
    "level": _levels,
}
