"""A recap: one picture of a week, a month or a year of a person or of a server, and the menu of periods."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Self

import discord
from babel.dates import format_interval, format_skeleton
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from ai.level import strength_in
from ai.strengths import nearest_level
from bot.drawing.recap import Fact, GameBar, RecapPicture, Tile
from bot.icons import Icon
from bot.match.recap import TurningPoint
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.level_names import level_name
from bot.ui.links import link
from bot.ui.match_message import gallery
from bot.ui.panel import Panel, button, select
from bot.ui.profile import RECAP, favorite_openings, score_label
from bot.ui.ratings import category_name, value_label
from data.model.match import Match
from data.model.rating_categories import Category, game_of
from data.ratings.profile import OpeningRow, Profile
from data.ratings.recap import NotableWin, Period, PersonRecap, ServerRecap, Span
from games import replay

ASK, POST = "ask", "post"
"""What buttons do besides showing another recap: ask whether to post it, and post it."""
MAX_GAMES = 4
"""Games that have a bar."""
_SERVER = "s"
_EARLY_DAYS = 7
"""In the first days of a month, the recap that is shown first is of the month before."""
_ARGUMENT = re.compile(rf"({_SERVER}|\d{{1,20}})\.([wmy][\d-]{{4,10}})(?:\.([a-z]+))?")
_COLOR = discord.Color(0x5865F2)


@dataclass(frozen=True, slots=True)
class RecapPage:
    """Whose recap of which period, as the custom_ids of its buttons carry it."""

    user_id: int | None
    """None: the server's."""
    period: Period
    action: str = ""

    @classmethod
    def read(cls, panel: Panel) -> Self | None:
        """What a button means, after the choice in its menu; None if it means no recap."""
        parsed = _ARGUMENT.fullmatch(panel.argument) if panel.verb == RECAP else None
        period = Period.read(panel.values[0] if panel.values else parsed[2]) if parsed else None
        if parsed is None or period is None:
            return None
        return cls(None if parsed[1] == _SERVER else int(parsed[1]), period, parsed[3] or "")

    @classmethod
    def usual(cls, user_id: int | None, today: date) -> Self:
        """The recap that is shown first: of this month, or in its first days of the last one."""
        period = Period.containing(today, Span.MONTH)
        return cls(user_id, period.before if today.day <= _EARLY_DAYS else period)

    @property
    def panel(self) -> Panel:
        """The press that carries it."""
        owner = _SERVER if self.user_id is None else str(self.user_id)
        return Panel(RECAP, ".".join(filter(None, (owner, self.period.name, self.action))))


@dataclass(frozen=True, slots=True)
class Turned:
    """The turning point with its match."""

    point: TurningPoint
    match: Match


@dataclass(frozen=True, slots=True)
class Recap:
    """What a message says: the numbers, and what is known besides."""

    page: RecapPage
    of: PersonRecap | ServerRecap
    title: str = ""
    """The name of the person or the server, for the picture."""
    names: Mapping[int, str] = field(default_factory=dict)
    turned: Turned | None = None
    openings: Sequence[OpeningRow] = ()
    """Of the category played most."""

    @property
    def matches(self) -> int:
        """How many matches it is about."""
        return self.of.matches if isinstance(self.of, ServerRecap) else self.of.total.matches

    @property
    def category(self) -> Category | None:
        """The category played most."""
        played = self.of.counts if isinstance(self.of, ServerRecap) else self.of.results
        return next(iter(played), None)


def named_people(recap: PersonRecap | ServerRecap) -> frozenset[int]:
    """The people whose names a picture shows."""
    if isinstance(recap, PersonRecap):
        people = {recap.user_id, *(person for person, _ in recap.rivals)}
    else:
        people = {person for person, _ in recap.most_active}
        people |= {person for pair, _ in recap.rivals for person in pair}
        people |= {recap.streak.user_id} if recap.streak is not None else set()
    if recap.best_win is not None:
        people |= {recap.best_win.winner_id, recap.best_win.loser_id}
    return frozenset(people)


def period_name(period: Period, reader: Texts) -> str:
    """What a period is called: November 2026, 2026년 11월.

    >>> from bot.texts import texts
    >>> period_name(Period(Span.MONTH, date(2026, 11, 1)), texts("en"))
    'November 2026'
    >>> period_name(Period(Span.YEAR, date(2026, 1, 1)), texts("ko"))
    '2026년'
    """
    if period.span is Span.WEEK:
        last = period.end - timedelta(days=1)
        return format_interval(period.first, last, "yMMMd", locale=reader.language).replace("\u2009", " ")
    skeleton = "y" if period.span is Span.YEAR else "yMMMM"
    return format_skeleton(skeleton, period.first, locale=reader.language)


def recap_view(recap: Recap, today: date, reader: Texts, *, can_post: bool, is_here: bool) -> LayoutView:
    """The picture, if anything was played, with the menu of periods; ``is_here``: of matches in a server."""
    page, period = recap.page, period_name(recap.page.period, reader)
    if page.user_id is None:
        lines: list[str] = [reader("recap.server-title", period=period)]
    else:
        lines = [reader("recap.title", person=Raw(f"<@{page.user_id}>"), period=period)]
    if not recap.matches:
        lines.append(reader("recap.nothing"))
    elif is_here:
        lines.append(f"-# {reader('recap.scope')}")
    if recap.turned is not None:
        match = recap.turned.match
        address = Raw(f"[#{match.id}]({link(match.home)})")
        lines.append(f"-# {reader('recap.turning-match', match=address)}")
    box = Container[AnyView](TextDisplay("\n".join(lines)), accent_color=_COLOR)
    if recap.matches:
        box.add_item(gallery(recap_in_words(recap_picture(recap, "dark", reader))))
    box.add_item(ActionRow(_period_menu(page, today, reader)))
    if buttons := [*_buttons(recap, reader, can_post=can_post)]:
        box.add_item(ActionRow(*buttons))
    return layout(box)


def _period_menu(page: RecapPage, today: date, reader: Texts) -> Item[AnyView]:
    """This week, month and year, and the ones before; the one that is shown, if it is another."""
    options = dict[Period, str]()
    for span in Span:
        present = Period.containing(today, span)
        for key, period in (("this", present), ("last", present.before)):
            name = period_name(period, reader)
            options[period] = reader.plain(f"recap.{key}.{span}", period=name)
    options.setdefault(page.period, period_name(page.period, reader))
    return select(
        replace(page, action="").panel,
        options=[
            discord.SelectOption(label=label, value=choice.name, default=choice == page.period)
            for choice, label in options.items()
        ],
        placeholder=reader.plain("menu.period"),
    )


def _buttons(recap: Recap, reader: Texts, *, can_post: bool) -> Iterator[Item[AnyView]]:
    if can_post and recap.matches:
        ask = replace(recap.page, action=ASK).panel
        yield button(ask, label=reader.plain("button.share"), emoji=Icon.POST)
    if recap.page.user_id is None:
        yield button(replace(recap.page, user_id=0, action="mine").panel, label=reader.plain("recap.mine"))
    elif can_post:
        yield button(replace(recap.page, user_id=None, action="here").panel, label=reader.plain("recap.here"))


# --- The picture -------------------------------------------------------------------------------------


def recap_picture(recap: Recap, theme: str, reader: Texts) -> RecapPicture:
    """What the picture shows."""
    of = recap.of
    is_server = isinstance(of, ServerRecap)
    facts = _of_server(recap, of, reader) if isinstance(of, ServerRecap) else _of_person(recap, of, reader)
    fallback = reader.plain("recap.here" if is_server else "recap.somebody")
    return RecapPicture(
        theme,
        recap.title or fallback,
        fallback,
        reader.plain("recap.subtitle", period=period_name(recap.page.period, reader)),
        tuple(_tiles(of, reader)),
        tuple(_bars(of, reader)),
        tuple(fact for fact in facts if fact.lines),
        _caption(recap, reader),
    )


def recap_in_words(picture: RecapPicture) -> str:
    """Everything that the picture says, for people who cannot see it."""
    parts = [f"{picture.title}, {picture.subtitle}"]
    parts.append(", ".join(f"{tile.label}: {tile.value}" for tile in picture.tiles))
    for bar in picture.bars:
        words = (word for word, count in zip(bar.words, bar.counts, strict=True) if count)
        parts.append(f"{bar.name}: {', '.join(words)}")
    parts += [f"{fact.label}: {', '.join(fact.lines)}" for fact in picture.facts]
    if picture.caption:
        label, *lines = picture.caption
        parts.append(f"{label}: {', '.join(lines)}")
    return ". ".join(filter(None, parts)) + "."


def _tiles(of: PersonRecap | ServerRecap, reader: Texts) -> Iterator[Tile]:
    streak = of.streak.wins if of.streak is not None else 0
    if isinstance(of, ServerRecap):
        numbers = {"matches": of.matches, "people": of.people, "games": len(of.counts), "streak": streak}
    else:
        total = of.total
        numbers = {
            "matches": total.matches,
            "won": total.wins,
            "opponents": of.opponents,
            "streak": streak,
        }
    for name, number in numbers.items():
        if number:
            yield Tile(f"{number:,}", reader.plain(f"recap.number.{name}"))


def _bars(of: PersonRecap | ServerRecap, reader: Texts) -> Iterator[GameBar]:
    if isinstance(of, ServerRecap):
        for category, count in [*of.counts.items()][:MAX_GAMES]:
            yield GameBar(
                category_name(category, reader), (count,), (reader.plain("recap.matches", n=count),)
            )
        return
    for category, tally in [*of.results.items()][:MAX_GAMES]:
        words = tuple(
            reader.plain(f"profile.{key}", n=n)
            for key, n in zip(("won", "drawn", "lost"), tally, strict=True)
        )
        yield GameBar(category_name(category, reader), tuple(tally), words)


def _of_person(recap: Recap, of: PersonRecap, reader: Texts) -> Iterator[Fact]:
    rivals = (f"{_name(recap, person, reader)} · {score_label(tally, reader)}" for person, tally in of.rivals)
    yield Fact(reader.plain("recap.rivals"), tuple(rivals))
    if of.best_win is not None:
        loser = _name(recap, of.best_win.loser_id, reader)
        yield Fact(reader.plain("recap.best-win"), (f"{loser} ({value_label(of.best_win.standing)})",))
    elif best := _best_level(of.beaten):
        category, level = best
        name = level_name(game_of(category), level, reader)
        yield Fact(reader.plain("recap.best-win"), (f"{category_name(category, reader)} · {name}",))
    yield _openings(recap, reader)


def _of_server(recap: Recap, of: ServerRecap, reader: Texts) -> Iterator[Fact]:
    active = (
        f"{_name(recap, person, reader)} · {reader.plain('recap.matches', n=count)}"
        for person, count in of.most_active
    )
    yield Fact(reader.plain("recap.most-active"), tuple(active))
    rivals = (
        f"{_name(recap, first, reader)} – {_name(recap, second, reader)} · "
        f"{reader.plain('recap.matches', n=count)}"
        for (first, second), count in of.rivals
    )
    yield Fact(reader.plain("recap.rivals"), tuple(rivals))
    if of.streak is not None:
        wins = reader.plain("recap.wins", n=of.streak.wins)
        yield Fact(reader.plain("recap.streak"), (f"{_name(recap, of.streak.user_id, reader)} · {wins}",))
    if of.best_win is not None:
        yield Fact(reader.plain("recap.best-win"), (_win(recap, of.best_win, reader),))
    yield _openings(recap, reader)


def _win(recap: Recap, win: NotableWin, reader: Texts) -> str:
    winner, loser = (_name(recap, person, reader) for person in (win.winner_id, win.loser_id))
    return reader.plain("recap.beat", winner=winner, loser=loser, rating=value_label(win.standing))


def _openings(recap: Recap, reader: Texts) -> Fact:
    """The openings played most, in the category played most."""
    lines: tuple[str, ...] = ()
    if recap.category is not None:
        shown = favorite_openings(Profile(0, recap.category, openings=recap.openings), reader)
        lines = tuple(
            f"{name} · {reader.plain('recap.matches', n=tally.matches)}" for name, tally in shown.items()
        )
    return Fact(reader.plain("recap.openings"), lines)


def _best_level(beaten: frozenset[tuple[Category, str]]) -> tuple[Category, str] | None:
    """The strongest level of the computer; of a simple player or another engine that is not known."""
    known = [
        (int(nearest_level(game_of(category), level)), level, category)
        for category, level in beaten
        if level.isdecimal() or strength_in(level) is not None
    ]
    if not known:
        return None
    _, best_level, best_category = max(known)
    return best_category, best_level


def _caption(recap: Recap, reader: Texts) -> tuple[str, ...]:
    """What is below the board: who played which move, and what it cost."""
    if recap.turned is None:
        return ()
    point, match = recap.turned.point, recap.turned.match
    presenter, side = PRESENTERS[match.game], replay(match.record.before(point.ply)).to_move
    name = _name(recap, match.user_of(side), reader)
    move = presenter.move_text(match.moves[point.ply], reader).replace(" → ", "–")
    number = presenter.move_number(match.moves, point.ply)
    before, after = (round(50 * (1 + score)) for score in (point.before, point.after))
    return (
        reader.plain("recap.turning-point"),
        reader.plain("recap.move", name=name, number=number, move=move),
        reader.plain("recap.chance", before=before, after=after),
    )


def _name(recap: Recap, user_id: int | None, reader: Texts) -> str:
    return recap.names.get(user_id or 0) or reader.plain("recap.somebody")
