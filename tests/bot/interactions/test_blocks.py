"""Blocking people who challenge one."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.exceptions import Refusal
from bot.features import FEATURES
from bot.interactions.start_match import Request, start_match
from bot.match.limits import BLOCKS
from bot.match.setup import Seats
from bot.ui.panel import Panel
from games.base import Side
from tests.bot.discord_fakes import Method
from tests.bot.discord_fakes import Request as Answer
from tests.bot.harness import Harness
from tests.bot.interactions.buttons.verbs import refused
from tests.bot.service import ANA, BEN, CHO, HERE, refusal


async def panel(h: Harness, user: int, pressed: Panel) -> Answer:
    """The answer to a press on a panel or a private note."""
    interaction = h.interaction(user, message=h.ephemeral())
    await FEATURES.handle_panel(interaction.typed(), pressed)
    assert interaction.response.answered is not None
    return interaction.response.answered


async def challenge(h: Harness, by: int, to: int | None) -> str:
    """The text key with which a challenge is refused."""
    return await refusal(h.services.matches.challenges.create("othello", "6x6", Seats(by, to), by, HERE))


async def test_who_declines_can_block_the_challenger(h: Harness) -> None:
    match = await h.challenge()
    await h.presses(BEN, match, "decline")
    (offer,) = h.notes().values()
    assert (offer.custom_ids, offer.labels) == ((f"p:block:{match.id}",), ("차단",))
    assert f"<@{ANA}>" in offer.text and offer.mentions == ()
    answer = await panel(h, BEN, Panel("block", str(match.id)))
    assert (answer.method, answer.custom_ids) == (Method.UPDATE, ())
    assert answer.text == h.reader(BEN)("block.done")
    assert await h.store.blocks.of(BEN) == [ANA]
    assert await challenge(h, ANA, BEN) == "challenge.not-now"
    await h.services.matches.challenges.create("othello", "6x6", Seats(BEN, ANA), BEN, HERE)


@pytest.mark.parametrize("verb", ["accept", "cancel"])
async def test_nothing_else_offers_a_block(h: Harness, verb: str) -> None:
    match = await h.challenge()
    await h.presses(ANA if verb == "cancel" else BEN, match, verb)
    assert h.notes() == {}


async def test_only_the_person_challenged_blocks_by_the_button(h: Harness) -> None:
    match = await h.challenge()
    for user in (ANA, CHO):
        answer = await panel(h, user, Panel("block", str(match.id)))
        assert answer.text == h.reader(user)("challenge.not-yours")
    assert (await panel(h, BEN, Panel("block", "x"))).text == h.reader(BEN)("error.unknown-match")
    assert [await h.store.blocks.of(user) for user in (ANA, BEN, CHO)] == [[], [], []]


async def test_a_blocked_person_reads_what_a_persistent_one_reads_and_mentions_nobody(h: Harness) -> None:
    for _ in range(3):
        match = await h.challenge()
        await h.services.matches.challenges.cancel(match.id, ANA)
    await h.store.blocks.add(BEN, CHO, BLOCKS)
    await h.settled()
    h.discord.requests.clear()
    refusals = []
    for user in (ANA, CHO):
        interaction = h.interaction(user).typed()
        with pytest.raises(Refusal) as raised:
            await start_match(interaction, Request("othello", "6x6", Side.FIRST, opponent_id=BEN))
        refusals.append((raised.value.key, raised.value.arguments))
    assert refusals == [("challenge.not-now", {})] * 2
    assert h.discord.requests == []


async def test_a_blocked_person_gets_no_rematch_and_does_not_accept_an_open_challenge(h: Harness) -> None:
    over = await h.over()
    await h.store.blocks.add(BEN, ANA, BLOCKS)
    assert await refused(h, ANA, over, "rematch") == h.reader(ANA)("challenge.not-now")
    create = h.services.matches.challenges.create
    of_anyone = await h._posted(await create("othello", "6x6", Seats(BEN, None), BEN, HERE), timedelta(0))
    assert await refused(h, ANA, of_anyone, "accept") == h.reader(ANA)("challenge.not-now")
    await h.presses(CHO, of_anyone, "accept")
    assert (await h.now(of_anyone)).second_id == CHO


async def test_the_menu_blocks_and_unblocks(h: Harness) -> None:
    answer = await panel(h, ANA, Panel("me", "blocked", (str(BEN), str(CHO), str(ANA), "x")))
    assert (answer.method, await h.store.blocks.of(ANA)) == (Method.UPDATE, [BEN, CHO])
    assert h.reader(ANA)("settings.saved", name=h.reader(ANA).plain("me.blocked")) in answer.text
    await panel(h, ANA, Panel("me", "blocked", (str(CHO),)))
    assert await h.store.blocks.of(ANA) == [CHO]
    await panel(h, ANA, Panel("me", "blocked"))
    assert await h.store.blocks.of(ANA) == []


async def test_there_are_as_many_blocks_as_the_menu_shows(h: Harness) -> None:
    too_many = tuple(map(str, range(1000, 1001 + BLOCKS)))
    answer = await panel(h, BEN, Panel("me", "blocked", too_many))
    assert answer.text == h.reader(BEN)("block.too-many", most=BLOCKS)
    await h.store.blocks.replace(BEN, range(1000, 1000 + BLOCKS))
    match = await h.challenge()
    answer = await panel(h, BEN, Panel("block", str(match.id)))
    assert answer.text == h.reader(BEN)("block.too-many", most=BLOCKS)
    assert ANA not in await h.store.blocks.of(BEN)
