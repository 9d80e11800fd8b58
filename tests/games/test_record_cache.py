"""Replaying caches positions; the cache must never change a result."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from games import game, replay
from games.base import IllegalMove, Move, Position, Record
from games.record_cache import RecordCache


def plainly(record: Record) -> Position:
    """Replay without the cache."""
    position = game(record.game).start(record.variant)
    for move in record.moves:
        position = position.play(move)
    return position


def random_records(seed: int, count: int) -> list[Record]:
    """Records of every length from random games, shuffled: many share a prefix."""
    chance, records = random.Random(seed), []
    for _ in range(count):
        record = Record("othello", chance.choice(("8x8", "6x6")))
        while (position := plainly(record)).outcome() is None:
            record = record.then(chance.choice(position.legal_moves()))
            records.append(record)
    chance.shuffle(records)
    return records


def test_a_cached_position_equals_a_replayed_one() -> None:
    for record in random_records(1, 12):
        assert replay(record) == plainly(record)


def test_threads_can_share_the_cache() -> None:
    records = random_records(2, 6)
    with ThreadPoolExecutor(4) as threads:
        for record, position in zip(records * 3, threads.map(replay, records * 3), strict=True):
            assert position == plainly(record)


def test_an_illegal_record_is_refused_every_time() -> None:
    good = Record("othello", "8x8", (Move("d3"),))
    replay(good)
    for _ in range(2):
        with pytest.raises(IllegalMove):
            replay(good.then(Move("d3")))


def test_the_cache_evicts_the_least_recently_used_position() -> None:
    cache = RecordCache[Position](2)
    first, second, third = (Record("othello", variant) for variant in ("8x8", "6x6", "10x10"))
    for record in (first, second):
        cache.put(record, plainly(record))
    assert cache.get(first) is not None
    cache.put(third, plainly(third))
    assert cache.get(second) is None
    assert cache.get(first) is not None
