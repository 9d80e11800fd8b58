"""What a press does on the board of a suspended match."""

from __future__ import annotations

from data.model.match import PauseReason
from tests.bot.discord_fakes import CHANNEL, Method
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, until
from tests.bot.slow_pictures import SlowPictures, pressing


async def test_a_press_on_the_board_of_a_suspended_match_recovers_and_plays(h: Harness) -> None:
    match = await h.suspend(await h.match())
    answer = await h.presses(ANA, match, "move", "b3")
    await h.settled()
    after = await h.now(match)
    assert (answer.method, after.paused, after.ply) == (Method.UPDATE, None, 1)
    assert (after.home.channel_id, after.home.message_id) == (CHANNEL, match.home.message_id)
    assert h.edits(match) == [answer]


async def test_a_press_whose_picture_is_late_recovers_too(h: Harness, slow: SlowPictures) -> None:
    match = await h.suspend(await h.match())
    pressed = pressing(h, ANA, match)
    await until(lambda: h.discord.of(Method.DEFER))
    slow.ready.set()
    assert (await pressed).method is Method.DEFER
    await h.settled()
    after = await h.now(match)
    assert (after.paused, after.ply, after.home.message_id) == (None, 1, match.home.message_id)
    assert f":{match.id}:1.0" in " ".join(h.edits(match)[-1].custom_ids)


async def test_a_suspended_match_with_a_live_clock_is_adjourned_by_a_press(h: Harness) -> None:
    match = await h.suspend(await h.match(control="5+5", moves=("b3", "b2")))
    answer = await h.presses(BEN, match, "draw")
    await h.settled()
    after = await h.now(match)
    assert after.paused is PauseReason.ADJOURNED
    assert answer.method is Method.UPDATE
    assert [one.split(":")[1] for one in answer.custom_ids] == ["go-on"]


async def test_a_press_elsewhere_recovers_nothing(h: Harness) -> None:
    match = await h.suspend(await h.match())
    answer = await h.presses(ANA, match, "move", "b3", message=h.ephemeral())
    assert answer.method is Method.UPDATE and answer.custom_ids == ()
    assert (await h.now(match)).paused is PauseReason.SUSPENDED
