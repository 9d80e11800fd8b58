"""An engine's program in a worker: started at its first use, kept between moves, ended after a quiet time."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import Protocol

from ai.external.engine import START_SECONDS, ExternalEngine
from ai.external.gomocup_client import GomocupClient
from ai.external.gtp_client import GtpClient
from ai.external.program import EngineEnded, EngineError, EngineIllegalMove, EngineRefused, Program, shown
from ai.protocols.gtp import RESIGN
from games import game, replay
from games.base import Move, Position, Record, RuleError, Side

GRACE_SECONDS = 1.0
"""How late an answer may be."""
QUIET_SECONDS = 300.0
"""How long a program waits for the next move before it is ended."""
_QUIT_SECONDS = 1.0
_MIN_SECONDS = 0.1


class Client(Protocol):
    """What both protocols can do; every method raises `EngineError`."""

    def start(self, deadline: float) -> None:
        """Wait for the engine's first answer."""

    def name(self, deadline: float) -> str:
        """What the engine calls itself, with its version."""

    def supports(self, variant: str, deadline: float) -> bool:
        """Whether the engine plays a variant."""

    def set_up(self, record: Record, deadline: float) -> None:
        """Bring the engine to a record."""

    def choose(self, position: Position, seconds: float, deadline: float) -> str:
        """Ask for a move in the position of `set_up`: its text, or ``resign``."""

    def confirm(self, side: Side, move: Move) -> None:
        """Note that the answer of `choose` is a legal move."""

    def forget(self) -> None:
        """Send the whole record before the next move."""

    def quit(self, deadline: float) -> None:
        """Ask the engine to end."""


class Session:
    """One engine. Only one thread may ask it at a time, but for `end_if_quiet`."""

    def __init__(self, engine: ExternalEngine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._program: Program | None = None
        self._client: Client | None = None
        self._used = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the engine's program runs."""
        return self._program is not None and self._program.is_running

    def choose(self, record: Record, seconds: float) -> Move | None:
        """Ask for a legal move within ``seconds``, the program's start included; None if it resigns.

        Raises `EngineError`; the program is killed then.
        """
        if record.setup is not None:
            raise EngineRefused("its protocol sends moves from the start, and no positions")
        deadline = time.monotonic() + seconds
        with self._lock:
            try:
                return self._choose(record, deadline)
            except BaseException:
                self.kill()
                raise
            finally:
                self._used = time.monotonic()

    def client(self, deadline: float) -> Client:
        """The client of the program, which is started if it does not run. Raises `EngineError`."""
        if self._client is None or not self.is_running:
            self.kill()
            path = self._engine.path
            if path is None:
                raise EngineEnded(f"the program {self._engine.command[0]!r} is not found")
            self._program = Program((path, *self._engine.command[1:]))
            kind = GomocupClient if self._engine.slug == "gomoku" else GtpClient
            self._client = kind(self._program, self._engine.slug)
            self._client.start(deadline)
        return self._client

    def end_if_quiet(self) -> None:
        """End the program if nobody has asked it for `QUIET_SECONDS`."""
        if self._lock.acquire(blocking=False):
            try:
                if time.monotonic() - self._used >= QUIET_SECONDS:
                    self.end()
            finally:
                self._lock.release()

    def end(self) -> None:
        """Ask the program to end, and kill what is left of it."""
        if self._client is not None and self._program is not None and self.is_running:
            deadline = time.monotonic() + _QUIT_SECONDS
            with contextlib.suppress(EngineError):
                self._client.quit(deadline)
                self._program.wait(deadline)
        self.kill()

    def kill(self) -> None:
        """Kill the program, if it runs, with everything that it has started."""
        program, self._program, self._client = self._program, None, None
        if program is not None:
            program.close()

    def _choose(self, record: Record, deadline: float) -> Move | None:
        client = self.client(min(deadline, time.monotonic() + START_SECONDS))
        client.set_up(record, deadline)
        position, began = replay(record), time.monotonic()
        left = deadline - GRACE_SECONDS - began
        seconds = max(_MIN_SECONDS, min(self._engine.seconds, left))
        text = client.choose(position, seconds, min(deadline, began + seconds + GRACE_SECONDS))
        if text == RESIGN:
            client.forget()
            return None
        move = _legal(record, position, text)
        client.confirm(position.to_move, move)
        return move


def _legal(record: Record, position: Position, text: str) -> Move:
    """Read an engine's answer as a legal move. Raises `EngineIllegalMove`."""
    try:
        move = game(record.game).parse(text, position)
    except RuleError:
        raise EngineIllegalMove(f"it answered {shown(text)}, which names no move") from None
    if move not in position.legal_moves():
        raise EngineIllegalMove(f"it answered {move}, which is not legal after {' '.join(record.moves)}")
    return move
