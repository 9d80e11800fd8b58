"""Guesses of who watches: the keypad in place of the live board, the guess on it, and what becomes of it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from ai.analysis import ANALYSIS_VERSION, Verdict, encode
from bot.features import FEATURES
from bot.interactions.commands.board import board_command
from bot.messages.watchers import Watchers
from bot.texts import texts
from bot.ui.custom_ids import Verb
from bot.ui.layout import UNBROKEN
from bot.ui.modals import FIELD
from bot.ui.panel import Panel
from data.matches.analyses import Analysis, position_hash
from data.model.match import Match
from games import replay
from tests.bot.discord_fakes import FakeMessage, Method, Request, run
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO, until
from tests.bot.verdicts import line

EN = texts("en")


async def watch(h: Harness, match: Match, user: int = CHO) -> int:
    """A person watches a match; the id of the live board."""
    interaction = h.interaction(user, type=discord.InteractionType.application_command)
    await run(board_command, interaction.typed(), None, match.id)
    await until(lambda: h.services.part(Watchers).is_idle)
    return h.discord.of(Method.EDIT_RESPONSE)[-1].message_id or 0


async def press(h: Harness, message_id: int, argument: str, user: int = CHO, **fields: Any) -> Request:
    """A person presses a button of the live board, or submits a form; what answers."""
    message = FakeMessage(message_id, h.ephemeral().channel, discord.MessageFlags(ephemeral=True))
    interaction = h.interaction(user, message=message, **fields)
    await FEATURES.handle_panel(interaction.typed(), Panel("guess", argument))
    await until(lambda: h.services.part(Watchers).is_idle)
    assert interaction.response.answered is not None
    return interaction.response.answered


async def play(h: Harness, match: Match, user: int, move: str) -> Match:
    played = await h.services.matches.play(match.id, None, user, move)
    await until(lambda: h.services.part(Watchers).is_idle)
    await h.settled()
    return played


def argument(match: Match, action: str = "show") -> str:
    return f"{match.id}.{match.ply}.{match.takebacks}.{action}"


async def review(h: Harness, match: Match, user: int) -> str:
    """What the overview of a match that is over says to a person."""
    await h.presses(user, match, Verb.REVIEW)
    return h.discord.of(Method.EDIT_RESPONSE)[-1].text


def last_edit(h: Harness, message_id: int) -> Request:
    return [edit for edit in h.discord.of(Method.TOKEN_EDIT) if edit.message_id == message_id][-1]


@pytest.fixture
async def match(h: Harness) -> Match:
    return await h.match(moves=("b3", "b2"))


async def test_a_guess_is_made_in_the_message_of_the_live_board(h: Harness, match: Match) -> None:
    live = await watch(h, match)
    keypad = await press(h, live, argument(match))
    assert keypad.message_id == live and keypad.method is Method.UPDATE and keypad.attachments == 1
    assert f"p:guess:{argument(match, 'try.c2')}" in keypad.custom_ids and "next move?" in keypad.text
    board = await press(h, live, argument(match, "try.c2"))
    assert board.message_id == live and "Your guess: **c2**" in board.text and "Live until" in board.text
    match = await play(h, match, ANA, "c2")
    answered = last_edit(h, live)
    assert "✅ **c2** was right · 1 of 1 right" in answered.text and "next move?" in answered.text
    assert f"p:guess:{argument(match, 'try.d2')}" in answered.custom_ids, "the next guess is one tap"


async def test_who_stops_guessing_has_the_live_board_after_two_moves(h: Harness, match: Match) -> None:
    live = await watch(h, match)
    await press(h, live, argument(match, "try.c2"))
    match = await play(h, match, ANA, "c2")
    match = await play(h, match, BEN, replay(match.record).legal_moves()[0])
    assert "next move?" in last_edit(h, live).text
    await play(h, match, ANA, replay(match.record).legal_moves()[0])
    assert (
        f"Best guesser: <@{CHO}>{UNBROKEN}1/1" in last_edit(h, live).text
        and "Live until" in last_edit(h, live).text
    )


async def test_the_end_names_the_best_guesser(h: Harness, match: Match) -> None:
    live = await watch(h, match)
    await press(h, live, argument(match, "try.c2"))
    match = await play(h, match, ANA, "c2")
    await press(h, live, argument(match, "try.d2"))
    await h.services.matches.resign(match.id, None, BEN)
    await until(lambda: h.services.part(Watchers).is_idle)
    last = last_edit(h, live)
    assert f"Best guesser: <@{CHO}>{UNBROKEN}1/1" in last.text and "d2" not in last.text
    assert [custom_id.split(":")[1] for custom_id in last.custom_ids] == ["review"]


async def test_after_the_analysis_the_board_and_the_review_count_guesses_that_were_as_good(
    h: Harness, match: Match
) -> None:
    live = await watch(h, match)
    better = next(move for move in replay(match.record).legal_moves() if move != "c2")
    await press(h, live, argument(match, f"try.{better}"))
    match = await play(h, match, ANA, "c2")
    match = await h.services.matches.resign(match.id, None, BEN)
    await until(lambda: h.services.part(Watchers).is_idle)
    assert "0 of 1 right" in last_edit(h, live).text and "as good" not in last_edit(h, live).text
    verdict = Verdict(line(better, score=0.5), line("c2"))
    position = position_hash(match.record.before(2), match.moves[2])
    stored = Analysis(2, position, encode(verdict), verdict.best.move)
    await h.store.analyses.add(match.id, ANALYSIS_VERSION, [stored])
    board = await press(h, live, argument(match))
    said = "0 of 1 right · 1 as good by the analysis"
    assert said in board.text and f"Best guesser: <@{CHO}>{UNBROKEN}1/1" in board.text
    assert "Guesses: 0 of 1 right + 1 as good" in await review(h, match, CHO)
    assert "Guesses" not in await review(h, match, ANA), "she did not guess"


async def test_the_live_board_is_back_when_the_move_is_played_before_the_guess(
    h: Harness, match: Match
) -> None:
    live = await watch(h, match)
    await press(h, live, argument(match))
    await play(h, match, ANA, "c2")
    assert "Live until" in last_edit(h, live).text
    late = await press(h, live, argument(match, "try.c2"))
    assert EN("guess.too-late") in late.text and "Live until" in late.text
    assert await h.store.guesses.of_match(match.id) == []
    form = await press(h, live, argument(match, "type"))
    assert EN("guess.too-late") in form.text


async def test_the_store_refuses_what_was_read_before_the_move(
    h: Harness, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await watch(h, match)
    await play(h, match, ANA, "c2")

    async def old(_: int) -> Match:
        return match

    monkeypatch.setattr(type(h.services.matches), "get", lambda _, number: old(number))
    late = await press(h, live, argument(match, "try.c2"))
    assert EN("guess.too-late") in late.text
    assert await h.store.guesses.of_match(match.id) == []


async def test_a_piece_is_chosen_before_its_move(h: Harness) -> None:
    match = await h.match("hare_and_hounds")
    live = await watch(h, match)
    keypad = await press(h, live, argument(match))
    selection = next(custom_id for custom_id in keypad.custom_ids if ".look." in custom_id).removeprefix(
        "p:guess:"
    )
    selected = await press(h, live, selection)
    move = next(custom_id for custom_id in selected.custom_ids if ".try." in custom_id).removeprefix(
        "p:guess:"
    )
    board = await press(h, live, move)
    assert "Your guess: " in board.text


async def test_a_guess_can_be_typed(h: Harness, match: Match) -> None:
    live = await watch(h, match)
    form = await press(h, live, argument(match, "type"))
    assert form.method is Method.MODAL
    row = {"components": [{"custom_id": FIELD, "value": "C2"}]}
    typed = await press(h, live, argument(match, "typed"), data={"components": [row]})
    assert "Your guess: **c2**" in typed.text
    bad = {"components": [{"custom_id": FIELD, "value": "z9"}]}
    refused = await press(h, live, argument(match, "typed"), data={"components": [bad]})
    assert refused.ephemeral and "z9" in refused.text
    assert [guess.move for guess in await h.store.guesses.of_match(match.id)] == ["c2"]


async def test_a_player_cannot_guess(h: Harness, match: Match) -> None:
    live = await watch(h, match)
    for user in (ANA, BEN):
        refused = await press(h, live, argument(match, "try.c2"), user)
        assert refused.text == h.reader(user)("guess.own-match")
    assert await h.store.guesses.of_match(match.id) == []


async def test_after_the_end_an_old_button_shows_the_end(h: Harness, match: Match) -> None:
    live = await watch(h, match)
    await press(h, live, argument(match, "try.c2"))
    await h.services.matches.resign(match.id, None, BEN)
    await until(lambda: h.services.part(Watchers).is_idle)
    shown = await press(h, live, argument(match))
    assert [custom_id.split(":")[1] for custom_id in shown.custom_ids] == ["review"]


async def test_a_button_that_means_nothing_is_refused(h: Harness, match: Match) -> None:
    live = await watch(h, match)
    assert (await press(h, live, "nonsense")).text == EN("error.unknown-button")


async def test_who_taps_a_move_of_others_can_guess_it_in_one_tap(h: Harness, match: Match) -> None:
    note = await h.presses(CHO, match, Verb.MOVE, "c1")
    assert note.ephemeral and note.labels == ("Watch", "Guess move")
    keypad = await press(h, note.message_id or 0, argument(match))
    assert keypad.message_id == note.message_id and "what is the next move?" in keypad.text
    assert not [each for each in h.services.private_notes._notes.values() if each], "it does not vanish"


async def test_a_match_that_is_over_offers_nothing_to_spectators(h: Harness, match: Match) -> None:
    over = await h.services.matches.resign(match.id, None, BEN)
    assert (await h.presses(CHO, over, Verb.MOVE, "c1")).labels == ()
