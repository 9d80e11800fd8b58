"""What custom_ids carry, written and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.exceptions import Refusal
from bot.ui.custom_ids import (
    BUTTON,
    MODAL,
    SELECT,
    Press,
    Verb,
    press_button,
    press_select,
    read_press,
)
from data.model.match import PositionId

VERBS = list(Verb)
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
def test_a_press_is_read_as_it_was_written(press: Press, kind: str) -> None:
    found = KINDS[kind].fullmatch(press.custom_id(kind))
    assert found is not None
    assert Press.read(found) == press
    assert [name for name, pattern in KINDS.items() if pattern.fullmatch(press.custom_id(kind))] == [kind]


@given(presses, presses)
def test_different_presses_have_different_custom_ids(one: Press, other: Press) -> None:
    assert (one.custom_id("b") == other.custom_id("b")) == (one == other)


@pytest.mark.parametrize("verb", VERBS)
def test_custom_ids_fit(verb: Verb) -> None:
    longest = Press(verb, 10**15 - 1, PositionId(99_999, 99_999), "J*c2-b3=+x")
    assert len(longest.custom_id("b")) <= 100


def test_the_wire_format_does_not_change() -> None:
    """Messages that are weeks old carry these texts."""
    old = {
        "move",
        "look",
        "pick",
        "type",
        "hint",
        "show",
        "review",
        "advise",
        "replay",
        "replay-yes",
        "share",
        "share-yes",
        "rematch",
        "undo",
        "undo-yes",
        "undo-no",
        "draw",
        "draw-yes",
        "draw-no",
        "adjourn",
        "adjourn-yes",
        "adjourn-no",
        "go-on",
        "go-on-no",
        "resign",
        "resign-yes",
        "resign-no",
        "abort",
        "abort-yes",
        "accept",
        "decline",
        "cancel",
    }
    assert old <= {verb.value for verb in Verb}
    assert Press(Verb.SELECT, 5, PositionId(3, 1), "b1").custom_id("b") == "b:look:5:3.1:b1"
    assert Press(Verb.RESUME, 5, PositionId(3, 1)).custom_id("s") == "s:go-on:5:3.1"


@pytest.mark.parametrize("text", ["explode", "MOVE", ""])
def test_another_verb_is_unknown(text: str) -> None:
    pick = Press(Verb.PICK, 5, PositionId(3, 1), "0")
    assert pick.choosing(f"{text}:d3") == Press(Verb.UNKNOWN, 5, PositionId(3, 1), "d3")


OTHERS = [
    "",
    "b",
    "b:",
    "b:move",
    "b:move:1",
    "b:move:1:2",
    "b:move:x:1.0:d3",
    "b:move:1:-1.0:d3",
    "x:move:1:0.0",
    "b:MOVE:1:0.0",
    "b:move:1:0.0:",
    "b:move:1:0.0:" + "x" * 61,
    f"b:move:{'9' * 16}:0.0",
    "b:move:1:0.0\n",
    "fbdc2fd1a9a64a7cb0b1d9d5f1c1ba0f",
]


@pytest.mark.parametrize("custom_id", OTHERS)
def test_other_custom_ids_are_not_ours(custom_id: str) -> None:
    assert not any(pattern.fullmatch(custom_id) for pattern in KINDS.values())
    with pytest.raises(Refusal) as refused:
        read_press({"custom_id": custom_id})
    assert refused.value.key == "error.unknown-button"


def test_a_button_means_what_its_custom_id_says() -> None:
    press = Press(Verb.MOVE, 5, PositionId(3, 1), "d3")
    assert read_press({"custom_id": press_button(press, label="d3").custom_id}) == press


def test_a_menu_means_its_value() -> None:
    menu = press_select(Press(Verb.MOVE, 5, PositionId(3, 1), "0"), placeholder="more", options=[])
    chosen = {"custom_id": menu.custom_id, "values": ["c4"]}
    assert read_press(chosen) == Press(Verb.MOVE, 5, PositionId(3, 1), "c4")


def test_a_menu_of_different_things_means_the_verb_of_its_value() -> None:
    menu = press_select(Press(Verb.PICK, 5, PositionId(3, 1), "0"), placeholder="more", options=[])
    chosen = {"custom_id": menu.custom_id, "values": ["undo:"]}
    assert read_press(chosen) == Press(Verb.UNDO, 5, PositionId(3, 1))
