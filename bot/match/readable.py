"""Which stored matches the program can play and show. The store is opened with this check."""

from __future__ import annotations

from ai.external.engine import is_external
from ai.level import strength_in
from bot.match.limits import check_level
from bot.texts import DEFAULT_LANGUAGE, texts
from data.model.match import Match, MatchState
from games import replay

MOST = 99_999
"""The largest number of moves, or of takebacks, that a button's custom_id can carry."""


def check_match(match: Match) -> None:
    """Raise an error that says why a match cannot be played or shown.

    Its game, its variant or its level is unknown, a move is illegal, a seat is empty, or nothing says how it
    ended. A match that is over may have a level that only an earlier version had. A level may be that of an
    engine that the admin has removed (`bot.match.engines`), or a strength that the game does not reach
    anymore: the nearest one plays.
    """
    replay(match.record)
    if max(match.position_id) > MOST:
        raise ValueError(f"no button can name {match.position_id}")
    if match.state != MatchState.OVER:
        _check_seats(match)
        if match.level is not None and not is_external(match.level) and strength_in(match.level) is None:
            check_level(match.game, match.level)
        return
    reader = texts(DEFAULT_LANGUAGE)
    if not reader.has(match.reason or ""):
        raise ValueError(f"the reason {match.reason!r} has no text")
    if match.level is not None and not match.level.isdigit() and not is_external(match.level):
        reader.plain(f"level.{match.game}.{match.level}")


def _check_seats(match: Match) -> None:
    """Raise ValueError if not as many people play, or are challenged, as the match has seats for."""
    people = 2 - (match.first_id, match.second_id).count(None)
    is_open = match.state == MatchState.CHALLENGE and match.level is None and people == 1
    seats = 2 if match.level is None else 1
    if people != seats and not is_open:
        raise ValueError(f"{people} people play against {match.level or 'each other'}")
    if match.state == MatchState.CHALLENGE:
        match.require_expires_at()
        if match.side_of(match.challenger_id) is None:
            raise ValueError("the challenger does not play")
