"""To whom a lesson is offered, and when: once, privately, after the first match of a game that is not won."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any

import discord
import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.features import FEATURES
from bot.interactions.commands.move import move_command
from bot.messages import interaction_tokens, lesson_offers
from bot.messages.lesson_offers import LessonOffers
from bot.ui.panel import Panel
from data.errors import StoreBusy
from data.model.match import Match
from data.model.reasons import OUT_OF_TIME
from data.people.lessons import LessonStore
from games import replay
from games.base import Move, Outcome, Side
from tests.bot.discord_fakes import FakeInteraction, FakeResponse, Method, Request, fault, run
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, before_the_end, until

KEYS = ("p:learn:othello",)
LABELS = {ANA: "Learn (2 min)", BEN: "배우기 (2분)"}


@pytest.fixture(autouse=True)
def at_once(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """An offer waits only for what runs at the end of the match."""
    monkeypatch.setattr(lesson_offers, "ANSWER_SECONDS", 0.02)


async def played(h: Harness) -> Match:
    """A match in which Ana and Ben have pressed a key for a move each."""
    match = await h.match()
    for user, move in ((ANA, "b3"), (BEN, "b2")):
        await h.presses(user, await h.now(match), "move", move)
    return await h.now(match)


async def ended(h: Harness, match: Match, loser: int | None = None) -> Match:
    """The match, drawn or lost on time, once everything is sent."""
    matches = h.services.matches
    if loser is not None:
        over = await lost(h, match, loser)
    else:
        await matches.draws.offer(match.id, None, ANA)
        over = await matches.draws.accept(match.id, None, BEN)
    await sent(h)
    return over


async def lost(h: Harness, match: Match, loser: int) -> Match:
    """The match, lost on time."""
    match = await h.now(match)
    winner = next(side for side in Side if match.user_of(side) != loser)
    return await h.store.matches.finish(match.id, match.position_id, Outcome(winner, OUT_OF_TIME))


async def sent(h: Harness) -> None:
    await until(lambda: h.services.part(LessonOffers).is_idle)


async def nearly_over(h: Harness) -> tuple[Match, Move]:
    """A match without presses, and the move with which Ana ends it, though she does not win."""
    moves, last = before_the_end(Side.FIRST, wins=False)
    match = await h.match()
    while match.ply < len(moves):  # forced passes are played by themselves
        user = ANA if replay(match.record).to_move is Side.FIRST else BEN
        match = await h.services.matches.play(match.id, None, user, moves[match.ply])
    return await h.now(match), last


def offers(h: Harness) -> list[Request]:
    return [one for one in h.discord.of(Method.FOLLOWUP) if one.custom_ids == KEYS]


def offered(h: Harness) -> list[int]:
    """The people with an offer."""
    labels = [label for one in offers(h) for label in one.labels]
    return [person for person, label in LABELS.items() for _ in range(labels.count(label))]


async def can_be_offered(h: Harness, *people: int) -> list[bool]:
    """Whether the lesson was not offered to these people; it is by now."""
    return [await h.store.lessons.offer(one, "othello") for one in people]


# --- To whom -------------------------------------------------------------------------------------------


async def test_both_people_are_offered_the_lesson_in_their_language(h: Harness) -> None:
    match = await played(h)
    assert offers(h) == []
    await ended(h, match)
    assert all(one.ephemeral for one in offers(h))
    assert offered(h) == [ANA, BEN]


async def test_a_resignation_is_followed_by_none(h: Harness) -> None:
    match = await played(h)
    await h.services.matches.resign(match.id, None, ANA)
    await sent(h)
    assert offers(h) == []
    await ended(h, await played(h), ANA)
    assert offered(h) == [ANA], "after the next one that is not won"


@pytest.mark.parametrize("loser", [ANA, BEN])
async def test_it_is_not_offered_after_a_win(h: Harness, loser: int) -> None:
    await ended(h, await played(h), loser)
    assert offered(h) == [loser]
    await ended(h, await played(h))
    assert sorted(offered(h)) == [ANA, BEN], "after the first match that is not won"


async def test_it_is_offered_once(h: Harness) -> None:
    await ended(h, await played(h))
    await ended(h, await played(h))
    assert offered(h) == [ANA, BEN]


async def test_it_is_offered_after_a_match_against_the_computer(h: Harness) -> None:
    match = await h.against_computer()
    await h.presses(ANA, match, "move", "b3")
    await until(lambda: h.player.thinking)
    h.player.answer()
    await until(lambda: not h.player.thinking and not h.services.matches._computer._work)
    await ended(h, match, ANA)
    assert len(offers(h)) == 1


async def test_it_is_offered_after_the_last_move(h: Harness) -> None:
    match, last = await nearly_over(h)
    await h.presses(ANA, match, "move", last)
    await sent(h)
    assert offered(h) == [ANA]


async def test_who_has_begun_the_lesson_is_offered_nothing(h: Harness) -> None:
    await h.store.lessons.advance(ANA, "othello", 1)
    await ended(h, await played(h))
    assert offered(h) == [BEN]


async def test_a_match_that_was_not_really_begun_is_followed_by_none(h: Harness) -> None:
    match = await h.match()
    await h.presses(ANA, match, "move", "b3")
    await ended(h, match, ANA)
    declined = await h.challenge()
    await h.presses(BEN, declined, "decline")
    await sent(h)
    assert offers(h) == []
    assert await can_be_offered(h, ANA, BEN) == [True, True]


async def test_a_match_of_a_tournament_is_followed_by_none(h: Harness) -> None:
    match = await played(h)
    change = text(f"UPDATE matches SET tournament_id = 1 WHERE id = {match.id}")
    await h.store.database.write(lambda connection: connection.execute(change))
    await ended(h, match)
    assert offers(h) == []


async def test_who_only_replied_to_the_board_keeps_the_offer_for_later(h: Harness) -> None:
    await ended(h, await h.match(moves=("b3", "b2")))
    assert offers(h) == []
    assert await can_be_offered(h, ANA, BEN) == [True, True]


async def test_an_interaction_of_long_ago_sends_nothing(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await played(h)
    monkeypatch.setattr(interaction_tokens, "TOKEN_SECONDS", 0.0)
    await ended(h, match)
    assert offers(h) == []
    assert await can_be_offered(h, ANA, BEN) == [True, True]


# --- Beside other answers ------------------------------------------------------------------------------


@pytest.fixture
def slow_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord takes its time for answers, and offers wait as much longer."""
    monkeypatch.setattr(lesson_offers, "ANSWER_SECONDS", 0.4)
    for kind, name in ((FakeResponse, "edit_message"), (FakeInteraction, "delete_original_response")):
        usual = getattr(kind, name)

        async def slowly(one: Any, usual: Any = usual, **fields: Any) -> Any:
            await asyncio.sleep(0.1)
            return await usual(one, **fields)

        monkeypatch.setattr(kind, name, slowly)


@pytest.mark.usefixtures("slow_answers")
async def test_a_typed_move_that_ends_the_match_is_answered_first(h: Harness) -> None:
    """Discord takes the first later message for the deferred answer, which is deleted."""
    match, last = await nearly_over(h)
    command = h.interaction(ANA, type=discord.InteractionType.application_command)
    await run(move_command, command.typed(), last, match.id)
    await sent(h)
    ways = [one.method for one in h.discord.requests if one.ephemeral or one.method is Method.TOKEN_DELETE]
    assert ways == [Method.DEFER, Method.TOKEN_DELETE, Method.FOLLOWUP]


async def test_who_goes_on_at_once_is_not_disturbed(h: Harness) -> None:
    over = await lost(h, await played(h), ANA)
    await h.presses(ANA, over, "review")
    await sent(h)
    assert offered(h) == []
    assert await can_be_offered(h, ANA) == [True]


async def test_an_offer_is_gone_when_the_rematch_starts(h: Harness) -> None:
    over = await ended(h, await played(h))
    await h.settled()
    assert len(h.notes()) == 2
    await h.presses(ANA, await h.now(over), "rematch")
    await until(lambda: not h.notes())


async def test_a_lesson_that_took_the_offers_place_stays(h: Harness) -> None:
    over = await ended(h, await played(h))
    lesson, _ = h.notes()
    interaction = h.interaction(ANA, message=h.ephemeral(lesson))
    await FEATURES.handle_panel(interaction.typed(), Panel("learn", "othello"))
    await h.presses(ANA, await h.now(over), "rematch")
    await until(lambda: h.services.private_notes.is_idle)
    assert list(h.notes()) == [lesson]


async def test_an_offer_goes_before_its_token_is_spent(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await played(h)
    almost_spent = monotonic() + interaction_tokens.TOKEN_SECONDS - 0.5
    monkeypatch.setattr(interaction_tokens, "monotonic", lambda: almost_spent)  # it stands still
    await ended(h, match)
    assert len(offers(h)) == 2
    await until(lambda: not h.notes())


@pytest.mark.parametrize("refusal", [fault(404, 10008), fault(500), StoreBusy("held by a test")])
async def test_an_offer_that_fails_disturbs_nothing(
    h: Harness, monkeypatch: pytest.MonkeyPatch, refusal: Exception
) -> None:
    match = await played(h)
    if isinstance(refusal, discord.HTTPException):
        h.discord.fail(Method.FOLLOWUP, refusal, refusal)
    else:

        async def busy(*_: object) -> bool:
            raise refusal

        monkeypatch.setattr(LessonStore, "offer", busy)
    with capture_logs() as logs:
        await ended(h, match)
    assert [one["event"] for one in logs if "lesson" in one["event"]] == ["lesson not offered"] * 2
    assert offers(h) == []
    await until(lambda: h.services.private_notes.is_idle)
