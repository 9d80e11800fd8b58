"""What ``daeguk`` does about one person or server: erase, hand out, leave."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import aiohttp
import discord

from ai.base import Choice, Limit
from bot.config import Config
from bot.config_problems import load_config
from bot.exceptions import Refusal
from bot.match.computer import Search
from bot.match.erasure import Erasure
from bot.match.events import MatchEvents
from bot.match.personal_export import settings_of
from bot.match.readable import check_match
from bot.match.seeks import Seeks
from bot.match.service import MatchService
from bot.only_bot import only_bot
from bot.times import Times
from data.engine.new_file import new_file
from data.errors import DatabaseRefused, translated
from data.leases.shard_leases import total_in_use
from data.people.personal_data import Stored
from data.store import Store, open_store, open_to_read
from games.base import Record

_UNKNOWN_GUILD = 10004  # Discord's error


class _NoPlayer:
    """Plays nothing: an erasure only ends matches."""

    failed_games: frozenset[str] = frozenset()

    def submit(self, record: Record, level: str, *, limit: Limit | None = None, queue_key: int = 0) -> Search:
        """See `bot.match.computer.Player.submit`."""
        raise NotImplementedError

    async def choose(
        self,
        record: Record,
        level: str,
        *,
        limit: Limit | None = None,
        queue_key: int = 0,
        background: bool = False,
    ) -> Choice:
        """See `bot.match.computer.Player.choose`."""
        raise NotImplementedError


# --- Erasing -----------------------------------------------------------------------------------------


def erase(user_id: int, is_confirmed: bool) -> int | str:
    """Erase a person as ``/privacy`` does; without a confirmation, say what would be erased.

    Returns the exit status, or the sentence of a failure. Raises `DatabaseRefused` while a bot runs.
    """
    config = load_config(discord_token="unused")
    stored = asyncio.run(_counted(config.database_url, user_id))  # refuses what would have to be migrated
    if not is_confirmed:
        return f"{_summary(user_id, stored)} Nothing was erased: add --yes to erase it forever."
    with only_bot(config.database_file):
        try:
            asyncio.run(_erased(config, user_id))
        except Refusal:
            return f"Somebody began a match with {user_id} meanwhile: try again."
    sys.stdout.write(f"What was stored about {user_id} is erased. Boards show that after the next start.\n")
    return 0


def _summary(user_id: int, stored: Stored) -> str:
    matches = stored.finished + stored.unfinished + stored.not_accepted
    return (
        f"Stored about {user_id}: matches {matches:,} (unfinished {stored.unfinished:,}), imported games "
        f"{stored.imported:,}, ratings {stored.ratings:,}, tournaments {stored.tournaments:,}."
    )


async def _counted(address: str, user_id: int) -> Stored:
    store = await open_to_read(address)
    try:
        return await store.personal_data.count(user_id)
    finally:
        await store.database.close()


async def _erased(config: Config, user_id: int) -> None:
    events = MatchEvents()
    async with await open_store(
        config.database_url, publish=events.publish, check=check_match, options=config.server_options
    ) as store:
        if config.database_file is None:
            await _check_unused(store)
        now = Times().unix
        matches = MatchService(store, _NoPlayer(), events, now)
        try:
            await Erasure(store, matches, Seeks(store, events, now)).erase(user_id)
        finally:
            await matches.close()


async def _check_unused(store: Store) -> None:
    """Raise `DatabaseRefused` while bots run on the database of a server; a file has a lock."""
    if await total_in_use(store.database) is not None:
        raise DatabaseRefused(
            f"bots use {store.database.name}: stop them first, or have the person use /privacy"
        )


# --- Handing out -------------------------------------------------------------------------------------


def person_data(user_id: int, file: Path | None = None) -> int:
    """Write everything that is stored about a person as one JSON document: what ``/privacy`` downloads."""
    content = asyncio.run(_data(load_config(discord_token="unused").database_url, user_id))
    if file is None:
        sys.stdout.write(content)
        sys.stdout.flush()
    else:
        with translated(), new_file(file) as unfinished:
            unfinished.write_text(content, encoding="utf-8")
        sys.stdout.write(f"What is stored about {user_id} was written to {file}.\n")
    return 0


async def _data(address: str, user_id: int) -> str:
    store = await open_to_read(address)
    try:
        data = json.loads(await settings_of(store, user_id, Times().unix()))
        lines = (await store.personal_data.export_matches(user_id)).splitlines()
    finally:
        await store.database.close()
    data["matches"] = [json.loads(line) for line in lines]
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


# --- Leaving a server --------------------------------------------------------------------------------


def leave(guild_id: int) -> int | str:
    """Have the bot leave a server; a bot that runs hears of it from Discord."""
    config = load_config()
    try:
        asyncio.run(_left(config, guild_id))
    except discord.LoginFailure:
        return "Discord refused the token: check DISCORD_TOKEN."
    except discord.NotFound as fault:
        if fault.code != _UNKNOWN_GUILD:
            raise
        return f"The bot is not in the server {guild_id}."
    except (aiohttp.ClientError, discord.HTTPException, OSError) as fault:
        return f"Discord did not do it: {fault}."
    sys.stdout.write(f"The bot has left {guild_id}. BLOCKED_SERVERS keeps it from coming back.\n")
    return 0


async def _left(config: Config, guild_id: int) -> None:
    discord.http.Route.BASE = config.discord_api_base
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(config.discord_token.get_secret_value())
        await client.http.leave_guild(guild_id)
