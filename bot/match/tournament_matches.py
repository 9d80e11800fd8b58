"""The matches of tournaments: what they are, whether they have begun, and who can play them."""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.tournaments.changes import can_be_replaced
from bot.tournaments.kinds import format_of
from bot.tournaments.ladder import REACH, have_just_met, is_busy, opponents_above
from data.model.match import Match, MatchState, NewMatch, Place
from data.model.tournament import BEGUN_PLIES, UNFINISHED, Entrant, Pairing, Tournament, TournamentState
from games import start_of
from games.base import Record, Side


def has_begun(match: Match) -> bool:
    """Whether both sides have made a move."""
    return match.ply >= BEGUN_PLIES


def check_challenge(tournament: Tournament, user_id: int, number: int, now: float) -> None:
    """Raise `Refusal` unless a person on a ladder can challenge the entrant with this number now."""
    challenger = tournament.entrant_of(user_id)
    if challenger is None or challenger.dropped:
        raise Refusal("tournament.not-joined")
    if tournament.state is not TournamentState.RUNNING:
        raise Refusal("tournament.over")
    if all(entrant.number != number for entrant in opponents_above(tournament, challenger.number)):
        raise Refusal("tournament.ladder.out-of-reach", n=REACH)
    if is_busy(tournament, challenger.number):
        raise Refusal("tournament.ladder.busy")
    if is_busy(tournament, number):
        raise Refusal("tournament.ladder.busy-opponent")
    if have_just_met(tournament, challenger.number, number, now):
        raise Refusal("tournament.ladder.again")


def check_leaving(tournament: Tournament, user_id: int) -> Entrant:
    """The entrant who is this person. Raises `Refusal` unless leaving would change anything."""
    entrant = tournament.entrant_of(user_id)
    if entrant is None or entrant.dropped:
        raise Refusal("tournament.not-joined")
    if tournament.state not in UNFINISHED:
        raise Refusal("tournament.over")
    if tournament.round and format_of(tournament).is_out(tournament, entrant.number):
        raise Refusal("tournament.mine.out")
    if tournament.round and format_of(tournament).has_played_all(tournament, entrant.number):
        raise Refusal("tournament.mine.done")
    return entrant


def check_replacement(tournament: Tournament, number: int, user_id: int) -> None:
    """Raise `Refusal` unless a person can take the place of the entrant with this number."""
    if tournament.state not in UNFINISHED:
        raise Refusal("tournament.over")
    if not 0 < number <= len(tournament.entrants) or not can_be_replaced(tournament, number):
        raise Refusal("moderate.changed-tournament")
    if tournament.entrant_of(user_id) is not None:
        raise Refusal("moderate.replace.plays-already")
    rules = format_of(tournament)
    _, limit = rules.size(tournament.groups)
    if not rules.keeps_places and tournament.round and len(tournament.entrants) >= limit:
        raise Refusal("tournament.full", n=limit)


def new_match(tournament: Tournament, pairing: Pairing) -> NewMatch:
    """The match of a pairing, without limits: who joins a tournament plays all its matches."""
    first, second = tournament.entrant(pairing.first), tournament.entrant(pairing.second or 0)
    level = first.level or second.level
    mover = start_of(Record(tournament.game, tournament.variant)).to_move
    person = first.user_id if first.user_id is not None else second.user_id
    if person is None:
        raise ValueError(
            f"nobody plays in round {pairing.round} of tournament {tournament.id} on board {pairing.board}"
        )
    return NewMatch(
        game=tournament.game,
        variant=tournament.variant,
        state=MatchState.PLAYING,
        first_id=first.user_id,
        second_id=second.user_id,
        level=level,
        challenger_id=person,
        place=Place(tournament.guild_id, tournament.channel_id, tournament.locale),
        control=format_of(tournament).control(tournament, pairing),
        to_move=mover if _of_side(mover, first, second).user_id is not None else None,
        is_rated=tournament.rated and level is None,
        tournament_id=tournament.id,
    )


def _of_side(side: Side, first: Entrant, second: Entrant) -> Entrant:
    return first if side is Side.FIRST else second
