"""A match as the store hands it out: plain frozen values, nothing of the database in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from games.base import Move, Outcome, Record, Side
from games.clock import Clock

State = Literal["challenge", "playing", "over"]
"""A challenge waits for consent; over is final."""

UNFINISHED: tuple[State, ...] = ("challenge", "playing")


class PauseReason(StrEnum):
    """Why nobody can move in a match that is not over."""

    ADJOURNED = "adjourned"
    SUSPENDED = "parked"  # its channel is lost


Rest = PauseReason

CHALLENGE_REASON = "challenge."
"""How the reason begins of a match that ended before it was accepted."""


class Stamp(NamedTuple):
    """Names a position of a match uniquely: a take-back lowers the ply and raises the take-backs."""

    ply: int
    takebacks: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A request that waits for the opponent's answer: its kind, who made it, and at which ply.

    The kinds (``undo``, ``draw``, …) are the caller's; the next move clears any offer that it does not keep.
    """

    kind: str
    side: Side
    ply: int


@dataclass(frozen=True, slots=True)
class Played:
    """A move to be stored; ``user_id`` is None for the computer's and for forced passes."""

    move: Move
    user_id: int | None = None


class Turn(NamedTuple):
    """What moves do to the clock."""

    after: Side | None
    """Who is to move after them; None where that is the computer, which has no clock."""
    ended: bool
    """Whether they end the mover's turn: marking dead stones does not."""
    late: Callable[[Match], Outcome]
    """How the match ends if the mover's time was up before."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment. Moments are unix seconds; people and places have Discord's ids."""

    id: int
    game: str
    variant: str
    state: State
    first_id: int | None
    """Who moves first; None where the computer sits."""
    second_id: int | None
    level: str | None
    """The computer's level; None between two people."""
    challenger_id: int
    guild_id: int | None
    """None in direct messages."""
    channel_id: int
    """Where the board is: a channel or a thread."""
    message_id: int | None
    """The board's message; None until it is posted."""
    thread_id: int | None
    """The thread that was opened for this match, if one was."""
    locale: str | None
    """Discord's locale where it was begun."""
    takebacks: int
    version: int
    """Raised by every change of the match."""
    shown_version: int
    """The version that the board's message shows; below `version` the message is behind."""
    offer: Offer | None
    winner: Side | None
    """None while it goes on, and when nobody won: see `reason`."""
    reason: str | None
    """Text key of why it is over."""
    rematch_of: int | None
    created_at: float
    updated_at: float
    """When the match itself last changed: a move, an offer, an end; not a redrawn board."""
    ended_at: float | None
    expires_at: float | None
    """When the challenge lapses; None once it is accepted."""
    clock: Clock | None
    """Counts in uptime (`data.uptime`); None where everybody may take what time they like."""
    paused: Rest | None
    """Why it rests: nobody moves, and its clock stands; None while it does not."""
    pinged: bool
    """Whether the person whose turn it is was told so."""
    reminded: bool
    """Whether they were told besides that their time is running out."""
    ping_id: int | None
    """The message that told somebody so, as long as it stands in the channel."""
    moves: tuple[Move, ...]
    tokens_only: bool = False
    """Whether the bot is no member where the board is: it can show it only by answering a press."""

    @property
    def record(self) -> Record:
        """What the rules and the engines read."""
        return Record(self.game, self.variant, self.moves)

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.moves)

    @property
    def stamp(self) -> Stamp:
        """The name of its present position."""
        return Stamp(self.ply, self.takebacks)

    @property
    def is_on(self) -> bool:
        """Whether somebody may move now: it has begun, is not over and does not rest."""
        return self.state == "playing" and self.paused is None

    @property
    def begun(self) -> bool:
        """Whether it is or was played: not a challenge, and not one that came to nothing."""
        return self.state != "challenge" and not (self.reason or "").startswith(CHALLENGE_REASON)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""
        return Outcome(self.winner, self.reason or "") if self.state == "over" else None

    @property
    def computer_side(self) -> Side | None:
        """Where the computer sits, or None between two people."""
        if self.level is None:
            return None
        return Side.FIRST if self.first_id is None else Side.SECOND

    def side_of(self, user_id: int) -> Side | None:
        """Where this person sits, or None if they do not play."""
        return {self.first_id: Side.FIRST, self.second_id: Side.SECOND}.get(user_id)

    def user_of(self, side: Side) -> int | None:
        """Who sits on this side; None is the computer."""
        return self.first_id if side is Side.FIRST else self.second_id


@dataclass(frozen=True, slots=True)
class MatchChange:
    """A committed change of a match; ``before`` is None where it began."""

    before: Match | None
    after: Match
