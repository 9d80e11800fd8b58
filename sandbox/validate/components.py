"""The limits of message components, legacy and V2."""

from __future__ import annotations

from collections.abc import Callable, Collection

from sandbox.validate.controls import Controls
from sandbox.world.api_errors import Form, Path
from sandbox.world.payload import Json

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
AUTO_SELECTS = (5, 6, 7, 8)
FILE_UPLOAD = 19
SELECTS = (SELECT, *AUTO_SELECTS)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
TOP_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
MAX_ROWS, MAX_V2, MAX_TEXT, MAX_GALLERY = 5, 40, 4000, 10


def check_components(
    form: Form, components: object, is_v2: bool, files: frozenset[str], emojis: Collection[str]
) -> None:
    """Record every error of a message's components.

    `files` are the names that attachment:// can refer to, `emojis` the ids of the bot's custom emojis.
    """
    walk = _Walk(form, files, emojis)
    path: Path = ("components",)
    rows = form.array(path, components, 0, MAX_V2 if is_v2 else MAX_ROWS)
    for index, component in enumerate(rows):
        walk.visit((*path, index), component, TOP_V2 if is_v2 else (ROW,))
    if is_v2 and walk.count > MAX_V2:
        text = f"The total number of components exceeds the maximum of {MAX_V2}."
        form.wrong(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    if walk.text > MAX_TEXT:
        text = f"The total text length of components exceeds the maximum of {MAX_TEXT}."
        form.wrong(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)


class _Walk(Controls):
    """Checks every component and counts components and characters."""

    def __init__(self, form: Form, files: frozenset[str], emojis: Collection[str]) -> None:
        super().__init__(form, emojis)
        self.count = 0
        self.text = 0
        self._files = files

    def visit(self, path: Path, component: object, allowed: tuple[int, ...]) -> None:
        """Check a component and those inside it."""
        self.count += 1
        if not isinstance(component, dict):
            self.form.wrong(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        kind = component.get("type")
        if not self.form.choice((*path, "type"), kind, allowed):
            return
        self.unique_number(path, component)
        checks: dict[object, Callable[[Path, Json], None]] = {
            ROW: self._row,
            BUTTON: self.button,
            SECTION: self._section,
            TEXT: self._text,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        }
        checks.get(kind, self.select)(path, component)

    def _row(self, path: Path, row: Json) -> None:
        inside = self.form.array((*path, "components"), row.get("components"), 1, 5)
        has_select = any(isinstance(control, dict) and control.get("type") in SELECTS for control in inside)
        if has_select and len(inside) > 1:
            text = "A select takes a whole row."
            self.form.wrong((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)
        for index, child in enumerate(inside):
            self.visit((*path, "components", index), child, (BUTTON, *SELECTS))

    def _section(self, path: Path, section: Json) -> None:
        inside = self.form.array((*path, "components"), section.get("components"), 1, 3)
        for index, child in enumerate(inside):
            self.visit((*path, "components", index), child, (TEXT,))
        if section.get("accessory") is None:
            self.form.required((*path, "accessory"))
        else:
            self.visit((*path, "accessory"), section["accessory"], (BUTTON, THUMBNAIL))

    def _text(self, path: Path, display: Json) -> None:
        if self.form.text((*path, "content"), display.get("content"), 1, MAX_TEXT):
            self.text += len(display["content"])

    def _container(self, path: Path, container: Json) -> None:
        inside = self.form.array((*path, "components"), container.get("components"), 1, MAX_V2)
        self.form.number((*path, "accent_color"), container.get("accent_color"), 0, 0xFFFFFF)
        for index, child in enumerate(inside):
            self.visit((*path, "components", index), child, IN_CONTAINER)

    def _gallery(self, path: Path, gallery: Json) -> None:
        items = self.form.array((*path, "items"), gallery.get("items"), 1, MAX_GALLERY)
        for index, item in enumerate(items):
            self._media((*path, "items", index), item if isinstance(item, dict) else {}, "media")

    def _thumbnail(self, path: Path, thumbnail: Json) -> None:
        self._media(path, thumbnail, "media")

    def _file(self, path: Path, file: Json) -> None:
        self._media(path, file, "file")

    def _media(self, path: Path, media_item: Json, key: str) -> None:
        """Check a media item with its description (the alternative text)."""
        self.form.text((*path, "description"), media_item.get("description"), 0, 1024)
        media = media_item.get(key)
        url_path = (*path, key, "url")
        url = media.get("url") if isinstance(media, dict) else None
        if not self.form.text(url_path, url, 1, 2048) or not isinstance(url, str):
            return
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self._files:
                text = "The referenced attachment was not found."
                self.form.wrong(url_path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", text)
        elif key == "file" or not url.startswith(("http://", "https://")):
            text = "Scheme \"\" is not supported. Scheme must be one of ('attachment', 'http', 'https')."
            self.form.wrong(url_path, "URL_TYPE_INVALID_SCHEME", text)

    def _separator(self, path: Path, separator: Json) -> None:
        if separator.get("spacing") is not None:
            self.form.choice((*path, "spacing"), separator["spacing"], (1, 2))
