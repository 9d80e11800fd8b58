"""The weekly race of servers through the real client: two servers, a run, the end of the week, and kills."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import puzzles
from bot.match.erasure import Erasure
from bot.messages import server_races
from bot.messages.server_races import ServerRaces
from data.model.race import SECONDS, RaceState
from data.model.server_race import RaceWeek
from sandbox import Person, SeenMessage

from .killed import Story, survives, survives_everywhere
from .world import WITHIN, World

ON_THE_WAY = 20.0
"""Seconds that a message may take to arrive on a busy machine: the bot's clock is late by so many at most."""
START, BEGIN, MY_RUN, REVIEW = "Start my run", "Begin now", "My run", "Review mistakes (1)"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message is edited as soon as something has changed, and all puzzles are of a small board."""
    monkeypatch.setattr(server_races, "EDIT_SECONDS", 0.0)
    monkeypatch.setattr(server_races, "OTHERS_SECONDS", 0.0)
    monkeypatch.setattr(puzzles, "games_with_puzzles", lambda: ["hare_and_hounds"])


async def look(w: World) -> None:
    await w.client.services.part(ServerRaces).look()


def week(w: World) -> RaceWeek:
    return RaceWeek.containing(w.client.times.unix())


async def until(w: World, moment: float) -> None:
    """Discord's clock goes on to a moment, which the bot reads off what people write."""
    w.sandbox.clock.advance(moment - w.sandbox.clock.now() + ON_THE_WAY)
    await tick(w)
    await look(w)


async def tick(w: World) -> None:
    """The bot learns Discord's time, which it does not know after a start."""
    now = w.sandbox.clock.now() - ON_THE_WAY
    w.alice.say(w.sandbox.channel("lounge"), "tick")
    await w.sandbox.until(lambda: w.client.times.unix() >= now or None)


def posted(w: World, channel: str) -> list[SeenMessage]:
    """The messages of the race in a channel."""
    seen = w.sandbox.messages(channel)
    return [message for message in seen if "Server race" in message.text and not message.ephemeral]


async def join(w: World, channel: str) -> SeenMessage:
    """A server takes part; returns its message."""
    guild_id = int(w.guild_of(channel))
    guild = w.client.get_guild(guild_id)
    assert guild is not None
    await w.store.server_races.place(guild_id, int(channel), guild.name)
    await look(w)
    (message,) = posted(w, channel)
    return message


def add_club(w: World) -> str:
    """The channel of a second server, which has Bob in it."""
    guild = w.sandbox.places.add_guild("Club", w.bob.id, members=(w.bob.id,))
    return str(w.sandbox.places.add_channel(guild, "club"))


async def in_club(w: World) -> str:
    club = add_club(w)
    await w.sandbox.until(lambda: w.client.get_guild(int(w.guild_of(club))))
    return club


async def begin(w: World, person: Person, message: SeenMessage) -> SeenMessage:
    """A person begins their run; returns their board."""
    question = (await person.click(message, label=START)).shown
    assert question.ephemeral and "one run this week" in question.text
    board = (await person.click(question, label=BEGIN)).shown
    return await w.sandbox.until(lambda: None if board.loading else board)


async def run_of(w: World, person: Person) -> RaceState:
    """A person's run, with its puzzles and their answers."""
    race = await w.store.races.run_of(int(person.id), week(w).number)
    assert race is not None
    state = await w.store.races.state(race.id)
    assert state is not None
    return state


async def solve(w: World, person: Person, board: SeenMessage) -> None:
    """A person solves the puzzle on their board."""
    run = await run_of(w, person)
    number = len(run.racers[0].answers)
    puzzle = puzzles.with_id(run.race.puzzles[number])
    assert puzzle is not None
    for step in puzzle.questions:
        key, move = f"p:race:{run.race.id}.{number}.{step}", puzzle.line[step]
        if f"{key}.try.{move}" not in {button.custom_id for button in board.buttons}:
            await person.click(board, custom_id=f"{key}.look.{move.split('-', maxsplit=1)[0]}")
        await person.click(board, custom_id=f"{key}.try.{move}")


async def miss(w: World, person: Person, board: SeenMessage) -> str:
    """A person answers the puzzle on their board with a wrong move; returns what it said before."""
    run = await run_of(w, person)
    puzzle = puzzles.with_id(run.race.puzzles[len(run.racers[0].answers)])
    assert puzzle is not None
    step = puzzle.questions[0]
    right = {str(puzzle.line[step]), *map(str, puzzle.also.get(step, ()))}
    wrong = next(move for move in puzzle.after(step).legal_moves() if str(move) not in right)
    key = f"p:race:{run.race.id}.{len(run.racers[0].answers)}.{step}"
    if f"{key}.try.{wrong}" not in {button.custom_id for button in board.buttons}:
        await person.click(board, custom_id=f"{key}.look.{wrong.split('-', maxsplit=1)[0]}")
    await person.click(board, custom_id=f"{key}.try.{wrong}")
    return str(puzzle.line[step])


def labels_of(message: SeenMessage) -> list[str | None]:
    return [button.label for button in message.buttons]


async def test_answers_are_shown_when_nobody_can_race_with_the_same_puzzles_anymore(w: World) -> None:
    await until(w, week(w).closes_at + 86_400.0)
    message = await join(w, w.games)
    board = await begin(w, w.alice, message)
    await miss(w, w.alice, board)
    assert "−10 seconds" in board.text and "right:" not in board.text
    await until(w, w.client.times.unix() + SECONDS)
    done = (await w.alice.click(message, label=START)).shown
    assert "Answers: " in done.text and not done.buttons
    run = await run_of(w, w.alice)
    await w.forge_press(w.alice, done, f"p:race:{run.race.id}.0.0.review")
    assert "You solved **0** puzzles" in done.text, "a button that an older version has left"
    await until(w, week(w).closes_at)
    assert "didn't run" in await w.reads(w.bob, w.bob.click(message, label=MY_RUN))
    result = (await w.alice.click(message, label=MY_RUN)).shown
    await w.alice.click(result, label=REVIEW)
    await w.sandbox.until(lambda: "You solved" not in result.text or None)
    assert "Result" in labels_of(result)


async def test_two_servers_race_to_the_end_of_the_week(w: World) -> None:
    await until(w, week(w).closes_at + 86_400.0)
    club = await in_club(w)
    message, other_message = await join(w, w.games), await join(w, club)
    assert "Nobody here has run yet." in message.text
    board = await begin(w, w.alice, message)
    assert "Server race" in board.text and not [button for button in board.buttons if button.label == "Stop"]
    await solve(w, w.alice, board)
    await solve(w, w.alice, board)
    bobs = await begin(w, w.bob, other_message)
    await solve(w, w.bob, bobs)
    puzzles_asked = {(await run_of(w, person)).race.puzzles for person in (w.alice, w.bob)}
    assert len(puzzles_asked) == 1, "the same for both"
    await look(w)
    assert f"**1.** <@{w.alice.id}> · ✅ 2 ❌ 0" in message.text and "Club · 1 (1 run)" in message.text
    assert w.alice.id not in other_message.text and "▸ **2.** Club · 1" in other_message.text
    assert not message.raw["mentions"]
    other = await w.reads(w.bob, w.bob.click(message, label=START))
    assert "✅ 1" in other, "his run goes on, whichever message he presses"
    await until(w, w.client.times.unix() + SECONDS)
    other = await w.reads(w.bob, w.bob.click(message, label=START))
    assert "another server" in other
    again = await w.alice.click(message, label=START)
    assert again.ephemeral and "You solved **2** puzzles" in again.shown.text
    await until(w, week(w).last_start_at)
    assert "The race is over." in message.text and message.button(START).disabled
    await until(w, week(w).closes_at)
    assert "🥇 **Place 1 of 2 servers, score 2**" in message.text
    assert [button.label for button in message.buttons] == [MY_RUN]
    assert "🥈 **Place 2 of 2 servers, score 1**" in other_message.text
    _, following = posted(w, w.games)
    assert "Last week: Place 1 of 2 servers" in following.text and following.button(START)
    await until(w, week(w).closes_at)
    await until(w, week(w).closes_at)
    assert len(posted(w, w.games)) == 2, "nobody ran, so the message goes on"
    await w.client.services.part(Erasure).erase(int(w.alice.id))
    await look(w)
    assert w.alice.id not in message.text and "Place 1 of 2" in message.text


async def test_an_admin_has_the_server_take_part_and_no_longer(w: World) -> None:
    settings = (await w.alice.command(w.games, "settings")).shown
    for label in ("Moderation", "Turns, recaps, race", "Server race"):
        await w.alice.click(settings, label=label)
    assert "Off. Choose a channel" in settings.text and "see this server's name" in settings.text
    await w.alice.choose(settings, w.games, custom_id="p:server-race-set:channel")
    assert f"takes part, in <#{w.games}>" in settings.text
    await look(w)
    (message,) = posted(w, w.games)
    await w.alice.choose(settings, custom_id="p:server-race-set:channel")
    await w.sandbox.until(lambda: not posted(w, w.games) or None)
    assert "doesn't take part" in await w.reads(w.bob, w.forge_press(w.bob, message, "p:server-race:begin"))
    assert await w.store.server_races.channels() == []


async def test_a_run_goes_on_after_a_kill(w: World) -> None:
    await until(w, week(w).closes_at + 86_400.0)
    message = await join(w, w.games)
    board = await begin(w, w.bob, message)
    await solve(w, w.bob, board)
    await w.restart()
    await tick(w)
    await solve(w, w.bob, board)
    again = (await w.bob.click(message, label=START)).shown
    assert "✅ 2 ❌ 0" in again.text
    await look(w)
    assert [each.id for each in posted(w, w.games)] == [message.id]
    assert f"<@{w.bob.id}> · ✅ 2 ❌ 0" in message.text


async def joined(w: World) -> None:
    """A server takes part."""
    await until(w, week(w).closes_at + 86_400.0)
    await join(w, w.games)


async def run_and_end(w: World) -> None:
    """A run, and the end of the week."""
    board = await begin(w, w.bob, posted(w, w.games)[0])
    await solve(w, w.bob, board)
    await look(w)
    await until(w, week(w).closes_at)


async def is_once(w: World) -> None:
    """A week has one message, and a result is in its own."""
    await tick(w)
    now = week(w)
    async with asyncio.timeout(WITHIN):
        while True:
            await look(w)
            entries = await w.store.server_races.entries(now.number)
            if entries and not any(entry.is_behind for entry in entries):
                break
    shown = posted(w, w.games)
    (entry,) = (entry for entry in entries if entry.week == now.number)
    assert [int(message.id) for message in shown if START in labels_of(message)] == [entry.message_id]
    results = await w.store.server_races.results(now.number - 1)
    assert len(shown) == 1 + len(results)
    assert len(
        [message for message in shown if "Place 1 of 1 server," in message.text.splitlines()[1]]
    ) == len(results)


@pytest.mark.parametrize("step", ["RaceStore.answer", "ServerRaceStore.close", "POST /channels"])
async def test_it_survives_a_kill_after_a_step(w: World, step: str) -> None:
    await survives(w, Story(joined, run_and_end, is_once), step)


@pytest.mark.soak
async def test_it_survives_a_kill_after_each_step(empty_database: Path, tmp_path: Path) -> None:
    await survives_everywhere(empty_database, tmp_path, Story(joined, run_and_end, is_once))
