"""The alert rules name metrics and labels that exist, and say what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.test_dashboard import ADDED, NAME, metrics, names

ALERTS = Path(__file__).parents[2] / "deploy" / "prometheus" / "alerts.yml"
RULES: list[dict[str, Any]] = yaml.safe_load(ALERTS.read_text())["groups"][0]["rules"]
OF_ANY_PROGRAM = {"up"}
_LABELS = re.compile(r"\bby \(([^)]*)\)|\$labels\.(\w+)|[{,]\s*(\w+)\s*=")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_names_metrics_and_labels_that_exist(rule: dict[str, Any]) -> None:
    of = [one for one in metrics() if names(one) & set(NAME.findall(rule["expr"]))]
    exist = {name for one in of for name in names(one)}
    assert set(NAME.findall(rule["expr"])) - exist == set()
    assert of or OF_ANY_PROGRAM & set(re.findall(r"\w+", rule["expr"]))
    text = f"{rule['expr']} {rule['annotations']['summary']}"
    asked = {label.strip() for group in _LABELS.findall(text) for label in ",".join(group).split(",")} - {""}
    has = {label for one in of for label in one._labelnames}
    assert asked - ADDED <= has


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_is_complete(rule: dict[str, Any]) -> None:
    assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
    assert rule["labels"]["severity"] in ("warning", "critical")
    assert rule["annotations"]["summary"].endswith(".")
    assert rule["expr"].count("(") == rule["expr"].count(")")


def test_every_name_is_used_once() -> None:
    alerts = [rule["alert"] for rule in RULES]
    assert len(set(alerts)) == len(alerts) >= 10
