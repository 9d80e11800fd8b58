"""The message of a challenge, and what becomes of it when nobody plays."""

from __future__ import annotations

from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.presenters.keypad import Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.buttons import control
from bot.ui.clocks import control_name
from bot.ui.custom_ids import Verb
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import ACTIVE, kinds, match_view, title
from bot.ui.notices import note_view
from bot.ui.players import named, player
from bot.ui.ratings import agreed_line
from data.model.match import Match
from games import replay
from games.base import Side


def challenge_view(match: Match, viewer: Side | None, texts: Texts, over: Match | None = None) -> LayoutView:
    """A challenge that waits for its answer, on a board of the side ``viewer``; None: both share it.

    A challenge to a rematch shows the match that is ``over`` if it took that match's message.
    """
    side = viewer or (Side.FIRST if match.challenger_id == match.first_id else Side.SECOND)
    presenter, start = PRESENTERS[match.game], replay(match.record)
    symbol, name = Raw(presenter.symbol(side, start)), presenter.side_name_in(side, start, texts)
    rated = agreed_line(match, lambda owner: presenter.side_name_in(owner, start, texts), texts)
    rule = presenter.variant_rule(match.variant, texts)
    lines = [
        " · ".join([title(match, texts), *(kinds(match, texts) if match.rated is None else [])]),
        _request(match, viewer, texts),
        texts("challenge.sides", symbol=symbol, side=name, challenger=player(match, side, viewer, texts)),
        *([rated] if rated is not None else []),
        *([texts("challenge.clock", clock=control_name(match.clock.control, texts))] if match.clock else []),
        *([f"-# {texts('variant.rule', rule=rule)}"] if rule else []),
        "-# " + texts("challenge.expires", when=Raw(f"<t:{int(match.require_expires_at())}:R>")),
    ]
    accept = control(match, Verb.ACCEPT_CHALLENGE, texts, NEXT_STEP)
    refuse = Verb.CANCEL_CHALLENGE if match.is_open else Verb.DECLINE_CHALLENGE
    row = ActionRow(accept, control(match, refuse, texts))
    if over is not None:
        board = match_view(over, over.home, texts, None)
        return board.add_item(TextDisplay("\n".join(lines[1:]))).add_item(row)
    return layout(Container(TextDisplay("\n".join(lines)), row, accent_color=ACTIVE))


def _request(match: Match, viewer: Side | None, texts: Texts) -> Raw:
    """Who is asked to play: the person challenged, or anyone."""
    side = Side.FIRST if match.challenger_id == match.first_id else Side.SECOND
    challenger = named(match, side, viewer, texts)
    if match.is_open:
        return texts("challenge.open", challenger=challenger)
    key = "challenge.asks" if match.rematch_of is None else "challenge.asks-rematch"
    challenged = named(match, side.other, viewer, texts, begins=True)
    return texts(key, challenged=challenged, challenger=challenger)


def ended_challenge_view(match: Match, texts: Texts, over: Match | None = None) -> LayoutView:
    """A challenge that was declined, canceled or expired; ``over`` is as in `challenge_view`."""
    line = texts(match.reason or "challenge.cancelled")
    if over is not None:
        return match_view(over, over.home, texts, Keypad()).add_item(TextDisplay(f"-# {line}"))
    return note_view(f"{title(match, texts)}\n{line}")
