"""The results of a tournament's pairings in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import Raw, Texts, cut
from bot.tournaments.bracket import Bracket
from bot.ui.entrants import name, plain_name
from data.model.tournament import FORFEITS, Kind, Pairing, Result, Tournament

_WINNERS = {
    Result.FIRST: "first",
    Result.FIRST_BY_FORFEIT: "first",
    Result.SECOND: "second",
    Result.SECOND_BY_FORFEIT: "second",
}
"""Who of a pairing has won."""
_LONGEST_NAME = 40


def unplayed_sign(pairing: Pairing, number: int) -> str:
    """What a pairing that was not played out brought an entrant, as in FIDE's tables; empty for others."""
    if pairing.result not in (*FORFEITS, Result.NOBODY):
        return ""
    if pairing.result is Result.NOBODY:
        return "×"
    return "+" if pairing.points_of(number) else "−"


def entrant_names(tournament: Tournament, pairing: Pairing, reader: Texts) -> dict[str, Raw]:
    """The names of those who meet in a pairing, as arguments of a text."""
    numbers = {"first": pairing.first, "second": pairing.second or 0}
    return {place: name(tournament.entrant(number), reader) for place, number in numbers.items()}


def result_words(tournament: Tournament, pairing: Pairing, result: Result | None, reader: Texts) -> Raw:
    """Who has won with a result, as markdown; without one, that the match goes on."""
    if result is Result.DRAW and (number := drawn_through(tournament, pairing)) is not None:
        return reader("tournament.result.drawn-through", name=name(tournament.entrant(number), reader))
    return _words(result, entrant_names(tournament, pairing, reader), reader)


def drawn_through(tournament: Tournament, pairing: Pairing) -> int | None:
    """Who goes on in a knockout after a drawn pairing; None if it is played again, or in other formats."""
    if tournament.kind is not Kind.KNOCKOUT:
        return None
    bracket = Bracket(tournament)
    place = bracket.place_of(pairing)
    decision, last = bracket.decision(place), bracket.meetings(place)[-1]
    return None if decision is None or last != pairing else decision.winner


def plain_result(
    tournament: Tournament, pairing: Pairing, result: Result | None, names: Mapping[int, str], reader: Texts
) -> str:
    """Who has won with a result, as plain text, by the people's ``names``."""
    numbers = {"first": pairing.first, "second": pairing.second or 0}
    players = {
        place: Raw(cut(plain_name(tournament.entrant(number), names, reader), _LONGEST_NAME))
        for place, number in numbers.items()
    }
    return str(_words(result, players, reader))


def _words(result: Result | None, players: Mapping[str, Raw], reader: Texts) -> Raw:
    if result in _WINNERS:
        key = "tournament.result.forfeit" if result in FORFEITS else "tournament.result.won"
        return reader(key, name=players[_WINNERS[result]])
    if result is None:
        return reader("tournament.result.open")
    return reader(f"tournament.result.{'draw' if result is Result.DRAW else 'void'}")
