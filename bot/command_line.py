"""The command line of ``daeguk``: ``--version``, and ``--help``, which lists the settings."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence

from pydantic.fields import FieldInfo

from bot.config import Config
from bot.package_info import version

_NAME_WIDTH, _WIDTH = 20, 100


def parse(arguments: Sequence[str] | None = None) -> None:
    """Handle the arguments, by default those of this process. Exits after --help, --version and an error."""
    parser = argparse.ArgumentParser(
        prog="daeguk",
        description="Run the Daeguk bot on Discord.",
        epilog="\n".join(_settings()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version()}")
    parser.parse_args(arguments)


def _settings() -> Iterator[str]:
    """The settings as a table: name, description, default."""
    yield "settings, as environment variables or lines of .env in the current directory:"
    for name, field in Config.model_fields.items():
        text = f"{field.description} {_default(field)}"
        first, *rest = textwrap.wrap(text, _WIDTH - _NAME_WIDTH, break_long_words=False)
        yield f"  {name.upper():<{_NAME_WIDTH}}{first}"
        yield from (f"  {'':<{_NAME_WIDTH}}{line}" for line in rest)


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "(required)"
    default = field.get_default(call_default_factory=True)
    return "" if default is None else f"(default: {default})"
