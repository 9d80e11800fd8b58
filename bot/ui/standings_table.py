"""The standings of a tournament as the table that a picture shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.drawing.standings import MOST_ROWS, Cell, Mark, Row, StandingsTable
from bot.tournaments.standings import standings
from bot.ui.tournament import best, labels, score
from data.tournaments.model import Pairing, Result, Tournament

_LAST_MATCHES = 6
"""The matches of an entrant of an arena or a ladder that its table shows."""


def standings_table(one: Tournament, theme: str) -> StandingsTable:
    """What its picture shows."""
    ranked = standings(one)
    order = labels(one, ranked)
    rows = tuple(
        Row(
            order[standing.number],
            score(one, standing).replace("½", ".5"),
            tuple(_cells(one, standing.number, order)),
            one.entrant(standing.number).dropped,
        )
        for standing in best(one, ranked, MOST_ROWS)
    )
    return StandingsTable(
        theme, rows, _LAST_MATCHES if _is_endless(one) else max(one.round, min(one.rounds or 1, 7))
    )


def _cells(one: Tournament, number: int, order: Mapping[int, str]) -> Iterator[Cell]:
    """A cell for each round; in an arena, for the last matches."""
    if _is_endless(one):
        theirs = [each for each in one.of_entrant(number) if each.result is not Result.NOT_COUNTED]
        yield from (_cell(pairing, number, order) for pairing in theirs[-_LAST_MATCHES:])
        return
    by_round = {pairing.round: pairing for pairing in one.of_entrant(number)}
    for round_number in range(1, one.round + 1):
        yield _cell(by_round.get(round_number), number, order)


def _cell(pairing: Pairing | None, number: int, order: Mapping[int, str]) -> Cell:
    if pairing is None:
        return Cell(Mark.NONE)
    opponent = pairing.opponent_of(number)
    return Cell(_mark(pairing, number), None if opponent is None else order.get(opponent))


def _mark(pairing: Pairing, number: int) -> Mark:
    if pairing.result is None:
        return Mark.OPEN
    return {2: Mark.WIN, 1: Mark.DRAW, 0: Mark.LOSS}[pairing.points_of(number)]


def _is_endless(one: Tournament) -> bool:
    """Whether it has no rounds."""
    return one.is_arena or one.is_ladder
