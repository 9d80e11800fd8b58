"""Messages, buttons, selects and modals as a person sees them. Start at SeenMessage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.payload import Json
from sandbox.validate.messages import EPHEMERAL, LOADING

if TYPE_CHECKING:
    from sandbox.app import Sandbox

_SELECTS = (3, 5, 6, 7, 8)


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, in reading order."""
    for one in components:
        yield one
        yield from walk(one.get("components") or [])
        yield from walk([one[key] for key in ("component", "accessory") if one.get(key)])


@dataclass(frozen=True)
class Button:
    """A button."""

    label: str
    custom_id: str | None
    style: int
    disabled: bool
    emoji: str | None


@dataclass(frozen=True)
class Select:
    """A select; `options` maps labels to values."""

    custom_id: str
    placeholder: str
    options: dict[str, str]
    disabled: bool
    type: int


@dataclass(frozen=True)
class Image:
    """A picture of a gallery (or an image attachment) with its alternative text."""

    url: str
    description: str | None
    width: int | None
    height: int | None


class SeenMessage:
    """A message, always as it is now; of a deleted one the last look stays."""

    def __init__(self, sandbox: Sandbox, channel_id: str, message_id: str) -> None:
        self._sandbox = sandbox
        self.channel_id = channel_id
        self.id = message_id
        self._last = sandbox.state.messages[channel_id][message_id]

    def __repr__(self) -> str:
        return f"<message {self.id}: {self.text[:60]!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenMessage) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def raw(self) -> Json:
        """The message's document."""
        found = self._sandbox.state.messages.get(self.channel_id, {}).get(self.id)
        self._last = found or self._last
        return self._last

    @property
    def is_deleted(self) -> bool:
        """Whether it is gone."""
        return self.id not in self._sandbox.state.messages.get(self.channel_id, {})

    @property
    def content(self) -> str:
        """The plain content (empty for Components V2)."""
        return str(self.raw["content"])

    @property
    def text(self) -> str:
        """Everything there is to read: content, embeds, text displays."""
        parts = [self.content]
        for embed in self.raw["embeds"]:
            parts += [embed.get("title") or "", embed.get("description") or ""]
            parts += [f"{field['name']}\n{field['value']}" for field in embed.get("fields") or []]
        parts += [one["content"] for one in walk(self.raw["components"]) if one["type"] == 10]
        return "\n".join(part for part in parts if part)

    @property
    def ephemeral(self) -> bool:
        """Whether one person only sees it."""
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether the bot "is thinking"."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def buttons(self) -> list[Button]:
        """Every button, in reading order."""
        return [
            Button(
                one.get("label") or "",
                one.get("custom_id"),
                one["style"],
                bool(one.get("disabled")),
                (one.get("emoji") or {}).get("name"),
            )
            for one in walk(self.raw["components"])
            if one["type"] == 2
        ]

    @property
    def selects(self) -> list[Select]:
        """Every select, in reading order."""
        return [
            Select(
                one["custom_id"],
                one.get("placeholder") or "",
                {option["label"]: option["value"] for option in one.get("options") or []},
                bool(one.get("disabled")),
                one["type"],
            )
            for one in walk(self.raw["components"])
            if one["type"] in _SELECTS
        ]

    @property
    def images(self) -> list[Image]:
        """Gallery pictures and thumbnails; without any, image attachments."""
        media: list[tuple[Json, Json]] = []
        for one in walk(self.raw["components"]):
            media += [(item["media"], item) for item in one.get("items") or []]
            media += [(one["media"], one)] if isinstance(one.get("media"), dict) else []
        if not media:
            media = [(one, one) for one in self.raw["attachments"]]
        return [
            Image(shown["url"], one.get("description"), shown.get("width"), shown.get("height"))
            for shown, one in media
        ]

    def button(self, label: str) -> Button:
        """The button with this label or emoji."""
        for one in self.buttons:
            if label in (one.label, one.emoji):
                return one
        raise LookupError(f"no button {label!r} among {[one.label or one.emoji for one in self.buttons]}")

    def image_bytes(self, index: int = 0) -> bytes:
        """The file of a picture."""
        key = self.images[index].url.split("/")[-2]
        data = self._sandbox.store.blob(key)
        if data is None:
            raise LookupError("the picture is gone")
        return data


@dataclass(frozen=True)
class Modal:
    """A form the bot opened. `fields` maps each field's label to its custom_id."""

    interaction_id: str
    channel_id: str
    raw: Json

    @property
    def title(self) -> str:
        """Its title."""
        return str(self.raw["title"])

    @property
    def custom_id(self) -> str:
        """Its custom_id."""
        return str(self.raw["custom_id"])

    @property
    def fields(self) -> dict[str, str]:
        """Labels and the custom_ids of their controls."""
        found = {}
        for one in self.raw["components"]:
            controls = [one["component"]] if one["type"] == 18 else one.get("components") or []
            for control in controls:
                found[one.get("label") or control.get("label") or ""] = control["custom_id"]
        return found

    def submit(self, values: dict[str, str | list[str]]) -> list[Json]:
        """The components to submit; keys are labels or custom_ids."""
        by_id = {self.fields.get(key, key): value for key, value in values.items()}
        unknown = set(by_id) - set(self.fields.values())
        if unknown:
            raise LookupError(f"the form has no field {unknown} but {self.fields}")
        filled: list[Json] = []
        for custom_id, value in by_id.items():
            what: Json = {"values": value} if isinstance(value, list) else {"value": value}
            filled.append({"type": 18, "component": {"custom_id": custom_id, **what}})
        return filled
