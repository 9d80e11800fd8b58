"""Games as nothing but their moves: transcripts of Othello (``f5d6c3``) and lists for Renju (``h8 i9 g10``).

A line is a game, and so are several lines whose numbers go on. Passes of Othello are left out, since they are
forced. Nothing names the variant: reading takes the likeliest one in which all moves are legal, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.records.base import GameRecord, Problem, ReadGame
from bot.records.following import Follower
from games.base import PASS, BadNotation, Record, RuleError
from games.gomoku import GOMOKU
from games.othello import OTHELLO

OTHELLO_VARIANTS = tuple(OTHELLO.variants)
GOMOKU_VARIANTS = (
    *("renju-15", "standard-15", "freestyle-15", "omok-15", "swap2-15"),
    *("standard-19", "freestyle-19", "omok-19"),
)
"""The likeliest first."""
_TOKEN = re.compile(
    r"\s*+(?:[0-9]{1,3}[.)]{1,3})?\s*+([a-z]\s?[0-9]{1,2}|pass|pa|--|black|white|two)", re.IGNORECASE
)
"""A move, maybe after its number: ``12. h8``, ``1...f5``, ``pass``, or a choice of Swap2."""
_NUMBER = re.compile(r"\s*+([0-9]{1,3})[.)]")
"""The number of the first move of a line."""
_BLANK = re.compile(r"[\s,;]*+$")
assert set(GOMOKU_VARIANTS) == set(GOMOKU.variants)


def write_transcripts(games: Sequence[GameRecord]) -> str:
    """Games of Othello, one a line."""
    return "".join(f"{_transcript(game_record.record)}\n" for game_record in games)


def _transcript(record: Record) -> str:
    return "".join(move for move in record.moves if move != PASS)


def write_renju_text(games: Sequence[GameRecord]) -> str:
    """Games of Gomoku, one a line."""
    return "".join(f"{' '.join(game_record.record.moves)}\n" for game_record in games)


def read_move_lists(text: str) -> Iterator[ReadGame]:
    """The games of a file, in order, without lines that begin with ``#``.

    Lines before the first move are left out, which the first game's notes say.
    """
    current: _List | None = None
    skipped: Problem | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        following = _list_of(line, number)
        if current is not None and current.goes_on_in(following):
            current = current.with_line(following)
            continue
        if current is not None:
            yield current.read
        if current is not None or length(following.read) > 0:
            current = replace(following, skipped=None if current is not None else skipped)
        else:
            skipped = skipped or Problem(number, "record.outside", {"text": line.strip()[:40]})
    if current is not None:
        yield current.read


def follow_likeliest(
    variants: Iterable[tuple[str, str]], moves: Sequence[tuple[int, str]], line: int
) -> ReadGame:
    """The moves, with their lines, by the first of these games and variants in which the most are legal."""
    best: ReadGame | None = None
    for slug, variant in variants:
        read = _follow(slug, variant, moves, line)
        if best is None or read.problem is None or length(read) > length(best):
            best = read
        if read.problem is None:
            break
    assert best is not None
    return best


def guess(key: str, record: Record, line: int) -> Problem:
    """A note with the game and rules that a record is read by, which its file does not say."""
    return Problem(line, key, {"game": record.game, "variant": record.variant})


def length(read: ReadGame) -> int:
    """The moves of a game that were read."""
    return len(read.game.record.moves) if read.game is not None else 0


VARIANTS = [
    *(("othello", variant) for variant in OTHELLO_VARIANTS),
    *(("gomoku", variant) for variant in GOMOKU_VARIANTS),
]
"""The games and variants that a list of moves can be of, the likeliest first."""


@dataclass(frozen=True)
class _List:
    """A line of moves, or several of one game."""

    line: int
    moves: Sequence[tuple[int, str]]
    rest: Problem | None
    """What follows the moves and is none."""
    number: int | None
    """The number before the first move."""
    n_lines: int = 1
    skipped: Problem | None = None
    """The lines before the first game."""

    @cached_property
    def read(self) -> ReadGame:
        """The game by the likeliest rules."""
        read = follow_likeliest(VARIANTS, self.moves, self.line)
        notes = [self.skipped] if self.skipped is not None else []
        if read.game is not None:
            notes.append(guess("record.no-game", read.game.record, self.line))
        if self.n_lines > 1 and self.number is None:
            notes.append(Problem(self.line, "record.joined-lines", {"n": self.n_lines}))
        return replace(read, problem=read.problem or self.rest, notes=notes)

    def goes_on_in(self, line: _List) -> bool:
        """Whether a line has the next moves of this game, not the first ones of another.

        It does if its number is the next one, counted in moves or in pairs. Without a number it does if the
        game is one of Othello, and can go on like that, but not begin.
        """
        if self.rest is not None or not line.moves:
            return False
        if line.number is not None:
            return line.number > 1 and line.number in (len(self.moves) // 2 + 1, len(self.moves) + 1)
        game, other = self.read.game, line.read.game
        if game is None or other is None or self.number is not None or self.read.problem is not None:
            return False
        return (
            game.record.game == "othello"
            and (other.record.game != "othello" or line.read.problem is not None)
            and _follow("othello", game.record.variant, [*self.moves, *line.moves], self.line).problem is None
        )

    def with_line(self, line: _List) -> _List:
        """A list with the moves of this one and those of the game's next line."""
        moves = [*self.moves, *line.moves]
        return replace(self, moves=moves, rest=line.rest, n_lines=self.n_lines + 1)


def _list_of(text: str, line: int) -> _List:
    """The moves of a line; ``line`` is its number."""
    moves, rest = _tokens(text)
    error = None if _BLANK.match(rest) else BadNotation("rule.notation", text=rest.strip()[:40])
    problem = Problem.of(line, error) if error is not None else None
    number = _NUMBER.match(text)
    return _List(line, [(line, move) for move in moves], problem, int(number[1]) if number else None)


def _follow(slug: str, variant: str, moves: Sequence[tuple[int, str]], line: int) -> ReadGame:
    """The moves by the rules of a variant, up to the first that is not legal."""
    follower, problem = Follower(slug, variant), None
    for at, move in moves:
        try:
            follower.play(follower.parse(move))
        except RuleError as error:
            problem = Problem.of(at, error)
            break
    return ReadGame(line=line, game=GameRecord(record=follower.record), problem=problem)


def _tokens(text: str) -> tuple[list[str], str]:
    """The moves at the beginning of a text, and what follows them."""
    tokens, at = [], 0
    while (token := _TOKEN.match(text, at)) is not None:
        tokens.append(token[1])
        at = token.end()
        while at < len(text) and text[at] in ",;":
            at += 1
    return tokens, text[at:]
