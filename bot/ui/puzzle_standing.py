"""How a person stands in puzzles: the rating in a game, what an attempt has changed, the streak."""

from __future__ import annotations

from collections.abc import Iterable

from bot.texts import Raw, Texts
from data.puzzles.attempts import PuzzleStanding


def standing_line(before: PuzzleStanding, after: PuzzleStanding, texts: Texts) -> str:
    """What an attempt has changed: the person's rating in the game's puzzles, and the streak.

    A rating that has not settled is not shown, nor is the change that settles it.
    """
    value = round(after.rating.value)
    change = value - round(before.rating.value)
    if not after.is_settled:
        line = rating_line(after, texts)
    elif not before.is_settled:
        line = texts("puzzle.settled", rating=Raw(value))
    else:
        line = texts("puzzle.standing", rating=Raw(value), change=Raw(f"{change:+}"))
    streak = f" · {texts('puzzle.streak', n=after.streak)}" if after.streak > 1 else ""
    return f"{line}{streak}"


def rating_line(standing: PuzzleStanding, texts: Texts) -> str:
    """A person's rating, or how many puzzles it takes until it is shown."""
    if standing.is_settled:
        return texts("puzzle.own-rating", rating=Raw(round(standing.rating.value)))
    return texts("puzzle.unsettled", n=standing.puzzles_to_settle)


def shown_rating(standing: PuzzleStanding | None) -> int | None:
    """A person's rating if it has settled."""
    return round(standing.rating.value) if standing is not None and standing.is_settled else None


def standing_lines(standings: Iterable[PuzzleStanding], now: float, texts: Texts) -> list[str]:
    """A person's ratings in puzzles at a moment, a line for each game, the last one first."""
    newest_first = sorted(standings, key=lambda standing: -standing.rated_at)
    return [
        texts(
            "puzzle.standings",
            game=texts.plain(f"game.{standing.game}"),
            rating=_own_rating(standing.at(now), texts),
            n=standing.best_streak,
        )
        for standing in newest_first
    ]


def _own_rating(standing: PuzzleStanding, texts: Texts) -> Raw:
    if standing.is_settled:
        return Raw(f"**{round(standing.rating.value)}**")
    return texts("puzzle.no-rating", n=standing.puzzles_to_settle)
