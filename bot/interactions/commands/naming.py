"""Commands, options and choices, with the texts that the catalogs have for them.

A command is named as it is typed: ``tournament create`` has the texts ``command.tournament.create.name`` and
``command.tournament.create.description``. Its option ``game`` has the first name that there is of
``option.create.game.name``, ``option.tournament.game.name`` and ``option.game.name``, and the first such
description: what many commands share is written once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from discord import app_commands

from bot.texts import texts
from bot.texts.command_names import label
from games import GAMES

Callback = Callable[..., Coroutine[Any, Any, None]]
Command = app_commands.Command[Any, ..., None]


def command(path: str, **options: str) -> Callable[[Callback], Command]:
    """Make a function the command ``path``, with an option for each parameter after the first.

    ``options`` names, by parameter, those that have the texts of another option: with ``game="seek game"`` an
    option has those of ``/seek``'s.
    """

    def decorate(callback: Callback) -> Command:
        name_options(callback, path, **options)
        return app_commands.Command(**_texts_of(path), callback=callback)

    return decorate


def group(name: str, **settings: Any) -> app_commands.Group:
    """A command with subcommands; ``settings`` are further arguments of `discord.app_commands.Group`."""
    return app_commands.Group(**_texts_of(name), **settings)


def _texts_of(path: str) -> dict[str, Any]:
    key = path.replace(" ", ".")
    return {field: label(f"command.{key}.{field}") for field in ("name", "description")}


def name_options(callback: Callback, path: str, **options: str) -> None:
    """Name and describe the options of a command's function; the parameters are those of `command`."""
    _, *parameters = inspect.signature(callback).parameters
    if parameters:
        keys = {name: _keys(path, name, options.get(name)) for name in parameters}
        app_commands.rename(**{name: _first(keys[name], "name") for name in parameters})(callback)
        app_commands.describe(**{name: _first(keys[name], "description") for name in parameters})(callback)


def _keys(path: str, parameter: str, option: str | None) -> list[str]:
    """The keys under which an option can have its texts, its own before those that it shares."""
    if option is not None:
        return [option.replace(" ", "."), option.rpartition(" ")[2]]
    return [*(f"{part}.{parameter}" for part in reversed(path.split())), parameter]


def _first(keys: Iterable[str], field: str) -> app_commands.locale_str:
    """The first text that there is of these options. Raises `KeyError` if there is none."""
    every = [f"option.{key}.{field}" for key in keys]
    return label(next(filter(texts("en").has, every), every[-1]))


def choices(prefix: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """A choice for each value; its name has the key ``prefix`` with the value, as in ``game.othello``."""
    return [app_commands.Choice(name=label(f"{prefix}{value}"), value=value) for value in values]


GAME_CHOICES = choices("game.", GAMES)
"""The games, in the order of menus."""
