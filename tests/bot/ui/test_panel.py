"""What the custom_ids of panels carry."""

from __future__ import annotations

import pytest

from bot.ui.panel import Panel


@pytest.mark.parametrize("argument", ["", "7", "list.2", str(2**63 - 1), f"{2**63 - 1}.5"])
def test_a_panel_is_read_as_it_was_written(argument: str) -> None:
    panel = Panel("list", argument, ("3",))
    assert Panel.read({"custom_id": panel.custom_id, "values": ["3"]}) == panel


@pytest.mark.parametrize(
    ("argument", "values"), [(str(2**63), []), (f"x.{10**30}.1", []), ("1", [str(2**64)])]
)
def test_a_number_that_no_database_can_hold_is_no_panel(argument: str, values: list[str]) -> None:
    assert Panel.read({"custom_id": f"p:list:{argument}", "values": values}) is None
