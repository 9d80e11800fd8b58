"""Results of long runs, saved as one line of JSON each, so that the next run continues from them."""

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
Result = TypeVar("Result", bound="DataclassInstance")


def read(path: Path, result_type: type[Result]) -> Iterator[Result]:
    """Read the results in a file; skip truncated lines and lines of another type."""
    if not path.exists():
        return
    for line in path.read_text().splitlines():
        try:
            fields = json.loads(line)
            # JSON knows no tuples, which the frozen results have.
            lists = {name: tuple(value) for name, value in fields.items() if isinstance(value, list)}
            yield result_type(**{**fields, **lists})
        except (ValueError, TypeError, AttributeError):
            continue


def run_remaining(
    path: Path, remaining: Sequence[Job], do: Callable[[Job], Result], what: str
) -> Iterator[Result]:
    """Run the remaining jobs, append each result to the file, and yield it.

    Progress goes to stderr, counted in ``what``.
    """
    with path.open("a") as file:
        for number, job in enumerate(remaining, start=1):
            result = do(job)
            if number == 1:  # a kill may have cut the last line short: begin a new one
                file.write("\n")
            file.write(json.dumps(asdict(result)) + "\n")
            file.flush()
            sys.stderr.write(f"\r{number} of {len(remaining)} {what}")
            yield result
    sys.stderr.write("\n" if remaining else "")
