"""Who is named to whom in a match with two boards, outside of its boards."""

from __future__ import annotations

import pytest

from bot.interactions.replay import is_posted_publicly
from bot.interactions.review import show_review
from bot.interactions.watching import show_live
from bot.match.own_board import board_read_by
from bot.ui.custom_ids import Press, Verb
from data.model.match import Match, PositionId
from games.base import Side
from tests.bot.board_checks import THERE, at_both_boards
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeChannel, FakeGuild, FakeInteraction, FakeTextChannel
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO

THIRD = 90
_READERS = (CHO, True, False), (CHO, False, True), (BEN, False, False)


@pytest.fixture(autouse=True)
def other_servers(h: Harness) -> None:
    guild_id = THERE.guild_id or 0
    h.client.servers[guild_id] = FakeGuild(h.discord, guild_id)
    h.client.servers[guild_id].channels = {
        one: FakeTextChannel(h.discord, one) for one in (THERE.channel_id, THIRD)
    }


def there(h: Harness, user: int) -> FakeInteraction:
    guild_id = THERE.guild_id or 0
    return h.interaction(
        user, channel=h.client.servers[guild_id].channels[THERE.channel_id], guild_id=guild_id
    )


async def over(h: Harness) -> Match:
    match, _ = await at_both_boards(h)
    await h.services.matches.play(match.id, None, ANA, "b3")
    await h.services.matches.play(match.id, None, BEN, "b2")
    await h.services.matches.resign(match.id, None, BEN)
    await h.settled()
    h.discord.requests.clear()
    return await h.now(match)


@pytest.mark.parametrize(("user", "is_there", "is_named"), _READERS)
async def test_a_review_names_the_winner_in_their_own_place(
    h: Harness, user: int, is_there: bool, is_named: bool
) -> None:
    match = await over(h)
    interaction = there(h, user) if is_there else h.interaction(user)
    await show_review(interaction.typed(), Press(Verb.REVIEW, match.id, PositionId(0, 0), "end"))
    said = "".join(one.text for one in h.discord.requests)
    assert (f"<@{ANA}>" in said) is is_named and f"<@{BEN}>" not in said
    assert is_named or h.reader(user)("player.elsewhere") in said


async def test_a_live_board_is_like_the_one_that_is_there(h: Harness) -> None:
    match, _ = await at_both_boards(h)
    h.discord.requests.clear()
    await show_live(there(h, CHO).typed(), match)
    await h.services.matches.play(match.id, None, ANA, "b3")
    await h.settled()
    said = "".join(one.text for one in h.discord.requests if one.ephemeral or one.channel_id == 0)
    assert f"<@{ANA}>" not in said


async def test_a_player_without_a_board_does_not_name_the_other_one(h: Harness) -> None:
    match, _ = await at_both_boards(h)
    await h.store.boards.lost_channel(THERE.channel_id)
    match = await h.now(match)
    seen = board_read_by(match, BEN, GUILD, CHANNEL)
    assert (seen.side, seen.guild_id) == (Side.SECOND, GUILD)
    posted = h.interaction(BEN, channel=FakeChannel(h.discord, THIRD), guild_id=None)
    assert is_posted_publicly(posted.typed(), match)
