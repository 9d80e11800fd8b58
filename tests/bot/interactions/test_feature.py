"""Features joined: each verb has one of them, and a press on no feature's panel is answered."""

from __future__ import annotations

import pytest

from bot.interactions.feature import Feature, Features
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.panel import Panel
from tests.bot.harness import Harness
from tests.bot.service import ANA


async def on_panel(interaction: Interaction, panel: Panel) -> None:
    await interaction.response.send_message(panel.argument, ephemeral=True)


async def on_board(interaction: Interaction, press: Press) -> None:
    raise AssertionError(press)


@pytest.mark.parametrize(
    "feature",
    [
        Feature(panels={"coin": on_panel}),
        Feature(panels={"set": on_panel}),
        Feature(buttons={Verb.SHARE: on_board}),
    ],
    ids=["panel", "settings", "button"],
)
def test_two_features_cannot_have_the_same_verb(feature: Feature) -> None:
    first = Feature(panels={"coin": on_panel}, buttons={Verb.SHARE: on_board})
    with pytest.raises(ValueError, match="the same verb"):
        Features(first, feature)


async def test_a_press_goes_to_the_feature_with_its_verb(h: Harness) -> None:
    features = Features(Feature(panels={"coin": on_panel}))
    for verb, text in (("coin", "heads"), ("puzzle", texts("en")("error.unknown-button"))):
        interaction = h.interaction(ANA)
        await features.handle_panel(interaction.typed(), Panel(verb, "heads"))
        assert interaction.response.answered is not None
        assert interaction.response.answered.text == text
