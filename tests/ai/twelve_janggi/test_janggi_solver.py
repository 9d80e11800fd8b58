"""The solver: a small game against brute force by the rules; two whole ones in the soak tests."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.twelve_janggi import index
from ai.twelve_janggi.solve import reachability, retrograde, stages
from ai.twelve_janggi.state import state_of
from games.base import Side
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition
from tests.ai.twelve_janggi.positions import both_kings, word

NO_DROPS = np.uint64(0)
SMALL = TWELVE_JANGGI.position(
    """
    . . . k
    . . Z .
    K . . .
    hands: JSSZ / J
    """
)
"""Without drops few positions follow from here."""


def bare(position: JanggiPosition) -> JanggiPosition:
    return replace(position, history=())


def followers(position: JanggiPosition) -> list[JanggiPosition]:
    """The successors by the rules, without drops, as this small game has it."""
    return [bare(position.play(move)) for move in position.legal_moves() if "*" not in move]


def number(position: JanggiPosition) -> int:
    return int(index.index_of(np.uint64(word(position))))


@cache
def brute_force() -> tuple[dict[int, JanggiPosition], dict[int, int]]:
    """Every reachable position with both Kings, by its index; its signed plies to the end."""
    every, queue = {number(SMALL): SMALL}, [SMALL]
    for position in queue:
        for after in followers(position) if not position.entered(position.to_move) else []:
            if both_kings(after) and number(after) not in every:
                every[number(after)] = after
                queue.append(after)
    values: dict[int, int] = {}
    for one, position in every.items():
        if position.entered(position.to_move):
            values[one] = 1  # over; the solver does not distinguish it from a win in one
    for plies in range(1, 200):
        fresh = {
            one: value
            for one, p in every.items()
            if one not in values and (value := decided_value(p, plies, values))
        }
        if plies > 3 and not fresh:
            break
        values |= fresh
    return every, values


def decided_value(position: JanggiPosition, plies: int, values: dict[int, int]) -> int:
    """The position's value if it is decided in this many plies, by those decided in fewer; else 0."""
    after = followers(position)
    if not all(map(both_kings, after)):
        return 1 if plies == 1 else 0
    if all(one.entered(one.to_move) for one in after):
        return -1 if plies == 1 else 0
    reached = [values.get(number(one)) for one in after]
    if any(value is not None and value < 0 for value in reached):
        return plies
    return -plies if all(value is not None and value > 0 for value in reached) else 0


@pytest.fixture(scope="module")
def solved() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The kernels' results for the small game: reached bits, values, how many begin how."""
    reached, expanded = (np.zeros(reachability.WORDS, dtype=np.uint64) for _ in range(2))
    reachability.add(reached, number(SMALL))
    parts = [(0, reachability.WORDS)]
    while sum(reachability.expand(reached, expanded, *part, NO_DROPS, True) for part in parts):
        pass
    assert np.array_equal(reached, expanded)
    values = np.zeros(index.QUIET, dtype=np.int16)
    counts = retrograde.initialize(values, reached, 0, index.QUIET, NO_DROPS)
    plies = 2
    while retrograde.propagate(values, 0, index.QUIET, plies, NO_DROPS):
        plies += 1
    return reached, values, counts


def numbers(bits: np.ndarray[Any, Any]) -> set[int]:
    words = np.flatnonzero(bits)
    return {64 * int(at) + bit for at in words for bit in range(64) if int(bits[at]) >> bit & 1}


def test_what_can_be_reached(
    solved: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]],
) -> None:
    every, _ = brute_force()
    assert numbers(solved[0]) == set(every)
    assert len(every) == 1599


def test_who_wins_and_in_how_many_plies(
    solved: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]],
) -> None:
    _, values, counts = solved
    every, expected = brute_force()
    assert counts[3] == 0, "nobody is without a move here, which the rules would call lost"
    for one, position in every.items():
        found = retrograde.value_of(values, np.uint64(word(position)))
        assert found == expected.get(one, 0), position.diagram()
    assert {0, 1, -1, 2, -2, 3, -3} <= set(expected.values()) | {0}
    assert max(expected.values()) >= 9, "some of it is deep"


def test_the_check_of_every_value_finds_a_wrong_one(
    solved: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]],
) -> None:
    values = solved[1]
    assert retrograde.count_wrong(values, 0, index.QUIET, NO_DROPS) == 0
    quiet = np.flatnonzero(values)
    for at, value in ((quiet[7], 40), (quiet[len(quiet) // 2], -40)):
        kept = values[at]
        values[at] = value
        assert retrograde.count_wrong(values, 0, index.QUIET, NO_DROPS) > 0
        values[at] = kept


def test_the_histogram_counts_every_quiet_position(
    solved: tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]],
) -> None:
    _, values, counts = solved
    histogram = retrograde.histogram(values, 0, index.QUIET)
    assert histogram.sum() == counts[0]
    assert histogram[514] >= counts[1] and histogram[510] >= counts[2]


def test_a_wrong_count_ends_the_work(tmp_path: Path) -> None:
    done = stages.WorkFiles(tmp_path)
    done.note(reached=5, calm=3, longest=7, checked=True)
    rules = stages.Rules("a game", NO_DROPS, play_on=True, known={"reached": 6})
    with pytest.raises(stages.SolveError, match="reached is 5, but 6 is known"):
        stages.solve(rules, stages.WorkFiles(tmp_path), lambda doing, done: None)


def test_work_resumes_where_it_was_cut_off(tmp_path: Path) -> None:
    first = stages.WorkFiles(tmp_path)
    first.reached[3] = 5
    first.values[9] = -4
    first.note(plies=12)
    again = stages.WorkFiles(tmp_path)
    assert (again.reached[3], again.values[9], again.facts) == (5, -4, {"plies": 12})


@pytest.mark.soak
@pytest.mark.parametrize("game", ["dobutsu", "janggi"])
def test_the_whole_game(game: str, tmp_path: Path) -> None:
    """Published: 246,803,167 positions and 78 plies; found before, elsewhere: issue 6's counts."""
    command = [sys.executable, "-m", "ai.twelve_janggi.solve", "--game", game, "--work", str(tmp_path)]
    if game == "janggi":
        command += ["--table", str(tmp_path / "solution.bin")]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    facts = json.loads(output.splitlines()[-1])
    assert facts.items() >= stages.RULES[game].known.items()
    if game == "janggi":
        shipped = Path(stages.__file__).parents[1] / "solution.bin"
        assert (tmp_path / "solution.bin").read_bytes() == shipped.read_bytes()


def test_the_start_is_the_rules_own() -> None:
    start = TWELVE_JANGGI.start("classic")
    assert start.to_move is Side.FIRST and state_of(start) == word(start)
