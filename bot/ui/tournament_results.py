"""The results of a tournament's pairings in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.texts import Raw, Texts, cut
from bot.tournaments.kinds import format_of
from bot.ui.entrants import name, plain_name
from data.model.tournament import FORFEITS, Pairing, Result, Tournament

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
    through = format_of(tournament).drawn_through(tournament, pairing) if result is Result.DRAW else None
    if through is not None:
        return reader("tournament.result.drawn-through", name=name(tournament.entrant(through), reader))
    return _words(result, entrant_names(tournament, pairing, reader), reader)


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
