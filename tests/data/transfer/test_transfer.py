"""Export and import: nothing is lost, and nothing wrong gets in."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, select, update

from data.engine.existing import open_existing
from data.errors import DatabaseRefused, StoreError
from data.model.board import Board
from data.model.match import MatchState, Offer, OfferKind
from data.model.shards import first_guild
from data.store import Store, open_store
from data.tables.boards import boards
from data.tables.matches import matches as table
from data.tables.matches import moves as moves_table
from data.tables.ratings import rated_matches, ratings
from data.transfer.exporting import Exported, export_matches
from data.transfer.importing import import_matches
from data.transfer.lines import MatchLine
from games import game, setup_of
from games.base import Move, Outcome, Record, Side
from games.clock import Budget
from tests.clock import Clock
from tests.data.clocks import clock_of, on_clock
from tests.data.conftest import ANNA, BORA, Begin, new_match, of_a_file

from .conftest import every_pair


async def exported(store: Store) -> str:
    file = io.StringIO()
    await export_matches(store.database, file)
    return file.getvalue()


async def imported(store: Store, text: str) -> int:
    return await import_matches(store.database, io.BytesIO(text.encode()))


async def everything(store: Store) -> list[Any]:
    def work(connection: Connection) -> list[Any]:
        of_boards = [column for column in boards.columns if column.name != "id"]
        return [
            connection.execute(select(*of_boards).order_by(boards.c.match_id, boards.c.id)).all(),
            *(
                connection.execute(select(one).order_by(*one.primary_key)).all()
                for one in (table, moves_table, rated_matches, ratings)
            ),
        ]

    return await store.database.read(work)


async def set_columns(
    store: Store, match_id: int, number: Column[int] = table.c.id, /, **values: object
) -> None:
    row = update(number.table).where(number == match_id)
    await store.database.write(lambda connection: connection.execute(row.values(values)) and None)


@pytest.fixture
async def others(store: Store, begin: Begin) -> None:
    """A match of each kind."""
    await begin("d3 c3")
    over = await begin("d3", level="3", second_id=None)
    await store.matches.finish(over.id, over.position_id, Outcome(Side.SECOND, "outcome.resigned"))
    await begin(state=MatchState.CHALLENGE, expires_at=1_000_900.0, rematch_of=over.id)
    drawn = await begin("d3 c3")
    await store.matches.set_offer(
        drawn.id, drawn.position_id, None, Offer(OfferKind.DRAW, Side.FIRST, drawn.ply)
    )
    rated = await begin("d3 c3 c4 c5 b4 d2 e2 f4 d6 c6", is_rated=True)
    await store.matches.finish(rated.id, rated.position_id, Outcome(Side.SECOND, "outcome.resigned"))
    await on_clock(store.matches)


@every_pair
@pytest.mark.usefixtures("others")
async def test_an_import_is_what_was_exported(store: Store, empty: str) -> None:
    first = await exported(store)
    header, *lines = map(json.loads, first.splitlines())
    assert header == {"last_match": 6}
    assert [line["match"] for line in lines[:6]] == [1, 2, 3, 4, 5, 6]
    assert [next(iter(line)) for line in lines[6:]] == ["rated_match", "rating_of", "rating_of"]
    async with await open_store(empty) as other:
        assert await imported(other, first) == 6
        assert await everything(other) == await everything(store)
        assert await exported(other) == first
        assert (await other.matches.create(new_match())).id == 7, "no number is given twice"


async def test_every_column_is_kept(store: Store, begin: Begin, empty: str) -> None:
    """Each is set to a value that no default has."""
    await begin()
    await begin("d3")
    await set_columns(store, 2, **COLUMNS)
    await set_columns(store, 2, boards.c.match_id, **BOARD_COLUMNS)
    assert set(BOARD_COLUMNS) | {"id", "match_id"} == {column.name for column in boards.columns}
    assert set(COLUMNS) | UNCHANGED == {column.name for column in table.columns}
    async with await open_store(empty) as other:
        await imported(other, await exported(store))
        assert await everything(other) == await everything(store)


COLUMNS: dict[str, Any] = {
    "state": "over",
    "level": "6",
    "guild_id": 2**62,
    "channel_id": 2**62 + 4,
    "takebacks": 3,
    "version": 9,
    "shown_version": 8,
    "offer_kind": "undo",
    "offer_side": 2,
    "offer_ply": 1,
    "asked": "undo:1 draw:2",
    "teams": "rengo/7 8:2/9",
    "winner": 2,
    "reason": "outcome.resigned",
    "rematch_of": 1,
    "updated_at": 0.1,
    "ended_at": 1e9 / 3,
    "expires_at": 2e9 / 3,
    "clock": "byo-yomi",
    "clock_side": 1,
    "clock_since": -2.5,
    "first_seconds": 1 / 3,
    "first_periods": 1,
    "second_seconds": 2 / 3,
    "second_periods": 2,
    "paused": "parked",
    "notified": 2,
    "teaching": True,
    "imported_by": 2**62 + 4,
    "setup": setup_of(Record("othello", "8x8")),
    "rated": "1540~90>1552~85 ? short",
    "tournament_id": 5,
}
BOARD_COLUMNS: dict[str, Any] = {
    "side": 2,
    "guild_id": 2**62,
    "channel_id": 2**62 + 4,
    "locale": "ko",
    "tokens_only": True,
    "message_id": 2**62 + 1,
    "thread_id": 2**62 + 2,
    "shown_version": 8,
    "notification_id": 2**62 + 3,
}
UNCHANGED = {"id", "game", "variant", "first_id", "second_id", "challenger_id", "created_at"}


@pytest.mark.usefixtures("running_uptime")
async def test_a_running_clock_keeps_its_time(store: Store, ticks: Clock, empty: str) -> None:
    match = await on_clock(store.matches)
    ticks.now += 100
    await store.uptime.save()
    left = clock_of(match).left(Side.FIRST, store.uptime.of(None))
    text = await exported(store)
    assert json.loads(text.splitlines()[1])["clock"]["running_seconds"] == 100
    async with await open_store(empty) as other:
        await imported(other, text)
        await other.uptime.load()
        again = await other.matches.get(match.id)
        assert clock_of(again).left(Side.FIRST, other.uptime.of(None)) == left


async def test_running_clocks_count_by_their_shards(store: Store, ticks: Clock, empty: str) -> None:
    await store.uptime.share(2)
    begun = []
    for shard, seconds in ((0, 100), (1, 30)):
        store.uptime.start(shard)
        begun.append(await on_clock(store.matches, guild_id=first_guild(shard)))
        ticks.now += seconds
    store.uptime.stop_all()
    await store.uptime.save()
    text = await exported(store)
    lines = [json.loads(line) for line in text.splitlines()[1:]]
    assert [line["clock"]["running_seconds"] for line in lines] == [130, 30]
    async with await open_store(empty) as other:
        await imported(other, text)
        await other.uptime.share(2)
        for match, left in zip(begun, (170, 270), strict=True):
            again = clock_of(await other.matches.get(match.id))
            assert again.left(Side.FIRST, other.uptime.of(match.guild_id)) == Budget(left)


async def test_ids_are_text(store: Store, begin: Begin) -> None:
    await begin("d3")
    line = json.loads((await exported(store)).splitlines()[1])
    assert (line["first"], line["second"], line["moves"][0]["by"]) == (str(ANNA), str(BORA), str(ANNA))


async def test_an_unreadable_match_is_left_out_and_named(store: Store, begin: Begin) -> None:
    await begin("d3")
    await begin("d3")
    await set_columns(store, 1, paused="lunch")
    file = io.StringIO()
    found = await export_matches(store.database, file)
    assert found.lines == len(file.getvalue().splitlines()) - 1 == 1
    assert len(found.unreadable) == 1
    assert "match 1 is left out: paused" in found.unreadable[0]


@pytest.mark.parametrize("left", [0, 1])
async def test_the_number_of_a_deleted_match_is_not_given_again(
    store: Store, begin: Begin, empty: str, left: int
) -> None:
    numbers = [(await begin("d3")).id for _ in range(3)]
    await store.retention.delete(numbers[left:])
    text = await exported(store)
    async with await open_store(empty) as other:
        assert await imported(other, text) == left
        assert await exported(other) == text
        assert (await other.matches.create(new_match())).id == 4
        assert await imported(other, '{"last_match": 2}') == 0
        assert (await other.matches.create(new_match())).id == 5, "the numbers are not lowered"


async def test_an_import_of_low_numbers_does_not_lower_the_next(store: Store, begin: Begin) -> None:
    numbers = [(await begin()).id for _ in range(9)]
    await store.retention.delete(numbers)
    assert await imported(store, json.dumps(LINE)) == 1
    assert (await begin()).id == 10


async def test_exports_can_be_joined(store: Store) -> None:
    lines = [{"last_match": 20}, LINE, {"last_match": 9}, {**LINE, "match": 8}]
    assert await imported(store, "\n".join(map(json.dumps, lines))) == 2
    assert (await store.matches.create(new_match())).id == 21


@pytest.mark.parametrize("last", [-1, 2**31, "many", None])
async def test_a_wrong_last_number_is_refused(store: Store, last: object) -> None:
    with pytest.raises(StoreError, match=r"^line 1: last_match: "):
        await imported(store, json.dumps({"last_match": last}))


@pytest.mark.usefixtures("others")
async def test_ratings_that_are_there_are_not_replaced(store: Store) -> None:
    *_, rated, rating, _ = (await exported(store)).splitlines()
    before = await everything(store)
    for line, reason in ((rated, "there is a rated match 5 already"), (rating, "has a rating in othello")):
        with pytest.raises(StoreError, match=reason):
            await imported(store, line)
    assert await everything(store) == before


LINE: dict[str, Any] = {
    "match": 7,
    "game": "othello",
    "variant": "8x8",
    "state": "playing",
    "first": "111",
    "second": "222",
    "level": None,
    "challenger": "111",
    "boards": [
        {
            "side": 1,
            "server": None,
            "channel": "70",
            "message": None,
            "thread": None,
            "locale": None,
            "tokens_only": False,
            "shown_version": 1,
            "notification": None,
        },
        {
            "side": 2,
            "server": "9",
            "channel": "90",
            "message": "900",
            "thread": "91",
            "locale": "ko",
            "tokens_only": True,
            "shown_version": -1,
            "notification": "901",
        },
    ],
    "takebacks": 0,
    "version": 1,
    "offer": None,
    "asked": [],
    "winner": None,
    "reason": None,
    "rematch_of": None,
    "created_at": 1.0,
    "updated_at": 1.0,
    "ended_at": None,
    "expires_at": None,
    "clock": None,
    "paused": None,
    "notified": False,
    "reminded": False,
    "teaching": False,
    "imported_by": None,
    "setup": None,
    "rated": None,
    "tournament": None,
    "teams": None,
    "moves": [{"move": "d3", "by": "111", "at": 1.0, "left": None, "periods": None}],
}
CLOCK = {
    "side": 1,
    "running_seconds": 1.0,
    "first": {"seconds": 1, "periods": 0},
    "second": {"seconds": 1, "periods": 0},
}


async def test_a_line_as_documented(store: Store) -> None:
    assert await imported(store, f"\n{json.dumps(LINE)}\n\n") == 1
    match = await store.matches.get(7)
    assert match.moves == ("d3",)
    first, second = match.boards
    assert match.boards == (
        Board(id=first.id, side=Side.FIRST, guild_id=None, channel_id=70, shown_version=1),
        Board(
            id=second.id,
            side=Side.SECOND,
            guild_id=9,
            channel_id=90,
            locale="ko",
            tokens_only=True,
            message_id=900,
            thread_id=91,
            notification_id=901,
        ),
    )
    assert json.loads((await exported(store)).splitlines()[1]) == LINE
    assert (await store.matches.create(new_match())).id == 8


async def test_a_line_of_0_1_0_has_one_board(store: Store) -> None:
    board = {**LINE["boards"][1]}
    del board["side"]
    old = {name: value for name, value in LINE.items() if name != "boards"} | board
    assert await imported(store, json.dumps(old)) == 1
    (only,) = (await store.matches.get(7)).boards
    assert (only.side, only.guild_id, only.message_id, only.notification_id) == (None, 9, 900, 901)


async def test_a_line_of_a_version_without_imported_matches(store: Store) -> None:
    old = {name: value for name, value in LINE.items() if name != "imported_by"}
    assert await imported(store, json.dumps(old)) == 1
    assert (await store.matches.get(7)).imported_by is None


async def test_the_start_of_a_line_is_kept_and_checked(store: Store, empty: str) -> None:
    setup = setup_of(Record("othello", "8x8", (Move("d3"),)))
    moves = [{**LINE["moves"][0], "move": "c3"}]
    assert await imported(store, json.dumps({**LINE, "setup": setup, "moves": moves})) == 1
    async with await open_store(empty) as other:
        assert await imported(other, await exported(store)) == 1
        assert (await other.matches.get(7)).record == Record("othello", "8x8", (Move("c3"),), setup)
        for wrong in ("X O", setup.replace("O", "X"), setup.replace(" . .", " .")):
            with pytest.raises(StoreError, match="a match cannot start from"):
                await imported(other, json.dumps({**LINE, "match": 8, "setup": wrong, "moves": []}))


def test_the_documented_fields_are_those_of_a_line() -> None:
    document = Path(__file__).parents[3].joinpath("docs/REFERENCE.md").read_text()
    section = document.partition("\n## Export and import\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert sorted(re.findall("`(.+?)`", " ".join(rows))) == sorted(LINE) == sorted(MatchLine.model_fields)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"moves": [{"move": "a1", "by": None, "at": 1.0}]}, "move 1, 'a1', is not legal"),
        ({"game": "chess"}, "no game chess"),
        ({"variant": "9x9"}, "'9x9'"),
        ({"state": "lost"}, "state: Input should be"),
        ({"state": "over"}, "has a reason"),
        ({"reason": "outcome.resigned"}, "has a reason"),
        ({"match": 1}, "there is a match 1 already"),
        ({"rematch_of": 9}, "match 9, which is missing"),
        ({"first": "anna"}, "first: "),
        ({"first": str(2**63)}, "first: "),
        ({"surprise": 1}, "surprise: Extra"),
        ({"clock": {"control": "1-hour", **CLOCK}}, "no time control '1-hour'"),
        ({"created_at": "NaN"}, "created_at: "),
        ({"rated": "1500"}, "rated: "),
    ],
)
async def test_a_wrong_line_is_named_and_nothing_is_imported(
    store: Store, begin: Begin, changes: dict[str, Any], reason: str
) -> None:
    await begin()
    before = await everything(store)
    with pytest.raises(StoreError, match=r"^line 2: ") as refused:
        await imported(store, "\n".join(map(json.dumps, [LINE, {**LINE, "match": 8, **changes}])))
    assert reason in str(refused.value)
    assert str(refused.value).endswith("nothing was imported")
    assert await everything(store) == before


@pytest.mark.parametrize("changes", [{}, {"state": "over", "winner": 2, "reason": "outcome.resigned"}])
async def test_a_match_that_its_moves_decide(store: Store, changes: dict[str, Any]) -> None:
    position, moves = game("othello").start("6x6"), []
    while (outcome := position.outcome()) is None:
        moves.append({"move": position.legal_moves()[0], "by": None, "at": 1.0})
        position = position.play(position.legal_moves()[0])
    decided = {**LINE, "variant": "6x6", "moves": moves}
    assert outcome.winner is None
    with pytest.raises(StoreError, match="after its moves the match is over"):
        await imported(store, json.dumps({**decided, **changes}))
    right = {"state": "over", "winner": None, "reason": outcome.reason}
    assert await imported(store, json.dumps({**decided, **right})) == 1


@pytest.mark.parametrize("line", [b"{", b"[]", b"\xff\xfe", b'{"match": 7}'])
async def test_what_is_no_match(store: Store, line: bytes) -> None:
    with pytest.raises(StoreError, match=r"^line 1: "):
        await import_matches(store.database, [line])


async def test_a_missing_field_is_named(store: Store) -> None:
    with pytest.raises(StoreError, match="line 1: moves: Field required"):
        await imported(store, json.dumps({name: value for name, value in LINE.items() if name != "moves"}))


@of_a_file
async def test_only_an_existing_database_is_opened(address: str, store: Store, empty: str) -> None:
    await store.close()
    database = await open_existing(address)
    assert await export_matches(database, io.StringIO()) == Exported(0, [])
    await database.close()
    with pytest.raises(DatabaseRefused, match="no database in"):
        await open_existing(empty)
    with pytest.raises(DatabaseRefused, match="no database in"):
        await open_existing(empty)  # nor was one made
