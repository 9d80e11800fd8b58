"""Which shards a process wants, as its setting says."""

from __future__ import annotations

import pytest

from data.leases.wanted import WantedShards


@pytest.mark.parametrize(
    ("text", "total", "given"),
    [
        ("6", 6, None),
        (" 6 ", 6, None),
        ("0-2/6", 6, {0, 1, 2}),
        ("5/6", 6, {5}),
        ("0, 4-5/6", 6, {0, 4, 5}),
        ("all/6", 6, set(range(6))),
        ("0/1", 1, {0}),
        ("10000", 10_000, None),
    ],
)
def test_a_setting_names_shards(text: str, total: int, given: set[int] | None) -> None:
    wanted = WantedShards.read(text)
    assert (wanted.total, wanted.given) == (total, given)
    assert WantedShards.read(str(wanted)) == wanted


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "names no shards"),
        ("x", "names no shards"),
        ("-1", "names no shards"),
        ("1/2/3", "names no shards"),
        ("٣", "names no shards"),
        ("6/6", "names shard 6"),
        ("0-9/6", "names shard 9, but 6 are numbered 0 to 5"),
        ("3-1/6", "wrong way round"),
        ("0,/6", "no range of shards"),
        ("1-/6", "no range of shards"),
        ("0/0", "counts 0 shards"),
        ("10001", "counts 10001 shards, but a bot has 1 to 10000"),
        ("all/999999", "counts 999999 shards"),
    ],
)
def test_a_wrong_setting_has_a_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        WantedShards.read(text)
