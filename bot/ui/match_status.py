"""How a match stands, in a line of its message: whose turn it is, an offer, a pause, the result."""

from __future__ import annotations

from bot.match.computer import Wait
from bot.match.endings import RESIGNED, is_called_off
from bot.match.own_board import is_voting
from bot.presenters.registry import AnyPresenter
from bot.texts import Raw, Texts
from bot.ui.buttons import has_offer
from bot.ui.hand_and_brain import pair_line
from bot.ui.players import is_hidden, named, person, player
from bot.ui.recent_moves import name_of_mover
from data.model.match import Match, MatchState, Offer, OfferKind, PauseReason
from data.model.reasons import NO_RESULT
from games.base import Outcome, Position, Side

_PAUSE_KEYS = {
    PauseReason.ADJOURNED: "match.adjourned-turn",
    PauseReason.SUSPENDED: "match.suspended",
    PauseReason.REMOVED: "match.removed",
    PauseReason.VACATION: "match.vacation-turn",
}
_OFFER_KEYS = {
    OfferKind.TAKEBACK: "match.undo-asked",
    OfferKind.DRAW: "match.draw-offered",
    OfferKind.ADJOURN: "match.adjourn-asked",
    OfferKind.RESUME: "match.resume-asked",
}
_RESIGNED = {"go": "go.won-resigned"}
"""How a resignation is said in a game whose players have a word for it."""


def status_line(
    match: Match, viewer: Side | None, position: Position, presenter: AnyPresenter, texts: Texts, wait: Wait
) -> str:
    """The result, why the match is paused, an offer that waits for its answer, or whose turn it is."""
    if match.state == MatchState.OVER:
        return "### " + result_line(match, viewer, position, presenter, texts)
    if match.paused is not None:
        symbol, side = presenter.symbol(position.to_move, position), name_of_mover(position, presenter, texts)
        return texts(_PAUSE_KEYS[match.paused], symbol=Raw(symbol), side=side)
    if match.offer is not None and has_offer(match):
        return f"**{offer_line(match, match.offer, viewer, texts)}**"
    return turn_line(match, viewer, position, presenter, texts, wait)


def turn_line(
    match: Match,
    viewer: Side | None,
    position: Position,
    presenter: AnyPresenter,
    texts: Texts,
    wait: Wait,
) -> Raw:
    """Whose turn it is, or what the computer waits for before it thinks."""
    side, both = position.to_move, presenter.turn_of_both(position, texts)
    user_id = match.user_of(side)
    if user_id is not None and match.is_of_pairs and (line := pair_line(match, texts)) is not None:
        return line
    if both and user_id is not None and not match.is_voted:
        return Raw(both)
    if match.is_voted and user_id is not None:
        key = "vote.turn" if is_voting(match, side, viewer) else "vote.turn-there"
    elif user_id is not None:
        key = "match.turn"
    else:
        key = "match.waiting" if wait.queue_position else "match.thinking"
        key = "match.getting-ready" if wait.getting_ready else key
    if user_id is None or match.is_voted or is_hidden(match, side, viewer):
        mover = player(match, side, viewer, texts)
    else:
        mover = person(user_id, texts)
    symbol, side_name = Raw(presenter.symbol(side, position)), name_of_mover(position, presenter, texts)
    return texts(key, symbol=symbol, side=side_name, player=mover, n=wait.queue_position)


def offer_line(match: Match, offer: Offer, viewer: Side | None, texts: Texts) -> str:
    """What a player offers or requests."""
    opponent = named(match, offer.side.other, viewer, texts)
    asking = named(match, offer.side, viewer, texts, begins=True)
    return texts(_OFFER_KEYS[offer.kind], player=asking, opponent=opponent)


def result_line(
    match: Match, viewer: Side | None, position: Position, presenter: AnyPresenter, texts: Texts
) -> str:
    """Who won, how, and the score."""
    outcome = Outcome(match.winner, match.reason or "")
    if outcome.reason == NO_RESULT and not match.moves:
        return texts("outcome.for-analysis")
    reason = presenter.reason(outcome, texts)
    if is_called_off(match) or outcome.reason == NO_RESULT:
        return reason
    if outcome.winner is None:
        result = texts("match.drawn", reason=reason)
    else:
        winner = named(match, outcome.winner, viewer, texts, begins=True)
        symbol = Raw(presenter.symbol(outcome.winner, position))
        loser = presenter.side_name(outcome.winner.other, texts)
        key = _RESIGNED.get(match.game, "match.won-resigned") if outcome.reason == RESIGNED else "match.won"
        result = texts(key, symbol=symbol, player=winner, reason=reason, side=loser)
    last_chance = presenter.last_chance(match.record, texts) if outcome.winner is not None else ""
    return " ".join(filter(None, (result, presenter.result(position, outcome, texts), last_chance)))
