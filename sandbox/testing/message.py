"""Messages, buttons, selects and modals as a person sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.validate.components import BUTTON, LABEL, SELECTS, TEXT
from sandbox.validate.messages import EPHEMERAL, LOADING
from sandbox.world.attachments import children
from sandbox.world.payload import Json
from sandbox.world.state import State


def walk(components: list[Json]) -> Iterator[Json]:
    """Yield every component in reading order."""
    for component in components:
        yield component
        yield from walk(children(component))


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
    """A select. `options` maps labels to values."""

    custom_id: str
    placeholder: str
    options: dict[str, str]
    disabled: bool
    type: int


@dataclass(frozen=True)
class Image:
    """An image of a gallery, or an image attachment, with its alternative text."""

    url: str
    description: str | None
    width: int | None
    height: int | None


class SeenMessage:
    """A message in its present state; a deleted message keeps its last state."""

    def __init__(self, state: State, channel_id: str, message_id: str) -> None:
        self._state = state
        self.channel_id = channel_id
        self.id = message_id
        self._last = state.messages[channel_id][message_id]

    def __repr__(self) -> str:
        return f"<message {self.id}: {self.text[:60]!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenMessage) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def raw(self) -> Json:
        """The message's document, with the private keys."""
        stored = self._state.messages.get(self.channel_id, {}).get(self.id)
        self._last = stored or self._last
        return self._last

    @property
    def is_deleted(self) -> bool:
        """Whether it was deleted."""
        return self.id not in self._state.messages.get(self.channel_id, {})

    @property
    def content(self) -> str:
        """The content; empty with Components V2."""
        return str(self.raw["content"])

    @property
    def text(self) -> str:
        """All text of the message: content, embeds, text displays."""
        parts = [self.content]
        for embed in self.raw["embeds"]:
            parts += [embed.get("title") or "", embed.get("description") or ""]
            parts += [f"{field['name']}\n{field['value']}" for field in embed.get("fields") or []]
        parts += [
            component["content"] for component in walk(self.raw["components"]) if component["type"] == TEXT
        ]
        return "\n".join(part for part in parts if part)

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return bool(self.raw["flags"] & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it shows that the bot "is thinking"."""
        return bool(self.raw["flags"] & LOADING)

    @property
    def buttons(self) -> list[Button]:
        """The buttons in reading order."""
        return [
            Button(
                component.get("label") or "",
                component.get("custom_id"),
                component["style"],
                bool(component.get("disabled")),
                (component.get("emoji") or {}).get("name"),
            )
            for component in walk(self.raw["components"])
            if component["type"] == BUTTON
        ]

    @property
    def selects(self) -> list[Select]:
        """The selects in reading order."""
        return [
            Select(
                component["custom_id"],
                component.get("placeholder") or "",
                {option["label"]: option["value"] for option in component.get("options") or []},
                bool(component.get("disabled")),
                component["type"],
            )
            for component in walk(self.raw["components"])
            if component["type"] in SELECTS
        ]

    @property
    def images(self) -> list[Image]:
        """Gallery images and thumbnails; without any, the attachments."""
        images: list[Image] = []
        for component in walk(self.raw["components"]):
            images += [_image(item["media"], item) for item in component.get("items") or []]
            if isinstance(component.get("media"), dict):
                images.append(_image(component["media"], component))
        return images or [_image(attachment, attachment) for attachment in self.raw["attachments"]]

    def button(self, label: str) -> Button:
        """Return the button with this label or emoji. Raises LookupError."""
        buttons = self.buttons
        matching = [button for button in buttons if label in (button.label, button.emoji)]
        if not matching:
            labels = [button.label or button.emoji for button in buttons]
            raise LookupError(f"no button {label!r} among {labels}")
        return matching[0]

    def image_bytes(self, index: int = 0) -> bytes:
        """Return the file of an image. Raises LookupError if it was deleted."""
        key = self.images[index].url.split("/")[-2]  # …/key/file name
        data = self._state.store.blob(key)
        if data is None:
            raise LookupError("the image was deleted")
        return data


def _image(media: Json, described: Json) -> Image:
    """Return an image with the description of the attachment, gallery item or thumbnail that shows it."""
    return Image(media["url"], described.get("description"), media.get("width"), media.get("height"))


@dataclass(frozen=True)
class Modal:
    """A modal that the bot opened."""

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
        """The labels with the custom_ids of their controls."""
        custom_ids = {}
        for component in self.raw["components"]:
            for control in children(component):
                custom_ids[component.get("label") or control.get("label") or ""] = control["custom_id"]
        return custom_ids

    def submit(self, values: dict[str, str | list[str] | list[Json]]) -> list[Json]:
        """Return the components to submit; `values` has labels or custom_ids as keys. Raises LookupError."""
        by_id = {self.fields.get(label, label): entered for label, entered in values.items()}
        unknown = set(by_id) - set(self.fields.values())
        if unknown:
            raise LookupError(f"the form has no fields {unknown}, only {self.fields}")
        filled: list[Json] = []
        for custom_id, value in by_id.items():
            entry: Json = {"values": value} if isinstance(value, list) else {"value": value}
            filled.append({"type": LABEL, "component": {"custom_id": custom_id, **entry}})
        return filled
