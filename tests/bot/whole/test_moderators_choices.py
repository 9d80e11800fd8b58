"""What an admin allows holds wherever a match can begin, and each change is in the log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.texts import Raw
from bot.ui.settings_panel import MODERATION, TURN
from data.model.match import Match
from games import GAMES
from sandbox import SeenMessage

from .test_limits import set_up
from .test_tournaments import NEW
from .test_welcome import by_bot
from .world import World


async def over(w: World) -> Match:
    """A match of Alice against the computer that she has resigned."""
    match = await w.opened(await w.play())
    ended = await w.client.services.matches.resign(match.id, None, int(w.alice.id))
    w.client.services.boards.updates.show(ended.id, ended.home.id)
    await w.shown(ended)
    return ended


async def test_a_game_that_a_server_does_not_play(w: World) -> None:
    ended = await over(w)
    await set_up(w, games=("gomoku", "hare_and_hounds"))
    names = {"games": "Gomoku, Hare and Hounds"}
    for command, options in (
        ("play othello", {}),
        ("play othello", {"open": True}),
        ("seek", {"game": "othello"}),
        ("team rengo", {"game": "othello"}),
        ("team vote", {"game": "othello"}),
        ("tournament create", NEW),
    ):
        action = w.alice.command(w.games, command, **options)
        await w.refused(w.alice, action, "play.game-not-here", **names)
    rematch = w.alice.click(w.board(ended), label="Rematch")
    await w.refused(w.alice, rematch, "play.game-not-here", **names)
    await w.play(channel=w.alice.dm)


async def welcome(w: World) -> SeenMessage:
    """What the bot answers to its mention."""
    w.alice.say(w.games, f"<@{w.sandbox.state.bot_id}>")
    answers = lambda: [one for one in by_bot(w, w.games) if "p:play" in str(one.raw)]  # noqa: E731
    return (await w.sandbox.until(answers))[-1]


async def test_a_welcome_offers_what_is_allowed(w: World) -> None:
    await set_up(w, games=("gomoku", "hare_and_hounds"))
    offered = {one.custom_id for one in (await welcome(w)).buttons}
    assert offered == {"p:play:gomoku-2", "p:play:hare-and-hounds-2"}


async def test_an_older_welcome_starts_only_what_is_allowed(w: World) -> None:
    older = await welcome(w)
    assert len(older.buttons) == len(GAMES)
    await set_up(w, games=("gomoku",), levels=("1", "5", "8"))
    refused = w.alice.click(older, custom_id="p:play:othello-2")
    await w.refused(w.alice, refused, "play.game-not-here", games="Gomoku")
    await w.alice.resolved(await w.alice.click(older, custom_id="p:play:gomoku-2"))
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    assert match.level == "1", "the nearest to the easy one"


async def test_nothing_begins_in_quiet_hours(w: World) -> None:
    ended, running = await over(w), await w.play()
    start = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    end = start + timedelta(hours=12)
    await set_up(w, quiet=(start.hour, end.hour), zone="UTC")
    when = {"when": Raw(f"<t:{round(end.timestamp())}:t>")}
    for command, options in (
        ("play othello", {}),
        ("play gomoku", {"opponent": w.bob}),
        ("seek", {"game": "othello"}),
        ("team vote", {"game": "othello"}),
        ("tournament create", NEW),
    ):
        await w.refused(w.alice, w.alice.command(w.games, command, **options), "play.quiet", **when)
    await w.refused(w.alice, w.alice.click(w.board(ended), label="Rematch"), "play.quiet", **when)
    await w.press(w.alice, running, "d3")
    assert (await w.answered(running)).ply >= 1
    await w.play(channel=w.alice.dm)


async def test_who_can_create_tournaments(w: World) -> None:
    guild = w.guild_of(w.games)
    role = w.sandbox.places.add_role(guild, "Organizer", 2)
    await set_up(w, organizers=int(role))
    create = w.bob.command(w.games, "tournament create", **NEW)
    key = "tournament.may-not-create-without-role"
    await w.refused(w.bob, create, key, role=Raw(f"<@&{role}>"))
    w.sandbox.state.guilds[guild]["_members"][w.bob.id]["roles"].append(role)
    assert (await w.bob.command(w.games, "tournament create", **NEW)).shown.selects
    await set_up(w, organizers=int(guild))
    assert (await w.minji.command(w.games, "tournament create", **NEW)).shown.selects


def logged(w: World, channel: str) -> list[str]:
    """The lines of the log without their times."""
    return [line.split(" ", 1)[1] for one in by_bot(w, channel) for line in one.text.splitlines()]


async def test_the_log_channel(w: World) -> None:
    log = w.sandbox.places.add_channel(w.guild_of(w.games), "bot-log")
    await w.sandbox.until(lambda: w.client.get_channel(int(log)))
    panel = (await w.alice.command(w.games, "settings")).shown
    await w.alice.click(panel, custom_id=f"p:set:{TURN}.{MODERATION}")
    await w.alice.choose(panel, log, custom_id="p:set:log_channel")
    await w.alice.command(w.games, "settings", theme="dark", boards=2)
    lines = await w.sandbox.until(lambda: found if len(found := logged(w, log)) == 3 else None)
    assert lines == [
        f"<@{w.alice.id}> · Log channel: Off → <#{log}>",
        f"<@{w.alice.id}> · Board theme: Light → Dark",
        f"<@{w.alice.id}> · Boards per channel: No limit → 2 boards",
    ]
    w.sandbox.places.delete_channel(log)
    await w.sandbox.until(lambda: w.client.get_channel(int(log)) is None)
    await w.alice.click(panel, custom_id=f"p:set:{TURN}.{MODERATION}")
    assert w.says(w.alice, "settings.log_channel.gone") in panel.text
