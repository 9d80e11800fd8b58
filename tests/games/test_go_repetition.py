"""Go's repetitions: superko by Chinese rules, the drawn cycle by Korean ones."""

from __future__ import annotations

import random

import pytest

from games.base import PASS, IllegalMove, Move, Outcome
from games.go import GO, GoPosition


def played(diagram: str, moves: str) -> GoPosition:
    """The position after ``moves`` (names between spaces)."""
    position = GO.position(diagram)
    for move in moves.split():
        position = position.play(Move(move))
    return position


SEND_TWO_RETURN_ONE = """
    . . . .
    . . . .
    O O X .
    . X . X
    """


def test_send_two_return_one_is_refused_by_superko() -> None:
    position = played(SEND_TWO_RETURN_ONE + "variant: 4x4-chinese", "a1 c1")
    assert Move("b1") not in position.legal_moves()
    assert "superko: b1" in position.diagram()
    assert GO.position(position.diagram()).legal_moves() == position.legal_moves()
    with pytest.raises(IllegalMove, match=r"rule\.superko"):
        position.play(Move("b1"))
    assert Move("b1") in played(SEND_TWO_RETURN_ONE + "variant: 4x4-chinese", "a1 c1 d4 a4").legal_moves()


def test_send_two_return_one_with_passes_ends_no_korean_game() -> None:
    once = played(SEND_TWO_RETURN_ONE, "a1 c1 b1 pass a1 c1 b1")
    assert once.outcome() is None
    assert once.captures == (2, 4)


TRIPLE_KO = """
    X O . O . X . X O
    . X O . . . X O .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X O . . . . . .
    X O . O . . . . .
    """


def test_triple_ko_draws_by_korean_rules() -> None:
    before = played(TRIPLE_KO, "c9 g9 c1 b9 h9")
    assert before.outcome() is None
    assert before.play(Move("b1")).outcome() == Outcome(None, "outcome.repetition")
    assert before.play(Move("b1")).legal_moves() == []


def test_triple_ko_is_refused_by_chinese_rules() -> None:
    before = played(TRIPLE_KO + "variant: 9x9-chinese", "c9 g9 c1 b9 h9")
    assert Move("b1") not in before.legal_moves()
    with pytest.raises(IllegalMove, match=r"rule\.superko"):
        before.play(Move("b1"))


def naive_moves(position: GoPosition, boards: set[bytes]) -> dict[str, bytes]:
    """The legal moves by Chinese rules and the resulting boards, by brute force over all earlier boards."""
    whole, found = position.board, dict[str, bytes]()
    for at, color in enumerate(position.stones):
        if color:
            continue
        stones = bytearray(position.stones)
        stones[at] = position.to_move
        for side in (position.to_move.other, position.to_move):
            gone = {p for p, c in enumerate(stones) if c == side and whole.suffocated(stones, p)}
            if side is position.to_move and gone:
                break
            for p in gone:
                stones[p] = 0
        else:
            if bytes(stones) not in boards:
                found[whole.names[at]] = bytes(stones)
    return found


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_superko_against_a_history_of_every_board(size: int, seed: int) -> None:
    choice = random.Random(f"{size} {seed}").choice
    position = GO.position("\n".join([" ".join("." * size)] * size) + f"\nvariant: {size}x{size}-chinese")
    boards = {position.stones}
    while position.outcome() is None and not position.scoring:
        expected = naive_moves(position, boards)
        assert position.legal_moves() == sorted([*expected, PASS])
        move = choice(list(expected) or [PASS])
        position = position.play(Move(move))
        assert position.stones == expected.get(move, position.stones)
        assert position.key == position.board.key(position.stones)
        boards.add(position.stones)


@pytest.mark.parametrize("seed", range(20))
def test_korean_repetition_against_a_history_of_every_board(seed: int) -> None:
    choice = random.Random(seed).choice
    position = GO.position(". .\n. .")
    seen = {(position.stones, position.to_move)}
    while position.outcome() is None and not position.scoring:
        move = choice([move for move in position.legal_moves() if move != PASS] or [PASS])
        position = position.play(move)
        again = (position.stones, position.to_move) in seen
        seen = {*(seen if move != PASS else ()), (position.stones, position.to_move)}
        assert position.repeated is (again and move != PASS)
