"""``/matches``: pages of one's own matches, each with its state and the key that leads to it."""

from __future__ import annotations

from bot.ui.match_list import PAGE
from data.model.match import Match
from games.base import Move
from sandbox import SeenMessage
from sandbox.testing.message import walk

from .world import World, moves_offered


def rows(message: SeenMessage) -> list[tuple[str, str, str]]:
    """Each match's words, and the label and the address (or custom_id) of its key."""
    found = []
    for one in walk(message.raw["components"]):
        if one["type"] == 9:
            key = one["accessory"]
            found.append((one["components"][0]["content"], key["label"], key.get("url") or key["custom_id"]))
    return found


async def test_nothing_to_list(w: World) -> None:
    await w.refused(w.alice, w.alice.command(w.games, "matches"), "matches.none")


async def test_each_with_its_state_and_the_way_to_it(w: World) -> None:
    first = await w.play()
    two = await w.match_of_two(w.bob, w.alice)
    await w.play(opponent=w.minji)
    reply = await w.alice.command(w.games, "matches")
    assert reply.ephemeral and reply.text.startswith("### Your 3 matches")
    mine, asked, theirs = rows(reply.shown)
    channel = f"https://discord.com/channels/{first.guild_id}/{first.home.channel_id}"
    assert mine == (
        f"**[Othello 8×8 #{first.id}]({channel}/{first.home.message_id})**\n"
        f"**Your turn** · Computer (lv. 1/8)\n-# <#{first.home.channel_id}>",
        "Open",
        f"{channel}/{first.home.message_id}",
    )
    assert "Waiting for your opponent's answer" in asked[0] and "Opponent's turn" in theirs[0]
    assert theirs[2] == f"{channel}/{two.home.message_id}"


async def test_a_challenge_waits_for_one_of_the_two(w: World) -> None:
    await w.play(w.bob)
    challenge = await w.play(w.alice, opponent=w.bob)
    await w.match_of_two(w.minji, w.bob)  # later, and not Bob's turn
    first, *_ = rows((await w.bob.command(w.games, "matches")).shown)
    assert f"#{challenge.id}]" in first[0] and "Waiting for your answer" in first[0]
    assert first[1] == "Open"


async def test_across_servers(w: World) -> None:
    alone = await w.play()
    two = await w.match_of_two()
    own = await w.play(channel=w.alice.dm)
    reply = await w.alice.command(w.korean, "matches")
    by_number = {number: row for row in rows(reply.shown) for number in (1, 2, 3) if f"#{number}]" in row[0]}
    assert by_number[alone.id][1:] == ("Continue here", f"p:bring:{alone.id}")  # it follows its person
    assert by_number[two.id][1] == "Open"  # both can see it where it is
    assert by_number[own.id][1] == "Continue here" and "in direct messages" in by_number[own.id][0]
    assert f"/@me/{w.alice.dm}/" in by_number[own.id][0]


async def _won(w: World, match: Match) -> Match:
    """Bob resigns a match after two moves."""
    match = await w.opened(match)
    await w.bob.click((await w.bob.command(w.games, "resign", match=match.id)).shown, label="Resign")
    return await w.shown(match)


async def test_finished_matches_by_game_and_opponent_open_their_review(w: World) -> None:
    first, second = await _won(w, await w.match_of_two()), await _won(w, await w.match_of_two())
    listing = (await w.alice.command(w.games, "matches")).shown
    assert listing.text.startswith("### Your 2 finished matches"), "there are no others"
    assert "**You won** · <t:" in rows(listing)[0][0] and f"<@{w.bob.id}>" in rows(listing)[0][0]
    await w.alice.choose(listing, "go")
    assert listing.text.startswith("### No matches") and rows(listing) == []
    await w.alice.choose(listing, "othello")
    await w.alice.choose(listing, w.bob.id)
    assert [row[2] for row in rows(listing)] == [f"p:review:{one.id}" for one in (second, first)]
    await w.alice.choose(listing, w.minji.id)
    assert rows(listing) == []
    await w.alice.choose(listing, w.bob.id)
    await w.alice.click(listing, custom_id=f"p:review:{first.id}")
    assert "2 moves" in listing.text or "analyzed" in listing.text


async def test_pages(w: World) -> None:
    many = 2 * PAGE + 2
    for number in range(many):
        await w.play(channel=w.games if number < 9 else w.korean)
    reply = await w.alice.command(w.games, "matches")
    seen = [row[0] for row in rows(reply.shown)]
    assert len(seen) == PAGE and "1 of 3" in [one.label for one in reply.shown.buttons]
    for _ in range(2):
        await w.alice.click(reply.shown, label="▶️")
        seen += [row[0] for row in rows(reply.shown)]
    assert len(set(seen)) == many
    assert [one.disabled for one in reply.shown.buttons if one.emoji == "▶️"] == [True]
    await w.alice.click(reply.shown, label="◀️")
    assert "2 of 3" in [one.label for one in reply.shown.buttons]


async def test_a_match_is_brought_with_one_press(w: World) -> None:
    match = await w.append(await w.play(), (Move("d3"),))
    old, before = w.board(match), w.public()
    listing = await w.alice.command(w.alice.dm, "matches")
    reply = await w.alice.click(listing.shown, label="Continue here")
    assert reply.kind == "message" and not reply.ephemeral
    moved = await w.until(match, lambda one: one.guild_id is None and one.home.message_id)
    assert (moved.guild_id, str(moved.home.channel_id)) == (None, w.alice.dm)
    assert set(w.public()) - set(before) == {str(moved.home.message_id)}
    assert w.board(moved).raw["mentions"] == []
    await w.sandbox.until(lambda: not old.buttons)
    assert f"/@me/{w.alice.dm}/{moved.home.message_id}" in old.text
    await w.alice.click(w.board(moved), label=moves_offered(w.board(moved))[0])
    assert (await w.answered(moved)).ply == 4
