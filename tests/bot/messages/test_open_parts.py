"""Open parts: what a player has enlarged stays from move to move, for as long as a token lives."""

from __future__ import annotations

from typing import Any

import pytest

from bot.match.events import ShardsLost
from bot.messages import open_parts
from bot.messages.interaction_responses import Composed
from bot.texts import texts
from data.model.match import Match
from data.model.shards import Shards
from tests.bot.discord_fakes import UNKNOWN_MESSAGE, FakeMessage, Method, Request, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, until
from tests.bot.ui.shown import BUTTON_KIND, components_of

GO = "go", "19x19-korean"
SAYS = texts("en")


async def settled(h: Harness) -> None:
    """Wait until every part shows its match."""
    parts = h.services.open_parts
    await until(lambda: parts.is_idle and parts._tasks._running <= {part.timer for part in of(h)})
    await h.settled()


def of(h: Harness) -> list[open_parts.OpenPart]:
    return list(h.services.open_parts._parts.values())


async def enlarge(h: Harness, match: Match, user: int = ANA, part: str = "part-1") -> Request:
    """A player enlarges a part of the board: the private answer."""
    answer = await h.presses(user, match, "look", part)
    assert answer.ephemeral and answer.method is Method.RESPOND
    return answer


async def opened(h: Harness, match: Match, move: str = "d17") -> tuple[Match, FakeMessage]:
    """Ana enlarges a part and plays there; the match, and the message that stays."""
    note = h.note(await enlarge(h, match))
    await h.presses(ANA, match, "move", move, message=note)
    await settled(h)
    return await h.now(match), note


async def play(h: Harness, match: Match, user: int, move: str) -> Match:
    """A player types a move."""
    played = await h.services.matches.play(match.id, None, user, move)
    await settled(h)
    return played


def edits(h: Harness, note: FakeMessage) -> list[Request]:
    """The edits of a part without a press."""
    return [edit for edit in h.discord.of(Method.TOKEN_EDIT) if edit.message_id == note.id]


def is_deleted(h: Harness, note: FakeMessage) -> bool:
    return note.id in h.discord.deleted


async def test_a_part_waits_with_its_buttons_and_is_ready_at_the_next_turn(h: Harness) -> None:
    match = await h.match(*GO)
    first = await enlarge(h, match)
    note = h.note(first)
    waiting = await h.presses(ANA, match, "move", "d17", message=note)
    assert (waiting.method, waiting.message_id, waiting.attachments) == (Method.UPDATE, note.id, 1)
    assert len(waiting.custom_ids) == len(first.custom_ids) and "White to move" in waiting.text
    match = await play(h, await h.now(match), BEN, "q4")
    (ready,) = edits(h, note)
    assert (ready.attachments, f"b:move:{match.id}:2.0:q3" in ready.custom_ids) == (1, True)
    assert not is_deleted(h, note)


async def test_a_part_stays_where_it_is_until_the_answer(h: Harness) -> None:
    match = await h.match(*GO)
    first = await enlarge(h, match)
    points = [text for text in first.custom_ids if ":move:" in text]
    waiting = await h.presses(ANA, match, "move", "c15", message=h.note(first))
    moved = [text for text in waiting.custom_ids if ":move:" in text]
    assert [text.rpartition(":")[2] for text in moved] == [text.rpartition(":")[2] for text in points]


async def test_the_buttons_of_who_waits_are_off_and_who_watches_has_none(h: Harness) -> None:
    match, parts = await h.match(*GO, moves=("q16",)), h.services.open_parts

    async def keys(person: int, *, plays: bool) -> list[bool]:
        view, _ = await parts.compose(person, match, match.home, "near-1", SAYS, plays=plays)
        return [bool(key.get("disabled")) for key in components_of(view) if key["type"] == BUTTON_KIND]

    moving, waiting = await keys(BEN, plays=True), await keys(ANA, plays=False)
    assert len(waiting) == len(moving) > 16 and all(waiting) and not all(moving)
    assert await keys(CHO, plays=False) == []


async def test_own_stones_are_a_tap_away_after_an_answer_elsewhere(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "q4")
    ready = edits(h, note)[-1]
    assert f"b:look:{match.id}:2.0:near-2" in ready.custom_ids and "⌂d17" in ready.labels
    back = await h.presses(ANA, match, "look", "near-2", message=h.note(ready))
    assert f"b:move:{match.id}:2.0:d16" in back.custom_ids and "◎q4" in back.labels


async def test_the_next_move_is_one_tap_and_the_part_stays(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "d16")
    again = h.note(edits(h, note)[-1])
    waiting = await h.presses(ANA, match, "move", "c16", message=again)
    assert (waiting.method, waiting.message_id) == (Method.UPDATE, note.id)
    await settled(h)
    assert (await h.now(match)).moves == ("d17", "d16", "c16") and not is_deleted(h, note)
    await play(h, await h.now(match), BEN, "c17")
    assert len(edits(h, note)) == 2 and len(h.services.open_parts) == 1


async def test_the_computer_is_waited_for_as_a_person_is(h: Harness) -> None:
    match, note = await opened(h, await h.against_computer(game=GO))
    await until(lambda: h.player.thinking)
    h.player.answer()
    await until(lambda: edits(h, note))
    assert f"b:look:{match.id}:2.0" in edits(h, note)[0].custom_ids


async def test_a_move_during_the_answer_is_shown(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    compose, match = h.services.open_parts.compose, await h.match(*GO)
    note = h.note(await enlarge(h, match))

    async def slowly(_: object, *given: Any, **options: Any) -> Composed:
        if (await h.now(match)).ply == 1:
            await h.services.matches.play(match.id, None, BEN, "q4")
        return await compose(*given, **options)

    monkeypatch.setattr(open_parts.OpenParts, "compose", slowly)
    await h.presses(ANA, match, "move", "d17", message=note)
    await settled(h)
    assert [f"b:move:{match.id}:2.0:q3" in edit.custom_ids for edit in edits(h, note)] == [True]


async def test_the_second_tap_of_a_double_tap_changes_nothing(h: Harness) -> None:
    match = await h.match(*GO)
    note = h.note(await enlarge(h, match))
    await h.presses(ANA, match, "move", "d17", message=note)
    second = await h.presses(ANA, match, "move", "d17", message=note)
    assert (second.method, second.thinking) == (Method.DEFER, False)
    await settled(h)
    assert not is_deleted(h, note) and len(h.services.open_parts) == 1


async def test_a_look_elsewhere_makes_it_a_note_again(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "q4")
    again = h.note(edits(h, note)[-1])
    beside = await h.presses(ANA, match, "look", "near-2", message=again)
    assert (beside.method, beside.message_id) == (Method.UPDATE, note.id)
    assert len(h.services.open_parts) == 0
    await play(h, match, ANA, "q16")
    await until(lambda: is_deleted(h, note))


async def test_back_closes_it(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "q4")
    await h.presses(ANA, match, "look", message=h.note(edits(h, note)[-1]))
    await until(lambda: is_deleted(h, note))
    assert len(h.services.open_parts) == 0


async def test_a_new_part_takes_the_place_of_the_open_one(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "q4")
    fresh = await enlarge(h, match, part="part-9")
    await until(lambda: is_deleted(h, note))
    assert set(h.notes()) == {fresh.message_id} and len(h.services.open_parts) == 0


async def test_a_move_that_is_made_elsewhere_closes_it(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "q4")
    await play(h, match, ANA, "q16")
    assert is_deleted(h, note) and len(h.services.open_parts) == 0


async def test_the_end_of_the_match_closes_it(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "q4")
    await h.services.matches.resign(match.id, None, BEN)
    await settled(h)
    assert is_deleted(h, note) and len(h.services.open_parts) == 0


async def test_a_pause_closes_it(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    await h.suspend(match)
    await settled(h)
    assert is_deleted(h, note) and len(h.services.open_parts) == 0


async def test_a_pass_closes_it(h: Harness) -> None:
    """The board says so, and an enlarged part does not."""
    match, note = await opened(h, await h.match(*GO))
    await play(h, match, BEN, "pass")
    assert is_deleted(h, note) and len(h.services.open_parts) == 0


async def test_an_offer_to_its_person_closes_it(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO, moves=("q16", "d4")), "c16")
    match = await play(h, match, BEN, "q4")
    await h.services.matches.takebacks.request(match.id, match.position_id, BEN)
    await settled(h)
    assert is_deleted(h, note) and len(h.services.open_parts) == 0


async def test_a_move_that_is_taken_back_is_shown(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO, moves=("q16", "d4")), "c16")
    await h.services.matches.takebacks.request(match.id, match.position_id, ANA)
    await h.services.matches.takebacks.accept(match.id, match.position_id, BEN)
    await settled(h)
    assert f"b:move:{match.id}:2.1:c3" in edits(h, note)[-1].custom_ids


async def test_a_refusal_takes_its_place(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "q4")
    refusal = await h.presses(ANA, match, "move", "q4", message=h.note(edits(h, note)[-1]))
    assert refusal.text == SAYS("rule.occupied", move="q4") and refusal.message_id == note.id
    assert len(h.services.open_parts) == 0


async def test_after_fourteen_minutes_it_is_closed(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_parts, "OPEN_SECONDS", 0.02)
    match = await h.match(*GO)
    note = h.note(await enlarge(h, match))
    await h.presses(ANA, match, "move", "d17", message=note)
    await until(lambda: is_deleted(h, note))
    assert len(h.services.open_parts) == 0


async def test_the_oldest_of_too_many_is_closed(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_parts, "MAX_OPEN", 1)
    _, first = await opened(h, await h.match(*GO))
    _, second = await opened(h, await h.match(*GO))
    await until(lambda: is_deleted(h, first))
    assert not is_deleted(h, second)


async def test_one_that_is_gone_is_forgotten_and_a_failed_edit_is_repeated(h: Harness) -> None:
    match, note = await opened(h, await h.match(*GO))
    h.discord.fail(Method.TOKEN_EDIT, fault(500))
    match = await play(h, match, BEN, "q4")
    await until(lambda: edits(h, note))
    again = h.note(edits(h, note)[-1])
    await h.presses(ANA, match, "move", "q3", message=again)
    h.discord.deleted.add(note.id)
    await play(h, await h.now(match), BEN, "r4")
    assert len(edits(h, note)) == 1 and len(h.services.open_parts) == 0


async def test_a_part_that_cannot_be_edited_is_closed(h: Harness) -> None:
    """The move is made all the same."""
    match = await h.match(*GO)
    note = h.note(await enlarge(h, match))
    h.discord.fail(Method.UPDATE, fault(404, UNKNOWN_MESSAGE))
    answer = await h.presses(ANA, match, "move", "d17", message=note)
    assert answer.method is Method.DEFER and (await h.now(match)).ply == 1
    assert len(h.services.open_parts) == 0


async def test_a_question_is_no_part(h: Harness) -> None:
    """A pass has to be confirmed, and nothing is enlarged after it."""
    match = await h.match(*GO, moves=("q16", "d4"))
    question = await h.presses(ANA, match, "move", "pass")
    await h.presses(ANA, match, "move", "pass", message=h.note(question))
    assert (await h.now(match)).ply == 3 and len(h.services.open_parts) == 0


async def test_who_only_looks_has_no_open_part(h: Harness) -> None:
    match = await h.match(*GO, moves=("q16",))
    for user in (ANA, CHO):
        await h.presses(user, match, "look", "part-1")
    await play(h, match, BEN, "d4")
    assert len(h.services.open_parts) == 0


async def test_it_works_after_a_restart(h: Harness) -> None:
    """What is in memory is gone; the buttons say enough."""
    match, note = await opened(h, await h.match(*GO))
    match = await play(h, match, BEN, "q4")
    again = h.note(edits(h, note)[-1])
    await h.services.open_parts.close()
    assert not is_deleted(h, note), "its buttons go on working"
    waiting = await h.presses(ANA, match, "move", "q3", message=again)
    assert (waiting.method, waiting.message_id) == (Method.UPDATE, note.id)


async def test_a_stop_closes_those_that_wait(h: Harness) -> None:
    _, note = await opened(h, await h.match(*GO))
    await h.services.open_parts.close()
    assert is_deleted(h, note)


async def test_the_parts_of_lost_shards_are_closed(h: Harness) -> None:
    _, note = await opened(h, await h.match(*GO))
    h.events.publish(ShardsLost(Shards.all(1)))
    await settled(h)
    assert is_deleted(h, note) and len(h.services.open_parts) == 0
