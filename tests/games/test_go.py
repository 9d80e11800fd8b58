"""Go in play: legal boards, captures, suicide and ko, against published counts and diagrams."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from games.base import PASS, IllegalMove, Move, Side
from games.go import GO, GoPosition, board


def played(diagram: str, moves: str) -> GoPosition:
    """The position after ``moves`` (names between spaces)."""
    position = GO.position(diagram)
    for move in moves.split():
        position = position.play(Move(move))
    return position


def rows(position: GoPosition) -> str:
    """The board of a diagram without its notes."""
    return "\n".join(position.diagram().splitlines()[: position.size])


def drawn(diagram: str) -> str:
    """A diagram's own board."""
    return rows(GO.position(diagram))


def legal_boards(size: int) -> int:
    """The number of boards on which every chain has a liberty, by brute force."""
    whole = board(size)
    return sum(
        not any(color and whole.suffocated(bytes(stones), at) for at, color in enumerate(stones))
        for stones in itertools.product(range(3), repeat=size * size)
    )


# https://oeis.org/A094777: legal positions on n x n.
@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 57), (3, 12675)])
def test_legal_positions(size: int, count: int) -> None:
    assert legal_boards(size) == count


@pytest.mark.soak  # tries 43 million boards
def test_legal_positions_of_4x4() -> None:
    assert legal_boards(4) == 24318165


def test_every_legal_position_of_2x2_is_reached_by_moves() -> None:
    start = GO.position(". .\n. .")
    boards, waiting = {start.stones}, [start]
    while waiting:
        position = waiting.pop()
        for side in Side:
            fresh = GO.position(f"{rows(position)}\nto move: {side.name.lower()}")
            for move in fresh.legal_moves():
                after = fresh.play(move)
                if after.stones not in boards:
                    boards.add(after.stones)
                    waiting.append(after)
    assert len(boards) == 57


CAPTURES = {
    "one stone in the corner": (
        """
        O . . .
        X . . .
        . . . .
        . . . .
        """,
        "b4",
        """
        . X . .
        X . . .
        . . . .
        . . . .
        """,
    ),
    "three chains at once": (
        """
        X O . O X
        . X O X .
        . . X . .
        . . . . .
        . . . . .
        """,
        "c5",
        """
        X . X . X
        . X . X .
        . . X . .
        . . . . .
        . . . . .
        """,
    ),
    "the last liberty of one's own chain, by taking": (
        """
        . X O .
        X X O .
        O O O .
        . . . .
        to move: second
        """,
        "a4",
        """
        O . O .
        . . O .
        O O O .
        . . . .
        """,
    ),
    "a stone that fills its own last liberty but takes": (
        """
        . O X .
        O O X .
        X X X .
        . . . .
        """,
        "a4",
        """
        X . X .
        . . X .
        X X X .
        . . . .
        """,
    ),
    "a snapback": (
        """
        . . . . .
        . . . . .
        X X X . .
        O O O X .
        . . O X .
        """,
        "b1 a1 b1",
        """
        . . . . .
        . . . . .
        X X X . .
        . . . X .
        . X . X .
        """,
    ),
}


@pytest.mark.parametrize(("before", "moves", "after"), CAPTURES.values(), ids=list(CAPTURES))
def test_captures(before: str, moves: str, after: str) -> None:
    assert rows(played(before, moves)) == drawn(after)


KO = """
    . X O . .
    X . X O .
    . X O . .
    . . . . .
    . . . . .
    to move: second
    """


def test_ko() -> None:
    taken = played(KO, "b4")
    assert taken.captures == (0, 1)
    assert "ko: c4" in taken.diagram()
    assert Move("c4") not in taken.legal_moves()
    with pytest.raises(IllegalMove, match=r"rule\.ko"):
        taken.play(Move("c4"))
    back = played(KO, "b4 e1 e5 c4")
    assert back.captures == (1, 1)
    assert Move("c4") in GO.position(KO).play(Move("b4")).play(PASS).play(Move("a1")).legal_moves()


def test_taking_two_is_no_ko() -> None:
    position = played(
        """
        O O X .
        X . X .
        . X . .
        . . . .
        """,
        "b3",
    )
    assert position.ko is None


SUICIDES = {
    "one stone": (
        """
        . X .
        X . .
        . . .
        to move: second
        """,
        "a3",
    ),
    "a chain": (
        """
        O . X .
        X X X .
        . . . .
        . . . .
        to move: second
        """,
        "b4",
    ),
}


@pytest.mark.parametrize(("diagram", "move"), SUICIDES.values(), ids=list(SUICIDES))
def test_suicide_is_refused(diagram: str, move: str) -> None:
    position = GO.position(diagram)
    assert Move(move) not in position.legal_moves()
    with pytest.raises(IllegalMove, match=r"rule\.suicide"):
        position.play(Move(move))


def test_the_last_two_moves_are_kept_but_not_compared() -> None:
    start = GO.start("9x9-korean")
    assert start.recent == ()
    one = start.play(Move("c3"))
    two = one.play(Move("pass"))
    three = two.play(Move("d4"))
    index = start.board.index
    assert one.recent == (index[Move("c3")],)
    assert two.recent == (index[Move("c3")], None)
    assert three.recent == (None, index[Move("d4")])
    read = GO.position(three.diagram())
    assert read.recent == ()
    assert replace(three, recent=()) == three
