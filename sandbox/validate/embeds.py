"""The limits of embeds. Start at check_embeds()."""

from __future__ import annotations

from typing import Any

from sandbox.errors import Form, Path

EMBEDS, TITLE, DESCRIPTION, FIELDS, NAME, VALUE, FOOTER, AUTHOR, TOTAL = (
    10,
    256,
    4096,
    25,
    256,
    1024,
    2048,
    256,
    6000,
)


def check_embeds(form: Form, embeds: Any) -> None:
    """Note everything wrong with a message's embeds."""
    path: Path = ("embeds",)
    total = 0
    for index, one in enumerate(form.array(path, embeds, 0, EMBEDS)):
        here = (*path, index)
        if not isinstance(one, dict):
            form.wrong(here, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        texts = [
            (("title",), one.get("title"), 0, TITLE),
            (("description",), one.get("description"), 0, DESCRIPTION),
            (("footer", "text"), (one.get("footer") or {}).get("text"), 0, FOOTER),
            (("author", "name"), (one.get("author") or {}).get("name"), 0, AUTHOR),
        ]
        for number, field in enumerate(form.array((*here, "fields"), one.get("fields"), 0, FIELDS)):
            texts.append((("fields", number, "name"), field.get("name"), 1, NAME))  # type: ignore[arg-type]
            texts.append((("fields", number, "value"), field.get("value"), 1, VALUE))  # type: ignore[arg-type]
        for where, value, least, most in texts:
            if form.text((*here, *where), value, least, most):
                total += len(value or "")
        form.number((*here, "color"), one.get("color"), 0, 0xFFFFFF)
    if total > TOTAL:
        text = f"Embed size exceeds maximum size of {TOTAL}"
        form.wrong(path, "MAX_EMBED_SIZE_EXCEEDED", text)
