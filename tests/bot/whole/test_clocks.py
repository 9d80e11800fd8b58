"""Clocks in the whole bot: chosen with a command, shown on the board, stopped while the bot is down."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

import bot.messages.outages
from bot.guild_settings import clocks_of
from bot.icons import Icon
from data.model.match import Match
from games import GAMES
from games.base import Move, Side
from games.clock import CONTROLS, GRACE_SECONDS, Budget, Clock

from .world import World

STAMP = re.compile(r"<t:(\d+):R>")
FIVE = 300.0 + GRACE_SECONDS


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.messages.outages, "REDRAWN_PER_SECOND", 100.0)


def clock_of(match: Match) -> Clock:
    assert match.clock is not None
    return match.clock


def flag_fall(w: World, match: Match) -> float:
    """When the flag falls, by the board, in unix seconds."""
    found = STAMP.search(w.board(match).text)
    assert found is not None, w.board(match).text
    return float(found[1])


async def test_only_go_has_byo_yomi(w: World) -> None:
    play = next(one for one in w.sandbox.state.commands["global"].values() if one["name"] == "play")
    for slug in GAMES:
        game = next(one for one in play["options"] if one["name"] == slug.replace("_", "-"))
        option = next(one for one in game["options"] if one["name"] == "clock")
        assert [choice["value"] for choice in option["choices"]] == ["none", *clocks_of(slug)]
        assert ("byo-yomi" in clocks_of(slug)) == (slug == "go")
        assert set(CONTROLS) - set(clocks_of(slug)) <= {"byo-yomi"}


async def test_a_clock_of_another_game_is_refused(w: World) -> None:
    action = w.forge_command(w.alice, w.games, "play othello", clock="byo-yomi")
    await w.refused(w.alice, action, "error.option", text="byo-yomi")


async def test_people_have_three_days_and_the_computer_waits(w: World) -> None:
    two = await w.match_of_two()
    assert clock_of(two).control.name == "3-days" and "⏱️ due <t:" in w.board(two).text
    assert (await w.play()).clock is None
    assert (await w.match_of_two(clock="none")).clock is None
    assert clock_of(await w.play(clock="10+10")).control.name == "10+10"


async def test_a_challenge_names_the_clock_and_a_rematch_keeps_it(w: World) -> None:
    challenge = await w.play(w.minji, w.korean, opponent=w.junho, game="go", clock="byo-yomi")
    assert "10분 + 초읽기 30초 3회" in w.board(challenge).text
    assert clock_of(challenge).since is None
    await w.junho.click(w.board(challenge), label="✅")
    match = await w.append(await w.shown(challenge), (Move("c3"), Move("g7")))
    question = await w.minji.command(w.korean, "resign")
    await w.minji.click(question.shown, label="기권하기")
    match = await w.shown(await w.until(match, lambda one: one.state == "over"))
    await w.minji.click(w.board(match), label="재대국")
    again = await w.client.services.store.matches.get(match.id + 1)
    assert clock_of(again) == Clock.of(CONTROLS["byo-yomi"])


async def test_a_player_whose_time_is_up_loses(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="5+5"))
    w.let_pass(FIVE + 6)
    over = await w.shown(await w.until(match, lambda one: one.state == "over"))
    assert f"⚪ <@{w.bob.id}> wins: the opponent ran out of time." in w.board(over).text
    assert "⏱" not in w.board(over).text
    assert w.board(over).buttons[0].label == "Rematch"


async def test_a_press_after_the_flag_fell(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="5+5"))
    w.client.services.matches.clocks._schedules.clear()  # the press is the first to see it
    w.ticks.ahead += FIVE + 6
    said = await w.reads(w.alice, w.alice.click(w.board(match), label="d6"))
    assert said == w.says(w.alice, "match.time-is-up")
    over = await w.shown(match)
    assert (over.state, over.ply, over.user_of(over.winner or Side.FIRST)) == ("over", 2, int(w.bob.id))


async def test_a_typed_move_after_the_flag_fell(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="5+5"))
    w.client.services.matches.clocks._schedules.clear()
    w.ticks.ahead += FIVE + 6
    said = await w.reads(w.alice, w.alice.command(w.games, "move", move="d6"))
    assert said == w.says(w.alice, "match.time-is-up")
    assert "wins: the opponent ran out of time" in w.board(await w.shown(match)).text


async def test_nobody_moves_in_time_at_the_start(w: World) -> None:
    match = await w.match_of_two(clock="5+5")
    w.let_pass(FIVE + 1)
    over = await w.shown(await w.until(match, lambda one: one.state == "over"))
    assert "The match was aborted." in w.board(over).text


async def test_downtime_costs_nobody_time(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="5+5"))
    w.let_pass(100)
    before = clock_of(match)
    await w.alice.command(w.games, "matches")  # a sign of life
    await w.stop()
    w.ticks.ahead += 100_000
    await w.start()
    assert (
        190 < clock_of(match).left(clock_of(match).side or Side.FIRST, w.store.uptime.of(None)).seconds < 206
    )
    w.let_pass(150)
    await w.alice.click(w.board(match), label="d6")
    after = await w.shown(match)
    assert after.ply == 3 and clock_of(after).first.seconds < before.first.seconds - 240


async def test_boards_show_the_right_time_after_a_restart(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="5+5"))
    days = await w.match_of_two(w.minji, w.junho, clock="7-days")
    first, other = flag_fall(w, match), flag_fall(w, days)
    await w.stop()
    w.change("UPDATE uptime SET saved_at = saved_at - 1000")  # it was down for so long
    w.ticks.ahead += 3_600
    now = time.time
    await w.start()
    w.client.services.composer._now = lambda: now() + 1_000.0
    w.client.services.outages._outages = {0: 1_000.0}
    w.client.services.outages.disconnected(0)
    w.client.services.outages.connected(0)
    await w.sandbox.until(lambda: flag_fall(w, match) > first + 990 or None)
    assert flag_fall(w, match) < first + 1_100
    assert flag_fall(w, days) == other, "a week is not wrong by a quarter of an hour"


async def test_a_gateway_that_is_gone_stops_the_clocks_of(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="5+5"))
    w.sandbox.faults.refuse_resume()
    await w.sandbox.faults.offline(True)
    await w.sandbox.until(lambda: not w.store.uptime.is_running(0) or None)
    w.let_pass(10_000)
    await w.sandbox.faults.offline(False)
    await w.sandbox.until(lambda: w.store.uptime.is_running(0) or None)
    assert (await w.now(match)).state == "playing"
    await w.alice.click(w.board(match), label="d6")
    assert (await w.shown(match)).ply == 3


async def silent(w: World) -> None:
    """The gateway is open and dead, and what was on its way has arrived."""
    w.sandbox.faults.zombie()
    heard = -1.0
    while heard != w.store.uptime.confirmed(0):
        heard = w.store.uptime.confirmed(0)
        await asyncio.sleep(0.2)


async def test_a_dead_gateway_costs_nobody_time(w: World) -> None:
    """No flag falls before the next sign of life from Discord, and the silence costs nobody time."""
    match = await w.opened(await w.match_of_two(clock="5+5"))
    other = await w.opened(await w.match_of_two(w.minji, w.junho, clock="10+10"))
    await silent(w)
    w.let_pass(FIVE + 6)
    await asyncio.sleep(0.2)
    assert (await w.now(match)).state == "playing"
    await w.store.uptime.save()
    await w.sandbox.faults.offline(True)  # as a missed heartbeat shows it
    await w.sandbox.until(lambda: not w.store.uptime.is_running(0) or None)
    await w.sandbox.faults.offline(False)
    await w.sandbox.until(lambda: w.store.uptime.is_running(0) or None)
    for one, whole in ((match, 305), (other, 610)):
        left = clock_of(await w.now(one)).left(Side.FIRST, w.store.uptime.of(None)).seconds
        assert whole - 10 < left <= whole
    await w.alice.click(w.board(match), label="d6")
    assert (await w.shown(match)).ply == 3


async def test_adjourn_and_resume_by_keys(w: World) -> None:
    match = await w.opened(await w.match_of_two(clock="10+10"))
    await w.alice.command(w.games, "board", action="adjourn")
    assert "to adjourn" in w.board(await w.shown(match)).text
    await w.bob.click(w.board(match), label="Accept pause")
    match = await w.shown(match)
    assert [one.label for one in w.board(match).buttons] == ["Resume"]
    assert "⏸️ Adjourned; **Resume** goes on" in w.board(match).text and "<t:" not in w.board(match).text
    await w.refused(w.alice, w.alice.command(w.games, "move", move="d6"), "match.adjourned")
    assert "Adjourned" in (await w.alice.command(w.games, "matches")).text
    w.let_pass(100_000)
    await w.restart()
    await w.bob.click(w.board(match), label="Resume")
    assert [one.label for one in w.board(await w.shown(match)).buttons] == ["Resume", "Not now"]
    await w.alice.click(w.board(match), label="Resume")
    match = await w.shown(match)
    assert match.is_active and flag_fall(w, match) > 0
    await w.alice.click(w.board(match), label="d6")
    assert (await w.shown(match)).ply == 3


async def test_adjourn_and_resume_by_commands(w: World) -> None:
    match = await w.play(w.minji, w.korean)
    heard = await w.reads(w.minji, w.minji.command(w.korean, "board", action="adjourn"))
    assert f"대국 #{match.id}" in heard and "쉬기로 했습니다" in heard
    await w.sandbox.until(lambda: "이어두기" in [one.label for one in w.board(match).buttons] or None)
    await w.refused(w.junho, w.junho.command(w.korean, "board", action="resume"), "match.none-adjourned")
    assert "이어서" in await w.reads(w.minji, w.minji.command(w.korean, "board", action="resume"))
    assert (await w.shown(match)).is_active
    await w.press(w.minji, match, "d3")
    await w.until(match, lambda one: one.ply == 2)


async def test_a_command_prefers_a_match_that_is_not_adjourned(w: World) -> None:
    first, second = await w.play(), await w.play()
    for match in (second, first):  # the adjourned match changed last
        assert f"#{match.id}" in await w.reads(w.alice, w.alice.command(w.games, "board", action="adjourn"))
        assert (await w.shown(match)).paused == "adjourned"
    two, other = await w.opened(await w.match_of_two()), await w.opened(await w.match_of_two())
    for person in (w.alice, w.bob):
        await person.command(w.games, "board", action="adjourn", match=other.id)
    assert f"#{two.id}" in await w.reads(w.alice, w.alice.command(w.games, "board", action="draw"))


async def test_two_people_adjourn_by_commands(w: World) -> None:
    match = await w.opened(await w.match_of_two())
    assert "offered to adjourn" in await w.reads(w.alice, w.alice.command(w.games, "board", action="adjourn"))
    assert "is adjourned" in await w.reads(w.bob, w.bob.command(w.games, "board", action="adjourn"))
    assert "is resumed" in await w.reads(w.bob, w.bob.command(w.games, "board", action="resume"))
    assert (await w.shown(match)).is_active


async def test_a_match_list_shows_when_time_runs_out(w: World) -> None:
    await w.match_of_two()
    listed = (await w.alice.command(w.games, "matches")).text
    assert "**Your turn**, due <t:" in listed
    assert "Opponent's turn, due <t:" in (await w.bob.command(w.games, "matches")).text


async def test_byo_yomi_to_the_last_period(w: World) -> None:
    match = await w.match_of_two(game="go", clock="byo-yomi")
    match = await w.append(match, (Move("c3"), Move("g7")))
    w.let_pass(600 + 45)
    match = await w.append(match, (Move("c7"),))
    assert clock_of(match).first == Budget(0.0, 2)
    match = await w.append(match, (Move("g3"),))
    assert f"{Icon.BLACK_STONE} 2 × 30 s, ends <t:" in w.board(match).text
    w.let_pass(60 + GRACE_SECONDS + 0.5)
    assert (await w.until(match, lambda one: one.state == "over")).reason == "outcome.time"


async def test_nobody_loses_on_time_while_their_server_is_unavailable(w: World) -> None:
    """Also over a restart of the bot; then the flag falls as usual."""
    match = await w.opened(await w.match_of_two(clock="5+5"))
    guild_id = w.guild_of(w.games)
    w.sandbox.faults.server_unavailable(guild_id)
    await w.sandbox.until(lambda: int(guild_id) in w.store.uptime.unavailable)
    w.let_pass(FIVE + 6)
    await w.restart()
    assert int(guild_id) in w.store.uptime.unavailable
    w.let_pass(FIVE + 6)
    assert (await w.now(match)).is_active
    w.sandbox.faults.server_unavailable(guild_id, False)
    await w.sandbox.until(lambda: not w.store.uptime.unavailable)

    def left(present: Match) -> float:
        return clock_of(present).left(Side.FIRST, w.store.uptime.of(int(guild_id))).seconds

    # The server counts as available a moment before its clocks are committed.
    present = await w.until(match, left)
    assert left(present) == pytest.approx(300, abs=30)
    w.let_pass(FIVE + 6)
    await w.until(match, lambda one: one.state == "over")
