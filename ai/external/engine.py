"""An engine as the admin configures it."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Self

from ai.base import Limit
from ai.level import Level

PREFIX = "engine-"
"""What the level of an external engine begins with; no level of the built-in players does."""
SECRETS = ("DISCORD_TOKEN", "DATABASE_URL", "DATABASE_DIRECT_URL", "CREDENTIALS_DIRECTORY")
"""Variables that no program gets: the token, addresses with the database's passwords, a folder of secrets."""
GAMES_WITH_PROTOCOL = ("go", "gomoku", "othello")
SECONDS = 10.0
"""The time for a move without another setting."""
MAX_SECONDS = 60.0
START_SECONDS = 15.0
"""How long a program may take to start and to set up a position, besides the time for its move."""
MOST = 5
"""Engines of one game: a menu of Discord's has 25 lines."""
_MAX_NAME = 30
_SETTING = re.compile(
    r"""(?: (?P<name> [^\W_] [^\W_]* (?: [ .+-]+ [^\W_]+ )* [+]* )
            (?: \s* \( (?P<seconds> [0-9]+ (?: \.[0-9]+ )? ) \s* s \) )?
            : \s+ )?
        (?P<command> \S .* )""",
    re.VERBOSE,
)
_LEVEL = re.compile(f"{PREFIX}[a-z0-9][a-z0-9-]*")
_ELSEWHERE = "/usr/games:/usr/local/games"
"""Where Debian installs GNU Go; services do not have it in their PATH."""


@dataclass(frozen=True, slots=True)
class ExternalEngine:
    """A program that plays a game."""

    slug: str
    name: str
    """What people read, in every language."""
    command: tuple[str, ...]
    seconds: float = SECONDS
    """The time for a move."""

    @classmethod
    def read(cls, slug: str, text: str) -> Self:
        """Read a setting: ``COMMAND``, ``NAME: COMMAND`` or ``NAME (SECONDS s): COMMAND``.

        Without a name it is that of the program. Raises ValueError with the reason.

        >>> ExternalEngine.read("go", "GNU Go (5 s): gnugo --mode gtp").level
        'engine-gnu-go'
        """
        match = _SETTING.fullmatch(text.strip())
        if match is None:
            raise ValueError("has no command line")
        try:
            command = tuple(shlex.split(match["command"]))
        except ValueError:
            raise ValueError("has a quotation mark without its other") from None
        if not command or not command[0] or "\0" in match["command"]:
            raise ValueError("has no command line")
        name = match["name"] or _name_of(command[0])
        if not _latin(name) and not _latin(_name_of(command[0])):
            raise ValueError("needs a name with a Latin letter or a digit, as in `GNU Go: gnugo --mode gtp`")
        if len(name) > _MAX_NAME:
            raise ValueError(f"has a name of more than {_MAX_NAME} characters")
        seconds = float(match["seconds"] or SECONDS)
        if not 0.1 <= seconds <= MAX_SECONDS:
            raise ValueError(f"has a time for a move that is not from 0.1 s to {MAX_SECONDS:g} s")
        return cls(slug, name, command, seconds)

    @property
    def level(self) -> Level:
        """The level that is stored with matches."""
        return Level(PREFIX + (_latin(self.name) or _latin(_name_of(self.command[0]))))

    @property
    def limit(self) -> Limit:
        """The limit of the level: the time for a move, and that for the program's start."""
        return Limit(self.seconds + START_SECONDS)

    @property
    def path(self) -> str | None:
        """The program's file, or None if it is not found."""
        return shutil.which(self.command[0]) or shutil.which(self.command[0], path=_ELSEWHERE)


def is_external(level: str | None) -> bool:
    """Whether a level is that of an external engine, configured or not."""
    return level is not None and _LEVEL.fullmatch(level) is not None


def name_of_level(level: str) -> str:
    """What an engine that is no longer configured is called: its level without the prefix."""
    return level.removeprefix(PREFIX)


def check_distinct(engines: Iterable[ExternalEngine]) -> None:
    """Raise ValueError if engines of one game have the same level, or there are too many."""
    by_level: dict[tuple[str, str], ExternalEngine] = {}
    for engine in engines:
        if (engine.slug, engine.level) in by_level:
            raise ValueError(f"gives two engines the name {engine.name}")
        by_level[engine.slug, engine.level] = engine
    for slug in GAMES_WITH_PROTOCOL:
        if sum(of == slug for of, _ in by_level) > MOST:
            raise ValueError(f"names more than {MOST} engines of a game")


def _name_of(program: str) -> str:
    name = re.sub(r"[^\w.+]|_", "-", PurePath(program).stem).strip("-.+")
    return name[:_MAX_NAME]


def _latin(name: str) -> str:
    """A name as lowercase Latin letters and digits with hyphens between them; empty if it has none."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
