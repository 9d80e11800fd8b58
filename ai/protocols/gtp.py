"""The Go Text Protocol, version 2, for games without commands of their own: `Session.answer`.

The protocol is Gunnar Farnebäck's specification (draft 2). Othello uses it as Edax does (``play black d3``).
A `Dialect` holds the differences between games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ai.base import AiError, Choice, Limit, UnknownLevel, choose, levels, limit_of, limits, parse_level
from ai.human.scale import scale_of
from ai.level import Level
from games import game, replay
from games.base import PASS, Move, Position, Record, RuleError, Side

_LARGEST = 1e9
"""The largest komi or number of seconds accepted: thirty years."""
COLORS = {"b": Side.FIRST, "black": Side.FIRST, "w": Side.SECOND, "white": Side.SECOND}
COLOR_OF = {Side.FIRST: "black", Side.SECOND: "white"}
RESIGN = "resign"
"""The answer to ``genmove`` of an engine that resigns."""


class Refused(Exception):
    """A command cannot be done; the text is the answer's error message."""


@dataclass(frozen=True)
class Dialect:
    """A game on the protocol: its name there, and its variants by board size."""

    name: str
    variants: dict[int, str]

    def moves_to_go(self, position: Position) -> int:
        """Return the most moves that the side to move has left, among which it shares its time."""
        return position.diagram().count(".") // 2 + 1


DIALECTS = {
    "othello": Dialect("Othello", {8: "8x8", 6: "6x6", 10: "10x10"}),
    "go": Dialect("Go", {9: "9x9-chinese", 13: "13x13-chinese", 19: "19x19-chinese"}),
}
"""Dialects by the game's slug. The first variant is the default."""


@dataclass
class Clock:
    """The time controls of ``time_settings``, and each side's seconds and stones from ``time_left``."""

    main: float = 0.0
    byo_yomi: float = 0.0
    stones: int = 0
    left: dict[Side, tuple[float, int]] = field(default_factory=dict)

    @property
    def unlimited(self) -> bool:
        """Whether no limit is set; byo-yomi of no stones also means none."""
        return not (self.main or (self.byo_yomi and self.stones))

    def share(self, side: Side, moves_to_go: int) -> float:
        """Return the seconds that a side may spend on its next move."""
        seconds, stones = self.left.get(side, (self.main or self.byo_yomi, 0 if self.main else self.stones))
        return max(0.01, 0.9 * seconds / (stones or moves_to_go))


class Session:
    """One controller's match. Each method ``_do_NAME`` is the command NAME."""

    def __init__(self, slug: str, level: Level, limit: Limit | None) -> None:
        self._slug, self._dialect, self._level, self._limit = slug, DIALECTS[slug], level, limit
        self._record = Record(slug, next(iter(self._dialect.variants.values())))
        self._past: list[Record] = []  # one per command, which may append several moves
        self._clock = Clock()
        self.over = False

    def answer(self, line: str) -> str | None:
        """Answer a line; None for a blank line or a comment."""
        words = "".join(c for c in line.partition("#")[0] if c == "\t" or c >= " ").split()
        if not words:
            return None
        number = words.pop(0) if words[0].isdigit() else ""
        try:
            sign, text = "=", self._do(words[0], words[1:]) if words else ""
        except Refused as error:
            sign, text = "?", str(error)
        return f"{sign}{number} {text}".rstrip() + "\n\n"

    def _do(self, name: str, arguments: list[str]) -> str:
        if name not in self._commands():
            raise Refused("unknown command")
        command: Callable[..., str] = getattr(self, f"_do_{name.replace('-', '_')}")
        try:
            return command(*arguments)
        except TypeError:
            raise Refused("syntax error") from None
        except ValueError as error:
            raise Refused("illegal move" if isinstance(error, RuleError) else "syntax error") from None
        except AiError as error:
            raise Refused(str(error)) from None

    def _commands(self) -> list[str]:
        return sorted(name.removeprefix("_do_") for name in dir(self) if name.startswith("_do_"))

    def _do_protocol_version(self) -> str:
        return "2"

    def _do_name(self) -> str:
        return "Daeguk"

    def _do_version(self) -> str:
        return f"level {self._level}"

    def _do_known_command(self, name: str) -> str:
        return "true" if name in self._commands() else "false"

    def _do_list_commands(self) -> str:
        return "\n".join(self._commands())

    def _do_quit(self) -> str:
        self.over = True
        return ""

    def _do_list_games(self) -> str:
        return self._dialect.name

    def _do_set_game(self, name: str) -> str:
        if name.lower() != self._dialect.name.lower():
            raise Refused(f"only {self._dialect.name} is played here")
        return ""

    def _do_boardsize(self, size: str) -> str:
        variant = self._dialect.variants.get(int(size))
        if variant is None:
            raise Refused("unacceptable size")
        self._begin(variant)
        return ""

    def _do_clear_board(self) -> str:
        self._begin(self._record.variant)
        return ""

    def _do_komi(self, komi: str) -> str:
        number(komi)
        return ""

    def _do_play(self, color: str, vertex: str) -> str:
        record = self._on_turn(self._side(color), vertex.lower() == PASS)
        played = record.then(self._move(vertex, replay(record)))
        replay(played)
        self._append(played)
        return ""

    def _do_genmove(self, color: str) -> str:
        record = self._on_turn(self._side(color))
        move = self._choose(record)
        self._append(record if replay(record).outcome() else record.then(move))
        return str(move)

    def _do_reg_genmove(self, color: str) -> str:
        return str(self._choose(self._on_turn(self._side(color))))

    def _do_undo(self) -> str:
        if not self._past:
            raise Refused("cannot undo")
        self._record = self._past.pop()
        return ""

    def _do_showboard(self) -> str:
        return "\n" + replay(self._record).diagram()

    def _do_level(self, level: str) -> str:
        try:
            self._level = parse_level(self._slug, level)
        except UnknownLevel:
            raise Refused(f"levels: {named_levels(self._slug)}") from None
        return ""

    def _do_time_settings(self, main: str, byo_yomi: str, stones: str) -> str:
        self._clock = Clock(number(main), number(byo_yomi), int(stones))
        return ""

    def _do_time_left(self, color: str, seconds: str, stones: str) -> str:
        self._clock.left[self._side(color)] = number(seconds), int(stones)
        return ""

    def _do_final_score(self) -> str:
        position = replay(self._record)
        outcome = position.outcome()
        if outcome is None:
            raise Refused("the game is not over")
        if outcome.winner is None:
            return "0"
        score = getattr(position, "score", None)
        if score is None:
            return "B+" if outcome.winner is Side.FIRST else "W+"
        difference = score(outcome.winner) - score(outcome.winner.other)
        return f"{'B' if outcome.winner is Side.FIRST else 'W'}+{difference}"

    def _side(self, color: str) -> Side:
        try:
            return COLORS[color.lower()]
        except KeyError:
            raise Refused("syntax error") from None

    def _begin(self, variant: str) -> None:
        self._record, self._past = Record(self._slug, variant), []

    def _append(self, record: Record) -> None:
        self._past.append(self._record)
        self._record = record

    def _on_turn(self, side: Side, may_pass: bool = True) -> Record:
        """Return the record in which it is a side's turn, to pass or to move.

        Some controllers leave out a forced pass, so this adds it.
        """
        record, position = self._record, replay(self._record)
        if position.to_move is not side and position.legal_moves() == [PASS]:
            record = record.then(PASS)
            position = replay(record)
        if position.outcome() is None and position.to_move is not side:
            raise Refused("illegal move")
        return record

    def _move(self, vertex: str, position: Position) -> Move:
        return PASS if vertex.lower() == "pass" else game(self._slug).parse(vertex, position)

    def _choose(self, record: Record) -> Move:
        position = replay(record)
        if position.outcome() is not None:
            return PASS
        limit = self._limit or limit_of(self._slug, self._level, limits(self._slug))
        if not self._clock.unlimited:
            limit = Limit(self._clock.share(position.to_move, self._dialect.moves_to_go(position)))
        choice = choose(record, self._level, limit)
        self._on_choice(choice)
        return choice.move

    def _on_choice(self, choice: Choice) -> None:
        """Use the rest of a choice besides its move, in the session of a game that does."""


def named_levels(slug: str) -> str:
    """The levels of a game, and its strengths."""
    strengths = scale_of(slug).playable
    return f"{' '.join(levels(slug))} {strengths[0]}-{strengths[-1]}"


def number(text: str) -> float:
    """Parse a number of komi or seconds. Raises ValueError for other text, infinity and NaN."""
    value = float(text)
    if not abs(value) <= _LARGEST:
        raise ValueError(text)
    return value
