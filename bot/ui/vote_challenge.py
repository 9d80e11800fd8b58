"""The message of a match of two channels that has not begun: who has asked, the rules, and the answers."""

from __future__ import annotations

from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.buttons import control
from bot.ui.clocks import control_name
from bot.ui.custom_ids import Verb
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import ACTIVE, title
from bot.ui.players import person, player
from data.model.match import Match
from games import replay
from games.base import Side


def vote_challenge_view(match: Match, viewer: Side | None, texts: Texts) -> LayoutView:
    """The challenge of a channel to another one, which accepts or declines it at its own board.

    ``viewer`` is the side whose board it is.
    """
    asking = match.side_of(match.challenger_id) or Side.FIRST
    presenter, start = PRESENTERS[match.game], replay(match.record)
    names = {
        "channel": player(match, asking, viewer, texts),
        "other": player(match, asking.other, viewer, texts),
    }
    lines = [
        title(match, texts),
        texts("vote.challenge", challenger=person(match.challenger_id, texts), **names),
        *(
            texts(
                "team.side",
                symbol=Raw(presenter.symbol(side, start)),
                side=presenter.side_name_in(side, start, texts),
                members=player(match, side, viewer, texts),
            )
            for side in Side
        ),
        *([texts("challenge.clock", clock=control_name(match.clock.control, texts))] if match.clock else []),
        "-# " + texts("vote.rules", **names),
        "-# " + texts("challenge.expires", when=Raw(f"<t:{int(match.require_expires_at())}:R>")),
    ]
    row = ActionRow[AnyView](control(match, Verb.CANCEL_CHALLENGE, texts))
    if viewer is not asking:
        accept = control(match, Verb.ACCEPT_CHALLENGE, texts, NEXT_STEP)
        row = ActionRow(accept, control(match, Verb.DECLINE_CHALLENGE, texts))
    return layout(Container(TextDisplay("\n".join(lines)), row, accent_color=ACTIVE))
