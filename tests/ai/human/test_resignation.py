"""Who resigns, and when: by what several turns seemed, and in positions that are drawn here."""

from __future__ import annotations

import pytest

from ai.base import Choice, Limit, choose
from ai.human.resignation import gives_up
from games.base import Move, Record

LOST, BLIND, FAIR = (-0.95, 6), (-0.95, 2), (-0.5, 6)
"""The score of a choice and how deep it was read."""

TURNS = [
    ([LOST] * 5, True, "five hopeless turns"),
    ([LOST] * 4, False, "the match is too young"),
    ([LOST] * 4 + [FAIR], False, "it was fair a moment ago"),
    ([FAIR] + [LOST] * 5, False, "it is fair again"),
    ([BLIND] * 9, False, "who does not read does not know"),
    ([LOST, None, LOST, LOST, None, LOST, LOST], True, "turns without a choice do not count"),
    ([(0.95, 6)] * 9, False, "a won game"),
]


def turn(seen: tuple[float, int] | None) -> Choice:
    move = Move("a1")
    if seen is None:
        return Choice(move, 0.0, 1, 1, (move,))
    return Choice(move, *seen, 1, (move,), hesitation=0.5)


@pytest.mark.parametrize(("turns", "resigns", "why"), TURNS, ids=[row[-1] for row in TURNS])
def test_who_sees_no_hope_for_some_turns_resigns(
    turns: list[tuple[float, int] | None], resigns: bool, why: str
) -> None:
    latest, *earlier = map(turn, turns)
    assert gives_up(latest, earlier) is resigns, why


def test_no_earlier_turn_is_looked_at_while_there_is_hope() -> None:
    earlier = iter([turn(LOST)])
    assert not gives_up(turn(FAIR), earlier)
    assert next(earlier, None) == turn(LOST)


OTHELLO = """
    . . X O O . . .
    X . X O O O . .
    X X X X O X . .
    X X X O O . . .
    . X . O O . . .
    X . O O O . . .
    . . . . . . . .
    . . . . . . . .
    to move: first
    """
OTHELLO_MOVES = "f4 b1 f1 g1 f6 a5 c5 a1 b2 b6 g2 g6"
JANGGI = """
    . K J s
    . . . k
    . Z . .
    to move: second
    hands: SZ / j
    """
JANGGI_MOVES = "J*b3 S*b2 b3-b2 a2-b2 S*b3 c2-c3 b3-c2 a3-a4 b4-a4 b2-c2"

LOSING = [
    ("othello", "8x8", OTHELLO, OTHELLO_MOVES),
    ("twelve_janggi", "classic", JANGGI, JANGGI_MOVES),
]
"""The game, a position, and the moves after which the side to move is lost."""
PLAYERS = 4


@pytest.mark.parametrize(("slug", "variant", "diagram", "moves"), LOSING, ids=[row[0] for row in LOSING])
def test_the_lost_side_resigns_if_it_reads_and_the_other_never(
    slug: str, variant: str, diagram: str, moves: str
) -> None:
    lost = Record(slug, variant, tuple(map(Move, moves.split())), diagram)
    winning = lost.before(len(lost.moves) - 1)
    assert [resigning(lost, level) for level in ("1", "7")] == [0, PLAYERS]
    assert [resigning(winning, level) for level in ("1", "7")] == [0, 0]


def resigning(record: Record, level: str) -> int:
    """How many players of a level resign."""
    return sum(bool(choose(record, level, Limit(60.0, seed=seed)).resigns) for seed in range(PLAYERS))
