"""Ratings as people read them: a number, marked while it is provisional, and what a match changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bot.texts import Raw, Texts
from bot.ui.layout import UNBROKEN
from data.model.fair_play import MAX_A_DAY, MIN_PLIES, PROVISIONAL_WINS, UNPROVEN_WINS
from data.model.match import Match
from data.model.match_rating import Standing, Unrated
from data.model.rating_categories import Category, game_of
from data.ratings.values import Estimate, PersonRating
from games.base import Side

_SENTENCES = {
    Unrated.COMPUTER: "unrated.computer",
    Unrated.IMPORTED: "unrated.imported",
    Unrated.ERASED: "unrated.erased",
    Unrated.SETUP: "unrated.setup",
    Unrated.TAKEBACK: "unrated.takeback",
    Unrated.SHORT: "unrated.short",
    Unrated.OUTAGE: "unrated.outage",
    Unrated.REPEATED: "unrated.repeated",
    Unrated.DAILY_LIMIT: "unrated.daily-limit",
    Unrated.UNPROVEN: "unrated.unproven",
    Unrated.PROVISIONAL: "unrated.provisional",
    Unrated.VOIDED: "unrated.voided",
    Unrated.RING: "unrated.ring",
}
_NUMBERS = {
    Unrated.SHORT: MIN_PLIES,
    Unrated.DAILY_LIMIT: MAX_A_DAY,
    Unrated.UNPROVEN: UNPROVEN_WINS,
    Unrated.PROVISIONAL: PROVISIONAL_WINS,
}
"""The number in the sentence of a reason why a match is not rated."""
SideName = Callable[[Side], str]
"""The name of a side."""


def category_name(category: Category, texts: Texts) -> str:
    """What a rating is of: a game, or Renju."""
    own = f"category.{category}"
    return texts.plain(own if texts.has(own) else f"game.{game_of(category)}")


def value_label(standing: Standing) -> str:
    """A rating as one number; ``?`` marks one that is provisional.

    >>> value_label(Standing(1540, 90)), value_label(Standing(1500, 350))
    ('1540', '1500?')
    """
    return f"{standing.value}?" if standing.is_provisional else str(standing.value)


def agreed_line(match: Match, side_name: SideName, texts: Texts) -> Raw | None:
    """The line that says that a match is rated, with the known ratings; None if it is not."""
    if match.rated is None:
        return None
    known = [(side, match.rated.before(side)) for side in Side]
    ratings = [
        f"{side_name(side)} {value_label(standing)}" for side, standing in known if standing is not None
    ]
    return texts("challenge.rated", ratings=Raw(_joined(ratings)))


def outcome_line(match: Match, side_name: SideName, texts: Texts) -> str | None:
    """What a match that is over changed, or why it did not; None if it was not to be rated, or called off."""
    rating = match.rated
    if rating is None:
        return None
    if rating.unrated is not None:
        sentence = _SENTENCES.get(rating.unrated)
        return texts(sentence, n=_NUMBERS.get(rating.unrated, 0)) if sentence is not None else None
    changes = [
        f"{side_name(side)} {_change(before, after)}"
        for side in Side
        if (before := rating.before(side)) is not None and (after := rating.after(side)) is not None
    ]
    return _joined(changes) or None


def _change(before: Standing, after: Standing) -> str:
    return f"{value_label(before)} → {value_label(after)} ({_signed(after.value - before.value)})"


def _joined(parts: Iterable[str]) -> str:
    """The sides' parts in one line, which breaks between them only."""
    return " · ".join(part.replace(" ", UNBROKEN) for part in parts)


def _signed(points: int) -> str:
    if points == 0:
        return "±0"
    return f"+{points}" if points > 0 else f"−{-points}"


def own_lines(
    ratings: Mapping[Category, PersonRating], levels: Mapping[Category, Estimate], now: float, texts: Texts
) -> list[str]:
    """A person's ratings and the levels of the computer that they play like, a line for each category."""
    return [
        " · ".join(_parts(category, ratings.get(category), levels.get(category), now, texts))
        for category in Category
        if category in ratings or category in levels
    ]


def rating_label(rating: PersonRating, now: float) -> str:
    """A rating at a moment, and once it is certain enough how far off it may be: **1540** ± 60."""
    standing = Standing.of(rating.at(now))
    around = "" if standing.is_provisional else f"{UNBROKEN}±{UNBROKEN}{standing.deviation}"
    return f"**{value_label(standing)}**{around}"


def _parts(
    category: Category, rating: PersonRating | None, level: Estimate | None, now: float, texts: Texts
) -> list[str]:
    parts: list[str] = []
    if rating is not None:
        shown = Raw(rating_label(rating, now))
        parts.append(texts("me.rating", rating=shown, n=rating.matches))
    if level is not None:
        parts.append(texts("me.level", estimate=Raw(estimate_in_words(level, texts))))
    return [f"{category_name(category, texts)}: {parts[0]}", *parts[1:]]


def estimate_in_words(estimate: Estimate, texts: Texts) -> str:
    """A level and a strength that somebody plays like, with its margin."""
    strength = f"{estimate.strength}{UNBROKEN}±{UNBROKEN}{estimate.margin}"
    return f"{texts.plain('level.number', level=estimate.level)} ({strength})"
