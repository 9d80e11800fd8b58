"""Teams as values, and what is stored of them."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from data.model.hand_and_brain import Pairs, Seat
from data.model.match import DELETED_USER, Match, MatchState
from data.model.pair_turns import computer_seat, person_in_turn
from data.model.teams import Member, TeamKind, Teams, is_awaited
from data.store import Store, open_store
from data.tables.matches import matches
from data.tables.opponents import team_members
from data.transfer.exporting import export_matches
from data.transfer.importing import import_matches
from games import replay
from games.base import Outcome, Record, Side
from tests.data.conftest import ANNA, BORA, CHUL, Begin, of_a_file

DORI = 4


def teams(*members: Member) -> Teams:
    return Teams(TeamKind.RENGO, members, (Member(9),))


def order(one: Teams, count: int) -> list[int | None]:
    return [one.in_turn(Side.FIRST, turn) for turn in range(count)]


def test_members_move_in_turn() -> None:
    assert order(teams(Member(1), Member(2), Member(3)), 7) == [1, 2, 3, 1, 2, 3, 1]


@pytest.mark.parametrize(
    ("left", "after", "expected"),
    [(1, 0, [2, 3, 2, 3]), (2, 1, [3, 1, 3, 1]), (3, 1, [2, 1, 2, 1]), (1, 4, [2, 3, 2, 3])],
)
def test_the_others_go_on_in_turn(left: int, after: int, expected: list[int]) -> None:
    one = teams(Member(1), Member(2), Member(3)).left(left, after)
    assert order(one, after + 4)[after:] == expected
    assert left not in order(one, after + 4), "also not after a takeback"
    assert one.side_of(left) is None and left not in one.present(Side.FIRST)


def test_joining_changes_the_side() -> None:
    one = teams(Member(1), Member(2)).joined(1, Side.SECOND)
    assert (one.present(Side.FIRST), one.present(Side.SECOND)) == ((2,), (9, 1))
    assert one.without(9).captain(Side.SECOND) == 1 and one.without(2).captain(Side.FIRST) is None


@pytest.mark.parametrize("text", ["", "rengo", "other/1/2", "rengo/x/1", "rengo/1/2/3"])
def test_what_is_no_team_is_not_read(text: str) -> None:
    with pytest.raises(ValueError):
        Teams.read(text)


def test_text_and_back() -> None:
    one = teams(Member(2**62, left=7), Member(0))
    assert Teams.read(one.text) == one


TWO = Teams(TeamKind.RENGO, (Member(ANNA), Member(BORA)), (Member(CHUL), Member(DORI)))


async def begun(begin: Begin, **changes: object) -> Match:
    return await begin("d3 c3", first_id=ANNA, second_id=CHUL, challenger_id=ANNA, teams=TWO, **changes)


async def indexed(store: Store) -> set[tuple[int, int, bool]]:
    return await store.database.read(
        lambda connection: {tuple(row) for row in connection.execute(select(team_members))}
    )


async def test_members_find_their_matches(store: Store, begin: Begin) -> None:
    match = await begun(begin)
    assert [await store.queries.of_user(one) for one in (ANNA, BORA, CHUL, DORI, 5)] == [[match]] * 4 + [[]]
    left = await store.matches.change_teams(
        match.id, MatchState.PLAYING, lambda _, now: (now.teams or TWO).left(ANNA, 1)
    )
    assert left.first_id == BORA and left.version == match.version + 1
    assert await store.queries.of_user(ANNA) == [] and await store.queries.of_user(DORI) == [left]
    assert (await store.personal_data.count(ANNA)).unfinished == 1, "her moves are stored"


async def test_erasing_members_one_after_the_other(store: Store, begin: Begin) -> None:
    match = await begun(begin)
    await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    for number, user_id in enumerate((ANNA, BORA, CHUL)):
        assert await store.personal_data.erase_from_teams(user_id, 20) == 1
        now = await store.matches.get(match.id)
        assert str(user_id) not in (now.teams or TWO).text.replace("/", " ").split()
        assert len(await indexed(store)) == 3 - number
    assert (now.first_id, now.challenger_id, now.people) == (DELETED_USER, DELETED_USER, (DORI,))
    await store.personal_data.erase_from_teams(DORI, 20)
    rows = await store.database.read(lambda connection: connection.execute(select(matches.c.id)).all())
    assert rows == [] and await indexed(store) == set()


@of_a_file
async def test_an_export_has_teams(store: Store, begin: Begin, tmp_path: Path) -> None:
    match, file = await begun(begin), io.StringIO()
    await export_matches(store.database, file)
    async with await open_store(f"sqlite:///{tmp_path / 'other.db'}") as other:
        await import_matches(other.database, io.BytesIO(file.getvalue().encode()))
        assert (await other.matches.get(match.id)).teams == TWO
        assert await indexed(other) == await indexed(store)


def test_pairs_are_written_and_read() -> None:
    teams = Teams(TeamKind.HAND_AND_BRAIN, pairs=Pairs("1250"))
    teams = teams.with_seat(11, Side.FIRST, Seat.BRAIN).with_seat(12, Side.FIRST, Seat.HAND)
    teams = teams.with_seat(11, Side.SECOND, Seat.HAND)
    assert teams.text == "brain/12h/11h/1250  "
    assert Teams.read(teams.text) == teams
    named = replace(teams, pairs=Pairs("1250").naming((7, 1), "top-left"))
    assert Teams.read(named.text) == named
    assert named.seated(Side.SECOND, Seat.HAND) == 11 and named.seated(Side.SECOND, Seat.BRAIN) is None


def test_the_brain_names_then_the_hand_plays() -> None:
    record = Record("othello", "8x8")
    teams = Teams(TeamKind.HAND_AND_BRAIN, pairs=Pairs())
    for person, side, seat in (
        (1, Side.FIRST, Seat.BRAIN),
        (2, Side.FIRST, Seat.HAND),
        (3, Side.SECOND, Seat.HAND),
    ):
        teams = teams.with_seat(person, side, seat)
    assert person_in_turn(teams, record, (0, 0), Side.FIRST) == 1
    assert person_in_turn(teams, record, (0, 0), Side.SECOND) == 3, "beside a computer"
    named = replace(teams, pairs=Pairs().naming((0, 0), "top-left"))
    assert person_in_turn(named, record, (0, 0), Side.FIRST) == 2
    assert person_in_turn(named, record, (0, 1), Side.FIRST) == 1, "after a takeback"
    assert computer_seat(named, record, (0, 0)) is None
    after = record.then(replay(record).legal_moves()[0])
    assert computer_seat(named, after, (1, 0)) is Seat.BRAIN


def test_what_alone_can_move_counts_as_named() -> None:
    start = Record("hare_and_hounds", "classic")
    record = start.then(replay(start).legal_moves()[0])
    teams = Teams(TeamKind.HAND_AND_BRAIN, pairs=Pairs()).with_seat(4, Side.SECOND, Seat.BRAIN)
    teams = teams.with_seat(5, Side.SECOND, Seat.HAND)
    assert person_in_turn(teams, record, (1, 0), Side.SECOND) == 5


PAIRS = Teams(
    TeamKind.HAND_AND_BRAIN,
    (Member(ANNA, seat=Seat.BRAIN), Member(BORA, seat=Seat.HAND)),
    (Member(CHUL, seat=Seat.HAND),),
    pairs=Pairs("3"),
)
"""The computer is the brain beside Chul."""


async def pairs_begun(begin: Begin) -> Match:
    return await begin("d3 c3", first_id=ANNA, second_id=CHUL, challenger_id=ANNA, teams=PAIRS)


async def test_erasing_a_person_keeps_the_seats_of_a_pair(store: Store, begin: Begin) -> None:
    match = await pairs_begun(begin)
    await store.matches.finish(match.id, match.position_id, Outcome(Side.SECOND, "outcome.resigned"))
    assert await store.personal_data.erase_from_teams(ANNA, 20) == 1
    now = await store.matches.get(match.id)
    assert now.teams is not None and now.teams.text == f"brain/{DELETED_USER}b {BORA}h/{CHUL}h/3  "
    assert (now.first_id, now.challenger_id, now.people) == (DELETED_USER, DELETED_USER, (BORA, CHUL))
    assert {user_id for user_id, *_ in await indexed(store)} == {BORA, CHUL}
    await store.personal_data.erase_from_teams(CHUL, 20)
    assert (await store.matches.get(match.id)).people == (BORA,)
    await store.personal_data.erase_from_teams(BORA, 20)
    assert await store.queries.by_number([match.id]) == [] and await indexed(store) == set()


async def test_a_persons_export_has_their_seat(store: Store, begin: Begin) -> None:
    match = await pairs_begun(begin)
    for user_id in (ANNA, BORA, CHUL):
        (line,) = map(json.loads, (await store.personal_data.export_matches(user_id)).splitlines())
        assert (line["match"], line["teams"]) == (match.id, PAIRS.text)
    assert await store.personal_data.export_matches(DORI) == ""


@of_a_file
async def test_an_export_of_pairs_is_read_again(store: Store, begin: Begin, tmp_path: Path) -> None:
    match, file = await pairs_begun(begin), io.StringIO()
    await export_matches(store.database, file)
    async with await open_store(f"sqlite:///{tmp_path / 'other.db'}") as other:
        await import_matches(other.database, io.BytesIO(file.getvalue().encode()))
        assert (await other.matches.get(match.id)).teams == PAIRS
        assert await indexed(other) == await indexed(store)


def test_people_wait_for_a_person_between_people_and_on_a_side_of_several() -> None:
    assert is_awaited(None, None, Side.FIRST) and not is_awaited("3", None, Side.FIRST)
    assert is_awaited("3", PAIRS, Side.FIRST) and not is_awaited("3", PAIRS, Side.SECOND)
    assert not is_awaited("3", TWO.left(ANNA, 1), Side.FIRST)


def test_a_seat_and_the_turn_of_a_relay_are_written_together() -> None:
    teams = Teams(TeamKind.RELAY, (Member(1, left=9, since=4, seat=Seat.HAND),), each=3)
    assert teams.text == "relay:3/1h+4:9/" and Teams.read(teams.text) == teams
