"""What a costly move of a teaching game lost, in the game's words, and the button that takes it back."""

from __future__ import annotations

import discord
from discord.ui import ActionRow, LayoutView, TextDisplay

from ai.analysis import Line
from ai.base import lead
from ai.claims.claim import Claim
from ai.claims.kinds import NAMES_BETTER
from bot.match.events import CostlyMove
from bot.match.teaching import score_for_mover
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.claims import claim_text, move_as_subject, quick_claim
from bot.ui.custom_ids import Press, Verb, press_button
from bot.ui.layout import layout
from games import replay
from games.base import PASS, Move, Position
from games.go import GoPosition

_RESULTS = {1: "teach.win", 0: "teach.draw", -1: "teach.loss"}


def costly_move_view(costly: CostlyMove, texts: Texts) -> LayoutView:
    """A note of two lines and a button: what the move allows, what it costs, "take it back and try again"."""
    match = costly.match
    press = Press(Verb.RETRY, match.id, match.position_id)
    label = texts.plain("button.retry")
    row = ActionRow(press_button(press, label=label, style=discord.ButtonStyle.primary))
    return layout(TextDisplay(costly_move_text(costly, texts)), row)


def costly_move_text(costly: CostlyMove, texts: Texts) -> Raw:
    """What the opponent can do after the move, and what that costs."""
    match, presenter = costly.match, PRESENTERS[costly.match.game]
    before = replay(match.record.before(costly.ply))
    after = before.play(match.moves[costly.ply])
    move = Raw(f"**{presenter.move_text(match.moves[costly.ply], texts)}**")
    cost, claim = _cost(costly, before, after, texts), _claim(costly, before, after)
    if claim is not None:
        said = claim_text(match.record.before(costly.ply), claim, texts)
        subject = Raw(f"**{move_as_subject(presenter, costly.match.moves[costly.ply], texts)}**")
        return texts("teach.note", allows=texts("teach.claim", move=subject, claim=said), cost=cost)
    key, n = _threat(after, costly.after.move)
    allows = texts(
        key,
        move=move,
        side=presenter.side_name_in(after.to_move, after, texts),
        reply=Raw(f"**{presenter.move_text(costly.after.move, texts)}**"),
        n=n,
    )
    return texts("teach.note", allows=allows, cost=cost)


def _claim(costly: CostlyMove, before: Position, after: Position) -> Claim | None:
    """What can be claimed of the move and shows at once, without the better move: there is another try."""
    best, answer, move = costly.before, costly.after, costly.match.moves[costly.ply]
    plies = None if answer.plies is None else answer.plies + 1
    score = score_for_mover(before, answer, after)
    played = Line(move, (move, *answer.line), score, answer.proven, plies)
    better = Line(best.move, best.line, best.score, best.proven, best.plies)
    return quick_claim(costly.match.record.before(costly.ply), move, better, played, NAMES_BETTER)


def _threat(position: Position, reply: Move) -> tuple[str, int]:
    """The text key of what a reply does, and how many stones it captures."""
    if reply == PASS:
        return "teach.no-reply", 0
    if isinstance(position, GoPosition):
        mover = int(position.to_move) - 1
        captured = position.play(reply).captures[mover] - position.captures[mover]
        return ("teach.captures", captured) if captured else ("teach.reply", 0)
    return "teach.reply", 0


def _cost(costly: CostlyMove, before: Position, after: Position, texts: Texts) -> Raw:
    """The result, the lead in the game's count, or the chances to win, before and after the move."""
    slug, had = costly.match.game, costly.before.score
    got = score_for_mover(before, costly.after, after)
    if costly.before.proven and costly.after.proven:
        return texts("teach.from-to", had=texts(_RESULTS[round(had)]), got=texts(_RESULTS[round(got)]))
    if costly.after.proven and got < 0:
        return texts("teach.lost")
    if costly.before.proven and had > 0:
        return texts("teach.missed")
    if not costly.after.proven and not costly.before.proven:
        leads = lead(slug, had), lead(slug, got)
        if leads[0] is not None and leads[1] is not None:
            return texts("teach.discs", n=round(leads[0] - leads[1]))
    return texts("teach.chances", had=_percent(had), got=_percent(got))


def _percent(score: float) -> int:
    """The chances to win that a score of -1 to 1 stands for."""
    return round(50 * (1 + score))
