"""The weekly race of servers: a server's message, the question before a run, and the panel of an admin."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts, cut, escaped, without_direction_marks
from bot.ui import AnyView
from bot.ui.channel_panel import channel_panel, kept_in
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import ACTIVE, INACTIVE
from bot.ui.panel import Panel, button
from bot.ui.setting_values import channel_mention
from bot.ui.tournament_end import MEDALS
from data.model.race import PENALTY_SECONDS, SECONDS
from data.model.server_race import COUNTED, RaceWeek, Run, ServerScore, shown_scores
from data.servers.server_races import RaceChannel

VERB = "server-race"
"""The verb of the message's button, by which it is recognized."""
START, BEGIN, MINE = "start", "begin", "mine"
"""What buttons do: ask before a run, begin it, and show a person's own after the week."""
SERVER_RACE_SETTINGS = "server-race-set"
"""The verb of the panel."""
SHOW, CHANNEL = "show", "channel"
"""What its parts do: the arguments of the panel."""
MAX_RUNS, MAX_SERVERS = 5, 4
"""Rows of the two tables, which fill a phone's screen."""
_MAX_NAME = 16


@dataclass(frozen=True, slots=True)
class ServerRacePage:
    """What a server's message shows of a week."""

    week: RaceWeek
    guild_id: int
    runs: Sequence[Run]
    """The server's runs of the week."""
    table: Sequence[ServerScore]
    """All servers, the best first."""
    names: Mapping[int, str]
    """Of the servers that take part."""
    own: ServerScore | None = None
    """The server's row; None if nobody has run."""
    before: tuple[ServerScore, int] | None = None
    """The server's result in the week before, and how many servers had runs."""
    is_over: bool = False
    """Whether the result is there."""


def start_panel(week: RaceWeek) -> Panel:
    """The press of a week's message."""
    return Panel(VERB, f"{START}.{week.number}")


def my_run_panel(week: RaceWeek) -> Panel:
    """The press of a result, which shows a person's own run."""
    return Panel(VERB, f"{MINE}.{week.number}")


def week_of_my_run(panel: Panel) -> RaceWeek | None:
    """The week whose run a press asks for; None if it does something else."""
    action, _, number = panel.argument.partition(".")
    return RaceWeek(int(number)) if action == MINE and number.isdecimal() else None


def server_race_view(page: ServerRacePage, now: float, texts: Texts) -> LayoutView:
    """The time that is left, the server's people, the table of servers, and last week's result."""
    is_open = not page.is_over and now < page.week.last_start_at
    lines = [f"-# {Icon.PUZZLE} **{texts('server_race.name')}**"]
    if is_open or page.is_over:  # of old results it says which week each is of
        lines[0] += f" · {texts('server_race.until', when=_moment(page.week.last_start_at))}"
    if is_open:
        lines.append("-# " + texts("server_race.rules", n=round(SECONDS / 60), counted=COUNTED))
    else:
        lines.append(_result_line(page, texts))
    lines += _people(page, now, texts)
    lines += _servers(page, texts)
    if page.before is not None and not page.is_over:
        lines.append(f"-# {texts('server_race.last-week')} {_place(*page.before, texts)}")
    box = Container[AnyView](TextDisplay("\n".join(lines)), accent_color=INACTIVE if page.is_over else ACTIVE)
    if not page.is_over:
        label = texts.plain("server_race.start")
        item = button(start_panel(page.week), label=label, style=NEXT_STEP, disabled=not is_open)
        box.add_item(ActionRow(item))
    elif page.runs:
        box.add_item(ActionRow(button(my_run_panel(page.week), label=texts.plain("server_race.mine"))))
    return layout(box)


def _result_line(page: ServerRacePage, texts: Texts) -> str:
    if not page.is_over or page.own is None:
        return texts("server_race.counting", when=_moment(page.week.closes_at))
    medal = MEDALS.get(page.own.place, "")
    return f"{medal} **{_place(page.own, len(page.table), texts)}**".strip()


def _place(score: ServerScore, servers: int, texts: Texts) -> Raw:
    return texts("server_race.place", place=score.place, n=servers, score=score.score)


def _people(page: ServerRacePage, now: float, texts: Texts) -> Iterator[str]:
    ordered = sorted(page.runs, key=lambda run: (*run.rank, run.race_id))
    if not ordered:
        yield texts("server_race.nobody")
        return
    yield texts("server_race.own", score=page.own.score if page.own is not None else 0)
    for run in ordered[:MAX_RUNS]:
        place = 1 + sum(other.rank < run.rank for other in ordered)
        running = "" if page.is_over or now >= run.done_at else f" {Icon.CLOCK}"
        score = f"{Icon.RIGHT} {run.solved} {Icon.WRONG} {run.wrong}"
        yield f"**{place}.** <@{run.user_id}> · {score}{running}"
    if len(ordered) > MAX_RUNS:
        yield f"-# {texts('server_race.more', n=len(ordered) - MAX_RUNS)}"


def _servers(page: ServerRacePage, texts: Texts) -> Iterator[str]:
    if not page.table:
        return
    yield texts("server_race.servers", n=len(page.table))
    for score in shown_scores(page.table, page.own, MAX_SERVERS):
        name = _name(page.names.get(score.guild_id, ""))
        row = texts("server_race.server", place=score.place, name=name, score=score.score, n=score.runs)
        yield f"▸ {row}" if score.guild_id == page.guild_id else row


def _name(name: str) -> Raw:
    """A server's name as others see it: a short part of a line, no mention and no invitation."""
    short = cut(" ".join(without_direction_marks(name).split()), _MAX_NAME)
    # Discord's apps find the invitation in discord.gg/abc also where it is no link.
    return Raw(escaped(short or "?").replace(".", ".\N{ZERO WIDTH SPACE}"))


def ask_view(texts: Texts) -> LayoutView:
    """What a person reads before their only run of the week."""
    said = texts("server_race.ask", n=round(SECONDS / 60), penalty=round(PENALTY_SECONDS))
    begin = button(Panel(VERB, BEGIN), label=texts.plain("server_race.begin"), style=NEXT_STEP)
    heading = f"-# {Icon.PUZZLE} **{texts('server_race.name')}**"
    return layout(
        Container(TextDisplay[AnyView](f"{heading}\n{said}"), ActionRow(begin), accent_color=ACTIVE)
    )


# --- What an admin chooses ---------------------------------------------------------------------------


def server_race_panel(
    chosen: RaceChannel | None, guild: discord.Guild, back: Panel, reader: Texts
) -> LayoutView:
    """What the race is, where its message is, and the menu that turns it on; ``back`` leads back."""
    about = [reader("server_race.settings.title"), f"-# {reader('server_race.settings.hint', n=COUNTED)}"]
    where = (
        kept_in(chosen.channel_id, guild, "server_race.settings.on", reader) if chosen is not None else None
    )
    to_settings = button(back, label=reader.plain("channel.back"))
    return channel_panel(about, where, Panel(SERVER_RACE_SETTINGS, CHANNEL), [to_settings], reader)


def server_race_changes(before: int | None, after: int | None, reader: Texts) -> Iterator[Raw]:
    """The sentence of the log if the channel differs."""
    if before != after:
        old, new = (channel_mention(channel_id, reader) for channel_id in (before, after))
        yield reader("log.server-race.channel", old=old, new=new)


def _moment(moment: float) -> Raw:
    return Raw(f"<t:{math.floor(moment)}:R>")
