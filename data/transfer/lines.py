"""The form of an export: one JSON object a line for each match, described in ``docs/REFERENCE.md``.

Discord's ids are strings, because they exceed the integers of JavaScript. Moments are unix seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    model_validator,
)

from data.matches.rows import CLOCK_COLUMNS, NO_OFFER, Columns, Values
from data.model.match import MatchState, Notified, OfferKind, PauseReason
from data.model.match_rating import MatchRating
from data.model.teams import Teams
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


class BoardLine(Line):
    """A message that shows a match. The fields are those of `data.model.board.Board`."""

    side: Side | None
    """Whose board it is; null if both sides share it."""
    server: DiscordId | None
    channel: DiscordId
    message: DiscordId | None
    thread: DiscordId | None
    locale: str | None
    tokens_only: bool
    shown_version: int
    notification: DiscordId | None


_BOARD_COLUMNS = {
    "side": "side",
    "server": "guild_id",
    "channel": "channel_id",
    "message": "message_id",
    "thread": "thread_id",
    "locale": "locale",
    "tokens_only": "tokens_only",
    "shown_version": "shown_version",
    "notification": "notification_id",
}
"""The columns of a board by the field."""


class MatchLine(Line):
    """A match. The fields are those of `data.model.match.Match` unless described here."""

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
    boards: Annotated[list[BoardLine], Field(min_length=1)]
    """The first is at home."""
    takebacks: Count
    version: Count
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
    teaching: bool
    imported_by: DiscordId | None = None
    """Who imported it from a file; null if it was played. Exports of earlier versions have no such field."""
    setup: str | None = None
    """The diagram of its start; null for the variant's own start. Earlier versions have no such field."""
    rated: RatedText | None = None
    """As `data.model.match_rating.MatchRating.text` has it; null: not rated, as in earlier versions."""
    tournament: Number | None = None
    """The tournament that it is part of. Earlier versions have no such field."""
    teams: TeamsText | None = None
    """As `data.model.teams.Teams.text` has it; null: no side has several people, as in earlier versions."""
    moves: list[MoveLine]

    @model_validator(mode="before")
    @classmethod
    def _with_boards(cls, values: Any) -> Any:
        """The fields of a line of version 0.1.0, whose match has one board, among them."""
        if not isinstance(values, dict) or "boards" in values:
            return values
        of_board = {name: values[name] for name in _BOARD_COLUMNS if name in values}
        others = {name: value for name, value in values.items() if name not in of_board}
        return {**others, "boards": [{"side": None, **of_board}]}


class LastLine(Line):
    """The first line of a whole export."""

    last_match: Count
    """The highest number that a match has had, also one that was deleted; 0 if there was none."""


_SAME = (
    "game",
    "variant",
    "state",
    "level",
    "takebacks",
    "version",
    "winner",
    "reason",
    "rematch_of",
    "created_at",
    "updated_at",
    "ended_at",
    "expires_at",
    "paused",
    "teaching",
    "setup",
    "rated",
    "teams",
)
_RENAMED = {
    "match": "id",
    "first": "first_id",
    "second": "second_id",
    "challenger": "challenger_id",
    "imported_by": "imported_by",
    "tournament": "tournament_id",
}
_COLUMNS = {**{name: name for name in _SAME}, **_RENAMED}
"""The columns that are fields as they are, by the field."""


def line_from(row: Columns, boards: Sequence[Columns], moves: Sequence[Columns], uptime: float) -> MatchLine:
    """The line of a match's row, its boards and its moves. Raises ValueError for what no match has."""
    values = {
        **{field: row[column] for field, column in _COLUMNS.items()},
        "boards": [{name: board[column] for name, column in _BOARD_COLUMNS.items()} for board in boards],
        "offer": _offer_from(row),
        "asked": (row["asked"] or "").split(),
        "clock": _clock_from(row, uptime),
        "notified": row["notified"] >= Notified.TURN,
        "reminded": row["notified"] >= Notified.REMINDER,
        "moves": [_move_from(move) for move in moves],
    }
    return MatchLine.model_validate(values)


def _move_from(row: Columns) -> Columns:
    times = {"at": row["played_at"], "left": row["seconds_left"], "periods": row["periods_left"]}
    return {"move": row["move"], "by": row["user_id"], **times}


def match_values(line: MatchLine, uptime: float) -> Values:
    """The row of a line."""
    fields, home = line.model_dump(mode="python", include=set(_COLUMNS)), line.boards[0]
    notified = Notified.TURN if line.notified else Notified.NOTHING
    return {
        **{column: fields[field] for field, column in _COLUMNS.items()},
        "guild_id": home.server,
        "channel_id": home.channel,
        "shown_version": min(board.shown_version for board in line.boards),
        "notified": Notified.REMINDER if line.reminded else notified,
        **_offer_values(line.offer),
        "asked": " ".join(line.asked) or None,
        **_clock_values(line.clock, uptime),
    }


def board_rows(line: MatchLine) -> list[Values]:
    """The rows of a line's boards."""
    return [
        {
            "match_id": line.match,
            **{column: getattr(board, name) for name, column in _BOARD_COLUMNS.items()},
        }
        for board in line.boards
    ]


def move_rows(line: MatchLine) -> list[Values]:
    """The rows of a line's moves."""
    return [
        {
            "match_id": line.match,
            "ply": ply,
            "move": move.move,
            "user_id": move.by,
            "played_at": move.at,
            "seconds_left": move.left,
            "periods_left": move.periods,
        }
        for ply, move in enumerate(line.moves)
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
