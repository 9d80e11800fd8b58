"""The modal for a move: within Discord's limits, and the move that is submitted."""

from __future__ import annotations

from typing import Any

import pytest

from bot.presenters.registry import PRESENTERS
from bot.texts import texts
from bot.ui.custom_ids import MODAL, Press, Verb
from bot.ui.modals import FIELD, match_move_modal, submitted_move
from games import replay
from tests.bot.stories import EVERY_VARIANT_READ, match_of

every_variant_read = pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)


@every_variant_read
def test_the_modal_fits(slug: str, variant: str, language: str) -> None:
    match = match_of(slug, variant, id=10**15 - 1)
    position = replay(match.record)
    payload = match_move_modal(match, texts(language)).to_dict()
    assert 1 <= len(payload["title"]) <= 45
    assert len(payload["custom_id"]) <= 100
    found = MODAL.fullmatch(payload["custom_id"])
    assert found is not None
    assert Press.read(found) == Press(Verb.MOVE, match.id, match.position_id)
    labels: Any = payload["components"]
    assert len(labels) == 1
    assert 1 <= len(labels[0]["label"]) <= 45
    field = labels[0]["component"]
    assert field["required"] is True
    assert field["custom_id"] == FIELD
    assert 1 <= len(field["placeholder"]) <= 100
    example = PRESENTERS[slug].example(position)
    assert field["placeholder"].endswith(" " + example.replace("-", " "))


@pytest.mark.parametrize(
    ("components", "text"),
    [
        ([{"type": 18, "component": {"type": 4, "custom_id": FIELD, "value": "d3"}}], "d3"),
        ([{"type": 1, "components": [{"type": 4, "custom_id": FIELD, "value": "d3"}]}], "d3"),
        ([{"type": 18, "component": {"type": 4, "custom_id": FIELD, "value": ""}}], ""),
        ([{"type": 18, "component": {"type": 4, "custom_id": "other", "value": "d3"}}], ""),
        ([{"type": 10, "content": "words"}], ""),
        ([], ""),
    ],
)
def test_the_submitted_move_is_found(components: list[Any], text: str) -> None:
    class Submitted:
        data = {"custom_id": "m:move:1:0.0", "components": components}

    submitted: Any = Submitted()
    assert submitted_move(submitted) == text
    submitted.data = None
    assert submitted_move(submitted) == ""
