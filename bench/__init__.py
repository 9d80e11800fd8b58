"""Benchmarks. `python -m bench` prints their results as one table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement, and the target it is compared with."""

    name: str
    value: float
    unit: str
    bar: str
