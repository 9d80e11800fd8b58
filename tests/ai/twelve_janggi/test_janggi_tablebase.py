"""The shipped tablebase: static functions that answer right, a complete file, exact values."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.twelve_janggi import tablebase, tablebase_probe
from ai.twelve_janggi.solve import build_tablebase, static_function
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition
from tests.ai.twelve_janggi.positions import LONGEST_WIN, both_kings, played, word

WORDS = tablebase.read(tablebase.PATH)
assert WORDS is not None, "the table is in the package"


@pytest.mark.parametrize("count", [0, 1, 2, 50, 3000, 100_000])
def test_a_static_function_answers_what_it_was_made_for(count: int) -> None:
    dice = np.random.default_rng(count)
    asked = np.unique(dice.integers(0, 1 << 63, count, dtype=np.uint64))
    said = dice.integers(0, 2, len(asked), dtype=np.uint8)
    segments, length = static_function.shape(len(asked))
    bits = np.zeros(((segments + static_function.ARITY) << length) // 64 + 3, dtype=np.uint64)
    seed = next(
        seed
        for seed in range(50)
        if static_function.solve_static_function(asked, said, bits, 64, segments, length, np.uint64(seed))
    )
    for question, answer in zip(asked[:2000], said, strict=False):
        places = tablebase.slots(question, np.uint64(segments), np.uint64(length), np.uint64(seed))
        assert sum(int(bits[(64 + p) // 64]) >> (64 + p) % 64 & 1 for p in places) % 2 == answer
    if count == 100_000:
        assert 64 * len(bits) < 1.2 * count


def test_a_function_that_cannot_be_is_refused() -> None:
    same = np.full(2, 12345, dtype=np.uint64)
    bits = np.zeros(100, dtype=np.uint64)
    assert not static_function.solve_static_function(
        same, np.array([0, 1], dtype=np.uint8), bits, 0, 1, 4, np.uint64(0)
    )


def small() -> build_tablebase.Known:
    dice = np.random.default_rng(7)
    numbers = np.sort(dice.choice(1 << 27, 60_000, replace=False)).astype(np.uint32)
    contexts = dice.integers(0, 40, len(numbers)).astype(np.uint16)
    chance = contexts / 40
    classes = np.minimum(1 + dice.geometric(0.3, len(numbers)), len(tablebase.BOUNDS) - 2)
    return build_tablebase.Known(
        numbers, contexts, np.where(dice.random(len(numbers)) < chance, classes, 0).astype(np.uint8)
    )


def test_a_table_answers_everything_it_was_made_for(tmp_path: Path) -> None:
    known = small()
    words = build_tablebase.build(known)
    for number, context, answer in zip(known.numbers[:3000], known.contexts, known.answers, strict=False):
        assert tablebase.look_up(words, number, context) == answer
    build_tablebase.write(words, tmp_path / "a.bin")
    again = tablebase.read(tmp_path / "a.bin")
    assert again is not None and np.array_equal(again, words)
    assert np.array_equal(build_tablebase.build(known), words), "the same from the same, to the last bit"


def test_a_wrong_table_is_noticed() -> None:
    known = small()
    words = build_tablebase.build(known)
    words[tablebase.BITS + 500] ^= np.uint64(0xFFFF)
    assert build_tablebase.count_misread(words, known.numbers, known.contexts, known.answers) > 0


def test_codes_are_the_shortest() -> None:
    code = build_tablebase.huffman({0: 50, 1: 25, 2: 15, 3: 10})
    assert [code[symbol][1] for symbol in range(4)] == [1, 2, 3, 3]
    assert len(set(code.values())) == 4
    assert build_tablebase.huffman({5: 1.0}) == {5: (0, 0)}


@pytest.mark.parametrize("harm", ["missing", "empty", "short", "bit", "magic"])
def test_a_damaged_file_is_no_tablebase(harm: str, tmp_path: Path) -> None:
    path = tmp_path / "solution.bin"
    data = bytearray(tablebase.PATH.read_bytes())
    if harm == "empty":
        data.clear()
    elif harm == "short":
        del data[-8:]
    elif harm == "bit":
        data[len(data) // 2] ^= 1
    elif harm == "magic":
        data[0] ^= 1
    if harm != "missing":
        path.write_bytes(data)
    assert tablebase.read(path) is None


def test_the_shipped_file_is_small_enough() -> None:
    assert 10_000_000 < tablebase.PATH.stat().st_size <= 16_000_000


# --- What it tells ---------------------------------------------------------------------------------------


def exact_value(position: JanggiPosition) -> int:
    return int(tablebase_probe.exact_value(WORDS, np.uint64(word(position)), tablebase_probe.new_buffer(), 0))


def value_by_moves(position: JanggiPosition) -> int:
    """The value of a position by all its moves, played by the rules, and their exact values."""
    values = []
    for move in position.legal_moves():
        after = position.play(move)
        over = not both_kings(after) or after.entered(after.to_move)
        values.append((0, 1 if not both_kings(after) else -1) if over else (1, -exact_value(after)))
    signed = [value + moved * ((value > 0) - (value < 0)) for moved, value in values]
    wins = [value for value in signed if value > 0]
    return min(wins) if wins else 0 if 0 in signed else min(signed)


def test_the_start_is_a_draw_and_every_move_keeps_it() -> None:
    start = TWELVE_JANGGI.start("classic")
    assert exact_value(start) == 0
    assert [exact_value(start.play(move)) for move in start.legal_moves()] == [0, 0, 0, 0]


def test_values_agree_with_the_moves() -> None:
    dice, seen = random.Random(1), set()
    for position in played(150, seed=11):
        if dice.random() < 0.25:
            value = exact_value(position)
            assert value == value_by_moves(position), position.diagram()
            assert tablebase_probe.result_of(
                WORDS, np.uint64(word(position)), tablebase_probe.new_buffer(), 0
            ) == np.sign(value)
            seen.add(value)
    assert {0, 1, 2, 3, -1, -2, -4} <= seen and max(seen) > 12 and min(seen) < -9, sorted(seen)


def brute(position: JanggiPosition, plies: int) -> int:
    """Who wins within this many plies by the rules alone: signed plies to the end; 0 if nobody."""
    if position.entered(position.to_move):
        return 0
    best, lost = 0, []
    for move in position.legal_moves():
        after = position.play(move)
        if not both_kings(after):
            return 1
        outcome = after.outcome()
        if outcome is not None and outcome.winner is not None:
            lost.append(1)
            continue
        value = brute(after, plies - 1) if plies > 1 else 0
        if value < 0 and (best == 0 or 1 - value < best):
            best = 1 - value
        lost.append(1 + value if value > 0 else 0)
    return best or (0 if 0 in lost else -max(lost))


def test_short_wins_and_losses_are_those_of_brute_force() -> None:
    dice, found = random.Random(5), 0
    for position in played(200, seed=12):
        if dice.random() < 0.04:
            expected, value = brute(replace(position, history=()), 3), exact_value(position)
            assert value == expected or (expected == 0 and (value == 0 or abs(value) > 3)), position.diagram()
            found += expected != 0
    assert found > 10


def test_the_longest_win_takes_179_plies() -> None:
    longest = TWELVE_JANGGI.position(LONGEST_WIN)
    assert exact_value(longest) == 179
