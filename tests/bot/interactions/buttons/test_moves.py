"""The buttons and forms that make a move."""

from __future__ import annotations

import asyncio

import pytest

from bot.texts import texts
from data.model.match import Match, Place
from games.base import PASS, Move
from tests.bot.board_checks import updated
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness
from tests.bot.interactions.buttons.verbs import refused
from tests.bot.service import ANA, BEN, CHO, some_move, until

DELETIONS = (Method.DELETE, Method.TOKEN_DELETE)
DIRECT = Place(guild_id=None, channel_id=71, locale="en-US")


async def test_a_move_that_the_rules_refuse(h: Harness) -> None:
    match = await h.match()
    for argument, key, arguments in (
        ("d4", "rule.occupied", {"move": "d4"}),
        ("a1", "rule.no-flips", {"move": "a1"}),
        ("@everyone", "rule.notation", {"text": "@everyone"}),
    ):
        assert await refused(h, ANA, match, "move", argument) == texts("en")(key, **arguments)


async def test_an_empty_form_says_what_to_do(h: Harness) -> None:
    match = await h.match()
    answer = await h.presses(ANA, match, "move")
    assert (answer.text, answer.ephemeral) == (texts("en")("modal.nothing"), True)


async def test_the_form_names_the_match(h: Harness) -> None:
    match = await h.match()
    answer = await h.presses(ANA, match, "type")
    assert answer.method is Method.MODAL and f"#{match.id}" in answer.text
    assert answer.custom_ids == (f"m:move:{match.id}:0.0",)


async def test_show_answers_with_the_board(h: Harness) -> None:
    match = await h.match()
    updated(h, await h.presses(ANA, match, "show"), match)


async def test_a_move_of_the_computer_follows_the_press(h: Harness) -> None:
    match = await h.against_computer()
    await h.presses(ANA, match, "move", some_move(match))
    await until(lambda: h.player.thinking)
    h.player.answer()
    await until(lambda: len(h.edits(match)) == 2)
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.UPDATE, Method.TOKEN_EDIT]


async def test_what_a_voter_selects_is_seen_by_them_alone(h: Harness) -> None:
    match = await h.voted("hare_and_hounds")
    chosen = await h.presses(BEN, match, "look", "a2")
    assert (chosen.method, chosen.ephemeral, chosen.attachments) == (Method.RESPOND, True, 1)
    assert h.reader(BEN)("vote.choose") in chosen.text and f"#{match.id}" in chosen.text
    note = h.ephemeral(chosen.message_id)
    other = await h.presses(BEN, match, "look", "b1", message=note)
    assert (other.method, other.message_id) == (Method.UPDATE, chosen.message_id)
    assert f"b:move:{match.id}:0.0:b1-b2" in other.custom_ids
    assert h.edits(match) == [], "the shared board stays as it is"
    cast = await h.presses(BEN, match, "move", "b1-b2", message=note)
    assert (cast.method, cast.attachments, cast.custom_ids) == (Method.UPDATE, 0, ())
    assert await h.services.matches.votes.counts(match) == {"b1-b2": 1}
    await h.presses(CHO, match, "look", "a2")
    assert len(h.notes()) == 2, "everybody has a note of their own"


@pytest.mark.parametrize("opponent", ["person", "computer"])
async def test_a_part_of_the_board_is_enlarged_for_the_mover_alone(h: Harness, opponent: str) -> None:
    """Neither the opponent nor who watches sees where somebody thinks of playing."""
    large = "go", "19x19-korean"
    match = await (h.match(*large) if opponent == "person" else h.against_computer(game=large))
    part = await h.presses(ANA, match, "look", "part-1")
    assert (part.method, part.ephemeral, part.attachments) == (Method.RESPOND, True, 1)
    assert f"#{match.id}" in part.text and f"b:look:{match.id}:0.0:block-2-0" in part.custom_ids
    note = h.ephemeral(part.message_id)
    rows = await h.presses(ANA, match, "look", "block-2-0", message=note)
    assert (rows.method, rows.message_id) == (Method.UPDATE, part.message_id)
    assert f"b:move:{match.id}:0.0:d17" in rows.custom_ids
    assert h.edits(match) == [], "the shared board stays as it is"
    played = await h.presses(ANA, match, "move", "d17", message=h.note(rows))
    assert (await h.now(match)).moves[:1] == ("d17",)
    assert (played.method, played.message_id) == (Method.UPDATE, part.message_id)


async def test_a_part_of_the_board_is_enlarged_in_place_where_nobody_else_is(h: Harness) -> None:
    match = await h.against_computer(DIRECT, game=("go", "19x19-korean"))
    answer = await h.presses(ANA, match, "look", "part-1")
    assert (answer.method, answer.ephemeral, answer.attachments) == (Method.UPDATE, False, 1)
    assert f"b:look:{match.id}:0.0:block-2-0" in answer.custom_ids


async def test_who_is_not_to_move_can_look_at_a_part_and_who_watches_is_offered_to_watch_and_guess(
    h: Harness,
) -> None:
    match = await h.match("go", "19x19-korean")
    offered = (f"p:watch:{match.id}.live", f"p:guess:{match.id}.0.0.show")
    for user, is_offered in ((BEN, False), (CHO, True)):
        part = await h.presses(user, match, "look", "part-1")
        assert (part.method, part.ephemeral, part.attachments) == (Method.RESPOND, True, 1)
        assert (tuple(part.custom_ids) == offered) is is_offered and part.custom_ids
    elsewhere = h.ephemeral()
    forged = await h.presses(CHO, match, "look", "part-1", message=elsewhere)
    assert forged.text == texts("en")("match.not-seated"), "only on the match's own message"
    assert h.edits(match) == []


async def test_a_column_of_a_smaller_board_is_shown_in_place(h: Harness) -> None:
    match = await h.match("go", "13x13-korean")
    answer = await h.presses(ANA, match, "look", "d")
    assert (answer.method, answer.ephemeral) == (Method.UPDATE, False)
    assert f"b:move:{match.id}:0.0:d4" in answer.custom_ids


async def test_controls_that_have_no_row_are_shown_to_the_person_who_asks(h: Harness) -> None:
    """To both players, whoever is to move; until the match has changed."""
    match = await h.match("go", "13x13-korean")
    for user in (ANA, BEN):
        answer = await h.presses(user, match, "more")
        assert (answer.method, answer.ephemeral) == (Method.RESPOND, True)
        assert [custom_id.split(":")[1] for custom_id in answer.custom_ids] == ["undo", "abort"]
    await h.presses(ANA, match, "move", "d4")
    await h.settled()
    assert not h.notes(), "they have gone with the position"
    assert await refused(h, CHO, match, "more") == texts("en")("match.not-seated")


async def test_a_board_that_one_person_sees_is_no_note(h: Harness) -> None:
    """A server can hide the bot's answers: the board itself is an ephemeral message."""
    match = await h.against_computer(game=("go", "19x19-korean"))
    board = h.ephemeral(match.home.message_id)
    part = await h.presses(ANA, match, "look", "part-1", message=board)
    assert (part.method, f"b:look:{match.id}:0.0:block-2-0" in part.custom_ids) == (Method.UPDATE, True)
    refusal = await h.presses(ANA, match, "move", "z99", message=board)
    assert (refusal.method, refusal.ephemeral) == (Method.RESPOND, True), "the board stays"
    await h.presses(ANA, match, "move", "d16", message=board)
    await h.settled()
    assert (await h.now(match)).moves[:1] == ("d16",)
    assert h.edits(match)[-1].attachments == 1
    assert board.id not in {request.message_id for request in h.discord.of(*DELETIONS)}


async def test_a_move_on_a_board_whose_message_is_not_stored_yet(h: Harness) -> None:
    """It was posted a moment ago, and is seen by one person: it is no note to close."""
    match = await h.unposted()
    board = h.ephemeral()
    await h.presses(ANA, match, "move", "b3", message=board)
    await h.settled()
    assert (await h.now(match)).moves == ("b3",)
    assert board.id not in {request.message_id for request in h.discord.of(*DELETIONS)}


async def test_each_early_pass_is_asked_about_once(h: Harness) -> None:
    match = await h.match("go", "9x9-korean")
    for user, move in ((ANA, "c3"), (BEN, "g7")):
        match = await h.services.matches.play(match.id, match.position_id, user, move)
    question = await h.presses(ANA, match, "move", "pass")
    assert question.ephemeral and "Pass all the same?" in question.text and question.labels == ("Pass",)
    assert (await h.now(match)).ply == match.ply
    await h.presses(ANA, match, "move", "pass", message=h.ephemeral())
    passed = await h.now(match)
    assert passed.moves[-1] == "pass"
    question = await h.presses(BEN, passed, "move", "pass")
    assert question.ephemeral and h.reader(BEN)("go.pass-ends-early") in question.text
    assert (await h.now(match)).ply == passed.ply
    await h.presses(BEN, passed, "move", "pass", message=h.ephemeral())
    assert (await h.now(match)).moves[-2:] == ("pass", "pass")


async def test_back_closes_an_enlarged_part(h: Harness) -> None:
    """The whole board is above it."""
    match = await h.against_computer(game=("go", "19x19-korean"))
    part = h.note(await h.presses(ANA, match, "look", "part-1"))
    await h.presses(ANA, match, "look", message=part)
    assert part.id in h.discord.deleted and h.edits(match) == []


async def test_a_pass_that_is_the_hint_is_not_asked_about(h: Harness) -> None:
    match = await h.against_computer(game=("go", "9x9-korean"))
    await hinted(h, match, Move("e5"))
    question = await h.presses(ANA, match, "move", "pass")
    assert "Pass all the same?" in question.text, "the hint is another move"
    match = await h.against_computer(game=("go", "9x9-korean"))
    await hinted(h, match, PASS)
    await h.presses(ANA, match, "move", "pass")
    assert (await h.now(match)).moves[:1] == (PASS,)


async def hinted(h: Harness, match: Match, move: Move) -> None:
    """Have the board of a match show a hint to Ana."""
    press = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    h.player.answer(move)
    await press


async def test_agreeing_to_a_count_without_territory_is_asked_about_first(h: Harness) -> None:
    match = await h.match("go", "9x9-korean")
    for user, move in ((ANA, "c3"), (BEN, "g7"), (ANA, "pass"), (BEN, "pass")):
        match = await h.services.matches.play(match.id, match.position_id, user, move)
    asked = await h.presses(ANA, match, "move", "agree")
    assert asked.ephemeral and "No territory is counted" in asked.text and asked.labels == ("Agree",)
    assert (await h.now(match)).ply == match.ply
    await h.presses(BEN, match, "move", "dead c3")
    marked = await h.now(match)
    await h.presses(ANA, marked, "move", "agree")
    assert (await h.now(match)).ply == marked.ply + 1
