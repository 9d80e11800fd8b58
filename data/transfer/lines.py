"""The form of an export: one JSON object a line for each match, described in ``docs/REFERENCE.md``.

Discord's ids are strings, because they exceed the integers of JavaScript. Moments are unix seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

from data.matches.rows import CLOCK_COLUMNS, NO_OFFER, Columns, Values
from data.model import MatchState, OfferKind, PauseReason
from data.ratings.match_rating import MatchRating
from data.teams import Teams
from games.base import Side

_DIGITS = 3  # of `ClockLine.running_seconds`


def _number(value: object) -> object:
    return int(value) if isinstance(value, str) and value.removeprefix("-").isdecimal() else value


DiscordId = Annotated[
    int, Field(ge=-(2**63), lt=2**63), BeforeValidator(_number), PlainSerializer(str, when_used="json")
]
Number = Annotated[int, Field(ge=1, lt=2**31)]
Count = Annotated[int, Field(ge=0, lt=2**31)]
Seconds = Annotated[float, Field(allow_inf_nan=False)]
RatedText = Annotated[str, AfterValidator(lambda text: MatchRating.read(text).text)]

TeamsText = Annotated[str, AfterValidator(lambda text: Teams.read(text).text)]


class Line(BaseModel):
    """What all lines have in common."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class MoveLine(Line):
    """A move."""

    move: str
    """In the game's notation."""
    by: DiscordId | None
    """Who made it; null for the computer and a forced pass."""
    at: Seconds
    left: Seconds | None = None
    """What the mover had left on the clock after it; null if the turn was not timed."""
    periods: int | None = None


class BudgetLine(Line):
    """The time that a side had when its clock last started."""

    seconds: Seconds
    periods: Count


class ClockLine(Line):
    """A clock."""

    control: str
    side: Side | None
    """Whose turn is timed; null before the first turn and for the computer."""
    running_seconds: Seconds | None
    """The seconds of uptime since it was started; null while it is stopped."""
    first: BudgetLine
    second: BudgetLine


class OfferLine(Line):
    """A request that waits for an answer."""

    kind: OfferKind
    side: Side
    ply: Count


class OtherBoardLine(Line):
    """A second message that shows a match."""

    server: DiscordId
    channel: DiscordId
    message: DiscordId | None
    locale: str | None
    shown_version: int


class MatchLine(Line):
    """A match. The fields are those of `data.model.Match` unless described here."""

    match: Number
    """Its number."""
    game: str
    variant: str
    state: MatchState
    first: DiscordId | None
    """Who moves first; null for the computer."""
    second: DiscordId | None
    level: str | None
    challenger: DiscordId
    server: DiscordId | None
    channel: DiscordId
    message: DiscordId | None
    thread: DiscordId | None
    locale: str | None
    tokens_only: bool
    takebacks: Count
    version: Count
    shown_version: int
    offer: OfferLine | None
    asked: list[Annotated[str, Field(pattern=r"^[a-z]+:[12]$")]]
    """The offers that were made in the position: the kind and the side, as in ``draw:2``."""
    winner: Side | None
    reason: str | None
    rematch_of: Number | None
    created_at: Seconds
    updated_at: Seconds
    ended_at: Seconds | None
    expires_at: Seconds | None
    clock: ClockLine | None
    paused: PauseReason | None
    notified: bool
    reminded: bool
    notification: DiscordId | None
    teaching: bool
    imported_by: DiscordId | None = None
    """Who imported it from a file; null if it was played. Exports of earlier versions have no such field."""
    setup: str | None = None
    """The diagram of its start; null for the variant's own start. Earlier versions have no such field."""
    rated: RatedText | None = None
    """As `data.ratings.match_rating.MatchRating.text` has it; null: not rated, as in earlier versions."""
    tournament: Number | None = None
    """The tournament that it is part of. Earlier versions have no such field."""
    teams: TeamsText | None = None
    """As `data.teams.Teams.text` has it; null: no side has several people, as in earlier versions."""
    other_side: Side | None = None
    """The side that has a board of its own; null if both share one, as in earlier versions."""
    other_board: OtherBoardLine | None = None
    """That board; null also if its place is lost."""
    moves: list[MoveLine]


class LastLine(Line):
    """The first line of a whole export."""

    last_match: Count
    """The highest number that a match has had, also one that was deleted; 0 if there was none."""


_SAME = (
    "game",
    "variant",
    "state",
    "level",
    "locale",
    "tokens_only",
    "takebacks",
    "version",
    "shown_version",
    "winner",
    "reason",
    "rematch_of",
    "created_at",
    "updated_at",
    "ended_at",
    "expires_at",
    "paused",
    "reminded",
    "teaching",
    "setup",
    "rated",
    "teams",
    "other_side",
)
_RENAMED = {
    "match": "id",
    "first": "first_id",
    "second": "second_id",
    "challenger": "challenger_id",
    "server": "guild_id",
    "channel": "channel_id",
    "message": "message_id",
    "thread": "thread_id",
    "notified": "pinged",
    "notification": "ping_id",
    "imported_by": "imported_by",
    "tournament": "tournament_id",
}
_COLUMNS = {**{name: name for name in _SAME}, **_RENAMED}
"""The columns that are fields as they are, by the field."""


def line_from(
    row: Columns, moves: Sequence[Columns], uptime: float, other_board: Columns | None = None
) -> MatchLine:
    """The line of a row of the table and of its moves. Raises ValueError for what no match has."""
    values = {
        **{field: row[column] for field, column in _COLUMNS.items()},
        "offer": _offer_from(row),
        "asked": (row["asked"] or "").split(),
        "clock": _clock_from(row, uptime),
        "other_board": _other_board_from(other_board),
        "moves": [_move_from(one) for one in moves],
    }
    return MatchLine.model_validate(values)


def _other_board_from(row: Columns | None) -> dict[str, Any] | None:
    if row is None:
        return None
    place = {"server": row["guild_id"], "channel": row["channel_id"], "message": row["message_id"]}
    return {**place, "locale": row["locale"], "shown_version": row["shown_version"]}


def other_board_values(line: MatchLine) -> Values | None:
    """The row of a line's other board."""
    if (board := line.other_board) is None:
        return None
    place = {"guild_id": board.server, "channel_id": board.channel, "message_id": board.message}
    return {"match_id": line.match, **place, "locale": board.locale, "shown_version": board.shown_version}


def _move_from(row: Columns) -> Columns:
    times = {"at": row["played_at"], "left": row["seconds_left"], "periods": row["periods_left"]}
    return {"move": row["move"], "by": row["user_id"], **times}


def match_values(line: MatchLine, uptime: float) -> Values:
    """The row of a line."""
    fields = line.model_dump(mode="python", include=set(_COLUMNS))
    return {
        **{column: fields[field] for field, column in _COLUMNS.items()},
        **_offer_values(line.offer),
        "asked": " ".join(line.asked) or None,
        **_clock_values(line.clock, uptime),
    }


def move_rows(line: MatchLine) -> list[Values]:
    """The rows of a line's moves."""
    return [
        {
            "match_id": line.match,
            "ply": ply,
            "move": one.move,
            "user_id": one.by,
            "played_at": one.at,
            "seconds_left": one.left,
            "periods_left": one.periods,
        }
        for ply, one in enumerate(line.moves)
    ]


def problem(error: ValueError) -> str:
    """An error in one sentence."""
    errors: Any = getattr(error, "errors", None)
    if errors is None:
        return str(error)
    first = errors(include_url=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def _offer_from(row: Columns) -> dict[str, Any] | None:
    if row["offer_kind"] is None:
        return None
    return {"kind": row["offer_kind"], "side": row["offer_side"], "ply": row["offer_ply"]}


def _offer_values(offer: OfferLine | None) -> Values:
    if offer is None:
        return NO_OFFER
    return {"offer_kind": offer.kind, "offer_side": offer.side, "offer_ply": offer.ply}


def _clock_from(row: Columns, uptime: float) -> dict[str, Any] | None:
    if row["clock"] is None:
        return None
    since = row["clock_since"]
    return {
        "control": row["clock"],
        "side": row["clock_side"],
        "running_seconds": None if since is None else round(uptime - since, _DIGITS),
        "first": {"seconds": row["first_seconds"], "periods": row["first_periods"]},
        "second": {"seconds": row["second_seconds"], "periods": row["second_periods"]},
    }


def _clock_values(clock: ClockLine | None, uptime: float) -> Values:
    if clock is None:
        return dict.fromkeys(CLOCK_COLUMNS)
    running = clock.running_seconds
    return {
        "clock": clock.control,
        "clock_side": clock.side,
        "clock_since": None if running is None else uptime - running,
        "first_seconds": clock.first.seconds,
        "first_periods": clock.first.periods,
        "second_seconds": clock.second.seconds,
        "second_periods": clock.second.periods,
    }
