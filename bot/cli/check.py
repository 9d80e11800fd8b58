"""``daeguk --check``: whether the bot could run here. It makes nothing but the cache's folder.

It starts the admin's engines, each for a moment.
"""

from __future__ import annotations

import asyncio
import base64
import math
import os
import re
from dataclasses import dataclass

from pydantic import ValidationError

from ai.base import is_compiled, kernel_sets
from ai.cluster.address import ClusterAddress
from ai.external.engine import ExternalEngine
from ai.external.probe import probe
from ai.kernel_cache import cache_home, cache_warning
from bot.config import Config
from bot.config_problems import dotenv_problem, idle_settings, problems, secret_problem, variable
from bot.drawing.lettering import FAMILIES, font
from data.engine.address import database_name, parse_url, sqlite_file
from data.engine.inspection import needs_migration
from data.engine.usable import check_usable
from data.errors import StoreError
from data.tables.metadata import REVISION
from games import GAMES, game

_NAME_WIDTH = 10
_PART = re.compile(r"[\w-]+", re.ASCII)  # of a token, in base64url
_FONT_SIZE = 20  # any
_UNSET = {"discord_token": "unset", "database_url": "postgresql://unset"}
"""Values that are never used, of settings without a default everywhere."""
_GLYPH = "王"  # of the general in Twelve Janggi


@dataclass(frozen=True, slots=True)
class Row:
    """What was found about one thing; as text, a line of the table."""

    name: str
    is_good: bool
    finding: str

    def __str__(self) -> str:
        return f"{'✓' if self.is_good else '✗'} {self.name:<{_NAME_WIDTH}} {self.finding}"


def check() -> list[Row]:
    """Check everything. Settings that are wrong count as unset for the other checks."""
    if problem := dotenv_problem() or secret_problem():
        return [Row("settings", False, problem)]
    config, wrong = _settings()
    if config.daeguk_cache_dir is not None:
        os.environ["DAEGUK_CACHE_DIR"] = str(config.daeguk_cache_dir)
    fields = Config.model_fields
    names = ", ".join(sorted(variable(name, fields[name]) for name in config.model_fields_set))
    settings = [Row("settings", False, sentence) for sentence in wrong.values()]
    return [
        *(settings or [Row("settings", True, f"set: {names}; the others have their defaults")]),
        *(Row("settings", True, sentence) for sentence in idle_settings(config)),
        *([] if "discord_token" in wrong else [_token(config.discord_token.get_secret_value())]),
        *([] if "database_url" in wrong else [asyncio.run(_database(config.database_url))]),
        _fonts(),
        _cache(),
        _kernels(),
        *map(_engine, config.engines),
        *([] if config.cluster is None else [_cluster(config.cluster)]),
    ]


def token_problem(token: str) -> str | None:
    """Why a text cannot be a bot's token, without the text; None if it can.

    A token is the application's id, a time and a signature, each in base64url, with dots between them
    (Discord's "API Reference", Authentication).
    """
    parts = token.split(".")
    if len(parts) != 3:
        return "it does not have three parts with dots between them"
    if not all(_PART.fullmatch(part) for part in parts):
        return "it has a character that is not of base64url, or an empty part"
    padded = parts[0] + "=" * (-len(parts[0]) % 4)  # base64url without padding, which the decoder wants
    try:
        is_id = base64.urlsafe_b64decode(padded).decode().isdecimal()
    except ValueError:
        is_id = False
    return None if is_id else "its first part is not the id of an application"


def _settings() -> tuple[Config, dict[str, str]]:
    """The settings, and the sentences about wrong ones by field, which are at their defaults then, if any."""
    try:
        return Config(), {}  # type: ignore[call-arg]  # from the environment
    except ValidationError as error:
        wrong = problems(error)
        needed = {name: value for name, value in _UNSET.items() if name in wrong}
        defaults = dict.fromkeys(wrong, "") | needed
        return Config(**defaults), wrong  # type: ignore[arg-type]


def _token(token: str) -> Row:
    problem = token_problem(token)
    return Row(
        "token", problem is None, f"DISCORD_TOKEN: {problem}" if problem else "it has the form of a token"
    )


async def _database(address: str) -> Row:
    name = database_name(parse_url(address))
    try:
        contents = await check_usable(address, math.inf)
        outdated = needs_migration(contents, name)
    except StoreError as error:
        return Row("database", False, str(error))
    if not contents.tables:
        return Row("database", True, f"{name} is new")
    if outdated:
        later = f"the start migrates its schema from {contents.revision} to {REVISION}: make a backup first"
        return Row("database", True, f"{name}: {later}")
    state = "can be reached" if sqlite_file(parse_url(address)) is None else "is intact"
    return Row("database", True, f"{name} {state}, and its schema is {REVISION}")


def _fonts() -> Row:
    try:
        missing = [
            family for family in FAMILIES if font(family, _FONT_SIZE).getmask(_GLYPH).getbbox() is None
        ]
    except OSError as error:
        return Row("fonts", False, f"a font cannot be read: {error}")
    if missing:
        return Row("fonts", False, f"{' and '.join(missing)} cannot draw {_GLYPH}")
    return Row("fonts", True, f"{' and '.join(FAMILIES)} can be read")


def _cache() -> Row:
    if warning := cache_warning():
        return Row("cache", False, warning)
    return Row("cache", True, f"{cache_home()} is writable")


def _kernels() -> Row:
    names = [name for slug in GAMES for name in kernel_sets(slug)]
    try:
        missing = [name for name in names if not is_compiled(name)]
    except (ImportError, OSError) as error:
        return Row("kernels", False, f"they cannot be loaded: {error}")
    if missing:
        return Row("kernels", True, f"to be compiled at the first start: {', '.join(missing)}")
    return Row("kernels", True, "all are compiled")


def _cluster(address: ClusterAddress) -> Row:
    if problem := address.problem():
        return Row("cluster", False, problem)
    from ai.cluster.probe import probe_cluster  # it imports an optional dependency

    is_good, finding = asyncio.run(probe_cluster(address))
    return Row("cluster", is_good, finding)


def _engine(engine: ExternalEngine) -> Row:
    report = probe(engine)
    if report.problem:
        return Row("engine", False, f"ENGINES__{engine.slug.upper()}…: {engine.name}: {report.problem}")
    missing = [variant for variant in game(engine.slug).variants if variant not in report.variants]
    without = f", but does not play {', '.join(missing)}" if missing else ""
    answer = f"calls itself {report.name} and plays {report.first_move} first{without}"
    return Row("engine", True, f"{engine.name} ({engine.slug}) {answer}")
