"""The buttons and forms that make a move."""

from __future__ import annotations

from bot.texts import texts
from tests.bot.board_checks import updated
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness
from tests.bot.interactions.buttons.verbs import refused
from tests.bot.service import ANA, BEN, CHO, some_move, until


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
