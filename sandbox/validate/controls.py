"""The limits of buttons, selects and text inputs, in messages and modals."""

from __future__ import annotations

from collections.abc import Collection

from sandbox.world.api_errors import Form, Path
from sandbox.world.payload import Json

CUSTOM_ID, LABEL, PLACEHOLDER, OPTION, OPTIONS, URL = 100, 80, 150, 100, 25, 512
INPUT, INPUT_LABEL, INPUT_PLACEHOLDER = 4000, 45, 100
FILES = 10
LINK, PREMIUM = 5, 6


class Controls:
    """Checks controls. Custom ids and numeric ids are unique within one message or modal.

    `emojis` are the ids of the custom emojis that the bot can use.
    """

    def __init__(self, form: Form, emojis: Collection[str]) -> None:
        self.form = form
        self._emojis = emojis
        self._custom_ids: set[str] = set()
        self._numbers: set[int] = set()

    def unique_number(self, path: Path, component: Json) -> None:
        """Check a component's optional `id`."""
        number = component.get("id")
        if not number or not self.form.number((*path, "id"), number, 0, 2**31 - 1):
            return
        if number in self._numbers:
            self.form.wrong((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self._numbers.add(number)

    def custom_id(self, path: Path, control: Json) -> None:
        """Check a control's custom_id."""
        path = (*path, "custom_id")
        value = control.get("custom_id")
        if not self.form.text(path, value, 1, CUSTOM_ID):
            return
        if value in self._custom_ids:
            text = "Component custom id cannot be duplicated"
            self.form.wrong(path, "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        self._custom_ids.add(str(value))

    def button(self, path: Path, button: Json) -> None:
        """Check a button."""
        if not self.form.choice((*path, "style"), button.get("style"), (1, 2, 3, 4, LINK, PREMIUM)):
            return
        self.form.text((*path, "label"), button.get("label"), 0, LABEL)
        self.emoji((*path, "emoji"), button.get("emoji"))
        if button["style"] == PREMIUM:
            if button.get("sku_id") is None:
                self.form.required((*path, "sku_id"))
            return
        if not button.get("label") and not button.get("emoji"):
            text = "A button must have a label or an emoji."
            self.form.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text)
        self._target(path, button)

    def _target(self, path: Path, button: Json) -> None:
        has_both = button.get("custom_id") is not None and button.get("url") is not None
        if has_both:
            text = "A custom id and url cannot both be specified"
            self.form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
        elif button["style"] == LINK:
            self.form.text((*path, "url"), button.get("url"), 1, URL)
        else:
            self.custom_id(path, button)

    def emoji(self, path: Path, emoji: object) -> None:
        """Check an emoji: a custom emoji has an id, a Unicode emoji a name that is not plain text."""
        if emoji is None:
            return
        if isinstance(emoji, dict) and emoji.get("id"):
            if str(emoji["id"]) not in self._emojis:
                self.form.wrong((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
            return
        name = emoji.get("name") if isinstance(emoji, dict) else None
        if not name or len(name) > 16 or _is_plain_text(name):
            self.form.wrong((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def select(self, path: Path, select: Json) -> None:
        """Check a select of any kind."""
        self.custom_id(path, select)
        self.form.text((*path, "placeholder"), select.get("placeholder"), 0, PLACEHOLDER)
        self.form.number((*path, "min_values"), select.get("min_values"), 0, OPTIONS)
        self.form.number((*path, "max_values"), select.get("max_values"), 1, OPTIONS)
        min_values = 1 if select.get("min_values") is None else select["min_values"]
        max_values = 1 if select.get("max_values") is None else select["max_values"]
        if isinstance(min_values, int) and isinstance(max_values, int) and min_values > max_values:
            text = "min_values must be less than or equal to max_values."
            self.form.wrong((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX", text)
        if select["type"] == 3:
            self._options((*path, "options"), select.get("options"), max_values)

    def _options(self, path: Path, options: object, max_values: object) -> None:
        listed = self.form.array(path, options, 1, OPTIONS)
        values: set[str] = set()
        defaults = 0
        for index, option in enumerate(map(_object, listed)):
            item_path = (*path, index)
            self.form.text((*item_path, "label"), option.get("label"), 1, OPTION)
            self.form.text((*item_path, "description"), option.get("description"), 0, OPTION)
            self.emoji((*item_path, "emoji"), option.get("emoji"))
            if self.form.text((*item_path, "value"), option.get("value"), 1, OPTION):
                if option["value"] in values:
                    text = "The specified option value is already used"
                    self.form.wrong((*item_path, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
                values.add(option["value"])
            defaults += bool(option.get("default"))
        if isinstance(max_values, int) and len(listed) < max_values and listed:
            text = "max_values cannot be greater than the number of options."
            self.form.wrong(path, "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", text)
        if isinstance(max_values, int) and defaults > max_values:
            text = "More options are default than max_values allows."
            self.form.wrong(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", text)

    def text_input(self, path: Path, text_input: Json, is_labelled: bool) -> None:
        """Check a text input. Outside a Label component it needs a label of its own."""
        self.custom_id(path, text_input)
        self.form.choice((*path, "style"), text_input.get("style"), (1, 2))
        if not is_labelled:
            self.form.text((*path, "label"), text_input.get("label"), 1, INPUT_LABEL)
        self.form.number((*path, "min_length"), text_input.get("min_length"), 0, INPUT)
        self.form.number((*path, "max_length"), text_input.get("max_length"), 1, INPUT)
        self.form.text((*path, "value"), text_input.get("value"), 0, INPUT)
        self.form.text((*path, "placeholder"), text_input.get("placeholder"), 0, INPUT_PLACEHOLDER)

    def file_upload(self, path: Path, file_upload: Json) -> None:
        """Check a file upload, which only modals have."""
        self.custom_id(path, file_upload)
        self.form.number((*path, "min_values"), file_upload.get("min_values"), 0, FILES)
        self.form.number((*path, "max_values"), file_upload.get("max_values"), 1, FILES)


def _is_plain_text(name: str) -> bool:
    """Return whether a name is no emoji: all but © and ® have a character above U+200D (the joiner)."""
    return all(ord(character) <= 0x200D and character not in "©®" for character in name)


def _object(value: object) -> Json:
    return value if isinstance(value, dict) else {}
