"""The boards of a simul for who gives it: those that wait for a move, and the way to the next one."""

from __future__ import annotations

from collections.abc import Iterable

from discord.ui import ActionRow, Button, Container, Item, LayoutView, TextDisplay

from bot.texts import Raw, Texts
from bot.tournaments.kinds import format_of
from bot.ui import AnyView
from bot.ui.clocks import ClockDisplay, flag_fall
from bot.ui.entrants import name
from bot.ui.layout import layout
from bot.ui.links import link
from bot.ui.match_message import ACTIVE
from bot.ui.notices import text_view
from bot.ui.panel import button
from bot.ui.tournament import MINE, panel, title_of
from data.model.match import Match, MatchState
from data.model.tournament import Pairing, Tournament
from games import replay


def is_giver(tournament: Tournament, user_id: int) -> bool:
    """Whether a person gives a simul that has begun."""
    giver = format_of(tournament).giver(tournament)
    return tournament.round > 0 and giver is not None and giver.user_id == user_id and not giver.dropped


def waiting_boards(matches: Iterable[Match], user_id: int) -> list[Match]:
    """The matches in which a person is to move, those first that have waited longest."""
    waiting = [match for match in matches if _is_waiting(match, user_id)]
    return sorted(waiting, key=_waiting_since)


def _is_waiting(match: Match, user_id: int) -> bool:
    is_shown = match.home.message_id is not None
    if not is_shown or match.state != MatchState.PLAYING or not match.is_active:
        return False
    return match.user_of(replay(match.record).to_move) == user_id


def _waiting_since(match: Match) -> tuple[float, int]:
    since = match.clock.since if match.clock is not None else None
    return since or 0.0, match.id


def boards_view(
    tournament: Tournament,
    matches: Iterable[Match],
    user_id: int,
    clocks: ClockDisplay,
    texts: Texts,
    now: float = 0.0,
) -> LayoutView:
    """The boards that wait for who gives a simul at the moment ``now``, and a button to the first of them."""
    waiting = waiting_boards(matches, user_id)
    key = "tournament.simul.waiting" if waiting else "tournament.simul.none-waiting"
    lines: list[str] = [texts(key, title=title_of(tournament, texts), n=len(waiting))]
    lines += [f"{place}. {_line(tournament, match, clocks, texts)}" for place, match in enumerate(waiting, 1)]
    others = len(tournament.open_pairings) - len(waiting)
    lines.append(f"-# {texts('tournament.simul.others', n=others, now=Raw(f'<t:{round(now)}:T>'))}")
    refresh = button(panel(MINE, tournament.id), label=texts.plain("button.moderate-refresh"))
    buttons: list[Item[AnyView]] = [refresh]
    if waiting:
        label = texts.plain("button.tournament-next-board")
        buttons.insert(0, Button[AnyView](label=label, url=link(waiting[0].home)))
    return layout(Container(TextDisplay("\n".join(lines)), ActionRow(*buttons), accent_color=ACTIVE))


def next_board_view(tournament: Tournament, waiting: list[Match], texts: Texts) -> LayoutView:
    """A line that leads from a board, after a move there, to the first of those that wait."""
    first = waiting[0]
    line = texts(
        "tournament.simul.next",
        id=first.id,
        link=Raw(link(first.home)),
        opponent=_opponent(tournament, first, texts),
        n=len(waiting),
    )
    return text_view(line)


def _line(tournament: Tournament, match: Match, clocks: ClockDisplay, texts: Texts) -> str:
    """A board with its opponent and until when a move is due."""
    return texts(
        "tournament.simul.board",
        opponent=_opponent(tournament, match, texts),
        id=match.id,
        link=Raw(link(match.home)),
        when=flag_fall(match, texts, clocks) or Raw("…"),
    )


def _opponent(tournament: Tournament, match: Match, texts: Texts) -> Raw:
    giver = format_of(tournament).giver(tournament)
    pairing = _pairing_of(tournament, match)
    number = pairing.opponent_of(giver.number) if giver is not None and pairing is not None else None
    return name(tournament.entrant(number), texts) if number is not None else Raw("")


def _pairing_of(tournament: Tournament, match: Match) -> Pairing | None:
    return next((pairing for pairing in tournament.pairings if pairing.match_id == match.id), None)
