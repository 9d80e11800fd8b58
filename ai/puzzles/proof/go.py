"""Proofs of Go's puzzles, by their task: the first word of `Puzzle.goal`."""

from __future__ import annotations

from ai.puzzles.proof import Unproved, go_capture, go_life
from ai.puzzles.puzzle import Puzzle

_PROOFS = {go_capture.CAPTURE: go_capture.prove, go_life.KILL: go_life.prove, go_life.LIVE: go_life.prove}


def prove(puzzle: Puzzle) -> None:
    """Try every move that could matter. Raises `Unproved`."""
    proof = _PROOFS.get(puzzle.goal.partition(" ")[0])
    if proof is None:
        raise Unproved("there is nothing to do")
    proof(puzzle)
