"""What is stored about a person, as files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from data.mistakes import Mistake
from data.people import Person

MOST_BYTES = 8 * 2**20
"""A larger file is compressed: Discord accepts 10 MiB."""


def settings_file(
    person: Person,
    lessons: Mapping[str, int],
    mistakes: Sequence[Mistake],
    blocked: Sequence[int],
    now: float,
) -> bytes:
    """Everything about a person that is not part of a match, written at ``now`` (unix seconds).

    Ids are text: they are larger than the numbers that many readers of JSON keep exactly.
    """
    settings = {name: value for name, value in asdict(person).items() if name != "user_id"}
    data = {
        "user_id": str(person.user_id),
        "exported_at": datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds"),
        "settings": settings,
        "lesson_steps": dict(lessons),
        "mistakes": [asdict(one) for one in mistakes],
        "blocked": [str(one) for one in blocked],
    }
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def fitting(name: str, content: bytes) -> tuple[str, bytes]:
    """The file's name and content as Discord accepts them: compressed if it is large."""
    return (name, content) if len(content) <= MOST_BYTES else (f"{name}.gz", gzip.compress(content))
