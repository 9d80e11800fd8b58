"""The bot's own emojis as messages show them, in the place of the characters that sentences and buttons have.

An application has up to 2,000 emojis of its own, which it can use in every server without a permission. In a
text, one that does not exist is shown as its name. With one on a button or in a menu, Discord refuses the
whole message, now and then also with one that exists (discord-api-docs, issue 7128). Then controls have
characters again for `REFUSED_SECONDS`.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import aiohttp

from bot.icons import OWN, Icon

Component = dict[str, Any]
"""A component as Discord gets it."""

REFUSED_SECONDS = 300.0
"""How long buttons and menus have characters after a refusal."""
MAX_CHARACTERS = 4000
"""What the texts of a message can have together. An emoji counts as its markup, some 40 characters."""

_TEXT = 10  # the type of a component
_REFUSAL = b"COMPONENT_INVALID_EMOJI"
_SELECTOR = "\ufe0f"  # asks for an emoji instead of a plain character
_JOINER = "\u200d"  # makes one emoji of two


class Uploaded(NamedTuple):
    """An emoji that Discord has."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


def _spellings() -> dict[str, Icon]:
    """The icons by their characters, with and without a selector unless another icon is spelled so."""
    exact = {str(icon): icon for icon in OWN}
    bare = {str(icon).removesuffix(_SELECTOR): icon for icon in OWN}
    selected = {text + _SELECTOR: icon for text, icon in bare.items()}
    return selected | bare | exact


_ICONS = _spellings()
_ANY_ICON = "|".join(sorted(map(re.escape, _ICONS), key=len, reverse=True))
_ICON = re.compile(f"(?<!{_JOINER})(?:{_ANY_ICON})(?![{_JOINER}{_SELECTOR}])")
_CODE_OR_ICON = re.compile(f"```.*?```|`[^`]*`|{_ICON.pattern}", re.DOTALL)
_BEFORE_LABEL = re.compile(f"({_ICON.pattern}) +(?=\\S)")


class OwnEmojis:
    """The emojis that messages show now. ``ticks`` returns seconds from any origin."""

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._uploaded: Mapping[Icon, Uploaded] = {}
        self._refused_at: float | None = None
        self.on_refusal: Callable[[], None] = lambda: None
        """Called when Discord has refused an emoji on a button or in a menu."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._uploaded)

    def show(self, uploaded: Mapping[Icon, Uploaded]) -> None:
        """From now on show these, and for other icons characters."""
        self._uploaded = dict(uploaded)

    def refused(self) -> None:
        """Discord has refused a message because of an emoji on a control."""
        self._refused_at = self._ticks()
        self.on_refusal()

    # --- In messages ---------------------------------------------------------------------------------

    def replaced(self, components: list[Component]) -> list[Component]:
        """The components with own emojis. The texts keep their characters if they would become too long."""
        if not self._uploaded:
            return components
        every = list(_walk(components))
        texts = [part for part in every if part["type"] == _TEXT]
        contents = [self._in_text(written["content"]) for written in texts]
        if sum(map(len, contents)) <= MAX_CHARACTERS:
            for text, content in zip(texts, contents, strict=True):
                text["content"] = content
        if self._refused_at is None or self._ticks() > self._refused_at + REFUSED_SECONDS:
            for component in every:
                for control in (component, *component.get("options", ())):
                    self._on_control(control)
        return components

    def _in_text(self, text: str) -> str:
        def emoji(match: re.Match[str]) -> str:
            icon = _ICONS.get(match[0])  # None for code, which shows no emoji
            uploaded = self._uploaded.get(icon) if icon else None
            return str(uploaded) if uploaded else match[0]

        return _CODE_OR_ICON.sub(emoji, text)

    def _on_control(self, control: Component) -> None:
        """Show the emoji of a button or an option; one that its label begins with moves before the label."""
        emoji = control.get("emoji")
        label = control.get("label") or ""
        before = None if emoji else _BEFORE_LABEL.match(label)
        icon = _ICONS.get(before[1] if before else (emoji or {}).get("name", ""))
        uploaded = self._uploaded.get(icon) if icon else None
        if uploaded is None:
            return
        control["emoji"] = {"id": str(uploaded.id), "name": uploaded.name}
        if before:
            control["label"] = label[before.end() :]

    # --- Discord's answers -----------------------------------------------------------------------------

    async def note_answer(self, _: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        """See whether Discord refuses an emoji: for the client's trace, as ``on_request_end``.

        The response keeps the body that is read here for discord.py.
        """
        if end.response.status == 400 and _REFUSAL in await end.response.read():
            self.refused()


OWN_EMOJIS = OwnEmojis()
"""The emojis of this process: what Discord knows of the application, whatever the client."""


def _walk(components: list[Component]) -> Iterator[Component]:
    """The components, and those in them."""
    for component in components:
        yield component
        yield from _walk(component.get("components", []))
        if "accessory" in component:
            yield from _walk([component["accessory"]])
