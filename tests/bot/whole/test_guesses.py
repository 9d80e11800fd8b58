"""Guessing the next move through the real client, over a kill of the bot, and the leaderboard of a server."""

from __future__ import annotations

import pytest

from bot.messages.watchers import Watchers

from .world import World


async def test_a_watcher_guesses_and_the_board_says_what_was_played(w: World) -> None:
    match = await w.match_of_two()
    live = await w.minji.resolved(await w.minji.command(w.games, "watch"))
    public = w.public()
    keypad = await w.minji.click(live, label="다음 수 맞히기")
    assert keypad.shown == live and "다음 수는 무엇일까요?" in live.text
    await w.minji.click(live, label="d3")
    assert "내 예상: **d3**" in live.text and "실시간" in live.text
    await w.minji.click(live, label="예상 바꾸기")
    await w.minji.click(live, label="c4")
    assert "내 예상: **c4**" in live.text and w.public() == public
    await w.press(w.alice, match, "c4")
    await w.sandbox.until(lambda: "✅ 맞혔습니다: **c4**" in live.text or None)
    assert "다음 수는 무엇일까요?" in live.text
    await w.minji.click(live, label="뒤로")
    assert f"가장 많이 맞힌 사람: <@{w.minji.id}>\N{NO-BREAK SPACE}1/1" in live.text
    ranked = await w.bob.resolved(await w.bob.command(w.games, "leaderboard", game="guesses"))
    assert f"**1.** <@{w.minji.id}> · **1** of 1" in ranked.text
    other = await w.bob.resolved(await w.bob.choose(ranked, "go"))
    assert "Leaderboard: Go" in other.text
    again = await w.bob.resolved(await w.bob.choose(other, "guesses"))
    assert "Leaderboard: Guess the move" in again.text


async def test_a_guess_outlives_a_kill_and_so_do_the_buttons(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await w.match_of_two()
    live = await w.minji.resolved(await w.minji.command(w.games, "watch"))
    await w.minji.click(live, label="다음 수 맞히기")
    await w.minji.click(live, label="d3")
    await w.minji.click(live, label="예상 바꾸기")

    async def killed(_: Watchers) -> None:
        """A bot that is killed ends no live board."""

    with monkeypatch.context() as patch:
        patch.setattr(Watchers, "close", killed)
        await w.restart()
    await w.minji.click(live, label="e6")
    assert "내 예상: **e6**" in live.text and "실시간" in live.text
    await w.press(w.alice, match, "d3")
    await w.sandbox.until(lambda: "❌ **e6**: 빗나감 (실제 **d3**)" in live.text or None)
    await w.restart()
    (guess,) = await w.store.guesses.of_person(int(w.minji.id))
    assert guess.move == "e6"
    await w.minji.click(live, label="계속 관전")
    assert "❌ **e6**: 빗나감 (실제 **d3**) · 1번 중 0번 맞힘" in live.text
