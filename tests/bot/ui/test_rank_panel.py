"""The panel of roles by rating."""

from __future__ import annotations

import discord
import pytest

from bot.texts import LANGUAGES, texts
from bot.ui.rank_panel import BANDS, rank_view
from data.servers.rank_roles import BEST, RankSettings
from tests.bot.ui.shown import check_limits, components_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_role_of_a_server_can_be_chosen(language: str) -> None:
    """Discord's own menu has all 250 of them; a menu of options has 25."""
    roles = {lowest: 1000 + number for number, lowest in enumerate(BANDS)}
    names = {role: f"{'r' * 90}{role}" for role in range(1000, 1250)}
    view = rank_view(RankSettings(BEST, roles), names, lambda _: None, texts(language), BANDS[2])
    check_limits(view)
    (menu,) = [
        part for part in components_of(view) if part["type"] == discord.ComponentType.role_select.value
    ]
    assert menu["custom_id"] == f"p:ranks:role.{BANDS[2]}"
    assert menu["default_values"] == [{"type": "role", "id": 1002}]
