"""``/me``: a person's own settings, from the command to what they change."""

from __future__ import annotations

from bot.ui.person_panel import DISPLAY, PAGES

from .world import World


async def test_settings_of_ones_own(w: World) -> None:
    reply = await w.alice.command(w.games, "me")
    panel = reply.shown
    assert (
        reply.ephemeral
        and "Your settings" in panel.text
        and len(panel.selects) + len(panel.buttons) == len(PAGES[DISPLAY]) + len(PAGES)
    )
    await w.alice.click(panel, label="Play")
    await w.alice.click(panel, custom_id="p:me:confirm.on")
    await w.alice.click(panel, label="Display")
    await w.alice.choose(panel, "ko", custom_id="p:me:language")
    assert "내 설정" in panel.text
    match = await w.play()
    note = await w.alice.click(w.board(match), custom_id=f"b:move:{match.id}:0.0:d3")
    assert "이 수를 두시겠습니까?" in note.text and (await w.now(match)).ply == 0
    await w.alice.click(note.shown, custom_id=f"b:move:{match.id}:0.0:d3")
    assert (await w.answered(match)).moves[0] == "d3"
    assert "내 대국" in (await w.alice.command(w.games, "matches")).text
