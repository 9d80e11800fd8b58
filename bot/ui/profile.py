"""A person's profile: their rating, results and openings as lines beside a picture, and what to practice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Self

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, TextDisplay

from bot.drawing.profile import ProfileChart
from bot.icons import Icon
from bot.match.advice import Advice
from bot.presenters.openings import named_positions, start_positions
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts, escaped
from bot.ui import AnyView
from bot.ui.layout import NEXT_STEP, UNBROKEN, layout
from bot.ui.match_message import gallery
from bot.ui.panel import Panel, button, select
from bot.ui.ratings import category_name, own_lines, value_label
from data.model.rating_categories import Category, game_of
from data.ratings.profile import OpeningRow, Profile, Tally
from games import replay
from games.base import Record, Side
from games.symmetry import canonical

PROFILE = "profile"
ASK, POST, PICK = "ask", "post", "pick"
MAX_OPENINGS = 3
"""Favorite openings that are named."""
_ARGUMENT = re.compile(r"(\d{1,20})(?:\.([a-z_]+)(?:\.([a-z]+))?)?")
"""The person, the category, the action."""
_COLOR = discord.Color(0x5865F2)
_DAYS = 100
"""A longer curve has months below it, a shorter one days."""


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """Whose profile in which category, as the custom_ids of its buttons carry it."""

    user_id: int
    """0 stands for the person chosen in a menu of people."""
    category: Category | None = None
    """None stands for the one that they play most."""
    action: str = ""

    @classmethod
    def read(cls, panel: Panel) -> Self | None:
        """What a button means, after the choice in its menu; None if it means no profile."""
        parsed = _ARGUMENT.fullmatch(panel.argument)
        if parsed is None or parsed[2] not in [None, *Category]:
            return None
        page = cls(int(parsed[1]), Category(parsed[2]) if parsed[2] else None, parsed[3] or "")
        chosen = panel.values[0] if panel.values else ""
        if page.action == PICK:
            return replace(page, user_id=int(chosen)) if chosen.isdecimal() else None
        return replace(page, category=Category(chosen)) if chosen in [*Category] else page

    @property
    def panel(self) -> Panel:
        """The press that carries it."""
        return Panel(PROFILE, ".".join(filter(None, (str(self.user_id), self.category, self.action))))


@dataclass(frozen=True, slots=True)
class ProfileNotes:
    """What a profile says besides the store's numbers."""

    level: int | None = None
    """The level of the computer that the person plays like."""
    is_everywhere: bool = False
    """Whether it is about all matches of the person, not only those of one server."""
    advice: Advice | None = None
    """None unless only the person themselves sees the profile."""
    practice: Panel | None = None
    """The press that asks about the mistake that is due next."""
    can_post: bool = False
    """Whether there is a button that shows the profile to everybody."""


def opening_positions(category: Category) -> frozenset[int]:
    """The positions that `favorite_openings` needs to know moves of."""
    game = game_of(category)
    return frozenset(named_positions(game) or start_positions(game))


def profile_view(profile: Profile, notes: ProfileNotes, now: float, texts: Texts) -> LayoutView:
    """The profile with its picture, if there is anything to draw, and its menu of games."""
    box: Container[AnyView] = Container(accent_color=_COLOR)
    box.add_item(TextDisplay("\n".join(_lines(profile, notes, now, texts))))
    if has_picture(profile):
        box.add_item(gallery(profile_in_words(profile, texts)))
    box.add_item(ActionRow(_game_menu(profile, texts)))
    if buttons := [*_buttons(profile, notes, texts)]:
        box.add_item(ActionRow(*buttons))
    return layout(box)


def has_picture(profile: Profile) -> bool:
    """Whether there is a rating or a result to draw."""
    return bool(profile.curve or profile.results)


# --- Lines -------------------------------------------------------------------------------------------


def _lines(profile: Profile, notes: ProfileNotes, now: float, texts: Texts) -> Iterator[str]:
    yield f"### <@{profile.user_id}>"
    category = profile.category
    ratings = {category: profile.rating} if profile.rating is not None else {}
    levels = {category: notes.level} if notes.level is not None else {}
    yield from own_lines(ratings, levels, now, texts) or [category_name(category, texts)]
    yield from (f"-# {line}" for line in _facts(profile, texts))
    if not profile.results:
        yield f"-# {texts('profile.nothing' if notes.is_everywhere else 'profile.nothing-here')}"
    elif not notes.is_everywhere:
        yield f"-# {texts('profile.scope')}"
    if notes.advice is not None and (advice := [*_advice(notes.advice, texts)]):
        yield f"{Icon.PRACTICE} {texts('profile.practice', things=Raw(' · '.join(advice)))}"


def _facts(profile: Profile, texts: Texts) -> Iterator[str]:
    """A line for each: the best win, the streak, the openings, the accuracy."""
    if (win := profile.best_win) is not None:
        rating = Raw(f"**{value_label(win.standing)}**")
        date = Raw(f"<t:{round(win.at)}:d>")
        yield texts("profile.best-win", opponent=Raw(f"<@{win.opponent_id}>"), rating=rating, date=date)
    if profile.best_streak > 1:
        yield texts("profile.streak", n=profile.streak, most=profile.best_streak)
    if openings := favorite_openings(profile, texts):
        labels = (
            f"{escaped(name).replace(' ', UNBROKEN)} ({score_label(tally, texts).replace(' ', UNBROKEN)})"
            for name, tally in openings.items()
        )
        yield texts("profile.openings", openings=Raw(", ".join(labels)))
    if profile.accuracy is not None:
        accuracy = Raw(f"**{profile.accuracy:.0f}{UNBROKEN}%**")
        yield texts("profile.accuracy", accuracy=accuracy, n=profile.judged)


def score_label(tally: Tally, texts: Texts) -> str:
    """Results in words, without those of which there are none.

    >>> from bot.texts import texts
    >>> score_label(Tally(5, 1, 2), texts("en")), score_label(Tally(3, 0, 0), texts("ko"))
    ('5 won, 1 drawn, 2 lost', '3승')
    """
    return ", ".join(
        texts.plain(f"profile.{result}", n=n)
        for result, n in zip(("won", "drawn", "lost"), tally, strict=True)
        if n
    )


def favorite_openings(profile: Profile, texts: Texts) -> Mapping[str, Tally]:
    """The openings played most, with their results.

    Where openings have names, each match counts for the last one that it has reached; elsewhere the first
    move counts, of matches in which the person had it.
    """
    tallies: dict[str, Tally] = {}
    for name, score in _openings(profile, texts):
        tallies[name] = tallies.get(name, Tally()).plus(score)
    counts = Counter({opening: tally.matches for opening, tally in tallies.items()})
    return {opening: tallies[opening] for opening, _ in counts.most_common(MAX_OPENINGS)}


def _openings(profile: Profile, texts: Texts) -> Iterator[tuple[str, float]]:
    """The name of the opening of each match, and the score."""
    game = game_of(profile.category)
    if named := named_positions(game):
        last: dict[int, OpeningRow] = {}
        for row in profile.openings:
            known = last.get(row.match_id)
            if known is None or named[row.position] > named[known.position]:  # of more moves
                last[row.match_id] = row
        for row in last.values():
            yield texts.plain(named[row.position][1]), row.score
        return
    for row in profile.openings:
        if row.side is Side.FIRST:
            yield _first_move(game, row, texts), row.score


def _first_move(game: str, row: OpeningRow, texts: Texts) -> str:
    variant, presenter = start_positions(game)[row.position], PRESENTERS[game]
    image = canonical(replay(Record(game, variant)))
    move = image.original(row.move) if image is not None else row.move
    return f"{presenter.opening_variant_name(variant, texts)} {presenter.move_text(move, texts)}".strip()


def _advice(advice: Advice, texts: Texts) -> Iterator[str]:
    if advice.due:
        yield texts("profile.due", n=advice.due)
    if advice.phase is not None:
        phase = texts.plain(f"phase.{advice.phase.phase}")
        yield texts("profile.phase", phase=phase, n=advice.phase.mistakes, every=advice.phase.every)
    if advice.theme is not None:
        theme = texts.plain(f"theme.{advice.theme.theme}")
        yield texts("profile.theme", theme=theme, n=advice.theme.solved, every=advice.theme.tried)


# --- The picture -------------------------------------------------------------------------------------


def profile_chart(profile: Profile, theme: str, texts: Texts) -> ProfileChart:
    """What the picture of a profile shows."""
    return ProfileChart(
        theme,
        tuple((point.at, point.value, point.deviation) for point in profile.curve),
        _dates(profile),
        tuple(
            (category_name(category, texts), (tally.wins, tally.draws, tally.losses))
            for category, tally in profile.results.items()
        ),
        (texts.plain("profile.rating-axis"), texts.plain("profile.date-axis")),
    )


def _dates(profile: Profile) -> tuple[str, ...]:
    """The first day or month on the curve, the middle one, and the last."""
    if not profile.curve:
        return ()
    first, last = profile.curve[0].at, profile.curve[-1].at
    form = "%Y-%m" if last - first > _DAYS * 86_400 else "%m-%d"
    dates = [datetime.fromtimestamp(at, UTC).strftime(form) for at in (first, (first + last) / 2, last)]
    if len(set(dates)) < len(dates):  # the middle of a short time is the first day or the last
        dates = list(dict.fromkeys((dates[0], dates[-1])))
    return tuple(dates)


def profile_in_words(profile: Profile, texts: Texts) -> str:
    """What the picture shows, for people who cannot see it."""
    parts = []
    if profile.curve:
        values = [round(point.value) for point in profile.curve]
        numbers = {"first": values[0], "last": values[-1], "low": min(values), "high": max(values)}
        game = category_name(profile.category, texts)
        parts.append(texts.plain("profile.alt-rating", game=game, n=len(values), **numbers))
    for category, tally in profile.results.items():
        counts = {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
        parts.append(texts.plain("profile.alt-results", game=category_name(category, texts), **counts))
    return " ".join(parts)


# --- Buttons -----------------------------------------------------------------------------------------


def _game_menu(profile: Profile, texts: Texts) -> Item[AnyView]:
    names = {category: category_name(category, texts) for category in Category}
    options = [
        discord.SelectOption(label=name, value=category.value, default=category is profile.category)
        for category, name in names.items()
    ]
    page = ProfilePage(profile.user_id, profile.category)
    return select(page.panel, options=options, placeholder=names[profile.category])


def _buttons(profile: Profile, notes: ProfileNotes, texts: Texts) -> Iterator[Item[AnyView]]:
    if notes.practice is not None:
        yield Button(
            custom_id=notes.practice.custom_id,
            label=texts.plain("profile.practice-key"),
            emoji=Icon.PRACTICE,
            style=NEXT_STEP,
        )
    if notes.can_post:
        page = ProfilePage(profile.user_id, profile.category, ASK)
        yield button(page.panel, label=texts.plain("button.share"), emoji=Icon.POST)
