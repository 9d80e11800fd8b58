"""The values of a select or a modal as a person filled them in, checked against its definition."""

from __future__ import annotations

from sandbox.browser.options import Resolved
from sandbox.browser.refusal import Refused
from sandbox.world.payload import Json

ROW, STRING_SELECT, TEXT_INPUT, TEXT, LABEL, FILE_UPLOAD = 1, 3, 4, 10, 18, 19
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8


def resolve_values(select: Json, values: object, resolved: Resolved) -> list[str]:
    """Return the chosen values of a select, or raise Refused."""
    if not isinstance(values, list):
        raise Refused("A select needs a list of values.")
    chosen = [str(value) for value in values]
    min_values = 1 if select.get("min_values") is None else select["min_values"]
    max_values = 1 if select.get("max_values") is None else select["max_values"]
    if not min_values <= len(chosen) <= max_values or len(set(chosen)) != len(chosen):
        raise Refused(f"This select takes {min_values} to {max_values} different choices.")
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
    lookup = lookups.get(select["type"])
    if lookup is not None:
        for chosen_id in chosen:
            lookup(chosen_id)
    return chosen


def resolve_modal(modal: Json, submitted: list[Json], resolved: Resolved) -> list[Json]:
    """Return a modal's components as the bot receives them, or raise Refused."""
    filled = dict(_filled(submitted))
    components: list[Json] = []
    for number, definition in enumerate(modal["components"], 1):
        component: Json = {"type": definition["type"], "id": definition.get("id") or number}
        if definition["type"] == LABEL:
            component["component"] = _field(definition["component"], filled, resolved)
        elif definition["type"] == ROW:
            component["components"] = [_field(child, filled, resolved) for child in definition["components"]]
        components.append(component)
    return components


def _filled(components: list[Json]) -> list[tuple[str, object]]:
    """Return (custom_id, value or values) of every submitted control at any depth."""
    submitted: list[tuple[str, object]] = []
    for component in components:
        if "custom_id" in component:
            submitted.append((component["custom_id"], component.get("values", component.get("value"))))
        submitted += _filled(component.get("components") or [])
        submitted += _filled([component["component"]] if component.get("component") else [])
    return submitted


def _field(control: Json, filled: dict[str, object], resolved: Resolved) -> Json:
    field: Json = {"type": control["type"], "id": control.get("id") or 0, "custom_id": control["custom_id"]}
    is_required = control.get("required", True)
    value = filled.get(control["custom_id"])
    if control["type"] == TEXT_INPUT:
        return {**field, "value": _text(control, str(value or ""), is_required)}
    chosen = value if isinstance(value, list) else []
    if control["type"] == FILE_UPLOAD:
        return {**field, "values": _files(control, chosen, is_required, resolved)}
    if chosen or is_required:
        chosen = resolve_values(control, chosen, resolved)
    return {**field, "values": chosen}


def _files(control: Json, files: list[object], is_required: bool, resolved: Resolved) -> list[str]:
    """Store the files of an upload, each as `Resolved.attachment` takes it, and return their ids."""
    min_values = 1 if control.get("min_values") is None else control["min_values"]
    if not files and not is_required:
        return []
    if not min_values <= len(files) <= (control.get("max_values") or 1):
        raise Refused("This field takes another number of files.")
    return [resolved.attachment(file) for file in files]


def _text(control: Json, text: str, is_required: bool) -> str:
    min_length = control.get("min_length") or (1 if is_required else 0)
    max_length = control.get("max_length") or 4000
    if not text and not is_required:
        return text
    if not text:
        raise Refused("This field is required.")
    if not min_length <= len(text) <= max_length:
        raise Refused(f"This field takes {min_length} to {max_length} characters.")
    return text
