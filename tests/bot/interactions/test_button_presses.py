"""What each button does, whom it refuses, and how the refusal reads."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import discord
import pytest

from bot.match.limits import HINTS
from bot.match.setup import Seats
from bot.messages import composer
from bot.messages.reposting import SCROLLED_MESSAGES
from bot.texts import texts
from bot.ui.custom_ids import Verb
from bot.ui.links import link
from data.errors import StoreBusy
from data.model import Match, MatchState, OfferKind, PauseReason
from games.base import Move
from tests.bot.discord_fakes import CHANNEL, Method, Request, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, HERE, some_move, until

KEYBOARD = {"move": "b3", "look": "b3"}
"""The argument of a verb that needs one."""
OF_A_CHALLENGE = {"accept", "decline", "cancel"}
FOR_EVERYBODY = {"numbers", "review", "advise", "resign-no"}
"""What people can press who see the board and do not play; or what changes nothing."""
OF_A_NOTE = {"move", "resign-yes", "abort-yes", "resign-no", "retry"}
"""What the keys of an ephemeral note do; its next text takes their place."""
EVERY_VERB = sorted(verb for verb in Verb if verb not in {Verb.PICK, Verb.UNKNOWN})
PLAYED = sorted(set(EVERY_VERB) - OF_A_CHALLENGE - FOR_EVERYBODY - {"show", "rematch"})
"""What a player presses in a match that is not over."""


async def refused(h: Harness, user: int, match: Match, verb: str, argument: str = "") -> str:
    """The one sentence that only this person reads; nothing changes and no board is edited."""
    before, edits = await h.now(match), len(h.edits(match))
    answer = await h.presses(user, match, verb, argument or KEYBOARD.get(verb, ""))
    await h.settled()
    assert (answer.method, answer.ephemeral) == (Method.RESPOND, True), answer
    assert (await h.now(match), len(h.edits(match))) == (before, edits)
    return answer.text


# --- Refusals ------------------------------------------------------------------------------------------


def test_every_verb_has_a_handler(h: Harness) -> None:
    assert sorted(h.buttons.handlers) == EVERY_VERB


async def test_a_person_who_does_not_play_is_refused(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    for verb in set(EVERY_VERB) - {"numbers"}:
        key = "challenge.not-yours" if verb in OF_A_CHALLENGE else "match.not-seated"
        key = {
            "accept": "challenge.taken",
            "decline": "challenge.taken",
            "resign-no": "resign.kept",
            "review": "review.not-over",
            "advise": "review.not-over",
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


async def test_answers_to_offers_that_are_not_open(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    for verb in ("undo-yes", "undo-no", "draw-yes", "draw-no", "adjourn-yes", "adjourn-no"):
        answer = await h.presses(ANA, match, verb)
        assert answer.method is Method.UPDATE, "the board as it is"
    await h.presses(ANA, match, "draw")
    asked = await h.now(match)
    assert await refused(h, ANA, asked, "draw-yes") == texts("en")("match.own-offer")
    assert await refused(h, ANA, asked, "draw") == texts("en")("match.offer-pending")


async def test_a_challenge_pressed_by_the_wrong_person(h: Harness) -> None:
    match = await h.challenge()
    for user, verb, key in (
        (ANA, "accept", "challenge.only-challenged"),
        (ANA, "decline", "challenge.only-challenged"),
        (BEN, "cancel", "challenge.only-challenger"),
        (CHO, "accept", "challenge.not-yours"),
        (CHO, "decline", "challenge.not-yours"),
        (CHO, "cancel", "challenge.not-yours"),
    ):
        assert await refused(h, user, match, verb) == h.reader(user)(key)


async def test_an_adjourned_match_is_not_played(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    for user in (ANA, BEN):
        await h.services.matches.adjournments.adjourn(match.id, None, user)
    match = await h.now(match)
    await h.settled()
    assert match.paused is PauseReason.ADJOURNED
    for verb in ("move", "look", "type", "draw", "adjourn", "undo"):
        assert await refused(h, ANA, match, verb) == texts("en")("match.adjourned")


# --- An older position ---------------------------------------------------------------------------------


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
    expected = f"{texts('ko')('match.outdated')} {texts('ko')('match.current', link=link(match))}"
    assert answer.method is Method.UPDATE and answer.custom_ids == ()
    assert answer.text.replace("\\", "") == expected.replace("\\", "")


async def test_an_ended_challenge_answers_an_old_button(h: Harness) -> None:
    match = await h.challenge()
    await h.presses(ANA, match, "cancel")
    await h.presses(BEN, match, "accept")
    await h.settled()
    assert [one.text for one in h.discord.of(Method.FOLLOWUP)] == [texts("ko")("match.outdated")]


# --- What fails ----------------------------------------------------------------------------------------


async def test_a_store_that_is_busy_is_explained(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await h.match()

    async def busy(match_id: int) -> Match:
        raise StoreBusy("held by a test")

    monkeypatch.setattr(h.store.matches, "get", busy)
    for verb in set(EVERY_VERB) - {"resign-no"}:
        answer = await h.presses(BEN, match, verb, KEYBOARD.get(verb, ""))
        assert (answer.text, answer.ephemeral) == (texts("ko")("error.store-busy"), True), verb


def broken(*_: object, **__: object) -> bytes:
    raise ZeroDivisionError("a mistake in the drawing")


@pytest.mark.parametrize("outdated", [False, True])
async def test_an_unexpected_error_gets_a_reference(
    h: Harness, monkeypatch: pytest.MonkeyPatch, outdated: bool
) -> None:
    """Also while the answer to a press on an older position is drawn."""
    match = await h.match()
    if outdated:
        await h.services.matches.play(match.id, None, ANA, "b3")
        await h.settled()
    monkeypatch.setattr(composer, "picture", broken)
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


# --- What the buttons do -------------------------------------------------------------------------------


async def test_the_form_names_the_match(h: Harness) -> None:
    match = await h.match()
    answer = await h.presses(ANA, match, "type")
    assert answer.method is Method.MODAL and f"#{match.id}" in answer.text
    assert answer.custom_ids == (f"m:move:{match.id}:0.0",)


def updated(h: Harness, answer: Request, match: Match) -> None:
    """The press was answered with the board, and nothing else edited it."""
    assert (answer.method, answer.message_id) == (Method.UPDATE, match.message_id)
    assert answer in h.edits(match) and {one.method for one in h.edits(match)} == {Method.UPDATE}


@pytest.mark.parametrize(
    ("offer", "accept", "kind"),
    [
        ("undo", "undo-yes", OfferKind.TAKEBACK),
        ("draw", "draw-yes", OfferKind.DRAW),
        ("adjourn", "adjourn-yes", OfferKind.ADJOURN),
    ],
)
@pytest.mark.parametrize("answer", ["accepts", "declines", "withdraws"])
async def test_an_offer_is_answered(
    h: Harness, offer: str, accept: str, kind: OfferKind, answer: str
) -> None:
    match = await h.match(moves=("b3", "b2"))
    updated(h, await h.presses(BEN, match, offer), match)
    asked = await h.now(match)
    assert asked.offer is not None and asked.offer.kind == kind
    user = BEN if answer == "withdraws" else ANA
    verb = accept if answer == "accepts" else accept.replace("yes", "no")
    updated(h, await h.presses(user, asked, verb), match)
    await h.settled()
    after = await h.now(match)
    assert after.offer is None
    done = {
        OfferKind.TAKEBACK: after.takebacks == 1,
        OfferKind.DRAW: after.reason == "outcome.agreed",
        OfferKind.ADJOURN: after.paused is PauseReason.ADJOURNED,
    }[kind]
    assert done == (answer == "accepts")


async def test_on_a_live_clock_both_agree_to_resume(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"), control="10+10")
    for user in (ANA, BEN):
        await h.services.matches.adjournments.adjourn(match.id, None, user)
    await h.settled()
    h.discord.requests.clear()
    for user, verb, active in (
        (BEN, "go-on", False),
        (ANA, "go-on-no", False),
        (BEN, "go-on", False),
        (ANA, "go-on", True),
    ):
        updated(h, await h.presses(user, match, verb), match)
        assert (await h.now(match)).is_active == active


async def test_against_the_computer_one_person_adjourns_and_takes_back_alone(h: Harness) -> None:
    match = await h.against_computer()
    await h.presses(ANA, match, "move", "b3")
    moved = await h.now(match)
    await h.presses(ANA, moved, "undo")
    back = await h.now(match)
    assert (back.ply, back.takebacks) == (0, 1)
    await h.presses(ANA, back, "adjourn")
    assert (await h.now(match)).paused is PauseReason.ADJOURNED
    await h.presses(ANA, back, "go-on")
    assert (await h.now(match)).is_active


@pytest.mark.parametrize(
    ("moves", "verb", "question", "done", "reason"),
    [
        ((), "abort", "abort.sure", "abort.done", "outcome.aborted"),
        (("b3",), "abort", "abort.sure", "abort.done", "outcome.aborted"),
        (("b3", "b2"), "resign", "resign.sure", "resign.done", "outcome.resigned"),
    ],
)
async def test_leaving_is_confirmed(
    h: Harness, moves: tuple[str, ...], verb: str, question: str, done: str, reason: str
) -> None:
    match = await h.match(moves=moves)
    user, reader = BEN, texts("ko")
    asked = await h.presses(user, match, verb)
    assert asked.ephemeral and reader(question, title="").strip()[:12] in asked.text
    assert [one.split(":")[1] for one in asked.custom_ids] == [f"{verb}-yes", "resign-no"]
    kept = await h.presses(user, match, "resign-no", message=h.ephemeral())
    assert (kept.method, kept.text) == (Method.UPDATE, reader("resign.kept"))
    assert (await h.now(match)).state is MatchState.PLAYING
    closed = await h.presses(user, match, f"{verb}-yes", message=h.ephemeral())
    await h.settled()
    assert (closed.method, closed.text) == (Method.UPDATE, reader(done))
    assert (await h.now(match)).reason == reason
    assert [one.method for one in h.edits(match)] == [Method.EDIT]


async def test_the_board_is_never_replaced_by_the_confirmation(h: Harness) -> None:
    match = await h.match()
    for verb in ("resign-no", "abort-yes"):
        answer = await h.presses(ANA, match, verb)
        assert (answer.method, answer.ephemeral) == (Method.RESPOND, True)


async def test_a_confirmation_that_comes_too_late(h: Harness) -> None:
    match = await h.match()
    await h.services.matches.play(match.id, None, ANA, "b3")
    await h.services.matches.play(match.id, None, BEN, "b2")
    answer = await h.presses(ANA, match, "abort-yes", message=h.ephemeral())
    assert (answer.method, answer.text) == (Method.UPDATE, texts("en")("abort.too-late"))
    await h.services.matches.resign(match.id, None, BEN)
    answer = await h.presses(ANA, match, "resign-yes", message=h.ephemeral())
    assert answer.text == texts("en")("match.over")


@pytest.mark.parametrize(
    ("user", "verb", "reason"),
    [
        (BEN, "decline", "challenge.declined"),
        (ANA, "cancel", "challenge.cancelled"),
        (BEN, "accept", None),
    ],
)
async def test_a_challenge_is_answered(h: Harness, user: int, verb: str, reason: str | None) -> None:
    match = await h.challenge()
    answer = await h.presses(user, match, verb)
    updated(h, answer, match)
    after = await h.now(match)
    assert (after.reason, after.begun) == (reason, reason is None)
    if reason is not None:
        assert answer.custom_ids == () and texts("en")(reason) in answer.text


async def test_the_second_to_accept_an_open_challenge_sees_the_match(h: Harness) -> None:
    create = h.services.matches.challenges.create
    match = await h._posted(await create("othello", "6x6", Seats(ANA, None), ANA, HERE), timedelta(0))
    updated(h, await h.presses(BEN, match, "accept"), match)
    assert await refused(h, CHO, match, "accept") == texts("en")("challenge.taken")
    assert (await h.now(match)).second_id == BEN


async def test_an_accepted_challenge_moves_to_a_thread_if_the_server_wants_that(h: Harness) -> None:
    match = await h.challenge()
    await h.services.settings.update(match.guild_id or 0, threads=True)
    await h.presses(BEN, match, "accept")
    after = await h.now(match)
    assert after.thread_id == after.channel_id == match.message_id


async def test_the_limits_of_the_person_who_accepts(h: Harness) -> None:
    match = await h.challenge()
    await h.services.settings.update(match.guild_id or 0, matches=1)
    await h.services.matches.start_against_computer("othello", "6x6", Seats(BEN, None), "3", HERE)
    assert await refused(h, BEN, match, "accept") == texts("ko")("limit.in-guild", n=1)


# --- Rematches -----------------------------------------------------------------------------------------


async def test_a_rematch_changes_sides_and_challenges_the_opponent(h: Harness) -> None:
    over = await h.over()
    answer = await h.presses(ANA, over, "rematch")
    again = await h.store.matches.get(over.id + 1)
    assert (answer.method, answer.ephemeral, answer.mentions) == (Method.RESPOND, False, (BEN,))
    assert (again.state, again.first_id, again.challenger_id) == (MatchState.CHALLENGE, BEN, ANA)
    assert again.rematch_of == over.id and again.message_id == answer.message_id


async def test_both_request_a_rematch(h: Harness) -> None:
    """The second request accepts the first."""
    over = await h.over()
    await h.presses(ANA, over, "rematch")
    answer = await h.presses(BEN, over, "rematch")
    await h.settled()
    again = await h.store.matches.get(over.id + 1)
    assert again.state is MatchState.PLAYING
    expected = texts("ko")("rematch.started", id=again.id, link=link(again))
    assert answer.ephemeral and answer.text.replace("\\", "") == expected.replace("\\", "")
    assert [one.method for one in h.edits(again)] == [Method.TOKEN_EDIT]


async def test_a_second_press_links_to_the_rematch(h: Harness) -> None:
    over = await h.over()
    await asyncio.gather(*(h.presses(ANA, over, "rematch") for _ in range(2)))
    again = await h.store.matches.get(over.id + 1)
    late = await h.presses(ANA, over, "rematch")
    assert late.ephemeral and link(again) in late.text and f"#{again.id}" in late.text
    assert (await h.services.store.queries.of_user(ANA))[0].id == again.id


async def test_a_rematch_with_somebody_who_is_there_keeps_the_message(h: Harness) -> None:
    over = await h.over()
    h.services.activity.acted(BEN)
    answer = await h.presses(ANA, over, "rematch")
    again = await h.store.matches.get(over.id + 1)
    assert (answer.method, answer.message_id, answer.attachments) == (Method.UPDATE, over.message_id, 1)
    assert "wins" in answer.text and texts("en")("challenge.declined") not in answer.text
    assert [one.split(":")[1] for one in answer.custom_ids] == ["accept", "decline", "cancel"]
    assert (again.message_id, (await h.now(over)).message_id) == (over.message_id, None)
    begun = await h.presses(BEN, again, "accept")
    assert (begun.method, begun.message_id) == (Method.UPDATE, over.message_id)
    await h.settled()
    assert h.discord.of(Method.RESPOND, Method.SEND) == []
    assert over.id not in [one.id for one in await h.store.queries.behind()]


async def test_a_rematch_that_is_declined_leaves_the_finished_board(h: Harness) -> None:
    over = await h.over()
    for person in (ANA, BEN):
        h.services.activity.acted(person)
    await h.presses(ANA, over, "rematch")
    again = await h.store.matches.get(over.id + 1)
    answer = await h.presses(BEN, again, "decline")
    assert "wins" in answer.text and texts("en")("challenge.declined") in answer.text
    assert f"b:rematch:{over.id}:{over.ply}.{over.takebacks}" in answer.custom_ids
    message = h.board(again)
    answer = await h.presses(BEN, over, "rematch", message=message)
    third = await h.store.matches.get(over.id + 2)
    assert (answer.method, third.message_id, third.rematch_of) == (Method.UPDATE, message.id, over.id)
    assert (await h.now(again)).message_id is None


async def test_both_request_a_rematch_in_the_same_message(h: Harness) -> None:
    over = await h.over()
    h.services.activity.acted(BEN)
    await h.presses(ANA, over, "rematch")
    answer = await h.presses(BEN, over, "rematch", message=h.board(over))
    again = await h.store.matches.get(over.id + 1)
    assert (answer.method, answer.message_id) == (Method.UPDATE, over.message_id)
    assert again.state is MatchState.PLAYING


async def test_a_finished_board_that_has_scrolled_away_is_left(h: Harness) -> None:
    over = await h.over()
    h.services.activity.acted(BEN)
    for _ in range(SCROLLED_MESSAGES):
        h.services.repost_rule.message_seen(CHANNEL, h.discord.new_id())
    assert (await h.presses(ANA, over, "rematch")).method is Method.RESPOND
    assert (await h.now(over)).message_id == over.message_id


async def test_a_rematch_of_a_match_that_is_not_over_shows_the_board(h: Harness) -> None:
    match = await h.match()
    assert (await h.presses(ANA, match, "rematch")).method is Method.UPDATE


# --- Hints and numbers ---------------------------------------------------------------------------------


async def test_a_hint_is_ephemeral_and_offers_the_move(h: Harness) -> None:
    match = await h.against_computer()
    asked = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    h.player.answer(Move("b3"))
    answer = await asked
    (hint,) = h.discord.of(Method.EDIT_RESPONSE)
    assert (answer.method, answer.ephemeral, answer.thinking) == (Method.DEFER, True, True)
    assert hint.custom_ids == (f"b:move:{match.id}:0.0:b3",)
    assert h.edits(match) == []


async def test_hints_are_one_at_a_time_and_counted(h: Harness) -> None:
    match, other = await h.against_computer(), await h.against_computer()
    first = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    assert await refused(h, ANA, other, "hint") == texts("en")("hint.one-at-a-time")
    h.player.answer()
    await first
    for _ in range(HINTS - 1):
        asked = asyncio.create_task(h.presses(ANA, match, "hint"))
        await until(lambda: h.player.thinking)
        h.player.answer()
        await asked
    assert str(HINTS) in await refused(h, ANA, match, "hint")


async def test_a_hint_of_an_engine_that_fails_is_explained(h: Harness) -> None:
    match = await h.against_computer()
    asked = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    h.player.thinking[-1][1].set_exception(ZeroDivisionError("an engine's mistake"))
    await asked
    (said,) = h.discord.of(Method.EDIT_RESPONSE)
    assert said.ephemeral and "`" in said.text and said.custom_ids == ()


async def test_numbers_are_for_people_who_see_the_board(h: Harness) -> None:
    match = await h.match(moves=("b3",))
    answer = await h.presses(CHO, match, "numbers")
    (shown,) = h.discord.of(Method.EDIT_RESPONSE)
    assert answer.ephemeral and (shown.ephemeral, shown.attachments) == (True, 1)
    elsewhere = h.client.get_partial_messageable(CHANNEL + 9)
    hidden = await h.presses(CHO, match, "numbers", channel=elsewhere)
    assert (hidden.text, hidden.ephemeral) == (texts("en")("match.not-seated"), True)


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
