"""The manager's side of the Gomocup protocol: asks an engine for moves of Gomoku.

The engine keeps the board between moves. It gets the opponent's stone if a record continues the one before,
and otherwise every stone with BOARD. `ai.protocols.gomocup` is the engine's side, and says where the protocol
is described.
"""

from __future__ import annotations

import re
import time
from typing import cast

from ai.external.program import EngineNonsense, EngineRefused, Program, shown
from ai.protocols.gomocup_rules import RULES
from games.base import PASS, Move, Position, Record, Side
from games.gomoku import GomokuPosition
from games.gomoku.boards import VARIANTS

_NO_LIMIT = (1 << 31) - 1
"""The milliseconds that the protocol has for no limit: the largest number of 32 bits."""
_POINT = re.compile(r"\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*")
_NAME = re.compile(r'name\s*=\s*"([^"]*)"')
_VERSION = re.compile(r'version\s*=\s*"([^"]*)"')
_NOTES = ("MESSAGE", "DEBUG", "INFO")
"""What may come before an answer."""
_OWN, _OTHER = 1, 2
"""In BOARD: whether a stone is the engine's own, or the opponent's."""
_PAUSE_SECONDS = 0.05
"""Rapfi drops the first word that it reads right after its move, until it has stopped its search."""


class GomocupClient:
    """One engine's session."""

    def __init__(self, program: Program, slug: str) -> None:
        self._program = program
        self._slug = slug
        self._variant: str | None = None  # what the engine's board is set to
        self._stones: tuple[Move, ...] = ()
        self._command = ""  # the lines that ask for a move in the position of `set_up`
        self._reads_from = 0.0  # `time.monotonic` until which it may drop what it reads

    def start(self, deadline: float) -> None:
        """Wait for the engine's first answer. Raises `EngineError`."""
        self._ask("START 15", deadline)  # a size that every engine has

    def name(self, deadline: float) -> str:
        """What the engine calls itself, with its version. Raises `EngineError`."""
        answer = self._ask("ABOUT", deadline)
        parts = [match[1] for match in (_NAME.search(answer), _VERSION.search(answer)) if match]
        return " ".join(parts) or answer[:40]

    def supports(self, variant: str, deadline: float) -> bool:
        """Whether the engine plays a variant: one that the protocol can name, on a board of its size."""
        self._variant = None
        if variant not in RULES:
            return False
        try:
            self._ask(f"START {VARIANTS[variant].size}", deadline)
        except EngineRefused:
            return False
        return True

    def set_up(self, record: Record, deadline: float) -> None:
        """Prepare to ask for a move after a record. Raises `EngineError`."""
        stones = tuple(move for move in record.moves if move != PASS)
        known = self._stones if self._variant == record.variant else None
        self._variant = None
        if known is not None and known and stones[:-1] == known:
            self._command = f"TURN {_point(record.variant, stones[-1])}"
        else:
            self._begin(record.variant, deadline)
            self._command = _board(record) if stones else "BEGIN"
        self._stones = stones

    def choose(self, position: Position, seconds: float, deadline: float) -> str:
        """Ask for a move in the position of `set_up`: its text. Raises `EngineError`."""
        variant = cast(GomokuPosition, position).rules
        self._write(f"INFO timeout_turn {int(1000 * seconds)}\nINFO time_left {_NO_LIMIT}", deadline)
        answer = self._ask(self._command, deadline)
        self._reads_from = time.monotonic() + _PAUSE_SECONDS
        match = _POINT.fullmatch(answer)
        if match is None or max(int(match[1]), int(match[2])) >= variant.size:
            raise EngineNonsense(f"it answered {shown(answer)} to {self._command.split()[0]}")
        self._variant = variant.name
        return variant.board.grid.name(int(match[2]) * variant.size + int(match[1]))

    def confirm(self, side: Side, move: Move) -> None:
        """Note that the answer of `choose` is a legal move: the engine has played it already."""
        self._stones = (*self._stones, move)

    def forget(self) -> None:
        """Send every stone before the next move."""
        self._variant = None

    def quit(self, deadline: float) -> None:
        """Ask the engine to end. Raises `EngineError`."""
        self._write("END", deadline)

    def _begin(self, variant: str, deadline: float) -> None:
        self._ask(f"START {VARIANTS[variant].size}", deadline)
        lines = "timeout_match 0", "game_type 0", f"rule {RULES[variant]}"
        self._write("\n".join(f"INFO {line}" for line in lines), deadline)

    def _ask(self, command: str, deadline: float) -> str:
        """The line that answers a command. Raises `EngineError`."""
        self._write(command, deadline)
        while True:
            line = self._program.read_line(deadline).strip()
            if line.upper().startswith(("ERROR", "UNKNOWN")):
                raise EngineRefused(f"it refused {command.splitlines()[0]!r}: {shown(line)}")
            if line and not line.upper().startswith(_NOTES):
                break
        if command.startswith("START") and not line.upper().startswith("OK"):
            raise EngineNonsense(f"it answered {shown(line)} to {command!r}")
        return line

    def _write(self, lines: str, deadline: float) -> None:
        time.sleep(max(0.0, self._reads_from - time.monotonic()))
        self._program.write(lines, deadline)


def _board(record: Record) -> str:
    """BOARD with every stone; those of the side to move are the engine's."""
    last = len(record.moves) - 1
    lines = (
        f"{_point(record.variant, move)},{_OTHER if (last - ply) % 2 == 0 else _OWN}"
        for ply, move in enumerate(record.moves)
        if move != PASS
    )
    return "\n".join(("BOARD", *lines, "DONE"))


def _point(variant: str, move: Move) -> str:
    """Column and row of a point from the top left, from 0."""
    grid, size = VARIANTS[variant].board.grid, VARIANTS[variant].size
    row, column = divmod(grid.index(move), size)
    return f"{column},{row}"
