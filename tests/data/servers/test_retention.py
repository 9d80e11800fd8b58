"""What is deleted after a time, and what is kept."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, event, text

from data.errors import UnknownMatch
from data.model.match import MatchState
from data.store import Store
from games.base import Outcome, Side
from tests.clock import Clock
from tests.data.conftest import Begin, of_a_file

CALLED_OFF = ("outcome.aborted", "challenge.declined")


async def numbers(store: Store) -> list[int]:
    """The numbers of all matches."""
    return [match.id for match in await store.queries.by_number(range(100))]


async def test_ended_matches_are_found_by_reason_and_age(store: Store, begin: Begin, clock: Clock) -> None:
    resigned, aborted, _ = await begin("d3 c3"), await begin(), await begin("d3")
    declined = await begin(state=MatchState.CHALLENGE, expires_at=clock.now)
    await store.matches.finish(resigned.id, resigned.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    await store.matches.finish(aborted.id, aborted.position_id, Outcome(None, "outcome.aborted"))
    await store.matches.end_challenge(declined.id, "challenge.declined")
    find, later = store.retention.ended, clock.now + 1
    assert sorted(await find(CALLED_OFF, later)) == [aborted.id, declined.id]
    assert await find(CALLED_OFF, later, other=True) == [resigned.id]
    assert await find(CALLED_OFF, clock.now) == await find(CALLED_OFF, clock.now, other=True) == []


async def test_a_deleted_match_is_gone_with_its_moves_and_its_rematch_stays(
    store: Store, begin: Begin
) -> None:
    over, other = await begin("d3 c3"), await begin("d3")
    await store.matches.finish(over.id, over.position_id, Outcome(None, "outcome.agreed"))
    rematch = await begin("f5", rematch_of=over.id)
    await store.retention.delete([over.id])
    with pytest.raises(UnknownMatch):
        await store.matches.get(over.id)
    assert (await store.matches.get(rematch.id)).rematch_of is None
    assert (await store.matches.get(other.id)).moves == ("d3",)
    counted = "SELECT match_id, count(*) FROM moves GROUP BY match_id ORDER BY match_id"
    assert await store.database.read(lambda c: c.exec_driver_sql(counted).all()) == [
        (other.id, 1),
        (rematch.id, 1),
    ]
    assert (await begin()).id > rematch.id, "a number is never used again"


async def test_servers_that_the_bot_leaves_and_joins(store: Store, clock: Clock) -> None:
    retention = store.retention
    await retention.guild_left(7)
    clock.now += 10
    await retention.guild_left(7)
    await retention.guild_left(8)
    assert await retention.guilds_left(before=clock.now) == [7], "since the first time"
    await retention.guild_joined(7)
    assert await retention.guilds_left() == [8]
    await retention.guild_left(7)
    assert await retention.guilds_left(before=clock.now) == []


async def test_what_happened_while_the_bot_was_down(store: Store, begin: Begin) -> None:
    await store.settings.update(1, theme="dark")
    await store.welcomes.claim(2)
    await begin(guild_id=3)
    await begin(guild_id=4, tokens_only=True)
    await store.retention.guild_left(5)
    await store.retention.compare_guilds({2, 5})
    assert sorted(await store.retention.guilds_left()) == [1, 3], "it was never in 4"
    await store.retention.compare_guilds({1, 2, 3})
    assert await store.retention.guilds_left() == [], "5 has nothing, and it is there"


@of_a_file
async def test_a_match_in_no_server_that_can_be_read(store: Store, begin: Begin) -> None:
    await begin(guild_id=3)
    await begin(guild_id=4)
    damage = text("UPDATE matches SET guild_id = 'x' WHERE guild_id = 4")
    await store.database.write(lambda connection: connection.execute(damage))
    await store.retention.compare_guilds({2})
    assert await store.retention.guilds_left() == [3]


async def test_data_of_a_server_are_deleted_unless_the_bot_is_there_again(store: Store, begin: Begin) -> None:
    retention = store.retention
    here, there = await begin("d3", guild_id=7), await begin(guild_id=8)
    as_guest = await begin(guild_id=7, tokens_only=True)
    await store.settings.update(7, theme="dark")
    await store.welcomes.claim(7)
    assert await retention.in_guild(7) == [here.id]
    await retention.delete([here.id, there.id], in_guild=7)
    await retention.delete_guild(7)
    assert await numbers(store) == [here.id, there.id, as_guest.id]
    assert not await store.welcomes.claim(7), "it is there"
    await retention.guild_left(7)
    await retention.delete([here.id, there.id, as_guest.id], in_guild=7)
    await retention.delete_guild(7)
    assert await numbers(store) == [there.id, as_guest.id]
    assert await retention.guilds_left() == []
    assert await store.welcomes.claim(7)


@of_a_file
async def test_searches_and_deletions_go_by_an_index(store: Store, begin: Begin) -> None:
    over = await begin("d3")
    await store.matches.finish(over.id, over.position_id, Outcome(None, "outcome.aborted"))
    executed: list[tuple[str, object]] = []

    def listen(_connection: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        executed.append((statement, parameters))

    event.listen(store.database.engine, "before_cursor_execute", listen)
    await store.retention.ended(CALLED_OFF, 2e9)
    await store.retention.analyzed(2e9)
    await store.retention.delete_analyses([over.id])
    await store.retention.in_guild(7)
    await store.retention.delete([over.id])
    event.remove(store.database.engine, "before_cursor_execute", listen)

    def plans(connection: Connection) -> list[str]:
        steps = []
        for statement, parameters in executed:
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)  # type: ignore[arg-type]
                steps += [row[3] for row in rows]
        return steps

    found = await store.database.read(plans)
    assert len(found) >= 5 and not [step for step in found if step.startswith("SCAN")], found
