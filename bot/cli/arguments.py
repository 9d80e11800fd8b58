"""The arguments of ``daeguk``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.cli.settings_table import plain
from daeguk.installation import version
from data.model.glicko import MAX_TAU, MIN_TAU, TAU

_COMMANDS: dict[str, tuple[str, int | str]] = {
    "backup": (
        "copy the SQLite database to a new file, in a folder to one with the date, also while the bot runs",
        1,
    ),
    "restore": ("put a backup in the place of the SQLite database, while no bot runs", 1),
    "export": ("write all matches as JSON lines, to standard output without FILE", "?"),
    "import": ("read matches that were exported, while no bot runs", 1),
}

_OF_ID: dict[str, tuple[str, str]] = {
    "erase": ("erase what is stored about a person, as /privacy does, while no bot runs", "USER"),
    "person-data": ("write what is stored about a person as JSON, also while the bot runs", "USER"),
    "leave": ("have the bot leave a server, also while it runs", "SERVER"),
}
"""Commands about a person or a server, which is named by its id on Discord."""
_MAX_ID = 2**63 - 1  # that the database can hold

_RERATE = "compute all ratings again from the log of rated matches, while no bot runs"
_COPY = "copy everything into an empty database, SQLite or PostgreSQL, while no bot runs"


@dataclass(frozen=True, slots=True)
class Arguments:
    """The command of the command line, and what it is given."""

    command: str | None = None
    """A key of `bot.cli.commands.COMMANDS`; None runs the bot."""
    files: tuple[Path, ...] = ()
    addresses: tuple[str, ...] = ()
    """The addresses of two databases: from where to where."""
    tau: float = TAU
    """The constant τ of the ratings' computation (`data.model.glicko`)."""
    dry_run: bool = False
    """Whether nothing is stored."""
    keep: int | None = None
    """How many backups are kept in a folder; None for all."""
    subject: int = 0
    """The id on Discord of the person or server that the command is about."""
    yes: bool = False
    """Whether what cannot be undone is confirmed."""

    @property
    def given(self) -> tuple[Path | str | float | bool | None, ...]:
        """The arguments of the command's function, in their order."""
        if self.command in _OF_ID:
            return (self.subject, *self.files, *([self.yes] if self.command == "erase" else []))
        if self.command == "rerate":
            return self.tau, self.dry_run
        return (*self.files, self.keep) if self.command == "backup" else (*self.files, *self.addresses)


def parse(arguments: Sequence[str] | None = None) -> Arguments:
    """Read the arguments, by default those of this process. Exits after --help, --version and an error."""
    parser = argparse.ArgumentParser(
        prog="daeguk",
        description="Run the Daeguk bot on Discord, or do what a command says.",
        epilog="\n".join(plain()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version()}")
    parser.add_argument("--check", action="store_true", help="check whether the bot could run here, and exit")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="[COMMAND]")
    for name, (text, nargs) in _COMMANDS.items():
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        command.add_argument("files", metavar="FILE", type=Path, nargs=nargs)
        if name == "backup":
            command.add_argument(
                "--keep", type=_positive, metavar="N", help="in a folder: delete all but the newest N backups"
            )
    _add_commands_of_id(commands)
    command = commands.add_parser("copy", help=_COPY, description=f"{_COPY[0].upper()}{_COPY[1:]}.")
    for address in ("source", "target"):
        command.add_argument(address, metavar=address.upper())
    command = commands.add_parser("rerate", help=_RERATE, description=f"{_RERATE[0].upper()}{_RERATE[1:]}.")
    command.add_argument("--dry-run", action="store_true", help="show the effect, and store nothing")
    command.add_argument(
        "--tau", type=_tau, default=TAU, help=f"how fast volatility can change (default: {TAU})"
    )
    parsed = parser.parse_args(arguments)
    if parsed.check and parsed.command:
        parser.error(f"--check cannot be combined with {parsed.command}")
    files = getattr(parsed, "files", None) or ()
    return Arguments(
        "check" if parsed.check else parsed.command,
        (files,) if isinstance(files, Path) else tuple(files),
        (parsed.source, parsed.target) if parsed.command == "copy" else (),
        getattr(parsed, "tau", TAU),
        getattr(parsed, "dry_run", False),
        getattr(parsed, "keep", None),
        getattr(parsed, "subject", 0),
        getattr(parsed, "yes", False),
    )


def _positive(text: str) -> int:
    """A whole number from 1 on. Raises ValueError and `argparse.ArgumentTypeError`."""
    if (value := int(text)) < 1:
        raise argparse.ArgumentTypeError("it is at least 1")
    return value


def _add_commands_of_id(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    for name, (text, metavar) in _OF_ID.items():
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        command.add_argument("subject", metavar=metavar, type=_id, help="its id on Discord")
        if name == "erase":
            command.add_argument("--yes", action="store_true", help="do it: it cannot be undone")
        elif name == "person-data":
            command.add_argument(
                "-o", "--output", dest="files", metavar="FILE", type=Path, help="instead of standard output"
            )


def _id(text: str) -> int:
    """An id on Discord. Raises ValueError, which becomes the parser's error."""
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= _MAX_ID):
        raise argparse.ArgumentTypeError(f"{text!r} is no id on Discord, such as 123456789012345678")
    return int(text)


def _tau(text: str) -> float:
    """A tau that makes sense. Raises ValueError, which becomes the parser's error."""
    value = float(text)
    if not MIN_TAU <= value <= MAX_TAU:
        raise argparse.ArgumentTypeError(f"it is from {MIN_TAU} to {MAX_TAU}")
    return value
