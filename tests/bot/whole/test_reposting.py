"""A board that is old or scrolled away is posted again below; one that was deleted is not."""

from __future__ import annotations

import pytest

import bot.messages.refresher
import bot.messages.reposting
from bot.messages.reposting import OLD_SECONDS, SCROLLED_MESSAGES
from data.model.match import Match
from sandbox import Person
from sandbox.world.permissions import Permission

from .world import World, moves_offered, turn_of


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries come soon."""
    monkeypatch.setattr(bot.messages.refresher, "RETRY_SECONDS", (0.05,) * 20)


def later(w: World) -> None:
    """Let so much time pass that every board is old."""
    w.sandbox.clock.advance(OLD_SECONDS + 1)
    w.client.services.repost_rule._now = w.sandbox.clock.now


def chatter(w: World, channel: str, count: int) -> None:
    """People write messages."""
    for number in range(count):
        w.bob.say(channel, f"message {number}")


def boards(w: World) -> list[str]:
    """The messages in #games that offer moves."""
    return [one.id for one in w.sandbox.messages(w.games) if moves_offered(one)]


async def moved(w: World, match: Match) -> Match:
    """The match as soon as it has another message, the only one that offers moves."""
    after = await w.shown(await w.until(match, lambda one: one.home.message_id != match.home.message_id))
    old = w.board(match)
    await w.sandbox.until(lambda: not old.buttons or None)
    link = f"https://discord.com/channels/{after.guild_id}/{after.home.channel_id}/{after.home.message_id}"
    assert f"[Continue the match here]({link})" in old.text and not old.images
    assert boards(w) == [str(after.home.message_id)]
    assert (after.home.message_id or 0) > (match.home.message_id or 0)
    return after


async def test_an_old_board_is_replaced_at_the_next_move(w: World) -> None:
    match = await w.match_of_two()
    later(w)
    await w.alice.click(w.board(match), label="d3")
    match = await moved(w, match)
    assert match.ply == 1 and not w.board(match).raw["mentions"] and not w.ephemerals(w.alice)
    await w.bob.click(w.board(match), label="c5")
    after = await w.shown(match)
    assert (after.ply, after.home.message_id) == (2, match.home.message_id)


async def test_a_board_that_has_scrolled_away_is_replaced(w: World) -> None:
    match = await w.match_of_two()
    chatter(w, w.games, SCROLLED_MESSAGES - 1)
    await w.alice.click(w.board(match), label="d3")
    near = await w.shown(match)
    assert near.home.message_id == match.home.message_id
    chatter(w, w.games, 1)
    heard = w.client.services.repost_rule._newest
    await w.sandbox.until(lambda: len(heard[int(w.games)]) == SCROLLED_MESSAGES or None)
    await w.bob.click(w.board(near), label="c5")
    assert (await moved(w, near)).ply == 2


async def reply(w: World, match: Match, person: Person, move: str) -> Match:
    """Reply to a board with a move; the match once it is shown, perhaps by a new message."""
    person.say(w.games, move, reply_to=w.board(match))
    return await w.shown(await w.until(match, lambda one: one.ply > match.ply))


async def test_a_board_to_which_a_move_is_replied_is_at_the_end(w: World) -> None:
    match = await w.match_of_two()
    near = await reply(w, match, w.alice, "d3")
    await w.sandbox.until(lambda: boards(w) == [str(near.home.message_id)] or None)
    shown = [message.id for message in w.sandbox.messages(w.games)]
    assert shown[-1] == str(near.home.message_id) and str(match.home.message_id) not in shown
    await w.bob.click(w.board(near), label="c5")
    assert (await w.shown(near)).home.message_id == near.home.message_id


async def test_a_reply_that_greets_the_opponent_is_no_move(w: World) -> None:
    match = await w.match_of_two()
    own = len(w.sandbox.messages(w.games))
    for person, words in ((w.bob, "잘 부탁해요!"), (w.alice, "hi"), (w.alice, "ㅎㅎ")):
        person.say(w.games, words, reply_to=w.board(match))
    near = await reply(w, match, w.alice, "d3")
    w.alice.say(w.games, "j99", reply_to=w.board(near))
    await w.sandbox.until(lambda: w.sandbox.messages(w.games)[-2].content == "j99" or None)  # it is answered
    await w.sandbox.until(lambda: len(w.sandbox.messages(w.games)) == own + 6 or None)


async def test_replies_are_deleted_where_the_bot_may(w: World) -> None:
    w.sandbox.places.allow(w.games, Permission.MANAGE_MESSAGES)
    await w.sandbox.until(lambda: w.bot_may(w.games, Permission.MANAGE_MESSAGES) or None)
    match = near = await w.match_of_two()
    for person, move in ((w.alice, "d3"), (w.bob, "c5"), (w.alice, "f6"), (w.bob, "f5")):
        near = await reply(w, near, person, move)
        await w.sandbox.until(lambda: not replies(w) or None)
    assert near.home.message_id == match.home.message_id


def replies(w: World) -> list[str]:
    """What people have written in #games."""
    people = {w.alice.id, w.bob.id}
    return [one.content for one in w.sandbox.messages(w.games) if one.raw["author"]["id"] in people]


async def test_what_was_written_while_the_bot_was_down_counts(w: World) -> None:
    match = await w.match_of_two()
    await w.stop()
    chatter(w, w.games, SCROLLED_MESSAGES)
    await w.start()
    await w.alice.click(w.board(match), label="d3")
    match = await moved(w, match)
    assert match.ply == 1
    await w.bob.click(w.board(match), label="c5")
    assert (await w.shown(match)).home.message_id == match.home.message_id


async def test_the_bots_own_messages_move_nothing_away(w: World) -> None:
    await w.match_of_two()
    for _ in range(3):
        await w.play(w.minji)
    assert not w.client.services.repost_rule._newest


async def test_an_old_match_that_is_resigned_ends_below(w: World) -> None:
    match = await w.opened(await w.match_of_two())
    later(w)
    question = await w.bob.command(w.games, "resign")
    await w.bob.click(question.shown, label="Resign")
    after = await w.shown(await w.until(match, lambda one: one.home.message_id != match.home.message_id))
    assert " resigned." in w.board(after).text and after.state == "over"


async def test_a_board_that_was_left_behind_comes_back_below(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot was killed between a move and its board, and starts an hour later."""
    match = await w.match_of_two()
    await w.stop()
    async with w.offline_store() as store:
        await store.append(
            match.id, match.position_id, w.played("d3"), outcome=None, turn=turn_of(match, "d3")
        )
    monkeypatch.setattr(bot.messages.reposting, "OLD_SECONDS", 0.0)
    await w.start()
    assert (await moved(w, match)).ply == 1


async def test_a_deleted_board_stays_deleted_until_a_player_brings_it(w: World) -> None:
    match = await w.match_of_two()
    w.alice.actions.delete(str(match.home.channel_id), str(match.home.message_id))
    match = await w.until(match, lambda one: one.paused == "removed")
    await w.restart()
    assert await w.reads(w.alice, w.alice.command(w.games, "move", move="d3")) == w.says(
        w.alice, "match.removed"
    )
    assert boards(w) == []
    await w.bob.command(w.games, "board")
    after = await w.shown(await w.until(match, lambda one: one.paused is None and one.home.message_id))
    assert boards(w) == [str(after.home.message_id)]
    await w.alice.click(w.board(after), label="d3")
    assert (await w.shown(after)).ply == 1
