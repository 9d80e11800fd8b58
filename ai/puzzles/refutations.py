"""What refutes the wrong moves of puzzles: a file of its own beside the puzzles, since it is made afterwards.

``go.refutations.jsonl`` belongs to ``go.jsonl``. A line has a puzzle's id and its `Puzzle.refutations`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ai.puzzles.puzzle import ANY, Puzzle
from games.base import Move

Refutations = Mapping[int, Mapping[str, tuple[Move, ...]]]
"""By question and by wrong move, as `Puzzle.refutations`."""


def file_beside(puzzles: Path) -> Path:
    """The file that belongs to a file of puzzles.

    >>> file_beside(Path("data/go.jsonl")).name
    'go.refutations.jsonl'
    """
    return puzzles.with_suffix(f".refutations{puzzles.suffix}")


def stored(file: Path) -> dict[str, Refutations]:
    """What a file has, by the ids of puzzles; nothing if there is no file."""
    lines = file.read_text().splitlines() if file.exists() else []
    return {row["id"]: _read(row["refutations"]) for row in map(json.loads, lines)}


def with_refutations(puzzles: Iterable[Puzzle], known: Mapping[str, Refutations]) -> Iterator[Puzzle]:
    """The puzzles with what is known of each."""
    for puzzle in puzzles:
        yield replace(puzzle, refutations=known[puzzle.id]) if puzzle.id in known else puzzle


def write(puzzle_id: str, refutations: Refutations) -> str:
    """What refutes the wrong moves of a puzzle, as a line of JSON."""
    rows = {
        step: {move: ",".join(line) for move, line in by_move.items()}
        for step, by_move in refutations.items()
    }
    return json.dumps({"id": puzzle_id, "refutations": rows}, separators=(",", ":"))


def with_default(by_move: Mapping[str, tuple[Move, ...]]) -> Mapping[str, tuple[Move, ...]]:
    """The lines of all wrong moves, with the most frequent at `ANY` instead of at its moves."""
    ((default, _),) = Counter(by_move.values()).most_common(1)
    return {ANY: default, **{move: line for move, line in by_move.items() if line != default}}


def _read(rows: Mapping[str, Mapping[str, str]]) -> Refutations:
    return {
        int(step): {sys.intern(move): _moves(line) for move, line in by_move.items()}
        for step, by_move in rows.items()
    }


def _moves(text: str) -> tuple[Move, ...]:
    return tuple(Move(sys.intern(move)) for move in text.split(",") if move)
