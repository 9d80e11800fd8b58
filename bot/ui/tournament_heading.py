"""What a tournament is called where text is shown as it is: in choices and menus, and as a thread's name."""

from __future__ import annotations

from bot.presenters.registry import game_title
from bot.texts import Texts
from bot.tournaments.kinds import FORMATS
from data.model.tournament import Tournament, TournamentName


def plain_title(tournament: Tournament | TournamentName, texts: Texts) -> str:
    """Its title, or its number."""
    return tournament.title or texts.plain(FORMATS[tournament.kind].number_name, id=tournament.id)


def kind_and_game(tournament: Tournament | TournamentName, texts: Texts) -> tuple[str, str]:
    """Its kind, and its game with the variant."""
    return texts(FORMATS[tournament.kind].name), game_title(tournament.game, tournament.variant, texts)


def plain_heading(tournament: Tournament | TournamentName, texts: Texts) -> str:
    """Its title or number, its kind and its game."""
    return " · ".join((plain_title(tournament, texts), *kind_and_game(tournament, texts)))
