"""Which matches a recap is about, and what is stored of them: a table of matches for each query."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from data.matches.analyses import Analysis
from data.matches.opening_index import indexed_moves
from data.ratings.recap_store import StoredMistake
from data.store import Store
from data.tables.conditions import Scope
from games.base import Move, Outcome, Record, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin

MOVES = "d3 c3 c4 c5 b4 d2"
HERE, ELSEWHERE = 7, 8
SINCE, UNTIL = 2_000_000.0, 3_000_000.0
Ended = Callable[..., Awaitable[int]]


@pytest.fixture
def ended(store: Store, begin: Begin, clock: Clock) -> Ended:
    """Play a match to its end at a moment, by default in the period."""

    async def ended(at: float = SINCE + 5.0, reason: str = "outcome.resigned", **fields: Any) -> int:
        clock.now = at
        match = await begin(fields.pop("moves", MOVES), **{"guild_id": HERE, **fields})
        await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, reason))
        return match.id

    return ended


async def of_anna(store: Store, scope: Scope = Scope(user_id=ANNA)) -> list[int]:  # noqa: B008  frozen
    return [match.match_id for match in await store.recaps.of_person(ANNA, SINCE, UNTIL, scope)]


async def of_server(store: Store, scope: Scope = Scope(HERE)) -> list[int]:  # noqa: B008  frozen
    return [match.match_id for match in await store.recaps.of_server(SINCE, UNTIL, scope)]


async def test_only_matches_that_ended_in_the_period_are_read(store: Store, ended: Ended) -> None:
    await ended(SINCE - 1.0)
    first, last = await ended(SINCE), await ended(UNTIL - 1.0)
    await ended(UNTIL)
    assert await of_anna(store) == await of_server(store) == [first, last]


async def test_a_persons_matches_are_read_on_both_sides_and_by_their_scope(
    store: Store, ended: Ended
) -> None:
    here = await ended(second_id=ANNA, first_id=BORA, channel_id=70)
    elsewhere = await ended(guild_id=ELSEWHERE)
    computer = await ended(second_id=None, level="3", channel_id=71)
    await ended(first_id=BORA, second_id=CHUL)
    assert await of_anna(store) == [here, elsewhere, computer]
    assert await of_anna(store, Scope(HERE)) == [here, computer]
    assert await of_anna(store, Scope(HERE, frozenset({70}))) == [here]


async def test_a_servers_matches_are_read_by_its_channels(store: Store, ended: Ended) -> None:
    here, hidden = await ended(channel_id=70), await ended(channel_id=71)
    await ended(guild_id=ELSEWHERE)
    assert await of_server(store) == [here, hidden]
    assert await of_server(store, Scope(HERE, frozenset({70}))) == [here]
    assert await of_server(store, Scope(HERE, frozenset())) == []


@pytest.mark.parametrize("reason", ["outcome.aborted", "outcome.voided", "challenge.declined"])
async def test_what_has_no_result_is_left_out(store: Store, ended: Ended, reason: str) -> None:
    await ended(reason=reason)
    assert await of_anna(store) == await of_server(store) == []


async def test_a_match_says_who_won_and_whether_it_was_played(store: Store, ended: Ended) -> None:
    number = await ended(is_rated=True)
    forfeit = await ended(SINCE + 9.0, reason="outcome.not-begun", moves="")
    first, second = await store.recaps.of_server(SINCE, UNTIL, Scope(HERE))
    assert (first.match_id, first.first_id, first.second_id, first.winner) == (number, ANNA, BORA, Side.FIRST)
    assert (first.is_hidden, first.is_unplayed, first.rated is not None) == (False, False, True)
    assert (second.match_id, second.is_unplayed) == (forfeit, True)


async def test_mistakes_come_with_their_verdicts_of_this_version(store: Store, ended: Ended) -> None:
    number, other = await ended(), await ended()
    for match_id in (number, other):
        await store.analyses.add(match_id, 1, [Analysis(2, 5, "a"), Analysis(3, 6, "b")])
        await store.mistakes.add(match_id, ANNA, [2], 0.0)
    assert await store.recaps.mistakes([number], 1) == [StoredMistake(number, 2, "a")]
    assert await store.recaps.mistakes([number], 2) == []


async def test_moves_in_openings(store: Store, ended: Ended) -> None:
    number = await ended()
    ((position, move), *_) = indexed_moves(Record("othello", "8x8", tuple(map(Move, MOVES.split()))))
    assert [tuple(row) for row in await store.recaps.openings([number], [position])] == [
        (number, position, move, MOVES.split(maxsplit=1)[0])
    ]
    assert await store.recaps.openings([number], [position + 1]) == []
