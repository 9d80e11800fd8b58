"""``python -m bench.claims GAME``: of how many mistakes a claim is shown, by label and by kind.

Weak levels play repeatable matches, the analysis judges each move as it does after a match, and each claim
that it shows is read from its text and checked again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ai import base
from ai.analysis import MARKED, Label, decode, encode, judge_move
from ai.base import NoVerdict
from ai.claims.checkers.budget import Budget
from ai.claims.claim import Claim
from ai.claims.explain import holds
from bench.analysis import played
from games import GAMES, replay
from games.base import Record

_MOVES = 70
"""The moves of a match that are judged at most."""
_NODES = 1 << 30
"""What a second check may look at."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A move with a mark, and what is claimed of it."""

    label: Label
    claim: Claim | None
    holds_again: bool
    seconds: float
    """What judging it took, the claim included."""


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
    yield Explained(judgement.label, claim, again, took)


def table(moves: Iterable[Explained]) -> str:
    """The share of the moves of each label with a claim, then how many claims there are of each kind."""
    every = list(moves)
    lines = ["| label | moves | with a claim | share |", "| --- | --- | --- | --- |"]
    for label in (Label.BLUNDER, Label.MISTAKE, Label.INACCURACY):
        of_label = [move for move in every if move.label is label]
        claimed = sum(move.claim is not None for move in of_label)
        share = f"{claimed / len(of_label):.0%}" if of_label else "–"
        lines.append(f"| {label} | {len(of_label)} | {claimed} | {share} |")
    kinds = Counter(move.claim.kind.partition(".")[2] for move in every if move.claim is not None)
    lines += ["", "| kind | claims |", "| --- | --- |"]
    lines += [f"| {kind} | {count} |" for kind, count in kinds.most_common()]
    shown = [move for move in every if move.claim is not None]
    again = sum(move.holds_again for move in shown)
    lines += ["", f"{again} of {len(shown)} claims hold when they are checked again."]
    lines += [f"The slowest verdict took {max((move.seconds for move in every), default=0.0):.2f} s."]
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    """Judge matches of a game and print the table; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.claims", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--variant", help="(default: the game's first)")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long to play and to judge")
    parser.add_argument("--first", type=int, default=1_000, help="the number of the first match")
    options = parser.parse_args(words)
    variant = options.variant or GAMES[options.game].variants[0]
    print(table(explained(options.game, variant, options.seconds, options.first)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
