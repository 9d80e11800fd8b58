"""The panel in which a tournament is planned before it is created.

What is chosen is in the panel's custom_ids, so that the menus mean the same after a restart. A custom_id is
``p:tournament-new:ACTION.PLAN``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from ai.base import levels
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE, level_name
from bot.ui.panel import Panel, button, select
from data.tournaments.model import Kind
from games import GAMES
from games.clock import CONTROLS

NEW = "tournament-new"
"""The verb of the panel."""
CREATE = "create"
"""The action that creates the tournament; the others are fields of `Plan`."""
DEFAULT_CLOCK, DEFAULT_LIVE_CLOCK = "1-day", "5+5"
DEFAULT_DAYS, DEFAULT_MINUTES, DEFAULT_START = 3, 60, 30
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
_HANDICAP = "-h"
_LENGTHS = (20, 30, 45, 60, 90, 120, 180)
_MOST_LABEL = 100


@dataclass(frozen=True, slots=True)
class Plan:
    """What is chosen for a tournament. `fitting` has the choices that go together."""

    kind: Kind = Kind.ROUND_ROBIN
    game: str = next(iter(GAMES))
    variant: str = ""
    control: str = DEFAULT_CLOCK
    rounds: int = 0
    """0: the number of players decides."""
    groups: int = 0
    """0: there are none."""
    days: int = DEFAULT_DAYS
    minutes: int = DEFAULT_MINUTES
    starts: int = 0
    """Minutes from its creation to its start; 0: its organizer starts it."""
    rated: bool = False
    level: int = 0
    """Of the computer that plays if the number of players is odd; 0: nobody does."""

    @classmethod
    def read(cls, text: str) -> Plan | None:
        """The plan that custom_ids carry; None if it is none."""
        try:
            kind, game, variant, control, *numbers = text.split(".")
            rounds, groups, days, minutes, starts, rated, level = map(int, numbers)
            plan = cls(
                [*Kind][int(kind)],
                [*GAMES][int(game)],
                variant,
                [*CONTROLS][int(control)],
                min(rounds, 9),
                min(groups, 8),
                min(days, 14),
                min(minutes, 180),
                starts,
                bool(rated),
                min(level, 8),
            )
        except (ValueError, IndexError):
            return None
        is_offered = plan.starts in (0, *STARTS.values()) and plan.days >= 1 and plan.minutes >= _LENGTHS[0]
        return plan.fitting() if is_offered and min(rounds, groups, level) >= 0 else None

    @property
    def text(self) -> str:
        """What custom_ids carry."""
        kind, game, variant, control, *numbers = astuple(self)
        parts = [*Kind].index(kind), [*GAMES].index(game), variant, [*CONTROLS].index(control)
        return ".".join(map(str, (*parts, *map(int, numbers))))

    @property
    def is_live(self) -> bool:
        """Whether its players are online at the same time."""
        return self.control in LIVE_CLOCKS

    def choose(self, field: str, value: str) -> Plan | None:
        """With another choice; None if that is not offered."""
        if field not in _OFFERED or value not in _values(self, field):
            return None
        changes: dict[str, Any] = {field: int(value) if isinstance(getattr(self, field), int) else value}
        if field == "kind":
            changes = {"kind": Kind(value)}
        return replace(self, **changes).fitting()

    def fitting(self) -> Plan:
        """With the nearest choices that go together."""
        one = self
        variants = GAMES[one.game].variants
        if one.variant not in variants:
            one = replace(one, variant=variants[0])
        clocks = _clocks(one.kind)
        if one.control not in clocks:
            one = replace(one, control=DEFAULT_LIVE_CLOCK if one.kind is Kind.ARENA else clocks[0])
        if one.kind is Kind.LADDER:
            one = replace(one, starts=0)
        elif one.is_live and one.kind is not Kind.ARENA and not one.starts:
            one = replace(one, starts=DEFAULT_START)
        if "level" not in _fields(one):
            one = replace(one, level=0)
        return one


def plan_view(plan: Plan, texts: Texts) -> LayoutView:
    """The choices, what happens then, and the key that creates the tournament."""
    box: Container[AnyView] = Container(accent_color=ACTIVE)
    box.add_item(TextDisplay(texts("tournament.plan.title")))
    for field in _fields(plan):
        options = _labelled(plan, field, texts)
        if len(options) > 1:
            menu = select(_panel(field, plan), options=options, placeholder=texts.plain(_PLACEHOLDERS[field]))
            box.add_item(ActionRow(menu))
    box.add_item(TextDisplay("\n".join(f"-# {line}" for line in _preview(plan, texts))))
    box.add_item(ActionRow(*_keys(plan, texts)))
    return layout(box)


def _preview(plan: Plan, texts: Texts) -> Iterator[str]:
    """What happens once it is created."""
    yield texts("tournament.plan.join")
    if plan.kind is Kind.ROUND_ROBIN and plan.groups:
        yield texts("tournament.plan.groups")
    else:
        yield texts(_EXPLANATIONS[plan.kind], n=plan.minutes)
    if not plan.is_live:
        yield texts("tournament.plan.deadline", n=plan.days)


def _keys(plan: Plan, texts: Texts) -> Iterator[Item[AnyView]]:
    create = texts.plain("button.tournament-create")
    yield button(_panel(CREATE, plan), label=create, style=discord.ButtonStyle.success)
    state = texts.plain("settings.on" if plan.rated else "settings.off")
    yield button(
        _panel("rated", replace(plan, rated=not plan.rated)),
        label=texts.plain("tournament.plan.rated", state=state),
        style=discord.ButtonStyle.primary if plan.rated else discord.ButtonStyle.secondary,
    )


def _panel(action: str, plan: Plan) -> Panel:
    return Panel(NEW, f"{action}.{plan.text}")


# --- Menus -------------------------------------------------------------------------------------------


_EXPLANATIONS = {
    Kind.ROUND_ROBIN: "tournament.plan.round-robin",
    Kind.SWISS: "tournament.plan.swiss",
    Kind.ARENA: "tournament.plan.arena",
    Kind.LADDER: "tournament.plan.ladder",
}
_PLACEHOLDERS = {
    "kind": "option.tournament.kind.name",
    "game": "option.tournament.game.name",
    "variant": "option.tournament.variant.name",
    "control": "option.tournament.clock.name",
    "rounds": "option.tournament.rounds.name",
    "groups": "option.tournament.groups.name",
    "days": "option.tournament.days.name",
    "minutes": "option.tournament.minutes.name",
    "starts": "option.tournament.starts.name",
    "level": "option.tournament.level.name",
}


def _fields(plan: Plan) -> Sequence[str]:
    """What can be chosen for a tournament of its kind, in the order of the menus."""
    common = ("kind", "game", "variant", "control")
    days = () if plan.is_live else ("days",)
    if plan.kind is Kind.LADDER:
        return *common, *days
    if plan.kind is Kind.ARENA:
        return *common, "minutes", "starts"
    if plan.kind is Kind.SWISS:
        return *common, "rounds", *days, "starts", "level"
    return *common, "groups", *days, "starts", *(() if plan.groups else ("level",))


def _clocks(kind: Kind) -> Sequence[str]:
    if kind is Kind.ARENA:
        return LIVE_CLOCKS
    return _DAILY_CLOCKS if kind is Kind.LADDER else (*_DAILY_CLOCKS, *LIVE_CLOCKS)


def _values(plan: Plan, field: str) -> list[str]:
    """The values of a menu; none of one that a tournament of its kind does not have."""
    is_there = field in _fields(plan)
    return [str(value) for value in _OFFERED[field](plan)] if is_there else []


def _variants(plan: Plan) -> Iterable[str]:
    return [one for one in GAMES[plan.game].variants if _HANDICAP not in one or one == plan.variant]


def _starts(plan: Plan) -> Iterable[int]:
    needs_date = plan.is_live and plan.kind is not Kind.ARENA
    return [*(() if needs_date else (0,)), *STARTS.values()]


def _levels(plan: Plan) -> Iterable[int]:
    return [0, *(int(one) for one in levels(plan.game) if one.isdecimal())]


_OFFERED: Mapping[str, Callable[[Plan], Iterable[object]]] = {
    "kind": lambda _: Kind,
    "game": lambda _: GAMES,
    "variant": _variants,
    "control": lambda plan: _clocks(plan.kind),
    "rounds": lambda plan: sorted({0, *range(3, 10), plan.rounds}),
    "groups": lambda plan: sorted({0, *range(2, 9), plan.groups}),
    "days": lambda plan: sorted({1, 2, 3, 5, 7, 14, plan.days}),
    "minutes": lambda plan: sorted({*_LENGTHS, plan.minutes}),
    "starts": _starts,
    "level": _levels,
}


def _labelled(plan: Plan, field: str, texts: Texts) -> list[discord.SelectOption]:
    options = []
    for value in _values(plan, field):
        label, is_chosen = _label(plan, field, value, texts)[:_MOST_LABEL], value == str(getattr(plan, field))
        option = discord.SelectOption(label=label, value=value, default=is_chosen)
        if field == "kind":
            option.description = texts.plain(_EXPLANATIONS[Kind(value)], n=plan.minutes)[:_MOST_LABEL]
        options.append(option)
    return options


def _label(plan: Plan, field: str, value: str, texts: Texts) -> str:
    if field == "variant":
        return PRESENTERS[plan.game].variant_name(value, texts) or value
    if value == "0":
        return texts.plain(_NONE[field])
    names = {"kind": f"tournament.kind.{value}", "game": f"game.{value}", "control": f"choice.clock.{value}"}
    if field in names:
        return texts.plain(names[field])
    if field == "starts":
        return texts.plain("tournament.plan.starts", when=texts.plain(f"choice.starts.{_START_NAMES[value]}"))
    if field == "level":
        return texts.plain("tournament.plan.computer", level=level_name(plan.game, value, texts))
    key = "tournament.ladder.days" if plan.kind is Kind.LADDER and field == "days" else _COUNTED[field]
    return texts.plain(key, n=int(value))


_START_NAMES = {str(minutes): name for name, minutes in STARTS.items()}
_NONE: Mapping[str, str] = {
    "rounds": "tournament.plan.rounds-auto",
    "groups": "tournament.plan.no-groups",
    "starts": "tournament.plan.by-hand",
    "level": "tournament.plan.no-computer",
}
_COUNTED: Mapping[str, str] = {
    "rounds": "tournament.rounds",
    "groups": "tournament.groups",
    "days": "tournament.days",
    "minutes": "tournament.minutes",
}
"""The text keys of numbers."""
