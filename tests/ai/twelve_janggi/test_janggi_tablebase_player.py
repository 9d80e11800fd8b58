"""Level 8 plays by the solution: it wins as soon and loses as late as possible, and keeps its result."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import numpy as np
import pytest

from ai.base import Limit
from ai.twelve_janggi import tablebase, tablebase_player, tablebase_probe
from ai.twelve_janggi.engine import ENGINE
from games.base import Side
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition
from tests.ai.twelve_janggi.positions import LONGEST_WIN, played, word

START = TWELVE_JANGGI.start("classic")
SHIPPED = tablebase.shipped()
assert SHIPPED is not None
WORDS = SHIPPED
BUFFER = tablebase_probe.new_buffer()


def best(position: JanggiPosition, seed: int) -> tablebase_player.Branch:
    return tablebase_player._best(tablebase_player.branches(position, WORDS, BUFFER), random.Random(seed))


def test_it_punishes_every_error_and_keeps_its_result() -> None:
    for seed in range(30):
        dice, position, worth = random.Random(seed), START, 0
        mine = Side(1 + seed % 2)
        while position.outcome() is None:
            if position.to_move is mine:
                branch = best(position, seed)
                assert branch.value >= 0 if worth == 0 else 0 < branch.value <= worth - 2, position.diagram()
                worth, position = max(0, branch.value), branch.position
            else:
                position = position.play(dice.choice(position.legal_moves()))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner is mine


def test_the_longest_win_is_won_in_its_179_plies() -> None:
    position = TWELVE_JANGGI.position(LONGEST_WIN)
    for left in range(179, 0, -1):
        branch = best(position, left)
        assert branch.value == (left if position.to_move is Side.FIRST else -left)
        position = branch.position
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is Side.FIRST


def test_a_choice_has_the_plies() -> None:
    choice = ENGINE.choose(TWELVE_JANGGI.position(LONGEST_WIN), "8", Limit(1.0, seed=1))
    assert (choice.score, choice.proven, choice.plies, choice.depth) == (1.0, True, 179, 179)
    after = TWELVE_JANGGI.position(LONGEST_WIN).play(choice.move)
    answer = ENGINE.choose(after, "8", Limit(1.0, seed=1))
    assert (answer.score, answer.proven, answer.plies) == (-1.0, True, 178)
    drawn = ENGINE.choose(START, "8", Limit(1.0, seed=1))
    assert (drawn.score, drawn.proven, drawn.plies) == (0.0, True, None)


def exact_value(position: JanggiPosition) -> int:
    return int(tablebase_probe.exact_value(WORDS, np.uint64(word(position)), BUFFER, 0))


def drawing_replies(position: JanggiPosition) -> int:
    answers = [position.play(move) for move in position.legal_moves()]
    return sum(answer.outcome() is None and exact_value(answer) == 0 for answer in answers)


def test_in_a_draw_it_leaves_the_fewest_drawing_replies() -> None:
    dice, position, choices = random.Random(2), START, 0
    for _ in range(16):
        kept = {
            move: drawing_replies(after)
            for move in position.legal_moves()
            if (after := position.play(move)).outcome() is None and exact_value(after) == 0
        }
        choice = ENGINE.choose(position, "8", Limit(1.0, seed=dice.getrandbits(20)))
        assert kept[choice.move] == min(kept.values())
        choices += len(set(kept.values())) > 1
        position = position.play(choice.move)
        if position.outcome() is not None:
            break
    assert choices > 5, "there was a choice"


def test_a_position_that_occurred_twice_is_a_draw() -> None:
    """The winner avoids the third occurrence, and the loser seeks it."""
    found = {True: 0, False: 0}
    for position in played(30, seed=21):
        value = exact_value(position)
        after = {move: position.play(move) for move in position.legal_moves()}
        going_on = [one for one in after.values() if one.outcome() is None]
        wins = [one.key for one in going_on if exact_value(one) < 0]
        if value > 3 and len(wins) == 1:
            history = (wins[0], wins[0])
        elif value < -3:
            history = (going_on[0].key,) * 2
        else:
            continue
        again = JanggiPosition(position.board, position.hands, position.to_move, history)
        choice = ENGINE.choose(again, "8", Limit(1.0, seed=1))
        assert not choice.proven and choice.plies is None
        assert choice.score <= 0 if value > 0 else choice.score == 0
        if value < 0:
            assert again.play(choice.move).key == history[0]
        found[value > 0] += 1
    assert min(found.values()) > 0, found


def test_positions_of_fewer_pieces_are_searched() -> None:
    position = TWELVE_JANGGI.position(". . . k\n. . . .\nK . S .\nhands: JJ / -")
    with pytest.raises(tablebase_player.NotInTablebase):
        tablebase_player.play(position, Limit(1.0), WORDS)
    choice = ENGINE.choose(position, "8", Limit(60.0, nodes=20_000, seed=1))
    assert (choice.score, choice.proven, choice.plies) == (1.0, True, None)


@pytest.mark.parametrize("harm", ["missing", "damaged"])
def test_a_missing_tablebase_is_logged_and_replaced_by_search(
    harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "solution.bin"
    if harm == "damaged":
        path.write_bytes(tablebase.PATH.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(tablebase, "PATH", path)
    tablebase.shipped.cache_clear()
    with caplog.at_level(logging.ERROR):
        choice = ENGINE.choose(START, "8", Limit(60.0, nodes=3000, seed=1))
        ENGINE.choose(START, "8", Limit(60.0, nodes=3000, seed=1))
    tablebase.shipped.cache_clear()
    assert choice.move in START.legal_moves() and not choice.proven and choice.nodes > 1000
    assert [record.message for record in caplog.records] == [
        "twelve janggi: solution.bin is missing or damaged; levels search instead of looking up"
    ]
