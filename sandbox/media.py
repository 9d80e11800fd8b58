"""Numbers components and turns attachment:// names into addresses. Start at settle_components()."""

from __future__ import annotations

from itertools import count
from typing import Any

from sandbox.payload import Json

_FROM_ATTACHMENT = ("url", "proxy_url", "width", "height", "content_type")


def settle_components(components: list[Any], attachments: list[Json]) -> list[Json]:
    """Return components as Discord stores them: each with an id, media with its address and size."""
    return _Settler(components, attachments).all(components)


class _Settler:
    """One pass over a message's components."""

    def __init__(self, components: list[Any], attachments: list[Json]) -> None:
        self._by_url = {f"attachment://{one['filename']}": one for one in attachments}
        self._by_url |= {one["url"]: one for one in attachments}
        taken = set(_numbers(components))
        self._free = (number for number in count(1) if number not in taken)

    def all(self, components: list[Any]) -> list[Json]:
        """Settle a list."""
        return [self._one(one) for one in components]

    def _one(self, component: Json) -> Json:
        settled = dict(component)
        settled["id"] = component.get("id") or next(self._free)
        if component.get("components"):
            settled["components"] = self.all(component["components"])
        for key in ("accessory", "component"):
            if component.get(key):
                settled[key] = self._one(component[key])
        if component.get("default_values"):
            settled["default_values"] = [{**one, "id": str(one["id"])} for one in component["default_values"]]
        if "items" in component:
            settled["items"] = [
                {"description": None, "spoiler": False, **one, "media": self._media(one["media"])}
                for one in component["items"]
            ]
        for key in ("media", "file"):
            if isinstance(component.get(key), dict):
                settled[key] = self._media(component[key])
        return settled

    def _media(self, media: Json) -> Json:
        attachment = self._by_url.get(media["url"])
        if attachment is None:
            return {"proxy_url": media["url"], **media}
        told = {key: attachment[key] for key in _FROM_ATTACHMENT if key in attachment}
        return {**told, "attachment_id": attachment["id"], "loading_state": 2}


def _numbers(components: list[Any]) -> list[int]:
    found = []
    for one in components:
        if one.get("id"):
            found.append(one["id"])
        found += _numbers(one.get("components") or [])
        found += _numbers([one[key] for key in ("accessory", "component") if one.get(key)])
    return found


def find_control(components: list[Json], custom_id: str) -> Json | None:
    """The button, select or input with this custom_id, however deep it is."""
    for one in components:
        if one.get("custom_id") == custom_id:
            return one
        inside = [
            *(one.get("components") or []),
            *(one[key] for key in ("accessory", "component") if one.get(key)),
        ]
        found = find_control(inside, custom_id)
        if found is not None:
            return found
    return None
