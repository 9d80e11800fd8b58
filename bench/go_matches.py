r"""``python -m bench.go_matches -- PROGRAM …``: matches of Go against another program.

Both programs use the Go Text Protocol and start again for every game, with alternating colors. A game ends by
resignation or two passes; then the *other* program scores it. ``{seed}`` in its command becomes the game's
number::

    python -m bench.go_matches --size 9 --seconds 1 --games 100 -- \
        gnugo --mode gtp --level 10 --chinese-rules --resign-allowed --seed {seed}

Results are saved, one line per game, and the next run continues from them.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.checkpoint import read, run_remaining
from bench.processes import processor_seconds

_FOLDER = Path("var/go_matches")
_OURS = (sys.executable, "-m", "ai", "gtp", "--game", "go")
_KOMI = "7.5"
_LONGEST = 3
"""The game is scored after so many moves per point of the board."""
_PASS, _RESIGN = "pass", "resign"


class Refused(Exception):
    """A program refuses a command."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game: the opponent's command, the engine's color (``b``, ``w``), the result as in SGF, its moves.

    ``seconds`` is the processor time of each of the engine's moves.
    """

    against: str
    number: int
    color: str
    result: str
    moves: tuple[str, ...]
    seconds: tuple[float, ...]

    @property
    def won(self) -> bool:
        """Whether the engine won."""
        return self.result[0].lower() == self.color


class Program:
    """A program on the protocol. Raises `Refused` if it refuses a command."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("the process has no pipes")
        self._pid, self._commands, self._answers = process.pid, process.stdin, process.stdout

    def ask(self, *words: str) -> str:
        """Send a command and return the answer."""
        self._commands.write(" ".join(words) + "\n")
        self._commands.flush()
        answer = self._answers.readline()  # further lines follow until an empty one
        while line := self._answers.readline().strip():
            answer += line
        if not answer.startswith("="):
            raise Refused(f"{' '.join(words)}: {answer.strip() or 'no answer'}")
        return answer.lstrip("=").strip()

    def accepts(self, color: str, move: str) -> bool:
        """Play a move of the opponent; False if the program refuses it."""
        try:
            self.ask("play", color, move)
        except Refused:
            return False
        return True

    def spent(self) -> float:
        """Return the processor seconds used so far."""
        return processor_seconds(self._pid)


@contextmanager
def program(command: Sequence[str]) -> Iterator[Program]:
    """Run a program within the context."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield Program(process)
        finally:
            process.kill()


def play(ours: Sequence[str], theirs: Sequence[str], size: int, number: int) -> Played:
    """Play a game; the engine has Black in even ones. A move that the opponent refuses loses."""
    color = "bw"[number % 2]
    with (
        program(ours) as engine,
        program([word.replace("{seed}", str(number)) for word in theirs]) as opponent,
    ):
        for player in (engine, opponent):
            player.ask("boardsize", str(size))
            player.ask("komi", _KOMI)
            player.ask("clear_board")
        seats = {"b": engine, "w": opponent} if color == "b" else {"b": opponent, "w": engine}
        moves, seconds, result = list[str](), list[float](), None
        while result is None and moves[-2:] != [_PASS, _PASS] and len(moves) < _LONGEST * size * size:
            mover, waiter = ("b", "w") if len(moves) % 2 == 0 else ("w", "b")
            before = engine.spent()
            move = seats[mover].ask("genmove", mover).lower()
            if mover == color:
                seconds.append(round(engine.spent() - before, 2))
            if move == _RESIGN or not seats[waiter].accepts(mover, move):
                result = f"{waiter.upper()}+{'R' if move == _RESIGN else 'F'}"
            moves.append(move)
        result = result or opponent.ask("final_score")
    return Played(" ".join(theirs), number, color, result, tuple(moves), tuple(seconds))


def summary(size: int, games: Sequence[Played]) -> str:
    """Summarize the games in a line."""
    won = sum(game.won for game in games)
    spent = [second for game in games for second in game.seconds]
    return (
        f"{size}x{size}: {won} of {len(games)} won ({won / len(games):.0%}), "
        f"{statistics.fmean(spent):.2f} s of processor time a move, {max(spent):.1f} s at most"
    )


def main(words: list[str]) -> int:
    """Play the remaining games and print the summary; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.go_matches", description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, choices=(9, 13, 19), default=9)
    parser.add_argument("--games", type=_count, default=20)
    parser.add_argument("--first", type=_count, default=1, metavar="N", help="the first game's number (1)")
    parser.add_argument("--level", default="8", help="the level that plays (8)")
    parser.add_argument("--seconds", metavar="S", help="a move at most; default: the level's own")
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="where games are saved")
    parser.add_argument("program", nargs="+", help="the other program's command line, after --")
    options = parser.parse_args(words)
    options.folder.mkdir(parents=True, exist_ok=True)
    held = [] if options.seconds is None else ["--seconds", options.seconds]
    name = [
        Path(options.program[0]).name,
        f"{options.size}x{options.size}",
        f"level{options.level}",
        *held[1:],
    ]
    path = options.folder / f"{'-'.join(name)}-from{options.first}.jsonl"
    wanted = range(options.first, options.first + options.games)
    against = " ".join(options.program)
    games = [game for game in read(path, Played) if game.against == against and game.number in wanted]
    left = [number for number in wanted if number not in {game.number for game in games}]
    do = partial(play, [*_OURS, "--level", options.level, *held], options.program, options.size)
    games += run_remaining(path, left, do, "games")
    print(summary(options.size, games))
    return 0


def _count(text: str) -> int:
    if (count := int(text)) < 1:
        raise ValueError(text)
    return count


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
