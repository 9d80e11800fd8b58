"""A match as one message: players, board, whose turn, the keys of a move and a control row.

Start reading at `match_view`. Every function is from a match to components; nothing is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord.ui import Container, Item, LayoutView, MediaGallery, TextDisplay

from bot import presenters
from bot.match.endings import is_aborted
from bot.presenters import FACES
from bot.presenters.base import Face
from bot.presenters.viewpoint import sight
from bot.texts import Raw, Texts
from bot.ui.buttons import MOST_COMPONENTS, key_rows
from bot.ui.clocks import clock_lines
from data.model import Match, MatchState, Offer, OfferKind
from games import replay
from games.base import PASS, Outcome, Position, Side

PICTURE = "board.png"
GOING, OVER = discord.Colour(0x3BA55D), discord.Colour(0x80848E)
"""The edge of what goes on, and of what is over or rests."""
_MOST_ALT = 1024
_RECENT_PLIES = 3  # enough to show a pass before the last move and one after it


def player(match: Match, side: Side, texts: Texts) -> Raw:
    """Who plays ``side``: a mention, or the computer with its level."""
    user_id = match.user_of(side)
    if user_id is not None:
        return Raw(f"<@{user_id}>")
    return texts("player.computer", level=Raw(level_name(match.game, match.level or "", texts)))


def level_name(slug: str, level: str, texts: Texts) -> str:
    """A level as people call it: its number, or the name of a source's own player."""
    return (
        texts.plain("level.number", level=level) if level.isdigit() else texts.plain(f"level.{slug}.{level}")
    )


def title(match: Match, texts: Texts) -> Raw:
    """The match's first line: game, variant, number."""
    return texts("match.title", game=presenters.title(match.game, match.variant, texts), id=match.id)


def match_view(
    match: Match,
    texts: Texts,
    cursor: str = "",
    *,
    keys: bool = True,
    ahead: int = 0,
    epoch: float = 0.0,
) -> LayoutView:
    """The whole message of a match that goes on or is over; its picture is `PICTURE`.

    ``cursor`` is what a ``look`` key asked to see; without ``keys`` nothing can be pressed; ``ahead`` are
    before its computer in the queue; ``epoch`` is the unix time from which clocks count. Everything stands
    in a container, but for the largest pads: those need the one component that a container is.
    """
    seen, face = sight(match, cursor), FACES[match.game]
    told = TextDisplay[Any]("\n".join(_lines(match, seen.position, face, texts, ahead, epoch)))
    board = gallery(face.describe(seen.position, texts))
    parts = [told, board, *(key_rows(match, seen, face, texts) if keys else ())]
    if _components(parts) >= MOST_COMPONENTS:
        return layout(*parts)
    return layout(Container(*parts, accent_colour=GOING if match.is_active else OVER))


def _components(parts: Sequence[Item[Any]]) -> int:
    return sum(1 + len(getattr(part, "children", ())) for part in parts)


def gallery(alt: str) -> MediaGallery[Any]:
    """The board's picture, and what it shows in words."""
    return MediaGallery(discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt[:_MOST_ALT]))


def layout(*parts: Item[Any]) -> LayoutView:
    """A message of these parts."""
    view = LayoutView(timeout=None)
    for part in parts:
        view.add_item(part)
    return view


def _lines(
    match: Match, position: Position, face: Face, texts: Texts, ahead: int, epoch: float
) -> Iterator[str]:
    yield title(match, texts)
    standing = face.standing(position, texts)
    first, second = player(match, Side.FIRST, texts), player(match, Side.SECOND, texts)
    score = f"**{standing[Side.FIRST]} : {standing[Side.SECOND]}**" if standing else texts("match.versus")
    yield f"{face.symbol(Side.FIRST, position)} {first} {score} {second} {face.symbol(Side.SECOND, position)}"
    yield from (f"-# {line}" for line in _history(match, face, texts))
    if match.state == MatchState.PLAYING:
        yield from (f"-# {line}" for line in face.notes(position, texts))
        yield from (f"-# {line}" for line in clock_lines(match, position, face, texts, epoch))
    yield _status(match, position, face, texts, ahead)


def _history(match: Match, face: Face, texts: Texts) -> Iterator[str]:
    """The last move, and the passes that were forced around it."""
    plies = range(max(0, match.ply - _RECENT_PLIES), match.ply)
    before = {ply: replay(match.record.before(ply)) for ply in plies}
    forced = {ply for ply in plies if list(before[ply].legal_moves()) == [PASS]}
    # What keeps the turn, as marking dead stones does, is seen on the board.
    told = [
        ply for ply in plies if ply not in forced and before[ply].to_move is not _after(match, ply).to_move
    ]
    last = max(told, default=None)
    for ply in plies:
        side = before[ply].to_move
        if ply in forced and (last is None or ply >= last - 1):
            yield texts("match.forced-pass", side=face.side_of(side, before[ply], texts))
        elif ply == last:
            named = Raw(f"{face.symbol(side, before[ply])} {face.side_of(side, before[ply], texts)}")
            move = Raw(f"**{face.say(match.moves[ply], texts)}**")
            yield texts("match.last-move", side=named, move=move, n=ply + 1)


def _after(match: Match, ply: int) -> Position:
    return replay(match.record.before(ply + 1))


def _status(match: Match, position: Position, face: Face, texts: Texts, ahead: int) -> str:
    if match.state == MatchState.OVER:
        return "### " + result_line(match, position, face, texts)
    if match.paused is not None:
        rests = texts(f"match.{match.paused}")
        return f"{rests}\n{_request(match, match.offer, texts)}" if match.offer else rests
    if match.offer is not None and match.offer.kind == OfferKind.TAKEBACK:
        return _request(match, match.offer, texts)
    side = position.to_move
    thinking = "match.waiting" if ahead else "match.thinking"
    key = thinking if match.user_of(side) is None else "match.turn"
    turn = texts(key, symbol=Raw(face.symbol(side, position)), player=player(match, side, texts), n=ahead)
    return f"{_request(match, match.offer, texts)}\n{turn}" if match.offer else turn


def _request(match: Match, offer: Offer, texts: Texts) -> str:
    """What one player asks of the other."""
    key = {
        OfferKind.TAKEBACK: "match.undo-asked",
        OfferKind.DRAW: "match.draw-offered",
        OfferKind.ADJOURN: "match.adjourn-asked",
        OfferKind.RESUME: "match.resume-asked",
    }[offer.kind]
    told = {"player": player(match, offer.side, texts), "opponent": player(match, offer.side.other, texts)}
    return "**" + texts(key, **told) + "**"


def result_line(match: Match, position: Position, face: Face, texts: Texts) -> str:
    """Who won, how, and the score."""
    outcome = Outcome(match.winner, match.reason or "")
    reason = texts(outcome.reason)
    if is_aborted(match):
        return reason
    if outcome.winner is None:
        told = texts("match.drawn", reason=reason)
    else:
        winner = player(match, outcome.winner, texts)
        symbol = Raw(face.symbol(outcome.winner, position))
        told = texts("match.won", symbol=symbol, player=winner, reason=reason)
    score = face.result(position, outcome, texts)
    return f"{told} {score}".strip()
