"""The standings of a tournament as the table that `bot.drawing.standings` draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.drawing.lettering import drawable
from bot.drawing.standings import MAX_ROWS, Cell, Mark, Row, StandingsTable
from bot.texts import Texts
from bot.tournaments.kinds import format_of, standings
from bot.tournaments.standings import Standing, halves
from bot.ui.entrants import plain_name
from bot.ui.tournament import best, corrected_mark, is_on_streak, labels
from bot.ui.tournament_results import unplayed_sign
from data.model.tournament import Pairing, Tournament

_MAX_LETTERS = 48
"""Letters of a name that are handed on: more than fit."""
_MAX_NAMED = 6
"""The columns of a cross table that are headed by names; of more, by places."""
_LETTERS = {
    Mark.WIN: "tournament.table.win",
    Mark.DRAW: "tournament.table.draw",
    Mark.LOSS: "tournament.table.loss",
}
"""The text keys of how a match has ended."""


def people_in_table(tournament: Tournament) -> list[int]:
    """The ids of the people whom the table of a tournament names, also as opponents."""
    shown = [standing.number for standing in best(tournament, standings(tournament), MAX_ROWS)]
    numbers = dict.fromkeys(shown)
    for number in shown:
        met = (pairing.opponent_of(number) for pairing in _matches(tournament, number) if pairing)
        numbers |= dict.fromkeys(opponent for opponent in met if opponent is not None)
    ids = (tournament.entrant(listed).user_id for listed in numbers)
    return [user_id for user_id in ids if user_id]


def _matches(tournament: Tournament, number: int) -> Sequence[Pairing | None]:
    return format_of(tournament).row(tournament, number)


def standings_table(
    tournament: Tournament, names: Mapping[int, str], theme: str, texts: Texts
) -> StandingsTable:
    """The table of a tournament's first `MAX_ROWS` entrants, with the people's ``names`` by their ids.

    Where everybody meets everybody there is a column for each entrant, otherwise for each match.
    """
    return _Table(tournament, names, texts).drawn(theme)


class _Table:
    """The parts of the table of a tournament."""

    def __init__(self, tournament: Tournament, names: Mapping[int, str], texts: Texts) -> None:
        self._tournament = tournament
        self._names = names
        self._texts = texts
        self._rules = format_of(tournament)
        self._ranked = standings(tournament)
        self._circles = _circles(tournament, self._ranked)
        self._tiebreak = self._rules.tiebreak(tournament, self._ranked)

    def drawn(self, theme: str) -> StandingsTable:
        """The whole table."""
        words, rules = self._texts.plain, self._rules
        places = labels(self._tournament, self._ranked)
        shown = best(self._tournament, self._ranked, MAX_ROWS)
        return StandingsTable(
            theme,
            words("tournament.table.player"),
            words(rules.score_name),
            tuple(self._headers()),
            tuple(self._row(standing, places[standing.number]) for standing in shown),
            words(rules.tiebreak_name) if rules.tiebreak_name and self._tiebreak else "",
            "" if self._circles or rules.header(self._tournament, 0) else self._heading(),
        )

    def _heading(self) -> str:
        key = self._rules.matches_name
        return "" if key is None else self._texts.plain(key)

    def _headers(self) -> Iterator[str]:
        columns = max(map(len, self._circles)) if self._circles else self._rules.columns(self._tournament)
        if len(self._circles) == 1 and columns <= _MAX_NAMED:
            yield from (self._name(number) for number in self._circles[0])
        else:
            yield from (self._rules.header(self._tournament, column) for column in range(columns))

    def _row(self, standing: Standing, place: str) -> Row:
        entrant = self._tournament.entrant(standing.number)
        return Row(
            place,
            plain_name(entrant, self._names, self._texts)[:_MAX_LETTERS],
            f"#{standing.number}",
            self._rules.score(self._tournament, standing)
            + (" ×2" if is_on_streak(self._tournament, standing.number) else ""),
            tuple(self._cells(standing.number)),
            entrant.dropped,
            self._tiebreak.get(standing.number, ""),
        )

    def _cells(self, number: int) -> Iterator[Cell]:
        for circle in self._circles:
            if number in circle:
                yield from (_meetings(self._tournament, number, other) for other in circle)
                return
        yield from (self._cell(pairing, number) for pairing in _matches(self._tournament, number))

    def _cell(self, pairing: Pairing | None, number: int) -> Cell:
        """A match of an entrant: the letter of its result above the opponent's name."""
        if pairing is None:
            return Cell(Mark.NONE)
        opponent, mark = pairing.opponent_of(number), _mark([pairing], number)
        if opponent is None:  # nothing was played, so it is no win
            points = f"+{halves(pairing.points_of(number))}"
            return Cell(Mark.NONE, points, self._texts.plain("tournament.table.bye"))
        letter = unplayed_sign(pairing, number)
        if not letter:
            letter = self._texts.plain(_LETTERS[mark]) if mark in _LETTERS else "…"
        name = "" if self._rules.giver(self._tournament) is not None else self._name(opponent)
        return Cell(mark, letter + corrected_mark(pairing), name)

    def _name(self, number: int) -> str:
        """An entrant's name as far as it can be drawn."""
        name = plain_name(self._tournament.entrant(number), self._names, self._texts)[:_MAX_LETTERS]
        return drawable(name) or f"#{number}"


def _circles(tournament: Tournament, ranked: Sequence[Standing]) -> list[list[int]]:
    """The numbers of those among whom everybody meets everybody, the first place first."""
    order = [standing.number for standing in ranked]
    return [sorted(members, key=order.index) for members in format_of(tournament).circles(tournament)]


def _meetings(tournament: Tournament, number: int, other: int) -> Cell:
    """What an entrant has in the column of another one: the points of their matches."""
    if number == other:
        return Cell(Mark.SELF)
    matches = [pairing for pairing in tournament.of_entrant(number) if pairing.has(other)]
    over = [pairing for pairing in matches if pairing.result is not None]
    if not matches:
        return Cell(Mark.NONE)
    points = (
        (unplayed_sign(pairing, number) or halves(pairing.points_of(number))) + corrected_mark(pairing)
        for pairing in over
    )
    return Cell(_mark(over, number), " ".join(points) or "·")


def _mark(pairings: Sequence[Pairing], number: int) -> Mark:
    """How matches ended together for an entrant."""
    if not pairings or any(pairing.result is None for pairing in pairings):
        return Mark.OPEN
    above_half = sum(pairing.points_of(number) - 1 for pairing in pairings)
    return Mark.WIN if above_half > 0 else Mark.LOSS if above_half < 0 else Mark.DRAW
