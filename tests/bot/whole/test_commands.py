"""``/move``, ``/board``, ``/matches``, ``/resign``, ``/help``, and matches in threads."""

from __future__ import annotations

import re
from typing import Any

import pytest
from discord.http import HTTPClient

from ai import strengths
from bot.interactions.commands.move import NO_MOVE
from bot.presenters.registry import game_title
from bot.texts import texts
from data.leases.synced_commands import SyncedCommands
from data.model.match import Match
from games import GAMES
from games.base import Move
from sandbox.core.faults import Fault
from sandbox.world.permissions import Permission

from .world import FakePlayer, World, follow, moves_offered

ENTRY_POINT = {"id": "77", "type": 4, "name": "launch", "description": "", "options": [], "handler": 2}


async def test_move(w: World) -> None:
    match = await w.play()
    reply = await w.alice.command(w.games, "move", move="D3")
    assert reply.ephemeral
    match = await w.answered(match)
    await w.sandbox.until(lambda: not w.ephemerals(w.alice) or None)
    assert match.moves[0] == "d3"


async def test_move_goes_to_the_match_that_waits_for_it(w: World) -> None:
    waiting = await w.match_of_two()
    theirs = await w.match_of_two(w.bob, w.alice)
    await w.alice.command(w.games, "move", move="c4")
    assert (await w.now(waiting)).moves == ("c4",)
    assert (await w.now(theirs)).moves == ()
    other = await w.play()
    await w.alice.command(w.games, "move", move="d3", match=other.id)
    assert (await w.answered(other)).moves[0] == "d3"


async def offered(w: World, typed: str, **options: int) -> list[str]:
    """What ``/move`` offers Alice for a text."""
    reply = await w.alice.autocomplete(w.games, "move", "move", typed, **options)
    return [choice["value"] for choice in reply.choices]


async def test_completions_are_the_legal_moves_typed_so_far(w: World) -> None:
    match = await w.play()
    assert await offered(w, "") == await offered(w, " ") == [NO_MOVE]
    assert await offered(w, " D") == await offered(w, "ㅇ") == ["d3"]
    assert await offered(w, "ｆ５") == ["f5"]
    assert await offered(w, "x" * 100) == []
    assert await offered(w, "@everyone") == []
    assert await offered(w, "d", match=999) == []
    await w.alice.command(w.games, "move", move="d3")
    match = await w.answered(match)
    every = [move for letter in "abcdefgh" for move in await offered(w, letter)]
    assert sorted(every) == moves_offered(w.board(match))


async def test_the_first_completions_are_near_the_last_moves(w: World, player: FakePlayer) -> None:
    """Discord highlights the first one: a1 would be played by those who only press Enter."""
    player.pick = follow((Move("d4"), Move("q16")))
    match = await w.play(game="go", size="19x19")
    assert (await offered(w, "d"))[0] == "d4"
    await w.alice.command(w.games, "move", move="d4")
    match = await w.answered(match)
    assert (await offered(w, "d"))[:2] == ["d3", "d5"]
    assert (await offered(w, "p"))[0] == "p16"


async def test_a_completion_is_found_by_any_spelling(w: World) -> None:
    await w.play(game="twelve_janggi")
    assert await offered(w, "자b3") == await offered(w, "Zb3") == ["b2-b3"]
    assert await offered(w, "자") == await offered(w, "z") == await offered(w, "子b") == ["b2-b3"]
    assert await offered(w, "왕") == await offered(w, "K") == ["b1-a2", "b1-c2"]
    assert await offered(w, "장") == await offered(w, "J") == ["c1-c2"]
    assert await offered(w, "상") == await offered(w, "s") == []


async def test_no_completions_without_a_turn(w: World) -> None:
    assert await offered(w, "d") == []
    match = await w.match_of_two()
    await w.alice.click(w.board(match), label="d3")
    assert await offered(w, "d") == []


async def test_matches_offered_for_a_command(w: World) -> None:
    await w.play(variant="6x6")
    await w.play()
    reply = await w.alice.autocomplete(w.games, "board", "match", "6x6")
    (choice,) = reply.choices
    assert choice["value"] == 1
    assert re.fullmatch(
        r"Computer \(lv\. \d/8\) · Othello 6×6 · \d{4}-\d\d-\d\d · move 0 · #1", choice["name"]
    )
    assert len((await w.alice.autocomplete(w.games, "resign", "match", "")).choices) == 2


async def test_matches_of_others_in_the_channel_are_offered_to_be_watched(w: World) -> None:
    await w.play()
    await w.play(w.bob)
    await w.play()
    for person, known in ((w.bob, [2, 3, 1]), (w.alice, [3, 1, 2])):
        reply = await person.autocomplete(w.games, "board", "match", "")
        assert [one["value"] for one in reply.choices] == known, "their own first"
    elsewhere = await w.minji.autocomplete(w.sandbox.channel("lounge"), "board", "match", "")
    assert not elsewhere.choices
    assert not (await w.minji.autocomplete(w.games, "move", "match", "")).choices


async def test_board_moves_the_match_below(w: World) -> None:
    match = await w.play()
    old, press = w.board(match), w.board(match).button("d3").custom_id or ""
    picture = old.images[0].url
    reply = await w.alice.command(w.games, "board")
    match = await w.shown(await w.until(match, lambda one: str(one.home.message_id) != old.id))
    assert w.board(match) == reply.shown and reply.kind == "message"
    await w.sandbox.until(lambda: not old.buttons or None)
    link = f"https://discord.com/channels/{match.guild_id}/{match.home.channel_id}/{match.home.message_id}"
    assert f"[Continue the match here]({link})" in old.text and not old.images
    assert picture not in [image.url for image in reply.shown.images]
    await w.alice.click(w.board(match), label="c4")
    match = await w.answered(match)
    # A press that was on its way when the old board went:
    text = await w.reads(w.alice, w.forge_press(w.alice, old, press))
    assert text.startswith(w.says(w.alice, "match.outdated")) and str(match.home.message_id) in text
    assert (await w.now(match)).moves == match.moves


async def test_a_press_on_the_old_board_counts_while_the_position_is_the_same(w: World) -> None:
    match = await w.play()
    old, press = w.board(match), w.board(match).button("d3").custom_id or ""
    await w.alice.command(w.games, "board")
    match = await w.until(match, lambda one: str(one.home.message_id) != old.id)
    await w.forge_press(w.alice, old, press)
    match = await w.answered(match)
    assert match.ply == 2 and not old.buttons


async def test_board_in_another_channel(w: World) -> None:
    match = await w.play()
    lounge = w.sandbox.channel("lounge")
    reply = await w.alice.command(lounge, "board")
    match = await w.shown(await w.until(match, lambda one: str(one.home.message_id) == reply.shown.id))
    await w.alice.click(reply.shown, label="d3")
    match = await w.answered(match)
    assert "Move 2" in reply.shown.text


async def test_board_in_another_server(w: World) -> None:
    """A match of two people stays where both can see it."""
    match = await w.match_of_two()
    link = f"https://discord.com/channels/{match.guild_id}/{match.home.channel_id}/{match.home.message_id}"
    reply = await w.alice.command(w.korean, "board")
    assert reply.ephemeral and reply.text == f"That match is being played [elsewhere]({link})."


async def test_board_of_a_challenge_and_of_a_match_that_is_over(w: World) -> None:
    match = await w.opened(await w.match_of_two())
    question = await w.alice.command(w.games, "resign")
    await w.alice.click(question.shown, label="Resign")
    await w.shown(match)
    over = await w.alice.command(w.games, "board", match=match.id)
    assert " resigned." in over.text and over.shown.button("Rematch")
    challenge = await w.play(opponent=w.minji)
    again = await w.alice.command(w.games, "board", match=challenge.id)
    await w.until(challenge, lambda one: str(one.home.message_id) == again.shown.id)
    await w.minji.click(again.shown, label="✅")
    assert (await w.shown(challenge)).state == "playing"


async def test_resign(w: World) -> None:
    match = await w.opened(await w.play())
    question = await w.alice.command(w.games, "resign")
    assert question.ephemeral and "#1" in question.text
    await w.alice.click(question.shown, label="Resign")
    assert (await w.shown(match)).reason == "outcome.resigned"


async def test_help(w: World) -> None:
    reply = await w.alice.command(w.games, "help")
    assert reply.ephemeral and not reply.shown.images
    for slug in GAMES:
        assert w.says(w.alice, f"game.{slug}") in [button.label for button in reply.shown.buttons]
        one = await w.alice.command(w.games, "help", game=slug)
        assert one.ephemeral and w.says(w.alice, f"help.{slug}") in one.text and one.shown.images
        if measured := strengths.of(slug):
            assert f"({game_title(slug, measured.variant, texts('en'))})" in one.text
            assert all(f"{level.level}: **{level.elo}**" in one.text for level in measured.levels)
    await w.alice.click(reply.shown, label=w.says(w.alice, "commands.section.playing"))
    ids = {command["name"]: command["id"] for command in w.sandbox.state.commands["global"].values()}
    assert f"</play othello:{ids['play']}>" in reply.shown.text
    assert w.says(w.minji, "welcome.title") in (await w.minji.command(w.minji.dm, "help")).text


async def test_help_names_the_games_without_an_engine(w: World) -> None:
    assert isinstance(w.player, FakePlayer)
    w.player.failed_games = frozenset({"go", "othello"})
    reply = await w.alice.command(w.games, "help")
    assert w.says(w.alice, "welcome.no-engine", games="Othello, Go") in reply.text
    for slug in GAMES:
        one = await w.minji.command(w.games, "help", game=slug)
        said = w.says(w.minji, "welcome.no-engine", games=w.says(w.minji, f"game.{slug}"))
        assert (said in one.text) == (slug in w.player.failed_games)


# --- Threads -----------------------------------------------------------------------------------------


@pytest.fixture
async def threads(w: World) -> World:
    """A server that wants a thread for each match."""
    await w.alice.command(w.games, "settings", threads=True)
    return w


async def in_thread(w: World, match: Match) -> Match:
    """The match once it is in its thread."""
    return await w.shown(await w.until(match, lambda one: one.home.thread_id))


async def test_a_match_in_its_thread(threads: World) -> None:
    w = threads
    match = await in_thread(w, await w.play())
    thread = w.sandbox.state.channel(str(match.home.thread_id))
    assert (thread["name"], thread["parent_id"]) == ("Othello #1", w.games)
    assert match.home.channel_id == match.home.thread_id
    assert w.alice.id in thread["_people"], "Discord lists a thread for its members"
    (left,) = w.alice.sees(w.games)[-1:]
    await w.sandbox.until(lambda: not left.buttons or None)
    assert str(match.home.message_id) in left.text
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert match.ply == 2
    question = await w.alice.click(w.board(match), label="Resign")
    await w.alice.click(question.shown, label="Resign")
    match = await w.shown(match)
    reply = await w.alice.click(w.board(match), label="Rematch")
    again = await w.until(await w.client.services.store.matches.get(2), lambda one: one.home.message_id)
    assert (str(again.home.channel_id), reply.shown.channel_id) == (str(match.home.thread_id),) * 2


async def test_a_challenge_gets_its_thread_when_it_is_accepted(threads: World) -> None:
    w = threads
    challenge = await w.play(opponent=w.bob)
    assert challenge.home.thread_id is None
    await w.bob.click(w.board(challenge), label="✅")
    match = await in_thread(w, challenge)
    assert {w.alice.id, w.bob.id} <= set(w.sandbox.state.channel(str(match.home.thread_id))["_people"])
    await w.alice.click(w.board(match), label="d3")
    match = await w.shown(match)
    await w.restart()
    await w.bob.click(w.board(match), label="c5")
    assert (await w.shown(match)).ply == 2
    await w.refused(w.minji, w.open_form(w.minji, match), "match.not-seated")


async def test_the_computer_begins_in_the_thread(threads: World) -> None:
    w = threads
    match = await w.play(side="second")
    match = await w.answered(await in_thread(w, match))
    assert match.ply == 1


async def test_where_no_thread_can_be_opened_the_match_stays(threads: World) -> None:
    w = threads
    w.sandbox.places.deny(w.games, Permission.CREATE_PUBLIC_THREADS)
    match = await w.play()
    await w.alice.click(w.board(match), label="d3")
    match = await w.answered(match)
    assert (match.home.thread_id, match.ply, str(match.home.channel_id)) == (None, 2, w.games)


async def test_commands_are_sent_to_discord_only_if_they_have_changed(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    send = HTTPClient.bulk_upsert_global_commands

    async def counted(http: HTTPClient, *payload: Any) -> list[Any]:
        sent.append(1)
        return await send(http, *payload)

    monkeypatch.setattr(HTTPClient, "bulk_upsert_global_commands", counted)
    await w.restart()
    assert not sent
    assert w.client.services.commands.link("help", texts("en")).startswith("</help:")
    for change in (forget_at_discord, forget_here):
        await change(w)
        sent.clear()
        await w.restart()
        assert len(sent) == 1
        assert len(w.sandbox.state.commands["global"]) == len(w.client.tree.get_commands())


async def forget_at_discord(w: World) -> None:
    """Discord has lost a command."""
    w.sandbox.state.commands["global"].popitem()


async def forget_here(w: World) -> None:
    """The program has others than those that were sent."""
    assert w.client.user is not None
    await SyncedCommands(w.store.database, w.client.user.id).sent("of an earlier version")


async def test_the_bot_starts_whatever_discord_says_about_its_commands(w: World) -> None:
    """With "Enable Activities", and with no new commands left today, by the commands that Discord has."""
    state = w.sandbox.state
    known = {one["name"]: one["id"] for one in state.commands["global"].values()}
    await w.stop()
    state.put_command("global", {**next(iter(state.commands["global"].values())), **ENTRY_POINT})
    w.change("DELETE FROM synced_commands")
    await w.start()
    assert {"launch", *known} == {one["name"] for one in state.commands["global"].values()}
    await w.stop()
    w.change("DELETE FROM synced_commands")
    w.sandbox.faults.add(Fault("PUT", "/commands$", status=400, code=30034))
    await w.start()
    assert f"</help:{known['help']}>" in w.client.services.commands.linked("`/help`", texts("en"))
    assert (await w.play()).ply == 0
