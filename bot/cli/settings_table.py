"""The settings as a table: in ``--help``, and in Markdown for ``docs/REFERENCE.md``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from pydantic.fields import FieldInfo

from bot.config import Config, Described
from bot.config_problems import allowed, variable

_NAME_WIDTH, _WIDTH = 28, 100  # characters of the first column, and of a line


def markdown() -> str:
    """The table of ``docs/REFERENCE.md``."""
    rows = ["| variable | default | allowed | meaning |", "| --- | --- | --- | --- |"]
    for name, field in Config.model_fields.items():
        text = str(field.description).rstrip(".")
        meaning = text if text[1].isupper() else text[0].lower() + text[1:]
        rows.append(
            f"| `{variable(name, field)}` | {_default_anywhere(field)} | {allowed(field)} | {meaning} |"
        )
    return "\n".join(rows)


def plain() -> Iterator[str]:
    """The lines of ``--help``: name, description, allowed values, default."""
    yield "settings, as environment variables or lines of .env in the current directory (empty: the default):"
    for name, field in Config.model_fields.items():
        text = f"{field.description} Allowed: {allowed(field)}. Default: {_default_here(field)}.".replace(
            "`", ""
        )
        first, *rest = textwrap.wrap(text, _WIDTH - _NAME_WIDTH, break_long_words=False)
        yield f"  {variable(name, field):<{_NAME_WIDTH}}{first}"
        yield from (f"  {'':<{_NAME_WIDTH}}{line}" for line in rest)


def _default_anywhere(field: FieldInfo) -> str:
    """The default on any machine, in Markdown."""
    for annotation in field.metadata:
        if isinstance(annotation, Described) and annotation.default is not None:
            return annotation.default
    if field.is_required():
        return "required"
    return "none" if field.default is None else f"`{field.default}`"


def _default_here(field: FieldInfo) -> str:
    """The default on this machine."""
    if field.is_required():
        return "required"
    default = field.get_default(call_default_factory=True)
    return _default_anywhere(field) if default in (None, (), frozenset()) else str(default) or "none"
