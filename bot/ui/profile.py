"""A person's profile: their rating, results and openings as lines beside a picture, and what to practice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import Self

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, TextDisplay

from bot.drawing.profile import ProfileChart, ResultBar
from bot.icons import Icon
from bot.match.advice import Advice
from bot.presenters.openings import named_positions, start_positions
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts, escaped
from bot.ui import AnyView
from bot.ui.layout import NEXT_STEP, UNBROKEN, layout
from bot.ui.level_names import level_name
from bot.ui.links import link_for
from bot.ui.match_list import opponent_of
from bot.ui.match_message import gallery
from bot.ui.panel import Panel, button, select
from bot.ui.ratings import category_name, own_lines, rating_label, value_label
from data.model.match import Match
from data.model.match_rating import Standing
from data.model.rating_categories import Category, game_of
from data.model.tournament import Result, is_unplayed
from data.ratings.profile import OpeningRow, Profile, RatedAt, Tally
from data.ratings.values import Estimate, PersonRating
from games.base import Side

PROFILE = "profile"
RECAP, OPEN = "recap", "open"
"""The verb of recaps, and what their button has in the place of a period."""
ASK, POST, PICK = "ask", "post", "pick"
MAX_OPENINGS = 3
"""Favorite openings that are named."""
MAX_LEVELS = 3
"""Levels of the computer that are named, those met most."""
_ARGUMENT = re.compile(r"(\d{1,20})(?:\.([a-z_]+)(?:\.([a-z]+))?)?")
"""The person, the category, the action."""
_OPENINGS = {"go": "go.openings"}
"""What openings are called in a game whose players have a word for them."""
_RESULTS = ("won", "drawn", "lost")
_WINNERS = {Result.FIRST: Side.FIRST, Result.SECOND: Side.SECOND}
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

    level: Estimate | None = None
    """Which level of the computer the person plays like."""
    levels: Mapping[str, Tally] = field(default_factory=dict)
    """The results against levels of the computer; a strength counts as the nearest level."""
    others: Mapping[Category, PersonRating] = field(default_factory=dict)
    """The ratings in other categories."""
    latest: Sequence[Match] = ()
    """The newest matches, the last first."""
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
    if has_picture(profile, notes):
        box.add_item(gallery(profile_in_words(profile, notes, texts)))
    box.add_item(ActionRow(_game_menu(profile, texts)))
    if buttons := [*_buttons(profile, notes, texts)]:
        box.add_item(ActionRow(*buttons))
    return layout(box)


def has_picture(profile: Profile, notes: ProfileNotes) -> bool:
    """Whether there is a rating or a result to draw."""
    return bool(_curve(profile) or profile.results or notes.levels)


def _curve(profile: Profile) -> Sequence[RatedAt]:
    """The ratings that are drawn: a single one is no curve."""
    return profile.curve if len(profile.curve) > 1 else ()


# --- Lines -------------------------------------------------------------------------------------------


def _lines(profile: Profile, notes: ProfileNotes, now: float, texts: Texts) -> Iterator[str]:
    yield f"### <@{profile.user_id}>"
    category = profile.category
    ratings = {category: profile.rating} if profile.rating is not None else {}
    levels = {category: notes.level} if notes.level is not None else {}
    yield from own_lines(ratings, levels, now, texts) or [category_name(category, texts)]
    yield from (f"-# {line}" for line in _facts(profile, notes, now, texts))
    yield from (f"-# {line}" for line in _latest(profile, notes, texts))
    if not profile.results:
        yield f"-# {texts('profile.nothing' if notes.is_everywhere else 'profile.nothing-here')}"
    elif not notes.is_everywhere:
        yield f"-# {texts('profile.scope')}"
    if profile.results and notes.levels:
        yield f"-# {texts('profile.only-people')}"
    shown = [rating for rating in (profile.rating, *notes.others.values()) if rating is not None]
    if any(Standing.of(rating.at(now)).is_provisional for rating in shown):
        yield f"-# {texts('profile.provisional')}"
    if notes.advice is not None and (advice := [*_advice(profile.category, notes.advice, texts)]):
        yield f"{Icon.PRACTICE} {texts('profile.practice', things=Raw(' · '.join(advice)))}"


def _latest(profile: Profile, notes: ProfileNotes, texts: Texts) -> Iterator[str]:
    """A line for each of the newest matches, with a link to it."""
    for match in notes.latest:
        result = _result(match, profile, texts)
        opponent = opponent_of(match, profile.user_id, texts)
        date = "" if match.ended_at is None else f" · <t:{round(match.ended_at)}:d>"
        yield f"[#{match.id}]({link_for(match, profile.user_id)}) {result} · {opponent}{date}"


def _result(match: Match, profile: Profile, texts: Texts) -> str:
    """How a match ended for a person or, if a moderator has corrected that, what it counts as."""
    corrected = profile.corrected.get(match.id)
    if corrected is None:
        return _result_by(match.winner, match, profile, texts)
    if corrected is Result.NOBODY:
        return texts("profile.corrected", result=texts("tournament.result.void"))
    counted = _result_by(_WINNERS.get(corrected), match, profile, texts, is_corrected=True)
    return texts("profile.corrected", result=Raw(counted))


def _result_by(
    winner: Side | None, match: Match, profile: Profile, texts: Texts, *, is_corrected: bool = False
) -> str:
    if winner is None:
        return texts("profile.draw")
    is_win = winner is match.side_of(profile.user_id)
    if not is_corrected and is_unplayed(match.reason, match.ply):
        return texts("profile.win-forfeit" if is_win else "profile.loss-forfeit")
    return texts("profile.win" if is_win else "profile.loss")


def _facts(profile: Profile, notes: ProfileNotes, now: float, texts: Texts) -> Iterator[str]:
    """A line for each: other ratings, opponents, levels, the best win, streaks, openings, the accuracy."""
    if notes.others:
        yield texts("profile.others", ratings=Raw(", ".join(_others(notes.others, now, texts))))
    if profile.opponents:
        opponents = (f"<@{person}> ({_score(tally, texts)})" for person, tally in profile.opponents)
        yield texts("profile.opponents", people=Raw(", ".join(opponents)))
    if notes.levels:
        levels = (
            _against(profile.category, level, notes.levels[level], texts) for level in _usual_levels(notes)
        )
        yield texts("profile.levels", levels=Raw(", ".join(levels)))
    if (win := profile.best_win) is not None:
        rating = Raw(f"**{value_label(win.standing)}**")
        date = Raw(f"<t:{round(win.at)}:d>")
        yield texts("profile.best-win", opponent=Raw(f"<@{win.opponent_id}>"), rating=rating, date=date)
    if profile.best_streak > 1:
        yield texts("profile.streak", n=profile.streak, most=profile.best_streak)
    if openings := favorite_openings(profile, texts):
        labels = (
            f"{escaped(name).replace(' ', UNBROKEN)} ({_score(tally, texts)})"
            for name, tally in openings.items()
        )
        key = _OPENINGS.get(game_of(profile.category), "profile.openings")
        yield texts(key, openings=Raw(", ".join(labels)))
    if profile.accuracy is not None:
        accuracy = Raw(f"**{profile.accuracy:.0f}{UNBROKEN}%**")
        yield texts("profile.accuracy", accuracy=accuracy, n=profile.judged)


def _others(ratings: Mapping[Category, PersonRating], now: float, texts: Texts) -> Iterator[str]:
    """Each category with its rating, in one piece."""
    for category, rating in ratings.items():
        name = category_name(category, texts)
        yield f"{name} {rating_label(rating, now)}".replace(" ", UNBROKEN)


def _against(category: Category, level: str, tally: Tally, texts: Texts) -> str:
    name = level_name(game_of(category), level, texts).replace(" ", UNBROKEN)
    return f"{name} ({_score(tally, texts)})"


def _score(tally: Tally, texts: Texts) -> str:
    """Results in one piece."""
    return score_label(tally, texts).replace(" ", UNBROKEN)


def score_label(tally: Tally, texts: Texts) -> str:
    """Results in words, without those of which there are none.

    >>> from bot.texts import texts
    >>> score_label(Tally(5, 1, 2), texts("en")), score_label(Tally(3, 0, 0), texts("ko"))
    ('5 won, 1 drawn, 2 lost', '3승')
    """
    return ", ".join(
        texts.plain(f"profile.{result}", n=n) for result, n in zip(_RESULTS, tally, strict=True) if n
    )


def favorite_openings(profile: Profile, texts: Texts) -> Mapping[str, Tally]:
    """The openings played most, with their results.

    Where openings have names, each match counts for the last one that it has reached; elsewhere the first
    move counts, of matches in which the person had it. Corners that a symmetry of the board exchanges are
    alike; they have the name of the point that was played most.
    """
    tallies: dict[str, Tally] = {}
    names: dict[str, Counter[str]] = {}
    for opening, name, score in _openings(profile, texts):
        tallies[opening] = tallies.get(opening, Tally()).plus(score)
        names.setdefault(opening, Counter())[name] += 1
    counts = Counter({played: tally.matches for played, tally in tallies.items()})
    return {
        names[frequent].most_common(1)[0][0]: tallies[frequent]
        for frequent, _ in counts.most_common(MAX_OPENINGS)
    }


def _openings(profile: Profile, texts: Texts) -> Iterator[tuple[str, str, float]]:
    """The opening of each match, its name, and the score."""
    game = game_of(profile.category)
    if named := named_positions(game):
        last: dict[int, OpeningRow] = {}
        for row in profile.openings:
            known = last.get(row.match_id)
            if known is None or named[row.position] > named[known.position]:  # of more moves
                last[row.match_id] = row
        for row in last.values():
            name = texts.plain(named[row.position][1])
            yield name, name, row.score
        return
    for row in profile.openings:
        if row.side is Side.FIRST:
            yield f"{row.position} {row.move}", _first_move(game, row, texts), row.score


def _first_move(game: str, row: OpeningRow, texts: Texts) -> str:
    variant, presenter = start_positions(game)[row.position], PRESENTERS[game]
    return f"{presenter.opening_variant_name(variant, texts)} {presenter.move_text(row.first, texts)}".strip()


def _advice(category: Category, advice: Advice, texts: Texts) -> Iterator[str]:
    if advice.due:
        yield texts("profile.due", n=advice.due)
    if advice.phase is not None:
        name = advice.phase.phase
        is_of_go = game_of(category) == "go"  # its players have words for them
        phase = texts.plain(f"go.phase.{name}") if is_of_go else texts.plain(f"phase.{name}")
        yield texts("profile.phase", phase=phase, n=advice.phase.mistakes, every=advice.phase.every)
    if advice.theme is not None:
        theme = texts.plain(f"theme.{advice.theme.theme}")
        yield texts("profile.theme", theme=theme, n=advice.theme.solved, every=advice.theme.tried)


# --- The picture -------------------------------------------------------------------------------------


def profile_chart(
    profile: Profile, notes: ProfileNotes, theme: str, texts: Texts, zone: tzinfo = UTC
) -> ProfileChart:
    """What the picture of a profile shows, with the dates of a time zone."""
    return ProfileChart(
        theme,
        tuple((point.at, point.value, point.deviation) for point in _curve(profile)),
        _dates(_curve(profile), zone),
        tuple(
            ResultBar(name, tally, _bar_words(tally, texts))
            for name, tally in _bars(profile, notes, texts).items()
        ),
        (texts.plain("profile.rating-axis"), texts.plain("profile.date-axis")),
    )


def _bars(profile: Profile, notes: ProfileNotes, texts: Texts) -> Mapping[str, Tally]:
    """The results in each game against people; without any, those against levels of the computer."""
    if profile.results:
        return {category_name(category, texts): tally for category, tally in profile.results.items()}
    game = game_of(profile.category)
    return {level_name(game, level, texts): notes.levels[level] for level in _usual_levels(notes)}


def _usual_levels(notes: ProfileNotes) -> Sequence[str]:
    """The levels of the computer that were met most, in their order."""
    return sorted(sorted(notes.levels, key=lambda level: -notes.levels[level].matches)[:MAX_LEVELS])


def _bar_words(tally: Tally, texts: Texts) -> tuple[str, str, str]:
    """What stands on the parts of a bar: 7 won, 1 drawn, 4 lost."""
    won, drawn, lost = (texts.plain(f"profile.{key}", n=n) for key, n in zip(_RESULTS, tally, strict=True))
    return won, drawn, lost


def _dates(curve: Sequence[RatedAt], zone: tzinfo) -> tuple[str, ...]:
    """The first day or month on the curve, the middle one, and the last."""
    if not curve:
        return ()
    first, last = curve[0].at, curve[-1].at
    form = "%Y-%m" if last - first > _DAYS * 86_400 else "%m-%d"
    dates = [datetime.fromtimestamp(at, zone).strftime(form) for at in (first, (first + last) / 2, last)]
    if len(set(dates)) < len(dates):  # the middle of a short time is the first day or the last
        dates = list(dict.fromkeys((dates[0], dates[-1])))
    return tuple(dates)


def profile_in_words(profile: Profile, notes: ProfileNotes, texts: Texts) -> str:
    """What the picture shows, for people who cannot see it."""
    parts = []
    if curve := _curve(profile):
        values = [round(point.value) for point in curve]
        numbers = {"first": values[0], "last": values[-1], "low": min(values), "high": max(values)}
        game = category_name(profile.category, texts)
        parts.append(texts.plain("profile.alt-rating", game=game, n=len(values), **numbers))
    for name, tally in _bars(profile, notes, texts).items():
        counts = {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
        parts.append(texts.plain("profile.alt-results", game=name, **counts))
    return " ".join(parts)


# --- Buttons -----------------------------------------------------------------------------------------


def _game_menu(profile: Profile, texts: Texts) -> Item[AnyView]:
    names = {category: category_name(category, texts) for category in Category}
    options = [
        discord.SelectOption(label=name, value=category.value, default=category is profile.category)
        for category, name in names.items()
    ]
    page = ProfilePage(profile.user_id, profile.category)
    return select(page.panel, options=options, placeholder=texts.plain("menu.game"))


def _buttons(profile: Profile, notes: ProfileNotes, texts: Texts) -> Iterator[Item[AnyView]]:
    if notes.practice is not None:
        yield Button(
            custom_id=notes.practice.custom_id,
            label=texts.plain("profile.practice-key"),
            emoji=Icon.PRACTICE,
            style=NEXT_STEP,
        )
    if has_picture(profile, notes):
        recap = Panel(RECAP, f"{profile.user_id}.{OPEN}")
        yield button(recap, label=texts.plain("recap.button"), emoji=Icon.DAYS)
    if notes.can_post:
        page = ProfilePage(profile.user_id, profile.category, ASK)
        yield button(page.panel, label=texts.plain("button.share"), emoji=Icon.POST)
