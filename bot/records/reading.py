"""Reads files of games in any of the formats, whatever is in them.

Time and memory grow with the size of the file, which is limited, as are the games of a file and the moves
of a game. Nothing of a file is ever run, and nothing that it names is opened or fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.records.base import MAX_BYTES, MAX_GAMES, Problem, ReadGame
from bot.records.encodings import decode, notes_on
from bot.records.ggf import read_ggf
from bot.records.move_lists import read_move_lists
from bot.records.notation import HEADER, read_notation
from bot.records.psq import read_psq
from bot.records.sgf_nodes import is_bare
from bot.records.sgf_reader import read_sgf
from bot.records.tygem import GIB, read_gib
from bot.records.wbaduk import NGF, read_ngf

# Marks that only files of a format have.
_GGF = re.compile(r"\(\s*;\s*GM\s*\[\s*(?:Othello|Reversi)\s*\]", re.IGNORECASE)
_SGF = re.compile(r"\(\s*(?:;|[A-Za-z]+\s*\[)")
_PSQ = re.compile(r"^\s{0,9}piskvorky\b", re.IGNORECASE | re.MULTILINE)

Reader = Callable[[str], Iterator[ReadGame]]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file holds."""

    games: Sequence[ReadGame]
    encoding: str
    """The name of the encoding that its text was in; empty if it was not looked at."""
    problem: Problem | None = None
    """Why the file is not read, or not to its end; the games have problems of their own."""
    notes: Sequence[Problem] = ()
    """What is guessed of the file, or cannot be read in it; the games have notes of their own."""


def read(data: bytes) -> ReadFile:
    """The games of a file. Raises nothing, whatever the bytes are."""
    if len(data) > MAX_BYTES:
        return ReadFile((), "", Problem(1, "record.too-large", {"n": MAX_BYTES // 2**20}))
    decoded = decode(data)
    text, encoding = decoded
    games = list(islice(_reader(text)(text), MAX_GAMES + 1))
    if not games:
        return ReadFile((), encoding, Problem(1, "record.no-games"))
    problem = None
    if len(games) > MAX_GAMES:
        last = games.pop()
        problem = Problem(last.line, "record.too-many-games", {"n": MAX_GAMES})
    names = [name for game in games if game.game is not None for name in game.game.names]
    return ReadFile(games, encoding, problem, notes_on(data, decoded, names))


def _reader(text: str) -> Reader:
    """The reader of the format that a text is in."""
    marks: Sequence[tuple[re.Pattern[str], Reader]] = (
        *((GIB, read_gib), (NGF, read_ngf), (_GGF, read_ggf), (_PSQ, read_psq)),
    )
    for mark, reader in marks:
        if mark.search(text):
            return reader
    if any(HEADER.match(line.strip()) for line in text.split("\n")[:1_000]):
        return read_notation
    return read_sgf if _SGF.search(text) or is_bare(text) else read_move_lists
