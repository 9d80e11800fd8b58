"""Checks what a person filled into a select or a modal. Start at settle_values() and settle_modal()."""

from __future__ import annotations

from typing import Any

from sandbox.options import Resolved
from sandbox.payload import Json
from sandbox.refusal import Refused

ROW, STRING_SELECT, TEXT_INPUT, TEXT, LABEL = 1, 3, 4, 10, 18
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8


def settle_values(select: Json, values: Any, resolved: Resolved, least: int | None = None) -> list[str]:
    """Return a select's chosen values, or raise Refused."""
    if not isinstance(values, list):
        raise Refused("A select needs a list of values.")
    chosen = [str(one) for one in values]
    given_least, most = select.get("min_values"), select.get("max_values")
    least = least if least is not None else 1 if given_least is None else given_least
    if not least <= len(chosen) <= (1 if most is None else most) or len(set(chosen)) != len(chosen):
        raise Refused("That is not the number of choices this select takes.")
    if select["type"] == STRING_SELECT:
        offered = {option["value"] for option in select["options"]}
        if not set(chosen) <= offered:
            raise Refused("The select does not offer that choice.")
    lookups = {
        USER_SELECT: resolved.user,
        ROLE_SELECT: resolved.role,
        MENTIONABLE_SELECT: resolved.mentionable,
        CHANNEL_SELECT: resolved.channel,
    }
    for one in chosen:
        if select["type"] in lookups:
            lookups[select["type"]](one)
    return chosen


def settle_modal(modal: Json, submitted: list[Json], resolved: Resolved) -> list[Json]:
    """Return a modal's components as the bot gets them, or raise Refused."""
    filled = dict(_filled(submitted))
    settled: list[Json] = []
    for number, one in enumerate(modal["components"], 1):
        shaped: Json = {"type": one["type"], "id": one.get("id") or number}
        if one["type"] == LABEL:
            shaped["component"] = _field(one["component"], filled, resolved)
        elif one["type"] == ROW:
            shaped["components"] = [_field(child, filled, resolved) for child in one["components"]]
        settled.append(shaped)
    return settled


def _filled(components: list[Json]) -> list[tuple[str, Any]]:
    """(custom_id, value or values) of every control submitted, however deep."""
    found: list[tuple[str, Any]] = []
    for one in components:
        if "custom_id" in one:
            found.append((one["custom_id"], one["values"] if "values" in one else one.get("value")))
        found += _filled(one.get("components") or [])
        found += _filled([one["component"]] if one.get("component") else [])
    return found


def _field(control: Json, filled: dict[str, Any], resolved: Resolved) -> Json:
    shaped: Json = {"type": control["type"], "id": control.get("id") or 0, "custom_id": control["custom_id"]}
    is_required = control.get("required", True)
    value = filled.get(control["custom_id"])
    if control["type"] == TEXT_INPUT:
        return {**shaped, "value": _text(control, str(value or ""), is_required)}
    chosen = value if isinstance(value, list) else []
    if chosen or is_required:
        chosen = settle_values(control, chosen, resolved)
    return {**shaped, "values": chosen}


def _text(control: Json, text: str, is_required: bool) -> str:
    least = control.get("min_length") or (1 if is_required else 0)
    most = control.get("max_length") or 4000
    if not text and not is_required:
        return text
    if not text:
        raise Refused("This field is required.")
    if not least <= len(text) <= most:
        raise Refused(f"This field takes {least} to {most} characters.")
    return text
