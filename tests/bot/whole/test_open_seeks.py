"""``/seek`` across two servers through the real client: each sees the board in their own place."""

from __future__ import annotations

from data.model.match import Match
from games import replay
from sandbox import Person, SeenMessage
from sandbox.testing.places import Place

from .world import World, is_shown, moves_offered


def seek_board(w: World, channel: Place, text: str) -> list[SeenMessage]:
    every = w.sandbox.messages(channel)
    return [one for one in every if "🔎" in one.text and text in one.text and not one.ephemeral]


async def shown(w: World, match: Match) -> dict[str, SeenMessage]:
    """Both boards, by channel, once they show the match."""

    async def both() -> dict[str, SeenMessage] | None:
        now = await w.now(match)
        posted = [board for board in now.boards if board.message_id is not None]
        messages = {str(board.channel_id): w.board(now, board) for board in posted}
        are_shown = all(is_shown(message, now) for message in messages.values())
        return messages if len(messages) == 2 and are_shown else None

    while (messages := await both()) is None:
        await w.sandbox.until(lambda: w.client.services.boards.is_idle or None)
    return messages


async def test_a_match_of_two_servers(w: World) -> None:
    guild = w.sandbox.places.add_guild("Club", w.bob.id, members=(w.bob.id,))
    club, games = w.sandbox.places.add_channel(guild, "club"), w.games
    await w.bob.command(club, "seek", game="go")
    await w.sandbox.until(lambda: seek_board(w, club, "Go"))
    reply = await w.alice.command(games, "seek", game="othello", servers="everywhere")
    assert "without your name" in reply.text
    (listed,) = await w.sandbox.until(lambda: seek_board(w, club, "Othello"))
    assert "a player on another server" in listed.text and w.alice.id not in listed.text
    await w.bob.click(listed, custom_id="p:seek:accept.2")
    (match,) = await w.client.services.store.queries.of_user(int(w.bob.id))
    boards = await shown(w, match)
    homes: dict[str, Person] = {str(club): w.bob, str(games): w.alice}
    for channel, person in homes.items():
        other = w.alice if person is w.bob else w.bob
        assert f"<@{person.id}>" in boards[channel].text and other.id not in boards[channel].text
        assert "another\N{NO-BREAK SPACE}server" in boards[channel].text
    opponent = (await w.alice.command(games, "matches")).text
    assert f"<@{w.bob.id}>" in opponent and f"/{games}/" in opponent

    at = {person.id: channel for channel, person in homes.items()}
    for _ in range(2):
        now = await w.now(match)
        mover = w.alice if now.user_of(replay(now.record).to_move) == int(w.alice.id) else w.bob
        here = boards[at[mover.id]]
        await mover.click(here, label=moves_offered(here)[0])
        boards = await shown(w, match)
    await w.alice.click(boards[str(games)], custom_id=f"b:draw:{match.id}:2.0")
    boards = await shown(w, match)
    await w.bob.click(boards[str(club)], custom_id=f"b:draw-yes:{match.id}:2.0")
    boards = await shown(w, match)
    assert (await w.now(match)).reason == "outcome.agreed"

    await w.alice.click(boards[str(games)], custom_id=f"b:rematch:{match.id}:2.0")
    challenge = next(iter(await w.client.services.store.queries.of_user(int(w.alice.id))))
    boards = await shown(w, challenge)
    assert w.alice.id not in boards[str(club)].text and w.bob.id not in boards[str(games)].text
    await w.bob.click(boards[str(club)], custom_id=f"b:accept:{challenge.id}:0.0")
    await shown(w, challenge)
    assert (await w.now(challenge)).is_active
    w.sandbox.places.delete_channel(str(club))
    await w.until(challenge, lambda one: len(one.boards) == 1)
    assert (await w.now(challenge)).is_active, "the loss of one place does not stop the match"
