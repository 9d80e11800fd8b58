"""What is stored about a person as files: JSON for settings, one line of JSON for each match."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from data.model import DELETED_USER, Match
from data.people import Person
from data.personal_data import TimedMatch
from games.base import Side

MOST_BYTES = 8 * 2**20
"""A larger file is compressed: Discord accepts 10 MiB."""


def settings_file(person: Person, lessons: Mapping[str, int], blocked: Sequence[int], now: float) -> bytes:
    """Everything about a person that is not part of a match, written at ``now`` (unix seconds).

    Ids are text: they are larger than the numbers that many readers of JSON keep exactly.
    """
    settings = {name: value for name, value in asdict(person).items() if name != "user_id"}
    data = {
        "user_id": str(person.user_id),
        "exported_at": _time(now),
        "settings": settings,
        "lesson_steps": dict(lessons),
        "blocked": [str(one) for one in blocked],
    }
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def match_line(timed: TimedMatch, user_id: int) -> bytes:
    """A match as a person who plays in it has it, with a newline."""
    match, clock = timed.match, timed.match.clock
    side = match.side_of(user_id) or Side.FIRST
    data = {
        "match": match.id,
        "game": match.game,
        "variant": match.variant,
        "state": match.state,
        "side": _side(side),
        "opponent": _opponent(match, side),
        "level": match.level,
        "challenger": match.challenger_id == user_id,
        "winner": _side(match.winner),
        "reason": match.reason,
        "clock": clock.control.name if clock else None,
        "teaching": match.teaching,
        "takebacks": match.takebacks,
        "rematch_of": match.rematch_of,
        "server": _id(match.guild_id),
        "channel": _id(match.channel_id),
        "message": _id(match.message_id),
        "created_at": _time(match.created_at),
        "ended_at": _time(match.ended_at),
        "moves": list(match.moves),
        "played_at": [_time(moment) for moment in timed.times],
    }
    return (json.dumps(data, ensure_ascii=False) + "\n").encode()


def fitting(name: str, content: bytes) -> tuple[str, bytes]:
    """The file's name and content as Discord accepts them: compressed if it is large."""
    return (name, content) if len(content) <= MOST_BYTES else (f"{name}.gz", gzip.compress(content))


def _opponent(match: Match, side: Side) -> str | None:
    """The opponent's id; None for nobody yet."""
    opponent = match.user_of(side.other)
    if match.level is not None:
        return "computer"
    return "deleted user" if opponent == DELETED_USER else _id(opponent)


def _side(side: Side | None) -> str | None:
    return None if side is None else side.name.lower()


def _id(number: int | None) -> str | None:
    return None if number is None else str(number)


def _time(moment: float | None) -> str | None:
    """A moment in UTC, as ISO 8601 writes it."""
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
