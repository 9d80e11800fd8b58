"""``python -m bench.claims GAME``: of how many mistakes a claim is shown, by label and by kind.

Weak levels play repeatable matches, the analysis judges each move as it does after a match, and each claim
that it shows is read from its text and checked again.

A long run keeps each match in a file, and goes on where it has ended:
``python -m bench.claims all --file FILE --mistakes 10000``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

from ai import base
from ai.analysis import MARKED, Label, decode, encode, judge_move
from ai.base import NoVerdict
from ai.claims.checkers.budget import Budget
from ai.claims.claim import Kind
from ai.claims.explain import holds
from bench import checkpoint
from bench.analysis import played
from games import GAMES, replay
from games.base import Record

_MOVES = 70
"""The moves of a match that are judged at most."""
_NODES = 1 << 30
"""What a second check may look at."""
_EVERY = "all"
"""In place of a game: each of them in turn, in its first variant."""


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
    moves: tuple[tuple[str, str | None, bool, float], ...]
    """The fields of `Explained`."""

    def explained(self) -> Iterator[Explained]:
        """The moves with a mark."""
        for label, kind, holds_again, seconds in self.moves:
            yield Explained(Label(label), None if kind is None else Kind(kind), holds_again, seconds)


def judge_into(path: Path, variants: Iterable[tuple[str, str]], first: int, mistakes: int) -> list[Judged]:
    """Judge matches that the file has not, until it has so many moves with a mark; return all of it."""
    variants = list(variants)
    every = list(checkpoint.read(path, Judged))
    known = {(match.slug, match.variant, match.number) for match in every}
    marked = sum(len(match.moves) for match in every)
    with path.open("a") as file:
        file.write("\n")  # a kill may have cut the last line short
        for number in count(first):
            for slug, variant in variants:
                if marked >= mistakes:
                    return every
                if (slug, variant, number) not in known:
                    every.append(_judged(slug, variant, number))
                    file.write(json.dumps(asdict(every[-1])) + "\n")
                    file.flush()
                    marked += len(every[-1].moves)
    return every


def _judged(slug: str, variant: str, number: int) -> Judged:
    record = played(slug, variant, _MOVES, number)
    moves = [move for ply in range(len(record.moves)) for move in _explained(record.before(ply + 1))]
    fields = ((str(move.label), move.kind, move.holds_again, round(move.seconds, 3)) for move in moves)
    return Judged(slug, variant, number, tuple(fields))


def explained(slug: str, variant: str, seconds: float, first: int) -> Iterator[Explained]:
    """Judge matches, from the one with the number ``first`` on, until the seconds are over."""
    end, number = time.monotonic() + seconds, first
    base.warm_up(slug)
    while time.monotonic() < end:
        record = played(slug, variant, _MOVES, number)
        for ply in range(len(record.moves)):
            if time.monotonic() < end:
                yield from _explained(record.before(ply + 1))
        number += 1


def _explained(record: Record) -> Iterator[Explained]:
    """The last move of a record, if it has a mark."""
    before, move = record.before(len(record.moves) - 1), record.moves[-1]
    began = time.monotonic()
    try:
        verdict = base.analyse(before, move)
    except NoVerdict:
        return
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


def main(words: list[str]) -> int:
    """Judge matches of a game and print the table; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.claims", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=[*sorted(GAMES), _EVERY])
    parser.add_argument("--variant", help="(default: the game's first)")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long to play and to judge")
    parser.add_argument("--first", type=int, default=1_000, help="the number of the first match")
    parser.add_argument("--file", type=Path, help="keep each match here, and go on from it")
    parser.add_argument("--mistakes", type=int, default=10_000, help="how many marked moves the file gets")
    options = parser.parse_args(words)
    if options.game == _EVERY and (options.file is None or options.variant):
        parser.error("all games need a file and have their own variants")
    slugs = sorted(GAMES) if options.game == _EVERY else [options.game]
    variants = [(slug, options.variant or GAMES[slug].variants[0]) for slug in slugs]
    if options.file is not None:
        for slug in slugs:
            base.warm_up(slug)
        every = judge_into(options.file, variants, options.first, options.mistakes)
        for slug, variant in variants:
            ours = [match for match in every if (match.slug, match.variant) == (slug, variant)]
            print(f"{slug} {variant}\n\n{table(move for match in ours for move in match.explained())}")
        return 0
    variant = variants[0][1]
    print(table(explained(options.game, variant, options.seconds, options.first)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
