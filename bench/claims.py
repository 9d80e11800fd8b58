"""``python -m bench.claims GAME``: of how many mistakes a claim is shown, by label and by kind.

Weak levels play repeatable matches, the analysis judges each move as it does after a match, and each claim
that it shows is read from its text and checked again. Limits count processor time, so a busy machine changes
no verdict.

A long run keeps each match in a file, and goes on where it has ended. Each game has its share of the moves
with a mark, and games of a folder of records (SGF, GGF, PSQ …) come first:
``python -m bench.claims all --file FILE --mistakes 10000 --split othello=4 go=1 --records FOLDER``.
``--table`` prints what the file has.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path

from ai import base
from ai.analysis import MARKED, Label, decode, encode, judge_move
from ai.base import Limit, NoVerdict
from ai.claims.checkers.budget import Budget
from ai.claims.explain import holds
from ai.claims.kind import Kind
from bench import checkpoint
from bench.analysis import played
from bot.records.reading import read
from games import GAMES, replay
from games.base import Record

_MOVES = 70
"""The moves of a match that are judged at most."""
_NODES = 1 << 30
"""What a second check may look at."""
_EVERY = "all"
"""In place of a game: each of them in turn, in its first variant."""
_LEVELS = ("1", "2"), ("3", "4", "5")
"""Who plays the matches with even and with odd numbers."""
SPLIT: Mapping[str, float] = {
    "othello": 4.0,
    "twelve_janggi": 2.0,
    "hare_and_hounds": 1.5,
    "gomoku": 1.25,
    "go": 1.25,
}
"""The share of each game in a long run, by what a marked move costs: 0.1 s, in Gomoku and Go 0.7 s."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A move with a mark, and what is claimed of it."""

    label: Label
    kind: Kind | None
    holds_again: bool
    seconds: float
    """What judging it took, the claim included."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A match whose moves were judged, and its moves with a mark."""

    slug: str
    variant: str
    number: int
    """The seed of a match of levels; of a recorded game, which of its file it is."""
    moves: tuple[tuple[str, str | None, bool, float], ...]
    """The fields of `Explained`."""
    file: str = ""
    """The name of the file that recorded the game; empty for a match of levels."""

    def explained(self) -> Iterator[Explained]:
        """The moves with a mark."""
        for label, kind, holds_again, seconds in self.moves:
            yield Explained(Label(label), None if kind is None else Kind(kind), holds_again, seconds)


def judge_into(
    path: Path,
    targets: Mapping[tuple[str, str], int],
    first: int,
    recorded: Iterable[tuple[Record, str, int]] = (),
) -> list[Judged]:
    """Judge games that the file has not, until each variant has as many moves with a mark; return all of it.

    Recorded games, with their file and their number in it, come before matches of levels. The variant is next
    that has the smallest share of its target.
    """
    every = list(checkpoint.read(path, Judged))
    known = {(match.slug, match.variant, match.number, match.file) for match in every}
    marked = Counter[tuple[str, str]]()
    for match in every:
        marked[match.slug, match.variant] += len(match.moves)
    numbers = {variant: count(first) for variant in targets}
    with path.open("a") as file:
        file.write("\n")  # a kill may have cut the last line short

        def judge(record: Record, number: int, name: str) -> None:
            every.append(_judged(record, number, name))
            file.write(json.dumps(asdict(every[-1])) + "\n")
            file.flush()
            marked[record.game, record.variant] += len(every[-1].moves)

        for record, name, number in recorded:
            if (record.game, record.variant, number, name) not in known:
                judge(record, number, name)
        while left := [variant for variant in targets if marked[variant] < targets[variant]]:
            slug, variant = min(left, key=lambda each: marked[each] / targets[each])
            number = next(numbers[slug, variant])
            if (slug, variant, number, "") not in known:
                judge(_match(slug, variant, number), number, "")
    return every


def recorded_games(folder: Path) -> Iterator[tuple[Record, str, int]]:
    """The games of all files below a folder that can be read, each with its file's name and its number."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for number, game in enumerate(read(path.read_bytes()).games):
            if game.game is not None and game.game.record.moves:
                yield game.game.record, str(path.relative_to(folder)), number


def targets_of(split: Mapping[str, float], mistakes: int) -> dict[tuple[str, str], int]:
    """How many of the moves with a mark are of each game, in its first variant."""
    whole = sum(split.values())
    return {(slug, GAMES[slug].variants[0]): round(mistakes * share / whole) for slug, share in split.items()}


def _match(slug: str, variant: str, number: int) -> Record:
    return played(slug, variant, _MOVES, number, _LEVELS[number % 2])


def _judged(record: Record, number: int, name: str) -> Judged:
    moves = [move for ply in range(len(record.moves)) for move in _explained(record.before(ply + 1))]
    fields = ((str(move.label), move.kind, move.holds_again, round(move.seconds, 3)) for move in moves)
    return Judged(record.game, record.variant, number, tuple(fields), name)


def explained(slug: str, variant: str, seconds: float, first: int) -> Iterator[Explained]:
    """Judge matches, from the one with the number ``first`` on, until the seconds are over."""
    end, number = time.monotonic() + seconds, first
    base.warm_up(slug)
    while time.monotonic() < end:
        record = _match(slug, variant, number)
        for ply in range(len(record.moves)):
            if time.monotonic() < end:
                yield from _explained(record.before(ply + 1))
        number += 1


def _explained(record: Record) -> Iterator[Explained]:
    """The last move of a record, if it has a mark; as `ai.base.analyse`, without likelihoods."""
    before, move = record.before(len(record.moves) - 1), record.moves[-1]
    began = time.monotonic()
    try:
        limit = Limit(base.analysis_seconds(before))
        verdict = base.engine(before.game).analyse(replay(before), move, limit)
    except NoVerdict:
        return
    verdict = replace(verdict, claim=base.claim_on(before, move, verdict))
    took = time.monotonic() - began
    judgement = judge_move(before, move, verdict)
    if judgement is None or judgement.label not in MARKED:
        return
    claim = decode(encode(verdict)).claim
    again = claim is None or holds(replay(before), move, claim, Budget(_NODES))
    yield Explained(judgement.label, None if claim is None else claim.kind, again, took)


def table(moves: Iterable[Explained]) -> str:
    """The share of the moves of each label with a claim, then how many claims there are of each kind."""
    every = list(moves)
    lines = ["| label | moves | with a claim | share |", "| --- | --- | --- | --- |"]
    for label in (Label.BLUNDER, Label.MISTAKE, Label.INACCURACY):
        of_label = [move for move in every if move.label is label]
        claimed = sum(move.kind is not None for move in of_label)
        share = f"{claimed / len(of_label):.0%}" if of_label else "–"
        lines.append(f"| {label} | {len(of_label)} | {claimed} | {share} |")
    kinds = Counter(move.kind.partition(".")[2] for move in every if move.kind is not None)
    lines += ["", "| kind | claims |", "| --- | --- |"]
    lines += [f"| {kind} | {count} |" for kind, count in kinds.most_common()]
    shown = [move for move in every if move.kind is not None]
    again = sum(move.holds_again for move in shown)
    lines += ["", f"{again} of {len(shown)} claims hold when they are checked again."]
    lines += [f"The slowest verdict took {max((move.seconds for move in every), default=0.0):.2f} s."]
    return "\n".join(lines) + "\n"


class _ProcessorTimer(threading.Timer):
    """A timer whose seconds are those of the process on a processor."""

    def run(self) -> None:
        """Wait until so much processor time has passed, then call the function."""
        end = time.process_time() + self.interval
        while not self.finished.wait(max(0.001, end - time.process_time())):
            if time.process_time() >= end:
                self.function(*self.args, **self.kwargs)
                self.finished.set()


def count_processor_time() -> None:
    """From now on the clocks of the engines and of the checks count the processor time of this process."""
    for clock in ("perf_counter", "monotonic"):
        setattr(time, clock, time.process_time)
    setattr(threading, "Timer", _ProcessorTimer)  # noqa: B010 - a type checker allows no other way


def _split(words: Sequence[str]) -> dict[str, float]:
    """The shares of words such as ``go=2``. Raises `ValueError`."""
    split = {slug: float(share) for slug, _, share in (word.partition("=") for word in words)}
    if unknown := sorted(split.keys() - GAMES.keys()):
        raise ValueError(f"no game {unknown[0]}")
    return split


def print_tables(every: Iterable[Judged]) -> None:
    """Print a table for each game and variant."""
    of_variants = dict[tuple[str, str], list[Judged]]()
    for match in every:
        of_variants.setdefault((match.slug, match.variant), []).append(match)
    for (slug, variant), matches in sorted(of_variants.items()):
        moves = [move for match in matches for move in match.explained()]
        recorded = sum(bool(match.file) for match in matches)
        heading = f"{slug} {variant}: {len(moves)} moves of {len(matches)} games, {recorded} of them recorded"
        print(f"{heading}\n\n{table(moves)}")


def main(words: list[str]) -> int:
    """Judge matches of a game and print the table; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.claims", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=[*sorted(GAMES), _EVERY])
    parser.add_argument("--variant", help="(default: the game's first)")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long to play and to judge")
    parser.add_argument("--first", type=int, default=1_000, help="the number of the first match")
    parser.add_argument("--file", type=Path, help="keep each match here, and go on from it")
    parser.add_argument("--mistakes", type=int, default=10_000, help="how many marked moves the file gets")
    parser.add_argument("--split", nargs="*", default=[], help="the shares of all games, as go=2 othello=3")
    parser.add_argument("--records", type=Path, help="a folder of recorded games, which come first")
    parser.add_argument("--table", action="store_true", help="only print what the file has")
    options = parser.parse_args(words)
    if options.file is None and (options.game == _EVERY or options.table or options.records):
        parser.error("this needs a file")
    if options.table:
        print_tables(checkpoint.read(options.file, Judged))
        return 0
    count_processor_time()
    if options.file is None:
        variant = options.variant or GAMES[options.game].variants[0]
        print(table(explained(options.game, variant, options.seconds, options.first)))
        return 0
    if options.game == _EVERY:
        targets = targets_of(_split(options.split) or SPLIT, options.mistakes)
    else:
        targets = {(options.game, options.variant or GAMES[options.game].variants[0]): options.mistakes}
    for slug, _ in targets:
        base.warm_up(slug)
    recorded = recorded_games(options.records) if options.records else ()
    print_tables(judge_into(options.file, targets, options.first, recorded))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
