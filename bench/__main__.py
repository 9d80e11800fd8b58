"""``python -m bench [NAME …]``: all measurements, or those of the named modules, as one table.

A module of this package with a function ``rows`` is a benchmark. A module with ``BY_NAME_ONLY``, the reason
why it takes long, runs only if it is named.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator

import bench
from bench import Row

_NAME, _NUMBER = 62, 10


def main(names: list[str]) -> None:
    """Run the benchmarks and print each row when it is measured."""
    known = list(modules())
    unknown = set(names) - set(known)
    if unknown:
        sys.exit(f"No such benchmark: {', '.join(sorted(unknown))}. There are: {', '.join(known)}.")
    print(f"{'measured':<{_NAME}} {'median':>{_NUMBER}} unit       compared with")
    for name in names or known:
        module = importlib.import_module(f"bench.{name}")
        if not names and hasattr(module, "BY_NAME_ONLY"):
            print(f"— {name}: {module.BY_NAME_ONLY}; runs only by name")
            continue
        print(f"— {name}")
        for row in module.rows():
            print(line(row), flush=True)


def modules() -> Iterator[str]:
    """List the names of the benchmarks."""
    for module in pkgutil.iter_modules(bench.__path__, "bench."):
        if not module.name.endswith("__main__") and hasattr(importlib.import_module(module.name), "rows"):
            yield module.name.removeprefix("bench.")


def line(row: Row) -> str:
    """Format a row of the table."""
    number = f"{row.value:,.{_digits(row.value)}f}"
    return f"{row.name:<{_NAME}} {number:>{_NUMBER}} {row.unit:<10} {row.bar}".rstrip()


def _digits(value: float) -> int:
    if value >= 1000:
        return 0
    return 1 if value >= 10 else 3


if __name__ == "__main__":
    main(sys.argv[1:])
