"""The limits of buttons, selects and text inputs, in messages and modals."""

from __future__ import annotations

from sandbox.world.api_errors import Form, Path
from sandbox.world.payload import Json

CUSTOM_ID, LABEL, PLACEHOLDER, OPTION, OPTIONS, URL = 100, 80, 150, 100, 25, 512
INPUT, INPUT_LABEL, INPUT_PLACEHOLDER = 4000, 45, 100
FILES = 10
LINK, PREMIUM = 5, 6


class Controls:
    """Checks controls. Custom ids and numeric ids are unique within one message or modal."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self._custom_ids: set[str] = set()
        self._numbers: set[int] = set()

    def unique_number(self, path: Path, one: Json) -> None:
        """Check a component's optional `id`."""
        number = one.get("id")
        if not number or not self.form.number((*path, "id"), number, 0, 2**31 - 1):
            return
        if number in self._numbers:
            self.form.wrong((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self._numbers.add(number)

    def custom_id(self, path: Path, one: Json) -> None:
        """Check a control's custom_id."""
        path = (*path, "custom_id")
        value = one.get("custom_id")
        if not self.form.text(path, value, 1, CUSTOM_ID):
            return
        if value in self._custom_ids:
            text = "Component custom id cannot be duplicated"
            self.form.wrong(path, "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        self._custom_ids.add(str(value))

    def button(self, path: Path, one: Json) -> None:
        """Check a button."""
        if not self.form.choice((*path, "style"), one.get("style"), (1, 2, 3, 4, LINK, PREMIUM)):
            return
        self.form.text((*path, "label"), one.get("label"), 0, LABEL)
        self.emoji((*path, "emoji"), one.get("emoji"))
        if one["style"] == PREMIUM:
            if one.get("sku_id") is None:
                self.form.required((*path, "sku_id"))
            return
        if not one.get("label") and not one.get("emoji"):
            text = "A button must have a label or an emoji."
            self.form.wrong(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", text)
        self._target(path, one)

    def _target(self, path: Path, one: Json) -> None:
        has_both = one.get("custom_id") is not None and one.get("url") is not None
        if has_both:
            text = "A custom id and url cannot both be specified"
            self.form.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
        elif one["style"] == LINK:
            self.form.text((*path, "url"), one.get("url"), 1, URL)
        else:
            self.custom_id(path, one)

    def emoji(self, path: Path, emoji: object) -> None:
        """Check an emoji: a custom emoji has an id, a Unicode emoji a name that is not plain text."""
        if emoji is None or (isinstance(emoji, dict) and emoji.get("id")):
            return
        name = emoji.get("name") if isinstance(emoji, dict) else None
        if not name or not any(ord(one) > 0x200D or one in "©®" for one in name) or len(name) > 16:
            self.form.wrong((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def select(self, path: Path, one: Json) -> None:
        """Check a select of any kind."""
        self.custom_id(path, one)
        self.form.text((*path, "placeholder"), one.get("placeholder"), 0, PLACEHOLDER)
        least, most = one.get("min_values"), one.get("max_values")
        self.form.number((*path, "min_values"), least, 0, OPTIONS)
        self.form.number((*path, "max_values"), most, 1, OPTIONS)
        least, most = 1 if least is None else least, 1 if most is None else most
        if isinstance(least, int) and isinstance(most, int) and least > most:
            text = "min_values must be less than or equal to max_values."
            self.form.wrong((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX", text)
        if one["type"] == 3:
            self._options((*path, "options"), one.get("options"), most)

    def _options(self, path: Path, options: object, most: object) -> None:
        listed = self.form.array(path, options, 1, OPTIONS)
        values: set[str] = set()
        for index, one in enumerate(_object(one) for one in listed):
            here = (*path, index)
            self.form.text((*here, "label"), one.get("label"), 1, OPTION)
            self.form.text((*here, "description"), one.get("description"), 0, OPTION)
            self.emoji((*here, "emoji"), one.get("emoji"))
            if self.form.text((*here, "value"), one.get("value"), 1, OPTION):
                if one["value"] in values:
                    text = "The specified option value is already used"
                    self.form.wrong((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
                values.add(one["value"])
        if isinstance(most, int) and len(listed) < most and listed:
            text = "max_values cannot be greater than the number of options."
            self.form.wrong(path, "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", text)
        if isinstance(most, int) and sum(bool(_object(one).get("default")) for one in listed) > most:
            text = "More options are default than max_values allows."
            self.form.wrong(path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", text)

    def text_input(self, path: Path, one: Json, is_labelled: bool) -> None:
        """Check a text input. Outside a Label component it needs a label of its own."""
        self.custom_id(path, one)
        self.form.choice((*path, "style"), one.get("style"), (1, 2))
        if not is_labelled:
            self.form.text((*path, "label"), one.get("label"), 1, INPUT_LABEL)
        self.form.number((*path, "min_length"), one.get("min_length"), 0, INPUT)
        self.form.number((*path, "max_length"), one.get("max_length"), 1, INPUT)
        self.form.text((*path, "value"), one.get("value"), 0, INPUT)
        self.form.text((*path, "placeholder"), one.get("placeholder"), 0, INPUT_PLACEHOLDER)

    def file_upload(self, path: Path, one: Json) -> None:
        """Check a file upload, which only modals have."""
        self.custom_id(path, one)
        self.form.number((*path, "min_values"), one.get("min_values"), 0, FILES)
        self.form.number((*path, "max_values"), one.get("max_values"), 1, FILES)


def _object(value: object) -> Json:
    return value if isinstance(value, dict) else {}
