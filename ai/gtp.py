"""Our engines on the Go Text Protocol, version 2: ``python -m ai gtp --game othello``. Start at `Session`.

The protocol is Gunnar Farnebäck's specification (draft 2); Othello speaks it as Edax does, ``play black d3``.
What differs between games is in a `Dialect`. A line comes in, an answer goes out, until ``quit``.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import IO, cast

from ai.base import AiError, Choice, Limit, choose, levels, limits, warm_up
from games import game, replay
from games.base import PASS, Move, Position, Record, RuleError, Side

_LARGEST = 1e9
"""More points or seconds than that (thirty years) nobody means."""
COLOURS = {"b": Side.FIRST, "black": Side.FIRST, "w": Side.SECOND, "white": Side.SECOND}


class Refused(Exception):
    """What a command is answered with when it cannot be done."""


@dataclass(frozen=True)
class Dialect:
    """How a game speaks the protocol: its name there, and its variants by the size of the board."""

    name: str
    variants: dict[int, str]

    def moves_to_go(self, position: Position) -> int:
        """How many moves the side to move has left at most, to share out its time."""
        return position.diagram().count(".") // 2 + 1


DIALECTS = {
    "othello": Dialect("Othello", {8: "8x8", 6: "6x6", 10: "10x10"}),
    "go": Dialect("Go", {9: "9x9-chinese", 13: "13x13-chinese", 19: "19x19-chinese"}),
}
"""By the game's slug."""


@dataclass
class Clock:
    """The time controls of `time_settings`, and what each side has left."""

    main: float = 0.0
    byo_yomi: float = 0.0
    stones: int = 0
    left: dict[Side, tuple[float, int]] = field(default_factory=dict)

    @property
    def unlimited(self) -> bool:
        """Whether nobody said anything about time, or that there is no limit (byo-yomi of no stones)."""
        return not (self.main or (self.byo_yomi and self.stones))

    def share(self, side: Side, moves_to_go: int) -> float:
        """The seconds a side may spend on its next move."""
        seconds, stones = self.left.get(side, (self.main or self.byo_yomi, 0 if self.main else self.stones))
        return max(0.01, 0.9 * seconds / (stones or moves_to_go))


class Session:
    """One controller's match: start reading at `answer`. Each method ``_do_…`` is a command."""

    def __init__(self, slug: str, level: str, limit: Limit | None) -> None:
        self._slug, self._dialect, self._level, self._limit = slug, DIALECTS[slug], level, limit
        self._record = Record(slug, next(iter(self._dialect.variants.values())))
        self._past: list[Record] = []  # before each command that moved; one may be worth several moves
        self._clock = Clock()
        self.over = False

    def answer(self, line: str) -> str | None:
        """What a line is answered with; None if it is blank or only a comment."""
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

    def _do_play(self, colour: str, vertex: str) -> str:
        record = self._on_turn(self._side(colour), vertex.lower() == PASS)
        played = record.then(self._move(vertex, replay(record)))
        replay(played)
        self._go_on(played)
        return ""

    def _do_genmove(self, colour: str) -> str:
        record = self._on_turn(self._side(colour))
        move = self._chosen(record)
        self._go_on(record if replay(record).outcome() else record.then(move))
        return str(move)

    def _do_reg_genmove(self, colour: str) -> str:
        return str(self._chosen(self._on_turn(self._side(colour))))

    def _do_undo(self) -> str:
        if not self._past:
            raise Refused("cannot undo")
        self._record = self._past.pop()
        return ""

    def _do_showboard(self) -> str:
        return "\n" + replay(self._record).diagram()

    def _do_level(self, level: str) -> str:
        if level not in levels(self._slug):
            raise Refused(f"levels: {' '.join(levels(self._slug))}")
        self._level = level
        return ""

    def _do_time_settings(self, main: str, byo_yomi: str, stones: str) -> str:
        self._clock = Clock(number(main), number(byo_yomi), int(stones))
        return ""

    def _do_time_left(self, colour: str, seconds: str, stones: str) -> str:
        self._clock.left[self._side(colour)] = number(seconds), int(stones)
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

    def _side(self, colour: str) -> Side:
        try:
            return COLOURS[colour.lower()]
        except KeyError:
            raise Refused("syntax error") from None

    def _begin(self, variant: str) -> None:
        self._record, self._past = Record(self._slug, variant), []

    def _go_on(self, record: Record) -> None:
        self._past.append(self._record)
        self._record = record

    def _on_turn(self, side: Side, passing: bool = True) -> Record:
        """The record in which it is a side's turn; what it does then may be a pass, or is a move.

        Some controllers leave out a pass that is forced: then it is played for them.
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

    def _chosen(self, record: Record) -> Move:
        position = replay(record)
        if position.outcome() is not None:
            return PASS
        limit = self._limit or limits(self._slug)[self._level]
        if not self._clock.unlimited:
            limit = Limit(self._clock.share(position.to_move, self._dialect.moves_to_go(position)))
        choice = choose(record, self._level, limit)
        self._look_at(choice)
        return choice.move

    def _look_at(self, choice: Choice) -> None:
        """What a game's own session makes of a choice besides its move."""


def number(text: str) -> float:
    """A number as komi and clocks have it; raises ValueError for any other text, infinity and NaN too."""
    value = float(text)
    if not abs(value) <= _LARGEST:
        raise ValueError(text)
    return value


def _seconds(text: str) -> float:
    if (seconds := number(text)) <= 0:
        raise ValueError(text)
    return seconds


def _count(text: str) -> int:
    if (count := int(text)) < 1:
        raise ValueError(text)
    return count


def serve(session: Session, lines: IO[str]) -> Iterator[str]:
    """The answers to lines, until the session is over or nobody asks any more."""
    for line in lines:
        answer = session.answer(line)
        if answer is not None:
            yield answer
        if session.over:
            return


def session_of(slug: str) -> type[Session]:
    """The session that knows a game's own commands: Go has some (`ai.go.gtp`)."""
    if slug == "go":
        module = importlib.import_module("ai.go.gtp")
        return cast(type[Session], module.GoSession)
    return Session


def main(arguments: list[str]) -> None:
    """Speak the protocol on standard input and output."""
    parser = argparse.ArgumentParser(prog="python -m ai gtp", description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=sorted(DIALECTS), default="othello")
    parser.add_argument("--level", default="8", help="the level that plays (8)")
    parser.add_argument(
        "--seconds", type=_seconds, help="a move; the level's own where nothing is said of time"
    )
    parser.add_argument(
        "--nodes", "--playouts", type=_count, help="of the search for a move, instead of time"
    )
    parser.add_argument("--seed", type=int, help="with --nodes: every game the same again")
    options = parser.parse_args(arguments)
    if options.level not in levels(options.game):
        parser.error(f"--level: one of {' '.join(levels(options.game))}")
    limit = None
    if options.seconds is not None or options.nodes is not None:
        limit = Limit(options.seconds or 3600.0, options.nodes, options.seed)
    warm_up(options.game)
    for answer in serve(session_of(options.game)(options.game, options.level, limit), sys.stdin):
        sys.stdout.write(answer)
        sys.stdout.flush()
