"""The panel in which a tournament is planned before it is created.

What is chosen is in the panel's custom_ids, so that the menus mean the same after a restart. A custom_id is
``p:tournament-new:ACTION.PLAN``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import discord
from discord.ui import ActionRow, Container, Item, Label, LayoutView, Modal, TextDisplay, TextInput

from ai.base import levels
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts, without_direction_marks
from bot.tournaments.formats import DEFAULT_CLOCK, Format, first_move_days
from bot.tournaments.kinds import FORMATS, format_for
from bot.ui import AnyView
from bot.ui.custom_ids import labels_in
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import ACTIVE, level_name
from bot.ui.modals import MODAL_SECONDS
from bot.ui.panel import Panel, button, select
from data.model.tournament import MOST_TITLE, Kind, Tournament
from games import GAMES
from games.clock import CONTROLS

NEW = "tournament-new"
"""The verb of the panel."""
CREATE, TITLE, RETITLE, TITLED, AGAIN = "create", "title", "retitle", "titled", "again"
"""The actions that create the tournament, ask for a title or another one, of the form that has it, and that
plan a tournament like an earlier one, whose number is the argument.

The others are fields of `Plan`.
"""
TITLE_FIELD = "title"
"""The field of the form."""
_DEFAULT_KIND = next(iter(FORMATS))
DEFAULT_DAYS, DEFAULT_MINUTES, DEFAULT_START = 3, 60, 30
"""Days of a round, minutes of an arena, and minutes until it starts."""
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
"""Minutes that an arena can last."""
_MOST_LABEL = 100  # characters of an option that Discord accepts


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
            days=tournament.days,
            minutes=tournament.minutes or DEFAULT_MINUTES,
            rated=tournament.rated,
            level=int(level) if level.isdecimal() else 0,
        ).fitting()

    @property
    def text(self) -> str:
        """The plan as custom_ids carry it, which `read` reads."""
        kind, game, variant, control, *numbers = astuple(self)
        parts = [*Kind].index(kind), [*GAMES].index(game), variant, [*CONTROLS].index(control)
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
        """What is chosen for it beside kind, game, variant and clock, in the order of the menus."""
        return [field for field in self.format.fields if field != "days" or not self.is_live]

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
        plan = self
        variants = GAMES[plan.game].variants
        if plan.variant not in variants:
            plan = replace(plan, variant=variants[0])
        if plan.control not in _clocks(plan):
            plan = replace(plan, control=plan.format.default_clock)
        if "starts" not in plan.fields:
            plan = replace(plan, starts=0)
        elif _needs_date(plan) and not plan.starts:
            plan = replace(plan, starts=DEFAULT_START)
        return plan if "level" in plan.fields else replace(plan, level=0)


def plan_view(plan: Plan, title: str | None, texts: Texts) -> LayoutView:
    """The choices, what happens then, and the buttons that create the tournament and ask for its title."""
    box: Container[AnyView] = Container(accent_color=ACTIVE)
    box.add_item(TextDisplay(texts("tournament.plan.title")))
    for field in (*_COMMON, *plan.fields):
        options = _labeled(plan, field, texts)
        if len(options) > 1:
            option = "clock" if field == "control" else field
            placeholder = texts.plain(f"option.tournament.{option}.name")
            box.add_item(ActionRow(select(_panel(field, plan), options=options, placeholder=placeholder)))
    box.add_item(TextDisplay(f"-# {' '.join(_preview(plan, texts))}"))
    box.add_item(ActionRow(*_buttons(plan, title, texts)))
    return layout(box)


def _preview(plan: Plan, texts: Texts) -> Iterator[str]:
    """Sentences about what happens once the tournament is created."""
    yield texts("tournament.plan.join")
    yield texts(plan.format.explanation, n=plan.minutes)
    for key in plan.format.details:
        yield texts(key)
    if not plan.is_live:
        yield texts("tournament.plan.deadline", n=first_move_days(plan.control, plan.days))
    if plan.level:
        yield texts("tournament.filler", level=level_name(plan.game, str(plan.level), texts))


def title_form(plan: Plan, title: str | None, texts: Texts) -> Modal:
    """Asks what the tournament is called."""
    modal = Modal(
        title=texts.plain("tournament.plan.title-form"),
        custom_id=_panel(TITLED, plan).custom_id,
        timeout=MODAL_SECONDS,
    )
    field = TextInput[AnyView](custom_id=TITLE_FIELD, default=title, required=False, max_length=MOST_TITLE)
    label = texts.plain("tournament.plan.title-field")
    hint = texts.plain("tournament.plan.title-hint")
    modal.add_item(Label(text=label, description=hint, component=field))
    return modal


def title_in(message: discord.Message | None) -> str | None:
    """The title that the panel in a message shows, on the button that changes it; None without one."""
    parts = message.components if message is not None else ()
    start = Panel(NEW, f"{RETITLE}.").custom_id
    titles = (label for custom_id, label in labels_in(parts) if custom_id.startswith(start))
    return next(map(cleaned_title, titles), None)


def cleaned_title(text: str) -> str | None:
    """A title as it is stored: one line, without controls of writing direction; None if it is empty."""
    return " ".join(without_direction_marks(text).split())[:MOST_TITLE].rstrip() or None


def _buttons(plan: Plan, title: str | None, texts: Texts) -> Iterator[Item[AnyView]]:
    create = texts.plain("button.tournament-create")
    yield button(_panel(CREATE, plan), label=create, style=NEXT_STEP)
    state = texts.plain("settings.on" if plan.rated else "settings.off")
    yield button(
        _panel("rated", replace(plan, rated=not plan.rated)),
        label=texts.plain("tournament.plan.rated", state=state),
        style=discord.ButtonStyle.primary if plan.rated else discord.ButtonStyle.secondary,
    )
    label = title or texts.plain("button.tournament-title")
    yield button(_panel(RETITLE if title else TITLE, plan), label=label)


def _panel(action: str, plan: Plan) -> Panel:
    return Panel(NEW, f"{action}.{plan.text}")


# --- Menus -------------------------------------------------------------------------------------------


_COMMON = ("kind", "game", "variant", "control")
"""The fields that every kind of tournament has."""


def _clocks(plan: Plan) -> Sequence[str]:
    why_not = plan.format.problem_of_clock
    return [
        name
        for name in (*_DAILY_CLOCKS, *LIVE_CLOCKS)
        if why_not(is_live=name in LIVE_CLOCKS, has_date=True) is None
    ]


def _needs_date(plan: Plan) -> bool:
    return plan.format.problem_of_clock(is_live=plan.is_live, has_date=False) is not None


def _values(plan: Plan, field: str) -> list[str]:
    """The values of a menu; none of one that a tournament of its kind does not have."""
    is_offered = field in (*_COMMON, *plan.fields)
    return [str(value) for value in _OFFERED[field](plan)] if is_offered else []


def _variants(plan: Plan) -> Iterable[str]:
    variants = GAMES[plan.game].variants
    return [variant for variant in variants if _HANDICAP not in variant or variant == plan.variant]


def _starts(plan: Plan) -> Iterable[int]:
    return [*(() if _needs_date(plan) else (0,)), *STARTS.values()]


def _levels(plan: Plan) -> Iterable[int]:
    return [0, *(int(level) for level in levels(plan.game) if level.isdecimal())]


_OFFERED: Mapping[str, Callable[[Plan], Iterable[object]]] = {
    "kind": lambda _: FORMATS,
    "game": lambda _: GAMES,
    "variant": _variants,
    "control": _clocks,
    "rounds": lambda plan: sorted({0, *range(3, 10), plan.rounds}),
    "groups": lambda plan: sorted({0, *range(2, 9), plan.groups}),
    "days": lambda plan: sorted({1, 2, 3, 5, 7, 14, plan.days}),
    "minutes": lambda plan: sorted({*_LENGTHS, plan.minutes}),
    "starts": _starts,
    "level": _levels,
}


def _labeled(plan: Plan, field: str, texts: Texts) -> list[discord.SelectOption]:
    options = []
    for value in _values(plan, field):
        label, is_chosen = _label(plan, field, value, texts)[:_MOST_LABEL], value == str(getattr(plan, field))
        option = discord.SelectOption(label=label, value=value, default=is_chosen)
        if field == "kind":
            explanation = FORMATS[Kind(value)].explanation
            option.description = texts.plain(explanation, n=plan.minutes)[:_MOST_LABEL]
        options.append(option)
    return options


def _label(plan: Plan, field: str, value: str, texts: Texts) -> str:
    if field == "variant":
        return PRESENTERS[plan.game].variant_name(value, texts) or value
    if value == "0":
        return texts.plain(_NONE[field])
    if field in _NAMED:
        return texts.plain(_NAMED[field](value))
    if field == "starts":
        return texts.plain("tournament.plan.starts", when=texts.plain(f"choice.starts.{_START_NAMES[value]}"))
    if field == "level":
        return texts.plain("tournament.plan.computer", level=level_name(plan.game, value, texts))
    return texts.plain(_COUNTED[field], n=int(value))


_NAMED: Mapping[str, Callable[[str], str]] = {
    "kind": lambda value: FORMATS[Kind(value)].name,
    "game": lambda value: f"game.{value}",
    "control": lambda value: f"choice.clock.{value}",
}
"""The text keys of values that have names."""
_START_NAMES = {str(minutes): name for name, minutes in STARTS.items()}
_NONE: Mapping[str, str] = {
    "rounds": "tournament.plan.rounds-auto",
    "groups": "tournament.plan.no-groups",
    "starts": "tournament.plan.by-hand",
    "level": "tournament.plan.no-computer",
}
_COUNTED: Mapping[str, str] = {
    "days": "tournament.days",
    "rounds": "tournament.rounds",
    "groups": "tournament.groups",
    "minutes": "tournament.minutes",
}
"""The text keys of numbers."""
