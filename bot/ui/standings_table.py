"""The standings of a tournament as the table that a picture shows."""

from __future__ import annotations

from collections.abc import Mapping

from bot.drawing.standings import MOST_ROWS, Cell, Mark, Row, StandingsTable
from bot.tournaments.kinds import format_of, standings
from bot.ui.tournament import best, labels
from data.model.tournament import Pairing, Tournament


def standings_table(tournament: Tournament, theme: str) -> StandingsTable:
    """The table of a tournament's first `MOST_ROWS` entrants, as `bot.drawing.standings` draws it."""
    rules, ranked = format_of(tournament), standings(tournament)
    order = labels(tournament, ranked)
    rows = tuple(
        Row(
            order[standing.number],
            rules.score(tournament, standing).replace("½", ".5"),
            tuple(
                _cell(pairing, standing.number, order) for pairing in rules.row(tournament, standing.number)
            ),
            tournament.entrant(standing.number).dropped,
        )
        for standing in best(tournament, ranked, MOST_ROWS)
    )
    return StandingsTable(theme, rows, rules.columns(tournament))


def _cell(pairing: Pairing | None, number: int, order: Mapping[int, str]) -> Cell:
    if pairing is None:
        return Cell(Mark.NONE)
    opponent = pairing.opponent_of(number)
    return Cell(_mark(pairing, number), None if opponent is None else order.get(opponent))


def _mark(pairing: Pairing, number: int) -> Mark:
    if pairing.result is None:
        return Mark.OPEN
    return {2: Mark.WIN, 1: Mark.DRAW, 0: Mark.LOSS}[pairing.points_of(number)]
