"""The lobby of a match of hand and brain: four seats, each with a button."""

from __future__ import annotations

from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.buttons import Control
from bot.ui.clocks import control_name
from bot.ui.custom_ids import Verb
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.level_names import level_of_all
from bot.ui.match_message import ACTIVE, title
from bot.ui.players import person
from data.model.hand_and_brain import Seat
from data.model.match import Match
from data.model.teams import Teams
from games import replay
from games.base import Side
from games.regions import kind_of_regions

SEATS = len(Side) * len(Seat)


def seats_view(match: Match, texts: Texts) -> LayoutView:
    """The seats of a match that has not begun, and who has taken them."""
    presenter, start, teams = PRESENTERS[match.game], replay(match.record), match.teams
    if teams is None or teams.pairs is None:
        raise ValueError(f"match {match.id} has no seats")
    names = {side: presenter.side_name_in(side, start, texts) for side in Side}
    level = teams.pairs.level
    lines = [
        title(match, texts),
        texts(f"brain.lobby.{kind_of_regions(start)}", creator=Raw(f"<@{match.challenger_id}>")),
        *(
            texts(
                "brain.side",
                symbol=Raw(presenter.symbol(side, start)),
                side=names[side],
                brain=_person(teams, side, Seat.BRAIN, texts),
                hand=_person(teams, side, Seat.HAND, texts),
            )
            for side in Side
        ),
        *([texts("brain.level", level=level_of_all(match.game, level, texts))] if level else []),
        *([texts("challenge.clock", clock=control_name(match.clock.control, texts))] if match.clock else []),
        "-# " + texts("team.expires", when=Raw(f"<t:{int(match.require_expires_at())}:R>")),
    ]
    is_short = level is None and len(match.people) < SEATS
    rows = [
        ActionRow[AnyView](*(_take(teams, side, seat, names[side], texts).button(match) for seat in Seat))
        for side in Side
    ]
    others = ActionRow[AnyView](
        Control.of(Verb.START_PAIRS, texts, NEXT_STEP, disabled=is_short).button(match),
        Control.of(Verb.LEAVE_TEAM, texts).button(match),
        Control.of(Verb.CANCEL_CHALLENGE, texts).button(match),
    )
    return layout(Container(TextDisplay("\n".join(lines)), *rows, others, accent_color=ACTIVE))


def _person(teams: Teams, side: Side, seat: Seat, texts: Texts) -> Raw:
    user_id = teams.seated(side, seat)
    if user_id is not None:
        return person(user_id, texts)
    return texts("brain.computer") if teams.pairs is not None and teams.pairs.level else texts("team.nobody")


def _take(teams: Teams, side: Side, seat: Seat, name: str, texts: Texts) -> Control:
    label = texts.plain("brain.take-brain" if seat is Seat.BRAIN else "brain.take-hand", side=name)
    taken = teams.seated(side, seat) is not None
    return Control(Verb.TAKE_SEAT, label, argument=f"{int(side)}{seat}", disabled=taken)
