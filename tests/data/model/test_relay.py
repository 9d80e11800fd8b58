"""Relays as values: whose turn it is, who follows, and who joins while it goes on."""

from __future__ import annotations

import pytest

from data.model.relay import joined_before, returns_left
from data.model.teams import Member, Stint, TeamKind, Teams
from games.base import Side


def relay(*members: Member, each: int = 3) -> Teams:
    return Teams(TeamKind.RELAY, members, (Member(9),), each)


def order(teams: Teams, count: int) -> list[int | None]:
    return [teams.in_turn(Side.FIRST, turn) for turn in range(count)]


def test_a_member_has_several_turns_in_a_row() -> None:
    assert order(relay(Member(1), Member(2)), 8) == [1, 1, 1, 2, 2, 2, 1, 1]


def test_a_stint_says_what_is_left_and_who_follows() -> None:
    teams = relay(Member(1), Member(2))
    assert [teams.stint(Side.FIRST, turn) for turn in range(4)] == [
        Stint(1, 3, 2),
        Stint(1, 2, 2),
        Stint(1, 1, 2),
        Stint(2, 3, 1),
    ]


def test_alone_a_member_follows_themselves() -> None:
    assert relay(Member(1)).stint(Side.FIRST, 4) == Stint(1, 2, 1)


def test_nobody_moves_for_an_empty_side() -> None:
    assert relay().stint(Side.FIRST, 3) is None


def test_who_joins_takes_nobodys_turn_away() -> None:
    teams = relay(Member(1), Member(2, since=4))
    assert order(teams, 10) == [1, 1, 1, 1, 1, 1, 2, 2, 2, 1]
    assert teams.stint(Side.FIRST, 3) == Stint(1, 3, 2)


def test_who_has_left_does_not_finish_their_stint() -> None:
    teams = relay(Member(1), Member(2), Member(3)).left(1, 1)
    assert order(teams, 9)[1:] == [2, 2, 2, 3, 3, 3, 2, 2]


def test_who_has_only_just_joined_takes_over_from_the_last_one() -> None:
    teams = relay(Member(1), Member(2, since=4)).left(1, 3)
    assert [teams.in_turn(Side.FIRST, turn) for turn in range(3, 6)] == [2, 2, 2]
    assert teams.stint(Side.FIRST, 5) == Stint(2, 1, 2)


def test_after_a_takeback_nobody_moves_who_has_left() -> None:
    teams = relay(Member(1), Member(2, since=4)).left(1, 5)
    assert {teams.in_turn(Side.FIRST, turn) for turn in range(6)} == {2}


def test_who_comes_back_is_at_the_end() -> None:
    teams = relay(Member(1), Member(2)).left(1, 2).with_member(Member(1, since=3), Side.FIRST)
    assert teams.side_of(1) is Side.FIRST and teams.present(Side.FIRST) == (2, 1)
    assert order(teams, 8)[2:] == [2, 2, 2, 1, 1, 1]


def test_leaving_the_other_side_changes_nothing_here() -> None:
    teams = relay(Member(1), Member(2, since=4))
    assert teams.left(9, 2).first == teams.first


def test_a_person_comes_back_twice() -> None:
    teams = relay(Member(1, left=1), Member(1, left=3, since=2))
    assert returns_left(teams, Side.FIRST, 1) == 1
    assert returns_left(teams.with_member(Member(1, left=9, since=5), Side.FIRST), Side.FIRST, 1) == 0


def test_who_has_left_a_side_can_join_no_other() -> None:
    teams = relay(Member(1, left=1), Member(2))
    assert [joined_before(teams, person) for person in (1, 2, 3)] == [Side.FIRST, Side.FIRST, None]


@pytest.mark.parametrize("each", [1, 3, 10])
def test_text_and_back(each: int) -> None:
    teams = relay(Member(2**62, left=7), Member(5, since=4), Member(6, left=9, since=2), each=each)
    assert Teams.read(teams.text) == teams


@pytest.mark.parametrize(
    "text", ["relay:0/1/2", "relay:11/1/2", "relay:x/1/2", "relay:3/1+x/2", "relay:-1/1/"]
)
def test_what_is_no_relay_is_not_read(text: str) -> None:
    with pytest.raises(ValueError):
        Teams.read(text)
