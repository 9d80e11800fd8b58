"""Which events are published, who receives them, and what a listener that fails does to the others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import structlog

from bot.match.events import MatchEvents, QueueMoved, ReminderDue
from data.model.hand_and_brain import Pairs
from data.model.match import MatchState
from data.model.match_change import Fact, MatchChange
from data.model.teams import TeamKind, Teams
from tests.bot.discord_fakes import GUILD
from tests.bot.service import ANA, Service, some_move
from tests.bot.stories import match_of

MATCH = match_of("othello", "6x6")


def test_listeners_receive_their_kind_of_event() -> None:
    events, heard = MatchEvents(), list[object]()
    events.subscribe(QueueMoved, heard.append)
    events.publish(ReminderDue(1))
    events.publish(QueueMoved(MATCH))
    assert heard == [QueueMoved(MATCH)]


def test_a_listener_that_fails_is_logged_and_the_others_are_called() -> None:
    events, heard = MatchEvents(), list[object]()

    def fail(_: object) -> None:
        raise RuntimeError("a listener's mistake")

    events.subscribe(QueueMoved, fail)
    events.subscribe(QueueMoved, heard.append)
    with structlog.testing.capture_logs() as logs:
        events.publish(QueueMoved(MATCH))
    assert heard == [QueueMoved(MATCH)]
    assert logs[0]["log_level"] == "error"


def test_a_change_that_arrives_after_a_later_one_is_not_passed_on() -> None:
    events, heard = MatchEvents(), list[MatchChange]()
    events.subscribe(MatchChange, heard.append)
    first, other = (match_of("othello", "6x6", id=number, version=5) for number in (1, 2))
    later = replace(first, version=6)
    changes = [MatchChange(None, one) for one in (later, first, other, later)]
    for change in changes:
        events.publish(change)
    assert heard == [changes[0], changes[2], changes[3]]
    assert events.is_old(first) and not events.is_old(later) and not events.is_old(replace(other, id=3))


def test_followers_of_a_fact_receive_only_the_changes_of_which_it_is_true() -> None:
    events, heard = MatchEvents(), list[MatchChange]()
    events.follow("ended", heard.append)
    playing = match_of("othello", "6x6", version=1)
    over = replace(playing, version=2, state=MatchState.OVER)
    events.publish(MatchChange(None, playing))
    events.publish(ended := MatchChange(playing, over))
    assert heard == [ended]


def test_followers_of_matches_receive_the_changes_of_those_that_are_kept_at_the_time() -> None:
    events, kept, heard = MatchEvents(), {1: "a part"}, list[MatchChange]()
    events.follow_matches(kept, heard.append)
    first, second = (match_of("othello", "6x6", id=number, version=1) for number in (1, 2))
    events.publish(followed := MatchChange(None, first))
    events.publish(MatchChange(None, second))
    assert heard == [followed]
    del kept[1]
    events.publish(MatchChange(first, replace(first, version=2)))
    assert heard == [followed]


def test_followers_of_servers_receive_the_changes_of_their_matches_and_of_those_that_leave() -> None:
    events, heard = MatchEvents(), list[MatchChange]()
    events.follow_servers({GUILD}, heard.append)
    match = match_of("othello", "6x6", version=1)
    inside = match.with_board(replace(match.home, guild_id=GUILD))
    outside = replace(match.with_board(replace(match.home, guild_id=GUILD + 1)), version=2)
    changes = [MatchChange(None, inside), MatchChange(inside, outside)]
    for change in (*changes, MatchChange(outside, replace(outside, version=3))):
        events.publish(change)
    assert heard == changes


@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        ({}, set()),
        ({"teaching": True}, {"is_teaching"}),
        ({"tournament_id": 7}, {"is_of_tournament"}),
        ({"rematch_of": 7}, {"is_rematch"}),
        ({"teams": Teams(TeamKind.HAND_AND_BRAIN, pairs=Pairs(None))}, {"is_of_pairs"}),
    ],
)
def test_a_move_has_the_facts_of_its_match(changes: dict[str, Any], facts: set[Fact]) -> None:
    before = replace(match_of("othello", "6x6"), **changes)
    assert MatchChange(before, replace(before, version=before.version + 1)).facts == facts


async def test_every_committed_change_is_published_once(made: Service) -> None:
    heard: list[MatchChange] = []
    made.events.subscribe(MatchChange, heard.append)
    match = await made.people()
    match = await made.play(match, ANA, some_move(match))
    await made.matches.resign(match.id, None, ANA)
    assert [change.after.version for change in heard] == [
        match.version - 2,
        match.version - 1,
        match.version,
        match.version + 1,
    ]
