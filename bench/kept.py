"""What a long run keeps, a line of JSON a result, for the next one to go on from. Start at `going_on`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Job = TypeVar("Job")
Kept = TypeVar("Kept", bound="DataclassInstance")


def read(path: Path, kind: type[Kept]) -> Iterator[Kept]:
    """The results in a file; a line that was cut off, or is of another kind, is left out."""
    for line in path.read_text().splitlines() if path.exists() else []:
        try:
            fields = json.loads(line)
            lists = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
            yield kind(**{**fields, **lists})
        except (ValueError, TypeError, AttributeError):
            continue


def going_on(path: Path, left: Sequence[Job], do: Callable[[Job], Kept], what: str) -> Iterator[Kept]:
    """Do what is left, one after another, keep each result in the file as soon as it is there, and yield it.

    How far it is stands on stderr, in so many of ``what``.
    """
    with path.open("a") as file:
        for number, job in enumerate(left, start=1):
            result = do(job)
            file.write("\n" * (number == 1) + json.dumps(asdict(result)) + "\n")
            file.flush()
            sys.stderr.write(f"\r{number} of {len(left)} {what}")
            yield result
    sys.stderr.write("\n" if left else "")
