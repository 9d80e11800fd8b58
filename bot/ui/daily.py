"""The daily puzzle: its message with and without results, and the list of a server's days."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import discord
from discord.ui import ActionRow, Container, LayoutView, Select, TextDisplay

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.icons import Icon
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.clocks import duration
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE, INACTIVE, gallery
from bot.ui.panel import Panel, button
from bot.ui.puzzle_scene import puzzle_in_words
from bot.ui.puzzle_words import daily_heading, question_line
from data.puzzles.daily_puzzles import DailyAnswer, DailyPuzzle

DAILY = "daily"
"""The verb of the panel."""
OPEN, DAYS, DAY = "open", "days", "day"
"""What the buttons do: the first part of the panel's argument. A day follows the first, a page the second."""
ALL, MISSED = "a", "m"
"""Which days are listed."""
PAGE = 20
"""Days on one page; Discord's menus have up to 25."""
MAX_NAMED = 30
"""People who are named in the results."""


def opening(day: str) -> Panel:
    """The press that opens the puzzle of a day."""
    return Panel(DAILY, f"{OPEN}.{day}")


def listing(which: str = ALL, page: int = 0) -> Panel:
    """The press that lists the days."""
    return Panel(DAILY, f"{DAYS}.{which}.{page}")


def daily_view(
    daily: DailyPuzzle,
    puzzle: Puzzle,
    texts: Texts,
    before: tuple[DailyPuzzle, Sequence[DailyAnswer]] | None = None,
) -> LayoutView:
    """The message of a day before its results, with a line about the day ``before`` and its answers."""
    lines = [
        daily_heading(puzzle, texts),
        question_line(puzzle, texts),
        "-# " + texts("daily.hint", when=Raw(f"<t:{round(daily.closes_at)}:R>")),
    ]
    if before is not None and before[1]:
        lines.append("-# " + _line_about(*before, texts))
    return _message(daily, puzzle, lines, texts, ACTIVE)


def results_view(
    daily: DailyPuzzle, puzzle: Puzzle, answers: Sequence[DailyAnswer], texts: Texts
) -> LayoutView:
    """The message of a day with its results; ``answers`` are those that count, the fastest first."""
    lines = [daily_heading(puzzle, texts), question_line(puzzle, texts), *_results(answers, texts)]
    return _message(daily, puzzle, lines, texts, INACTIVE)


def _message(
    daily: DailyPuzzle, puzzle: Puzzle, lines: list[str], texts: Texts, color: discord.Color
) -> LayoutView:
    alt = puzzle_in_words(puzzle, puzzle.record, texts)
    style = discord.ButtonStyle.primary if color == ACTIVE else discord.ButtonStyle.secondary
    row = ActionRow[AnyView](
        button(opening(daily.day), label=texts.plain("daily.solve"), emoji=Icon.PUZZLE, style=style),
        button(listing(), label=texts.plain("daily.days"), emoji=Icon.DAYS),
    )
    return layout(Container(TextDisplay("\n".join(lines)), gallery(alt), row, accent_color=color))


def _line_about(daily: DailyPuzzle, answers: Sequence[DailyAnswer], texts: Texts) -> Raw:
    """How many of the people who answered a day's puzzle solved it, with a link to its message."""
    link = f"https://discord.com/channels/{daily.guild_id}/{daily.channel_id}/{daily.message_id or ''}"
    solved = sum(bool(answer.solved) for answer in answers)
    return texts("daily.before", link=Raw(link), solved=solved, n=len(answers))


def _results(answers: Sequence[DailyAnswer], texts: Texts) -> list[str]:
    if not answers:
        return [texts("daily.nobody")]
    solved = [answer for answer in answers if answer.solved]
    lines = [str(texts("daily.results", solved=len(solved), n=len(answers)))]
    if solved:
        times = [answer.seconds for answer in solved]
        fastest, middle = (Raw(duration(seconds, texts)) for seconds in (times[0], median(times)))
        lines.append("-# " + texts("daily.times", fastest=fastest, median=middle))
        named = [f"<@{answer.user_id}> {duration(answer.seconds, texts)}" for answer in solved[:MAX_NAMED]]
        more = len(solved) - MAX_NAMED
        lines.append(
            f"{Icon.RIGHT} " + ", ".join(named) + (" " + texts("daily.more", n=more) if more > 0 else "")
        )
    return lines


def answer_line(answer: DailyAnswer, texts: Texts) -> str:
    """What becomes of an answer: the person's time, or why it does not count."""
    if answer.counts:
        return texts("daily.counted", time=Raw(duration(answer.seconds, texts)))
    return texts("daily.not-counted")


def days_view(
    days: Sequence[tuple[DailyPuzzle, DailyAnswer | None]], which: str, page: int, more: bool, texts: Texts
) -> LayoutView:
    """A page of a server's days with what a person did in each; ``more``: there are older ones."""
    lines = [str(texts("daily.days.title")), *(_day_line(daily, answer, texts) for daily, answer in days)]
    if not days:
        lines.append(texts("daily.days.none-missed"))
    box: Container[AnyView] = Container(TextDisplay("\n".join(lines)), accent_color=INACTIVE)
    options = [_option(daily, answer, texts) for daily, answer in days]
    if options:
        menu: Select[AnyView] = Select(
            custom_id=Panel(DAILY, DAY).custom_id,
            options=options,
            placeholder=texts.plain("daily.days.choose"),
        )
        box.add_item(ActionRow(menu))
    other, label = (MISSED, "daily.days.only-missed") if which == ALL else (ALL, "daily.days.all")
    pages = [
        button(listing(which, page - 1), label="", emoji=Icon.PREVIOUS, disabled=page == 0),
        button(listing(which, page + 1), label="", emoji=Icon.NEXT, disabled=not more),
    ]
    row = [*(pages if page or more else []), button(listing(other), label=texts.plain(label))]
    box.add_item(ActionRow(*row))
    return layout(box)


def _day_line(daily: DailyPuzzle, answer: DailyAnswer | None, texts: Texts) -> str:
    return texts(
        "daily.days.line",
        day=Raw(f"<t:{round(daily.created_at)}:d>"),
        game=_game(daily, texts),
        status=Raw(f"{_symbol(answer)} {_status(answer, texts)}"),
    )


def _option(daily: DailyPuzzle, answer: DailyAnswer | None, texts: Texts) -> discord.SelectOption:
    label = f"{daily.day} · {_game(daily, texts)}"
    description = _status(answer, texts)
    return discord.SelectOption(
        label=label, value=daily.day, emoji=_symbol(answer), description=str(description)
    )


def _game(daily: DailyPuzzle, texts: Texts) -> Raw:
    puzzle = puzzles.with_id(daily.puzzle_id)
    return Raw(texts.plain(f"game.{puzzle.game}") if puzzle else "?")


def _symbol(answer: DailyAnswer | None) -> str:
    if answer is None or answer.tried_at is None:
        return Icon.PUZZLE
    return Icon.RIGHT if answer.solved else Icon.WRONG


def _status(answer: DailyAnswer | None, texts: Texts) -> str:
    if answer is None or answer.tried_at is None:
        return texts.plain("daily.status.missed")
    if not answer.solved:
        return texts.plain("daily.status.wrong")
    if not answer.counts:
        return texts.plain("daily.status.later")
    return texts.plain("daily.status.solved", time=duration(answer.seconds, texts))
