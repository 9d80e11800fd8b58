"""Takebacks, draws and adjournments by buttons."""

from __future__ import annotations

import pytest

from bot.texts import texts
from data.model.match import OfferKind, PauseReason
from tests.bot.board_checks import updated
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness
from tests.bot.interactions.buttons.verbs import refused
from tests.bot.service import ANA, BEN


async def test_answers_to_offers_that_are_not_open(h: Harness) -> None:
    match = await h.match(moves=("b3", "b2"))
    for verb in ("undo-yes", "undo-no", "draw-yes", "draw-no", "adjourn-yes", "adjourn-no"):
        answer = await h.presses(ANA, match, verb)
        assert answer.method is Method.UPDATE, "the board as it is"
    await h.presses(ANA, match, "draw")
    asked = await h.now(match)
    assert await refused(h, ANA, asked, "draw-yes") == texts("en")("match.own-offer")
    assert await refused(h, ANA, asked, "draw") == texts("en")("match.offer-pending")


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
