"""What happens to a tournament: each function returns it as it is afterwards.

They are computed from what is stored, whenever, and twice is once: a tournament that was interrupted anywhere
goes on with `bot.tournaments.changes.continued`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.tournaments.kinds import format_of
from data.model.tournament import Entrant, Pairing, Result, Tournament, TournamentState
from games.clock import ROUNDS


def joined(tournament: Tournament, user_id: int) -> Tournament:
    """One more person joins, or comes back."""
    before = tournament.entrant_of(user_id)
    if before is not None:
        return format_of(tournament).returned(tournament, before.number)
    entrant = Entrant(len(tournament.entrants) + 1, user_id)
    after = replace(tournament, entrants=(*tournament.entrants, entrant))
    return format_of(tournament).entered(after, entrant.number)


def can_return(tournament: Tournament, number: int) -> bool:
    """Whether an entrant who has left a running tournament, or was removed, can be put back.

    Whoever only pauses comes back on their own.
    """
    is_running, rules = tournament.state is TournamentState.RUNNING, format_of(tournament)
    return is_running and rules.gives_up and rules.can_return(tournament, number)


def given_up(tournament: Tournament) -> list[tuple[Pairing, int]]:
    """The matches that go on though a player has left, with the number of who wins them."""
    if not format_of(tournament).gives_up:
        return []
    left = {entrant.number for entrant in tournament.entrants if entrant.dropped and not entrant.removed}
    return [
        (pairing, pairing.second if pairing.first in left else pairing.first)
        for pairing in tournament.open_pairings
        if pairing.match_id is not None and pairing.second is not None
        if left & {pairing.first, pairing.second}
    ]


def can_be_replaced(tournament: Tournament, number: int) -> bool:
    """Whether somebody else can take the place of the entrant with this number."""
    entrant, rules = tournament.entrant(number), format_of(tournament)
    if entrant.user_id is None or rules.is_out(tournament, number):
        return False
    return rules.keeps_places or not entrant.dropped


def replaced(tournament: Tournament, number: int, user_id: int, waiting: Collection[Pairing]) -> Tournament:
    """Somebody takes the place of an entrant, with points and pairings where the format keeps places.

    Otherwise the one leaves and the other enters. The pairings ``waiting``, whose matches have not begun, get
    others.
    """
    if not format_of(tournament).keeps_places:
        return joined(tournament.without(number), user_id)
    pairings = (
        replace(pairing, match_id=None) if pairing in waiting else pairing for pairing in tournament.pairings
    )
    entrant = replace(tournament.entrant(number), user_id=user_id, dropped=False, removed=False)
    return replace(tournament.with_entrant(entrant), pairings=tuple(pairings))


def edited(
    tournament: Tournament, title: str | None, control: str, level: str | None, starts_at: float | None
) -> Tournament:
    """One that has not started, with another title, clock, computer or start."""
    return replace(tournament, title=title, control=control, level=level, starts_at=starts_at)


def unplayed(tournament: Tournament, number: int, begun: Collection[int]) -> list[Pairing]:
    """The pairings of an entrant whose matches are not among ``begun``, also of known rounds to come."""
    return [
        pairing
        for pairing in format_of(tournament).listed(tournament, number)
        if pairing.has(number) and pairing.second is not None and pairing.result is None
        if pairing.match_id is None or pairing.match_id not in begun
    ]


def can_join(tournament: Tournament) -> bool:
    """Whether people can join now."""
    if tournament.state is TournamentState.RUNNING:
        return format_of(tournament).is_open(tournament)
    return tournament.state is TournamentState.OPEN


def first_round_of_late(tournament: Tournament) -> int | None:
    """The round from which somebody plays who joins now; None if they miss none."""
    has_begun = tournament.state is TournamentState.RUNNING and tournament.round > 0
    return tournament.round + 1 if has_begun and tournament.rounds is not None else None


def people_missing(tournament: Tournament) -> int:
    """How many more people have to join before it can start."""
    fewest, _ = format_of(tournament).size(tournament.groups)
    # Not the difference alone: a computer may take a seat at the start.
    if len(started(tournament).entrants) >= fewest:
        return 0
    return fewest - len(tournament.entrants) - int(format_of(tournament).is_given_by_computer)


def started(tournament: Tournament) -> Tournament:
    """It begins, with the number of rounds settled and the computer, if there is to be one, in its seat."""
    entrants = format_of(tournament).at_start(tournament)
    rounds = format_of(tournament).rounds(tournament, len(entrants))
    return replace(tournament, state=TournamentState.RUNNING, entrants=entrants, rounds=rounds)


def seeded(tournament: Tournament, strengths: Mapping[int, float]) -> Tournament:
    """Its entrants are seeded, if it waits for that, by the ``strengths`` of people, by their ids."""
    rules = format_of(tournament)
    return rules.seeded(tournament, strengths) if rules.needs_seeds(tournament) else tournament


def started_in_time(tournament: Tournament, now: float) -> Tournament:
    """It begins if it is to start by itself now; with too few people, or no giver, it is called off."""
    tournament = canceled_without_giver(tournament, now)
    is_due = tournament.starts_at is not None and now >= tournament.starts_at
    if tournament.state is not TournamentState.OPEN or not is_due:
        return tournament
    return canceled(tournament, now) if people_missing(tournament) else started(tournament)


def canceled(tournament: Tournament, now: float) -> Tournament:
    """It is called off; matches that were begun go on without it."""
    return replace(tournament, state=TournamentState.CANCELED, deadline=None, ended_at=now)


def canceled_without_giver(tournament: Tournament, now: float) -> Tournament:
    """It is called off if somebody without whom it cannot begin has left, also by a ban."""
    return canceled(tournament, now) if format_of(tournament).is_called_off(tournament) else tournament


def would_be_called_off(tournament: Tournament, number: int) -> bool:
    """Whether it cannot begin without the entrant with this number."""
    return format_of(tournament).is_called_off(tournament.without(number))


def with_results(
    tournament: Tournament, results: Mapping[int, Result], now: float | None = None
) -> Tournament:
    """The results of matches, by their numbers; a result that is known stays."""
    pairings = (
        replace(pairing, result=results[pairing.match_id], ended_at=now)
        if pairing.result is None and pairing.match_id is not None and pairing.match_id in results
        else pairing
        for pairing in tournament.pairings
    )
    return format_of(tournament).with_consequences(tournament, replace(tournament, pairings=tuple(pairings)))


def can_end_now(tournament: Tournament) -> bool:
    """Whether it has a time that can be over at once, instead of rounds that have to be played."""
    is_running = tournament.state is TournamentState.RUNNING
    return is_running and format_of(tournament).ends_at(tournament) is not None


def can_be_extended(tournament: Tournament) -> bool:
    """Whether the players of its matches can have more days for the moves that are due.

    Not with a clock per round: days would be out of proportion.
    """
    if tournament.state is not TournamentState.RUNNING or tournament.control in ROUNDS:
        return False
    return not tournament.is_live and bool(tournament.open_pairings)


def can_be_corrected(tournament: Tournament) -> bool:
    """Whether results can be corrected."""
    return format_of(tournament).can_be_corrected and tournament.state is not TournamentState.CANCELED


def correctable(tournament: Tournament) -> list[Pairing]:
    """The pairings whose results can be corrected, the newest first; a bye cannot."""
    if not can_be_corrected(tournament):
        return []
    over = (pairing for pairing in reversed(tournament.pairings) if pairing.result is not None)
    rules = format_of(tournament)
    return [
        pairing for pairing in over if pairing.second is not None and rules.can_correct(tournament, pairing)
    ]


def decidable(tournament: Tournament) -> list[Pairing]:
    """The pairings whose match goes on, which an organizer can end with a result, and then the `correctable`.

    Those of a computer's match, too: whoever ends it has seen its board.
    """
    if tournament.state is not TournamentState.RUNNING:
        return correctable(tournament)
    going_on = [pairing for pairing in tournament.open_pairings if pairing.match_id is not None]
    return [*going_on, *correctable(tournament)]


def corrected(tournament: Tournament, round_number: int, board: int, result: Result) -> Tournament:
    """A pairing that has a result has another one, if it is `correctable`; its end is announced anew."""
    pairing = correctable_on(tournament, round_number, board)
    if pairing is None:
        return tournament
    return replace(format_of(tournament).corrected(tournament, pairing, result), announced=False)


def correctable_on(tournament: Tournament, round_number: int, board: int) -> Pairing | None:
    """The pairing on a board of a round, if its result can be corrected."""
    place = round_number, board
    return next(
        (pairing for pairing in correctable(tournament) if (pairing.round, pairing.board) == place), None
    )


def continued(tournament: Tournament, now: float) -> Tournament:
    """A tournament with what follows from its results: the next round, the end."""
    if tournament.state is not TournamentState.RUNNING:
        return tournament
    return format_of(tournament).continued(tournament, now)
