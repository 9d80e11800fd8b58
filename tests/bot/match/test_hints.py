"""Hints and levels."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.base import ADVISER
from bot.exceptions import Refusal
from bot.match.events import HintChanged
from bot.match.hints import Hint
from bot.match.limits import check_level
from data.model.match import MatchState, PositionId
from data.store import Store
from tests.bot.service import (
    ANA,
    CHO,
    HERE,
    Service,
    first_move,
    raising,
    refusal,
    service,
    some_move,
)


async def nothing() -> None:
    """Announce nothing."""


async def test_hints_are_for_ones_own_turn_against_the_computer(made: Service) -> None:
    match = await made.computer()
    assert await made.matches.hints.check(match.id, match.position_id, ANA) == match
    assert await refusal(made.matches.hints.check(match.id, match.position_id, CHO)) == "match.not-seated"
    assert await refusal(made.matches.hints.check(match.id, PositionId(5, 0), ANA)) == "match.outdated"
    played = await made.play(match, ANA, "b3")
    assert await refusal(made.matches.hints.check(match.id, played.position_id, ANA)) == "match.not-your-turn"
    people = await made.people()
    assert (
        await refusal(made.matches.hints.check(people.id, people.position_id, ANA))
        == "hint.only-against-computer"
    )


async def test_a_hint_is_the_good_players_choice_and_changes_nothing(store: Store) -> None:
    one = service(store, first_move())
    match, announced = await one.computer(), list[Hint | None]()

    async def announce() -> None:
        announced.append(one.matches.hints.of(match))

    assert one.matches.hints.of(match) is None
    await one.matches.hints.find(match, ANA, announce)
    assert announced == [Hint()]
    found = one.matches.hints.of(match)
    assert found is not None and found.move == some_move(match)
    assert one.player.asked == [(match.record, ADVISER, HERE.guild_id)]
    assert await one.matches.get(match.id) == match


async def test_a_hint_is_for_its_position(store: Store) -> None:
    one = service(store, first_move())
    match = await one.computer()
    await one.matches.hints.find(match, ANA, nothing)
    assert one.matches.hints.of(replace(match, version=9)) is not None
    for past in ({"moves": (some_move(match),)}, {"takebacks": 1}, {"state": MatchState.OVER}):
        assert one.matches.hints.of(replace(match, **past)) is None


async def test_a_hint_that_fails_leaves_nothing(store: Store) -> None:
    one = service(store, raising(ZeroDivisionError()))
    match, changed = await one.computer(), list[HintChanged]()
    one.events.subscribe(HintChanged, changed.append)
    with pytest.raises(ZeroDivisionError):
        await one.matches.hints.find(match, ANA, nothing)
    assert one.matches.hints.of(match) is None and changed == [HintChanged(match)]


def test_levels_are_checked() -> None:
    check_level("othello", "1")
    check_level("othello", "classic")
    for level in ("0", "9", "", "Classic"):
        with pytest.raises(Refusal) as refused:
            check_level("othello", level)
        assert refused.value.key == "play.unknown-level"
