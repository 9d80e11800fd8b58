"""When to stop: which stones are played instead of a pass."""

from __future__ import annotations

import pytest

from ai.go.endgame import better_than_pass
from games.go import GO

# Black threatens a9, which captures a10 and wins the game by a point and a half; a9 saves it. The searches of
# the scoring phase evaluate the rest of the board three points lower once it is played, a little everywhere.
ONE_LEFT = """
X . X X O O . . . O O X X
X X . X O X . O . . O O X
X X X O O X . . O O O X X
O X O . O . . . . X O X X
. O . O . . X . . O O O X
O O O O . . . . X O X X X
X X X O . . O . O X X O X
X O O O O . . O O X O . X
X X X X X O . . O X O O X
O O O X O O . O O O X X .
. . X X X O O X X X . . .
. . X X X X O X . . X . .
. . . . . . X . X . . . .
to move: second
variant: 13x13-chinese
ply: 117
captures: 5 0
"""


@pytest.mark.parametrize("listed", [pytest.param(0, id="as good"), pytest.param(1, id="among the others")])
def test_a_stone_that_saves_another_is_played(listed: int) -> None:
    position = GO.position(ONE_LEFT)
    point = position.board.names.index("a9")
    lists: list[list[int]] = [[], []]
    lists[listed] = [point]
    assert better_than_pass(position, *lists) == point
