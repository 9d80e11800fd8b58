"""Matches as frozen values. Nothing here knows the database.

Moments are unix seconds, and clocks count seconds of uptime (`data.uptime`). People, servers, channels and
messages are Discord's ids.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import NamedTuple, TypeVar

from data.model.board import Board
from data.model.match_rating import MatchRating
from data.model.pair_turns import person_in_turn
from data.model.teams import TeamKind, Teams
from games.base import Move, Outcome, Record, Side
from games.clock import Clock
from games.turns import turns

CHALLENGE_REASON = "challenge."
"""The prefix of `Match.reason` for a challenge that was never accepted."""

ABORTED = "outcome.aborted"
"""`Match.reason` of a match that was called off before it had really begun."""

DELETED_USER = 0
"""The id in place of a person who has erased their data; Discord gives it to nobody."""

T = TypeVar("T")


class MatchState(StrEnum):
    """The stages of a match, by their stored value."""

    CHALLENGE = "challenge"
    """Waits for the opponent to accept."""
    PLAYING = "playing"
    """Accepted and unfinished, paused or not."""
    OVER = "over"
    """Final."""


UNFINISHED = (MatchState.CHALLENGE, MatchState.PLAYING)


class PauseReason(StrEnum):
    """Why a match in play is paused, by its stored value."""

    ADJOURNED = "adjourned"
    """The players interrupted it."""
    SUSPENDED = "parked"
    """Its channel is lost, so its board cannot be shown."""
    REMOVED = "removed"
    """Somebody has deleted the message with its board, which stays deleted."""
    VACATION = "vacation"
    """A player is on vacation (`data.people.vacations`)."""


class OfferKind(StrEnum):
    """The requests that a player can make of the opponent, by their stored value."""

    TAKEBACK = "undo"
    DRAW = "draw"
    ADJOURN = "adjourn"
    RESUME = "resume"


class Notified(IntEnum):
    """What the player to move was notified of in the present turn; each includes those before it."""

    NOTHING = 0
    TURN = 1
    """That it is their turn."""
    REMINDER = 2
    """That little time is left; or, where people vote, that the time has begun once more."""


class PositionId(NamedTuple):
    """Identifies a position within a match: a takeback lowers the ply and raises the count of takebacks."""

    ply: int
    takebacks: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A request that waits for the opponent's answer. The next move clears it unless it keeps it."""

    kind: OfferKind
    side: Side
    """The side that made the request."""
    ply: int
    """The ply at which it was made."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move to store."""

    move: Move
    user_id: int | None = None
    """The person who made the move; None for the computer and for a forced pass."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a sequence of appended moves does to the clock."""

    to_move: Side | None
    """The side whose clock starts; None if the computer, which has no clock, moves next."""
    ended: bool
    """Whether the mover's turn is complete. Marking dead stones, for example, does not complete it."""
    time_forfeit: Callable[[Match], Outcome]
    """The outcome if the mover's flag had already fallen."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many matches of each kind may be unfinished at once; None means any number."""

    matches: int | None = None
    """Matches of one person, in all places."""
    in_guild: int | None = None
    """Matches of one person in this server."""
    in_channel: int | None = None
    """Matches in this channel, of all people."""
    challenges: int | None = None
    """Unanswered challenges of one person. With this limit, one challenge per opponent."""
    strong: int | None = None
    """Matches of one person against the computer at a level that `is_strong`."""
    is_strong: Callable[[str, str], bool] = lambda game, level: False
    """Whether a game's level of the computer is a strong one."""


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a match is played, and the limits that apply there."""

    guild_id: int | None
    """None in direct messages."""
    channel_id: int
    """A channel or a thread."""
    locale: str | None = None
    """Discord's locale there."""
    limits: Limits = NO_LIMITS
    tokens_only: bool = False
    """Whether the bot is no member there and can only answer interactions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """A match to create, without moves. Fields are those of `Match` unless described here."""

    game: str
    variant: str
    state: MatchState
    """A challenge, or playing."""
    first_id: int | None
    second_id: int | None
    level: str | None = None
    challenger_id: int
    place: Place
    expires_at: float | None = None
    rematch_of: int | None = None
    control: str | None = None
    """The name of its time control (`games.clock.CONTROLS`); None for no clock."""
    to_move: Side | None = None
    """The side whose clock starts when the match is created in play; None if that is the computer."""
    teaching: bool = False
    setup: str | None = None
    is_rated: bool = False
    """Whether it is to be rated, once the opponent accepts; between people only."""
    tournament_id: int | None = None
    teams: Teams | None = None
    elsewhere: tuple[Side, Place] | None = None
    """The side that has a board of its own in another place, and that place; None: both share one board."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment."""

    id: int
    game: str
    variant: str
    state: MatchState
    first_id: int | None
    """The person who moves first; None for the computer. Of a team, its first member."""
    second_id: int | None
    """The person who moves second. Both are people without a `level`: an open challenge has one of them."""
    level: str | None
    """The computer's level; None between two people."""
    challenger_id: int
    boards: tuple[Board, ...]
    """The messages that show the match: one that both sides share, or those of its sides; at least one.

    The first is at home: the match belongs to that server.
    """
    takebacks: int
    version: int
    """Raised by every change of the match. A board is behind while it shows a lower one."""
    offer: Offer | None
    outcome: Outcome | None
    """None while the match is unfinished."""
    rematch_of: int | None
    created_at: float
    updated_at: float
    """The last change by a player or the clock, such as a move, an offer or the end."""
    ended_at: float | None
    expires_at: float | None
    """When the challenge expires; None once it is answered."""
    clock: Clock | None
    """None if the match is played without a clock."""
    paused: PauseReason | None
    """Why nobody can move and the clock is stopped; None if the match is not paused."""
    notified: Notified
    """What the player to move was notified of in this turn."""
    moves: tuple[Move, ...]
    offers_made: frozenset[tuple[OfferKind, Side]] = frozenset()
    """The offers that each side has made, or had open, in the current position."""
    teaching: bool = False
    """Whether it is a teaching game: unrated, against the computer, and costly moves are pointed out."""
    imported_by: int | None = None
    """The person who imported the match from a file; None if it was played here.

    Nobody plays in an imported match: its players are `DELETED_USER`.
    """
    setup: str | None = None
    """The diagram of its start (`games.base.Record.setup`); None for the variant's own start."""
    rated: MatchRating | None = None
    """The ratings of its players if it is, or was to be, rated; None if it is not."""
    tournament_id: int | None = None
    """The tournament that it is part of; it may be deleted."""
    teams: Teams | None = None
    """The members of its sides; None if each is one person, or the computer."""

    @property
    def record(self) -> Record:
        """The input of rules and engines."""
        return Record(self.game, self.variant, self.moves, self.setup)

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self.moves)

    @property
    def position_id(self) -> PositionId:
        """The id of the current position."""
        return PositionId(self.ply, self.takebacks)

    @property
    def is_active(self) -> bool:
        """Whether a move can be made now: the match is in play and not paused."""
        return self.state == MatchState.PLAYING and self.paused is None

    @property
    def is_open(self) -> bool:
        """Whether this is, or was, a challenge to anyone that nobody has accepted."""
        return self.level is None and None in (self.first_id, self.second_id)

    @property
    def challenged_id(self) -> int | None:
        """Who sits opposite the challenger; None for the computer, and while anyone can accept."""
        return self.second_id if self.first_id == self.challenger_id else self.first_id

    @property
    def begun(self) -> bool:
        """Whether the match is or was in play, as opposed to a challenge that was never accepted."""
        return self.state != MatchState.CHALLENGE and not (self.reason or "").startswith(CHALLENGE_REASON)

    @property
    def winner(self) -> Side | None:
        """None while the match is unfinished, and when nobody won: see `reason`."""
        return self.outcome.winner if self.outcome is not None else None

    @property
    def reason(self) -> str | None:
        """The text key of the reason why the match is over."""
        return self.outcome.reason if self.outcome is not None else None

    @property
    def computer_side(self) -> Side | None:
        """The computer's side, or None between two people."""
        if self.level is None:
            return None
        return Side.FIRST if self.first_id is None else Side.SECOND

    def side_of(self, user_id: int) -> Side | None:
        """The side of a person, or None if they do not play in this match."""
        if self.teams is not None:
            return self.teams.side_of(user_id)
        return {self.first_id: Side.FIRST, self.second_id: Side.SECOND}.get(user_id)

    def user_of(self, side: Side) -> int | None:
        """The person on a side, or None for the computer; of a team, the member who moves next."""
        if self.teams is not None and self.teams.pairs is not None:
            return person_in_turn(self.teams, self.record, self.position_id, side)
        if self.teams is not None:
            return self.teams.in_turn(side, turns(self.record).of(side))
        return self.first_id if side is Side.FIRST else self.second_id

    def members(self, side: Side) -> tuple[int, ...]:
        """The people on a side, in the order of their turns; nobody for the computer."""
        if self.teams is not None:
            return self.teams.present(side)
        user_id = self.user_of(side)
        return () if user_id is None else (user_id,)

    @property
    def is_voted(self) -> bool:
        """Whether everybody in the channel votes for the moves of the side that is not the computer's."""
        return self.teams is not None and self.teams.kind is TeamKind.VOTE

    @property
    def is_relay(self) -> bool:
        """Whether people can join a side while the match goes on (`data.model.relay`)."""
        return self.teams is not None and self.teams.kind is TeamKind.RELAY

    @property
    def is_of_pairs(self) -> bool:
        """Whether it is a match of hand and brain (`data.model.pair_turns`)."""
        return self.teams is not None and self.teams.pairs is not None

    @property
    def home(self) -> Board:
        """The first board."""
        return self.boards[0]

    @property
    def guild_id(self) -> int | None:
        """The server whose shard and clocks the match belongs to; None in direct messages."""
        return self.boards[0].guild_id

    @property
    def has_own_boards(self) -> bool:
        """Whether each side has a board of its own; one of them can be lost."""
        return self.boards[0].side is not None

    def board(self, board_id: int) -> Board | None:
        """The board with a number; None if it is lost."""
        return next((board for board in self.boards if board.id == board_id), None)

    def with_board(self, changed: Board) -> Match:
        """The match with this board in place of the one with its number."""
        boards = tuple(changed if board.id == changed.id else board for board in self.boards)
        return replace(self, boards=boards)

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody who plays and has not erased their data, those of the first side before the others."""
        everybody = self.members(Side.FIRST) + self.members(Side.SECOND)
        return tuple(user_id for user_id in everybody if user_id != DELETED_USER)

    def require_user(self, side: Side) -> int:
        """The person on a side. Raises ValueError for the computer."""
        return self._require(self.user_of(side), "person on this side")

    def require_level(self) -> str:
        """The computer's level. Raises ValueError between two people."""
        return self._require(self.level, "level")

    def require_expires_at(self) -> float:
        """When the challenge expires. Raises ValueError for a match that is not a challenge."""
        return self._require(self.expires_at, "expiry")

    def _require(self, value: T | None, name: str) -> T:
        if value is None:
            raise ValueError(f"match {self.id} has no {name}")
        return value


@dataclass(frozen=True, slots=True)
class AppendResult:
    """The committed result of appending moves."""

    match: Match
    ended_by_clock: bool
    """Whether the mover's flag had fallen: then the moves are not part of the match.

    It is over by that, unless other members of the mover's team go on."""
