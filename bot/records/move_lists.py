"""Games as nothing but their moves: transcripts of Othello (``f5d6c3``) and lists for Renju (``h8 i9 g10``).

A line is a game. Passes of Othello are left out, since they are forced. Nothing names the variant: reading
takes the likeliest one in which all moves are legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.records.base import GameRecord, Problem, ReadGame
from bot.records.following import Follower
from games.base import PASS, BadNotation, RuleError
from games.gomoku import GOMOKU
from games.othello import OTHELLO

OTHELLO_VARIANTS = tuple(OTHELLO.variants)
GOMOKU_VARIANTS = (
    *("renju-15", "standard-15", "freestyle-15", "omok-15", "swap2-15"),
    *("standard-19", "freestyle-19", "omok-19"),
)
"""The likeliest first."""
_TOKEN = re.compile(
    r"\s*+(?:[0-9]{1,3}\.)?\s*+([a-z]\s?[0-9]{1,2}|pass|pa|--|black|white|two)", re.IGNORECASE
)
_BLANK = re.compile(r"[\s,;]*+$")
assert set(GOMOKU_VARIANTS) == set(GOMOKU.variants)


def write_transcripts(games: Sequence[GameRecord]) -> str:
    """Games of Othello, one a line."""
    lines = ("".join(move for move in one.record.moves if move != PASS) for one in games)
    return "".join(f"{line}\n" for line in lines)


def write_renju_text(games: Sequence[GameRecord]) -> str:
    """Games of Gomoku, one a line."""
    return "".join(f"{' '.join(one.record.moves)}\n" for one in games)


def read_move_lists(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order, without lines before the first move and those that begin with ``#``."""
    has_begun = False
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.startswith("#"):
            read = read_move_list(line, number)
            has_begun = has_begun or _length(read) > 0
            if has_begun:
                yield read


def read_move_list(text: str, line: int) -> ReadGame:
    """A game from one line, by the likeliest rules in which the most moves are legal."""
    tokens, rest = _tokens(text)
    error = None if _BLANK.match(rest) else BadNotation("rule.notation", text=rest.strip()[:40])
    variants = [("othello", one) for one in OTHELLO_VARIANTS] + [("gomoku", one) for one in GOMOKU_VARIANTS]
    best: ReadGame | None = None
    for slug, variant in variants:
        read = follow(slug, variant, tokens, line)
        if read.problem is None:
            best = read
            break
        if best is None or _length(read) > _length(best):
            best = read
    assert best is not None
    if error is not None and best.problem is None:
        return ReadGame(line=line, game=best.game, problem=Problem.of(line, error))
    return best


def follow(slug: str, variant: str, tokens: Sequence[str], line: int) -> ReadGame:
    """The moves of a line by the rules of a variant, up to the first that is not legal."""
    follower, problem = Follower(slug, variant), None
    try:
        for token in tokens:
            follower.play(follower.parse(token))
    except RuleError as error:
        problem = Problem.of(line, error)
    return ReadGame(line=line, game=GameRecord(record=follower.record), problem=problem)


def _length(read: ReadGame) -> int:
    return len(read.game.record.moves) if read.game is not None else 0


def _tokens(text: str) -> tuple[list[str], str]:
    """The moves at the beginning of a text, and what follows them."""
    tokens, at = [], 0
    while (found := _TOKEN.match(text, at)) is not None:
        tokens.append(found[1])
        at = found.end()
        while at < len(text) and text[at] in ",;":
            at += 1
    return tokens, text[at:]
