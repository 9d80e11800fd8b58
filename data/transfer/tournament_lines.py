"""The lines of tournaments in an export, after all matches."""

from __future__ import annotations

from pydantic import Field

from data.matches.rows import Values
from data.model.tournament import MAX_TITLE, Kind, Pairing, Result, Tournament, TournamentState
from data.transfer.lines import Count, DiscordId, Line, Number, Seconds


class EntrantLine(Line):
    """An entrant of a tournament; they are numbered from 1 in their order."""

    person: DiscordId | None
    """Null for the computer."""
    level: str | None
    dropped: bool
    rank: Number | None = None
    """Null unless it is a ladder or a knockout. Exports of earlier versions have no such field."""
    removed: bool = False
    """By a moderator. Exports of earlier versions have no such field."""


class PairingLine(Line):
    """Two entrants who meet, by their numbers; without a second one, a bye."""

    round: Number
    board: Number
    first: Number
    second: Number | None
    match: Number | None
    result: Result | None
    reminded: bool = False
    """Not read anymore, nor the days of a tournament. Earlier versions need both."""
    place: Number | None = None
    """Null for a match with a thread of its own. Earlier versions have neither this nor the next."""
    ended_at: Seconds | None = None
    corrected: bool = False
    """By a moderator. Exports of earlier versions have no such field."""


class TournamentLine(Line):
    """A tournament. The fields are those of `data.model.tournament.Tournament` unless described here."""

    tournament: Number
    """Its number."""
    server: DiscordId
    channel: DiscordId
    message: DiscordId | None
    locale: str | None
    creator: DiscordId
    kind: Kind
    game: str
    variant: str
    clock: str
    rounds: Count | None
    days: Number = 1
    level: str | None
    rated: bool
    minutes: Number | None = None
    """Null unless it is an arena. Exports of earlier versions have none of this and the next two."""
    groups: Number | None = None
    starts_at: Seconds | None = None
    state: TournamentState
    round: Count
    version: Count
    shown_version: int
    created_at: Seconds
    deadline: Seconds | None
    ended_at: Seconds | None
    announced: bool
    title: str | None = Field(default=None, max_length=MAX_TITLE)
    """Exports of earlier versions have no such field."""
    entrants: list[EntrantLine]
    pairings: list[PairingLine]


_OF_TOURNAMENT = {
    "tournament": "id",
    "server": "guild_id",
    "channel": "channel_id",
    "message": "message_id",
    "creator": "creator_id",
    "clock": "control",
}
_AS_THEY_ARE = tuple(
    name for name in TournamentLine.model_fields if name not in {*_OF_TOURNAMENT, "entrants", "pairings"}
)
_COLUMNS_OF_TOURNAMENT = {**_OF_TOURNAMENT, **{name: name for name in _AS_THEY_ARE}}
"""The columns of a tournament, by the field."""


def tournament_line(tournament: Tournament) -> TournamentLine:
    """The line of a tournament."""
    return TournamentLine(
        **{
            field: getattr(tournament, name)
            for field, name in _COLUMNS_OF_TOURNAMENT.items()
            if name != "days"
        },
        entrants=[
            EntrantLine(
                person=entrant.user_id,
                level=entrant.level,
                dropped=entrant.dropped,
                rank=entrant.rank,
                removed=entrant.removed,
            )
            for entrant in tournament.entrants
        ],
        pairings=[_pairing_line(pairing) for pairing in tournament.pairings],
    )


def _pairing_line(pairing: Pairing) -> PairingLine:
    return PairingLine(
        round=pairing.round,
        board=pairing.board,
        first=pairing.first,
        second=pairing.second,
        match=pairing.match_id,
        result=pairing.result,
        place=pairing.place,
        ended_at=pairing.ended_at,
        corrected=pairing.corrected,
    )


def tournament_values(line: TournamentLine) -> Values:
    """The row of a tournament's line."""
    return {column: getattr(line, field) for field, column in _COLUMNS_OF_TOURNAMENT.items()}


def entrant_rows(line: TournamentLine) -> list[Values]:
    """The rows of a tournament's entrants."""
    return [
        {
            "tournament_id": line.tournament,
            "number": number,
            "user_id": entrant.person,
            "level": entrant.level,
            "dropped": entrant.dropped,
            "rank": entrant.rank,
            "removed": entrant.removed,
        }
        for number, entrant in enumerate(line.entrants, start=1)
    ]


def pairing_rows(line: TournamentLine) -> list[Values]:
    """The rows of a tournament's pairings."""
    return [
        {
            "tournament_id": line.tournament,
            "round": pairing.round,
            "board": pairing.board,
            "first_entrant": pairing.first,
            "second_entrant": pairing.second,
            "match_id": pairing.match,
            "result": pairing.result,
            "reminded": pairing.reminded,
            "place": pairing.place,
            "ended_at": pairing.ended_at,
            "corrected": pairing.corrected,
        }
        for pairing in line.pairings
    ]
