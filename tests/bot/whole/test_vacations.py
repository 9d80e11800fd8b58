"""Vacations through the real client: what both players see, and who is told."""

from __future__ import annotations

from bot.ui.person_panel import PAGE, PLAYING, VACATION
from sandbox import SeenMessage

from .world import World


async def settings(w: World) -> SeenMessage:
    """Alice's settings, on the page with the switch."""
    panel = (await w.alice.command(w.games, "me")).shown
    await w.alice.click(panel, custom_id=f"p:me:{PAGE}.{PLAYING}")
    return panel


async def test_a_vacation_pauses_the_board_and_the_opponent_is_told_once(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="3-days"))
    panel = await settings(w)
    assert "30 of 30" in panel.text
    await w.alice.click(panel, custom_id=f"p:me:{VACATION}.on")
    assert "are paused, until" in panel.text and "29 of 30" in panel.text
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
    panel = await settings(w)
    assert "29 of 30" in panel.text
    await w.alice.click(panel, custom_id=f"p:me:{VACATION}.on")
    await w.reads_board(match, "paused while a player is on vacation")
    again = [
        one for one in w.sandbox.messages(str(match.home.channel_id)) if "is on vacation, so" in one.text
    ]
    assert len(again) == 1, "mentioned again on the same day"
