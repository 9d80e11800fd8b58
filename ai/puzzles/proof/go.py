"""Proofs of Go's puzzles, by their task: the first word of `Puzzle.goal`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.puzzles.proof import Unproved, go_capture, go_life
from ai.puzzles.puzzle import Puzzle
from games.base import Move

_PROOFS = {go_capture.CAPTURE: go_capture, go_life.KILL: go_life, go_life.LIVE: go_life}


def prove(puzzle: Puzzle) -> None:
    """Try every move that could matter. Raises `Unproved`."""
    proof = _PROOFS.get(puzzle.goal.partition(" ")[0])
    if proof is None:
        raise Unproved("there is nothing to do")
    proof.prove(puzzle)


def further(puzzle: Puzzle) -> Iterator[Sequence[Move]]:
    """All that is right at each of the solver's moves of the line after the first. Raises `Unproved`."""
    right: Iterator[Sequence[Move]] = _PROOFS[puzzle.goal.partition(" ")[0]].further(puzzle)
    return right
