"""The limits of modals."""

from __future__ import annotations

from collections.abc import Collection

from sandbox.validate.components import FILE_UPLOAD, LABEL, ROW, SELECTS, TEXT, TEXT_INPUT
from sandbox.validate.controls import Controls
from sandbox.world.api_errors import Form, Path
from sandbox.world.payload import Json

TITLE, COMPONENTS, LABEL_LENGTH, DESCRIPTION = 45, 5, 45, 100


def check_modal(data: Json, emojis: Collection[str]) -> None:
    """Raise 50035 with every error of a modal's title, custom_id and components.

    `emojis` are the ids of the bot's custom emojis.
    """
    form = Form()
    form.text(("data", "title"), data.get("title"), 1, TITLE)
    form.text(("data", "custom_id"), data.get("custom_id"), 1, 100)
    controls = Controls(form, emojis)
    path: Path = ("data", "components")
    for index, component in enumerate(form.array(path, data.get("components"), 1, COMPONENTS)):
        _check_component(controls, (*path, index), component if isinstance(component, dict) else {})
    form.check()


def _check_component(controls: Controls, path: Path, component: Json) -> None:
    if not controls.form.choice((*path, "type"), component.get("type"), (ROW, TEXT, LABEL)):
        return
    controls.unique_number(path, component)
    if component["type"] == TEXT:
        controls.form.text((*path, "content"), component.get("content"), 1, 4000)
    elif component["type"] == ROW:
        inside = controls.form.array((*path, "components"), component.get("components"), 1, 1)
        for index, listed in enumerate(inside):
            child_path = (*path, "components", index)
            child = listed if isinstance(listed, dict) else {}
            if controls.form.choice((*child_path, "type"), child.get("type"), (TEXT_INPUT,)):
                controls.text_input(child_path, child, is_labelled=False)
    else:
        _check_label(controls, path, component)


def _check_label(controls: Controls, path: Path, label: Json) -> None:
    controls.form.text((*path, "label"), label.get("label"), 1, LABEL_LENGTH)
    controls.form.text((*path, "description"), label.get("description"), 0, DESCRIPTION)
    child = label.get("component")
    child_path = (*path, "component")
    if not isinstance(child, dict):
        controls.form.required(child_path)
    elif controls.form.choice((*child_path, "type"), child.get("type"), (TEXT_INPUT, *SELECTS, FILE_UPLOAD)):
        if child["type"] == TEXT_INPUT:
            controls.text_input(child_path, child, is_labelled=True)
        elif child["type"] == FILE_UPLOAD:
            controls.file_upload(child_path, child)
        else:
            controls.select(child_path, child)
