"""The model of errors on positions that are written down: what is seen at which depth, by whom."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from ai.base import Limit
from ai.human.mind import Mind
from ai.human.player import choose, undoing
from ai.human.sight import DECIDED, Reading
from games.base import Move

SEEDS = range(300)
A, B, C, TRAP = map(Move, ("a1", "b1", "c1", "h8"))


@dataclass
class Written:
    """Moves with their impressions and, by depth from 1 on, their values; all depend on ``answer``."""

    values: Mapping[Move, Sequence[float]]
    liked: Mapping[Move, float] = field(default_factory=dict)
    answer: Move | None = TRAP
    shown: frozenset[Move] = frozenset()
    readings: list[tuple[int, tuple[Move, ...]]] = field(default_factory=list)

    @property
    def deepest(self) -> int:
        return max(map(len, self.values.values()))

    def impressions(self) -> Mapping[Move, float]:
        return {move: self.liked.get(move, 0.0) for move in self.values}

    def read(self, moves: Sequence[Move], depth: int) -> Sequence[Reading]:
        self.readings.append((depth, tuple(moves)))
        return [
            Reading(self.values[move][min(depth, len(self.values[move])) - 1], self.answer) for move in moves
        ]


def chosen(sight: Written, skill: float, seed: int, played: int = 0) -> Move:
    return choose(sight, Mind(skill), Limit(60.0, seed=seed), (A,) * played).move


def share(sight: Written, skill: float, move: Move) -> float:
    """How many of many players of a skill choose a move."""
    return sum(chosen(sight, skill, seed) == move for seed in SEEDS) / len(SEEDS)


@pytest.mark.parametrize("depth", [2, 4, 6])
def test_a_trap_catches_fewer_the_more_they_read(depth: int) -> None:
    """The move that looks better loses a piece some plies later."""
    sight = Written({A: [2.0] * (depth - 1) + [-DECIDED], B: [0.0]}, {A: 2.0})
    caught = [share(sight, depth + more, A) for more in (-2, -1, 0, 1, 2, 4)]
    assert caught[0] > 0.7 and caught[-1] < 0.1
    assert caught == sorted(caught, reverse=True)


@pytest.mark.parametrize(
    ("processor", "clock", "read"), [(0.0, 0.9, 3), (0.0, 1.1, 1), (0.3, 0.3, 1), (0.2, 0.9, 3)]
)
def test_a_busy_machine_reads_as_deep_as_an_idle_one(
    monkeypatch: pytest.MonkeyPatch, processor: float, clock: float, read: int
) -> None:
    """The first depth took so much of a limit of one second."""
    sight = Written({A: [2.0] * 3, B: [0.0]}, answer=None)
    monkeypatch.setattr(time, "thread_time", lambda: processor if sight.readings else 0.0)
    monkeypatch.setattr(time, "perf_counter", lambda: clock if sight.readings else 0.0)
    choose(sight, Mind(99.0), Limit(1.0, seed=0), ())
    assert max(depth for depth, _ in sight.readings) == read


def test_a_deeper_trap_catches_more() -> None:
    caught = [share(Written({A: [2.0] * (depth - 1) + [-DECIDED], B: [0.0]}), 4, A) for depth in range(2, 9)]
    assert caught == sorted(caught) and caught[-1] - caught[0] > 0.7


def test_what_the_last_move_points_to_is_seen_by_more() -> None:
    values = {A: [2.0, 2.0, -DECIDED], B: [0.0]}
    assert share(Written(values, shown=frozenset({TRAP})), 2, A) < share(Written(values), 2, A) - 0.2


def test_a_threat_is_overlooked_for_all_moves_alike() -> None:
    """Whoever does not see the threat does not play the one move that stops it for another reason either."""
    values = {Move(f"{column}1"): [0.0, 0.0, 0.0, -DECIDED] for column in "abcdefg"}
    stops = Move("h1")
    stopped = share(Written({**values, stops: [0.0]}), 4, stops)
    assert 0.4 < stopped < 0.75, "by half of the players of skill 4, and now and then by chance"


def test_what_is_overlooked_stays_so_and_is_seen_later() -> None:
    sight = Written({A: [2.0, 2.0, -DECIDED], B: [0.0]})
    fooled = [[chosen(sight, 3, seed, played) == A for played in range(40)] for seed in range(60)]
    repeats = sum(row[at] == row[at + 1] for row in fooled for at in range(39)) / (60 * 39)
    assert repeats > 0.8
    assert all(True in row and False in row for row in fooled)


def test_a_move_that_was_given_up_is_read_when_the_best_falls() -> None:
    sight = Written({A: [25.0, -DECIDED, -DECIDED], B: [0.0, 0.0, -DECIDED], C: [-1.0, -1.0, -1.0]})
    assert share(sight, 12, C) > 0.95


def test_moves_that_do_not_look_good_are_not_considered_by_the_weak() -> None:
    values = {Move(f"a{row}"): [0.0] for row in range(1, 30)} | {B: [DECIDED]}
    liked = {move: 20.0 for move in values if move != B}
    sight = Written(values, liked)
    assert chosen(sight, 2, 1) != B
    assert all(B not in moves for _, moves in sight.readings)


def test_the_same_seed_and_ply_choose_the_same() -> None:
    sight = Written({A: [0.1], B: [0.0], C: [0.05]})
    assert len({chosen(sight, 0, 5) for _ in range(5)}) == 1
    assert {chosen(sight, 0, seed) for seed in SEEDS} == {A, B, C}


def test_without_time_only_the_first_depth_is_read() -> None:
    sight = Written({A: [1.0] * 9, B: [0.0] * 9})
    choose(sight, Mind(9), Limit(0.0, seed=1), ())
    assert {depth for depth, _ in sight.readings} == {1}


# --- Taking the own move back ---------------------------------------------------------------------------

UNDOING = [
    ("b1-b2 b5-b4", "b2-b1", "a step"),
    ("a2-a3 b5-b4 a3-a2 b4-b5", "a2-a3", "the second time, too"),
    ("c1-c2 b3-c1", None, "a capture on the square that was left"),
    ("c1-c2 S*c1", None, "a piece was dropped there"),
    ("S*b2 b4-a4", None, "a drop cannot be taken back"),
    ("d3 c5", None, "nor can a stone"),
    ("b1-b2", None, "no own move yet"),
]


@pytest.mark.parametrize(("moves", "undone", "why"), UNDOING, ids=[row[-1] for row in UNDOING])
def test_which_move_takes_the_own_last_one_back(moves: str, undone: str | None, why: str) -> None:
    assert undoing([Move(move) for move in moves.split()]) == undone, why


def test_few_take_their_own_move_back_unless_it_is_needed() -> None:
    back, on = Move("b2-b1"), Move("b2-b3")
    moves = (Move("b1-b2"), Move("b5-b4"))

    def taken_back(sight: Written) -> float:
        chosen = [choose(sight, Mind(4), Limit(60.0, seed=seed), moves).move for seed in SEEDS]
        return chosen.count(back) / len(SEEDS)

    assert 0 < taken_back(Written({back: [0.0], on: [0.0]})) < 0.25
    assert taken_back(Written({back: [0.0], on: [-DECIDED]})) == 1


# --- Hesitation -----------------------------------------------------------------------------------------


def hesitation(values: Mapping[Move, Sequence[float]], skill: float = 6) -> float:
    """The mean hesitation of many players of a skill."""
    sight = Written(values, {move: seen[-1] for move, seen in values.items()})
    chosen = [choose(sight, Mind(skill), Limit(60.0, seed=seed), ()).hesitation for seed in SEEDS]
    return sum(value for value in chosen if value is not None) / len(chosen)


def test_a_player_hesitates_the_more_the_nearer_the_second_best_move_is() -> None:
    hesitates = [hesitation({A: [4.0] * 4, B: [second] * 4}) for second in (4.0, 3.0, 1.0, -2.0, -8.0)]
    assert hesitates == sorted(hesitates, reverse=True)
    assert hesitates[0] > 0.3 and hesitates[-1] < 0.02


def test_a_player_hesitates_the_more_the_deeper_it_reads() -> None:
    values = {A: [1.0] * 9, B: [0.5] * 9}
    hesitates = [hesitation(values, skill) for skill in (1, 3, 5, 7, 9)]
    assert hesitates == sorted(hesitates)


def test_nobody_hesitates_to_win() -> None:
    assert hesitation({A: [DECIDED], B: [DECIDED], C: [0.0]}) == 0.0


def test_hesitation_is_the_same_for_the_same_seed() -> None:
    sight = Written({A: [0.1], B: [0.0], C: [0.05]})
    assert len({choose(sight, Mind(1), Limit(60.0, seed=5), ()) for _ in range(5)}) == 1
