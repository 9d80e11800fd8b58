"""What the explorer knows of a position."""

from __future__ import annotations

import pytest

from ai.othello import book
from bot.match.explorer import ExploredMove, can_explore, explored_moves, known_ply, newest_matches, own_move
from bot.match.setup import Seats
from data.matches.opening_index import PLIES
from data.model.match import Match
from data.tables.conditions import Scope
from games import replay, setup_of
from games.base import PASS, Move, Record
from tests.bot.service import ANA, BEN, HERE, Service
from tests.bot.stories import random_game

HERE_SCOPE = Scope(HERE.guild_id)


def record(moves: str = "", game: str = "othello", variant: str = "8x8") -> Record:
    return Record(game, variant, tuple(map(Move, moves.split())))


async def over(made: Service, moves: str) -> Match:
    """A match on 6×6 with two moves that Ana resigns."""
    first, second = moves.split()
    match = await made.play(await made.play(await made.people(), ANA, first), BEN, second)
    return await made.matches.resign(match.id, None, ANA)


async def test_moves_are_named_as_in_the_position_that_is_shown(made: Service) -> None:
    ended = [await over(made, moves) for moves in ("b3 b2", "d5 e5", "e4 e5")]
    for shown, answer in (("b3", "b2"), ("d5", "e5"), ("c2", "b2")):
        found = await explored_moves(made.store.openings, record(shown, variant="6x6"), HERE_SCOPE)
        assert found[0].move == answer
        assert (found[0].matches, found[0].second_wins, found[0].decided) == (3, 3, 3)
        newest = await newest_matches(
            made.store.openings, record(f"{shown} {answer}", variant="6x6"), HERE_SCOPE
        )
        assert newest == ended[::-1]
    with pytest.raises(ValueError):
        await newest_matches(made.store.openings, record(variant="6x6"), HERE_SCOPE)


async def test_a_matchs_own_move_stands_for_its_images(made: Service) -> None:
    ended = [await over(made, moves) for moves in ("b3 b2", "d5 e5", "e4 e5")]
    start = record(variant="6x6")
    for match in ended:
        own = own_move(match, start)
        explored = await explored_moves(made.store.openings, start, HERE_SCOPE, own)
        assert [explored_move.move for explored_move in explored] == [match.moves[0]]
        assert own_move(match, match.record.before(1)) == match.moves[1]
    assert own_move(ended[0], record("d5", variant="6x6")) is None, "its first move was another"
    assert own_move(ended[0], ended[0].record) is None, "it has no more moves"


async def test_the_books_moves_are_marked_and_added(made: Service) -> None:
    await over(made, "b3 b2")
    start = record("b3", variant="6x6")
    of_book = {move for move, _ in book.of_size(6).moves(replay(start))}  # type: ignore[arg-type]
    found = await explored_moves(made.store.openings, start, HERE_SCOPE)
    assert of_book and {one.move for one in found if one.in_book} == of_book
    assert {one.move for one in found} == of_book | {"b2"}
    nothing = await explored_moves(made.store.openings, start, Scope(user_id=1))
    assert set(nothing) == {ExploredMove(move, in_book=True) for move in of_book}


async def test_of_what_is_no_play_nothing_is_known(made: Service) -> None:
    counted = record("pass pass", "go", "9x9-korean")
    assert await explored_moves(made.store.openings, counted, HERE_SCOPE) == []
    assert not can_explore(counted)


def test_which_positions_can_be_explored() -> None:
    moves = random_game("othello", "8x8", 1)
    game = Record("othello", "8x8", moves)
    assert can_explore(game.before(0)) and can_explore(game.before(PLIES - 1))
    assert not can_explore(game.before(PLIES)) and not can_explore(game)
    assert not can_explore(Record("othello", "8x8", setup=setup_of(game.before(3))))
    assert can_explore(record(PASS, "go", "9x9-korean"))


async def test_a_match_leaves_what_is_known_where_no_other_match_went_on(made: Service) -> None:
    async def over_in_gomoku(moves: str) -> Match:
        seats = Seats(ANA, BEN)
        match = await made.matches.challenges.create("gomoku", "freestyle-15", seats, ANA, HERE)
        match = await made.matches.challenges.accept(match.id, BEN)
        for ply, move in enumerate(moves.split()):
            match = await made.play(match, BEN if ply % 2 else ANA, move)
        return await made.matches.resign(match.id, None, ANA)

    openings = made.store.openings
    await over_in_gomoku("h8 i9 j8 a1")
    last = await over_in_gomoku("h8 i9 j8 a3 a5 a7")
    assert await known_ply(openings, last.record, HERE_SCOPE) == 3, "the third move was played twice"
    assert await known_ply(openings, last.record, Scope(user_id=1)) == 0
    assert await known_ply(openings, record("b3", variant="6x6"), HERE_SCOPE) == 1, "by the book"
