"""Draws by agreement: offered, accepted, declined, withdrawn, lapsed."""

from __future__ import annotations

import asyncio

import pytest

from bot.match.offers import not_accepted
from data.model.match import Match, Offer, OfferKind
from games.base import Side
from tests.bot.service import (
    ANA,
    BEN,
    CHO,
    Service,
    assert_one_counts,
    before_a_forced_pass,
    before_the_end,
    refusal,
    some_move,
)


async def begun(made: Service) -> Match:
    """A match of Ana and Ben after a move of each; Ana is to move."""
    match = await made.play(await made.people(), ANA, "b3")
    return await made.play(match, BEN, some_move(match))


@pytest.fixture
async def offered(made: Service) -> Match:
    """Ana, whose turn it is, has offered Ben a draw."""
    match = await begun(made)
    return await made.matches.draws.offer(match.id, match.position_id, ANA)


async def test_an_offer_changes_nothing_else(made: Service) -> None:
    match = await begun(made)
    for user, side in ((ANA, Side.FIRST), (BEN, Side.SECOND)):  # on their own turn or not
        asked = await made.matches.draws.offer(match.id, match.position_id, user)
        assert asked.offer == Offer(OfferKind.DRAW, side, 2)
        assert (asked.moves, asked.position_id, asked.state) == (match.moves, match.position_id, "playing")
        await made.matches.draws.decline(match.id, asked.position_id, user)


OFFERS = {
    "undo": lambda made: (made.matches.takebacks.request, made.matches.takebacks.decline),
    "draw": lambda made: (made.matches.draws.offer, made.matches.draws.decline),
    "adjourn": lambda made: (made.matches.adjournments.adjourn, made.matches.adjournments.decline),
}
"""How each kind of offer is made, and declined or withdrawn."""


@pytest.mark.parametrize("kind", OFFERS)
@pytest.mark.parametrize("answerer", [ANA, BEN])
async def test_one_offer_of_a_kind_in_a_position(made: Service, kind: str, answerer: int) -> None:
    """Declined or withdrawn, it is not made again before the next move; the opponent can still make it."""
    match = await begun(made)
    make, decline = OFFERS[kind](made)
    await make(match.id, match.position_id, ANA)
    assert await refusal(make(match.id, match.position_id, ANA)) == "match.offer-pending"
    await decline(match.id, match.position_id, answerer)
    assert await refusal(make(match.id, match.position_id, ANA)) == "match.asked-already"
    for other in set(OFFERS) - {kind}:
        make_other, decline_other = OFFERS[other](made)
        await make_other(match.id, match.position_id, ANA)
        await decline_other(match.id, match.position_id, BEN)
    await make(match.id, match.position_id, BEN)
    await decline(match.id, match.position_id, BEN)
    moved = await made.play(await made.matches.get(match.id), ANA, some_move(match))
    assert (await make(moved.id, moved.position_id, ANA)).offer == Offer(OfferKind(kind), Side.FIRST, 3)


@pytest.mark.parametrize("kind", OFFERS)
async def test_the_mover_moves_while_asked(made: Service, kind: str) -> None:
    """A request does not stop the turn: the move declines it."""
    match = await begun(made)
    make, _ = OFFERS[kind](made)
    asked = await make(match.id, match.position_id, BEN)
    assert asked.offer is not None
    moved = await made.play(asked, ANA, some_move(asked))
    assert (moved.ply, moved.offer) == (3, None)


async def test_a_takeback_and_a_pause_begin_anew(made: Service) -> None:
    match = await begun(made)
    await made.matches.takebacks.request(match.id, match.position_id, ANA)
    back = await made.matches.takebacks.accept(match.id, match.position_id, BEN)
    assert back.offers_made == frozenset()
    for _ in range(2):
        await made.matches.adjournments.adjourn(back.id, None, ANA)
        await made.matches.adjournments.accept(back.id, None, BEN)
        back = await made.matches.adjournments.resume(back.id, None, ANA)
        assert back.is_active


async def test_agreeing(made: Service, offered: Match) -> None:
    over = await made.matches.draws.accept(offered.id, offered.position_id, BEN)
    assert (over.state, over.winner, over.reason, over.offer) == ("over", None, "outcome.agreed", None)
    assert over.moves == offered.moves
    assert await refusal(made.matches.draws.offer(over.id, over.position_id, ANA)) == "match.over"


async def test_who_offers_back_agrees(made: Service, offered: Match) -> None:
    over = await made.matches.draws.offer(offered.id, None, BEN)
    assert (over.state, over.winner, over.reason) == ("over", None, "outcome.agreed")


@pytest.mark.parametrize("user", [ANA, BEN])
async def test_an_offer_is_declined_or_withdrawn(made: Service, offered: Match, user: int) -> None:
    kept = await made.matches.draws.decline(offered.id, offered.position_id, user)
    assert (kept.offer, kept.state, kept.moves) == (None, "playing", offered.moves)
    for accepted in (True, False):
        answer = made.matches.draws.accept if accepted else made.matches.draws.decline
        late = answer(offered.id, kept.position_id, user)
        assert await refusal(late) == "match.outdated"


async def test_nobody_agrees_with_themselves(made: Service, offered: Match) -> None:
    assert await refusal(made.matches.draws.accept(offered.id, offered.position_id, ANA)) == "match.own-offer"
    assert (
        await refusal(made.matches.draws.offer(offered.id, offered.position_id, ANA)) == "match.offer-pending"
    )
    assert await refusal(made.matches.draws.accept(offered.id, None, CHO)) == "match.not-seated"
    assert await refusal(made.matches.draws.offer(offered.id, None, CHO)) == "match.not-seated"
    assert await made.matches.get(offered.id) == offered


async def test_the_offer_stands_while_its_maker_plays_and_lapses_when_the_other_does(
    made: Service, offered: Match
) -> None:
    mine = await made.play(offered, ANA, some_move(offered))
    assert mine.offer == offered.offer
    assert await refusal(made.matches.draws.accept(mine.id, offered.position_id, BEN)) == "match.outdated"
    theirs = await made.play(mine, BEN, some_move(mine))
    assert theirs.offer is None
    assert await refusal(made.matches.draws.accept(theirs.id, None, BEN)) == "match.outdated"


async def test_an_offer_declined_after_a_move_is_not_made_again_before_the_next(
    made: Service, offered: Match
) -> None:
    mine = await made.play(offered, ANA, some_move(offered))
    assert not_accepted(mine) == []
    declined = await made.matches.draws.decline(mine.id, mine.position_id, BEN)
    assert not_accepted(declined) == [(OfferKind.DRAW, Side.FIRST)]
    again = made.matches.draws.offer(mine.id, mine.position_id, ANA)
    assert await refusal(again) == "match.asked-already"
    theirs = await made.play(declined, BEN, some_move(declined))
    assert not_accepted(theirs) == []


async def test_a_pause_and_its_end_are_no_refusals(made: Service) -> None:
    match = await begun(made)
    await made.matches.adjournments.adjourn(match.id, None, ANA)
    paused = await made.matches.adjournments.accept(match.id, None, BEN)
    assert not_accepted(paused) == []
    assert not_accepted(await made.matches.adjournments.resume(match.id, None, ANA)) == []
    await made.matches.adjournments.adjourn(match.id, None, ANA)
    assert not_accepted(await made.matches.adjournments.decline(match.id, None, BEN)) == [
        (OfferKind.ADJOURN, Side.FIRST)
    ]


async def test_the_offer_stands_over_a_pass_that_is_forced(made: Service) -> None:
    moves, move = before_a_forced_pass(Side.FIRST)
    match = await made.at(await made.people(), moves)
    asked = await made.matches.draws.offer(match.id, match.position_id, ANA)
    passed = await made.play(asked, ANA, move)
    assert (passed.moves[-1], passed.offer) == ("pass", asked.offer)
    assert (await made.matches.draws.accept(match.id, passed.position_id, BEN)).reason == "outcome.agreed"


async def test_the_last_move_leaves_no_offer(made: Service) -> None:
    moves, move = before_the_end(Side.FIRST)
    match = await made.at(await made.people(), moves)
    asked = await made.matches.draws.offer(match.id, match.position_id, ANA)
    over = await made.play(asked, ANA, move)
    assert (over.state, over.offer) == ("over", None)


async def test_the_computer_takes_no_draws(made: Service) -> None:
    match = await made.computer()
    asked = made.matches.draws.offer(match.id, match.position_id, ANA)
    assert await refusal(asked) == "draw.only-between-people"


async def test_one_question_at_a_time(made: Service, offered: Match) -> None:
    for user in (ANA, BEN):
        assert await refusal(made.matches.takebacks.request(offered.id, None, user)) == "match.offer-pending"
        assert await refusal(made.matches.takebacks.accept(offered.id, None, user)) == "match.outdated"
    await made.matches.draws.decline(offered.id, None, BEN)
    asked = await made.matches.takebacks.request(offered.id, None, ANA)
    for user in (ANA, BEN):
        assert await refusal(made.matches.draws.offer(asked.id, None, user)) == "match.offer-pending"
        assert await refusal(made.matches.draws.accept(asked.id, None, user)) == "match.outdated"


@pytest.mark.parametrize("withdrawn_first", [True, False])
async def test_of_an_agreement_and_a_withdrawal_at_once_one_counts(
    made: Service, offered: Match, withdrawn_first: bool
) -> None:
    acts = [
        made.matches.draws.decline(offered.id, offered.position_id, ANA),
        made.matches.draws.accept(offered.id, offered.position_id, BEN),
    ]
    results = await asyncio.gather(*(acts if withdrawn_first else acts[::-1]), return_exceptions=True)
    assert_one_counts(results)
    assert await made.matches.get(offered.id) in results


async def test_two_who_offer_at_once_agree_or_one_is_told(made: Service) -> None:
    match = await begun(made)
    results = await asyncio.gather(
        made.matches.draws.offer(match.id, match.position_id, ANA),
        made.matches.draws.offer(match.id, match.position_id, BEN),
        return_exceptions=True,
    )
    present = await made.matches.get(match.id)
    assert present in results
    assert present.reason == "outcome.agreed" or present.offer is not None
