"""The pairings of a tournament, with links to their matches, for one reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from discord.ui import ActionRow, Button, Container, Item, LayoutView, TextDisplay

from bot.exceptions import Refusal
from bot.icons import Icon
from bot.texts import Raw, Texts, cut
from bot.tournaments.changes import can_join
from bot.tournaments.formats import Format
from bot.tournaments.kinds import format_of, standings
from bot.ui import AnyView
from bot.ui.clocks import ClockDisplay, lost_at, until
from bot.ui.entrants import name, plain_name
from bot.ui.layout import layout
from bot.ui.links import link
from bot.ui.match_message import ACTIVE, INACTIVE
from bot.ui.panel import Panel, button
from bot.ui.tournament import (
    ALONE,
    JOIN,
    MINE,
    PAIRINGS,
    TOURNAMENT,
    labels,
    panel,
    places_text,
    stage,
    title_of,
)
from bot.ui.tournament_end import score_text
from bot.ui.tournament_heading import plain_title
from bot.ui.tournament_results import result_words
from data.model.match import Match
from data.model.tournament import Entrant, Pairing, Result, Tournament, TournamentState
from games import replay

PAGE = 16
"""Pairings on a page: two phone screens, and well below the 4,000 characters of a message."""
_MAX_IN_THREAD = 100
"""Characters of a thread's name, by Discord's limit."""

_SCORES = {
    Result.FIRST: "1–0",
    Result.SECOND: "0–1",
    Result.DRAW: "½–½",
}


def pairings_view(
    tournament: Tournament, matches: Mapping[int, Match], user_id: int, texts: Texts, page: int = 0
) -> LayoutView:
    """A page of the pairings, from 0, the last one at most, with links to their matches."""
    every = listed_pairings(tournament, user_id)
    last = _last_page(every)
    page = min(page, last)
    is_over = tournament.state is TournamentState.OVER
    title = texts(
        Format.pairings_title if is_over else format_of(tournament).pairings_title,
        round=tournament.round,
        stage=stage(tournament, texts),
        title=title_of(tournament, texts),
    )
    lines = [f"-# **{title}**", *_pairing_lines(tournament, on_page(every, page), matches, texts)]
    box: Container[AnyView] = Container(TextDisplay("\n".join(lines)), accent_color=INACTIVE)
    if last:
        box.add_item(_page_row(tournament, page, last, texts))
    return layout(box)


def my_match_view(
    tournament: Tournament,
    match: Match | None,
    user_id: int,
    clocks: ClockDisplay,
    texts: Texts,
    now: float = 0.0,
) -> LayoutView:
    """An entrant's match that is going on, with the way to its board; without one, why there is none.

    ``now`` is the moment, in unix seconds, at which all this is so: what is shown stays as it is.
    """
    entrant = tournament.entrant_of(user_id)
    if entrant is None:
        raise Refusal("tournament.not-joined")
    pairing = my_pairing(tournament, user_id)
    if pairing is None or pairing.second is None:
        text = TextDisplay[AnyView](_why_none_text(tournament, entrant, texts))
        actions = [JOIN] if entrant.dropped and can_join(tournament) else [MINE]
        return layout(Container(text, _actions(tournament, actions, texts), accent_color=INACTIVE))
    opponent = name(tournament.entrant(pairing.opponent_of(entrant.number) or 0), texts)
    if match is None or match.home.message_id is None:
        soon = TextDisplay[AnyView](texts("tournament.mine.soon", opponent=opponent))
        return layout(Container(soon, _actions(tournament, [MINE], texts), accent_color=INACTIVE))
    if user_id not in match.people:
        return layout(Container(TextDisplay(texts("tournament.mine.of-another")), accent_color=INACTIVE))
    lines = [
        texts("tournament.mine", title=title_of(tournament, texts), opponent=opponent),
        _standing(tournament, pairing, entrant, texts),
    ]
    if (moment := lost_at(match, clocks)) is not None:
        is_mine = match.user_of(replay(match.record).to_move) == user_id
        key = "tournament.mine.turn" if is_mine else "tournament.mine.their-turn"
        moments = {"when": until(moment, is_live=tournament.has_minutes), "now": Raw(f"<t:{round(now)}:T>")}
        lines.append(texts(key, **moments))
    way = Button[AnyView](label=texts.plain("button.tournament-board"), url=link(match.home))
    row = _actions(tournament, [MINE], texts, way)
    return layout(Container(TextDisplay("\n".join(filter(None, lines))), row, accent_color=ACTIVE))


def onlooker_view(tournament: Tournament, matches: Mapping[int, Match], texts: Texts) -> LayoutView:
    """What somebody can do who is not in a tournament: watch the boards that are played on, perhaps join."""
    going_on = [pairing for pairing in tournament.open_pairings if pairing.match_id in matches]
    key = "tournament.onlooker" if going_on else "tournament.onlooker.nothing"
    lines: list[str] = [texts(key, title=title_of(tournament, texts))]
    lines += [_pairing_line(tournament, pairing, matches, texts) for pairing in going_on[:PAGE]]
    box: Container[AnyView] = Container(TextDisplay("\n".join(lines)), accent_color=INACTIVE)
    if can_join(tournament):
        box.add_item(_actions(tournament, [JOIN], texts))
    return layout(box)


_LABELS = {JOIN: "button.tournament-join", MINE: "button.moderate-refresh"}


def _actions(
    tournament: Tournament, actions: Sequence[str], texts: Texts, *before: Item[AnyView]
) -> ActionRow[AnyView]:
    """Buttons that do something to a tournament, after others."""
    panels = {JOIN: Panel(TOURNAMENT, f"{JOIN}.{tournament.id}.{ALONE}"), MINE: panel(MINE, tournament.id)}
    buttons = (button(panels[action], label=texts.plain(_LABELS[action])) for action in actions)
    return ActionRow(*before, *buttons)


def _standing(tournament: Tournament, pairing: Pairing, entrant: Entrant, texts: Texts) -> str:
    """How the two of a match stand; in a knockout, which match it is."""
    rules = format_of(tournament)
    if rules.has_bracket:
        return f"-# {stage(tournament, texts, pairing)}"
    return _scores(tournament, pairing, entrant, texts) if rules.has_places else ""


def _scores(tournament: Tournament, pairing: Pairing, entrant: Entrant, texts: Texts) -> str:
    """What the two of a match have so far, with their places."""
    ranked = {standing.number: standing for standing in standings(tournament)}
    places = labels(tournament, list(ranked.values()))
    numbers = {"mine": entrant.number, "theirs": pairing.opponent_of(entrant.number) or 0}
    if not set(numbers.values()) <= set(ranked):
        return ""
    scores = {
        whose: texts(
            "tournament.mine.score",
            score=score_text(tournament, ranked[number], texts),
            place=Raw(places[number]),
        )
        for whose, number in numbers.items()
    }
    return texts("tournament.mine.scores", **scores)


def my_pairing(tournament: Tournament, user_id: int) -> Pairing | None:
    """The pairing of a person that has no result yet."""
    entrant = tournament.entrant_of(user_id)
    if entrant is None:
        return None
    return next((pairing for pairing in tournament.open_pairings if pairing.has(entrant.number)), None)


def _why_none_text(tournament: Tournament, entrant: Entrant, texts: Texts) -> str:
    """Why an entrant has no match now; for who is out of a knockout, in which place."""
    why = _why_none(tournament, entrant)
    lost = [pairing for pairing in tournament.pairings if pairing.has(entrant.number)][-1:]
    places = format_of(tournament).places_of_loser(tournament, lost[0]) if lost else None
    if why == "out" and places is not None and lost[0].points_of(entrant.number) == 0:
        return texts("tournament.mine.out-place", place=places_text(places), n=len(tournament.entrants))
    return texts(f"tournament.mine.{why}")


def _why_none(tournament: Tournament, entrant: Entrant) -> str:
    """Why an entrant has no match now, as the last part of a text key."""
    rules, number = format_of(tournament), entrant.number
    if entrant.dropped:
        return "left" if rules.gives_up else "paused"
    if rules.has_played_all(tournament, number):
        return "done"
    if rules.is_out(tournament, number):
        return "out"
    pairings = (pairing for pairing in tournament.in_round(tournament.round) if pairing.has(number))
    if any(pairing.result is Result.BYE for pairing in pairings):
        return "bye"
    return "waiting" if tournament.state is TournamentState.RUNNING and tournament.deadline else "none"


def listed_pairings(tournament: Tournament, user_id: int) -> list[Pairing]:
    """The pairings that a reader is shown, where there are rounds their own first; once it is over all."""
    entrant = tournament.entrant_of(user_id)
    if tournament.state is TournamentState.OVER:
        over = [pairing for pairing in tournament.pairings[::-1] if pairing.result is not Result.NOT_COUNTED]
        if entrant is None or tournament.rounds is None:
            return over
        return sorted(over, key=lambda pairing: not pairing.has(entrant.number))
    return format_of(tournament).listed(tournament, None if entrant is None else entrant.number)


def on_page(pairings: Sequence[Pairing], page: int) -> Sequence[Pairing]:
    """The pairings on a page (the first is 0), or on the last page if there are fewer."""
    start = min(page, _last_page(pairings)) * PAGE
    return pairings[start : start + PAGE]


def _last_page(pairings: Sequence[Pairing]) -> int:
    return max(0, (len(pairings) - 1) // PAGE)


def _page_row(tournament: Tournament, page: int, last: int, texts: Texts) -> ActionRow[AnyView]:
    def turned(
        to: int, label: str = "", emoji: str | None = None, *, disabled: bool, suffix: str = ""
    ) -> Item[AnyView]:
        page_panel = Panel(TOURNAMENT, f"{PAIRINGS}.{tournament.id}.{to}{suffix}")
        return button(page_panel, label=label, emoji=emoji, disabled=disabled)

    page_label = texts.plain("matches.page", page=page + 1, last=last + 1)
    return ActionRow(
        turned(max(0, page - 1), emoji=Icon.PREVIOUS, disabled=page == 0, suffix=".back"),
        turned(page, page_label, disabled=True),
        turned(page + 1, emoji=Icon.NEXT, disabled=page == last, suffix=".on"),
    )


def _pairing_lines(
    tournament: Tournament, shown: Sequence[Pairing], matches: Mapping[int, Match], texts: Texts
) -> Iterator[str]:
    """A line for each pairing; while it goes on, those of other rounds than the present one have headings."""
    present = tournament.round
    for pairing in shown:
        if pairing.round != present and tournament.state is TournamentState.RUNNING:
            present = pairing.round
            yield f"-# **{stage(tournament, texts, pairing)}**"
        yield _pairing_line(tournament, pairing, matches, texts)


def _pairing_line(
    tournament: Tournament, pairing: Pairing, matches: Mapping[int, Match], texts: Texts
) -> str:
    first = name(tournament.entrant(pairing.first), texts)
    if pairing.second is None:
        key = "tournament.rests" if pairing.result is None else "tournament.bye"
        return texts(key, name=first)
    line = f"{first} – {name(tournament.entrant(pairing.second), texts)}"
    match = matches.get(pairing.match_id or 0)
    score = None
    if pairing.result is not None:
        through = format_of(tournament).drawn_through(tournament, pairing)
        is_last_draw = pairing.result is Result.DRAW and through is not None
        score = (None if is_last_draw else _SCORES.get(pairing.result)) or result_words(
            tournament, pairing, pairing.result, texts
        )
    elif match is not None:
        score = texts("tournament.result.open")
    where = f"[#{match.id}]({link(match.home)})" if match is not None else None
    mark = texts("tournament.corrected-result") if pairing.corrected else None
    return " · ".join(part for part in (line, score, mark, where) if part)


def thread_name(
    tournament: Tournament, pairing: Pairing, match: Match, names: Mapping[int, str], reader: Texts
) -> str:
    """The name of a match's thread, with the people's ``names`` by their ids.

    Threads of an arena are used again and again, and name nobody. To fit, the title or the names are cut.
    """
    title = plain_title(tournament, reader)
    players = [
        plain_name(tournament.entrant(number or 0), names, reader)
        for number in (pairing.first, pairing.second)
    ]
    for length in range(_MAX_IN_THREAD, 0, -1):
        first, second = (cut(player, length) for player in players)
        text = reader.plain(
            format_of(tournament).thread,
            title=cut(title, length),
            round=pairing.round,
            stage=stage(tournament, reader, pairing),
            match=match.id,
            place=pairing.place or 0,
            first=first,
            second=second,
        )
        if len(text) <= _MAX_IN_THREAD:
            break
    return text
