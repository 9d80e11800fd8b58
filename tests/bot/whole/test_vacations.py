"""``/vacation`` through the real client: what both players see, and who is told."""

from __future__ import annotations

from .world import World


async def test_a_vacation_pauses_the_board_and_the_opponent_is_told_once(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="3-days"))
    assert "30 of 30" in (await w.alice.command(w.games, "vacation")).text
    said = (await w.alice.command(w.games, "vacation", on="on")).text
    assert "You're on vacation" in said and "29 of 30" in said
    await w.reads_board(match, "paused while a player is on vacation")
    told = await w.sandbox.until(
        lambda: [
            one for one in w.sandbox.messages(str(match.home.channel_id)) if "is on vacation, so" in one.text
        ]
    )
    assert len(told) == 1 and f"<@{w.bob.id}>" in told[0].text
    await w.refused(w.bob, w.bob.click(w.board(match), label="I'm back"), "vacation.not-away")
    await w.alice.click(w.board(match), label="I'm back")
    await w.until(match, lambda one: one.paused is None)
    assert "vacation" not in w.board(await w.shown(match)).text
    assert "29 of 30" in (await w.alice.command(w.games, "vacation")).text
    await w.alice.command(w.games, "vacation", on="on")
    await w.reads_board(match, "paused while a player is on vacation")
    again = [
        one for one in w.sandbox.messages(str(match.home.channel_id)) if "is on vacation, so" in one.text
    ]
    assert len(again) == 1, "mentioned again on the same day"
