"""What the bot stores about people, from ``/privacy`` to the database's file, and what it never stores."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator

from data.model.match import DELETED_USER

from ..service import until
from .world import World

NAMES = ("Zwölfboxkämpfer", "<이름 없는> `새벽별`")


def texts_in(w: World) -> Iterator[str]:
    """Every text in the database, by its declared type or not."""
    with contextlib.closing(sqlite3.connect(w.path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for row in connection.execute(f'SELECT * FROM "{table}"'):
                yield from (value for value in row if isinstance(value, str))


def left_guilds(w: World) -> list[tuple[int]]:
    """The servers that the bot is known not to be in anymore."""
    with contextlib.closing(sqlite3.connect(w.path)) as connection:
        return connection.execute("SELECT guild_id FROM left_guilds").fetchall()


def test_no_privileged_intent_is_asked_for(w: World) -> None:
    intents = w.client.intents
    assert not (intents.members or intents.presences or intents.message_content)
    assert {name for name, is_set in intents if is_set} == {"guilds", "guild_messages", "dm_messages"}


async def test_with_the_operators_setting_the_text_of_messages_is_asked_for(w: World) -> None:
    await w.read_messages()
    intents = w.client.intents
    assert intents.message_content and not (intents.members or intents.presences)


async def test_names_and_messages_are_never_stored(w: World) -> None:
    odd, twin = (w.sandbox.add_person(name) for name in NAMES)
    server = w.sandbox.state.guilds[w.guild_of(w.games)]["name"]
    match = await w.match_of_two(odd, twin)
    await w.press(odd, match, "d3")
    odd.say(w.games, "dieser Text bleibt nirgends")
    await twin.command(w.games, "me")
    match = await w.opened(await w.match_of_two(twin, odd))
    question = await twin.command(w.games, "resign", match=match.id)
    await twin.click(question.shown, custom_id=f"b:resign-yes:{match.id}:2.0")
    await w.shown(match)
    await w.client.services.activity.close()
    stored = list(texts_in(w))
    assert "othello" in stored and "d3" in stored and "en-US" in stored
    for name in (*NAMES, server, "dieser Text"):
        assert not [text for text in stored if name.casefold() in text.casefold()]


async def test_what_is_stored_is_downloaded_and_erased(w: World) -> None:
    of_two, computer = await w.opened(await w.match_of_two()), await w.play(channel=w.alice.dm)
    panel = await w.alice.command(w.alice.dm, "privacy")
    assert panel.ephemeral and "**2** unfinished" in panel.text
    files = await w.alice.click(panel.shown, label="Download")
    await w.sandbox.until(lambda: not files.shown.loading or None)
    found = w.attached(files.shown)
    assert files.ephemeral and json.loads(found["daeguk-settings.json"])["user_id"] == w.alice.id
    lines = [json.loads(line) for line in found["daeguk-matches.jsonl"].splitlines()]
    assert [(one["match"], [move["move"] for move in one["moves"]]) for one in lines] == [
        (of_two.id, ["d3", "c5"]),
        (computer.id, []),
    ]
    await w.alice.click(panel.shown, label="Erase…")
    await w.alice.click(panel.shown, label="Erase everything")
    await w.sandbox.until(lambda: w.says(w.alice, "privacy.erased") in panel.shown.text or None)
    now = await w.now(of_two)
    assert (now.first_id, now.second_id, now.winner) == (DELETED_USER, int(w.bob.id), 2)
    await w.sandbox.until(lambda: "Deleted" in w.board(now).text or None)
    assert f"<@{w.alice.id}>" not in w.board(now).text
    again = await w.alice.command(w.games, "privacy")
    assert "**0** finished, **0** unfinished" in again.text


async def test_since_when_the_bot_is_not_in_a_server_is_known_until_it_is_there_again(w: World) -> None:
    guild, me = w.guild_of(w.games), w.sandbox.state.bot_id
    for change, expected in (
        (w.sandbox.places.remove_member, [(int(guild),)]),
        (w.sandbox.places.add_member, []),
    ):
        change(guild, me)
        await until(lambda: left_guilds(w) == expected)  # noqa: B023
