"""A match that is over, ply by ply, for whoever asks. Start reading at `review_view`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from ai.base import Choice
from bot.match.review import Evaluations, Mistake, mistakes
from bot.presenters import FACES
from bot.presenters.base import MOST_OPTIONS
from bot.texts import Raw, Texts
from bot.ui.custom_ids import Press, PressButton, PressSelect
from bot.ui.evaluation import verdict
from bot.ui.match_message import OVER, gallery, layout, result_line, title
from data.model import Match
from games import replay
from games.base import Move, Position

START, END = "start", "end"
"""Arguments of a press, beside the number of a ply: ⏮ and ◀ may lead to the same one, but differ."""
_KEPT = {1: "win", 0: "draw", -1: "loss"}
_SHOWN = 5
"""How many moves of an expected line are shown."""


def review_view(
    match: Match, ply: int, evaluations: Evaluations, texts: Texts, advice: Choice | None = None
) -> LayoutView:
    """The match after ``ply`` moves: the move, the truth where it is known, what gave something away.

    ``advice`` is what a good player would do there, for who asked.
    """
    position, found = replay(match.record.before(ply)), mistakes(match, evaluations)
    told = TextDisplay[Any]("\n".join(_lines(match, ply, position, evaluations, found, texts, advice)))
    alt = FACES[match.game].describe(position, texts)
    keys = _keys(match, ply, position.outcome() is not None or advice is not None)
    rows: list[ActionRow[Any]] = [ActionRow(*keys)]
    if found:
        rows.append(ActionRow(_menu(match, ply, found, texts)))
    return layout(Container(told, gallery(alt), *rows, accent_colour=OVER))


def _lines(
    match: Match,
    ply: int,
    position: Position,
    evaluations: Evaluations,
    found: Sequence[Mistake],
    texts: Texts,
    advice: Choice | None,
) -> Iterator[str]:
    yield title(match, texts)
    yield _move(match, ply, texts)
    lost = [_lost(match, one, texts) for one in found if one.ply == ply]
    yield from lost
    known = evaluations[ply] or advice
    if known is not None:
        yield _turn(match, position, known, texts)
    if ply == match.ply:
        yield result_line(match, position, FACES[match.game], texts)
    if advice is not None:
        yield f"💡 {recommended(match, advice, texts)}"
    if not found and None not in evaluations[: match.ply]:
        yield "-# " + texts("review.flawless")
    if lost or evaluations[ply] is not None:
        yield "-# " + texts("review.counted")


def _move(match: Match, ply: int, texts: Texts) -> str:
    if ply == 0:
        return texts("review.start", n=match.ply)
    face, before = FACES[match.game], replay(match.record.before(ply - 1))
    mover, move = before.to_move, match.moves[ply - 1]
    return texts(
        "review.move",
        ply=ply,
        n=match.ply,
        symbol=Raw(face.symbol(mover, before)),
        side=face.side_of(mover, before, texts),
        move=_said(match, move, texts),
    )


def _said(match: Match, move: Move, texts: Texts) -> Raw:
    return Raw(f"**{FACES[match.game].say(move, texts)}**")


def _turn(match: Match, position: Position, known: Choice, texts: Texts) -> str:
    face, mover = FACES[match.game], position.to_move
    symbol, side = Raw(face.symbol(mover, position)), face.side_of(mover, position, texts)
    return texts("review.turn", symbol=symbol, side=side, verdict=verdict(known, texts))


def _lost(match: Match, mistake: Mistake, texts: Texts) -> str:
    key = "review.gave-away-draw" if mistake.had == 0 else "review.gave-away-win"
    told = texts(key, move=_said(match, mistake.better.move, texts))
    if mistake.better.plies is None:
        return told
    return f"{told} ({verdict(mistake.better, texts)})"


def recommended(match: Match, choice: Choice, texts: Texts) -> Raw:
    """A move, and what is expected to follow."""
    line = ", ".join(FACES[match.game].say(move, texts) for move in choice.line[:_SHOWN])
    return texts("hint.try", move=_said(match, choice.move, texts), line=Raw(line))


def _keys(match: Match, ply: int, told: bool) -> Iterator[PressButton]:
    """Back and forth, and advice where there is any to be had that is not ``told`` yet."""
    at_start, at_end = ply == 0, ply == match.ply
    yield _key(match, "review", START, "⏮️", at_start)
    yield _key(match, "review", str(max(0, ply - 1)), "◀️", at_start)
    yield _key(match, "review", str(ply + 1), "▶️", at_end)
    yield _key(match, "review", END, "⏭️", at_end)
    yield _key(match, "advise", str(ply), "💡", told)


def _key(match: Match, verb: str, argument: str, sign: str, disabled: bool) -> PressButton:
    return PressButton(Press(verb, match.id, match.position_id, argument), emoji=sign, disabled=disabled)


def _menu(match: Match, ply: int, found: Sequence[Mistake], texts: Texts) -> PressSelect:
    """Leads to the moves that gave something away; of very many to the nearest."""
    nearest = sorted(
        sorted(found, key=lambda one: abs(one.ply - ply))[:MOST_OPTIONS], key=lambda one: one.ply
    )
    options = [_option(match, one, texts) for one in nearest]
    return PressSelect(
        Press("review", match.id, match.position_id),
        placeholder=texts.plain("review.mistakes", n=len(found)),
        options=options,
    )


def _option(match: Match, mistake: Mistake, texts: Texts) -> discord.SelectOption:
    face, before = FACES[match.game], replay(match.record.before(mistake.ply - 1))
    symbol, move = face.symbol(before.to_move, before), face.say(match.moves[mistake.ply - 1], texts)
    lost = texts.plain(f"review.{_KEPT[mistake.had]}-to-{_KEPT[mistake.got]}")
    return discord.SelectOption(
        label=f"{mistake.ply}. {symbol} {move}", description=lost, value=str(mistake.ply)
    )
