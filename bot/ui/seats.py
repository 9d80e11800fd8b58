"""The lobby of a match of hand and brain: four seats, each with a button."""

from __future__ import annotations

from collections.abc import Iterator

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
    teams = match.teams
    if teams is None or teams.pairs is None:
        raise ValueError(f"match {match.id} has no seats")
    lines = _lines(match, teams, teams.pairs.level, texts)
    seats = [_seats_row(match, teams, side, texts) for side in Side]
    # The computer takes the seats that are left, if it was asked to.
    is_short = teams.pairs.level is None and len(match.people) < SEATS
    controls = _controls_row(match, texts, can_start=not is_short)
    return layout(Container(TextDisplay("\n".join(lines)), *seats, controls, accent_color=ACTIVE))


def _lines(match: Match, teams: Teams, level: str | None, texts: Texts) -> Iterator[str]:
    """What the match is, who sits where, and until when people can join."""
    yield title(match, texts)
    regions = kind_of_regions(replay(match.record))
    yield texts(f"brain.lobby.{regions}", creator=Raw(f"<@{match.challenger_id}>"))
    for side in Side:
        yield _side_line(match, teams, side, texts)
    if level:
        yield texts("brain.level", level=level_of_all(match.game, level, texts))
    if match.clock is not None:
        yield texts("challenge.clock", clock=control_name(match.clock.control, texts))
    yield "-# " + texts("team.expires", when=Raw(f"<t:{int(match.require_expires_at())}:R>"))


def _side_line(match: Match, teams: Teams, side: Side, texts: Texts) -> Raw:
    """Who is the brain of a side, and who its hand."""
    return texts(
        "brain.side",
        symbol=Raw(PRESENTERS[match.game].symbol(side, replay(match.record))),
        side=_side_name(match, side, texts),
        brain=_person(teams, side, Seat.BRAIN, texts),
        hand=_person(teams, side, Seat.HAND, texts),
    )


def _side_name(match: Match, side: Side, texts: Texts) -> str:
    return PRESENTERS[match.game].side_name_in(side, replay(match.record), texts)


def _seats_row(match: Match, teams: Teams, side: Side, texts: Texts) -> ActionRow[AnyView]:
    """A button for each of the two seats of a side."""
    name = _side_name(match, side, texts)
    return ActionRow(*(_take(teams, side, seat, name, texts).button(match) for seat in Seat))


def _controls_row(match: Match, texts: Texts, *, can_start: bool) -> ActionRow[AnyView]:
    return ActionRow(
        Control.of(Verb.START_PAIRS, texts, NEXT_STEP, disabled=not can_start).button(match),
        Control.of(Verb.LEAVE_TEAM, texts).button(match),
        Control.of(Verb.CANCEL_CHALLENGE, texts).button(match),
    )


def _person(teams: Teams, side: Side, seat: Seat, texts: Texts) -> Raw:
    """Who has a seat: a person, the computer where it plays, or nobody yet."""
    user_id = teams.seated(side, seat)
    if user_id is not None:
        return person(user_id, texts)
    return texts("brain.computer") if teams.pairs is not None and teams.pairs.level else texts("team.nobody")


def _take(teams: Teams, side: Side, seat: Seat, name: str, texts: Texts) -> Control:
    """Takes a seat of the side with this name; disabled where somebody has it."""
    label = texts.plain("brain.take-brain" if seat is Seat.BRAIN else "brain.take-hand", side=name)
    taken = teams.seated(side, seat) is not None
    return Control(Verb.TAKE_SEAT, label, argument=f"{int(side)}{seat}", disabled=taken)
