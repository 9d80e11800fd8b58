"""Which shards a process wants."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

MAX_SHARDS = 10_000
"""More than any bot on Discord has."""

_CLAIMED = re.compile(r"[0-9]{1,6}")  # 6
_GIVEN = re.compile(r"(all|[0-9,\- ]+)/([0-9]{1,6})")  # all/6 or 0,4-5/6
_RANGE = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")  # 0 or 4-5


@dataclass(frozen=True, slots=True)
class WantedShards:
    """The shards that a process wants: given ones, or a fair share."""

    total: int
    """How many shards the bot has."""
    given: frozenset[int] | None = None
    """The numbers of the given ones; None: a fair share of all."""

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a setting. Raises ValueError with a sentence.

        ``6`` is a fair share of six shards, ``0-2/6`` are the first three of six, ``0,4-5/6`` these three,
        and ``all/6`` all six.
        """
        text = text.strip()
        if _CLAIMED.fullmatch(text):
            return cls(_total(text))
        match = _GIVEN.fullmatch(text)
        if match is None:
            raise ValueError("names no shards: write 6 (a fair share of six), 0-2/6 or all/6")
        total = _total(match[2])
        numbers = range(total) if match[1] == "all" else _numbers(match[1], total)
        return cls(total, frozenset(numbers))

    def __str__(self) -> str:
        if self.given is None:
            return str(self.total)
        if len(self.given) == self.total:
            return f"all/{self.total}"
        return f"{','.join(map(str, sorted(self.given)))}/{self.total}"


def _total(text: str) -> int:
    total = int(text)
    if not 1 <= total <= MAX_SHARDS:
        raise ValueError(f"counts {total} shards, but a bot has 1 to {MAX_SHARDS}")
    return total


def _numbers(text: str, total: int) -> Iterator[int]:
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"has {part!r}, which is no shard and no range of shards")
        first, last = int(match[1]), int(match[2] or match[1])
        if first > last:
            raise ValueError(f"has the range {part} with its ends the wrong way round")
        if last >= total:
            raise ValueError(f"names shard {last}, but {total} are numbered 0 to {total - 1}")
        yield from range(first, last + 1)
