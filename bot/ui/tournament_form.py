"""The panel in which a tournament is planned before it is created.

What is chosen is in the panel's custom_ids, so that the menus mean the same after a restart. A custom_id is
``p:tournament-new:ACTION.PLAN``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import discord
from discord.ui import ActionRow, Container, Label, LayoutView, Modal, Section, TextDisplay, TextInput

from bot.presenters.registry import PRESENTERS, game_title
from bot.texts import Raw, Texts, escaped, without_direction_marks
from bot.tournaments.kinds import FORMATS
from bot.ui import AnyView
from bot.ui.custom_ids import labels_in
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.level_names import level_name
from bot.ui.match_message import ACTIVE
from bot.ui.modals import MODAL_SECONDS
from bot.ui.panel import Panel, button, select
from bot.ui.tournament_plan import STARTS, Plan
from data.model.tournament import MAX_TITLE, Kind
from games import GAMES
from games.clock import ROUNDS

NEW = "tournament-new"
"""The verb of the panel."""
CREATE, TITLE, RETITLE, TITLED, AGAIN = "create", "title", "retitle", "titled", "again"
"""The actions that create the tournament, ask for a title or another one, of the form that has it, and that
plan a tournament like an earlier one, whose number is the argument."""
MORE, LESS, RATED = "more", "less", "rated"
"""The actions that turn to the page of what is rarely chosen and back, and the switch on it.

The others are fields of `Plan`.
"""
TITLE_FIELD = "title"
"""The field of the form."""
_FIRST = ("kind", "game", "control", "starts")
"""The fields on the first page: more do not fit on the screen of a phone."""
_START_NAMES = {str(minutes): name for name, minutes in STARTS.items()}
_MAX_LABEL = 100  # characters of an option that Discord accepts


def plan_view(
    plan: Plan, title: str | None, texts: Texts, *, games: Sequence[str] = tuple(GAMES), page: str = LESS
) -> LayoutView:
    """The title, the choices of a page, what is created with them, and the buttons.

    ``games`` are those that can be played in the server, ``page`` is `MORE` or `LESS`.
    """
    box: Container[AnyView] = Container(_title_section(plan, title, texts, page), accent_color=ACTIVE)
    for field in plan.fields:
        options = _options(plan, field, texts, games)
        if is_rare(field) is (page == MORE) and len(options) > 1:
            heading = texts.plain(f"tournament.plan.{field}")
            box.add_item(TextDisplay(f"-# **{heading}**"))
            box.add_item(ActionRow(select(_panel(field, plan), options=options, placeholder=heading)))
    if page == MORE and plan.format.can_be_rated:
        box.add_item(_rated_section(plan, texts))
    box.add_item(TextDisplay(_preview(plan, title, texts, page)))
    turned = LESS if page == MORE else MORE
    box.add_item(
        ActionRow(
            button(_panel(CREATE, plan), label=texts.plain("button.tournament-create"), style=NEXT_STEP),
            button(_panel(turned, plan), label=texts.plain(f"button.tournament-{turned}")),
        )
    )
    return layout(box)


def is_rare(field: str) -> bool:
    """Whether a field is on the page of what is rarely chosen."""
    return field not in _FIRST


def _title_section(plan: Plan, title: str | None, texts: Texts, page: str) -> Section[AnyView]:
    """What the panel is for, and the button that has the title."""
    label = title or texts.plain("button.tournament-title")
    return Section(
        TextDisplay(texts("tournament.plan.title")),
        accessory=button(_panel(of_page(RETITLE if title else TITLE, page), plan), label=label),
    )


def _rated_section(plan: Plan, texts: Texts) -> Section[AnyView]:
    style = discord.ButtonStyle.primary if plan.rated else discord.ButtonStyle.secondary
    label = texts.plain("settings.on" if plan.rated else "settings.off")
    other = replace(plan, rated=not plan.rated)
    return Section(
        TextDisplay(f"-# **{texts('tournament.plan.rated')}**"),
        accessory=button(_panel(RATED, other), label=label, style=style),
    )


def _preview(plan: Plan, title: str | None, texts: Texts, page: str) -> str:
    """What is created and when it begins; beside what is rarely chosen, also how it works."""
    terms = [
        texts(FORMATS[plan.kind].name),
        game_title(plan.game, plan.variant, texts),
        texts(f"choice.clock.{plan.control}"),
    ]
    if page == MORE or plan.format.can_be_rated:  # the first page of a kind that cannot be has no room
        terms.append(texts("tournament.rated" if plan.rated else "tournament.unrated"))
    if "minutes" in plan.fields:
        terms.insert(3, texts("tournament.minutes", n=plan.minutes))
    if title:
        terms.insert(0, f"**{escaped(title)}**")
    limit = plan.format.size(plan.groups)[1] - len(plan.format.first_entrants(0))
    has_room = page == MORE or not (plan.is_live or plan.control in ROUNDS)
    sentences = [
        texts("tournament.plan.creates", terms=Raw(" · ".join(terms))),
        *([texts(plan.format.people_line, n=limit)] if has_room else ()),
        _start_line(plan, texts),
        *([texts(plan.format.late_entry)] if plan.format.late_entry else ()),
        *(_sentences(plan, texts) if page == MORE else ()),
    ]
    return f"-# {' '.join(sentences)}"


def _start_line(plan: Plan, texts: Texts) -> str:
    """When it begins, and with how many people; where the computer fills a seat, it is one of them."""
    fewest = plan.format.size(plan.groups)[0] - plan.format.is_given_by_computer
    if not plan.format.has_start:
        return texts("tournament.plan.at-once")
    if not plan.starts:
        key = "tournament.plan.you-start-live" if plan.is_live else "tournament.plan.you-start"
        return texts(key, fewest=fewest)
    when = texts(f"choice.starts.{_START_NAMES[str(plan.starts)]}")
    return texts("tournament.plan.starts-itself", when=when, fewest=fewest)


def _sentences(plan: Plan, texts: Texts) -> Iterator[str]:
    """How it works."""
    yield texts(plan.format.explanation, n=plan.minutes)
    if plan.format.length is not None and not plan.rounds:
        yield texts(plan.format.length)
    for key in plan.format.details:
        yield texts(key)
    if plan.level:
        yield texts(plan.format.level_line, level=level_name(plan.game, str(plan.level), texts))


def of_page(action: str, page: str) -> str:
    """An action that comes back to a page of the panel."""
    return f"{action}-{MORE}" if page == MORE else action


def title_form(plan: Plan, title: str | None, texts: Texts, page: str = LESS) -> Modal:
    """Asks what the tournament is called, on a page of the panel."""
    modal = Modal(
        title=texts.plain("tournament.plan.title-form"),
        custom_id=_panel(of_page(TITLED, page), plan).custom_id,
        timeout=MODAL_SECONDS,
    )
    field = TextInput[AnyView](custom_id=TITLE_FIELD, default=title, required=False, max_length=MAX_TITLE)
    label = texts.plain("tournament.plan.title-field")
    hint = texts.plain("tournament.plan.title-hint")
    modal.add_item(Label(text=label, description=hint, component=field))
    return modal


def title_in(message: discord.Message | None) -> str | None:
    """The title that the panel in a message shows, on the button that changes it; None without one."""
    parts = message.components if message is not None else ()
    starts = tuple(Panel(NEW, f"{of_page(RETITLE, page)}.").custom_id for page in (LESS, MORE))
    titles = (label for custom_id, label in labels_in(parts) if custom_id.startswith(starts))
    return next(map(cleaned_title, titles), None)


def cleaned_title(text: str) -> str | None:
    """A title as it is stored: one line, without controls of writing direction; None if it is empty."""
    return " ".join(without_direction_marks(text).split())[:MAX_TITLE].rstrip() or None


def _panel(action: str, plan: Plan) -> Panel:
    return Panel(NEW, f"{action}.{plan.text}")


# --- Menus -------------------------------------------------------------------------------------------


def _options(plan: Plan, field: str, texts: Texts, games: Sequence[str]) -> list[discord.SelectOption]:
    options = []
    for value in plan.offered(field):
        if field == "game" and value.partition(":")[0] not in games:
            continue
        label, is_chosen = option_label(plan, field, value, texts)[:_MAX_LABEL], value == plan.value(field)
        option = discord.SelectOption(label=label, value=value, default=is_chosen)
        if field == "kind":
            kind = FORMATS[Kind(value)]
            sentences = [texts.plain(key, n=plan.minutes) for key in (kind.explanation, kind.length) if key]
            option.description = " ".join(sentences)[:_MAX_LABEL]
        elif field == "game":
            slug, _, variant = value.partition(":")
            option.description = PRESENTERS[slug].variant_rule(variant, texts)[:_MAX_LABEL] or None
        options.append(option)
    return options


def option_label(plan: Plan, field: str, value: str, texts: Texts) -> str:
    """What a value of a field is called, in plain text."""
    if field == "game":
        slug, variant = value.split(":")
        return game_title(slug, variant, texts)
    if value == "0":
        return texts.plain(_NONE[field])
    if field in _NAMED:
        return texts.plain(_NAMED[field](value))
    if field == "level" and plan.format.is_given_by_computer:
        return level_name(plan.game, value, texts)
    if field == "level":
        return texts.plain("tournament.plan.computer", level=level_name(plan.game, value, texts))
    return texts.plain(_COUNTED[field], n=int(value))


_NAMED: Mapping[str, Callable[[str], str]] = {
    "kind": lambda value: FORMATS[Kind(value)].name,
    "control": lambda value: f"choice.clock.{value}",
    "starts": lambda value: f"choice.starts.{_START_NAMES[value]}",
}
"""The text keys of values that have names."""
_NONE: Mapping[str, str] = {
    "rounds": "tournament.plan.rounds-auto",
    "groups": "tournament.plan.no-groups",
    "starts": "tournament.plan.by-hand",
    "level": "tournament.plan.no-computer",
}
_COUNTED: Mapping[str, str] = {
    "rounds": "tournament.rounds",
    "groups": "tournament.groups",
    "minutes": "tournament.minutes",
}
"""The text keys of numbers."""
