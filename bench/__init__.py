"""Benchmarks: `python -m bench` prints one table. Not tests."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement, and the bar it is held against."""

    name: str
    value: float
    unit: str
    bar: str
