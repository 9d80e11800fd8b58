"""What a custom_id carries, there and back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from discord.ui import Button, DynamicItem, Select
from hypothesis import given
from hypothesis import strategies as st

from bot.exceptions import Refusal
from bot.interactions.buttons import Buttons
from bot.ui.custom_ids import BUTTON, MODAL, SELECT, Press, PressButton, PressSelect, unheard
from data.model import PositionId

VERBS = sorted(Buttons(Mock()).handlers)
KINDS = {"b": BUTTON, "s": SELECT, "m": MODAL}
arguments = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=60)
presses = st.builds(
    Press,
    verb=st.sampled_from(VERBS),
    match_id=st.integers(0, 10**15 - 1),
    position_id=st.builds(PositionId, st.integers(0, 99_999), st.integers(0, 99_999)),
    argument=arguments,
)


@given(presses, st.sampled_from(sorted(KINDS)))
def test_a_press_comes_back(press: Press, kind: str) -> None:
    found = KINDS[kind].fullmatch(press.custom_id(kind))
    assert found is not None
    assert Press.read(found) == press
    assert [name for name, pattern in KINDS.items() if pattern.fullmatch(press.custom_id(kind))] == [kind]


@given(presses, presses)
def test_different_presses_have_different_names(one: Press, other: Press) -> None:
    assert (one.custom_id("b") == other.custom_id("b")) == (one == other)


@pytest.mark.parametrize("verb", VERBS)
def test_custom_ids_fit(verb: str) -> None:
    longest = Press(verb, 10**15 - 1, PositionId(99_999, 99_999), "J*c2-b3=+x")
    assert len(longest.custom_id("b")) <= 100


OTHERS = [
    "", "b", "b:", "b:move", "b:move:1", "b:move:1:2", "b:move:x:1.0:d3", "b:move:1:-1.0:d3", "x:move:1:0.0",
    "b:MOVE:1:0.0", "b:move:1:0.0:", "b:move:1:0.0:" + "x" * 61, f"b:move:{'9' * 16}:0.0", "b:move:1:0.0\n",
    "fbdc2fd1a9a64a7cb0b1d9d5f1c1ba0f",
]  # fmt: skip


class Shown:
    """A component of a message that shows, as discord.py reads it."""

    def __init__(self, kind: int, custom_id: str) -> None:
        self.type, self.custom_id = SimpleNamespace(value=kind), custom_id


def pressed(custom_id: str, kind: int = 2, shown: list[Any] | None = None, **data: Any) -> Any:
    """A press on a component, and what its message shows now (None: nobody knows the message)."""
    rows = [SimpleNamespace(children=[SimpleNamespace(children=shown)])] if shown is not None else None
    message = None if rows is None else SimpleNamespace(components=rows)
    return SimpleNamespace(data={"custom_id": custom_id, "component_type": kind, **data}, message=message)


@pytest.mark.parametrize("custom_id", OTHERS)
def test_other_custom_ids_are_not_ours(custom_id: str) -> None:
    assert not any(pattern.fullmatch(custom_id) for pattern in KINDS.values())
    with pytest.raises(Refusal) as refused:
        unheard(pressed(custom_id))
    assert refused.value.key == "error.unknown-button"


def test_a_press_that_its_message_shows_is_heard_by_discord_py() -> None:
    press = Press("move", 5, PositionId(3, 1), "d3")
    custom_id = press.custom_id("b")
    assert unheard(pressed(custom_id, shown=[Shown(2, custom_id)])) is None
    for shown in ([], [Shown(3, custom_id)], [Shown(2, custom_id + "x")], None):
        assert unheard(pressed(custom_id, shown=shown)) == press


def test_an_unheard_menu_has_its_value() -> None:
    press = Press("move", 5, PositionId(3, 1), "0")
    told = unheard(pressed(press.custom_id("s"), 3, [], values=["c4"]))
    assert told == Press("move", 5, PositionId(3, 1), "c4")


async def test_items_are_rebuilt_from_their_custom_ids() -> None:
    press = Press("move", 5, PositionId(3, 1), "d3")
    found = BUTTON.fullmatch(press.custom_id("b"))
    assert found is not None
    interaction: Any = None
    button = await PressButton.from_custom_id(interaction, Button(custom_id=press.custom_id("b")), found)
    assert (button.press, button.item.custom_id) == (press, press.custom_id("b"))
    menu = Press("move", 5, PositionId(3, 1), "0")
    found = SELECT.fullmatch(menu.custom_id("s"))
    assert found is not None
    select = await PressSelect.from_custom_id(interaction, Select(custom_id=menu.custom_id("s")), found)
    assert select.press == menu
    assert isinstance(button, DynamicItem)
    assert isinstance(select, DynamicItem)
