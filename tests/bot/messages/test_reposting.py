"""When a board counts as old, or as scrolled away."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.messages import reposting
from bot.messages.reposting import OLD_SECONDS, SCROLLED_MESSAGES, RepostRule
from data.model.match import MatchState
from games.base import Outcome
from tests.boards import on_board
from tests.bot.stories import match_of

POSTED = 1_800_000_000.0
BOARD = (int(POSTED * 1000) - discord.utils.DISCORD_EPOCH) << 22
CHANNEL = 5
MATCH = on_board(match_of("othello", "8x8", version=3), message_id=BOARD, channel_id=CHANNEL, shown_version=2)
HOME = MATCH.home


def at(seconds: float) -> RepostRule:
    """The rule so many seconds after the board was posted."""
    return RepostRule(lambda: POSTED + seconds)


@pytest.mark.parametrize(("seconds", "stale"), [(0, False), (OLD_SECONDS, False), (OLD_SECONDS + 1, True)])
def test_age(seconds: float, stale: bool) -> None:
    assert at(seconds).is_due(MATCH, HOME) is stale


def test_nothing_is_stale_that_has_nothing_new_to_show() -> None:
    old = at(OLD_SECONDS * 9)
    assert old.is_due(MATCH, HOME)
    assert not old.is_due(MATCH, replace(HOME, shown_version=MATCH.version))
    assert not old.is_due(MATCH, replace(HOME, message_id=None))
    assert not old.is_due(replace(MATCH, state=MatchState.CHALLENGE), HOME)
    expired = replace(MATCH, state=MatchState.OVER, outcome=Outcome(None, "challenge.expired"))
    assert not old.is_due(expired, HOME)


def heard(one: RepostRule, count: int, after: int = BOARD, channel: int = CHANNEL) -> RepostRule:
    for number in range(1, count + 1):
        one.message_seen(channel, after + number)
    return one


def test_messages_below() -> None:
    assert not heard(at(60), SCROLLED_MESSAGES - 1).is_due(MATCH, HOME)
    assert heard(at(60), SCROLLED_MESSAGES).is_due(MATCH, HOME)
    assert heard(at(60), SCROLLED_MESSAGES * 3).is_due(MATCH, HOME)
    assert not heard(at(60), SCROLLED_MESSAGES, channel=CHANNEL + 1).is_due(MATCH, HOME)


def test_messages_above_the_board_do_not_count() -> None:
    busy = heard(at(60), SCROLLED_MESSAGES, after=BOARD - 1000)
    assert not busy.is_due(MATCH, HOME)
    assert not heard(busy, SCROLLED_MESSAGES - 1).is_due(MATCH, HOME)
    assert heard(busy, SCROLLED_MESSAGES).is_due(MATCH, HOME)


def test_a_move_that_is_typed_brings_its_board_to_the_end() -> None:
    typed = heard(at(60), 1)
    assert not typed.is_due(MATCH, HOME)
    typed.move_typed(HOME.id, BOARD + 1)
    assert typed.is_due(MATCH, HOME)
    assert not typed.is_due(MATCH, replace(HOME, id=HOME.id + 1))
    again = replace(HOME, message_id=BOARD + 2)
    assert not heard(typed, 3, after=BOARD + 2).is_due(MATCH, again), "until the next one is typed"


def test_a_board_at_the_end_stays_where_it_is() -> None:
    """As after a command, which leaves no message, or one that is deleted."""
    typed = at(60)
    typed.move_typed(HOME.id, BOARD + 1)
    assert not typed.is_due(MATCH, HOME)
    heard(typed, 2)
    typed.messages_deleted(CHANNEL, [BOARD + 1, BOARD + 77])
    typed.messages_deleted(CHANNEL + 1, [BOARD + 2])
    assert typed.is_due(MATCH, HOME)
    typed.messages_deleted(CHANNEL, [BOARD + 2])
    assert not typed.is_due(MATCH, HOME)


def test_only_so_many_channels_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reposting, "MAX_CHANNELS", 3)
    one = heard(at(60), SCROLLED_MESSAGES)
    for channel in (11, 12):
        heard(one, 1, channel=channel)
    assert one.is_due(MATCH, HOME)
    heard(one, 1, channel=13)
    assert not one.is_due(MATCH, HOME)
    assert len(one._newest) == 3


def test_what_was_written_before_the_start_is_asked_once() -> None:
    one = at(60)
    assert one.needs_history(MATCH, HOME)
    assert not one.needs_history(MATCH, replace(HOME, shown_version=MATCH.version))
    heard(one, 1)
    one.caught_up(CHANNEL, [BOARD + number for number in range(1, SCROLLED_MESSAGES)])
    assert not one.needs_history(MATCH, HOME)
    assert not one.is_due(MATCH, HOME)  # the message that was seen is among them
    heard(one, 1, after=BOARD + SCROLLED_MESSAGES)
    assert one.is_due(MATCH, HOME)


def test_a_board_posted_since_is_not_asked_about() -> None:
    assert not at(-1).needs_history(MATCH, HOME)


def test_after_another_loss_it_is_asked_again() -> None:
    one = at(60)
    one.caught_up(CHANNEL, [BOARD + number for number in range(SCROLLED_MESSAGES)])
    one.reset()
    assert one.needs_history(MATCH, HOME)
    assert not one.is_due(MATCH, HOME)
