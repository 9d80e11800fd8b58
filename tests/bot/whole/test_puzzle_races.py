"""Puzzle races and storms through the real client: two racers, the end, a rematch, and kills in between."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.match.erasure import Erasure
from bot.messages import races
from bot.messages.race_message import SCROLLED_MESSAGES
from bot.messages.races import Races
from bot.messages.removals import Removals
from data.model.race import JOIN_SECONDS, PUZZLES, SECONDS, RaceState
from sandbox import Person, SeenMessage

from .killed import Story, survives, survives_everywhere
from .world import WITHIN, World

GAME = "hare_and_hounds"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is edited as soon as something has changed, and the puzzles are always the same."""
    monkeypatch.setattr(races, "_RANDOM", Random(1))
    monkeypatch.setattr(races, "EDIT_SECONDS", 0.0)
    monkeypatch.setattr(races, "WAIT_SECONDS", 0.0)


ON_THE_WAY = 20.0
"""Seconds that a message may take to arrive on a busy machine: the bot's clock is late by so many at most."""


async def pass_time(w: World, seconds: float) -> None:
    """Discord's clock, which the bot reads off what people write, goes on."""
    now = w.client.times.unix
    before = now()
    w.sandbox.clock.advance(seconds + ON_THE_WAY)
    w.alice.say(w.sandbox.channel("lounge"), "tick")
    await w.sandbox.until(lambda: now() > before + seconds / 2 or None)
    await look(w)


async def look(w: World) -> None:
    await w.client.services.part(Races).look()


def posted(w: World) -> list[SeenMessage]:
    """The messages of races that everybody sees."""
    seen = w.sandbox.messages(str(w.games))
    return [message for message in seen if "Puzzle race" in message.text and not message.ephemeral]


def own_board(w: World, person: Person) -> SeenMessage:
    """The newest message of a race that only a person sees."""
    return [message for message in w.ephemerals(person) if "race:" in str(message.raw["components"])][-1]


async def state(w: World, race_id: int = 1) -> RaceState:
    known = await w.store.races.state(race_id)
    assert known is not None
    return known


async def started(w: World) -> SeenMessage:
    """A race of Alice and Bob that has begun."""
    await w.alice.command(w.games, "puzzle", mode="race", game=GAME)
    (message,) = posted(w)
    await w.bob.click(message, label="Join")
    await pass_time(w, JOIN_SECONDS + 1.0)
    return message


async def tries(
    w: World, person: Person, board: SeenMessage, moves: dict[int, str], race_id: int = 1
) -> None:
    """A person answers the puzzle on their board with a move for each question."""
    racer = (await state(w, race_id)).racer(int(person.id))
    assert racer is not None
    for step, move in moves.items():
        key = f"p:race:{race_id}.{len(racer.answers)}.{step}"
        await reach(person, board, key, move)
        await person.click(board, custom_id=f"{key}.try.{move}")


async def reach(person: Person, board: SeenMessage, key: str, move: str) -> None:
    """Select the piece of a move, if its button is not there yet."""
    if f"{key}.try.{move}" not in {each.custom_id for each in board.buttons}:
        await person.click(board, custom_id=f"{key}.look.{move.split('-', maxsplit=1)[0]}")


async def present(w: World, person: Person, race_id: int = 1) -> Puzzle:
    """The puzzle that a person has to answer."""
    now = await state(w, race_id)
    racer = now.racer(int(person.id))
    assert racer is not None
    puzzle = puzzles.with_id(now.race.puzzles[len(racer.answers)])
    assert puzzle is not None
    return puzzle


async def solve(w: World, person: Person, board: SeenMessage, race_id: int = 1) -> None:
    puzzle = await present(w, person, race_id)
    await tries(w, person, board, {step: puzzle.line[step] for step in puzzle.questions}, race_id)


async def fail(w: World, person: Person, board: SeenMessage, race_id: int = 1) -> None:
    puzzle = await present(w, person, race_id)
    right = {puzzle.answer, *puzzle.also.get(0, ())}
    wrong = next(move for move in puzzle.position.legal_moves() if move not in right)
    await tries(w, person, board, {0: wrong}, race_id)


async def test_two_people_race_to_the_end_and_ask_for_a_rematch(w: World) -> None:
    await w.alice.command(w.games, "puzzle", mode="race", game=GAME)
    (message,) = posted(w)
    assert f"<@{w.alice.id}> starts a puzzle race" in message.text and "Ratings don't change" in message.text
    joined = await w.bob.click(message, label="Join")
    assert joined.ephemeral and "You're in" in joined.text
    await look(w)
    assert f"Joined (2): <@{w.alice.id}>, <@{w.bob.id}>" in message.text
    await pass_time(w, JOIN_SECONDS + 1.0)
    alices, bobs = own_board(w, w.alice), joined.shown
    assert "1/10" in alices.text and alices.image_bytes()
    assert "1/10" in bobs.text
    assert "End:" in message.text
    await solve(w, w.alice, alices)
    assert "2/10" in alices.text and "is right" in alices.text
    await fail(w, w.bob, bobs)
    assert "2/10" in bobs.text and "is wrong: −10 seconds" in bobs.text
    await look(w)
    assert f"**1.** <@{w.alice.id}> · ✅ 1 ❌ 0" in message.text
    assert f"**2.** <@{w.bob.id}> · ✅ 0 ❌ 1" in message.text
    await pass_time(w, SECONDS + 2.0)
    assert "The race is over." in message.text and f"🥇 <@{w.alice.id}> · ✅ 1 ❌ 0 · 0:" in message.text
    assert "You're done: ✅ 0 ❌ 1" in bobs.text, "it is edited by its token"
    await w.bob.click(message, label="Rematch")
    _, rematch = posted(w)
    assert f"Asked again: <@{w.alice.id}>" in rematch.text and not rematch.raw["mentions"]
    await w.alice.click(rematch, label="Join")
    await pass_time(w, JOIN_SECONDS + 1.0)
    first, second = await state(w), await state(w, 2)
    seen = {first.race.puzzles[0]}
    assert len(second.race.puzzles) == PUZZLES and not seen & {*second.race.puzzles}


async def test_a_race_ends_as_soon_as_everybody_is_done(w: World) -> None:
    message = await started(w)
    alices, bobs = own_board(w, w.alice), own_board(w, w.bob)
    for _ in range(PUZZLES):
        await solve(w, w.alice, alices)
        await fail(w, w.bob, bobs)
    await look(w)
    assert f"🥇 <@{w.alice.id}> · ✅ 10 ❌ 0" in message.text and "over" in message.text
    assert "You're done: ✅ 10 ❌ 0" in alices.text


async def test_nobody_joins(w: World) -> None:
    await w.alice.command(w.games, "puzzle", mode="race")
    (message,) = posted(w)
    await pass_time(w, JOIN_SECONDS + 1.0)
    assert "Nobody else joined" in message.text
    await w.bob.click(message, label="Rematch")
    assert f"Asked again: <@{w.alice.id}>" in posted(w)[1].text


async def test_one_race_goes_on_in_a_channel(w: World) -> None:
    await started(w)
    again = await w.reads(w.bob, w.bob.command(w.games, "puzzle", mode="race"))
    assert "already on in this channel" in again and len(posted(w)) == 1


async def test_who_has_not_joined_does_not_race(w: World) -> None:
    message = await started(w)
    assert "참가하지 않은 레이스" in await w.reads(w.minji, w.minji.click(message, label="Begin"))


async def test_a_race_goes_on_after_a_kill_at_each_stage(w: World) -> None:
    await w.alice.command(w.games, "puzzle", mode="race", game=GAME)
    (message,) = posted(w)
    await w.restart()
    await w.bob.click(message, label="Join")
    await w.restart()
    await pass_time(w, JOIN_SECONDS + 1.0)
    assert "End:" in message.text, "the process that is there now begins it"
    bobs = (await w.bob.click(message, label="Begin")).shown
    await solve(w, w.bob, bobs)
    await w.restart()
    await solve(w, w.bob, bobs)
    assert "3/10" in bobs.text, "a press on an old board works"
    await w.restart()
    late = (await state(w)).race.ends_at
    await pass_time(w, SECONDS + 2.0)
    assert w.client.times.unix() > late
    assert f"🥇 <@{w.bob.id}> · ✅ 2 ❌ 0" in message.text
    old = (button for button in bobs.buttons if not button.disabled)
    await w.bob.click(bobs, custom_id=next(button.custom_id or "" for button in old))
    assert "You're done: ✅ 2 ❌ 0" in bobs.text


async def start_and_join(w: World) -> None:
    await w.alice.command(w.games, "puzzle", mode="race", game=GAME)
    await w.bob.click(posted(w)[0], label="Join")
    await look(w)


async def start_and_scroll(w: World) -> None:
    """A race whose message scrolls away."""
    await start_and_join(w)
    await chat(w)
    await w.sandbox.until(lambda: w.client.services.part(Removals).is_idle or None)


async def chat(w: World) -> None:
    """People write so much that the message of a race is out of sight, and the bot sees that."""
    (message,) = posted(w)
    for number in range(SCROLLED_MESSAGES):
        w.bob.say(w.games, f"chat {number}")
    rule = w.client.services.repost_rule
    await w.sandbox.until(lambda: rule.has_scrolled(int(w.games), int(message.id), SCROLLED_MESSAGES) or None)
    await look(w)


async def is_once(w: World) -> None:
    """A race that was stored has one message, which shows how it is now."""
    stored = await w.store.races.state(1)
    async with asyncio.timeout(WITHIN):  # a clock that began late sees the race in the future
        while stored is not None and stored.race.shown_version != stored.race.version:
            await look(w)
            stored = await w.store.races.state(1)
    if stored is None:
        assert not posted(w)
    else:
        is_waiting = stored.race.ended_at is None and not stored.race.has_begun
        await w.sandbox.until(lambda: len(posted(w)) == 1 or None)  # the old message goes after the new one
        shows = "Start:" if is_waiting else "End:" if stored.race.has_begun else "Nobody else joined"
        assert shows in posted(w)[0].text


async def nothing(w: World) -> None:
    """Nobody has done anything."""


@pytest.mark.parametrize("step", ["RaceStore.create", "POST /interactions", "RaceStore.join"])
async def test_a_race_survives_a_kill_after_a_step(w: World, step: str) -> None:
    await survives(w, Story(nothing, start_and_join, is_once), step)


async def test_the_message_comes_below_what_people_write(w: World) -> None:
    await start_and_join(w)
    (before,) = posted(w)
    await chat(w)
    below = await w.sandbox.until(
        lambda: next((message for message in posted(w) if message.id != before.id), None)
    )
    await w.sandbox.until(lambda: len(posted(w)) == 1 or None)
    assert "Joined (2)" in below.text


@pytest.mark.parametrize("step", ["MessagesToDelete.take_down", "POST /channels", "MessagesToDelete.forget"])
async def test_a_message_that_comes_below_survives_a_kill_after_a_step(w: World, step: str) -> None:
    await survives(w, Story(nothing, start_and_scroll, is_once), step)


@pytest.mark.soak
async def test_a_race_survives_a_kill_after_each_step(empty_database: Path, tmp_path: Path) -> None:
    await survives_everywhere(empty_database, tmp_path, Story(nothing, start_and_scroll, is_once))


async def test_an_answer_after_the_end_is_refused_by_the_stored_times(w: World) -> None:
    await started(w)
    bobs = own_board(w, w.bob)
    puzzle = await present(w, w.bob)
    await reach(w.bob, bobs, "p:race:1.0.0", puzzle.answer)
    w.sandbox.clock.advance(SECONDS)
    await w.bob.click(bobs, custom_id=f"p:race:1.0.0.try.{puzzle.answer}")
    after = (await state(w)).racer(int(w.bob.id))
    assert after is not None and after.answers == ()


async def test_a_race_that_nobody_posted_is_posted_after_a_kill(w: World) -> None:
    place = int(w.guild_of(w.games)), int(w.sandbox.channel("games"))
    race = await w.store.races.create(place, int(w.alice.id), GAME, w.client.times.unix())
    assert race is not None
    await look(w)
    (message,) = posted(w)
    await look(w)
    assert len(posted(w)) == 1
    assert (await state(w, race.id)).race.message_id == int(message.id)


async def test_an_erased_person_leaves_the_table(w: World) -> None:
    message = await started(w)
    await pass_time(w, SECONDS + 2.0)
    await w.client.services.part(Erasure).erase(int(w.alice.id))
    await look(w)
    assert w.alice.id not in message.text and f"<@{w.bob.id}>" in message.text


async def test_a_storm_keeps_the_best_score(w: World) -> None:
    board = (await w.alice.command(w.games, "puzzle", mode="storm", game=GAME)).shown
    board = await w.sandbox.until(lambda: None if board.loading else board)
    assert board.ephemeral and "**Storm**" in board.text
    await solve(w, w.alice, board)
    await solve(w, w.alice, board)
    await fail(w, w.alice, board)
    await pass_time(w, SECONDS + 2.0)
    assert "You solved **2** puzzles" in board.text and "Best · Hare and Hounds: 2" in board.text
    await w.alice.click(board, label="Storm again")
    assert "✅ 0 ❌ 0" in board.text
    assert not [one for one in w.sandbox.messages(str(w.games)) if not one.ephemeral], "nobody else sees it"
