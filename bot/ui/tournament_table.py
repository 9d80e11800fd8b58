"""The standings of a tournament as the table that `bot.drawing.standings` draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.drawing.standings import MOST_ROWS, SIGNS, Cell, Mark, Row, StandingsTable
from bot.texts import Texts
from bot.tournaments.kinds import format_of, standings
from bot.tournaments.standings import Standing, halves
from bot.ui.tournament import best, labels, plain_name
from data.model.tournament import Pairing, Tournament

_MOST_LETTERS = 48
"""Letters of a name that are handed on: more than fit."""


def people_in_table(tournament: Tournament) -> list[int]:
    """The ids of the people whom the table of a tournament names."""
    shown = best(tournament, standings(tournament), MOST_ROWS)
    ids = (tournament.entrant(standing.number).user_id for standing in shown)
    return [user_id for user_id in ids if user_id]


def standings_table(
    tournament: Tournament, names: Mapping[int, str], theme: str, texts: Texts
) -> StandingsTable:
    """The table of a tournament's first `MOST_ROWS` entrants, with the people's ``names`` by their ids.

    Where everybody meets everybody there is a column for each entrant, otherwise for each round.
    """
    rules, ranked = format_of(tournament), standings(tournament)
    places, circles = labels(tournament, ranked), _circles(tournament, ranked)
    rows = []
    for standing in best(tournament, ranked, MOST_ROWS):
        entrant = tournament.entrant(standing.number)
        row = Row(
            places[standing.number],
            plain_name(entrant, names, texts)[:_MOST_LETTERS],
            f"#{standing.number}",
            rules.score(tournament, standing),
            tuple(_cells(tournament, standing.number, circles, places)),
            entrant.dropped,
        )
        rows.append(row)
    columns = max(map(len, circles)) if circles else rules.columns(tournament)
    headers = tuple(rules.header(tournament, column) for column in range(columns))
    player, points = texts.plain("tournament.table.player"), texts.plain("tournament.table.points")
    return StandingsTable(theme, player, points, headers, tuple(rows))


def _circles(tournament: Tournament, ranked: Sequence[Standing]) -> list[list[int]]:
    """The numbers of those among whom everybody meets everybody, the first place first."""
    order = [standing.number for standing in ranked]
    return [sorted(members, key=order.index) for members in format_of(tournament).circles(tournament)]


def _cells(
    tournament: Tournament, number: int, circles: Sequence[Sequence[int]], places: Mapping[int, str]
) -> list[Cell]:
    for circle in circles:
        if number in circle:
            return [_meetings(tournament, number, other) for other in circle]
    return [_cell(pairing, number, places) for pairing in format_of(tournament).row(tournament, number)]


def _cell(pairing: Pairing | None, number: int, places: Mapping[int, str]) -> Cell:
    """A round of an entrant: the sign of its result, and the opponent's place."""
    if pairing is None:
        return Cell(Mark.NONE)
    opponent, mark = pairing.opponent_of(number), _mark([pairing], number)
    return Cell(mark, SIGNS.get(mark, "") + ("" if opponent is None else places.get(opponent, "")))


def _meetings(tournament: Tournament, number: int, other: int) -> Cell:
    """What an entrant has in the column of another one: the points of their matches."""
    if number == other:
        return Cell(Mark.SELF)
    matches = [pairing for pairing in tournament.of_entrant(number) if pairing.has(other)]
    over = [pairing for pairing in matches if pairing.result is not None]
    if not matches:
        return Cell(Mark.NONE)
    return Cell(_mark(over, number), " ".join(halves(pairing.points_of(number)) for pairing in over) or "·")


def _mark(pairings: Sequence[Pairing], number: int) -> Mark:
    """How matches ended together for an entrant."""
    if not pairings or any(pairing.result is None for pairing in pairings):
        return Mark.OPEN
    above_half = sum(pairing.points_of(number) - 1 for pairing in pairings)
    return Mark.WIN if above_half > 0 else Mark.LOSS if above_half < 0 else Mark.DRAW
