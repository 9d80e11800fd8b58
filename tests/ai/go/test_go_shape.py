"""The source's player: a diagram for every element, and that its score is their one-ply sum."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ai.base import Limit
from ai.go.one_ply_features import OnePlyFeatures
from ai.go.shape import player, shapes, strategy, tactics, territory
from ai.go.shape.shapes import Place
from ai.go.shape.weights import GOOD_SHAPE, MULTIPLIER, WEIGHTS, Phase, bounds, phase
from games.base import Move
from games.go import GO, GoPosition


def drawn(diagram: str) -> GoPosition:
    """The position of rows between slashes."""
    rows = [row.strip() for row in diagram.split("/")]
    return GO.position("\n".join(rows))


def stones(size: int, black: str = "", white: str = "") -> GoPosition:
    """A board too large to draw: the names of the stones."""
    rows = [["."] * size for _ in range(size)]
    at = GO.start(f"{size}x{size}-korean").board.index
    for symbol, names in (("X", black), ("O", white)):
        for name in names.split():
            row, column = divmod(at[name], size)
            rows[row][column] = symbol
    return GO.position("\n".join(" ".join(row) for row in rows))


def seen(position: GoPosition, name: str) -> tuple[OnePlyFeatures, int]:
    return OnePlyFeatures(position), position.board.index[Move(name)]


# -- tactics -------------------------------------------------------------------------------------------------

W = WEIGHTS


@pytest.mark.parametrize(
    ("diagram", "move", "worth"),
    [
        pytest.param(
            ". X . . / X O . . / . X . . / . . . .", "c3", W["capture"] + W["capture stone"], id="takes one"
        ),
        pytest.param(
            ". X X . / X O O . / . X X . / . . . .",
            "d3",
            W["capture"] + 2 * W["capture stone"],
            id="takes two, which is more",
        ),
        pytest.param(
            "O X . . . / O X . . . / . . . . . / . . . . . / . . . . .",
            "a3",
            W["capture"] + 2 * W["capture stone"],
            id="takes at the edge",
        ),
        pytest.param(
            ". O . . . / O X . . . / . O . . . / . . . . . / . . . . .",
            "c4",
            W["save"] + W["save stone"],
            id="saves one by making it longer",
        ),
        pytest.param(
            ". . O . . / . O X O . / . . X . . / . O O O . / . . . . .", "b3", 0.0, id="escapes nothing"
        ),
        pytest.param("O X . . / . . . . / . . . . / . . . .", "d1", 0.0, id="nothing to do with it"),
        pytest.param(
            ". . . . . / . O X . . / . . . . . / . . . . . / . . . . .", "a5", 0.0, id="two liberties left"
        ),
        pytest.param(
            ". X . . . / X O . . . / . . . . . / . . . . . / . . . . .",
            "b3",
            W["atari"] + W["atari stone"],
            id="atari",
        ),
        pytest.param(
            ". X . . . / X O . O . / . . O . . / . . . . . / . . . . .", "c4", 0.0, id="an atari that loses"
        ),
    ],
)
def test_tactics(diagram: str, move: str, worth: float) -> None:
    assert tactics.tactics(*seen(drawn(diagram), move)) == worth


def test_a_group_is_saved_by_taking_its_attacker() -> None:
    features, point = seen(drawn("X O X . . / . . . . . / . . . . . / . . . . . / . . . . ."), "b4")
    worth = W["capture"] + W["capture stone"] + W["save"] + W["save stone"]
    assert tactics.tactics(features, point) == worth


def test_tactics_outweigh_everything_else_together() -> None:
    least = W["atari"] + W["atari stone"]
    others = [weight for name, weight in W.items() if name.split()[0] not in ("capture", "save", "atari")]
    strategic = W["empty corner 4-4"] + W["extension line 3"] + 3 * W["connection"]
    most = strategic * MULTIPLIER[Phase.OPENING] + sum(weight for weight in others if weight > 0) / 2
    assert least > most
    assert W["capture"] > W["save"] > W["atari"]


# -- phases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on_board", "expected"),
    [
        (0, Phase.OPENING),
        (30, Phase.OPENING),
        (31, Phase.MIDDLE),
        (150, Phase.MIDDLE),
        (151, Phase.LATE),
        (300, Phase.LATE),
    ],
)
def test_phases_are_the_sources_on_19x19(on_board: int, expected: Phase) -> None:
    assert phase(on_board, 19) is expected


def test_phases_of_small_boards_are_the_same_part_of_the_game() -> None:
    assert (bounds(9).opening, bounds(9).middle) == (6, 33)
    assert (bounds(13).opening, bounds(13).middle) == (14, 70)


def test_strategy_counts_less_the_later_it_is_and_good_shape_less_early_on() -> None:
    assert MULTIPLIER[Phase.OPENING] > MULTIPLIER[Phase.MIDDLE] > MULTIPLIER[Phase.LATE] > 0
    assert GOOD_SHAPE[Phase.OPENING] < GOOD_SHAPE[Phase.MIDDLE]


# -- strategy ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "move", "worth"),
    [
        pytest.param(stones(19), "d4", W["empty corner 4-4"], id="4-4"),
        pytest.param(stones(19), "q16", W["empty corner 4-4"], id="4-4, far corner"),
        pytest.param(stones(19), "r4", W["empty corner 3-4"], id="3-4"),
        pytest.param(stones(19), "c16", W["empty corner 3-4"], id="3-4 the other way"),
        pytest.param(stones(19), "c3", 0.0, id="3-3 is not named"),
        pytest.param(stones(9), "c3", W["empty corner 4-4"], id="a line lower on 9x9"),
        pytest.param(stones(19, white="e4"), "d4", 0.0, id="not empty"),
        pytest.param(stones(19, black="d4"), "f3", W["enclosure"], id="enclosure, knight's move"),
        pytest.param(stones(19, black="c4"), "e4", W["enclosure"], id="enclosure, one space"),
        pytest.param(stones(19, black="d4"), "f2", 0.0, id="too low to enclose"),
        pytest.param(stones(19, black="d4 f3"), "c6", 0.0, id="enclosed already"),
        pytest.param(stones(19, white="d4"), "f3", W["approach"], id="approach"),
        pytest.param(stones(19, white="c4"), "e3", W["approach"], id="approach to 3-4"),
        pytest.param(stones(19, white="d4", black="c6"), "f3", 0.0, id="approached already"),
    ],
)
def test_corners(position: GoPosition, move: str, worth: float) -> None:
    features, point = seen(position, move)
    corner = strategy.near_corner(features, point)
    assert corner is not None
    assert strategy.corner_influence(features, corner) == worth


@pytest.mark.parametrize(
    ("position", "move", "worth"),
    [
        pytest.param(stones(19, black="d3"), "h3", W["extension line 3"], id="along line 3"),
        pytest.param(stones(19, black="d4"), "j4", W["extension line 4"], id="along line 4"),
        pytest.param(stones(19, black="c10"), "c13", W["extension line 3"], id="up a side"),
        pytest.param(stones(19, black="d3"), "e3", 0.0, id="a step is no extension"),
        pytest.param(stones(19, black="d3"), "k3", 0.0, id="too far"),
        pytest.param(stones(19, black="d3", white="f3"), "h3", 0.0, id="an enemy between"),
        pytest.param(stones(19, black="d5"), "h5", 0.0, id="line 5"),
        pytest.param(stones(19, black="d2"), "h2", 0.0, id="line 2"),
    ],
)
def test_side_extensions(position: GoPosition, move: str, worth: float) -> None:
    assert strategy.side_expansion(*seen(position, move)) == worth


def test_connectivity_counts_own_stones_nearby() -> None:
    for black, friends in (("", 0), ("k9", 1), ("k9 l10", 2), ("k9 l10 h10 j11 k8", 3), ("g10", 0)):
        worth = strategy.connectivity(*seen(stones(19, black=black, white="k11"), "k10"))
        assert worth == friends * W["connection"]


def test_a_corner_is_near_or_not() -> None:
    position = stones(19)
    inside = [
        name for name in ("a1", "f6", "t19", "o14", "a19") if strategy.near_corner(*seen(position, name))
    ]
    assert inside == ["a1", "f6", "t19", "o14", "a19"]
    assert [name for name in ("k10", "g3", "c10", "n14") if strategy.near_corner(*seen(position, name))] == []


# -- shapes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "diagram", "move", "there"),
    [
        (shapes.is_tigers_mouth, ". . . . . / . X . X . / . . . . . / . . . . . / . . . . .", "c3", True),
        (shapes.is_tigers_mouth, ". . . . . / . X O X . / . . . . . / . . . . . / . . . . .", "c3", False),
        (shapes.is_tigers_mouth, ". . . . . / . X . . . / . . . . . / . . . . . / . . . . .", "c3", False),
        (
            shapes.is_knight_connection,
            ". . . . . / . X . . . / . . . . . / . . . . . / . . . . .",
            "d3",
            True,
        ),
        (
            shapes.is_knight_connection,
            ". . . . . / . X O . . / . . . . . / . . . . . / . . . . .",
            "d3",
            False,
        ),
        (
            shapes.is_knight_connection,
            ". . . . . / . X . . . / . . . . . / . . . . . / . . . . .",
            "d4",
            False,
        ),
        (shapes.is_bamboo_joint, ". . . . . / . X . X . / . X . . . / . . . . . / . . . . .", "d3", True),
        (shapes.is_bamboo_joint, ". . . . . / . X O X . / . X . . . / . . . . . / . . . . .", "d3", False),
        (shapes.is_bamboo_joint, ". . . . . / . X . X . / . . . . . / . . . . . / . . . . .", "d3", False),
        (shapes.is_solid_connection, ". . . . . / . O X . . / . X . . . / . . . . . / . . . . .", "c3", True),
        (
            shapes.is_solid_connection,
            ". . . . . / . . X . . / . X . . . / . . . . . / . . . . .",
            "c3",
            False,
        ),
        (
            shapes.is_solid_connection,
            ". . . . . / . O X . . / . . . . . / . . . . . / . . . . .",
            "c3",
            False,
        ),
        (shapes.makes_eye, ". X . . . / X . . . . / . X . . . / . . . . . / . . . . .", "c4", True),
        (shapes.makes_eye, ". X O . . / X . . O . / . X O . . / . . . . . / . . . . .", "c4", False),
        (shapes.makes_eye, ". X . . . / . X . . . / . . . . . / . . . . . / . . . . .", "a4", True),
        (shapes.makes_eye, ". X . . . / . O . . . / . . . . . / . . . . . / . . . . .", "a4", False),
        (shapes.is_bulky_five, ". . . . . / . X X . . / . X . X . / . . . . . / . . . . .", "c3", True),
        (shapes.is_bulky_five, ". . . . . / . X X . . / . X . . . / . . . . . / . . . . .", "c3", False),
        (shapes.is_heavy, ". . . . . / O X O . . / O X . X . / . O O O . / . . . . .", "c3", True),
        (shapes.is_heavy, ". . . . . / . X . . . / . X . X . / . . . . . / . . . . .", "c3", False),
    ],
)
def test_shapes(form: Callable[[Place], bool], diagram: str, move: str, there: bool) -> None:
    assert form(Place(*seen(drawn(diagram), move))) is there


@pytest.mark.parametrize(
    ("diagram", "move", "number"),
    [
        (". . . . . / . X X . . / . . . . . / . . . . . / . . . . .", "c3", 1),
        (". . . . . / . X O . . / . . . . . / . . . . . / . . . . .", "b3", 0),
        (". . . . . / . X O . . / . . X . . / . . . . . / . . . . .", "b3", 0),
        (". . . . . / . X . . . / . . X . . / . . . . . / . . . . .", "b3", 1),
        (". . . . . / . X X . . / . . . X . / . . . . . / . . . . .", "c3", 2),
        (". . . . . / . X X . . / . X . . . / . . . . . / . . . . .", "c3", 0),
    ],
)
def test_empty_triangles(diagram: str, move: str, number: int) -> None:
    assert shapes.empty_triangles(Place(*seen(drawn(diagram), move))) == number


def test_good_and_bad_shapes_are_weighed_and_added() -> None:
    mouth = drawn(". . . . . / . X . X . / . . . . . / . . . . . / . . . . .")
    assert shapes.good_shape(*seen(mouth, "c3")) == W["tiger's mouth"]
    joint = drawn(". . . . . / . X . X . / . X . . . / . . . . . / . . . . .")
    assert shapes.good_shape(*seen(joint, "d3")) == W["bamboo joint"] + W["knight connection"]
    triangle = drawn(". . . . . / . X X . . / . . . . . / . . . . . / . . . . .")
    assert shapes.bad_shape(*seen(triangle, "c3")) == W["empty triangle"]
    clumsy = drawn(". . . . . / . X X X . / . X . . . / . . . . . / . . . . .")
    assert shapes.bad_shape(*seen(clumsy, "c3")) == W["clumsy"] + W["empty triangle"]


# -- territory -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "name"), [("d4", "corner"), ("k3", "side"), ("c10", "side"), ("k10", "center")]
)
def test_regions(move: str, name: str) -> None:
    assert territory.region(*seen(stones(19), move)) == name


def test_corners_are_worth_more_than_sides_and_those_more_than_the_center() -> None:
    assert W["corner"] > W["side"] > W["center"] > 0
    assert W["big corner"] > W["big side"] > W["big center"] > 0


def test_contact_is_bad_then_neutral_then_good() -> None:
    touching = seen(stones(19, white="k10"), "k11")
    worth = [territory.contact(*touching, now) for now in Phase]
    assert worth[0] < worth[1] == 0 < worth[2]
    assert all(territory.contact(*seen(stones(19, black="k10"), "k11"), now) == 0 for now in Phase)


@pytest.mark.parametrize(
    ("position", "move", "worths"),
    [
        pytest.param(stones(19), "d4", (W["big corner"], W["big corner"], 0), id="an empty corner"),
        pytest.param(stones(19, white="c3"), "d4", (0, 0, 0), id="a corner that is taken"),
        pytest.param(stones(19), "k3", (W["big side"], W["big side"], 0), id="an empty side"),
        pytest.param(stones(19, black="l4"), "k3", (0, 0, 0), id="a side that is not spacious"),
        pytest.param(stones(19), "k10", (0, W["big center"], 0), id="the center, from the middle game on"),
        pytest.param(stones(19), "k1", (0, 0, 0), id="the edge"),
    ],
)
def test_big_points(position: GoPosition, move: str, worths: tuple[float, ...]) -> None:
    assert tuple(territory.big_point(*seen(position, move), now) for now in Phase) == worths


def test_spacious_means_nothing_nearby() -> None:
    assert territory.is_spacious(*seen(stones(19, black="d4"), "k10"))
    assert not territory.is_spacious(*seen(stones(19, black="k8"), "k10"))
    assert not territory.is_spacious(*seen(stones(19, white="l11"), "k10"))


def test_edges_are_for_the_endgame() -> None:
    first, second, third = (seen(stones(19), name) for name in ("k1", "k2", "k3"))
    for now in Phase:
        assert territory.edge(*first, now) < territory.edge(*second, now) < territory.edge(*third, now) == 0
    assert territory.edge(*first, Phase.LATE) > territory.edge(*first, Phase.OPENING)


# -- the player ----------------------------------------------------------------------------------------------


def test_suicide_is_minus_infinity_unless_it_captures() -> None:
    suicide = drawn(". O . . / O O . . / . . . . / . . . .")
    assert player.score(*seen(suicide, "a4")) == float("-inf")
    captures = drawn(". O X . / O X . . / X . . . / . . . .")
    assert player.score(*seen(captures, "a4")) > W["capture"]


def test_a_score_is_the_sum_of_its_parts() -> None:
    position = stones(19, black="d4 q16 f3", white="d16 q4 f5 e5")
    for name in ("c4", "e4", "f4", "k3", "k10", "a1", "c14"):
        features, point = seen(position, name)
        now = phase(7, 19)
        assert player.score(features, point) == pytest.approx(
            tactics.tactics(features, point)
            + strategy.strategy(features, point) * MULTIPLIER[now]
            + shapes.good_shape(features, point) * GOOD_SHAPE[now]
            - shapes.bad_shape(features, point)
            + territory.territory(features, point, now)
        )


def test_ties_are_broken_at_random_and_only_ties() -> None:
    position = GO.start("19x19-korean")
    moves = {player.play(position, position.open_points, Limit(1.0, seed=s)).move for s in range(20)}
    assert moves == {"d4", "d16", "q4", "q16"}


def test_a_seed_repeats_a_choice() -> None:
    position = GO.start("9x9-korean")
    choices = {player.play(position, position.open_points, Limit(1.0, seed=3)) for _ in range(5)}
    assert len(choices) == 1


def test_points_of_a_ko_or_a_repetition_are_never_chosen() -> None:
    ko = GO.position(". O X . .\nO X . X .\n. O X . .\n. . . . .\n. . . . .\nko: c4\nto move: second")
    for seed in range(10):
        assert player.play(ko, ko.open_points, Limit(1.0, seed=seed)).move != "c4"
    dice = random.Random(1)
    for _ in range(3):
        position = GO.start("9x9-chinese")
        while position.outcome() is None and not position.scoring and position.ply < 120:
            points = position.open_points
            move = (
                player.play(position, points, Limit(1.0, seed=dice.getrandbits(30))).move
                if points
                else "pass"
            )
            assert move in position.legal_moves()
            position = position.play(Move(move))


def test_its_score_is_what_its_stones_reach() -> None:
    black = drawn("X X X . . / X X X . . / X X X . . / X X X . . / X X . . .")
    white = GO.position(black.diagram().replace("to move: first", "to move: second"))
    assert player.estimate_score(black) == pytest.approx((20 - 6.5) / 25, abs=0.2)
    assert player.estimate_score(white) == -player.estimate_score(black)
