"""Conversion between rows of the tables and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from data.model.board import Board
from data.model.match import (
    Match,
    MatchState,
    NewMatch,
    Notified,
    Offer,
    OfferKind,
    PauseReason,
    Place,
    Played,
)
from data.model.match_rating import MatchRating
from data.model.teams import Teams
from games.base import Move, Outcome, Side
from games.clock import EVERY_CONTROL, Budget, Clock

Values = Mapping[str, str | int | float | None]
"""Columns to write, by name."""


class Columns(Protocol):
    """Columns that were read, by name. The types are those of `data.tables`."""

    def __getitem__(self, name: str, /) -> Any:
        """The value of a column."""


NO_OFFER: Values = {"offer_kind": None, "offer_side": None, "offer_ply": None}
"""The columns of a match without an offer."""

NOTHING_ASKED: Values = {"asked": None}
"""The columns of a match in whose position nobody has made an offer."""

NEW_TURN: Values = {"notified": Notified.NOTHING}
"""The columns of a match at the start of a turn: the player to move was not notified yet."""

CLOCK_COLUMNS = (
    "clock",
    "clock_side",
    "clock_since",
    "first_seconds",
    "first_periods",
    "second_seconds",
    "second_periods",
)

# --- Reading -----------------------------------------------------------------------------------------


def match_from(row: Columns, boards: tuple[Board, ...], played: tuple[Move, ...]) -> Match:
    """The match of a row of the table, its boards and its moves."""
    return Match(
        id=row["id"],
        game=row["game"],
        variant=row["variant"],
        state=MatchState(row["state"]),
        first_id=row["first_id"],
        second_id=row["second_id"],
        level=row["level"],
        challenger_id=row["challenger_id"],
        boards=boards,
        takebacks=row["takebacks"],
        version=row["version"],
        offer=_offer_from(row),
        outcome=_outcome_from(row),
        rematch_of=row["rematch_of"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        ended_at=row["ended_at"],
        expires_at=row["expires_at"],
        clock=clock_from(row),
        paused=None if row["paused"] is None else PauseReason(row["paused"]),
        notified=Notified(row["notified"]),
        moves=played,
        offers_made=_offers_made_from(row),
        teaching=row["teaching"],
        imported_by=row["imported_by"],
        setup=row["setup"],
        rated=None if row["rated"] is None else MatchRating.read(row["rated"]),
        tournament_id=row["tournament_id"],
        teams=None if row["teams"] is None else Teams.read(row["teams"]),
    )


def board_from(row: Columns) -> Board:
    """The board of a row of its table."""
    return Board(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        locale=row["locale"],
        tokens_only=row["tokens_only"],
        side=None if row["side"] is None else Side(row["side"]),
        message_id=row["message_id"],
        thread_id=row["thread_id"],
        shown_version=row["shown_version"],
        notification_id=row["notification_id"],
    )


def _outcome_from(row: Columns) -> Outcome | None:
    if row["state"] != MatchState.OVER:
        return None
    return Outcome(None if row["winner"] is None else Side(row["winner"]), row["reason"] or "")


def _offer_from(row: Columns) -> Offer | None:
    if row["offer_kind"] is None:
        return None
    return Offer(OfferKind(row["offer_kind"]), Side(row["offer_side"]), _required(row, "offer_ply"))


def _offers_made_from(row: Columns) -> frozenset[tuple[OfferKind, Side]]:
    if not row["asked"]:
        return frozenset()
    pairs = (pair.split(":") for pair in row["asked"].split())
    return frozenset((OfferKind(kind), Side(int(side))) for kind, side in pairs)


def _required(row: Columns, name: str) -> Any:
    if row[name] is None:
        raise ValueError(f"{name} is missing")
    return row[name]


def clock_from(row: Columns) -> Clock | None:
    """The clock in a row that has the `CLOCK_COLUMNS`."""
    if row["clock"] is None:
        return None
    return Clock(
        EVERY_CONTROL[row["clock"]],
        Budget(_required(row, "first_seconds"), _required(row, "first_periods")),
        Budget(_required(row, "second_seconds"), _required(row, "second_periods")),
        None if row["clock_side"] is None else Side(row["clock_side"]),
        row["clock_since"],
    )


# --- Writing -----------------------------------------------------------------------------------------


def new_match_values(new: NewMatch, now: float, uptime: float) -> Values:
    """The columns of a new match, created at ``now`` by the calendar and ``uptime`` by the clocks."""
    clock = None if new.control is None else Clock.of(EVERY_CONTROL[new.control])
    starting = new.to_move if new.state == MatchState.PLAYING else None
    return {
        "game": new.game,
        "variant": new.variant,
        "state": new.state,
        "first_id": new.first_id,
        "second_id": new.second_id,
        "level": new.level,
        "challenger_id": new.challenger_id,
        "expires_at": new.expires_at,
        "rematch_of": new.rematch_of,
        "teaching": new.teaching,
        "setup": new.setup,
        "tournament_id": new.tournament_id,
        "teams": None if new.teams is None else new.teams.text,
        "created_at": now,
        "updated_at": now,
        **home_values(new.place),
        **clock_values(clock and clock.turn(starting, uptime)),
    }


def home_values(place: Place | Board) -> Values:
    """The columns of a match that repeat those of its first board, which is in a place."""
    return {"guild_id": place.guild_id, "channel_id": place.channel_id}


def place_values(place: Place | Board) -> Values:
    """The columns of a board that say where it is."""
    return {
        "guild_id": place.guild_id,
        "channel_id": place.channel_id,
        "locale": place.locale,
        "tokens_only": place.tokens_only,
    }


def move_values(
    match_id: int, ply: int, played: Sequence[Played], now: float, left: Budget | None
) -> list[Values]:
    """The rows of moves that were played at ``now``, the first of them at ``ply``.

    ``left`` is what the mover had left after them, if the turn was timed. Forced passes take no time.
    """
    rows: list[Values] = []
    for number, played_move in enumerate(played, start=ply):
        timed = left if played_move.user_id is not None else None
        rows.append(
            {
                "match_id": match_id,
                "ply": number,
                "move": played_move.move,
                "user_id": played_move.user_id,
                "played_at": now,
                "seconds_left": timed.seconds if timed is not None else None,
                "periods_left": timed.periods if timed is not None else None,
            }
        )
    return rows


def offer_values(offer: Offer | None) -> Values:
    """The columns of an offer."""
    if offer is None:
        return NO_OFFER
    return {"offer_kind": offer.kind, "offer_side": int(offer.side), "offer_ply": offer.ply}


def asked_values(match: Match, offer: Offer) -> Values:
    """The columns of a match whose position has seen one more offer."""
    offers = sorted(match.offers_made | {(offer.kind, offer.side)})
    return {"asked": " ".join(f"{kind}:{int(side)}" for kind, side in offers)}


def outcome_values(outcome: Outcome, now: float) -> Values:
    """The columns of a match that ended at ``now``."""
    return {
        "state": MatchState.OVER,
        "winner": None if outcome.winner is None else int(outcome.winner),
        "reason": outcome.reason,
        "ended_at": now,
        "expires_at": None,
        "paused": None,
        **NO_OFFER,
    }


def clock_values(clock: Clock | None) -> Values:
    """The columns of a clock; none for a match without one."""
    if clock is None:
        return {}
    return {
        "clock": clock.control.name,
        "clock_side": None if clock.side is None else int(clock.side),
        "clock_since": clock.since,
        "first_seconds": clock.first.seconds,
        "first_periods": clock.first.periods,
        "second_seconds": clock.second.seconds,
        "second_periods": clock.second.periods,
    }
