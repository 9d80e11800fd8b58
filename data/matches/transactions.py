"""The change of one match within one database transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from data.errors import OtherOwner, Stale
from data.leases.ownership import Ownership
from data.matches.boards import add_board
from data.matches.opening_index import index_moves, indexed_moves, is_counted
from data.matches.quotas import LimitRequest, check_limits
from data.matches.reader import MatchReader
from data.matches.rows import (
    NEW_TURN,
    NO_OFFER,
    NOTHING_ASKED,
    Values,
    clock_values,
    match_from,
    move_values,
    new_match_values,
    offer_values,
    outcome_values,
)
from data.model.board import Board
from data.model.match import (
    DELETED_USER,
    UNFINISHED,
    Limits,
    Match,
    MatchState,
    NewMatch,
    Offer,
    PauseReason,
    Played,
    PositionId,
    Turn,
)
from data.model.match_change import MatchChange
from data.model.teams import Teams
from data.ratings.changes import rate, ratings_before
from data.tables.guesses import guesses
from data.tables.matches import matches, moves
from data.tables.opponents import team_members, votes
from games.base import PASS, Move, Outcome, Position, Side
from games.clock import Budget

# Constructed once, like those of `data.matches.rows`; the columns are named by the parameters.
_CREATE = insert(matches).returning(matches)
_UPDATE = update(matches).where(matches.c.id == bindparam("match")).returning(matches)
_SET_RATING = update(matches).where(matches.c.id == bindparam("match")).values(rated=bindparam("rating"))
_APPEND = insert(moves)
_DELETE_MOVES = delete(moves).where(
    moves.c.match_id == bindparam("match"), moves.c.ply >= bindparam("from_ply")
)
_DELETE_GUESSES = delete(guesses).where(
    guesses.c.match_id == bindparam("match"), guesses.c.ply >= bindparam("from_ply")
)


class Sequel(NamedTuple):
    """Moves of one side, and the passes that follow them by force."""

    played: list[Played]
    outcome: Outcome | None
    to_move: Side
    ended: bool
    """Whether the turn is complete."""


def sequel(position: Position, moves: Sequence[Move], user_id: int | None) -> Sequel:
    """What follows when a person (None: the computer) plays moves. Raises `games.base.RuleError`."""
    played, chosen = [], position
    for move in moves:
        played.append(Played(move, user_id))
        chosen = chosen.play(move)
    after = chosen
    while list(after.legal_moves()) == [PASS]:
        played.append(Played(PASS))
        after = after.play(PASS)
    ended = chosen.to_move is not position.to_move or after is not chosen
    return Sequel(played, after.outcome(), after.to_move, ended)


@dataclass
class MatchTransaction:
    """Reads one match under lock and changes it; `change` is what has to be published after the commit.

    ``clock`` returns unix seconds, ``uptime`` what the clocks of a server's matches count. They are called
    after the lock is acquired, since a transaction may wait for that. ``back_since`` returns what the clocks
    counted when the server could last be reached again. With an ``owner``, only matches of its shards can be
    locked.
    """

    connection: Connection
    reader: MatchReader
    clock: Callable[[], float]
    uptime: Callable[[int | None], float]
    back_since: Callable[[int | None], float]
    owner: Ownership | None = None
    change: MatchChange | None = field(default=None, init=False)

    # --- Reading -------------------------------------------------------------------------------------

    def lock(self, match_id: int) -> Match:
        """The match, locked until the transaction ends.

        Raises `UnknownMatch`, `UnreadableMatch` and `OtherOwner`.
        """
        match = self.reader.load(self.connection, match_id, lock=True)
        if self.owner is not None and not self.owner.confirm(self.connection, match.guild_id):
            raise OtherOwner(match_id)
        return match

    def expect(
        self,
        match_id: int,
        state: MatchState,
        position_id: PositionId | None = None,
        answered: Offer | None = None,
        *,
        paused: PauseReason | None = None,
        even_if_paused: bool = False,
    ) -> Match:
        """The match, locked, if it is as described. Otherwise raises `Stale`.

        None leaves ``position_id`` and ``answered``, the pending offer, open. The match has to be ``paused``
        for this reason (None: not paused), unless the change is possible ``even_if_paused``.
        """
        match = self.lock(match_id)
        if (
            match.state != state
            or (position_id is not None and position_id != match.position_id)
            or (answered is not None and answered != match.offer)
            or (not even_if_paused and paused != match.paused)
        ):
            raise Stale(match)
        return match

    def expect_no_rematch(self, match_id: int) -> None:
        """Raise `Stale` with the unfinished rematch of this match, if there is one."""
        self.lock(match_id)  # of two requests at once, the second waits here
        unfinished = (matches.c.rematch_of == match_id, matches.c.state.in_(UNFINISHED))
        rematch_id = self.connection.execute(select(matches.c.id).where(*unfinished)).scalar()
        if rematch_id is not None:
            raise Stale(self.reader.load(self.connection, rematch_id))

    def check_limits(self, request: LimitRequest, limits: Limits) -> None:
        """Raise `LimitReached` if the request would exceed a limit."""
        check_limits(self.connection, request, limits)

    # --- Writing -------------------------------------------------------------------------------------

    def create(self, new: NewMatch) -> Match:
        """Insert a match."""
        if new.is_rated and new.level is not None:
            raise ValueError("a match against the computer cannot be rated")
        values = new_match_values(new, self.clock(), self.uptime(new.place.guild_id))
        if new.is_rated:
            seats = new.first_id, new.second_id
            rating = ratings_before(self.connection, new.game, new.variant, seats, self.clock())
            values = {**values, "rated": rating.text}
        row = self.connection.execute(_CREATE, values).one()
        if new.teams is not None:
            index_members(self.connection, row.id, new.teams)
        side, place = new.elsewhere or (None, None)
        boards = [add_board(self.connection, row.id, new.place, side and side.other)]
        if place is not None:
            boards.append(add_board(self.connection, row.id, place, side))
        created = match_from(row._mapping, tuple(boards), ())
        self.change = MatchChange(None, created)
        return created

    def accept(self, match: Match, values: Values, seats: tuple[int | None, int | None]) -> Match:
        """Begin a challenged match; a rated one has the ratings of this moment."""
        if match.rated is not None:
            rating = ratings_before(self.connection, match.game, match.variant, seats, self.clock())
            values = {**values, "rated": rating.text}
        return self.update(match, {"state": MatchState.PLAYING, "expires_at": None, **values})

    def append_moves(
        self,
        match: Match,
        played: Sequence[Played],
        outcome: Outcome | None,
        keeps: Offer | None,
        turn: Turn | None,
    ) -> Match:
        """Append moves to a match that was locked, and end it if they have an outcome.

        The arguments are those of `data.matches.store.MatchStore.append`.
        """
        left, new_turn = self._end_turn(match, turn)
        rows = move_values(match.id, match.ply, played, self.clock(), left)
        self.connection.execute(_APPEND, rows)
        after = (*match.moves, *(played_move.move for played_move in played))
        if outcome is not None:
            return self.end(match, outcome, played=after)
        kept = match.offer if match.offer == keeps else None
        values = {**offer_values(kept), **NOTHING_ASKED, **new_turn}
        return self.update(match, values, played=after)

    def _end_turn(self, match: Match, turn: Turn | None) -> tuple[Budget | None, Values]:
        """What the mover has left, if the turn was timed, and the columns that change; neither if it goes on.

        Raises ValueError if a match with a clock has no turn.
        """
        if turn is not None and not turn.ended:
            return None, {}
        clock = match.clock
        if clock is None:
            return None, NEW_TURN
        if turn is None:
            raise ValueError(f"match {match.id} has a clock: the turn is required")
        now = self.uptime(match.guild_id)
        stopped = clock.played(now)
        left = stopped.budget(clock.side) if clock.side is not None else None
        return left, {**NEW_TURN, **clock_values(stopped.turn(turn.to_move, now))}

    def delete_moves(self, match: Match, from_ply: int) -> None:
        """Delete the last moves of a match, and what was guessed there. `update` has to follow."""
        for query in (_DELETE_MOVES, _DELETE_GUESSES):
            self.connection.execute(query, {"match": match.id, "from_ply": from_ply})

    def update(
        self,
        match: Match,
        values: Values,
        *,
        played: tuple[Move, ...] | None = None,
        boards: tuple[Board, ...] | None = None,
    ) -> Match:
        """Write columns of a match that was locked; ``played`` and ``boards`` are given if they changed."""
        changes = {**values, "match": match.id, "version": match.version + 1, "updated_at": self.clock()}
        row = self.connection.execute(_UPDATE, changes).one()
        after = match_from(
            row._mapping,
            match.boards if boards is None else boards,
            match.moves if played is None else played,
        )
        self.change = MatchChange(match, after)
        return after

    def pause(self, match: Match, reason: PauseReason) -> Match:
        """Pause a match that was locked: its clock is stopped, an offer is gone."""
        clock = match.clock and match.clock.stopped(self.uptime(match.guild_id))
        return self.update(match, {"paused": reason, **NO_OFFER, **clock_values(clock)})

    def end(self, match: Match, outcome: Outcome, *, played: tuple[Move, ...] | None = None) -> Match:
        """End a match that was locked, index its opening and rate it; ``played`` as in `update`."""
        clock = match.clock and match.clock.stopped(self.uptime(match.guild_id))
        values = {**outcome_values(outcome, self.clock()), **clock_values(clock)}
        if match.is_voted:
            self.connection.execute(delete(votes).where(votes.c.match_id == match.id))
        ended = self.update(match, values, played=played)
        if is_counted(ended):
            index_moves(self.connection, ended, indexed_moves(ended.record))
        if ended.rated is not None and ended.begun and ended.level is None:
            rating = rate(self.connection, ended, ended.rated, self._seconds_since_outage(match))
            self.connection.execute(_SET_RATING, {"match": match.id, "rating": rating.text})
            ended = replace(ended, rated=rating)
            self.change = MatchChange(match, ended)
        return ended

    def _seconds_since_outage(self, match: Match) -> float | None:
        """How long the server could be reached again if it could not in this turn; None: it always could."""
        since = match.clock.since if match.clock is not None else None
        back_since = self.back_since(match.guild_id)
        if since is None or since >= back_since:
            return None
        return self.uptime(match.guild_id) - back_since

    def restart_turn(self, match_id: int, position_id: PositionId) -> Match:
        """Let the present turn of a match in play begin now. Raises `Stale`."""
        match = self.expect(match_id, MatchState.PLAYING, position_id)
        clock = match.clock and match.clock.turn(match.clock.side, self.uptime(match.guild_id))
        return self.update(match, {**NEW_TURN, **clock_values(clock)})

    def extend_turn(self, seen: Match, seconds: float) -> Match:
        """Give the side to move more time for the present turn of a match in play.

        Raises `Stale` if its clock is not as it was seen: somebody has moved, or given more time.
        """
        match = self.expect(seen.id, MatchState.PLAYING, seen.position_id)
        if match.clock != seen.clock:
            raise Stale(match)
        clock = match.clock and match.clock.extended(seconds)
        return self.update(match, {**NEW_TURN, **clock_values(clock)})


def index_members(connection: Connection, match_id: int, teams: Teams) -> None:
    """Write which matches the members of teams play in."""
    connection.execute(delete(team_members).where(team_members.c.match_id == match_id))
    rows = {
        member.user_id: {"user_id": member.user_id, "match_id": match_id, "has_left": member.left is not None}
        for side in Side
        for member in teams.of(side)
        if member.user_id != DELETED_USER
    }
    if rows:
        connection.execute(insert(team_members), list(rows.values()))
