"""What is wrong with the settings, a sentence each, and names in the environment that look like mistakes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, NoReturn, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import DotEnvSettingsSource

from bot.config import Config, Described, secret_files, secret_folders

_WITH_SECRETS = ("discord_token", "database_url", "database_direct_url")
_OF_A_CLUSTER = ("dask_scheduler", "dask_ca", "dask_certificate", "dask_key")
_OF_A_SERVER = ("database_connections", "database_statement_seconds", "database_direct_url")
_NESTED = "ENGINES__"
_PREFIX = "DAEGUK_"
_SIMILARITY = 0.85  # of difflib: DISCORD_BOT_TOKEN is this close to DISCORD_TOKEN, LANGUAGE to no setting
_REASONS = {
    "bool_parsing": "is neither true nor false",
    "int_parsing": "is not a whole number",
    "greater_than_equal": "is too small",
    "less_than_equal": "is too large",
    "literal_error": "is not among the values",
    "string_pattern_mismatch": "is not of this form",
}


class ConfigWrong(Exception):
    """Settings are missing or wrong; the message has a line for each."""


def refuse(problem: str) -> NoReturn:
    """End this process: the settings or the token are wrong, and starting again does not help."""
    sys.stderr.write(f"{problem}\n")
    sys.exit(os.EX_CONFIG)


def load_config(**given: str) -> Config:
    """The settings, of which some can be given. Raises `ConfigWrong`."""
    if problem := dotenv_problem() or secret_problem():
        raise ConfigWrong(problem)
    try:
        return Config(**given)  # type: ignore[arg-type]  # the others from the environment
    except ValidationError as error:
        raise ConfigWrong("\n".join(problems(error).values())) from None


def dotenv_problem() -> str | None:
    """Why the settings in ``.env`` cannot be read; None if they can, or if there is no such file."""
    try:
        Path(".env").read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError):
        return None
    except OSError as error:
        return f".env cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        return ".env cannot be read: it is not UTF-8"
    return None


def secret_problem() -> str | None:
    """Why the file of a secret cannot be read, such as /run/secrets/discord_token; None if all can be."""
    for file in secret_files():
        try:
            file.read_text()
        except OSError as error:
            return f"{file} cannot be read: {error.strerror}"
        except UnicodeDecodeError:
            return f"{file} cannot be read: it is no text"
    return None


def problems(error: ValidationError) -> dict[str, str]:
    """The wrong settings by field, each in a sentence: the value, the reason, what is allowed."""
    return {
        str(problem["loc"][0]): _sentence(str(problem["loc"][0]), problem)
        for problem in error.errors(include_url=False)
    }


def _sentence(name: str, problem: Any) -> str:
    field = Config.model_fields[name]
    if problem["type"] == "missing":
        return f"{name.upper()} is missing: set it in the environment or in .env. --help lists the settings."
    reason = _REASONS.get(problem["type"]) or str(problem.get("ctx", {}).get("error") or problem["msg"])
    if name == "engines":  # the reason names one of several variables
        return f"{reason}. Allowed: {allowed(field).replace('`', '')}."
    value = "" if name in _WITH_SECRETS else f": {problem['input']!r}"
    return f"{name.upper()}{value} {reason}. Allowed: {allowed(field).replace('`', '')}."


def allowed(field: FieldInfo) -> str:
    """The allowed values of a setting, in Markdown."""
    for annotation in field.metadata:
        if isinstance(annotation, Described):
            return annotation.allowed
    if get_origin(field.annotation) is Literal:
        *others, last = (f"`{value}`" for value in get_args(field.annotation))
        return f"{', '.join(others)} or {last}"
    (lowest,) = (bound.ge for bound in field.metadata if hasattr(bound, "ge"))
    (highest,) = (bound.le for bound in field.metadata if hasattr(bound, "le"))
    return f"{lowest} to {highest}"


def variable(name: str, field: FieldInfo) -> str:
    """The environment variable of a setting."""
    described = (annotation.variable for annotation in field.metadata if isinstance(annotation, Described))
    return next(filter(None, described), name.upper())


def unknown_names() -> list[str]:
    """A sentence for each name in the environment, .env or among secrets that is nearly a setting's."""
    known = [variable(name, field) for name, field in Config.model_fields.items()]
    return [
        f"{name} in {place} is not a setting{f': do you mean {near[0]}?' if near else '.'}"
        for place, names in _names()
        for name in sorted(set(names) - set(known))
        if not name.startswith(_NESTED)
        if (near := get_close_matches(name, known, 1, _SIMILARITY)) or name.startswith(_PREFIX)
    ]


def idle_settings(config: Config) -> list[str]:
    """A sentence for each setting that has no effect beside the others."""
    needs: dict[str, tuple[str, ...]] = {}
    if config.cluster is None:
        needs["without AI_EXECUTOR=dask"] = _OF_A_CLUSTER
    if config.database_file is not None:
        needs["unless DATABASE_URL names a PostgreSQL server"] = _OF_A_SERVER
    return [
        f"{name.upper()} has no effect {need}."
        for need, names in needs.items()
        for name in names
        if getattr(config, name) != Config.model_fields[name].default
    ]


def _names() -> Iterator[tuple[str, Iterable[str]]]:
    """The names of variables, as capitals, by where they are set."""
    yield "the environment", [name.upper() for name in os.environ]
    if dotenv_problem() is None:
        yield ".env", [name.upper() for name in DotEnvSettingsSource(Config).env_vars]
    for folder in secret_folders():
        yield str(folder), [path.name.upper() for path in folder.iterdir()]
