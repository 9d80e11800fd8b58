"""The controller's side of the Go Text Protocol: asks an engine for moves of Go or Othello.

The engine keeps the board between moves. It gets only the moves that are new if a record continues the one
before, and otherwise the whole record on a cleared board. `ai.protocols.gtp` is the engine's side.

Commands have no ids, because Edax answers them in a form of its own; a program whose answer does not fit is
killed anyway. Only engines for Go get time controls: Edax takes a time per move for no time at all, so it has
to be limited on its command line. It adds forced passes itself, and may refuse them.
"""

from __future__ import annotations

from ai.external.program import EngineNonsense, EngineRefused, Program, shown
from ai.protocols.gtp import COLOR_OF, DIALECTS
from games import game
from games.base import PASS, Move, Position, Record, Side
from games.go.position import GoPosition

_RULES = "kata-set-rules"
"""KataGo's command. Other engines get their rules on their command line, if at all."""
_MAX_LINES = 5000  # of an answer


class GtpClient:
    """One engine's session."""

    def __init__(self, program: Program, slug: str) -> None:
        self._program = program
        self._slug = slug
        self._known: frozenset[str] = frozenset()
        self._variant: str | None = None  # what the engine's board is set to
        self._played: list[tuple[Side, Move]] = []

    def start(self, deadline: float) -> None:
        """Wait for the engine's first answer. Raises `EngineError`."""
        self._known = frozenset(self._ask("list_commands", deadline).split())
        if "set_game" in self._known:
            self._ask(f"set_game {DIALECTS[self._slug].name}", deadline)

    def name(self, deadline: float) -> str:
        """What the engine calls itself, with its version. Raises `EngineError`."""
        return " ".join(f"{self._ask('name', deadline)} {self._ask('version', deadline)}".split())

    def supports(self, variant: str, deadline: float) -> bool:
        """Whether the engine plays on a board of the variant's size. Raises `EngineError`."""
        self._variant = None
        try:
            self._ask(f"boardsize {_size(variant)}", deadline)
        except EngineRefused:
            return False
        return True

    def set_up(self, record: Record, deadline: float) -> None:
        """Bring the engine's board to a record. Raises `EngineError`."""
        plays = _plays(record)
        if self._variant != record.variant or plays[: len(self._played)] != self._played:
            self._clear(record, deadline)
        for side, move in plays[len(self._played) :]:
            try:
                self._ask(f"play {COLOR_OF[side]} {move}", deadline)
            except EngineRefused:
                if self._slug == "go" or move != PASS:
                    raise
            self._played.append((side, move))

    def choose(self, position: Position, seconds: float, deadline: float) -> str:
        """Ask for a move in the position of `set_up`: its text, or ``resign``. Raises `EngineError`."""
        color = COLOR_OF[position.to_move]
        if self._slug == "go" and "time_settings" in self._known:
            self._ask(f"time_settings 0 {max(1, int(seconds))} 1", deadline)
        if self._slug == "go" and "time_left" in self._known:
            self._ask(f"time_left {color} {max(1, int(seconds))} 1", deadline)
        self._variant, played = None, self._variant  # a failure leaves an unknown board
        answer = self._ask(f"genmove {color}", deadline).strip().lower()
        self._variant = played
        return answer

    def confirm(self, side: Side, move: Move) -> None:
        """Note that the answer of `choose` is a legal move: the engine has played it already."""
        self._played.append((side, move))

    def forget(self) -> None:
        """Clear the board before the next move."""
        self._variant = None

    def quit(self, deadline: float) -> None:
        """Ask the engine to end. Raises `EngineError`."""
        self._ask("quit", deadline)

    def _clear(self, record: Record, deadline: float) -> None:
        self._variant = None
        self._ask(f"boardsize {_size(record.variant)}", deadline)
        self._ask("clear_board", deadline)
        start = game(record.game).start(record.variant)
        if isinstance(start, GoPosition):
            self._set_up_go(start, deadline)
        self._variant, self._played = record.variant, []

    def _set_up_go(self, start: GoPosition, deadline: float) -> None:
        if _RULES in self._known:
            self._ask(f"{_RULES} {start.variant.ruleset}", deadline)
        self._ask(f"komi {start.variant.komi:g}", deadline)
        stones = [start.board.names[point] for point in start.variant.handicap_points]
        if stones and "set_free_handicap" in self._known:
            self._ask(f"set_free_handicap {' '.join(stones)}", deadline)
        else:
            for stone in stones:
                self._ask(f"play {COLOR_OF[Side.FIRST]} {stone}", deadline)

    def _ask(self, command: str, deadline: float) -> str:
        """The text of the answer to a command. Raises `EngineError`."""
        self._program.write(command, deadline)
        lines = self._answer(deadline)
        sign, _, text = lines[0].partition(" ")
        if sign not in ("=", "?"):
            raise EngineNonsense(f"it answered {shown(lines[0])} to {command!r}")
        text = "\n".join((text, *lines[1:]))
        if sign == "?":
            raise EngineRefused(f"it refused {command!r}: {shown(text)}")
        return text

    def _answer(self, deadline: float) -> list[str]:
        """The lines of an answer, which an empty line ends."""
        lines: list[str] = []
        while True:
            line = self._program.read_line(deadline).rstrip()
            if line:
                lines.append(line)
                if line[0] not in "=?" and len(lines) == 1:
                    raise EngineNonsense(f"it wrote {shown(line)}")
            elif lines:
                return lines
            if len(lines) > _MAX_LINES:
                raise EngineNonsense(f"an answer of more than {_MAX_LINES} lines")


def _size(variant: str) -> int:
    return int(variant.partition("x")[0])


def _plays(record: Record) -> list[tuple[Side, Move]]:
    """The stones and passes of a record with their sides, without the marks of Go's scoring phase."""
    position, plays = game(record.game).start(record.variant), []
    for move in record.moves:
        if not getattr(position, "scoring", False):
            plays.append((position.to_move, move))
        position = position.play(move)
    return plays
