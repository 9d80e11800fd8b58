"""Recorded games of Go and Gomoku: SGF files, and games that the engines play here.

A folder of records has two folders, ``strong`` and ``beginners``, named after the players. Each holds SGF
files and files of games in lines of JSON (`Game`), at any depth.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ai.base import Limit, engine
from ai.level import Level
from bench.checkpoint import read, run_remaining
from games import GAMES
from games.base import Move, Position, RuleError, Side
from games.go.game import begin
from games.go.variant import SIZES, Ruleset, Variant
from games.gomoku import GomokuPosition

PLAYERS = ("strong", "beginners")
SELF_PLAYED = {
    "strong": ("78", {"go": 400, "gomoku": 3000}),
    "beginners": ("12", {"go": 100, "gomoku": 100}),
}
"""The levels that play for each kind of players, and the nodes a move of each game."""
VARIANTS = {
    "go": ("9x9-korean", "13x13-korean", "19x19-korean"),
    "gomoku": ("renju-15", "freestyle-15", "omok-15", "swap2-15", "freestyle-19", "omok-19"),
}
_PROPERTY = re.compile(r"([A-Z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
OPENING = 3
"""Strong players of Gomoku begin with so many random stones."""
_PLY_LIMIT = 400
"""Games of engines end here at the latest."""
_MIDDLE = 3
"""How many lines from the middle point the first stones may be."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its variant, its players (`PLAYERS`), its moves and its handicap stones."""

    slug: str
    variant: str
    players: str
    number: int
    moves: tuple[Move, ...]
    black: tuple[Move, ...] = ()
    white: tuple[Move, ...] = ()

    def start(self) -> Position:
        """The position before the first move."""
        if not (self.black or self.white):
            return GAMES[self.slug].start(self.variant)
        variant = Variant.named(self.variant)
        if variant is None:
            raise ValueError(self.variant)
        stones = bytearray(variant.board.area)
        for side, names in ((Side.FIRST, self.black), (Side.SECOND, self.white)):
            for name in names:
                stones[variant.board.index[name]] = side
        return begin(variant, bytes(stones), Side.SECOND)

    def steps(self) -> Iterator[tuple[Position, tuple[Move, ...], Move]]:
        """Each move with the position and the moves before it, as far as the rules accept the record."""
        position = self.start()
        for ply, move in enumerate(self.moves):
            try:
                after = position.play(move)
            except RuleError:
                return
            yield position, self.moves[:ply], move
            if after.outcome() is not None:
                return
            position = after


def recorded(folder: Path) -> Iterator[Game]:
    """Read every game below a folder of records."""
    for players in PLAYERS:
        files = sorted(path for path in (folder / players).rglob("*") if path.is_file())
        for number, path in enumerate(files):
            if path.suffix == ".jsonl":
                yield from read(path, Game)
            elif path.suffix.lower() == ".sgf":
                game = _go_game(path.read_text("utf-8", "replace"), players, number)
                if game:
                    yield game


def _go_game(text: str, players: str, number: int) -> Game | None:
    """The main line of an SGF file of Go; None if it is no game on a known size."""
    properties: dict[str, list[str]] = {}
    moves: list[tuple[str, str]] = []
    for name, values in _PROPERTY.findall(_main_line(text)):
        listed = _VALUE.findall(values)
        if name in ("B", "W"):
            moves.append((name, listed[0]))
        elif not moves:
            properties.setdefault(name, []).extend(listed)
    size = properties.get("SZ", ["19"])[0]
    if size not in map(str, SIZES) or properties.get("GM", ["1"])[0].strip() != "1" or properties.get("AW"):
        return None
    variant = Variant(int(size), Ruleset.KOREAN)
    black = tuple(_named(point, variant) for point in properties.get("AB", []))
    first = "W" if black else "B"
    second = "B" if black else "W"
    in_turn = all(color == (second if ply % 2 else first) for ply, (color, _) in enumerate(moves))
    # Shorter records are of games that were hardly begun.
    if not in_turn or "" in black or len(moves) < 2 * int(size):
        return None
    return Game(
        "go", variant.name, players, number, tuple(_named(point, variant) for _, point in moves), black
    )


def _main_line(text: str) -> str:
    """The text of the first branch at every fork, without the others.

    The main line of an SGF file ends at the first closing parenthesis; what opens after it is a variation.
    """
    ended, kept = False, list[str]()
    for token in re.findall(r"\[(?:\\.|[^\]\\])*\]|[()]|[^\[()]+", text, re.DOTALL):
        if token == "(":
            if ended:
                break
        elif token == ")":
            ended = True
        elif not ended:
            kept.append(token)
    return "".join(kept)


def _named(point: str, variant: Variant) -> Move:
    """An SGF point by its name; a pass for none; empty text for anything else."""
    size, letters = variant.size, point.strip()
    if point in ("", "tt"):  # "tt", beyond 19x19, is the pass of SGF's third version
        return Move("pass")
    if len(letters) != 2:
        return Move("")
    column, row = (ord(letter) - ord("a") for letter in letters)
    if not (0 <= column < size and 0 <= row < size):
        return Move("")
    return variant.board.grid.name(row * size + column)


def self_play(folder: Path, games: int) -> None:
    """Let the engines play so many games of each variant and kind of players; games on file are kept."""
    for players in PLAYERS:
        (folder / players).mkdir(parents=True, exist_ok=True)
        for slug, variants in VARIANTS.items():
            for variant in variants:
                path = folder / players / f"{variant}-selfplay.jsonl"
                played = {game.number for game in read(path, Game)}
                left = [number for number in range(games) if number not in played]
                for _ in run_remaining(path, left, _Playing(slug, variant, players), f"{players} {variant}"):
                    pass


@dataclass(frozen=True, slots=True)
class _Playing:
    """Plays one game; its number is its seed."""

    slug: str
    variant: str
    players: str

    def __call__(self, number: int) -> Game:
        levels, nodes = SELF_PLAYED[self.players]
        dice = random.Random(f"{self.variant} {self.players} {number}")
        position, moves = GAMES[self.slug].start(self.variant), list[Move]()
        seed = dice.getrandbits(32)
        while position.outcome() is None and len(moves) < _PLY_LIMIT:
            limit = Limit(10.0, nodes[self.slug], seed)
            level = Level(dice.choice(levels))
            chosen = engine(self.slug).choose(position, level, limit, moves)
            openers = _central(position) if len(moves) < OPENING and self.players == "strong" else []
            move = dice.choice(openers) if openers else chosen.move
            position = position.play(move)
            moves.append(move)
        return Game(self.slug, self.variant, self.players, number, tuple(moves))


def _central(position: Position) -> list[Move]:
    """Gomoku's points near the middle, so that no two openings of strong players are alike; none in Go."""
    if not isinstance(position, GomokuPosition):
        return []
    low, high = position.size // 2 - _MIDDLE, position.size // 2 + _MIDDLE
    legal = frozenset(position.legal_moves())
    names = (
        position.board.grid.name(r * position.size + c)
        for r in range(low, high + 1)
        for c in range(low, high + 1)
    )
    return [name for name in names if name in legal]
