"""``/team relay`` through the real client: begun, joined with a tap while it goes on, left, restarted."""

from __future__ import annotations

from functools import partial

from data.model.match import Match, MatchState
from games import replay
from games.base import Side
from sandbox import Person, SeenMessage
from sandbox.world.permissions import Permission

from .world import World

GAME = {"game": "othello", "variant": "6x6"}


async def against_computer(w: World, **options: object) -> Match:
    """Alice's relay against the computer, in which she is to move."""
    await w.alice.command(w.games, "team relay", **GAME, level="1", **options)
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    match = await w.until(match, lambda seen: seen.user_of(replay(seen.record).to_move) is not None)
    return await w.shown(match)


async def of_two_sides(w: World) -> Match:
    """Alice's relay against Bob."""
    await w.alice.command(w.games, "team relay", **GAME, moves=2)
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    match = await w.shown(match)
    own = match.side_of(int(w.alice.id))
    assert own is not None
    await tap(w.bob, w.board(match), relay(match, own.other))
    return await w.shown(await w.now(match))


def relay(match: Match, side: Side | None = None) -> str:
    tail = "" if side is None else f":{int(side)}"
    return f"b:relay:{match.id}:{match.position_id.ply}.{match.position_id.takebacks}{tail}"


async def tap(person: Person, board: SeenMessage, custom_id: str) -> None:
    """Tap a button, and wait until it is answered."""
    await person.resolved(await person.click(board, custom_id=custom_id))


async def test_a_tap_joins_against_the_computer(w: World) -> None:
    match = await against_computer(w, moves=2)
    assert "Anyone can join" in w.board(match).text
    answer = (await w.bob.click(w.board(match), label="Join/Quit")).shown
    assert answer.ephemeral and "You have joined" in answer.text
    match = await w.shown(await w.now(match))
    side = match.side_of(int(w.alice.id))
    assert side is not None and match.members(side) == (int(w.alice.id), int(w.bob.id))
    await w.sandbox.until(lambda: f"2 moves left, then <@{w.bob.id}>" in w.board(match).text or None)
    for person, waiting in ((w.alice, w.bob), (w.alice, w.bob), (w.bob, w.alice), (w.bob, w.alice)):
        await w.refused(waiting, w.press(waiting, match, move(match)), "team.not-your-turn")
        answered = match.ply + 2
        await w.press(person, match, move(match))
        match = await w.until(match, partial(is_answered, ply=answered))
        match = await w.shown(match)
        await w.restart()
    assert match.user_of(side) == int(w.alice.id)


def is_answered(match: Match, ply: int) -> bool:
    """Whether the computer has moved, and a person is to move."""
    return match.ply >= ply and match.user_of(replay(match.record).to_move) is not None


def move(match: Match) -> str:
    return replay(match.record).legal_moves()[0]


async def test_a_spectators_move_offers_to_join(w: World) -> None:
    match = await of_two_sides(w)
    refusal = (await w.minji.click(w.board(match), custom_id=move_id(match))).shown
    labels = [button.label for button in refusal.buttons]
    assert labels[-2:] == ["흑 참가", "백 참가"], "she reads Korean"
    assert "백 편에 참가했습니다" in (await w.minji.click(refusal, label="백 참가")).shown.text
    match = await w.now(match)
    assert match.side_of(int(w.minji.id)) is Side.SECOND


def move_id(match: Match) -> str:
    return f"b:move:{match.id}:{match.position_id.ply}.{match.position_id.takebacks}:{move(match)}"


async def test_sides_are_chosen_and_left(w: World) -> None:
    match = await of_two_sides(w)
    assert match.is_active and match.rated is None
    question = (await w.minji.click(w.board(match), label="Join/Quit")).shown
    assert f"<@{w.alice.id}>" in question.text and f"<@{w.bob.id}>" in question.text
    await w.minji.click(question, label="흑 참가")
    match = await w.shown(await w.now(match))
    assert match.side_of(int(w.minji.id)) is Side.FIRST
    sure = (await w.minji.click(w.board(match), label="Join/Quit")).shown
    assert "같은 편에 2번 더 다시 참가할 수 있습니다" in sure.text
    (leave,) = (button.custom_id for button in sure.buttons if "leave-yes" in (button.custom_id or ""))
    assert leave is not None
    said = (await w.minji.click(sure, custom_id=leave)).shown
    assert "**참가/퇴장**을 누르면 같은 편에 다시 참가합니다" in said.text
    match = await w.shown(await w.now(match))
    assert match.is_active and match.side_of(int(w.minji.id)) is None
    refusal = (await w.minji.click(w.board(match), custom_id=move_id(match))).shown
    assert refusal.buttons[-1].label == "흑 다시 참가"
    said = (await w.minji.click(w.board(match), label="Join/Quit")).shown
    assert "흑 편에 참가했습니다" in said.text, "no question: nobody plays for both sides"


async def test_who_cannot_write_cannot_join(w: World) -> None:
    match = await against_computer(w)
    w.sandbox.places.deny(str(w.games), Permission.SEND_MESSAGES, w.bob.id)
    await w.refused(w.bob, w.bob.click(w.board(match), custom_id=relay(match)), "post.no-messages")
    assert (await w.now(match)).people == (int(w.alice.id),)


async def test_after_the_end_nobody_joins(w: World) -> None:
    match = await against_computer(w)
    board, late = w.board(match), relay(match)
    question = (await w.alice.click(board, label="Join/Quit")).shown
    assert "the last one on your side" in question.text
    await w.alice.click(question, label=question.buttons[0].label or "")
    match = await w.until(match, lambda seen: seen.state == MatchState.OVER)
    await w.bob.resolved(await w.forge_press(w.bob, w.board(match), late))
    assert (await w.now(match)).side_of(int(w.bob.id)) is None
