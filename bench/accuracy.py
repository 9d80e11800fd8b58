"""``python -m bench.accuracy GAME``: the accuracy that a review gives to players of known strength.

Each player meets one opponent from both sides, and the analysis judges the player's moves. Judged moves are
saved, one line a match, and the next run continues from them. Limits count processor time, so a busy machine
changes no verdict.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai import base
from ai.analysis import Judgement, Label, Line, Verdict, accuracy, judge
from ai.base import Limit, NoVerdict
from bench.checkpoint import read, run_remaining
from bench.claims import count_processor_time
from games import GAMES, replay
from games.base import Move, Record, Side

RANDOM = "random"
"""The player who plays any legal move."""
PLAYERS = (RANDOM, "1", "2", "3", "4", "5", "6", "7", "8")
OPPONENT = "4"
_FOLDER = Path("var/accuracy")
_LONGEST = 200
"""A match ends after so many moves."""


@dataclass(frozen=True, slots=True)
class Job:
    """A match to play and to judge: whose moves, the player's side, and the number of the match."""

    player: str
    side: int
    number: int


@dataclass(frozen=True, slots=True)
class Judged:
    """What the analysis found about each move of a player in a match.

    ``scores`` are the expected results before the moves, from -1 to 1, and ``losses`` what these lost of
    them; ``margin_losses`` are of the final lead in the game's units, -1 where that is not counted. Moves
    without a choice are left out.
    """

    player: str
    side: int
    number: int
    scores: tuple[float, ...]
    losses: tuple[float, ...]
    margin_losses: tuple[float, ...]

    def accuracy(self, slug: str) -> float | None:
        """The accuracy of these moves of a game, in percent."""
        any_move = Move("a1")
        judgements = [
            Judgement(
                ply=0,
                side=Side.FIRST,
                label=Label.GOOD,
                loss=loss,
                margin_loss=None if margin < 0 else margin,
                proven=False,
                better=Line(any_move, (any_move,), score),
            )
            for score, loss, margin in zip(self.scores, self.losses, self.margin_losses, strict=True)
        ]
        return accuracy(slug, judgements, Side.FIRST)


def judged(slug: str, variant: str, job: Job) -> Judged:
    """Play a match, and judge the player's moves."""
    base.warm_up(slug)
    dice, side = random.Random(f"{slug} {job}"), Side(job.side)
    record, verdicts = Record(slug, variant), list[Verdict | None]()
    while (position := replay(record)).outcome() is None and len(record.moves) < _LONGEST:
        if position.to_move is not side:
            move, verdict = _chosen(record, OPPONENT, dice), None
        elif job.player == RANDOM:
            move = dice.choice(position.legal_moves())
            verdict = _verdict(record, move)
        else:
            move = _chosen(record, job.player, dice)
            verdict = _verdict(record, move)
        record, verdicts = record.then(move), [*verdicts, verdict]
    counted = [each for each in judge(record, verdicts) if each and each.label is not Label.FORCED]
    margins = (-1.0 if each.margin_loss is None else round(each.margin_loss, 2) for each in counted)
    scores = tuple(round(each.better.score, 4) for each in counted)
    losses = tuple(round(each.loss, 4) for each in counted)
    return Judged(job.player, job.side, job.number, scores, losses, tuple(margins))


def _chosen(record: Record, name: str, dice: random.Random) -> Move:
    level = base.parse_level(record.game, name)
    limit = base.limits(record.game)[level]
    seeded = Limit(min(limit.seconds, 1.0), limit.nodes, dice.getrandbits(32))
    return base.choose(record, name, seeded).move


def _verdict(record: Record, move: Move) -> Verdict | None:
    """As `ai.base.analyse`, without likelihoods and claims, which no accuracy needs."""
    limit = Limit(base.analysis_seconds(record))
    try:
        return base.engine(record.game).analyse(replay(record), move, limit)
    except NoVerdict:
        return None


def schedule(matches: int) -> Iterator[Job]:
    """List the matches, by number, so that an unfinished run is balanced too."""
    for number in range(matches):
        for player in PLAYERS:
            yield Job(player, int(Side.FIRST if number % 2 == 0 else Side.SECOND), number)


def markdown(slug: str, results: Sequence[Judged]) -> str:
    """Format the mean accuracy of each player, with the least and the most in a match."""
    lines = ["| player | matches | accuracy | least | most |", "| --- | --- | --- | --- | --- |"]
    for player in PLAYERS:
        known = [each.accuracy(slug) for each in results if each.player == player]
        shares = [share for share in known if share is not None]
        if shares:
            mean = sum(shares) / len(shares)
            lines.append(
                f"| {player} | {len(shares)} | {mean:.0f} % | {min(shares):.0f} % | {max(shares):.0f} % |"
            )
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> int:
    """Play and judge the remaining matches, and print the table; return the exit status."""
    parser = argparse.ArgumentParser("python -m bench.accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--variant", help="default: the game's first")
    parser.add_argument("--matches", type=int, default=6, help="of each player; half from each side")
    parser.add_argument("--folder", type=Path, default=_FOLDER, help="where judged moves are saved")
    options = parser.parse_args(words)
    count_processor_time()
    variant = options.variant or GAMES[options.game].variants[0]
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.folder / f"{options.game}-{variant}.jsonl"
    results = list(read(path, Judged))
    done = {Job(each.player, each.side, each.number) for each in results}
    left = [job for job in schedule(options.matches) if job not in done]
    results += run_remaining(path, left, lambda job: judged(options.game, variant, job), "matches")
    print(markdown(options.game, results))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
