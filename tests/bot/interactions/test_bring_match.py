"""Who can bring a match to where they are, and what becomes of its old board."""

from __future__ import annotations

import pytest

from bot.exceptions import Refusal
from bot.interactions.bring_match import bring, recover
from bot.ui.links import link
from data.model.match import Match, PauseReason, Place
from games.base import Side
from tests.bot.board_checks import THERE, at_both_boards
from tests.bot.discord_fakes import (
    CHANNEL,
    DM_OFFSET,
    GUILD,
    FakeChannel,
    FakeGuild,
    FakeInteraction,
    FakeMessage,
    FakeTextChannel,
    Method,
    fault,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO

OTHER_GUILD, OTHER_CHANNEL = GUILD + 1, CHANNEL + 1


@pytest.fixture(autouse=True)
def other_server(h: Harness) -> None:
    """The bot is in a second server, too, which Ana and Ben are in."""
    guild = FakeGuild(h.discord, OTHER_GUILD)
    guild.channels = {OTHER_CHANNEL: FakeTextChannel(h.discord, OTHER_CHANNEL)}
    h.client.servers[OTHER_GUILD] = guild


def elsewhere(h: Harness, user: int) -> FakeInteraction:
    """A command in a channel of the other server."""
    channel = h.client.servers[OTHER_GUILD].channels[OTHER_CHANNEL]
    return h.interaction(user, channel=channel, guild_id=OTHER_GUILD)


def direct(h: Harness, user: int) -> FakeInteraction:
    """A command in a person's messages with the bot."""
    return h.interaction(user, channel=FakeChannel(h.discord, DM_OFFSET + user), guild_id=None)


async def brought(h: Harness, interaction: FakeInteraction, match: Match) -> Match:
    """The match after it was brought; its board is there, and the old message leads to it."""
    await bring(interaction.typed(), match)
    await h.settled()
    after = await h.now(match)
    answer = interaction.response.answered
    assert answer is not None and (answer.method, answer.ephemeral) == (Method.RESPOND, False)
    assert (answer.attachments, answer.mentions) == (1, ())
    assert (after.home.channel_id, after.guild_id) == (interaction.channel_id, interaction.guild_id)
    assert (after.home.message_id, after.home.thread_id) == (answer.message_id, None)
    assert h.edits(after) == [], "it is not drawn twice"
    (old,) = [edit for edit in h.discord.of(Method.EDIT) if edit.message_id == match.home.message_id]
    assert link(after.home) in old.text and old.custom_ids == ()
    return after


async def stays(h: Harness, interaction: FakeInteraction, match: Match, key: str) -> None:
    with pytest.raises(Refusal) as refused:
        await bring(interaction.typed(), match)
    assert refused.value.key == key
    assert await h.now(match) == match and h.discord.requests == []


async def test_a_match_against_the_computer_follows_its_person(h: Harness) -> None:
    match = await h.against_computer()
    match = await brought(h, direct(h, ANA), match)
    await brought(h, elsewhere(h, ANA), match)


async def test_a_match_of_two_stays_where_both_can_see_it(h: Harness) -> None:
    match = await h.match()
    await stays(h, elsewhere(h, ANA), match, "board.elsewhere")
    await stays(h, direct(h, BEN), match, "board.elsewhere")


async def test_a_match_of_two_moves_within_its_server(h: Harness) -> None:
    match = await h.match()
    lounge = FakeTextChannel(h.discord, 77)
    await brought(h, h.interaction(ANA, channel=lounge), match)


async def test_a_player_who_cannot_see_the_board_brings_it(h: Harness) -> None:
    match = await h.match()
    board = h.client.servers[GUILD].channels[CHANNEL]
    assert isinstance(board, FakeTextChannel)
    board.hidden_from.add(BEN)
    await stays(h, direct(h, ANA), match, "board.elsewhere")
    after = await brought(h, direct(h, BEN), match)
    await brought(h, direct(h, ANA), after)  # the bot cannot tell who sees direct messages


async def test_a_suspended_match_is_recovered(h: Harness) -> None:
    match = await h.suspend(await h.match())
    assert (await brought(h, elsewhere(h, BEN), match)).paused is None


async def test_a_suspended_match_with_a_live_clock_is_adjourned(h: Harness) -> None:
    match = await h.suspend(await h.match(control="5+5", moves=("b3", "b2")))
    assert (await brought(h, elsewhere(h, BEN), match)).paused is PauseReason.ADJOURNED


async def test_only_the_players_of_a_match_that_has_begun_bring_it(h: Harness) -> None:
    await stays(h, direct(h, CHO), await h.match(), "match.not-seated")
    await stays(h, direct(h, ANA), await h.challenge(), "match.not-begun")


async def test_the_limits_of_the_new_place_hold(h: Harness) -> None:
    match = await h.suspend(await h.match())
    await h.services.settings.update(OTHER_GUILD, channels=(OTHER_CHANNEL + 5,))
    await stays(h, elsewhere(h, ANA), match, "play.channels-gone")
    await h.services.settings.update(OTHER_GUILD, channels=(), boards=1)
    await h.match(place=Place(OTHER_GUILD, OTHER_CHANNEL, "en"))
    await stays(h, elsewhere(h, ANA), match, "limit.boards")
    missing = elsewhere(h, ANA)
    missing.app_permissions.update(attach_files=False)
    await stays(h, missing, match, "play.cannot-attach")


async def test_a_board_that_cannot_be_posted_there_suspends_the_match(h: Harness) -> None:
    match = await h.against_computer()
    h.discord.fail(Method.RESPOND, fault(403, 50013))
    with pytest.raises(type(fault(403))):
        await bring(direct(h, ANA).typed(), match)
    after = await h.now(match)
    assert after.paused is PauseReason.SUSPENDED
    await bring(elsewhere(h, ANA).typed(), after)
    again = await h.now(match)
    assert (again.paused, again.home.channel_id) == (
        None,
        OTHER_CHANNEL,
    ) and again.home.message_id is not None


async def test_a_press_recovers_a_match_only_on_its_own_board(h: Harness) -> None:
    match = await h.match()
    interaction = h.interaction(ANA, message=h.board(match)).typed()
    assert await recover(interaction, match.id) is None, "it is not suspended"
    await h.suspend(match)
    older = FakeMessage(match.home.require_message_id() - 1, FakeChannel(h.discord, CHANNEL))
    for message in (None, older, h.ephemeral()):
        assert await recover(h.interaction(ANA, message=message).typed(), match.id) is None
    with pytest.raises(Refusal, match=r"match\.not-seated"):
        await recover(h.interaction(CHO, message=h.board(match)).typed(), match.id)
    found = await recover(interaction, match.id)
    assert found is not None and (found.paused, found.home.message_id) == (None, None)


# --- Two boards -----------------------------------------------------------------------------------------


async def test_a_player_brings_only_their_own_board(h: Harness) -> None:
    match, _ = await at_both_boards(h)
    channel = h.client.servers[OTHER_GUILD].channels[OTHER_CHANNEL]
    await h.store.boards.lost_channel(THERE.channel_id)
    await bring(h.interaction(BEN, channel=channel, guild_id=OTHER_GUILD).typed(), await h.now(match))
    after = await h.now(match)
    assert (after.home.channel_id, after.home.message_id) == (match.home.channel_id, match.home.message_id)
    _, second = after.boards
    assert (second.guild_id, second.channel_id) == (OTHER_GUILD, OTHER_CHANNEL)
    assert second.message_id is not None and second.side is Side.SECOND


async def test_who_brings_a_match_without_any_board_has_the_first_one(h: Harness) -> None:
    match, _ = await at_both_boards(h)
    await h.store.boards.lost_channel(THERE.channel_id)
    suspended = await h.suspend(match)
    await bring(elsewhere(h, BEN).typed(), suspended)
    after = await h.now(match)
    assert after.is_active and after.home.channel_id == OTHER_CHANNEL and after.home.side is Side.SECOND
