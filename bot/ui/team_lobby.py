"""The message of a match of teams that has not begun: who is on which side, and buttons to join one."""

from __future__ import annotations

from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.buttons import Control
from bot.ui.clocks import control_name
from bot.ui.custom_ids import Verb
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.match_message import ACTIVE, title
from bot.ui.players import person
from data.model.match import Match
from data.model.teams import MOST
from games import replay
from games.base import Side


def lobby_view(match: Match, texts: Texts) -> LayoutView:
    """The lobby of a match, whose members move in turn."""
    presenter, start = PRESENTERS[match.game], replay(match.record)
    names = {side: presenter.side_name_in(side, start, texts) for side in Side}
    lines = [
        title(match, texts),
        texts("team.lobby", creator=Raw(f"<@{match.challenger_id}>"), n=MOST),
        *side_lines(match, texts),
        *([texts("challenge.clock", clock=control_name(match.clock.control, texts))] if match.clock else []),
        "-# " + texts("team.expires", when=Raw(f"<t:{int(match.require_expires_at())}:R>")),
    ]
    joining = ActionRow[AnyView](*(_join(match, side, names[side], texts).button(match) for side in Side))
    start_style = NEXT_STEP
    others = ActionRow[AnyView](
        Control.of(Verb.START_TEAMS, texts, start_style, disabled=match.is_open).button(match),
        Control.of(Verb.LEAVE_TEAM, texts).button(match),
        Control.of(Verb.CANCEL_CHALLENGE, texts).button(match),
    )
    return layout(Container(TextDisplay("\n".join(lines)), joining, others, accent_color=ACTIVE))


def side_lines(match: Match, texts: Texts) -> list[Raw]:
    """Each side, and the people who are on it."""
    presenter, start = PRESENTERS[match.game], replay(match.record)
    return [
        texts(
            "team.side",
            symbol=Raw(presenter.symbol(side, start)),
            side=presenter.side_name_in(side, start, texts),
            members=_members(match, side, texts),
        )
        for side in Side
    ]


def _members(match: Match, side: Side, texts: Texts) -> Raw:
    """The people on a side, in the order of their turns."""
    return Raw(", ".join(person(user_id, texts) for user_id in match.members(side))) or texts("team.nobody")


def _join(match: Match, side: Side, name: str, texts: Texts) -> Control:
    is_full = len(match.members(side)) >= MOST
    label = texts.plain("team.join", side=name)
    return Control(Verb.JOIN_TEAM, label, argument=str(int(side)), disabled=is_full)
