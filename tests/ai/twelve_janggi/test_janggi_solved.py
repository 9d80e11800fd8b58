"""What the engine calls proven is so: three-piece games solved by retrograde analysis over the rules."""

import functools
import itertools
import random

import pytest

from ai.base import Limit
from ai.level import Level
from ai.twelve_janggi.engine import ENGINE
from games.base import Side
from games.twelve_janggi import SQUARES, JanggiPosition

NODES = Limit(60.0, nodes=20_000, seed=1)


def placements(kind: str) -> dict[str, JanggiPosition]:
    """Both Kings and one more piece, on the board or in a hand, either side to move."""
    found = {}
    forms = ("Z", "H") if kind == "Z" else (kind,)
    for king, other in itertools.permutations(range(len(SQUARES)), 2):
        bare = ["."] * len(SQUARES)
        bare[king], bare[other] = "K", "k"
        boards = [(bare, hands) for hands in ((kind, ""), ("", kind))]
        for square, form in itertools.product(range(len(SQUARES)), forms):
            for piece in (form, form.lower()):
                camp = 3 if piece == "Z" else 0 if piece == "z" else None
                if bare[square] == "." and square % 4 != camp:
                    boards.append(([*bare[:square], piece, *bare[square + 1 :]], ("", "")))
        for (board, hands), side in itertools.product(boards, Side):
            position = JanggiPosition("".join(board), hands, side)
            found[position.key] = position
    return found


@functools.cache
def solved(kind: str) -> tuple[dict[str, JanggiPosition], dict[str, tuple[Side, int]]]:
    """The winner of each placement and the plies to the end; absent: nobody wins."""
    every = placements(kind)
    values: dict[str, tuple[Side, int]] = {}
    goals: dict[str, list[str]] = {}
    for key, position in every.items():
        if (end := position.outcome()) is not None and end.winner is not None:
            values[key] = end.winner, 0
            continue
        goals[key] = []
        for move in position.legal_moves():
            after = position.play(move)
            goals[key].append(after.key)
            if after.key not in every:  # a King was captured
                values[after.key] = position.to_move, 0
    for plies in itertools.count(1):
        new = {}
        for key, reached in goals.items():
            winners = {values[goal][0] if goal in values else None for goal in reached}
            mover = every[key].to_move
            if mover in winners:
                new[key] = mover, plies
            elif None not in winners:
                new[key] = mover.other, plies
        if not new:
            break
        values |= new
        for key in new:
            del goals[key]
    return every, values


@pytest.mark.parametrize("kind", ["S", "Z"])
def test_what_is_proven_is_so(kind: str) -> None:
    every, values = solved(kind)
    dice = random.Random(kind)
    open_ones = sorted(key for key, position in every.items() if position.outcome() is None)
    seen = set()
    for key in dice.sample(open_ones, 100):
        position, truth = every[key], values.get(key)
        choice = ENGINE.choose(position, "8", NODES)
        if truth is None:
            assert not choice.proven, position.diagram()
        elif choice.proven or truth[1] <= 9:
            assert choice.proven, position.diagram()
            assert choice.score == (1.0 if truth[0] is position.to_move else -1.0), position.diagram()
            after = values.get(position.play(choice.move).key)
            assert after is not None and after[0] is truth[0], "it keeps what it has"
        seen.add(truth and truth[0] is position.to_move)
    assert seen == {True, False, None}, "wins, losses and draws were among them"


@pytest.mark.parametrize("level", ["6", "8"])
def test_won_games_are_won(level: Level) -> None:
    every, values = solved("Z")
    dice = random.Random(7)
    long = sorted(key for key, (winner, plies) in values.items() if plies >= 9 and key in every)
    for key in dice.sample(long, 8):
        position, (winner, plies) = every[key], values[key]
        for _ in range(3 * plies):
            if position.outcome() is not None:
                break
            if position.to_move is winner:
                position = position.play(ENGINE.choose(position, level, NODES).move)
            else:
                answers = [position.play(move) for move in position.legal_moves()]
                position = max(answers, key=lambda after: values[after.key][1])
        outcome = position.outcome()
        assert outcome is not None and outcome.winner is winner


def test_a_third_repetition_is_no_win() -> None:
    """Where every winning reply occurred twice before, nothing wins: the engine must not call it won."""
    every, values = solved("Z")
    dice = random.Random(3)
    won = sorted(k for k, (winner, plies) in values.items() if plies >= 3 and winner is every[k].to_move)
    for key in dice.sample(won, 30):
        position = every[key]
        after = [position.play(move) for move in position.legal_moves()]
        winning = [
            reached.key for reached in after if values.get(reached.key, (None,))[0] is position.to_move
        ]
        repeated = JanggiPosition(position.board, position.hands, position.to_move, tuple(winning * 2))
        assert ENGINE.choose(position, "8", NODES).proven or values[key][1] > 9
        assert ENGINE.choose(repeated, "8", NODES).score != 1.0


def test_a_third_repetition_saves_the_losing_side() -> None:
    every, values = solved("Z")
    dice = random.Random(4)
    lost = sorted(k for k, (winner, plies) in values.items() if plies >= 2 and winner is not every[k].to_move)
    for key in dice.sample(lost, 30):
        position = every[key]
        saving = dice.choice(position.legal_moves())
        again = (position.play(saving).key,) * 2
        if position.play(saving).outcome() is None:
            repeated = JanggiPosition(position.board, position.hands, position.to_move, again)
            choice = ENGINE.choose(repeated, "8", NODES)
            assert (choice.move, choice.score, choice.proven) == (saving, 0.0, False)
