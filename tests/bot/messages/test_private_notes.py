"""Private notes: at most one per person and match, and none that stays."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.exceptions import Refusal
from bot.interactions.commands.move import move_command
from bot.interactions.commands.resign import resign_command
from bot.interactions.error_replies import explain
from bot.messages import private_notes
from bot.messages.interaction_responses import PublicPost
from bot.texts import texts
from data.model.match import Match, MatchState
from tests.bot.discord_fakes import (
    CHANNEL,
    UNKNOWN_MESSAGE,
    FakeChannel,
    FakeInteraction,
    Method,
    Request,
    fault,
    run,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, some_move, until

SAYS = texts("en")
USUAL = private_notes.VANISH_SECONDS, private_notes.FRESH_SECONDS


@pytest.fixture(autouse=True)
def usual_times(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes last as long as they do for people."""
    monkeypatch.setattr(private_notes, "VANISH_SECONDS", USUAL[0])
    monkeypatch.setattr(private_notes, "FRESH_SECONDS", USUAL[1])


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What vanishes does so soon."""
    monkeypatch.setattr(private_notes, "VANISH_SECONDS", 0.02)


def only_note(h: Harness) -> Request:
    (note,) = h.notes().values()
    return note


def command(h: Harness, user: int = ANA, channel: FakeChannel | None = None) -> FakeInteraction:
    return h.interaction(user, channel=channel, type=discord.InteractionType.application_command)


async def types(h: Harness, match: Match, move: str, channel: FakeChannel | None = None) -> FakeInteraction:
    """Ana uses ``/move``."""
    interaction = command(h, channel=channel)
    await run(move_command, interaction.typed(), move, match.id)
    return interaction


# --- One note -------------------------------------------------------------------------------------------


async def test_the_next_refusal_edits_the_one_before(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "d4")
    first = set(h.notes())
    answer = await h.presses(ANA, match, "undo")
    assert (answer.method, set(h.notes())) == (Method.DEFER, first)
    assert only_note(h).text == SAYS("match.nothing-to-undo")


async def test_an_older_note_is_replaced(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been dismissed, and Discord does not say so."""
    match = await h.match()
    monkeypatch.setattr(private_notes, "FRESH_SECONDS", 0.0)
    await h.presses(ANA, match, "move", "d4")
    (first,) = h.notes()
    answer = await h.presses(ANA, match, "undo")
    await until(lambda: len(h.notes()) == 1)
    assert answer.method is Method.RESPOND and first not in h.notes()
    assert only_note(h).text == SAYS("match.nothing-to-undo")


async def test_a_note_that_cannot_be_edited_is_sent_anew(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "d4")
    h.discord.fail(Method.TOKEN_EDIT, fault(404, UNKNOWN_MESSAGE))
    answer = await h.presses(ANA, match, "undo")
    assert answer.method is Method.DEFER and len(h.discord.of(Method.FOLLOWUP)) == 1
    await until(lambda: len(h.notes()) == 1)
    assert only_note(h).text == SAYS("match.nothing-to-undo")


async def test_what_was_sent_anew_has_its_picture(h: Harness) -> None:
    """An edit that fails has read the file to its end."""
    match = await h.match("go", "19x19-korean")
    await h.presses(ANA, match, "look", "part-1")
    (pad,) = h.notes()
    h.discord.fail(Method.UPDATE, fault(404, UNKNOWN_MESSAGE))
    answer = await h.presses(ANA, match, "look", "part-2", message=h.ephemeral(pad))
    assert (answer.method, answer.attachments) == (Method.RESPOND, 1)


async def test_an_enlarged_part_is_sent_anew_since_it_may_have_been_dismissed(h: Harness) -> None:
    match = await h.match("go", "19x19-korean")
    await h.presses(ANA, match, "look", "part-1")
    (first,) = h.notes()
    answer = await h.presses(ANA, match, "look", "part-2")
    assert (answer.method, answer.attachments) == (Method.RESPOND, 1)
    await until(lambda: len(h.notes()) == 1)
    assert first not in h.notes()


async def test_one_for_each_person_and_match(h: Harness) -> None:
    matches = [await h.match(), await h.match()]
    for match in matches:
        for user in (ANA, BEN):
            for _ in range(3):
                await h.presses(user, match, "undo")
    assert len(h.notes()) == 4


# --- Where the bot was said to be thinking ----------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails is tried again soon."""
    monkeypatch.setattr(private_notes, "RETRY_SECONDS", (0.01,))


async def thinking(h: Harness, match: Match) -> FakeInteraction:
    """A press of Ana's that was deferred in public, because its answer takes long."""
    interaction = h.interaction(ANA, message=h.board(match))
    await interaction.response.defer(thinking=True)
    return interaction


def shown_in(h: Harness, interaction: FakeInteraction) -> list[str]:
    """What has replaced the sign that the bot thinks."""
    deferred = interaction.response.answered
    edits = h.discord.of(Method.EDIT_RESPONSE)
    return [one.text for one in edits if deferred is not None and one.message_id == deferred.message_id]


async def test_a_refusal_takes_the_place_of_thinking_though_a_note_is_fresh(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "d4")
    interaction = await thinking(h, match)
    await explain(interaction.typed(), Refusal("match.nothing-to-undo"), match.id)
    assert shown_in(h, interaction) == [SAYS("match.nothing-to-undo")]


async def test_an_answer_takes_the_place_of_thinking_once_discord_is_back(
    h: Harness, impatient: None
) -> None:
    match = await h.match()
    interaction = await thinking(h, match)
    h.discord.fail(Method.EDIT_RESPONSE, *[fault(503)] * 5, OSError("cut"))
    await explain(interaction.typed(), Refusal("match.nothing-to-undo"), match.id)
    await until(lambda: shown_in(h, interaction))
    assert shown_in(h, interaction) == [SAYS("match.nothing-to-undo")]


async def test_an_answer_is_given_up_with_its_token(
    h: Harness, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_notes, "TOKEN_SECONDS", 0.05)
    match = await h.match()
    interaction = await thinking(h, match)
    h.discord.fail(Method.EDIT_RESPONSE, *[fault(503)] * 10_000)
    await explain(interaction.typed(), Refusal("match.nothing-to-undo"), match.id)
    await until(lambda: h.services.private_notes.is_idle)
    assert shown_in(h, interaction) == []


@pytest.mark.parametrize("refused", [fault(401, 50027), fault(404, 10015)])
async def test_an_answer_that_discord_refuses_is_not_repeated(
    h: Harness, impatient: None, refused: Exception
) -> None:
    match = await h.match()
    interaction = await thinking(h, match)
    h.discord.fail(Method.EDIT_RESPONSE, fault(503), refused)
    await explain(interaction.typed(), Refusal("match.nothing-to-undo"), match.id)
    await until(lambda: h.services.private_notes.is_idle)
    assert shown_in(h, interaction) == [] and h.discord.failed(Method.EDIT_RESPONSE)


async def test_an_error_after_the_answer_does_not_replace_it(h: Harness) -> None:
    match = await h.match()
    interaction = await thinking(h, match)
    posted = await h.services.boards.messages.post(interaction.typed(), match, match.home, PublicPost())
    await explain(interaction.typed(), Refusal("match.nothing-to-undo"), match.id)
    (board,) = shown_in(h, interaction)
    assert board != SAYS("match.nothing-to-undo") and posted.home.message_id is not None
    assert only_note(h).text == SAYS("match.nothing-to-undo")


# --- It vanishes ----------------------------------------------------------------------------------------


async def test_refusals_vanish(h: Harness, soon: None) -> None:
    match = await h.match()
    assert USUAL[0] == 8.0
    await h.presses(BEN, match, "move", "d4")
    await types(h, match, "nonsense")
    assert len(h.notes()) == 2
    await until(lambda: not h.notes())
    assert h.services.private_notes.is_idle


async def test_the_reference_of_an_error_stays(
    h: Harness, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await h.match()

    async def broken(match_id: int) -> Match:
        raise ZeroDivisionError

    monkeypatch.setattr(h.store.matches, "get", broken)
    await h.presses(ANA, match, "undo")
    await asyncio.sleep(0.06)
    assert "`" in only_note(h).text


async def test_a_note_that_cannot_be_deleted_is_logged_only(h: Harness, soon: None) -> None:
    match = await h.match()
    h.discord.fail(Method.TOKEN_DELETE, fault(404, UNKNOWN_MESSAGE))
    await h.presses(BEN, match, "move", "d4")
    await until(lambda: h.services.private_notes.is_idle)
    assert len(h.notes()) == 1
    await h.presses(BEN, match, "undo")
    await until(lambda: len(h.notes()) == 1 and h.services.private_notes.is_idle)


async def test_nothing_runs_after_the_end(h: Harness) -> None:
    match = await h.match()
    await h.presses(BEN, match, "move", "d4")
    assert not h.services.private_notes.is_idle
    await h.services.private_notes.close()
    assert h.services.private_notes.is_idle


# --- Its keys -------------------------------------------------------------------------------------------


async def test_a_key_from_before_the_last_start_says_why_it_is_dead(h: Harness, soon: None) -> None:
    match = await h.match(moves=("b3", "b2"))
    await h.presses(ANA, match, "resign")
    (note,) = h.notes()
    h.services.private_notes.take(ANA, match.id)  # as if the bot had been started since
    await h.services.matches.resign(match.id, None, BEN)
    answer = await h.presses(ANA, match, "resign-yes", message=h.ephemeral(note))
    assert (answer.method, answer.message_id, answer.custom_ids) == (Method.UPDATE, note, ())
    assert SAYS("match.over") in answer.text
    await until(lambda: not h.notes())


async def test_a_note_that_closed_under_the_press_is_answered_with_another(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    await h.presses(ANA, match, "resign")
    (note,) = h.notes()
    h.discord.fail(Method.UPDATE, fault(404, UNKNOWN_MESSAGE))
    answer = await h.presses(ANA, match, "resign-yes", message=h.ephemeral(note))
    assert (answer.method, answer.text) == (Method.RESPOND, SAYS("resign.done"))


# --- Questions ------------------------------------------------------------------------------------------


async def test_a_confirmation_takes_the_place_of_its_question(h: Harness, soon: None) -> None:
    match = await h.match(moves=("b3", "b2"))
    await h.presses(ANA, match, "resign")
    await h.presses(BEN, match, "resign")
    first, second = h.notes()
    answer = await h.presses(ANA, match, "resign-yes", message=h.ephemeral(first))
    assert (answer.message_id, answer.text, answer.custom_ids) == (first, SAYS("resign.done"), ())
    assert (await h.now(match)).state == MatchState.OVER
    await until(lambda: second not in h.notes())
    await until(lambda: not h.notes())


async def test_the_question_stays_while_the_match_goes_on(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    interaction = command(h)
    await run(resign_command, interaction.typed(), match.id)
    await h.services.matches.play(match.id, None, ANA, some_move(await h.now(match)))
    await h.settled()
    assert only_note(h).custom_ids


async def test_the_question_to_abort_closes_when_it_is_too_late(h: Harness) -> None:
    match = await h.match(moves=("b3",))
    await h.presses(ANA, match, "abort")
    await h.services.matches.play(match.id, None, BEN, "b2")
    await until(lambda: not h.notes())


# --- Typed moves ----------------------------------------------------------------------------------------


async def test_a_typed_move_leaves_nothing(h: Harness) -> None:
    match = await h.match()
    interaction = await types(h, match, "b3")
    assert interaction.response.answered is not None and interaction.response.answered.ephemeral
    assert (await h.now(match)).moves == ("b3",) and not h.notes()


async def test_a_refused_move_is_not_explained_any_more_once_another_is_made(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_notes, "VANISH_SECONDS", 3600.0)
    match = await h.match()
    await types(h, match, "z99")
    assert "z99" in only_note(h).text
    await h.presses(ANA, match, "move", some_move(match))
    assert (await h.now(match)).ply == 1
    await until(lambda: not h.notes())


async def test_what_the_opponent_was_told_stays_when_somebody_moves(h: Harness) -> None:
    match = await h.match()
    await h.presses(BEN, match, "move", "d4")
    await types(h, match, some_move(match))
    assert len(h.notes()) == 1


async def test_an_answer_that_cannot_be_deleted_raises_nothing(h: Harness) -> None:
    match = await h.match()
    h.discord.fail(Method.TOKEN_DELETE, fault(500))
    await types(h, match, "b3")
    assert (await h.now(match)).moves == ("b3",)


async def test_a_move_typed_elsewhere_is_confirmed(h: Harness, soon: None) -> None:
    match = await h.match()
    await types(h, match, "b3", FakeChannel(h.discord, CHANNEL + 9))
    assert "b3" in only_note(h).text and f"#{match.id}" in only_note(h).text
    await until(lambda: not h.notes())


async def test_a_move_in_another_match_than_the_newest_is_confirmed(h: Harness, soon: None) -> None:
    match, newest = await h.match(), await h.against_computer()
    await h.services.boards.messages.repost(h.interaction(ANA).typed(), newest, newest.home, PublicPost())
    await types(h, match, "b3")
    assert "b3" in only_note(h).text and f"#{match.id}" in only_note(h).text
    await until(lambda: not h.notes())
    await types(h, newest, "b3")
    assert (await h.now(newest)).ply and not h.notes()
