"""What moderators see: all that they can do in a server, a match with what can be done to it, and bans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts, cut, escaped
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.level_names import level_name
from bot.ui.match_message import INACTIVE, title
from bot.ui.match_status import result_line
from bot.ui.moderation_form import CONFIRM, Question
from bot.ui.panel import Panel, button, select, user_select
from bot.ui.players import is_hidden, person, player
from bot.ui.settings_panel import MODERATION, page_panel
from data.model.match import Match, MatchState
from data.model.reasons import VOIDED, WITHOUT_BOARD
from data.servers.bans import Ban
from data.servers.moderation import can_be_corrected
from games import replay
from games.base import Side

MODERATE = "moderate"
"""The verb of the panels; `bot.ui.moderation_form` has that of the forms that confirm what is done."""
VOID, DECIDE, CORRECT, DELETE = "void", "decide", "correct-match", "delete"
"""What is done to a match: the first part of a panel's argument, before the match's number."""
DRAWN = "draw"
"""In place of a side: nobody wins."""
LIFT, BANS = "lift", "bans"
HOME, MATCH, TOURNAMENT, PERSON = "home", "match", "tournament", "person"
"""The panel with all that a moderator can do, and its menus."""
SHOW = "show"
"""The panel of a tournament, before its number and the page."""
PAGE = 25
"""Bans, entrants or pairings in one menu."""
MOST_ACTIVE = 3
"""How many people a moderator reads who have begun the most matches."""
_DANGER = discord.ButtonStyle.danger
_HARMLESS = ("add", "extend", LIFT)
"""Acts that take nothing from anybody: the button that confirms them is not red."""
_MAX_LETTERS = 80
"""The length of the longest label of a button that Discord accepts; options of menus are as short."""


def panel(action: str, *parts: int | str) -> Panel:
    """The press that does something to the thing with a number."""
    return Panel(MODERATE, ".".join([action, *map(str, parts)]))


def _back(reader: Texts) -> Item[AnyView]:
    """The button that leads from what is shown to all that a moderator can do."""
    return button(panel(HOME), label=reader.plain("button.moderate-back"))


def done_view(text: str, reader: Texts, undo: Item[AnyView] | None = None) -> LayoutView:
    """A sentence for what has just been done, ``undo`` if that can be undone, and the way back to all."""
    row = ActionRow[AnyView](*([undo] if undo else []), _back(reader))
    return layout(Container(TextDisplay(text), row, accent_color=INACTIVE))


def confirm_view(question: Question, back: Panel, reader: Texts) -> LayoutView:
    """Says what is about to be done, where nothing would keep a reason; a button does it."""
    style = discord.ButtonStyle.primary if question.argument.partition(".")[0] in _HARMLESS else _DANGER
    do = button(Panel(CONFIRM, question.argument), label=reader.plain("button.moderate-confirm"), style=style)
    row = ActionRow[AnyView](do, button(back, label=reader.plain("button.moderate-back")))
    text = f"### {escaped(question.title)}\n{question.text}"
    return layout(Container(TextDisplay(text), row, accent_color=INACTIVE))


# --- All that a moderator can do ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moderated:
    """What there is to moderate in a server."""

    matches: Mapping[int, str]
    """The newest matches in play, by their numbers, in words."""
    in_play: int
    """How many matches are in play."""
    tournaments: Mapping[int, str]
    """The newest tournaments, by their numbers, in words."""
    bans: int
    """How many people are banned."""
    log_channel: int | None
    """Where the acts of moderators are logged; None for nowhere."""
    log_problem: Raw | None = None
    """Why the bot cannot write there."""
    begun: Mapping[int, int] = field(default_factory=dict)
    """How many matches and challenges the `MOST_ACTIVE` people have begun in the last hour."""


def moderation_view(moderated: Moderated, reader: Texts, *, can_set: bool) -> LayoutView:
    """Menus of matches, tournaments and people, and the log; ``can_set``: with a button for the settings."""
    parts: list[Item[AnyView]] = [TextDisplay("\n".join(_home_lines(moderated, reader, can_set=can_set)))]
    parts += map(ActionRow[AnyView], _home_menus(moderated, reader))
    label = reader.plain("button.moderate-bans", n=moderated.bans)
    buttons = [button(panel(BANS), label=label, disabled=moderated.bans == 0)]
    if can_set:
        buttons.append(button(page_panel(MODERATION), label=reader.plain("button.moderate-settings")))
    return layout(Container(*parts, ActionRow(*buttons), accent_color=INACTIVE))


def _home_lines(moderated: Moderated, reader: Texts, *, can_set: bool) -> Iterator[str]:
    yield f"### {reader('moderate.title')}"
    if moderated.log_problem is not None:
        yield moderated.log_problem
        yield reader("moderate.log-lost" if can_set else "moderate.log-lost-ask")
    elif moderated.log_channel is not None:
        yield reader("moderate.logged", channel=Raw(f"<#{moderated.log_channel}>"))
    else:
        yield f"{Icon.WARNING} {reader('moderate.unlogged' if can_set else 'moderate.unlogged-ask')}"
    if not moderated.matches:
        yield reader("moderate.no-matches")
    elif moderated.in_play > len(moderated.matches):
        yield reader("moderate.more-matches", n=moderated.in_play)
    if moderated.begun:
        people = ", ".join(f"<@{user_id}> ({begun})" for user_id, begun in moderated.begun.items())
        yield reader("moderate.most-active", people=Raw(people))
    yield f"-# {reader('moderate.by-message')}"


def _home_menus(moderated: Moderated, reader: Texts) -> Iterator[Item[AnyView]]:
    named = (MATCH, moderated.matches), (TOURNAMENT, moderated.tournaments)
    for action, choices in named:
        options = [
            discord.SelectOption(label=cut(label, _MAX_LETTERS), value=str(number))
            for number, label in choices.items()
        ]
        if options:
            placeholder = reader.plain(f"moderate.choose.{action}")
            yield select(panel(action), options=options, placeholder=placeholder)
    yield user_select(panel(PERSON), chosen=(), placeholder=reader.plain("moderate.choose.person"))


# --- A match -----------------------------------------------------------------------------------------


def moderated_match_view(
    match: Match, viewer: Side | None, names: Mapping[int, str], reader: Texts, note: Raw | None = None
) -> LayoutView:
    """A match as the side ``viewer`` reads of it, and buttons for what can be done to it.

    ``names`` are what people are called, by their ids: a button mentions nobody. ``note`` says why nothing
    was done.
    """
    lines = [
        f"### {title(match, reader)}",
        _players(match, viewer, reader),
        state_in_words(match, viewer, reader),
        *_fixed_result(match, reader),
    ]
    if note is not None:
        lines.append(f"{Icon.WARNING} {note}")
    rows = []
    if match.state == MatchState.PLAYING:
        decisions = {side: decision(match, side, viewer, reader, names) for side in Side}
        rows.append(
            ActionRow[AnyView](
                *(
                    button(panel(DECIDE, match.id, int(side)), label=label)
                    for side, label in decisions.items()
                )
            )
        )
    elif can_be_corrected(match):
        winners = (winner for winner in (*Side, None) if winner != match.winner)
        labels = {winner: decision(match, winner, viewer, reader, names) for winner in winners}
        results = {winner: DRAWN if winner is None else int(winner) for winner in labels}
        rows.append(
            ActionRow[AnyView](
                *(
                    button(panel(CORRECT, match.id, results[winner]), label=label)
                    for winner, label in labels.items()
                )
            )
        )
    if match.tournament_id is not None:
        of_tournament = reader.plain("button.moderate-tournament", id=match.tournament_id)
        rows.append(ActionRow[AnyView](button(panel(SHOW, match.tournament_id, 0), label=of_tournament)))
    rows.append(ActionRow[AnyView](*_match_buttons(match, reader)))
    return layout(Container(TextDisplay("\n".join(filter(None, lines))), *rows, accent_color=INACTIVE))


def _players(match: Match, viewer: Side | None, reader: Texts) -> str:
    """Who plays; once the sides are fixed, a line for each, since a moderator decides for a side."""
    if match.state == MatchState.CHALLENGE or match.imported_by is not None:
        sides = [side for side in Side if not is_hidden(match, side, viewer)]
        people = [user_id for user_id in match.people if match.side_of(user_id) in sides]
        names = Raw(", ".join(f"<@{user_id}>" for user_id in people))
        return reader("moderate.players", people=names) if people else ""
    side_name = PRESENTERS[match.game].side_name
    lines = (
        reader("moderate.side", side=side_name(side, reader), players=_on_side(match, side, viewer, reader))
        for side in Side
    )
    return "\n".join(lines)


def _fixed_result(match: Match, reader: Texts) -> Iterator[Raw]:
    """Why the result of a match that is over can be voided, but not replaced here."""
    is_counted = match.state == MatchState.OVER and match.begun and match.reason != VOIDED
    if is_counted and match.tournament_id is not None:
        yield reader("moderate.fixed-tournament")


def _on_side(match: Match, side: Side, viewer: Side | None, reader: Texts) -> Raw:
    """Everybody on a side, as the board names them."""
    members = match.members(side)
    if len(members) > 1 and not match.is_voted and not is_hidden(match, side, viewer):
        return Raw(", ".join(person(member, reader) for member in members))
    return player(match, side, viewer, reader)


def state_in_words(match: Match, viewer: Side | None, reader: Texts) -> str:
    """Whether a match is in play, or how it has ended, as the side ``viewer`` reads it."""
    if match.state == MatchState.OVER:
        presenter, position = PRESENTERS[match.game], replay(match.record)
        return result_line(match, viewer, position, presenter, reader)
    if match.state == MatchState.CHALLENGE:
        return reader("moderate.challenge")
    if match.paused in WITHOUT_BOARD:
        return reader(f"match.{'removed' if match.paused == 'removed' else 'suspended'}")
    return reader("moderate.playing" if match.paused is None else "moderate.paused", n=match.ply)


def _match_buttons(match: Match, reader: Texts) -> list[Item[AnyView]]:
    buttons = []
    if match.state != MatchState.OVER:
        key = "button.moderate-cancel" if match.state == MatchState.CHALLENGE else "button.moderate-end"
        buttons.append(button(panel(VOID, match.id), label=reader.plain(key)))
    elif match.begun and match.reason != VOIDED and match.imported_by is None:
        buttons.append(button(panel(VOID, match.id), label=reader.plain("button.moderate-void")))
    delete = reader.plain("button.moderate-delete")
    return [*buttons, _back(reader), button(panel(DELETE, match.id), label=delete, style=_DANGER)]


def side_wins(match: Match, side: Side, reader: Texts) -> str:
    """The words for the decision that a side wins."""
    return reader.plain("button.moderate-decide", side=PRESENTERS[match.game].side_name(side, reader))


def decision(
    match: Match,
    side: Side | None,
    viewer: Side | None,
    reader: Texts,
    names: Mapping[int, str] | None = None,
) -> str:
    """The words for the decision that a side wins, with the winner: a name of ``names``, or a mention.

    Without a side it is a draw.

    Of a team it is the first member whom a person names, and the number of the others. A player whom the
    side ``viewer`` does not see, and who has no name, is left out.
    """
    if side is None:
        return reader.plain("moderate.drawn")
    wins, members = side_wins(match, side, reader), match.members(side)
    if is_hidden(match, side, viewer) or match.is_voted:
        return wins
    if not members:
        computer = reader.plain("player.computer", level=level_name(match.game, match.level or "", reader))
        return f"{wins}: {computer}"
    winner = person(members[0], reader) if names is None else names.get(members[0], "")
    more = f" +{len(members) - 1}" if len(members) > 1 else ""
    return cut(f"{wins}: {winner}{more}", _MAX_LETTERS) if winner else wins


# --- Bans --------------------------------------------------------------------------------------------


def bans_view(bans: Sequence[Ban], page: int, names: dict[int, str], reader: Texts) -> LayoutView:
    """The bans of a server, some on a page, and a menu that lifts one."""
    if not bans:
        return done_view(reader("moderate.no-bans"), reader)
    last = (len(bans) - 1) // PAGE
    page = min(page, last)
    shown = bans[page * PAGE :][:PAGE]
    lines = [reader("moderate.bans", n=len(bans)), *(_ban_line(ban, reader) for ban in shown)]
    options = [
        discord.SelectOption(label=names.get(ban.user_id, str(ban.user_id))[:100], value=str(ban.user_id))
        for ban in shown
    ]
    menu = select(panel(LIFT), options=options, placeholder=reader.plain("moderate.lift.choose"))
    pages = page_row(lambda number: panel(BANS, number), page, last, reader)
    rows = [ActionRow[AnyView](menu), *pages, ActionRow[AnyView](_back(reader))]
    return layout(Container(TextDisplay("\n".join(lines)), *rows, accent_color=INACTIVE))


def _ban_line(ban: Ban, reader: Texts) -> str:
    return reader(
        "moderate.ban-line",
        person=Raw(f"<@{ban.user_id}>"),
        until=until_text(ban.until, reader),
        moderator=Raw(f"<@{ban.by_id}>") if ban.by_id else reader("player.deleted"),
        reason=_short(ban.reason),
    )


def until_text(until: float | None, reader: Texts) -> Raw:
    """Until when a ban lasts."""
    if until is None:
        return reader("moderate.for-ever")
    return reader("moderate.until", when=Raw(f"<t:{round(until)}:f>"))


def _short(reason: str, limit: int = 80) -> str:
    """A reason in one line of at most ``limit`` characters, so that a page of bans fits a message."""
    return cut(" ".join(reason.split()), limit)


def page_row(of: Callable[[int], Panel], page: int, last: int, reader: Texts) -> list[ActionRow[AnyView]]:
    """Buttons that show the pages before and after; none if there is only one page."""
    if last == 0:
        return []
    before = button(of(page - 1), label="", emoji=Icon.PREVIOUS, disabled=page == 0)
    number = reader.plain("matches.page", page=page + 1, last=last + 1)
    present = Button[AnyView](label=number, disabled=True, custom_id="p:moderate:page")
    after = button(of(page + 1), label="", emoji=Icon.NEXT, disabled=page == last)
    return [ActionRow[AnyView](before, present, after)]
