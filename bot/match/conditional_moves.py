"""Conditional moves: a reply that is played at once when the opponent makes the expected move.

A player sets them while the opponent is to move, in a match without a clock or with days for a move. They
are lines of moves from the present position, the opponent's first; together a tree. The reply is played in
the background, like a computer's move, by the process that owns the match's shard, also after a kill in
between. Only their author sees them. A move that is in no line, a takeback and the end of the match delete
them.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import structlog

from ai.base import assists
from bot.exceptions import Outdated, Refusal, guarded
from bot.match.events import MatchEvents
from bot.match.lookup import MatchLookup
from bot.match.moves import append_moves
from bot.match.shard_tasks import ShardTasks
from bot.tasks import Tasks, retry_store
from data.errors import UnavailableMatch
from data.matches.conditional_moves import ConditionalMoves, Line
from data.model.match import Match, MatchState, PositionId
from data.model.match_change import MatchChange
from data.model.shards import Shards
from data.store import Store
from games import game, replay
from games.base import PASS, Move, Position, Record, RuleError, Side
from games.keyboard import parse_typed

log = structlog.get_logger(__name__)

MAX_LINES = 20
"""Of one person in one match."""
MAX_MOVES = 30
"""Of one line."""
MAX_CHARACTERS = 1_000
"""Of the text in which a person types their lines."""
_SEPARATOR = re.compile(r"[,;\n，、；]")  # of lines


class BadLine(Refusal):
    """A line cannot be played; ``reason`` says why."""

    def __init__(self, line: str, reason: RuleError | Refusal) -> None:
        super().__init__("conditional.bad-line", line=line, reason=reason.key)
        self.reason = reason


class ConditionalReplies:
    """The conditional moves of all matches, and the tasks that play them in this process's matches."""

    def __init__(self, store: Store, lookup: MatchLookup, events: MatchEvents) -> None:
        self._store = store.conditional_moves
        self._matches = store.background
        self._queries = store.queries
        self._owns = store.ownership.owns
        self._lookup = lookup
        self._tasks = Tasks()
        self._shard_tasks = ShardTasks(events, self._tasks)
        events.subscribe(MatchChange, self._follow)
        self._shard_tasks.continue_matches(
            self._with_some, self._look_later, "conditional moves not played yet"
        )

    # --- What people do ------------------------------------------------------------------------------

    async def of(self, match: Match, user_id: int) -> tuple[Line, ...]:
        """The lines that a player has set, from the present position on."""
        for conditional in await self._store.of_match(match.id):
            if conditional.user_id == user_id:
                return conditional.rest(match)
        return ()

    async def expecting(self, match_id: int, user_id: int) -> Match:
        """The match, if the person can set conditional moves in it now. Raises `Refusal` if not."""
        match, side = await self._lookup.active(match_id, user_id, None)
        if match.level is not None or match.teams is not None:
            raise Refusal("conditional.only-people")
        if not has_time(match):
            raise Refusal("conditional.live-clock")
        if replay(match.record).to_move is side:
            raise Refusal("conditional.own-turn")
        return match

    async def put(self, match_id: int, position_id: PositionId | None, user_id: int, text: str) -> Match:
        """Replace a player's conditional moves by what they typed; without moves, delete them.

        ``position_id`` is the position that they saw (None: any). Raises `BadLine` and other `Refusal`s.
        """
        match = await self.expecting(match_id, user_id)
        if position_id is not None and position_id != match.position_id:
            raise Outdated(match)
        lines = read_lines(match, text)
        if lines:
            await guarded(self._store.put(ConditionalMoves(match.id, user_id, match.position_id, lines)))
        else:
            await self.clear(match_id, user_id)
        return match

    async def clear(self, match_id: int, user_id: int) -> None:
        """Delete a player's conditional moves in a match."""
        for conditional in await self._store.of_match(match_id):
            if conditional.user_id == user_id:
                await self._store.delete(conditional)

    # --- What follows a change -----------------------------------------------------------------------

    async def _with_some(self, shards: Shards) -> AsyncIterator[Match]:
        async for match in self._queries.each(await self._store.matches(shards)):
            yield match

    def _follow(self, change: MatchChange) -> None:
        was_played = change.before is not None and change.before.state == MatchState.PLAYING
        if was_played and not self._store.has_none(change.after.id):
            self._look_later(change.after)

    def _look_later(self, match: Match) -> None:
        if self._owns(match.guild_id) and match.level is None and has_time(match):
            self._shard_tasks.run(match, self._look(match))

    async def _look(self, match: Match) -> None:
        """Play the reply that is due, and delete what the match has left."""
        moves_of_players = await retry_store(
            lambda: self._store.of_match(match.id), "conditional moves not read yet"
        )
        for conditional in moves_of_players:
            rest = conditional.rest(match) if match.state == MatchState.PLAYING else ()
            if not rest:
                await self._delete(conditional)
            elif match.is_active and match.user_of(replay(match.record).to_move) == conditional.user_id:
                await self._play(match, conditional, rest[0][0])

    async def _play(self, match: Match, conditional: ConditionalMoves, move: Move) -> None:
        position = replay(match.record)
        try:
            await retry_store(
                lambda: append_moves(self._matches, match, position, [move], conditional.user_id),
                "conditional move not stored yet",
            )
        except (Outdated, UnavailableMatch) as reason:  # what has changed is followed by itself
            log.debug("conditional move not played", match=match.id, reason=str(reason))

    async def _delete(self, conditional: ConditionalMoves) -> None:
        await retry_store(lambda: self._store.delete(conditional), "conditional moves not deleted yet")

    async def close(self) -> None:
        """Play none anymore; those that are due are played after the next start."""
        await self._tasks.close()


def has_time(match: Match) -> bool:
    """Whether a match is played without a clock, or with days for a move."""
    return match.clock is None or match.clock.control.each_turn


# --- What people type ----------------------------------------------------------------------------------


def read_lines(match: Match, text: str) -> tuple[Line, ...]:
    """The lines of a text: ``d3 e2, c4 f5 c6``, separated by commas or line breaks, moves by spaces.

    The opponent's moves come first. Raises `BadLine`, and `Refusal` for too much.
    """
    typed = [" ".join(part.split()) for part in _SEPARATOR.split(text[: MAX_CHARACTERS + 1])]
    typed = [line for line in typed if line]
    if len(text) > MAX_CHARACTERS or len(typed) > MAX_LINES:
        raise Refusal("conditional.too-many", lines=MAX_LINES, moves=MAX_MOVES)
    me = replay(match.record).to_move.other
    replies: dict[Line, Move] = {}
    lines: list[Line] = []
    for line_text in typed:
        try:
            lines.append(_read_line(match.record, line_text, me, replies))
        except (RuleError, Refusal) as reason:
            raise BadLine(line_text, reason) from reason
    return tuple(dict.fromkeys(lines))


def _read_line(record: Record, typed: str, me: Side, replies: dict[Line, Move]) -> Line:
    """The line of a text; ``replies`` are the replies of the lines before, by the moves that lead to each."""
    words, line, start = typed.split(), list[Move](), len(record.moves)
    if len(words) > MAX_MOVES:
        raise Refusal("conditional.too-many", lines=MAX_LINES, moves=MAX_MOVES)
    position, mover, forced = replay(record), me.other, False
    for word in words:
        if assists(record):
            raise Refusal("conditional.counting")
        move = parse_typed(game(record.game), word, position)
        if forced and move == PASS:  # it is there already
            continue
        mover = position.to_move
        if mover is me and replies.setdefault(tuple(line), move) != move:
            raise Refusal("conditional.two-replies", move=word)
        record = _with_forced_passes(record.then(move))
        position, line = replay(record), list(record.moves[start:])
        forced = line[-1] == PASS and move != PASS
    if mover is not me:
        raise Refusal("conditional.no-reply", move=words[-1])
    return tuple(line)


def _with_forced_passes(record: Record) -> Record:
    while _has_to_pass(replay(record)):
        record = record.then(PASS)
    return record


def _has_to_pass(position: Position) -> bool:
    return list(position.legal_moves()) == [PASS]
