r"""``python -m bench.go_matches -- PROGRAM …``: Go against another program. Start reading at `main`.

Both speak the Go Text Protocol, each a process of its own that is new in every game, colours by turns. A
game ends by resigning or two passes; then the *other* program says who won. ``{seed}`` in its command is the
game's number::

    python -m bench.go_matches --size 9 --seconds 1 --games 100 -- \
        gnugo --mode gtp --level 10 --chinese-rules --resign-allowed --seed {seed}

What was played is kept, a line a game; the next run goes on from it.
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

from bench.kept import going_on, read
from bench.processes import processor_seconds

_FOLDER = Path("var/go_matches")
_OURS = (sys.executable, "-m", "ai", "gtp", "--game", "go")
_KOMI = "7.5"
_LONGEST = 3
"""So many moves a point, then the game is scored as it stands."""
_PASS, _RESIGN = "pass", "resign"


class Refused(Exception):
    """A program does not do what it was asked."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game: the opponent's command, our colour (``b``, ``w``), SGF's result, seconds of our moves."""

    against: str
    number: int
    colour: str
    result: str
    moves: tuple[str, ...]
    seconds: tuple[float, ...]

    @property
    def won(self) -> bool:
        """Whether ours did."""
        return self.result[0].lower() == self.colour


class Program:
    """A program at the other end of the protocol. Raises `Refused` for what it does not want to do."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, *words: str) -> str:
        """Its answer to a command."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(" ".join(words) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        while line := self._process.stdout.readline().strip():
            answer += line
        if not answer.startswith("="):
            raise Refused(f"{' '.join(words)}: {answer.strip() or 'no answer'}")
        return answer.lstrip("=").strip()

    def takes(self, colour: str, move: str) -> bool:
        """Play a move of the opponent's, if it is legal."""
        try:
            self.ask("play", colour, move)
        except Refused:
            return False
        return True

    def spent(self) -> float:
        """The processor seconds it has had so far."""
        return processor_seconds(self._process.pid)


@contextmanager
def program(command: Sequence[str]) -> Iterator[Program]:
    """A program that runs as long as it is needed."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield Program(process)
        finally:
            process.kill()


def play(ours: Sequence[str], theirs: Sequence[str], size: int, number: int) -> Played:
    """One game, the even ones with Black. A move that the opponent refuses loses the game."""
    colour = "bw"[number % 2]
    with program(ours) as one, program([word.replace("{seed}", str(number)) for word in theirs]) as other:
        for each in (one, other):
            each.ask("boardsize", str(size))
            each.ask("komi", _KOMI)
            each.ask("clear_board")
        seats = {"b": one, "w": other} if colour == "b" else {"b": other, "w": one}
        moves, seconds, result = list[str](), list[float](), None
        while result is None and moves[-2:] != [_PASS, _PASS] and len(moves) < _LONGEST * size * size:
            mover, waiter = ("b", "w") if len(moves) % 2 == 0 else ("w", "b")
            before = one.spent()
            move = seats[mover].ask("genmove", mover).lower()
            if mover == colour:
                seconds.append(round(one.spent() - before, 2))
            if move == _RESIGN or not seats[waiter].takes(mover, move):
                result = f"{waiter.upper()}+{'R' if move == _RESIGN else 'F'}"
            moves.append(move)
        result = result or other.ask("final_score")
    return Played(" ".join(theirs), number, colour, result, tuple(moves), tuple(seconds))


def summary(size: int, games: Sequence[Played]) -> str:
    """What the games come to, in a line."""
    won = sum(game.won for game in games)
    spent = [second for game in games for second in game.seconds]
    return (
        f"{size}x{size}: {won} of {len(games)} won ({won / len(games):.0%}), "
        f"{statistics.fmean(spent):.2f} s of processor time a move, {max(spent):.1f} s at most"
    )


def main(words: list[str]) -> int:
    """Play what is still to play, then tell the score; the exit status."""
    parser = argparse.ArgumentParser("python -m bench.go_matches", description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, choices=(9, 13, 19), default=9)
    parser.add_argument("--games", type=_count, default=20)
    parser.add_argument("--first", type=_count, default=1, metavar="N", help="the first game's number (1)")
    parser.add_argument("--level", default="8", help="the level that plays (8)")
    parser.add_argument("--seconds", metavar="S", help="a move at most; default: the level's own")
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="where games are kept")
    parser.add_argument("program", nargs="+", help="another program's command line, after --")
    told = parser.parse_args(words)
    told.folder.mkdir(parents=True, exist_ok=True)
    held = [] if told.seconds is None else ["--seconds", told.seconds]
    name = [Path(told.program[0]).name, f"{told.size}x{told.size}", f"level{told.level}", *held[1:]]
    path = told.folder / f"{'-'.join(name)}-from{told.first}.jsonl"
    wanted = range(told.first, told.first + told.games)
    against = " ".join(told.program)
    games = [game for game in read(path, Played) if game.against == against and game.number in wanted]
    left = [number for number in wanted if number not in {game.number for game in games}]
    do = partial(play, [*_OURS, "--level", told.level, *held], told.program, told.size)
    games += going_on(path, left, do, "games")
    print(summary(told.size, games))
    return 0


def _count(text: str) -> int:
    if (count := int(text)) < 1:
        raise ValueError(text)
    return count


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
