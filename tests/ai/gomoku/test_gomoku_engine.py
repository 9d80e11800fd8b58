"""The levels as players: legal, repeatable, and right about what they call proven."""

from __future__ import annotations

import random

import pytest

from ai.base import Choice, Limit
from ai.gomoku import engine
from ai.gomoku.levels import LEVELS
from games.base import PASS, Move, Side
from games.gomoku import GOMOKU, GomokuPosition
from tests.ai.gomoku.positions import crowd, drawn, must_pass, near_game
from tests.ai.player_contract import check_choice
from tests.variants import sample

ENGINE = engine.ENGINE
SMALL = Limit(60.0, nodes=400, seed=5)
SEARCHING = ["8"]
SOURCES = ["window", "weights"]


@pytest.mark.parametrize(
    ("variant", "level"),
    [
        pytest.param(variant, level, marks=[pytest.mark.soak] if level == "7" and number % 3 else [])
        for number, variant in enumerate(GOMOKU.variants)
        for level in LEVELS
        if level not in "2356"
    ],
)
def test_choices_are_legal_and_whole(variant: str, level: str) -> None:
    """Level 7, which takes ten times as long as the others, is asked in fewer positions and variants."""
    check_choice(GOMOKU.start(variant), ENGINE.choose(GOMOKU.start(variant), level, SMALL))
    for seed, stones in enumerate((4, 24) if level == "7" else (1, 4, 11, 24, 45)):
        position = near_game(variant, stones, seed)
        check_choice(position, ENGINE.choose(position, level, SMALL))
    rng = random.Random(f"{variant} {level}")
    for side in Side:
        position = crowd(rng, variant, side)
        check_choice(position, ENGINE.choose(position, level, SMALL))


@pytest.mark.parametrize("level", SEARCHING)
def test_nodes_bound_a_search(level: str) -> None:
    choice = ENGINE.choose(near_game("renju-15", 14, 2), level, Limit(60.0, nodes=1000, seed=1))
    assert choice.nodes <= 1001


@pytest.mark.parametrize("level", [*"1478"])
def test_openings_vary(level: str) -> None:
    position, moves = drawn("renju-15", "X", Side.SECOND), set[Move]()
    for seed in range(12):
        moves.add(ENGINE.choose(position, level, Limit(60.0, nodes=500, seed=seed)).move)
        if len(moves) == 3:
            break
    assert len(moves) == 3


def finishing(position: GomokuPosition) -> set[Move]:
    return {move for move in position.legal_moves() if position.play(move).winner is position.to_move}


FIVES = [
    ("XXXX. OOOO.", "both have four"),
    ("XXX.X OOO..", "a gap"),
    ("X.... .X... ..X.. OOO.. ....X", "a diagonal"),
]


@pytest.mark.parametrize("level", [*SEARCHING, *SOURCES])
@pytest.mark.parametrize(("rows", "why"), FIVES, ids=[why for _, why in FIVES])
@pytest.mark.parametrize("variant", ["renju-15", "omok-15", "standard-19"])
def test_a_five_is_made(variant: str, rows: str, why: str, level: str) -> None:
    for side in Side:
        rows_of_side = rows if side is Side.FIRST else rows.translate(str.maketrans("XO", "OX"))
        position = drawn(variant, rows_of_side, side)
        choice = ENGINE.choose(position, level, SMALL)
        assert choice.move in finishing(position), why
        assert (choice.score, choice.proven) == (1.0, True)


BLOCKS = [
    ("OOOOX ..X.. .XX..", "four in a row"),
    ("OO.OO ..X.. .XX..", "a gap"),
    ("X..X. .O... XXO.. ...O. ....O .....", "a diagonal"),
]


@pytest.mark.parametrize("level", [*SEARCHING, *SOURCES])
@pytest.mark.parametrize(("rows", "why"), BLOCKS, ids=[why for _, why in BLOCKS])
def test_a_five_is_stopped(rows: str, why: str, level: str) -> None:
    position = drawn("renju-15", rows)
    as_white = GomokuPosition(position.variant, position.points, Side.SECOND)
    stops = finishing(as_white)
    assert len(stops) == 1
    assert not finishing(position)
    assert {ENGINE.choose(position, level, SMALL).move} == stops, why


@pytest.mark.parametrize("level", ["8"])
@pytest.mark.parametrize("rows", ["..... .OOO. ..... X...X X....", ".O.OO. ...... X..... ....X. .X...."])
def test_an_open_three_is_answered(rows: str, level: str) -> None:
    position = drawn("renju-15", rows)
    after = position.play(ENGINE.choose(position, level, Limit(60.0, nodes=8000, seed=1)).move)
    for reply in after.legal_moves():
        fours = GomokuPosition(after.variant, after.play(reply).points, Side.SECOND)
        assert len(finishing(fours)) < 2, "White can make an open four"


WON = [
    ("renju-15", Side.FIRST, "...... .XXX.. ...... OO..O. .O....", "an open three becomes four"),
    ("renju-15", Side.FIRST, "OXXX... ....... ..X.... ..XO... ..O.... .......", "four and three"),
    (
        "freestyle-15",
        Side.FIRST,
        "...... .OXX.. ...O.. ..X... ..X..O ......",
        "two threes where they are allowed",
    ),
    ("renju-15", Side.SECOND, "...... .XOO.. ...X.. ..O... ..O..X ......", "two threes of White's"),
    ("omok-15", Side.FIRST, ".OXXX.. .O..... .X..... .X..... .X.....", "two fours where they are allowed"),
]


@pytest.mark.parametrize("level", ["8"])
@pytest.mark.parametrize(("variant", "side", "rows", "why"), WON, ids=[why for *_, why in WON])
def test_wins_are_seen_and_proven(variant: str, side: Side, rows: str, why: str, level: str) -> None:
    position = drawn(variant, rows, side)
    choice = ENGINE.choose(position, level, Limit(60.0, nodes=40_000, seed=1))
    assert (choice.score, choice.proven) == (1.0, True), why
    check_choice(position, choice)
    assert plays_out(position, side, choice), why


def plays_out(position: GomokuPosition, side: Side, choice: Choice) -> bool:
    """Whether the proven side wins against the strongest defense."""
    position = position.play(choice.move)
    for _ in range(30):
        if position.outcome() is not None:
            return position.winner is side
        limit = Limit(60.0, nodes=20_000, seed=2)
        position = position.play(ENGINE.choose(position, "8", limit).move)
    return False


@pytest.mark.parametrize("level", ["8"])
def test_a_lost_game_is_known_to_be_lost(level: str) -> None:
    position = drawn("renju-15", "....... .OOOO.. ....... XX..X.. ..X....")
    choice = ENGINE.choose(position, level, Limit(60.0, nodes=5000, seed=1))
    assert (choice.score, choice.proven) == (-1.0, True)
    assert choice.move in position.legal_moves()


def best_result(position: GomokuPosition) -> int:
    """1, 0 or -1 for the side to move under best play, by the rules alone."""
    if (outcome := position.outcome()) is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner is position.to_move else -1
    return max(-best_result(position.play(move)) for move in position.legal_moves())


@pytest.mark.parametrize("variant", ["freestyle-15", "standard-15", "omok-15"])
def test_ends_of_games_are_played_perfectly(variant: str) -> None:
    rng = random.Random(variant)
    results = dict.fromkeys((-1, 0, 1), 0)
    while min(results.values()) < 2:
        position = nearly_full(rng, variant, empties=5)
        if position.outcome() is not None or results[result := best_result(position)] >= 2:
            continue
        results[result] += 1
        choice = ENGINE.choose(position, "8", Limit(60.0, nodes=20_000, seed=1))
        assert -best_result(position.play(choice.move)) == result, position.diagram()
        assert choice.score == result or not choice.proven


def nearly_full(rng: random.Random, variant: str, empties: int) -> GomokuPosition:
    cells = [list((["XXOO" * 4, "OOXX" * 4][row % 2])[:15]) for row in range(15)]
    for _ in range(40):
        row, column = rng.randrange(15), rng.randrange(15)
        cells[row][column] = "XO"[cells[row][column] == "X"]
    for place in rng.sample(range(15 * 15), empties):
        cells[place // 15][place % 15] = "."
    board = "\n".join(" ".join(row) for row in cells)
    return GOMOKU.position(f"{board}\nto move: {rng.choice(['first', 'second'])}\nvariant: {variant}")


def test_black_never_plays_what_renju_refuses_and_white_uses_it() -> None:
    # Black can stop the four only on a point where the stone would make six: White has won.
    trap = drawn("renju-15", "...X... ...O... ...O... ...O... ...O... XXX.XXX ...X...")
    (stop,) = [move for move in trap.forbidden if trap.forbidden[move] == "rule.overline"]
    for level in SEARCHING:
        choice = ENGINE.choose(trap, level, SMALL)
        assert choice.move != stop
        assert choice.move in trap.legal_moves()
        assert (choice.score, choice.proven) == (-1.0, True)
    threat = drawn("renju-15", "...X... ....... ...O... ...O... ...O... XXX.XXX ...X...", Side.SECOND)
    assert ENGINE.choose(threat, "8", Limit(60.0, nodes=5000, seed=1)).score == 1.0


@pytest.mark.parametrize("level", LEVELS)
def test_a_forced_pass_is_passed(level: str) -> None:
    choice = ENGINE.choose(must_pass(), level, SMALL)
    assert (choice.move, choice.line) == (PASS, (PASS,))
    answer = must_pass().play(PASS)
    check_choice(answer, ENGINE.choose(answer, level, SMALL))


def test_a_search_that_is_cut_short_at_once_still_answers() -> None:
    for variant in GOMOKU.variants:
        position = near_game(variant, 15, 8)
        choice = ENGINE.choose(position, "8", Limit(0.0, nodes=1))
        assert choice.move in position.legal_moves()
        assert choice.depth == 1


@pytest.mark.parametrize(("level", "variant"), sample(["3", "5", "8", "7"], ["renju-15", "omok-19"]))
def test_the_first_moves_stay_together(level: str, variant: str) -> None:
    """The second stone is beside the first, the third and fourth near them; which one varies."""
    replies = set()
    for seed in range(2):
        position = GOMOKU.start(variant)
        middle = position.size // 2
        position = position.play(position.board.grid.name(middle * position.size + middle))
        for reach in (1, 3, 5):
            move = ENGINE.choose(position, level, Limit(1.0, nodes=300, seed=seed)).move
            row, column = divmod(position.board.grid.index(move), position.size)
            assert max(abs(row - middle), abs(column - middle)) <= reach
            position = position.play(move)
            replies.add(move)
    assert len(replies) > 3
