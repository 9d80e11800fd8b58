"""The limits of embeds."""

from __future__ import annotations

from sandbox.world.api_errors import Form, Path
from sandbox.world.payload import Json

EMBEDS, FIELDS = 10, 25
TITLE, DESCRIPTION, NAME, VALUE, FOOTER, AUTHOR, TOTAL = 256, 4096, 256, 1024, 2048, 256, 6000


def check_embeds(form: Form, embeds: object) -> None:
    """Record every error of a message's embeds."""
    path: Path = ("embeds",)
    total = 0
    for index, embed in enumerate(form.array(path, embeds, 0, EMBEDS)):
        embed_path = (*path, index)
        if not isinstance(embed, dict):
            form.wrong(embed_path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            continue
        total += _check_embed(form, embed_path, embed)
    if total > TOTAL:
        text = f"Embed size exceeds maximum size of {TOTAL}"
        form.wrong(path, "MAX_EMBED_SIZE_EXCEEDED", text)


def _check_embed(form: Form, path: Path, embed: Json) -> int:
    """Record every error of an embed; return the number of characters in its valid texts."""
    texts: list[tuple[Path, object, int, int]] = [
        (("title",), embed.get("title"), 0, TITLE),
        (("description",), embed.get("description"), 0, DESCRIPTION),
        (("footer", "text"), (embed.get("footer") or {}).get("text"), 0, FOOTER),
        (("author", "name"), (embed.get("author") or {}).get("name"), 0, AUTHOR),
    ]
    for number, field in enumerate(form.array((*path, "fields"), embed.get("fields"), 0, FIELDS)):
        entries = field if isinstance(field, dict) else {}
        texts.append((("fields", number, "name"), entries.get("name"), 1, NAME))
        texts.append((("fields", number, "value"), entries.get("value"), 1, VALUE))
    total = 0
    for where, value, min_length, max_length in texts:
        if form.text((*path, *where), value, min_length, max_length) and isinstance(value, str):
            total += len(value)
    form.number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
    return total
