"""The formats in which games can be written, and which games each has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.records.base import GameRecord
from bot.records.ggf import write_ggf
from bot.records.move_lists import write_renju_text, write_transcripts
from bot.records.notation import write_notation
from bot.records.psq import write_psq
from bot.records.sgf_games import NUMBERS
from bot.records.sgf_writer import write_sgf


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files."""

    name: str
    """In options and in the text key ``export.format.…``."""
    extension: str
    games: frozenset[str]
    """The slugs of the games that it has."""
    write: Callable[[Sequence[GameRecord], str], str]
    """Games to the text of a file; the second argument is the program that writes, ``Daeguk:1.0``."""
    has_setups: bool = True
    """Whether it has games that start from a position."""
    has_comments: bool = False
    """Whether it has comments on moves."""


def _without_program(
    write: Callable[[Sequence[GameRecord]], str],
) -> Callable[[Sequence[GameRecord], str], str]:
    return lambda games, _: write(games)


_OTHELLO, _GOMOKU = frozenset({"othello"}), frozenset({"gomoku"})
FORMATS = {
    form.name: form
    for form in (
        Format("sgf", "sgf", frozenset(NUMBERS), write_sgf, has_comments=True),
        Format(
            "text",
            "txt",
            frozenset({"hare_and_hounds", "twelve_janggi"}),
            _without_program(write_notation),
            has_comments=True,
        ),
        Format("transcript", "txt", _OTHELLO, _without_program(write_transcripts), has_setups=False),
        Format("ggf", "ggf", _OTHELLO, _without_program(write_ggf)),
        Format("renju", "txt", _GOMOKU, _without_program(write_renju_text), has_setups=False),
        Format("psq", "psq", _GOMOKU, _without_program(write_psq), has_setups=False),
    )
}
"""Every format by its name. The first that has a game is its default."""


def formats_of(slug: str) -> Sequence[Format]:
    """The formats that have a game, the default first."""
    return [form for form in FORMATS.values() if slug in form.games]
