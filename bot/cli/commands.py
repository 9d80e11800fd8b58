"""What ``daeguk`` does besides running the bot."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

from bot.cli.check import check
from bot.cli.people import erase, leave, person_data
from bot.config import Config
from bot.config_problems import ConfigWrong, load_config, refuse, unknown_names
from bot.only_bot import only_bot
from data.backup import back_up, restore
from data.engine.address import ADDRESSES, address_problem, parse_url, sqlite_file
from data.engine.existing import open_existing
from data.engine.new_file import new_file
from data.errors import DatabaseRefused, StoreError, translated
from data.ratings.rerating import Effect, Report, rerate
from data.store import open_store
from data.transfer.copying import copy_database
from data.transfer.exporting import Exported, export_matches
from data.transfer.importing import import_matches

_PROGRESS_SECONDS = 5.0
_MOMENT = "%Y-%m-%d-%H%M%S"
"""The date in the name of a backup."""
_ANY_MOMENT = "-".join("[0-9]" * digits for digits in (4, 2, 2, 6))
"""The names that `_MOMENT` makes, as a pattern of files."""


def execute(command: str, *given: Path | str | float | None) -> int | str:
    """Execute one of the `COMMANDS`. Returns the exit status, or the sentence of a failure.

    What was done is said on standard output, and warnings on standard error: so cron can mail those alone.
    """
    for line in unknown_names():
        _warn(line)
    try:
        return COMMANDS[command](*given)
    except ConfigWrong as error:
        refuse(str(error))
    except StoreError as error:
        return str(error)
    except KeyboardInterrupt:
        return f"{command} was interrupted."
    except PermissionError as error:  # of a folder on the way to a file
        return f"this user cannot use {error.filename} ({error.strerror}): be the bot's user, or root"
    except BrokenPipeError:  # who reads the export has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _check() -> int:
    rows = check()
    sys.stdout.writelines(f"{row}\n" for row in rows)
    return 0 if all(row.is_good for row in rows) else 1


def _backup(file: Path, keep: int | None = None) -> int:
    database = _database_file("pg_dump")
    folder = file if file.is_dir() else None
    if folder is not None:
        file = folder / f"{database.stem}-{time.strftime(_MOMENT)}{database.suffix}"
    elif keep is not None:
        raise DatabaseRefused(f"--keep needs a folder, and {file} is none")
    elif file.exists():
        raise DatabaseRefused(f"{file} exists already: name a folder, for a file with the date each time")
    back_up(database, file)
    _report(f"The database was copied to {file}. The copy is intact.")
    if folder is not None and keep is not None:
        _delete_older(folder, f"{database.stem}-{_ANY_MOMENT}{database.suffix}", keep)
    return 0


def _delete_older(folder: Path, pattern: str, keep: int) -> None:
    """Delete the files of a pattern, which have their date in the name, but for the newest ``keep``."""
    with translated():
        for old in sorted(folder.glob(pattern))[:-keep]:
            old.unlink()
            _report(f"The older backup {old} was deleted.")


def _restore(file: Path) -> int:
    database = _database_file("pg_restore")
    with only_bot(database):
        kept = restore(file, database, f".{time.strftime(_MOMENT)}")
    _report(f"{database} was restored from {file}.")
    if kept is not None:
        _report(f"The database that was there before is kept as {kept}.")
    return 0


def _export(file: Path | None = None) -> int:
    address = _config().database_url
    if file is None:
        exported = asyncio.run(_exported(address, sys.stdout))
        sys.stdout.flush()
    else:
        with translated(), new_file(file) as unfinished, unfinished.open("w", encoding="utf-8") as text:
            exported = asyncio.run(_exported(address, text))
        _report(f"Matches exported: {exported.lines:,}.")
    for line in exported.unreadable:
        _warn(line)
    return 1 if exported.unreadable else 0


async def _exported(address: str, file: TextIO) -> Exported:
    database = await open_existing(address)
    try:
        return await export_matches(database, file)
    finally:
        await database.close()


def _import(file: Path) -> int:
    config = _config()
    with only_bot(config.database_file):
        _report(f"Matches imported: {asyncio.run(_imported(config.database_url, file)):,}.")
    return 0


async def _imported(address: str, file: Path) -> int:
    with translated(), file.open("rb") as lines:
        async with await open_store(address) as store:
            return await import_matches(store.database, lines)


def _copy(source: str, target: str) -> int:
    for name, address in (("SOURCE", source), ("TARGET", target)):
        if problem := address_problem(address):
            raise DatabaseRefused(f"{name} {problem}: write {ADDRESSES}")
    files = sqlite_file(parse_url(source)), sqlite_file(parse_url(target))
    if files[0] is not None and not files[0].exists():
        raise DatabaseRefused(f"there is no database in {files[0]}")
    with only_bot(files[0]), only_bot(files[1]):
        sums = copy_database(source, target, _Progress())
    for table, total in sums.items():
        _report(f"{table}: {total.rows:,} rows, checksum {total.checksum} in both")
    _report("Everything was copied. Set DATABASE_URL to the new address, and keep the old database.")
    return 0


def _rerate(tau: float, dry_run: bool) -> int:
    config, progress = _config(), _Progress()

    def report(done: int, total: int) -> None:
        progress("rated_matches", "rated", done, total)

    with only_bot(config.database_file):
        effect = asyncio.run(_rerated(config.database_url, tau, dry_run, report))
    _report(
        f"Matches rated: {effect.matches:,}; ratings: {effect.people:,}; the largest change: "
        f"{effect.largest_change:.0f} points."
    )
    _report(
        f"Logarithmic loss of the predictions: {effect.loss_before:.4f} before, {effect.loss_after:.4f} now."
    )
    _report("Nothing was stored." if dry_run else "The ratings were stored.")
    return 0


async def _rerated(address: str, tau: float, dry_run: bool, report: Report) -> Effect:
    database = await open_existing(address)
    try:
        return await rerate(database, tau, report, dry_run=dry_run)
    finally:
        await database.close()


class _Progress:
    """Reports how much of a table is copied or compared: every few seconds."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _PROGRESS_SECONDS

    def __call__(self, table: str, action: str, done: int, total: int) -> None:
        if total and (time.monotonic() >= self._next or (action == "copied" and done == total)):
            _report(f"{table}: {done:,} of {total:,} rows are {action}")
            self._next = time.monotonic() + _PROGRESS_SECONDS


def _config() -> Config:
    """The settings, of which these commands do not need the token. Raises `ConfigWrong`."""
    return load_config(discord_token="unused")


def _database_file(instead: str) -> Path:
    """The file of the database. Raises `DatabaseRefused` for one on a server, which names another program."""
    file = _config().database_file
    if file is None:
        raise DatabaseRefused(f"DATABASE_URL names no SQLite file: use {instead} for PostgreSQL")
    return file


def _report(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _warn(line: str) -> None:
    sys.stderr.write(f"{line}\n")


COMMANDS: Mapping[str, Callable[..., int | str]] = {
    "check": _check,
    "backup": _backup,
    "restore": _restore,
    "export": _export,
    "import": _import,
    "copy": _copy,
    "rerate": _rerate,
    "erase": erase,
    "person-data": person_data,
    "leave": leave,
}
"""Each command's function, which takes what is on the command line: `bot.cli.arguments.Arguments.given`."""
