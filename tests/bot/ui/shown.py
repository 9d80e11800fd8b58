"""A message as Discord gets it: its components, what can be pressed, its words, Discord's limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord.ui import LayoutView, Modal

from bot.icons import Icon
from bot.presenters.keypad import BLANK
from bot.texts import Texts
from bot.ui.buttons import keypad_of
from bot.ui.custom_ids import BUTTON, SELECT, Press
from bot.ui.message import message_view
from bot.ui.panel import PANEL
from data.model.match import Match

Component = dict[str, Any]
STEPS = (Icon.FIRST, Icon.PREVIOUS, Icon.NEXT, Icon.LAST)
ACTION_ROW, BUTTON_KIND, SELECT_KIND, TEXT, GALLERY = 1, 2, 3, 10, 12


def payload_of(view: LayoutView | Modal) -> list[Component]:
    """The components of a message or of a form as they are sent to Discord."""
    payload: list[Component] = view.to_components()
    return payload


def components_of(view: LayoutView | Modal) -> list[Component]:
    """Every component of a message or of a form, at any depth."""
    return list(components(payload_of(view)))


def components(payload: Any) -> Iterator[Component]:
    """Every component of a message at any depth."""
    if isinstance(payload, list):
        for component in payload:
            yield from components(component)
    elif isinstance(payload, dict):
        if "type" in payload:
            yield payload
        for field in ("components", "component", "accessory"):
            yield from components(payload.get(field))


def check_limits(view: LayoutView) -> list[Component]:
    """Discord's documented limits of a message of components."""
    found = components_of(view)
    assert len(found) <= 40
    assert len(found) == view.total_children_count
    ids = [component["custom_id"] for component in found if "custom_id" in component]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    assert all(any(kind.fullmatch(custom_id) for kind in (BUTTON, SELECT, PANEL)) for custom_id in ids)
    assert sum(len(component["content"]) for component in found if component["type"] == TEXT) <= 4000
    for component in found:
        check_component(component)
    assert view.is_finished(), "discord.py keeps a view that is not"
    return found


def check_component(component: Component) -> None:
    if component["type"] == ACTION_ROW:
        inner = component["components"]
        assert 1 <= len(inner) <= 5
        assert len({part["type"] for part in inner}) == 1
        assert inner[0]["type"] == BUTTON_KIND or len(inner) == 1
        check_steps(inner)
    elif component["type"] == BUTTON_KIND:
        assert component.get("emoji") or component["label"].strip()
        assert len(component.get("label") or "") <= 80
    elif component["type"] == SELECT_KIND:
        assert 1 <= len(component["options"]) <= 25
        assert len(component["placeholder"]) <= 150
        labels = [option["label"] for option in component.get("options", ())]
        assert component["placeholder"] not in labels, "a menu says what it chooses, not one of its values"
        assert all(
            1 <= len(option[part]) <= 100 for option in component["options"] for part in ("label", "value")
        )
        assert len({option["value"] for option in component["options"]}) == len(component["options"])
    elif component["type"] == GALLERY:
        assert all(1 <= len(item["description"]) <= 1024 for item in component["items"])


def check_steps(row: Sequence[Component]) -> None:
    """A phone shows no tooltips: a button without a word is a step, and beside another one in its row.

    Between two steps through pages, the number of the page can stand; between those to a match's ends, two
    words for a move back and one on.
    """
    steps = []
    for place, component in enumerate(row):
        icon = (component.get("emoji") or {}).get("name")
        if component.get("label"):
            assert icon not in STEPS, "a step has no word"
        elif component["type"] == BUTTON_KIND:
            assert icon in STEPS, f"no word beside {icon}"
            steps.append(place)
    assert not steps or (len(steps) > 1 and steps[-1] - steps[0] <= len(steps) + 1)


def presses(found: list[Component]) -> list[Press]:
    """What can be pressed of a match that is not disabled; keys of panels are none of a match."""
    read = []
    for component in found:
        if (
            "custom_id" in component
            and not component.get("disabled")
            and not PANEL.fullmatch(component["custom_id"])
        ):
            match = (BUTTON if component["type"] == BUTTON_KIND else SELECT).fullmatch(component["custom_id"])
            assert match is not None
            press = Press.read(match)
            values = [option["value"] for option in component.get("options", ())]
            read += [press.choosing(value) for value in values] or [press]
    return read


def moves_offered(found: list[Component]) -> list[str]:
    """The moves of buttons and menus."""
    return [press.argument for press in presses(found) if press.verb == "move"]


def shown(match: Match, reader: Texts, **more: Any) -> LayoutView:
    """The match's message, in any state, with its keypad."""
    board = match.home
    return message_view(match, board, reader, keypad_of(match, board.side, "", reader), **more)


def words(view: LayoutView) -> str:
    """The texts of a message; ~ is a space at which no line ends."""
    found = [component["content"] for component in components_of(view) if component["type"] == TEXT]
    return "\n".join(text for text in found if BLANK not in text).replace("\N{NO-BREAK SPACE}", "~")
