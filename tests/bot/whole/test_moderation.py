"""A moderator's evening: bans, matches and boards that go, with the real client."""

from __future__ import annotations

import pytest

from bot.blocked import Blocked
from bot.interactions.bans import FREE
from data.model.reasons import VOIDED
from data.servers.bans import Ban

from .world import World


async def test_a_banned_person_can_do_nothing_there_but_see_what_is_stored(w: World) -> None:
    match = await w.match_of_two()
    form = (await w.alice.menu(w.games, "Ban from the bot", w.bob)).form
    assert "Bob" in form.title
    answer = await w.alice.submit(
        form, {"duration": ["week"], "matches": ["go-on"], "reason": "Floods the *channel*"}
    )
    assert answer.ephemeral and f"<@{w.bob.id}>" in answer.text
    await w.press(w.alice, match, "d3")
    match = await w.shown(match)
    assert "play on from elsewhere" in await w.reads(w.bob, w.bob.command(w.bob.dm, "move", move="c3"))
    with w.unchanged():
        for doing in (w.bob.command(w.games, "matches"), w.bob.click(w.board(match), label="c3")):
            said = await w.reads(w.bob, doing)
            assert r"Floods the \*channel\*" in said and "<t:" in said
    choices = await w.bob.autocomplete(w.games, "board", "match", "")
    assert not choices.choices
    assert "banned you: **1**" in (await w.bob.command(w.games, FREE[0])).text
    assert (await w.bob.command(w.korean, "matches")).ephemeral, "another server is none of theirs"
    panel = await w.alice.command(w.games, "moderate")
    listed = await w.alice.click(panel.shown, label=w.says(w.alice, "button.moderate-bans", n=1))
    await w.alice.choose(listed.shown, w.bob.id)
    await w.alice.click(listed.shown, label=w.says(w.alice, "button.moderate-confirm"))
    await w.press(w.bob, match, "c3")
    assert (await w.now(match)).ply == 2


async def test_a_reply_of_a_banned_person_is_no_move(w: World) -> None:
    match = await w.match_of_two()
    ban = Ban(int(w.guild_of(w.games)), int(w.alice.id), None, "spam", int(w.bob.id), 1.0)
    await w.client.services.store.bans.add(ban, 5)
    w.alice.say(w.games, "d3", reply_to=w.board(match))
    await w.sandbox.until(lambda: [one for one in w.sandbox.messages(w.games) if "spam" in one.text] or None)
    assert (await w.now(match)).ply == 0


async def test_the_menu_on_a_board_ends_and_deletes_its_match(w: World) -> None:
    match = await w.match_of_two()
    panel = await w.alice.menu(w.games, "Moderate match", w.board(match))
    assert panel.ephemeral
    await w.alice.click(panel.shown, label="End without result")
    await w.alice.click(panel.shown, label="Confirm")
    over = await w.shown(await w.until(match, lambda one: one.state == "over"))
    assert over.reason == VOIDED and w.says(w.alice, "outcome.voided") in w.board(over).text
    await w.alice.click(panel.shown, label="Delete for good…")
    await w.alice.click(panel.shown, label="Confirm")
    await w.sandbox.until(
        lambda: str(match.home.message_id) not in {one.id for one in w.sandbox.messages(w.games)} or None
    )
    assert await w.client.services.store.queries.by_number([match.id]) == []
    again = await w.alice.command(w.games, "moderate", match=match.id)
    assert again.text == w.says(w.alice, "moderate.no-match", id=match.id)


async def test_a_member_who_is_no_moderator_has_no_such_command(w: World) -> None:
    match = await w.match_of_two()
    with pytest.raises(Exception, match="permission"):
        await w.bob.command(w.games, "moderate", match=match.id)
    with pytest.raises(Exception, match="permission"):
        await w.bob.menu(w.games, "Moderate match", w.board(match))


async def test_people_and_servers_that_the_operator_has_blocked(w: World) -> None:
    guild = w.guild_of(w.korean)
    blocked = Blocked(frozenset({int(w.bob.id)}), frozenset({int(guild)}))
    object.__setattr__(w.client.services, "blocked", blocked)
    for channel in (w.games, w.bob.dm):
        said = await w.reads(w.bob, w.bob.command(channel, "matches"))
        assert said == w.says(w.bob, "ban.by-operator")
    assert "Matches" in (await w.bob.command(w.bob.dm, "privacy")).text
    w.client.dispatch("guild_join", w.client.get_guild(int(guild)))
    await w.sandbox.until(lambda: w.client.get_guild(int(guild)) is None or None)
    assert w.client.get_guild(int(w.guild_of(w.games))) is not None
