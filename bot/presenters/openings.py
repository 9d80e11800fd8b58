"""Names of well-known openings: those of Othello, and Renju's 26.

Othello's are from the list that Robert Gatliff collected. Renju's have White's first stone beside the center
(D1 to D13, direct) or diagonally from it (I1 to I13, indirect); other rules on 15 lines use the names too.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bot.texts import Texts
from data.matches.opening_index import opening_number
from games import GAMES, replay
from games.base import Move, Record
from games.symmetry import canonical

OTHELLO = {
    "opening.othello.diagonal": "c4 c3",
    "opening.othello.x-square": "c4 c3 d3 c5 b2",
    "opening.othello.snake": "c4 c3 d3 c5 b3",
    "opening.othello.heath": "c4 c3 d3 c5 b4",
    "opening.othello.heath-bat": "c4 c3 d3 c5 b4 d2 d6",
    "opening.othello.heath-chimney": "c4 c3 d3 c5 b4 e3",
    "opening.othello.raccoon-dog": "c4 c3 d3 c5 b5",
    "opening.othello.cow": "c4 c3 d3 c5 d6",
    "opening.othello.chimney": "c4 c3 d3 c5 d6 e3",
    "opening.othello.cambridge": "c4 c3 d3 c5 d6 f4 b4",
    "opening.othello.rose-v-toth": "c4 c3 d3 c5 d6 f4 f5",
    "opening.othello.tanida": "c4 c3 d3 c5 d6 f4 f5 d2",
    "opening.othello.buffalo": "c4 c3 d3 c5 f6",
    "opening.othello.wing": "c4 c3 e6 c5",
    "opening.othello.semi-wing": "c4 c3 f5 c5",
    "opening.othello.parallel": "c4 c5",
    "opening.othello.perpendicular": "c4 e3",
    "opening.othello.mimura": "c4 e3 f4 c5 d6 e6",
    "opening.othello.shaman": "c4 e3 f4 c5 d6 f3 c6",
    "opening.othello.inoue": "c4 e3 f4 c5 d6 f3 d3",
    "opening.othello.iago": "c4 e3 f4 c5 d6 f3 d3 c3",
    "opening.othello.bhagat": "c4 e3 f4 c5 d6 f3 e2",
    "opening.othello.rose": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2",
    "opening.othello.flat": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5",
    "opening.othello.rotating-flat": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5 f5",
    "opening.othello.rose-birth": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b6 f5",
    "opening.othello.ralle": "c4 e3 f4 c5 d6 f3 e6 c6",
    "opening.othello.horse": "c4 e3 f4 c5 e6",
    "opening.othello.ganglion": "c4 e3 f5 b4",
    "opening.othello.swallow": "c4 e3 f5 b4 f3",
    "opening.othello.italian": "c4 e3 f5 e6 d3",
    "opening.othello.cat": "c4 e3 f5 e6 f4",
    "opening.othello.bent-ganglion": "c4 e3 f6 b4",
    "opening.othello.tiger": "c4 e3 f6 e6 f5",
    "opening.othello.stephenson": "c4 e3 f6 e6 f5 c5 c3",
    "opening.othello.no-kung": "c4 e3 f6 e6 f5 c5 c3 b4",
    "opening.othello.compoth": "c4 e3 f6 e6 f5 c5 c3 c6",
    "opening.othello.kung": "c4 e3 f6 e6 f5 c5 c3 g5",
    "opening.othello.leaders-tiger": "c4 e3 f6 e6 f5 c5 d3",
    "opening.othello.brightwell": "c4 e3 f6 e6 f5 c5 d6",
    "opening.othello.ishii": "c4 e3 f6 e6 f5 c5 f4 g5 g4 f3 c6 d3 d6",
    "opening.othello.rose-bill": "c4 e3 f6 e6 f5 c5 f4 g6 f7",
    "opening.othello.tamenori": "c4 e3 f6 e6 f5 c5 f4 g6 f7 d3",
    "opening.othello.aubrey": "c4 e3 f6 e6 f5 g6",
}
"""Moves from the start by the text key of the name, on 8×8."""

RENJU = {
    "opening.gomoku.kansei": "h8 h9 h10",
    "opening.gomoku.keigetsu": "h8 h9 i10",
    "opening.gomoku.sosei": "h8 h9 j10",
    "opening.gomoku.kagetsu": "h8 h9 i9",
    "opening.gomoku.zangetsu": "h8 h9 j9",
    "opening.gomoku.ugetsu": "h8 h9 i8",
    "opening.gomoku.kinsei": "h8 h9 j8",
    "opening.gomoku.shogetsu": "h8 h9 h7",
    "opening.gomoku.kyugetsu": "h8 h9 i7",
    "opening.gomoku.shingetsu": "h8 h9 j7",
    "opening.gomoku.zuisei": "h8 h9 h6",
    "opening.gomoku.sangetsu": "h8 h9 i6",
    "opening.gomoku.yusei": "h8 h9 j6",
    "opening.gomoku.chosei": "h8 i9 j10",
    "opening.gomoku.kyogetsu": "h8 i9 j9",
    "opening.gomoku.kosei": "h8 i9 j8",
    "opening.gomoku.suigetsu": "h8 i9 j7",
    "opening.gomoku.ryusei": "h8 i9 j6",
    "opening.gomoku.ungetsu": "h8 i9 i8",
    "opening.gomoku.hogetsu": "h8 i9 i7",
    "opening.gomoku.rangetsu": "h8 i9 i6",
    "opening.gomoku.gingetsu": "h8 i9 h7",
    "opening.gomoku.myojo": "h8 i9 h6",
    "opening.gomoku.shagetsu": "h8 i9 g7",
    "opening.gomoku.meigetsu": "h8 i9 g6",
    "opening.gomoku.suisei": "h8 i9 f6",
}
"""Moves from the start by the text key of the name, in the `RENJU_VARIANTS` of Gomoku."""

RENJU_VARIANTS = ("renju-15", "omok-15", "standard-15", "freestyle-15")


def opening_key(record: Record) -> str | None:
    """The text key of the opening's name that a record has reached last; None if it has no name."""
    names = _names(record.game, record.variant)
    if not names:
        return None
    longest = max(plies for plies, _ in names)
    for ply in range(min(len(record.moves), longest), 0, -1):
        image = canonical(replay(record.before(ply)))
        if image is not None and (key := names.get((ply, image.key))):
            return key
    return None


def opening_name(record: Record, texts: Texts) -> str:
    """The name of the opening that a record has reached last; empty if it has no name."""
    key = opening_key(record)
    return texts.plain(key) if key is not None else ""


@cache
def named_positions(game: str) -> Mapping[int, tuple[int, str]]:
    """The number of moves and the text key of each opening, by its number in the index."""
    openings = {}
    for variant in GAMES[game].variants:
        for key, moves in _openings(game, variant).items():
            record = Record(game, variant, tuple(map(Move, moves.split())))
            image = canonical(replay(record))
            if image is not None:
                openings[opening_number(image, game, variant)] = len(record.moves), key
    return openings


@cache
def start_positions(game: str) -> Mapping[int, str]:
    """A variant by the number of its start; of variants with the same openings, the first."""
    variants: dict[int, str] = {}
    for variant in GAMES[game].variants:
        image = canonical(replay(Record(game, variant)))
        if image is not None:
            variants.setdefault(opening_number(image, game, variant), variant)
    return variants


@cache
def _names(game: str, variant: str) -> Mapping[tuple[int, bytes], str]:
    """Text keys by the number of moves and the position after them."""
    keys = {}
    for key, moves in _openings(game, variant).items():
        record = Record(game, variant, tuple(map(Move, moves.split())))
        image = canonical(replay(record))
        if image is not None:
            keys[len(record.moves), image.key] = key
    return keys


def _openings(game: str, variant: str) -> Mapping[str, str]:
    if (game, variant) == ("othello", "8x8"):
        return OTHELLO
    return RENJU if game == "gomoku" and variant in RENJU_VARIANTS else {}
