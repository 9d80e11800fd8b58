"""What was played in a position: by the matches that a person may know of, and by the engine's book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ai.othello import book
from data.matches.opening_index import PLIES, opening_number
from data.matches.openings import OpeningStore
from data.model.match import Match, MatchState
from data.tables.conditions import Scope
from games import replay
from games.base import Move, Position, Record
from games.othello import OthelloPosition
from games.symmetry import canonical

NEWEST = 25
"""How many of the newest matches with a move are looked through for those that a person can see."""


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move in a position. Of moves that lead to images of one position, one stands for all."""

    move: Move
    matches: int = 0
    first_wins: int = 0
    second_wins: int = 0
    draws: int = 0
    in_book: bool = False
    """Whether the engine's book has the move."""

    @property
    def decided(self) -> int:
        """How many of the matches have a known result."""
        return self.first_wins + self.second_wins + self.draws


async def explored_moves(
    store: OpeningStore, record: Record, scope: Scope, own: Move | None = None
) -> Sequence[ExploredMove]:
    """The moves of a position, the most frequent first; those that only the book has come last.

    ``own`` is the move of the match that the position is of: it stands for its images.
    Raises `data.errors.StoreError`.
    """
    position = replay(record)
    image = canonical(position)
    if image is None:
        return []
    number = opening_number(image, record.game, record.variant)
    of_book = {image.move(book_move): None for book_move in _book_moves(position)}
    legal, explored = set(position.legal_moves()), []
    own_image = image.move(own) if own in legal else None

    def shown(move: Move) -> Move:
        return own if own is not None and move == own_image else image.original(move)

    for stored in await store.moves(number, scope):
        in_book = stored.move in of_book
        of_book.pop(stored.move, None)
        move = shown(stored.move)
        if move in legal:  # else two positions have one number
            counts = stored.matches, stored.first_wins, stored.second_wins, stored.draws
            explored.append(ExploredMove(move, *counts, in_book))
    return [*explored, *(ExploredMove(shown(book_move), in_book=True) for book_move in of_book)]


async def known_ply(store: OpeningStore, record: Record, scope: Scope) -> int:
    """After how many moves of a match it left what is known: what other matches or the book have.

    Raises `data.errors.StoreError`.
    """
    for ply in range(len(record.moves) + 1):
        moves = await explored_moves(store, record.before(ply), scope)
        others = sum(explored_move.matches for explored_move in moves) - 1  # the match itself
        if others < 1 and not any(explored_move.in_book for explored_move in moves):
            return max(ply - 1, 0)
    return len(record.moves)


async def newest_matches(store: OpeningStore, record: Record, scope: Scope) -> Sequence[Match]:
    """The newest matches in which the last move of a record was played in the position before it.

    Raises `data.errors.StoreError`, and ValueError for a record without moves.
    """
    if not record.moves:
        raise ValueError("there is no last move")
    before = record.before(len(record.moves) - 1)
    image = canonical(replay(before))
    if image is None:
        return []
    number = opening_number(image, record.game, record.variant)
    return await store.newest(number, image.move(record.moves[-1]), scope, NEWEST)


def own_move(match: Match, record: Record) -> Move | None:
    """The move that a match that is over has after a record; None if the record is not how it began."""
    ply = len(record.moves)
    is_of_match = match.state == MatchState.OVER and match.ply > ply and match.record.before(ply) == record
    return match.moves[ply] if is_of_match else None


def can_explore(record: Record) -> bool:
    """Whether the index can have moves of the position after a record."""
    if record.setup is not None or len(record.moves) >= PLIES:
        return False
    position = replay(record)
    return position.outcome() is None and canonical(position) is not None


def _book_moves(position: Position) -> Sequence[Move]:
    """The moves of the engine's opening book, best first. Only Othello's engine has one."""
    if not isinstance(position, OthelloPosition):
        return []
    return [move for move, _ in book.of_size(position.size).moves(position)]
