"""Recaps through the real client: from a profile and a leaderboard, posted by a person, and by itself."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

from bot.messages.recaps import Recaps, due_period
from bot.ui.leaderboard import RECAP
from data.model.match import Match
from games import replay
from sandbox import SeenMessage

from .killed import Story, survives_everywhere
from .world import World


async def resigned(w: World) -> Match:
    """A rated match that Bob has resigned."""
    match = await w.match_of_two(rated=True)
    for _ in range(10):
        match = await w.append(match, (replay(match.record).legal_moves()[0],))
    question = await w.bob.command(w.games, "resign", match=match.id)
    await w.bob.click(question.shown, label="Resign")
    return await w.shown(await w.until(match, lambda match: match.state == "over"))


def posted(w: World, channel: str = "lounge") -> list[SeenMessage]:
    """The recaps that everybody sees."""
    every = w.sandbox.messages(str(w.sandbox.channel(channel)))
    return [
        message for message in every if "p:recap" in str(message.raw["components"]) and not message.ephemeral
    ]


async def own_recap(w: World) -> SeenMessage:
    profile = await w.alice.resolved(await w.alice.command(w.games, "profile"))
    return await w.alice.resolved(await w.alice.click(profile, label="Recap"))


async def servers_recap(w: World) -> SeenMessage:
    board = await w.alice.resolved(await w.alice.command(w.games, "leaderboard"))
    menu = str(board.selects[0].custom_id)
    return await w.alice.resolved(await w.alice.choose(board, RECAP, custom_id=menu))


async def choose(w: World, recap: SeenMessage, value: str) -> SeenMessage:
    return await w.alice.resolved(await w.alice.choose(recap, value))


async def test_the_recap_of_a_person_is_a_button_of_their_profile(w: World) -> None:
    await resigned(w)
    recap = await own_recap(w)
    (menu,) = recap.selects
    this_year = next(value for label, value in menu.options.items() if label.startswith("This year"))
    recap = await choose(w, recap, this_year)
    assert f"Recap of <@{w.alice.id}>" in recap.text and len(recap.raw["attachments"]) == 1
    assert "matches: 1, won: 1" in str(recap.raw) and "Rivals: Bob · 1 won" in str(recap.raw)


async def test_the_recap_of_the_server_is_in_the_menu_of_the_leaderboard_and_can_be_posted(w: World) -> None:
    await resigned(w)
    recap = await servers_recap(w)
    (menu,) = recap.selects
    this_year = next(value for label, value in menu.options.items() if label.startswith("This year"))
    recap = await choose(w, recap, this_year)
    assert "Recap of this server" in recap.text
    question = await w.alice.resolved(await w.alice.click(recap, label="Post to channel"))
    await w.alice.click(question, label="Post")
    await w.sandbox.until(lambda: posted(w, "games") or None)
    (message,) = posted(w, "games")
    assert len(message.raw["attachments"]) == 1 and not message.raw["mentions"]
    mine = await w.bob.resolved(await w.bob.click(message, label="My recap"))
    assert mine.ephemeral and f"Recap of <@{w.bob.id}>" in mine.text


async def test_without_matches_it_says_so(w: World) -> None:
    assert "No matches in this time" in (await servers_recap(w)).text


async def test_an_admin_turns_it_on_and_off(w: World) -> None:
    settings = (await w.alice.command(w.games, "settings")).shown
    await w.alice.click(settings, label="Moderation")
    await w.alice.click(settings, label="Turns, recaps, race")
    await w.alice.click(settings, label="Recaps")
    assert "Off. Choose a channel" in settings.text
    lounge = str(w.sandbox.channel("lounge"))
    await w.alice.choose(settings, lounge, custom_id="p:recap-set:channel")
    assert f"In <#{lounge}>, next on" in settings.text
    await w.alice.choose(settings, custom_id="p:recap-set:channel")
    assert await w.store.recap_channels.of(int(w.guild_of(w.games))) is None
    heard = await w.reads(w.bob, w.forge_press(w.bob, settings, "p:recap-set:channel"))
    assert "permission" in heard


# --- By itself ---------------------------------------------------------------------------------------


async def wait_for_the_first(w: World) -> None:
    """A match was played in the period whose recap is due now."""
    await resigned(w)
    now = w.client.services.now() - 1.0
    since, _ = due_period(now, UTC).bounds(UTC)
    w.change(f"UPDATE matches SET ended_at = {since + 86_400.0}")
    await w.store.recap_channels.place(int(w.guild_of(w.games)), int(w.sandbox.channel("lounge")), now)


async def look(w: World) -> None:
    await w.client.services.part(Recaps).look()


async def is_once(w: World) -> None:
    await look(w)
    (message,) = posted(w)
    assert "matches: 1" in str(message.raw)


async def test_it_is_posted_once_and_survives_a_kill_after_each_step(
    empty_database: Path, tmp_path: Path
) -> None:
    await survives_everywhere(empty_database, tmp_path, Story(wait_for_the_first, look, is_once))
