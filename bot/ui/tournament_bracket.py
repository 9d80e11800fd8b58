"""The bracket of a knockout as the picture that `bot.drawing.bracket` draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.drawing.bracket import MAX_COLUMNS, BracketPicture, Meeting, Player, State
from bot.drawing.standings import Mark
from bot.texts import Texts
from bot.tournaments.bracket import THIRD_PLACE, Bracket, Place
from bot.tournaments.knockout import stage_of
from bot.tournaments.standings import halves
from bot.ui.entrants import plain_name
from bot.ui.tournament import corrected_mark
from bot.ui.tournament_results import unplayed_sign
from data.model.tournament import Pairing, Result, Tournament

_MAX_LETTERS = 24
"""Letters of a name that are handed on: more than fit."""


def people_in_bracket(tournament: Tournament) -> list[int]:
    """The ids of the people whom the bracket of a tournament names."""
    bracket = Bracket(tournament)
    first = bracket.places(_columns(bracket)[0])  # whoever is in a later round was in it
    shown = (place for place in first if not bracket.is_third_place(place))
    numbers = {number for place in shown for number in _candidates(bracket, place)}
    ids = (tournament.entrant(number).user_id for number in sorted(numbers))
    return [user_id for user_id in ids if user_id]


def bracket_picture(
    tournament: Tournament, names: Mapping[int, str], theme: str, texts: Texts
) -> BracketPicture:
    """The bracket of a tournament that has begun, with the people's ``names`` by their ids.

    Of more than 16 entrants it has the last four rounds alone.
    """
    drawn = _Drawn(tournament, names, texts)
    columns = _columns(drawn.bracket)
    return BracketPicture(
        theme,
        tuple(drawn.header(number) for number in columns),
        tuple(
            tuple(
                drawn.meeting(place)
                for place in drawn.bracket.places(number)
                if not drawn.bracket.is_third_place(place)
            )
            for number in columns
        ),
        tuple(drawn.below()),
    )


def _columns(bracket: Bracket) -> range:
    """The rounds that have a column: all of at most `MAX_COLUMNS`, or as many before the final."""
    if bracket.rounds <= MAX_COLUMNS:
        return range(1, bracket.rounds + 1)
    return range(bracket.rounds - MAX_COLUMNS, bracket.rounds)


def _candidates(bracket: Bracket, place: Place) -> list[int]:
    """Who meets at a place, or could."""
    players = bracket.players(place)
    if players is not None:
        return [player for player in players if player is not None]
    number, index = place
    earlier = [(number - 1, 2 * index - 1), (number - 1, 2 * index)]
    return [candidate for before in earlier for candidate in _candidates(bracket, before)]


class _Drawn:
    """The parts of the picture of a tournament."""

    def __init__(self, tournament: Tournament, names: Mapping[int, str], texts: Texts) -> None:
        self.bracket = Bracket(tournament)
        self._tournament = tournament
        self._names = names
        self._texts = texts
        self._first = _columns(self.bracket)[0]

    def header(self, number: int) -> str:
        """What a round is called."""
        key, numbers = stage_of(self._tournament, number)
        return self._texts.plain(key, **numbers)

    def below(self) -> Iterator[tuple[str, Meeting]]:
        """The matches that have no column: the final, and the one for third place."""
        rounds = self.bracket.rounds
        if rounds > MAX_COLUMNS:
            yield self.header(rounds), self._players((rounds, 1))
        if len(self._tournament.entrants) > 3:
            yield self._texts.plain("tournament.stage.third"), self._players((rounds, THIRD_PLACE))

    def meeting(self, place: Place) -> Meeting | None:
        """The match of a place; None where somebody has a bye in the first round."""
        players = self.bracket.players(place)
        is_bye = place[0] == 1 and players is not None and None in players
        return None if is_bye else self._players(place)

    def _players(self, place: Place) -> Meeting:
        players = self.bracket.players(place)
        if players is None:
            return self._known(place, 0), self._known(place, 1)
        first, second = (None if number is None else self._player(place, number) for number in players)
        return first, second

    def _takes_no_place(self, place: Place, number: int) -> bool:
        """Whether a place is the match for third place, and the player was removed."""
        return self.bracket.is_third_place(place) and self._tournament.entrant(number).removed

    def _note(self, place: Place, number: int) -> str:
        """That a player came to a place without an opponent in the round before."""
        byes = (pairing for pairing in self._tournament.pairings if pairing.result is Result.BYE)
        has_bye = any(pairing.first == number and pairing.round == place[0] - 1 for pairing in byes)
        return self._texts.plain("tournament.table.bye") if has_bye else ""

    def _known(self, place: Place, seat: int) -> Player | None:
        """Who has a seat of a match whose other player is not known, or who could get it."""
        number, index = place
        if self.bracket.is_third_place(place):
            before, decision = (number - 1, seat + 1), self.bracket.decision((number - 1, seat + 1))
            player = None if decision is None else decision.loser
        else:
            before = number - 1, 2 * index - 1 + seat
            decision = self.bracket.decision(before)
            player = None if decision is None else decision.winner
        if player is not None:
            return self._row(place, player)
        candidates = _candidates(self.bracket, before)
        if number > self._first or number == 1 or len(candidates) != 2:
            return None
        return Player(" / ".join(self._name(candidate) for candidate in candidates), "", is_guess=True)

    def _player(self, place: Place, number: int) -> Player | None:
        meetings = [pairing for pairing in self.bracket.meetings(place) if pairing.second is not None]
        over = [pairing for pairing in meetings if pairing.result not in (None, Result.NOT_COUNTED)]
        score = " ".join(_points(pairing, number) + corrected_mark(pairing) for pairing in over)
        decision = self.bracket.decision(place)
        if decision is None or not meetings:
            return self._row(place, number, score=score, mark=Mark.DRAW)
        is_through = number == decision.winner
        state, mark = (State.THROUGH, Mark.WIN) if is_through else (State.OUT, Mark.LOSS)
        return self._row(place, number, state, score, mark)

    def _row(
        self,
        place: Place,
        number: int,
        state: State = State.OPEN,
        score: str = "",
        mark: Mark = Mark.OPEN,
    ) -> Player | None:
        """A player at a place, gray once they have left; None for who was removed, in third place."""
        if self._takes_no_place(place, number):
            return None
        if state is State.OPEN and self._tournament.entrant(number).dropped:
            state = State.OUT
        return Player(self._name(number), f"#{number}", state, score, mark, self._note(place, number))

    def _name(self, number: int) -> str:
        return plain_name(self._tournament.entrant(number), self._names, self._texts)[:_MAX_LETTERS]


def _points(pairing: Pairing, number: int) -> str:
    """What a match brought a player: 1, ½ or 0, or a sign where it was not played."""
    return unplayed_sign(pairing, number) or halves(pairing.points_of(number))
