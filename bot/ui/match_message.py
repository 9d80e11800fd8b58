"""The message of a match: players, board, whose turn it is, the keypad and the controls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord.ui import Container, Item, LayoutView, MediaGallery, TextDisplay

from bot.match.computer import NO_WAIT, Wait
from bot.match.endings import is_aborted
from bot.presenters.registry import PRESENTERS, AnyPresenter, game_title
from bot.presenters.viewpoint import viewpoint
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.buttons import MAX_COMPONENTS, button_rows
from bot.ui.clocks import clock_lines
from data.model import Match, MatchState, Offer, OfferKind, PauseReason
from games import replay
from games.base import PASS, Outcome, Position, Side

PICTURE = "board.png"
ACTIVE, INACTIVE = discord.Color(0x3BA55D), discord.Colour(0x80848E)
"""The accent of an active match, and of one that is over or paused."""
_MAX_ALT = 1024
_RECENT_PLIES = 3  # enough to show a pass before the last move and one after it
_PAUSE_KEYS = {PauseReason.ADJOURNED: "match.adjourned", PauseReason.SUSPENDED: "match.suspended"}
_OFFER_KEYS = {
    OfferKind.TAKEBACK: "match.undo-asked",
    OfferKind.DRAW: "match.draw-offered",
    OfferKind.ADJOURN: "match.adjourn-asked",
    OfferKind.RESUME: "match.resume-asked",
}


def player(match: Match, side: Side, texts: Texts) -> Raw:
    """The player of a side: a mention, or the computer with its level."""
    user_id = match.user_of(side)
    if user_id is not None:
        return Raw(f"<@{user_id}>")
    return texts("player.computer", level=Raw(level_name(match.game, match.level or "", texts)))


def level_name(slug: str, level: str, texts: Texts) -> str:
    """A level as people call it: its number, or the name of a source's own player."""
    if level.isdigit():
        return texts.plain("level.number", level=level)
    return texts.plain(f"level.{slug}.{level}")


def title(match: Match, texts: Texts) -> Raw:
    """The match's heading: game, variant, number."""
    return texts("match.title", game=game_title(match.game, match.variant, texts), id=match.id)


def match_view(
    match: Match,
    texts: Texts,
    selection: str = "",
    *,
    buttons: bool = True,
    wait: Wait = NO_WAIT,
    epoch: float = 0.0,
) -> LayoutView:
    """The message of a match that is active, paused or over; its picture is the attachment `PICTURE`.

    ``selection`` is the argument of a `Verb.SELECT` button. ``wait`` is what the match's computer waits for
    before it thinks; clocks count from the unix time ``epoch``. Without ``buttons`` it is a view
    for spectators. The parts are in a container, except with the largest keypads, which need the one
    component that a container takes.
    """
    seen, presenter = viewpoint(match, selection), PRESENTERS[match.game]
    lines = _lines(match, seen.position, presenter, texts, wait, epoch)
    parts: list[Item[AnyView]] = [
        TextDisplay("\n".join(lines)),
        gallery(presenter.describe(seen.position, texts)),
        *(button_rows(match, seen, presenter, texts) if buttons else ()),
    ]
    if _component_count(parts) >= MAX_COMPONENTS:
        return layout(*parts)
    return layout(Container(*parts, accent_color=ACTIVE if match.is_active else INACTIVE))


def _component_count(parts: Sequence[Item[AnyView]]) -> int:
    return sum(1 + len(getattr(part, "children", ())) for part in parts)


def gallery(alt: str) -> MediaGallery[AnyView]:
    """The match's picture with its alt text."""
    return MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt[:_MAX_ALT]))


def layout(*parts: Item[AnyView]) -> LayoutView:
    """A message of these parts."""
    view = LayoutView(timeout=None)
    for part in parts:
        view.add_item(part)
    return view


def _lines(
    match: Match,
    position: Position,
    presenter: AnyPresenter,
    texts: Texts,
    wait: Wait,
    epoch: float,
) -> Iterator[str]:
    yield title(match, texts)
    scores = presenter.scores(position, texts)
    first, second = player(match, Side.FIRST, texts), player(match, Side.SECOND, texts)
    score = f"**{scores[Side.FIRST]} : {scores[Side.SECOND]}**" if scores else texts("match.versus")
    symbols = {side: presenter.symbol(side, position) for side in Side}
    yield f"{symbols[Side.FIRST]} {first} {score} {second} {symbols[Side.SECOND]}"
    yield from (f"-# {line}" for line in _recent_moves(match, presenter, texts))
    if match.state == MatchState.PLAYING:
        yield from (f"-# {line}" for line in presenter.notes(position, texts))
        yield from (f"-# {line}" for line in clock_lines(match, position, presenter, texts, epoch))
    yield _status(match, position, presenter, texts, wait)


def _recent_moves(match: Match, presenter: AnyPresenter, texts: Texts) -> Iterator[str]:
    """The last move, and forced passes just before and after it."""
    plies = range(max(0, match.ply - _RECENT_PLIES), match.ply)
    before = {ply: replay(match.record.before(ply)) for ply in (*plies, match.ply)}
    forced = {ply for ply in plies if list(before[ply].legal_moves()) == [PASS]}
    # The picture shows moves that keep the turn, such as marking dead stones.
    ending_turn = [
        ply for ply in plies if ply not in forced and before[ply].to_move is not before[ply + 1].to_move
    ]
    last = max(ending_turn, default=None)
    for ply in plies:
        side = before[ply].to_move
        name = presenter.side_name_in(side, before[ply], texts)
        if ply in forced and (last is None or ply >= last - 1):
            yield texts("match.forced-pass", side=name)
        elif ply == last:
            named = Raw(f"{presenter.symbol(side, before[ply])} {name}")
            move = Raw(f"**{presenter.move_text(match.moves[ply], texts)}**")
            yield texts("match.last-move", side=named, move=move, n=ply + 1)


def _status(match: Match, position: Position, presenter: AnyPresenter, texts: Texts, wait: Wait) -> str:
    """The result; why the match is paused; what was offered and whose turn it is."""
    if match.state == MatchState.OVER:
        return "### " + result_line(match, position, presenter, texts)
    offer = _offer_line(match, match.offer, texts) if match.offer else None
    if match.paused is not None:
        return "\n".join(filter(None, (texts(_PAUSE_KEYS[match.paused]), offer)))
    if offer is not None and match.offer is not None and match.offer.kind == OfferKind.TAKEBACK:
        return offer
    return "\n".join(filter(None, (offer, _turn(match, position, presenter, texts, wait))))


def _turn(match: Match, position: Position, presenter: AnyPresenter, texts: Texts, wait: Wait) -> Raw:
    side = position.to_move
    if match.user_of(side) is not None:
        key = "match.turn"
    else:
        key = "match.waiting" if wait.queue_position else "match.thinking"
        key = "match.getting-ready" if wait.getting_ready else key
    symbol, mover = Raw(presenter.symbol(side, position)), player(match, side, texts)
    return texts(key, symbol=symbol, player=mover, n=wait.queue_position)


def _offer_line(match: Match, offer: Offer, texts: Texts) -> str:
    """What a player offers or requests."""
    names = {"player": player(match, offer.side, texts), "opponent": player(match, offer.side.other, texts)}
    return "**" + texts(_OFFER_KEYS[offer.kind], **names) + "**"


def result_line(match: Match, position: Position, presenter: AnyPresenter, texts: Texts) -> str:
    """Who won, how, and the score."""
    outcome = Outcome(match.winner, match.reason or "")
    reason = texts(outcome.reason)
    if is_aborted(match):
        return reason
    if outcome.winner is None:
        result = texts("match.drawn", reason=reason)
    else:
        winner = player(match, outcome.winner, texts)
        symbol = Raw(presenter.symbol(outcome.winner, position))
        result = texts("match.won", symbol=symbol, player=winner, reason=reason)
    return f"{result} {presenter.result(position, outcome, texts)}".strip()
