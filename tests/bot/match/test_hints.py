"""Hints and levels."""

from __future__ import annotations

import pytest

from ai.base import adviser
from bot.exceptions import Refusal
from bot.match.limits import check_level
from data.model import PositionId
from data.store import Store
from tests.bot.service import (
    ANA,
    CHO,
    HERE,
    Service,
    first_move,
    refusal,
    service,
    some_move,
)


async def test_hints_are_for_ones_own_turn_against_the_computer(made: Service) -> None:
    match = await made.computer()
    assert await made.matches.check_hint(match.id, ANA, match.position_id) == match
    assert await refusal(made.matches.check_hint(match.id, CHO, match.position_id)) == "match.not-seated"
    assert await refusal(made.matches.check_hint(match.id, ANA, PositionId(5, 0))) == "match.outdated"
    played = await made.play(match, ANA, "b3")
    assert await refusal(made.matches.check_hint(match.id, ANA, played.position_id)) == "match.not-your-turn"
    people = await made.people()
    assert (
        await refusal(made.matches.check_hint(people.id, ANA, people.position_id))
        == "hint.only-against-computer"
    )


async def test_a_hint_is_the_good_players_choice_and_changes_nothing(store: Store) -> None:
    one = service(store, first_move())
    match = await one.computer()
    choice = await one.matches.hint(match)
    assert choice.move == some_move(match)
    assert one.player.asked == [(match.record, adviser("othello"), HERE.guild_id)]
    assert await one.matches.get(match.id) == match


def test_levels_are_checked() -> None:
    check_level("othello", "1")
    check_level("othello", "classic")
    for level in ("0", "9", "", "Classic"):
        with pytest.raises(Refusal) as refused:
            check_level("othello", level)
        assert refused.value.key == "play.unknown-level"
