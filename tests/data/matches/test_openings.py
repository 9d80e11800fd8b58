"""The index of openings."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, func, select, text

import data.matches.openings
from data.matches.imported import ImportedGame
from data.matches.opening_index import PLIES, IndexedMove, index_moves, indexed_moves, opening_number
from data.matches.openings import OpeningMove
from data.model.match import ABORTED, Match, Place
from data.model.reasons import NO_RESULT
from data.model.shards import Shards
from data.store import Store, open_store
from data.tables.conditions import Scope
from data.tables.matches import opening_moves
from games import replay
from games.base import Move, Outcome, Record, Side
from games.symmetry import canonical
from tests.data.conftest import ANNA, BORA, CHUL, Begin, append, of_a_server, played

FIRST_WINS = Outcome(Side.FIRST, "outcome.resigned")
SECOND_WINS = Outcome(Side.SECOND, "outcome.resigned")
DRAWN = Outcome(None, "outcome.agreed")
HERE = Scope(guild_id=7)


def record(moves: str = "", game: str = "othello", variant: str = "8x8") -> Record:
    return Record(game, variant, tuple(map(Move, moves.split())))


def number(moves: str = "", game: str = "othello", variant: str = "8x8") -> int:
    image = canonical(replay(record(moves, game, variant)))
    assert image is not None
    return opening_number(image, game, variant)


def image_of(moves: str, move: str) -> Move:
    """A move after these, in the canonical image of that position."""
    image = canonical(replay(record(moves)))
    assert image is not None
    return image.move(Move(move))


async def over(store: Store, match: Match, outcome: Outcome = FIRST_WINS) -> Match:
    return await store.matches.finish(match.id, match.position_id, outcome)


async def count(store: Store) -> int:
    query = select(func.count()).select_from(opening_moves)
    return await store.database.read(lambda connection: connection.execute(query).scalar_one())


def test_only_the_first_moves_are_indexed() -> None:
    game = record("c3 g7 g3 c7 e5 e3 e7 c5 g5 d4 f6 d6 f4 b2 h8 b8 h2 a1 j9 a9 j1 e1 e9", "go", "9x9-korean")
    assert len(game.moves) > PLIES
    assert [move for _, move in indexed_moves(game)] and len(indexed_moves(game)) == PLIES


def test_of_a_position_that_recurs_the_first_move_counts() -> None:
    game = record("a2-a3 b5-a4 a3-b3 a4-b5", "hare_and_hounds", "no-limit")
    back = record("b1-b2 b5-b4 b2-b3 b4-b5", "hare_and_hounds", "no-limit")
    assert len(indexed_moves(game)) == len(indexed_moves(back)) == 4
    there_and_back = record("b1-b2 b5-b4 b2-a2", "hare_and_hounds", "no-limit")
    assert indexed_moves(there_and_back) == []  # such a move is not legal: the match cannot be read


def test_the_count_of_go_is_not_indexed() -> None:
    assert len(indexed_moves(record("c3 pass pass agree agree", "go", "9x9-korean"))) == 3


async def test_matches_are_counted_by_move_and_result(store: Store, begin: Begin) -> None:
    await over(store, await begin("d3 c3"))
    await over(store, await begin("d3 c5"), SECOND_WINS)
    await over(store, await begin("d3 c5"), DRAWN)
    found = await store.openings.moves(number("d3"), HERE)
    assert found == [
        OpeningMove(image_of("d3", "c5"), 2, 0, 1, 1),
        OpeningMove(image_of("d3", "c3"), 1, 1, 0, 0),
    ]
    assert await store.openings.moves(number("d3 c3"), HERE) == []
    assert await store.openings.moves(number(), HERE) == [OpeningMove(image_of("", "d3"), 3, 1, 1, 1)]


async def test_mirror_images_are_one(store: Store, begin: Begin) -> None:
    await over(store, await begin("d3 c3"))
    await over(store, await begin("e6 f6"), SECOND_WINS)
    await over(store, await begin("f5 f6"), DRAWN)
    assert await store.openings.moves(number("c4"), HERE) == [OpeningMove(image_of("c4", "c3"), 3, 1, 1, 1)]


async def test_matches_that_were_not_played_are_not_counted(store: Store, begin: Begin) -> None:
    await over(store, await begin("d3"), Outcome(None, ABORTED))
    challenge = await begin(state="challenge")
    await store.matches.end_challenge(challenge.id, "challenge.declined")
    await begin("d3 c3")
    assert await count(store) == 0


async def test_matches_that_end_by_a_move_or_the_clock_are(store: Store, begin: Begin) -> None:
    match = await begin("d3")
    await append(store.matches, match.id, match.position_id, played("c3"), outcome=SECOND_WINS)
    assert await store.openings.moves(number("d3"), HERE) == [OpeningMove(image_of("d3", "c3"), 1, 0, 1, 0)]


async def test_a_server_has_its_own_matches_and_a_person_theirs(store: Store, begin: Begin) -> None:
    here = await over(store, await begin("d3 c3"))
    there = await over(store, await begin("d3 c5", guild_id=8, first_id=CHUL))
    alone = await over(store, await begin("d3 e3", guild_id=None, second_id=None, level="3"))

    async def found(scope: Scope) -> set[int]:
        moves = await store.openings.moves(number("d3"), scope)
        lists = [await store.openings.newest(number("d3"), one.move, scope, 9) for one in moves]
        assert [len(one) for one in lists] == [one.matches for one in moves]
        return {match.id for one in lists for match in one}

    assert await found(Scope(guild_id=7)) == {here.id}
    assert await found(Scope(guild_id=8)) == {there.id}
    assert await found(Scope(user_id=ANNA)) == {here.id, alone.id}
    assert await found(Scope(user_id=BORA)) == {here.id, there.id}
    assert await found(Scope(user_id=4)) == set()
    with pytest.raises(ValueError):
        Scope().condition()


async def test_only_some_channels_can_be_meant(store: Store, begin: Begin) -> None:
    await over(store, await begin("d3 c3", channel_id=70))
    secret = await over(store, await begin("d3 c5", channel_id=71))
    scope = Scope(7, frozenset({70, 72}))
    assert [one.move for one in await store.openings.moves(number("d3"), scope)] == [image_of("d3", "c3")]
    assert await store.openings.newest(number("d3"), image_of("d3", "c5"), scope, 5) == []
    assert await store.openings.newest(number("d3"), image_of("d3", "c5"), HERE, 5) == [secret]


async def test_the_newest_matches_come_first(store: Store, begin: Begin) -> None:
    ended = [await over(store, await begin("d3 c3")) for _ in range(4)]
    found = await store.openings.newest(number("d3"), image_of("d3", "c3"), HERE, 3)
    assert found == ended[:0:-1]


async def test_imported_matches_are_counted(store: Store) -> None:
    game = ImportedGame(record("d3 c3"), SECOND_WINS)
    unknown = ImportedGame(record("d3 c3"), Outcome(None, NO_RESULT))
    await store.imports.add(
        ANNA, Place(guild_id=7, channel_id=70), [game, unknown, ImportedGame(record(), DRAWN)]
    )
    expected = [OpeningMove(image_of("d3", "c3"), 2, 0, 1, 0)]
    assert await store.openings.moves(number("d3"), HERE) == expected
    assert await store.openings.moves(number("d3"), Scope(user_id=ANNA)) == expected
    assert await store.openings.moves(number("d3"), Scope(user_id=BORA)) == []
    await store.personal_data.erase_imported(ANNA, limit=9)
    assert await count(store) == 0


async def test_moves_go_with_their_match(store: Store, begin: Begin) -> None:
    match, kept = await over(store, await begin("d3 c3")), await over(store, await begin("d3 c5"))
    await store.retention.delete([match.id])
    assert await store.openings.moves(number("d3"), HERE) == [OpeningMove(image_of("d3", "c5"), 1, 1, 0, 0)]
    await store.retention.delete([kept.id])
    assert await count(store) == 0


@of_a_server
async def test_what_is_deleted_while_it_is_indexed_is_gone(
    store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await over(store, await begin("d3 c3"))
    await store.database.write(lambda connection: connection.execute(delete(opening_moves)) and None)
    inserted = threading.Event()

    def index_slowly(connection: Connection, match: Match, found: Sequence[IndexedMove]) -> None:
        index_moves(connection, match, found)
        inserted.set()
        time.sleep(0.3)  # the deletion waits for this transaction, or goes wrong

    monkeypatch.setattr(data.matches.openings, "index_moves", index_slowly)
    indexing = asyncio.create_task(store.openings.index([match.id]))
    await asyncio.to_thread(inserted.wait)
    await store.retention.delete([match.id])
    await indexing
    assert await count(store) == 0


async def test_an_erased_person_is_in_no_list(store: Store, begin: Begin) -> None:
    await over(store, await begin("d3 c3", second_id=None, level="3"))
    kept = await over(store, await begin("d3 c5"))
    await store.personal_data.erase_matches(ANNA, limit=9)
    assert [one.matches for one in await store.openings.moves(number(), HERE)] == [1]
    (left,) = await store.openings.newest(number("d3"), image_of("d3", "c5"), HERE, 9)
    assert left.id == kept.id and ANNA not in (left.first_id, left.second_id)
    assert await store.openings.moves(number(), Scope(user_id=ANNA)) == []


async def test_earlier_matches_are_indexed_later(store: Store, begin: Begin) -> None:
    ended = [await over(store, await begin(moves)) for moves in ("d3 c3", "", "d3 c5", "f5 f6")]
    await over(store, await begin("d3"), Outcome(None, ABORTED))
    await begin("d3 c3")
    before = await store.openings.moves(number("d3"), HERE)
    await store.database.write(lambda connection: connection.execute(delete(opening_moves)) and None)
    wanted = [ended[3].id, ended[2].id, ended[0].id]
    assert await store.openings.unindexed(None, 9) == wanted
    assert await store.openings.unindexed(None, 2) == wanted[:2]
    assert await store.openings.unindexed(ended[2].id, 9) == wanted[2:]
    await store.openings.index(wanted[:2])
    await store.openings.index(wanted)
    assert await store.openings.unindexed(None, 9) == []
    assert await store.openings.moves(number("d3"), HERE) == before


async def test_only_matches_of_some_shards_are_indexed(store: Store, begin: Begin) -> None:
    here = await over(store, await begin("d3 c3", guild_id=1 << 22))
    await over(store, await begin("d3 c3", guild_id=None))
    await store.database.write(lambda connection: connection.execute(delete(opening_moves)) and None)
    assert await store.openings.unindexed(None, 9, Shards.of([1], 2)) == [here.id]


async def test_a_match_that_cannot_be_read_is_left_out(store: Store, begin: Begin) -> None:
    match = await over(store, await begin("d3 c3"))

    def spoil(connection: Connection) -> None:
        connection.execute(delete(opening_moves))
        connection.execute(text("UPDATE moves SET move = 'a1' WHERE ply = 1"))

    await store.database.write(spoil)
    await store.openings.index([match.id, match.id + 1])
    assert await count(store) == 0


async def test_matches_brought_by_an_import_of_lines_are_indexed_later(
    store: Store, begin: Begin, tmp_path: Path
) -> None:
    from data.transfer.importing import import_matches

    await over(store, await begin("d3 c3"))
    lines = (await store.personal_data.export_matches(ANNA)).splitlines()
    async with await open_store(f"sqlite:///{tmp_path / 'other.db'}") as other:
        assert json.loads(lines[0])["match"] == 1
        await import_matches(other.database, [line.encode() for line in lines])
        await other.openings.index(await other.openings.unindexed(None, 9))
        assert await count(other) == 2
