"""Components as Discord stores them: numbered, with attachment:// names replaced by addresses."""

from __future__ import annotations

from itertools import count

from sandbox.world.payload import Json

_FROM_ATTACHMENT = ("url", "proxy_url", "width", "height", "content_type")
_LOADED = 2  # Discord's loading_state of media that can be shown; before that they are 0 or 1


def stored_components(components: list[Json], attachments: list[Json]) -> list[Json]:
    """Return components as Discord stores them: each with an id, media with address and size."""
    return _Converter(components, attachments).convert(components)


class _Converter:
    """Converts the components of one message."""

    def __init__(self, components: list[Json], attachments: list[Json]) -> None:
        self._by_url = {f"attachment://{attachment['filename']}": attachment for attachment in attachments}
        self._by_url |= {attachment["url"]: attachment for attachment in attachments}
        taken = set(_numbers(components))  # ids that the bot chose stay; the rest get the lowest free ones
        self._free = (number for number in count(1) if number not in taken)

    def convert(self, components: list[Json]) -> list[Json]:
        return [self._convert(component) for component in components]

    def _convert(self, component: Json) -> Json:
        stored = dict(component)
        stored["id"] = component.get("id") or next(self._free)
        if component.get("components"):
            stored["components"] = self.convert(component["components"])
        for key in ("accessory", "component"):
            if component.get(key):
                stored[key] = self._convert(component[key])
        if component.get("default_values"):
            stored["default_values"] = [
                {**default, "id": str(default["id"])} for default in component["default_values"]
            ]
        if "items" in component:
            stored["items"] = [
                {"description": None, "spoiler": False, **item, "media": self._media(item["media"])}
                for item in component["items"]
            ]
        for key in ("media", "file"):
            if isinstance(component.get(key), dict):
                stored[key] = self._media(component[key])
        return stored

    def _media(self, media: Json) -> Json:
        attachment = self._by_url.get(media["url"])
        if attachment is None:
            return {"proxy_url": media["url"], **media}
        fields = {key: attachment[key] for key in _FROM_ATTACHMENT if key in attachment}
        return {**fields, "attachment_id": attachment["id"], "loading_state": _LOADED}


def children(component: Json) -> list[Json]:
    """Return the components directly inside a component."""
    inside: list[Json] = component.get("components") or []
    return [*inside, *(component[key] for key in ("component", "accessory") if component.get(key))]


def _numbers(components: list[Json]) -> list[int]:
    numbers = []
    for component in components:
        if component.get("id"):
            numbers.append(component["id"])
        numbers += _numbers(children(component))
    return numbers


def find_control(components: list[Json], custom_id: str) -> Json | None:
    """Return the button, select or input with this custom_id at any depth."""
    for component in components:
        if component.get("custom_id") == custom_id:
            return component
        control = find_control(children(component), custom_id)
        if control is not None:
            return control
    return None
