"""A tournament to Discord components: its message, its standings as a table, the pairings of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.drawing.standings import MOST_ROWS
from bot.presenters.registry import game_title
from bot.texts import Raw, Texts
from bot.tournaments.arena import counted, is_on_streak
from bot.tournaments.changes import can_join
from bot.tournaments.groups import groups_of, is_in_groups, letter
from bot.tournaments.ladder import record
from bot.tournaments.standings import Standing, standings
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.match_message import ACTIVE, INACTIVE, gallery
from bot.ui.panel import Panel, button
from data.model import DELETED_USER
from data.tournaments.model import Entrant, Kind, Tournament, TournamentState

TOURNAMENT = "tournament"
"""The verb of the panel."""
JOIN, DROP, PAIRINGS, START, CANCEL, CONFIRM_CANCEL = (
    "join",
    "drop",
    "pairings",
    "start",
    "cancel",
    "cancel-yes",
)
CHALLENGE, CHALLENGE_ONE = "challenge", "challenge-one"
"""What the keys do: the first part of the panel's argument, before the tournament's number."""
KIND_KEYS = {
    Kind.ROUND_ROBIN: "tournament.kind.round-robin",
    Kind.SWISS: "tournament.kind.swiss",
    Kind.ARENA: "tournament.kind.arena",
    Kind.LADDER: "tournament.kind.ladder",
}
"""The text key of each kind."""
_MOST_NAMED = 8
"""Places that are named: with the picture and the keys they fill a phone's screen."""
_MOST_ENTRANTS = 30
_PODIUM = 3
"""Places of an arena that are announced."""


def panel(action: str, tournament_id: int) -> Panel:
    """The press that does something to a tournament."""
    return Panel(TOURNAMENT, f"{action}.{tournament_id}")


def has_table(one: Tournament) -> bool:
    """Whether its message has a picture."""
    return one.round > 0 and bool(one.entrants)


def tournament_view(one: Tournament, texts: Texts) -> LayoutView:
    """The message of a tournament; its picture, once a round has begun, is the attachment `PICTURE`."""
    ranked = standings(one)
    lines = [f"-# **{heading(one, texts)}** · {' · '.join(_terms(one, texts))}", _state_line(one, texts)]
    parts: list[Item[AnyView]] = [TextDisplay("\n".join(lines))]
    if has_table(one):
        parts.append(gallery(_alt(one, ranked, texts)))
        parts.append(TextDisplay("\n".join(_places(one, ranked, texts))))
    elif one.entrants:
        parts.append(TextDisplay(_entrants_line(one, texts)))
    keys = _keys(one, texts)
    if keys:
        parts.append(ActionRow(*keys))
    is_active = one.state in (TournamentState.OPEN, TournamentState.RUNNING)
    return layout(Container(*parts, accent_color=ACTIVE if is_active else INACTIVE))


def heading(one: Tournament, texts: Texts) -> Raw:
    """What it is: its kind, its game, its number."""
    game = game_title(one.game, one.variant, texts)
    return texts("tournament.title", kind=texts.plain(KIND_KEYS[one.kind]), game=game, id=one.id)


def _terms(one: Tournament, texts: Texts) -> Iterator[str]:
    """What was set when it was created."""
    yield texts(f"choice.clock.{one.control}")
    if one.is_ladder:
        yield texts("tournament.ladder.days", n=one.days)
        if one.rated:
            yield texts("tournament.rated")
        return
    if one.groups is not None:
        yield texts("tournament.groups", n=one.groups)
    if one.rounds is not None:
        yield texts("tournament.rounds", n=one.rounds)
    if one.minutes is not None:
        yield texts("tournament.minutes", n=one.minutes)
    elif not one.is_live:
        yield texts("tournament.days", n=one.days)
    if one.rated:
        yield texts("tournament.rated")


def _state_line(one: Tournament, texts: Texts) -> str:
    if one.state is TournamentState.OPEN:
        return _open_line(one, texts)
    if one.state is TournamentState.CANCELLED:
        return texts("tournament.cancelled")
    if one.state is TournamentState.OVER:
        return texts("tournament.won", names=Raw(", ".join(_winners(one, texts))))
    return _running_line(one, texts)


def _running_line(one: Tournament, texts: Texts) -> str:
    if one.is_ladder:
        return texts("tournament.ladder.running", n=len(one.open_pairings), players=len(one.playing))
    if one.round == 0 or one.deadline is None:
        return texts("tournament.starting", n=len(one.entrants))
    when = Raw(f"<t:{round(one.deadline)}:R>")
    if one.is_arena:
        playing = sum(pairing.match_id is not None for pairing in one.open_pairings)
        return texts("tournament.arena.running", n=playing, players=len(one.playing), when=when)
    return _round_line(one, when, texts)


def _open_line(one: Tournament, texts: Texts) -> str:
    """Before the start: who starts it, or when."""
    if one.starts_at is None:
        return texts("tournament.open", n=len(one.entrants), creator=_mention(one.creator_id, texts))
    moment = round(one.starts_at)
    when = Raw(f"<t:{moment}:f> (<t:{moment}:R>)")
    return texts("tournament.open-until", n=len(one.entrants), when=when)


def _round_line(one: Tournament, when: Raw, texts: Texts) -> str:
    """How far the round is, and by when its matches have to have begun."""
    pairings = one.in_round(one.round)
    done, rounds = sum(pairing.result is not None for pairing in pairings), one.rounds or 0
    if one.is_live:
        return texts("tournament.live.running", round=one.round, rounds=rounds, done=done, all=len(pairings))
    return texts(
        "tournament.running", round=one.round, rounds=rounds, done=done, all=len(pairings), when=when
    )


def _winners(one: Tournament, texts: Texts) -> list[str]:
    return [name(one.entrant(standing.number), texts) for standing in standings(one) if standing.place == 1]


def winners_line(one: Tournament, texts: Texts) -> Raw:
    """What is announced when it is over."""
    names = Raw(", ".join(_winners(one, texts)))
    if one.is_arena:
        podium = Raw("\n".join(_places(one, standings(one)[:_PODIUM], texts)))
        return texts("tournament.arena.announced", title=heading(one, texts), podium=podium)
    return texts("tournament.announced", title=heading(one, texts), names=names)


def winner_ids(one: Tournament) -> list[int]:
    """The people whom the announcement mentions: in the first place, or the first places of an arena."""
    if one.is_arena:
        podium = (one.entrant(standing.number) for standing in standings(one)[:_PODIUM])
        return [entrant.user_id for entrant in podium if entrant.user_id]
    entrants = (one.entrant(standing.number) for standing in standings(one) if standing.place == 1)
    return [entrant.user_id for entrant in entrants if entrant.user_id]


def _entrants_line(one: Tournament, texts: Texts) -> str:
    named = [name(entrant, texts) for entrant in one.entrants[:_MOST_ENTRANTS]]
    more = len(one.entrants) - len(named)
    return " ".join([*named, *([texts("tournament.more", n=more)] if more else [])])


def _places(one: Tournament, ranked: Sequence[Standing], texts: Texts) -> Iterator[str]:
    named, places = best(one, ranked, _MOST_NAMED), labels(one, ranked)
    for standing in named:
        entrant = one.entrant(standing.number)
        line = f"{places[standing.number]}\\. {name(entrant, texts)} · **{score(one, standing)}**"
        if one.is_arena:
            yield _line_of_arena(one, entrant, line, texts)
        else:
            yield f"{line} · {texts('tournament.out')}" if entrant.dropped else line
    if len(ranked) > len(named):
        yield f"-# {texts('tournament.more', n=len(ranked) - len(named))}"


def best(one: Tournament, ranked: Sequence[Standing], most: int) -> list[Standing]:
    """The first places, of each group as many."""
    if not is_in_groups(one):
        return list(ranked[:most])
    of_group = max(1, most // (one.groups or 1))
    kept = {number for members in _in_order(one, ranked) for number in members[:of_group]}
    return [standing for standing in ranked if standing.number in kept][:most]


def labels(one: Tournament, ranked: Sequence[Standing]) -> dict[int, str]:
    """What each entrant's place is called: a number, in groups with the group's letter."""
    if not is_in_groups(one):
        return {standing.number: str(place) for place, standing in enumerate(ranked, start=1)}
    return {
        number: f"{letter(group)}{place}"
        for group, members in enumerate(_in_order(one, ranked))
        for place, number in enumerate(members, start=1)
    }


def _in_order(one: Tournament, ranked: Sequence[Standing]) -> list[list[int]]:
    """The members of each group, the first place first."""
    return [[each.number for each in ranked if each.number in members] for members in groups_of(one)]


def _line_of_arena(one: Tournament, entrant: Entrant, line: str, texts: Texts) -> str:
    """A place with the number of matches, and whether the next win counts double."""
    if is_on_streak(one, entrant.number) and one.state is TournamentState.RUNNING:
        line += " 🔥"
    line += f" · {texts('tournament.arena.matches', n=len(counted(one, entrant.number)))}"
    is_pausing = entrant.dropped and one.state is TournamentState.RUNNING
    return f"{line} · {texts('tournament.arena.paused')}" if is_pausing else line


def name(entrant: Entrant, texts: Texts) -> Raw:
    """An entrant: a mention, or the computer with its level."""
    if entrant.user_id is None:
        return texts("player.computer", level=Raw(texts.plain("level.number", level=entrant.level or "")))
    return _mention(entrant.user_id, texts)


def _mention(user_id: int, texts: Texts) -> Raw:
    return texts("player.deleted") if user_id == DELETED_USER else Raw(f"<@{user_id}>")


def score(one: Tournament, standing: Standing) -> str:
    """What an entrant has reached: points, or on a ladder wins and losses."""
    if one.is_ladder:
        return "{}-{}".format(*record(one, standing.number))
    return halves(standing.points)


def halves(points: int) -> str:
    """Points that are counted in halves, as people write them."""
    whole, half = divmod(points, 2)
    return (f"{whole}½" if whole else "½") if half else str(whole)


def _keys(one: Tournament, texts: Texts) -> list[Item[AnyView]]:
    """At most four keys."""
    primary, success = discord.ButtonStyle.primary, discord.ButtonStyle.success
    keys: list[tuple[str, discord.ButtonStyle]] = []
    if one.is_ladder and one.state is TournamentState.RUNNING:
        keys.append((CHALLENGE, primary))
    if can_join(one):
        keys.append((JOIN, success))
    if one.state in (TournamentState.OPEN, TournamentState.RUNNING):
        keys.append((DROP, discord.ButtonStyle.secondary))
    if one.state is TournamentState.OPEN:
        keys += [(START, primary), (CANCEL, discord.ButtonStyle.secondary)]
    elif one.state is TournamentState.RUNNING and one.round > 0:
        keys.append((PAIRINGS, discord.ButtonStyle.secondary))
    return [
        button(panel(action, one.id), label=texts.plain(_label_of_key(one, action)), style=style)
        for action, style in keys
    ]


def _label_of_key(one: Tournament, action: str) -> str:
    """The text key of a key's label."""
    if one.is_ladder:
        return {PAIRINGS: "button.tournament-matches"}.get(action, f"button.tournament-{action}")
    if one.is_arena and one.state is TournamentState.RUNNING:
        return {DROP: "button.tournament-pause", PAIRINGS: "button.tournament-matches"}.get(
            action, f"button.tournament-{action}"
        )
    if action == DROP and one.state is TournamentState.OPEN:
        return "button.tournament-leave"  # a short word: the four keys before the start fit on a phone
    return f"button.tournament-{action}"


def _alt(one: Tournament, ranked: Sequence[Standing], texts: Texts) -> str:
    """The places with their points, in words."""
    named = labels(one, ranked)
    places = ", ".join(
        f"{named[standing.number] if one.groups else standing.place}: {score(one, standing)}"
        for standing in best(one, ranked, MOST_ROWS)
    )
    if one.is_ladder:
        return texts.plain("tournament.ladder.alt", places=places)
    if one.is_arena:
        return texts.plain("tournament.arena.alt", places=places)
    return texts.plain("tournament.alt", round=one.round, places=places)


def confirm_cancel_view(one: Tournament, texts: Texts) -> LayoutView:
    """Asks before a tournament is called off."""
    label = texts.plain("button.tournament-cancel-yes")
    yes = button(panel(CONFIRM_CANCEL, one.id), label=label, style=discord.ButtonStyle.danger)
    return layout(TextDisplay(texts("tournament.cancel-sure", title=heading(one, texts))), ActionRow(yes))
