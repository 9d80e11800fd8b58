"""``python -m ai gtp --game othello|go``: an engine on the Go Text Protocol, on standard input and output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import IO

from ai.base import Limit, UnknownLevel, parse_level, warm_up
from ai.protocols.gtp import DIALECTS, Session, named_levels, number


def session_type(slug: str) -> type[Session]:
    """Return the session class for a game. Go has commands of its own."""
    if slug == "go":
        from ai.protocols.gtp_go import GoSession  # imports Go's kernels, which Othello does not need

        return GoSession
    return Session


def serve(session: Session, lines: IO[str]) -> Iterator[str]:
    """Answer lines until the session is over or the input ends."""
    for line in lines:
        answer = session.answer(line)
        if answer is not None:
            yield answer
        if session.over:
            return


def main(arguments: list[str]) -> None:
    """Serve the protocol with an engine as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m ai gtp", description=__doc__)
    parser.add_argument("--game", choices=sorted(DIALECTS), default="othello")
    parser.add_argument("--level", default="8", help="the level that plays (8)")
    parser.add_argument(
        "--seconds", type=_seconds, help="per move; by default the level's own, unless time controls are set"
    )
    parser.add_argument("--nodes", "--playouts", type=_count, help="search nodes per move, instead of time")
    parser.add_argument("--seed", type=int, help="with --nodes: makes every game repeatable")
    options = parser.parse_args(arguments)
    try:
        level = parse_level(options.game, options.level)
    except UnknownLevel:
        parser.error(f"--level: one of {named_levels(options.game)}")
    limit = None
    if options.seconds is not None or options.nodes is not None:
        limit = Limit(options.seconds or 3600.0, options.nodes, options.seed)
    warm_up(options.game)
    for answer in serve(session_type(options.game)(options.game, level, limit), sys.stdin):
        sys.stdout.write(answer)
        sys.stdout.flush()


def _seconds(text: str) -> float:
    if (seconds := number(text)) <= 0:
        raise ValueError(text)
    return seconds


def _count(text: str) -> int:
    if (count := int(text)) < 1:
        raise ValueError(text)
    return count
