"""Matches from even starts through the real client: rated, taken back to the start, repeated, exported."""

from __future__ import annotations

from typing import Any

from data.model.match import Match
from games import replay
from games.base import Side
from games.starts import is_even_start

from .world import World


async def begun(w: World, **options: Any) -> Match:
    """A match of Alice, who moves first, and Bob from an even start."""
    return await w.match_of_two(start="even", **options)


async def moved(w: World, match: Match, count: int) -> Match:
    for _ in range(count):
        match = await w.append(match, (replay(match.record).legal_moves()[0],))
    return match


async def resigned(w: World, match: Match) -> Match:
    question = await w.bob.command(w.games, "resign", match=match.id)
    await w.bob.click(question.shown, label="Resign")
    return await w.shown(await w.until(match, lambda one: one.state == "over"))


async def test_a_match_begins_after_eight_moves_that_are_not_its_own(w: World) -> None:
    match = await begun(w)
    assert is_even_start(match.record) and match.ply == 0
    position = replay(match.record)
    assert position.to_move is Side.FIRST
    assert "even start" in w.board(match).text and "setup" not in w.board(match).text
    await w.restart()
    assert (await w.now(match)).record == match.record


async def test_an_undo_does_not_reach_the_moves_before_the_start(w: World) -> None:
    match = await w.play(start="even", level="1")
    start = replay(match.record)
    (undo,) = [button for button in w.board(match).buttons if button.label == "Undo"]
    assert undo.disabled
    match = await w.answered(match)
    await w.press(w.alice, match, replay(match.record).legal_moves()[0])
    match = await w.answered(await w.until(match, lambda one: one.ply >= 2))
    await w.alice.click(w.board(match), label="Undo")
    match = await w.shown(await w.until(match, lambda one: one.takebacks == 1))
    assert replay(match.record) == start


async def test_a_rated_match_from_an_even_start_changes_the_ratings(w: World) -> None:
    match = await resigned(w, await moved(w, await begun(w, rated=True), 10))
    assert match.rated is not None and match.rated.unrated is None
    assert "1662" in w.board(match).text
    profile = (await w.alice.command(w.games, "profile", game="othello")).shown
    assert "1662" in profile.text and f"**Win** · <@{w.bob.id}>" in profile.text


async def test_a_rematch_has_the_same_start_with_the_sides_changed_and_the_next_another(w: World) -> None:
    first = await resigned(w, await moved(w, await begun(w, rated=True), 10))
    await w.alice.click(w.board(first), label="Rematch")
    second = await w.client.services.store.matches.get(first.id + 1)
    assert (second.first_id, second.second_id) == (first.second_id, first.first_id)
    assert second.setup == first.setup and second.rated is not None
    await w.bob.click(w.board(await w.shown(second)), label="Accept")
    second = await w.shown(await w.until(second, lambda one: one.is_active))
    second = await resigned(w, await moved(w, second, 10))
    await w.alice.click(w.board(second), label="Rematch")
    third = await w.client.services.store.matches.get(second.id + 1)
    assert is_even_start(third.record) and third.setup != first.setup


async def test_boards_without_even_starts_are_refused(w: World) -> None:
    said = await w.reads(w.alice, w.alice.command(w.games, "play othello", variant="6x6", start="even"))
    assert "Othello 6×6 has no even starts" in said


async def test_the_servers_default_board_gives_way_to_the_one_with_even_starts(w: World) -> None:
    await w.client.services.settings.update(int(w.guild_of(w.games)), variants=("othello:6x6",))
    match = await w.play(start="even", level="1")
    assert match.variant == "8x8" and is_even_start(match.record)


async def test_gomoku_begins_in_freestyle_with_five_stones(w: World) -> None:
    match = await w.match_of_two(game="gomoku", start="even")
    assert match.variant == "freestyle-15" and is_even_start(match.record)
    position = replay(match.record)
    assert position.to_move is Side.SECOND
    await w.press(w.bob, match, position.legal_moves()[0])
    assert (await w.until(match, lambda one: one.ply == 1)).is_active
