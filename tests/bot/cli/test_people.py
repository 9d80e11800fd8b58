"""What ``daeguk`` does about one person or server."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest

from bot.cli.commands import execute
from bot.config import Config
from bot.only_bot import only_bot
from data.model.match import DELETED_USER, Match, MatchState, NewMatch, Place, Played
from data.people.personal_data import Stored
from data.servers.bans import Ban
from data.store import open_store
from games.base import Move
from sandbox import Sandbox
from tests import postgresql
from tests.data.older_databases import RELEASE_0_1_0, make_file

ANNA, BORA, SERVER = 111, 222, 7
DATABASE = Path("var/daeguk.db")
FILE = f"sqlite:///{DATABASE}"
on_both = pytest.mark.parametrize("address", ["file", "server"], indirect=True)


@pytest.fixture
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database: a file, or one on a server."""
    if getattr(request, "param", "file") == "file":
        yield FILE
    else:
        with postgresql.database(request.getfixturevalue("server")) as made:
            yield made


@pytest.fixture(autouse=True)
def filled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str) -> None:
    """No setting from outside but the database's, which has a match of two, settings, and a ban."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    if address != FILE:
        monkeypatch.setenv("DATABASE_URL", address)
    monkeypatch.chdir(tmp_path)
    asyncio.run(_fill(address))


async def _fill(address: str) -> None:
    new = NewMatch(
        game="othello",
        variant="8x8",
        state=MatchState.PLAYING,
        first_id=ANNA,
        second_id=BORA,
        challenger_id=ANNA,
        place=Place(SERVER, 3),
    )
    async with await open_store(address) as store:
        match = await store.matches.create(new)
        moves = [Played(Move("d3"), ANNA), Played(Move("c5"), BORA)]
        await store.matches.append(match.id, match.position_id, moves, outcome=None)
        await store.people.update(ANNA, theme="dark")
        await store.bans.add(Ban(SERVER, ANNA, None, "spam", BORA, 0.0), 5)


async def stored(address: str) -> tuple[Stored, Match, list[Ban]]:
    async with await open_store(address) as store:
        counted = await store.personal_data.count(ANNA)
        return counted, await store.matches.get(1), await store.bans.of_person(ANNA)


async def bans_of_anna(address: str) -> list[Ban]:
    async with await open_store(address) as store:
        return await store.bans.of_person(ANNA)


@on_both
def test_nothing_is_erased_without_yes(address: str) -> None:
    said = str(execute("erase", ANNA, False))
    assert "matches 1 (unfinished 1)," in said and "add --yes" in said
    assert asyncio.run(stored(address))[0].settings


@on_both
def test_a_person_is_erased_and_the_opponent_keeps_the_match(address: str) -> None:
    assert execute("erase", ANNA, True) == 0
    counted, match, bans = asyncio.run(stored(address))
    assert counted == Stored(0, 0, 0, False, 0, 0, bans=1)
    assert (match.first_id, match.second_id, match.winner, match.reason) == (
        DELETED_USER,
        BORA,
        2,
        "outcome.resigned",
    )
    assert [ban.reason for ban in bans] == ["spam"], "it lasts: otherwise erasing would lift it"
    assert execute("erase", BORA, True) == 0
    assert [ban.by_id for ban in asyncio.run(bans_of_anna(address))] == [DELETED_USER]


def test_an_older_database_is_not_migrated_to_erase_somebody() -> None:
    """The program that wrote it could not open it anymore."""
    DATABASE.unlink()
    make_file(DATABASE, RELEASE_0_1_0)
    before = DATABASE.read_bytes()
    assert "use that program, or start this one once" in str(execute("erase", 111, True))
    assert DATABASE.read_bytes() == before
    DATABASE.unlink()
    assert "there is no database in" in str(execute("erase", 111, True))
    assert not DATABASE.exists()


def test_nobody_is_erased_while_a_bot_runs(address: str) -> None:
    with only_bot(DATABASE):
        assert "another bot uses" in str(execute("erase", ANNA, True))
    assert asyncio.run(stored(address))[0].unfinished == 1


@on_both
def test_a_persons_data_is_one_document_also_while_a_bot_runs(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with only_bot(DATABASE):
        assert execute("person-data", ANNA) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["user_id"], data["settings"]["theme"]) == (str(ANNA), "dark")
    assert data["bans"] == [{"server": str(SERVER), "until": None, "reason": "spam", "banned_at": 0.0}]
    assert [[move["move"] for move in match["moves"]] for match in data["matches"]] == [["d3", "c5"]]
    assert execute("person-data", ANNA, Path("anna.json")) == 0
    assert json.loads(Path("anna.json").read_text())["matches"] == data["matches"]


def test_there_may_be_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///other.db")
    for command, *more in (("person-data",), ("erase", False)):
        assert "there is no database" in str(execute(command, ANNA, *more))
    assert not Path("other.db").exists()


def test_leaving_a_server_needs_the_token() -> None:
    with pytest.raises(SystemExit) as ended:
        execute("leave", SERVER)
    assert ended.value.code == os.EX_CONFIG


async def test_the_bot_leaves_a_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)  # the command sets it
    async with Sandbox.running() as sandbox:
        monkeypatch.setenv("DISCORD_TOKEN", sandbox.token)
        monkeypatch.setenv("DISCORD_API_BASE", sandbox.api_base)
        guild = sandbox.places.add_guild("Hall", sandbox.person("Alice").id)
        members = sandbox.context.state.guilds[guild]["_members"]
        bot_id = sandbox.context.state.bot_id
        assert bot_id in members
        assert await asyncio.to_thread(execute, "leave", int(guild)) == 0
        assert bot_id not in members and "BLOCKED_SERVERS" in capsys.readouterr().out
        again = await asyncio.to_thread(execute, "leave", int(guild))
        assert again == f"The bot is not in the server {guild}."
        monkeypatch.setenv("DISCORD_TOKEN", "MTE1.aaaaaa." + "b" * 38)
        refused = await asyncio.to_thread(execute, "leave", int(guild))
        assert refused == "Discord refused the token: check DISCORD_TOKEN."
