"""The alert rules name metrics and labels that exist, and say what is wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.test_dashboard import ADDED, NAME, metrics, names

ALERTS = Path(__file__).parents[2] / "deploy" / "prometheus" / "alerts.yml"
RULES: list[dict[str, Any]] = yaml.safe_load(ALERTS.read_text())["groups"][0]["rules"]
OF_ANY_PROGRAM = {"up"}
_LABELS = re.compile(r"\bby \(([^)]*)\)|\$labels\.(\w+)|[{,]\s*(\w+)\s*!?=")


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


@pytest.fixture(scope="module")
def at_the_start() -> str:
    """The metrics of a process in which nothing has happened."""
    code = (
        "import ai.pool.metrics, bot.metrics, data.engine.metrics, prometheus_client as client;"
        "print(client.generate_latest().decode())"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_a_rule_sees_the_first_event(rule: dict[str, Any], at_the_start: str) -> None:
    """`increase` does not see a counter that begins with 1, as one does whose label is new."""
    if not rule["expr"].endswith("> 0"):
        return
    for name in re.findall(r"increase\((\w+)", rule["expr"]):
        assert (
            re.search(rf"^{name}[ {{]", at_the_start, re.MULTILINE) or f"unless {name} offset" in rule["expr"]
        )


def test_every_name_is_used_once() -> None:
    alerts = [rule["alert"] for rule in RULES]
    assert len(set(alerts)) == len(alerts) >= 10
