"""Whom buttons refuse, how the refusal reads, and what an old button or a fault is answered with."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.messages import composer
from bot.texts import texts
from bot.ui.links import link
from data.errors import StoreBusy
from data.model.match import Match, PauseReason
from tests.bot.discord_fakes import Method, fault
from tests.bot.harness import Harness
from tests.bot.interactions.buttons.verbs import (
    EVERY_VERB,
    KEYBOARD,
    OF_A_CHALLENGE,
    OF_A_NOTE,
    PLAYED,
    refused,
)
from tests.bot.service import ANA, BEN, CHO

# --- Refusals -----------------------------------------------------------------------------------------


def test_every_verb_has_a_handler(h: Harness) -> None:
    assert sorted(h.buttons.handlers) == EVERY_VERB


async def test_a_person_who_does_not_play_is_refused(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    for verb in EVERY_VERB:
        key = "challenge.not-yours" if verb in OF_A_CHALLENGE else "match.not-seated"
        key = {
            "accept": "challenge.taken",
            "decline": "challenge.taken",
            "resign-no": "resign.kept",
            "review": "review.not-over",
            "advise": "review.not-over",
            "replay": "replay.not-over",
            "replay-yes": "replay.not-over",
            "share": "review.not-over",
            "share-yes": "review.not-over",
            "relay": "error.unknown-button",
        }.get(verb, key)
        assert await refused(h, CHO, match, verb) == texts("en")(key), verb


async def test_a_match_that_is_over_is_not_changed(h: Harness) -> None:
    match = await h.over()
    for verb in PLAYED:
        assert await refused(h, ANA, match, verb) == texts("en")("match.over"), verb


async def test_a_challenge_is_not_played(h: Harness) -> None:
    match = await h.challenge()
    for verb in PLAYED:
        assert await refused(h, ANA, match, verb) == texts("en")("match.not-begun"), verb


async def test_a_match_that_does_not_exist_and_a_verb_that_does_not(h: Harness) -> None:
    known = await h.match()
    for verb in [*EVERY_VERB, "pick", "nonsense", "x" * 20]:
        press = replace(h.press(known, verb, KEYBOARD.get(verb, "")), match_id=99)
        gone = h.interaction(ANA, message=h.ephemeral())
        await h.buttons.handle(gone.typed(), press)
        answer = gone.response.answered
        assert answer is not None, verb
        key = "error.unknown-match" if verb in EVERY_VERB else "error.unknown-button"
        key = "resign.kept" if verb == "resign-no" else key
        assert answer.text == texts("en")(key), verb
        assert answer.method is (Method.UPDATE if verb in OF_A_NOTE else Method.RESPOND), verb


async def test_a_refusal_is_in_the_readers_language(h: Harness) -> None:
    match = await h.match()
    for verb, key in (
        ("move", "match.not-your-turn"),
        ("look", "match.not-your-turn"),
        ("type", "match.not-your-turn"),
        ("hint", "hint.only-against-computer"),
        ("undo", "match.nothing-to-undo"),
        ("draw", "draw.too-early"),
        ("go-on", "match.not-paused"),
    ):
        assert await refused(h, BEN, match, verb) == texts("ko")(key), verb
        assert texts("ko")(key) != texts("en")(key)


async def test_an_adjourned_match_is_not_played(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    for user in (ANA, BEN):
        await h.services.matches.adjournments.adjourn(match.id, None, user)
    match = await h.now(match)
    await h.settled()
    assert match.paused is PauseReason.ADJOURNED
    for verb in ("move", "look", "type", "draw", "adjourn", "undo"):
        assert await refused(h, ANA, match, verb) == texts("en")("match.adjourned")


# --- An older position --------------------------------------------------------------------------------


async def test_a_form_of_an_older_position_is_answered_with_the_board_and_a_sentence(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    answer = await h.presses(ANA, match, "move", "c2", type=discord.InteractionType.modal_submit)
    await h.settled()
    (said,) = h.discord.of(Method.FOLLOWUP)
    assert answer.method is Method.UPDATE and f":{match.id}:1.0" in " ".join(answer.custom_ids)
    assert (said.text, said.ephemeral) == (texts("en")("match.outdated"), True)
    assert (await h.now(match)).moves == ("b3",)


async def test_a_press_in_another_message_gets_the_sentence_and_a_link(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    answer = await h.presses(BEN, match, "move", "c2", message=h.ephemeral())
    expected = f"{texts('ko')('match.outdated')} {texts('ko')('match.current', link=link(match.home))}"
    assert answer.method is Method.UPDATE and answer.custom_ids == ()
    assert answer.text.replace("\\", "") == expected.replace("\\", "")


# --- What fails ---------------------------------------------------------------------------------------


async def test_a_store_that_is_busy_is_explained(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await h.match()

    async def busy(match_id: int) -> Match:
        raise StoreBusy("held by a test")

    monkeypatch.setattr(h.store.matches, "get", busy)
    for verb in set(EVERY_VERB) - {"resign-no"}:
        answer = await h.presses(BEN, match, verb, KEYBOARD.get(verb, ""))
        assert (answer.text, answer.ephemeral) == (texts("ko")("error.store-busy"), True), verb


def broken(*_: object, **__: object) -> bytes:
    raise ZeroDivisionError("a mistake in the composing")


@pytest.mark.parametrize("outdated", [False, True])
async def test_an_unexpected_error_gets_a_reference(
    h: Harness, monkeypatch: pytest.MonkeyPatch, outdated: bool
) -> None:
    """Also while the answer to a press on an older position is composed."""
    match = await h.match()
    if outdated:
        await h.services.matches.play(match.id, None, ANA, "b3")
        await h.settled()
    monkeypatch.setattr(composer, "message_view", broken)
    answer = await h.presses(ANA, match, "move", "b3")
    expected = texts("en")("error.unexpected", reference="??????")
    assert answer.ephemeral and answer.text.split("`")[0] == expected.split("`")[0]
    assert (await h.now(match)).ply == 1, "the move is played, and the next edit shows it"


async def test_an_answer_that_discord_refuses_raises_nothing(h: Harness) -> None:
    match = await h.match()
    h.discord.fail(Method.RESPOND, fault(404, 10062))
    interaction = h.interaction(CHO, message=h.board(match))
    await h.buttons.handle(interaction.typed(), h.press(match, "undo"))
    assert h.discord.requests == []
