"""Which presses come too soon after their keys appeared."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from ai.base import Choice
from bot.match.hints import Hint
from bot.messages import press_guard
from bot.messages.press_guard import PressGuard
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from data.model.match import Match, Offer, OfferKind, PositionId
from games.base import Move, Side
from tests.boards import on_board
from tests.bot.discord_fakes import UNKNOWN_MESSAGE, Method, fault
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, some_move, until
from tests.bot.stories import match_of
from tests.clock import Clock

MESSAGE, SECONDS = 500, press_guard.READING_SECONDS
MATCH = on_board(match_of("othello", "8x8", second_id=None, level="3"), message_id=MESSAGE)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the guard, and its usual patience."""
    clock = Clock()
    monkeypatch.setattr(press_guard, "monotonic", clock)
    monkeypatch.setattr(press_guard, "READING_SECONDS", SECONDS)
    return clock


@pytest.fixture
def hints() -> dict[int, Hint]:
    """The hint on each match's board."""
    return {}


@pytest.fixture
def guard(clock: Clock, hints: dict[int, Hint]) -> PressGuard:
    """A guard that has just seen the match's message edited."""
    guard = PressGuard(lambda match: hints.get(match.id))
    show(guard, MATCH)
    return guard


def no_hint(_: Match) -> None:
    """No board has one."""


def show(guard: PressGuard, match: Match, selection: str = "", message_id: int = MESSAGE) -> None:
    with guard.showing(match, message_id, selection):
        pass


def pressed(match: Match = MATCH, verb: Verb = Verb.MOVE, argument: str = "d3") -> Press:
    return Press(verb, match.id, match.position_id, argument)


@pytest.mark.parametrize("verb", [Verb.MOVE, Verb.SELECT])
@pytest.mark.parametrize(("seconds", "accidental"), [(0.0, True), (0.29, True), (0.31, False), (60, False)])
def test_a_new_position_has_to_be_seen_for_three_tenths_of_a_second(
    guard: PressGuard, clock: Clock, verb: Verb, seconds: float, accidental: bool
) -> None:
    clock.now += seconds
    assert guard.is_accidental(pressed(verb=verb), MESSAGE) is accidental


def test_what_was_never_seen_or_is_another_message_is_old_enough(guard: PressGuard) -> None:
    assert not PressGuard(no_hint).is_accidental(pressed(), MESSAGE)
    assert not guard.is_accidental(pressed(replace(MATCH, id=MATCH.id + 1)), MESSAGE)
    assert not guard.is_accidental(pressed(), MESSAGE + 1)
    older = Press(Verb.MOVE, MATCH.id, PositionId(9, 9), "d3")
    assert not guard.is_accidental(older, MESSAGE), "the service refuses it by its position"


def test_an_edit_that_leaves_the_keys_starts_nothing(guard: PressGuard, clock: Clock) -> None:
    """Such as one for an offer: the person has been looking at this position."""
    clock.now += 5
    show(guard, replace(MATCH, version=9))
    assert not guard.is_accidental(pressed(), MESSAGE)
    show(guard, MATCH, message_id=MESSAGE + 1)
    assert guard.is_accidental(pressed(), MESSAGE + 1), "another message lies elsewhere"


def test_a_press_during_the_edit_counts_from_its_start(guard: PressGuard, clock: Clock) -> None:
    """The person saw the edit before its answer came; a slow answer does not keep them from playing."""
    moved = replace(MATCH, moves=(Move("d3"),))
    clock.now += 5
    with guard.showing(moved, MESSAGE):
        assert guard.is_accidental(pressed(moved), MESSAGE)
        clock.now += SECONDS
        assert not guard.is_accidental(pressed(moved), MESSAGE)
        clock.now += SECONDS
    assert guard.is_accidental(pressed(moved), MESSAGE)
    clock.now += SECONDS
    assert not guard.is_accidental(pressed(moved), MESSAGE)


def test_an_edit_that_fails_shows_nothing(guard: PressGuard, clock: Clock) -> None:
    clock.now += 5
    with pytest.raises(discord.NotFound), guard.showing(MATCH, MESSAGE, "b1"):
        raise fault(404, UNKNOWN_MESSAGE)
    assert not guard.is_accidental(pressed(), MESSAGE)
    with pytest.raises(discord.NotFound), PressGuard(no_hint).showing(MATCH, MESSAGE):
        raise fault(404, UNKNOWN_MESSAGE)


def test_the_second_tap_on_a_piece_neither_moves_nor_deselects_it(guard: PressGuard, clock: Clock) -> None:
    clock.now += 5
    show(guard, MATCH, "b1")
    assert guard.is_accidental(pressed(argument="b1-b2"), MESSAGE)
    assert guard.is_accidental(pressed(verb=Verb.SELECT, argument=""), MESSAGE), "deselects"
    assert guard.is_accidental(pressed(verb=Verb.SELECT, argument="b1"), MESSAGE), "the same key again"
    assert not guard.is_accidental(pressed(verb=Verb.SELECT, argument="a1"), MESSAGE), "another piece"
    clock.now += SECONDS
    assert not guard.is_accidental(pressed(argument="b1-b2"), MESSAGE)
    assert not guard.is_accidental(pressed(verb=Verb.SELECT, argument=""), MESSAGE)


def test_on_a_board_that_was_just_uncovered_the_second_tap_takes_nothing_back(
    guard: PressGuard, clock: Clock
) -> None:
    clock.now += 5
    guard.uncovered(MESSAGE)
    assert guard.is_accidental(pressed(verb=Verb.UNDO), MESSAGE)
    assert not guard.is_accidental(pressed(verb=Verb.SELECT, argument="b1"), MESSAGE), "it can be meant"
    clock.now += SECONDS
    assert not guard.is_accidental(pressed(verb=Verb.UNDO), MESSAGE)


def test_the_window_moves_as_fast_as_one_taps(guard: PressGuard, clock: Clock) -> None:
    clock.now += 5
    for selection in ("w3", "w4", "w5"):
        assert not guard.is_accidental(pressed(verb=Verb.SELECT, argument=selection), MESSAGE)
        show(guard, MATCH, selection)
        clock.now += 0.2


def test_the_key_of_a_hint_has_to_be_seen(guard: PressGuard, clock: Clock, hints: dict[int, Hint]) -> None:
    clock.now += 5
    hints[MATCH.id] = Hint()
    show(guard, MATCH)
    assert not guard.is_accidental(pressed(), MATCH.home.message_id or 0), "no key has changed"
    hints[MATCH.id] = Hint(Choice(Move("d3"), 0.5, 1, 1, (Move("d3"),)))
    show(guard, MATCH)
    assert guard.is_accidental(pressed(), MESSAGE)
    assert not guard.is_accidental(pressed(argument="c4"), MESSAGE), "it is where it was"
    clock.now += SECONDS
    assert not guard.is_accidental(pressed(), MESSAGE)


def test_the_answers_to_an_offer_have_to_be_seen(guard: PressGuard, clock: Clock) -> None:
    """They appear where undo and draw were, and the other way round."""
    accept, undo = pressed(verb=Verb.ACCEPT_UNDO, argument=""), pressed(verb=Verb.UNDO, argument="")
    assert not guard.is_accidental(undo, MESSAGE), "it was there before the move"
    clock.now += 5
    show(guard, replace(MATCH, offer=Offer(OfferKind.TAKEBACK, Side.SECOND, 0)))
    assert guard.is_accidental(accept, MESSAGE)
    assert not guard.is_accidental(pressed(), MESSAGE), "the keypad is where it was"
    clock.now += SECONDS
    assert not guard.is_accidental(accept, MESSAGE)
    show(guard, MATCH)
    assert guard.is_accidental(undo, MESSAGE)
    assert not guard.is_accidental(pressed(), MESSAGE)


# --- In the bot ----------------------------------------------------------------------------------------


async def answered(h: Harness) -> Match:
    """The computer has answered at once, and the board shows it."""
    match = await h.against_computer()
    await h.presses(ANA, match, "move", "b3")
    await until(lambda: h.player.thinking)
    h.player.answer()
    await until(lambda: len(h.edits(match)) == 2)
    await h.settled()
    return await h.now(match)


async def test_a_tap_that_comes_too_soon_leaves_the_board_as_it_is(h: Harness, clock: Clock) -> None:
    match = await answered(h)
    legal = some_move(match)
    for verb in ("move", "look"):
        answer = await h.presses(ANA, match, verb, legal)
        assert answer.ephemeral and answer.text == h.reader(ANA)("match.pressed-too-soon")
    assert await h.now(match) == match and len(h.edits(match)) == 2
    clock.now += SECONDS
    await h.presses(ANA, match, "move", legal)
    assert (await h.now(match)).ply == match.ply + 1


async def test_a_tap_of_a_spectator_that_comes_soon_is_answered_as_any_other(
    h: Harness, clock: Clock
) -> None:
    match = await answered(h)
    answer = await h.presses(CHO, match, "move", some_move(match))
    assert answer.ephemeral and h.reader(CHO)("match.not-seated") in answer.text
    assert [custom_id.split(":")[1] for custom_id in answer.custom_ids] == ["watch", "guess"]
    assert await h.now(match) == match


async def test_forms_hints_and_other_buttons_are_not_guarded(h: Harness, clock: Clock) -> None:
    match = await answered(h)
    opened = await h.presses(ANA, match, "type")
    assert opened.method is Method.MODAL
    form = discord.InteractionType.modal_submit
    await h.presses(ANA, match, "move", some_move(match), type=form)
    assert (await h.now(match)).ply == match.ply + 1


async def test_a_tap_on_the_board_before_is_answered_with_the_board_alone(h: Harness, clock: Clock) -> None:
    match = await h.against_computer()
    await h.presses(ANA, match, "move", "b3")
    answer = await h.presses(ANA, match, "move", "c2")
    await h.settled()
    assert answer.method is Method.UPDATE and f":{match.id}:1.0" in " ".join(answer.custom_ids)
    assert h.discord.of(Method.FOLLOWUP, Method.RESPOND) == []
    assert (await h.now(match)).moves == ("b3",)
    undo = await h.presses(ANA, match, "undo")
    (said,) = h.discord.of(Method.FOLLOWUP)
    assert undo.method is Method.UPDATE and said.text == texts("en")("match.outdated")


async def test_people_are_guarded_from_each_others_moves(h: Harness, clock: Clock) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    moved = await h.now(match)
    await h.presses(BEN, moved, "move", some_move(moved))
    assert (await h.now(match)).ply == 1
    clock.now += SECONDS
    await h.presses(BEN, moved, "move", some_move(moved))
    assert (await h.now(match)).ply == 2
