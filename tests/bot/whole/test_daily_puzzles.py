"""The daily puzzle through the real client: turned on, answered in private, published, posted once."""

from __future__ import annotations

import pytest

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.match.erasure import Erasure
from bot.messages.channels import DiscordChannels
from bot.messages.daily_puzzles import DailyPuzzles
from bot.time_zones import next_moment
from data.errors import StoreBusy
from data.puzzles.daily_puzzles import DailyPuzzle, DailyPuzzleStore
from sandbox import Person, SeenMessage
from sandbox.world.permissions import Permission

from .world import World

HOUR, ZONE = 9, "Asia/Seoul"


async def turn_on(w: World) -> SeenMessage:
    """Alice, who owns the server, chooses #games, nine o'clock in Seoul, and one game."""
    panel = (await w.alice.command(w.games, "settings")).shown
    await w.alice.click(panel, custom_id="p:daily-set:show")
    assert "Off. Choose a channel" in panel.text
    await w.alice.choose(panel, w.games, custom_id="p:daily-set:channel")
    await w.alice.choose(panel, str(HOUR), custom_id="p:daily-set:hour")
    await w.alice.choose(panel, ZONE, custom_id="p:daily-set:zone")
    await w.alice.choose(panel, "hare_and_hounds", custom_id="p:daily-set:games")
    assert "Posted in" in panel.text
    return panel


async def next_day(w: World) -> None:
    """Discord's clock, which the bot reads, reaches the hour of the puzzle; it looks for what is due."""
    poster, now = w.client.services.part(DailyPuzzles), w.client.times.unix
    moment = next_moment(now(), HOUR, ZONE)
    w.sandbox.clock.advance(moment - now() + 60.0)
    w.alice.say(w.games, "good morning")
    await w.sandbox.until(lambda: now() >= moment or None)
    await poster.look()


def posted(w: World) -> list[SeenMessage]:
    return [one for one in w.alice.sees(w.games) if "Daily puzzle" in one.text and not one.ephemeral]


async def today(w: World) -> tuple[DailyPuzzle, Puzzle]:
    store = w.client.services.store.daily_puzzles
    ((one, _),) = await store.days(int(w.guild_of(w.games)), 0, only_missed=False, offset=0, limit=1)
    puzzle = puzzles.with_id(one.puzzle_id)
    assert puzzle is not None
    return one, puzzle


async def solve(w: World, person: Person, message: SeenMessage, move: str | None = None) -> SeenMessage:
    """Open the puzzle of a message, and try the whole line or another first move."""
    one, puzzle = await today(w)
    shown = (await person.click(message, custom_id=f"p:daily:open.{one.day}")).shown
    assert shown.ephemeral
    moves = {0: move} if move else {step: puzzle.line[step] for step in (0, *puzzle.also)}
    for step, tried in moves.items():
        key = f"p:puzzle:{puzzle.id}.d{step or ''}-{one.day}"
        if f"{key}.try.{tried}" not in {each.custom_id for each in shown.buttons}:
            await person.click(shown, custom_id=f"{key}.look.{tried.split('-', maxsplit=1)[0]}")
        await person.click(shown, custom_id=f"{key}.try.{tried}")
    return shown


async def test_a_day_of_the_daily_puzzle(w: World) -> None:
    await w.client.services.part(DailyPuzzles).look()
    assert posted(w) == [], "it is off by default"
    await turn_on(w)
    await next_day(w)
    (message,) = posted(w)
    _, puzzle = await today(w)
    assert puzzle.game == "hare_and_hounds" and message.image_bytes()
    wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.answer)
    assert "your time: 0:" in (await solve(w, w.alice, message)).text
    await solve(w, w.bob, message, wrong)
    assert "Results" not in message.text, "nobody sees answers before the end"
    await next_day(w)
    first, second = posted(w)
    assert "1 of 2 people solved it" in first.text and f"✅ <@{w.alice.id}> 0:" in first.text
    assert "1 of 2 people solved it" in second.text and "Results" not in second.text
    assert not first.raw["mentions"], "nobody is mentioned"
    days = (await w.alice.command(w.games, "puzzle", daily="earlier")).shown
    assert "solved in 0:" in days.text and "not tried" in days.text
    await w.alice.click(days, label="Only missed ones")
    assert "solved in" not in days.text and "not tried" in days.text
    await w.client.services.part(Erasure).erase(int(w.alice.id))
    await w.client.services.part(DailyPuzzles).look()
    assert w.alice.id not in posted(w)[0].text and "0 of 1" in posted(w)[0].text


async def test_it_is_posted_when_quiet_hours_end(w: World) -> None:
    await turn_on(w)
    await w.client.services.settings.update(int(w.guild_of(w.games)), quiet=(22, 21))
    await next_day(w)
    assert posted(w) == []
    now = w.client.times.unix
    end = next_moment(now(), 21, ZONE)
    w.sandbox.clock.advance(end - now() + 60.0)
    w.alice.say(w.games, "good evening")
    await w.sandbox.until(lambda: now() >= end or None)
    await w.client.services.part(DailyPuzzles).look()
    assert len(posted(w)) == 1


@pytest.mark.parametrize(("owner", "step"), [(DiscordChannels, "send"), (DailyPuzzleStore, "posted")])
async def test_it_is_posted_once_after_a_kill_before_and_after_its_message(
    w: World, monkeypatch: pytest.MonkeyPatch, owner: type, step: str
) -> None:
    await turn_on(w)

    async def killed(*_: object, **__: object) -> None:
        raise StoreBusy("killed")

    with monkeypatch.context() as patch:
        patch.setattr(owner, step, killed)
        with pytest.raises(StoreBusy):
            await next_day(w)
    w.sandbox.clock.advance(3600.0)  # Discord does not know the nonce anymore
    await w.restart()
    await w.client.services.part(DailyPuzzles).look()
    (message,) = posted(w)
    one, _ = await today(w)
    assert one.message_id == int(message.id)
    await w.client.services.part(DailyPuzzles).look()
    assert len(posted(w)) == 1


async def test_an_admin_reads_once_that_it_cannot_be_posted(w: World) -> None:
    panel = await turn_on(w)
    w.sandbox.places.deny(w.games, Permission.SEND_MESSAGES)
    for _ in range(2):
        await next_day(w)
    assert [one.text for one in w.alice.sees(w.alice.dm)] == [
        f"The daily puzzle of {w.sandbox.state.guilds[w.guild_of(w.games)]['name']} wasn't posted, because "
        "I don't have permission to send messages and attach files in its channel."
    ]
    await w.alice.click(panel, custom_id="p:reset-no")
    await w.alice.click(panel, custom_id="p:daily-set:show")
    assert "I don't have permission" in panel.text
    w.sandbox.places.allow(w.games, Permission.SEND_MESSAGES)
    await next_day(w)
    assert len(posted(w)) == 1, "it goes on"
