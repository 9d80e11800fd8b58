"""``python -m ai gomocup``: the Gomoku engine on the Gomocup protocol, on standard input and output.

The protocol is described at plastovicka.github.io/protocl2en.htm. Extensions: STOP (play the best move found
so far), ``INFO max_node``, and RECTSTART for square boards. Boards are 5x5 to 20x20; INFO rule selects
freestyle (0), exactly five (1) or renju (4).

Start reading at `Brain.serve`. A reader thread and a thinker thread put events into one queue, so END, STOP
and ABOUT are answered while the engine thinks.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from queue import SimpleQueue
from typing import Any, TextIO

from ai import interrupt
from ai.base import Limit
from ai.gomoku.board import BLACK, EMPTY, MARGIN, STRIDE, WHITE, empty_board, place, scan, tables
from ai.gomoku.point_patterns import FREE, RENJU_BLACK, RENJU_WHITE
from ai.gomoku.root import Plan, SearchMemory, Verdict, decide
from ai.protocols.gomocup_rules import EXACTLY_FIVE, RENJU_RULE

ABOUT = 'name="Daeguk", version="1.0", author="the Daeguk project", country="KR"'
SIZES = range(5, 21)

_PLAN = Plan(depth=99, nodes=1 << 62, vcf_nodes=500_000, variety=0, table_bits=21)
_SMALL = 350 << 20
"""Bytes of allowed memory below which the position table is halved."""
_NO_LIMIT = 1 << 31
_MOST = 1 << 62  # larger numbers would overflow in kernels
_DIGITS = 4
_FIVE = 5
_SHARES = 12
"""The number of moves among which the rest of a match's time is shared."""
_AT_LEAST = 0.01
_FIRST_SECONDS = 1.0
_ANSWER_SECONDS = 0.01  # the answer's way to the manager


class Refused(Exception):
    """A command cannot be done; the text is the answer."""


@dataclass(frozen=True, slots=True)
class _Line:
    """Event: a line of input."""

    text: str


@dataclass(frozen=True, slots=True)
class _EndOfInput:
    """Event: the input is closed."""


@dataclass(frozen=True, slots=True)
class _Decided:
    """Event: the engine found a move."""

    verdict: Verdict


_Event = _Line | _EndOfInput | _Decided
_WHILE_THINKING = ("ABOUT", "INFO", "STOP", "YXSTOP")


class Brain:
    """A game on the protocol: its stones in the order of play, its rule and its time."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._events: SimpleQueue[_Event] = SimpleQueue()
        self._postponed: deque[str] = deque()
        self._info: dict[str, int] = {"timeout_turn": 30_000}
        self._size = 0
        self._stones: dict[int, bool] = {}  # by point: whether the stone is the engine's
        self._reading_board = False
        self._thinker: threading.Thread | None = None
        self._memory: SearchMemory | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._rectangle,
            "RESTART": lambda _: self._restart(),
            "BEGIN": lambda _: self._think(),
            "TURN": self._turn,
            "BOARD": lambda _: self._board(),
            "TAKEBACK": self._take_back,
            "INFO": self._inform,
            "ABOUT": lambda _: self._write(ABOUT),
            "STOP": lambda _: self._interrupt(),
            "YXSTOP": lambda _: self._interrupt(),
        }

    def serve(self, lines: Iterable[str]) -> None:
        """Answer commands until END or the end of the input."""
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        while self._handle(self._events.get()):
            pass
        self._interrupt()
        if self._thinker is not None:
            self._thinker.join()
        interrupt.clear()  # for later searches of this process

    def _handle(self, event: _Event) -> bool:
        """Handle an event; False ends the session."""
        match event:
            case _Decided(verdict):
                self._answer(verdict)
                return not (self._postponed and self._postponed[0] == "END")
            case _EndOfInput():
                if self._thinker is None:
                    return False
                self._postponed.append("END")
            case _Line(text):
                if text.upper() == "END":
                    return False
                if self._thinker is None or text.upper().startswith(_WHILE_THINKING):
                    self._execute(text)
                else:
                    self._postponed.append(text)
        return True

    def _read(self, lines: Iterable[str]) -> None:
        for line in lines:
            if line.strip():
                self._events.put(_Line(line.strip()))
        self._events.put(_EndOfInput())

    def _execute(self, line: str) -> None:
        try:
            if self._reading_board:
                self._board_line(line)
            else:
                self._command(*line.split(maxsplit=1))
        except Refused as refusal:
            self._write(str(refusal))

    def _command(self, name: str, rest: str = "") -> None:
        command = self._commands.get(name.upper())
        if command is None:
            raise Refused(f"UNKNOWN {name}")
        command(rest)

    def _write(self, text: str) -> None:
        print(text, file=self._output, flush=True)

    def _start(self, rest: str) -> None:
        size = _natural(rest)
        if size not in SIZES:
            raise Refused(f"ERROR the board must be {SIZES[0]} to {SIZES[-1]} points wide")
        self._size = size
        self._warm_up()
        self._restart()

    def _rectangle(self, rest: str) -> None:
        width, _, height = rest.partition(",")
        if width.strip() != height.strip():
            raise Refused("ERROR the board must be square")
        self._start(width.strip())

    def _restart(self) -> None:
        self._stones.clear()
        if self._memory is not None:
            self._memory.reset(_PLAN.table_bits, clear=True)
        self._write("OK" if self._size else "ERROR no START yet")

    def _turn(self, rest: str) -> None:
        self._put(rest, ours=False)
        self._think()

    def _take_back(self, rest: str) -> None:
        if self._stones.pop(self._point(rest), None) is None:
            raise Refused("ERROR no stone there")
        self._write("OK")

    def _board(self) -> None:
        self._stones.clear()
        self._reading_board = True

    def _board_line(self, line: str) -> None:
        if line.upper() == "DONE":
            self._reading_board = False
            self._think()
            return
        where, _, field = line.rpartition(",")
        if field.strip() in ("1", "2"):
            self._put(where, ours=field.strip() == "1")

    def _point(self, text: str) -> int:
        column, row = map(_natural, text.split(",")) if text.count(",") == 1 else (-1, -1)
        if min(column, row) < 0:
            raise Refused(f"ERROR no point: {text}")
        if max(column, row) >= self._size:
            raise Refused(f"ERROR off the board: {text}")
        return (row + MARGIN) * STRIDE + column + MARGIN

    def _put(self, text: str, ours: bool) -> None:
        point = self._point(text)
        if point in self._stones:
            raise Refused(f"ERROR occupied: {text}")
        self._stones[point] = ours

    def _inform(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        try:
            self._info[key.lower()] = max(-_MOST, min(_MOST, int(value)))
        except ValueError:
            self._info.pop(key.lower(), None)  # a key with a text value, such as folder
        if key.lower() in ("rule", "max_memory") and self._size and self._thinker is None:
            self._warm_up()

    def _warm_up(self) -> None:
        """Allocate the position table and compute the rule's tables before the first move."""
        room = self._info.get("max_memory", 0)
        bits = _PLAN.table_bits - (1 if 0 < room < _SMALL else 0)
        if self._memory is None or self._memory.bits != bits:
            self._memory = SearchMemory(bits)
        board, rules = self._empty_board()
        place(board, rules, (MARGIN + self._size // 2) * (STRIDE + 1), BLACK)
        decide(board, rules, WHITE, _PLAN, Limit(_FIRST_SECONDS, nodes=1), self._memory)

    def _seconds(self) -> float:
        """Return the seconds that the next move may take."""
        turn, match = self._info.get("timeout_turn", 0), self._info.get("timeout_match", 0)
        seconds = turn / 1000 - _ANSWER_SECONDS
        if match > 0 or "time_left" in self._info:
            left = self._info.get("time_left", match or _NO_LIMIT)
            share = left / 1000 / _SHARES
            seconds = min(seconds, share) if turn > 0 else share
        return max(_AT_LEAST, seconds)

    def _empty_board(self) -> tuple[Any, Any]:
        """Return the board without stones, and the rules."""
        rule = self._info.get("rule", 0)
        renju = bool(rule & RENJU_RULE)
        exactly = (True, False) if renju else (bool(rule & EXACTLY_FIVE),) * 2
        refused = (RENJU_BLACK, RENJU_WHITE) if renju else (FREE, FREE)
        return empty_board(self._size, exactly, refused), tables(exactly, refused)

    def _position(self) -> tuple[Any, Any, int]:
        """Return the board, the rules and the engine's side; the side with fewer stones is White."""
        ours = sum(self._stones.values())
        side = BLACK if 2 * ours == len(self._stones) else WHITE
        board, rules = self._empty_board()
        for point, own in self._stones.items():
            board["cells"][point] = side if own else 3 - side
        scan(board, rules)
        return board, rules, side

    def _think(self) -> None:
        if not self._size:
            raise Refused("ERROR no START yet")
        board, rules, side = self._position()
        if has_five(board["cells"], board["exact"], self._stones):
            raise Refused("ERROR the game is over: there is a five")
        if not (board["cells"] == EMPTY).any():
            raise Refused("ERROR the board is full")
        if self._memory is None:
            raise Refused("ERROR no START yet")
        nodes = self._info.get("max_node", 0)
        limit = Limit(self._seconds(), nodes=nodes if nodes > 0 else None)
        work = (board, rules, side, _PLAN, limit, self._memory)
        interrupt.clear()
        self._thinker = threading.Thread(target=lambda: self._events.put(_Decided(decide(*work))))
        self._thinker.start()

    def _answer(self, verdict: Verdict) -> None:
        if self._thinker is not None:
            self._thinker.join()
            self._thinker = None
        point = verdict.line[0] if verdict.line else int(next(iter(self._empties())))
        self._stones[point] = True
        row, column = point // STRIDE - MARGIN, point % STRIDE - MARGIN
        self._write(f"MESSAGE depth {verdict.depth} value {verdict.value} nodes {verdict.nodes}")
        self._write(f"{column},{row}")
        while self._postponed and self._thinker is None and self._postponed[0] != "END":
            self._execute(self._postponed.popleft())

    def _empties(self) -> list[int]:
        # for renju's Black without a legal move, because the protocol has no pass
        points = ((r + MARGIN) * STRIDE + c + MARGIN for r in range(self._size) for c in range(self._size))
        return [point for point in points if point not in self._stones]

    def _interrupt(self) -> None:
        if self._thinker is not None:
            interrupt.request()


def has_five(cells: Any, exact: Any, points: Iterable[int]) -> bool:
    """Whether a winning row begins on one of the points. ``exact``: by side, whether overlines do not win."""
    for point in points:
        side = cells[point]
        for step in (1, STRIDE - 1, STRIDE, STRIDE + 1):
            if cells[point - step] != side:
                row = next(length for length in count(1) if cells[point + length * step] != side)
                if row == _FIVE or (row > _FIVE and not exact[side]):
                    return True
    return False


def _natural(text: str) -> int:
    """Parse a number of few digits; -1 for any other text."""
    text = text.strip()
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else -1


def main(_arguments: list[str]) -> None:
    """Serve standard input until END."""
    Brain(sys.stdout).serve(sys.stdin)
