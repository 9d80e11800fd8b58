"""How many turns each side has had: forced passes are none, and moves in a row are one."""

from __future__ import annotations

import random

from games import GAMES, replay, start_of
from games.base import PASS, Move, Record, Side
from games.turns import Turns, turns


def record(game: str, variant: str, text: str) -> Record:
    return Record(game, variant, tuple(map(Move, text.split())))


def counted(one: Record) -> Turns:
    """The same, move by move."""
    found, position = Turns(), start_of(one)
    for move in one.moves:
        before, forced = position, list(position.legal_moves()) == [PASS]
        position = position.play(move)
        if not forced and (position.to_move is not before.to_move or position.outcome() is not None):
            found = found.plus(before.to_move)
    return found


def test_moves_in_a_row_are_one_turn() -> None:
    swap2 = record("gomoku", "swap2-15", "h8 h9 j9")
    assert [turns(swap2.before(ply)) for ply in range(4)] == [(0, 0), (0, 0), (0, 0), (1, 0)]


def test_marking_dead_stones_is_one_turn() -> None:
    go = record("go", "9x9-korean", "e5 c3 pass pass")
    (mark, *_) = (move for move in replay(go).legal_moves() if "c3" in move)
    before = turns(go)
    assert before == (2, 2) and turns(go.then(mark)) == before


def test_a_game_to_its_end_in_any_order_of_questions() -> None:
    forced = 0
    for seed in range(30):
        choice, moves, position = random.Random(seed).choice, list[Move](), GAMES["othello"].start("6x6")
        while position.outcome() is None:
            legal = position.legal_moves()
            forced += legal == [PASS]
            moves.append(choice(legal))
            position = position.play(moves[-1])
        whole = Record("othello", "6x6", tuple(moves))
        for ply in (len(moves), 3, len(moves) - 1, 0):
            assert turns(whole.before(ply)) == counted(whole.before(ply))
        assert turns(whole).of(Side.FIRST) + turns(whole).of(Side.SECOND) == sum(one != PASS for one in moves)
    assert forced
