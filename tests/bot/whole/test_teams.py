"""``/team`` through the real client: a lobby, whose turn it is, a member who leaves, a restart."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.match.own_board import board_of
from bot.messages import board_updates
from bot.texts import Raw
from data.model.match import Match
from data.tables.matches import matches
from games import replay
from sandbox import Person, SeenMessage
from sandbox.world.permissions import Permission

from .test_open_seeks import shown
from .world import World, moves_offered

GAME = {"game": "othello", "variant": "6x6"}


async def lobby(w: World, text: str) -> SeenMessage:
    (board,) = await w.sandbox.until(
        lambda: [one for one in w.sandbox.messages(str(w.games)) if text in one.text and not one.ephemeral]
    )
    return board


async def press(person: Person, board: SeenMessage, label: str) -> None:
    await person.resolved(await person.click(board, label=label))


async def test_two_teams(w: World) -> None:
    await w.alice.command(w.games, "team rengo", **GAME)
    board = await lobby(w, "is looking for two teams")
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    hers, other = ("Black", "White") if match.first_id == int(w.alice.id) else ("White", "Black")
    assert [one.label for one in board.buttons] == ["Join Black", "Join White", "Start", "Leave", "Cancel"]
    await w.shown(match)
    await w.refused(w.bob, w.forge_press(w.bob, board, f"b:start:{match.id}:0.0"), "team.only-creator")
    await press(w.bob, board, f"Join {hers}")
    await press(w.minji, board, f"Join {hers}")
    await press(w.junho, board, f"Join {other}")
    await press(w.minji, board, f"Join {other}")
    await press(w.alice, board, "Start")
    match = await w.store.matches.get(match.id)
    people = {int(one.id): one for one in (w.alice, w.bob, w.minji, w.junho)}
    order = [match.members(side) for side in (match.side_of(int(w.alice.id)),) if side]
    assert order == [(int(w.alice.id), int(w.bob.id))]
    for turn in range(5):
        match = await w.shown(await w.store.matches.get(match.id))
        mover = match.require_user(replay(match.record).to_move)
        assert f"<@{mover}>" in turn_line(w, match)
        waiting = next(one for one in match.members(replay(match.record).to_move) if one != mover)
        move = replay(match.record).legal_moves()[0]
        if turn == 2:
            await w.restart()
        await w.refused(people[waiting], w.press(people[waiting], match, move), "team.not-your-turn")
        await w.press(people[mover], match, move)
    match = await w.shown(await w.store.matches.get(match.id))
    leaver = people[match.require_user(replay(match.record).to_move)]
    question = (await leaver.click(w.board(match), label="Leave")).shown
    (confirmation,) = (
        button.custom_id
        for button in question.buttons
        if button.custom_id and "leave-yes" in button.custom_id
    )
    await leaver.click(question, custom_id=confirmation)
    match = await w.shown(await w.store.matches.get(match.id))
    assert match.is_active and match.side_of(int(leaver.id)) is None
    await w.sandbox.until(lambda: str(leaver.id) not in w.board(match).text or None)


def turn_line(w: World, match: Match) -> str:
    return w.board(match).text.split("\n")[2]


async def test_everybody_in_a_channel_votes(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_updates, "VOTES_SECONDS", 0.01)
    await w.alice.command(w.games, "team vote", **GAME, time="vote-1d", level="1250")
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    match = await w.shown(match)
    assert match.level == "1250"
    await w.sandbox.until(lambda: "vote with a button" in w.board(match).text or None)
    match = await w.shown(match)
    assert "No votes yet" in w.board(match).text and "everyone" in w.board(match).text
    first, second, *_ = replay(match.record).legal_moves()
    for person, move in ((w.alice, first), (w.bob, second), (w.minji, first), (w.minji, second)):
        await w.press(person, match, move)
    await w.sandbox.until(lambda: "3 votes" in w.board(match).text or None)
    assert "×2" in w.board(match).text
    await w.restart()
    assert match.ply == (await w.store.matches.get(match.id)).ply, "nothing is played before the time is up"
    back = update(matches).where(matches.c.id == match.id).values(clock_since=-3e6)
    await w.store.database.write(lambda connection: connection.execute(back))
    await w.client.services.matches.vacations.flag_falls(w.store.background, match.id)
    after = await w.store.matches.get(match.id)
    assert after.moves[match.ply] == second
    await w.shown(after)


async def time_runs_out(w: World, match: Match) -> Match:
    """The match once the time for votes has run out."""
    back = update(matches).where(matches.c.id == match.id).values(clock_since=-3e6)
    await w.store.database.write(lambda connection: connection.execute(back))
    await w.client.services.matches.vacations.flag_falls(w.store.background, match.id)
    return await w.now(match)


async def test_a_channel_against_another(w: World) -> None:
    here, there = str(w.games), str(w.sandbox.channel("lounge"))
    w.sandbox.places.deny(there, Permission.ATTACH_FILES)
    command = {**GAME, "time": "vote-1d", "against": there}
    asked = w.alice.command(here, "team vote", **command)
    await w.refused(w.alice, asked, "vote.cannot-show-there", channel=Raw(f"<#{there}>"))
    w.sandbox.places.allow(there, Permission.ATTACH_FILES)
    w.sandbox.places.deny(there, Permission.SEND_MESSAGES, w.bob.id)
    asked = w.bob.command(here, "team vote", **command)
    await w.refused(w.bob, asked, "vote.not-yours-to-post", channel=Raw(f"<#{there}>"))
    w.sandbox.places.allow(there, Permission.SEND_MESSAGES, w.bob.id)
    await w.alice.command(here, "team vote", **command)
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    boards = await shown(w, match)
    assert all(f"<#{here}>" in one.text and f"<#{there}>" in one.text for one in boards.values())
    assert [len(boards[one].buttons) for one in (here, there)] == [1, 2]
    accept = f"b:accept:{match.id}:0.0"
    await w.refused(w.bob, w.forge_press(w.bob, boards[here], accept), "vote.answer-there")
    w.sandbox.places.deny(there, Permission.SEND_MESSAGES, w.minji.id)
    await w.refused(w.minji, w.minji.click(boards[there], custom_id=accept), "vote.cannot-write")
    await w.bob.click(boards[there], custom_id=accept)
    boards = await shown(w, match)
    voters = {here: (w.alice, w.minji), there: (w.bob, w.junho)}
    for turn in range(4):
        match = await w.now(match)
        legal = replay(match.record).legal_moves()
        voting = board_of(match, replay(match.record).to_move)
        assert voting is not None
        at = str(voting.channel_id)
        assert moves_offered(boards[at]) and not moves_offered(boards[there if at == here else here])
        for person in voters[at]:
            await w.press(person, match, legal[-1], voting)
        assert await w.client.services.matches.votes.counts(match) == {legal[-1]: 2}
        if turn == 2:
            await w.restart()
        match = await time_runs_out(w, match)
        assert match.ply == turn + 1 and match.moves[-1] == legal[-1]
        boards = await shown(w, match)
    question = (await w.bob.click(boards[there], label="Resign")).shown
    await w.bob.click(question, label="🏳️")
    await w.sandbox.until(lambda: all(f"<#{here}> wins" in one.text for one in boards.values()) or None)
