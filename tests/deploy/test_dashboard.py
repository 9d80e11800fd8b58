"""The Grafana dashboard shows metrics that exist, and every metric."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase

import ai.pool.metrics
import bot.metrics
import data.engine.metrics

DASHBOARD = json.loads((Path(__file__).parents[2] / "deploy" / "grafana" / "daeguk.json").read_text())
MODULES = (ai.pool.metrics, bot.metrics, data.engine.metrics)
NAME = re.compile(r"\bdaeguk_\w+")
LABELS = re.compile(r"\bby \(([^)]*)\)|\{\{(\w+)\}\}")
ADDED = {"job", "instance", "le"}
"""Labels that Prometheus adds, and the bound of a histogram's bucket."""


def metrics() -> list[MetricWrapperBase]:
    found = [one for module in MODULES for one in vars(module).values()]
    return [one for one in found if isinstance(one, MetricWrapperBase)]


def names(metric: MetricWrapperBase) -> set[str]:
    """The names of a metric's samples, whether it has any yet or not."""
    suffixes = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
    assert metric._type is not None
    return {metric._name + suffix for suffix in suffixes[metric._type]}


def targets(panels: list[dict[str, Any]] = DASHBOARD["panels"]) -> Iterator[tuple[str, str]]:
    """The expression and the legend of every line that is drawn."""
    for panel in panels:
        yield from targets(panel.get("panels", []))
        yield from ((one["expr"], one["legendFormat"]) for one in panel.get("targets", []))


def test_no_metric_is_defined_elsewhere() -> None:
    known = {name for one in metrics() for name in (*names(one), one._name, f"{one._name}_created")}
    registered = {one for one in REGISTRY._names_to_collectors if one.startswith("daeguk_")}
    assert registered <= known


def test_every_expression_names_a_metric_that_exists() -> None:
    exist = {name for one in metrics() for name in names(one)}
    named = {name for expression, _ in targets() for name in NAME.findall(expression)}
    assert named - exist == set()


def test_what_every_process_counts_of_all_is_not_added_up() -> None:
    """With two processes on one database there would be twice as many active matches."""
    for name in ("daeguk_matches_active", "daeguk_database_bytes", "daeguk_own_emojis"):
        expressions = [expression for expression, _ in targets() if name in NAME.findall(expression)]
        assert expressions and all(re.match(r"max( by \(\w+\) )?\(", one) for one in expressions)


@pytest.mark.parametrize("metric", metrics(), ids=lambda one: one._name)
def test_every_metric_is_shown(metric: MetricWrapperBase) -> None:
    assert any(name in NAME.findall(expression) for name in names(metric) for expression, _ in targets())


@pytest.mark.parametrize("target", list(targets()), ids=lambda target: target[0][:60])
def test_labels_exist(target: tuple[str, str]) -> None:
    expression, legend = target
    found = [one for pair in LABELS.findall(f"{expression} {legend}") for one in pair if one]
    asked = {label.strip() for group in found for label in group.split(",")}
    of = [one for one in metrics() if names(one) & set(NAME.findall(expression))]
    has = {label for one in of for label in one._labelnames}
    assert asked - ADDED <= has
