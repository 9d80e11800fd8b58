"""What a relay says: its lobby, the question which side to join, who moves for how long, and who follows."""

from __future__ import annotations

from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.buttons import Control
from bot.ui.clocks import control_name
from bot.ui.custom_ids import Verb
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE, title
from bot.ui.players import person
from bot.ui.team_lobby import side_lines
from data.model.match import Match, MatchState
from data.model.relay import MOST_IN_RELAY, joined_before, returns_left, side_of_people
from games import replay
from games.base import Side


def relay_lobby_view(match: Match, texts: Texts) -> LayoutView:
    """A relay that begins once somebody is on each side."""
    moves_in_row = match.teams.each if match.teams is not None else 1
    lines = [
        title(match, texts),
        texts("relay.lobby", creator=Raw(f"<@{match.challenger_id}>"), n=moves_in_row),
        *side_lines(match, texts),
        *([texts("challenge.clock", clock=control_name(match.clock.control, texts))] if match.clock else []),
        "-# " + texts("relay.expires", when=Raw(f"<t:{int(match.require_expires_at())}:R>")),
    ]
    others = ActionRow[AnyView](
        Control.of(Verb.LEAVE_TEAM, texts).button(match),
        Control.of(Verb.CANCEL_CHALLENGE, texts).button(match),
    )
    joining = ActionRow(*join_buttons(match, texts))
    return layout(Container(TextDisplay("\n".join(lines)), joining, others, accent_color=ACTIVE))


def sides_view(match: Match, texts: Texts) -> LayoutView:
    """Who is on which side, and the buttons to join one."""
    lines = [texts("relay.which-side", n=MOST_IN_RELAY), *side_lines(match, texts)]
    return layout(TextDisplay("\n".join(lines)), ActionRow(*join_buttons(match, texts)))


def join_buttons(match: Match, texts: Texts) -> list[Item[AnyView]]:
    """A button for each side that people can join."""
    people = side_of_people(match)
    return [_join(match, side, "team.join", texts) for side in Side if people in (None, side)]


def _join(match: Match, side: Side, key: str, texts: Texts) -> Item[AnyView]:
    name = PRESENTERS[match.game].side_name_in(side, replay(match.record), texts)
    is_full = len(match.members(side)) >= MOST_IN_RELAY
    label = texts.plain(key, side=name)
    return Control(Verb.RELAY, label, argument=str(int(side)), disabled=is_full).button(match)


def offered_buttons(match: Match, user_id: int, texts: Texts) -> list[Item[AnyView]]:
    """What a person can join who has pressed a button of a relay in which they do not play."""
    if not match.is_relay or match.teams is None or match.state != MatchState.PLAYING:
        return []
    side = joined_before(match.teams, user_id)
    if side is None:
        return join_buttons(match, texts)
    can_rejoin = match.side_of(user_id) is None and returns_left(match.teams, side, user_id)
    return [_join(match, side, "relay.rejoin", texts)] if can_rejoin else []


def joined_text(match: Match, user_id: int, texts: Texts) -> str:
    """What a person reads who has joined a match in play: their side, and who moves before them."""
    side = match.side_of(user_id)
    if side is None:
        return ""
    name = PRESENTERS[match.game].side_name_in(side, replay(match.record), texts)
    if match.user_of(side) == user_id:
        return texts("relay.joined-next", side=name)
    members = Raw(", ".join(person(member, texts) for member in match.members(side)))
    return texts("relay.joined", side=name, members=members)


def left_text(match: Match, user_id: int, texts: Texts) -> str:
    """What a person reads who has left a side: how to come back to it, where that is possible."""
    can_rejoin = bool(offered_buttons(match, user_id, texts))
    return texts("relay.left" if can_rejoin else "team.left")
