"""Conditional moves: read, played at once, deleted by everything else, and continued after a kill."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.exceptions import Refusal
from bot.match.conditional_moves import MAX_LINES, BadLine, ConditionalReplies, read_lines
from bot.match.service import MatchService
from bot.match.setup import Seats
from data.model.match import Match, PositionId
from games import replay
from games.base import PASS, Move, Outcome, Record, Side
from tests.bot.service import (
    ANA,
    BEN,
    CHO,
    HERE,
    PATIENCE,
    Service,
    before_a_forced_pass,
    refusal,
    until,
)

DAYS = "3-days"


def legal(match: Match, *moves: Move) -> list[Move]:
    return list(replay(Record(match.game, match.variant, (*match.moves, *moves))).legal_moves())


@pytest.fixture
async def conditional(made: Service) -> AsyncIterator[ConditionalReplies]:
    """The conditional moves of the service's matches."""
    replies = ConditionalReplies(made.store, made.matches.lookup, made.events)
    yield replies
    await replies.close()


async def settled(made: Service, conditional: ConditionalReplies, match: Match) -> Match:
    """The match once nothing about conditional moves is left to do."""
    await until(lambda: conditional._tasks.is_idle)
    return await made.matches.get(match.id)


async def set_lines(conditional: ConditionalReplies, match: Match, user: int, *lines: str) -> None:
    await conditional.put(match.id, match.position_id, user, ", ".join(lines))


async def stored(made: Service, match: Match) -> int:
    return len(await made.store.conditional_moves.of_match(match.id))


@pytest.mark.parametrize("control", [None, DAYS])
async def test_replies_are_played_at_once_along_the_line(
    made: Service, conditional: ConditionalReplies, control: str | None
) -> None:
    match = await made.people(control=control)
    first, other = legal(match)[:2]
    reply = legal(match, first)[0]
    then = legal(match, first, reply)[0]
    last = legal(match, first, reply, then)[0]
    await set_lines(
        conditional, match, BEN, f"{first} {reply} {then} {last}", f"{other} {legal(match, other)[0]}"
    )
    await made.matches.play(match.id, match.position_id, ANA, first)
    await until(lambda: made.changes.seen[-1].ply == 2)
    match = await settled(made, conditional, match)
    assert match.moves == (first, reply)
    assert await conditional.of(match, BEN) == ((then, last),)
    await made.matches.play(match.id, match.position_id, ANA, then)
    await until(lambda: made.changes.seen[-1].ply == 4)
    match = await settled(made, conditional, match)
    assert match.moves == (first, reply, then, last) and await stored(made, match) == 0
    if match.clock is not None:
        assert match.clock.side is Side.FIRST


async def test_another_move_deletes_them(made: Service, conditional: ConditionalReplies) -> None:
    match = await made.people()
    first, other = legal(match)[:2]
    await set_lines(conditional, match, BEN, f"{first} {legal(match, first)[0]}")
    played = await made.matches.play(match.id, match.position_id, ANA, other)
    assert (await settled(made, conditional, played)).ply == 1 and await stored(made, match) == 0


async def test_a_takeback_and_the_end_delete_them(made: Service, conditional: ConditionalReplies) -> None:
    match = await made.people()
    match = await made.play(match, ANA, legal(match)[0])
    match = await made.play(match, BEN, legal(match)[0])
    first = legal(match)[0]
    line = f"{first} {legal(match, first)[0]}"
    await set_lines(conditional, match, BEN, line)
    asked = await made.matches.takebacks.request(match.id, None, BEN)
    assert await stored(made, match) == 1, "a request alone changes nothing"
    await made.matches.takebacks.accept(match.id, asked.position_id, ANA)
    await settled(made, conditional, match)
    assert await stored(made, match) == 0
    match = await made.matches.get(match.id)
    match = await made.play(match, BEN, legal(match)[0])
    first = legal(match)[0]
    await set_lines(conditional, match, BEN, f"{first} {legal(match, first)[0]}")
    await made.matches.resign(match.id, None, ANA)
    await settled(made, conditional, match)
    assert await stored(made, match) == 0


async def test_a_kill_between_the_two_is_made_good_at_the_start(
    made: Service, conditional: ConditionalReplies
) -> None:
    match, other = await made.people(control=DAYS), await made.people()
    first = legal(match)[0]
    reply = legal(match, first)[0]
    for one in (match, other):
        await set_lines(conditional, one, BEN, f"{first} {reply}")
    await made.matches.close()
    await conditional.close()
    made.events._listeners.clear()  # what follows the changes is left undone
    await made.at(match, (first,))
    await made.store.matches.finish(other.id, other.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    made.matches = MatchService(made.store, made.player, made.events, made.clock, made.clock)
    restarted = ConditionalReplies(made.store, made.matches.lookup, made.events)
    made.start()
    async with asyncio.timeout(PATIENCE):
        while await stored(made, match) or await stored(made, other):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    assert (await made.matches.get(match.id)).moves == (first, reply)
    assert (await made.matches.get(other.id)).ply == 0
    await restarted.close()


async def test_forced_passes_are_part_of_a_line(made: Service) -> None:
    """Black's move leaves White without one, so that Black moves again; White's reply comes after that."""
    moves, forcing = before_a_forced_pass(Side.FIRST)
    match = await made.at(await made.people(), moves)
    again = legal(match, forcing, PASS)[0]
    after = legal(match, forcing, PASS, again)
    expected = (forcing, PASS, again, after[0])
    for typed in (f"{forcing} {again} {after[0]}", f"{forcing} pass {again} {after[0]}"):
        (line,) = read_lines(match, typed)
        assert line[:4] == expected


@pytest.mark.parametrize("control", ["5+5", "10+10"])
async def test_not_on_live_clocks(made: Service, conditional: ConditionalReplies, control: str) -> None:
    match = await made.people(control=control)
    with pytest.raises(Refusal) as refused:
        await conditional.put(match.id, None, BEN, "d3 e2")
    assert refused.value.key == "conditional.live-clock"


async def test_who_can_set_them_and_when(made: Service, conditional: ConditionalReplies) -> None:
    match, computer = await made.people(), await made.computer()
    assert await refusal(conditional.expecting(match.id, ANA)) == "conditional.own-turn"
    assert await refusal(conditional.expecting(match.id, CHO)) == "match.not-seated"
    assert await refusal(conditional.expecting(computer.id, ANA)) == "conditional.only-people"
    assert await refusal(conditional.put(match.id, PositionId(3, 0), BEN, "")) == "match.outdated"


async def test_they_are_replaced_and_deleted_by_their_author_only(
    made: Service, conditional: ConditionalReplies
) -> None:
    match = await made.people()
    first, other = legal(match)[:2]
    lines = [f"{one} {legal(match, one)[0]}" for one in (first, other)]
    await set_lines(conditional, match, BEN, lines[0])
    await set_lines(conditional, match, BEN, lines[1])
    assert await conditional.of(match, BEN) == (tuple(lines[1].split()),)
    assert await conditional.of(match, ANA) == ()
    await conditional.clear(match.id, ANA)
    assert await stored(made, match) == 1
    await set_lines(conditional, match, BEN)
    assert await stored(made, match) == 0


async def test_lines_that_cannot_be_played_are_explained(made: Service) -> None:
    match = await made.people()
    first = legal(match)[0]
    one, two = legal(match, first)[:2]
    reasons = {
        f"{first}": "conditional.no-reply",
        f"{first} {one}, {first} {two}": "conditional.two-replies",
        f"{first} {first}": "rule.occupied",
        "nonsense": "rule.notation",
        f"{first} {' '.join([str(one)] * 40)}": "conditional.too-many",
    }
    for text, key in reasons.items():
        with pytest.raises(BadLine) as bad:
            read_lines(match, text)
        assert bad.value.reason.key == key, text
    with pytest.raises(Refusal) as refused:
        read_lines(match, ",".join([f"{first} {one}"] * (MAX_LINES + 1)))
    assert refused.value.key == "conditional.too-many"
    assert read_lines(match, f"{first} {one}\n {first}  {one} ; ") == ((first, one),)


async def test_go_has_none_while_stones_are_counted(made: Service) -> None:
    match = await made.matches.challenges.create("go", "9x9-korean", Seats(ANA, BEN), ANA, HERE)
    match = await made.matches.challenges.accept(match.id, BEN)
    assert read_lines(match, "e5 pass") == (("e5", PASS),)
    with pytest.raises(BadLine) as bad:
        read_lines(match, "pass pass agree agree")
    assert bad.value.reason.key == "conditional.counting"
