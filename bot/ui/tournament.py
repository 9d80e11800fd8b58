"""A tournament to Discord components: its message, its standings as a table, the pairings of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.drawing.standings import MAX_ROWS
from bot.texts import Raw, Texts, escaped
from bot.tournaments.changes import can_join, people_missing, started
from bot.tournaments.formats import FEWEST
from bot.tournaments.groups import letter
from bot.tournaments.kinds import FORMATS, format_of, standings
from bot.tournaments.standings import Standing, separated_by_tiebreaks
from bot.ui import AnyView
from bot.ui.entrants import mention, name, plain_name
from bot.ui.layout import NEXT_STEP, layout
from bot.ui.level_names import level_name
from bot.ui.match_message import ACTIVE, INACTIVE, gallery
from bot.ui.panel import Panel, button
from bot.ui.tournament_form import AGAIN, NEW
from bot.ui.tournament_heading import kind_and_game
from bot.ui.tournament_results import entrant_names, result_words
from data.model.tournament import (
    BEGIN_SECONDS,
    FORFEITS,
    UNFINISHED,
    Entrant,
    Pairing,
    Result,
    Tournament,
    TournamentState,
)

TOURNAMENT = "tournament"
"""The verb of the panel."""
JOIN, DROP, MINE, PAIRINGS, MANAGE, START = "join", "drop", "mine", "pairings", "manage", "start"
RULES = "rules"
ALONE = "alone"  # after the number: the answer is a sentence, since the tournament's message is there, too
LEAVE, STAY = "leave", "stay"  # the answers to the question before somebody leaves
CANCEL = "cancel"  # on messages of the last release
CHALLENGE, CHALLENGE_ONE = "challenge", "challenge-one"
"""What the buttons do: the first part of the panel's argument, before the tournament's number."""
_MAX_ENTRANTS = 30
"""Entrants that are named before the start; of more, the number is."""
_MAX_MATCHES = 4
"""Matches of a round that the message names; of more, **Pairings** does."""


NO_PLACE = "-"
"""The place of somebody who was removed, as the font of places has it."""
CORRECTED_MARK = "*"
"""What follows a result in a picture that a moderator has corrected."""


def panel(action: str, tournament_id: int) -> Panel:
    """The press that does something to a tournament."""
    return Panel(TOURNAMENT, f"{action}.{tournament_id}")


def has_table(tournament: Tournament) -> bool:
    """Whether its message has a picture."""
    return tournament.round > 0 and bool(tournament.entrants)


def tournament_view(tournament: Tournament, names: Mapping[int, str], texts: Texts) -> LayoutView:
    """The message of a tournament; its picture, once a round has begun, is the attachment `PICTURE`.

    ``names`` are those of people, by their ids, for who does not see the picture.
    """
    ranked = standings(tournament)
    lines = [
        f"### {title_of(tournament, texts)}",
        f"-# {' · '.join((*kind_and_game(tournament, texts), *_terms(tournament, texts)))}",
        state_line(tournament, texts),
    ]
    if tournament.state is TournamentState.OPEN and tournament.level is not None:
        level = level_name(tournament.game, tournament.level, texts)
        lines.append(f"-# {texts(format_of(tournament).level_line, level=level)}")
    if tournament.state is TournamentState.OPEN:
        lines += _rules_lines(tournament, texts)
    parts: list[Item[AnyView]] = [TextDisplay("\n".join(lines))]
    if has_table(tournament):
        parts.append(gallery(_alt(tournament, ranked, names, texts)))
        below = [*_round_lines(tournament, texts), *_below_table(tournament, ranked, texts)]
        if below:
            parts.append(TextDisplay("\n".join(below)))
    elif joined := _entrants_line(tournament, texts):
        parts.append(TextDisplay(joined))
    parts += [ActionRow(*buttons) for buttons in _buttons(tournament, texts) if buttons]
    if tournament.state is TournamentState.OPEN:
        parts.append(TextDisplay(f"-# {texts('tournament.for-organizer')}"))
        parts.append(ActionRow(*_organizers_buttons(tournament, texts)))
    color = ACTIVE if tournament.state in UNFINISHED else INACTIVE
    return layout(Container(*parts, accent_color=color))


def created_view(tournament: Tournament, texts: Texts) -> LayoutView:
    """Tells who has created a tournament that it is posted, and lets them join it."""
    text = texts(format_of(tournament).created_line, title=title_of(tournament, texts))
    if tournament.entrant_of(tournament.creator_id) is not None:
        return layout(TextDisplay(text))
    label = texts.plain(_label(tournament, JOIN))
    join = Panel(TOURNAMENT, f"{JOIN}.{tournament.id}.{ALONE}")
    return layout(TextDisplay(text), ActionRow(button(join, label=label, style=NEXT_STEP)))


def _rules_lines(tournament: Tournament, texts: Texts) -> list[str]:
    """How it works in a sentence, and whether people can join late."""
    rules = format_of(tournament)
    sentences = [how_it_goes(tournament, texts)]
    sentences += [texts(key) for key in (rules.sides, rules.late_entry) if key is not None]
    return [f"-# {' '.join(sentences)}"]


def how_it_goes(tournament: Tournament, texts: Texts) -> str:
    """What happens in it, and for how many rounds: an example until enough have joined, then how many."""
    rules = format_of(tournament)
    sentences = [texts(rules.explanation, n=tournament.minutes or 0)]
    if tournament.round > 0 and tournament.rounds is not None:
        numbers = {"players": len(tournament.entrants), "rounds": tournament.rounds}
        sentences.append(texts("tournament.length.settled", **numbers))
    elif rules.length is not None and tournament.rounds is None:
        sentences.append(_length_so_far(tournament, rules.length, texts))
    return " ".join(sentences)


def _length_so_far(tournament: Tournament, example: str, texts: Texts) -> Raw:
    """How many rounds those who have joined would play; before enough have, the sentence ``example``."""
    if people_missing(tournament):
        return texts(example)
    begun = started(tournament)
    return texts("tournament.length.now", players=len(begun.entrants), rounds=begun.rounds or 0)


def _round_lines(tournament: Tournament, texts: Texts) -> Iterator[str]:
    """Who meets whom in the present round, and who nobody, if it has few matches.

    The picture does not say that.
    """
    listed = format_of(tournament).listed(tournament, None)
    pairings = [shown for shown in listed if shown.round == tournament.round]
    if tournament.state is not TournamentState.RUNNING or tournament.rounds is None:
        return
    if sum(shown.second is not None for shown in pairings) > _MAX_MATCHES:
        return
    for pairing in pairings:
        names = entrant_names(tournament, pairing, texts)
        if pairing.second is None:
            key = "tournament.rests" if pairing.result is None else "tournament.bye"
            yield f"-# {texts(key, name=names['first'])}"
        else:
            result = result_words(tournament, pairing, pairing.result, texts)
            own_stage = stage(tournament, texts, pairing)  # the match for third place, beside the final
            named = "" if own_stage == stage(tournament, texts) else f"{own_stage} · "
            yield f"-# {named}{texts('tournament.pairing', **names, result=result)}"


def _below_table(tournament: Tournament, ranked: Sequence[Standing], texts: Texts) -> Iterator[str]:
    """What the picture does not say: how many it has no room for, what its letters mean, who is gray."""
    rules = format_of(tournament)
    if not rules.has_bracket:
        if len(ranked) > MAX_ROWS:
            yield f"-# {texts('tournament.more', n=len(ranked) - MAX_ROWS)}"
        yield f"-# {' '.join(_legend(tournament, texts))}"
        if (
            tournament.state is TournamentState.OVER
            and rules.tiebreaks
            and separated_by_tiebreaks(tournament, ranked)
        ):
            yield f"-# {texts(rules.tiebreaks)}"
    if any(pairing.result in (*FORFEITS, Result.NOBODY) for pairing in tournament.pairings):
        yield f"-# {texts('tournament.forfeit-legend')}"
    gone = [entrant for entrant in tournament.entrants if entrant.dropped]
    away = "left" if rules.gives_up else "paused"
    for key, is_removed in ((away, False), ("removed", True)):
        if rules.has_start and (people := [entrant for entrant in gone if entrant.removed == is_removed]):
            yield f"-# {texts(f'tournament.{key}', people=Raw(_listed(people, texts)))}"
    if any(pairing.corrected for pairing in tournament.pairings):
        yield f"-# {texts('tournament.corrected-legend', mark=Raw(CORRECTED_MARK))}"


def _legend(tournament: Tournament, texts: Texts) -> Iterator[str]:
    """What the letters and numbers of a table mean."""
    rules, is_over = format_of(tournament), tournament.state not in UNFINISHED
    if not rules.circles(tournament):
        yield texts(rules.legend)
    else:
        yield texts("tournament.circle-legend" if is_over else "tournament.circle-legend-open")
    if any(is_on_streak(tournament, entrant.number) for entrant in tournament.entrants):
        yield texts("tournament.arena.streak")


def _listed(entrants: Sequence[Entrant], texts: Texts) -> str:
    names = [name(entrant, texts) for entrant in entrants[:_MAX_ENTRANTS]]
    more = len(entrants) - len(names)
    return ", ".join([*names, *([texts("tournament.more", n=more)] if more else [])])


def corrected_mark(pairing: Pairing) -> str:
    """What follows a result in a picture that a moderator has corrected."""
    return CORRECTED_MARK if pairing.corrected else ""


def places_text(places: range) -> str:
    """Places that several people share, as 5–8."""
    return "–".join(map(str, dict.fromkeys((places[0], places[-1]))))


def title_of(tournament: Tournament, texts: Texts) -> Raw:
    """What a tournament is called: its title, or its number."""
    if tournament.title is None:
        return texts(FORMATS[tournament.kind].number_name, id=tournament.id)
    return escaped(tournament.title)


def heading(tournament: Tournament, texts: Texts) -> Raw:
    """What a tournament is called, its kind and its game."""
    return Raw(" · ".join((title_of(tournament, texts), *kind_and_game(tournament, texts))))


def _terms(tournament: Tournament, texts: Texts) -> Iterator[str]:
    """The organizer's choices: clock, groups, rounds, minutes, and whether matches are rated."""
    yield texts(f"choice.clock.{tournament.control}")
    if tournament.groups is not None:
        yield texts("tournament.groups", n=tournament.groups)
    if tournament.rounds is not None:
        yield texts("tournament.rounds", n=tournament.rounds)
    if tournament.minutes is not None:
        yield texts("tournament.minutes", n=tournament.minutes)
    if tournament.is_live and tournament.state in UNFINISHED:
        yield texts("tournament.first-moves", n=round(BEGIN_SECONDS / 60))
    if tournament.rated:
        yield texts("tournament.rated")
    elif not FORMATS[tournament.kind].can_be_rated:
        yield texts("tournament.unrated")


def state_line(tournament: Tournament, texts: Texts) -> str:
    """How far a tournament is."""
    if tournament.state is TournamentState.OPEN:
        return _open_line(tournament, texts)
    if tournament.state is TournamentState.CANCELED:
        return texts("tournament.cancelled-running" if tournament.round else "tournament.cancelled")
    if tournament.state is TournamentState.OVER:
        return texts("tournament.over")
    return _running_line(tournament, texts)


def _running_line(tournament: Tournament, texts: Texts) -> str:
    if tournament.round == 0:
        return texts("tournament.starting", n=len(tournament.entrants))
    key, numbers = format_of(tournament).progress(tournament)
    when = Raw(f"<t:{round(tournament.deadline or 0)}:R>")
    giver = _giver(tournament, texts)
    return texts(key, **numbers, giver=giver, stage=stage(tournament, texts), when=when)


def _giver(tournament: Tournament, texts: Texts) -> Raw:
    """Who alone plays all others, if anybody does; otherwise its creator."""
    giver = format_of(tournament).giver(tournament)
    return name(giver, texts) if giver is not None else mention(tournament.creator_id, texts)


def stage(tournament: Tournament, texts: Texts, pairing: Pairing | None = None) -> str:
    """What the round of a pairing is called, or the present one, in plain text."""
    key, numbers = format_of(tournament).stage(tournament, pairing)
    return texts.plain(key, **numbers)


def _open_line(tournament: Tournament, texts: Texts) -> str:
    """Before the start: who starts it, or when, and how many people are missing."""
    missing, people, rules = people_missing(tournament), len(tournament.entrants), format_of(tournament)
    giver = _giver(tournament, texts)
    joined = people - (rules.giver(tournament) is not None)
    if tournament.starts_at is None:
        line = texts(rules.open_line, n=joined, creator=mention(tournament.creator_id, texts), giver=giver)
        lines: list[str] = [line, *([texts("tournament.missing", n=missing)] if missing else [])]
    else:
        moment = round(tournament.starts_at)
        when = Raw(f"<t:{moment}:F> (<t:{moment}:R>)")
        line = texts(rules.open_until_line, n=joined, when=when, giver=giver)
        lines = [line, *([texts("tournament.missing-in-time", n=missing)] if missing else [])]
    if people == FEWEST - 1 and missing == 1:
        has_computer = "level" in rules.fields
        lines.append(f"-# {texts('tournament.two' if has_computer else 'tournament.two-no-computer')}")
    return "\n".join(lines)


def _entrants_line(tournament: Tournament, texts: Texts) -> str:
    """Who has joined; empty if nobody has, or only who gives a simul."""
    giver = format_of(tournament).giver(tournament)
    joined = [entrant for entrant in tournament.entrants if entrant is not giver]
    named = [name(entrant, texts) for entrant in joined[:_MAX_ENTRANTS]]
    more = len(joined) - len(named)
    return " ".join([*named, *([texts("tournament.more", n=more)] if more else [])])


def is_on_streak(tournament: Tournament, number: int) -> bool:
    """Whether an entrant's next win counts double."""
    is_running = tournament.state is TournamentState.RUNNING
    return is_running and format_of(tournament).is_on_streak(tournament, number)


def best(tournament: Tournament, ranked: Sequence[Standing], limit: int) -> list[Standing]:
    """The first places, of each group as many."""
    groups = _groups_in_order(tournament, ranked)
    if not groups:
        return list(ranked[:limit])
    of_group = max(1, limit // len(groups))
    kept = {number for members in groups for number in members[:of_group]}
    return [standing for standing in ranked if standing.number in kept][:limit]


def labels(tournament: Tournament, ranked: Sequence[Standing]) -> dict[int, str]:
    """What each entrant's place is called: a number, in groups with its letter; level ones share it.

    Whoever was removed has none.
    """
    places = {standing.number: standing.place for standing in ranked}
    named = {
        number: f"{letter(group)}{1 + sum(places[other] < places[number] for other in members)}"
        for group, members in enumerate(_groups_in_order(tournament, ranked))
        for number in members
    } or {number: str(place) for number, place in places.items()}
    return {
        number: NO_PLACE if tournament.entrant(number).removed or not places[number] else place
        for number, place in named.items()
    }


def _groups_in_order(tournament: Tournament, ranked: Sequence[Standing]) -> list[list[int]]:
    """The members of each group, the first place first; nothing while all play together."""
    groups = format_of(tournament).groups(tournament)
    return [[standing.number for standing in ranked if standing.number in members] for members in groups]


def _buttons(tournament: Tournament, texts: Texts) -> list[list[Item[AnyView]]]:
    """The buttons of what can be seen and done now, in rows of at most four, which fit on a phone."""
    primary = discord.ButtonStyle.primary
    is_running = tournament.state is TournamentState.RUNNING
    actions = [(action, primary) for action in format_of(tournament).actions if is_running]
    if can_join(tournament):
        actions.append((JOIN, NEXT_STEP))
    if tournament.state in UNFINISHED:
        others = (DROP,) if tournament.state is TournamentState.OPEN else (DROP, MANAGE)
        actions += [(action, discord.ButtonStyle.secondary) for action in others]
    seen = [(MINE, primary)] if is_running and tournament.round > 0 else []
    if tournament.round > 0 and tournament.state is not TournamentState.CANCELED:
        seen += [(action, discord.ButtonStyle.secondary) for action in (PAIRINGS, RULES)]
    elif tournament.state in UNFINISHED:
        actions.append((RULES, discord.ButtonStyle.secondary))
    rows: list[list[Item[AnyView]]] = [
        [
            button(
                panel(action, tournament.id),
                label=texts.plain(_label(tournament, action)),
                style=style,
            )
            for action, style in row
        ]
        for row in (seen, actions)
    ]
    if tournament.state is TournamentState.OVER:
        again = texts.plain("button.tournament-again")
        rows[1].append(button(Panel(NEW, f"{AGAIN}.{tournament.id}"), label=again))
        rows[1].append(button(panel(MANAGE, tournament.id), label=texts.plain("button.tournament-manage")))
    return rows


def _organizers_buttons(tournament: Tournament, texts: Texts) -> list[Item[AnyView]]:
    """What only the organizer and moderators can do before the start."""
    start, manage = (
        button(
            panel(action, tournament.id),
            label=texts.plain(_label(tournament, action)),
            disabled=action == START and bool(people_missing(tournament)),
        )
        for action in (START, MANAGE)
    )
    return [start, manage]


def _label(tournament: Tournament, action: str) -> str:
    """The text key of a button's label."""
    labels = {} if tournament.state is TournamentState.OPEN else format_of(tournament).labels
    return labels.get(action, f"button.tournament-{action}")


def _alt(tournament: Tournament, ranked: Sequence[Standing], names: Mapping[int, str], texts: Texts) -> str:
    """The places with their points, in words."""
    named, rules = labels(tournament, ranked), format_of(tournament)
    scores = []
    for standing in best(tournament, ranked, MAX_ROWS):
        called = plain_name(tournament.entrant(standing.number), names, texts)
        scores.append(f"{named[standing.number]}. {called}: {rules.score(tournament, standing)}")
    places = ", ".join(scores)
    return texts.plain(rules.alt, round=tournament.round, stage=stage(tournament, texts), places=places)
