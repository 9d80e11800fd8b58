"""The levels as players: legal, repeatable, bounded, and able to stop."""

from __future__ import annotations

import random
import time

import pytest

from ai.base import Limit
from ai.go import engine, komi, search, tree
from ai.go.endgame import assess
from ai.go.levels import LEVELS
from games.base import PASS, Move, Side
from games.go import GO, GoPosition
from tests.variants import sample

ENGINE = engine.ENGINE
SMALL = Limit(60.0, nodes=60, seed=5)
VARIANTS = ("9x9-korean", "9x9-chinese", "13x13-chinese-h3", "19x19-korean-h9", "19x19-chinese")


def after(variant: str, moves: int, seed: int) -> GoPosition:
    """A position of a random game that passes seldom."""
    dice, position = random.Random(seed), GO.start(variant)
    for _ in range(moves):
        points = position.open_points
        move = position.board.names[dice.choice(points)] if points and dice.random() > 0.02 else PASS
        following = position.play(Move(move))
        if following.outcome() is not None or following.scoring:
            break
        position = following
    return position


def test_nodes_bound_a_search() -> None:
    assert ENGINE.choose(GO.start("9x9-korean"), "8", Limit(60.0, nodes=33, seed=4)).nodes == 33
    assert ENGINE.choose(GO.start("19x19-korean"), "8", Limit(0.0, seed=4)).nodes <= 32


def test_a_search_resumes_the_tree_of_the_last_one() -> None:
    searcher = search.searcher()
    position, limit = after("9x9-chinese", 20, seed=8), Limit(60.0)
    searcher.begin(position, assess(position).points, 1, tree.ANY_PASS)
    searcher.think(3000, limit, 9, time.perf_counter())
    chosen = searcher.choice(position)
    between = position.play(chosen.move)
    answer = chosen.line[1]
    following, visits = between.play(answer), dict(line_visits(searcher, chosen.move))[answer]
    searcher.resume(following, assess(following).points, 2, tree.ANY_PASS)
    assert searcher.playouts == visits > 0
    before = {seen.move: seen.visits for seen in searcher.moves(following)}
    assert set(before) <= {*following.legal_moves()}
    assert 0 < sum(before.values()) <= visits
    searcher.think(visits + 500, limit, 9, time.perf_counter())
    after_more = {seen.move: seen.visits for seen in searcher.moves(following)}
    assert all(after_more[move] >= seen for move, seen in before.items())
    assert searcher.choice(following).line[0] in following.legal_moves()


def line_visits(searcher: search.Searcher, move: Move) -> list[tuple[Move, int]]:
    """The replies to a move of the root, with their visits."""
    position = searcher._position
    assert position is not None
    node = searcher._child(0, move, position)
    return [(child[0], child[1]) for child in searcher._children(node, position.play(move))]


def test_another_match_starts_a_new_tree() -> None:
    searcher = search.searcher()
    position = after("9x9-chinese", 20, seed=8)
    searcher.begin(position, assess(position).points, 1, tree.ANY_PASS)
    searcher.think(500, Limit(60.0), 9, time.perf_counter())
    searcher.choice(position)
    for other in (after("9x9-chinese", 22, seed=9), after("9x9-korean", 22, seed=8), position):
        searcher.resume(other, assess(other).points, 2, tree.ANY_PASS)
        assert searcher.playouts == 0


def test_a_search_stops_once_its_choice_cannot_change() -> None:
    """Six stones of White can be captured: everything else is far behind before the simulations are spent."""
    position = GO.position(f"{CAPTURE}to move: first\nvariant: 9x9-chinese")
    searcher = search.searcher()
    searcher.begin(position, [position.board.index[Move(name)] for name in ("e4", "a1")], 1, tree.NO_PASS)
    searcher.think(4000, Limit(60.0), 9, time.perf_counter())
    best, second = searcher.moves(position)[:2]
    assert searcher.playouts < 4000
    assert best.visits - second.visits > 4000 - searcher.playouts
    searcher.begin(
        position, [position.board.index[Move("e4")], position.board.index[Move("a1")]], 1, tree.NO_PASS
    )
    searcher.think(4000, Limit(60.0, nodes=4000), 9, time.perf_counter())
    assert searcher.playouts == 4000


@pytest.mark.parametrize(
    ("visits", "values", "unstable"),
    [
        ((600, 300), (0.5, 0.5), False),
        ((600, 300), (0.5, 0.6), True),
        ((600, 300), (0.5, 0.505), False),
        ((600, 30), (0.5, 0.6), False),
        ((600, 300), (0.6, 0.5), False),
    ],
    ids=["as good", "better", "hardly better", "hardly looked at", "worse"],
)
def test_a_search_takes_twice_as_long_while_another_move_looks_better(
    visits: tuple[int, int], values: tuple[float, float], unstable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    searcher, position = search.Searcher(20_000), GO.start("9x9-korean")
    searcher.begin(position, [39, 40], 1, tree.NO_PASS)
    searcher.think(100, Limit(60.0, nodes=100), 9, time.perf_counter())
    first = searcher._search.nodes[0]["first"]
    for child, seen, value in zip(searcher._search.nodes[first : first + 2], visits, values, strict=True):
        child["visits"], child["wins"] = seen, seen * value
    assert searcher._unstable() is unstable
    monkeypatch.setattr(search.Searcher, "_unstable", lambda _: unstable)
    monkeypatch.setattr(search.Searcher, "_decided", lambda *_: False)
    searcher.think(200, Limit(60.0), 9, time.perf_counter())
    assert searcher.playouts == (400 if unstable else 200)
    searcher.begin(position, [39, 40], 1, tree.NO_PASS)
    searcher.think(200, Limit(60.0, nodes=200), 9, time.perf_counter())
    assert searcher.playouts == 200


def test_openings_vary() -> None:
    position = GO.start("9x9-korean")
    for level in ("1", "2", "3", "5"):
        limits = [Limit(60.0, nodes=100, seed=seed) for seed in range(12)]
        assert len({ENGINE.choose(position, level, limit).move for limit in limits}) > 2


def test_memory_is_bounded() -> None:
    assert search.searcher()._search.nodes.nbytes <= 24 * 2**20


def test_a_full_tree_prunes_its_least_visited_nodes() -> None:
    """So a small tree is as deep as a large one, and learns as much about the root's moves."""
    searcher, position = search.Searcher(6000), GO.start("9x9-korean")
    searcher.begin(position, position.open_points, 1, tree.ANY_PASS)
    searcher.think(400, Limit(60.0, nodes=400), 9, time.perf_counter())
    assert searcher._search.numbers["expand_at"] == tree.EXPAND_AT
    searcher.think(40_000, Limit(60.0, nodes=40_000), 9, time.perf_counter())
    numbers, nodes = searcher._search.numbers, searcher._search.nodes
    assert numbers["used"] <= len(nodes) == 6000
    assert numbers["expand_at"] > tree.EXPAND_AT
    inner = nodes[1 : numbers["used"]]
    assert (inner["visits"][inner["count"] > 0] >= numbers["expand_at"]).all()
    assert searcher.playouts == 40_000
    assert sum(seen.visits for seen in searcher.moves(position)) == 40_000
    assert len(searcher.choice(position).line) >= 4


# -- play ----------------------------------------------------------------------------------------------------

CAPTURE = """
. . . . . . . . .
. . . . . . . . .
. . X X X . O . .
. X O O O X O . .
. X O O O X O . .
. . X X . O . . .
. . . . O . . . .
. . . . O . . . .
. . . . . . . . .
"""


@pytest.mark.parametrize("level", ["7", "8", "shape"])
@pytest.mark.parametrize("side", ["first", "second"])
def test_six_stones_in_atari_are_saved_or_captured(level: str, side: str) -> None:
    position = GO.position(f"{CAPTURE}to move: {side}")
    for seed in range(3):
        move = ENGINE.choose(position, level, Limit(60.0, nodes=1500, seed=seed)).move
        assert move == "e4" or (side, move) == ("second", "f7"), "f7 takes two of the attackers"


KO = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . O X . . . . .
. O X . X . . . .
. . O X . . . . .
. . . . . . . . .
"""


@pytest.mark.parametrize("level", LEVELS)
def test_a_ko_is_not_retaken_at_once(level: str) -> None:
    taken = GO.position(f"{KO}to move: second").play(Move("d3"))
    assert taken.ko is not None
    for seed in range(4):
        choice = ENGINE.choose(taken, level, Limit(60.0, nodes=100, seed=seed))
        assert choice.move != "c3"
        assert choice.line[0] in taken.legal_moves()


SEND_TWO = """
. . . .
. . . .
O O X .
. X . X
"""


@pytest.mark.parametrize(("ruleset", "forbidden"), [("chinese", True), ("korean", False)])
def test_the_tree_knows_the_boards_of_the_match(ruleset: str, forbidden: bool) -> None:
    """After a1 and c1, b1 repeats the first board: by Chinese rules the tree does not have it."""
    position = GO.position(f"{SEND_TWO}variant: 4x4-{ruleset}").play(Move("a1"))
    searcher = search.searcher()
    searcher.begin(position, [position.board.index["c1"]], 1, tree.NO_PASS)
    searcher.think(2000, Limit(60.0, nodes=2000), 4, time.perf_counter())
    looked_at = lines(searcher, 0, position, 2)
    assert ("c1", "a3") in looked_at
    assert (("c1", "b1") in looked_at) is not forbidden


def lines(searcher: search.Searcher, node: int, position: GoPosition, depth: int) -> list[tuple[Move, ...]]:
    """The visited lines of a tree, up to a depth."""
    visited: list[tuple[Move, ...]] = [()]
    start = int(searcher._search.nodes[node]["first"])
    children = searcher._children(node, position)
    for place, (move, visits, _) in enumerate(children):
        if depth and visits:
            visited += [(move, *rest) for rest in lines(searcher, start + place, position, depth - 1)]
    return visited


@pytest.mark.parametrize("ruleset", ["korean", "chinese"])
def test_lines_of_the_tree_are_legal(ruleset: str) -> None:
    for seed in range(3):
        position = GO.position("\n".join([". . . ."] * 4) + f"\nvariant: 4x4-{ruleset}")
        searcher = search.searcher()
        searcher.begin(position, position.open_points, seed, tree.LATE_PASS)
        searcher.think(1500, Limit(60.0), 4, time.perf_counter())
        for line in lines(searcher, 0, position, 7):
            at = position
            for move in line:
                if at.scoring or at.outcome() is not None:
                    break
                assert move in at.legal_moves()
                at = at.play(move)


# -- handicaps and resigning ---------------------------------------------------------------------------------


def test_a_handicap_is_compensated_less_and_less() -> None:
    position = GO.start("9x9-korean-h4")
    points = [komi.handicap_compensation(position)]
    for move in ("e5", "d5", "d4", "e4"):
        position = position.play(Move(move))
        points.append(komi.handicap_compensation(position))
    assert points[0] == 4 * 7
    assert points == sorted(set(points), reverse=True)
    assert komi.handicap_compensation(after("9x9-korean-h4", 60, seed=1)) == 0
    assert komi.handicap_compensation(GO.start("19x19-chinese")) == 0


def test_a_handicap_game_is_scored_by_the_komi_of_the_rules() -> None:
    """White is far behind, but not by the search's own komi."""
    limit = Limit(60.0, nodes=400, seed=1)
    assert ENGINE.choose(GO.start("9x9-korean-h4"), "8", limit).score < -0.5
    searcher = search.searcher()
    best = searcher.moves(GO.start("9x9-korean-h4"))[0]
    assert best.value > 0.2


LOST = """
X X X X X X . X .
X . X X X . X X X
X X X X X X X X X
X X X X X X X X X
. . . . . . . . .
. . . . . . . . .
. O . . . . . X .
. . . . . . . . .
. . . . . . . . .
"""


@pytest.mark.parametrize(
    ("side", "nodes", "resigns"), [("second", 600, True), ("second", 60, False), ("first", 600, False)]
)
def test_a_lost_game_is_resigned_after_enough_simulations(side: str, nodes: int, resigns: bool) -> None:
    position = GO.position(f"{LOST}to move: {side}\nvariant: 9x9-chinese")
    assert ENGINE.choose(position, "8", Limit(60.0, nodes=nodes, seed=1)).resigns is resigns


LOST_13 = """
X X X X X X X X X X X . X
X . X X X . X X X X X X X
X X X X X X X X X X X X X
X X X X X X X X X X X X X
X X X X X X X X X X X X X
X X X X X X X X X X X X X
X X X X X X X X X X X X X
. . . . . . . . . . . . .
. . . . . . . . . . . . .
O O O O O O O O O O O O O
O O O O O O O O O O O O O
O . O O O . O O O O O O O
O O O O O O O O O O O . O
"""


def test_the_score_is_who_wins_whatever_the_margin_weighs() -> None:
    """On 13x13 three tenths of a result are the margin, so that nothing is quite won or lost."""
    lost = GO.position(f"{LOST_13}to move: second\nvariant: 13x13-chinese")
    won = GO.position(f"{LOST_13}to move: first\nvariant: 13x13-chinese")
    limit = Limit(60.0, nodes=800, seed=1)
    behind = ENGINE.choose(lost, "8", limit)
    assert search.searcher().moves(lost)[0].value > 0.02
    assert behind.resigns and behind.score < engine.HOPELESS
    assert ENGINE.choose(won, "8", limit).score > 0.9


def test_a_resumed_search_keeps_its_score() -> None:
    """Also where hardly a simulation is left, whose result alone would be luck."""
    searcher, position = search.Searcher(200_000), GO.start("13x13-chinese")
    searcher.begin(position, position.open_points, 1, tree.NO_PASS)
    searcher.think(4000, Limit(60.0, nodes=4000), 13, time.perf_counter())
    move, answer, *_ = searcher.choice(position).line
    position = position.play(move).play(answer)
    searcher.resume(position, position.open_points, 1, tree.NO_PASS)
    numbers = searcher._search.numbers
    assert searcher.playouts > 30
    assert numbers["playouts"] == pytest.approx(searcher.playouts, abs=1)
    for total in (numbers["won"], numbers["fair"], numbers["results"] / 1e6):
        assert 0.3 < total / searcher.playouts < 0.7


def test_a_handicap_alone_is_no_reason_to_resign() -> None:
    limit = Limit(60.0, nodes=600, seed=1)
    begun = ENGINE.choose(GO.start("9x9-korean-h9"), "8", limit)
    assert begun.score < engine.HOPELESS and not begun.resigns
    late = GO.position(f"{LOST}to move: second\nvariant: 9x9-chinese-h4\nply: 60")
    assert ENGINE.choose(late, "8", limit).resigns


# -- ends ----------------------------------------------------------------------------------------------------

SETTLED = """
. . . . X O . . .
. X . X X O . O .
. . X . X O . . .
. X . X X O O . .
. . . . X O . . .
. X X . X O . O .
. . . X X O O . .
. X . X O O . . .
. . X X O . . O .
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("ruleset", ["korean", "chinese"])
def test_a_settled_board_is_passed(level: str, side: str, ruleset: str) -> None:
    position = GO.position(f"{SETTLED}to move: {side}\nvariant: 9x9-{ruleset}")
    assert ENGINE.choose(position, level, SMALL).move == PASS


NEUTRAL_LEFT = SETTLED.replace(". X . X O O . . .", ". X . X . O . . .")


@pytest.mark.parametrize("level", ["8"])
def test_a_neutral_point_is_taken_before_passing_by_chinese_rules(level: str) -> None:
    position = GO.position(f"{NEUTRAL_LEFT}to move: first\nvariant: 9x9-chinese")
    assert ENGINE.choose(position, level, Limit(60.0, nodes=1500, seed=2)).move == "e2"


DOUBTFUL = """
. . . . . X . X X O O . .
. . . . O X . X X X O . .
. . . X X O X O O X O . .
. . . . X O O O . O . . .
. . . X . X X O . O O . O
. . O O X O . . X X O O X
. . . . . X . X . O X X .
. . X X X . . . . X . . .
. X X . O X . X . . . . .
. O X O O O X . X X O O .
. O O X X O X X O O X O .
O X O X O O X O . O X . .
. X X . . . O . O . . . .
"""


def test_a_long_search_considers_points_that_playouts_hold_for_settled() -> None:
    """From a lost game, in which Pachi would have played d1 and the engine did not consider it."""
    position = GO.position(f"{DOUBTFUL}to move: first\nvariant: 13x13-chinese")
    vital_point = Move("d1")
    left = assess(position)
    assert position.board.index[vital_point] in left.settled
    assert position.board.index[vital_point] not in left.points
    for level, nodes, looks in (("8", 600, True), ("8", 60, False)):
        ENGINE.choose(position, level, Limit(60.0, nodes=nodes, seed=2))
        assert (vital_point in {seen.move for seen in search.searcher().moves(position)}) is looks


REFUTED_BY_ONE_MOVE = """
. . . . X . . . . . . . .
X . X X O O X . . X O . .
. X X O X X O O X . X X .
X O . O . X X X O X . O X
X X O . O O . . O . X X .
. O . . . . O . . O O O .
. O X . . . . O O . . O .
. X . X . O . X O . X . .
X . X O O . X X O O X X .
. X X X O O O X X X O X X
. . X O O . X . X O O O O
. O X O . O O X . X O . O
. . O . O . X . X X O X .
"""


def test_a_refutation_found_below_one_move_is_tried_below_the_others() -> None:
    """From a lost game: all moves of White seemed equally good, until m2 was found below each of them."""
    position = GO.position(f"{REFUTED_BY_ONE_MOVE}to move: second\nvariant: 13x13-chinese")
    for seed in (0, 1):
        assert ENGINE.choose(position, "8", Limit(60.0, nodes=25_000, seed=seed)).score < 0.65


def searched(ruleset: str, passing: int) -> tuple[search.Searcher, GoPosition]:
    """A finished search of a board on which only e2 is worth a stone, and the board."""
    position, searcher = (
        GO.position(f"{NEUTRAL_LEFT}to move: first\nvariant: 9x9-{ruleset}"),
        search.searcher(),
    )
    searcher.begin(position, position.open_points, 1, passing)
    searcher.think(600, Limit(60.0, nodes=600), 9, time.perf_counter())
    return searcher, position


@pytest.mark.parametrize(
    ("ruleset", "visits", "worse", "chosen"),
    [
        ("chinese", 20, 0.0, "f1"),
        ("chinese", 20, 0.005, "e2"),
        ("chinese", 7, 0.0, "e2"),
        ("korean", 20, 0.005, "f1"),
        ("korean", 20, 0.05, "e2"),
    ],
)
def test_a_settled_point_is_taken_only_if_it_is_better(
    ruleset: str, visits: int, worse: float, chosen: str
) -> None:
    searcher, position = searched(ruleset, tree.NO_PASS)
    points = {name: position.board.index[Move(name)] for name in ("e2", "f1")}
    for name, looks, value in (("e2", 400, 0.5), ("f1", visits, 0.5 - worse)):
        node = searcher._search.nodes[searcher._child(0, Move(name), position)]
        node["visits"], node["wins"] = looks, looks * value
    doubted = [point for point in position.open_points if point != points["f1"]]
    assert searcher.best(position) == "e2"
    assert searcher.best(position, doubted) == chosen


def test_a_pass_with_few_visits_is_not_the_best() -> None:
    searcher, position = searched("chinese", tree.LATE_PASS)
    most = searcher.moves(position)[0].visits
    node = searcher._search.nodes[searcher._child(0, PASS, position)]
    for visits, best in ((most // 3, False), (most - 1, True)):
        node["visits"] = node["wins"] = visits
        assert (searcher.best(position) == PASS) is best


@pytest.mark.parametrize(
    ("variant", "level"),
    sample(["9x9-korean", "9x9-chinese", "13x13-korean-h2"], ["1", "3", "shape"]),
)
def test_against_an_opponent_who_only_passes_the_game_is_soon_over(level: str, variant: str) -> None:
    position, human = (
        GO.start(variant),
        Side.FIRST if GO.start(variant).to_move is Side.FIRST else Side.SECOND,
    )
    human = human.other if level == "3" else human
    while position.outcome() is None:
        if position.to_move is human:
            move = Move("agree") if position.scoring else PASS
        else:
            move = ENGINE.choose(position, level, SMALL).move
        position = position.play(move)
        assert position.ply < position.board.area
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is human.other


@pytest.mark.parametrize(
    ("levels", "variant"),
    sample([("3", "shape"), ("shape", "2"), ("1", "4")], ["9x9-korean", "9x9-chinese"]),
)
def test_games_between_levels_end_by_agreement(levels: tuple[str, str], variant: str) -> None:
    black, white = levels
    dice, position = random.Random(f"{black} {white}"), GO.start(variant)
    while position.outcome() is None:
        level = black if position.to_move is Side.FIRST else white
        limit = Limit(60.0, nodes=60, seed=dice.getrandbits(40))
        position = position.play(ENGINE.choose(position, level, limit).move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "outcome.points"
    assert position.ply < 200


def test_own_eyes_and_settled_points_are_not_worth_a_stone() -> None:
    position = GO.position(f"{NEUTRAL_LEFT}to move: first")
    names = {position.board.names[point] for point in assess(position).points}
    assert names == {"e2"}
    opening = GO.start("9x9-korean")
    assert set(assess(opening).points) == set(opening.open_points)
