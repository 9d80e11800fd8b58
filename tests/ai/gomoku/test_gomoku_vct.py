"""Victory by continuous threats: what is called a win is played out against every answer of the rules."""

from __future__ import annotations

import pytest

from ai.base import Limit
from ai.gomoku.board import board_of, move_of, rules_of
from ai.gomoku.engine import ENGINE
from ai.gomoku.root import SearchMemory
from ai.gomoku.vct import search_vct
from games.base import PASS, IllegalMove, Move, Side
from games.gomoku import GomokuPosition
from tests.ai.gomoku.positions import drawn, near_game
from tests.ai.gomoku.test_gomoku_vcf import around, chased, finishing

MEMORY = SearchMemory()


def threatened(position: GomokuPosition, threes: int, nodes: int = 1 << 40) -> tuple[int, Move]:
    """In how many plies fours and threes win, and the first move."""
    memory = MEMORY.work
    memory["seen"][:] = 0
    memory["nodes"], memory["stop"], memory["budget"] = 0, 0, 1 << 60
    board, side = board_of(position), int(position.to_move)
    before = board.copy()
    plies = int(search_vct(board, rules_of(position.variant), memory, side, 0, threes, nodes))
    assert (board["cells"] == before["cells"]).all()
    assert board["key"] == before["key"]
    return plies, move_of(position, int(memory["line"][0])) if plies else PASS


def is_legal(position: GomokuPosition, move: Move) -> bool:
    """Whether the rules allow a move; much faster than to look for it among all legal moves."""
    try:
        position.play(move)
    except IllegalMove:
        return False
    return True


def prove(position: GomokuPosition, threes: int, stops: set[Move]) -> None:
    """Play a win out by the rules against every answer; ``stops``: where the other side makes five."""
    side, (plies, move) = position.to_move, threatened(position, threes)
    assert plies > 0, position.diagram()
    after = position.play(move)
    if after.winner is side:
        return
    assert stops <= {move}, "a five of the other side is stopped first"
    fives = finishing(after, side, around(position, move))
    if len(fives) > 1:  # the defender stops one
        return
    for answer in sorted(five for five in fives if is_legal(after, five)) if fives else after.legal_moves():
        reply = after.play(answer)
        prove(reply, threes, finishing(reply, side.other, around(after, answer)))


@pytest.mark.parametrize("wins", [1, pytest.param(4, marks=pytest.mark.soak)])
@pytest.mark.parametrize("variant", ["renju-15", "omok-15", "omok-19", "standard-15", "freestyle-15"])
def test_wins_are_wins(variant: str, wins: int) -> None:
    proven = 0
    for seed in range(400):
        position = near_game(variant, 14 + seed % 9, seed)
        if finishing(position, position.to_move.other) or chased(position)[0] != 0:
            continue
        if threatened(position, 2, 20_000)[0] > 0:
            prove(position, 2, set())
            proven += 1
            if proven == wins:
                return
    pytest.fail("too few wins to prove")


TWICE = "....... ...X... ...X... .XX.... ......."
"""Two threes at once, where the row and the column meet."""


def test_two_threes_win_except_where_they_are_refused() -> None:
    for variant in ("freestyle-15", "standard-15"):
        assert threatened(drawn(variant, TWICE), 1)[0] > 0
    assert threatened(drawn("renju-15", TWICE.replace("X", "O"), Side.SECOND), 1)[0] > 0
    for variant in ("renju-15", "omok-15"):
        assert threatened(drawn(variant, TWICE), 1)[0] == 0


def test_fours_of_the_other_side_are_answers() -> None:
    rows = f"{TWICE.replace(' ', '........ ')}........ "
    rows += ".......XOOO.... ...........O... ...........O... ...........O... ...........X..."
    assert threatened(drawn("freestyle-15", rows), 1)[0] == 0  # the attacker makes two fours at once
    assert threatened(drawn("freestyle-15", rows.replace("XOOO", "XO.O")), 1)[0] > 0  # but for a stone


def test_a_search_may_be_cut_short() -> None:
    assert threatened(drawn("freestyle-15", TWICE), 1, nodes=3)[0] == 0


def test_the_engine_wins_by_vct() -> None:
    choices = []
    for seed in range(60):
        position = near_game("freestyle-15", 12 + seed % 5, seed)
        if not chased(position)[0] and threatened(position, 2, 5_000)[0] > 7:
            choices.append(ENGINE.choose(position, "8", Limit(60.0, nodes=30_000, seed=1)))
    assert len(choices) >= 3
    assert all(choice.proven and choice.score == 1.0 for choice in choices)
