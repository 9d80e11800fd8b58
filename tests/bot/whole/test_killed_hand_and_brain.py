"""Killed after each step of a seat, a start and a naming: nothing is lost, or done twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.model.hand_and_brain import Seat
from data.model.match import Match, MatchState
from data.model.pair_turns import region_in
from games import replay
from games.base import Side
from games.regions import regions

from .killed import Story, survives, survives_everywhere
from .world import World

SMALL = {"game": "othello", "variant": "6x6", "level": "1250"}


async def only_match(w: World) -> Match:
    (match,) = await w.store.queries.of_user(int(w.alice.id))
    return await w.shown(match)


async def lobby(w: World) -> None:
    await w.alice.command(w.games, "team brain", **SMALL)
    await only_match(w)


async def take(w: World) -> None:
    """Bob takes the other side's brain."""
    match = await only_match(w)
    other = (match.side_of(int(w.alice.id)) or Side.FIRST).other
    seat = f"b:seat:{match.id}:0.0:{int(other)}{Seat.BRAIN}"
    await w.bob.resolved(await w.bob.click(w.board(match), custom_id=seat))


async def has_seat_once(w: World) -> None:
    if int(w.bob.id) not in (await only_match(w)).people:
        await take(w)
    match = await only_match(w)
    assert sorted(match.people) == sorted((int(w.alice.id), int(w.bob.id)))


async def begin(w: World) -> None:
    match = await only_match(w)
    await w.alice.resolved(await w.alice.click(w.board(match), custom_id=f"b:start-pairs:{match.id}:0.0"))


async def has_begun(w: World) -> None:
    if (await only_match(w)).state == MatchState.CHALLENGE:
        await begin(w)
    assert (await only_match(w)).is_active


async def full(w: World) -> None:
    await lobby(w)
    await take(w)


async def begun(w: World) -> None:
    await full(w)
    await begin(w)
    await only_match(w)


async def name(w: World) -> None:
    """The brain names, and the computer plays."""
    match = await only_match(w)
    mover = match.user_of(replay(match.record).to_move)
    brain = w.alice if mover == int(w.alice.id) else w.bob
    region = next(iter(regions(match.record)))
    custom_id = f"b:name:{match.id}:{match.ply}.{match.takebacks}:{region}"
    await brain.resolved(await brain.click(w.board(match), custom_id=custom_id))
    await w.until(match, lambda now: now.ply > match.ply)


async def is_played_once(w: World) -> None:
    match = await only_match(w)
    if match.ply == 0 and region_in(match.teams, match.record, match.position_id) is None:
        await name(w)
    match = await w.until(match, lambda now: now.ply == 1)
    assert match.moves[0] in next(iter(regions(match.record.before(0)).values()))


STORIES = {
    "seat": Story(lobby, take, has_seat_once),
    "begin": Story(full, begin, has_begun),
    "name": Story(begun, name, is_played_once),
}


@pytest.mark.parametrize("story", STORIES)
async def test_killed_once_it_is_stored(w: World, story: str) -> None:
    await survives(w, STORIES[story], "MatchStore")


@pytest.mark.soak
@pytest.mark.parametrize("story", STORIES)
async def test_killed_after_each_step(empty_database: Path, tmp_path: Path, story: str) -> None:
    await survives_everywhere(empty_database, tmp_path, STORIES[story])
